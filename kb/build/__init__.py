"""The build: works found, parsed, linked and checked, indexed, kept in a cache and put together. The only stage that knows every other."""

from kb.build.checking import Checked, check_path, mark_clauses
from kb.build.driver import EXAMPLE, Written, build, corpus_digest
from kb.build.one_layer import assemble
