"""The printed reference copy as training art: faces and pieces of `calibration.sheets`, and tableau strips."""

from __future__ import annotations

from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheets import crystalla as sheets
from rules.crystalla.vocabulary import Crystal, Segment

Image = npt.NDArray[np.uint8]
FACE_PX = 160


def decode_png(data: bytes) -> Image:
    """PNG bytes to BGRA (h, w, 4)."""
    picture = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)
    return picture if picture.shape[2] == 4 else cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)


def _small(data: bytes) -> Image:
    return cv2.resize(decode_png(data), (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)


@cache
def _face(large: Crystal, small: Crystal) -> Image:
    return _small(sheets.face_png(large, small, 2 * FACE_PX))


@cache
def _piece(segment: Segment, crystal: Crystal) -> Image:
    return _small(sheets.piece_png(segment, crystal, 2 * FACE_PX))


@lru_cache(maxsize=1)
def _back() -> Image:
    return _small(sheets.back_png(2 * FACE_PX))


def _cut_mask() -> npt.NDArray[np.float32]:
    """Where the large segment lies, (FACE_PX, FACE_PX), from the alpha of its piece."""
    return (_piece(Segment.LARGE, Crystal.RUBY)[..., 3] > 127).astype(np.float32)


class ReferenceDeck:
    """The reference copy with a random printing gamut, in the shape of `models.training.art.Deck`."""

    family = "reference"
    size_px = FACE_PX

    def __init__(self, rng: np.random.Generator) -> None:
        gamma = rng.uniform(0.8, 1.25)
        gains = rng.uniform(0.88, 1.05, 3)
        ramp = np.linspace(0, 1, 256)[:, None] ** gamma * gains
        self._table = np.clip(ramp * 255, 0, 255).astype(np.uint8)
        self.large_mask = _cut_mask()
        self.small_mask = (_piece(Segment.SMALL, Crystal.RUBY)[..., 3] > 127).astype(np.float32)

    def _printed(self, picture: Image) -> Image:
        out = picture.copy()
        for channel in range(3):
            out[..., channel] = self._table[:, channel][picture[..., channel]]
        return out

    def face(self, large: Crystal, small: Crystal) -> Image:
        """A card in canonical orientation, BGRA."""
        return self._printed(_face(large, small))

    def piece(self, segment: Segment, crystal: Crystal) -> Image:
        """A piece drawn in place on the card square, BGRA."""
        return self._printed(_piece(segment, crystal))

    def back(self) -> Image:
        """The card's back, BGRA."""
        return self._printed(_back())


@cache
def _printed_tableau(colour: str) -> Image:
    return decode_png(sheets.tableau_png(colour, 60))


def tableau_picture(rng: np.random.Generator) -> Image:
    """A starting tableau, BGRA: the reference one in half of the cases, else an invented strip."""
    if rng.random() < 0.5:
        return _printed_tableau(str(rng.choice(["gray", "blue", "green", "orange"])))
    strip = np.full((60, 480, 4), 255, np.uint8)
    strip[..., :3] = rng.integers(20, 235, 3)
    ink = tuple(int(v) for v in rng.integers(0, 255, 3)) + (255,)
    for col in range(4):
        x = 120 * col + 60
        shapes = int(rng.integers(3))
        if shapes == 0:
            cv2.ellipse(strip, (x, 58), (44, 44), 0, 180, 360, ink, int(rng.integers(2, 8)))
        elif shapes == 1:
            cv2.arrowedLine(strip, (x, 52), (x, 10), ink, 5, tipLength=0.4)
        else:
            cv2.rectangle(strip, (x - 46, 8), (x + 46, 58), ink, 4)
    return strip
