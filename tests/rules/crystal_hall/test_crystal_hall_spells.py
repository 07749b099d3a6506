"""What spells do, CH-88 to CH-112."""

from __future__ import annotations

import pytest
from crystal_hall_tables import GAME, at, do, frozen, guild, hall, names, refused

from rules.engine import legal_moves


def test_CH_88_only_in_the_own_magic_phase_and_resolved_at_once() -> None:
    table = hall(hands="red:curse blue:freeze")
    assert refused(table, "cast freeze d1") == "CH-88", "blue holds it"
    assert refused(do(table, "end"), "cast curse a3") == "CH-31"
    assert names(do(table, "cast curse a3").curses) == "a3"
    assert [refused(table, line) for line in ("cast curse", "cast curse a3 a4", "cast curse a3 n")] == ["CH-88"] * 3


def test_CH_89_several_spells_in_a_turn() -> None:
    table = do(hall(hands="red:dragon-heart,dragon-heart"), "cast dragon-heart", "cast dragon-heart")
    assert (table.ump, table.guild.hand) == (12, ())


def test_CH_90_a_curse_needs_a_square_without_wizard_and_tile() -> None:
    table = hall("c3", "d8", hands="red:curse", tiles="d4:d e4:swamp", curses="a4")
    assert [refused(table, f"cast curse {square}") for square in ("c3", "d8", "d4", "e4", "a4", "a1")] == ["CH-90"] * 6
    assert refused(table, "cast curse g7") is None


def test_CH_91_a_curse_takes_a_token() -> None:
    table = do(hall(hands="red:curse", curses="a3 a4 a5"), "cast curse a6")
    assert table.left_of_tokens(table.curses) == 0
    assert refused(hall(hands="red:curse", curses="a3 a4 a5 a6"), "cast curse g7") == "CH-R36"


def test_CH_92_whoever_enters_a_cursed_square_perishes() -> None:
    assert at(do(hall("c3 d1", curses="d3"), "move c3 d3"), "red") == "d1"
    assert at(do(hall("b3", "c3 d8", curses="d3"), "push b3 c3"), "blue") == "d8"
    assert names(do(hall("c3 d1", curses="d3"), "move c3 d3").curses) == "d3", "the token stays"


def test_CH_93_dragon_heart_gives_four_ump() -> None:
    table = do(hall(hands="red:dragon-heart"), "cast dragon-heart")
    assert table.ump == 8
    assert do(table, "end", "draw = ?", "end", "draw = ?").ump == 4


def test_CH_94_earthquake_one_does_nothing() -> None:
    table = do(hall("c3", "e5", hands="red:earthquake", shields="e5"), "cast earthquake = 1")
    assert (at(table, "red"), at(table, "blue"), names(table.shields)) == ("c3", "e5", "e5")


@pytest.mark.parametrize(("die", "end"), [(2, "c4"), (3, "d3"), (4, "c2"), (5, "b3")])
def test_CH_95_two_to_five_are_north_east_south_west(die: int, end: str) -> None:
    assert at(do(hall("c3", hands="red:earthquake"), f"cast earthquake = {die}"), "red") == end


def test_CH_96_six_lets_the_caster_choose() -> None:
    table = do(hall("c3", hands="red:earthquake"), "cast earthquake = 6")
    assert [move.text() for move in legal_moves(GAME, table)] == [f"direction {way}" for way in "nesw"]
    assert refused(table, "move c3 c4") == refused(table, "direction ne") == "CH-96"
    assert at(do(table, "direction w"), "red") == "b3"


def test_CH_97_all_wizards_move() -> None:
    table = do(hall("c3 d1", "e5", "a4", hands="red:earthquake"), "cast earthquake = 2")
    assert [at(table, colour) for colour in ("red", "green", "blue")] == ["d2 c4", "a5", "e6"]


def test_CH_98_shielded_wizards_lose_the_shield_and_stay() -> None:
    table = do(hall("c3", "e5", hands="red:earthquake", shields="e5"), "cast earthquake = 2")
    assert (at(table, "red"), at(table, "blue"), table.shields) == ("c4", "e5", ())


def test_CH_99_frozen_wizards_move_and_stay_frozen() -> None:
    table = do(hall("c3", "e5", hands="red:earthquake", freezes=frozen("e5", by=0)), "cast earthquake = 2")
    assert (at(table, "blue"), table.freezes) == ("e6", frozen("e6", by=0))


def test_CH_100_the_edge_of_the_board_stops_a_wizard() -> None:
    table = do(hall("b7 h6 c3", hands="red:earthquake"), "cast earthquake = 2")
    assert at(table, "red") == "c4 h6 b7"


