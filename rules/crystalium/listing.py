"""Moves worth asking about: every legal one, each once, and a few others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from rules.crystalium.edition import Switches
from rules.crystalium.faces import Back, Face, Part
from rules.crystalium.fish_legality import KINDS, within_reach
from rules.crystalium.gains import gains
from rules.crystalium.getting import own_cards
from rules.crystalium.moves import (
    Build,
    Collect,
    Done,
    Draft,
    Fetch,
    First,
    FishMove,
    Give,
    Keep,
    Lose,
    Move,
    Place,
    Play,
    Reveal,
    Summon,
    Swap,
    Toss,
)
from rules.crystalium.position import Table
from rules.crystalium.powers import coverings
from rules.crystalium.tornado import forced_collect
from rules.crystalium.vocabulary import Fish, Phase, Task


def candidates(table: Table, switches: Switches) -> Iterator[Move]:
    """Moves worth asking about in this phase."""
    if table.task is not None:
        yield from _task_moves(table, table.task)
        return
    yield from _phase_moves(table, switches)
    if table.phase not in (Phase.DRAFT, Phase.END):
        for seat, ship in enumerate(table.ships):
            for fish in dict.fromkeys(ship.fish):
                yield from _fish_moves(table, seat, fish)


def _phase_moves(table: Table, switches: Switches) -> Iterator[Move]:
    match table.phase:
        case Phase.DRAFT:
            yield Reveal()
            yield from (Draft(face) for face in dict.fromkeys(table.center))
        case Phase.CURRENT:
            yield Place()
        case Phase.DISCARD:
            yield from (Toss(face) for face in dict.fromkeys(table.river))
        case Phase.ORDER:
            yield from (First(seat) for seat in table.neighbours(table.active))
        case Phase.SOLO:
            yield Reveal()
        case Phase.RIVER | Phase.DRONE:
            yield from _collects(table, switches)
    if table.queue:
        yield from (Done(used) for used in coverings(table, table.queue[0]))


def _collects(table: Table, switches: Switches) -> Iterator[Move]:
    seat = table.queue[0].seat
    if table.is_tornado(seat):
        forced = forced_collect(table, switches.arrow_starts_at)
        yield from () if forced is None else (Collect(forced[1]),)
        return
    for face in dict.fromkeys(table.river):
        yield from (Collect(gain) for gain in gains(table, seat, face))


def _task_moves(table: Table, task: Task) -> Iterator[Move]:
    match task:
        case Task.KEEP:
            yield Keep(None)
            for face in dict.fromkeys(table.center):
                yield from (Keep(gain) for gain in gains(table, table.active, face))
        case Task.GIVE:
            for face in dict.fromkeys(table.discard):
                if not face.is_station:
                    yield from (Give(gain) for gain in gains(table, table.due[0], face))
        case Task.LOSE:
            yield from (Lose(face, column) for face, column in own_cards(table.ships[table.due[0]]))


def _fish_moves(table: Table, seat: int, fish: Face) -> Iterator[FishMove]:
    number = Fish(fish.value)
    if number in KINDS[Play]:
        yield Play(seat, fish)
    if number in KINDS[Fetch] and seat == table.active:
        for face in dict.fromkeys(within_reach(table, fish)):
            yield from (Fetch(seat, fish, gain) for gain in gains(table, seat, face))
    if number is Fish.WHIRLPOOL:
        yield from (Summon(seat, fish, whirlpool) for whirlpool in table.box)
    if number is Fish.SWAP:
        yield from _swaps(table, seat, fish)
    if number is Fish.BUILDER:
        yield from _builds(table, seat, fish)


def _swaps(table: Table, seat: int, fish: Face) -> Iterator[Swap]:
    parts = dict.fromkeys(Part(part.face, part.column) for part in table.ships[seat].parts)
    for opponent in table.opponents(seat):
        backs = sorted({face.waves for face in table.ships[opponent].crystalium})
        yield from (Swap(seat, fish, part, opponent, Back(waves)) for part, waves in product(parts, backs))


def _builds(table: Table, seat: int, fish: Face) -> Iterator[Build]:
    stations = [face for face in dict.fromkeys(table.river) if face.is_station]
    if stations:
        own, neighbours = table.ships[seat].crystalium, len(table.neighbours(seat))
        gifts = dict.fromkeys(permutations(own, neighbours))
        yield from (Build(seat, fish, station, chosen) for station, chosen in product(stations, gifts))
