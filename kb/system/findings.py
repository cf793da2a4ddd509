"""What is found in data, in the words of `grammar/messages.toml`."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.system import bounds
from kb.system.data import grammar


def finding(
    code: str,
    file: str = "",
    line: int = 0,
    column: int = 0,
    of: str | None = None,
    context: str = "",
    /,
    **said: object,
) -> Diagnostic:
    """A finding at a place, about the provision `of`; `said` fills its words.

    What follows a bar in `code` (`GENRE/plusieurs`) tells apart what one code may say.
    """
    entry = grammar("messages")[code]
    message, hint = (entry[part].format(**said) for part in ("dit", "conseil"))
    severity = Severity(entry.get("gravite", Severity.ERROR))
    return Diagnostic(code.partition("/")[0], severity, message, hint, file, line, column, of, context)


def bounded(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings, those of each file up to the bound; what is left out of one is said in one more, as bad as the worst of it."""
    kept: list[Diagnostic] = []
    files: dict[str, list[Severity]] = defaultdict(list)
    for one in found:
        files[one.file].append(one.severity)
        if len(files[one.file]) <= bounds.FINDINGS:
            kept.append(one)
    for file, severities in files.items():
        if left := severities[bounds.FINDINGS :]:
            worst = min(left, key=list(Severity).index)
            kept.append(replace(finding("BORNE", file, left=len(left), shown=bounds.FINDINGS), severity=worst))
    return tuple(kept)
