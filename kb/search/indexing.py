"""Build the index of one work: how much each key weighs for each document, and the witnesses that a question may resemble.

A document is a provision that search may return, or a matter that the work does not settle. The weight of a key for a document is its
rarity times what the fields of the document make of it (BM25F) and how many of its questions hold it; it is rounded,
once, so that a query only adds integers up. A witness is a name of a document, or a question of its own.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kb.model import Absent, Layer, Lexicon, Provision, Question, Rulebook, Status
from kb.model.clauses import provision_of
from kb.model.words import fold
from kb.search.analysis import UNACCENTED, Analyses
from kb.search.classifying import Classifier
from kb.search.phrases import issue_in_keys
from kb.search.worked_examples import examples_of
from kb.store import Document, IndexedWitness, IndexedWork, View
from kb.system.grouping import by_key

# Field weights, then BM25's saturation and length normalisation, then how much the fields and the questions bring at most; questions count
# as if a provision that has fewer had this many. Chosen on `tests/questions/dev`; the optimum is flat.
FIELDS = {"title": 2.0, "names": 2.0, "number": 4.0, "path": 1.25, "body": 1.3, "summary": 0.7}
SATURATION, NORMALISATION = 2.0, 0.3
FROM_FIELDS, FROM_QUESTIONS, LEAST_QUESTIONS = 4.5, 12.0, 32
# The fewer questions a provision has under so many, the more its fields stand for those that the others have: by so much.
ENOUGH_QUESTIONS, STANDING_IN = 8, 1.4
# The heaviest weight: it fits one byte of the file.
HEAVIEST = 127

# A word used so many times less than the same with accents is that one, its accents left out.
_SLIP = 10

_EXACT = 1 << 32

# The layers of each view, the one shown first.
_VIEWS: dict[View, tuple[Layer, ...]] = {
    "precis": (Layer.PRECIS,),
    "texte": (Layer.TEXTE,),
    "both": (Layer.TEXTE, Layer.PRECIS),
}

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Document:
    """What is searched: the keys of its fields that every layer has, the body of each layer, the keys of its questions."""

    row: Document
    fields: Mapping[str, Keys]
    bodies: Mapping[Layer, Keys]
    questions: tuple[Keys, ...]
    witnesses: tuple[IndexedWitness, ...]


def index_of(layers: Mapping[Layer, Rulebook], lexicon: Lexicon, analyses: Analyses | None = None) -> IndexedWork:
    """The index of one work, from its rulebook in each layer that it has; `analyses` may know some of its texts, and will know all."""
    layers = {layer: layers[layer] for layer in Layer if layer in layers}
    book = next(iter(layers.values()))
    analyses = analyses or Analyses(lexicon)
    gathering = _Gathering(layers, analyses)
    documents = list(gathering.documents())
    words = Counter(chain.from_iterable(analyses.of(text).tokens for text in _written(layers.values(), analyses)))
    seen = {word: uses for word, uses in words.items() if word.isalpha()}
    rarities = _rarities(documents)
    forms = _forms(seen, lexicon, analyses)
    # The words of a phrase are known as those of a question will be.
    asking = analyses.asking(forms)
    return IndexedWork(
        work=book.work.id,
        lexicon=lexicon,
        documents=tuple(one.row for one in documents),
        rarities=rarities,
        in_rules=frozenset(gathering.in_rules),
        impacts=_impacts(documents, rarities),
        witnesses=tuple(one.witnesses for one in documents),
        unknown=rarity(len(documents), 0),
        forms=tuple((form, key, seen.get(form, 0)) for form, key in forms),
        issues=tuple(issue_in_keys(issue, asking) for issue in book.issues),
        classifiers=_classifiers(book, analyses),
        examples=tuple(examples_of(book.calculations, book.policy, asking)),
    )


def _classifiers(book: Rulebook, analyses: Analyses) -> dict[str, Classifier]:
    """Of each provision whose questions teach something, what tells those that have yes from those that have no."""
    asked = by_key((one.provision, (analyses.in_full(one.text), one.verdict)) for one in book.questions)
    learnt = ((identifier, analyses.classifier(questions)) for identifier, questions in asked.items())
    return {identifier: weights for identifier, weights in learnt if weights}


class _Gathering:
    """The documents of a work: analysed once, whatever the layers that hold the same text."""

    def __init__(self, layers: Mapping[Layer, Rulebook], analyses: Analyses) -> None:
        self._layers = layers
        self._analyses = analyses
        self._provisions = {
            layer: {provision.id: provision for provision in book.provisions if _searchable(provision)}
            for layer, book in layers.items()
        }
        book = next(iter(layers.values()))
        self._questions = by_key((provision_of(question.provision), question) for question in book.questions)
        self._row_names: dict[str, list[str]] = defaultdict(list)
        for row in book.row_names:
            self._row_names[row.table] += row.names
        self.in_rules: set[str] = set()

    def documents(self) -> Iterator[_Document]:
        """The provisions in the order of the précis, then what the text alone has; what the work does not settle."""
        book = next(iter(self._layers.values()))
        for identifier in dict.fromkeys(
            identifier for layer in (Layer.PRECIS, Layer.TEXTE) for identifier in self._provisions.get(layer, ())
        ):
            yield self._provision(identifier)
        for absent in book.absents:
            yield self._absent(f"{book.work.id}/?{absent.id}", absent)

    def _provision(self, identifier: str) -> _Document:
        versions = {layer: held[identifier] for layer, held in self._provisions.items() if identifier in held}
        shown = versions.get(Layer.TEXTE) or versions[Layer.PRECIS]
        given = [name for one in versions.values() for name in (*one.aliases, *one.labels)]
        names = list(dict.fromkeys((*given, *self._row_names.get(identifier, ()))))
        titled = bool(shown.path) and shown.path[-1].endswith(shown.title)
        fields = {
            "title": () if titled else self._of(shown.title),
            "names": self._of(" , ".join(names)),
            "number": (shown.number,) if shown.number else (),
            "path": self._of(" ".join(shown.path[1:])),
        }
        bodies = {layer: self._of(one.text) for layer, one in versions.items()}
        # What players alone call the rows of a table is no word of the book.
        self.in_rules.update(*map(self._of, (shown.title, *given)), *bodies.values())
        return self._document(identifier, "", shown.scope, fields, bodies, (shown.title, *names))

    def _absent(self, identifier: str, absent: Absent) -> _Document:
        reason, fields = self._of(absent.reason), {"title": self._of(absent.topic)}
        bodies = dict.fromkeys(self._layers, reason)
        return self._document(identifier, absent.reason, (), fields, bodies, (absent.topic,))

    def _document(
        self,
        identifier: str,
        absent: str,
        scope: tuple[str, ...],
        fields: Mapping[str, Keys],
        bodies: Mapping[Layer, Keys],
        names: Iterable[str],
    ) -> _Document:
        """A document with its questions, and the witnesses that have keys."""
        questions = self._questions.get(identifier, ())
        asked = tuple(self._distinct(self._analyses.in_full(question.text)) for question in questions)
        witnesses = [
            *(IndexedWitness("name", 0, self._distinct(name)) for name in names),
            *(self._question(*one) for one in zip(range(len(asked)), questions, asked, strict=True)),
        ]
        kept = tuple(witness for witness in witnesses if witness.keys)
        row = Document(identifier, absent, scope, len(asked))
        return _Document(row, fields, bodies, asked, kept)

    def _question(self, place: int, question: Question, keys: Keys) -> IndexedWitness:
        wording = self._analyses.wording(self._analyses.in_full(question.text)) if question.verdict else None
        return IndexedWitness("question", place, keys, question.verdict, wording)

    def _of(self, text: str) -> Keys:
        return self._analyses.of(text).keys

    def _distinct(self, text: str) -> Keys:
        return tuple(dict.fromkeys(self._of(text)))


def _rarities(documents: Sequence[_Document]) -> dict[str, float]:
    """How much each key tells. What the précis and the questions hold is counted there alone.

    So the layer that is ours answers alike whether or not the machine has the publication.
    """
    ours: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    for one in documents:
        shared = {key for keys in (*one.fields.values(), *one.questions) for key in keys}
        names = {key for witness in one.witnesses if witness.part == "name" for key in witness.keys}
        ours.update(shared | names | set(one.bodies.get(Layer.PRECIS, ())))
        texts.update(set(one.bodies.get(Layer.TEXTE, ())))
    count = len(documents)
    return {key: rarity(count, ours[key] or texts[key]) for key in sorted({*ours, *texts})}


def rarity(documents: int, holding: int) -> float:
    """How much a key tells: more when fewer of the documents hold it. In parts of 2³²: such numbers add up exactly, in any order."""
    return round(math.log(1 + (documents - holding + 0.5) / (holding + 0.5)) * _EXACT) / _EXACT


def _impacts(documents: Sequence[_Document], rarities: Mapping[str, float]) -> dict[str, dict[View, dict[int, int]]]:
    """The weight of each key in each view, by document, in order; none where the view does not hold the key, or lacks the document."""
    found: dict[str, dict[View, dict[int, int]]] = {key: {view: {} for view in _VIEWS} for key in rarities}
    asked = [_of_questions(one.questions) for one in documents]
    from_fields = _from_fields(documents)
    for view, layers in _VIEWS.items():
        for place, (held, questions) in enumerate(zip(_frequencies(documents, layers), asked, strict=True)):
            for key in held.keys() | questions.keys() if held else ():
                often = held.get(key, 0.0)
                brought = from_fields[place] * often / (often + SATURATION) + questions.get(key, 0.0)
                found[key][view][place] = min(HEAVIEST, max(1, round(rarities[key] * brought)))
    return found


def _from_fields(documents: Sequence[_Document]) -> list[float]:
    """How much the fields of each document bring at most: more where it lacks the questions that other provisions of the work have.

    So a rule beside which nobody has written yet is found beside those that have dozens; a matter that is absent is said in a line.
    """
    rules = [len(one.questions) for one in documents if one.questions and not one.row.absent]
    usual = sum(min(count, LEAST_QUESTIONS) for count in rules) / max(1, len(rules))
    brought = FROM_QUESTIONS * math.log(1 + usual) / math.log(1 + LEAST_QUESTIONS)
    lacking = (0.0 if one.row.absent else max(0.0, 1 - len(one.questions) / ENOUGH_QUESTIONS) for one in documents)
    return [FROM_FIELDS + STANDING_IN * brought * share for share in lacking]


def _of_questions(questions: Sequence[Keys]) -> dict[str, float]:
    """What the questions of a document bring to each of their keys: more when more of them hold it."""
    most = math.log(1 + max(len(questions), LEAST_QUESTIONS))
    held = Counter(chain.from_iterable(questions))
    return {key: FROM_QUESTIONS * math.log(1 + often) / most for key, often in held.items()}


def _frequencies(documents: Sequence[_Document], view: Sequence[Layer]) -> list[dict[str, float]]:
    """For each document, how often it holds each key in a view: by the weight of its fields and the length of each."""
    fields: list[dict[str, Keys]] = []
    for one in documents:
        bodies = [one.bodies[layer] for layer in view if layer in one.bodies]
        read = dict(zip(("body", "summary"), bodies, strict=False))
        fields.append({**one.fields, **read} if bodies else {})
    held = max(1, sum(map(bool, fields)))
    average = {name: sum(len(one.get(name, ())) for one in fields) / held or 1.0 for name in FIELDS}
    return [_frequency(one, average) for one in fields]


def _frequency(fields: Mapping[str, Keys], average: Mapping[str, float]) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for name, keys in fields.items():
        length = 1 - NORMALISATION + NORMALISATION * len(keys) / average[name]
        for key in keys:
            found[key] += FIELDS[name] / length
    return found


def _searchable(provision: Provision) -> bool:
    hidden = (
        provision.is_unit or provision.status is Status.SUPERSEDED or provision.subkind == "index" or provision.redirect
    )
    return not hidden and bool(provision.text.strip())


def _written(books: Iterable[Rulebook], analyses: Analyses) -> Iterator[str]:
    """Every text of a work in which a word may stand as it is asked for."""
    for book in books:
        for provision in book.provisions:
            if not provision.is_unit:
                yield from (provision.text, provision.title, *provision.aliases, *provision.labels)
        for absent in book.absents:
            yield from (absent.topic, absent.reason)
    # The questions are of the work, whatever the layer.
    yield from (analyses.in_full(question.text) for question in book.questions)


def _forms(seen: Mapping[str, int], lexicon: Lexicon, analyses: Analyses) -> list[tuple[str, str]]:
    """Every word of the corpus, by how often it is used, and of a family, with its key.

    What is written without its accents has the key of the most used of those that have them: marked, where no word is written so.
    """
    kin = {word for family in lexicon.families for word in family}
    forms = analyses.forms(sorted({*seen, *kin}))
    accented: dict[str, str] = {}
    for form in sorted(seen, key=lambda form: (-seen[form], form)):
        if (bare := fold(form)) != form:
            accented.setdefault(bare, form)
    for bare, form in accented.items():
        if bare not in seen:
            forms[f"{UNACCENTED}{bare}"] = forms[form]
        elif seen[bare] * _SLIP < seen[form]:
            forms[bare] = forms[form]
    return sorted(forms.items())
