"""Read names: what a text means, what an unknown id resembles, the glossary."""

import difflib
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter

from kb.model.clauses import clause_id, unit_of
from kb.model.words import title_key
from kb.store.opening import OpenedBase, remembered
from kb.store.records import View
from kb.store.works import work as work_info
from kb.store.works import work_ids


def lookup(base: OpenedBase, text: str, work: str | None = None, view: View = "both") -> tuple[str, ...]:
    """The ids that an id, a number, a title or another name means; exact ids first, then numbers, titles, names.

    Without `work`, every work is asked, the example work last; `work/name` asks that one. Several ids: the text is ambiguous.
    """
    wanted = text.strip()
    for candidate in spellings(wanted):
        if _holds(base, candidate, view):
            return (candidate,)
    known = work_ids(base, unlisted=True, view=view)
    game, _, rest = wanted.partition("/")
    if rest and game in known:
        return _best(base, (game,), rest, view)
    if work is not None:
        return _best(base, (work,), wanted, view)
    return _best(base, work_ids(base, view=view), wanted, view) or _best(base, known, wanted, view)


def spellings(identifier: str) -> list[str]:
    """The ways an id may be written: as it is, with `@` and `#` exchanged; the unit of a clause, what is without its `#` part."""
    found = [identifier]
    if clause_id(identifier) is not None:
        found.append(unit_of(identifier))
    base, mark, unit = identifier.partition("#")
    if "@" in unit:
        unit, _, authority = unit.partition("@")
        found.append(f"{base}@{authority}#{unit}")
        base = f"{base}@{authority}"
    if mark:
        found.append(base)
    return found


def _best(base: OpenedBase, works: Sequence[str], wanted: str, view: View) -> tuple[str, ...]:
    """What a text means in these works, of the best rank that any of them gives."""
    found = [pair for work in works for pair in _meant(base, work, wanted, view)]
    best = min((rank for rank, _identifier in found), default=0)
    return tuple(dict.fromkeys(identifier for rank, identifier in found if rank == best))


# Best first.
_ROLES = ("former", "number", "title", "alias", "label")


def _meant(base: OpenedBase, work: str, wanted: str, view: View) -> list[tuple[int, str]]:
    """What a text means in one work: (rank, id) pairs, an id of the work before all names, whole provisions before units."""
    for candidate in spellings(f"{work}/{wanted}"):
        if _holds(base, candidate, view):
            return [(1 if wanted[:1].isdigit() else 2, candidate)]
    query = """
        SELECT role, id FROM names
        WHERE work = :work AND key IN (:wanted, :key)
        AND EXISTS (SELECT 1 FROM nodes n WHERE n.id = names.id AND :view IN ('both', n.layer))
        ORDER BY instr(id, '#') > 0,
            (SELECT kind FROM nodes n WHERE n.id = names.id) NOT IN ('definition', 'keyword', 'ability'), id
    """
    found = base.rows(query, work=work, wanted=wanted, key=title_key(wanted), view=view)
    return [(_ROLES.index(role), identifier) for role, identifier in found]


def meant_by(base: OpenedBase, work: str, keys: Collection[str]) -> dict[str, list[tuple[str, str]]]:
    """(id, kind) of what names mean in a work, of the best rank, by their keys; those that mean nothing are left out."""
    query = """
        SELECT DISTINCT m.key, m.role, m.id, n.kind FROM names m JOIN nodes n ON n.id = m.id
        WHERE m.work = :work AND m.key IN (SELECT value FROM json_each(:keys)) ORDER BY m.id
    """
    found: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for key, role, identifier, kind in base.rows(query, work=work, keys=sorted(keys)):
        found[key][role].append((identifier, kind))
    return {key: roles[min(roles, key=_ROLES.index)] for key, roles in found.items()}


