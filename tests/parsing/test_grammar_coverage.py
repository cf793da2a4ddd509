"""No grammar rule without a handler, no handler without a rule, no alternative that no text exercises."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from lark.grammar import Rule

from kb.parsing import fragments, timing
from kb.parsing.grammars import StrictTransformer, parser
from kb.parsing.transform import BlockTransformer
from kb.system.data import data_dir
from tests.parsing.dump import dump_work, parse_files
from tests.parsing.snapshots import all_cases
from tests.parsing.test_cases import READERS

TRANSFORMERS: dict[str, type[StrictTransformer[Any]]] = {
    "ability": fragments._AbilityTransformer,  # noqa: SLF001 - the handlers are what is tested
    "reference": fragments._ReferenceTransformer,  # noqa: SLF001
    "rulebook": BlockTransformer,
    "timing": timing._TimingTransformer,  # noqa: SLF001
}
GRAMMARS = sorted(TRANSFORMERS)

Reduced = dict[str, set[Rule]]


def test_every_grammar_file_has_a_transformer() -> None:
    assert {file.stem for file in data_dir("grammar").glob("*.lark")} == set(GRAMMARS)


def _handled(rule: Rule) -> str:
    return str(rule.alias or rule.origin.name)


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_rule_has_a_handler_and_every_handler_a_rule(name: str) -> None:
    # A list that Lark writes for itself (`__x_star_0`) is spliced into the rule that holds it.
    rules = {_handled(rule) for rule in parser(name).rules if not rule.origin.name.startswith("_")}
    handlers = {handler for handler in vars(TRANSFORMERS[name]) if not handler.startswith("_")}
    assert handlers - {"offset"} == rules


def _recording(rule: Rule, callback: Callable[..., Any], seen: set[Rule]) -> Callable[..., Any]:
    def reduce(children: list[object]) -> object:
        seen.add(rule)
        return callback(children)

    return reduce


@pytest.fixture(scope="module")
def reduced() -> Iterator[Reduced]:
    """The alternatives that the parsers use while they read the example and every case."""
    seen: Reduced = {name: set() for name in GRAMMARS}
    tables = {name: parser(name).parser.parser.parser.callbacks for name in GRAMMARS}
    before = {name: dict(table) for name, table in tables.items()}
    for name, table in tables.items():
        table.update({rule: _recording(rule, callback, seen[name]) for rule, callback in table.items()})
    parse_files(data_dir("corpus") / "exemple")
    for case in all_cases():
        READERS.get(case.file.stem, dump_work)(case.source)
    yield seen
    for name, table in tables.items():
        table.update(before[name])


def _parts(rule: Rule) -> set[str]:
    """The symbols of an alternative; a list that goes on with itself does so without saying."""
    return {symbol.name for symbol in rule.expansion} - {rule.origin.name}


def _facets(rules: set[Rule]) -> set[str]:
    """What an author can write: each part of each rule once there and, where it may be left out, once not there."""
    parts: dict[str, set[str]] = {}
    for rule in rules:
        parts.setdefault(_handled(rule), set()).update(_parts(rule))
    facets = set()
    for rule in rules:
        name, own = _handled(rule), _parts(rule)
        facets |= {f"{name} : {part}" for part in own}
        facets |= {f"{name} : sans {part}" for part in parts[name] - own}
    return facets


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_alternative_is_exercised(name: str, reduced: Reduced) -> None:
    wanted = _facets(set(parser(name).rules))
    assert sorted(wanted - _facets(reduced[name])) == []
