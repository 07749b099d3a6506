"""CU-15 to CU-39: the turn and its four phases."""

from __future__ import annotations

from crystalium_tables import GAME, At, at, drones, ship

from rules.crystalium.powers import available_power, permanent_power
from rules.crystalium.vocabulary import Component, Phase

C = Phase.CURRENT
RIVER, DISCARD, DRONE = Phase.RIVER, Phase.DISCARD, Phase.DRONE
THREE = (ship(), ship(), ship())


def test_CU_15_the_role_passes_to_the_left() -> None:
    table = at(C, *THREE, active=2, river="").does("place", "done", "done", "done", "first 0")
    assert table.table.active == 2 and table.table.phase is DRONE
    assert table.does("done", "done").table.active == 0


def test_CU_16_four_phases_in_fixed_order() -> None:
    table = at(C, river="")
    seen = [table.does(line).table.phase for line in ("place", "done", "done", "done")]
    assert [C, *seen] == [C, C, RIVER, DISCARD, DRONE]
    assert at(C).refuses("collect C1w0") == "CU-17"
    assert at(RIVER).refuses("place") == "CU-24"
    assert at(DISCARD, river="C1w0").refuses("collect C1w0") == "CU-29"


def test_CU_17_cards_come_one_by_one_face_down() -> None:
    table = at(C, deck="C3w2 C1w1 C1w0").does("place")
    assert table.table.current == (2,) and table.table.deck == 2 and table.table.top == 1
    assert "C3w2" not in table.table.text()


def test_CU_18_not_more_than_the_reactor_power() -> None:
    assert at(C).does("place", "place").refuses("place") == "CU-18"


def test_CU_19_fewer_are_allowed() -> None:
    assert at(C, ship("R2w1"), ship()).does("place", "done").table.phase is RIVER


def test_CU_20_reactor_power_is_2_and_the_cards() -> None:
    assert permanent_power(ship(), Component.REACTOR) == 2
    assert permanent_power(ship("R2w1 M3w1 R1w0"), Component.REACTOR) == 5
    table = at(C, ship("R1w0"), ship()).does("place", "place", "place")
    assert table.refuses("place") == "CU-18"


def test_CU_21_current_power_is_the_sum_of_the_waves() -> None:
    table = at(C, deck="C1w2 C1w3 " + "C2w0 " * 9).does("place", "place", "done")
    assert table.river().split() == ["C2w0"] * 5


def test_CU_22_the_decks_top_card_is_not_in_the_sum() -> None:
    table = at(C, deck="C1w1 C5w9 " + "C2w0 " * 9).does("place", "done")
    assert table.river() == "C5w9"


def test_CU_23_as_many_cards_are_revealed() -> None:
    table = at(C, deck="C1w2 C3w1 C4w1 C5w1").does("place", "done")
    assert table.river() == "C3w1 C4w1" and table.table.deck == 1


def test_CU_24_up_to_magnet_power_of_the_revealed_ones() -> None:
    table = at(RIVER, river="C1w0 C2w0 C3w0").does("collect C2w0")
    assert table.pile(0) == "C2w0" and table.refuses("collect C1w0") == "CU-24"
    assert at(RIVER, river="C1w0").does("done").table.phase is DISCARD


def test_CU_25_face_down_cards_cannot_be_collected() -> None:
    assert at(RIVER, river="C1w0", current="C5w3").refuses("collect C5w3") == "CU-25"


def test_CU_26_magnet_power_is_1_and_the_cards() -> None:
    assert permanent_power(ship("M2w1 R1w0"), Component.MAGNET) == 3
    table = at(RIVER, ship("M2w1"), ship(), river="C1w0 " * 4).does(*["collect C1w0"] * 3)
    assert table.refuses("collect C1w0") == "CU-24"


