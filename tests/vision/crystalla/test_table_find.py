"""Corners of cards on a whole table: the card network's, where it takes them for cards."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import UNIT_SQUARE
from vision.crystalla.lattice import fit
from vision.crystalla.locate import Detection, Found
from vision.crystalla.table_find import believed_cards, find_displays, refined_cards

SIDE = 80.0
SHIFT = 0.03
PICTURE = np.full((400, 600, 3), 120, np.uint8)
ROUGH = Detection(UNIT_SQUARE * SIDE + 150.0, 0.8)


class Network:
    """Finds every corner a little to the lower right, and all that it is shown a card by the same log odds."""

    def __init__(self, log_odds: float) -> None:
        self.log_odds = log_odds

    def __call__(self, crops: np.ndarray, cut: np.ndarray, trust: np.ndarray) -> tuple[np.ndarray, ...]:
        geometry = np.full((len(crops), 9), SHIFT, np.float32)
        geometry[:, 0] = self.log_odds
        assert not trust.any()
        rotation, tokens = np.zeros((len(crops), 4), np.float32), np.zeros((len(crops), 2, 4), np.float32)
        return geometry, rotation, tokens, cut, np.zeros((len(crops), 160), np.float32)


@pytest.mark.parametrize(("log_odds", "shift", "believed"), [(5.0, SHIFT * SIDE, 1), (-5.0, 0.0, 0)])
def test_a_card_has_the_finer_corners_where_both_networks_agree(log_odds: float, shift: float, believed: int) -> None:
    refined = refined_cards(Network(log_odds), PICTURE, Found((ROUGH,), ()))  # type: ignore[arg-type]
    ((card, _),) = refined
    assert card.heat == ROUGH.heat
    assert card.corners == pytest.approx(ROUGH.corners + shift, abs=0.3)
    assert len(believed_cards(refined, None)) == believed


def test_two_neighbours_and_a_card_beyond_a_gap_are_a_display_where_players_lack_one() -> None:
    corner, beside, beyond = (Detection(UNIT_SQUARE * SIDE + at, 0.8) for at in ((100, 300), (182, 300), (100, 50)))
    cards = dict.fromkeys((corner, beside, beyond), 0.99)
    found = Found(tuple(cards), ())
    (display,) = find_displays([], cards, found, None, [], 2, fit)
    assert set(display.grid.cards.values()) == set(cards)
    assert find_displays([], cards, found, None, [], None, fit) == []
    assert find_displays([], {corner: 0.99, beside: 0.99}, found, None, [], 2, fit) == []
