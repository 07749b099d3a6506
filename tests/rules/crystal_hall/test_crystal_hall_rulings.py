"""Rulings on what the rulebook leaves open, CH-R01 to CH-R20."""

from __future__ import annotations

from pathlib import Path

from crystal_hall_tables import at, do, frozen, guild, hall, names, refused, tile
from test_crystal_hall_end import edition_with

from rules.engine import apply, legal_moves, parse_record


def test_CH_R01_a_shielded_wizard_cannot_be_pushed() -> None:
    table = hall("c3", "d3", shields="d3")
    assert refused(table, "push c3 d3") == "CH-62"
    assert refused(hall("c3 d3", shields="d3"), "push c3 d3") == "CH-62", "nor an own one"


def test_CH_R02_an_own_wizard_may_be_pushed() -> None:
    table = do(hall("c3 d3"), "push c3 d3")
    assert (at(table, "red"), table.ump) == ("d3 e3", 2)


def test_CH_R03_several_squares_are_single_pushes() -> None:
    table = do(hall("c3", "d3 g3"), "push c3 d3", "push d3 e3")
    assert (at(table, "blue"), table.ump) == ("f3 g3", 0)
    assert refused(do(hall("c3", "d3 f3"), "push c3 d3"), "push d3 e3") == "CH-46"


def test_CH_R04_pushed_into_a_curse_the_victim_perishes() -> None:
    for table in (hall("c3", "d3 d8", curses="e3"), hall("c3", "d3 d8", tiles="e3:curse")):
        after = do(table, "push c3 d3")
        assert (at(after, "red"), at(after, "blue"), after.ump) == ("d3", "d8", 2)


def test_CH_R05_pushed_onto_a_warp_the_victim_warps_first() -> None:
    table = do(hall("c3", "d3", tiles="e3:warp-red"), "push c3 d3")
    assert (table.actor, at(table, "red")) == (1, "c3")
    table = do(table, "warp e8")
    assert (at(table, "red"), at(table, "blue")) == ("d3", "e8")
    table = do(hall("c3", "d3", "f6", tiles="e3:warp-red f6:warp-red"), "push c3 d3")
    assert [at(table, colour) for colour in ("red", "green", "blue")] == ["d3", "e3", "f6"]


def test_CH_R05_a_pusher_on_the_partner_warp_is_swapped_and_does_not_follow() -> None:
    table = do(hall("c3", "d3", tiles="e3:warp-red c3:warp-red"), "push c3 d3")
    assert (at(table, "red"), at(table, "blue"), table.ump) == ("e3", "c3", 2)


def test_CH_R05_a_victim_pushed_from_warp_to_warp_is_back_and_blocks_the_pusher() -> None:
    table = do(hall("c4", "c5", tiles="c5:warp-red c6:warp-red"), "push c4 c5")
    assert (at(table, "red"), at(table, "blue"), table.ump) == ("c4", "c5", 2)


def test_CH_R06_pushed_onto_a_face_down_tile_its_owner_flips_it() -> None:
    table = do(hall("b3", "c3", tiles="d3:l"), "push b3 c3", "end", "flip d3 = potion")
    assert (guild(table, "blue").tiles, guild(table, "red").tiles) == (("potion",), ())


def test_CH_R07_a_warp_cannot_be_refused(tmp_path: Path) -> None:
    table = do(hall("c3", tiles="d3:warp-red"), "move c3 d3")
    assert refused(table, "warp d3") == "CH-R07"
    assert refused(table, "move d3 e3") == "CH-R07"
    game = edition_with(tmp_path, ("warp_optional = false", "warp_optional = true"))
    table = hall("c3", tiles="d3:warp-red f6:warp-red")
    after = apply(game, table, parse_record(game, "move c3 d3"))
    assert [move.text() for move in legal_moves(game, after)] == ["warp f6", "warp d3"]
    assert at(apply(game, after, parse_record(game, "warp d3")), "red") == "d3"


def test_CH_R08_arriving_by_warp_triggers_nothing_again() -> None:
    table = do(hall("c3", "f6", tiles="d3:warp-red f6:warp-red"), "move c3 d3")
    assert (at(table, "red"), at(table, "blue"), table.task) == ("f6", "d3", None)


def test_CH_R09_without_a_free_starting_square_the_wizard_stays() -> None:
    table = do(hall("c3 c1 d1", "e1 f1", tiles="d3:warp-red"), "move c3 d3")
    assert (at(table, "red"), table.task) == ("c1 d1 d3", None)


def test_CH_R10_two_warps_of_a_colour_flipped_in_one_discovery() -> None:
    table = do(hall("c3", "f6", tiles="c3:d f6:d"), "end", "flip c3 = warp-red", "warp d1", "flip f6 = warp-red")
    assert (at(table, "red"), at(table, "blue")) == ("d1", "c3")


