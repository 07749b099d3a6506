"""Committed pairs: a table before a turn, what lies there afterwards, what was announced, and the truth.

Turns are random, hands as a camera knows them. `pairs.jsonl` has `plain` turns, ones with tiles and spells `announced`,
with two Dragon Hearts (`twelve` UMP), with a Dragon Heart that was `unseen`, and `illegal` ones that were made by
moving, flipping or taking away what no turn can. The search was tuned on them. `fresh_pairs.jsonl` was made by
`make_pairs.py 2028`, which was stopped at 204 pairs; the search was not changed after a look at them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from crystal_hall_tables import GAME, squares

from rules.crystal_hall.explain import Explanation
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Announced, Seen
from rules.crystal_hall.vocabulary import Back, parse_square

FILES = ("pairs.jsonl", "fresh_pairs.jsonl")
Pair = dict[str, Any]


@cache
def pairs(name: str) -> tuple[Pair, ...]:
    """The pairs of a file."""
    lines = (Path(__file__).parent / name).read_text().splitlines()
    return tuple(json.loads(line) for line in lines)


def read(pair: Pair) -> tuple[Table, Seen, Announced]:
    """What `explain` is given."""
    table = GAME.parse_position(pair["before"])
    tiles = list(table.tiles)
    for square, tile in pair.get("tiles", {}).items():
        tiles[parse_square(square)] = Back(tile) if tile in ("d", "l") else tile
    shields, freezes = (squares(pair[key]) if key in pair else None for key in ("shields", "freezes"))
    seen = Seen(tuple(map(squares, pair["wizards"])), tuple(tiles), squares(pair["curses"]), shields, freezes)
    told = pair["announced"]
    found = tuple((parse_square(square), face) for square, face in told.get("found", {}).items())
    tiles_used, spells, dice, looked = (tuple(told.get(key, ())) for key in ("tiles", "spells", "dice", "looked"))
    return table, seen, Announced(tiles_used, spells, dice, found, looked)


def verdict(found: Explanation) -> str:
    """The answer in a word."""
    if found.cannot_tell:
        return "cannot tell"
    return "illegal" if found.broken else "question" if found.question else "legal"
