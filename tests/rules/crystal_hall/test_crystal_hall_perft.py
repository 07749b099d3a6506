"""Two engines agree: move lists and positions along random games, counts from the start and from tricky positions."""

from __future__ import annotations

import random
from pathlib import Path

import crystal_hall_naive as naive
import crystal_hall_naive_play as naive_play
import pytest
from crystal_hall_start import start_crystal_hall
from crystal_hall_tables import GAME, frozen, hall

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.vocabulary import Back
from rules.engine import legal_moves, play
from rules.perft import divide, perft

COUNTS = Path(__file__).parent / "perft.txt"
DECK = tuple(name for name in GAME.edition.spells for _ in range(2))
SEED = 7
TRICKY: dict[str, Table] = {
    "pushes and squeezes in a crowd": hall("c3 e3 d2", "d3 d4 c4", "b3 a4"),
    "warps whose partner is covered": hall("c3 d1 e1", "d4 d8", tiles="d3:warp-red c4:warp-purple f6:d"),
    "warp swaps among pushes": hall("c3 f6", "d3 d8", tiles="e3:warp-red f6:warp-red c4:curse"),
    "curses, shields and frost": hall(
        "c3 d1 f3", "d3 e3 d8", curses="b3 c4", shields="d3", freezes=frozen("f3"), hands="red:curse,freeze",
    ),
    "staff and compasses": hall("c3 e5", "d4 d5", staff=True, held="red:compass-n,compass-e,staff,potion"),
    "net and current": hall("c3 c6 f3 f6", "d4 e4 d5 c5", shields="d4", hands="red:electric,fireball"),
    "earthquake onto everything": hall(
        "c3 d1", "d4 e5", "b4", tiles="d3:warp-red e4:curse f5:swamp b3:warp-red", hands="red:earthquake,dragon-heart",
    ),
    "final crystal next to all": hall(
        "c3 c4", "e3 e5", tiles="d3:crystal-blue", crystals="red:green,red,yellow blue:green,red,yellow",
    ),
    "lens, switch and draw": hall("c3", "e5", tiles="c4:l d4:d d3:swamp", held="red:switch,draw,lens"),
    "last wizards at the brink": hall("c3", "d3", "b3", curses="c4 e3", tiles="c2:curse", ump=3),
}  # fmt: skip
DEPTH = 2


def hidden_for(table: Table) -> Hidden:
    """Known chance for a table: fitting faces under its tiles, a fixed pile and seed."""
    down = [square for square, tile in enumerate(table.tiles) if isinstance(tile, Back)]
    kinds = {Back.DARK: "compass-n", Back.LIGHT: "compass-e"}
    faces = {square: kinds[Back(str(table.tiles[square]))] for square in down}
    return Hidden(faces, DECK[: table.deck], SEED)


def starting() -> tuple[Table, Hidden]:
    return GAME.deal(Seating(("red", "blue")), random.Random(SEED))


def check_tree(table: Table, hidden: Hidden, depth: int) -> int:
    """Compare move lists and positions at every node; the number of leaves by the naive count."""
    game = naive.read(table.text())
    listed = sorted(naive.moves(game))
    assert sorted(move.text() for move in legal_moves(GAME, table)) == listed, table
    if depth == 1:
        return len(listed)
    total = 0
    for move in legal_moves(GAME, table):
        record, after, left = play(GAME, table, move, hidden)
        assert naive_play.after(game, record.text()) == naive.read(after.text()), (table, record.text())
        total += check_tree(after, left, depth - 1)
    return total


def counts() -> dict[str, int]:
    lines = [line.rpartition(": ") for line in COUNTS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: int(count) for name, _, count in lines}


def test_the_start_by_both_generators() -> None:
    table, hidden = starting()
    assert check_tree(table, hidden, 3) == perft(GAME, table, hidden, 3) == counts()["start"]


@pytest.mark.parametrize("name", TRICKY)
def test_tricky_positions_by_both_generators(name: str) -> None:
    table = TRICKY[name]
    hidden = hidden_for(table)
    split = divide(GAME, table, hidden, DEPTH)
    assert check_tree(table, hidden, DEPTH) == sum(split.values()) == counts()[name], split


@pytest.mark.parametrize("seed", range(1, 6))
def test_random_games_by_both_generators(seed: int) -> None:
    rng = random.Random(seed)
    table, hidden = start_crystal_hall(rng, rng.choice([2, 3, 4]))
    game = naive.read(table.text())
    for _ in range(400):
        moves = list(legal_moves(GAME, table))
        assert sorted(move.text() for move in moves) == sorted(naive.moves(game)), table
        if not moves:
            break
        record, table, hidden = play(GAME, table, rng.choice(moves), hidden)
        game = naive_play.after(game, record.text())
        assert game == naive.read(table.text()), record.text()
