"""What the locator should answer: a card's affine frame as numbers that do not depend on which corner is first.

A parallelogram's corners are centre + a·w^k + b·w^-k for k = 0..3, with complex a, b and w = i. Naming another corner
first multiplies a by i and b by -i, so a^4 and a·b stay: the network learns those and never meets a jump.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.crystalla.locate import RADIUS_UNIT, STRIDE

CHANNELS = 9

Array = npt.NDArray[np.float32]


def encode(quads: npt.NDArray[np.float32], kinds: npt.NDArray[np.uint8], height: int, width: int) -> Array:
    """Target maps (9 + 1, h/8, w/8): heats, seven regressions, and last the weight of the regressions."""
    rows, cols = height // STRIDE, width // STRIDE
    out = np.zeros((CHANNELS + 1, rows, cols), np.float32)
    y, x = np.mgrid[:rows, :cols].astype(np.float32) * STRIDE + STRIDE / 2
    nearest = np.full((rows, cols), np.inf, np.float32)
    for quad, kind in zip(quads[kinds > 0], kinds[kinds > 0], strict=True):
        centre = _crossing(quad)
        z = (quad[:, 0] - centre[0]) + 1j * (quad[:, 1] - centre[1])
        turns = 1j ** np.arange(4)
        a, b = (z * turns.conj()).mean(), (z * turns).mean()
        distance = np.hypot(x - centre[0], y - centre[1])
        sigma = max(0.18 * abs(a), 0.55 * STRIDE)
        heat = np.exp(-((distance / sigma) ** 2) / 2)
        row, col = int(centre[1] // STRIDE), int(centre[0] // STRIDE)
        if 0 <= row < rows and 0 <= col < cols:
            heat[row, col] = 1.0
        out[kind - 1] = np.maximum(out[kind - 1], heat)
        near = (distance < max(0.5 * abs(a), 0.9 * STRIDE)) & (distance < nearest)
        nearest[near] = distance[near]
        unit = (a / abs(a)) ** 4
        squash = a * b / abs(a) ** 2
        values = (unit.real, unit.imag, np.log(abs(a) / RADIUS_UNIT), squash.real, squash.imag)
        out[2][near], out[3][near] = (centre[0] - x[near]) / STRIDE, (centre[1] - y[near]) / STRIDE
        for channel, value in enumerate(values, start=4):
            out[channel][near] = value
        out[CHANNELS][near] = 1.0
    return out


def _crossing(quad: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Where the diagonals cross: the true centre of a square seen in perspective."""
    p, r = quad[0], quad[2] - quad[0]
    q, s = quad[1], quad[3] - quad[1]
    cross = r[0] * s[1] - r[1] * s[0]
    if abs(cross) < 1e-6:
        return quad.mean(0)
    t = ((q - p)[0] * s[1] - (q - p)[1] * s[0]) / cross
    return p + t * r
