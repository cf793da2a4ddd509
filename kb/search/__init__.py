"""Search in French: analysis, an index built once, ranking in the base that explains itself."""

from kb.search.analysis import Analyses, Analyzer, KnownTexts
from kb.search.figures import PARTING, Figure, figures_of, in_plain_figures
from kb.search.indexing import index_of
from kb.search.model import Linear, Model, bundled, dot
from kb.search.phrases import WHATEVER, Place, Token, Utterance, denied_apart, in_keys
from kb.search.ranking import CANDIDATES, FEATURES, Candidate, Found, Hit, Searcher, read_analyzer
from kb.search.shorthand import in_full
from kb.search.wording import Wordings
from kb.search.worked_examples import BASE, OPERATIONS, asked_in_keys, in_words, slots_of
