"""What is answered, in a few French lines, for a terminal and for an assistant: what is quoted, where it stands, when nothing decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from api.engine_text import ignored, modified, moment, opening, order_lines, relation, situations, unsettled
from api.games import without_tables
from api.rule_links import LABELS
from api.shapes import Moment, NodeLink, Rule, Situations, Verified, Works
from kb.answer import Answer, Answers, Card, Engine, Linked, Results, citation, values
from kb.answer.values import OURS, Reply, headed
from kb.model import french
from kb.model.french import WORDS
from kb.precedence import Modified, Ordered, Prevailing
from kb.store import LayerName, without_notes
from kb.timing import Comparison, Opening

if TYPE_CHECKING:
    from api.session import Session
    from kb.answer import Resolver

    # A base, and the view in which it is read; a session brings more than most commands need.
    Reader = Session | Resolver

# Characters of a passage shown with others, and those of what a rule holds that are shown with it.
_EXCERPT = 280
# Of what clashes with a rule, a question of a FAQ and its answer.
_CLASHING = 480
_WHOLE = 3000
_LISTED = 12
# Passages with an answer, and those nearest to a question that nothing answers.
_OTHERS = 5
_NEAREST = 3
# What a passage is, for who quotes it: a précis is never the words of the publication.
_LAYERS = {"precis": "précis", "texte": "texte de la publication"}
_OURS = "note d'Arbitre, hors de la publication"
_OTHER: dict[str, LayerName] = {"precis": "texte", "texte": "precis"}
# Which of two rules that clash prevails: the other, this one, or none that is known.
_PREVAILS = {True: "qui l'emporte", False: "qui cède", None: "sans que le livre dise laquelle l'emporte"}
_SUPPORTED = {True: "ce qui en est affirmé en découle", False: "le contraire de ce qui en est affirmé en découle"}


Ruled = Comparison | Ordered | Modified | Prevailing


def source(reader: Reader, identifier: str, words: str = "") -> str:
    """Where a rule stands, as it is cited: `Runewars, Guide de référence, 35.3 Déplacement (runewars/35.3, précis)`.

    What is ours of it, where it or the `words` cited are, is never said to be of the publication.
    """
    for passage in reader.base.passages([identifier], reader.view):
        title = f" {passage.title}" if passage.number else ""
        whose = _OURS if reader.base.is_ours(passage, words) else _LAYERS[passage.layer]
        return f"{citation(reader.base, passage)}{title} ({identifier}, {whose})"
    return identifier


def as_text(reader: Reader, found: object) -> str:
    """What is answered to a request of any kind, in lines."""
    return _TOLD[type(found)](reader, found)


def works(found: Works) -> str:
    """The games, a line each."""
    return "\n".join(
        f"- {work.work} : {work.title}, édition {work.edition} ; modes : {', '.join(work.modes)} ; couches : {', '.join(work.layers)}"
        for work in found.works
    )


def search(reader: Reader, found: Results) -> str:
    """The passages found, best first, each with its place and its beginning."""
    if not found.results:
        return f"Aucun passage ne contient ces mots : « {found.query} »."
    lines = _understood(found.corrected)
    lines.append(f"{found.total} passages ; les {len(found.results)} montrés, du meilleur au moins bon :")
    return "\n".join([*lines, *(_passage_line(reader, passage) for passage in found.results)])


def _understood(corrected: str | None) -> list[str]:
    """The question as it was understood, where a word of it was corrected."""
    return [f"Compris : « {corrected} »"] if corrected else []


def rule(reader: Reader, found: Rule, most: int = _LISTED) -> str:
    """A rule: its place, its words, what it holds, what surrounds it, so many of each at `most`."""
    name = french.named(found.kind, found.number, found.title)
    lines = [f"# {name}", f"{source(reader, found.id)} ; {' › '.join(found.path)} ; édition {found.edition}"]
    page = f"p. {found.page}" if found.page is not None else ""
    lines.append(", ".join(filter(None, (found.source.document, page, found.source.lines))))
    lines += _warned(found.status)
    lines += [f"En vigueur : {found.superseded_by}"] if found.superseded_by else []
    lines += ["", _marked(reader, found), *(note.shown for note in found.notes)]
    lines += [f"- {field.name} : {field.value}" for field in found.fields if field.value not in found.text]
    lines += ["(la suite est coupée : lisez ses paragraphes, #1, #2…)"] if found.truncated else []
    lines += ["", f"En bref (précis) : {found.summary}"] if found.summary else []
    lines += ["", f"Dans la liste que mène : {found.lead.text}"] if found.lead else []
    aligned = (reader.base.passage(other, _OTHER[found.layer]).text for other in found.aligned)
    lines += [f"\nDans l'autre couche : {text}" for text in aligned]
    lines += ["", *_held(reader, found, most)] if found.children else []
    around = [f"{LABELS[field]} : {_named(links, most)}" for field in LABELS if (links := getattr(found, field))]
    return "\n".join([*lines, *([""] if around else []), *around, *_clashes(reader, found)])


def _marked(reader: Reader, found: Rule) -> str:
    """The words of a rule without the notes of its table, which stand below, and with what calls them; ours said to be so."""
    text = without_notes(found.text, found.notes)
    for held in reader.base.passages([found.id], found.layer):
        text = reader.base.marked(held, text)
        for note in reader.base.lost(held):
            start = text.rfind("\n", 0, max(text.find(note), 0)) + 1
            text = f"{text[:start]}{OURS} : {text[start:]}" if note in text else text
    return text


def _clashes(reader: Reader, found: Rule) -> Iterator[str]:
    """The words on either side of two rules that clash, and which prevails."""
    for incoming in (False, True):
        for edge in reader.base.gathered(found.id, incoming=incoming, view=reader.view):
            here, there = reader.base.sides(edge, reader.view)
            if here is not None and there is not None:
                yield f"\nFace à face avec {edge.title} ({edge.id}), {_PREVAILS[edge.prevails]} :"
                yield f"  ici « {here.text} »\n  là « {there.text} »"


def _warned(status: str | None) -> list[str]:
    warning = WORDS["warnings"].get(status or "")
    return [f"ATTENTION : {warning}"] if warning else []


def _held(reader: Reader, found: Rule, most: int) -> Iterator[str]:
    """What stands below a rule: whole when it is short, else by its names."""
    below = reader.base.children(found.id, reader.view)[:most]
    if sum(len(child.text) for child in below) > _WHOLE:
        yield f"Contient : {_named(found.children, most)}"
        return
    for child in below:
        notes = reader.base.notes(child)
        yield f"{child.number or child.title} ({child.id}) : {reader.base.marked(child, without_notes(child.text, notes))}"
        yield from (note.shown for note in notes)
    if left := len(found.children) - len(below):
        yield f"… et {left} de plus"


def _named(links: Sequence[values.Passage | NodeLink | Linked], most: int | None = None) -> str:
    """Some rules by their names, so many at `most`."""
    shown = [f"{link.title} ({link.id})" for link in links[:most]]
    left = len(links) - len(shown)
    return ", ".join([*shown, *([f"et {left} autres"] if left else [])])


def _passage_line(reader: Reader, passage: values.Passage) -> str:
    return f"- {source(reader, passage.id)}\n  {excerpt(passage.text)}"


def excerpt(text: str, most: int = _EXCERPT) -> str:
    """The beginning of a text, on one line, with a mark where it is cut."""
    return shorten(text, most, placeholder="…")


def answers(reader: Reader, found: Answers) -> str:
    """The answers of the games that answer, the best first, then why those that are named do not."""
    if not (found.games or found.refused):
        return unsettled("aucun jeu n'a de règle qui réponde ; reformulez, ou cherchez (search)")
    return "\n\n".join(answer(reader, part) for part in (*found.games.values(), *found.refused.values()))


def answer(reader: Reader, found: Answer) -> str:
    """One game's answer, its quotes with their places; or that no rule answers, with the nearest passages."""
    title = reader.base.work(found.game, reader.view).title
    lines = [f"# {title}", *_understood(found.corrected)]
    if not found.answerable:
        lines.append(unsettled(found.reason))
        near = [_passage_line(reader, passage) for passage in found.passages[:_NEAREST]]
        return "\n".join([*lines, *(["Les passages les plus proches, qui ne répondent pas :", *near] if near else [])])
    lines += ["", *_concluded(found.answer)]
    for heading, clause in headed(found.answer.because):
        lines += filter(None, [heading, f"{clause.shown}\n— {source(reader, clause.id, clause.text)}"])
    lines += [f"{found.cell.column} : {found.cell.shown} ({found.cell.id})"] if found.cell else []
    ruled = [*_computed(found.timing), *_computed(found.precedence)]
    lines += ruled or [f"{step.order}. {excerpt(step.text)} ({step.id})" for step in found.answer.steps]
    lines += _excepted(found.exceptions)
    lines += _versions(found.answer.versions)
    # Whole, the other rules would bury the one that answers: each is a name to open.
    linked_rules = {"Ensuite": found.consequences, "Voir aussi": found.related}
    lines += ["", *(f"{label} : {_named(linked)}" for label, linked in linked_rules.items() if linked)]
    others = found.passages[1:_OTHERS]
    return "\n".join([*lines, *([f"Autres passages : {_named(others)}"] if others else [])]).rstrip()


