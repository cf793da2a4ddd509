"""What each code of a finding means, with an example: `grammar/constats.toml`, and `grammar/errors.toml` for the faults of form."""

from dataclasses import dataclass, field
from functools import cache

from kb.system.data import grammar
from kb.system.declared import key, values

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
    return {item.code: item for item in (*faults, *values(Explained, found, "constats.toml"))}
