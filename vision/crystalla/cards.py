"""Looks at single cards: is it one, where exactly are its corners, how is it turned, and its segments' tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, map_points, side_of
from vision.crystalla.common_cut import CUT_PX, TRUST, common_cut
from vision.crystalla.common_print import Named, turned_together
from vision.crystalla.crop import CARD_PX, CORNERS_PX, CROP_PX, photo_to_crop
from vision.crystalla.fine_copy import crops_of, crops_through, fine_copy
from vision.crystalla.prints import Print
from vision.logits import log_softmax
from vision.onnx import Network, each

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

CLIPPED = 245
"""A pixel all of whose channels reach this shows the lamp, not the print."""
SURELY_NONE = 0.002
"""A steep view of a card through a poor crop may look as little like one as ten times this."""
CLEAR_TURN = float(np.log(0.995))
"""A turn of a smaller log probability is compared with the other cards'."""
LOOK_AGAIN = 0.045
"""Corners further off than this, in card sides, are worth a second look through a better crop."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the card network says of one quad; corners in picture pixels, in the order of the quad given."""

    is_card: float
    corners: FloatArray
    rotation: npt.NDArray[np.float32]
    """(4,) logits: clockwise quarter turns relative to the quad given."""
    tokens: npt.NDArray[np.float32]
    """(2, TOKEN): the large and the small segment."""
    masks: npt.NDArray[np.float32]
    """(3, CUT_PX, CUT_PX) logits: neither, large and small segment, as the crop of the quad given shows them."""
    clipped: npt.NDArray[np.float64]
    """(4, 2): for each rotation the shares of the large and the small segment that a lamp drowned in white."""
    likeness: npt.NDArray[np.float32] | None = None
    """(2, 7): how much the segments resemble a known print's, where they have been compared."""
    crop: Image | None = None
    """(CROP_PX, CROP_PX, 3): what the corners enclose, from a second look on."""

    @property
    def upright(self) -> Image:
        """The crop turned by the likeliest turn; raises ValueError before a second look."""
        if self.crop is None:
            raise ValueError("a card that was looked at once has no crop")
        return np.rot90(self.crop, int(self.rotation.argmax()))

    def turned(self, first: int) -> Look:
        """The same look with the corner of index `first` named first."""
        corners = np.roll(self.corners, -first, axis=0)
        clipped = np.roll(self.clipped, -first, axis=0)
        rotation = np.roll(self.rotation, -first)
        masks = np.rot90(self.masks, first, (1, 2))
        crop = None if self.crop is None else np.rot90(self.crop, first)
        return replace(self, corners=corners, rotation=rotation, masks=masks, clipped=clipped, crop=crop)


def look(network: Network, picture: Image, quads: list[FloatArray], *, refine: bool = True) -> list[Look]:
    """Run the card network on quads (4, 2) in picture pixels, clockwise; twice where the first corners were off.

    Without `refine` only once, for quads that are known better than the network could tell.
    """
    if not quads:
        return []
    fine = fine_copy(picture, quads)
    scaled = [fine.inside(quad) for quad in quads]
    looks = _run(network, fine.picture, scaled)
    off = [
        i
        for i, (quad, seen) in enumerate(zip(scaled, looks, strict=True))
        if refine and _error(quad, seen) > LOOK_AGAIN
    ]
    for index, again in zip(off, _run(network, fine.picture, [looks[i].corners for i in off]), strict=True):
        looks[index] = again
    return [replace(seen, corners=fine.outside(seen.corners)) for seen in looks]


