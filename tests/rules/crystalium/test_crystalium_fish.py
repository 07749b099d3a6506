"""CU-62 to CU-81 and the rulings on Fish: what each of the twelve does."""

from __future__ import annotations

from crystalium_tables import GAME, At, at, drones, ship

from rules.crystalium.powers import permanent_power, single_use
from rules.crystalium.scoring import score_ships
from rules.crystalium.vocabulary import Component, Phase

C, RIVER, DISCARD = Phase.CURRENT, Phase.RIVER, Phase.DISCARD
SWITCHES = GAME.edition.switches


def mushrooms(count: int) -> int:
    """What so many Mushroom Fish score."""
    sheets = score_ships([ship(fish="F2w1 " * count), ship()], (), SWITCHES).sheets
    assert sheets[0].total == sheets[0].row_total("mushrooms")
    return sheets[0].total


def test_CU_62_fish_1_goes_into_any_column() -> None:
    table = at(RIVER, river="F1w0")
    assert table.listed("collect") == {f"collect F1w0@{column}" for column in "RMLD"}
    assert table.refuses("collect F1w0") == "CU-62"
    done = table.does("collect F1w0@L")
    assert done.under(0) == "F1w0@L" and done.fish(0) == ""


def test_CU_63_it_gives_power_1_to_that_column() -> None:
    assert [permanent_power(ship("F1w0@D"), component) for component in Component] == [2, 1, 1, 2]


def test_CU_64_one_mushroom_costs_3() -> None:
    assert mushrooms(1) == -3


def test_CU_65_two_mushrooms_give_3() -> None:
    assert mushrooms(2) == 3


def test_CU_66_three_or_more_mushrooms_give_9() -> None:
    assert mushrooms(3) == mushrooms(4) == 9


def builder(phase: Phase = RIVER, crystalium: str = "C1w0 C2w0") -> At:
    return at(phase, ship(crystalium=crystalium, fish="F3w1"), ship(), ship(), river="N4x9w3 C5w0")


def test_CU_67_fish_3_completes_a_station_without_cards() -> None:
    table = builder().does("fish 0 F3w1 N4x9w3 C1w0 C2w0")
    assert table.stations(0) == "N4x9w3" and table.river() == "C5w0" and table.discard() == "F3w1"
    assert builder().refuses("fish 0 F3w1 C5w0 C1w0 C2w0") == "CU-67"


def test_CU_68_a_crystalium_card_to_each_neighbour() -> None:
    table = builder().does("fish 0 F3w1 N4x9w3 C2w0 C1w0")
    assert (table.pile(0), table.pile(1), table.pile(2)) == ("", "C2w0", "C1w0")


def test_CU_69_not_without_enough_crystalium() -> None:
    table = builder(crystalium="C1w0")
    assert table.refuses("fish 0 F3w1 N4x9w3 C1w0") == "CU-69"
    assert table.refuses("fish 0 F3w1 N4x9w3 C1w0 C1w0") == "CU-69"
    assert table.listed("fish") == set()


def test_CU_70_fish_4_adds_a_whirlpool_of_the_box() -> None:
    table = at(C, ship(fish="F4w1"), ship())
    assert table.refuses("fish 0 F4w1 W1w2") == "CU-70"
    assert len(table.listed("fish")) == 8
    table.does("fish 0 F4w1 W9w2")
    assert [face.text() for face in table.table.added] == ["W9w2"] and len(table.table.box) == 7


def test_CU_71_fish_5_swaps_a_component_for_crystalium() -> None:
    table = at(C, ship("R2w1 L1w0", fish="F5w1"), ship(crystalium="C4w3"))
    table.does("fish 0 F5w1 R2w1 1 ^3")
    assert table.pile(0) == "C4w3" and table.under(0) == "L1w0" and table.under(1) == "R2w1"


def test_CU_72_chosen_by_the_back() -> None:
    table = at(C, ship("R2w1", fish="F5w1"), ship(crystalium="C1w0 C4w3 C5w3"))
    assert table.listed("fish") == {"fish 0 F5w1 R2w1 1 ^0", "fish 0 F5w1 R2w1 1 ^3"}
    seen = set()
    for seed in range(12):
        fresh = at(C, ship("R2w1", fish="F5w1"), ship(crystalium="C1w0 C4w3 C5w3"))
        fresh.hidden = type(fresh.hidden)(fresh.hidden.deck, (), (), seed)
        seen.add(fresh.does("fish 0 F5w1 R2w1 1 ^3").pile(0))
    assert seen == {"C4w3", "C5w3"}, "which of two equal backs is chance"


def test_CU_73_fish_6_takes_a_1_of_everyone() -> None:
    table = at(C, ship(fish="F6w1"), ship(crystalium="C5w0 C1w2"), ship(crystalium="C2w0")).does("fish 0 F6w1")
    assert (table.pile(0), table.pile(1), table.pile(2)) == ("C1w2", "C5w0", "C2w0")


