"""Rules, results and answers in a few French lines: what is quoted, where it stands, and when nothing decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api import wire, wire_works
from api.mcp.desk import Desk
from api.wording import order_lines, relation
from kb.answer import Answer, Answers, Card, Engine, Linked, Results, values
from kb.precedence import Ordered, Prevailing
from kb.timing import Comparison

# Characters of a passage shown beside others, and those of what a rule holds that are shown with it.
_EXCERPT = 280
_WHOLE = 3000
_LISTED = 12
_STATUS = {
    "superseded": "remplacé par un erratum",
    "deleted": "supprimé par un erratum",
    "doubtful": "abîmé dans la source",
}
_AROUND = {
    "excepted_by": "Ses exceptions",
    "excepts": "Fait exception à",
    "overrides": "L'emporte sur",
    "overridden_by": "Cède devant",
    "contradicts": "Contredit",
    "amended_by": "Modifiée par l'erratum",
    "amends": "Modifie",
    "cites": "Renvoie à",
    "related": "Sujets connexes",
    "restates": "Redite en",
    "cited_by": "Citée par",
}
_UNSETTLED = "Aucune règle ne tranche"


def unsettled(reason: str | None = None) -> str:
    """That nothing decides, and what an assistant makes of it."""
    why = f" : {reason.rstrip(' .')}" if reason else ""
    return f"{_UNSETTLED}{why}. N'inventez ni règle ni ordre."


def works(told: wire_works.Works) -> str:
    """The games, a line each."""
    return "\n".join(
        f"- {work.work} : {work.title}, édition {work.edition} ; modes : {', '.join(work.modes)} ; couches : {', '.join(work.layers)}"
        for work in told.works
    )


def search(desk: Desk, told: Results) -> str:
    """The passages found, best first, each with its place and its beginning."""
    if not told.results:
        return f"Aucun passage ne contient ces mots : « {told.query} »."
    lines = [f"Compris : « {told.corrected} »"] if told.corrected else []
    lines.append(f"{told.total} passages ; les {len(told.results)} montrés, du meilleur au moins bon :")
    return "\n".join([*lines, *(_passage_line(desk, passage) for passage in told.results)])


def rule(desk: Desk, told: wire.Rule) -> str:
    """A rule: its place, its words, what it holds, what surrounds it."""
    name = f"{told.number} {told.title}" if told.number else told.title
    lines = [f"# {name}", f"{desk.source(told.id)} ; {' › '.join(told.path)} ; édition {told.edition}"]
    lines += [f"ATTENTION : {_STATUS[told.status]}"] if told.status in _STATUS else []
    lines += [f"En vigueur : {told.superseded_by}"] if told.superseded_by else []
    lines += ["", told.text]
    lines += [f"- {field.name} : {field.value}" for field in told.fields if field.value not in told.text]
    lines += ["(la suite est coupée : lisez ses paragraphes, #1, #2…)"] if told.truncated else []
    lines += ["", f"En bref (précis) : {told.summary}"] if told.summary else []
    lines += ["", *_held(desk, told)] if told.children else []
    around = [f"{label} : {_links(links)}" for field, label in _AROUND.items() if (links := getattr(told, field))]
    return "\n".join([*lines, *([""] if around else []), *around])


def _held(desk: Desk, told: wire.Rule) -> Iterator[str]:
    """What stands below a rule: whole when it is short, else by its names."""
    below = desk.shared.base.children(told.id, desk.view)
    if sum(len(child.text) for child in below) > _WHOLE:
        yield f"Contient : {', '.join(f'{child.number or child.title} ({child.id})' for child in below)}"
        return
    for child in below:
        yield f"{child.number or child.title} ({child.id}) : {child.text}"


def _links(links: wire.Links) -> str:
    shown = [f"{link.title} ({link.id})" for link in links[:_LISTED]]
    left = len(links) - len(shown)
    return ", ".join([*shown, *([f"et {left} autres"] if left else [])])


def _passage_line(desk: Desk, passage: values.Passage) -> str:
    return f"- {desk.source(passage.id)}\n  {excerpt(passage.text)}"


def excerpt(text: str) -> str:
    """The beginning of a text, on one line, with a mark where it is cut."""
    line = " ".join(text.split())
    first = beginning(line)
    return first if first == line else f"{first}…"


def beginning(text: str) -> str:
    """The first words of a text, exactly."""
    return text if len(text) <= _EXCERPT else text[:_EXCERPT].rsplit(" ", 1)[0]


def answers(desk: Desk, told: Answer | Answers) -> str:
    """An answer, or those of the games that answer, the best first."""
    if isinstance(told, Answer):
        return answer(desk, told)
    if not told.games:
        return unsettled("aucun jeu n'a de règle qui réponde ; reformulez, ou cherchez (search)")
    return "\n\n".join(answer(desk, part) for part in told.games.values())


def answer(desk: Desk, told: Answer) -> str:
    """One game's answer, its quotes with their places; or that no rule answers, with the nearest passages."""
    title = desk.shared.base.work(told.game, desk.view).title
    lines = [f"# {title}", *([f"Compris : « {told.corrected} »"] if told.corrected else [])]
    if not told.answerable:
        lines.append(unsettled(told.reason))
        near = [_passage_line(desk, passage) for passage in told.passages]
        return "\n".join([*lines, *(["Les passages les plus proches, qui ne répondent pas :", *near] if near else [])])
    lines += [f"{told.verdict.upper()} (à la question « {told.settled_by} »)"] if told.verdict else []
    lines += [_quote(desk, quote.id, quote.text) for quote in told.answer.quotes]
    lines += [f"{told.cell.column} : {told.cell.value} ({told.cell.id})"] if told.cell else []
    lines += [f"Réserve : {_quote(desk, quote.id, quote.text)}" for quote in told.conditions]
    lines += [f"{step.order}. {excerpt(step.text)} ({step.id})" for step in told.answer.steps]
    lines += [*engine(told.timing), *engine(told.precedence)]
    lines += _linked("Ensuite", told.consequences)
    lines += _linked("Exception", told.exceptions)
    lines += [f"Voir aussi : {', '.join(f'{link.title} ({link.id})' for link in told.related)}"] if told.related else []
    others = [f"{passage.title} ({passage.id})" for passage in told.passages[1:]]
    return "\n".join([*lines, *([f"Autres passages : {', '.join(others)}"] if others else [])])


