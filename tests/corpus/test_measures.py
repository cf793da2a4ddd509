"""What was measured of each work is told with its base: never more right than there are."""

from kb.store import KnowledgeBase


def test_each_game_says_what_was_measured(base: KnowledgeBase) -> None:
    for work in base.work_ids():
        measures = base.measures(work)
        assert {"Cases de tableaux retrouvées", "Noms d'autres règles suivis d'un lien"} <= {
            one.name for one in measures
        }
        assert all(0 <= one.good <= one.whole and one.how for one in measures)
