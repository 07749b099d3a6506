"""Grids in one piece: floors, game boards, printed tables, sweets, cloth, windows, keys."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.camera import Image
from models.training.lookalikes.ink import (
    PX,
    Draw,
    Ink,
    Rng,
    bevel,
    frame,
    grained,
    ground,
    ink,
    motif,
    rounded,
    sheet,
    write,
)

DARK: Ink = (28, 26, 26, 255)


def floor(rng: Rng) -> Draw:
    """Stone, ceramic or wooden tiles, plain or two-toned, each a little other than its neighbour."""
    tones = [ink(rng, 40, 250, 0.3) for _ in range(int(rng.choice([1, 1, 2, 3])))]
    strength, blobs, shade = rng.uniform(2, 30), int(rng.integers(3, 24)), rng.uniform(0, 14)
    joint, grout = int(rng.integers(0, 7)), ink(rng, 40, 240, 0.2)

    def draw(row: int, col: int) -> Image:
        tile = grained(rng, sheet(tones[(row + col) % len(tones)]), strength, (blobs, blobs))
        tile[..., :3] = np.clip(tile[..., :3] + rng.normal(0, shade), 0, 255)
        frame(tile, joint, grout)
        return tile

    return draw


def ornament(rng: Rng) -> Draw:
    """Painted tiles with a pattern mirrored both ways, as on kitchen walls."""
    quarter, tones = sheet(ink(rng, 170, 256, 0.2), PX // 2, PX // 2), [ink(rng) for _ in range(3)]
    for _ in range(int(rng.integers(2, 6))):
        motif(rng, quarter, rng.uniform(0, 48, 2), rng.uniform(6, 24), tones[int(rng.integers(3))])
    half = np.hstack([quarter, quarter[:, ::-1]])
    whole = np.vstack([half, half[::-1]])
    frame(whole, int(rng.integers(0, 5)), ink(rng, 120, 256, 0.2))
    return lambda _row, _col: whole.copy()


def draughts(rng: Rng) -> Draw:
    """A chequered board with men, crowned or as seen from above."""
    light, dark = ink(rng, 150, 256, 0.3), ink(rng, 20, 140, 0.4)
    men, share = (ink(rng, 180, 256, 0.4), ink(rng, 10, 110, 0.4)), rng.uniform(0, 0.5)

    def draw(row: int, col: int) -> Image:
        cell = ground(rng, light if (row + col) % 2 else dark)
        if rng.random() < share:
            man, radius = men[int(rng.integers(2))], rng.uniform(22, 42)
            for ring, shift in ((1.0, 0), (0.75, 18), (0.45, -18)):
                b, g, r = (int(np.clip(v + shift, 0, 255)) for v in man[:3])
                cv2.circle(cell, (48, 48), int(ring * radius), (b, g, r, 255), -1, cv2.LINE_AA)
        return cell

    return draw


def chocolate(rng: Rng) -> Draw:
    """Raised pieces with a sunken field, brown, white or soap-coloured."""
    tone: Ink = (45, 65, 105, 255) if rng.random() < 0.5 else ink(rng, 40, 250, 0.4)
    width, strength, mark = int(rng.integers(5, 20)), rng.uniform(0.15, 0.5), rng.random() < 0.4

    def draw(_row: int, _col: int) -> Image:
        piece = ground(rng, tone)
        bevel(piece, width, strength)
        if mark:
            inner = piece[24:72, 24:72]
            bevel(inner, 3, -strength / 2)
        return piece

    return draw


def panes(rng: Rng) -> Draw:
    """A window: sky and reflections behind bars."""
    high, low, bar = ink(rng, 120, 256), ink(rng, 60, 256), ink(rng, 20, 256, 0.2)
    width = int(rng.integers(4, 14))

    def draw(_row: int, _col: int) -> Image:
        ramp = np.linspace(0, 1, PX)[:, None, None]
        pane = sheet(high)
        pane[..., :3] = np.array(high[:3]) * (1 - ramp) + np.array(low[:3]) * ramp
        if rng.random() < 0.5:
            shift = int(rng.integers(-40, 60))
            streak = np.array([(shift, 0), (shift + 24, 0), (shift + 70, PX), (shift + 46, PX)], np.int32)
            cv2.fillConvexPoly(pane, streak, (235, 235, 230, 255), cv2.LINE_AA)
        frame(pane, width, bar)
        return pane

    return draw


def quilt(rng: Rng) -> Draw:
    """Patches of cloth: dots, stripes, checks, crosses, triangles with straight seams."""
    tones = [ink(rng, 60) for _ in range(6)]

    def draw(_row: int, _col: int) -> Image:
        one, two = (tones[int(v)] for v in rng.integers(0, 6, 2))
        patch, step = ground(rng, one), int(rng.integers(8, 30))
        kind = int(rng.integers(5))
        y, x = np.mgrid[:PX, :PX]
        fields = (
            (x % step - step / 2) ** 2 + (y % step - step / 2) ** 2 < (step / 3.5) ** 2,
            x % step < step / 2,
            (x // step + y // step) % 2 == 0,
            np.abs(x - 48) + np.abs(y - 48) < 40,
            np.minimum(x, PX - x) < np.minimum(y, PX - y),
        )
        patch[fields[kind]] = two
        return np.rot90(patch, int(rng.integers(4))).copy()

    return draw


def keys(rng: Rng) -> Draw:
    """Keys of a keyboard or buttons of a remote control."""
    body, mark = ink(rng, 20, 250, 0.2), ink(rng)
    strength, corner = rng.uniform(0.1, 0.4), rng.uniform(0.05, 0.25)

    def draw(_row: int, _col: int) -> Image:
        key = ground(rng, body)
        bevel(key, 8, strength)
        write(key, chr(int(rng.integers(48, 91))), rng.uniform(34, 56, 2), rng.uniform(18, 40), mark)
        return rounded(key, corner)

    return draw


def puzzle_cube(rng: Rng) -> Draw:
    """Six colours on black or white, as on a turning cube; also counters on a board of pegs."""
    tones = [ink(rng, 120, 256, 1.0) for _ in range(int(rng.integers(4, 8)))]
    joint, corner = int(rng.integers(2, 9)), ink(rng, 10, 50, 0.1)

    def draw(_row: int, _col: int) -> Image:
        face = ground(rng, tones[int(rng.integers(len(tones)))])
        frame(face, joint, corner)
        return face

    return draw


def numbers(rng: Rng) -> Draw:
    """Bingo, calendars, sudoku: boxes with a number, some crossed out, circled or scribbled in."""
    paper, line, mark = ink(rng, 200, 256, 0.2), ink(rng, 20, 150), ink(rng, 20, 200)
    width, size = int(rng.integers(1, 5)), rng.uniform(16, 50)
    small = size < 26
    pen = ink(rng, 40, 220, 0.9)

    def draw(_row: int, _col: int) -> Image:
        box = sheet(paper)
        if rng.random() < 0.8:
            write(box, str(int(rng.integers(1, 76))), (22, 18) if small else (48, 48), size, mark)
        if rng.random() < 0.2:
            cv2.circle(box, (48, 48), 34, pen, int(rng.choice([-1, 3, 6])), cv2.LINE_AA)
        elif rng.random() < 0.15:
            cv2.line(box, (14, 82), (82, 14), pen, 4, cv2.LINE_AA)
        frame(box, width, line)
        return box

    return draw


def table_of_scores(rng: Rng) -> Draw:
    """A score pad or crossword: boxes, some grey or black, some with figures written by hand."""
    paper, line, field = ink(rng, 205, 256, 0.2), ink(rng, 20, 170), ink(rng, 20, 230, 0.4)
    width, share = int(rng.integers(1, 5)), rng.uniform(0, 0.4)

    def draw(_row: int, col: int) -> Image:
        box = sheet(field if rng.random() < share else paper)
        if col == 0:
            motif(rng, box, (48.0, 48.0), 26, ink(rng))
        elif rng.random() < 0.5:
            write(box, str(int(rng.integers(0, 60))), rng.uniform(38, 58, 2), rng.uniform(22, 45), DARK)
        frame(box, width, line)
        return box

    return draw
