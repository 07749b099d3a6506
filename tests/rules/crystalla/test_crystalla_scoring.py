"""CR-62 to CR-81: what a display scores; expectations are worked by hand from the rulebook."""

from __future__ import annotations

import pytest
from crystalla_tables import CUT, REFERENCE, displays, lay, row, score
from hypothesis import given
from hypothesis import strategies as st

from rules.crystalla.position import Display
from rules.crystalla.scoring import score_display, score_table
from rules.crystalla.vocabulary import CELLS, Crystal, Rotation, Segment, Slot

STAIR = ("c1r1", "c2r1", "c3r1", "c4r1", "c1r2", "c2r2", "c3r2", "c4r2", "c1r3", "c2r3", "c3r3", "c4r3")


def counted(crystal: str, count: int) -> list[str]:
    """Cards that show `count` segments of a crystal, one on each card first."""
    larges = [crystal if index < count else "-" for index in range(12)]
    smalls = [crystal if index + 12 < count else "-" for index in range(12)]
    return [f"{name} q1 {large} {small}" for name, large, small in zip(STAIR, larges, smalls, strict=True)]


def test_CR_62_total_is_the_sum_of_the_rows() -> None:
    sheet = score("c1r1 q1 tourmaline amethyst", "c2r1 q1 amethyst citrine", "c3r1 q1 ruby ruby", "c4r1 q1 - -")
    # 1 tourmaline 1, 1 pair 7, 1 flower 10, 1 group 3; two hematites give 4 away and cost nothing.
    assert sheet.total == 1 + 7 + 10 + 3
    assert sum(line.points for line in sheet.lines) == sheet.total
    assert sheet.rows() == {
        "tourmaline": 1, "amethyst": 7, "ruby": 10, "emerald": 0, "citrine": 3, "diamond": 0,
        "total": 21, "gives_each_opponent": 4, "missing": 0,
    }  # fmt: skip


def test_CR_63_large_and_small_score_alike() -> None:
    assert row("tourmaline", "c1r1 q1 tourmaline -", "c2r1 q1 tourmaline -") == 3
    assert row("tourmaline", "c1r1 q1 - tourmaline", "c2r1 q1 - tourmaline") == 3
    assert row("amethyst", "c1r1 q1 amethyst amethyst") == 7


def test_CR_64_a_piece_counts_as_its_own_type() -> None:
    assert row("amethyst", "c1r1 q1 amethyst emerald+amethyst") == 7


def test_CR_65_the_covered_segment_no_longer_counts() -> None:
    assert row("amethyst", "c1r1 q1 amethyst amethyst") == 7
    assert row("amethyst", "c1r1 q1 amethyst amethyst+emerald") == 0


@pytest.mark.parametrize("crystal", ["tourmaline", "amethyst", "hematite"])
@given(turns=st.lists(st.sampled_from(Rotation), min_size=4, max_size=4), order=st.permutations(STAIR[:4]))
def test_CR_66_position_is_ignored_for_counted_crystals(crystal: str, turns: list[Rotation], order: list[str]) -> None:
    cards = [f"{name} q{turn.value} {crystal} emerald" for name, turn in zip(order, turns, strict=True)]
    sheet = score(*cards)
    expected = {"tourmaline": (10, 0), "amethyst": (14, 0), "hematite": (0, 8)}[crystal]
    assert (sheet.total, sheet.gives_each_opponent) == expected


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_CR_67_tourmaline_by_count(count: int, points: int) -> None:
    assert row("tourmaline", *counted("tourmaline", count)) == points


@pytest.mark.parametrize("count", [7, 8, 9, 13, 24])
def test_CR_68_tourmaline_stops_at_28(count: int) -> None:
    assert row("tourmaline", *counted("tourmaline", count)) == 28


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0), (2, 7), (3, 7), (4, 14), (7, 21), (24, 84)])
def test_CR_69_amethyst_pairs(count: int, points: int) -> None:
    assert row("amethyst", *counted("amethyst", count)) == points


def test_CR_70_ruby_flower_is_two_connected_halves() -> None:
    # q1: the small segment owns the right edge, the large one of the next card the left edge.
    assert row("ruby", "c1r1 q1 - ruby", "c2r1 q1 ruby -") == 10
    assert row("ruby", "c1r1 q1 ruby ruby", "c2r1 q0 - -", "c3r1 q1 ruby ruby") == 20


