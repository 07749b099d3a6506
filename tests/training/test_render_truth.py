"""The truth beside path-traced pictures: legal displays, exact corners, turns and seats as the contract has them."""

from __future__ import annotations

import itertools

import pytest

from models.training.render.camera import Pose, View, stand
from models.training.render.clutter import CLEAR_MM
from models.training.render.layout import Card, Piece, Placed, Scene, outline, overlap
from models.training.render.scenes import compose
from models.training.render.truth import seat, truth
from rules.crystalla.edition import load_edition
from rules.crystalla.vocabulary import Cell, Rotation

SIZE = (960, 720)
EDITION = load_edition()
DECK = [(card.large.value, card.small.value) for card in EDITION.cards]
PIECES = [(piece.shape.value, piece.crystal.value) for piece in EDITION.pieces]
SCENES = [compose(seed, DECK, PIECES, SIZE) for seed in range(60)]
DISPLAYS = [scene for scene in SCENES if scene.kind == "display"]


def above(azimuth: float = 0.0) -> View:
    return stand(Pose(0.0, azimuth, 0.0, 36.0), (0.0, 0.0, 0.0), 960.0, SIZE)


def scene_of(*cards: Card, azimuth: float = 0.0, tableau: Placed | None = None) -> Scene:
    sample = DISPLAYS[0]
    return Scene(0, "display", cards, tableau, sample.pose, above(azimuth), sample.look)


def flat(rotation: int, cell: Cell, x: float = 0.0, y: float = 0.0) -> Card:
    return Card(Placed(x, y, -90.0 * rotation), ("ruby", "emerald"), cell=cell, rotation=Rotation(rotation))


def test_camera_looks_straight_down_at_one_pixel_a_millimetre() -> None:
    assert above().project((100.0, 50.0, 0.0)) == pytest.approx((580.0, 310.0))


def test_table_point_of_a_pixel_projects_back_to_it() -> None:
    view = stand(Pose(43.0, 30.0, 5.0, 28.0), (20.0, -10.0, 0.0), 500.0, SIZE)
    assert view.project(view.on_table((200.0, 600.0))) == pytest.approx((200.0, 600.0))


@pytest.mark.parametrize(("rotation", "first"), [(0, (-28, -28)), (1, (28, -28)), (2, (28, 28)), (3, (-28, 28))])
def test_rotation_turns_the_first_corner_clockwise(rotation: int, first: tuple[int, int]) -> None:
    card = truth(scene_of(flat(rotation, Cell(0, 0))), "test")["cards"][0]
    assert card["rotation"] == rotation
    assert card["corners"][0] == pytest.approx((480 + first[0], 360 + first[1]), abs=0.1)


def test_piece_replaces_the_printed_crystal() -> None:
    covered = Card(Placed(0, 0, 0), ("ruby", "ruby"), cell=Cell(0, 0), pieces=(Piece("small", "diamond"),))
    card = truth(scene_of(covered), "test")["cards"][0]
    assert (card["large"], card["small"]) == ("ruby", "diamond")
    assert (card["piece_on_large"], card["piece_on_small"]) == (None, "diamond")


ROW = (flat(0, Cell(0, 1), -56), flat(1, Cell(0, 2)), flat(2, Cell(0, 3), 56))


def test_seat_without_tableau_is_the_bottom_edge() -> None:
    """Seen from across the table the row runs the other way and every card is turned by half."""
    assert seat(ROW, 180.0, with_tableau=False) == [(0, 2, 2), (0, 1, 3), (0, 0, 0)]
    assert seat(ROW, 10.0, with_tableau=False) == [(0, 0, 0), (0, 1, 1), (0, 2, 2)]


def test_tableau_fixes_the_seat() -> None:
    assert seat(ROW, 180.0, with_tableau=True) == [(0, 1, 0), (0, 2, 1), (0, 3, 2)]


def test_a_quarter_turn_that_leaves_no_legal_display_is_not_the_seat() -> None:
    """A row of four turned by 90 degrees would be four rows high."""
    four = (flat(0, Cell(0, 0), -112), *ROW)
    assert {place[0] for place in seat(four, 88.0, with_tableau=False)} == {0}


def test_truth_displays_grow_from_the_player() -> None:
    for scene in DISPLAYS:
        cells = {(card["row"], card["col"]) for card in truth(scene, "test")["cards"]}
        assert len(cells) == len(scene.cards) >= 3
        assert all(row == 0 or (row - 1, col) in cells for row, col in cells)


def test_all_corners_lie_in_the_picture_and_run_clockwise() -> None:
    for scene in DISPLAYS:
        for card in truth(scene, "test")["cards"]:
            corners = card["corners"]
            assert all(0 <= x <= scene.view.width and 0 <= y <= scene.view.height for x, y in corners)
            ring = zip(corners, corners[1:] + corners[:1], strict=True)
            assert sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ring) > 0


def test_cards_never_overlap_and_loose_ones_keep_away() -> None:
    for scene in DISPLAYS:
        quads = [outline(card.at) for card in scene.cards]
        assert not any(overlap(a, b) for a, b in itertools.combinations(quads, 2))
        wide = [outline(card.at, 56 + CLEAR_MM, 56 + CLEAR_MM) for card in scene.loose]
        assert not any(overlap(a, b) for a in quads for b in wide)


def test_pieces_follow_the_rules() -> None:
    """CR-51 to CR-53: own shape, another type than the print, one on a segment."""
    for card in itertools.chain.from_iterable(scene.cards for scene in DISPLAYS):
        segments = [piece.segment for piece in card.pieces]
        assert len(segments) == len(set(segments))
        for piece in card.pieces:
            assert card.face is not None
            assert piece.crystal != card.face[piece.segment == "small"]


def test_pictures_without_a_display_say_so() -> None:
    negatives = [scene for scene in SCENES if scene.kind != "display"]
    assert len(negatives) >= 3
    assert all(truth(scene, "test")["cards"] == [] for scene in negatives)


def test_a_quarter_of_the_scenes_is_hard() -> None:
    hard = [scene for scene in SCENES if scene.look.glare or scene.pose.tilt >= 40]
    assert 0.2 * len(SCENES) <= len(hard) <= 0.42 * len(SCENES)
    assert max(scene.pose.tilt for scene in SCENES) <= 45


def test_same_seed_same_scene() -> None:
    assert compose(7, DECK, PIECES, SIZE) == SCENES[7]
