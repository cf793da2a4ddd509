"""Answers of the engine become wire models."""

from __future__ import annotations

from dataclasses import asdict

from api import wire_precedence as wire
from kb.policy import Attribute, Quantity, Situation
from kb.precedence import Modified, Ordered, Precedence, Prevailing
from kb.precedence.fields import accepted

_TYPES = {"nombre": "number", "mot": "word", "texte": "text", "oui-non": "boolean", "camp": "player"}


def situations(engine: Precedence) -> wire.Situations:
    """What the engine can decide in a game."""
    return wire.Situations(
        game=engine.work,
        situations=[_situation(engine.work, part) for part in engine.situations],
        quantities=[_quantity(engine.work, part) for part in engine.quantities],
        layers=list(engine.policy.conflict.layers),
    )


def _situation(work: str, situation: Situation) -> wire.Situation:
    attributes = [_attribute(part, "request" if part.whole else "item") for part in situation.attributes]
    return wire.Situation(
        id=situation.id,
        title=situation.title,
        attributes=attributes,
        cites=[f"{work}/{cite}" for cite in situation.cites],
    )


def _quantity(work: str, quantity: Quantity) -> wire.Situation:
    attributes = [_attribute(part, "context") for part in quantity.context]
    return wire.Situation(
        id=quantity.id,
        title=quantity.title,
        attributes=attributes,
        cites=[f"{work}/{cite}" for cite in quantity.cites],
        based=quantity.based,
    )


def _attribute(attribute: Attribute, of: str) -> wire.Attribute:
    return wire.Attribute.model_validate(
        {
            "name": attribute.name,
            "type": _TYPES[attribute.type],
            "meaning": attribute.meaning,
            "accepted": list(accepted(attribute)),
            "choices": [{"value": value, "title": _word(attribute, value)} for value in attribute.values],
            "required": attribute.required,
            "default": attribute.default,
            "of": of,
        }
    )


def _word(attribute: Attribute, value: str) -> str:
    """A value in the words that players have for it, where the policy gives some; else as it is written."""
    names = dict(attribute.names).get(value)
    return ", ".join(names[:2]) if names else value.replace("-", " ")


def ordered(found: Ordered) -> wire.Ordered:
    """An order."""
    return wire.Ordered.model_validate(asdict(found))


def modified(found: Modified) -> wire.Modified:
    """A value."""
    return wire.Modified.model_validate(asdict(found))


def prevailing(found: Prevailing) -> wire.Prevailing:
    """Who prevails."""
    return wire.Prevailing.model_validate(asdict(found))