def test_CR_71_half_flowers_score_nothing() -> None:
    assert row("ruby", "c1r1 q1 ruby -", "c2r1 q1 - ruby") == 0


def test_CR_72_emerald_flower_around_an_inner_point() -> None:
    assert row("emerald", "c1r1 q2 emerald -", "c2r1 q1 emerald -", "c1r2 q3 emerald -", "c2r2 q0 emerald -") == 23


def test_CR_73_incomplete_emerald_flower_scores_nothing() -> None:
    assert row("emerald", "c1r1 q2 emerald -", "c2r1 q1 emerald -", "c1r2 q3 emerald -", "c2r2 q0 - emerald") == 0
    assert row("emerald", "c1r1 q2 emerald -", "c2r1 q1 emerald -", "c1r2 q3 emerald -") == 0


def test_CR_74_citrine_group_counts_once_whatever_its_size() -> None:
    assert row("citrine", "c1r1 q1 citrine citrine") == 3
    assert row("citrine", "c1r1 q1 citrine citrine", "c2r1 q1 citrine citrine", "c3r1 q1 citrine citrine") == 3
    assert row("citrine", "c1r1 q1 citrine citrine", "c2r1 q1 - citrine") == 6


def test_CR_75_a_single_citrine_is_a_group() -> None:
    assert row("citrine", "c1r1 q1 citrine -") == 3


def path(crystal: str, wanted: set[int]) -> list[str]:
    """Row 1, all cards q1: its eight segments are a path from left to right; `wanted` ones show the crystal."""
    shown = [crystal if index in wanted else "-" for index in range(8)]
    return [f"c{card + 1}r1 q1 {shown[2 * card]} {shown[2 * card + 1]}" for card in range(4)]


@pytest.mark.parametrize(("size", "points"), [(1, 0), (2, 1), (3, 2), (4, 5), (5, 25), (6, 30)])
def test_CR_76_diamond_group_by_size(size: int, points: int) -> None:
    assert row("diamond", *path("diamond", set(range(size)))) == points


def test_CR_76_diamond_groups_are_scored_apart_and_added() -> None:
    assert row("diamond", *path("diamond", {0, 1, 2, 4, 5})) == 2 + 1


@pytest.mark.parametrize("size", [7, 8])
def test_CR_77_diamond_group_of_seven_or_more(size: int) -> None:
    assert row("diamond", *path("diamond", set(range(size)))) == 35


def test_CR_78_hematite_gives_two_to_every_other_player() -> None:
    table = score_table([lay("c1r1 q1 hematite hematite"), lay("c1r1 q1 emerald ruby"), lay()], REFERENCE)
    assert [player.from_opponents for player in table.players] == [0, 4, 4]


def test_CR_79_own_hematite_gives_the_owner_nothing() -> None:
    table = score_table([lay("c1r1 q1 hematite hematite"), lay("c1r1 q1 hematite tourmaline")], REFERENCE)
    assert [(player.sheet.total, player.final) for player in table.players] == [(0, 2), (1, 5)]


def test_CR_80_highest_final_total_wins() -> None:
    # Without hematite the first leads 3 to 1; four hematites of its own hand the second 4 × 2 points.
    first = lay("c1r1 q1 tourmaline tourmaline", "c2r1 q1 - -", "c3r1 q1 - -")
    table = score_table([first, lay("c1r1 q1 tourmaline emerald")], REFERENCE)
    assert [player.final for player in table.players] == [3, 9]
    assert table.winners == (1,)


def test_CR_81_tied_players_share_the_victory() -> None:
    one, lower = lay("c1r1 q1 amethyst amethyst"), lay("c1r1 q1 tourmaline emerald")
    assert score_table([one, lower, one], REFERENCE).winners == (0, 2)


def test_CR_R18_the_tableau_carries_no_segments() -> None:
    # Two citrines on the base line, not touching each other, stay two groups.
    assert row("citrine", "c1r1 q0 citrine -", "c2r1 q3 citrine -") == 6


def test_CR_R22_each_half_is_used_once() -> None:
    assert row("ruby", *path("ruby", {0, 1, 2})) == 10


@given(displays([Crystal.EMERALD], tuple(Rotation), [None]))
def test_CR_R23_flowers_never_share_a_segment_and_are_at_most_three(display: Display) -> None:
    flowers = [line.slots for line in score_display(display, REFERENCE).lines]
    assert len(flowers) <= 3
    assert len({slot for flower in flowers for slot in flower}) == 4 * len(flowers)


