"""Film a table: rests, hands that pass through and change things, lamps, nudges of the camera, noise of the sensor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.composite.light import Bytes, Rng
from models.training.live.hands import Arm, draw_arm, lay_arm
from models.training.live.stage import Stage
from models.training.live.stills import Patch

SHOULDER_MM = 420.0
"""From row 0 of a display to its player's shoulder."""
SPEED_MM = 1300.0
"""A hand's way in a second."""
GAMMA = 2.2
NOISE_ROOM_PX = 96
GRAIN = (0.8, 3.2)
"""Weakest and strongest noise of a camera, in grey levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame (BGR uint8) at `t` seconds; `hand` while a hand is in the picture."""

    t: float
    bgr: Bytes
    hand: bool


class Film:
    """A camera that runs: each method goes on from where the last one ended. The picture shown is without noise."""

    def __init__(self, stage: Stage, picture: Bytes, rng: Rng, fps: float, grain: tuple[float, float] = GRAIN) -> None:
        """`grain` is between which strengths its noise is drawn, in grey levels."""
        self.t = 0.0
        self.fps = fps
        self._stage, self._rng = stage, rng
        self._picture = picture.copy()
        self._gain = np.ones(3)
        self._view = np.eye(2, 3)
        self._clean: Bytes | None = None
        self._noise = _noise(rng, picture.shape[:2], float(rng.uniform(*grain)))
        middle = stage.room.middle
        self._scale = stage.view.pixels_per_mm((middle.x, middle.y))
        self._arms: dict[int, Arm] = {}

    @property
    def view(self) -> np.ndarray:
        """How far the camera was pushed: affine (2, 3) from the pixels of the first picture to those now."""
        return self._view

    def show(self, picture: Bytes) -> None:
        """From now on this picture."""
        self._picture = picture.copy()
        self._clean = None

    def rest(self, seconds: float) -> Iterator[Shot]:
        """Nobody touches anything; the exposure drifts a little."""
        for _ in range(max(1, round(seconds * self.fps))):
            yield self._shoot()

    def light(self, gain: Sequence[float], seconds: float) -> Iterator[Shot]:
        """The lamp changes to a gain of blue, green and red light."""
        start, steps = self._gain, max(1, round(seconds * self.fps))
        for step in range(steps):
            self._gain = start + (np.array(gain) - start) * (step + 1) / steps
            self._clean = None
            yield self._shoot()

    def nudge(self, right_px: float, down_px: float, degrees: float, seconds: float = 0.2) -> Iterator[Shot]:
        """The camera is pushed: the picture moves and turns about its middle."""
        height, width = self._picture.shape[:2]
        turned = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        turned[:, 2] += (right_px, down_px)
        start, steps = self._view, max(1, round(seconds * self.fps))
        for step in range(steps):
            self._view = start + (turned - start) * (step + 1) / steps
            self._clean = None
            yield self._shoot()

    def reach(self, seat: int, changes: Sequence[Patch], *, still_s: float = 0.0) -> Iterator[Shot]:
        """The hand of a player comes in, makes the changes one by one, lies still for a moment, and goes."""
        place = self._stage.room.seats[seat]
        home = np.array(place.spot.at(float(self._rng.uniform(-60, 60)), SHOULDER_MM))
        arm = self._arm(seat)
        tip = np.array(place.spot.at(0, SHOULDER_MM - 60))
        # While a hand covers part of the picture the camera meters another light.
        self._gain = self._gain * float(self._rng.uniform(0.97, 1.03))
        self._clean = None
        for number, patch in enumerate(changes):
            goal = np.array(patch.spot_mm)
            yield from self._move(arm, home, tip, goal)
            patch.put(self._picture)
            self._clean = None
            dwell = still_s if number == len(changes) - 1 else 0.0
            yield from self._dwell(arm, home, goal, dwell)
            tip = goal
        yield from self._move(arm, home, tip, np.array(place.spot.at(0, SHOULDER_MM + 200)))

    def _arm(self, seat: int) -> Arm:
        """Each player has one arm all evening."""
        if seat not in self._arms:
            brightness = float(np.median(self._stage.light.field))
            self._arms[seat] = draw_arm(self._rng, self._scale, brightness)
        return self._arms[seat]

    def _move(self, arm: Arm, home: np.ndarray, start: np.ndarray, goal: np.ndarray) -> Iterator[Shot]:
        steps = max(2, round(float(np.linalg.norm(goal - start)) / SPEED_MM * self.fps))
        for step in range(steps):
            share = (1 - np.cos(np.pi * (step + 1) / steps)) / 2
            yield self._shoot(arm, home, start + share * (goal - start))

    def _dwell(self, arm: Arm, home: np.ndarray, goal: np.ndarray, still_s: float) -> Iterator[Shot]:
        for _ in range(max(1, round(0.12 * self.fps))):
            yield self._shoot(arm, home, goal + self._rng.normal(0, 4, 2))
        for _ in range(round(still_s * self.fps)):
            yield self._shoot(arm, home, goal)

    def _shoot(self, arm: Arm | None = None, home: np.ndarray | None = None, tip: np.ndarray | None = None) -> Shot:
        picture = self._lit()
        if arm is not None and home is not None and tip is not None:
            ends = self._stage.view.project(np.array([home, tip]), 20.0)
            ends = ends @ self._view[:, :2].T + self._view[:, 2]
            angle = float(np.arctan2(*(ends[1] - ends[0])[::-1]))
            picture = lay_arm(picture, arm, (float(ends[1, 0]), float(ends[1, 1])), angle, self._scale)
        y, x = (int(self._rng.integers(0, NOISE_ROOM_PX)) for _ in range(2))
        grain = self._noise[y : y + picture.shape[0], x : x + picture.shape[1]]
        shot = Shot(self.t, cv2.add(picture, grain, dtype=cv2.CV_8U), arm is not None)
        self.t += 1 / self.fps
        return shot

    def _lit(self) -> Bytes:
        if self._clean is None:
            codes = np.arange(256)[:, None] * self._gain ** (1 / GAMMA)
            table = np.clip(codes + 0.5, 0, 255).astype(np.uint8)[:, None]
            self._clean = cv2.LUT(self._picture, table)
            if not np.allclose(self._view, np.eye(2, 3)):
                size = self._picture.shape[1::-1]
                self._clean = cv2.warpAffine(self._clean, self._view, size, borderMode=cv2.BORDER_REFLECT)
        return self._clean


def _noise(rng: Rng, size: tuple[int, int], strength: float) -> np.ndarray:
    """A field of sensor noise, int16 (h, w, 3), some larger than the picture, so that it can be cut anywhere."""
    shape = (size[0] + NOISE_ROOM_PX, size[1] + NOISE_ROOM_PX)
    grey = rng.standard_normal((*shape, 1), np.float32)
    colour = cv2.resize(rng.standard_normal((shape[0] // 2, shape[1] // 2, 3), np.float32), shape[::-1])
    return np.rint(strength * (cv2.GaussianBlur(grey, (0, 0), 0.55)[..., None] * 1.6 + 0.8 * colour)).astype(np.int16)
