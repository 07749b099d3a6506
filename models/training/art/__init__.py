"""Invented families of Crystalla art, painted fast, for networks that must read printings never seen."""

from __future__ import annotations

import numpy as np

from models.training.art import crystals, graphic
from models.training.art.deck import Deck, make_deck_of
from models.training.art.palette import Gamut
from models.training.art.site import Family

__all__ = ["FAMILIES", "TEST", "TRAIN", "VALIDATION", "Deck", "Family", "make_deck"]

FAMILIES: dict[str, Family] = {
    "lowpoly": Family(crystals.lowpoly),
    "shards": Family(crystals.shards),
    "gem-cluster": Family(crystals.gem_cluster),
    "brilliant": Family(crystals.brilliant, grounds=("white", "black", "colour")),
    "geode": Family(crystals.geode),
    "ore-rock": Family(crystals.ore_rock, cuts=("dark", "none", "gold", "gap")),
    "pictogram": Family(graphic.pictogram, borders=(0.0, 0.06), flowers=0.3),
    "pixel-art": Family(graphic.pixel_art, radii=(0.0, 0.03), cuts=("dark", "white", "none")),
    "neon": Family(graphic.neon, Gamut(1.15), grounds=("black", "colour"), cuts=("white", "none", "gap", "dark")),
    "stained-glass": Family(graphic.stained_glass, Gamut(1.1), cuts=("dark", "gold", "dark", "white")),
}
TRAIN: tuple[str, ...] = ("lowpoly", "shards", "gem-cluster", "brilliant", "geode", "pictogram", "pixel-art")
VALIDATION: tuple[str, ...] = ("ore-rock",)
TEST: tuple[str, ...] = ("neon", "stained-glass")


def make_deck(family: str, rng: np.random.Generator, size_px: int = 160) -> Deck:
    """A random printing of one family; the same generator state gives the same deck.

    Raises ValueError for a family that is not in FAMILIES.
    """
    how = FAMILIES.get(family)
    if how is None:
        raise ValueError(f"art family {family!r} is unknown, allowed are {', '.join(FAMILIES)}")
    return make_deck_of(family, how, rng, size_px)
