"""What a question tells besides what it asks: a sentence of which the rule that answers has hardly a word is left out."""

import re
from dataclasses import replace

from kb.answer.question.query import Named
from kb.answer.question.unknown_names import unknown_name
from kb.model.words import words
from kb.search import Candidate, Found, Searcher

# A colon or a semicolon parts too: « C'est arrivé hier : … ».
_SENTENCE = re.compile(r"(?<=[.!…:;]) |(?<=\?) (?=\w)")
# The part of what the words of a sentence tell that the rule must have, and from what weight it has a word.
_IDLE, _FULL = 0.35, 6
# Of how many words before a colon a thing is named, and no case: « fusil : force et portée ? ».
_TOPIC = 3


def to_the_point(searcher: Searcher, said: Named, found: Found) -> tuple[Named, Found] | None:
    """A question without the sentences that tell nothing of the rule found first, and what it finds; None where the rest finds another.

    What has figures is kept: the engine may reckon with them. Nothing is left out with a name that the book does not have.
    """
    first, sentences = found.first, _SENTENCE.split(said.text)
    if first is None or said.is_topic or len(sentences) == 1:
        return None
    analyzer = searcher.analyzer(found.work)

    def tells(sentence: str) -> bool:
        named = sentence.endswith(":") and len(words(sentence)) <= _TOPIC
        return (
            "?" in sentence
            or analyzer.has_figures(sentence)
            or named
            or _share(searcher, found, first, sentence) >= _IDLE
        )

    kept = [sentence for sentence in sentences if tells(sentence)]
    if len(kept) == len(sentences) or not any("?" in sentence for sentence in kept):
        return None
    left_out = " ".join(sentence for sentence in sentences if sentence not in kept)
    if unknown_name(searcher.base, searcher, left_out, found) is not None:
        return None
    text = " ".join(kept)
    again = searcher.find(text, found.work, found.view, said.mode)
    if again.first is None or again.first.row.id != first.row.id:
        return None
    return replace(said, text=text, whole=text), again


def _share(searcher: Searcher, found: Found, rule: Candidate, sentence: str) -> float:
    """How much of what the words of a sentence tell is of words that a rule, or one of its written questions, has."""
    keys = set(searcher.analyzer(found.work).keys(sentence))
    unknown = [key for key in found.keys if key not in found.known]
    of_each = (found.whole - sum(rarity for _place, rarity in found.known.values())) / (len(unknown) or 1)
    rarities = {key: found.known[key][1] if key in found.known else of_each for key in sorted(keys)}
    held = {key: searcher.base.weights(found.work, key, found.view) for key in keys & found.known.keys()}
    held_by_rule = (
        rarities[key] * min(1.0, weights.get(rule.document, 0) / _FULL) for key, weights in sorted(held.items())
    )
    return sum(held_by_rule) / (sum(rarities.values()) or 1.0)
