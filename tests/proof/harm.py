"""How a text is harmed: lines lost, doubled, exchanged or cut, and characters that no author meant."""

import random
import time
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

# Pieces that open, close or break every construction, what is said at length, what counts, and ordinary words.
PIECES = [
    "# ", "## ", "#", "###### ", "**", "*", "_", "[", "(", "**3.1**", "**3.1 ", "- ", "  - ", "1. ", "2. ", "999. ",
    "   ", "| ", " |", "| --- |", "\\", "> ", "> **Note** : ", "> **Résumé**", "> - ", "> **Encadré : ",
    "Tableau : ", "Aussi : ", "Sujets connexes : ", "Répéter 1-2 : ", "Remplacer 3.1 : ", "**Q :** ", "**R :** ",
    "[^1] : ", "[^1]", "[^a", "{#a}", "{#", "{.erratum}", "{.regle mode=", "{", "}", "---", "\n", "\n\n", "\n\n", " ",
    ",", "voir 3.1", "page 4 ", "au début de la phase ", "« ", " »", "[a](#b)", "[a](#", "2D6", "pont", "Gué",
    "**Moment** : ", "# Jeu\n\n", "# Sort {.sort}\n\n", "- **Moment** : Passif\n", "é", "e\u0301", "\ue000", "\u00a0",
    "\u2028", "\x0c", "\r", "œ", "!", "9" * 40,
]  # fmt: skip
# Anything that JSON can say.
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FOREIGN = "\ufeff\u202e\u0000\u200b\ud7ff\ue000\U0001f9ff\u0301é½\"'{}[]|#*>\\\t\r\x0b\x85\u2028"


def harmed(text: str, seed: int, most: int = 6) -> str:
    """A text after some harms, a few unless more are wanted, always the same for a seed."""
    chance = random.Random(seed)  # noqa: S311 - damage, not a secret
    lines = text.split("\n")
    for _time in range(chance.randint(1, most)):
        place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        line = lines[place]
        at = chance.randint(0, len(line))
        match chance.randrange(6):
            case 0 if len(lines) > 1:
                del lines[place]
            case 1:
                lines.insert(other, line)
            case 2:
                lines[place], lines[other] = lines[other], line
            case 3:
                lines[place] = line[:at]
            case 4:
                lines[place] = line[:at] + chance.choice(FOREIGN) * chance.randint(1, 3) + line[at:]
            case _:
                lines[place] = line[:at] + lines[other][:at]
    return "\n".join(lines)


def spoil(whole: Any, data: st.DataObject, values: st.SearchStrategy[Any] = JSON) -> None:  # noqa: ANN401 - a table, a list
    """Put any value in place of one, at any depth."""
    place = whole
    while True:
        keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            place[key] = data.draw(values)
            return
        place = inner


def grows(work: Callable[[str], object], unit: Callable[[int], str], small: int, times: int, most: float) -> bool:
    """Whether a work takes, on a text `times` as long, `most` times longer than that at most; exactly that where it grows as the text does.

    The small text is read three times, the long one again as long as it takes too much: another program may hold it up, and nothing hastens
    it. Less than a millisecond is noise.
    """

    def lasts(text: str) -> float:
        started = time.process_time()
        work(text)
        return max(time.process_time() - started, 0.001)

    least = min(lasts(unit(small)) for _time in range(3))
    return any(lasts(unit(small * times)) <= most * times * least for _time in range(3))
