"""Looks at piles: where pawns stand, in which of the edition's colours, and how much of the card they hide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, map_points
from vision.crystalla.pawn_odds import Odds, odds_of
from vision.crystalla.pile_crop import (
    CARD_PX,
    PILE_PX,
    READ_CORNERS_PX,
    READ_PX,
    STRIDE,
    cut_pile,
    photo_to_pile,
    upright,
)
from vision.logits import softmax
from vision.onnx import Network, each

Image = npt.NDArray[np.uint8]
Maps = npt.NDArray[np.float32]

PEAK_ABOVE = 0.12
"""Heat of a peak that is looked at further."""
APART_CELLS = 1.2
"""Two peaks nearer than this are one pawn."""
SAME_FOOT = 0.1
"""Two peaks whose feet lie nearer to each other, in card sides, are one pawn: a tall one's head and body."""
EDGE = 0.14
"""How far outside its card, in card sides, a pawn's foot may lie and still belong to the pile (CR-38)."""
UNSEEN_BEHIND = 0.25
"""How likely a pawn of a colour stands, unseen, on a pile that something else hides altogether."""
SEEN = 0.5
"""Probability from which a place counts as hidden."""
TUNED = {
    "pawn_slope": 2.0,
    "pawn_bias": 0.5,
    "colour_temperature": 1.0,
    "count_sure": 0.9,
    "bare_sure": 0.95,
    "hidden_above": 0.1,
    "unseen": 0.01,
}
"""A pile without pawns has a threshold of its own: what goes unseen most is one pawn on a crystal of its colour.

Used until `models.training.pawns.calibrate` has chosen better ones on validation data."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPawn:
    """A peak of the pawn heat: how likely a pawn, its foot in picture pixels (2,), its foot in card sides from the
    card's middle (2,), and its logits by colour name."""

    heat: float
    foot: FloatArray
    on_card: FloatArray
    logits: Maps


@dataclass(frozen=True, slots=True, eq=False)
class PileLook:
    """What the pawn network says of one pile.

    `cover` (2, h, w) is, over the card alone, the probability that a pawn, or something else, hides it; its first
    corner is the one of the quad given.
    """

    pawns: tuple[SeenPawn, ...]
    cover: Maps

    @property
    def hidden(self) -> float:
        """The share of the card that something else than pawns hides."""
        return float((self.cover[1] > SEEN).mean())


@dataclass(frozen=True, slots=True)
class Count:
    """Pawns of one pile by colour, how likely all are right, and whether that is sure enough to be told."""

    of_colour: tuple[int, ...]
    probability: float
    sure: bool


class PawnColours:
    """The edition's colours among those that the network knows by name."""

    def __init__(self, network: Network, colours: Sequence[str]) -> None:
        """Raises ValueError for a colour that the network does not know."""
        known = network.facts.labels
        for colour in colours:
            if colour not in known:
                raise ValueError(f"no pawns in {colour!r} are known, allowed are {', '.join(known)}")
        self.index = np.array([known.index(colour) for colour in colours])
        self.numbers = {**TUNED, **network.facts.numbers}

    def shares(self, pawn: SeenPawn) -> npt.NDArray[np.float64]:
        """Probabilities of the edition's colours."""
        return softmax(pawn.logits[self.index].astype(float) / self.numbers["colour_temperature"])

    def probability(self, pawn: SeenPawn) -> float:
        """How likely a peak is a pawn, of whatever colour."""
        heat = min(max(pawn.heat, 1e-4), 1 - 1e-4)
        odds = self.numbers["pawn_slope"] * math.log(heat / (1 - heat)) + self.numbers["pawn_bias"]
        return 1 / (1 + math.exp(-odds))

    def is_pawn(self, pawn: SeenPawn) -> bool:
        """Whether a peak rather is a pawn than none."""
        return self.probability(pawn) > 0.5

    def odds(self, pawns: Sequence[SeenPawn], hidden: float) -> Odds:
        """How likely so many pawns of each colour stand on a pile of whose card something hides the share `hidden`."""
        likely = [self.probability(pawn) * self.shares(pawn) for pawn in pawns]
        unseen = self.numbers["unseen"] + UNSEEN_BEHIND * hidden
        return odds_of(np.array(likely).reshape(-1, len(self.index)), unseen)

    def count(self, odds: Odds, hidden: float) -> Count:
        """Count the pawns of one pile by its odds, which all other piles may have sharpened."""
        counts = tuple(int(count) for count in odds.argmax(1))
        right = float(odds.max(1).prod())
        sure = right > self.numbers["count_sure" if any(counts) else "bare_sure"]
        return Count(counts, right, sure and hidden < self.numbers["hidden_above"])


