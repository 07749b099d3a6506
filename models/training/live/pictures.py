"""Single pictures of whole tables with truth beside them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from models.training.composite.decks import make_deck
from models.training.composite.finish import develop, write_jpeg
from models.training.live.games import random_table
from models.training.live.paint import paint
from models.training.live.stage import draw_stage
from models.training.live.tabletop import tabletop_of
from models.training.live.truth import truth

TURNS = 9
"""Turns of each player in a game."""


def write_picture(path: Path, art: str, photo_use: str, seed: tuple[int, int]) -> None:
    """Write a random table as `path`.jpg and .json; wholly determined by the seed."""
    rng = np.random.default_rng(seed)
    players = int(rng.integers(2, 5))
    table = random_table(players, int(rng.integers(TURNS * players)), int(rng.integers(1 << 30)))
    stage = draw_stage(rng, table.colours, players, make_deck(art, rng), photo_use)
    tabletop = tabletop_of(table, rng)
    picture = develop(paint(stage, tabletop), stage.blur_px, rng)
    path.with_suffix(".jpg").write_bytes(write_jpeg(picture, rng))
    told = {**truth(stage, tabletop), "table": table.text(), "seed": list(seed)}
    half = path.with_suffix(".tmp")
    # The truth is written last, so a picture cut off by a kill is made again.
    half.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    half.replace(path.with_suffix(".json"))
