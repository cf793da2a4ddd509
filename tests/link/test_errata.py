"""An erratum of another file keeps the lines of the rule that it changes; the others are in `cases/errata.md`."""

from kb.link.errata import apply_patches
from kb.parsing import parse_work
from tests.canon import HEAD, canonical


def test_errata_of_another_file_keep_the_lines_of_the_rule() -> None:
    rules = canonical(HEAD + "# Livret\n\n## 5 Gué {.definition}\n\n**5.1** Au pas.\n", "a.md")
    errata = canonical(HEAD + "# Errata\n\n## Gué {.erratum}\n\nRemplacer 5.1 : au trot.\n", "b.md")
    parsed = parse_work([rules, errata])
    assert parsed.rulebook is not None
    book, faults = apply_patches(parsed.rulebook)
    assert faults == ()
    rule = next(provision for provision in book.provisions if provision.id == "essai/5.1")
    assert (rule.text, rule.source) == ("Au trot.", "a.md")
