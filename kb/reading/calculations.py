"""The `calculs.tsv` of a work: a question of a value a line, with the request that it means.

The request is a JSON object: `contexte`, `base`, `modificateurs` (names that the policy has) and `effets` (« +1 », « x2 », « =3 »).
"""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.errors import FaultyFileError
from kb.model import Calculation
from kb.reading.source import read_source
from kb.system.declared import nearest

FILE = "calculs.tsv"
_TITLES = "quantite\tcas\tquestion"
_WIDTH = 3
_OPERATIONS = {
    "+": "add",
    "-": "subtract",
    "−": "subtract",
    "×": "multiply",
    "x": "multiply",
    "/": "divide",
    "=": "set",
}
_EFFECT = re.compile(r"([+−×x/=-]) ?(\d+)")
_PARTS = {"contexte": dict, "base": int, "modificateurs": list, "effets": list}


def read_calculations(folder: Path) -> tuple[Calculation, ...]:
    """The questions of values of a work; none where there is no such file.

    Raises:
        FaultyDataError: a line is none; the message says which, and what is wrong.
    """
    path = folder / FILE
    if not os.path.lexists(path):
        return ()
    head, *lines = read_source(path, folder, data=True).lines
    if head != _TITLES:
        titles = ", ".join(_TITLES.split("\t"))
        raise FaultyFileError(FILE, (1, f"trois colonnes séparées par une tabulation, {titles}"))
    found: list[Calculation] = []
    faults: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 2):
        try:
            found += [_calculation(line, number)] if line.strip() else []
        except ValueError as fault:
            faults.append((number, str(fault)))
    if faults:
        raise FaultyFileError(FILE, *faults)
    return tuple(found)


def _calculation(line: str, number: int) -> Calculation:
    """The question of a line; what is wrong with it is a ValueError, in French."""
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != _WIDTH or not all(cells):
        raise ValueError(f"il faut trois colonnes remplies ; il y en a {len(cells)}")
    quantity, case, question = cells
    try:
        return Calculation(question, request_of(quantity, json.loads(case)), number)
    except (json.JSONDecodeError, RecursionError) as fault:
        at = getattr(fault, "colno", 1)
        raise ValueError(f"cas illisible au caractère {at} ; corrigez le JSON") from fault
    except ValueError as fault:
        raise ValueError(f"{fault} ; corrigez le cas") from fault


def request_of(quantity: str, case: object) -> dict[str, Any]:
    """The request that a case means, as the engine takes it: player A asks.

    Raises:
        ValueError: it is none, said in French.
    """
    if not isinstance(case, Mapping):
        raise ValueError("un objet est attendu")  # noqa: TRY004 - said of a file, not of a call
    for name, value in case.items():
        if name not in _PARTS or type(value) is not _PARTS[name]:
            kinds = ", ".join(_PARTS)
            raise ValueError(
                f"« {name} » : clé inconnue, ou valeur d'une autre sorte ; sont connues : {kinds}{nearest(name, _PARTS)}"
            )
    for name in case.get("modificateurs", ()):
        if not isinstance(name, str):
            raise ValueError(f"« {name} » n'est pas le nom d'un modificateur")  # noqa: TRY004 - as above
    for name, value in case.get("contexte", {}).items():
        if not isinstance(value, bool | int | str):
            raise ValueError(f"contexte, « {name} » : un nombre entier, oui ou non, ou un mot")  # noqa: TRY004 - as above
    modifiers = [{"label": name, "owner": "A"} for name in case.get("modificateurs", ())]
    for place, effect in enumerate(case.get("effets", ())):
        met = _EFFECT.fullmatch(str(effect))
        if met is None:
            raise ValueError(f"« {effect} » n'est pas un effet : +1, -1, x2, /2 ou =3")
        # Two of one name may count once: each has its own.
        label = f"{effect}{' ' * place}"
        modifiers.append({"op": _OPERATIONS[met[1]], "value": int(met[2]), "label": label, "owner": "A"})
    given = {"quantity": quantity, "context": case.get("contexte", {}), "modifiers": modifiers, "active": "A"}
    return given | ({"base": case["base"]} if "base" in case else {})