def test_CU_27_a_magnet_of_this_turn_does_not_count() -> None:
    table = at(RIVER, river="M3w1 C1w0").does("collect M3w1")
    assert table.refuses("collect C1w0") == "CU-24"
    # Kept from the deck in the Current Phase, it counts only from the next turn on.
    early = at(C, ship(fish="F9w1"), ship(), deck="M3w1 C1w0 C2w0 C3w1 C4w0 C5w0").does("fish 0 F9w1", "keep M3w1")
    early.does("place", "done", "collect C4w0")
    assert early.under(0) == "M3w1!" and early.table.queue[0].limit == 1
    early.does("done", "done", "done", "done")
    assert early.under(0) == "M3w1"


def test_CU_28_the_current_is_revealed_and_joins_the_river() -> None:
    table = at(RIVER, river="C1w0", current="C4w2 M1w1").does("done")
    assert table.river() == "C1w0 C4w2 M1w1" and table.table.current == ()


def test_CU_29_up_to_laser_power_are_discarded() -> None:
    table = at(DISCARD, river="C1w0 C5w0").does("discard C5w0")
    assert table.discard() == "C5w0" and table.river() == "C1w0"
    assert table.refuses("discard C1w0") == "CU-29"


def test_CU_30_laser_power_is_1_and_the_cards() -> None:
    assert permanent_power(ship("L2w1 L1w0"), Component.LASER) == 4
    table = at(DISCARD, ship("L1w0"), ship(), river="C1w0 C2w0 C3w0").does("discard C1w0", "discard C2w0")
    assert table.refuses("discard C3w0") == "CU-29"


def test_CU_31_only_direct_neighbours_one_after_the_other() -> None:
    table = drones(*[ship()] * 5, river="C1w0 C2w0 C3w0", active=1)
    assert table.listed("first") == {"first 2", "first 0"} and table.refuses("first 3") == "CU-31"
    table.does("first 0", "collect C1w0", "done")
    assert [one.seat for one in table.table.queue] == [2]


def test_CU_32_up_to_drone_power_of_what_is_left() -> None:
    table = drones(ship(), ship("D1w0"), river="C1w0 C2w0 C3w0").does("collect C1w0", "collect C2w0")
    assert table.refuses("collect C3w0") == "CU-32" and table.pile(1) == "C1w0 C2w0"


def test_CU_33_drone_power_is_1_and_the_cards() -> None:
    assert permanent_power(ship("D3w1 D1w0 L5w1"), Component.DRONE) == 5


def test_CU_34_the_lower_drone_power_first() -> None:
    table = drones(ship(), ship("D2w0"), ship(), ship("D1w0"), river="C1w0")
    assert [one.seat for one in table.table.queue] == [3, 1]


def test_CU_35_on_equal_power_the_active_player_chooses() -> None:
    table = drones(*THREE, river="C1w0 C2w0")
    assert table.table.phase is Phase.ORDER and table.table.actor == 0
    assert [one.seat for one in table.does("first 2").table.queue] == [2, 1]


def test_CU_36_what_is_left_goes_to_the_discard_pile() -> None:
    table = drones(ship(), ship(), river="C1w0 C2w0 C3w0", discard="C4w0").does("done", "collect C2w0", "done")
    assert table.discard() == "C4w0 C1w0 C3w0" and table.river() == ""


def test_CU_37_an_empty_river_begins_the_next_turn() -> None:
    table = drones(ship(), ship(), ship("D1w0"), river="C1w0").does("collect C1w0", "done")
    assert table.table.phase is C and table.table.active == 1
    assert drones(*THREE, river="").table.active == 1


def test_CU_38_a_drone_card_of_this_drone_phase_does_not_count() -> None:
    table = drones(ship(), ship(), river="D3w0 C1w0").does("collect D3w0")
    assert table.refuses("collect C1w0") == "CU-32" and available_power(table.table.ships[1], Component.DRONE) == 4


def test_CU_39_two_players_the_active_one_collects_as_well() -> None:
    table = drones(ship("D1w0"), ship(), river="C1w0 C2w0 C3w0 C4w0").does("collect C1w0", "done")
    table.does("collect C2w0", "collect C3w0")
    assert table.pile(0) == "C2w0 C3w0" and table.refuses("collect C4w0") == "CU-32"


