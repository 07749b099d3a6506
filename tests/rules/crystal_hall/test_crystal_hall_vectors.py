"""Worked examples, CH-E01 to CH-E17."""

from __future__ import annotations

from collections import Counter

import pytest
from crystal_hall_tables import GAME, at, do, guild, hall, refused, tile

PASS = ("end", "draw = ?")
GATHERED = [
    ("", 4),
    ("d3:cauldron", 5),
    ("d3:cauldron e3:cauldron", 6),
    ("d3:swamp", 3),
    ("d3:swamp e3:swamp", 2),
    ("d3:cauldron e3:swamp", 4),
]


@pytest.mark.parametrize(("tiles", "ump"), GATHERED)
def test_CH_E01_ump_by_gathered_tiles(tiles: str, ump: int) -> None:
    assert do(hall(blue="d3 e3", tiles=tiles), *PASS).ump == ump


def test_CH_E01_ump_with_potion_and_dragon_heart() -> None:
    table = do(hall(blue="d3", tiles="d3:cauldron", held="blue:potion", hands="blue:dragon-heart"), *PASS)
    assert do(table, "use potion", "cast dragon-heart").ump == 10
    assert do(hall(hands="red:dragon-heart,dragon-heart"), *["cast dragon-heart"] * 2).ump == 12


def test_CH_E02_with_three_crystals_regenerating_costs_four() -> None:
    assert do(hall("d2", crystals="red:green,red,yellow"), "regenerate d1").ump == 0


def test_CH_E03_prices_by_crystals() -> None:
    colours = ["green", "red", "yellow"]
    for count, price in enumerate((1, 2, 3, 4)):
        table = hall("d2", crystals=f"red:{','.join(colours[:count])}")
        assert [4 - do(table, line).ump for line in ("regenerate d1", "shield d2")] == [price, price]
    assert do(hall("d2"), "regenerate d1", "regenerate e1", "move d1 c1", "move e1 d1").ump == 0
    two = hall("d2", crystals="red:green,red")
    assert refused(do(two, "regenerate d1"), "shield d2") == "CH-57"
    assert do(hall("d2", crystals="red:green,red", ump=6), "regenerate d1", "shield d2").ump == 0


def test_CH_E04_components_add_up() -> None:
    tiles = [len(tile.backs) for tile in GAME.edition.tiles.values()]
    assert sum(tiles) == 4 + 4 + 2 + 2 + 4 + 2 + 2 + 2 + 2 + 4 + 2 + 4 + 2 == 36
    assert Counter(spell.copies for spell in GAME.edition.spells.values()) == {2: 15}


def test_CH_E05_pushing_twice() -> None:
    table = do(hall("c3", "d3"), "push c3 d3", "push d3 e3")
    assert (at(table, "red"), at(table, "blue"), table.ump) == ("e3", "f3", 0)
    blocked = do(hall("c3", "d3 f3"), "push c3 d3")
    assert refused(blocked, "push d3 e3") == "CH-46"


def test_CH_E06_squeezing_a_shielded_wizard_twice() -> None:
    table = do(hall("c4 e4", "d4 d8", shields="d4"), "squeeze c4 e4")
    assert (at(table, "blue"), table.ump) == ("d4 d8", 2)
    table = do(table, "squeeze c4 e4")
    assert (at(table, "blue"), at(table, "red")) == ("d8", "c4 e4")
    three = do(hall("c4 e4", "d4 d8", shields="d4", ump=3), "squeeze c4 e4")
    assert refused(three, "squeeze c4 e4") == "CH-49"


def test_CH_E07_squeezing_diagonally() -> None:
    for staff, rule in ((False, "CH-43"), (True, None)):
        assert refused(hall("c3 e5", "d4", staff=staff), "squeeze c3 e5") == rule
        assert refused(hall("c4 d5", "d4", staff=staff), "squeeze c4 d5") == "CH-50"


