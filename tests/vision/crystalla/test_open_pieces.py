"""Open pieces are told from the heat of their shape and the direction of their card square."""

from typing import cast

import numpy as np
import pytest

from rules.crystalla.vocabulary import Segment
from vision.crystalla.open_pieces import find_pieces
from vision.crystalla.pile_crop import CARD_PX, PIECE_CENTRES, STRIDE
from vision.onnx import Network

SIDE = 96.0
"""Card sides in the picture: as many pixels as in the crop, and six to a cell of its maps."""
SIDES_TO_PHOTO = np.diag([SIDE, SIDE, 1.0])
AREA = (0.0, 0.0, 4.0, 3.0)
PICTURE = np.zeros((300, 450, 3), np.uint8)


def network(heats: list[tuple[int, int, int, float, float]]) -> Network:
    """A network that answers with pieces (row, col, segment, heat, turn in degrees)."""

    def run(crops: np.ndarray) -> list[np.ndarray]:
        maps = np.zeros((1, 22, crops.shape[1] // STRIDE, crops.shape[2] // STRIDE), np.float32)
        for row, col, segment, heat, turn in heats:
            maps[0, -6 + segment, row, col] = heat
            maps[0, -4:-2, row, col] = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        return [maps]

    return cast(Network, run)


@pytest.mark.parametrize("segment", list(Segment))
@pytest.mark.parametrize("turn", [0.0, 90.0, 200.0])
def test_a_piece_lies_in_the_card_square_that_its_direction_tells(segment: Segment, turn: float) -> None:
    index = list(Segment).index(segment)
    (piece,) = find_pieces(network([(20, 30, index, 0.9, turn)]), PICTURE, SIDES_TO_PHOTO, AREA)
    assert piece.segment is segment
    assert piece.middle == pytest.approx([30.5 * STRIDE, 20.5 * STRIDE], abs=0.01)
    across = piece.square[1] - piece.square[0]
    assert across == pytest.approx([CARD_PX * np.cos(np.deg2rad(turn)), CARD_PX * np.sin(np.deg2rad(turn))], abs=0.01)
    u, v = PIECE_CENTRES[segment.value]
    down = piece.square[3] - piece.square[0]
    assert piece.square[0] + u * across + v * down == pytest.approx(piece.middle, abs=0.01)


def test_only_the_four_hottest_pieces_are_open_and_faint_ones_are_none() -> None:
    heats = [(20, 4 + 9 * number, number % 2, 0.4 + 0.1 * number, 0.0) for number in range(5)]
    found = find_pieces(network([*heats, (36, 30, 0, 0.2, 0.0)]), PICTURE, SIDES_TO_PHOTO, AREA)
    assert [round(piece.heat, 1) for piece in found] == [0.8, 0.7, 0.6, 0.5]


def test_nothing_is_looked_for_under_cards_or_beyond_the_picture() -> None:
    card = SIDE * np.array([(1.5, 1), (2.5, 1), (2.5, 2), (1.5, 2)])
    heats = [(24, 32, 0, 0.9, 0.0), (10, 8, 0, 0.8, 0.0), (47, 30, 1, 0.9, 0.0)]
    found = find_pieces(network(heats), PICTURE[:276], SIDES_TO_PHOTO, AREA, [card])
    assert [round(piece.heat, 1) for piece in found] == [0.8]
