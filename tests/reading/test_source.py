"""What a file must be to be read, and what is said of one that is not."""

import unicodedata
from pathlib import Path

import pytest

from kb.errors import UnusableFileError
from kb.reading.source import read_source

_ACCENTED = "À côté du gué, une bannière brûlée : déjà éteinte.\n"


def _write(folder: Path, data: bytes) -> Path:
    path = folder / "livre.txt"
    path.write_bytes(data)
    return path


def _refusal(path: Path) -> str:
    with pytest.raises(UnusableFileError) as caught:
        read_source(path)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    read = read_source(_write(tmp_path, b"un\n\ndeux"))
    assert read.lines == ("un", "", "deux")
    assert read.name == "livre.txt"
    assert read.source.lines == 3
    assert len(read.sha256) == 64


@pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\nb\n", "a\rb", "\ufeffa\nb"])
def test_line_ends_and_byte_order_mark_are_accepted(tmp_path: Path, text: str) -> None:
    assert read_source(_write(tmp_path, text.encode())).lines == ("a", "b")


def test_text_is_composed_and_keeps_its_line_count(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", _ACCENTED * 3)
    read = read_source(_write(tmp_path, decomposed.encode()))
    assert read.lines == (_ACCENTED.strip(),) * 3


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "vide"),
        (b" \n\n\t\n", "aucun texte"),
        (b"%PDF-1.7\n\0\xff", "pdftotext -layout"),
        (b"PK\x03\x04\0\0", "binaire"),
        ((_ACCENTED * 20).encode("cp1252"), "iconv -f WINDOWS-1252 -t UTF-8"),
        ((_ACCENTED * 20).encode("mac_roman"), "iconv -f MACINTOSH -t UTF-8"),
        ((_ACCENTED * 20).encode("utf-16"), "iconv -f UTF-16 -t UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_with_what_to_do(tmp_path: Path, data: bytes, says: str) -> None:
    assert says in _refusal(_write(tmp_path, data))