def test_CH_R11_a_frozen_wizard_does_not_act() -> None:
    table = hall(
        "c3 c6 f3 f6", "d3 c4", freezes=frozen("c3"), hands="red:fireball,electric", held="red:compass-w",
    )  # fmt: skip
    lines = ("move c3 b3", "push c3 d3", "cast fireball c3 n = 6", "use compass-w c3", "squeeze c3 e3")
    assert [refused(table, line) for line in lines] == ["CH-R11"] * 5
    assert refused(table, "cast electric current d3") == "CH-103"
    assert refused(table, "cast electric net d3") == "CH-105"


def test_CH_R11_a_frozen_wizard_suffers_everything() -> None:
    table = do(hall("c3 e4", "d3 d8", freezes=frozen("d3", by=0)), "push c3 d3")
    assert (at(table, "blue"), table.freezes) == ("e3 d8", frozen("e3", by=0))
    squeezed = do(hall("c3 e3", "d3 d8", freezes=frozen("d3", by=0)), "squeeze c3 e3")
    assert (at(squeezed, "blue"), squeezed.freezes) == ("d8", ())
    warped = do(hall("c3", "d3", freezes=frozen("d3", by=0), tiles="e3:warp-red f6:warp-red"), "push c3 d3")
    assert (at(warped, "blue"), warped.freezes) == ("f6", frozen("f6", by=0))


def test_CH_R11_the_freeze_spell_lays_a_token_until_the_casters_gather() -> None:
    table = do(hall("c3", "d3", hands="red:freeze"), "cast freeze d3", "end", "draw = ?")
    assert refused(table, "move d3 d4") == "CH-R11"
    assert do(table, "end", "draw = ?").freezes == ()
    again = hall("c3", "d3", hands="red:freeze", freezes=frozen("d3", by=0))
    assert refused(again, "cast freeze d3") == refused(again, "cast freeze c3") == "CH-R11"


def test_CH_R12_a_shield_suspends_a_freeze() -> None:
    table = do(hall("c3 c4", freezes=frozen("c3")), "shield c3", "move c3 d3")
    assert (at(table, "red"), table.freezes) == ("d3 c4", frozen("d3"))
    assert refused(hall("d3", freezes=table.freezes), "move d3 d4") == "CH-R11"


def test_CH_R13_the_shield_travels_along() -> None:
    table = do(hall("c3"), "shield c3", "move c3 d3")
    assert names(table.shields) == "d3"


def test_CH_R14_limits_of_shields() -> None:
    assert refused(hall(), "shield d8") == "CH-R14"
    assert refused(hall("d1 e1", shields="d1"), "shield e1") == "CH-58"
    broken = do(hall("c3 e3", "d8", shields="c3", hands="red:earthquake"), "cast earthquake = 2")
    assert refused(broken, "shield c3") is None
    died = do(hall("c3 e3", shields="c3", curses="c4"), "move c3 c4")
    assert refused(died, "shield e3") is None


def test_CH_R15_a_curse_kills_a_shielded_wizard() -> None:
    for table in (hall("c3 d1", shields="c3", curses="c4"), hall("c3 d1", shields="c3", tiles="c4:curse")):
        after = do(table, "move c3 c4")
        assert (at(after, "red"), after.shields, after.left_of_tokens(after.shields)) == ("d1", (), 4)


def test_CH_R16_squeezed_twice() -> None:
    table = do(hall("c3 e3", "d3 d8", shields="d3"), "squeeze c3 e3", "squeeze c3 e3")
    assert (at(table, "blue"), table.ump) == ("d8", 0)


def test_CH_R17_with_a_staff_adjacency_alone_is_extended() -> None:
    table = hall("c3 e5", "d4", staff=True)
    assert refused(table, "squeeze c3 e5") is None
    assert refused(hall("c4 d5", "d4", staff=True), "squeeze c4 d5") == "CH-50"
    assert refused(hall("c3", "d4 e5", staff=True), "push c3 d4") == "CH-46"
    assert do(hall("c3", "d4 e6", staff=True), "push c3 d4").ump == 2
    between = do(hall("c3", "c4 d3", staff=True), "move c3 d4")
    assert (at(between, "red"), between.ump) == ("d4", 3)


def test_CH_R18_ump_do_not_fall_below_zero(tmp_path: Path) -> None:
    old = '{ face = "swamp", effect = "gather_ump", backs = "dl", amount = -1 }'
    game = edition_with(tmp_path, (old, old.replace("-1", "-5")))
    table = hall(blue="d3", tiles="d3:swamp")
    for line in ("end", "draw = ?"):
        table = apply(game, table, parse_record(game, line))
    assert table.ump == 0


def test_CH_R19_after_a_warp_the_wizard_may_go_on() -> None:
    table = do(hall("c3", tiles="d3:warp-red f6:warp-red"), "move c3 d3", "move f6 f5")
    assert (at(table, "red"), table.ump) == ("f5", 2)


def test_CH_R20_a_tile_entered_and_left_is_not_flipped() -> None:
    table = do(hall("b3", tiles="c3:d d3:l"), "move b3 c3", "move c3 d3", "end", "flip d3 = potion")
    assert (tile(table, "c3"), table.phase) == ("d", "draw")
