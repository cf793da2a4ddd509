"""The lexicons of search: entries that stand on a node, families that do not overlap, words that meet and words that must not."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.errors import FaultyDataError
from kb.model import Lexicon
from kb.model.words import tokens
from kb.reading.data import read_lexicon
from kb.reading.register import read_register
from kb.search.analysis import Analyzer
from kb.system.data import data_dir

LEXICONS = data_dir("corpus") / "lexicon"
WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")

# One line a pair or more: single words share their key.
MEET = {
    "aos": """
        sauvegarde save svg | protection ward protec | touche hit | blessure wound | mortel mortelles mortal | dégâts damage
        sorcier wizard mage | prêtre priest | prière prayer | dissiper dissipation unbind | bannir bannissement banish
        convoquer summon | manifestation manifs | objectif objo objos | contester contestation | aptitude ability capacité
        charte warscroll | outsider underdog | course courir run | repli retreat retraite | cohésion cohérence coherency
        couvert cover | perforation rend | santé health | allouer allocation | soigner soins heal | optimisation enhancement
        péripétie twist | héros hero | vol volant fly | escalade grimper | redéploiement redeploy | musicien zicos
        étendard bannière | unité unit pavé | fuir fuite fuyards | figurine fig gars | ralliement rally
    """,
    "runewars": """
        amélioration upgrade upgrades | cadran dial molette | plateau tray trays | gabarit template
        repositionnement shift | débordement déborder flanking | rapprochement recoller | incliné incliner exhaust
        collision percuter | chevauchement overlap | menace threat | posture stance | blessure wound | touche hit
        boost surge | fléau bane fléaux | bénédiction boon | dépenser spend claquer | roue wheel | virage turn
        paniqué panic panique | immobilisé immobilisation | étourdi stun | unité régiment troupe pavé | vitesse speed
        objectif objo | pion jeton token | initiative init | énergie runes | élimination éliminer wipe
        rallier ralliement rally | défausser défausse | annulé annulation | reformation reform | fuir fuite fuient fuyard
        engagé engager engagement engagées | charge charger chargeant | figurine figurines
    """,
    "t9a": """
        sauvegarde save svg | ægide égide ward | toucher hit | blesser wound wounds | dissipation dissiper dispel
        lancer caster | fiasco miscast | poursuite poursuivre pursuit | redirection rediriger redirect | allouer allocation
        couvert cover | panique panic | indomptable steadfast | roue wheel | reformation reform | soutien support
        aligner alignement | piétinement stomp | broyage grind | souffle breath | vol fly volant | poison venin
        peur fear | instable instabilité unstable | personnage perso héros | magicien mage | pénalité malus
        cavalerie cavaliers cav | tirailleurs skirmish | manche round | fuite fuir fuyards flee | régiment unité pavé
        anéantir wipe | discipline commandement leadership
    """,
    "wap": """
        sauvegarde save | toucher hit | blesser wound | dissiper dissipation dispel | fiasco miscast | canaliser channel
        poursuite poursuivre pursue | panique panic | indomptable steadfast | tenace stubborn | indémoralisable unbreakable
        frénésie frénétique frenzy | haine hatred | peur fear | terreur terror | stupidité stupide | instable instabilité
        tirailleurs skirmishers | éclaireurs scouts | embuscade embusqué ambush | régénération regen | parade parer parry
        perforant piercing | piétinement stomp | souffle breath | rapide swiftstride | vol volant flyer | esquive dodge
        immunité immunisé immune | endurance endu toughness | musicien zicos | étendard bannière | pénalité malus
        fuite fuir fuyards flee | personnage perso héros | forêt bois | commandement cd
    """,
    "warmachine": """
        slam slammer slammé | projection projeter throw | poussée pousser push | piétinement piétiner trample
        verrou verrouiller lock headlock | déviation dévier scatter | dissimulation concealment | couvert cover
        souffle spray | boost booster boosté | warcaster caster | warjack jack jacks | allonge reach | toucher touche hit
        dégâts damage | désactivation désactivé crippled | réactivation réactiver | inerte inert | épave wreck carcasse
        stationnaire stationary | chute chuter | visée viser aim | renoncer forfeit | guérir soigner heal
        réparer réparation repair | critique crit | immunité immunisé | gabarit template | échec raté miss
        furtivité stealth | pistolero gunfighter | boxé boxed | portée range
    """,
}

# What is written holds every word of what is meant.
MEAN = {
    "aos": {"MW": "dégâts mortels", "PO": "points d'ordre", "CP": "points d'ordre", "AoA": "attaque en règle"},
    "runewars": {"LdV": "ligne de vue", "mortal strike": "coup mortel", "réglette": "règle portées", "PV": "blessures"},
    "t9a": {"AP": "PA", "MF": "marche forcée", "overrun": "charge irrésistible", "càc": "mêlée"},
    "wap": {
        "FTP": "frappe toujours en premier",
        "ASF": "frappe toujours en premier",
        "BSB": "grande bannière",
        "GB": "grande bannière",
        "killing blow": "coup fatal",
        "stand and shoot": "tenir tirer",
        "dés de pouvoir": "pouvoirs",
        "CC": "capacité combat",
    },
    "warmachine": {
        "AOE": "aire effet",
        "KD": "tapis",
        "CRA": "attaque distance combinée",
        "free strike": "frappe gratuite",
    },
}

# Two notions of one game: no key in common.
APART = {
    "aos": """
        unité régiment | engagement engagé | formation format | tué détruit | sauvegarde protection | touche blessure
        sorcier prêtre | sort prière | dissiper bannir | course charge | repli fuite | champ champion | convoquer invocation
        ordre commandant | dégâts blessure | prêtre prière | renfort renforcé | réserve renfort | ralliement repli
    """,
    "runewars": """
        précis précision | défense défendre | touche attaque | blessure dégâts | incliné inclination | roue virage
        charge chargeur | marche repositionnement | fléau bénédiction | collision chevauchement | boost touche
        rapprochement repositionnement | reformation repositionnement | portée porte | menace posture
        unité figurine | panique moral | énergie boost | action activation | arme armée | point pointe | sort sortir
        partie partiel | tour tournoi
    """,
    "t9a": """
        précision préciser | force forcée | armure sauvegarde | toucher attaque | toucher blesser | allouer répartition
        indomptable démoralisé | pivot roue | pivot reformation | fuite poursuite | manche combat | vol volée
        magicien apprenti | apprenti maître | broyage piétinement | charge marche | discipline panique | agilité initiative
        aegide armure | ralliement moral
    """,
    "wap": """
        vol volée | précis précision | parade parure | armure sauvegarde | enflammé inflammable | indomptable tenace
        indémoralisable indomptable | peur terreur | frénésie haine | toucher attaque | toucher blesser | fuite poursuite
        tirailleurs tireurs | éclaireurs embuscade | champ champion | piétinement impact | esquive parade | canaliser lancer
        alliance ami | commandement moral | endurance force
    """,
    "warmachine": """
        slam poussée | projection poussée | couvert dissimulation | relais relayer | direction direct | force champ
        force forcé | détruit boxé | boxé désactivé | guérir réparer | chute projection | épave inerte | souffle déviation
        toucher attaque | charge attaque | portée allonge | réactivation activation | stationnaire tapis
    """,
}


@cache
def analyzer(work: str) -> Analyzer:
    return Analyzer(read_lexicon(LEXICONS, work))


def pairs(table: dict[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """Every group of a table: its groups are parted by a bar or by the end of a line."""
    return [
        (work, tuple(group.split()))
        for work, text in table.items()
        for group in text.replace("\n", "|").split("|")
        if group.strip()
    ]


def entries(work: str) -> list[Any]:
    """The entries of a work's own lexicon."""
    data = tomllib.loads((LEXICONS / f"{work}.toml").read_text(encoding="utf-8"))
    return [*data["proteges"].values(), *data["familles"]["liste"], *data["abreviations"].values()]


