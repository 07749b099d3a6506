"""Size, kind, turn and wholeness of a picture file, read from its headers before any pixel is decoded.

Sources: JPEG ITU-T T.81 annex B, Exif 2.32 section 4.5, PNG (W3C, third edition) section 5, WebP container RFC 9649.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from vision.errors import ImageError, Reason

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"
HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
PROGRESSIVE_FRAMES = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
STANDALONE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})
ORIENTATION_TAG = 0x0112


@unique
class Kind(StrEnum):
    """The picture formats that are read."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    HEIC = "HEIC"


@dataclass(frozen=True, slots=True)
class Header:
    """Facts of a picture file: stored size in pixels before any turn, and the Exif orientation 1 to 8."""

    kind: Kind
    width_px: int
    height_px: int
    orientation: int = 1
    alpha: bool = False
    streamed: bool = False
    """True when a smaller picture can be decoded without holding the whole one in memory (baseline JPEG)."""
    whole: bool = True
    """False when the file ends before its picture does."""

    @property
    def upright_size(self) -> tuple[int, int]:
        """(width, height) in pixels once the Exif turn is applied."""
        return (self.height_px, self.width_px) if self.orientation >= 5 else (self.width_px, self.height_px)


def kind_of(data: bytes) -> Kind:
    """The format by its first bytes; raises ImageError for anything else, empty included."""
    if not data:
        raise ImageError(Reason.EMPTY)
    if data.startswith(b"\xff\xd8\xff"):
        return Kind.JPEG
    if data.startswith(PNG_MAGIC):
        return Kind.PNG
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Kind.WEBP
    if data[4:8] == b"ftyp" and data[8:12] in HEIF_BRANDS:
        return Kind.HEIC
    raise ImageError(Reason.NO_PICTURE)


def read_header(kind: Kind, data: bytes) -> Header:
    """Header of a JPEG, PNG or WebP file; raises ImageError when it is damaged or itself cut off."""
    readers = {Kind.JPEG: _jpeg_header, Kind.PNG: _png_header, Kind.WEBP: _webp_header}
    try:
        return readers[kind](data)
    except (struct.error, IndexError):
        raise ImageError(Reason.CUT_OFF, kind=kind) from None


def exif_orientation(exif: bytes) -> int:
    """Orientation 1 to 8 of an Exif block (a TIFF file, with or without `Exif` before it); 1 where none is told."""
    tiff = exif.removeprefix(b"Exif\x00\x00")
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        return _find_orientation(tiff, order)
    except struct.error:
        return 1


def _find_orientation(tiff: bytes, order: str) -> int:
    (directory,) = struct.unpack_from(order + "I", tiff, 4)
    (entries,) = struct.unpack_from(order + "H", tiff, directory)
    for index in range(entries):
        tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, directory + 2 + 12 * index)
        if tag == ORIENTATION_TAG:
            return int(value) if 1 <= value <= 8 else 1
    return 1


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """(marker, start of payload, end of payload) of each segment up to and with the first start of scan."""
    at = 2
    while True:
        at = data.find(b"\xff", at)
        if at < 0:
            raise IndexError("no further marker")
        while data[at] == 0xFF:
            at += 1
        marker = data[at]
        at += 1
        if marker in STANDALONE_MARKERS:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        yield marker, at + 2, at + length
        at += length
        if marker == 0xDA:
            return


def _jpeg_header(data: bytes) -> Header:
    size, progressive, orientation, scan = (0, 0), False, 1, len(data)
    for marker, start, end in _jpeg_segments(data):
        if marker in START_OF_FRAME:
            height, width = struct.unpack_from(">HH", data, start + 1)
            size, progressive = (width, height), marker in PROGRESSIVE_FRAMES
        elif marker == 0xE1 and data.startswith(b"Exif\x00\x00", start):
            orientation = exif_orientation(data[start:end])
        scan = end
    # Inside the scan 0xFF is always stuffed, so the end marker cannot occur by chance; thumbnails lie before it.
    whole = data.find(b"\xff\xd9", scan) >= 0
    return _checked(Header(Kind.JPEG, *size, orientation, streamed=not progressive, whole=whole))


def _png_header(data: bytes) -> Header:
    width, height, _, colour = struct.unpack_from(">IIBB", data, 16)
    orientation, alpha, whole, at = 1, colour in (4, 6), False, len(PNG_MAGIC)
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if name == b"eXIf":
            orientation = exif_orientation(data[at + 8 : at + 8 + length])
        alpha = alpha or name == b"tRNS"
        at += 12 + length
        if name == b"IEND":
            whole = at <= len(data)
            break
    return _checked(Header(Kind.PNG, width, height, orientation, alpha, whole=whole))


def _webp_header(data: bytes) -> Header:
    (riff_size,) = struct.unpack_from("<I", data, 4)
    size, alpha, orientation, at = (0, 0), False, 1, 12
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + length]
        if name == b"VP8X":
            size, alpha = _webp_canvas(body)
        elif name in (b"VP8 ", b"VP8L") and size == (0, 0):
            size, alpha = _webp_stream(name, body)
        elif name == b"EXIF":
            orientation = exif_orientation(body)
        at += 8 + length + length % 2
    return _checked(Header(Kind.WEBP, *size, orientation, alpha, whole=riff_size + 8 <= len(data)))


def _webp_canvas(body: bytes) -> tuple[tuple[int, int], bool]:
    width = int.from_bytes(body[4:7], "little") + 1
    height = int.from_bytes(body[7:10], "little") + 1
    return (width, height), bool(body[0] & 0x10)


def _webp_stream(name: bytes, body: bytes) -> tuple[tuple[int, int], bool]:
    if name == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 6)
        return (width & 0x3FFF, height & 0x3FFF), False
    (bits,) = struct.unpack_from("<I", body, 1)
    return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1), bool(bits >> 28 & 1)


def _checked(header: Header) -> Header:
    if header.width_px < 1 or header.height_px < 1:
        raise ImageError(Reason.NO_SIZE, kind=header.kind, width=header.width_px, height=header.height_px)
    return header
