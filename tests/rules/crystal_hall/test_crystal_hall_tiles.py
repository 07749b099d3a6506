"""What tiles do, CH-70 to CH-87."""

from __future__ import annotations

from crystal_hall_tables import GAME, at, do, guild, hall, refused, tile

from rules.engine import legal_moves, parse_record


def test_CH_70_immediate_tiles_act_on_whoever_lands_on_them() -> None:
    table = do(hall("c3 d1", tiles="d3:curse"), "move c3 d3")
    assert at(table, "red") == "d1"
    assert at(do(hall("c3 d1", tiles="d3:warp-red f6:warp-red"), "move c3 d3"), "red") == "d1 f6"


def test_CH_71_a_warp_leads_to_the_other_of_its_colour() -> None:
    table = do(hall("c3", tiles="d3:warp-red f6:warp-red c6:warp-purple"), "move c3 d3")
    assert at(table, "red") == "f6"


def test_CH_72_at_an_occupied_warp_the_wizards_swap() -> None:
    table = do(hall("c3", "f6", tiles="d3:warp-red f6:warp-red"), "move c3 d3")
    assert (at(table, "red"), at(table, "blue")) == ("f6", "d3")


def test_CH_73_with_the_partner_undiscovered_to_an_own_starting_square() -> None:
    table = do(hall("c3 d1", tiles="d3:warp-red f6:d"), "move c3 d3")
    assert [move.text() for move in legal_moves(GAME, table)] == ["warp c1", "warp e1", "warp f1"]
    assert refused(table, "warp d1") == refused(table, "warp f6") == "CH-73"
    assert at(do(table, "warp e1"), "red") == "d1 e1"


def test_CH_74_a_curse_tile_eliminates_the_wizard_which_may_come_back() -> None:
    table = do(hall("c3 d1", tiles="d3:curse"), "move c3 d3", "regenerate c1")
    assert (at(table, "red"), table.ump) == ("c1 d1", 2)


def test_CH_75_entering_the_final_crystal_wins_at_once() -> None:
    table = do(hall("c3", tiles="d3:crystal-blue", crystals="red:green,red,yellow"), "move c3 d3")
    assert (table.winner, GAME.is_over(table)) == (0, True)


def test_CH_76_entering_a_crystal_tile_otherwise_does_nothing() -> None:
    held = do(hall("c3", tiles="d3:crystal-red", crystals="red:green,red,yellow"), "move c3 d3")
    few = do(hall("c3", tiles="d3:crystal-blue", crystals="red:green,red"), "move c3 d3")
    assert (held.winner, few.winner, few.guild.crystals) == (None, None, ("green", "red"))


def test_CH_77_a_potion_gives_one_ump_in_that_turn_only() -> None:
    table = do(hall(held="red:potion,potion"), "use potion")
    assert (table.ump, table.guild.tiles) == (5, ("potion",))
    assert do(table, "end", "draw = ?", "end", "draw = ?").ump == 4


def test_CH_78_a_lens_shows_a_face_down_tile() -> None:
    table = hall(held="red:lens", tiles="c3:d d3:swamp")
    assert [refused(table, f"use lens {square} = potion") for square in ("d3", "e3")] == ["CH-78", "CH-78"]
    table = do(table, "use lens c3 = potion")
    assert (tile(table, "c3"), table.guild.tiles) == ("d", ())
    assert refused(do(hall("c3", tiles="c3:d", peeks=table.peeks), "end"), "flip c3 = lens") == "CH-78"


def test_CH_79_a_lens_shows_the_spells_of_one_other_player() -> None:
    table = hall(held="red:lens", hands="red:curse blue:fireball,freeze", green="a4")
    assert [refused(table, f"use lens {colour} = fireball") for colour in ("red", "green", "yellow")] == ["CH-79"] * 3
    assert refused(table, "use lens blue = fireball curse") == "CH-79"
    table = do(table, "use lens blue = fireball freeze")
    assert [peek.text() for peek in table.peeks] == ["0@2=fireball+freeze"]
    assert do(table, "end", "draw = ?").peeks == (), "hands change"