def test_CU_74_fish_7_every_opponent_discards_a_card() -> None:
    table = at(C, ship("R1w0", fish="F7w1"), ship("M1w0"), ship(crystalium="C2w0 C3w0")).does("fish 0 F7w1")
    assert table.table.actor == 1 and table.listed() == {"lose M1w0"}
    assert table.refuses("place") == "CU-74" and table.refuses("lose C2w0") == "CU-74"
    table.does("lose M1w0", "lose C2w0")
    assert table.under(0) == "R1w0" and table.under(1) == "" and table.pile(2) == "C3w0"
    assert table.discard() == "M1w0 C2w0 F7w1"


def test_CU_75_fish_8_gives_1_power_in_each_component() -> None:
    table = at(C, ship(fish="F8w1"), ship(), deck="C1w0 " * 12).does("fish 0 F8w1", "place", "place", "place")
    assert table.refuses("place") == "CU-18"
    river = at(RIVER, ship(fish="F8w1"), ship(), river="C1w0 C2w0 C3w0 C4w0 C5w0 C1w1")
    river.does("fish 0 F8w1", "collect C1w0", "collect C2w0")
    assert river.refuses("collect C3w0") == "CU-24"
    river.does("done", "discard C3w0", "discard C4w0")
    assert river.refuses("discard C5w0") == "CU-29"
    river.does("done", "done", "collect C5w0", "collect C1w1", "done")
    assert river.table.boost == 0, "this turn only"
    other = at(DISCARD, ship(fish="F8w1"), ship(), river="C1w0 C2w0 C3w0").does("fish 0 F8w1", "done", "collect C1w0")
    assert other.refuses("collect C2w0") == "CU-32", "the opponent's Drone Phase is not boosted"


def test_CU_76_fish_9_takes_3_of_the_deck_and_keeps_1() -> None:
    table = at(C, ship(fish="F9w1"), ship(), deck="C1w0 C5w2 M1w0 C2w0").does("fish 0 F9w1")
    assert table.listed() == {"keep C1w0", "keep C5w2", "keep M1w0"} and table.table.deck == 1
    assert table.refuses("keep C2w0") == "CU-76" and table.refuses("keep -") == "CU-76"
    table.does("keep C5w2")
    assert table.pile(0) == "C5w2" and table.discard() == "C1w0 M1w0 F9w1"


def test_CU_77_fish_10_takes_1_of_the_top_3_of_the_discard_pile() -> None:
    table = at(C, ship(fish="F10w1"), ship(), discard="C5w0 C1w0 C2w0 C3w0")
    assert table.listed("fish") == {"fish 0 F10w1 C1w0", "fish 0 F10w1 C2w0", "fish 0 F10w1 C3w0"}
    assert table.refuses("fish 0 F10w1 C5w0") == "CU-77" and table.refuses("fish 0 F10w1") == "CU-77"
    assert table.does("fish 0 F10w1 C2w0").discard() == "C5w0 C1w0 C3w0 F10w1"


def test_CU_78_fish_11_collects_any_card_of_the_discard_pile() -> None:
    table = at(C, ship(fish="F11w1"), ship(), discard="C5w0 C1w0 C2w0 C3w0")
    assert "fish 0 F11w1 C5w0" in table.listed() and table.refuses("fish 0 F11w1 C4w0") == "CU-78"
    assert table.does("fish 0 F11w1 C5w0").pile(0) == "C5w0"


def test_CU_79_and_gives_one_to_each_opponent() -> None:
    table = at(C, ship(fish="F11w1"), ship(), ship(), discard="C5w0 C1w0 M2w0").does("fish 0 F11w1 C5w0")
    assert table.refuses("place") == "CU-79" and table.listed() == {"give C1w0", "give M2w0"}
    table.does("give M2w0", "give C1w0")
    assert table.under(1) == "M2w0" and table.pile(2) == "C1w0" and table.discard() == "F11w1"


def test_CU_80_no_station_to_an_opponent() -> None:
    table = at(C, ship(fish="F11w1"), ship("R1w0"), discard="N1x2w0 C5w0 C1w0").does("fish 0 F11w1 C5w0")
    assert table.refuses("give N1x2w0 R1w0") == "CU-80" and table.listed() == {"give C1w0"}


def test_CU_81_fish_12_skips_the_opponents_drone_phase() -> None:
    table = at(DISCARD, ship(fish="F12w1"), ship(), ship(), river="C1w0").does("fish 0 F12w1", "done")
    assert table.table.active == 1 and table.discard() == "F12w1 C1w0"
    late = drones(ship(fish="F12w1"), ship(), ship("D1w0"), river="C1w0 C2w0").does("collect C1w0")
    assert late.refuses("fish 0 F12w1") == "CU-81"


def test_CU_R20_only_in_the_own_turn_but_fish_3_at_any_time() -> None:
    other = ship(crystalium="C1w0", fish="F3w1 F8w1")
    table = at(RIVER, ship(), other, river="N4x9w3")
    assert table.refuses("fish 1 F8w1") == "CU-R20"
    assert table.does("fish 1 F3w1 N4x9w3 C1w0").stations(1) == "N4x9w3"
    assert at(C, ship(), other, river="").refuses("fish 1 F3w1 N4x9w3 C1w0") == "CU-67", "without a River never"
    caught = at(RIVER, river="F8w1").does("collect F8w1")
    assert "fish 0 F8w1" in caught.listed(), "also in the turn of its collection"


