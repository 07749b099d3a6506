"""RULES.md and the tests agree: every id is tested, or stands there as not enforceable with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_table import all_ids, collect_tests, places_of, read_rows

ALL_IDS = all_ids("KR", rules=129, rulings=37, examples=17)
NOT_ENFORCEABLE = {"KR-123"}
DONE = set(ALL_IDS) - NOT_ENFORCEABLE
ROWS = read_rows("krystal", "KR")
TESTS = collect_tests(Path(__file__).parent, "KR")


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
    for found in places_of("krystal", ROWS[name]):
        assert callable(found)
