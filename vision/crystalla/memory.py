"""What was seen at each place of a watched table, so that only places that changed are looked at again."""

from __future__ import annotations

from collections.abc import Mapping
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
COARSE_PX = 22.0
"""Places are compared in a copy of the picture where they have about this side."""
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


Signs = dict[Key, npt.NDArray[np.float32]]


def signs(picture: Image, quads: Mapping[Key, FloatArray]) -> Signs:
    """A small picture (SIGN_PX, SIGN_PX, 3) of every place, quads (4, 2) in picture pixels."""
    if not quads:
        return {}
    factor = min(1.0, COARSE_PX / float(np.median([side_of(quad) for quad in quads.values()])))
    size = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    scale = np.array(size) / picture.shape[1::-1]
    inner = SIGN_PX / (1 + 2 * MARGIN)
    target = ((UNIT_SQUARE - 0.5) * inner + SIGN_PX / 2 - 0.5).astype(np.float32)
    found: Signs = {}
    for key, quad in quads.items():
        matrix = cv2.getPerspectiveTransform((quad * scale - 0.5).astype(np.float32), target)
        seen = cv2.warpPerspective(small, matrix, (SIGN_PX, SIGN_PX), borderMode=cv2.BORDER_REPLICATE)
        found[key] = cv2.GaussianBlur(seen, (0, 0), 0.8).astype(np.float32)
    return found


def differs(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> bool:
    """Whether two small pictures of a place show different things, not only the same under more or less light."""
    gains = np.clip((one.mean((0, 1)) + 4) / (other.mean((0, 1)) + 4), 1 - LAMP, 1 + LAMP)
    return bool(np.abs(one - other * gains).max() > CHANGED_LEVELS)


class Watch:
    """What was last seen at each place of one layout; hold `lock` while reading or writing it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.looks: dict[Key, Look] = {}
        self.piles: dict[Place, PileLook] = {}
        self.displays: dict[int, DisplayReading] = {}
        self.read_piles: tuple[PileReading, ...] = ()
        self.read_open: tuple[OpenPieceReading, ...] = ()
        self._signs: Signs = {}

    def changed(self, seen: Signs) -> frozenset[Key]:
        """The places that look otherwise than when they were last looked at; from now on they count as looked at."""
        fresh = frozenset(
            key for key, sign in seen.items() if key not in self._signs or differs(self._signs[key], sign)
        )
        self._signs.update({key: seen[key] for key in fresh})
        return fresh
