"""What RULES.md of a game says and which tests there are, for the games' coverage tests."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.parsed import parsed

RULES = Path(__file__).resolve().parents[2] / "rules"


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    id: str
    rule: str
    status: str
    where: str
    tests: frozenset[str]
    note: str


def all_ids(prefix: str, rules: int, rulings: int, examples: int) -> list[str]:
    """The ids of a game's rules, rulings and examples, in the table's order."""
    return [
        *(f"{prefix}-{number:02}" for number in range(1, rules + 1)),
        *(f"{prefix}-R{number:02}" for number in range(1, rulings + 1)),
        *(f"{prefix}-E{number:02}" for number in range(1, examples + 1)),
    ]


def read_rows(game: str, prefix: str) -> dict[str, Row]:
    """The table of a game by id; an id that stands twice fails."""
    table = RULES / game / "RULES.md"
    rows: dict[str, Row] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"| {prefix}-"):
            name, rule, status, where, tests, note = (part.strip() for part in line.strip("|").split("|"))
            found = frozenset(test.strip("` ") for test in tests.split(",") if test.strip())
            assert name not in rows, f"{name} stands twice in {table}"
            rows[name] = Row(name, rule, status, where, found, note)
    return rows


def collect_tests(folder: Path, prefix: str) -> dict[str, set[str]]:
    """The tests of each id in a folder, by their names."""
    names: dict[str, set[str]] = {}
    for path in folder.glob("test_*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith(f"test_{prefix}_"):
                names.setdefault(f"{prefix}-{node.name.split('_')[2]}", set()).add(node.name)
    return names


def places_of(game: str, row: Row) -> list[object]:
    """What the row points at; raises ImportError or AttributeError where nothing is."""
    places = []
    for place in row.where.split(","):
        module, *path = place.strip("` ").split(".")
        found: object = import_module(f"rules.{game}.{module}")
        for attribute in path:
            found = getattr(found, attribute)
        places.append(found)
    return places
