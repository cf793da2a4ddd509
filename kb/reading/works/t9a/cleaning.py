"""What the conversion left in the sentences: tags, formulas, quotations that only set the mood, signs of bullets."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.reading.repairs import NESTED, Line, Reworded, State, reworded, without

FORMULA_REASON = "formule mathématique de la conversion"
MOOD_REASON = "citation d'ambiance, sans règle"
_TAG = re.compile(r"</?(?:b|i|sup)>")
_FORMULA = re.compile(r"[ ]*\$(?P<body>[^$]+)\$[ ]*")
_BULLET = re.compile(r"^(?P<indent>[ ]*)- +(?=\S)")
_MOOD = re.compile(r"^\*[^*].*\*$")
_AUTHOR = re.compile(r"^— ")


def cleaned(state: State) -> State:
    """Lines without tags, formulas in plain signs, bullets set aside (`-`, or `--` below another), moods left out."""
    state = reworded(state, FORMULA_REASON, _plain_formulas)
    return _without_moods(replace(state, lines=tuple(map(_unbulleted, state.lines))))


def _plain_formulas(line: Line) -> Reworded:
    """A line without tags, a formula between dollars as the signs that it stands for."""
    text = _TAG.sub("", line.text)
    pieces = [(f"${match['body']}$", _signs(match["body"])) for match in _FORMULA.finditer(text)]
    text = _FORMULA.sub(lambda match: f" {_signs(match['body'])} ", text)
    return (re.sub(r" +(?=[.,)])|(?<=\() +", "", text) if pieces else text), pieces


def _signs(formula: str) -> str:
    return formula.replace(r"^\circ", "°").replace("''", '"').strip()


def _unbulleted(line: Line) -> Line:
    match = _BULLET.match(line.text)
    bullet = (NESTED if match["indent"] else "-") if match else ""
    return replace(line, text=line.text[match.end() if match else 0 :].strip(" "), bullet=bullet)


def _without_moods(state: State) -> State:
    """Leave out each line in italics that an author's name follows, with the name."""
    authors = [index for index, line in enumerate(state.lines) if index and _AUTHOR.match(line.text)]
    signed = [index for index in authors if _MOOD.match(state.lines[index - 1].text)]
    return without(state, [place for index in signed for place in (index - 1, index)], MOOD_REASON) if signed else state