def look_round(
    network: Network,
    crops: Image,
    seen: Sequence[Look],
    beside: Sequence[Look] = (),
    named: Named | None = None,
) -> list[Look]:
    """The same cards, at least one, seen from all four sides, their segments where all cards show the cut together.

    Means of the tokens and of the turns' log probabilities err less; a turn still in doubt is the one in which the card
    looks like others. Corners and the odds of being a card stay. `beside` are further cards of the same printing, and
    `named` those that its lessons named; `crops` are of both the seen and those beside.
    """
    together, count = (*seen, *beside), len(seen)
    masks, first = np.stack([one.masks for one in together]), [int(one.rotation.argmax()) for one in together]
    turns, tokens, *_ = _from_all_sides(network, crops[:count], common_cut(masks, first)[:count])
    alone = np.stack([*log_softmax(turns).mean(axis=0), *(log_softmax(one.rotation) for one in beside)])
    doubtful = [index for index in range(count) if alone[index].max() < CLEAR_TURN]
    logs = turned_together(crops, alone, named, doubtful)
    last = [int(turn) for turn in logs.argmax(axis=1)]
    if last != first:
        _, tokens, *_ = _from_all_sides(network, crops[:count], common_cut(masks, last)[:count])
    return [
        replace(one, rotation=log_softmax(rotation), tokens=segments, crop=crop)
        for one, rotation, segments, crop in zip(seen, logs[:count], tokens.mean(axis=0), crops[:count], strict=True)
    ]


def compared(known: Print, crops: Image, seen: Sequence[Look]) -> list[Look]:
    """The looks with how much each card, upright by its likeliest turn, resembles a known print's, by its crop."""
    upright = (np.rot90(crop, int(one.rotation.argmax())) for crop, one in zip(crops, seen, strict=True))
    return [replace(one, likeness=known.likeness(crop)) for one, crop in zip(seen, upright, strict=True)]


def with_crops(picture: Image, seen: Sequence[Look]) -> list[Look]:
    """The looks with what their corners enclose."""
    if not seen:
        return []
    crops = crops_of(picture, [one.corners for one in seen])
    return [replace(one, crop=crop) for one, crop in zip(seen, crops, strict=True)]


def mean_of(one: Look, other: Look) -> Look:
    """One look from two at the same card, both with the same corner first; the corners are the first one's."""
    rotation = np.asarray((log_softmax(one.rotation) + log_softmax(other.rotation)) / 2, np.float32)
    alike = [seen.likeness for seen in (one, other) if seen.likeness is not None]
    return replace(
        one,
        is_card=max(one.is_card, other.is_card),
        rotation=rotation,
        tokens=np.asarray((one.tokens + other.tokens) / 2, np.float32),
        clipped=np.maximum(one.clipped, other.clipped),
        likeness=np.asarray(sum(alike) / len(alike), np.float32) if alike else None,
    )


def likeness_to(known: Print, picture: Image, seen: Sequence[Look]) -> Floats:
    """(n, 2): how much the two segments of each card resemble a known print, in the turn that resembles it most."""
    if not seen:
        return np.zeros((0, 2), np.float32)
    crops = crops_of(picture, [one.corners for one in seen])
    turned = [[known.likeness(np.rot90(crop, turn)).max(axis=1) for turn in range(4)] for crop in crops]
    return np.array([max(turns, key=min) for turns in turned], np.float32)


def tokens_of(network: Network, crops: Image) -> npt.NDArray[np.float32]:
    """The tokens (2 n, TOKEN) of crops (n, CROP_PX, CROP_PX, 3), the large and the small segment of each in turn."""
    _, _, tokens, *_ = _shown(network, crops)
    return np.asarray(tokens.reshape(2 * len(crops), -1))


def tokens_from_all_sides(network: Network, crops: Image) -> Floats:
    """The same of the upright crops (n, CROP_PX, CROP_PX, 3) of one printing's cards, as `look_round` sees them."""
    _, _, masks, _ = _from_all_sides(network, crops)
    _, tokens, *_ = _from_all_sides(network, crops, common_cut(masks.mean(axis=0), [0] * len(crops)))
    return np.asarray(tokens.mean(axis=0).reshape(2 * len(crops), -1), np.float32)


