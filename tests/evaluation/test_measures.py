"""The measures count what they say they count."""

import json
from pathlib import Path

import ir_measures
import pytest

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation import JudgedQuestion, Outcome, read_questions, reports, run


def outcome(
    *ranks: int, gold: int = 1, refused: bool = False, verdict: str | None = None, yesno: str | None = None
) -> Outcome:
    question = JudgedQuestion("q", "essai", "timing", "?", tuple((n, n) for n in range(gold)), yesno)
    return Outcome(question, ranks, refused, verdict, None)


def measures(*outcomes: Outcome) -> dict[str, float]:
    return {name: round(measure.mean, 3) for name, measure in reports(outcomes)[0].measures}


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        # Over the answerable questions, the best of the ranks of each.
        (
            [outcome(1), outcome(3), outcome(7, 4), outcome(), outcome(gold=0)],
            {"hit@1": 0.25, "hit@3": 0.5, "hit@5": 0.75, "hit@10": 0.75, "MRR@10": 0.396, "nDCG@10": 0.483},
        ),
        # Refusals are judged both ways.
        (
            [outcome(gold=0, refused=True), outcome(gold=0), outcome(1, refused=True)],
            {"refus : précision": 0.5, "refus : rappel": 0.5, "refus : F1": 0.5, "refus à tort": 1.0},
        ),
        # Verdicts count where one was given.
        (
            [outcome(1, verdict="oui", yesno=yesno) for yesno in ("oui", "non")] + [outcome(1, yesno="non")],
            {"verdict : justesse": 0.5, "verdict : donné": 0.667},
        ),
    ],
)
def test_each_measure_counts_what_it_says(outcomes: list[Outcome], expected: dict[str, float]) -> None:
    found = measures(*outcomes)
    assert {name: found[name] for name in expected} == expected


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
    question = JudgedQuestion("q", "runewars", "timing", "quand ?", ((1, 2),), None)
    with pytest.raises(UnusableFileError, match="ne contient pas la publication"):
        run(answerer, [question], "both")
