"""Blocks to provisions: one handler a block type places it in the outline of its work.

Prose, bullets and rows become units of the rule or heading above; headings, rules, steps, captioned tables, boxes and
questions become provisions of their own.
"""

import re

from msgspec.structs import replace

from kb.errors import Diagnostic
from kb.model import CanonicalText, CrossReference, Kind, Layer, Patch, PatchOperation, Span, Status
from kb.parsing import blocks as b
from kb.parsing.cutting import FrontMatter
from kb.parsing.drafts import STATUSES, Draft, Genre, Unit, genres, mark_faults
from kb.parsing.lookalikes import lookalikes
from kb.parsing.readings import Readings
from kb.parsing.text import bold_lead, defines, plain, slug
from kb.system import bounds
from kb.system.findings import finding

_REDIRECT = re.compile(r"^Voir « ?(?P<title>[^»]+?) ?»(?: page \d+)?[ ]?\.?$")
_CALLOUTS = {
    "Exemple": (Kind.EXAMPLE, None, ""),
    "Note": (Kind.NOTE, None, "note"),
    "Encadré": (Kind.NOTE, "encadre", ""),
    "Résumé": (Kind.NOTE, "resume", "resume"),
    "Absent de la source": (Kind.NOTE, "absent", "absent"),
}
_ORDERS = {"remplacer": "Nouveau texte", "ajouter": "Texte ajouté", "supprimer": "Texte supprimé"}
# What an indent must reach for a paragraph or a bullet to belong to the step above.
_BELONGS = 2
# As many letters of the call of a note tell it from the others of its table.
_CALL = 40
# Below these kinds numbered steps are provisions of their own; below others (examples, notes) they are units.
_STEPPED = frozenset({Kind.SECTION, Kind.RULE, Kind.DEFINITION, Kind.SEQUENCE, Kind.ABILITY})


