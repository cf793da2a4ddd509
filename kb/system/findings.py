"""What is found in data, in the words of `grammar/messages.toml`."""

from kb.errors import Diagnostic, Severity
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
