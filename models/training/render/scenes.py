"""Composes whole scenes from a seed: which cards, table, lamp and camera, with or without a display."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from models.training.render.camera import View
from models.training.render.clutter import Ground, area, footprint, items, loose_cards, second_display
from models.training.render.layout import (
    CARD_MM,
    TABLEAU_MM,
    Card,
    Face,
    Item,
    Look,
    Placed,
    Scene,
    framed,
    grow,
    hold,
    lay,
    outline,
    tableau_strip,
    with_pieces,
)
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell

TABLES = (
    "oak walnut pine planks bamboo cloth gingham stripes dots felt marble laminate black carpet tiles newspaper "
    "cork concrete terrazzo leather"
).split()
LIGHTS = "sun window bulb panel desk dim mixed".split()
NEGATIVES = "loose loose pair backs clutter".split()
ATTEMPTS = 50
MOST_OF_FIRST = 0.7
"""Area of the neighbour's display beside the player's, both as boxes in the picture."""
WIDEST, WIDEST_OF_TWO = 0.94, 0.5
"""Largest share of the picture's width that a display fills, alone and where a neighbour's must find room."""


def compose(seed: int, deck: Sequence[Face], pieces: Sequence[tuple[str, str]], size: tuple[int, int]) -> Scene:
    """The scene of `seed`: cards drawn from `deck`, `pieces` as (segment, crystal), for a picture of `size` pixels.

    A tenth has no display, a quarter is hard (tilt of 40-45 degrees or strong glare).
    Raises RuntimeError when no camera shows the whole display.
    """
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"crystalla path traced {seed} {attempt}")
        kind = rng.choice(NEGATIVES) if rng.random() < 0.1 else "display"
        shape = size if rng.random() < 0.75 else (size[1], size[0])
        scene = _scene(rng, seed, kind, deck, pieces, shape)
        if scene is not None:
            return scene
    raise RuntimeError(f"seed {seed}: no camera shows the whole display in {ATTEMPTS} attempts")


def _scene(
    rng: random.Random,
    seed: int,
    kind: str,
    deck: Sequence[Face],
    pieces: Sequence[tuple[str, str]],
    size: tuple[int, int],
) -> Scene | None:
    drawn = rng.sample(list(deck), len(deck))
    cards = _cards(rng, kind, drawn, pieces)
    tableau = tableau_strip(rng, cards) if kind == "display" and rng.random() < 0.6 else None
    hard = rng.random() < 0.34
    steep = hard and rng.random() < 0.6
    look = _look(rng, glare=hard and (not steep or rng.random() < 0.2))
    pose = hold(rng, tableau is not None, steep)
    second = kind == "display" and random.Random(f"second display {seed}").random() < 0.12
    view = framed(rng, cards, tableau, pose, size, WIDEST_OF_TWO if second else WIDEST)
    if not _all_seen(view, cards, tableau):
        return None
    shown = cards if kind != "loose" and kind != "clutter" else []
    loose, other, things = _around(rng, kind, view, shown, tableau, drawn[12:], second)
    return Scene(seed, kind, tuple(shown), tableau, pose, view, look, tuple(loose), tuple(other), tuple(things))


def _cards(rng: random.Random, kind: str, drawn: Sequence[Face], pieces: Sequence[tuple[str, str]]) -> list[Card]:
    if kind == "display":
        cells = grow(rng, 12 if rng.random() < 0.6 else rng.randint(3, 11))
        return with_pieces(rng, lay(rng, cells, drawn[: len(cells)]), pieces)
    if kind == "pair":
        return lay(rng, [Cell(0, 0), Cell(*rng.choice(((0, 1), (1, 0))))], drawn[:2])
    cells = [Cell(row, col) for row in range(ROWS) for col in range(COLUMNS)]
    return lay(rng, cells, [None] * len(cells))


def _look(rng: random.Random, glare: bool) -> Look:
    return Look(
        table=rng.choice(TABLES),
        table_seed=rng.randrange(1 << 30),
        light=rng.choice(LIGHTS),
        light_seed=rng.randrange(1 << 30),
        glare=glare,
        gloss=rng.uniform(0.08, 0.3) if glare else rng.uniform(0.2, 0.6),
        coat=rng.choice((0.0, 0.0, 0.3, 0.8)),
        corner_mm=rng.choice((0.0, 1.0, 2.0, 3.0)),
        exposure=max(-0.7, min(0.7, rng.gauss(0, 0.35))),
        white_balance=max(0.2, min(1.1, rng.gauss(0.75, 0.2))),
        transform=rng.choice(("Standard", "Standard", "AgX")),
        f_number=rng.uniform(9, 18),
    )


def _all_seen(view: View, cards: Sequence[Card], tableau: Placed | None) -> bool:
    points = [corner for card in cards for corner in card.corners()]
    if tableau is not None:
        points += [(x, y, 1.0) for x, y in outline(tableau, *TABLEAU_MM)]
    try:
        return all(view.inside(view.project(point), 0.008) for point in points)
    except ValueError:
        return False


def _around(
    rng: random.Random,
    kind: str,
    view: View,
    cards: Sequence[Card],
    tableau: Placed | None,
    faces: Sequence[Face],
    second: bool,
) -> tuple[list[Card], list[Card], list[Item]]:
    strip = [outline(tableau, *TABLEAU_MM)] if tableau is not None else []
    ground = Ground(rng, view, footprint(cards) + strip)
    other = second_display(rng, ground, faces) if second else []
    if other and area(view, other) > MOST_OF_FIRST * area(view, cards):
        other = []
    count = rng.randint(4, 10) if kind == "loose" else 0 if kind == "clutter" else rng.choice((0, 0, 1, 2, 4))
    loose = loose_cards(rng, ground, faces, count)
    return loose, other, items(rng, ground, rng.choice((0, 2, 4, 7, 12)) + (4 if kind == "clutter" else 0))


def turn_of(view: View) -> float:
    """In-plane turn of the display in the picture: degrees clockwise of the player's right from the picture's right."""
    x0, y0 = view.project((0.0, 0.0, 0.0))
    x1, y1 = view.project((CARD_MM / 8, 0.0, 0.0))
    return math.degrees(math.atan2(y1 - y0, x1 - x0))