@pytest.mark.parametrize("work", WORKS)
def test_each_entry_comes_from_a_node_of_its_work(work: str) -> None:
    known = read_register(data_dir("corpus") / work).ids
    assert [entry for entry in entries(work) if entry["noeud"].partition("#")[0] not in known] == []


@pytest.mark.parametrize("work", [*WORKS, "commun"])
def test_no_word_is_in_two_families(work: str) -> None:
    lexicon = read_lexicon(LEXICONS, work)
    bare = Analyzer(Lexicon(protected=lexicon.protected))
    heads: dict[str, set[str]] = defaultdict(set)
    for family in lexicon.families:
        for word in family:
            heads[bare.analysed(word)].add(family[0])
    assert {key: found for key, found in heads.items() if len(found) > 1} == {}


@pytest.mark.parametrize("work", WORKS)
def test_no_word_of_a_family_is_given_twice_nor_is_a_stop_word(work: str) -> None:
    lexicon = read_lexicon(LEXICONS, work)
    members = [word for family in lexicon.families for word in family]
    assert sorted(set(members)) == sorted(members)
    assert set(members) & lexicon.stopwords == set()


@pytest.mark.parametrize("work", WORKS)
def test_no_abbreviation_is_a_stop_word_and_each_means_something(work: str) -> None:
    lexicon = read_lexicon(LEXICONS, work)
    assert [short for short, _meant in lexicon.expansions if set(tokens(short)) <= lexicon.stopwords] == []
    assert [short for short, meant in lexicon.expansions if set(tokens(meant)) <= lexicon.stopwords] == []


