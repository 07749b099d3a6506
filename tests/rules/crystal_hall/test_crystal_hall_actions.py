"""What wizards do, CH-41 to CH-69."""

from __future__ import annotations

from crystal_hall_tables import GAME, at, do, guild, hall, names, refused

from rules.crystal_hall.status import TableStatus


def test_CH_41_a_move_costs_one_ump() -> None:
    assert do(hall("c3"), "move c3 c4").ump == 3
    assert refused(hall("c3", ump=0), "move c3 c4") == "CH-41"


def test_CH_42_only_to_an_adjacent_free_square() -> None:
    table = hall("c3 c4", "d3")
    assert [refused(table, f"move c3 {end}") for end in ("c4", "d3", "c5", "e3", "c3")] == ["CH-42"] * 5
    assert refused(table, "move c3 b3") is None
    assert refused(hall("c1"), "move c1 b1") == "CH-42", "b1 is no square of the board"


def test_CH_43_never_diagonally() -> None:
    assert refused(hall("c3"), "move c3 d4") == "CH-43"
    assert refused(hall("c3", "d4"), "push c3 d4") == "CH-43"
    assert refused(hall("c3 e5", "d4"), "squeeze c3 e5") == "CH-43"


def test_CH_44_a_push_costs_two_ump() -> None:
    assert do(hall("c3", "d3"), "push c3 d3").ump == 2
    assert refused(hall("c3", "d3", ump=1), "push c3 d3") == "CH-44"


def test_CH_45_both_go_one_square_in_the_same_direction() -> None:
    table = do(hall("c3", "d3"), "push c3 d3")
    assert (at(table, "red"), at(table, "blue")) == ("d3", "e3")
    assert refused(hall("c3", "e3"), "push c3 e3") == "CH-45"
    assert refused(hall("c3", "e3"), "push c3 d3") == "CH-45"


def test_CH_46_no_push_against_a_wizard_behind() -> None:
    assert refused(hall("c3", "d3 e3"), "push c3 d3") == "CH-46"
    assert refused(hall("c3 e3", "d3"), "push c3 d3") == "CH-46"


def test_CH_47_no_push_off_the_board() -> None:
    assert refused(hall("f2", "g2"), "push f2 g2") == "CH-47"
    assert refused(hall("g3", "h3"), "push g3 h3") == "CH-47"


def test_CH_48_tiles_never_block_a_push() -> None:
    for what in ("d", "potion", "crystal-red", "swamp"):
        assert refused(hall("c3", "d3", tiles=f"e3:{what}"), "push c3 d3") is None


def test_CH_49_a_squeeze_costs_two_ump() -> None:
    assert do(hall("c3 e3", "d3 d8"), "squeeze c3 e3").ump == 2
    assert refused(hall("c3 e3", "d3 d8", ump=1), "squeeze c3 e3") == "CH-49"


def test_CH_50_attackers_stand_on_exactly_opposite_sides() -> None:
    assert refused(hall("c3 d4", "d3 d8"), "squeeze c3 d4") == "CH-50"
    assert refused(hall("b3 e3", "d3 d8"), "squeeze b3 e3") == "CH-50"
    assert refused(hall("c3 d3 e3"), "squeeze c3 e3") == "CH-50", "an own wizard is no enemy"
    assert refused(hall("d2 d4", "d3 d8"), "squeeze d2 d4") is None


def test_CH_51_the_enemy_goes_and_the_attackers_stay() -> None:
    table = do(hall("c3 e3", "d3 d8"), "squeeze c3 e3")
    assert (at(table, "red"), at(table, "blue")) == ("c3 e3", "d8")


def test_CH_52_eliminated_wizards_wait_in_the_grey_area() -> None:
    table = hall("c3 e3", "d3 c8 d8 e8")
    assert guild(table, "blue").grey == 0
    assert guild(do(table, "squeeze c3 e3"), "blue").grey == 1


def test_CH_53_regenerating_costs_one_and_the_crystals() -> None:
    assert do(hall("d2"), "regenerate d1").ump == 3
    assert do(hall("d2", crystals="red:green,blue"), "regenerate d1").ump == 1
    assert refused(hall("d2", crystals="red:green,blue", ump=2), "regenerate d1") == "CH-53"
    assert refused(hall("d2 c2 e2 f2"), "regenerate d1") == "CH-53", "nobody is eliminated"