def test_CU_R21_a_fish_never_finds_itself() -> None:
    table = at(C, ship(fish="F10w1"), ship(), discard="C1w0 C2w0")
    assert table.listed("fish") == {"fish 0 F10w1 C1w0", "fish 0 F10w1 C2w0"}
    eleven = at(C, ship(fish="F11w1"), ship(), discard="C5w0").does("fish 0 F11w1 C5w0")
    assert eleven.discard() == "F11w1", "it was not there to be given"


def test_CU_R22_the_owner_chooses_among_all_kinds() -> None:
    rich = ship("M1w0 F1w0@L", "C2w0", "F8w1", "N1x2w0")
    table = at(C, ship(fish="F7w1"), rich).does("fish 0 F7w1")
    assert table.listed() == {"lose M1w0", "lose F1w0@L", "lose C2w0", "lose F8w1", "lose N1x2w0"}
    assert at(C, ship(fish="F7w1"), ship()).does("fish 0 F7w1").discard() == "F7w1", "none: nothing"
    under = at(RIVER, ship("R1w0"), ship(), river="N1x2w0").does("collect N1x2w0 R1w0")
    loser, thief = under.table.ships[0], ship(fish="F7w1")
    lost = at(C, thief, loser).does("fish 0 F7w1", "lose N1x2w0")
    assert lost.discard() == "N1x2w0 F7w1" and [face.text() for face in lost.table.removed] == ["R1w0"]
    assert at(C, thief, loser).does("fish 0 F7w1").refuses("lose R1w0") == "CU-74", "not what lies under a Station"


def test_CU_R23_fish_5_needs_both_halves() -> None:
    assert at(C, ship(fish="F5w1"), ship(crystalium="C1w0")).refuses("fish 0 F5w1 R1w0 1 ^0") == "CU-R23"
    assert at(C, ship("R1w0", fish="F5w1"), ship()).refuses("fish 0 F5w1 R1w0 1 ^0") == "CU-R23"
    swapped = at(C, ship("F1w0@D", fish="F5w1"), ship(crystalium="C1w0")).does("fish 0 F5w1 F1w0@D 1 ^0")
    assert swapped.under(1) == "F1w0@D", "same column"


def test_CU_R25_fish_12_with_two_players_and_fish_8_from_its_playing_on() -> None:
    table = at(DISCARD, ship(fish="F12w1"), ship(), river="C1w0 C2w0").does("fish 0 F12w1", "done")
    assert [one.seat for one in table.table.queue] == [0]
    assert table.does("collect C1w0", "done").discard() == "F12w1 C2w0"
    begun = drones(ship(fish="F12w1"), ship(), river="C1w0").does("fish 0 F12w1", "collect C1w0")
    assert begun.pile(0) == "C1w0", "before the first pick of the Drone Phase"
    late = at(DISCARD, ship(fish="F8w1"), ship(), river="C1w0 C2w0 C3w0").does("discard C1w0", "fish 0 F8w1")
    assert late.does("discard C2w0").refuses("discard C3w0") == "CU-29"


def test_CU_R26_with_fewer_cards() -> None:
    two = at(C, ship(fish="F9w1"), ship(), deck="C1w0 C2w0").does("fish 0 F9w1")
    assert two.listed() == {"keep C1w0", "keep C2w0"}
    none = at(C, ship(fish="F9w1"), ship(), deck="").does("fish 0 F9w1")
    assert none.discard() == "F9w1" and none.table.task is None
    storm = at(C, ship(fish="F9w1"), ship(), deck="W1w2 C2w0 W2w2 C1w0").does("fish 0 F9w1")
    assert storm.listed() == {"keep C2w0"} and len(storm.table.out) == 2
    assert at(C, ship(fish="F10w1"), ship()).does("fish 0 F10w1").discard() == "F10w1"
    one = at(C, ship(fish="F11w1"), ship(), ship(), discard="C5w0 C1w0").does("fish 0 F11w1 C5w0", "give C1w0")
    assert one.pile(1) == "C1w0" and one.pile(2) == "" and one.discard() == "F11w1"


def test_CU_R33_fish_1_is_a_component_card_of_its_column() -> None:
    owner = ship("F1w0@M")
    paid = at(RIVER, owner, ship(), river="N1x2w0").does("collect N1x2w0 F1w0@M")
    assert paid.stations(0) == "N1x2w0"
    assert single_use(owner, Component.MAGNET) == ()
    standing = score_ships([owner, ship("D1w0u")], [GAME.edition.whirlpools[index] for index in (1, 6, 7)], SWITCHES)
    assert [one.counts for one in standing.whirlpools] == [(1, 0), (1, 1), (0, 1)]
    solo = drones(ship(fish=""), ship(fish="F2w0"), river="F1w0", solo="M1.2.1R").does("solo", "collect F1w0")
    assert solo.fish(1) == "" and solo.under(1) == "", "for Tornado it is a Fish: its second removes both"