def test_CH_101_a_shielded_wizard_stops_the_one_behind() -> None:
    table = do(hall("c3 c2", "c4", hands="red:earthquake", shields="c4"), "cast earthquake = 2")
    assert (at(table, "red"), at(table, "blue")) == ("c2 c3", "c4")


def test_CH_102_the_electric_card_has_two_effects() -> None:
    table = hall("c3 c6 f3 f6", "c4 d4 d8", hands="red:electric")
    assert refused(table, "cast electric c4") == "CH-88"
    for line, left in (("cast electric current c4", "d4 d8"), ("cast electric net d4", "c4 d8")):
        after = do(table, line)
        assert (at(after, "blue"), after.discard) == (left, ("electric",))


def test_CH_103_current_hits_one_enemy_between_two_own_wizards() -> None:
    table = hall("c3 f3", "d3 g3 d5", hands="red:electric")
    assert [refused(table, f"cast electric current {square}") for square in ("g3", "d5", "c3", "e3", "d3 g3")] == (
        ["CH-103"] * 5
    )
    assert at(do(table, "cast electric current d3"), "blue") == "g3 d5"
    assert refused(hall("d2 d7", "d5", hands="red:electric"), "cast electric current d5") is None


def test_CH_104_a_shielded_target_of_the_current_loses_the_shield() -> None:
    table = do(hall("c3 f3", "d3", hands="red:electric", shields="d3"), "cast electric current d3")
    assert (at(table, "blue"), table.shields) == ("d3", ())


def test_CH_105_a_net_needs_four_wizards_as_corners() -> None:
    for red in ("c3 c6 f3", "c3 c6 f3 f5", "c3 d3 e3 f3"):
        assert refused(hall(red, "d4", hands="red:electric"), "cast electric net d4") == "CH-105"
    assert refused(hall("c3 c6 f3 f6", "d4", hands="red:electric"), "cast electric net d4") is None


def test_CH_106_a_net_hits_up_to_three_enemies() -> None:
    table = hall("c3 c6 f3 f6", "d4 e4 d5 e5", hands="red:electric")
    assert refused(table, "cast electric net d4 e4 d5 e5") == "CH-106"
    assert refused(table, "cast electric net e4 d4") == "CH-106", "in the order of squares"
    assert refused(table, "cast electric net g7") == "CH-106"
    assert at(do(table, "cast electric net d4 e4 d5"), "blue") == "e5"


def test_CH_107_targets_stand_inside_or_on_the_edges() -> None:
    table = hall("c3 c6 f3 f6", "d3 d4 g4", hands="red:electric")
    assert [refused(table, f"cast electric net {square}") for square in ("d3", "d4", "g4")] == [None, None, "CH-107"]


def test_CH_108_shielded_targets_of_the_net_lose_the_shield() -> None:
    table = do(hall("c3 c6 f3 f6", "d4 e4", hands="red:electric", shields="d4"), "cast electric net d4 e4")
    assert (at(table, "blue"), table.shields) == ("d4", ())


def test_CH_109_a_fireball_flies_straight_from_an_own_wizard() -> None:
    table = hall("c3", "e5", hands="red:fireball")
    assert refused(table, "cast fireball c3 ne = 6") == refused(table, "cast fireball e5 n = 6") == "CH-109"
    assert refused(table, "cast fireball c3 n = 6") is None


def test_CH_110_its_range_is_the_die_less_two() -> None:
    table = hall("c3", "c5 d8", hands="red:fireball")
    left = [at(do(table, f"cast fireball c3 n = {die}"), "blue") for die in range(1, 7)]
    assert left == ["c5 d8"] * 3 + ["d8"] * 3


def test_CH_111_the_first_wizard_in_line_is_eliminated() -> None:
    table = do(hall("c3", "c5 c6 d8", hands="red:fireball"), "cast fireball c3 n = 6")
    assert (at(table, "blue"), guild(table, "blue").grey) == ("c6 d8", 2)


def test_CH_112_a_shielded_first_wizard_loses_the_shield() -> None:
    table = do(hall("c3", "c5 c6", hands="red:fireball", shields="c5"), "cast fireball c3 n = 6")
    assert (at(table, "blue"), table.shields) == ("c5 c6", ())


def test_an_unknown_card_may_be_any_spell() -> None:
    table = hall(hands="red:?")
    assert refused(table, "cast dragon-heart") is None
    assert do(table, "cast dragon-heart").guild.hand == ()
    gone = hall(hands="red:? blue:fireball", discard=("dragon-heart", "dragon-heart", "fireball"))
    assert [refused(gone, f"cast {spell}") for spell in ("dragon-heart", "fireball c3 n")] == ["CH-88", "CH-88"]
