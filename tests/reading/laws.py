"""The two laws of reading, whatever the work: no line is lost, no word is altered but by a declared repair."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.errors import Severity
from kb.model import CanonicalText, PatchOperation, Repair
from kb.model.words import words
from kb.parsing import parse_work
from kb.reading.instructions import read_instructions
from kb.reading.recognise import Publication, read_as
from kb.reading.source import SourceText
from kb.reading.works import warmachine
from kb.reading.works.t9a.profiles import LABELS

Marks = tuple[tuple[re.Pattern[str], str], ...]
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Syntax:
    """How a work is compared with its source: what its canonical text adds, and what stands in print for marks.

    `before` is taken off a printed line before its repairs apply, `after` when they have. With `reprints`, lines that stand
    apart are printings of the same thing, and each says it whole; a row then leaves out those of `labels` that have no value.
    The repairs for one of the reasons `renamed` only change the case or the breaks of a title.
    """

    canonical: Marks
    before: Marks = ()
    after: Marks = ()
    tokens: Callable[[str], list[str]] = words
    reprints: bool = False
    labels: frozenset[str] = frozenset()
    renamed: frozenset[str] = frozenset()

    def said(self, line: str) -> list[str]:
        """The words of a canonical line, without its marks and the labels that the print lacks."""
        return self.tokens(_without(line, self.canonical))

    def printed(self, line: str, repairs: Iterable[Repair]) -> list[str]:
        """The words of a source line after its declared repairs, each of which must apply."""
        line = _without(line.strip(" ") if self.before else line, self.before)
        for repair in repairs:
            if repair.reason not in self.renamed:
                assert repair.before in line, repair
                line = line.replace(repair.before, repair.after, 1) if repair.before else f"{line} {repair.after}"
        return self.tokens(_without(line.strip(), self.after))


def _without(line: str, marks: Marks) -> str:
    for pattern, replacement in marks:
        line = pattern.sub(replacement, line)
    return line


def _marks(*patterns: str | tuple[str, str]) -> Marks:
    pairs = ((pattern, "") if isinstance(pattern, str) else pattern for pattern in patterns)
    return tuple((re.compile(pattern), replacement) for pattern, replacement in pairs)


def _folded(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


_TITLE = r"^#{1,6} "
_ID_AT_END = r" \{[#.][^}]*\}$"
_ID = r" \{[#.][^}]*\}"
SYNTAX = {
    "runewars": Syntax(
        _marks(
            _TITLE,
            _ID_AT_END,
            r"^> \*\*(?:Exemple|Note)\*\* : ",
            r"^\*\*[QR] :\*\* ",
            r"^(?:Remplacer|Ajouter|Supprimer) [\w/.#-]+ : ",
            r"\[\^1\](?: : )?",
        ),
        after=_marks(r"^(?:Exemple|[QR]) ?: "),
        tokens=_WORD.findall,
    ),
    "aos": Syntax(
        _marks(
            _TITLE,
            _ID_AT_END,
            r"^> \*\*(?:Exemple|Note|Résumé)\*\*(?: : )?",
            r"^- \*\*(?:Moment|Coût|Restriction)\*\* : ",
        ),
        tokens=_folded,
    ),
    "t9a": Syntax(
        _marks(
            r"^#{1,6} (?:\d+ )?",
            _ID,
            (r"\]\(#[^)]*\)", "]"),
            (r"^> \*\*(?:Exemple|Note)(?: : (Figure \d+))?\*\*(?: : )?", r"\1 "),
            r"^ *- \*\*(?:Coût|Effet)\*\* : ",
            (r"\| (?:Effectif|Formation|Limite|Socle)(?= \|)", "| "),
            r"PV / Rés",
        ),
        before=_marks(r"</?(?:b|i|sup)>", r"^#{1,6} (?:\d(?:\.| –) )?", r"^(?:Valeur de lancement|Exemple) ?: "),
        reprints=True,
        labels=frozenset(word for label in LABELS for word in words(label)),
    ),
    "warmachine": Syntax(
        _marks(_TITLE, _ID, r"^> \*\*(?:Exemple|Note)\*\* : "),
        after=_marks(r"^EXEMPLE : "),
        renamed=frozenset({warmachine.TITLE_REASON}),
    ),
    "wap": Syntax(
        _marks(_TITLE, _ID_AT_END, r"^\d\. (?=\*\*)", r"^> \*\*Note\*\* : ", r"\[\^\d\](?: : )?"),
        after=_marks(r"^Note ?: "),
    ),
}
WORKS = tuple(SYNTAX)

# ---------------------------------------------------------------- What a reading holds


def read_damaged(folder: Path, lines: Sequence[str]) -> Publication:
    """Lines read as the work of a folder, though too few may be left to recognise it."""
    return read_as(SourceText("abîmé.txt", "0" * 64, tuple(lines)), read_instructions(folder))


def written(publication: Publication) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The canonical lines that come from the source, with their source lines."""
    for text in publication.texts:
        yield from written_in(text)


