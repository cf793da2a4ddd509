"""Draws the images that a shared link is shown by: one a game and a kind of page, and one for the whole; kept in site/images.

usage: python -m tests.bench.cards BASE.sqlite

Run again when a game, its mark or the colours of site.css change.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from markupsafe import escape
from playwright.sync_api import sync_playwright

from kb.model.french import typeset
from kb.site.templates import HUES, SIGNS
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bench.painting import chromium

# What a page is, by its template; all that is no rule nor sequence is shown by the image of its game.
KINDS = {
    "jeu": "Les règles, leurs renvois, leurs exceptions",
    "fiche": "Une règle, et ce qui l'entoure",
    "deroulement": "Le déroulement, moment par moment",
}
_WHOLE = "Que dit la règle ?"
_SCALES = "M12 3v18M5 7h14M7 21h10M5 7l-3 7a3.2 3.2 0 0 0 6 0zM19 7l-3 7a3.2 3.2 0 0 0 6 0z"
_WIDTH, _HEIGHT = 800, 420
_CARD = """<!doctype html><html lang="fr"><meta charset="utf-8"><style>{style}
@font-face {{ font-family: Essai; src: url({font}); }}
body {{ display: flex; flex-direction: column; justify-content: space-between; height: 420px; padding: 44px 56px 36px; }}
body {{ border-left: 22px solid var(--accent); font-family: Essai, serif; }}
svg.sign {{ width: 108px; height: 108px; stroke-width: 1.7; }}
h1 {{ font-size: 44px; }} p {{ font-size: 25px; color: var(--quiet); }}</style>
<body class="{hue}"><svg class="sign" viewBox="0 0 24 24"><path d="{sign}"/></svg><div><h1>{title}</h1><p>{said}</p></div><p>Arbitre</p>"""


def _cards(base: KnowledgeBase) -> Iterator[tuple[str, str, str, str, str]]:
    """The name of each image, then the colour, the sign and the two lines that it shows."""
    yield "arbitre", "hue-1", _SCALES, _WHOLE, "La réponse, les mots qui la prouvent, leur place"
    for place, work in enumerate(base.works()):
        sign = SIGNS[base.moments(work.work)[0].sign]
        for kind, said in KINDS.items():
            yield f"{work.work}-{kind}", f"hue-{place % HUES + 1}", sign, work.title, said


def draw(base: KnowledgeBase, out: Path) -> None:
    """Write every image to a folder."""
    site = data_dir("site")
    style = (site / "static" / "site.css").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        shown = out / "carte.html"
        for name, hue, sign, title, said in _cards(base):
            font = (site / "vendor" / "serif-bold.woff2").as_uri()
            text = _CARD.format(style=style, font=font, hue=hue, sign=sign, title=escape(title), said=escape(said))
            shown.write_text(typeset(text), encoding="utf-8")
            page.goto(shown.as_uri())
            page.evaluate("document.fonts.ready")
            page.screenshot(path=out / f"{name}.png")
        shown.unlink()
        browser.close()


if __name__ == "__main__":
    draw(KnowledgeBase(Path(sys.argv[1])), data_dir("site") / "images")
