"""RULES.md and the tests agree: every id is tested, or stands there as not enforceable with its reason."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TABLE = HERE.parents[2] / "rules" / "krystal" / "RULES.md"
ALL_IDS = [
    *(f"KR-{number:02}" for number in range(1, 130)),
    *(f"KR-R{number:02}" for number in range(1, 38)),
    *(f"KR-E{number:02}" for number in range(1, 18)),
]
NOT_ENFORCEABLE = {"KR-123"}
DONE = set(ALL_IDS) - NOT_ENFORCEABLE


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    id: str
    rule: str
    status: str
    where: str
    tests: frozenset[str]
    note: str


def read_rows() -> dict[str, Row]:
    rows = {}
    for line in TABLE.read_text().splitlines():
        if line.startswith("| KR-"):
            name, rule, status, where, tests, note = (part.strip() for part in line.strip("|").split("|"))
            found = frozenset(test.strip("` ") for test in tests.split(",") if test.strip())
            assert name not in rows, f"{name} stands twice in {TABLE}"
            rows[name] = Row(name, rule, status, where, found, note)
    return rows


def collect_tests() -> dict[str, set[str]]:
    """The tests of each id, by their names."""
    names: dict[str, set[str]] = {}
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_KR_"):
                names.setdefault(f"KR-{node.name.split('_')[2]}", set()).add(node.name)
    return names


ROWS = read_rows()
TESTS = collect_tests()


def test_the_table_has_every_id_once() -> None:
    assert list(ROWS) == ALL_IDS


def test_only_what_no_engine_can_enforce_has_no_test() -> None:
    print("without a test:", *sorted(set(ALL_IDS) - set(TESTS)))
    assert {name for name, row in ROWS.items() if row.status == "done"} == set(TESTS) == DONE
    assert {name for name, row in ROWS.items() if row.status == "not enforceable"} == NOT_ENFORCEABLE


@pytest.mark.parametrize("name", sorted(TESTS))
def test_the_table_names_the_tests_that_exist(name: str) -> None:
    assert ROWS[name].tests == TESTS[name]


@pytest.mark.parametrize("name", sorted(NOT_ENFORCEABLE))
def test_what_cannot_be_enforced_has_its_reason(name: str) -> None:
    assert len(ROWS[name].note.split()) >= 8


@pytest.mark.parametrize("name", sorted(DONE))
def test_what_the_table_points_at_exists(name: str) -> None:
    places = [place.strip("` ") for place in ROWS[name].where.split(",")]
    for place in places:
        module, *path = place.split(".")
        found: object = import_module(f"rules.krystal.{module}")
        for attribute in path:
            found = getattr(found, attribute)
        assert callable(found)
