"""What is found missing because a file could not be read is held back: that file is to be mended first."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.errors import Diagnostic
from kb.system.findings import finding

# What says that something is not there, when it may stand in a file of rules.
_OF_RULES = frozenset(
    {
        *("RENVOI-PERDU", "RENVOI-AMBIGU", "RELATION-CIBLE", "RELATION-SANS-PHRASE", "ERRATUM-CIBLE", "ID-ABSENT"),
        *("QUESTION-SANS-REGLE", "QUESTION-SANS-PHRASE", "CONCLUSION-SANS-REGLE", "CONCLUSION-SANS-PHRASE"),
        *("MOMENT-SANS-REGLE", "USAGE-SANS-REGLE", "CLAUSE-SANS-REGLE", "BLOC-SANS-REGLE", "RANGEE-INCONNUE"),
        *("PHRASE-CHANGEE", "NUMERO-MANQUANT", "TERME-INDEFINI", "NOM-DE-DEUX-RANGEES"),
    }
)
# The same, when it may stand in a file beside them.
_OF_FILES = {
    "absents.toml": frozenset({"QUESTION-SANS-REGLE"}),
    "relations.toml": frozenset({"RENVOI-PERDU", "RENVOI-AMBIGU"}),
    "timeline.toml": frozenset({"SEQUENCE-SANS-MOMENT", "ETAPE-SANS-MOMENT", "MOMENT-INCONNU"}),
    "ids.toml": frozenset({"ID-ABSENT", "ID-HORS-REGISTRE", "RENVOI-PERDU"}),
}


def led_by_unread(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The files that could not be read, then the rest, but for what may follow from them; how many findings are held back so."""
    unread = [one for one in found if one.code == "DONNEES"]
    names = dict.fromkeys(Path(one.file).name for one in unread)
    codes = frozenset[str]().union(*(_OF_RULES if name.endswith(".md") else _OF_FILES.get(name, ()) for name in names))
    rest = [one for one in found if one.code != "DONNEES"]
    held = [one for one in rest if one.code in codes]
    yield from unread
    if held:
        yield finding("CONSTATS-RETENUS", unread[0].file, count=len(held), files=", ".join(names))
    yield from (one for one in rest if one.code not in codes)
