"""Rulings on what the rulebook leaves open, CH-R21 to CH-R39."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from crystal_hall_tables import at, do, frozen, guild, hall, names, refused, tile
from test_crystal_hall_end import edition_with

from rules.crystal_hall.position import Table
from rules.engine import apply, parse_record

THREE = "red:green,red,yellow"


def test_CH_R21_any_entry_of_the_final_crystal_wins_for_its_owner() -> None:
    foe = hall("b3", "c3", tiles="d3:crystal-blue", crystals="blue:green,red,yellow")
    assert do(foe, "push b3 c3").winner == 1
    assert do(hall("b3 c3", tiles="d3:crystal-blue", crystals=THREE), "push b3 c3").winner == 0
    quake = hall("c3", tiles="d3:crystal-blue", crystals=THREE, hands="red:earthquake")
    assert do(quake, "cast earthquake = 3").winner == 0
    compass = hall("c3", tiles="d3:crystal-blue", crystals=THREE, held="red:compass-e")
    assert do(compass, "use compass-e c3").winner == 0


def test_CH_R22_a_final_crystal_revealed_underfoot_waits(tmp_path: Path) -> None:
    table = do(hall("c3", tiles="c3:d", crystals="red:blue,red,yellow"), "end")
    assert do(table, "flip c3 = crystal-green").winner is None
    assert do(table, "flip c3 = crystal-green", "draw = ?", "end", "draw = ?").winner == 0
    game = edition_with(tmp_path, ("final_on_reveal = false", "final_on_reveal = true"))
    assert apply(game, table, parse_record(game, "flip c3 = crystal-green")).winner == 0


def test_CH_R23_a_shorter_game_ends_with_its_last_crystal() -> None:
    table = hall("c3", tiles="d3:crystal-blue", crystals="red:green", target=2)
    assert do(table, "move c3 d3").winner == 0
    assert do(hall("c3", tiles="d3:crystal-green", crystals="red:green", target=2), "move c3 d3").winner is None


def test_CH_R24_of_two_winners_in_an_earthquake_the_active_one_is_first() -> None:
    tiles, crystals = "d3:crystal-blue d6:crystal-yellow", f"{THREE} blue:green,red,blue"
    table = do(hall("c3", "c6", tiles=tiles, crystals=crystals, hands="red:earthquake"), "cast earthquake = 3")
    assert table.winner == 0
    swapped = hall("c3", "c6", tiles=tiles, crystals=crystals, hands="blue:earthquake", active=1)
    assert do(swapped, "cast earthquake = 3").winner == 1


def test_CH_R25_players_flip_from_the_active_one_clockwise() -> None:
    table = do(hall("c3 d4", "e5", "f6", tiles="c3:d d4:d e5:d f6:d"), "end")
    assert [refused(table, f"flip {square} = potion") for square in ("e5", "f6")] == ["CH-R25", "CH-R25"]
    assert [refused(table, f"flip {square} = potion") for square in ("c3", "d4")] == [None, None]
    table = do(table, "flip d4 = potion", "flip c3 = lens")
    assert [refused(table, f"flip {square} = blank") for square in ("e5", "f6")] == ["CH-R25", None]


def test_CH_R26_the_last_wizard_lost_in_the_own_turn() -> None:
    table = hall(
        "c3", "e5", "a4", curses="c4", tiles="e5:d", hands="red:freeze", held="red:potion", crystals="red:green",
        discard=("curse",), freezes=(*frozen("a4", by=0), *frozen("e5", by=1)),
    )  # fmt: skip
    table = do(table, "move c3 c4")
    red = guild(table, "red")
    assert [by for _, by in table.freezes] == [1], "the Gather that would take its token never comes"
    assert (red.out, red.crystals, red.tiles, red.hand) == (True, (), (), ())
    assert (table.used, table.discard, table.phase) == (("potion",), (None, "curse"), "discovery")
    table = do(table, "flip e5 = potion")
    assert (table.guild.colour, table.deck) == ("green", 20), "no Draw for red"


def test_CH_R27_discovery_stops_when_one_guild_is_left() -> None:
    table = do(hall("c3", "e5", tiles="c3:d e5:d"), "end", "flip c3 = curse")
    assert (table.winner, tile(table, "e5")) == (1, "d")


def test_CH_R28_one_free_starting_square_suffices() -> None:
    assert refused(hall("c1 d1 g5", "e1"), "regenerate f1") is None
    full = hall("c1 d1", "e1 f1")
    assert [refused(full, f"regenerate {file}1") for file in "cdef"] == ["CH-54"] * 4


def test_CH_R29_a_starting_square_may_be_cursed() -> None:
    assert refused(hall("d2", hands="red:curse"), "cast curse d1") is None
    table = do(hall("d2", curses="d1"), "regenerate d1")
    assert (at(table, "red"), table.ump) == ("d2", 3)
    warped = do(hall("c3 d2", tiles="d3:warp-red", curses="d1"), "move c3 d3", "warp d1")
    assert at(warped, "red") == "d2"


def test_CH_R30_regenerated_wizards_may_act_at_once() -> None:
    table = do(hall("d2"), "regenerate d1", "regenerate e1", "move e1 e2")
    assert (at(table, "red"), table.ump) == ("d1 d2 e2", 1)


def test_CH_R31_the_hand_limit_within_the_magic_phase() -> None:
    table = do(hall(hands="red:curse", held="red:draw"), "use draw = dragon-heart", "cast dragon-heart")
    assert table.ump == 8
    full = do(hall(hands="red:curse,freeze", held="red:draw"), "use draw = fireball")
    assert refused(full, "cast curse a3") == "CH-39"
    many = hall("c3", held="red:potion,potion,potion,lens,lens,staff", tiles="c3:d")
    assert len(guild(do(many, "end", "flip c3 = lens"), "red").tiles) == 7


def test_CH_R32_the_first_turn_is_each_players_own() -> None:
    table = first_turn(hall("c3", "d3", hands="red:curse"))
    assert refused(table, "push c3 d3") == "CH-16"
    assert refused(do(table, "end", "draw = ?"), "push d3 c3") is None


def first_turn(table: Table) -> Table:
    """Red has not had its first turn."""
    return table.with_guild(0, replace(table.guild, fresh=True))


def test_CH_R33_a_short_fireball_does_nothing_and_own_wizards_are_hit(tmp_path: Path) -> None:
    table = hall("c3 d1", "c4 d8", hands="red:fireball")
    for die in (1, 2):
        assert at(do(table, f"cast fireball c3 n = {die}"), "blue") == "c4 d8"
    own = hall("c3 c4", "c5", hands="red:fireball")
    assert at(do(own, "cast fireball c3 n = 4"), "red") == "c3"
    game = edition_with(tmp_path, ("fireball_hits_own = true", "fireball_hits_own = false"))
    after = apply(game, hall("c3 c4", "c5 d8", hands="red:fireball"), parse_record(game, "cast fireball c3 n = 4"))
    assert (at(after, "red"), at(after, "blue")) == ("c3 c4", "d8")


def test_CH_R34_wizards_between_do_not_block_a_current() -> None:
    table = hall("c3 g3", "d3 e3 f3", hands="red:electric")
    assert at(do(table, "cast electric current e3"), "blue") == "d3 f3"
    flat = hall("c3 d3 e3 f3", "d4", hands="red:electric")
    assert refused(flat, "cast electric net d4") == "CH-105"


def test_CH_R35_an_earthquake_is_one_step_for_all_at_once() -> None:
    table = do(hall("c3 c4 c5", "c6", hands="red:earthquake"), "cast earthquake = 2")
    assert (at(table, "red"), at(table, "blue")) == ("c4 c5 c6", "c7")
    edge = do(hall("b5 b6", "b7", hands="red:earthquake"), "cast earthquake = 2")
    assert (at(edge, "red"), at(edge, "blue")) == ("b5 b6", "b7")
    cursed = do(hall("c3 d1", "c4", curses="c4 c5", hands="red:earthquake"), "cast earthquake = 2")
    assert at(cursed, "red") == "d2" and cursed.winner == 0


@pytest.mark.parametrize(("steps", "end"), [(1, "c4"), (2, "c5"), (3, "c6")])
def test_CH_R35_the_card_may_say_more_steps(tmp_path: Path, steps: int, end: str) -> None:
    game = edition_with(tmp_path, ("earthquake_steps = 1", f"earthquake_steps = {steps}"))
    quake = parse_record(game, "cast earthquake = 2")
    assert at(apply(game, hall("c3", hands="red:earthquake"), quake), "red") == end
    stopped = apply(game, hall("c3 d1", hands="red:earthquake", tiles="c4:warp-red f2:warp-red"), quake)
    assert "f2" in at(stopped, "red")


def test_CH_R36_without_tokens_no_curse() -> None:
    assert refused(hall(hands="red:curse", curses="a3 a4 a5 a6"), "cast curse d4") == "CH-R36"
    table = do(hall(hands="red:curse"), "cast curse a3", *("end", "draw = ?") * 4)
    assert names(table.curses) == "a3"


def test_CH_R37_tokens_are_no_tiles_and_shades_do_not_matter() -> None:
    table = hall(held="red:switch", curses="a3", tiles="c3:d d3:l")
    assert refused(table, "use switch a3") == "CH-R37"
    table = do(table, "use switch c3", "onto d3")
    assert (tile(table, "c3"), tile(table, "d3")) == ("l", "d")


def test_CH_R38_what_stays_on_the_board() -> None:
    stay = {"c3": "cauldron", "e3": "swamp", "c5": "crystal-green", "e5": "curse", "g3": "warp-red"}
    for square, face in stay.items():
        table = do(hall(f"{square} d1", tiles=f"{square}:d"), "end", f"flip {square} = {face}")
        assert tile(table, square) == face
    for face in ("potion", "lens", "draw", "switch", "staff", "compass-n", "blank"):
        table = do(hall("c3", hands="blue:curse", tiles="c3:d"), "end", f"flip c3 = {face}")
        assert tile(table, "c3") is None
    left = hall("d1", hands="red:curse")
    assert refused(left, "cast curse c3") is None


def test_CH_R39_a_compass_needs_a_free_square_and_a_wizard_that_may_act() -> None:
    assert refused(hall("c3 c4", held="red:compass-n"), "use compass-n c3") == "CH-R39"
    assert refused(hall("g7", held="red:compass-e"), "use compass-e g7") == "CH-R39"
    assert refused(hall("c3", freezes=frozen("c3"), held="red:compass-n"), "use compass-n c3") == "CH-R11"
    cursed = do(hall("c3 d1", curses="c4", held="red:compass-n"), "use compass-n c3")
    assert at(cursed, "red") == "d1"
