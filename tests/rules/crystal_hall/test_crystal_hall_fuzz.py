"""Any text is either refused as malformed or is the one way of writing what it says; and what parses can be asked."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from crystal_hall_start import strange_crystal_hall
from crystal_hall_tables import GAME, hall
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine import Text, legal_moves
from rules.errors import MalformedError
from rules.record import read_record, replay

RECORD = Path(__file__).parents[2] / "playthroughs/crystal-hall-4-players.txt"
POSITIONS = [position.text() for position in list(replay(GAME, read_record(GAME, RECORD.read_text())))[::9]]
MOVES = [line.partition(" = ")[0] for line in RECORD.read_text().splitlines() if line and ":" not in line]
MOVES += random.Random(1).sample(list(strange_crystal_hall(hall(hands="red:electric", held="red:lens"))), 400)
DRAWN = ["1", "6", "?", "potion", "curse", POSITIONS[3].replace(" ", "~")]
SIGNS = string.ascii_lowercase + string.digits + " -,:|/.~@=+*?oxND"
PARSERS: dict[str, tuple[Callable[[str], Text], list[str]]] = {
    "position": (GAME.parse_position, POSITIONS),
    "move": (GAME.parse_move, MOVES),
    "drawn": (GAME.parse_drawn, DRAWN),
}


def spoilt(text: str, rng: random.Random) -> str:
    """A text with a few signs put in, left out, changed or exchanged with others of it."""
    signs = list(text)
    for _ in range(rng.choice([1, 1, 2, 4])):
        place = rng.randrange(len(signs) + 1)
        other = rng.randrange(len(signs)) if signs else 0
        match rng.randrange(4):
            case 0:
                signs.insert(place, rng.choice(SIGNS))
            case 1:
                del signs[place : place + rng.choice([1, 1, 3])]
            case 2:
                signs[place : place + 1] = rng.choice(SIGNS)
            case _ if signs:
                signs[place : place + 1] = signs[other : other + rng.choice([1, 2])]
    return "".join(signs)


def parsed(parse: Callable[[str], Text], text: str) -> Iterator[Text]:
    """What a text says, if anything; only MalformedError may be raised."""
    with suppress(MalformedError):
        yield parse(text)


@pytest.mark.parametrize("name", PARSERS)
def test_spoilt_texts_are_refused_or_written_back(name: str) -> None:
    parse, texts = PARSERS[name]
    rng, understood = random.Random(name), 0
    for _ in range(1500):
        text = spoilt(rng.choice(texts), rng)
        for value in parsed(parse, text):
            assert value.text() == text
            understood += 1
    assert understood > 20


def test_every_plausible_position_can_be_asked_for_its_moves() -> None:
    rng, asked = random.Random(7), 0
    for _ in range(1500):
        text = spoilt(rng.choice(POSITIONS), rng)
        with suppress(MalformedError):
            table = GAME.parse_position(text)
            if not GAME.status(table):
                assert all(GAME.refusal(table, move) is None for move in legal_moves(GAME, table))
                asked += 1
    assert asked > 20


@given(st.text(max_size=120))
@settings(max_examples=300, deadline=None)
def test_texts_of_any_kind_are_refused_or_written_back(text: str) -> None:
    for parse, _ in PARSERS.values():
        for value in parsed(parse, text):
            assert value.text() == text