def test_CU_R01_at_least_one_card() -> None:
    assert at(C).refuses("done") == "CU-R01"
    assert at(C).does("place", "done").table.phase is RIVER


def test_CU_R04_a_whirlpool_in_the_current_counts_its_waves() -> None:
    table = at(C, deck="W1w2 C1w0 C2w0 C3w0").does("place", "done")
    assert table.river() == "C1w0 C2w0" and not table.table.out
    table.does("done")
    assert [face.text() for face in table.table.out] == ["W1w2"] and table.river() == "C1w0 C2w0"


def test_CU_R06_the_deck_runs_out() -> None:
    table = at(C, deck="C1w3 C2w0").does("place", "done")
    assert table.river() == "C2w0" and table.table.deck == 0
    assert at(C, deck="C1w1").does("place").refuses("place") == "CU-R06"
    assert at(C, deck="").does("done").table.phase is RIVER, "without a deck nothing can be placed"


def test_CU_R11_up_to_the_power() -> None:
    for phase, word in ((RIVER, "collect"), (DISCARD, "discard")):
        assert at(phase, river="C1w0 C2w0").does("done").table.phase is not phase
        table = at(phase, river="C1w0 C2w0").does(f"{word} C1w0")
        assert table.refuses(f"{word} C2w0") in ("CU-24", "CU-29")


def test_CU_R12_single_use_only_when_needed() -> None:
    table = at(RIVER, ship("M1w0u"), ship(), river="C1w0 C2w0 C3w0").does("collect C1w0")
    assert table.refuses("done M1w0u") == "CU-R12"
    table.does("collect C2w0")
    assert table.refuses("done") == "CU-R12"
    assert table.does("done M1w0u").discard() == "M1w0u"
    # What the picks need cannot pay a Station in the same phase.
    busy = at(RIVER, ship("M2w0u R1w0"), ship(), river="C1w0 C2w0 N1x2w0").does("collect C1w0", "collect C2w0")
    assert busy.refuses("collect N1x2w0 M2w0u") == "CU-R12"
    busy.does("collect N1x2w0 R1w0", "done M2w0u")


def test_CU_R13_order_by_the_full_available_power() -> None:
    table = drones(ship(), ship("D2w0u"), ship("D1w0"), river="C1w0")
    assert [one.seat for one in table.table.queue] == [2, 1]


def test_CU_R14_lasers_and_drones_of_the_river_phase_count() -> None:
    table = at(RIVER, river="L2w0 C1w0 C2w0 C3w0").does("collect L2w0", "done")
    assert table.table.queue[0].limit == 3
    other = at(RIVER, river="D2w0 C1w0").does("collect D2w0", "done", "done", "done")
    assert other.table.queue[0].seat == 0 and other.table.queue[0].limit == 3


def test_CU_R15_two_players_are_one_neighbour() -> None:
    assert at(C).table.neighbours(0) == (1,) and at(C, *THREE).table.neighbours(0) == (1, 2)
    fish = ship(crystalium="C1w0", fish="F3w1")
    assert at(RIVER, fish, ship(), river="N4x9w3").does("fish 0 F3w1 N4x9w3 C1w0").stations(0) == "N4x9w3"
    three = at(RIVER, fish, ship(), ship(), river="N4x9w3")
    assert three.refuses("fish 0 F3w1 N4x9w3 C1w0") == "CU-69"


def test_CU_R16_the_opponent_first_even_with_the_higher_power() -> None:
    table = drones(ship(), ship("D2w0"), river="C1w0")
    assert [one.seat for one in table.table.queue] == [1, 0]


def test_CU_E01_reactor_3() -> None:
    kept = {card.min_players for card in GAME.edition.ocean if card.face in set(GAME.edition.ocean_for(3))}
    numbers = [card.min_players for card in GAME.edition.ocean if card.min_players <= 3]
    assert {1, 3} <= kept and len(GAME.edition.ocean_for(3)) == len(numbers), "3+ stays, 4+ and 5+ leave"
    table = at(C, ship("R1w0"), ship())
    for placed in range(4):
        assert ("done" in table.listed()) == (placed > 0)
        assert ("place" in table.listed()) == (placed < 3)
        if placed < 3:
            table.does("place")


