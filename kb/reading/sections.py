"""Cut a part of a publication along the outline that its register gives: sections, each under its title line."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from kb.errors import Diagnostic
from kb.model.words import words
from kb.reading.register import Entry, Part
from kb.reading.repairs import Line
from kb.system.findings import finding

# The role of a line that its reader knows for a title.
TITLE = "heading"
_CAPITALS = re.compile(r"^[A-ZÀ-Ý].*[A-ZÀ-Ý]{3}|^[A-ZÀ-Ý]{3}")


@dataclass(frozen=True, slots=True)
class Section:
    """A title of the register with the lines below it; `trail` are the ids from the part's title down to its own."""

    entry: Entry
    heading: Line
    lines: tuple[Line, ...]
    trail: tuple[str, ...]


# The sections of a part, and a finding for each of its titles that has no line.
Cut = tuple[tuple[Section, ...], tuple[Diagnostic, ...]]


def title_words(title: str) -> tuple[str, ...]:
    """What two printed forms of a title share: its words, whatever their case."""
    return tuple(words(title))


def in_capitals(text: str) -> bool:
    """True for a title by its form: capitals alone, and no formula."""
    return bool(_CAPITALS.search(text)) and text.upper() == text and "=" not in text


def is_title(line: Line) -> bool:
    """True for a line that looks like a title: marked as one, or in capitals."""
    return line.role == TITLE or (not line.role and in_capitals(line.text))


def sections(
    lines: tuple[Line, ...], part: Part, file: str, titled: Callable[[Line], bool] = lambda line: not line.role
) -> Cut:
    """The sections of a part, in the order of its lines; what precedes the first title goes below it.

    Without any title there is no section. The nth line that reads like a title is the entry that says `@n`; an entry
    without line is a diagnostic. `titled` says which lines may be titles at all.
    """
    wanted = {(title_words(f"{entry.number or ''} {entry.title}"), entry.nth): entry for entry in part.headings}
    known = {key for key, _nth in wanted}
    counts: Counter[tuple[str, ...]] = Counter()
    places: list[tuple[int, Entry]] = []
    for index, line in enumerate(lines):
        key = title_words(line.text)
        if key in known and titled(line):
            counts[key] += 1
            if entry := wanted.pop((key, counts[key]), None):
                places.append((index, entry))
    return _cut(lines, places), tuple(title_not_found(entry, file) for entry in wanted.values())


def _cut(lines: tuple[Line, ...], places: list[tuple[int, Entry]]) -> tuple[Section, ...]:
    ends = [*(index for index, _entry in places[1:]), *[len(lines)] * bool(places)]
    result: list[Section] = []
    open_entries: list[Entry] = []
    for (index, entry), end in zip(places, ends, strict=True):
        open_entries = [*(above for above in open_entries if above.level < entry.level), entry]
        below = lines[index + 1 : end] if result else (*lines[:index], *lines[index + 1 : end])
        result.append(Section(entry, lines[index], below, tuple(above.id for above in open_entries)))
    return tuple(result)


def title_not_found(entry: Entry, file: str) -> Diagnostic:
    """A title of the register that no line reads like."""
    return finding("TITRE-ABSENT", file, 0, 0, entry.id, title=entry.title)