def test_CH_E08_a_warp_without_partner() -> None:
    full = do(hall("c3 c1 d1", "e1 f1", tiles="c3:d"), "end", "flip c3 = warp-red")
    assert (at(full, "red"), full.phase) == ("c1 d1 c3", "draw")
    free = do(hall("c3 c1 d1", "e1", tiles="c3:d"), "end", "flip c3 = warp-red")
    assert at(free, "red") == "c1 d1 f1"


def test_CH_E09_both_warps_in_one_discovery() -> None:
    table = do(hall("c3", "d4", tiles="c3:d d4:d"), "end", "flip c3 = warp-red", "warp c1", "flip d4 = warp-red")
    assert (at(table, "red"), at(table, "blue")) == ("c1", "c3")


def test_CH_E10_both_last_wizards_on_curses() -> None:
    table = do(hall("c3", "d4", tiles="c3:d d4:d"), "end", "flip c3 = curse")
    assert (table.winner, tile(table, "d4")) == (1, "d")


def test_CH_E11_fireball_by_die() -> None:
    table = hall("b4", "e4 d8", hands="red:fireball")
    assert [at(do(table, f"cast fireball b4 e = {die}"), "blue") for die in range(1, 7)] == ["e4 d8"] * 4 + ["d8"] * 2
    own = hall("b4 d4", "e4 d8", hands="red:fireball")
    assert [at(do(own, f"cast fireball b4 e = {die}"), "red") for die in range(1, 7)] == ["b4 d4"] * 3 + ["b4"] * 3


def test_CH_E12_current_and_net() -> None:
    current = hall("b5 g5", "d5 f5", hands="red:electric")
    assert at(do(current, "cast electric current d5"), "blue") == "f5"
    assert at(do(current, "cast electric current f5"), "blue") == "d5"
    net = hall("b2 b5 f2 f5", "d2 c4 g4", hands="red:electric")
    assert at(do(net, "cast electric net d2 c4"), "blue") == "g4"
    assert refused(net, "cast electric net g4") == "CH-107"
    assert refused(hall("b2 b5 f2 f6", "d2", hands="red:electric"), "cast electric net d2") == "CH-105"


def test_CH_E13_earthquake_in_a_row() -> None:
    table = hall("e4 f4 g4", "d8", hands="red:earthquake")
    assert at(do(table, "cast earthquake = 3"), "red") == "f4 g4 h4"
    held = do(hall("e4 f4", "g4", hands="red:earthquake", shields="g4"), "cast earthquake = 3")
    assert (at(held, "red"), at(held, "blue"), held.shields) == ("e4 f4", "g4", ())
    assert at(do(hall("b7", hands="red:earthquake"), "cast earthquake = 2"), "red") == "b7"


def test_CH_E14_pushing_at_the_edge() -> None:
    assert refused(hall("f2", "g2"), "push f2 g2") == "CH-47"
    assert at(do(hall("f3", "g3"), "push f3 g3"), "blue") == "h3"


def test_CH_E15_the_final_crystal() -> None:
    crystals = "red:green,red,yellow"
    assert do(hall("c3", tiles="d3:crystal-blue", crystals=crystals), "move c3 d3").winner == 0
    same = do(hall("c3", tiles="d3:crystal-red", crystals=crystals), "move c3 d3")
    assert (same.winner, len(same.guild.crystals)) == (None, 3)
    two = hall(blue="d3 e3", tiles="d3:crystal-blue e3:crystal-green", crystals="blue:red,yellow")
    assert do(two, *PASS).winner == 1


def test_CH_E16_drawing() -> None:
    two = do(hall(hands="red:curse,freeze"), "end", "draw = curse", "discard curse")
    assert guild(two, "red").hand == ("curse", "freeze")
    one = do(hall(hands="red:curse"), "end", "draw = freeze")
    assert (guild(one, "red").hand, one.active) == (("curse", "freeze"), 1)
    anew = do(hall(deck=0, discard=("curse",) * 9), "end", "draw = curse")
    assert (anew.deck, anew.discard) == (8, ())


def test_CH_E17_pushed_onto_a_crystal_by_an_opponent() -> None:
    table = do(hall("b3", "c3", tiles="d3:crystal-yellow"), "push b3 c3", *PASS)
    assert guild(table, "blue").crystals == ("yellow",)
