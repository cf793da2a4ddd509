"""The repair steps that readers share, on made-up lines."""

from __future__ import annotations

from typing import Any

import pytest

from kb.reading.instructions import Doubt, Drop, Join, Move, PartInstructions, Replace, Role, Split
from kb.reading.repairs import State, clean_icons, found, instructed, joined, repaired, state_of

_FORD, _AHEAD, _BACK = "Le gué", "Une bannière avance.", "Une bannière recule."
_TEXT = f"{_FORD}\n\n{_AHEAD}\n\n{_FORD}\n\n{_BACK}"


def _state(text: str) -> State:
    return state_of("livre.txt", enumerate(text.split("\n"), 1))


def _only(told: Any) -> PartInstructions:  # noqa: ANN401 - any instruction
    return PartInstructions(**{type(told).__name__.lower(): (told,)})


def _texts(state: State) -> list[str]:
    return [line.text for line in state.lines]


@pytest.mark.parametrize(
    ("printed", "clean", "gone"),
    [
        ("une action Marche (☛) à vitesse 3", "une action Marche à vitesse 3", ("(☛)",)),
        ("le symbole mêlée () , puis", "le symbole mêlée, puis", ("()",)),
        ("Marche 👣, Roue ↻", "Marche, Roue", ("👣", "↻")),
        ("un bouclier (🛡️ 👤)", "un bouclier", ("(🛡️ 👤)",)),
        ("Augmentation ★ ⚡ ...", "Augmentation", ("★", "⚡", "...")),
        ("un plus (+) ou ½ point, 4 × 2 ± 1", "un plus (+) ou ½ point, 4 × 2 ± 1", ()),
        ("Charge (*) ou Charge Virante (*)", "Charge ou Charge Virante", ("(*)", "(*)")),
        ("rien à ôter : « ceci »", "rien à ôter : « ceci »", ()),
    ],
)
def test_icons_after_a_name_are_taken_out(printed: str, clean: str, gone: tuple[str, ...]) -> None:
    assert clean_icons(printed, "*") == (clean, gone)


@pytest.mark.parametrize(
    ("printed", "lines", "repairs", "dropped"),
    [
        ("- ◆ Une Marche (☛).", [("-◆", "Une Marche.")], ["(☛)"], []),
        ("- 4.2** Un reste **gras**.\nun **mot**", [("-", "4.2 Un reste **gras**."), ("", "un **mot**")], ["**"], []),
        # Rows of figures are left to the table; signs of comparison are no icons, a florette is a bullet.
        ("1\t🔥\t2", [("", "1\t🔥\t2")], [], []),
        ("- ❖ Vif si M≥7\n❖ Lent si M≤6", [("-❖", "Vif si M≥7"), ("❖", "Lent si M≤6")], [], []),
        (" - ♦ deux\n◆ trois\n- quatre", [("-♦", "deux"), ("◆", "trois"), ("-", "quatre")], [], []),
        ("- | | |\n|---|---|\nun mot", [("", "un mot")], [], [1, 2]),
    ],
)
def test_bullets_are_set_aside_icons_and_empty_lines_taken_out_and_told(
    printed: str, lines: list[tuple[str, str]], repairs: list[str], dropped: list[int]
) -> None:
    state = repaired(_state(printed), PartInstructions())
    assert [(line.bullet, line.text) for line in state.lines] == lines
    assert [repair.before for repair in state.repairs] == repairs
    assert [drop.span.start for drop in state.dropped] == dropped
    assert all(repair.reason for repair in state.repairs)
    assert all(drop.reason for drop in state.dropped)


@pytest.mark.parametrize(
    ("anchor", "place"),
    [("Une bannière av", 1), ("Le gué", None), ("Le gué@2", 2), ("Le gué@3", None), ("Un pont", None)],
)
def test_an_anchor_names_one_line_or_none(anchor: str, place: int | None) -> None:
    assert found(_state(_TEXT).printed, anchor) == place


@pytest.mark.parametrize(
    ("text", "told", "lines"),
    [
        ("un ☀ et un ☀", Replace("un ☀", "☀", "tison", "icône seule"), [((1,), "un tison et un tison")]),
        (_TEXT, Drop("Une bannière avance.", "image", to="Le gué@2"), [((1,), "Le gué"), ((7,), _BACK)]),
        (_TEXT, Drop("Le gué", "titre courant", every=True), [((3,), _AHEAD), ((7,), _BACK)]),
        (
            _TEXT,
            Move("Le gué@1", _AHEAD, _BACK, "encart"),
            [((5,), _FORD), ((7,), _BACK), ((1,), _FORD), ((3,), _AHEAD)],
        ),
        (
            _TEXT,
            Move(_BACK, _BACK, "Le gué@1", "encart"),
            [((1,), _FORD), ((7,), _BACK), ((3,), _AHEAD), ((5,), _FORD)],
        ),
        ("Premier, 1 Second, 2", Split("Premier", "Second", "réunis"), [((1,), "Premier, 1"), ((1,), "Second, 2")]),
        ("Le\n\nGUÉ\n\nsuite", Join("Le", "GUÉ", "titre sur deux lignes"), [((1, 3), "Le GUÉ"), ((5,), "suite")]),
    ],
)
def test_an_instruction_is_followed(text: str, told: Any, lines: list[tuple[tuple[int, ...], str]]) -> None:  # noqa: ANN401 - any instruction
    state = instructed(_state(text), _only(told))
    assert [(line.numbers, line.text) for line in state.lines] == lines
    assert all(line.printed == line.text for line in state.lines if not isinstance(told, Replace))
    assert len(state.repairs) == (2 if isinstance(told, Replace) else 0)


def test_a_line_is_given_its_role() -> None:
    assert instructed(_state(_TEXT), _only(Role(_AHEAD, "note", "ambiance"))).lines[1].role == "note"


@pytest.mark.parametrize(
    "told",
    [
        Drop("Un pont", "image"),
        Drop("Le gué", "image"),
        Move("Un pont", "Un pont", "Le gué@1", "encart"),
        Replace("Une bannière avance.", "absent", "x", "faute"),
        Split("Un pont", "x", "réunies"),
        Join("Une bannière avance.", "Un pont", "deux lignes"),
        Role("Un pont", "note", "ambiance"),
        Doubt("Un pont", "absent"),
    ],
)
def test_an_instruction_without_its_line_is_a_warning_and_the_rest_is_read(told: Any) -> None:  # noqa: ANN401 - any instruction
    state = repaired(_state(_TEXT), _only(told))
    assert [(fault.code, fault.severity) for fault in state.diagnostics] == [("REPERE", "warning")]
    assert len(state.lines) == 4


def test_sentences_cut_by_a_column_are_joined() -> None:
    lines = joined(_state("Une bannière\n\nqui avance.\n\nUne autre.\n\net une\n\n- suite").lines)
    assert [(line.numbers, line.text) for line in lines][:2] == [
        ((1, 3), "Une bannière qui avance."),
        ((5,), "Une autre."),
    ]


def test_a_doubt_leaves_the_line_and_says_where() -> None:
    state = instructed(_state(_TEXT), _only(Doubt("Une bannière recule", "elle avance plus haut")))
    assert _texts(state) == _texts(_state(_TEXT))
    assert [(fault.code, fault.line) for fault in state.diagnostics] == [("TEXTE-DOUTEUX", 7)]
