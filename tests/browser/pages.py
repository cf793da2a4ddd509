"""One page of each type, of the bundled works, by what the test reports call it."""

from __future__ import annotations

PAGES = {
    "accueil": "index.html",
    "recherche": "recherche.html",
    "à propos": "a-propos.html",
    "jeu": "runewars.html",
    "déroulement": "warmachine/-/deroulement.html",
    "glossaire": "runewars/-/glossaire.html",
    "aptitudes": "aos/-/aptitudes.html",
    "tableaux": "wap/-/tableaux.html",
    "qui passe avant": "warmachine/-/priorites.html",
    "errata": "runewars/-/errata.html",
    "questions": "runewars/-/faq.html",
    "qualité": "wap/-/qualite.html",
    "comparer": "-/comparer.html",
    "notion": "-/comparer/charge.html",
    "règle la plus profonde": "runewars/livret/obstacles-et-collisions/traverser-un-allie.html",
    "règle": "runewars/35.html",
    "règle d'une page": "runewars/35.3.html",
    "règles contraires": "runewars/49.1.html",
    "texte remplacé": "runewars/49@guide.html",
    "erratum": "runewars/errata/85.7.html",
    "aptitude": "aos/aptitude/charge.html",
    "tableau": "t9a/base/jet-pour-blesser/table.html",
    "profil": "t9a/base/caracteristiques/mf.html",
}
