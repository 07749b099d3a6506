"""The phases of a turn, CH-14 to CH-40."""

from __future__ import annotations

import random
from dataclasses import replace

from crystal_hall_tables import GAME, at, do, frozen, guild, hall, names, refused, tile

from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.vocabulary import Phase

PASS = ("end", "draw = ?")


def start() -> Table:
    """Red in the south begins against blue."""
    return GAME.deal(Seating(("red", "blue")), random.Random(1))[0]


def test_CH_14_gather_magic_discovery_draw() -> None:
    table = hall("c3", tiles="c3:d")
    assert table.phase is Phase.MAGIC and refused(table, "draw = ?") == refused(table, "flip c3 = potion") == "CH-14"
    table = do(table, "end")
    assert table.phase is Phase.DISCOVERY and refused(table, "draw = ?") == "CH-14"
    table = do(table, "flip c3 = potion")
    assert table.phase is Phase.DRAW
    assert do(table, "draw = ?").active == 1


def test_CH_15_no_gather_in_the_first_turn() -> None:
    blue = replace(guild(hall(blue="d3"), "blue"), fresh=True)
    table = hall(tiles="d3:cauldron").with_guild(1, blue)
    assert do(table, *PASS).ump == 4
    assert do(hall(blue="d3", tiles="d3:cauldron"), *PASS).ump == 5


def test_CH_16_in_the_first_turn_only_moving() -> None:
    table = start()
    assert refused(table, "move c1 c2") is None
    assert [refused(table, line) for line in ("shield c1", "regenerate c1", "cast curse a1", "use potion")] == [
        "CH-16"
    ] * 4
    assert refused(do(table, *PASS, *PASS), "shield c1") is None


def test_CH_17_a_wizard_on_a_crystal_tile_gathers_it() -> None:
    table = do(hall(blue="d3 f4", tiles="d3:crystal-blue f4:crystal-red"), *PASS)
    assert guild(table, "blue").crystals == ("blue", "red")


def test_CH_18_no_second_crystal_of_a_colour() -> None:
    table = do(hall(blue="d3", tiles="d3:crystal-blue", crystals="blue:blue"), *PASS)
    assert guild(table, "blue").crystals == ("blue",)


def test_CH_19_a_cauldron_gives_one_ump_each() -> None:
    assert do(hall(blue="d3", tiles="d3:cauldron"), *PASS).ump == 5
    assert do(hall(blue="d3 e3", tiles="d3:cauldron e3:cauldron"), *PASS).ump == 6


def test_CH_20_a_swamp_takes_one_ump_each() -> None:
    assert do(hall(blue="d3", tiles="d3:swamp"), *PASS).ump == 3
    assert do(hall(blue="d3 e3", tiles="d3:swamp e3:swamp"), *PASS).ump == 2


def test_CH_21_cauldron_and_swamp_work_every_turn() -> None:
    table = do(hall(blue="d3", tiles="d3:cauldron"), *PASS)
    table = do(table, *PASS, *PASS)
    assert (table.active, table.ump, tile(table, "d3")) == (1, 5, "cauldron")


def test_CH_22_gather_tiles_act_only_at_the_turn_start() -> None:
    table = do(hall("c3", tiles="d3:cauldron e3:crystal-red"), "move c3 d3", "move d3 e3")
    assert (table.ump, guild(table, "red").crystals) == (2, ())


def test_CH_23_it_does_not_matter_who_moved_the_wizard_there() -> None:
    table = do(hall("b3", "c3", tiles="d3:crystal-red"), "push b3 c3", *PASS)
    assert (at(table, "blue"), guild(table, "blue").crystals) == ("d3", ("red",))


def test_CH_24_own_freeze_and_shield_tokens_go_at_gather() -> None:
    table = do(hall("d1 f1", "d8 f8", shields="d8 d1", freezes=(*frozen("d1", by=1), *frozen("f8", by=0))), *PASS)
    assert names(table.shields) == "d1"
    assert [by for _, by in table.freezes] == [0]


def test_CH_25_four_ump() -> None:
    table = hall("c3")
    assert table.ump == 4
    table = do(table, "move c3 c4", "move c4 c5", "move c5 c6", "move c6 c7")
    assert refused(table, "move c7 c8") == "CH-41"
    assert do(hall(), *PASS).ump == 4


def test_CH_26_ump_are_shared_among_own_wizards() -> None:
    table = do(hall("c3 d1"), "move c3 c4", "move d1 d2", "move c4 c5", "move d2 d3")
    assert (at(table, "red"), table.ump) == ("d3 c5", 0)
    assert refused(hall(), "move d8 d7") == "CH-26"


def test_CH_27_ump_left_are_lost() -> None:
    table = do(hall(), *PASS, *PASS)
    assert (table.active, table.ump) == (0, 4)


