"""What else lies on a training table: loose cards, other games, paper, mugs, hands, and grids that are no display."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art import Deck
from models.training.camera import FloatArray, Image
from models.training.canvas import CARD_MM, Canvas, place
from models.training.tables import any_photo, colour


def _solid(bgr: npt.NDArray[np.float32], shape: tuple[int, int] = (48, 48)) -> Image:
    picture = np.full((*shape, 4), 255, np.uint8)
    picture[..., :3] = np.clip(bgr * 255, 0, 255)
    return picture


def playing_card(rng: np.random.Generator) -> Image:
    """A white card with pips or a court picture, 64×48."""
    picture = _solid(np.full(3, rng.uniform(0.85, 1.0), np.float32), (66, 48))
    ink = (30, 30, 190, 255) if rng.random() < 0.5 else (25, 25, 25, 255)
    if rng.random() < 0.25:
        picture[8:-8, 8:-8, :3] = rng.integers(0, 255, (5, 4, 3), dtype=np.uint8).repeat(10, 0).repeat(8, 1)
    for _ in range(int(rng.integers(1, 9))):
        cv2.circle(picture, tuple(int(v) for v in rng.integers(8, (40, 58))), 4, ink, -1)
    cv2.putText(picture, str(rng.integers(2, 10)), (3, 13), 0, 0.4, ink, 1)
    return picture


def picture_tile(rng: np.random.Generator) -> Image:
    """A square tile that is no Crystalla card: plain, icon, photo scrap, straight halves, quarters, rings."""
    kind = int(rng.integers(7))
    picture = _solid(colour(rng, 0.2, 1.0), (64, 64))
    ink = tuple(int(v) for v in colour(rng) * 255) + (255,)
    if kind == 1:
        cv2.circle(picture, (32, 32), int(rng.integers(8, 28)), ink, -1)
    elif kind == 2 and (photo := any_photo(rng)) is not None:
        y, x = (int(rng.integers(s - 64)) for s in photo.shape[:2])
        picture[..., :3] = photo[y : y + 64, x : x + 64]
    elif kind == 3:
        picture[:, 32:, :3] = ink[:3]
    elif kind == 4:
        picture[:32, :32, :3] = ink[:3]
        picture[32:, 32:, :3] = ink[:3]
    elif kind == 5:
        for radius in range(28, 4, -8):
            cv2.circle(picture, (32, 32), radius, tuple(int(v) for v in rng.integers(0, 255, 3)) + (255,), -1)
    elif kind == 6:
        cv2.putText(picture, chr(int(rng.integers(65, 91))), (14, 50), 0, 1.6, ink, 5)
    if rng.random() < 0.4:
        cv2.rectangle(picture, (0, 0), (63, 63), (240, 240, 240, 255), int(rng.integers(2, 8)))
    return picture


def _anywhere(rng: np.random.Generator, side: float, reach: float = 420.0) -> FloatArray:
    return place(rng.uniform(-reach, reach, 2), rng.uniform(0, 2 * np.pi), side)


def under(rng: np.random.Generator, canvas: Canvas, deck: Deck, other: Deck) -> None:
    """Things around and beneath the display; the display is drawn over them."""
    from models.training.scene import lay_card

    if rng.random() < 0.3:
        _sheet(rng, canvas)
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.5 else 0):
        pose = _anywhere(rng, CARD_MM)
        if rng.random() < 0.6:
            lay_card(rng, canvas, deck, pose, np.arange(7), 0.0, gloss=0.0, main=False)
        else:
            _lay_decoy(canvas, pose, deck.back())
    for _ in range(int(rng.integers(0, 6)) if rng.random() < 0.35 else 0):
        pose = _anywhere(rng, 1.0)
        _lay_decoy(canvas, pose @ np.diag([62, 88, 1.0]), playing_card(rng))
    if rng.random() < 0.1:
        _lay_decoy(canvas, _anywhere(rng, CARD_MM), other.back())
    for _ in range(int(rng.integers(1, 9)) if rng.random() < 0.4 else 0):
        _token(rng, canvas)


def _lay_decoy(canvas: Canvas, pose: FloatArray, texture: Image) -> None:
    canvas.lay(pose, texture, thickness_mm=0.4, gloss=0.0)
    quad = canvas.project(pose)
    cv2.fillPoly(canvas.labels, [np.round(quad).astype(np.int32)], 0)
    if canvas.inside(pose):
        canvas.decoys.append(quad)


def _sheet(rng: np.random.Generator, canvas: Canvas) -> None:
    """A score pad: white paper with a printed table."""
    picture = _solid(np.full(3, rng.uniform(0.8, 1.0), np.float32), (120, 90))
    for y in range(10, 115, int(rng.integers(8, 16))):
        cv2.line(picture, (6, y), (84, y), (120, 110, 100, 255), 1)
    for x in (6, 30, 48, 66, 84):
        cv2.line(picture, (x, 10), (x, 112), (120, 110, 100, 255), 1)
    pose = place(rng.uniform(-380, 380, 2), rng.uniform(0, 6.3), 1.0) @ np.diag([105, 148, 1.0])
    canvas.lay(pose, picture, thickness_mm=0.3, gloss=0.0)


def _token(rng: np.random.Generator, canvas: Canvas) -> None:
    """A cube, disc, die or coin."""
    picture = np.zeros((32, 32, 4), np.uint8)
    tone = tuple(int(v) for v in colour(rng, 0.2, 1.0) * 255) + (255,)
    if rng.random() < 0.5:
        cv2.circle(picture, (16, 16), 15, tone, -1)
        cv2.circle(picture, (13, 12), 5, tuple(min(255, v + 40) for v in tone), -1)
    else:
        picture[:] = tone
        cv2.circle(picture, (16, 16), 4, (250, 250, 250, 255), -1)
    canvas.lay(_anywhere(rng, rng.uniform(10, 26)), picture, thickness_mm=rng.uniform(1, 10), gloss=0.0)


def over(rng: np.random.Generator, canvas: Canvas) -> None:
    """Things above the display: now and then a finger or arm, a pencil, a token, a mug at the side."""
    if rng.random() < 0.16:
        _arm(rng, canvas)
    if rng.random() < 0.12:
        _mug(rng, canvas)
    if rng.random() < 0.10:
        _bar(rng, canvas)


def _paint(rng: np.random.Generator, canvas: Canvas, polygon: FloatArray, tone: npt.NDArray[np.float32]) -> None:
    mask = np.zeros(canvas.labels.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    shade = cv2.GaussianBlur(mask, (0, 0), 9).astype(np.float32)[..., None] / 255
    canvas.light *= 1 - 0.35 * shade
    body = tone * (0.6 + 0.5 * shade)
    canvas.light[:] = canvas.light * (1 - soft) + body * soft
    canvas.blank(polygon)


def _arm(rng: np.random.Generator, canvas: Canvas) -> None:
    height, width = canvas.labels.shape
    edge = rng.uniform(0, 2 * np.pi)
    start = np.array([width, height]) * (0.5 + 0.75 * np.array([np.cos(edge), np.sin(edge)]))
    tip = start + (np.array([width, height]) / 2 - start) * rng.uniform(0.3, 0.85)
    along = (tip - start) / np.linalg.norm(tip - start)
    across = np.array([-along[1], along[0]]) * rng.uniform(0.03, 0.08) * width
    skin = np.array([0.45, 0.6, 0.85], np.float32) * rng.uniform(0.25, 1.1)
    sleeve = skin if rng.random() < 0.5 else colour(rng)
    _paint(rng, canvas, np.array([start - across, tip - across, tip + across, start + across]), sleeve)
    for k in np.linspace(-0.8, 0.8, int(rng.integers(1, 6))):
        root = tip + across * k
        end = root + (along + 0.5 * k * across / np.linalg.norm(across)) * rng.uniform(0.04, 0.14) * width
        thin = across * 0.17
        _paint(rng, canvas, np.array([root - thin, end - thin, end + along * 6, end + thin, root + thin]), skin)


def _mug(rng: np.random.Generator, canvas: Canvas) -> None:
    height, width = canvas.labels.shape
    centre = rng.uniform(0, 1, 2) * (width, height)
    radius = rng.uniform(0.04, 0.14) * width
    angles = np.linspace(0, 2 * np.pi, 28)
    ring = np.column_stack([np.cos(angles), np.sin(angles) * rng.uniform(0.6, 1)])
    _paint(rng, canvas, centre + radius * ring, colour(rng, 0.2, 1.0))
    _paint(rng, canvas, centre + 0.8 * radius * ring, colour(rng, 0.0, 0.3))


def _bar(rng: np.random.Generator, canvas: Canvas) -> None:
    height, width = canvas.labels.shape
    a, b = rng.uniform(0, 1, (2, 2)) * (width, height)
    along = (b - a) / (np.linalg.norm(b - a) + 1)
    across = np.array([-along[1], along[0]]) * rng.uniform(3, 9)
    _paint(rng, canvas, np.array([a - across, b - across, b + along * 12, b + across, a + across]), colour(rng))


def decoy_grid(rng: np.random.Generator, canvas: Canvas, deck: Deck, turn: FloatArray, gap: float) -> None:
    """A grid that is no display: tiles, playing cards, backs; or one or two lone cards."""
    from models.training.scene import lay_card

    kind = int(rng.integers(4))
    if kind == 3:
        for index in range(int(rng.integers(0, 3))):
            pose = turn @ place(np.array([index * (CARD_MM + gap), 0.0]), rng.normal(0, 0.02), CARD_MM)
            lay_card(rng, canvas, deck, pose, np.arange(7), 0.1, gloss=0.0, main=False)
        return
    one = deck.back() if kind == 0 else picture_tile(rng)
    width, height = (62.0, 88.0) if kind == 2 else (CARD_MM, CARD_MM)
    columns, rows = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    for row in range(rows):
        for col in range(columns):
            centre = np.array([(col - columns / 2) * (width + gap), (row - rows / 2) * (height + gap)])
            pose = turn @ place(centre, rng.normal(0, 0.01), 1.0) @ np.diag([width, height, 1.0])
            texture = playing_card(rng) if kind == 2 else one if rng.random() < 0.5 else picture_tile(rng)
            _lay_decoy(canvas, pose, texture)
