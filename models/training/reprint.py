"""The same photographed cards as another printer would have made them: new printings without painting or rendering.

What a press does to a deck it does to all photos of it, upright as the cards are: whoever knows the deck by one photo
can know it again on the next. Only what shows of segments changes; pieces, frames and tables stay.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.crop import CROP_PX

Floats = npt.NDArray[np.float32]

AS_PRINTED = 0.5
"""Share of the decks that are left as they are."""
CRYSTALS = len(Crystal)
GREY = np.full((3, 3), 1 / 3, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Press:
    """What one printing does to its segments."""

    inks: Floats
    """(3, 3): by what a colour is multiplied."""
    curve: float
    """Exponent of the tone."""
    relief: float
    """How much of the fine drawing is added again, negative to take some away."""
    fine_px: float
    windows: Floats | None
    """(2, 7, CROP_PX, CROP_PX): how much of the print shows of each large or small crystal, upright."""
    ground: Floats | None
    """(CROP_PX, CROP_PX, 3): what lies behind all crystals, None for the crystal's own colours, dulled."""
    dull: float

    def printed(self, photo: Floats, labels: npt.NDArray[np.uint8], records: np.ndarray) -> Floats:
        """The crops (k, 80, 80, 3) of a photo, BGR 0..1; `labels` (k, 20, 20), 1 large and 2 small, 0 elsewhere."""
        out = photo.copy()
        if not (records["kind"] == 1).any():
            return out
        white = np.clip(np.percentile(photo[records["kind"] == 1], 85), 0.1, 1)
        for crop, label, record in zip(out, labels, records, strict=True):
            if record["kind"] == 1:
                crop[:] = self._card(crop, label, record, float(white))
        return out

    def _card(self, crop: Floats, label: npt.NDArray[np.uint8], record: np.void, white: float) -> Floats:
        inked = np.clip(crop @ self.inks, 0, 1)
        inked = white * (inked / white) ** self.curve
        tone = inked.mean(-1, keepdims=True)
        drawing = tone[..., 0] - cv2.GaussianBlur(tone, (0, 0), self.fine_px)
        inked = inked + self.relief * drawing[..., None]
        for segment, name in enumerate(("large", "small")):
            if record[f"piece_{name}"]:
                continue
            where = cv2.resize((label == segment + 1).astype(np.float32), (CROP_PX, CROP_PX))[..., None]
            print_ = self._on_ground(inked, segment, int(record[name]), int(record["rotation"]), white)
            crop = crop + where * (print_ - crop)
        return np.clip(crop, 0, 1)

    def _on_ground(self, inked: Floats, segment: int, crystal: int, turn: int, white: float) -> Floats:
        if self.windows is None or crystal >= CRYSTALS:
            return inked
        window = np.rot90(self.windows[segment, crystal], -turn)[..., None]
        if self.ground is not None:
            return inked * window + white * np.rot90(self.ground, -turn) * (1 - window)
        dulled = cv2.GaussianBlur(inked, (0, 0), 6) * self.dull
        return inked * window + dulled * (1 - window)


def new_press(rng: np.random.Generator) -> Press:
    """A random way to print."""
    windows = _windows(rng) if rng.random() < 0.65 else None
    return Press(
        inks=_inks(rng),
        curve=float(np.exp(rng.uniform(-0.35, 0.45))),
        relief=float(rng.uniform(-0.7, 1.2)) if rng.random() < 0.6 else 0.0,
        fine_px=float(rng.uniform(1, 4)),
        windows=windows,
        ground=_ground(rng) if rng.random() < 0.75 else None,
        dull=float(rng.uniform(0.15, 0.7)),
    )


def _inks(rng: np.random.Generator) -> Floats:
    """Turns all hues by some degrees about the grey axis, and makes them richer or duller."""
    angle, richness = np.deg2rad(rng.uniform(-9, 9)), rng.uniform(0.6, 1.25)
    skew = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], np.float32) / np.sqrt(3)
    turn = GREY + np.cos(angle) * (np.eye(3) - GREY) + np.sin(angle) * skew
    return np.asarray(GREY + richness * (turn - GREY), np.float32)


def _windows(rng: np.random.Generator) -> Floats:
    """Shapes through which the print shows: blots all over, or one figure in the middle of the segment."""
    out = np.empty((2, CRYSTALS, CROP_PX, CROP_PX), np.float32)
    blots, same = rng.random() < 0.5, rng.random() < 0.5
    cells, share, hard = int(rng.integers(4, 15)), float(rng.uniform(0.25, 0.7)), float(rng.uniform(3, 25))
    corners, reach = int(rng.integers(3, 9)), float(rng.uniform(0.14, 0.3))
    for segment in range(2):
        for crystal in range(CRYSTALS):
            if same and crystal:
                out[segment, crystal] = out[segment, 0]
            elif blots:
                noise = cv2.resize(rng.random((cells, cells)).astype(np.float32), (CROP_PX, CROP_PX), interpolation=2)
                level = np.quantile(noise, 1 - share)
                out[segment, crystal] = np.clip((noise - level) * hard + 0.5, 0, 1)
            else:
                out[segment, crystal] = _figure(rng, segment, corners, reach)
    return out


def _figure(rng: np.random.Generator, segment: int, corners: int, reach: float) -> Floats:
    """A star or polygon in the middle of the large (bottom left) or the small (top right) segment."""
    middle = np.array((0.38, 0.62) if segment == 0 else (0.7, 0.3)) * CROP_PX
    angles = np.arange(2 * corners) * np.pi / corners + rng.uniform(0, np.pi)
    radii = (
        np.where(np.arange(2 * corners) % 2, rng.uniform(0.6, 1), 1) * reach * (1 if segment == 0 else 0.75) * CROP_PX
    )
    points = middle + np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]
    out = np.zeros((CROP_PX, CROP_PX), np.float32)
    cv2.fillPoly(out, [np.rint(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 2))), np.float32)


def _ground(rng: np.random.Generator) -> Floats:
    """Paper, slate, wood or velvet, plain or with a pattern, that belongs to no crystal."""
    tone = float(rng.uniform(0.03, 0.8))
    colour = np.clip(tone * np.exp(rng.normal(0, 0.12, 3)), 0, 1)
    cells = int(rng.integers(3, 30))
    noise = cv2.resize(rng.random((cells, cells)).astype(np.float32), (CROP_PX, CROP_PX), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.3:
        y, x = np.mgrid[:CROP_PX, :CROP_PX]
        noise = (np.sin((x * rng.uniform(-1, 1) + y * rng.uniform(-1, 1)) * rng.uniform(0.3, 1.2)) + 1) / 2
    strength = float(rng.uniform(0, 0.35))
    return np.asarray(np.clip(colour * (1 + strength * (2 * noise[..., None] - 1)), 0, 1), np.float32)
