"""Crystal Hall in the shared suites: how a game starts, and every move that can be named."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.edition import load_edition
from rules.crystal_hall.game import CrystalHall
from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Direction

CRYSTAL_HALL = CrystalHall(load_edition())
WAYS = [direction.value for direction in Direction]


def start_crystal_hall(rng: random.Random, target: int | None = None) -> tuple[Table, Hidden]:
    """2 to 4 players; a shortened game unless `target` is given."""
    players = rng.choice([2, 3, 4])
    colours = tuple(rng.sample(CRYSTAL_HALL.edition.colours, players))
    seating = Seating(colours, starter=rng.randrange(players), target=target or 2, open_hands=rng.random() < 0.2)
    return CRYSTAL_HALL.deal(seating, rng)


def strange_crystal_hall(position: Table) -> Iterator[str]:
    """Every kind of move with everything that it can name; nets only over wizards that there are."""
    squares, colours = SQUARE_TEXTS, CRYSTAL_HALL.edition.colours
    spells = [*CRYSTAL_HALL.edition.spells, "wish"]
    yield from ("end", "draw")
    yield from (f"direction {way}" for way in WAYS)
    yield from (f"discard {spell}" for spell in spells)
    yield from (f"{word} {at}" for word, at in product(("regenerate", "shield", "onto", "warp", "flip"), squares))
    standing = sorted(square for guild in position.guilds for square in guild.wizards)
    for start in map(squares.__getitem__, standing):
        yield from (f"{word} {start} {end}" for word, end in product(("move", "push", "squeeze"), squares))
    for face in [*sorted(set(position.guild.tiles)), "rope"]:
        yield from (f"use {face}{what}" for what in ("", *(f" {text}" for text in (*squares, *colours))))
    for spell in [*sorted({card for card in position.guild.hand if card}), "wish"]:
        yield f"cast {spell}"
        yield from (f"cast {spell}{mode} {at}" for mode, at in product(("", " current", " net"), squares))
        yield from (f"cast {spell} {squares[at]} {way}" for at, way in product(standing, WAYS))
        if spell == "electric":
            for count in (2, 3):
                named = combinations(map(squares.__getitem__, standing), count)
                yield from (f"cast electric net {' '.join(targets)}" for targets in named)
