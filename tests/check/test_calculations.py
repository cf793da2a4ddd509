"""A question of a value whose request the policy does not work out is found, at its line."""

import shutil
from pathlib import Path

from kb.build import check_path
from kb.system.data import data_dir

WRITTEN = """quantite\tcas\tquestion
pas\t{"base": 4, "effets": ["+1"]}\tPas de 4 et un de plus : on avance de combien ?
pas\t{"base": 4, "contexte": {"noire": 3}}\tPas de 4 sans lanterne : on avance de combien ?
galop\t{"base": 4}\tGalop de 4 : on avance de combien ?
"""


def test_a_request_that_the_engine_refuses_is_said_with_its_line(tmp_path: Path) -> None:
    work = tmp_path / "exemple"
    shutil.copytree(data_dir("corpus") / "exemple", work)
    (work / "calculs.tsv").write_text(WRITTEN, encoding="utf-8")
    shutil.copytree(data_dir("corpus") / "lexicon", tmp_path / "lexicon")
    (checked,) = check_path(work)
    found = [(one.file, one.line) for one in checked.findings if one.code == "CAS-POLITIQUE"]
    assert found == [("calculs.tsv", 3), ("calculs.tsv", 4)]
