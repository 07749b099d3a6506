"""Components and set-up of Crystal Hall, CH-01 to CH-13."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from crystal_hall_tables import GAME, at, do, hall

from rules.crystal_hall.components import copies_of
from rules.crystal_hall.setup import Seating, highest
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Back, Side
from rules.errors import RuleError

EDITION = GAME.edition


def refusal_of(seating: Seating) -> str:
    with pytest.raises(RuleError) as caught:
        GAME.deal(seating, random.Random(1))
    return caught.value.rule


def test_CH_01_two_to_four_players_with_four_wizards_each() -> None:
    for players in (2, 3, 4):
        table, _ = GAME.deal(Seating(EDITION.colours[:players]), random.Random(1))
        assert [len(guild.wizards) for guild in table.guilds] == [4] * players
    assert refusal_of(Seating(("red",))) == "CH-01"
    assert refusal_of(Seating((*EDITION.colours, "pink"))) == "CH-01"


def test_CH_02_thirty_six_tiles() -> None:
    counts = {face: len(tile.backs) for face, tile in EDITION.tiles.items()}
    fours = dict.fromkeys(("potion", "lens", "blank"), 4)
    twos = dict.fromkeys(("draw", "cauldron", "warp-red", "warp-purple", "switch", "staff", "swamp", "curse"), 2)
    ones = {f"crystal-{colour}": 1 for colour in ("green", "red", "yellow", "blue")}
    assert counts == fours | twos | ones | {f"compass-{way}": 1 for way in "nesw"}
    assert sum(counts.values()) == 36


def test_CH_03_all_tiles_start_face_down_and_shuffled_in_the_centre() -> None:
    table, hidden = GAME.deal(Seating(("red", "blue")), random.Random(1))
    down = [square for square, tile in enumerate(table.tiles) if isinstance(tile, Back)]
    assert [SQUARE_TEXTS[square] for square in down] == [f"{file}{rank}" for rank in range(2, 8) for file in "bcdefg"]
    assert Counter(hidden.faces.values()) == {face: len(tile.backs) for face, tile in EDITION.tiles.items()}
    other = GAME.deal(Seating(("red", "blue")), random.Random(2))[1]
    assert [hidden.faces[square] for square in down] != [other.faces[square] for square in down]


def test_CH_04_backs_lie_on_squares_of_their_shade() -> None:
    table, hidden = GAME.deal(Seating(("red", "blue")), random.Random(1))
    for square, face in hidden.faces.items():
        dark = (square % 8 + square // 8) % 2 == 0
        assert table.tiles[square] is (Back.DARK if dark else Back.LIGHT)
        assert table.tiles[square] in EDITION.tiles[face].backs


def test_CH_05_four_tokens_of_each_kind_beside_the_board() -> None:
    table, _ = GAME.deal(Seating(("red", "blue")), random.Random(1))
    assert [table.left_of_tokens(laid) for laid in (table.freezes, table.shields, table.curses)] == [4, 4, 4]
    laid = hall(curses="a1 b1 c1")
    assert laid.left_of_tokens(laid.curses) == 1


def test_CH_06_a_colour_for_each_guild() -> None:
    assert EDITION.colours == ("green", "red", "yellow", "blue")
    assert refusal_of(Seating(("red", "red"))) == "CH-06"
    assert refusal_of(Seating(("red", "pink"))) == "CH-06"


def test_CH_07_wizards_start_on_their_own_side() -> None:
    table, _ = GAME.deal(Seating(("red", "green", "blue", "yellow")), random.Random(1))
    assert at(table, "red") == "c1 d1 e1 f1"
    assert at(table, "green") == "a3 a4 a5 a6"
    assert at(table, "blue") == "c8 d8 e8 f8"
    assert at(table, "yellow") == "h3 h4 h5 h6"


def test_CH_08_two_players_sit_opposite() -> None:
    table, _ = GAME.deal(Seating(("red", "blue")), random.Random(1))
    assert [guild.side for guild in table.guilds] == [Side.SOUTH, Side.NORTH]
    assert refusal_of(Seating(("red", "blue"), (Side.SOUTH, Side.EAST))) == "CH-08"
    assert refusal_of(Seating(("red", "blue", "green"), (Side.SOUTH, Side.EAST, Side.NORTH))) == "CH-08"


def test_CH_09_nobody_holds_a_crystal_at_the_start() -> None:
    table, _ = GAME.deal(Seating(EDITION.colours), random.Random(1))
    assert [guild.crystals for guild in table.guilds] == [()] * 4
    # Four of each colour are enough: nobody holds two of a colour (CH-18), and four play at most.
    assert sorted(tile.colour for tile in EDITION.tiles.values() if tile.face.startswith("crystal")) == [
        "blue", "green", "red", "yellow",
    ]  # fmt: skip


def test_CH_10_thirty_spells_two_of_each_shuffled() -> None:
    table, hidden = GAME.deal(Seating(("red", "blue")), random.Random(1))
    assert table.deck == len(hidden.deck) == 30
    assert sorted(Counter(hidden.deck).values()) == [2] * 15
    assert hidden.deck != GAME.deal(Seating(("red", "blue")), random.Random(2))[1].deck


def test_CH_11_blank_cards_are_not_in_the_game() -> None:
    assert not [spell for spell in EDITION.spells.values() if spell.status.value == "own"]
    assert len(list(copies_of(EDITION.spells))) == 30
    assert sum(len(tile.backs) for tile in EDITION.tiles.values()) == 36


def test_CH_12_the_highest_roll_starts() -> None:
    assert highest((3, 6, 2)) == (1,)
    table, _ = GAME.deal(Seating(("red", "blue", "green"), starter=1), random.Random(1))
    assert table.active == table.starter == 1


def test_CH_13_play_passes_clockwise() -> None:
    table = hall("d1", "d8", "a4", "h4")
    order = []
    for _ in range(5):
        order.append(table.guild.side.value)
        table = do(table, "end", "draw = ?")
    assert "".join(order) == "SWNES"


def test_CH_R40_equal_rolls_roll_again_and_three_take_any_sides() -> None:
    assert highest((5, 2, 5)) == (0, 2)
    for sides in ((Side.NORTH, Side.EAST, Side.SOUTH), (Side.WEST, Side.NORTH, Side.EAST)):
        table, _ = GAME.deal(Seating(("red", "blue", "green"), sides), random.Random(1))
        assert tuple(guild.side for guild in table.guilds) == sides
