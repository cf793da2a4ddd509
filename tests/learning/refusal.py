"""Learn `kb/site/refusal.toml`: `python -m tests.learning.refusal BASE QUESTIONS.jsonl…` (`make train`)."""

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kb.evaluation import JudgedQuestion, read_questions
from kb.site import search_pack
from kb.store import KnowledgeBase
from tests.bench.offline import run, write_scripts
from tests.learning.training import logistic

# The share of answerable questions that may be refused, and what keeps the weights small.
_FALSE_REFUSALS, _PENALTY = 0.0145, 0.02


def learn(base: KnowledgeBase, questions: Sequence[JudgedQuestion]) -> dict[str, float]:
    """The weight of each part of the evidence, and the bias that refuses wrongly as many answerable questions as may be."""
    with tempfile.TemporaryDirectory() as folder:
        asked = [(question.text, question.game) for question in questions]
        found = run(write_scripts(base, Path(folder)), base.work_ids(), asked)["answers"]
    names = list(found[0]["evidence"][0])
    evidence = np.array([[answer["evidence"][0][name] for name in names] for answer in found])
    absent = np.array([not question.gold for question in questions])
    rows = np.hstack([evidence, np.ones((len(found), 1))]) * np.where(absent, 1.0, -1.0)[:, None]
    weights = logistic(rows, 1.0, np.array([*[_PENALTY] * len(names), 0.0]))[:-1]
    bias = -np.quantile(evidence[~absent] @ weights, 1 - _FALSE_REFUSALS)
    return {"bias": float(bias), **dict(zip(names, map(float, weights), strict=True))}


def main(arguments: Sequence[str]) -> None:
    """Learn on a base of the précis, and write the file."""
    path, *files = map(Path, arguments)
    learnt = {name: f"{weight:.2f}" for name, weight in learn(KnowledgeBase(path), read_questions(files)).items()}
    text = search_pack.REFUSAL.read_text(encoding="utf-8")
    for name, weight in learnt.items():
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {weight}", text)
    search_pack.REFUSAL.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