@pytest.mark.parametrize(("work", "group"), pairs(MEET))
def test_words_that_mean_one_thing_meet(work: str, group: tuple[str, ...]) -> None:
    assert len({key for word in group for key in analyzer(work).keys(word)}) == 1


@pytest.mark.parametrize(
    ("work", "short", "meant"), [(work, short, meant) for work, table in MEAN.items() for short, meant in table.items()]
)
def test_an_abbreviation_holds_the_words_meant(work: str, short: str, meant: str) -> None:
    assert set(analyzer(work).keys(short)) >= set(analyzer(work).keys(meant))


@pytest.mark.parametrize(("work", "group"), pairs(APART))
def test_words_of_two_notions_stay_apart(work: str, group: tuple[str, ...]) -> None:
    first, second = group
    assert analyzer(work).keys(first)
    assert analyzer(work).keys(second)
    assert not set(analyzer(work).keys(first)) & set(analyzer(work).keys(second))


@pytest.mark.parametrize(
    ("word", "here", "elsewhere"),
    [
        ("throw", "warmachine", "t9a"),
        ("dial", "runewars", "aos"),
        ("wheel", "wap", "aos"),
        ("twist", "aos", "wap"),
        ("steadfast", "t9a", "warmachine"),
    ],
)
def test_the_words_of_a_game_do_not_leak(word: str, here: str, elsewhere: str) -> None:
    assert analyzer(here).key(word) != analyzer("commun").key(word)
    assert analyzer(elsewhere).key(word) == analyzer("commun").key(word)


def test_the_lexicon_of_a_work_is_laid_over_the_common_one(tmp_path: Path) -> None:
    (tmp_path / "commun.toml").write_text(
        'mots_vides = "le la"\n[familles]\nliste = [["tir", "tirer"]]\n[abreviations]\n"pv" = "points de vie"\n',
        encoding="utf-8",
    )
    (tmp_path / "jeu.toml").write_text(
        '[proteges]\n"volée" = { clef = "volee", noeud = "1" }\n'
        '[familles]\nliste = [{ mots = ["tir", "shoot"], noeud = "2" }, { mots = ["fuite", "fuir"], noeud = "3" }]\n'
        '[abreviations]\n"pv" = { sens = "blessures", noeud = "4" }\n',
        encoding="utf-8",
    )
    lexicon = read_lexicon(tmp_path, "jeu")
    assert lexicon.families == (("tir", "tirer", "shoot"), ("fuite", "fuir"))
    assert lexicon.expansions == (("pv", "blessures"),)
    assert lexicon.protected == (("volée", "volee"),)
    assert lexicon.stopwords == {"le", "la"}


@pytest.mark.parametrize(
    "text",
    [
        "[abreviations]\n'pv' = 3.5",
        "[abreviations]\n'pv' = { sens = 'points de vie' }",
        "[abreviations]\n'pv' = { sens = 'points de vie', noeud = '1', note = 'x' }",
        "[abreviations]\n'pv' = { sens = 3.5, noeud = '1' }",
        "[proteges]\n'volée' = { sens = 'volee', noeud = '1' }",
        "[familles]\nliste = [[]]",
        "[familles]\nliste = ['tir']",
        "[familles]\nliste = [['tir', 3.5]]",
        "[familles]\nliste = [{ mots = [], noeud = '1' }]",
        "[familles]\nliste = [{ mots = ['tir', 'tirer'] }]",
        "mots_vides = 3",
        "[familles",
    ],
)
def test_a_malformed_lexicon_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "jeu.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FaultyDataError, match=r"jeu\.toml"):
        read_lexicon(tmp_path, "jeu")
