"""CU-82 to CU-106: the two passes through the deck, prizes, final scoring."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from crystalium_tables import GAME, At, at, drones, faces, ship

from rules.crystalium.faces import Face
from rules.crystalium.game import Crystalium
from rules.crystalium.position import Ship
from rules.crystalium.scoring import TableScore, score_ships
from rules.crystalium.vocabulary import Kind, Metric, Phase
from rules.crystalium.whirlpools import measure, prizes, solo_prizes

C, RIVER, DISCARD = Phase.CURRENT, Phase.RIVER, Phase.DISCARD
SWITCHES = GAME.edition.switches


def score(*ships: Ship, whirlpools: str = "") -> TableScore:
    return score_ships(ships, faces(whirlpools), SWITCHES)


def totals(*ships: Ship, whirlpools: str = "") -> list[int]:
    return [sheet.total for sheet in score(*ships, whirlpools=whirlpools).sheets]


def counts(metric: Metric, *unders: Ship) -> list[int]:
    return [measure(one, metric, includes_base=False) for one in unders]


def test_CU_82_a_revealed_whirlpool_is_set_aside() -> None:
    table = at(C, deck="C1w2 W1w2 C2w0 C3w0").does("place", "done")
    assert table.table.out == faces("W1w2") and table.river() == "C2w0"


def test_CU_83_it_is_not_replaced() -> None:
    table = at(C, deck="C1w2 W1w2 C2w0 C3w0").does("place", "done")
    assert table.table.deck == 1


def test_CU_84_the_turn_is_played_to_its_end() -> None:
    table = at(C, deck="C1w2 W3w2 C2w0 C3w0", out="W1w2 W2w2").does("place", "done")
    assert table.table.phase is RIVER and not table.table.second
    table.does("collect C2w0", "done", "done", "collect C1w2", "done")
    assert table.table.second and table.table.active == 1 and table.pile(1) == "C1w2"


def rebuilt() -> At:
    return at(DISCARD, ship(), ship(), deck="C1w1 " * 6, river="M1w0", discard="C2w0 " * 8, out="W1w2 W2w2 W3w2")


def test_CU_85_discard_pile_and_rest_are_shuffled() -> None:
    table = rebuilt().does("done", "done", "done")
    assert table.table.discard == () and table.table.deck == 6 + 8 + 1 + 3
    deck = Counter(face.text() for face in table.hidden.deck)
    assert deck == {"C1w1": 6, "C2w0": 8, "M1w0": 1, "W1w2": 1, "W2w2": 1, "W3w2": 1}
    assert table.table.top == table.hidden.deck[-1].waves


def test_CU_86_the_same_whirlpools_go_back_2_1_0() -> None:
    deck = rebuilt().does("done", "done", "done").hidden.deck
    places = [place for place, face in enumerate(deck) if face.kind is Kind.WHIRLPOOL]
    # 15 cards: A 5 + 2, B 5 + 1, C 5, from the bottom up.
    assert places[1] < 7 <= places[2] < 13


def test_CU_87_the_second_time_ends_the_game() -> None:
    table = at(DISCARD, river="C1w0", out="W1w2 W2w2 W3w2", second=True).does("done", "done")
    assert not GAME.is_over(table.table)
    assert GAME.is_over(table.does("done").table) and table.listed() == set()
    assert table.refuses("place") == "CU-87"


def test_CU_88_two_players_no_second_prize() -> None:
    assert prizes([3, 2], zero_scores=True) == (6, 0)


def test_CU_89_three_players_6_and_3() -> None:
    assert prizes([1, 5, 3], zero_scores=True) == (0, 6, 3)


def test_CU_90_tie_for_first() -> None:
    assert prizes([3, 3, 1], zero_scores=True) == (6, 6, 0)


def test_CU_91_tie_for_second() -> None:
    assert prizes([4, 2, 2, 1], zero_scores=True) == (6, 3, 3, 0)


def test_CU_92_the_total_has_four_parts() -> None:
    first = ship("R3w1", "C5w3 C2w0", "F2w1 F2w1 F8w1", "N3x6w2 P2x3w1")
    sheet = score(first, ship("R1w0"), whirlpools="W1w2").sheets[0]
    rows = {row: sheet.row_total(row) for row in ("crystalium", "stations", "mushrooms", "whirlpools")}
    assert rows == {"crystalium": 7, "stations": 9, "mushrooms": 3, "whirlpools": 6} and sheet.total == 25
    assert {line.rule for line in sheet.lines} == {"CU-92", "CU-65", "CU-96"}


def test_CU_93_the_highest_total_wins() -> None:
    assert score(ship(crystalium="C4w0"), ship(crystalium="C5w0"), ship(crystalium="C1w0")).winners == (1,)


def test_CU_94_tie_more_crystalium_cards() -> None:
    assert score(ship(crystalium="C4w0"), ship(crystalium="C2w0 C2w1")).winners == (1,)


def test_CU_95_still_tied_shared() -> None:
    assert score(ship(crystalium="C4w0"), ship(crystalium="C4w2"), ship()).winners == (0, 1)


RICH = ship("R3w1 R1w0u M2w1 L1w0s D2w0us F1w0@L", "C1w0 C1w1 C5w3", "F8w1s", "N1x2w0 N1x2w1")


def test_CU_96_reactor_power() -> None:
    assert counts(Metric.REACTOR_POWER, RICH, ship()) == [4, 0]


def test_CU_97_magnet_power() -> None:
    assert counts(Metric.MAGNET_POWER, RICH, ship("M1w0 M1w0 M1w0")) == [2, 3]


def test_CU_98_laser_power() -> None:
    assert counts(Metric.LASER_POWER, RICH) == [2]


def test_CU_99_drone_power() -> None:
    assert counts(Metric.DRONE_POWER, RICH) == [2]


def test_CU_100_total_power() -> None:
    assert counts(Metric.TOTAL_POWER, RICH) == [4 + 2 + 2 + 2]


def test_CU_101_best_single_component() -> None:
    assert counts(Metric.BEST_COMPONENT, RICH, ship("D3w0 D2w0")) == [4, 5]


def test_CU_102_visible_component_cards() -> None:
    assert counts(Metric.COMPONENT_CARDS, RICH, ship()) == [6, 0]


def test_CU_103_visible_single_use_cards() -> None:
    assert counts(Metric.SINGLE_USE_CARDS, RICH) == [2]


def test_CU_104_ones() -> None:
    assert counts(Metric.ONES, RICH) == [2]


def test_CU_105_station_cards() -> None:
    assert counts(Metric.STATIONS, RICH) == [2]


def test_CU_106_strong_current_cards_under_the_ship() -> None:
    assert counts(Metric.STRONG_CURRENTS, RICH) == [2], "the Fish lies next to the ship"


def test_CU_R07_the_third_whirlpool_counts_when_seen() -> None:
    hidden = at(C, deck="W3w0 C1w0 C2w0", out="W1w2 W2w2").does("place", "done")
    assert len(hidden.table.out) == 2, "face down in the Current it does not count"
    assert len(hidden.does("done").table.out) == 3
    strong = at(RIVER, river="C1w0s", deck="W3w2 C1w0", out="W1w2 W2w2").does("collect C1w0s")
    assert len(strong.table.out) == 3
    nine = at(C, ship(fish="F9w1"), ship(), deck="W3w2 C1w0 C2w0 C3w0", out="W1w2 W2w2").does("fish 0 F9w1")
    assert len(nine.table.out) == 3


def test_CU_R08_what_goes_into_the_rebuild() -> None:
    owner = ship("R1w0 M1w0", "C5w3", "F8w1")
    table = at(RIVER, owner, ship(), river="N1x2w0 C3w0", deck="C1w1 " * 5, out="W1w2 W2w2 W3w2")
    table.does("collect N1x2w0 R1w0", "done", "done", "done", "done")
    deck = Counter(face.text() for face in table.hidden.deck)
    assert deck == {"C1w1": 5, "C3w0": 1, "W1w2": 1, "W2w2": 1, "W3w2": 1}
    assert table.table.active == 1 and table.under(0) == "M1w0"


def test_CU_R24_fish_4_counts_for_the_scoring_only() -> None:
    table = at(C, ship("R1w0", fish="F4w1"), ship(), out="W1w2 W2w2").does("fish 0 F4w1 W9w2")
    assert len(table.table.out) == 2
    assert [face.text() for face in GAME.whirlpools(table.table)] == ["W1w2", "W2w2", "W3w2", "W9w2"]
    assert len(GAME.score(table.table).whirlpools) == 4


def test_CU_R27_base_power_does_not_count() -> None:
    assert measure(ship("R1w0"), Metric.REACTOR_POWER, includes_base=False) == 1
    assert measure(ship("R1w0"), Metric.REACTOR_POWER, includes_base=True) == 3
    assert measure(ship("R2w0u"), Metric.REACTOR_POWER, includes_base=False) == 2, "unspent single-use cards count"


def test_CU_R28_tie_of_two_players() -> None:
    assert prizes([3, 3], zero_scores=True) == (6, 6)


def test_CU_R29_zero_ranks_like_any_number() -> None:
    assert prizes([0, 0, 0], zero_scores=True) == (6, 6, 6) and prizes([0, 0, 0], zero_scores=False) == (0, 0, 0)
    edition = replace(GAME.edition, switches=replace(SWITCHES, whirlpool_zero_scores=False))
    table = at(C).table
    assert [sheet.total for sheet in GAME.score(table).sheets] == [18, 18]
    assert [sheet.total for sheet in Crystalium(edition).score(table).sheets] == [0, 0]


def test_CU_R30_solo_ties_go_to_tornado() -> None:
    assert solo_prizes(2, 2, zero_scores=True) == (0, 6)
    assert solo_prizes(3, 2, zero_scores=True) == (6, 0)


def test_CU_R31_negative_totals_and_many_mushrooms() -> None:
    assert totals(ship(fish="F2w1"), ship(fish="F2w1 " * 5)) == [-3, 9]


def test_CU_R32_the_tie_break_counts_cards_without_stations() -> None:
    few = ship(crystalium="C2w0", stations="N1x2w0 N1x2w1")
    assert score(few, ship(crystalium="C3w0 C3w0")).winners == (1,)


def test_CU_E06_victor_and_julie() -> None:
    result = score(ship("R3w1 R1w0 D1w0"), ship("D3w1 D2w0 R1w0"), whirlpools="W6w2")
    assert result.whirlpools[0].counts == (4, 5) and result.whirlpools[0].prizes == (0, 6)


def test_CU_E07_martins_final_count() -> None:
    martin = ship("", "C5w3 " * 5 + "C4w2", "F2w1 F2w1", "N2x4w1 P3x4w1")
    result = score(martin, ship(stations="N1x2w0"), whirlpools="W10w2")
    rows = [result.sheets[0].row_total(row) for row in ("whirlpools", "crystalium", "stations", "mushrooms")]
    assert rows == [6, 29, 8, 3] and result.sheets[0].total == 46


@pytest.mark.parametrize(
    ("seen", "expected", "without_zero"),
    [
        ([4, 2, 2], (6, 3, 3), (6, 3, 3)),
        ([3, 3, 1], (6, 6, 0), (6, 6, 0)),
        ([5, 4, 4, 4], (6, 3, 3, 3), (6, 3, 3, 3)),
        ([5, 5, 5, 1], (6, 6, 6, 0), (6, 6, 6, 0)),
        ([2, 0, 0], (6, 3, 3), (6, 0, 0)),
        ([3, 2], (6, 0), (6, 0)),
    ],
)
def test_CU_E10_prizes(seen: list[int], expected: tuple[int, ...], without_zero: tuple[int, ...]) -> None:
    assert prizes(seen, zero_scores=True) == expected
    assert prizes(seen, zero_scores=False) == without_zero


def test_CU_E11_whirlpool_6_with_and_without_base() -> None:
    both = ship("R4w1 D5w1"), ship("R5w1 D1w0")
    assert [measure(one, Metric.BEST_COMPONENT, includes_base=False) for one in both] == [5, 5]
    assert [measure(one, Metric.BEST_COMPONENT, includes_base=True) for one in both] == [6, 7]


def test_CU_E12_mushrooms() -> None:
    assert totals(*(ship(fish="F2w1 " * count) for count in (0, 1, 2, 3, 5))) == [0, -3, 3, 9, 9]


def test_CU_E15_40_to_40() -> None:
    twelve, thirteen = ship(crystalium="C4w0 " * 8 + "C2w0 " * 4), ship(crystalium="C4w0 " * 7 + "C2w0 " * 6)
    result = score(twelve, thirteen)
    assert [sheet.total for sheet in result.sheets] == [40, 40] and result.winners == (1,)
    assert score(thirteen, thirteen).winners == (0, 1)


def test_the_drone_phase_of_a_last_turn_is_played() -> None:
    table = drones(ship(), ship(), river="C1w0", out="W1w2 W2w2 W3w2", second=True)  # type: ignore[arg-type]
    assert table.table.phase is Phase.DRONE
    assert isinstance(table.table.river[0], Face)