def test_CH_28_a_spell_costs_nothing() -> None:
    assert do(hall(hands="red:curse"), "cast curse a3").ump == 4
    assert refused(hall(hands="red:curse", ump=0), "cast curse a3") is None


def test_CH_29_a_tile_costs_nothing() -> None:
    assert do(hall(held="red:staff", ump=0), "use staff").ump == 0
    assert refused(hall(held="red:staff"), "use staff d1") == "CH-29"


def test_CH_30_used_tiles_and_spells_are_discarded_face_up() -> None:
    table = do(hall(held="red:staff", hands="red:curse"), "use staff", "cast curse a3")
    assert (table.used, table.discard) == (("staff",), ("curse",))
    assert (table.guild.tiles, table.guild.hand) == ((), ())


def test_CH_31_nothing_can_be_used_once_discovery_has_begun() -> None:
    table = do(hall("c3", tiles="c3:d", held="red:staff", hands="red:curse"), "end")
    lines = ("move c3 c4", "use staff", "cast curse a3", "shield c3", "end")
    assert [refused(table, line) for line in lines] == ["CH-31"] * 5
    assert refused(do(table, "flip c3 = blank"), "use staff") == "CH-31"


def test_CH_32_every_player_flips() -> None:
    table = do(hall("c3", "e5", tiles="c3:d e5:d"), "end", "flip c3 = potion", "flip e5 = lens")
    assert (guild(table, "red").tiles, guild(table, "blue").tiles) == (("potion",), ("lens",))
    assert refused(do(hall("c3", tiles="c3:d"), "end"), "flip d3 = potion") == "CH-32"
    assert refused(do(hall("c3", tiles="c3:d"), "end"), "flip c3 = ?") == "CH-02", "everybody sees what is flipped"


def test_CH_33_an_immediate_tile_is_resolved_at_once() -> None:
    table = do(hall("c3 d1", tiles="c3:d"), "end", "flip c3 = curse")
    assert (at(table, "red"), tile(table, "c3")) == ("d1", "curse")


def test_CH_34_a_pick_up_tile_goes_to_the_player_on_it() -> None:
    table = do(hall("b3 d1", "c3", tiles="c3:d d3:l"), "push b3 c3", "end", "flip c3 = potion", "flip d3 = lens")
    assert (guild(table, "red").tiles, guild(table, "blue").tiles) == (("potion",), ("lens",))
    assert refused(hall(), "use potion") == "CH-34"


def test_CH_35_a_picked_up_tile_waits_for_a_later_magic_phase() -> None:
    table = do(hall("c3", tiles="c3:d"), "end", "flip c3 = potion")
    assert refused(table, "use potion") == "CH-31"
    table = do(table, "draw = ?", *PASS)
    assert do(table, "use potion").ump == 5


def test_CH_36_a_revealed_gather_tile_waits_for_the_next_gather() -> None:
    table = do(hall("c3", tiles="c3:d"), "end", "flip c3 = crystal-green")
    assert guild(table, "red").crystals == ()
    assert guild(do(table, "draw = ?", *PASS), "red").crystals == ("green",)


def test_CH_37_a_blank_is_discarded() -> None:
    table = do(hall("c3", tiles="c3:d"), "end", "flip c3 = blank")
    assert (tile(table, "c3"), table.used, table.guild.tiles) == (None, ("blank",), ())


def test_CH_38_one_spell_is_drawn_at_the_end() -> None:
    table = do(hall(), "end", "draw = fireball")
    assert (guild(table, "red").hand, guild(table, "blue").hand, table.deck) == (("fireball",), (), 19)


def test_CH_39_of_three_spells_one_is_discarded() -> None:
    table = do(hall(hands="red:curse,freeze"), "end", "draw = fireball")
    assert table.active == 0
    assert refused(table, "discard earthquake") == "CH-39" and refused(table, "end") == "CH-39"
    table = do(table, "discard curse")
    assert (guild(table, "red").hand, table.discard, table.active) == (("fireball", "freeze"), ("curse",), 1)


def test_CH_40_the_discards_become_the_draw_pile() -> None:
    table = do(hall(deck=0, discard=("curse", "freeze", "fireball")), "end", "draw = freeze")
    assert (table.deck, table.discard, guild(table, "red").hand) == (2, (), ("freeze",))
    hidden = GAME.deal(Seating(("red", "blue")), random.Random(1))[1]
    empty = do(hall(deck=0, discard=("curse",) * 30), "end")
    record, left = GAME.draw(empty, GAME.parse_move("draw"), replace(hidden, deck=()))
    assert len(left.deck) == 29 and record.drawn[0].text() in GAME.edition.spells