def _holds(base: OpenedBase, identifier: str, view: View) -> bool:
    """True when the view holds a provision of this very id, or the unit of a clause."""
    query = "SELECT 1 FROM nodes WHERE id = :id AND :view IN ('both', layer) LIMIT 1"
    held = identifier if clause_id(identifier) is None else unit_of(identifier)
    # What holds a space is no id.
    return " " not in held and bool(base.rows(query, id=held, view=view))


def names(base: OpenedBase, work: str, roles: Sequence[str] = ("former", "title", "alias")) -> list[tuple[str, str]]:
    """(name, id) of everything in a work that has a name of these roles, units included."""
    query = """
        SELECT name, id FROM names
        WHERE work = :work AND role IN (SELECT value FROM json_each(:roles)) ORDER BY id, role, key, name
    """
    return base.rows(query, work=work, roles=list(roles))


def called(base: OpenedBase, work: str, name: str) -> tuple[str, ...]:
    """What else bears a name in a work, in alphabetical order: titles and other names."""
    query = """
        SELECT DISTINCT o.name FROM names n JOIN names o ON o.work = n.work AND o.id = n.id
        WHERE n.work = :work AND n.key IN (:name, :key) AND n.role IN ('title', 'alias') AND o.role IN ('title', 'alias')
        ORDER BY o.name
    """
    return tuple(base.column(query, work=work, name=name, key=title_key(name)))


@remembered
def row_names(base: OpenedBase, table: str) -> dict[str, tuple[str, ...]]:
    """What players call the rows and the columns of a table, by their labels in the précis, those of every table among them."""
    query = "SELECT DISTINCT label, name FROM row_names WHERE work = :work AND id IN ('', :id) ORDER BY label, name"
    rows = base.rows(query, work=table.partition("/")[0], id=table)
    return {label: tuple(name for _label, name in given) for label, given in groupby(rows, itemgetter(0))}


@remembered
def rows_called(base: OpenedBase, work: str) -> tuple[str, ...]:
    """Every name that players give to a row or a column of a table of a work."""
    return tuple(base.column("SELECT DISTINCT name FROM row_names WHERE work = :work ORDER BY name", work=work))


def nearest(base: OpenedBase, identifier: str, limit: int = 3, view: View = "both") -> tuple[str, ...]:
    """The ids of a view that resemble an unknown one: in the work that it names, else in any, the work left out or not."""
    query = "SELECT DISTINCT id FROM nodes WHERE instr(id, '#') = 0 AND :view IN ('both', layer) ORDER BY work, place"
    known = base.column(query, view=view)
    near = {one: one for one in known if one.startswith(f"{identifier.partition('/')[0]}/")}
    if not near:
        near = {one.partition("/")[2]: one for one in reversed(known)} | {one: one for one in known}
    close = difflib.get_close_matches(identifier, near, n=limit, cutoff=0.5)
    return tuple(near[name] for name in close)


def glossary(base: OpenedBase, work: str, view: View = "both") -> list[tuple[str, str, tuple[str, ...]]]:
    """(term, id, other names) of every definition, keyword and ability, in alphabetical order of the normalised term.

    Raises:
        UnknownWorkError: there is no such work in this view.
    """
    work_info(base, work, view)
    query = """
        SELECT DISTINCT n.title, n.id FROM nodes n
        WHERE n.work = :work AND n.kind IN ('definition', 'keyword', 'ability')
        AND n.status NOT IN ('superseded', 'deleted')
        AND (instr(n.id, '#') = 0 OR n.form IN ('bullet', 'nested'))
        AND n.layer = (SELECT max(m.layer) FROM nodes m WHERE m.id = n.id AND :view IN ('both', m.layer))
    """
    others: dict[str, dict[str, None]] = {}
    for name, identifier in names(base, work, ("alias",)):
        others.setdefault(identifier, {})[name] = None
    entries = [(title, one, tuple(others.get(one, ()))) for title, one in base.rows(query, work=work, view=view)]
    return sorted(entries, key=lambda entry: (title_key(entry[0]), entry[1]))
