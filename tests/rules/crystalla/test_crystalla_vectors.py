"""CR-E14 to CR-E28: the worked examples of the rule table, printed ones and our own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from crystalla_tables import CUT, EDGE, REFERENCE, cell, lay, row, score

from rules.crystalla.edition import Side
from rules.crystalla.placing import CrystalPiece, place_piece, verify_place_piece
from rules.crystalla.scoring import score_display, score_table
from rules.crystalla.vocabulary import Crystal, Segment, Slot
from rules.errors import RuleError

PATH_3 = ("c1r1 q1 - ruby", "c2r1 q1 ruby ruby")
RING_OF_5 = ("c1r1 q2 ruby -", "c2r1 q1 ruby -", "c1r2 q3 ruby -", "c2r2 q1 ruby ruby")
FLOWER = ("c1r1 q2 emerald -", "c2r1 q1 emerald -", "c1r2 q3 emerald -")


def star(crystal: str) -> tuple[str, ...]:
    return f"c2r1 q2 {crystal} {crystal}", f"c3r1 q1 {crystal} -", f"c2r2 q1 - {crystal}"


def diamond_path(*shown: str) -> list[str]:
    large_1, small_1, large_2, small_2, large_3 = shown
    return [f"c1r1 q1 {large_1} {small_1}", f"c2r1 q1 {large_2} {small_2}", f"c3r1 q1 {large_3} -"]


def test_CR_E14_a_small_diamond_piece() -> None:
    display = lay("c1r1 q0 ruby diamond", "c2r1 q0 citrine citrine")
    piece = CrystalPiece(Segment.SMALL, Crystal.DIAMOND)
    with pytest.raises(RuleError, match="CR-52"):
        verify_place_piece(display, piece, Slot(cell("c1r1"), Segment.SMALL))
    with pytest.raises(RuleError, match="CR-51"):
        verify_place_piece(display, piece, Slot(cell("c2r1"), Segment.LARGE))
    covered = place_piece(display, piece, Slot(cell("c2r1"), Segment.SMALL))
    assert covered == lay("c1r1 q0 ruby diamond", "c2r1 q0 citrine citrine+diamond")
    with pytest.raises(RuleError, match="CR-53"):
        verify_place_piece(covered, piece, Slot(cell("c2r1"), Segment.SMALL))


def test_CR_E15_printed_examples() -> None:
    assert row("tourmaline", "c1r1 q1 tourmaline tourmaline", "c2r1 q1 tourmaline tourmaline") == 10
    assert row("amethyst", "c1r1 q1 amethyst amethyst", "c2r1 q1 amethyst amethyst") == 14
    assert row("ruby", "c1r1 q1 ruby ruby") == 10
    assert row("emerald", *FLOWER, "c2r2 q0 emerald -") == 23
    assert row("citrine", "c1r1 q1 citrine citrine", "c3r1 q1 citrine -") == 6
    assert row("diamond", "c1r1 q1 diamond diamond", "c2r1 q1 diamond diamond") == 5
    assert score("c1r1 q1 hematite hematite", "c2r1 q1 hematite emerald").gives_each_opponent == 6


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (7, 28), (9, 28)])
def test_CR_E16_tourmaline(count: int, points: int) -> None:
    large = [f"c{i % 4 + 1}r{i // 4 + 1} q1 {'tourmaline' if i < count else '-'} -" for i in range(12)]
    assert row("tourmaline", *large) == points


@pytest.mark.parametrize(("count", "points"), [(1, 0), (3, 7), (7, 21)])
def test_CR_E16_amethyst(count: int, points: int) -> None:
    large = [f"c{i % 4 + 1}r{i // 4 + 1} q1 {'amethyst' if i < count else '-'} -" for i in range(12)]
    assert row("amethyst", *large) == points


@pytest.mark.parametrize(
    ("sizes", "points"),
    [((3, 2), 3), ((5,), 25), ((7,), 35), ((9,), 35), ((4, 4), 10), ((1, 1, 1), 0)],
)
def test_CR_E16_diamond_groups(sizes: tuple[int, ...], points: int) -> None:
    # q1 in rows 1 and 3: a row is a path of eight; in row 2 all filler but one link for the group of nine.
    shown = ["-"] * 24
    for start, size in zip((0, 16, 20) if sizes != (1, 1, 1) else (0, 3, 6), sizes, strict=False):
        for index in range(start, start + min(size, 8)):
            shown[index] = "diamond"
    if sizes == (9,):
        shown[8 + 1] = "diamond"  # c1r2 small, q1, owns the edge above c1r1 large
    cards = [f"c{i % 4 + 1}r{i // 4 + 1} q1 {shown[2 * i]} {shown[2 * i + 1]}" for i in range(12)]
    sheet = score(*cards)
    assert sorted(len(line.slots) for line in sheet.lines) == sorted(sizes)
    assert sheet.row_total("diamond") == points


def test_CR_E17_path_of_three_rubies() -> None:
    assert row("ruby", *PATH_3) == 10


def test_CR_E18_path_of_four_rubies() -> None:
    assert row("ruby", *PATH_3, "c3r1 q1 ruby -") == 20


def test_CR_E19_ring_of_five_rubies() -> None:
    assert row("ruby", *RING_OF_5) == 20


def test_CR_E20_star() -> None:
    assert row("ruby", *star("ruby")) == 10
    assert row("citrine", *star("citrine")) == 3
    assert row("diamond", *star("diamond")) == 5
    assert row("ruby", *star("ruby"), edition=CUT) == 10


@pytest.mark.parametrize(("crystal", "points"), [("citrine", 6), ("diamond", 0), ("ruby", 0)])
def test_CR_E21_a_common_point_is_no_contact(crystal: str, points: int) -> None:
    assert row(crystal, f"c1r1 q2 {crystal} -", "c2r1 q0 - -", f"c2r2 q0 {crystal} -") == points


def test_CR_E22_emerald_flower_by_turn() -> None:
    assert row("emerald", *FLOWER, "c2r2 q0 emerald -") == 23
    assert row("emerald", *FLOWER, "c2r2 q2 emerald -") == 0
    assert row("emerald", *FLOWER, "c2r2 q2 - emerald") == 23


def test_CR_E23_two_emerald_flowers() -> None:
    more = ("c3r1 q0 - -", "c3r2 q1 emerald -", "c2r3 q3 emerald -", "c3r3 q0 emerald -")
    assert row("emerald", *FLOWER, "c2r2 q0 emerald emerald", *more) == 46


def test_CR_E24_a_piece_splits_a_diamond_group() -> None:
    d = "diamond"
    assert row("diamond", *diamond_path(d, d, d, d, d)) == 25
    assert row("diamond", *diamond_path(d, d, "diamond+ruby", d, d)) == 2
    assert row("diamond", *diamond_path("diamond+ruby", d, d, d, d)) == 5


def test_CR_E25_all_rubies() -> None:
    assert row("ruby", default="q0 ruby ruby") == 120


def test_CR_E26_hematite_rows() -> None:
    table = score_table(
        [
            lay("c1r1 q0 hematite hematite", "c2r1 q0 hematite hematite"),
            lay("c1r1 q0 hematite emerald"),
            lay("c1r1 q0 hematite hematite"),
            lay("c1r1 q0 emerald emerald"),
        ],
        REFERENCE,
    )
    assert [player.from_opponents for player in table.players] == [6, 12, 10, 14]


FULL_DISPLAY = (
    "c1r1 q2 emerald citrine", "c2r1 q1 emerald citrine", "c3r1 q1 ruby ruby", "c4r1 q1 amethyst amethyst",
    "c1r2 q3 emerald citrine", "c2r2 q0 emerald hematite", "c3r2 q1 amethyst tourmaline", "c4r2 q1 hematite hematite",
    "c1r3 q1 diamond diamond", "c2r3 q1 diamond diamond", "c3r3 q1 diamond tourmaline", "c4r3 q1 tourmaline tourmaline",
)  # fmt: skip


def test_CR_E27_a_whole_display_and_a_shared_victory() -> None:
    sheet = score(*FULL_DISPLAY)
    assert [sheet.row_total(c.value) for c in Crystal] == [10, 7, 10, 23, 9, 25, 0]
    # Eight ruby cards and seven emeralds in the top row make 80; 3 + 2 + 0 hematites of the others add 10.
    emeralds = ("c1r3 q0 emerald emerald", "c2r3 q0 emerald emerald", "c3r3 q0 emerald emerald",
                "c4r3 q0 emerald hematite")  # fmt: skip
    second = lay(*emeralds, default="q0 ruby ruby")
    third, fourth = lay("c1r1 q0 hematite hematite"), lay("c1r1 q0 emerald emerald")
    table = score_table([lay(*FULL_DISPLAY), second, third, fourth], REFERENCE)
    assert [table.players[i].sheet.total for i in (0, 1)] == [84, 80]
    assert [table.players[i].from_opponents for i in (0, 1)] == [6, 10]
    assert [table.players[i].final for i in (0, 1)] == [90, 90]
    assert table.winners == (0, 1)


def test_CR_E28_edge_mode() -> None:
    rubies = lay("c1r1 q2 ruby -", "c2r1 q0 ruby -")
    turned = lay("c1r1 q2 ruby -", "c2r1 q1 ruby -")
    assert score_display(rubies, EDGE).row_total("ruby") == 10
    assert score_display(turned, EDGE).row_total("ruby") == 0
    other = replace(EDGE, ruby_edge={Segment.LARGE: Side.CCW, Segment.SMALL: Side.CCW})
    # Counter-clockwise the half-flowers lie on the top edge of c1r1 and the bottom edge of c2r1.
    assert score_display(rubies, other).row_total("ruby") == 0
