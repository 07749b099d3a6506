"""Pawns for training pictures: where they stand, what they hide, what their colours are called."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.pawns import NAMES, Kind, Lamp, Pawn, arrange, make_style, paint_pawns, random_paint

FROM_ABOVE = np.array([[2.0, 0, 0, 100], [0, 2, 0, 100], [0, 0, -0.002, 1]])
"""Two pixels a millimetre at the table, the eye 500 mm above it."""
TILTED = np.array([[2.0, 0, 0, 100], [0, 2, -1, 100], [0, 0, -0.002, 1]])
"""What stands reaches upwards in the picture."""
LAMP = Lamp(0.3, 1.0, 0.5)
CUBE = Pawn(Kind.CUBE, "blue", (0.5, 0.1, 0.05), 0.0, 0.0, 0.0, 0.0, 12.0, 12.0)


def ground() -> np.ndarray:
    return np.full((200, 200, 3), 0.5, np.float32)


@pytest.mark.parametrize("kind", [Kind.CUBE, Kind.DISC, Kind.PEG, Kind.PAPER])
def test_a_pawn_shows_where_its_foot_is_and_nowhere_else(kind: Kind) -> None:
    painted = paint_pawns(ground(), FROM_ABOVE, [replace(CUBE, kind=kind, x_mm=10.0)], LAMP)
    rows, cols = np.nonzero(painted.owner == 0)
    assert np.abs([rows.mean() - 100, cols.mean() - 120]).max() < 1.5
    assert len(rows) > 250 and np.ptp(cols) <= 26
    assert painted.shown.tolist() == [1.0]


def test_a_pawn_in_front_hides_the_one_behind() -> None:
    behind, front = replace(CUBE, y_mm=-13.0), replace(CUBE, y_mm=0.0, height_mm=24.0)
    for order in ([behind, front], [front, behind]):
        shown = paint_pawns(ground(), TILTED, order, LAMP).shown
        assert shown[order.index(front)] == 1.0
        assert shown[order.index(behind)] < 0.9


def test_the_upper_of_two_stacked_pawns_hides_the_lower() -> None:
    upper = replace(CUBE, base_mm=12.0)
    shown = paint_pawns(ground(), FROM_ABOVE, [upper, CUBE], LAMP).shown
    assert shown[0] == 1.0 and shown[1] < 0.2


def test_a_pawn_has_its_paint_and_casts_a_shadow() -> None:
    pixels = ground()
    paint_pawns(pixels, FROM_ABOVE, [CUBE], LAMP)
    blue, green, red = pixels[100, 100]
    assert blue > 2 * green > 2 * red
    assert pixels.min(axis=2)[80:120, 113:140].mean() < 0.49
    assert np.array_equal(pixels[:60], ground()[:60])


def test_a_lying_figure_is_flatter_than_a_standing_one() -> None:
    standing = replace(CUBE, kind=Kind.FIGURE)
    lying = replace(standing, lying=True)
    areas = [(paint_pawns(ground(), FROM_ABOVE, [pawn], LAMP).owner == 0).sum() for pawn in (standing, lying)]
    assert lying.rise_mm < standing.rise_mm
    assert areas[1] > 1.2 * areas[0]


@pytest.mark.parametrize("seed", range(4))
def test_pawns_are_set_on_their_card_in_the_colours_asked_for(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = ("gray", "gray", "blue", "orange", "green", "blue")
    pawns = arrange(rng, make_style(rng, NAMES[:4]), names, (200.0, -30.0), turn_deg=30.0)
    assert tuple(pawn.colour for pawn in pawns) == names
    assert max(np.hypot(pawn.x_mm - 200, pawn.y_mm + 30) for pawn in pawns) < 28 * 2**0.5 + 3


def test_a_colour_without_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="'mauve' is unknown, allowed are gray, blue"):
        random_paint(np.random.default_rng(0), "mauve")
