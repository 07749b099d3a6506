"""What was seen at each place of a watched table, so that only places that changed are looked at again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, unique
from threading import Lock
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import UNIT_SQUARE, FloatArray, side_of
from vision.crystalla.cards import Look
from vision.crystalla.pawns import PileLook
from vision.crystalla.reading import DisplayReading
from vision.crystalla.table_reading import OpenPieceReading, PileReading, Place

Image = npt.NDArray[np.uint8]

SIGN_PX = 16
"""Side of the small picture of a place that is compared."""
MARGIN = 0.3
"""How much of the surroundings, in sides of the place, it takes in on each side."""
COARSE_PX, BLUR_PX = 20.0, 0.8
"""Places are compared in a copy of the picture where they have about this side, blurred a little."""
CHANGED_LEVELS = 14.0
"""A place has changed when any spot of it differs by this many grey levels, after allowing for the lamp."""
LAMP = 0.18
"""Largest change of brightness that is put down to the lamp."""


@unique
class Kind(Enum):
    """What a place is for."""

    DISPLAY = "display"
    PILE = "pile"
    OPEN = "open"


class Key(NamedTuple):
    """A place of a table: which display it belongs to (0 elsewhere), its row and column there."""

    kind: Kind
    display: int
    row: int
    col: int


Signs = npt.NDArray[np.float32]
"""Small pictures (places, side, side, 3)."""


def signs(
    picture: Image,
    quads: Sequence[FloatArray],
    side_px: int = SIGN_PX,
    margin: float = MARGIN,
    coarse_px: float = COARSE_PX,
) -> Signs:
    """A small picture of every place, quads (4, 2) in picture pixels."""
    found = np.empty((len(quads), side_px, side_px, 3), np.float32)
    if not quads:
        return found
    # Whole factors are reduced several times faster than others.
    factor = max(1, int(float(np.median([side_of(quad) for quad in quads])) / coarse_px))
    height, width = (side // factor for side in picture.shape[:2])
    whole = np.ascontiguousarray(picture[: height * factor, : width * factor])
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), BLUR_PX)
    inner = side_px / (1 + 2 * margin)
    target = ((UNIT_SQUARE - 0.5) * inner + side_px / 2 - 0.5).astype(np.float32)
    for sign, quad in zip(found, quads, strict=True):
        matrix = cv2.getPerspectiveTransform((quad / factor - 0.5).astype(np.float32), target)
        sign[:] = cv2.warpPerspective(small, matrix, (side_px, side_px), borderMode=cv2.BORDER_REPLICATE)
    return found


def differences(before: Signs, now: Signs) -> npt.NDArray[np.float32]:
    """By place, by how many grey levels two small pictures differ at most, after allowing for the lamp."""
    gains = (before.mean((1, 2), keepdims=True) + 4) / (now.mean((1, 2), keepdims=True) + 4)
    return np.asarray(np.abs(before - now * np.clip(gains, 1 - LAMP, 1 + LAMP)).max((1, 2, 3)))


def differ(before: Signs, now: Signs) -> npt.NDArray[np.bool_]:
    """By place, whether two small pictures show different things, not only the same under more or less light."""
    return np.asarray(differences(before, now) > CHANGED_LEVELS)


class Watch:
    """What was last seen at each place of one layout; hold `lock` while reading or writing it."""

    def __init__(self, places: Mapping[Key, FloatArray]) -> None:
        """`places` are all quads (4, 2) to be watched, in picture pixels."""
        self.lock = Lock()
        self.places = dict(places)
        self.looks: dict[Key, Look] = {}
        self.piles: dict[Place, PileLook] = {}
        self.bare: dict[Place, Look] = {}
        self.displays: dict[int, DisplayReading] = {}
        self.read_piles: tuple[PileReading, ...] = ()
        self.read_open: tuple[OpenPieceReading, ...] = ()
        self._signs: Signs | None = None

    def changed(self, picture: Image) -> list[Key]:
        """The places that look otherwise than when they were last looked at; from now on they count as looked at."""
        now = signs(picture, list(self.places.values()))
        if self._signs is None:
            self._signs = now
            return list(self.places)
        fresh = differ(self._signs, now)
        self._signs[fresh] = now[fresh]
        return [key for key, changed in zip(self.places, fresh, strict=True) if changed]
