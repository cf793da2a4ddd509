"""A question written in full, whoever writes it: players on a phone, or the editors of the bank in their words."""

import re
from functools import cache, lru_cache

from kb.model.words import fold
from kb.system.data import lexicon

# A word as it is looked for below; before an apostrophe, none is.
_WORD = re.compile(r"[^\W\d_]++(?!['’])")
# « l ennemi », « qu est ce »: the apostrophe that a phone leaves out.
_HALVES = frozenset({*"ldjnmtsc", "qu"})
_ELIDED = re.compile(r"\b(?P<half>[ldjnmts]|qu|c(?= [eé])) (?=[aeiouyhàâéèêëîïôùûœ])", re.IGNORECASE)
# What parts clauses, and a denial that is said whole.
_CLAUSE = re.compile(r"([,;:.?!()«»]+)")
_DENIAL = re.compile(r" (?:pas|jamais|plus)\b")
_NE = re.compile(r"\b(?:ne\b|n'(?!importe))", re.IGNORECASE)
_VOWELS = frozenset("aeiouyh")
_WHOLE = {"j'": "je ", "c'": "ce "}


@lru_cache(1 << 10)
def in_full(question: str) -> str:
    """A question with its apostrophes, what a phone shortens and the « ne » that is not said (`corpus/lexicon/abreges.toml`)."""
    # Most hold no word to look at: a set tells sooner than the patterns do.
    said, written = question, {*_WORD.findall(question.lower())}
    if not _HALVES.isdisjoint(written):
        said = _ELIDED.sub(r"\g<half>'", said)
    pattern, full = _shortened()
    if not full.keys().isdisjoint(written):
        said = pattern.sub(lambda found: full[found[0]], said)
    for one, pattern, meant in _misspelt():
        if one in written:
            said = pattern.sub(rf"\g<avant>{meant}", said)
    return _with_ne(said) if _DENIAL.search(said) else said


@cache
def _shortened() -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds a shortened word that stands alone, and counts nothing (« 25 mm », « c 4 »); each with what it stands for."""
    full = {short: word for word, listed in lexicon("abreges")["abrege"].items() for short in listed.split()}
    letters, longer = (sorted(one for one in full if (len(one) == 1) is alone) for alone in (True, False))
    # One letter is a word where a clause begins, before another word: elsewhere it is a name (« repère g »).
    begins = r"(?:^|(?<=[,;:.!?] )|(?<=\bet )|(?<=\bsi )|(?<=\bque )|(?<=\bmais ))"
    alone = rf"{begins}(?:{'|'.join(letters)})(?= [^\W\d])"
    return re.compile(rf"{alone}|(?<![\w-])(?<!\d )(?:{'|'.join(longer)})(?![\w'’-])(?! ?\d)"), full


@cache
def _misspelt() -> list[tuple[str, re.Pattern[str], str]]:
    """What is written for another word, where it can but stand for it, and that word."""
    table = lexicon("abreges")["mal-ecrit"]
    return [(written, re.compile(one["motif"], re.IGNORECASE), one["mot"]) for written, one in table.items()]


def _with_ne(question: str) -> str:
    """A question with the « ne » that is hardly said any more (« je peux pas »)."""
    parts = _CLAUSE.split(question.replace("’", "'"))
    for unsaid in _unsaid():
        parts = [part if _NE.search(part) else unsaid.sub(_denying, part) for part in parts]
    return "".join(parts)


def _denying(found: re.Match[str]) -> str:
    said = found.groupdict(default="")
    subject = said.get("qui", "")
    verb = said["avant"] + said["verbe"]
    denied = f"n'{verb}" if fold(verb[0]) in _VOWELS else f"ne {verb}"
    return f"{_WHOLE.get(subject.lower(), subject)}{denied} {said['nie']}"


@cache
def _unsaid() -> tuple[re.Pattern[str], ...]:
    """Where « ne » is left out: after who acts, and before a verb that is known."""
    table = lexicon("abreges")["ne-tu"]
    verbs, denial = "|".join(table["verbes"].split()), r"(?P<nie>pas|jamais)\b"
    subject = rf"(?P<qui>\b(?:{table['sujets']}) |\b[jc]')"
    return (
        re.compile(rf"{subject}{table['avant']}(?P<verbe>[^\W\d]+) {denial}", re.IGNORECASE),
        re.compile(rf"{table['avant']}\b(?P<verbe>{verbs}) {denial}", re.IGNORECASE),
        *(re.compile(rf"(?:{subject})?{table['avant']}\b{no_more}", re.IGNORECASE) for no_more in table["plus"]),
    )
