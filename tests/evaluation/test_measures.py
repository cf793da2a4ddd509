"""The measures count what they say they count."""

from __future__ import annotations

import json
from pathlib import Path

import ir_measures
import pytest

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation import Outcome, Question, read_questions, reports, run


def outcome(
    *ranks: int, gold: int = 1, refused: bool = False, verdict: str | None = None, yesno: str | None = None
) -> Outcome:
    question = Question("q", "essai", "timing", "?", tuple((n, n) for n in range(gold)), yesno)
    return Outcome(question, ranks, refused, verdict, None)


def measures(*outcomes: Outcome) -> dict[str, float]:
    return {name: round(measure.mean, 3) for name, measure in reports(outcomes)[0].measures}


def test_hits_and_ranks_are_over_the_answerable_questions() -> None:
    found = measures(outcome(1), outcome(3), outcome(7, 4), outcome(), outcome(gold=0))
    assert (found["hit@1"], found["hit@3"], found["hit@5"], found["hit@10"]) == (0.25, 0.5, 0.75, 0.75)
    assert found["MRR@10"] == round((1 + 1 / 3 + 1 / 4) / 4, 3)
    assert found["nDCG@10"] == round((1 + 0.5 + 0.4307) / 4, 3)


def test_the_measures_are_those_of_trec_eval() -> None:
    """The gold range found first is the one relevant document of its question; 0 for none among the first ten."""
    ranks = [place % 11 for place in range(60)]
    qrels = [ir_measures.Qrel(str(place), str(rank), 1) for place, rank in enumerate(ranks)]
    listed = [ir_measures.ScoredDoc(str(place), str(n), 11 - n) for place in range(60) for n in range(1, 11)]
    wanted = {"hit@1": "Success@1", "hit@3": "Success@3", "hit@5": "Success@5", "MRR@10": "RR@10", "nDCG@10": "nDCG@10"}
    names = {name: ir_measures.parse_measure(theirs) for name, theirs in wanted.items()}
    theirs = ir_measures.calc_aggregate(list(names.values()), qrels, listed)
    ours = measures(*(outcome(*([rank] if rank else [])) for rank in ranks))
    assert {name: ours[name] for name in names} == {name: round(theirs[measure], 3) for name, measure in names.items()}


def test_refusals_are_judged_both_ways() -> None:
    found = measures(outcome(gold=0, refused=True), outcome(gold=0), outcome(1, refused=True))
    assert (found["refus : précision"], found["refus : rappel"]) == (0.5, 0.5)


def test_verdicts_count_where_one_was_given() -> None:
    found = measures(
        outcome(1, verdict="oui", yesno="oui"), outcome(1, verdict="oui", yesno="non"), outcome(1, yesno="non")
    )
    assert (found["verdict : justesse"], found["verdict : donné"]) == (0.5, 0.667)


def test_the_interval_holds_the_mean_and_is_always_the_same() -> None:
    outcomes = [outcome(1), outcome(2), outcome(), outcome(1)]
    first = dict(reports(outcomes)[0].measures)["hit@1"]
    assert first.low <= first.mean <= first.high
    assert first == dict(reports(outcomes)[0].measures)["hit@1"]


def test_groups_are_the_whole_the_games_and_the_kinds() -> None:
    assert [report.name for report in reports([outcome(1)])] == ["ensemble", "essai", "· timing"]


@pytest.mark.parametrize(
    "line", ["pas du json", "[]", '{"game": "aos"}', '{"question": "?", "game": "aos", "gold": [[1]]}']
)
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(f"{json.dumps({'question': '?', 'game': 'aos'})}\n{line}\n", encoding="utf-8")
    with pytest.raises(UnusableFileError, match=r"q\.jsonl:2"):
        read_questions([file])


def test_a_base_without_the_publication_cannot_be_measured(answerer: Answerer) -> None:
    question = Question("q", "runewars", "timing", "quand ?", ((1, 2),), None)
    with pytest.raises(UnusableFileError, match="ne contient pas la publication"):
        run(answerer, [question], "both")
