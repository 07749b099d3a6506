"""How hands set pawns on a pile: beside each other, in a heap, stacked, at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.training.pawns.shades import Paint, random_paint
from models.training.pawns.solids import Kind, Pawn

CARD_MM = 56.0
GROUNDS = (("loose", 0.45), ("close", 0.35), ("edge", 0.2))
STACK_SHARE = 0.06
MAKES = {Kind.CUBE: 0.45, Kind.DISC: 0.3, Kind.PEG: 0.08, Kind.FIGURE: 0.08, Kind.PAPER: 0.09}


@dataclass(frozen=True, slots=True)
class Style:
    """One set of pawns: their make, their measures in millimetres, the paint of each colour."""

    kind: Kind
    width_mm: float
    height_mm: float
    paints: dict[str, Paint]
    gloss: float


def make_style(rng: np.random.Generator, names: Sequence[str], kind: Kind | None = None) -> Style:
    """A random set of pawns in colours of these names."""
    kinds, weights = tuple(MAKES), np.array(tuple(MAKES.values()))
    make: Kind = kind or kinds[int(rng.choice(len(kinds), p=weights))]
    width = float(rng.uniform(8, 14) if make is Kind.CUBE else rng.uniform(10, 16))
    height = {
        Kind.CUBE: width,
        Kind.DIE: width,
        Kind.DISC: float(rng.uniform(3, 8)),
        Kind.PEG: width * float(rng.uniform(1.2, 1.9)),
        Kind.FIGURE: width * float(rng.uniform(0.95, 1.15)),
        Kind.PAPER: 0.3,
    }[make]
    paints = {name: random_paint(rng, name) for name in names}
    return Style(make, width, height, paints, float(rng.choice([0.0, 0.05, 0.25])))


def arrange(
    rng: np.random.Generator,
    style: Style,
    names: Sequence[str],
    middle: tuple[float, float],
    *,
    turn_deg: float = 0.0,
    base_mm: float = 0.4,
) -> list[Pawn]:
    """Set one pawn for each name (a colour may come often) on the card with this middle and turn."""
    ways, weights = zip(*GROUNDS, strict=True)
    way = str(rng.choice(ways, p=weights))
    lying = style.kind in (Kind.PEG, Kind.FIGURE) and rng.random() < 0.15
    step = style.width_mm * (1.35 if style.kind is Kind.CUBE else 1.04) * (1.5 if lying else 1.0)
    spots: list[np.ndarray] = []
    pawns: list[Pawn] = []
    for name in names:
        if pawns and style.kind in (Kind.CUBE, Kind.DISC) and rng.random() < STACK_SHARE:
            pawns.append(_stacked(rng, style, name, pawns[-1]))
            continue
        spots.append(_spot(rng, way, step, spots))
        c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        x, y = np.array([[c, -s], [s, c]]) @ spots[-1] + middle
        pawns.append(_pawn(rng, style, name, (float(x), float(y)), base_mm, lying=lying))
    return pawns


def _spot(rng: np.random.Generator, way: str, step: float, taken: list[np.ndarray]) -> np.ndarray:
    """A free place relative to the card's middle, further out where it is crowded."""
    reach = {"loose": 15.0, "close": 5.0, "edge": 9.0}[way]
    home = np.zeros(2)
    if way == "edge":
        home = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]][int(rng.integers(4))]) * CARD_MM * 0.36
    for attempt in range(400):
        spot = home + rng.uniform(-1, 1, 2) * (reach + 0.1 * attempt)
        if np.abs(spot).max() < CARD_MM * 0.5 and all(np.hypot(*(spot - other)) >= step for other in taken):
            return spot
    return home + rng.uniform(-1, 1, 2) * CARD_MM * 0.5


def _pawn(
    rng: np.random.Generator, style: Style, name: str, at: tuple[float, float], base_mm: float, *, lying: bool
) -> Pawn:
    slip = rng.uniform(0.92, 1.0)
    paint = style.paints[name]
    worn = float(rng.uniform(0.9, 1.05))
    blue, green, red = (min(1.0, value * worn) for value in paint)
    turn = float(rng.uniform(0, 360))
    return Pawn(
        style.kind,
        name,
        (blue, green, red),
        at[0],
        at[1],
        base_mm,
        turn,
        style.width_mm * slip,
        style.height_mm * slip,
        lying,
        style.gloss,
    )


def _stacked(rng: np.random.Generator, style: Style, name: str, below: Pawn) -> Pawn:
    at = (below.x_mm + float(rng.normal(0, 1)), below.y_mm + float(rng.normal(0, 1)))
    return _pawn(rng, style, name, at, below.base_mm + below.rise_mm, lying=False)
