"""JSON as text: what two readers would not read the same."""

import json
from collections import Counter
from contextlib import suppress


def repeated_key(text: str | bytes) -> str | None:
    """A key that is twice in one object; None where there is none, or where the text is no JSON."""
    twice = list[str]()

    def read(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice.extend(name for name, count in Counter(name for name, _value in pairs).items() if count > 1)
        return found

    with suppress(ValueError, RecursionError):
        json.loads(text, object_pairs_hook=read)
    return twice[0] if twice else None
