"""Cut a canonical file into its front matter and its blocks, and explain the blocks that do not parse."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from itertools import groupby

from lark.exceptions import UnexpectedInput, UnexpectedToken

from kb.errors import Diagnostic, Severity
from kb.parsing.blocks import Block, moved
from kb.parsing.grammars import parser
from kb.parsing.readings import Readings
from kb.system import bounds
from kb.system.data import grammar
from kb.system.findings import finding

_FRONT_LINE = re.compile(r"^(?P<key>[a-z-]+)[ ]?:[ ]*(?P<value>.*\S)[ ]*$")
_WORK_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_UNKNOWN = "cette ligne n'est pas de la forme du bloc où elle est"
_FORMS = "une ligne vide sépare deux blocs : titre, règle **1.1**, liste « - », étapes « 1. », tableau, paragraphe"
_SPACES = {0xA0: " ", 0x202F: " "}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The head of a canonical file; the absent keys are empty."""

    oeuvre: str
    titre: str
    document: str
    edition: str = ""
    # For who reads the file: the program reads French.
    langue: str = "fr"
    autorite: str = ""
    mode: str = ""
    sous: str = ""


_FRONT_KEYS = frozenset(field.name for field in fields(FrontMatter))
_FRONT_REQUIRED = [field.name for field in fields(FrontMatter) if field.default is MISSING]


def cut(text: str, file: str, reader: Readings) -> tuple[FrontMatter | None, list[Block], list[Diagnostic]]:
    """What a canonical file holds: its head (None when it cannot be used), its blocks; every fault met, none hides the next."""
    lines = [line.rstrip() for line in _normal(text).split("\n")]
    front, body, diagnostics = _front_matter(lines, file)
    blocks: list[Block] = []
    for offset, block_text in _block_texts(lines, body):
        try:
            blocks.append(moved(reader.blocks[block_text], offset))
        except UnexpectedInput as fault:
            diagnostics.append(_explain(fault, block_text, offset, file, known=len(diagnostics) < bounds.FINDINGS))
    return front, blocks, diagnostics


def _normal(text: str) -> str:
    """The same lines in composed characters, with plain spaces for the unbreakable ones, without mark of encoding."""
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff")).translate(_SPACES)


def _front_matter(lines: list[str], file: str) -> tuple[FrontMatter | None, int, list[Diagnostic]]:
    """The head, the index of the first line after it, and its faults."""
    if not lines or lines[0].strip() != "---":
        return None, 0, [_front_fault("absent", file, 1, lines[0] if lines else "")]
    end = next((index for index, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
    if end is None:
        return None, len(lines), [_front_fault("ouvert", file, 1, "---")]
    values, faults = _front_values(lines[1:end], file)
    missing = [key for key in _FRONT_REQUIRED if key not in values]
    if missing:
        faults.append(_front_fault("incomplet", file, 1, "---", missing=", ".join(missing)))
    usable = not missing and values["oeuvre"]
    return FrontMatter(**values) if usable else None, end + 1, faults


def _front_values(lines: list[str], file: str) -> tuple[dict[str, str], list[Diagnostic]]:
    """The keys of the head, whose first line is line 2 of its file, and its faulty lines."""
    values: dict[str, str] = {}
    faults: list[Diagnostic] = []
    for number, line in enumerate(lines, 2):
        match = _FRONT_LINE.match(line)
        if match is None or match["key"] not in _FRONT_KEYS:
            if line.strip():
                faults.append(_front_fault("inconnu", file, number, line))
        elif match["key"] in values:
            faults.append(_front_fault("double", file, number, line, key=match["key"]))
        elif match["key"] == "oeuvre" and not _WORK_ID.fullmatch(match["value"]):
            faults.append(_front_fault("oeuvre", file, number, line))
            values["oeuvre"] = ""
        else:
            values[match["key"]] = match["value"]
    return values, faults


def _front_fault(what: str, file: str, line: int, context: str, **said: str) -> Diagnostic:
    keys = ", ".join(sorted(_FRONT_KEYS))
    return finding(f"EN-TETE/{what}", file, line, 1, None, context, keys=keys, **said)


def _block_texts(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    """Runs of non-blank lines, each with the number of lines before it."""
    for blank, run in groupby(range(start, len(lines)), lambda index: not lines[index].strip()):
        if not blank:
            places = list(run)
            yield places[0], "\n".join(lines[place] for place in places)


@cache
def _faults() -> Mapping[tuple[str, str, str], list[str]]:
    """The examples of `grammar/errors.toml`, by (code, message, hint)."""
    return {(one["code"], one["message"], one["hint"]): one["examples"] for one in grammar("errors")["fault"]}


def _explain(fault: UnexpectedInput, block: str, offset: int, file: str, *, known: bool) -> Diagnostic:
    """The diagnostic of a block that does not parse: the example of `errors.toml` that fails alike names it, if it is to be `known`."""
    like = fault.match_examples(parser("rulebook").parse, _faults(), use_accepts=True) if known else None
    code, message, hint = like or ("BLOC", _UNKNOWN, _FORMS)
    lines = block.split("\n")
    line, column = fault.line, fault.column
    if isinstance(fault, UnexpectedToken) and fault.token.type == "$END":
        line, column = len(lines), len(lines[-1]) + 1
    return Diagnostic(code, Severity.ERROR, message, hint, file, offset + line, column, context=lines[line - 1])
