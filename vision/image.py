"""A photo file becomes one upright picture, decoded once and no larger than reading needs."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import ImageError, Reason
from vision.headers import Header, Kind, kind_of, read_header

Bgr = npt.NDArray[np.uint8]
Pixels = npt.NDArray[Any]

MIN_LONG_SIDE_PX = 1600
"""Reading gains nothing from more: the picture is reduced by 2, 4 or 8 while its long side stays above this."""
MAX_BYTES = 128 * 1024 * 1024
MAX_STREAMED_PIXELS = 220_000_000
"""Largest baseline JPEG: the 200-megapixel photos of phones, which reduced decoding never holds whole."""
MAX_WHOLE_PIXELS = 80_000_000
"""Largest picture of a kind that must be decoded whole (240 MB)."""
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo: `bgr` of shape (h, w, 3), uint8, `scale` times as large as the file's `full_size`."""

    bgr: Bgr
    full_size: tuple[int, int]
    """(width, height) in pixels of the whole picture, upright."""
    scale: float
    decode_ms: float

    @classmethod
    def from_array(cls, bgr: Bgr) -> Photo:
        """A photo that is already upright pixels, of shape (h, w, 3)."""
        return cls(bgr, (bgr.shape[1], bgr.shape[0]), 1.0, 0.0)


def load_photo(
    source: Path | bytes,
    *,
    min_long_side_px: int = MIN_LONG_SIDE_PX,
    max_pixels: int | None = None,
) -> Photo:
    """Decode a JPEG, PNG, WebP or HEIC file or its bytes, upright, reduced while its long side stays long enough.

    `max_pixels` lowers the limits on the picture's full size. Raises ImageError with one sentence for everything
    that cannot be read; a size over the limit is refused from the header, before any pixel is decoded.
    """
    start = time.perf_counter()
    data = source if isinstance(source, bytes) else _read_file(source)
    kind = kind_of(data)
    if kind is Kind.HEIC:
        header, bgr, factor = _decode_heic(data, min_long_side_px, max_pixels)
    else:
        header = read_header(kind, data)
        _check_size(header, max_pixels)
        if not header.whole:
            raise ImageError(Reason.CUT_OFF, kind=kind)
        factor = _reduction(header, min_long_side_px)
        bgr = _turned(_decode(data, header, factor), header.orientation)
    return Photo(bgr, header.upright_size, 1 / factor, (time.perf_counter() - start) * 1000)


def _read_file(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise ImageError(Reason.FOLDER)
        if path.exists() and not path.is_file():
            raise ImageError(Reason.NOT_REGULAR)
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ImageError(Reason.TOO_MANY_BYTES, size=round(size / 1e6), limit=round(MAX_BYTES / 1e6))
        return path.read_bytes()
    except FileNotFoundError:
        raise ImageError(Reason.NO_FILE) from None
    except PermissionError:
        raise ImageError(Reason.FORBIDDEN) from None
    except (OSError, ValueError) as error:
        raise ImageError(Reason.UNREADABLE, problem=getattr(error, "strerror", None) or error) from None


def _check_size(header: Header, max_pixels: int | None) -> None:
    limit = MAX_STREAMED_PIXELS if header.streamed else MAX_WHOLE_PIXELS
    limit = limit if max_pixels is None else min(limit, max_pixels)
    if header.width_px * header.height_px > limit:
        raise ImageError(
            Reason.TOO_MANY_PIXELS,
            kind=header.kind,
            width=header.width_px,
            height=header.height_px,
            limit=round(limit / 1e6),
        )


def _reduction(header: Header, min_long_side_px: int) -> int:
    long_side = max(header.width_px, header.height_px)
    return max(factor for factor in REDUCED if factor == 1 or long_side >= factor * min_long_side_px)


def _decode(data: bytes, header: Header, factor: int) -> Bgr:
    """Pixels as stored, turned by nobody: OpenCV's own Exif handling differs by format and version."""
    from_decoder = factor if header.kind is Kind.JPEG else 1
    flags = cv2.IMREAD_UNCHANGED if header.alpha else REDUCED[from_decoder] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise ImageError(Reason.DAMAGED, kind=header.kind)
    reduced = _shrunk(np.asarray(pixels), factor // from_decoder)
    return _over_white(reduced) if header.alpha else np.asarray(reduced, dtype=np.uint8)


def _decode_heic(data: bytes, min_long_side_px: int, max_pixels: int | None) -> tuple[Header, Bgr, int]:
    """libheif itself applies the turns of a HEIC file; its Exif orientation must not be applied again."""
    import pillow_heif  # only here: it costs 70 ms that no other format needs

    try:
        heif = pillow_heif.open_heif(data, convert_hdr_to_8bit=True)
        header = Header(Kind.HEIC, *heif.size)
        _check_size(header, max_pixels)
        pixels = np.asarray(heif.to_pillow().convert("RGB"))
    except (ValueError, RuntimeError, OSError, SyntaxError, EOFError):
        raise ImageError(Reason.HEIC_DAMAGED) from None
    factor = _reduction(header, min_long_side_px)
    bgr = cv2.cvtColor(_shrunk(pixels, factor), cv2.COLOR_RGB2BGR)
    return header, np.asarray(bgr, dtype=np.uint8), factor


def _shrunk(pixels: Pixels, factor: int) -> Pixels:
    if factor == 1:
        return pixels
    height, width = pixels.shape[:2]
    size = (max(width // factor, 1), max(height // factor, 1))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))


def _over_white(pixels: Pixels) -> Bgr:
    """Lay a picture with alpha on white, as a viewer shows it; 16-bit samples become 8-bit."""
    eight_bit = np.asarray(pixels >> 8 if pixels.dtype == np.uint16 else pixels, dtype=np.uint8)
    if eight_bit.ndim == 2:
        return np.asarray(cv2.cvtColor(eight_bit, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if eight_bit.shape[2] == 3 or int(eight_bit[:, :, 3].min()) == 255:
        return np.ascontiguousarray(eight_bit[:, :, :3])
    alpha = eight_bit[:, :, 3:].astype(np.float32) / 255
    return np.asarray(np.rint(eight_bit[:, :, :3] * alpha + 255 * (1 - alpha)), dtype=np.uint8)


def _turned(bgr: Bgr, orientation: int) -> Bgr:
    """Make stored pixels upright: Exif 2.32, tag 0x0112, values 1 to 8."""
    if orientation >= 5:
        bgr = np.asarray(cv2.transpose(bgr), dtype=np.uint8)
    flip = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}.get(orientation)
    return bgr if flip is None else np.asarray(cv2.flip(bgr, flip), dtype=np.uint8)