def _concluded(reply: Reply) -> list[str]:
    """The conclusion, and the written question that led to it; a cell is written with its column, elsewhere."""
    if reply.conclusion is None or reply.conclusion.kind == "row":
        return []
    led = f" (d'après « {reply.nearest.question} » : {reply.nearest.said})" if reply.nearest is not None else ""
    return [f"{reply.conclusion.text}{led}"]


def _versions(found: Iterable[values.Nearest]) -> Iterator[str]:
    """The like cases of another verdict, a line each."""
    return (f"Cas voisin : « {one.question} » : {one.said} ({one.id})" for one in found)


def _computed(found: Engine | None) -> list[str]:
    """What the engine said with an answer or on a card, without its proofs."""
    match found:
        case Ordered():
            return list(order_lines(found))
        case Prevailing():
            return [found.reason.capitalize()]
        case Comparison():
            return [relation(found)]
        case None:
            return []


def _quote(reader: Reader, identifier: str, text: str) -> str:
    return f"« {text} »\n— {source(reader, identifier, text)}"


def _excepted(links: Iterable[Linked]) -> list[str]:
    """What clashes with what is quoted, a line each, by how it does."""
    return [
        f"{WORDS['against'][link.relation]} : {link.title} ({link.id}) : {excerpt(link.text, _CLASHING)}"
        for link in links
    ]