def test_CH_80_only_the_user_sees_what_a_lens_shows() -> None:
    before = hall(held="red:lens", tiles="c3:d")
    record = parse_record(GAME, "use lens c3 = potion")
    table = do(before, record.text())
    assert GAME.view(table, 0).peeks[0].names == ("potion",)
    assert "potion" not in GAME.view(table, 1).text() + GAME.view_record(before, record, 1).text()
    assert "potion" not in GAME.view(table, None).text() + GAME.view_record(before, record, None).text()
    blue = do(hall(held="blue:lens", tiles="c3:d", active=1), record.text())
    assert [GAME.view(blue, seat).peeks[0].names for seat in (0, 1)] == [(None,), ("potion",)]


def test_CH_81_a_draw_tile_draws_a_spell() -> None:
    table = do(hall(held="red:draw"), "use draw = fireball")
    assert (table.guild.hand, table.deck, table.phase) == (("fireball",), 19, "magic")
    assert refused(hall(held="red:draw", deck=0), "use draw = ?") == "CH-81"


def test_CH_82_with_three_spells_one_is_discarded() -> None:
    table = do(hall(held="red:draw", hands="red:curse,freeze"), "use draw = fireball")
    assert refused(table, "move d1 d2") == "CH-39"
    table = do(table, "discard fireball")
    assert (table.guild.hand, table.discard, table.active) == (("curse", "freeze"), ("fireball",), 0)


def test_CH_83_with_a_staff_wizards_act_diagonally_for_one_turn() -> None:
    table = do(hall("c3 e5", "d4 d8", held="red:staff"), "use staff")
    assert [refused(table, line) for line in ("move c3 d2", "push e5 d4", "squeeze c3 e5")] == [None, "CH-46", None]
    assert at(do(hall("c3", "d4", staff=True), "push c3 d4"), "blue") == "e5"
    assert refused(do(table, "end", "draw = ?", "end", "draw = ?"), "move c3 d2") == "CH-43"
    assert refused(hall(held="red:staff", staff=True), "use staff") == "CH-83"


def test_CH_84_spells_stay_non_diagonal() -> None:
    table = hall("c3 e5", "d4 d8", staff=True, hands="red:fireball,electric")
    assert refused(table, "cast fireball c3 ne = 6") == "CH-109"
    assert refused(table, "cast electric current d4") == "CH-103"


def test_CH_85_a_compass_moves_an_own_wizard_for_nothing() -> None:
    for way, end in (("n", "c4"), ("e", "d3"), ("s", "c2"), ("w", "b3")):
        table = do(hall("c3", held=f"red:compass-{way}", ump=0), f"use compass-{way} c3")
        assert (at(table, "red"), table.used) == (end, (f"compass-{way}",))
    assert refused(hall("c3", "d4", held="red:compass-n"), "use compass-n d4") == "CH-85"


def test_CH_86_a_switch_swaps_two_tiles_without_wizards() -> None:
    table = hall("c3", held="red:switch", tiles="c3:d d3:swamp e3:d b2:l")
    assert [refused(table, f"use switch {square}") for square in ("c3", "g7")] == ["CH-86", "CH-86"]
    half = do(table, "use switch d3")
    assert [refused(half, line) for line in ("onto d3", "onto c3", "end")] == ["CH-86"] * 3
    table = do(half, "onto e3")
    assert (tile(table, "d3"), tile(table, "e3"), table.task) == ("d", "swamp", None)
    assert refused(hall(held="red:switch", tiles="d3:swamp"), "use switch d3") == "CH-86", "there is no second tile"


def test_CH_87_a_face_up_crystal_tile_is_not_swapped() -> None:
    table = hall(held="red:switch", tiles="d3:crystal-red e3:d f3:l")
    assert refused(table, "use switch d3") == "CH-87"
    assert refused(do(table, "use switch e3"), "onto d3") == "CH-87"


def test_a_lens_on_a_swapped_tile_stays_true() -> None:
    table = do(hall(held="red:lens,switch", tiles="c3:d d3:l"), "use lens c3 = potion", "use switch c3", "onto d3")
    assert [peek.text() for peek in table.peeks] == ["0@d3=potion"]
    assert guild(table, "red").tiles == ()