def test_CH_54_regenerating_onto_a_free_own_starting_square() -> None:
    table = hall("d2 c1", "d1")
    assert [refused(table, f"regenerate {square}") for square in ("c1", "d1", "b2", "c8")] == ["CH-54"] * 4
    assert at(do(table, "regenerate e1"), "red") == "c1 e1 d2"


def test_CH_55_only_with_a_wizard_on_the_board() -> None:
    table = hall("d1")
    table = table.with_guild(0, type(table.guild)(table.guild.colour, table.guild.side, (), fresh=False))
    assert refused(table, "regenerate d1") == "CH-55"


def test_CH_56_without_wizards_a_player_is_out() -> None:
    table = do(hall("c3 e3", "d3", "a4"), "squeeze c3 e3", "end", "draw = ?")
    assert guild(table, "blue").out and not table.over
    assert table.guild.colour == "green"
    assert do(table, "end", "draw = ?").guild.colour == "red", "blue has no turn"


def test_CH_57_shielding_costs_one_and_the_crystals() -> None:
    assert do(hall(), "shield d1").ump == 3
    assert do(hall(crystals="red:green,blue,red"), "shield d1").ump == 0
    assert refused(hall(crystals="red:green", ump=1), "shield d1") == "CH-57"


def test_CH_58_one_shielded_wizard_per_player() -> None:
    assert refused(do(hall("d1 e1"), "shield d1"), "shield e1") == "CH-58"
    assert refused(hall("d1 e1", shields="d8"), "shield e1") is None


def test_CH_59_a_shield_lasts_until_the_owners_next_turn() -> None:
    table = do(hall(), "shield d1", "end", "draw = ?")
    assert names(table.shields) == "d1"
    assert do(table, "end", "draw = ?").shields == ()


def test_CH_60_the_token_lies_under_the_wizard() -> None:
    assert names(do(hall("d1 e1"), "shield e1").shields) == "e1"


def test_CH_61_a_shield_protects_from_spells() -> None:
    table = hall("c3", "d3 d8", shields="d3", hands="red:fireball")
    assert at(do(table, "cast fireball c3 e = 6"), "blue") == "d3 d8"


def test_CH_62_a_shield_protects_from_being_pushed() -> None:
    assert refused(hall("c3", "d3", shields="d3"), "push c3 d3") == "CH-62"


def test_CH_63_a_squeeze_breaks_the_shield() -> None:
    table = do(hall("c3 e3", "d3", shields="d3"), "squeeze c3 e3")
    assert (at(table, "blue"), table.shields, table.ump) == ("d3", (), 2)


def test_CH_64_four_spells_break_a_shield() -> None:
    table = hall("c3 c6 f3 f6", "d3 d8", shields="d3", hands="red:fireball,electric")
    for line in ("cast fireball c3 e = 6", "cast electric current d3", "cast electric net d3"):
        assert do(table, line).shields == ()
    assert do(hall("c3", "d3", shields="d3", hands="red:earthquake"), "cast earthquake = 2").shields == ()


def test_CH_65_once_broken_the_wizard_is_vulnerable() -> None:
    table = do(hall("c3 e3", "d3 d8", shields="d3"), "squeeze c3 e3")
    assert (at(table, "blue"), table.shields) == ("d3 d8", ())
    assert at(do(table, "squeeze c3 e3"), "blue") == "d8"


def test_CH_66_warps_move_a_shielded_wizard() -> None:
    table = do(hall("c3", tiles="d3:warp-red f6:warp-red"), "shield c3", "move c3 d3")
    assert (at(table, "red"), names(table.shields)) == ("f6", "f6")


def test_CH_67_freeze_has_no_effect_on_a_shielded_wizard() -> None:
    assert refused(hall("c3", "d3", shields="d3", hands="red:freeze"), "cast freeze d3") == "CH-67"


def test_CH_68_a_shield_does_not_stop_flipping() -> None:
    table = do(hall("c3 d1", tiles="c3:d"), "shield c3", "end", "flip c3 = curse")
    assert (at(table, "red"), table.shields) == ("d1", ())


def test_CH_69_never_two_wizards_on_one_square() -> None:
    table = hall("c3 c4", "d3")
    assert refused(table, "move c3 c4") == refused(table, "move c3 d3") == "CH-42"
    assert refused(hall("c3", "c4", held="red:compass-n"), "use compass-n c3") == "CH-R39"
    assert TableStatus.CROWDED in GAME.status(hall("c3", "c3"))