def martin_and_julie() -> At:
    martin = ship("R1w0 M1w0 M1w0u D2w0u")
    deck = "C1w2 C2w2 C3w2 " + "C4w1 " * 6 + "C1w0 " * 5
    return at(C, martin, ship("D2w0"), deck=deck).does("place", "place", "place", "done")


def test_CU_E02_a_two_player_turn() -> None:
    table = martin_and_julie()
    assert table.river() == "C4w1 " * 5 + "C4w1"
    table.does(*["collect C4w1"] * 3, "done M1w0u")
    assert table.discard() == "M1w0u" and len(table.table.river) == 6
    table.does("discard C1w2", "done")
    assert len(table.table.river) == 5
    table.does("collect C2w2", "collect C3w2", "collect C4w1", "done")
    assert len(table.table.river) == 2


def test_CU_E03_the_unneeded_single_use_card_is_kept() -> None:
    table = martin_and_julie().does(*["collect C4w1"] * 3, "done M1w0u", "discard C1w2", "done")
    table.does("collect C2w2", "collect C3w2", "collect C4w1", "done", "collect C4w1", "done")
    assert table.under(0) == "R1w0 M1w0 D2w0u" and table.discard() == "M1w0u C1w2 C4w1"


def test_CU_E04_a_five_player_drone_phase() -> None:
    # CU-E04 as corrected: 2 cards, Martin (Drone 1) takes one, Julie (Drone 2) the last one with a Strong Current.
    players = [ship(), ship("D1w0"), ship(), ship(), ship()]
    table = drones(*players, river="C1w0 C2w0s", deck="N4x9w3 C1w0")
    assert [one.seat for one in table.table.queue] == [4, 1]
    table.does("collect C1w0", "done", "collect C2w0s")
    assert table.river() == "N4x9w3" and table.listed("collect") == set()
    assert table.refuses("collect N4x9w3") == "CU-51"
    assert table.does("done").discard() == "N4x9w3"


def test_CU_E05_the_single_use_drone_is_discarded_when_exceeded() -> None:
    table = martin_and_julie().does(*["collect C4w1"] * 3, "done M1w0u", "discard C1w2", "done")
    table.does("collect C2w2", "collect C3w2", "collect C4w1", "done", "collect C4w1", "collect C4w1")
    assert table.listed("done") == {"done D2w0u"}


def test_CU_E13_which_single_use_cards_are_used() -> None:
    table = at(RIVER, ship("M1w0 M1w0u M2w0u"), ship(), river="C1w0 " * 7)
    expected = {
        2: {"done"}, 3: {"done M1w0u", "done M2w0u"}, 4: {"done M2w0u"}, 5: {"done M1w0u M2w0u"},
    }  # fmt: skip
    for picks in range(1, 6):
        table.does("collect C1w0")
        if picks in expected:
            assert table.listed("done") == expected[picks]
    assert table.refuses("collect C1w0") == "CU-24"


def test_CU_E18_waves_and_whirlpools() -> None:
    deck = "C1w2 C1w3 C1w0 W1w2 C2w0 W2w2 C3w0 C4w0 C5w3 C5w3"
    table = at(C, ship("R1w0"), ship(), deck=deck).does("place", "place", "place", "done")
    assert table.river() == "C2w0 C3w0 C4w0" and len(table.table.out) == 2 and table.table.top == 3


def test_CU_E19_equal_neighbours_of_four() -> None:
    table = drones(ship(), ship("D1w0"), ship(), ship("D1w0"), river="C1w0 C2w0 C3w0")
    assert table.listed() == {"first 1", "first 3"}
    table.does("first 3", "collect C1w0", "collect C2w0")
    assert table.refuses("collect C3w0") == "CU-32"
    table.does("done", "collect C3w0", "done")
    assert (table.pile(3), table.pile(1), table.pile(2)) == ("C1w0 C2w0", "C3w0", "")
