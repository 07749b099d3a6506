"""How cards come to a ship and to the River: reveal, collect, keep, give, Strong Current, Tornado's removal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.crystalium.draws import Source, WrongDrawError
from rules.crystalium.faces import Face, Part
from rules.crystalium.moves import Gain
from rules.crystalium.position import TORNADO, Ship, Station, Table
from rules.crystalium.powers import still_single, without_parts
from rules.crystalium.vocabulary import Component, Fish, Kind, Phase

HUMAN = 0
"""Seat of the player in a solo game."""


def without(faces: Sequence[Face], *gone: Face, from_right: bool = False) -> tuple[Face, ...]:
    """The faces without these, the first of equal ones, or the last."""
    left = list(reversed(faces)) if from_right else list(faces)
    for face in gone:
        left.remove(face)
    return tuple(reversed(left)) if from_right else tuple(left)


def take_tops(table: Table, count: int, source: Source) -> tuple[Table, tuple[Face, ...]]:
    """Take up to so many cards from the deck, as far as it goes (R06)."""
    taken = tuple(source.card() for _ in range(min(count, table.deck)))
    if not taken:
        return table, ()
    if taken[0].waves != table.top:
        raise WrongDrawError(taken[0].text(), f"a card with {table.top} waves on its back")
    deck = table.deck - len(taken)
    return replace(table, deck=deck, top=source.back().waves if deck else None), taken


def set_out(table: Table, faces: Iterable[Face]) -> tuple[Table, tuple[Face, ...]]:
    """Set the Whirlpools among revealed cards aside (CU-82); the others are left."""
    revealed = tuple(faces)
    storms = tuple(face for face in revealed if face.kind is Kind.WHIRLPOOL)
    return replace(table, out=(*table.out, *storms)), tuple(f for f in revealed if f.kind is not Kind.WHIRLPOOL)


def reveal(table: Table, count: int, source: Source) -> Table:
    """Turn cards of the deck face up at the right end of the River; Whirlpools are not replaced (CU-44, CU-83)."""
    table, taken = take_tops(table, count, source)
    table, rest = set_out(table, taken)
    return replace(table, river=(*table.river, *rest))


def flip_current(table: Table, source: Source) -> Table:
    """Reveal the face-down Current cards; they join the River (CU-28, R04)."""
    faces = []
    for waves in table.current:
        faces.append(source.flip())
        if faces[-1].waves != waves:
            raise WrongDrawError(faces[-1].text(), f"a card with {waves} waves on its back")
    table, rest = set_out(replace(table, current=()), faces)
    return replace(table, river=(*table.river, *rest))


def collect(table: Table, seat: int, gain: Gain, source: Source) -> Table:
    """Collect a card that has left its place; Strong Current works at once (CU-43 to CU-48, R09, R10)."""
    table = receive(table, seat, gain)
    if table.is_tornado(seat):
        table = _remove_pairs(table, gain.face)
    return reveal(table, 1, source) if gain.face.strong else table


def receive(table: Table, seat: int, gain: Gain) -> Table:
    """Put a card where it belongs at a ship, and pay a Station (CU-47, CU-48, CU-52, CU-54, CU-60, CU-62)."""
    ship = table.ships[seat]
    if gain.face.is_station:
        parts = without_parts(ship.parts, gain.pay)
        ship = replace(ship, parts=parts, stations=(*ship.stations, Station(gain.face, gain.pay)))
    else:
        ship = _with_card(ship, gain, fresh=table.phase is Phase.CURRENT and seat == table.active)
    return resync(table.with_ship(seat, ship))


def _with_card(ship: Ship, gain: Gain, fresh: bool) -> Ship:
    column = gain.face.component or gain.column
    if column is not None:
        part = Part(gain.face, column, fresh and column is Component.MAGNET)
        return replace(ship, parts=(*ship.parts, part))
    if gain.face.kind is Kind.CRYSTALIUM:
        return replace(ship, crystalium=(*ship.crystalium, gain.face))
    return replace(ship, fish=(*ship.fish, gain.face))


def resync(table: Table) -> Table:
    """Take lost single-use cards out of the queue."""
    return replace(table, queue=tuple(still_single(one, table.ships[one.seat]) for one in table.queue))


def _remove_pairs(table: Table, face: Face) -> Table:
    """Tornado's second card of a Component, or second Fish, removes itself and a card of the player (CU-123 to 126)."""
    tornado = table.ships[TORNADO]
    if face.component is not None and len(tornado.column(face.component)) > 1:
        return _remove_component(table, face.component)
    if face.kind is Kind.FISH and len(tornado.fish) > 1:
        return _remove_fish(table)
    return table


def _remove_component(table: Table, component: Component) -> Table:
    tornado, human = table.ships[TORNADO], table.ships[HUMAN]
    pair, latest = tornado.column(component)[-2:], human.column(component)[-1:]
    table = table.with_ship(TORNADO, replace(tornado, parts=without_parts(tornado.parts, pair)))
    table = table.with_ship(HUMAN, replace(human, parts=without_parts(human.parts, latest)))
    return resync(replace(table, removed=(*table.removed, *(part.face for part in (*pair, *latest)))))


def _remove_fish(table: Table) -> Table:
    tornado, human = table.ships[TORNADO], table.ships[HUMAN]
    pair, most = tornado.fish[-2:], max((face.waves for face in human.crystalium), default=0)
    lost = tuple(face for face in human.crystalium if face.waves == most)[-1:]
    table = table.with_ship(TORNADO, replace(tornado, fish=tornado.fish[:-2]))
    left = without(human.crystalium, *lost, from_right=True)
    table = table.with_ship(HUMAN, replace(human, crystalium=left))
    return replace(table, removed=(*table.removed, *pair, *lost))


def lose(table: Table, seat: int, face: Face, column: Component | None) -> Table:
    """Discard a card of one's own; what lies under a lost Station leaves the game (CU-74, R22)."""
    ship, gone = table.ships[seat], tuple[Face, ...]()
    part = next((p for p in reversed(ship.parts) if p.face == face and column in (None, p.column)), None)
    if part is not None:
        ship = replace(ship, parts=without_parts(ship.parts, [part]))
    elif face.is_station:
        lost = next(station for station in reversed(ship.stations) if station.face == face)
        stations = list(ship.stations)
        stations.remove(lost)
        gone = tuple(paid.face for paid in lost.paid)
        ship = replace(ship, stations=tuple(stations))
    elif face.kind is Kind.CRYSTALIUM:
        ship = replace(ship, crystalium=without(ship.crystalium, face))
    else:
        ship = replace(ship, fish=without(ship.fish, face))
    table = replace(table.with_ship(seat, ship), discard=(*table.discard, face), removed=(*table.removed, *gone))
    return resync(table)


def own_cards(ship: Ship) -> Counter[tuple[Face, Component | None]]:
    """Every card that could be lost, Fish 1 under the ship with its column."""
    parts = [(p.face, p.column if p.face.is_fish(Fish.COMPONENT) else None) for p in ship.parts]
    others = [*ship.crystalium, *ship.fish, *(station.face for station in ship.stations)]
    return Counter([*parts, *((face, None) for face in others)])
