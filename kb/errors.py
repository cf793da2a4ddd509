"""Faults: in data they are values (`Diagnostic`), in a request or a file that cannot be used they are exceptions."""

import errno
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is: an error stops the work from being served, the others are shown."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One located finding in data, in French, with what to do about it.

    `code` is stable (see `grammar/messages.toml`); `line` and `column` are 1-based, 0 where unknown; `id` is the provision concerned.
    """

    code: str
    severity: Severity
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    id: str | None = None
    context: str = ""

    def __str__(self) -> str:
        """`file:line:column: severity CODE message (hint)`, and the line at fault below when it is known."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        hint = f" ({self.hint})" if self.hint else ""
        head = f"{place}: {self.severity} {self.code} {self.message}{hint}"
        return f"{head}\n    {self.context}" if self.context else head


class ArbitreError(Exception):
    """Anything that stops a command, said in one French line: what, where, what to do; `details` are further such lines."""

    def __init__(self, message: str, details: tuple[str, ...] = ()) -> None:
        """Keep the further lines."""
        super().__init__(message)
        self.details = details


class UnusableFileError(ArbitreError):
    """A file that cannot be read as text, or that is not what was expected."""


class FaultyDataError(ArbitreError):
    """A work whose data hold errors; the diagnostics say which."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        """Keep the findings."""
        super().__init__(message)
        self.diagnostics = diagnostics


class FaultyFileError(FaultyDataError):
    """A file of an editor that holds faults: the line of each, 0 where it is not known, and what is wrong."""

    def __init__(self, file: str, *faults: tuple[int, str]) -> None:
        """Say the first, in one line, and how many others there are."""
        (line, message), *others = listed = tuple((line, " ".join(message.splitlines())) for line, message in faults)
        place = f"ligne {line} : " if line else ""
        more = f" (et {len(others)} autre(s) faute(s))" if others else ""
        super().__init__(f"{file} : {place}{message}{more}")
        self.file, self.faults = file, listed


class WrongRequestError(ArbitreError):
    """What is asked names something that is not there, or cannot be asked so: whoever asks has to change it."""

    def __init__(self, message: str, details: tuple[str, ...] = ()) -> None:
        """Say it in one line, whatever the lines of what was asked."""
        super().__init__(" ".join(message.splitlines()), details)


class UnknownIdError(WrongRequestError):
    """An identifier that the knowledge base does not hold, with the nearest that it does."""

    def __init__(self, wanted: str, nearest: tuple[str, ...] = ()) -> None:
        """Say what was asked for and what comes near it."""
        advice = f" ; voulez-vous dire « {nearest[0]} » ?" if nearest else ""
        super().__init__(f"identifiant inconnu : « {wanted} »{advice}")
        self.nearest = nearest


class UnknownWorkError(WrongRequestError):
    """A game that the knowledge base does not hold."""

    def __init__(self, wanted: str, known: tuple[str, ...], nearest: str | None = None) -> None:
        """Say what was asked for, which game is the nearest, where one is, and which there are."""
        near = f"le plus proche : {nearest} ; " if nearest is not None else ""
        super().__init__(f"jeu inconnu : « {wanted} » ; {near}jeux connus : {', '.join(known) or 'aucun'}")
        self.nearest = nearest


class UnknownModeError(WrongRequestError):
    """A mode of play that the game, or any game, does not have."""

    def __init__(self, wanted: str, known: tuple[str, ...]) -> None:
        """Say what was asked for and which modes there are."""
        super().__init__(f"mode inconnu : « {wanted} » ; modes connus : {', '.join(known) or 'aucun'}")


class UnknownMomentError(WrongRequestError):
    """A name that means no moment of a game, or several."""

    def __init__(self, wanted: str, near: tuple[str, ...], *, several: bool) -> None:
        """Say what was asked for, and which moments it may be."""
        if several:
            message = f"« {wanted} » est le nom de plusieurs moments : {' ; '.join(near)} ; précisez lequel"
        else:
            advice = f" ; moments proches : {', '.join(near)}" if near else ""
            message = f"moment inconnu : « {wanted} »{advice}"
        super().__init__(message)
        self.several = several


class NoPolicyError(ArbitreError):
    """A game without a precedence policy."""

    def __init__(self, work: str) -> None:
        """Say which game it is."""
        super().__init__(f"« {work} » n'a pas de règles de préséance ; écrivez son precedence.toml")


class NoTimelineError(ArbitreError):
    """A game without a timeline."""

    def __init__(self, work: str) -> None:
        """Say which game it is."""
        super().__init__(f"« {work} » n'a pas de chronologie ; écrivez son timeline.toml")


# Of what a request may hold, so many are told in its refusal, which is a line.
_LISTED = 20


class InvalidRequestError(WrongRequestError):
    """A request that cannot be understood: the attribute at fault, what it accepts, the nearest valid name."""

    def __init__(self, attribute: str, fault: str, accepted: tuple[str, ...] = (), nearest: str | None = None) -> None:
        """Say what is wrong, where, and what would be right."""
        advice = f" ; voulez-vous dire « {nearest} » ?" if nearest else ""
        more = f", et {len(accepted) - _LISTED} autres" if len(accepted) > _LISTED else ""
        allowed = f" ; accepté : {', '.join(accepted[:_LISTED])}{more}" if accepted else ""
        super().__init__(f"{attribute} : {fault}{advice}{allowed}")
        self.attribute, self.accepted, self.nearest = attribute, accepted, nearest


class UnusableBaseError(ArbitreError):
    """A knowledge base file that is missing, damaged or of another version."""


_REASONS = {
    errno.EACCES: "droits insuffisants",
    errno.EPERM: "droits insuffisants",
    errno.EROFS: "disque en lecture seule",
    errno.ENOSPC: "plus de place sur le disque",
    errno.EDQUOT: "quota de disque atteint",
    errno.EFBIG: "fichier plus gros que la taille permise",
    errno.EIO: "erreur du disque",
    errno.EISDIR: "c'est un dossier",
    errno.ENOTDIR: "un fichier tient la place d'un dossier",
    errno.ENOENT: "chemin introuvable",
    errno.EEXIST: "la place est prise",
    errno.ENAMETOOLONG: "nom trop long",
    errno.ELOOP: "liens symboliques en boucle",
    errno.EMFILE: "trop de fichiers ouverts",
    errno.ENFILE: "trop de fichiers ouverts",
    errno.ENODEV: "périphérique absent",
    errno.ENXIO: "périphérique absent",
    errno.EADDRNOTAVAIL: "adresse absente de cette machine",
    errno.EADDRINUSE: "adresse occupée",
}


def reason(fault: OSError) -> str:
    """Why the system refused, in French; its own words for what is rare."""
    return _REASONS.get(fault.errno or 0) or fault.strerror or str(fault)
