"""Numbers in words become figures, whole."""

import pytest

from kb.reading.data import read_lexicon
from kb.search.analysis import in_figures
from kb.system.data import data_dir

FIGURES = dict(read_lexicon(data_dir("corpus") / "lexicon", "runewars").figures)


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("vingt-cinq lanternes", "25 lanternes"),
        ("deux cent quarante points", "240 points"),
        ("deux mille cinq cents points", "2500 points"),
        ("quatre-vingt-dix, soixante et onze, dix-sept", "90, 71, 17"),
        # Two numbers stay two; « un » is an article, « pour cent » no number.
        ("six et quatre, vingt et deux", "6 et 4, 20 et 2"),
        ("deux lampes et un mât", "2 lampes et un mât"),
        ("25 pour cent", "25 pour cent"),
    ],
)
def test_a_number_of_several_words_is_one_figure(text: str, figures: str) -> None:
    assert in_figures(text, FIGURES) == figures
