"""Whether something moves in a picture, and what has changed since another one: hands, above all."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.image import Bgr

Gray = npt.NDArray[np.uint8]
Blocks = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

LONG_PX = 640
"""About the width to which a frame is thinned for a glance: taking every n-th pixel costs a hundredth of averaging."""
BLOCK = 8
"""Side of a block in thinned pixels: sensor noise averages out, a pawn of 12 mm still shows."""
LEAST_CHANGE = 5.0
"""Grey levels by which a block must change, however quiet the picture is."""
NOISE_TIMES = 6.0
"""A change must exceed the noise of the picture's blocks by this factor."""
MOST_NOISE = 16.0
"""Grey levels by which a block has surely changed: when most of the picture has, the median is no measure of noise."""
MOVING_BLOCKS = 2
STILL_S = 0.2
"""Nothing may have moved for so long."""
ROUNDING_S = 1e-6
"""Times are summed up from the lengths of frames."""
DARK_OFFSET = 8.0
"""Added to grey levels before they are divided, so that black areas have no wild ratios."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """The green channel of a frame, thinned: `green` of shape (h, w), `blocks` the means of its 8 × 8 blocks."""

    green: Gray
    blocks: Blocks
    step: int
    """Pixels of the frame for each thinned one."""


def glance(bgr: Bgr) -> Glance:
    """Thin a frame; takes well under a millisecond at 1080p."""
    step = max(1, round(max(bgr.shape[:2]) / LONG_PX))
    green = np.ascontiguousarray(bgr[step // 2 :: step, step // 2 :: step, 1])
    height, width = (side // BLOCK for side in green.shape)
    green = np.ascontiguousarray(green[: height * BLOCK, : width * BLOCK])
    blocks = cv2.resize(green.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
    return Glance(green, np.asarray(blocks, dtype=np.float32), step)


@dataclass(frozen=True, slots=True)
class Motion:
    """What the gate says of a frame."""

    moving: bool
    still: bool
    """True once nothing has moved for STILL_S."""


class Gate:
    """Watches one camera's glances in order; times are those of the frames."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, Blocks]] = deque()
        self._moved_at: float | None = None

    def offer(self, t: float, seen: Glance) -> Motion:
        """Judge the next frame: it moves when it differs from the one before, or from the one of STILL_S ago."""
        if self._recent and self._recent[0][1].shape != seen.blocks.shape:
            self._recent.clear()
        while len(self._recent) > 1 and t - self._recent[1][0] >= STILL_S - ROUNDING_S:
            self._recent.popleft()
        moving = any(
            np.count_nonzero(changed(self._recent[place][1], seen.blocks)) >= MOVING_BLOCKS
            for place in ({0, -1} if self._recent else ())
        )
        began = self._recent[0][0] if self._recent else t
        self._recent.append((t, seen.blocks))
        if moving or self._moved_at is None:
            self._moved_at = t
        return Motion(moving, not moving and t - max(self._moved_at, began) >= STILL_S - ROUNDING_S)


def changed(before: Blocks, now: Blocks) -> Mask:
    """Blocks that differ by more than noise, once the light as a whole is evened out."""
    gain = float(np.median((now + DARK_OFFSET) / (before + DARK_OFFSET)))
    return _beyond_noise(now + DARK_OFFSET - gain * (before + DARK_OFFSET))


def changed_since(rest: Blocks, now: Blocks) -> Mask:
    """Blocks that differ from a picture of long ago, once a light that came from another side is evened out too.

    The ratio of the two is fitted by a plane of second order, which follows lamps and clouds, but no hand.
    """
    ratio = np.log((now + DARK_OFFSET) / (rest + DARK_OFFSET))
    terms = _surface_terms(ratio.shape)
    flat = ratio.ravel()
    inside = np.abs(flat - np.median(flat)) < 0.5
    fitted = np.full_like(flat, float(np.median(flat)))
    for _ in range(3):
        if np.count_nonzero(inside) < flat.size // 3:
            break
        weights, *_ = np.linalg.lstsq(terms[inside], flat[inside], rcond=None)
        fitted = terms @ weights
        spread = float(np.median(np.abs(flat[inside] - fitted[inside])))
        inside = np.abs(flat - fitted) < max(4 * spread, 0.03)
    expected = np.exp(fitted.reshape(ratio.shape)) * (rest + DARK_OFFSET)
    return _beyond_noise((now + DARK_OFFSET - expected).astype(np.float32))


def _beyond_noise(difference: Blocks) -> Mask:
    size = np.abs(difference)
    noise = 1.4826 * float(np.median(size))
    return np.asarray(size > min(max(LEAST_CHANGE, NOISE_TIMES * noise), MOST_NOISE))


def _surface_terms(shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Values of 1, x, y, x², xy, y² at every block, x and y from -1 to 1."""
    y, x = (axis.ravel() for axis in np.meshgrid(*(np.linspace(-1, 1, side) for side in shape), indexing="ij"))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)
