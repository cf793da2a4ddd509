"""The parts of an earlier page that a run did not measure: they stay, and say the day and the machine that they are of."""

from __future__ import annotations

import re

from tests.bench.page import NOT_ASKED, QUICK

_HEADING = re.compile(r"^(?=## )", re.MULTILINE)
_DAY = re.compile(r"^\| le \| (\S+) \|$", re.MULTILINE)
_PROCESSOR = re.compile(r"^\| processeur \| (.+) \|$", re.MULTILINE)
_EARLIER = "Partie d'une mesure antérieure, du "


def with_earlier(page: str, former: str) -> str:
    """A page as a run wrote it, with each part that the run was not asked as the page before has it, if that one is no quick try."""
    day, processor = _DAY.search(former), _PROCESSOR.search(former)
    if day is None or processor is None or QUICK in former:
        return page
    said = f"{_EARLIER}{day[1]} ({processor[1]})."
    head, *parts = _HEADING.split(page)
    earlier = {_title(part): part for part in _HEADING.split(former)[1:] if NOT_ASKED not in part}
    return head + "\n".join(_kept(part, earlier.get(_title(part), ""), said).strip("\n") + "\n" for part in parts)


def _title(part: str) -> str:
    return part.partition("\n")[0]


def _kept(part: str, earlier: str, said: str) -> str:
    """The part, or the earlier one where it was not asked; one that was kept before says its own day already."""
    if NOT_ASKED not in part or not earlier:
        return part
    return earlier if _EARLIER in earlier else f"{earlier.rstrip()}\n\n{said}\n"
