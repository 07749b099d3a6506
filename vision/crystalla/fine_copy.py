"""Cards are cut out of a copy of the photo that shows them in a fitting size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.geometry import FloatArray, side_of
from vision.crystalla.crop import CROP_PX, Image, cut, photo_to_crop, reduced

FINE_PX = 96.0
"""A display is looked at in a copy of the photo where its cards have about this side."""


@dataclass(frozen=True, slots=True, eq=False)
class FineCopy:
    """The part of a picture where cards lie, reduced so that they have about FINE_PX."""

    picture: Image
    scale: FloatArray
    """(2,): copy pixels per picture pixel, across and down."""
    origin: FloatArray
    """(2,): where the part begins in the picture."""

    def inside(self, points: FloatArray) -> FloatArray:
        """Points (n, 2) of the picture in the copy's pixels."""
        return np.asarray((points - self.origin) * self.scale)

    def outside(self, points: FloatArray) -> FloatArray:
        """Points (n, 2) of the copy in the picture's pixels."""
        return np.asarray(points / self.scale + self.origin)


def fine_copy(picture: Image, quads: list[FloatArray]) -> FineCopy:
    """A copy of what lies no more than a card beside the quads (4, 2), at least one."""
    sides = [side_of(quad) for quad in quads]
    corners = np.vstack(quads)
    high = np.clip(corners.max(0) + max(sides) + 1, 1, picture.shape[1::-1]).astype(int)
    low = np.clip(corners.min(0) - max(sides), 0, high - 1).astype(int)
    high -= (high - low) % 2 * (high - low > 1)
    part = picture[low[1] : high[1], low[0] : high[0]]
    factor = FINE_PX / max(float(np.median(sides)), 1.0)
    if factor > 0.8:
        return FineCopy(part, np.ones(2), low.astype(float))
    size = (max(1, round(part.shape[1] * factor)), max(1, round(part.shape[0] * factor)))
    scale = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
    return FineCopy(reduced(part, size), scale, low.astype(float))


def crops_of(picture: Image, quads: Sequence[FloatArray]) -> Image:
    """The crops (n, CROP_PX, CROP_PX, 3) of a display's quads (4, 2), at least one, from a copy of a fitting size."""
    fine = fine_copy(picture, list(quads))
    return crops_through(fine.picture, [photo_to_crop(fine.inside(quad)) for quad in quads])


def crops_through(picture: Image, matrices: list[FloatArray]) -> Image:
    """The crops (n, CROP_PX, CROP_PX, 3) of a picture through `photo_to_crop` homographies."""
    crops = np.empty((len(matrices), CROP_PX, CROP_PX, 3), np.uint8)
    for crop, matrix in zip(crops, matrices, strict=True):
        crop[:] = cut(picture, matrix)
    return crops
