"""The journal: one JSON object a line, on the error output, without a word of what was asked."""

import json
import logging
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from api.settings import LogDetail

# The id of the request being served, for every line written meanwhile.
REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
LOGGERS = ("api", "kb", "uvicorn.error", "asyncio")
_FRAMES = 12


class JsonLines(logging.Formatter):
    """A record as a JSON object: `time`, `level`, `event`, `request_id`, then the fields given as `extra={"fields": …}`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; of an exception, its kind and its frames, never its message: that may hold what was asked."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage().strip(),
            "request_id": REQUEST.get(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _frames(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False)


def _frames(trace: TracebackType | None) -> list[str]:
    """`module.py:12 function`, the innermost last."""
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def configuration(detail: LogDetail) -> dict[str, Any]:
    """What `logging.config.dictConfig` takes; the server's own English chatter is left out."""
    level = "WARNING" if detail is LogDetail.ERRORS else "INFO"
    levels = {"api": level, "kb": level, "uvicorn.error": "ERROR", "asyncio": "ERROR"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "api.journal.JsonLines"}},
        "handlers": {"journal": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {name: {"handlers": ["journal"], "level": levels[name], "propagate": False} for name in LOGGERS},
    }
