"""The page that a run writes: parts made of French text and tables, whose figures are also written for a program."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from kb.evaluation import Measure

Cell = str | float | Measure | None
# How the figures of a column are written.
Unit = Callable[[Cell], str]

NOTHING = "—"
NOT_ASKED = "Non demandé à cette mesure (`--parts`)."
QUICK = "**Essai rapide (`--quick`) : ces chiffres ne mesurent rien.**"
_INTRO = """Écrite par `make bench`, et à ne pas retoucher ; sur une même machine, d'une seule traite, sauf les parties qui disent leur
jour. Les rapports comptent plus que les durées : un rapport est le chiffre de sa ligne divisé par celui de la ligne qui porte × 1,00."""
_EARLIER = "Partie d'une mesure antérieure, du "
_HEADING = re.compile(r"^(?=## )", re.MULTILINE)
_DAY = re.compile(r"^\| le \| (\S+) \|$", re.MULTILINE)
_PROCESSOR = re.compile(r"^\| processeur \| (.+) \|$", re.MULTILINE)
_THOUSAND = 1000


def number(value: float, digits: int = 0) -> str:
    """`1 234,5`: a comma, and narrow no-break spaces between thousands."""
    return f"{value:,.{digits}f}".replace(",", "\u202f").replace(".", ",")


def _three_figures(value: float) -> str:
    """`1,72`, `12,5`, `250`."""
    return number(value, 2 if value < 10 else 1 if value < 100 else 0)


def _unit(written: Callable[[float], str]) -> Unit:
    def cell(value: Cell) -> str:
        if value is None:
            return NOTHING
        if isinstance(value, str):
            return value
        if isinstance(value, Measure):
            return f"{written(value.mean)} [{written(value.low)}–{written(value.high)}]"
        return written(value)

    return cell


text = count = _unit(number)
share = _unit(lambda value: number(value, 3))
percent = _unit(lambda value: f"{number(100 * value, 1)} %")
milliseconds = _unit(lambda value: f"{_three_figures(value)} ms")
seconds = _unit(lambda value: f"{_three_figures(value)} s")
megabytes = _unit(
    lambda value: f"{number(value / 1024, 1)} Go" if value >= _THOUSAND else f"{_three_figures(value)} Mo"
)
kilobytes = _unit(lambda value: f"{number(value / 1000)} ko")
times = _unit(lambda value: f"× {number(value, 2)}")


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, each with the way its figures are written, and their rows."""

    columns: Sequence[tuple[str, Unit]]
    rows: Sequence[Sequence[Cell]]

    def markdown(self) -> str:
        """What is named on the left, figures on the right."""
        head = [name for name, _unit in self.columns]
        rule = ["---", *["--:"] * (len(head) - 1)]
        units = [unit for _name, unit in self.columns]
        rows = ([unit(cell) for unit, cell in zip(units, row, strict=True)] for row in self.rows)
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))

    def figures(self) -> dict[str, object]:
        """The same for a program, nothing rounded."""
        rows = [[asdict(cell) if isinstance(cell, Measure) else cell for cell in row] for row in self.rows]
        return {"columns": [name for name, _unit in self.columns], "rows": rows}


# A paragraph, or a table.
Block = str | Table


def ratio(value: float, beside: float) -> float | None:
    """How many times the figure beside it; None where that one is nothing."""
    return value / beside if beside else None


def page(head: Sequence[Block], parts: Sequence[tuple[str, Sequence[Block] | None]], former: str = "") -> str:
    """The whole page, in Markdown: each part by its title, None for one that the run was not asked.

    That one is taken from the former page, with the day and the machine that it is of, unless that page was a quick try.
    """
    kept = _earlier(former)
    blocks = ["# Mesures", _INTRO, *map(_markdown, head)]
    for title, part in parts:
        blocks += [f"## {title}", *map(_markdown, part)] if part is not None else [_not_asked(title, kept)]
    return "\n\n".join(blocks) + "\n"


def _markdown(block: Block) -> str:
    return block if isinstance(block, str) else block.markdown()


def _not_asked(title: str, kept: dict[str, str]) -> str:
    return kept.get(title, f"## {title}\n\n{NOT_ASKED}")


def _earlier(former: str) -> dict[str, str]:
    """The parts of a former page by their title, each saying its day."""
    day, processor = _DAY.search(former), _PROCESSOR.search(former)
    if day is None or processor is None or QUICK in former:
        return {}
    said = f"{_EARLIER}{day[1]} ({processor[1]})."
    return dict(_dated(_HEADING.split(former)[1:], said))


def _dated(parts: Sequence[str], said: str) -> Iterator[tuple[str, str]]:
    for part in parts:
        if NOT_ASKED not in part:
            title = part.partition("\n")[0].removeprefix("## ")
            yield title, part.strip("\n") + ("" if _EARLIER in part else f"\n\n{said}")
