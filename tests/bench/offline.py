"""The search of the pages beside that of the program: what it finds, what it weighs, and when it refuses.

The scripts of a site are run by a JavaScript engine, Node, outside any browser.
"""

import gzip
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation import JudgedQuestion
from kb.site import search_pack, urls
from kb.store import KnowledgeBase, View
from kb.system.data import data_dir

# What a page loads until its first results, the pack of each work apart.
_SCRIPTS = ("page", "search", "search-view")


def run(site: Path, works: Sequence[str], asked: Sequence[tuple[str, str]], **more: object) -> dict[str, Any]:
    """Ask (question, game) pairs, no game for all of them, of the scripts of a site; see `offline.js` for what comes back.

    Raises:
        UnusableFileError: there is no Node, or a script failed.
    """
    node = shutil.which("node")
    if node is None:
        raise UnusableFileError("aucun moteur JavaScript : installez « node » (apt-get install nodejs)")
    given = {
        "folder": str(site),
        "works": list(works),
        "ask": [{"question": question, "game": game} for question, game in asked],
        **more,
    }
    command = [node, str(Path(__file__).with_suffix(".js"))]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnusableFileError(f"{site} : la recherche des pages a échoué ({done.stderr.strip().splitlines()[-1:]})")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def parity(answerer: Answerer, site: Path, questions: Sequence[JudgedQuestion], view: View, *, within: bool) -> float:
    """The share of the questions whose first result is that of the program, or that neither finds anything for.

    Args:
        answerer: the program, on the base of the site.
        site: the folder of the site.
        questions: what is asked, once at least.
        view: the layers that the site shows.
        within: in the game of each question, else in all of them.
    """
    asked = [(question.text, question.game if within else "") for question in questions]
    found = run(site, answerer.base.work_ids(), asked)["answers"]
    same = 0
    for (text, game), answer in zip(asked, found, strict=True):
        wanted = answerer.search(text, game or None, limit=1, view=view).results
        same += answer["ids"][:1] == [scored.id for scored in wanted]
    return same / len(questions)


def weights(site: Path, works: Sequence[str]) -> tuple[int, int]:
    """What is loaded until the first results, in bytes once compressed: in the heaviest work, then in all of them."""
    common = sum(compressed(site / "static" / f"{part}.js") for part in _SCRIPTS)
    own = [compressed(site / urls.search_pack(work)) for work in works]
    return common + max(own), common + sum(own)


def compressed(path: Path) -> int:
    """The size of a file once compressed, as a server sends it."""
    return len(gzip.compress(path.read_bytes(), 9))


def write_scripts(base: KnowledgeBase, out: Path, view: View = "precis") -> Path:
    """Write the scripts of the search to a folder, as a site of some layers has them; the folder."""
    for info in base.works():
        path = out / urls.search_pack(info.work)
        path.parent.mkdir(parents=True)
        path.write_text(search_pack.script(base, info, view), encoding="utf-8")
    (out / "static").mkdir()
    for script in (data_dir("site") / "static").glob("*.js"):
        (out / "static" / script.name).write_bytes(search_pack.with_data(script))
    return out
