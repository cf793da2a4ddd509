"""Texts made of kept ones: lines harmed, repeated, nested or of another, and pieces that readers have tripped over."""

import random
from pathlib import Path

from kb.build import assemble
from kb.errors import ArbitreError
from kb.system import bounds
from kb.system.data import data_dir
from kb.system.files import check_lines
from tests.proof.harm import PIECES, harmed
from tests.reading.laws import assert_nothing_is_lost, read_damaged

SAMPLES = Path(__file__).parents[1] / "reading" / "samples"
KEPT = Path(__file__).parent / "kept"


def mutated(text: str, seed: int) -> str:
    """A text after some mutations, always the same for a seed."""
    chance = random.Random(seed)  # noqa: S311 - damage, not a secret
    for _time in range(chance.randint(1, 4)):
        lines = harmed(text, chance.randrange(10**6)).split("\n")
        at = chance.randrange(len(lines))
        piece, times = chance.choice(PIECES), chance.choice((1, 2, 30, 400))
        match chance.randrange(4):
            case 0:
                lines[at] = f"{piece}{lines[at]}"
            case 1:
                lines[at] += (piece * times)[: bounds.LINE_CHARACTERS // 2]
            case 2:
                lines[at:at] = [f"{piece}{place}" for place in range(times)]
            case _:
                lines[at:at] = lines[at : at + chance.randint(1, 9)] * chance.choice((1, 3, 40))
        text = "\n".join(lines)
    return text


def read_or_refuse(sample: str, text: str) -> None:
    """Read a text as a made-up publication: no fault but our own, no line lost, whatever it says."""
    lines, folder = tuple(text.split("\n")), SAMPLES / sample
    try:
        check_lines(lines, bounds.LINES)
        publication = read_damaged(folder, lines)
    except ArbitreError:
        return
    assert_nothing_is_lost(publication, lines)
    _book, more = assemble(publication.texts, folder, data_dir("corpus") / "lexicon")
    assert all(one.message and "\n" not in one.message + one.hint for one in (*publication.diagnostics, *more))
