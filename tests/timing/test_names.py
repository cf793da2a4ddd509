"""Free French names and the moments that they mean: those that a player would say, those that the timelines give."""

from __future__ import annotations

import pytest

from kb.errors import UnknownMomentError
from kb.store import KnowledgeBase
from kb.timing import Timeline, compare
from tests.timing.conftest import INVERSE, WORKS

# A name, and the end of the id of the moment that it means.
NAMES = {
    "aos": {
        "tirer": "phase-de-tir/aptitudes-du-joueur-actif/tir",
        "courir": "aptitudes-du-joueur-actif/course",
        "battre en retraite": "aptitudes-du-joueur-actif/repli",
        "jet de lancement d'un sort": "sort/annonce",
        "lancer un sort": "phase-des-heros/aptitudes-du-joueur-actif/sort",
        "le jet pour blesser": "sequence-d-attaque/blessure",
        "jet de blessure de mes Machinchoses": "sequence-d-attaque/blessure",
        "une unité qui frappe en dernier": "combats/frappe-en-dernier",
        "marquer des points de victoire": "etapes/points-de-victoire",
        "Redéploiement": "aptitudes-de-l-adversaire/redeploiement",
        "résoudre l'effet de Corps à Corps": "combat-d-une-unite/attaques",
        "charges du joueur actif": "phase-de-charge/aptitudes-du-joueur-actif",
    },
    "runewars": {
        "révéler son outil": "activation/reveler",
        "effectuer l'action": "activation/action",
        "piocher les cartes Moral": "sequence-de-test-de-moral/pioche",
        "appliquer la carte Moral": "sequence-de-test-de-moral/resolution",
        "programmer les cadrans": "phase-de-commandement/outil",
        "choisir la cible": "attaque/cible",
        "dépenser les coups mortels": "attaque/coups-mortels",
        "changer de premier joueur": "phase-finale/passation",
        "effets « après »": "sequence-d-evenement/apres",
    },
    "t9a": {
        "déclarer une charge": "declarations/declaration",
        "réagir à la charge": "declarations/reaction",
        "rallier les fuyards": "mouvement/ralliement",
        "jet pour toucher de la phase de tir": "attaque-de-tir/toucher",
        "jets pour toucher (phase de tir)": "attaque-de-tir/toucher",
        "jets de sauvegarde d'armure": "sequence-d-attaque/armure",
        "dissiper": "lancement/dissipation",
        "Touches d'impact": "paliers/dix",
        "marche forcée": "execution/mouvement",
        "choisir de jouer en premier": "deploiement/premier-joueur",
    },
    "wap": {
        "tenir et tirer": "reaction/tenir-et-tirer",
        "déplacer les unités en fuite": "fuyards/deplacement",
        "jet de dissipation": "dissipation/jet",
        "arrivée des embusqués": "autres-mouvements/renforts",
        "fuite du vaincu": "depart/fuite",
        "reformation du vainqueur": "suites/reformation-du-vainqueur",
        "Phase de tir › Tir d'une unité › Jets pour blesser": "tir-d-une-unite/blesser",
    },
    "warmachine": {
        "hors de combat": "mise-hors-de-combat/hors-de-combat",
        "la figurine est boxée": "mise-hors-de-combat/boxee",
        "gain d'un marqueur d'âme": "detruite/effets",
        "mise au tapis du slam": "slam/mise-au-tapis",
        "jet de Robuste": "hors-de-combat/effets",
        "choisir la direction de la projection": "projection/direction",
        "sortir de la zone de mêlée": "frappe-gratuite/sortie",
    },
}

# Two names, and what the first is to the second: what a judge asks.
QUESTIONS = {
    "aos": [
        ("jets de protection", "allouer les dégâts", "before"),
        ("sauvegarde", "jet de protection", "before"),
        ("mouvement d'engagement", "choisir les cibles", "before"),
        ("réaction du joueur actif", "réaction de l'adversaire", "alternate"),
        ("déployer une unité", "déployer un régiment", "alternate"),
        ("combat d'une unité", "combat d'une autre unité", "alternate"),
        ("se replier", "courir", "same"),
        ("deuxième round", "premier round", "after"),
        ("Au Pas de Course", "jet de course", "before"),
    ],
    "runewars": [
        ("jet d'attaque", "test de moral", "before"),
        ("dépenser les pions Paniqué", "piocher les cartes Moral", "before"),
        ("unités d'initiative 5", "unités d'initiative 3", "after"),
        ("placer un terrain", "le terrain placé par l'adversaire", "alternate"),
        ("activer une unité", "activer une unité ennemie de même initiative", "alternate"),
    ],
    "t9a": [
        ("jet pour toucher", "jet pour blesser", "before"),
        ("Piétinement", "Touches d'impact", "after"),
        ("attaques d'Agilité 6", "attaques d'Agilité 2", "before"),
        ("attaques d'une figurine", "attaques ennemies du même palier d'Agilité", "simultaneous"),
        ("Tenir la position", "Fuir", "same"),
        ("poursuivre les fuyards", "fuir", "after"),
    ],
    "wap": [
        ("test de terreur", "réaction à la charge", "before"),
        ("éclaireurs d'un camp", "éclaireurs de l'autre camp", "alternate"),
        ("attaques d'initiative 5", "attaques d'initiative 2", "before"),
        ("reformation du vainqueur", "reformation du vaincu", "unordered"),
        ("Guide", "Sacrifiable", "unordered"),
    ],
    "warmachine": [
        ("le jet d'attaque", "le jet de dégâts", "before"),
        ("dégâts de slam", "dégâts collatéraux du slam", "simultaneous"),
        ("mise au tapis du coup de tête", "dégâts du coup de tête", "unordered"),
        ("frappe gratuite", "sortir de la zone de mêlée", "before"),
    ],
}

