"""Pictures of a source for people to look at: reduced, as JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.image import Bgr

LONG_PX = 960
QUALITY = 80


def reduced_jpeg(bgr: Bgr) -> bytes:
    """The picture with a long edge of at most LONG_PX."""
    height, width = bgr.shape[:2]
    scale = min(1.0, LONG_PX / max(height, width))
    if scale < 1:
        size = (max(round(width * scale), 1), max(round(height * scale), 1))
        bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    done, encoded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError(f"a picture of {width} x {height} pixels cannot be encoded")
    return encoded.tobytes()
