"""What else lies on the table, placed so that it neither touches nor hides the display (standard library only)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from models.training.render.camera import Vec, View, bounds
from models.training.render.layout import CARD_MM, Card, Face, Item, Placed, lay, outline, overlap
from rules.crystalla.vocabulary import Cell

Shape = list[tuple[float, float]]

SIZES = {
    "pad": (75.0, 4.0),
    "pencil": (80.0, 7.0),
    "mug": (44.0, 95.0),
    "glass": (36.0, 120.0),
    "dice": (9.0, 16.0),
    "cube": (8.0, 12.0),
    "disc": (8.0, 6.0),
    "coin": (12.0, 2.0),
    "booklet": (140.0, 3.0),
    "stack": (42.0, 20.0),
    "token": (30.0, 2.0),
    "box": (120.0, 45.0),
    "bowl": (65.0, 40.0),
    "phone": (85.0, 9.0),
}
"""Kind -> radius of the circle around it and height, millimetres."""

CLEAR_MM = 11.0
"""Between the display and anything that could be taken for a part of it."""


def _circle(x: float, y: float, radius: float) -> Shape:
    return [(x + radius * math.cos(k * math.pi / 4), y + radius * math.sin(k * math.pi / 4)) for k in range(8)]


def _shadow(view: View, at: tuple[float, float], radius: float, tall: float) -> list[Shape]:
    """Circles on the table that something `tall` hides from the camera."""
    cx, cy, cz = view.position
    stretch = tall / max(cz - tall, 1.0)
    foot = [(at[0] + (at[0] - cx) * stretch * k / 4, at[1] + (at[1] - cy) * stretch * k / 4) for k in range(5)]
    return [_circle(x, y, radius * (1 + stretch * k / 4)) for k, (x, y) in enumerate(foot)]


def _seen(rng: random.Random, view: View) -> tuple[float, float]:
    pixel = rng.uniform(-0.12, 1.12) * view.width, rng.uniform(-0.12, 1.08) * view.height
    x, y, _ = view.on_table(pixel)
    return x, y


class Ground:
    """The table with what already lies on it; new things find a free place that the camera sees."""

    def __init__(self, rng: random.Random, view: View, keep_out: Sequence[Shape]) -> None:
        """`keep_out` may be neither touched nor hidden."""
        self._rng, self._view = rng, view
        self._keep_out, self._taken = list(keep_out), list[Shape]()

    def place(self, radius: float, tall: float) -> Placed | None:
        """A free place for a thing in a circle of `radius` mm, or None where the picture is full."""
        for _ in range(40):
            x, y = _seen(self._rng, self._view)
            around = _shadow(self._view, (x, y), radius + CLEAR_MM, tall)
            if any(overlap(shape, kept) for shape in around for kept in self._keep_out):
                continue
            if any(overlap(_circle(x, y, radius), taken) for taken in self._taken):
                continue
            self._taken.append(_circle(x, y, radius))
            return Placed(x, y, self._rng.uniform(0, 360))
        return None


def loose_cards(rng: random.Random, ground: Ground, faces: Sequence[Face], count: int) -> list[Card]:
    """Up to `count` single cards, face up or back up, each turned anyhow and with space around it."""
    radius = CARD_MM * 0.71 + 4
    places = [ground.place(radius, 1.0) for _ in range(count)]
    return [
        Card(at, None if rng.random() < 0.35 else rng.choice(faces), rng.choice((0.0, 0.8)), rng.uniform(0, 3))
        for at in places
        if at is not None
    ]


def items(rng: random.Random, ground: Ground, count: int) -> list[Item]:
    """Up to `count` things of everyday and of the game."""
    found: list[Item] = []
    for kind in rng.choices(list(SIZES), weights=[3, 2, 2, 1, 3, 4, 4, 2, 1, 2, 3, 1, 1, 1], k=count):
        radius, tall = SIZES[kind]
        at = ground.place(radius, tall)
        if at is not None:
            found.append(Item(kind, at, radius, tall, rng.randrange(1 << 30)))
    return found


def second_display(rng: random.Random, ground: Ground, faces: Sequence[Face]) -> list[Card]:
    """A neighbour's small display, as far off as there is room; empty where there is none."""
    shape = rng.choice(((1, 3), (2, 2), (2, 3), (1, 4)))
    cells = [Cell(row, col) for row in range(shape[0]) for col in range(shape[1])]
    at = ground.place(CARD_MM * 0.53 * math.hypot(*shape) + 14, 2.0)
    if at is None:
        return []
    cards = lay(rng, cells, [rng.choice(faces) for _ in cells])
    mid_x, mid_y = (sum(getattr(card.at, axis) for card in cards) / len(cards) for axis in "xy")
    return [_moved(card, mid_x, mid_y, at) for card in cards]


def _moved(card: Card, mid_x: float, mid_y: float, to: Placed) -> Card:
    x, y = to.to_table(card.at.x - mid_x, card.at.y - mid_y)
    return Card(Placed(x, y, card.at.turn + to.turn), card.face, card.curl, card.curl_to)


def area(view: View, cards: Sequence[Card]) -> float:
    """Area in the picture of the box around `cards`, square pixels; 0 when one lies behind the camera."""
    corners: list[Vec] = [corner for card in cards for corner in card.corners()]
    try:
        left, top, right, bottom = bounds(view.project(corner) for corner in corners)
    except ValueError:
        return 0.0
    return (right - left) * (bottom - top)


def in_picture(view: View, card: Card) -> bool:
    """Whether the whole card is in the picture."""
    try:
        return all(view.inside(view.project(corner)) for corner in card.corners())
    except ValueError:
        return False


def footprint(cards: Sequence[Card]) -> list[Shape]:
    """Outlines of `cards` on the table."""
    return [outline(card.at) for card in cards]
