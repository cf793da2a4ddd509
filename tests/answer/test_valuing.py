"""A question of figures becomes a request of the engine; where a figure, a slot or a name is left over, nothing is concluded."""

from __future__ import annotations

import pytest

from kb.answer import Answerer


@pytest.mark.parametrize(
    ("question", "game", "said"),
    [
        (
            "Mon arme a 4 attaques, un effet les double, un autre retire 1 : j'en ai combien ?",
            "aos",
            "7 : 4, ×2 = 8, −1 = 7.",
        ),
        ("Un effet fixe mes attaques à trois et un autre ajoute deux, j'en ai combien ?", "aos", "5 : 3, +2 = 5."),
        ("Menace 3 avec un bonus de +1, ça fait combien ?", "runewars", "4 : 3, +1 = 4."),
        (
            "Précision 4+, longue portée et à couvert : je touche sur combien ?",
            "t9a",
            "6+ : 4, Longue portée = 5, Couvert = 6.",
        ),
        ("Force 4 contre Résistance 6, je blesse sur combien ?", "t9a", "6+."),
        # Modifiers that the corpus knows, by players' words for them; one that is denied does not count.
        (
            "CT 5, mes arbalétriers ont bougé et l'ennemi est caché derrière un muret : je touche sur combien ?",
            "wap",
            "5+ : 2, Se déplacer et Tirer = 3, Couvert lourd = 5.",
        ),
        ("CT 5, sans bouger, cible derrière une clôture : je touche sur quoi ?", "wap", "3+ : 2, Couvert léger = 3."),
        ("CC 4 contre CC 6, je touche sur combien ?", "wap", "4+."),
        # Dice told one after another: the best of two, the two best of three.
        (
            "Mes lanciers à pied M5 chargent, je sors 4 et 3 : combien de pas de charge ?",
            "wap",
            "9 pas : Mouvement = 5, Un dé de charge = 8, Meilleur dé de charge = 9.",
        ),
        (
            "Mes chevaliers à M7 chargent avec 6, 6 et 2 aux dés, ça fait combien de pas ?",
            "wap",
            "19 pas : Mouvement = 7, Un dé de charge = 13, Autre dé de charge = 19.",
        ),
        # The sums of daily play.
        (
            "J'ai fait 2 blessures, on a chargé et j'ai 4 rangs : quel est mon résultat de combat ?",
            "t9a",
            "6 : Points de vie perdus par l'ennemi = 2, Bonus de rang = 5, Charge = 6.",
        ),
        (
            "Une armée de 2000 pts, combien au minimum en unités de base ?",
            "t9a",
            "500 points : Points d'armée = 2000, 25 % = 500.",
        ),
        (
            "PUI 5 et FOR 9 contre ARM 18, avec 8 aux dés ça fait combien de dégâts ?",
            "warmachine",
            "4 dégâts : Dés = 8, Puissance = 13, Force = 22, Armure = 4.",
        ),
        (
            "ACC 7 contre DEF 12, il me faut combien pour toucher ?",
            "warmachine",
            "5+ : Défense = 12, Caractéristique d'attaque = 5.",
        ),
        (
            "5 touches avec une menace de 2, ça fait combien de dégâts ?",
            "runewars",
            "10 dégâts : Menace = 2, Touches = 10.",
        ),
        (
            "Trois bonus de +1 pour blesser, je finis à combien ?",
            "aos",
            "+1 : Aucun modificateur = 0, +1 = 1, +1 = 2, +1 = 3.",
        ),
        ("Save 5+ contre rend 1, je sauvegarde sur combien ?", "aos", "6+ : Sauvegarde = 5, Perforation = 6."),
        # The words nearest to a figure name it: before it, or after it as far as a comma, « et » or « contre ».
        ("Fo 5, Rés 3 : je blesse sur combien ?", "t9a", "2+."),
        # The figure of a value counts nothing; a verb of what is asked takes nothing off.
        ("Fo 4 +1 contre Rés 4, je blesse sur combien ?", "t9a", "3+ : 4, +1 = 3."),
        (
            "10 points de dégâts sur des figurines de défense 2 : combien de figurines je retire ?",
            "runewars",
            "5 figurines : Dégâts = 10, Défense 2 = 5.",
        ),
        (
            "4 touches avec une menace de 3 et Létal 1, ça fait combien de dégâts ?",
            "runewars",
            "13 dégâts : Menace = 3, Touches = 12, Létal = 13.",
        ),
        # Figures of one name add up.
        ("Mon profil : deux dés rouges, un dé bleu, combien de dés je lance ?", "runewars", "3 dés : Profil = 3."),
        # An article counts where a name has it, and is not the figure of what follows.
        (
            "Un seul coup mortel et 5 dégâts, défense 2, combien de blessures ?",
            "runewars",
            "3 blessures : Dégâts = 5, Défense 2 = 2,5, Coups mortels = 3.",
        ),
        (
            "4 points d'ordre, j'en ai claqué un, combien il en reste ?",
            "aos",
            "3 points d'ordre : Points d'ordre = 4, Dépensés = 3.",
        ),
        ("CHAMPION (1/5) et 10 figs, combien de champions ?", "aos", "2 champions : Figurines = 10, Une sur 5 = 2."),
        # Dice that reach a figure, and those of a roll.
        (
            "Protection 5+, 4 dégâts, mes dés font 5, 2, 3 et 6 : combien de dégâts passent ?",
            "aos",
            "2 dégâts : Dégâts = 4, Dés à 5 ou plus = 2.",
        ),
        (
            "P+F 16 contre ARM 19, je sors 6 et 4, il prend combien ?",
            "warmachine",
            "7 dégâts : Dés = 10, Puissance = 26, Armure = 7.",
        ),
        # Between two names, a figure is of the one that has no other; a name is said in its order.
        (
            "Héros seuil 4 défense 3, combien de dégâts pour tuer une figurine ?",
            "runewars",
            "12 dégâts : Défense = 3, Seuil = 12.",
        ),
        (
            "2 blessures sur mon golem seuil 5, il en encaisse encore combien ?",
            "runewars",
            "3 blessures : Seuil = 5, Blessures = 3.",
        ),
        # A verb of what is asked has no figure, and « augmentation » is no verb.
        (
            "Archers défense 1, Couvert 1, Fortifié 2, attaque de mêlée : leur défense passe à combien ?",
            "runewars",
            "3 : Défense = 1, Fortifié = 3.",
        ),
        (
            "Deux touches et une augmentation touche, combien de touches ?",
            "runewars",
            "3 touches : Dés = 2, Augmentation = 3.",
        ),
        # What no result comes of says why.
        (
            "Vitesse 2 avec un malus de -2, je bouge de combien ?",
            "runewars",
            "À zéro ou moins, l'unité ne bouge pas : 2, −2 = 0.",
        ),
        ("CT 3, mon unité s'est déplacée : je touche sur combien au tir ?", "wap", "5+ : 4, Se déplacer et Tirer = 5."),
        # The name of a quantity ends the question.
        (
            "Infanterie, M4, dés de charge 5 et 2 : ma distance de charge ?",
            "wap",
            "9 pas : Mouvement = 4, Un dé de charge = 6, Meilleur dé de charge = 9.",
        ),
        (
            "CT 4, la cible est à 15 pas derrière une haie : je touche sur combien ?",
            "wap",
            "4+ : 3, Couvert léger = 4.",
        ),
        ("CT 4, la cible est à 3 pas : je touche sur combien ?", "wap", "2+ : 3, Portée courte = 2."),
        (
            "Il reste 5 gars sur 20, Cd 8 : je rallie sur combien ?",
            "wap",
            "4 : Deux demi-Commandements = 2, Effectif au quart ou moins = 1, Demi-Commandement = 4.",
        ),
        # A number in several words; a figure between two names goes where it fits best.
        (
            "Unité de vingt-cinq gobelins : il faut perdre combien de PV pour la panique ?",
            "t9a",
            "7 Points de vie : Figurines ou Points de vie = 25, 25 % = 6,25.",
        ),
        ("Ægide 5+ contre Force 5 PA 2, sauvegarde invu de combien ?", "t9a", "5+."),
        # The figure of a phrase is none of a slot; a participle takes nothing off; « un » counts after « perdu ».
        (
            "1 attaque, frénésie, deux armes de base : combien d'attaques ?",
            "wap",
            "3 : Attaques = 1, Frénésie = 2, Arme de base additionnelle = 3.",
        ),
        (
            "4 PV enlevés et une charge de flanc : combien de points de combat ?",
            "wap",
            "6 : Points de vie enlevés = 4, Charge = 5, Flanc = 6.",
        ),
        (
            "Coup fatal, il avait 4 PV mais déjà perdu un : combien de points de combat ?",
            "wap",
            "3 points : Points de vie restants = 4, Points de vie perdus avant = 3.",
        ),
        (
            "Quelle portée pour Tenez vos rangs, porteur avec ligne de vue 1 ?",
            "wap",
            "12 pas : Tenez vos rangs ! = 12.",
        ),
    ],
)
def test_a_value_is_worked_out_with_its_steps(answerer: Answerer, question: str, game: str, said: str) -> None:
    answer = answerer.ask(question, game)
    conclusion = answer.answer.conclusion
    assert conclusion is not None
    assert (conclusion.kind, conclusion.text) == ("value", said)
    assert conclusion.request is not None
    assert any(clause.role in {"computes", "decides"} for clause in answer.answer.because)


