"""`tableloupe tally krystal`: gates, combats and power in JSON lines, errors in their place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from krystal_tables import REFERENCE

from rules.krystal.tally import tally_line


def answer(line: object) -> Any:
    text, fine = tally_line(json.dumps(line), REFERENCE)
    assert fine, text
    return json.loads(text)


def test_a_gate_counts_its_stones_and_names_the_missing() -> None:
    assert answer({"gate": ["rubis", "diamant"]}) == {
        "cristal": 0, "rubis": 1, "diamant": 1, "emeraude": 0, "total": 2,
        "missing": ["cristal", "emeraude"], "wins": False,
    }  # fmt: skip


def test_gates_name_the_winner() -> None:
    told = answer({"gates": [["rubis"], ["cristal", "rubis", "diamant", "emeraude"], []]})
    assert (told["winners"], [player["total"] for player in told["players"]]) == ([1], [1, 4, 0])


def test_the_printed_combat_and_a_tie() -> None:
    printed = {"type": "magic", "attacker": {"hero": "Am", "card": "m3"}, "defender": {"hero": "Cr", "card": "m4"}}
    assert answer({"combat": printed}) == {"attacker": 7, "defender": 5, "tie": False, "loser": "defender", "loss": 2}
    filler = {"type": "force", "attacker": {"hero": "Ag", "card": "f1"}, "defender": {"hero": "Cg", "card": "m5"}}
    assert answer({"combat": filler}) == {"attacker": 4, "defender": 4, "tie": True, "loser": "attacker", "loss": 1}


def test_the_printed_power() -> None:
    assert answer({"power": {"place": "wood-2", "people": "nomads"}}) == {"power": 2}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "one JSON object"),
        ("[]", "an object with one of gate, gates, combat, power"),
        ('{"gate": [], "gates": []}', "an object with one of"),
        ('{"gate": ["rubis", "rubis"]}', "no two identical stones"),
        ('{"gate": ["opal"]}', "gate[0] is 'opal'"),
        ('{"gates": []}', "a list of at least one"),
        ('{"combat": {"type": "force"}}', "an object with type, attacker, defender"),
        ('{"combat": {"type": "war", "attacker": 1, "defender": 2}}', "force, magic, trading"),
        (
            '{"combat": {"type": "force", "attacker": {"hero": "Xx", "card": null}, "defender": 2}}',
            "combat.attacker.hero",
        ),
        ('{"combat": {"type": "force", "attacker": {"hero": "Am", "card": "x9"}, "defender": 2}}', "the id of a card"),
        ('{"power": {"place": "clearing", "people": "birds"}}', "not the clearing"),
        ('{"power": {"place": "wood-1", "people": ["birds"]}}', "reptiles"),
        ("[" * 100_000, "not nested this deeply"),
    ],
)
def test_a_bad_line_is_an_error_in_its_place(line: str, told: str) -> None:
    text, fine = tally_line(line, REFERENCE)
    assert not fine
    assert told in json.loads(text)["error"]


def test_four_stones_twice_cannot_be() -> None:
    four = ["cristal", "rubis", "diamant", "emeraude"]
    text, fine = tally_line(json.dumps({"gates": [four, four]}), REFERENCE)
    assert not fine and "at most one that wins" in text