CODES = {
    "SEQUENCE-SANS-MOMENT",
    "ETAPE-SANS-MOMENT",
    "ETAPE-EN-TROP",
    "ETAPE-HORS-ORDRE",
    "REPETITION-ABSENTE",
    "ECART-PERIME",
}


@pytest.fixture(scope="module")
def timelines(base: KnowledgeBase) -> dict[str, Timeline]:
    return {work: Timeline(base, work) for work in (*WORKS, "exemple")}


@pytest.mark.parametrize(
    ("work", "name", "place"), [(work, name, place) for work, said in NAMES.items() for name, place in said.items()]
)
def test_a_name_means_its_moment(timelines: dict[str, Timeline], work: str, name: str, place: str) -> None:
    assert [moment for moment in timelines[work].find(name) if not moment.endswith(f"/{place}")] == []


@pytest.mark.parametrize(
    ("work", "a", "b", "relation"), [(work, *asked) for work, said in QUESTIONS.items() for asked in said]
)
def test_two_names_compare_both_ways(timelines: dict[str, Timeline], work: str, a: str, b: str, relation: str) -> None:
    there, back = compare(timelines[work], a, b), compare(timelines[work], b, a)
    assert (there.relation, back.relation) == (relation, INVERSE.get(relation, relation))
    assert (there.decided_by == ()) == (relation == "unordered")
    base = timelines[work].base
    assert all(proof.quote in base.passage(proof.id).text for proof in there.decided_by)


@pytest.mark.parametrize("work", [*WORKS, "exemple"])
def test_every_moment_is_found_by_its_title_and_by_its_place(timelines: dict[str, Timeline], work: str) -> None:
    timeline = timelines[work]
    for identifier in timeline.nodes:
        path = timeline.path(identifier)
        names = [path[-1].title, ", ".join(moment.title for moment in reversed(path[-2:]))]
        names += [" › ".join(moment.title for moment in path[1:])] if len(path) > 1 else []
        for name in names:
            assert identifier in timeline.find(name), name


def test_the_timelines_follow_the_sequences_of_the_text(base: KnowledgeBase) -> None:
    assert [finding for finding in base.rows("SELECT code, message FROM diagnostics") if finding[0] in CODES] == []


@pytest.mark.publication
@pytest.mark.parametrize("work", WORKS)
def test_they_follow_those_of_the_publications_too(text_base: KnowledgeBase, work: str) -> None:
    assert [finding for finding in text_base.diagnostics(work, "texte") if finding.code in CODES] == []


# --- a made-up game: what each kind of order makes of two moments, and what a name may not do


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        # The order of the book, and a moment within another.
        ("phase de salve", "phase d'abordage", "before"),
        ("l'abordage", "la canonnade", "after"),
        ("le pointage", "phase de salve", "same"),
        # Two things of a moment where all is resolved at once.
        ("tirs de mes canons", "tir des canons adverses", "simultaneous"),
        # A loop in which the players take turns.
        ("un assaut", "l'assaut de l'adversaire", "alternate"),
        # One window, whose user orders what stands in it; a heap that nothing orders.
        ("hisser le pavillon", "fusée", "same"),
        ("recoudre les voiles", "pompes", "unordered"),
        # What comes back by number.
        ("ronde 2", "ronde 5", "before"),
        ("troisième ronde", "première ronde", "after"),
        ("ronde 2", "ronde 2", "same"),
        # A sequence played in two places: beside a moment of one of them, within itself, beside what stands between the two.
        ("pointage", "jet de voilure", "before"),
        ("jet de voilure", "jet de bordage", "after"),
        ("assaut", "jet de bordage", "before"),
        ("fusée", "jet de bordage", "unordered"),
        # A rule by its timing line; a rule that stands nowhere.
        ("Grappins", "canonnade", "after"),
        ("Vigie", "canonnade", "unordered"),
        ("Vigie", "Vigie", "same"),
    ],
)
def test_two_names_compare(ships: Timeline, a: str, b: str, relation: str) -> None:
    assert compare(ships, a, b).relation == relation


def test_the_rule_that_prints_both_comes_first(ships: Timeline) -> None:
    found = compare(ships, "jet de bordage", "jet de voilure")
    assert [proof.id for proof in found.decided_by] == ["essai/1.4"]
    assert compare(ships, "voiles recousues", "pompes").decided_by == ()


@pytest.mark.parametrize("name", ["le jet", "unité", "une phase", "xyzzy", "de la"])
def test_a_weak_word_is_never_a_guess(ships: Timeline, name: str) -> None:
    with pytest.raises(UnknownMomentError, match="moment inconnu"):
        ships.find(name)


def test_a_name_that_fits_two_moments_as_well_is_refused(ships: Timeline) -> None:
    with pytest.raises(UnknownMomentError, match="plusieurs moments : Ronde › Phase de salve › Coups"):
        compare(ships, "coups au but", "fusée")
    assert compare(ships, "coups au but", "assaut").relation == "after"
