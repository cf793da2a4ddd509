"""The files of a site as they are made: each set aside on the disk at once, and told by its digest from then on.

Several processes make files at the same time: what one of them made is never sent to another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.errors import UnusableFileError, reason


@dataclass(frozen=True, slots=True)
class Filed:
    """A file that is made: the digest of its bytes (sha256, in hexadecimal), and whether the site that stands lacks it."""

    digest: str
    new: bool


@dataclass(frozen=True, slots=True)
class Filing:
    """Where the files of a site are set aside, `ready` to be put `out`; `former` are those that stand there, with their digests."""

    out: Path
    ready: Path
    former: Mapping[str, str]

    def put(self, path: str, content: bytes) -> Filed:
        """Set a file aside, by its path from the root of the site, unless the site that stands holds it.

        Raises:
            UnusableFileError: it cannot be written.
        """
        digest = hashlib.sha256(content).hexdigest()
        try:
            if self._holds(path, digest):
                return Filed(digest, new=False)
            place = self.ready / path
            try:
                place.write_bytes(content)
            except FileNotFoundError:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        except OSError as fault:
            raise unwritable(self.out, fault) from fault
        return Filed(digest, new=True)

    def _holds(self, path: str, digest: str) -> bool:
        """True when the site that stands holds this very file, untouched."""
        if self.former.get(path) != digest:
            return False
        place = self.out / path
        return place.is_file() and hashlib.sha256(place.read_bytes()).hexdigest() == digest


def unwritable(out: Path, fault: OSError) -> UnusableFileError:
    """What is said of a folder where a site cannot be written."""
    return UnusableFileError(
        f"{out} : impossible d'écrire ici ({reason(fault)}) ; choisissez un autre dossier avec --out"
    )
