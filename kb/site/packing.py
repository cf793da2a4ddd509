"""The site as one archive, to unpack anywhere: the same bytes for the same site."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

from kb.asides import aside
from kb.errors import UnusableFileError, reason
from kb.site import urls

_DATE = (1980, 1, 1, 0, 0, 0)
_ROOT = "arbitre/"


def pack(site: Path, files: Iterable[str], out: Path) -> None:
    """Write the files of a site, by their paths from its root, to a zip, in place of a former one only when it is whole.

    Raises:
        UnusableFileError: it cannot be written, or one of them cannot be read.
    """
    try:
        with aside(out) as temporary:
            with temporary.open("wb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                # The page to open comes first in a listing.
                for path in sorted(files, key=lambda path: (path != urls.HOME, path)):
                    entry = zipfile.ZipInfo(_ROOT + path, _DATE)
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    entry.external_attr = 0o644 << 16
                    archive.writestr(entry, (site / path).read_bytes())
            temporary.chmod(0o644)
            temporary.replace(out)
    except OSError as fault:
        message = f"{out} : impossible d'écrire ici ({reason(fault)}) ; choisissez un autre fichier avec --zip"
        raise UnusableFileError(message) from fault
