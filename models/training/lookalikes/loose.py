"""Single things that players lay in rows: cards and tiles of other games, coasters, photo prints, notes."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.camera import Image
from models.training.lookalikes.ink import (
    PX,
    Draw,
    Ink,
    Rng,
    frame,
    ground,
    ink,
    motif,
    picture_of,
    rounded,
    sheet,
    write,
)

DARK: Ink = (25, 22, 22, 255)


def playing_cards(rng: Rng) -> Draw:
    """Faces with two columns of pips, a court picture now and then, or backs; 62:88."""
    corner, ivory = rng.uniform(0, 0.1), int(rng.integers(225, 256))
    back, backs = _back(rng, 136, PX), rng.random() < 0.2

    def draw(_row: int, _col: int) -> Image:
        if backs or rng.random() < 0.15:
            return rounded(back.copy(), corner)
        card = sheet((ivory - 8, ivory - 3, ivory, 255), 136, PX)
        tone: Ink = (40, 30, 205, 255) if rng.random() < 0.5 else DARK
        if rng.random() < 0.25:
            card[22:114, 19:77] = picture_of(rng, 92, 58) if rng.random() < 0.3 else _patchwork(rng, 92, 58)
        else:
            for y in np.linspace(26, 110, int(rng.integers(1, 6))):
                for x in (32, 64) if rng.random() < 0.8 else (48,):
                    motif(rng, card, (x, float(y)), 8, tone)
        write(card, str(rng.choice(list("A23456789JQK"))), (12, 14), 15, tone)
        write(card, str(rng.choice(list("A23456789JQK"))), (84, 122), 15, tone)
        return rounded(card, corner)

    return draw


def _patchwork(rng: Rng, height: int, width: int) -> Image:
    picture = sheet(ink(rng), height, width)
    small = rng.integers(0, 256, (6, 4, 3), dtype=np.uint8)
    picture[..., :3] = cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST)
    return picture


def _back(rng: Rng, height: int, width: int) -> Image:
    """A card's back: a lattice, rings or a pattern that is the same upside down."""
    picture, tone = sheet(ink(rng, 40, 230), height, width), ink(rng)
    step = int(rng.integers(6, 20))
    kind = int(rng.integers(3))
    if kind == 0:
        for shift in range(-height, width + height, step):
            cv2.line(picture, (shift, 0), (shift + height, height), tone, 1, cv2.LINE_AA)
            cv2.line(picture, (shift, height), (shift + height, 0), tone, 1, cv2.LINE_AA)
    elif kind == 1:
        for radius in range(step, width, step):
            cv2.circle(picture, (width // 2, height // 2), radius, tone, max(1, step // 4), cv2.LINE_AA)
    else:
        for _ in range(5):
            motif(rng, picture, rng.uniform(0.1, 0.9, 2) * (width, height / 2), step, ink(rng))
        picture[height // 2 :] = picture[: height - height // 2][::-1, ::-1]
    frame(picture, int(rng.integers(0, 9)), (240, 244, 245, 255))
    return picture


def game_backs(rng: Rng) -> Draw:
    """Square cards face down, all alike."""
    back, corner = _back(rng, PX, PX), rng.uniform(0, 0.12)
    return lambda _row, _col: rounded(back.copy(), corner)


def picture_cards(rng: Rng) -> Draw:
    """Memory cards and cards of other games: one motif or photograph, with or without a frame and a title."""
    tone, border, corner = ink(rng, 120), int(rng.integers(0, 12)), rng.uniform(0, 0.15)
    edge = ink(rng, 200, 256, 0.2) if rng.random() < 0.6 else ink(rng)
    photos, titled, many = rng.random() < 0.3, rng.random() < 0.25, rng.random() < 0.5

    def draw(_row: int, _col: int) -> Image:
        card = picture_of(rng, PX, PX) if photos else ground(rng, ink(rng, 60) if many else tone)
        if not photos:
            motif(rng, card, PX * rng.uniform(0.42, 0.58, 2), PX * rng.uniform(0.18, 0.42), ink(rng))
        if titled:
            cv2.rectangle(card, (0, 74), (PX, PX), edge, -1)
            write(card, "".join(chr(int(v)) for v in rng.integers(65, 91, 5)), (48, 83), 10, DARK)
        frame(card, border, edge)
        return rounded(card, corner)

    return draw


def photo_prints(rng: Rng) -> Draw:
    """Prints with a white margin, at times an instant picture's broad foot; painted where photographs lack."""
    margin, foot = int(rng.integers(0, 10)), int(rng.integers(0, 24))

    def draw(_row: int, _col: int) -> Image:
        card = sheet((244, 246, 246, 255))
        high, wide = PX - 2 * margin - foot, PX - 2 * margin
        card[margin : margin + high, margin : margin + wide] = picture_of(rng, high, wide)
        return card

    return draw


def letter_tiles(rng: Rng) -> Draw:
    """Wooden or plastic letters with a small value."""
    wood: Ink = (int(rng.integers(110, 190)), int(rng.integers(160, 220)), int(rng.integers(195, 250)), 255)
    body, mark = (wood, DARK) if rng.random() < 0.7 else (ink(rng), ink(rng))
    corner = rng.uniform(0, 0.14)

    def draw(_row: int, _col: int) -> Image:
        tile = ground(rng, body)
        if rng.random() < 0.93:
            write(tile, chr(int(rng.integers(65, 91))), (44, 46), rng.uniform(45, 58), mark)
            write(tile, str(int(rng.integers(1, 11))), (78, 79), 17, mark)
        return rounded(tile, corner)

    return draw


def dominoes(rng: Rng) -> Draw:
    """Two halves with pips; 1:2."""
    dark = rng.random() < 0.4
    body, mark = (ink(rng, 15, 70), ink(rng, 215, 256, 0.2)) if dark else (ink(rng, 205, 256, 0.2), ink(rng, 10, 120))

    def draw(_row: int, _col: int) -> Image:
        stone = ground(rng, body, 2 * PX, PX)
        cv2.line(stone, (10, PX), (PX - 10, PX), mark, 4)
        for top in (0, PX):
            spots = rng.permutation(9)[: int(rng.integers(0, 7))]
            for spot in spots:
                cv2.circle(stone, (24 * (int(spot) % 3 + 1), top + 24 * (int(spot) // 3 + 1)), 8, mark, -1, cv2.LINE_AA)
        return rounded(stone, 0.08)

    return draw


def coasters(rng: Rng) -> Draw:
    """Cork, slate or printed squares, some with the ring of a glass."""
    tone, pattern, corner = ink(rng, 40, 220, 0.3), ink(rng), rng.uniform(0, 0.3)
    kind = int(rng.integers(4))

    def draw(_row: int, _col: int) -> Image:
        mat = ground(rng, tone)
        if kind == 1:
            cv2.circle(mat, (48, 48), int(rng.integers(25, 44)), pattern, int(rng.integers(1, 8)), cv2.LINE_AA)
        elif kind == 2:
            for step in range(0, PX, 12):
                cv2.line(mat, (0, step), (PX, step), pattern, 4)
        elif kind == 3:
            motif(rng, mat, (48.0, 48.0), 36, pattern)
        return rounded(mat, corner)

    return draw


def sticky_notes(rng: Rng) -> Draw:
    """Loud paper with some handwriting."""
    tones = [ink(rng, 200, 256, 0.9) for _ in range(int(rng.integers(1, 5)))]

    def draw(_row: int, _col: int) -> Image:
        note = ground(rng, tones[int(rng.integers(len(tones)))])
        for y in np.arange(18, 84, rng.uniform(11, 20)) if rng.random() < 0.7 else []:
            x = np.linspace(10, rng.uniform(40, 86), 24)
            line = np.column_stack([x, y + rng.normal(0, 2.5, 24)]).astype(np.int32)
            cv2.polylines(note, [line], False, (90, 50, 40, 255), 1, cv2.LINE_AA)
        return note

    return draw


def split_squares(rng: Rng) -> Draw:
    """Squares in parts with STRAIGHT borders: halves, right triangles, quarters, bands; at times a motif in each."""
    kind, tones = int(rng.integers(6)), [ink(rng, 30) for _ in range(int(rng.integers(2, 7)))]
    filled, border, edge = rng.random() < 0.5, int(rng.integers(0, 9)), ink(rng, 150, 256, 0.3)
    line, corner = int(rng.integers(0, 5)), rng.uniform(0, 0.1)

    def draw(_row: int, _col: int) -> Image:
        one, two, seam = (ground(rng, tones[int(v)]) for v in rng.integers(0, len(tones), 3))
        if filled:
            motif(rng, one, (66.0, 30.0), rng.uniform(10, 22), ink(rng), jewels=False)
            motif(rng, two, (30.0, 66.0), rng.uniform(10, 22), ink(rng), jewels=False)
        mask, along = _parts(kind)
        card = np.where(mask[..., None] > 0, two, one).astype(np.uint8)
        if line:
            card[cv2.dilate(along, np.ones((line, line), np.uint8)) > 0] = seam[0, 0]
        card = np.rot90(card, int(rng.integers(4))).copy()
        frame(card, border, edge)
        return rounded(card, corner)

    return draw


def _parts(kind: int) -> tuple[Image, Image]:
    """Which part a pixel belongs to, and the border between the parts."""
    y, x = np.mgrid[:PX, :PX]
    fields = (x < y, x < y, y > PX // 2, (x > PX // 2) ^ (y > PX // 2), np.abs(x - y) < 24, np.abs(y - 48) < 18)
    mask = fields[kind].astype(np.uint8)
    return mask, np.asarray(cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8)


def road_tiles(rng: Rng) -> Draw:
    """Landscape tiles: roads or rivers from one edge's middle to another's, houses, woods."""
    land, road = ink(rng, 90, 220), ink(rng, 90, 256)
    width = int(rng.integers(5, 22))
    middles = np.array([(48, 0), (96, 48), (48, 96), (0, 48)], dtype=float)

    def draw(_row: int, _col: int) -> Image:
        tile = ground(rng, land)
        for _ in range(int(rng.integers(0, 3))):
            start, end = rng.permutation(4)[:2]
            t = np.linspace(0, 1, 24)[:, None]
            bend = np.array([48.0, 48.0]) + rng.normal(0, 6, 2)
            curve = (1 - t) ** 2 * middles[start] + 2 * t * (1 - t) * bend + t**2 * middles[end]
            cv2.polylines(tile, [np.rint(curve).astype(np.int32)], False, road, width, cv2.LINE_AA)
        for _ in range(int(rng.integers(0, 4))):
            motif(rng, tile, rng.uniform(12, 84, 2), rng.uniform(5, 18), ink(rng))
        return tile

    return draw