def kin_of(network: Network, crops: Image) -> tuple[Floats, Floats]:
    """By what things know their kind (n, 4, KIN), each turned by no, one, two and three quarters; n at least one.

    And the log probabilities (n, 4) of their turns.
    """
    turns, _, _, kin = _from_all_sides(network, crops)
    return kin.transpose(1, 0, 2), log_softmax(turns).mean(axis=0)


def _from_all_sides(network: Network, crops: Image, cuts: Floats | None = None) -> tuple[Floats, ...]:
    """Turns (4, n, 4), tokens (4, n, 2, TOKEN), masks (4, n, 3, CUT_PX, CUT_PX), both turned back, kin (4, n, KIN)."""
    sides = np.concatenate([np.rot90(crops, -quarters, (1, 2)) for quarters in range(4)])
    turned = None if cuts is None else np.concatenate([np.rot90(cuts, -quarters, (2, 3)) for quarters in range(4)])
    _, turns, tokens, masks, kin = (
        one.reshape(4, len(crops), *one.shape[1:]) for one in _shown(network, sides, turned)
    )
    turns = np.stack([np.roll(side, -quarters, axis=1) for quarters, side in enumerate(turns)])
    masks = np.stack([np.rot90(side, quarters, (2, 3)) for quarters, side in enumerate(masks)])
    return turns, tokens, masks, kin


def _shown(network: Network, crops: Image, cuts: Floats | None = None) -> list[npt.NDArray[np.float32]]:
    """Geometry, rotation, tokens, masks and kin of crops, with the cut known for each or none."""
    trust = np.full(len(crops), 0 if cuts is None else TRUST, np.float32)
    cut = np.zeros((len(crops), 3, CUT_PX, CUT_PX), np.float32) if cuts is None else np.ascontiguousarray(cuts)
    return each(network, crops=np.ascontiguousarray(crops), cut=cut, trust=trust)


def _error(quad: FloatArray, seen: Look) -> float:
    """Mean corner shift in card sides; a thing that is surely no card needs no second look."""
    if seen.is_card < SURELY_NONE:
        return 0.0
    side = side_of(quad) + 1e-6
    return float(np.hypot(*(quad - seen.corners).T).mean() / side)


def _halves() -> npt.NDArray[np.float32]:
    """Weights (8, CARD_PX * CARD_PX) that take the mean of a card below and above its diagonal, for each rotation."""
    below = np.tri(CARD_PX, dtype=np.float32)
    halves = [half / half.sum() for half in (below, 1 - below)]
    # To look at a card turned back is to look at it with its halves turned on.
    return np.array([np.rot90(half, -quarters).ravel() for quarters in range(4) for half in halves], np.float32)


_HALVES = _halves()


def _clipped(crop: Image) -> npt.NDArray[np.float64]:
    """Shares (4, 2) of white-clipped pixels on either side of the card's diagonal, by rotation."""
    edge = (CROP_PX - CARD_PX) // 2
    white = cv2.inRange(crop[edge:-edge, edge:-edge], (CLIPPED,) * 3, (255,) * 3) > 0
    if not white.any():
        return np.zeros((4, 2))
    return np.asarray((_HALVES @ white.ravel().astype(np.float32)).reshape(4, 2), dtype=float)


def _run(network: Network, picture: Image, quads: list[FloatArray]) -> list[Look]:
    if not quads:
        return []
    matrices = [photo_to_crop(quad) for quad in quads]
    crops = crops_through(picture, matrices)
    geometry, rotation, tokens, masks, _ = _shown(network, crops)
    looks = []
    for index, matrix in enumerate(matrices):
        shifts = geometry[index, 1:].reshape(4, 2).astype(float)
        corners = map_points(np.linalg.inv(matrix), CORNERS_PX + shifts * CARD_PX)
        is_card = float(1 / (1 + np.exp(-np.clip(geometry[index, 0], -30, 30))))
        looks.append(Look(is_card, corners, rotation[index], tokens[index], masks[index], _clipped(crops[index])))
    return looks