def written_in(text: CanonicalText) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The lines of one canonical text that come from the source."""
    for line, numbers in zip(text.text.split("\n"), text.line_map, strict=True):
        if numbers:
            yield line, numbers


def times_held(publication: Publication) -> Counter[int]:
    """How many canonical lines each source line is in."""
    return Counter(number for _line, numbers in written(publication) for number in numbers)


def drops(publication: Publication) -> list[tuple[int, str]]:
    """Every source line left out, with the reason."""
    return [
        (number, drop.reason)
        for text in publication.texts
        for drop in text.dropped
        for number in range(drop.span.start, drop.span.end + 1)
    ]


def repairs_of(publication: Publication) -> dict[int, list[Repair]]:
    """The repairs of each source line, in order."""
    repairs: dict[int, list[Repair]] = defaultdict(list)
    for repair in (repair for text in publication.texts for repair in text.repairs):
        repairs[repair.line].append(repair)
    return repairs


# ---------------------------------------------------------------- The laws


def assert_nothing_is_lost(publication: Publication, lines: Sequence[str]) -> None:
    """Every line that is not blank is held, or left out for a reason."""
    wanted = {number for number, line in enumerate(lines, 1) if line.strip()}
    held, gone = set(times_held(publication)), drops(publication)
    assert wanted <= held | {number for number, _reason in gone}
    assert held <= wanted
    assert all(reason for _number, reason in gone)


def assert_nothing_is_both_held_and_dropped(publication: Publication) -> None:
    """A line is left out once, and is then held nowhere."""
    gone = Counter(number for number, _reason in drops(publication))
    assert set(gone.values()) <= {1}
    assert not set(gone) & set(times_held(publication))


def assert_every_word_is_the_source_s(publication: Publication, source: SourceText, syntax: Syntax) -> None:
    """Canonical lines that share source lines say together what these say; one that stands alone, in the same order."""
    repairs = repairs_of(publication)
    printed = {number: syntax.printed(line, repairs[number]) for number, line in enumerate(source.lines, 1)}
    for lines, numbers in _together(publication):
        said = [syntax.said(line) for line in lines]
        for run in _printings(sorted(numbers)) if syntax.reprints else [numbers]:
            whole = [word for number in run for word in printed[number]]
            missing = Counter(whole) - Counter(word for line in said for word in line)
            if any(line.startswith("| ") for line in lines):
                assert set(missing) <= syntax.labels, lines
            else:
                assert not missing, lines
            assert Counter(word for line in said for word in line) == Counter(whole) - missing, lines
            if len(lines) == 1 and (len(run) == 1 or not syntax.reprints):
                assert said[0] == whole, lines
            if len(numbers) == 1:
                assert all(_stands_in(line, whole) for line in said if not missing), lines


def assert_every_registered_id_and_no_other(publication: Publication) -> None:
    """The canonical text parses, to the provisions of the register; an erratum brings those that it adds."""
    parsed = parse_work(publication.texts)
    assert [one for one in parsed.diagnostics if one.severity is not Severity.INFO] == []
    assert parsed.rulebook is not None
    produced = {piece.id.partition("/")[2] for piece in parsed.rulebook.provisions if not piece.is_unit}
    added = {patch.target for patch in parsed.rulebook.patches if patch.operation is PatchOperation.ADD}
    assert not produced & added
    assert produced | added == publication.register.ids


def _stands_in(piece: list[str], whole: list[str]) -> bool:
    return any(whole[at : at + len(piece)] == piece for at in range(len(whole) + 1))


def _together(publication: Publication) -> list[tuple[list[str], list[int]]]:
    """The canonical lines that share source lines, each group with these lines, in the order that they are read."""
    groups: list[tuple[list[str], list[int]]] = []
    owner: dict[int, int] = {}
    for line, numbers in written(publication):
        known = sorted({owner[number] for number in numbers if number in owner})
        lines = [*(each for index in known for each in groups[index][0]), line]
        held = [*numbers] if not known else sorted({*numbers, *(each for index in known for each in groups[index][1])})
        for index in known:
            groups[index] = ([], [])
        groups.append((lines, held))
        owner.update(dict.fromkeys(held, len(groups) - 1))
    return [group for group in groups if group[0]]


def _printings(numbers: list[int]) -> list[list[int]]:
    """Runs of lines, a blank line apart at most: several when a thing is printed several times."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number <= runs[-1][-1] + 2:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs
