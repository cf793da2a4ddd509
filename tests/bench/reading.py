"""The process that asks a base, alone so that its memory is its own: `… WHO BASE ROUNDS TIMES QUESTIONS.jsonl…`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from kb.answer import Answerer
from kb.evaluation.measures import DEPTH
from kb.evaluation.questions import Question, read_questions
from kb.store import KnowledgeBase
from tests.bench.rivals import documents, fts5
from tests.bench.speed import Call, side_by_side


def main(arguments: Sequence[str]) -> None:
    """Measure `arbitre` or `fts5`, and print one JSON object: the fields of `growth.Reading` that are theirs."""
    who, base, rounds, times, *sets = arguments
    questions = read_questions(map(Path, sets))
    measure = {"arbitre": arbitre, "fts5": bare_fts5}[who]
    sys.stdout.write(json.dumps(measure(Path(base), questions, int(rounds), int(times))))


def arbitre(path: Path, questions: Sequence[Question], rounds: int, _times: int) -> dict[str, float]:
    """From the closed file to the first answer, then `ask` and `search`, their game given."""
    started = time.perf_counter()
    base = KnowledgeBase(path)
    answerer = Answerer(base)
    answerer.ask(questions[0].text, questions[0].game)
    opening = time.perf_counter() - started
    speeds = side_by_side(
        {
            "ask": lambda question: answerer.ask(question.text, question.game),
            "search": lambda question: answerer.search(question.text, question.game, None, DEPTH),
        },
        questions,
        rounds,
    )
    passages = base.rows("SELECT count(*) FROM documents WHERE view = 'both'", ())[0][0]
    return {"opening": opening, "passages": passages} | {
        f"{name}_{part}": getattr(speed, part) for name, speed in speeds.items() for part in ("p50", "p99")
    }


def bare_fts5(path: Path, questions: Sequence[Question], rounds: int, times: int) -> dict[str, float]:
    """One FTS5 table a game, its passages as many times over."""
    base = KnowledgeBase(path)
    searches = {game: fts5(documents(base, game, "both") * times) for game in sorted({q.game for q in questions})}
    call: Call = lambda question: searches[question.game](question.text)  # noqa: E731 - typed
    speed = side_by_side({"fts5": call}, questions, rounds)["fts5"]
    return {"fts5_p50": speed.p50, "fts5_p99": speed.p99}


if __name__ == "__main__":
    main(sys.argv[1:])
