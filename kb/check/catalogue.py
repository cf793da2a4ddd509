"""What each code of a finding means.

With an example: `grammar/constats.toml`, and `grammar/errors.toml` for the faults of form. Those of the parser, as `grammar/README.md`
lists them.
"""

import re
from dataclasses import dataclass, field
from functools import cache

from kb.system.data import data_dir, grammar
from kb.system.declared import key, values

# A code and what it means, in the table of the page that describes the format.
_ROW = re.compile(r"^\| `([A-Z-]+)` \| (.+) \|$", re.MULTILINE)
_Files = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """A code, what it means, a text at fault with its data files (name, content), and the same mended, where an example shows it."""

    code: str
    meaning: str = field(metadata=key("sens"))
    example: str = field(default="", metadata=key("exemple"))
    mended: str = field(default="", metadata=key("corrige"))
    files: _Files = field(default=(), metadata=key("fichiers"))
    # Those alone that are not as they were.
    mended_files: _Files = field(default=(), metadata=key("corriges"))


@cache
def catalogue() -> dict[str, Explained]:
    """Every explained code, by its name, in the order of the files."""
    forms, found = grammar("errors")["fault"], grammar("constats")["constat"]
    faults = [Explained(one["code"], one["message"], one["examples"][0]) for one in forms if one["examples"]]
    listed = _ROW.findall((data_dir("grammar") / "README.md").read_text(encoding="utf-8"))
    others = [Explained(code, meaning.replace("`", "")) for code, meaning in listed]
    return {item.code: item for item in (*others, *faults, *values(Explained, found, "constats.toml"))}
