"""The line of a file of TOML where a finding on it stands."""

import time

import pytest

from kb.reading.locating import line_of

_FILE = """
[[issue]]
rule = "1.2"
clauses = ["#0.1"]

[[issue]]
rule = "1.3"
clauses = ["#0.1", "#0.2"]

[moments]
tir = 4
"""
# Two thousand entries, of which a message names the last; placing a thousand findings took minutes when each read all the file anew.
_LONG = "\n".join(f'[[issue]]\nrule = "{number}.1"\nclauses = ["#0.1", "#0.{number}"]' for number in range(2000))
_SECONDS = 5


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("la règle « 1.3 » n'est pas du livre", 7),
        ("« jeu/1.3 » : une règle inconnue", 7),
        ("« jeu/1.3#0.2 » : aucune phrase", 8),
        ("le moment « tir » est inconnu", 11),
        ("« ailleurs »", 0),
        ("rien n'est cité", 0),
    ],
)
def test_it_is_the_last_that_holds_what_the_message_quotes(message: str, line: int) -> None:
    assert line_of(_FILE, message, "jeu") == line


def test_a_thousand_findings_on_a_long_file_are_placed_at_once() -> None:
    started = time.perf_counter()
    places = [line_of(_LONG, f"« jeu/{number}.1#0.{number} » : aucune phrase", "jeu") for number in range(1000, 2000)]
    assert places == [3 * number + 3 for number in range(1000, 2000)]
    assert time.perf_counter() - started < _SECONDS
