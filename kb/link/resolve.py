"""Printed references to provision ids: by number, by page, by link, else by title; none guesses.

A reference ends resolved (one target), ambiguous (several), dangling (none), or suspect (an editor found the printed target wrong).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.link.lookup import NameIndex
from kb.model import CrossReference, Resolution
from kb.model.curation import Correction, Curation
from kb.model.words import title_key
from kb.system.grouping import by_key

# In the data of pages: the one numbering of the whole work.
_WHOLE = "*"
# What an editor declared, by where it stands and what is printed there.
_Declared = Mapping[tuple[str, str], list[Correction]]


def _by_place(declared: Sequence[Correction]) -> _Declared:
    return by_key(((one.place, title_key(one.printed)), one) for one in declared)


class Resolver:
    """Resolves the references of one work."""

    def __init__(self, names: NameIndex, curation: Curation, aliases: tuple[tuple[str, str], ...]) -> None:
        """`aliases` are (former id, id) pairs of the register, without work."""
        self.names = names
        self.aliases = dict(aliases)
        self._corrections, self._choices = _by_place(curation.corrections), _by_place(curation.choices)
        self._pages = by_key(
            (page, (name if name == _WHOLE else title_key(name), target)) for name, page, target in curation.pages
        )
        self._forms: dict[str, Callable[[CrossReference], tuple[str, ...]]] = {
            "number": self._number,
            "index": self._number,
            "page": self._on_page,
            "link": lambda reference: self._known(self.aliases.get(reference.target, reference.target)),
        }

    def resolve(self, reference: CrossReference) -> CrossReference:
        """The reference with its resolution and candidates."""
        for one in self._declared(self._corrections, reference):
            return replace(reference, resolution=Resolution.SUSPECT, candidates=self._known(one.target))
        choices = self._declared(self._choices, reference)
        chosen = tuple(target for one in choices for target in self._known(one.target))
        candidates = chosen or self._forms.get(reference.form, self._title)(reference)
        states = {0: Resolution.DANGLING, 1: Resolution.RESOLVED}
        return replace(reference, resolution=states.get(len(candidates), Resolution.AMBIGUOUS), candidates=candidates)

    def _declared(self, declared: _Declared, reference: CrossReference) -> Iterator[Correction]:
        """What an editor declared of a reference where it stands, by its label where one is given."""
        place, said = reference.source.removeprefix(f"{self.names.work}/"), (reference.target, reference.module or "")
        printed, label = map(title_key, said)
        for one in declared.get((place, printed), ()):
            if title_key(one.label) in {"", label}:
                yield one

    def _known(self, path: str) -> tuple[str, ...]:
        """The whole id of one without work, if there is such a provision."""
        target = f"{self.names.work}/{path}"
        return (target,) if target in self.names.by_id else ()

    def _number(self, reference: CrossReference) -> tuple[str, ...]:
        if reference.module and reference.form == "number":
            return self.names.in_module(reference.target, reference.module)
        return self.names.numbered(self.aliases.get(reference.target) or reference.target, reference.source)

    def _title(self, reference: CrossReference) -> tuple[str, ...]:
        """The best of what bears a name, the provision that prints it left out; its own document first when several remain."""
        found = self.names.titled(reference.target)
        best = self.names.best(identifier for identifier in found if identifier != reference.source)
        if len(best) > 1:
            authority = self.names.by_id[reference.source].authority
            best = tuple(one for one in best if self.names.by_id[one].authority == authority) or best
        return best

    def _on_page(self, reference: CrossReference) -> tuple[str, ...]:
        """What stands on a page: of the document that the reference names or stands in, or of the whole work (`*`)."""
        document = title_key(reference.module or self.names.by_id[reference.source].path[0])
        pages = {
            f"{self.names.work}/{target}"
            for name, target in self._pages.get(reference.target, ())
            if name in {_WHOLE, document, *document.split()}
        }
        return tuple(sorted(pages & self.names.by_id.keys()))
