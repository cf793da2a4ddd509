"""A printed index is references and other names, not citations."""

from __future__ import annotations

from kb.model import EdgeType, Resolution
from tests.canon import linked

BOOK = """# Livret

## Glossaire {enfants=definition}

### 1 Gué

**1.1** Étroit.

**1.2** Froid.

## Index {.index enfants=index}

### G

| Entrée | Renvois |
| --- | --- |
| Gué | 1.0 |
| – Largeur | 1.1 |
| – Les deux | 1.1–1.2 |
| – Perdu | 9.4 |
"""


def test_each_number_of_an_index_row_is_a_reference_that_cites_nothing_and_names_the_one_rule_it_leads_to() -> None:
    work = linked(BOOK)
    index = [(r.module, r.target, r.resolution) for r in work.book.references if r.form == "index"]
    assert index == [
        ("Gué", "1.0", Resolution.RESOLVED),
        ("Gué – Largeur", "1.1", Resolution.RESOLVED),
        ("Gué – Les deux", "1.1", Resolution.RESOLVED),
        ("Gué – Les deux", "1.2", Resolution.RESOLVED),
        ("Gué – Perdu", "9.4", Resolution.DANGLING),
    ]
    assert work.codes() == ["RENVOI-PERDU"]
    assert work.edges(EdgeType.CITES) == []
    assert (work["1.1"].labels, work["1.2"].labels, work["1.1"].aliases) == (("Gué, Largeur",), (), ())
