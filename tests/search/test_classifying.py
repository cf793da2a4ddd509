"""A classifier of a provision: what parts the questions that have yes from those that have no, in words that none of them had before."""

from kb.reading.data import read_lexicon
from kb.search.analysis import Analyses
from kb.search.classifying import classified, trained
from kb.system.data import data_dir

_LEXICON = read_lexicon(data_dir("corpus") / "lexicon", "exemple")
_YES = (
    "j avance puis je tire",
    "il avance et il lance",
    "mon porteur avance avant de souffler",
    "avancer puis souffler",
)
_NO = ("j ai couru puis je tire", "il court et il lance", "mon porteur court avant de souffler", "courir puis souffler")
_ASKED = [*((words, 1) for words in _YES), *((words, -1) for words in _NO)]


def test_what_parts_yes_from_no_is_heard_in_another_sentence() -> None:
    weights = trained(_ASKED)
    assert classified(weights, "nos lanternes avancent, on y va") > 0
    assert classified(weights, "nos lanternes ont couru, on y va") < 0


def test_few_questions_or_one_verdict_alone_teach_nothing() -> None:
    assert trained(_ASKED[2:6]) == {}
    assert trained([(words, 1) for words in (*_YES, *_NO)]) == {}


def test_a_denied_question_teaches_the_contrary_of_its_verdict() -> None:
    plain = [(f"Un porteur peut-il {act} ?", "oui") for act in ("souffler", "siffler", "marcher", "sauter")]
    denied = [(f"Un porteur ne peut-il pas {act} ?", "non") for act in ("souffler", "siffler", "marcher", "sauter")]
    assert Analyses(_LEXICON).classifier([*plain, *denied]) == {}


def test_what_was_learnt_of_the_same_questions_is_known_to_the_next_build() -> None:
    questions = [(words, "oui") for words in _YES] + [(words, "non") for words in _NO]
    first = Analyses(_LEXICON)
    weights = first.classifier(questions)
    (digest,) = first.met.classifiers
    first.met.classifiers[digest] = {"avan": 7}
    assert weights
    assert Analyses(_LEXICON, first.met).classifier(questions) == {"avan": 7}
