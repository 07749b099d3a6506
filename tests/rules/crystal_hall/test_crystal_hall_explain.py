"""Explaining what a camera sees: committed pairs of tables with the truth, single cases, cap and speed.

`pairs.jsonl` has a table before a turn and what lies there afterwards, from random turns with hands as a camera knows
them: `plain` ones, with tiles and spells `announced`, with two Dragon Hearts (`twelve` UMP), with a Dragon Heart that
was `unseen`, and `illegal` ones that were made by moving, flipping or taking away what no turn can.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from crystal_hall_tables import GAME, do, hall, squares

from rules.crystal_hall.explain import Explanation, explain
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Announced, Seen, agrees, look
from rules.crystal_hall.vocabulary import Back, parse_square
from rules.engine import apply

KINDS = {"plain": 60, "announced": 40, "twelve": 40, "unseen": 40, "illegal": 48}
P95_S = 0.2
MOST_UNSURE = 0.02
Pair = dict[str, Any]


@cache
def pairs() -> tuple[Pair, ...]:
    lines = (Path(__file__).parent / "pairs.jsonl").read_text().splitlines()
    return tuple(json.loads(line) for line in lines)


def read(pair: Pair) -> tuple[Table, Seen, Announced]:
    table = GAME.parse_position(pair["before"])
    tiles = list(table.tiles)
    for square, tile in pair.get("tiles", {}).items():
        tiles[parse_square(square)] = Back(tile) if tile in ("d", "l") else tile
    seen = Seen(tuple(map(squares, pair["wizards"])), tuple(tiles), squares(pair["curses"]))
    told = pair["announced"]
    found = tuple((parse_square(square), face) for square, face in told.get("found", {}).items())
    tiles_used, spells, dice = (tuple(told.get(key, ())) for key in ("tiles", "spells", "dice"))
    return table, seen, Announced(tiles_used, spells, dice, found)


def verdict(found: Explanation) -> str:
    if found.cannot_tell:
        return "cannot tell"
    return "illegal" if found.broken else "question" if found.question else "legal"


def check(pair: Pair) -> tuple[str, float]:
    """The verdict on a pair, which must be right unless it is that it cannot be told, and the seconds it took."""
    table, seen, announced = read(pair)
    began = time.process_time()
    found = explain(GAME, table, seen, announced)
    took = time.process_time() - began
    told = verdict(found)
    assert told in (*pair["verdict"].split(" or "), "cannot tell"), (pair, found)
    if found.broken:
        assert {refusal.rule for refusal in found.broken} & set(pair["rules"]), (pair, found.broken)
    if found.after is not None:
        for record in found.records:
            table = apply(GAME, table, record)
        assert table == found.after
        assert agrees(table, seen)
    return told, took


def test_every_pair_is_told_rightly_and_quickly() -> None:
    told = [check(pair) for pair in pairs()]
    assert [sum(pair["kind"] == kind for pair in pairs()) for kind in KINDS] == list(KINDS.values())
    unsure = sum(verdict == "cannot tell" for verdict, _ in told)
    assert unsure <= MOST_UNSURE * len(told)
    seconds = sorted(took for _, took in told)
    assert seconds[len(seconds) * 95 // 100] <= P95_S


def test_a_cap_is_an_honest_answer() -> None:
    table = hall("c3 d1", "e5")
    seen = look(do(table, "move c3 c4", "move c4 c5", "move c5 c6", "move c6 c7"))
    assert verdict(explain(GAME, table, seen)) == "legal"
    assert verdict(explain(GAME, table, seen, cap=2)) == "cannot tell"


def test_moves_pushes_and_squeezes_are_found() -> None:
    table = hall("c3 e3 d1", "d3 f5 d8", "a4")
    after = do(table, "squeeze c3 e3", "move c3 c4", "move d1 d2")
    found = explain(GAME, table, look(after))
    assert found.after is not None and agrees(found.after, look(after))
    assert sorted(record.move.text() for record in found.records) == [
        "end",
        "move c3 c4",
        "move d1 d2",
        "squeeze c3 e3",
    ]


def test_six_squares_with_four_ump_is_told_with_its_numbers() -> None:
    table = hall("d1", "d8")
    found = explain(GAME, table, Seen((squares("d7"), squares("d8")), table.tiles))
    (broken,) = found.broken
    assert broken.rule == "CH-41" and broken.message == "the wizards of red moved at least 6 squares with 4 UMP"
    assert (broken.parameters["squares"], broken.parameters["ump"]) == (6, 4)


def test_a_potion_or_dragon_heart_is_asked_for_the_cheapest_first() -> None:
    seen = Seen((squares("d6"), squares("d8")), hall("d1").tiles)
    potion = explain(GAME, hall("d1", held="red:potion", hands="red:?"), seen)
    assert potion.question is not None and potion.question.used == ("potion",)
    heart = explain(GAME, hall("d1", hands="red:?"), seen)
    assert heart.question is not None and heart.question.used == ("dragon-heart",)
    told = explain(GAME, hall("d1", hands="red:?"), seen, Announced(spells=("dragon-heart",)))
    assert told.question is None and told.records[0].text() == "cast dragon-heart"


def test_a_known_hand_answers_the_question() -> None:
    seen = Seen((squares("d6"), squares("d8")), hall("d1").tiles)
    assert verdict(explain(GAME, hall("d1", hands="red:curse"), seen)) == "illegal"


def test_a_fallen_enemy_may_have_been_hit_by_a_fireball() -> None:
    table = hall("c3", "c6 d8", hands="red:?")
    found = explain(GAME, table, Seen((squares("c3"), squares("d8")), table.tiles))
    assert found.question is not None and found.question.used == ("fireball",)


def test_a_curse_shows_itself() -> None:
    table = hall("c3", "d8", hands="red:?")
    found = explain(GAME, table, Seen((squares("c3"), squares("d8")), table.tiles, squares("g7")))
    assert found.question is None and [record.text() for record in found.records] == ["cast curse g7", "end"]


def test_a_diagonal_step_where_no_other_way_leads() -> None:
    table = hall("c3", "c4 d3 d8", shields="c4 d3")
    seen = Seen((squares("d4"), squares("c4 d3 d8")), table.tiles)
    # Round the shielded ones it is six squares.
    (broken,) = explain(GAME, table, seen).broken
    assert broken.rule == "CH-43"
    assert verdict(explain(GAME, replace(table, ump=6), seen)) == "legal"


def test_pushing_in_the_first_turn() -> None:
    table = hall("c3", "d3")
    fresh = table.with_guild(0, replace(table.guild, fresh=True))
    (broken,) = explain(GAME, fresh, look(do(table, "push c3 d3"))).broken
    assert broken.rule == "CH-16"


def test_a_table_in_the_middle_of_a_turn_is_not_explained() -> None:
    table = do(hall("c3", tiles="c3:d"), "end")
    with pytest.raises(ValueError, match="middle of a turn"):
        explain(GAME, table, look(table))
