"""What is implausible about a table: counts that the box or the course of the game cannot give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto

from rules.crystalium.components import IN_PLAY
from rules.crystalium.edition import Edition
from rules.crystalium.faces import Face
from rules.crystalium.position import Table
from rules.crystalium.powers import capacity
from rules.crystalium.vocabulary import Kind, Phase


class TableStatus(Flag):
    """What is implausible about a table; PLAUSIBLE has no flag set."""

    PLAUSIBLE = 0
    CARDS = auto()
    """Not as many cards as the edition has for this number of players (CU-02, CU-04, CU-10)."""
    NO_SUCH_CARD = auto()
    """A card seen more often than the edition has it."""
    WHIRLPOOLS = auto()
    """More than 3 Whirlpools revealed, or not all others in the box and the scoring (CU-05, R03)."""
    STRAY_WHIRLPOOL = auto()
    """A Whirlpool among cards that can be owned or discarded (R05)."""
    POWER = auto()
    """Somebody used more than the power allows (CU-18, CU-24, CU-29, CU-32)."""
    NO_DECK = auto()
    """A turn that begins without a deck (R06)."""


def table_status(table: Table, edition: Edition) -> TableStatus:
    """Flags for what cannot be so, as far as it is known."""
    status, seen = TableStatus.PLAUSIBLE, list(visible(table))
    players = 1 if table.solo is not None else table.players
    out_of_deck = IN_PLAY - len(table.out)
    total = len(edition.ocean_for(players)) + table.players + 1 + out_of_deck
    if len(seen) + table.deck + len(table.current) != total:
        status |= TableStatus.CARDS
    if Counter(seen) - Counter([*edition.ocean_for(players), *edition.starting]):
        status |= TableStatus.NO_SUCH_CARD
    storms = [*table.out, *table.box, *table.added]
    if out_of_deck < 0 or len(set(storms)) < len(storms) or set(storms) - set(edition.whirlpools) or (
        len(table.box) + len(table.added) != len(edition.whirlpools) - IN_PLAY
    ):  # fmt: skip
        status |= TableStatus.WHIRLPOOLS
    if any(face.kind is Kind.WHIRLPOOL for face in seen):
        status |= TableStatus.STRAY_WHIRLPOOL
    if any(one.picks > capacity(table, one) for one in table.queue):
        status |= TableStatus.POWER
    if table.phase is Phase.CURRENT and not table.deck and not table.current and not table.discard:
        status |= TableStatus.NO_DECK
    return status


def visible(table: Table) -> Iterator[Face]:
    """Every card but the Whirlpools that lies somewhere face up, is remembered, or is out of the game."""
    yield from (*table.river, *table.discard, *table.center, *table.removed)
    if table.played is not None:
        yield table.played
    for ship in table.ships:
        yield from (part.face for part in ship.parts)
        yield from (*ship.crystalium, *ship.fish)
        for station in ship.stations:
            yield from (station.face, *(part.face for part in station.paid))
