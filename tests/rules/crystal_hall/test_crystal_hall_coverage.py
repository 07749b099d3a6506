"""RULES.md and the tests agree: every id is tested, or stands there as not enforceable with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_table import all_ids, collect_tests, places_of, read_rows

ALL_IDS = all_ids("CH", rules=120, rulings=40, examples=17)
NOT_ENFORCEABLE: set[str] = set()
DONE = set(ALL_IDS) - NOT_ENFORCEABLE
ROWS = read_rows("crystal_hall", "CH")
TESTS = collect_tests(Path(__file__).parent, "CH")


def test_the_table_has_every_id_once() -> None:
    assert list(ROWS) == ALL_IDS


def test_only_what_no_engine_can_enforce_has_no_test() -> None:
    untested = sorted(set(ALL_IDS) - set(TESTS))
    print("without a test:", ", ".join(untested) or "none")
    assert set(untested) == NOT_ENFORCEABLE
    assert {name for name, row in ROWS.items() if row.status == "done"} == set(TESTS) == DONE
    assert {name for name, row in ROWS.items() if row.status == "not enforceable"} == NOT_ENFORCEABLE


@pytest.mark.parametrize("name", sorted(TESTS))
def test_the_table_names_the_tests_that_exist(name: str) -> None:
    assert ROWS[name].tests == TESTS[name]


@pytest.mark.parametrize("name", sorted(DONE))
def test_what_the_table_points_at_exists(name: str) -> None:
    for found in places_of("crystal_hall", ROWS[name]):
        assert callable(found)