class Outline:
    """Builds the drafts, references and patches of one canonical file."""

    def __init__(self, front: FrontMatter, source: CanonicalText, headings: dict[str, Draft], reader: Readings) -> None:
        """`headings` are those of the files read before, by path; those of this file are added to them."""
        self.front, self.source, self.headings, self._reader = front, source, headings, reader
        self.drafts: list[Draft] = []
        self.related: list[CrossReference] = []
        self.patches: list[Patch] = []
        self.diagnostics: list[Diagnostic] = []
        self._root = self._heading = headings.get(front.sous)
        self._prose: Draft | None = None
        self._last: Draft | None = None
        self._step: Draft | None = None
        self._question: Draft | None = None
        self._table: Draft | None = None
        # A publication is as it was printed.
        self._lines = source.text.split("\n") if source.layer is Layer.PRECIS else []
        if front.sous and self._heading is None:
            self._fault("SOUS-INCONNU", 1, title=front.sous)

    def add(self, block: b.Block) -> None:
        """Place one block, by the method that bears the name of its type."""
        if not isinstance(block, b.Answer):
            self.close()
        if self._lines and isinstance(block, b.Rule | b.Paragraph | b.Items):
            self._look(block)
        getattr(self, f"_add_{type(block).__name__.lower()}")(block)

    def _look(self, block: b.Rule | b.Paragraph | b.Items) -> None:
        """Tell what of a block looks like another construction, and a rule whose number is of another section."""
        section = (self._heading.number or "") if self._heading and self._heading.level else ""
        if isinstance(block, b.Rule) and section.isdigit() and block.number.partition(".")[0] != section:
            self._fault("NUMERO-AILLEURS", block.text.first, number=block.number, section=section)
        texts = (*(() if isinstance(block, b.Items) else (block.text,)), *block.items)
        for text in texts:
            rule = isinstance(block, b.Rule) and text is block.text
            for code, line, said in lookalikes(
                self._lines, text.first, text.last, section, rule=rule or text is not texts[0]
            ):
                self._fault(code, line, **said)

    def close(self) -> None:
        """End the file: a question still open has no answer."""
        if self._question is not None:
            self._fault("QUESTION-SANS-REPONSE", self._question.lines[0][0])
            self._question = None

    def _fault(self, code: str, line: int, **said: object) -> None:
        self.diagnostics.append(finding(code, self.source.source.document, line, 1, **said))

    def _span(self, first: int, last: int) -> Span:
        """The source lines of canonical lines, as one span."""
        numbers = [number for lines in self.source.line_map[first - 1 : last] for number in lines]
        return Span(min(numbers), max(numbers)) if numbers else Span(first, last)

    def _draft(
        self, path: str, kind: Genre, title: str, marks: b.Marks, parent: Draft | None, lines: tuple[int, int]
    ) -> Draft:
        """A new draft, that stands on these lines and inherits authority, mode and status from `parent` where its marks are silent."""
        if len(path) > bounds.IDENTIFIER:
            self._fault("BORNE/identifiant", lines[0], count=len(path), bound=bounds.IDENTIFIER)
            path = path[: bounds.IDENTIFIER]
        inherited = parent.scope if parent else ("base",)
        authority = parent.authority if parent else ""
        if parent is self._root:
            # What the head of this file says comes before what another file's heading says.
            inherited = tuple(self.front.mode.split()) or inherited
            authority = self.front.autorite or authority
        draft = Draft(
            path=path,
            kind=kind[0],
            subkind=kind[1],
            title=title,
            document=self.front.document,
            authority=marks.get("autorite") or authority,
            scope=marks.all("mode") or inherited,
            parent=parent,
            status=STATUSES.get(marks.get("statut") or "", parent.status if parent else Status.CURRENT),
            prefix=marks.get("prefixe") or (parent.prefix if parent else ""),
            child_kind=parent.child_kind if parent else (Kind.SECTION, None),
            lines=[lines],
        )
        self.drafts.append(draft)
        self._last = draft
        return draft

    def _genre(self, marks: b.Marks, default: Genre, line: int) -> Genre:
        """The genre that the first known class of some marks gives, else `default`; each unknown mark reported."""
        for code, said in mark_faults(marks):
            self._fault(code, line, **said)
        return next((genres()[name] for name in marks.classes if name in genres()), default)

    def _named(self, above: Draft | None, title: str, line: int) -> str:
        """The path of what has no id of its own: that of `above`, then its short title."""
        short = slug(title) or "sans-nom"
        if not slug(title):
            self._fault("ID-VIDE", line, title=title)
        return f"{above.path}/{short}" if above else short

    @property
    def _own_heading(self) -> Draft | None:
        """The heading above, when it stands in this file."""
        return None if self._heading is self._root else self._heading

    def _numbered(self, parent: Draft | None, number: str) -> str:
        prefix = parent.prefix if parent else ""
        return f"{prefix}/{number}" if prefix else number

    def _add_heading(self, block: b.Heading) -> None:
        above = self._heading
        while above is not None and above is not self._root and above.level >= block.level:
            above = above.parent
        own = self._numbered(above, block.number) if block.number else None
        path = block.marks.id or own or self._named(above, block.title, block.line)
        kind = self._genre(block.marks, above.child_kind if above else (Kind.SECTION, None), block.line)
        draft = self._draft(path, kind, block.title, block.marks, above, (block.line, block.line))
        draft.level, draft.number = block.level, block.number
        draft.child_kind = genres().get(block.marks.get("enfants") or "", draft.child_kind)
        self.headings[path] = draft
        self._heading = self._prose = draft
        self._step = None

    def _add_rule(self, block: b.Rule) -> None:
        path = block.marks.id or self._numbered(self._heading, block.number)
        kind = self._genre(block.marks, (Kind.RULE, None), block.text.first)
        lines = (block.text.first, block.text.last)
        draft = self._draft(path, kind, block.title or "", block.marks, self._heading, lines)
        draft.number, draft.own = block.number, block.text.markdown
        self._prose, self._step = draft, None
        self._bullets(draft, block.items)

    def _bullets(self, target: Draft, items: tuple[b.Text, ...]) -> None:
        for item in items:
            # An erratum changes a term's definition; it is no second one.
            defining = defines(item.markdown) and target.kind is not Kind.ERRATUM
            target.add(Unit(item, Kind.DEFINITION if defining else Kind.RULE, form="bullet"))

    def _target(self, text: b.Text) -> Draft | None:
        """Where an unnumbered piece goes: the open step when it is indented, else the rule or heading above."""
        if self._step is not None and (text.indent or 0) >= _BELONGS:
            return self._step
        return self._above(text.first)

    def _above(self, line: int) -> Draft | None:
        """The rule or heading above, any step closed."""
        self._step = None
        if self._prose is None:
            self._fault("ORPHELIN", line)
        return self._prose

    def _add_items(self, block: b.Items) -> None:
        if block.items[0].number is not None:
            self._add_steps(block.items)
            return
        target = self._target(block.items[0])
        if target is None:
            return
        if target.kind is not Kind.ABILITY or not self._add_fields(target, block.items):
            self._bullets(target, block.items)

    def _add_fields(self, target: Draft, items: tuple[b.Text, ...]) -> bool:
        """Read bullets as the fields of an ability; False when none of them is one."""
        top = [item for item in items if item.indent == 0]
        fields, faulty = self._reader.abilities["\n".join(item.markdown for item in top)]
        if not fields:
            return False
        target.fields += fields
        for place in faulty:
            cost = top[place].markdown.startswith("**Coût**")
            self._fault("APTITUDE/cout" if cost else "APTITUDE", top[place].first)
        for item in items:
            target.add(Unit(item, form="bullet" if item.indent else "field"))
        return True

    def _add_steps(self, items: tuple[b.Text, ...]) -> None:
        parent = self._prose
        if parent is None:
            self._above(items[0].first)
            return
        for item in items:
            if parent.kind not in _STEPPED:
                parent.add(_unnumbered(item))
            elif item.number is not None:
                self._open_step(parent, item)
            elif self._step is not None:
                self._bullets(self._step, (item,))

    def _open_step(self, parent: Draft, item: b.Text) -> None:
        title = bold_lead(item.markdown) or ""
        path, lines = f"{parent.path}/{item.number}", (item.first, item.last)
        draft = self._draft(path, (Kind.STEP, None), title, b.Marks(), parent, lines)
        draft.number, draft.own = str(item.number), item.markdown
        parent.steps.add(draft.number)
        self._step = draft

    def _add_table(self, block: b.Table) -> None:
        target = self._captioned(block.caption) if block.caption else self._above(block.header.line)
        if target is None:
            return
        self._table = target
        target.lines.append((block.header.line, block.header.line + 1))
        for row in block.rows:
            if len(row.cells) != len(block.header.cells):
                self._fault("TABLEAU-CELLULES", row.line, count=len(row.cells), wanted=len(block.header.cells))
            text = b.Text(f"| {' | '.join(row.cells)} |", row.line, row.line)
            target.add(Unit(text, Kind.ROW, None, "row", row.cells, block.header.cells))
        self._notes(target, block.footnotes)

    def _captioned(self, caption: b.Heading) -> Draft:
        above, self._step = self._prose or self._heading, None
        path = caption.marks.id or self._named(above, caption.title, caption.line)
        kind = self._genre(caption.marks, (Kind.TABLE, None), caption.line)
        return self._draft(path, kind, caption.title, caption.marks, above, (caption.line, caption.line))

    def _notes(self, target: Draft, footnotes: tuple[b.Footnote, ...]) -> None:
        for note in footnotes:
            target.add(Unit(note.text, Kind.NOTE), f"note-{slug(note.mark)[:_CALL]}".rstrip("-"))

    def _add_footnotes(self, block: b.Footnotes) -> None:
        if self._table is None:
            self._fault("NOTE-SANS-TABLEAU", block.footnotes[0].text.first)
            return
        self._notes(self._table, block.footnotes)

    def _add_callout(self, block: b.Callout) -> None:
        kind, subkind, named = _CALLOUTS[block.kind]
        target = self._step or self._prose
        if not block.parts:
            self._fault("CITATION-VIDE", block.line, kind=block.kind)
            return
        if block.title or block.marks != b.Marks():
            self._open_box(block, (kind, subkind), target)
            return
        if target is None:
            self._above(block.line)
            return
        for part in block.parts:
            target.add(_quoted_unit(part, kind, subkind), named)

    def _open_box(self, block: b.Callout, default: Genre, above: Draft | None) -> None:
        title = block.title or block.kind
        path = block.marks.id or self._named(above, title, block.line)
        kind = self._genre(block.marks, default, block.line)
        draft = self._draft(path, kind, title, block.marks, self._heading, (block.line, block.line))
        for part in block.parts:
            draft.add(_quoted_unit(part, Kind.RULE, None))

    def _add_names(self, block: b.Names) -> None:
        above = self._last if block.role == "aliases" else self._own_heading
        if above is None:
            self._fault("ORPHELIN/noms", block.line)
            return
        if block.role == "aliases":
            above.aliases += block.names
            return
        above.lines.append((block.line, block.line))
        source, span = f"{self.front.oeuvre}/{above.path}", self._span(block.line, block.line)
        self.related += [
            CrossReference(source, "related", name, name.rstrip(" ."), span, self.source.layer) for name in block.names
        ]

    def _add_question(self, block: b.Question) -> None:
        above = self._heading
        if above is None:
            self._above(block.text.first)
            return
        above.children += 1
        path, lines = f"{above.path}/{above.children}", (block.text.first, block.text.last)
        draft = self._draft(path, (Kind.FAQ, None), above.title, b.Marks(), above, lines)
        draft.own = f"**Q :** {block.text.markdown}"
        self._prose, self._step, self._question = draft, None, draft

    def _add_answer(self, block: b.Answer) -> None:
        if self._question is None:
            self._fault("REPONSE-SANS-QUESTION", block.text.first)
            return
        self._question.own += f"\n\n**R :** {block.text.markdown}"
        self._question.lines.append((block.text.first, block.text.last))
        self._question = None

    def _add_patchblock(self, block: b.PatchBlock) -> None:
        erratum = self._own_heading
        line = block.text.first
        if erratum is None or erratum.kind is not Kind.ERRATUM:
            self._fault("ERRATUM-HORS-PLACE", line)
            return
        # A publication says in its own words what it corrects.
        lead = "" if self.source.layer is Layer.TEXTE else f"{_ORDERS[block.operation]} : "
        erratum.add(Unit(replace(block.text, markdown=lead + block.text.markdown)))
        self._bullets(erratum, block.items)
        opening = block.text.markdown[:1].upper() + block.text.markdown[1:]
        lines = [opening, *(item.markdown for item in block.items)]
        text, markdown = ("\n  - ".join(said) for said in (map(plain, lines), lines))
        source, operation = f"{self.front.oeuvre}/{erratum.path}", PatchOperation(block.operation)
        span = self._span(line, (block.text, *block.items)[-1].last)
        self.patches.append(Patch(source, operation, block.target, text, markdown, span, self.source.layer))

    def _add_repeat(self, block: b.Repeat) -> None:
        self._step = None
        if self._prose is None or not self._prose.steps.issuperset(block.steps.split("-")):
            self._fault("REPETER-SANS-ETAPE", block.line, steps=block.steps)
            return
        self._prose.fields.append(("repeat", f"{block.steps} : {plain(block.condition)}"))
        self._prose.add(Unit(b.Text(f"Répéter {block.steps} : {block.condition}", block.line, block.line)))

    def _add_paragraph(self, block: b.Paragraph) -> None:
        target = self._target(block.text)
        if target is None:
            return
        redirect = _REDIRECT.match(plain(block.text.markdown)) if block.text.indent is None else None
        if redirect and target.kind is Kind.DEFINITION and not target.units:
            target.redirect = redirect["title"].rstrip(" ,.")
        target.add(Unit(block.text))
        self._bullets(target, block.items)


def _quoted_unit(part: b.Text, kind: Kind, subkind: str | None) -> Unit:
    return Unit(part, kind, subkind, "paragraph" if part.indent is None else "bullet")


def _unnumbered(item: b.Text) -> Unit:
    """A step, or what belongs to it, where steps are no provisions of their own."""
    if item.number is None:
        return Unit(replace(item, indent=_BELONGS), Kind.STEP, form="bullet")
    return Unit(replace(item, markdown=f"{item.number}. {item.markdown}"), Kind.STEP)
