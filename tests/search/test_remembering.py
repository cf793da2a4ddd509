"""What was read once is not read again, and never more of it is kept than was said."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from kb.search.remembering import Remembered

HELD = {"arc": 1, "lance": 2, "pique": 3, "sabre": 4}
WORDS = st.lists(st.sampled_from([*HELD, "inconnu", "absent"]), max_size=4)


@given(st.lists(WORDS, max_size=8), st.integers(1, 5))
def test_it_gives_what_the_base_holds_in_order_whatever_was_asked_before(asked: list[list[str]], most: int) -> None:
    remembered = Remembered(lambda keys: {key: HELD[key] for key in keys if key in HELD}, most)
    for keys in asked:
        assert list(remembered.of(keys).items()) == [(key, HELD[key]) for key in sorted(set(keys)) if key in HELD]


def test_a_word_is_read_once_even_when_the_base_does_not_hold_it() -> None:
    read: list[str] = []

    def reading(keys: Sequence[str]) -> dict[str, int]:
        read.extend(keys)
        return {key: HELD[key] for key in keys if key in HELD}

    remembered = Remembered(reading, 3)
    for _ in range(2):
        assert remembered.of(["arc", "inconnu"]) == {"arc": 1}
    assert sorted(read) == ["arc", "inconnu"]
    # One more than may be kept: all are forgotten, and read anew.
    remembered.of(["lance", "pique"])
    remembered.of(["arc"])
    assert read.count("arc") == 2
