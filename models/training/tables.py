"""Table tops for training scenes: painted surfaces and crops of real photographs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Surface = npt.NDArray[np.float32]
SIZE = 512
PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"


def clouds(rng: np.random.Generator, scale: float, octaves: int = 4, stretch: tuple[float, float] = (1, 1)) -> Surface:
    """Fractal noise (SIZE, SIZE) in 0..1; `scale` is the number of blobs across."""
    total = np.zeros((SIZE, SIZE), np.float32)
    for octave in range(octaves):
        cells = scale * 2**octave
        shape = (max(2, int(cells * stretch[1])), max(2, int(cells * stretch[0])))
        if max(shape) > SIZE:
            break
        layer = rng.random(shape, dtype=np.float32)
        total += cv2.resize(layer, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC) * 0.55**octave
    low, high = total.min(), total.max()
    return (total - low) / (high - low + 1e-6)


def colour(rng: np.random.Generator, low: float = 0.05, high: float = 0.9) -> npt.NDArray[np.float32]:
    """A random BGR colour, rather dull than bright, as furniture and cloth are."""
    hues = [rng.integers(0, 180), int(255 * rng.beta(1.3, 2.2)), int(255 * rng.uniform(low, high))]
    hsv = np.array([[hues]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255


def _mix(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32], t: Surface) -> Surface:
    return a * (1 - t[..., None]) + b * t[..., None]


def plain(rng: np.random.Generator) -> Surface:
    base = colour(rng) if rng.random() < 0.6 else np.full(3, rng.choice([0.03, 0.85, 0.95]), np.float32)
    return base * (1 + rng.uniform(0, 0.15) * (clouds(rng, rng.uniform(2, 60)) - 0.5))[..., None]


def wood(rng: np.random.Generator) -> Surface:
    hue = np.array([0.18, 0.36, 0.6], np.float32) * rng.uniform(0.35, 1.35, 3).astype(np.float32)
    warp = clouds(rng, 3, 3, (1, rng.uniform(0.2, 0.6)))
    x = np.linspace(0, rng.uniform(4, 25), SIZE, dtype=np.float32)[None, :]
    rings = 0.5 + 0.5 * np.sin((x + warp * rng.uniform(1, 6)) * 2 * np.pi)
    grain = clouds(rng, 90, 2, (1, 0.03))
    surface = _mix(hue * rng.uniform(0.5, 0.95), hue, np.clip(0.5 * rings + 0.5 * grain, 0, 1))
    if rng.random() < 0.5:
        boards = np.arange(SIZE) % int(rng.integers(60, 200)) < 2
        surface[:, boards] *= 0.4
    return surface


def cloth(rng: np.random.Generator) -> Surface:
    period = int(rng.integers(2, 7))
    y, x = np.mgrid[:SIZE, :SIZE]
    weave = (((x // period) + (y // period)) % 2).astype(np.float32)
    base = colour(rng)
    folds = 0.75 + 0.5 * clouds(rng, rng.uniform(1, 4), 2)
    return base * ((1 - rng.uniform(0.05, 0.3) * weave) * folds)[..., None]


def stripes(rng: np.random.Generator) -> Surface:
    period = int(rng.integers(8, 90))
    share = rng.uniform(0.2, 0.7)
    bars = ((np.arange(SIZE) % period) < share * period).astype(np.float32)[None, :].repeat(SIZE, 0)
    return _mix(colour(rng), colour(rng), bars) * (0.9 + 0.2 * clouds(rng, 80, 2))[..., None]


def gingham(rng: np.random.Generator) -> Surface:
    period = int(rng.integers(8, 80))
    bars = ((np.arange(SIZE) % period) < period / 2).astype(np.float32)
    return _mix(np.full(3, 0.92, np.float32), colour(rng), (bars[None, :] + bars[:, None]) / 2)


def chequer(rng: np.random.Generator) -> Surface:
    period = int(rng.integers(16, 120))
    y, x = np.mgrid[:SIZE, :SIZE] // period
    return _mix(colour(rng), colour(rng), ((x + y) % 2).astype(np.float32)) * (0.9 + 0.2 * clouds(rng, 30))[..., None]


def tiles(rng: np.random.Generator) -> Surface:
    period, joint = int(rng.integers(30, 170)), int(rng.integers(1, 6))
    lines = (np.arange(SIZE) % period) < joint
    joints = np.maximum(lines[None, :], lines[:, None]).astype(np.float32)
    shade = rng.uniform(0.85, 1.1, (SIZE // period + 1, SIZE // period + 1)).astype(np.float32)
    per_tile = shade[np.ix_(np.arange(SIZE) // period, np.arange(SIZE) // period)]
    body = colour(rng) * (per_tile * (0.85 + 0.3 * clouds(rng, 8)))[..., None]
    return _mix(np.zeros(3, np.float32), colour(rng), joints) * joints[..., None] + body * (1 - joints[..., None])


def marble(rng: np.random.Generator) -> Surface:
    veins = np.abs(clouds(rng, 4, 5) - 0.5) * rng.uniform(3, 9)
    return _mix(colour(rng), colour(rng, 0.4, 1.0), np.clip(veins, 0, 1))


def carpet(rng: np.random.Generator) -> Surface:
    noise = rng.random((SIZE, SIZE), dtype=np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.6, 2.5))
    noise = (noise - noise.mean()) / (noise.std() + 1e-6)
    base = _mix(colour(rng), colour(rng), (clouds(rng, rng.uniform(2, 20)) > 0.5).astype(np.float32))
    return base * (1 + 0.25 * noise)[..., None]


def print_matter(rng: np.random.Generator) -> Surface:
    """Newspaper-like lines of marks, or a busy patchwork of coloured scraps."""
    surface = np.full((SIZE, SIZE, 3), rng.uniform(0.75, 0.95), np.float32)
    if rng.random() < 0.5:
        line = int(rng.integers(6, 18))
        for y in range(line, SIZE, line):
            for x in np.cumsum(rng.integers(3, 30, 60)):
                cv2.line(surface, (int(x), y), (int(x) + int(rng.integers(2, 20)), y), (0.15,) * 3, max(1, line // 4))
        return surface
    for _ in range(int(rng.integers(20, 120))):
        centre = tuple(int(v) for v in rng.integers(0, SIZE, 2))
        box = (centre, tuple(float(v) for v in rng.uniform(10, 140, 2)), float(rng.uniform(0, 90)))
        corners = cv2.boxPoints(box).astype(np.int32)
        cv2.fillConvexPoly(surface, corners, tuple(float(v) for v in colour(rng)))
    return surface


@lru_cache(maxsize=1)
def training_photos() -> tuple[tuple[Image, ...], ...]:
    """The photographs of `split.csv` that serve training, reduced, by folder; none where the folder is absent."""
    split = PHOTOS / "split.csv"
    if not split.exists():
        return ()
    names = [line.split(",")[0] for line in split.read_text().splitlines() if line.endswith(",train")]
    folders = sorted({name.split("/")[0] for name in names})
    return tuple(tuple(_reduced(name) for name in names if name.startswith(folder)) for folder in folders)


def _reduced(name: str) -> Image:
    return cv2.resize(cv2.imread(str(PHOTOS / name)), None, fx=0.65, fy=0.65, interpolation=cv2.INTER_AREA)


def any_photo(rng: np.random.Generator) -> Image | None:
    """A training photograph, each folder as likely as the others; None without any."""
    folders = training_photos()
    if not folders:
        return None
    folder = folders[int(rng.integers(len(folders)))]
    return folder[int(rng.integers(len(folder)))]


Image = npt.NDArray[np.uint8]


def photograph(rng: np.random.Generator, width: int, height: int) -> Surface | None:
    """A turned, mirrored, scaled crop (height, width, 3) of a training photograph, or None without any."""
    picture = any_photo(rng)
    if picture is None:
        return None
    picture = np.rot90(picture, int(rng.integers(4)))
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
    zoom = max(width / picture.shape[1], height / picture.shape[0]) * rng.uniform(1.0, 1.4)
    picture = cv2.resize(np.ascontiguousarray(picture), None, fx=zoom, fy=zoom)
    y = int(rng.integers(picture.shape[0] - height + 1))
    x = int(rng.integers(picture.shape[1] - width + 1))
    return picture[y : y + height, x : x + width].astype(np.float32) / 255


PAINTERS: tuple[Callable[[np.random.Generator], Surface], ...] = (
    plain,
    wood,
    cloth,
    stripes,
    gingham,
    chequer,
    tiles,
    marble,
    carpet,
    print_matter,
    plain,
    wood,
    cloth,
)


def table(rng: np.random.Generator, table_to_photo: npt.NDArray[np.float64], width: int, height: int) -> Surface:
    """A table top as the camera sees it, (height, width, 3) in 0..1."""
    if rng.random() < 0.4:
        real = photograph(rng, width, height)
        if real is not None:
            return real
    return painted(rng, table_to_photo, width, height)


def painted(rng: np.random.Generator, table_to_photo: npt.NDArray[np.float64], width: int, height: int) -> Surface:
    """A painted table top as the camera sees it, (height, width, 3) in 0..1."""
    surface = PAINTERS[int(rng.integers(len(PAINTERS)))](rng)
    mm_per_px = rng.uniform(0.35, 2.2)
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle) * mm_per_px, np.sin(angle) * mm_per_px
    surface_to_table = np.array([[c, -s, rng.uniform(-500, 500)], [s, c, rng.uniform(-500, 500)], [0, 0, 1.0]])
    return cv2.warpPerspective(
        surface.astype(np.float32),
        table_to_photo @ surface_to_table,
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )
