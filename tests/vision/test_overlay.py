"""The annotated picture and the confusion picture."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Crystal, Segment
from tests.server.readings import card, quad_at, reading, segment
from vision.confusion import CELL_PX, LEFT_PX, TOP_PX, draw_confusion
from vision.image import Photo
from vision.overlay import COLOURS, DOUBT, annotate, segment_outlines

CUT = ((0.46, 0.26), (0.74, 0.54))
GREY = 128


def grey_photo(scale: float = 1.0) -> Photo:
    height, width = round(600 * scale), round(600 * scale)
    return Photo(np.full((height, width, 3), GREY, np.uint8), (600, 600), scale, 0.0)


def count_of(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int(np.sum(np.all(picture == np.array(colour), axis=2)))


def test_outlines_share_the_cut_and_own_their_corners() -> None:
    quad = quad_at(0, 0)
    outlines = segment_outlines(quad, CUT)
    large, small = outlines[Segment.LARGE], outlines[Segment.SMALL]
    np.testing.assert_allclose(large[:-1], small[:-1])
    np.testing.assert_allclose(large[[0, -2]], quad.array()[[0, 2]], atol=1e-3)
    np.testing.assert_allclose(large[-1], quad.array()[3], atol=1e-3)
    np.testing.assert_allclose(small[-1], quad.array()[1], atol=1e-3)
    areas = [cv2.contourArea(outline.astype(np.float32)) for outline in (large, small)]
    assert sum(areas) == pytest.approx(100**2, rel=1e-3)
    assert areas[0] > areas[1]


def test_the_cut_runs_through_its_points() -> None:
    curve = segment_outlines(Quad.from_array([(0, 0), (1000, 0), (1000, 1000), (0, 1000)]), CUT)[Segment.LARGE][:-1]
    for point in CUT:
        assert np.min(np.hypot(*(curve - np.array(point) * 1000).T)) < 30


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_segments_are_outlined_in_their_colour_where_they_lie(scale: float) -> None:
    photo = grey_photo(scale)
    picture = annotate(photo, reading(card(0, 0, 0, "ruby", "emerald")), CUT)
    assert np.all(photo.bgr == GREY)
    ys, xs = np.nonzero(np.any(picture != GREY, axis=2))
    box = np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]) / scale
    np.testing.assert_allclose(box, [100, 400, 200, 500], atol=6 / scale)
    assert count_of(picture, COLOURS[Crystal.RUBY]) > 50 * scale
    assert count_of(picture, COLOURS[Crystal.EMERALD]) > 50 * scale
    assert count_of(picture, DOUBT) == 0


def test_doubts_are_marked_strongly() -> None:
    sure = card(0, 0, 0, "ruby", "emerald")
    for unsure in (
        card(0, 0, 0, segment("ruby", confidence=0.6, other="citrine"), "emerald"),
        card(0, 0, 0, "ruby", None),
        card(0, 0, None, "ruby", "emerald"),
        card(0, 0, 0, "ruby", "emerald", is_card=0.5),
    ):
        assert count_of(annotate(grey_photo(), reading(unsure), CUT), DOUBT) > 200
    assert count_of(annotate(grey_photo(), reading(sure), CUT), DOUBT) == 0


def test_a_neighbour_does_not_cover_a_doubt() -> None:
    doubtful = card(0, 0, None, "ruby", "emerald")
    alone = count_of(annotate(grey_photo(), reading(doubtful), CUT), DOUBT)
    neighbours = [card(0, 1, 0, "ruby", "ruby"), card(1, 0, 0, "ruby", "ruby")]
    assert count_of(annotate(grey_photo(), reading(doubtful, *neighbours), CUT), DOUBT) == alone


def test_cards_outside_the_picture_do_no_harm() -> None:
    far = reading(*(card(row, col, 0, "ruby", "emerald") for row in range(3) for col in range(4)))
    photo = Photo(np.full((150, 150, 3), GREY, np.uint8), (150, 150), 1.0, 0.0)
    assert annotate(photo, far, CUT).shape == (150, 150, 3)


def test_confusion_cells_are_coloured_where_something_was_counted() -> None:
    picture = draw_confusion(Counter({(Crystal.RUBY, Crystal.RUBY): 99, (Crystal.RUBY, None): 1}))
    row = TOP_PX + list(Crystal).index(Crystal.RUBY) * CELL_PX + 8

    def cell(column: int) -> list[int]:
        return [int(value) for value in picture[row, LEFT_PX + column * CELL_PX + 8]]

    blue, green, red = cell(2)
    assert green > red and green > blue
    blue, green, red = cell(7)
    assert red > green
    assert cell(0) == [255, 255, 255]
