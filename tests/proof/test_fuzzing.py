"""Whatever a publication has become, it is read or refused in time, no line lost; what once failed is kept, and read again."""

import hashlib
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.errors import ArbitreError
from tests.proof.fuzzing import KEPT, SAMPLES, mutated, read_or_refuse

_NAMES = sorted(folder.name for folder in SAMPLES.iterdir())
_TEXTS = {name: (SAMPLES / name / "publication.txt").read_text(encoding="utf-8") for name in _NAMES}
# Seconds of the processor: a hundred times what a sample takes.
_LONGEST = 10.0
_TRIES = 300


def _tried(sample: str, text: str) -> None:
    started = time.process_time()
    try:
        read_or_refuse(sample, text)
    except ArbitreError as refusal:
        assert "\n" not in str(refusal)  # noqa: PT017
    assert time.process_time() - started < _LONGEST


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.txt")), ids=lambda path: path.stem)
def test_what_once_failed_is_read_or_refused(path: Path) -> None:
    _tried(path.stem.partition("-")[0], path.read_bytes().decode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("sample", _NAMES)
def test_a_few_changed_texts_are_read_or_refused(sample: str) -> None:
    for seed in range(4):
        _tried(sample, mutated(_TEXTS[sample], seed))


@pytest.mark.proof
@pytest.mark.parametrize("sample", _NAMES)
@settings(max_examples=_TRIES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**40))
def test_any_changed_text_is_read_or_refused(sample: str, seed: int) -> None:
    """What fails is written where `make test` reads it again: keep it with what mends it."""
    text = mutated(_TEXTS[sample], seed)
    try:
        _tried(sample, text)
    except Exception:
        content = text.encode("utf-8", "surrogatepass")
        (KEPT / f"{sample}-{hashlib.sha256(content).hexdigest()[:12]}.txt").write_bytes(content)
        raise
