"""Write the pictures of our own deck that segments are compared with: `python -m models.training.reference_print`."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.sheets.crystalla import face_png
from models.training.reference import decode_png
from rules.crystalla.vocabulary import Crystal
from vision.crystalla.crop import CARD_PX, CORNERS_PX, CROP_PX, Image
from vision.crystalla.prints import SPRITE

MODELS = Path(__file__).resolve().parents[1]


def sprite() -> Image:
    """A crop of a card for each crystal, both segments showing it, side by side: (CROP_PX, 7 CROP_PX, 3)."""
    return np.hstack([_crop(decode_png(face_png(crystal, crystal, 8 * CARD_PX))) for crystal in Crystal])


def _crop(face: Image) -> Image:
    edge = int(CORNERS_PX.min())
    card = cv2.resize(face[..., :3], (CARD_PX, CARD_PX), interpolation=cv2.INTER_AREA)
    sides = (edge, CROP_PX - CARD_PX - edge) * 2
    return np.asarray(cv2.copyMakeBorder(card, *sides, cv2.BORDER_REPLICATE), np.uint8)


def main() -> None:
    """Writes the sprite into `models`."""
    if not cv2.imwrite(str(MODELS / SPRITE), sprite()):
        raise OSError(f"{MODELS / SPRITE} cannot be written")


if __name__ == "__main__":
    main()