def test_CR_R23_three_flowers_are_possible() -> None:
    # Flowers at the points 1|2 × 1|2, 2|3 × 2|3 and 3|4 × 1|2; c2r2 and c3r2 give a corner to two of them each.
    cards = (
        "c1r1 q2 emerald -", "c2r1 q1 emerald -", "c3r1 q2 emerald -", "c4r1 q1 emerald -",
        "c1r2 q3 emerald -", "c2r2 q0 emerald emerald", "c3r2 q3 emerald emerald", "c4r2 q0 emerald -",
        "c2r3 q3 emerald -", "c3r3 q0 emerald -",
    )  # fmt: skip
    assert row("emerald", *cards) == 69


def test_CR_R24_a_common_point_does_not_connect() -> None:
    assert row("diamond", "c1r1 q2 diamond -", "c2r2 q0 diamond -") == 0
    assert row("diamond", "c1r1 q2 diamond -", "c2r1 q1 diamond -") == 1
    assert row("diamond", "c1r1 q2 diamond diamond") == 1


def test_CR_R25_a_covered_segment_keeps_its_place() -> None:
    assert row("diamond", "c1r1 q1 - diamond", "c2r1 q1 emerald+diamond -") == 1
    flower = ("c1r1 q2 emerald -", "c2r1 q1 emerald -", "c1r2 q3 ruby+emerald -", "c2r2 q0 emerald -")
    assert row("emerald", *flower) == 23


def test_CR_R27_hematite_row_is_what_the_others_give() -> None:
    table = score_table([lay("c1r1 q1 hematite -"), lay("c1r1 q1 hematite emerald")], REFERENCE)
    assert [player.from_opponents for player in table.players] == [2, 4]


def test_CR_R29_ties_below_the_first_mean_nothing() -> None:
    low, high = lay("c1r1 q1 citrine emerald"), lay("c1r1 q1 amethyst amethyst")
    assert score_table([low, high, low], REFERENCE).winners == (1,)


def test_lines_name_the_slots_that_earn_them() -> None:
    sheet = score("c1r1 q1 - ruby", "c2r1 q1 ruby amethyst", "c3r1 q1 amethyst amethyst")
    one, two, three = CELLS[:3]
    assert [(line.rule, line.row, line.slots, line.points) for line in sheet.lines] == [
        ("CR-69", "amethyst", (Slot(two, Segment.SMALL), Slot(three, Segment.LARGE)), 7),
        ("CR-70", "ruby", (Slot(one, Segment.SMALL), Slot(two, Segment.LARGE)), 10),
    ]
    assert [(line.rule, line.slots, line.points) for line in sheet.given] == [
        ("CR-78", (Slot(one, Segment.LARGE),), 2),
    ]


def test_unknown_crystals_are_missing_and_the_rest_counts() -> None:
    sheet = score("c1r1 q1 ? tourmaline", "c2r1 q1 ? ?+amethyst", "c3r1 q1 amethyst -")
    assert (sheet.row_total("tourmaline"), sheet.row_total("amethyst"), sheet.missing) == (1, 7, 2)
    assert sheet.missing_slots == (Slot(CELLS[0], Segment.LARGE), Slot(CELLS[1], Segment.LARGE))


def test_a_card_of_unknown_turn_touches_itself_but_no_neighbour() -> None:
    sheet = score("c1r1 q? diamond diamond", "c2r1 q1 diamond tourmaline")
    assert (sheet.row_total("diamond"), sheet.row_total("tourmaline"), sheet.missing) == (1, 1, 0)
    flower = ("c1r1 q2 emerald -", "c2r1 q1 emerald -", "c1r2 q3 emerald -", "c2r2 q? emerald -")
    assert row("emerald", *flower) == 0


def test_cut_mode_wants_both_halves_on_one_card() -> None:
    assert row("ruby", "c1r1 q1 - ruby", "c2r1 q1 ruby -", edition=CUT) == 0
    assert row("ruby", "c1r1 q? ruby ruby", edition=CUT) == 10


def test_a_table_needs_a_display() -> None:
    with pytest.raises(ValueError, match="0 displays"):
        score_table([], REFERENCE)


def test_an_empty_display_scores_nothing() -> None:
    assert set(score_display(Display(), REFERENCE).rows().values()) == {0}


def test_rows_are_the_crystals_that_score_for_the_owner() -> None:
    assert list(score().rows())[:6] == [crystal.value for crystal in Crystal][:6]