def look_at_piles(network: Network, picture: Image, quads: Sequence[FloatArray]) -> list[PileLook]:
    """Run the pawn network on cards' quads (4, 2) as they are read, in picture pixels, clockwise, any corner first."""
    if not quads:
        return []
    firsts = [upright(quad) for quad in quads]
    matrices = [
        photo_to_pile(np.roll(quad, -first, axis=0), READ_CORNERS_PX) for quad, first in zip(quads, firsts, strict=True)
    ]
    crops = [cut_pile(picture, matrix) for matrix in matrices]
    (maps,) = each(network, crops=np.stack([*crops, *(cv2.flip(crop, 1) for crop in crops)]))
    maps = _mean_of_mirrored(maps[: len(crops)], maps[len(crops) :])
    return [_look(one, matrix, first) for one, matrix, first in zip(maps, matrices, firsts, strict=True)]


def _mean_of_mirrored(maps: Maps, mirrored: Maps) -> Maps:
    """Maps (n, channels, h, w) of crops, each the mean with what their mirror images gave: it errs less."""
    back = mirrored[..., ::-1].copy()
    back[:, [1, 3]] *= -1  # ways to the right
    return np.asarray((maps + back) / 2)


def _look(maps: Maps, matrix: FloatArray, first: int) -> PileLook:
    back = np.linalg.inv(matrix)
    turns = np.array([[1, 0], [0, 1]])
    for _ in range(first):
        turns = np.array([[0, -1], [1, 0]]) @ turns
    pawns: list[SeenPawn] = []
    for row, col in peaks(maps[0], PEAK_ABOVE, APART_CELLS):
        foot = (np.array([col + 0.5, row + 0.5]) + maps[3:5, row, col]) * STRIDE
        on_card = turns @ ((foot - PILE_PX / 2) / CARD_PX)
        another = all(np.hypot(*(on_card - pawn.on_card)) > SAME_FOOT for pawn in pawns)
        if another and np.abs(on_card).max() < 0.5 + 2 * EDGE:
            pawns.append(
                SeenPawn(float(maps[0, row, col]), map_points(back, [foot])[0], on_card, colours_of(maps)[:, row, col])
            )
    edge = round(float(READ_CORNERS_PX[0, 0])) // STRIDE
    inside = covers_of(maps)[:, edge : edge + READ_PX // STRIDE, edge : edge + READ_PX // STRIDE]
    # Turned so that the corner given first is at the top left again.
    return PileLook(tuple(pawns), np.ascontiguousarray(np.rot90(inside, -first, (1, 2))))


def colours_of(maps: Maps) -> Maps:
    """The logits of the colour names, (colours, h, w)."""
    return maps[5:-8]


def covers_of(maps: Maps) -> Maps:
    """Probabilities (2, h, w) that a pawn, or something else, hides the place."""
    return maps[-8:-6]


def peaks(heat: Maps, above: float, apart_cells: float) -> list[tuple[int, int]]:
    """(row, col) of the local maxima of a heat map, the hottest first, no two nearer than `apart_cells`."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= highest) & (heat > above))
    order = np.argsort(-heat[rows, cols])
    kept: list[tuple[int, int]] = []
    for row, col in zip(rows[order], cols[order], strict=True):
        if all(np.hypot(row - r, col - c) >= apart_cells for r, c in kept):
            kept.append((int(row), int(col)))
    return kept