def _quote(desk: Desk, identifier: str, text: str) -> str:
    return f"« {text} »\n— {desk.source(identifier)}"


def _linked(label: str, links: Iterable[Linked]) -> list[str]:
    return [f"{label} : {link.title} ({link.id}) : {excerpt(link.text)}" for link in links]


def engine(found: Engine | None) -> list[str]:
    """What the engine said beside an answer or on a card, without its proofs."""
    match found:
        case Ordered():
            return list(order_lines(found))
        case Prevailing():
            return [found.reason.capitalize()]
        case Comparison():
            return [relation(found)]
        case None:
            return []


def card(desk: Desk, told: Card) -> str:
    """A ruling card: the verdict or the rule that decides, what it rests on, the exceptions; or that nothing decides."""
    lines = [told.question]
    if told.undecided:
        lines.append(unsettled(told.reason or "les règles citées laissent le cas ouvert"))
    if told.decision is not None:
        lines += [told.decision.verdict.upper()] if told.decision.verdict else []
        lines.append(_quote(desk, told.decision.id, told.decision.text))
    lines += ["(le texte d'un erratum, ou corrigé par un)"] if told.erratum else []
    lines += [f"ATTENTION : {_STATUS[told.status]}"] if told.status in _STATUS else []
    lines += engine(told.order)
    lines += [f"Repose aussi sur : {_quote(desk, ground.id, ground.quote)}" for ground in told.rests_on[1:]]
    lines += _linked("Exception", told.exceptions)
    return "\n".join(lines)