@pytest.mark.parametrize(
    ("question", "game"),
    [
        # A figure of something else.
        ("Mon arme a 4 attaques et 3 figurines, un effet double : j'en ai combien ?", "aos"),
        # The figure is of something else than the value asked for; so is the modifier.
        ("Mes 10 guerriers ont un bonus de +1, ils font combien d'attaques ?", "aos"),
        ("Mon arme a 3 attaques et +1 pour toucher, j'en ai combien ?", "aos"),
        # A table lists the modifier, but the question does not say which of its two.
        ("CT 4, la cible est derrière un couvert : je touche sur combien au tir ?", "wap"),
        # Whose figure is whose is not told.
        ("Son champion a CC 6, moi CC 3 : je touche sur combien ?", "wap"),
        # It may count, or not.
        ("CT 4 contre un personnage isolé : je touche sur combien au tir ?", "wap"),
        # A roll is no value of armour, and « quelle… » asks for something else.
        ("Mon armure 4+ contre PA 1, je sauve sur combien ?", "t9a"),
        ("Une chute de 5 pouces, c'est quelle portée ?", "warmachine"),
        # A half is no whole figure, and nothing tells the article from another one.
        ("Charge : 9 pouces et demi, combien il me faut pour charger ?", "aos"),
        ("Projection : mon jack de FOR 9 et demi, quelle distance ?", "warmachine"),
        # What one sentence names is not the figure of the next.
        (
            "J'ai déjà un Paniqué. Je quitte deux unités et j'en décroche encore 2, j'ai combien de Paniqués à la fin ?",
            "runewars",
        ),
        # Dice rolled are not what they come to.
        ("Je lance 3 dés et je fais 11, P+F 14 contre ARM 18 : combien de dégâts ?", "warmachine"),
        # « Il chute ? » is no name of a quantity; a bound is no distance; how many were lost is not told; another quantity is counted.
        ("Un pouce de chute, 1 dé : il chute ?", "warmachine"),
        ("CT 4, la cible est à plus de 3 pas : je touche sur combien ?", "wap"),
        ("Coup fatal, il avait 4 PV mais en avait déjà perdu : combien de points de combat ?", "wap"),
        ("Précision 4+ et vision altérée, combien de Force ?", "t9a"),
        # A rule is named that no slot takes.
        ("CT 4 contre des tirailleurs derrière un mur : je touche sur combien au tir ?", "wap"),
    ],
)
def test_what_is_half_understood_is_not_worked_out(answerer: Answerer, question: str, game: str) -> None:
    conclusion = answerer.ask(question, game).answer.conclusion
    assert conclusion is None or conclusion.kind not in {"value", "row"}
