"""Photos of every kind become upright pictures, and everything else one clear sentence."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pillow_heif
import pytest
from PIL import Image, ImageOps

from vision.errors import ImageError
from vision.image import Photo, load_photo

pillow_heif.register_heif_opener()

RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 200, 30), (30, 30, 220), (220, 220, 30)


def corner_picture(width: int = 96, height: int = 64) -> Image.Image:
    """Red, green, blue and yellow quarters: clockwise from the top left."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (width // 2, height // 2, width, height))
    picture.paste(YELLOW, (0, height // 2, width // 2, height))
    return picture


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def stored_for(orientation: int, upright: Image.Image) -> Image.Image:
    """The picture that a camera stores so that `orientation` makes it upright again."""
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }.get(orientation)
    return upright if undo is None else upright.transpose(undo)


def exif_with(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


def quarters(photo: Photo) -> list[tuple[int, ...]]:
    """Mean RGB of the four quarters, clockwise from the top left."""
    h, w = photo.bgr.shape[:2]
    y, x = (
        (slice(h // 8, 3 * h // 8), slice(5 * h // 8, 7 * h // 8)),
        (slice(w // 8, 3 * w // 8), slice(5 * w // 8, 7 * w // 8)),
    )
    cuts = [photo.bgr[y[0], x[0]], photo.bgr[y[0], x[1]], photo.bgr[y[1], x[1]], photo.bgr[y[1], x[0]]]
    return [tuple(int(v) for v in cut.reshape(-1, 3).mean(axis=0)[::-1]) for cut in cuts]


def assert_upright(photo: Photo, tolerance: int = 12) -> None:
    np.testing.assert_allclose(quarters(photo), [RED, GREEN, BLUE, YELLOW], atol=tolerance)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_each_exif_turn_is_applied_once(kind: str, orientation: int) -> None:
    stored = stored_for(orientation, corner_picture())
    assert ImageOps.exif_transpose(_with_exif(stored, orientation)).tobytes() == corner_picture().tobytes()
    photo = load_photo(encoded(stored, kind, exif=exif_with(orientation), quality=95))
    assert photo.full_size == (96, 64)
    assert photo.bgr.shape == (64, 96, 3)
    assert_upright(photo)


def _with_exif(picture: Image.Image, orientation: int) -> Image.Image:
    return Image.open(io.BytesIO(encoded(picture, "PNG", exif=exif_with(orientation))))


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_heic_is_turned_once_whatever_its_exif_says(orientation: int) -> None:
    data = encoded(stored_for(orientation, corner_picture()), "HEIF", exif=exif_with(orientation).tobytes(), quality=95)
    photo = load_photo(data)
    assert photo.full_size == (96, 64)
    assert_upright(photo, tolerance=25)


def test_turned_photo_is_reduced_and_keeps_its_full_size() -> None:
    stored = stored_for(6, corner_picture(4000, 3000))
    photo = load_photo(encoded(stored, "JPEG", exif=exif_with(6)))
    assert (photo.full_size, photo.scale, photo.bgr.shape) == ((4000, 3000), 0.5, (1500, 2000, 3))
    assert_upright(photo)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize(("long_side", "reduced"), [(399, 399), (400, 200), (1601, 200)])
def test_long_side_stays_above_the_least(kind: str, long_side: int, reduced: int) -> None:
    photo = load_photo(encoded(corner_picture(long_side, long_side // 2), kind), min_long_side_px=200)
    assert photo.full_size[0] == long_side
    assert abs(max(photo.bgr.shape) - reduced) <= 1
    assert photo.scale == pytest.approx(reduced / long_side, rel=0.01)


def test_phone_photo_of_48_megapixels_is_read_reduced() -> None:
    photo = load_photo(encoded(corner_picture(8064, 6048), "JPEG"))
    assert (photo.full_size, photo.scale, photo.bgr.shape) == ((8064, 6048), 0.25, (1512, 2016, 3))


@pytest.mark.parametrize("mode", ["L", "P", "LA", "RGBA", "1"])
def test_every_png_mode_is_read(mode: str) -> None:
    picture = corner_picture().convert(mode)
    photo = load_photo(encoded(picture, "PNG"))
    np.testing.assert_allclose(photo.bgr[:, :, ::-1], np.asarray(picture.convert("RGB")), atol=1)


def test_transparency_shows_white() -> None:
    picture = corner_picture().convert("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 48, 32))
    assert quarters(load_photo(encoded(picture, "PNG")))[0] == (255, 255, 255)
    assert quarters(load_photo(encoded(picture, "WEBP", lossless=True)))[0] == (255, 255, 255)


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_16_bit_png_is_read(channels: int) -> None:
    samples: npt.NDArray[np.uint16] = np.full((40, 60, channels), 0x8000, np.uint16)
    if channels == 4:
        samples[:, :, 3] = 0xFFFF
    photo = load_photo(cv2.imencode(".png", samples)[1].tobytes())
    assert photo.bgr.dtype == np.uint8
    np.testing.assert_allclose(photo.bgr, 128, atol=1)


def test_cmyk_and_grey_jpeg_are_read() -> None:
    assert_upright(load_photo(encoded(corner_picture().convert("CMYK"), "JPEG", quality=95)), tolerance=40)
    grey = load_photo(encoded(corner_picture().convert("L"), "JPEG"))
    assert grey.bgr.shape == (64, 96, 3)


def test_progressive_jpeg_is_read() -> None:
    assert_upright(load_photo(encoded(corner_picture(), "JPEG", progressive=True, quality=95)))


def test_exif_after_the_pixels_of_a_png_counts() -> None:
    data = encoded(stored_for(6, corner_picture()), "PNG")
    chunk = b"eXIf" + exif_with(6).tobytes().removeprefix(b"Exif\x00\x00")
    late = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    assert_upright(load_photo(data[:-12] + late + data[-12:]))


def photo_like() -> Image.Image:
    noise = np.random.default_rng(7).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    return Image.fromarray(noise).resize((600, 400))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9, 0.999])
def test_cut_files_are_refused_in_one_sentence(kind: str, share: float) -> None:
    data = encoded(photo_like(), kind)
    with pytest.raises(ImageError) as refusal:
        load_photo(data[: int(len(data) * share)])
    assert "\n" not in refusal.value.reason
    assert "cut off" in refusal.value.reason or "no picture" in refusal.value.reason


def test_cut_jpeg_with_a_whole_thumbnail_is_still_cut() -> None:
    thumbnail = encoded(corner_picture(), "JPEG")
    app2 = b"\xff\xe2" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    data = encoded(photo_like(), "JPEG")
    with_thumbnail = data[:2] + app2 + data[2:]
    assert load_photo(with_thumbnail).full_size == (600, 400)
    with pytest.raises(ImageError, match="cut off"):
        load_photo(with_thumbnail[: len(with_thumbnail) - len(data) // 2])


def test_bytes_after_the_end_of_a_jpeg_do_no_harm() -> None:
    assert load_photo(encoded(photo_like(), "JPEG") + b"\x00maker notes").full_size == (600, 400)


@pytest.mark.parametrize("garbage", [b"hello", b"%PDF-1.7", b"GIF89a" + bytes(50), bytes(1000)])
def test_other_bytes_are_no_picture(garbage: bytes) -> None:
    with pytest.raises(ImageError, match="no picture that can be read: JPEG, PNG, WebP and HEIC are"):
        load_photo(garbage)


def test_empty_bytes_say_so() -> None:
    with pytest.raises(ImageError, match="the file is empty"):
        load_photo(b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_damaged_pixels_never_escape_as_another_error(kind: str) -> None:
    data = bytearray(encoded(photo_like(), kind))
    rng = np.random.default_rng(3)
    for _ in range(40):
        broken = bytearray(data)
        for at in rng.integers(4, len(broken), 12):
            broken[at] = int(rng.integers(0, 256))
        # Any other exception fails the test: much damage only changes pixels, the rest must be an ImageError.
        with contextlib.suppress(ImageError):
            assert load_photo(bytes(broken)).bgr.ndim == 3


def png_claiming(width: int, height: int) -> bytes:
    data = bytearray(encoded(corner_picture(), "PNG"))
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)


def jpeg_claiming(width: int, height: int) -> bytes:
    data = bytearray(encoded(corner_picture(), "JPEG"))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize("data", [png_claiming(60_000, 60_000), jpeg_claiming(60_000, 60_000)], ids=["png", "jpeg"])
def test_a_huge_claim_is_refused_before_decoding(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("the pixels were decoded"))
    with pytest.raises(ImageError, match=r"60000 x 60000 pixels, allowed are \d+ megapixels"):
        load_photo(data)


def test_a_bomb_of_flat_pixels_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("the pixels were decoded"))
    with pytest.raises(ImageError, match="allowed are 80 megapixels"):
        load_photo(encoded(Image.new("1", (20_000, 20_000)), "PNG"))


def test_a_progressive_jpeg_must_be_held_whole_and_so_has_the_lower_limit() -> None:
    data = bytearray(encoded(corner_picture(), "JPEG", progressive=True))
    frame = data.index(b"\xff\xc2")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 10_000, 10_000)
    with pytest.raises(ImageError, match="allowed are 80 megapixels"):
        load_photo(bytes(data))


def test_a_caller_may_lower_the_limit() -> None:
    data = encoded(corner_picture(), "JPEG")
    assert load_photo(data, max_pixels=96 * 64).full_size == (96, 64)
    with pytest.raises(ImageError, match="96 x 64 pixels"):
        load_photo(data, max_pixels=96 * 64 - 1)


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="folder"):
        load_photo(tmp_path)
    with pytest.raises(ImageError, match="no such file"):
        load_photo(tmp_path / "missing.jpg")
    with pytest.raises(ImageError, match="no such file|cannot be read"):
        load_photo(tmp_path / ("x" * 300))
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(ImageError, match="not a regular file"):
        load_photo(tmp_path / "pipe.jpg")


def test_an_unreadable_file_says_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(encoded(corner_picture(), "JPEG"))

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")  # chmod 0 does not stop root, which CI runs as

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(ImageError, match="permission denied"):
        load_photo(path)