def card(session: Session, found: Card) -> str:
    """A ruling card behind the name of its game; where none was named and several answer, what each decides, alike."""
    if not found.elsewhere:
        return "\n".join([found.question, *_game(session, found), *_card(session, found)])
    lines = [found.question, "Aucun jeu n'est choisi. Ce qu'en dit chacun :"]
    for one in session.cards(found):
        lines += [
            "",
            *_game(session, one),
            *_card(session, replace(one, rests_on=one.rests_on[:1], exceptions=(), versions=())),
        ]
    return "\n".join(lines)


def _game(reader: Reader, found: Card) -> list[str]:
    return [] if found.game is None else [f"# {reader.base.work(found.game, reader.view).title}"]


def _card(reader: Reader, found: Card) -> list[str]:
    """The verdict or the rule that decides, what it rests on, the exceptions; or that nothing decides."""
    lines = list[str]()
    if found.undecided:
        lines.append(unsettled(found.reason or "les règles citées laissent le cas ouvert"))
    grounds = [*headed(found.rests_on)]
    if found.decision is not None:
        heading, first = grounds.pop(0)
        lines += [found.decision.text] if found.decision.text != first.quote else []
        lines += filter(None, [heading, _quote(reader, found.decision.id, first.marked or first.quote)])
    lines += ["(le texte d'un erratum, ou corrigé par un)"] if found.erratum else []
    lines += _warned(found.status)
    lines += _computed(found.order)
    otherwise = "Repose aussi sur" if found.decision is not None else "Règle en cause"
    for heading, ground in grounds:
        lead, label = (None, ground.heading) if ground.is_note else (heading, otherwise)
        lines += filter(None, [lead, f"{label} : {_quote(reader, ground.id, ground.marked or ground.quote)}"])
    return [*lines, *_excepted(found.exceptions), *_versions(found.versions)]


def verified(reader: Reader, found: Verified) -> str:
    """What each quote is worth, with the rule that holds it; or the clause most like it."""
    lines = list[str]()
    for one in found.claims:
        lines.append(_quote(reader, one.id, one.quote) if one.exact and one.id else f"« {one.quote} »")
        signs = ["mot pour mot" if one.exact else "pas mot pour mot" if one.exists else "introuvable"]
        signs += ["n'est plus en vigueur"] if one.exists and not one.in_force else []
        signs += [] if one.supported is None else [_SUPPORTED[one.supported]]
        lines += [
            " ; ".join(signs),
            *([f"Le plus proche : {_quote(reader, one.nearest.id, one.nearest.text)}"] if one.nearest else []),
        ]
    return "\n".join(lines)


def _ruled(reader: Reader, found: Ruled) -> str:
    """What the engine decides, then the rules."""
    same = isinstance(found, Comparison) and found.a.id == found.b.id
    proofs = () if same else without_tables(reader.base, found.decided_by, reader.view)
    return "\n".join([*_decided(found), *(_quote(reader, proof.id, proof.quote) for proof in proofs)])


def _decided(found: Ruled) -> Iterator[str]:
    match found:
        case Comparison():
            yield f"{relation(found)}."
            if found.relation == "unordered":
                yield unsettled("rien n'ordonne ces deux moments")
        case Ordered():
            if found.undecided:
                yield unsettled("une partie de l'ordre est laissée ouverte")
            yield from order_lines(found)
        case Modified():
            yield from modified(found)
        case Prevailing():
            yield f"{found.prevails} : {found.reason}" if found.prevails else unsettled(found.reason)
            yield from ignored(found.ignored)


_TOLD: Mapping[type, Callable[[Any, Any], str]] = {
    Works: lambda _reader, found: works(found),
    Results: search,
    Rule: rule,
    Answer: answer,
    Answers: answers,
    Card: card,
    Moment: lambda _reader, found: "\n".join(moment(found, 0)),
    Verified: verified,
    Situations: lambda _reader, found: situations(found),
    Opening: lambda _reader, found: opening(found),
    Comparison: _ruled,
    Ordered: _ruled,
    Modified: _ruled,
    Prevailing: _ruled,
}
