"""RULES.md and the tests agree: every id is tested, or stands there as not enforceable with its reason."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.parsed import parsed

HERE = Path(__file__).parent
RULES = (HERE.parents[2] / "rules" / "crystalium" / "RULES.md").read_text(encoding="utf-8")
ALL_IDS = [
    *(f"CU-{number:02}" for number in range(1, 130)),
    *(f"CU-R{number:02}" for number in range(1, 37)),
    *(f"CU-E{number:02}" for number in range(1, 20)),
]
ROWS = re.findall(r"^\| (CU-[RE]?\d+) \| (.+?) \| (.*?) \|$", RULES, flags=re.MULTILINE)
REASONS = dict(re.findall(r"^- (CU-[RE]?\d+): (.+)$", RULES, flags=re.MULTILINE))
"""The ids that no engine can enforce, each with its reason."""


def collect_tests() -> dict[str, set[str]]:
    """The tests of each id, by their names."""
    names: dict[str, set[str]] = {}
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_CU_"):
                for id_ in re.match(r"test_((?:CU_[RE]?\d+_)+)", node.name)[1].split("CU_")[1:]:  # type: ignore[index]
                    names.setdefault(f"CU-{id_.strip('_')}", set()).add(node.name)
    return names


TESTS = collect_tests()


def test_every_id_has_a_test_or_a_reason() -> None:
    without = [name for name in ALL_IDS if name not in TESTS]
    print("without a test:", ", ".join(without) or "none")
    assert without == list(REASONS)
    assert all(len(reason.split()) >= 8 for reason in REASONS.values())
    assert set(TESTS) <= set(ALL_IDS)


def test_the_table_has_every_id_once_and_names_its_tests() -> None:
    assert [name for name, *_ in ROWS] == ALL_IDS
    for name, _, tests in ROWS:
        assert set(re.findall(r"`(\w+)`", tests)) == TESTS.get(name, set()), name
