"""Pawns are counted by foot and colour; what is not clear makes the count unsure, never wrong in silence."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from vision.crystalla.pawns import Count, PawnColours, SeenPawn, look_at_piles, peaks
from vision.crystalla.pile_crop import CARD_PX, PILE_PX, READ_PX, STRIDE
from vision.onnx import ModelFacts, Network

LABELS = ("gray", "blue", "green", "orange", "red")
NUMBERS = {
    "pawn_slope": 2.0,
    "pawn_bias": 0.5,
    "colour_temperature": 1.0,
    "count_sure": 0.75,
    "bare_sure": 0.9,
    "hidden_above": 0.1,
    "unseen": 0.005,
}
CELLS = PILE_PX // STRIDE
CHANNELS = 5 + len(LABELS) + 8
SQUARE = 100.0 + 2 * READ_PX * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
"""A card as it is read: two pixels of the picture to one of the crop."""
MIDDLE = 100.0 + READ_PX


def network(answer: np.ndarray) -> Network:
    """A network that sees the same maps (CHANNELS, CELLS, CELLS) in every crop, and mirrored in the mirrored half."""
    mirrored = answer[..., ::-1].copy()
    mirrored[[1, 3]] *= -1
    facts = ModelFacts("crystalla-pawns", "", "", LABELS, NUMBERS)

    def run(crops: np.ndarray) -> list[np.ndarray]:
        half = len(crops) // 2
        return [np.stack([answer] * half + [mirrored] * half)]

    run.facts = facts  # type: ignore[attr-defined]
    return cast(Network, run)


def pawn(heat: float, colour: int, sure: float = 6.0) -> SeenPawn:
    logits = np.zeros(len(LABELS), np.float32)
    logits[colour] = sure
    return SeenPawn(heat, np.zeros(2), np.zeros(2), logits)


def colours(*names: str) -> PawnColours:
    return PawnColours(network(np.zeros((CHANNELS, CELLS, CELLS), np.float32)), names or LABELS[:4])


def count_of(pawns: list[SeenPawn], hidden: float) -> Count:
    edition = colours()
    return edition.count(edition.odds(pawns, hidden), hidden)


def test_pawns_are_counted_by_colour() -> None:
    count = count_of([pawn(0.9, 3), pawn(0.9, 3), pawn(0.8, 0), pawn(0.12, 1)], hidden=0.0)
    assert count.of_colour == (1, 0, 0, 2)
    assert count.sure


@pytest.mark.parametrize(
    ("pawns", "hidden", "of_colour"),
    [
        ([pawn(0.45, 1)], 0.0, (0, 1, 0, 0)),
        ([pawn(0.35, 1)], 0.0, (0, 0, 0, 0)),
        ([pawn(0.9, 2, sure=1.5)], 0.0, (0, 0, 1, 0)),
        ([pawn(0.9, 2)], 0.3, (0, 0, 1, 0)),
    ],
    ids=["faint", "fainter", "colour", "hidden"],
)
def test_a_count_that_may_be_another_is_not_sure(
    pawns: list[SeenPawn], hidden: float, of_colour: tuple[int, ...]
) -> None:
    count = count_of(pawns, hidden)
    assert count.of_colour == of_colour
    assert not count.sure


@pytest.mark.parametrize(("heat", "sure"), [(0.12, True), (0.22, False)])
def test_that_no_pawn_stands_there_must_be_surer_than_that_one_does(heat: float, sure: bool) -> None:
    assert count_of([pawn(heat, 0)], hidden=0.0).sure is sure
    assert count_of([pawn(0.95, 1), pawn(heat, 0)], hidden=0.0).sure


def test_colours_of_another_edition_are_compared_with_each_other_only() -> None:
    either = pawn(0.9, 4, sure=3.0)
    assert colours("gray", "blue", "green", "orange").shares(either).max() == pytest.approx(0.25)
    assert colours("gray", "blue", "green", "red").shares(either).argmax() == 3
    with pytest.raises(ValueError, match="'mauve' are known, allowed are gray, blue, green, orange, red"):
        colours("gray", "mauve")


@pytest.mark.parametrize("first", range(4))
def test_a_pawn_is_placed_in_the_picture_and_on_its_card_whichever_corner_comes_first(first: int) -> None:
    maps = np.zeros((CHANNELS, CELLS, CELLS), np.float32)
    row, col = 9, 18  # above and to the right of the card's middle in an upright crop
    maps[0, row, col] = 0.9
    maps[3:5, row, col] = (0.5, 1.0)
    maps[-8, 5:14, 14:23] = 1.0  # a pawn hides the upper right quarter
    (seen,) = look_at_piles(network(maps), np.zeros((450, 450, 3), np.uint8), [np.roll(SQUARE, -first, axis=0)])
    (found,) = seen.pawns
    assert found.foot == pytest.approx(
        [MIDDLE + 2 * (19 * STRIDE - PILE_PX / 2), MIDDLE + 2 * (10.5 * STRIDE - PILE_PX / 2)]
    )
    right_up = (np.array([19, 10.5]) * STRIDE - PILE_PX / 2) / CARD_PX
    turns = {0: right_up, 1: (right_up[1], -right_up[0]), 2: -right_up, 3: (-right_up[1], right_up[0])}
    assert found.on_card == pytest.approx(turns[first])
    quarters = seen.cover[0].reshape(2, 9, 2, 9).mean((1, 3))
    assert quarters.sum() == pytest.approx(1.0)
    assert np.argwhere(quarters > 0.5).tolist() == [{0: [0, 1], 1: [0, 0], 2: [1, 0], 3: [1, 1]}[first]]


def test_a_pawn_on_the_next_card_is_not_seen_on_this_one() -> None:
    maps = np.zeros((CHANNELS, CELLS, CELLS), np.float32)
    maps[0, 14, 1] = 0.9
    (seen,) = look_at_piles(network(maps), np.zeros((450, 450, 3), np.uint8), [SQUARE])
    assert seen.pawns == ()


@pytest.mark.parametrize(("way", "pawns"), [(2.0, 1), (0.0, 2)], ids=["one foot", "two feet"])
def test_head_and_body_of_a_tall_pawn_are_one_pawn(way: float, pawns: int) -> None:
    maps = np.zeros((CHANNELS, CELLS, CELLS), np.float32)
    maps[0, 12, 14], maps[0, 14, 14] = 0.6, 0.8
    maps[4, 12, 14] = way
    (seen,) = look_at_piles(network(maps), np.zeros((450, 450, 3), np.uint8), [SQUARE])
    assert [pawn.heat for pawn in seen.pawns] == pytest.approx([0.8, 0.6][:pawns])


def test_of_two_peaks_side_by_side_the_hotter_one_is_kept() -> None:
    heat = np.zeros((10, 10), np.float32)
    heat[4, 4], heat[4, 5], heat[8, 8] = 0.8, 0.8, 0.5
    assert peaks(heat, 0.1, 1.2) == [(4, 4), (8, 8)]


def test_no_piles_need_no_network() -> None:
    assert look_at_piles(cast(Network, SimpleNamespace()), np.zeros((9, 9, 3), np.uint8), []) == []
