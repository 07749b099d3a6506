"""`tally crystalium`: JSON in, JSON out, the same score as the engine's, and errors that name the place."""

from __future__ import annotations

import json
import random

import pytest
from crystalium_tables import GAME

from rules.crystalium.setup import Seating
from rules.crystalium.tally import tally_line
from rules.crystalium.vocabulary import Component, Fish
from rules.crystalium.whirlpools import column_power
from rules.engine import legal_moves, play

NAMES = dict(zip(Component, ("reactor", "magnet", "laser", "drone"), strict=True))


def ask(line: object) -> tuple[dict, bool]:  # type: ignore[type-arg]
    answer, fine = tally_line(json.dumps(line), GAME.edition)
    return json.loads(answer), fine


def test_the_printed_example() -> None:
    martin = {"crystalium": [5, 5, 5, 5, 5, 4], "stations": [4, 4], "mushrooms": 2}
    answer, fine = ask({"players": [martin, {"stations": [4]}], "whirlpools": ["W10"]})
    assert fine
    assert answer["players"][0] == {"crystalium": 29, "stations": 8, "mushrooms": 3, "whirlpools": 6, "total": 46}
    assert answer["whirlpools"] == [{"whirlpool": "W10", "counts": [2, 1], "prizes": [6, 0]}]
    assert answer["winners"] == [0] and answer["objectives"] == []


@pytest.mark.parametrize(("players", "seed"), [(1, 3), (2, 1), (3, 2), (5, 4)])
def test_it_agrees_with_a_played_game(players: int, seed: int) -> None:
    rng = random.Random(seed)
    position, hidden = GAME.deal(Seating(players, 0, 5), rng)
    while moves := list(legal_moves(GAME, position)):
        _, position, hidden = play(GAME, position, rng.choice(moves), hidden)
    shown = [
        {
            "powers": {NAMES[one]: column_power(ship, one, includes_base=False) for one in Component},
            "component_cards": len(ship.parts),
            "single_use": sum(part.face.single_use for part in ship.parts),
            "strong_current": sum(part.face.strong for part in ship.parts),
            "crystalium": [face.value for face in ship.crystalium],
            "stations": [station.face.value for station in ship.stations],
            "mushrooms": sum(face.is_fish(Fish.MUSHROOM) for face in ship.fish),
        }
        for ship in position.ships
    ]
    line = {"players": shown, "whirlpools": [f"W{face.value}" for face in GAME.whirlpools(position)]}
    answer, fine = ask(line | ({"advanced": 5} if players == 1 else {}))
    score = GAME.score(position)
    assert fine
    assert [player["total"] for player in answer["players"]] == [sheet.total for sheet in score.sheets]
    assert answer["winners"] == list(score.winners)
    assert answer["objectives"] == [objective.value for objective in GAME.objectives(position)]


def test_a_won_solo_game_names_its_objectives() -> None:
    mine = {"powers": {"reactor": 4}, "crystalium": [5] * 9, "stations": []}
    answer, _ = ask({"players": [mine, {}], "whirlpools": ["W1", "W5", "W9"], "advanced": 8})
    assert answer["objectives"] == [
        "win", "at-least-45", "at-least-50", "at-least-55", "no-station", "advanced-5", "advanced-8", "no-magnet",
        "no-laser", "no-drone",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ([], "line is []"),
        ({"players": [{}]}, "players is 1"),
        ({"players": [{}, {"crystalium": [6]}]}, "players[1].crystalium[0] is 6"),
        ({"players": [{}, {"powers": {"sail": 1}}]}, "field of players[1].powers is 'sail'"),
        ({"players": [{}, {"single_use": 2, "component_cards": 1}]}, "players[1].single_use is 2"),
        ({"players": [{}, {}], "whirlpools": ["W1", "W1"]}, "whirlpools[1] is 'W1'"),
        ({"players": [{}, {}, {}], "advanced": 2}, "players is 3"),
        ({"players": [{}, {}], "advanced": 9}, "advanced is 9"),
        ({"players": [{}, {}], "winner": 1}, "field of line is 'winner'"),
    ],
)
def test_errors_name_the_place(line: object, told: str) -> None:
    answer, fine = ask(line)
    assert not fine and told in answer["error"] and "allowed" in answer["error"]


def test_what_is_no_json_is_refused() -> None:
    assert "error" in tally_line("{", GAME.edition)[0] and "nested" in tally_line("[" * 100_000, GAME.edition)[0]
