"""Filmed scenes for measuring: a table, a lamp, hands and a script, all by one number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.training.composite.decks import make_deck
from models.training.composite.light import Rng
from models.training.live.film import Film, Shot
from models.training.live.mistakes import MAKERS
from models.training.live.script import Act, write_script
from models.training.live.stage import Stage, draw_stage
from models.training.live.stills import patches, still
from models.training.live.tabletop import Odd, Tabletop, after, tabletop_of
from rules.crystalla.table import Table

FPS = 5.0
LEGAL_TURNS = 6
MISTAKES = 3
KINDS = tuple(MAKERS)


@dataclass(slots=True)
class Scene:
    """A table that is being filmed. Changing things here changes what the next shots show."""

    number: int
    players: int
    stage: Stage
    film: Film
    acts: list[Act]
    tabletop: Tabletop
    rng: Rng

    def change(self, table: Table, odd: tuple[Odd, ...], seat: int, still_s: float = 0.0) -> Iterator[Shot]:
        """A hand brings the table into another state."""
        now = after(self.tabletop, table, self.rng, odd)
        changes = patches(self.stage, self.tabletop, now)
        self.tabletop = now
        yield from self.film.reach(seat, changes, still_s=still_s)


def make_scene(number: int, photo_use: str, art: str = "reference") -> Scene:
    """Scene `number`: 2, 3 and 4 players in turn; the kinds of mistakes go round from scene to scene."""
    rng = np.random.default_rng((number, 41))
    players = 2 + number % 3
    wanted = [KINDS[(MISTAKES * number + step) % len(KINDS)] for step in range(MISTAKES)]
    random.Random(number).shuffle(wanted)
    acts = write_script(players, LEGAL_TURNS, wanted, 7000 + number)
    stage = draw_stage(rng, acts[0].before.colours, players, make_deck(art, rng), photo_use)
    tabletop = tabletop_of(acts[0].before, rng)
    return Scene(number, players, stage, Film(stage, still(stage, tabletop), rng, FPS), acts, tabletop, rng)
