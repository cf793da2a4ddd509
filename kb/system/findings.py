"""What is found in data, told in the words of `grammar/messages.toml`."""

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
    told = grammar("messages")[code]
    message, hint = (told[part].format(**said) for part in ("dit", "conseil"))
    severity = Severity(told.get("gravite", Severity.ERROR))
    return Diagnostic(code.partition("/")[0], severity, message, hint, file, line, column, of, context)
