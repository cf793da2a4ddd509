"""The build: works found, parsed, linked and checked, indexed, kept in a cache and put together. The only stage that knows every other."""

from kb.build.driver import EXAMPLE, Written, build, corpus_digest
from kb.build.works import Checked, assemble, check_path, mark_clauses
