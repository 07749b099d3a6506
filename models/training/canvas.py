"""The picture of a training scene while it is being drawn: things laid on the table, seen in perspective."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import side_of
from models.training.camera import FloatArray, Image, View

Light = npt.NDArray[np.float32]
CARD_MM = 56.0


def place(centre: npt.ArrayLike, angle: float, side: float, centred: bool = True) -> FloatArray:
    """Pose (3, 3) of the unit square (or, not centred, of the plane) at a place, turned clockwise as seen."""
    c, s = np.cos(angle) * side, np.sin(angle) * side
    x, y = np.asarray(centre, dtype=float)
    pose = np.array([[c, -s, x], [s, c, y], [0, 0, 1.0]])
    return pose @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]]) if centred else pose


class Canvas:
    """Linear-ish light (h, w, 3) in 0..1 with the label map and the veil drawn along."""

    def __init__(self, rng: np.random.Generator, view: View, ground: Light) -> None:
        self.view = view
        self.light = ground
        shape = ground.shape[:2]
        self.labels: Image = np.zeros(shape, np.uint8)
        self.veil: Image = np.zeros(shape, np.uint8)
        self.cards: list[Any] = []
        self.slots: list[FloatArray] = []
        self.decoys: list[FloatArray] = []
        angle = rng.uniform(0, 2 * np.pi)
        self.sun = np.array([np.cos(angle), np.sin(angle)])
        self.shade = rng.uniform(0.15, 0.7)

    def project(self, pose: FloatArray) -> FloatArray:
        """Corners (4, 2) in photo pixels of the unit square at a pose."""
        unit = np.array([(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1.0)])
        mapped = unit @ (self.view.table_to_photo @ pose).T
        return mapped[:, :2] / mapped[:, 2:]

    def inside(self, pose: FloatArray) -> bool:
        """Whether the unit square at a pose lies within the picture, nearly whole and not too small."""
        quad = self.project(pose)
        margin = 0.1 * side_of(quad)
        low, high = quad.min(0), quad.max(0)
        return bool(
            margin > 1.2
            and (low > -margin).all()
            and high[0] < self.view.width + margin
            and high[1] < self.view.height + margin
        )

    def _window(self, quad: FloatArray, pad: int) -> tuple[slice, slice] | None:
        low = np.floor(quad.min(0)).astype(int) - pad
        high = np.ceil(quad.max(0)).astype(int) + pad
        x0, y0 = np.maximum(low, 0)
        x1, y1 = np.minimum(high, (self.view.width, self.view.height))
        if x1 - x0 < 2 or y1 - y0 < 2 or max(high - low) > 6000:
            return None
        return slice(int(y0), int(y1)), slice(int(x0), int(x1))

    def _warp(self, texture: Image, pose: FloatArray, window: tuple[slice, slice], flags: int) -> Image:
        height, width = texture.shape[:2]
        texture_to_unit = np.array([[1 / width, 0, 0.5 / width], [0, 1 / height, 0.5 / height], [0, 0, 1.0]])
        shift = np.array([[1, 0, -window[1].start], [0, 1, -window[0].start], [0, 0, 1.0]])
        half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        matrix = half @ shift @ self.view.table_to_photo @ pose @ texture_to_unit
        size = (window[1].stop - window[1].start, window[0].stop - window[0].start)
        return cv2.warpPerspective(texture, matrix, size, flags=flags)

    def lay(self, pose: FloatArray, texture: Image, *, thickness_mm: float, gloss: float) -> None:
        """Lay a BGRA texture on the table with a shadow and, for thick things, a visible side."""
        quad = self.project(pose)
        side_px = side_of(quad)
        mm = side_px / CARD_MM
        window = self._window(quad, 2 + int(4 * thickness_mm * mm))
        if window is None:
            return
        while texture.shape[0] > 1.6 * side_px and texture.shape[0] > 24:
            texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        warped = self._warp(texture, pose, window, cv2.INTER_LINEAR)
        alpha = warped[..., 3:].astype(np.float32) / 255
        colour = warped[..., :3].astype(np.float32) / 255
        ground = self.light[window]
        self._cast_shadow(ground, alpha, thickness_mm * mm)
        if thickness_mm * mm > 0.8:
            self._side(ground, alpha, colour, thickness_mm * mm)
        if gloss:
            colour = colour * (1 - gloss) + gloss * 0.9 * ground.mean()
        ground[:] = ground * (1 - alpha) + colour * alpha

    def _cast_shadow(self, ground: Light, alpha: Light, depth_px: float) -> None:
        reach = max(0.6, 1.3 * depth_px)
        shadow = cv2.GaussianBlur(alpha[..., 0], (0, 0), 0.5 + 0.4 * reach)
        dx, dy = self.sun * reach
        shadow = cv2.warpAffine(shadow, np.array([[1, 0, dx], [0, 1, dy]]), shadow.shape[::-1])
        ground *= 1 - self.shade * shadow[..., None]

    def _side(self, ground: Light, alpha: Light, colour: Light, depth_px: float) -> None:
        """The cut edge of a thick piece: its outline shifted away from the camera's up direction."""
        away = np.array([0, min(depth_px, 6) * np.sin(np.deg2rad(self.view.tilt_deg))])
        moved = cv2.warpAffine(alpha, np.array([[1, 0, away[0]], [0, 1, away[1]]]), alpha.shape[1::-1])[..., None]
        tone = np.float32(0.35) + 0.2 * colour[alpha[..., 0] > 0.5].mean(0) if (alpha > 0.5).any() else 0.5
        ground[:] = ground * (1 - moved) + tone * moved

    def label(self, pose: FloatArray, large: Light, small: Light) -> None:
        """Draw a card's segments into the label map."""
        window = self._window(self.project(pose), 2)
        if window is None:
            return
        texture = np.full(large.shape, 3, np.uint8)
        texture[large > 0.5] = 1
        texture[small > 0.5] = 2
        warped = self._warp(texture, pose, window, cv2.INTER_NEAREST)
        target = self.labels[window]
        target[warped > 0] = np.where(warped == 3, 0, warped)[warped > 0]
        self.veil[window][warped > 0] = 0

    def blank(self, polygon_px: FloatArray) -> None:
        """Something now covers this polygon: no segment can be seen there any more."""
        points = np.round(polygon_px).astype(np.int32)
        cv2.fillPoly(self.labels, [points], 0)
        cv2.fillPoly(self.veil, [points], 255)
