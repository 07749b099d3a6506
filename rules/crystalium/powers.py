"""Powers of a ship, what single-use cards add to them, and how Space Stations are paid (CU-18 to CU-57)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.crystalium.faces import Face, Part
from rules.crystalium.position import Collector, Ship, Table
from rules.crystalium.vocabulary import BASE_POWER, Component, Kind


def counted(ship: Ship, component: Component) -> tuple[Part, ...]:
    """The cards that count in the next phase that uses this power: no fresh Magnets (CU-27)."""
    return tuple(part for part in ship.column(component) if not part.fresh)


def permanent_power(ship: Ship, component: Component) -> int:
    """Base power and the cards that stay (CU-20, CU-26, CU-30, CU-33)."""
    return BASE_POWER[component] + sum(p.power for p in counted(ship, component) if not p.face.single_use)


def single_use(ship: Ship, component: Component) -> tuple[Face, ...]:
    """The single-use cards of a column that may be used up (R12)."""
    return tuple(part.face for part in counted(ship, component) if part.face.single_use)


def available_power(ship: Ship, component: Component) -> int:
    """Permanent power and all single-use cards (R13)."""
    return permanent_power(ship, component) + sum(face.value for face in single_use(ship, component))


def collector_for(table: Table, seat: int, component: Component) -> Collector:
    """Somebody who begins to use a power: it is read now (R25)."""
    return Collector(seat, permanent_power(table.ships[seat], component), single_use(table.ships[seat], component))


def bonus(table: Table, collector: Collector) -> int:
    """What Fish 8 adds for the active player this turn (CU-75)."""
    return table.boost if collector.seat == table.active else 0


def capacity(table: Table, collector: Collector) -> int:
    """How much the power allows when every single-use card is used up."""
    return collector.limit + bonus(table, collector) + sum(face.value for face in collector.singles)


def covers(table: Table, collector: Collector, used: Sequence[Face]) -> bool:
    """Whether these single-use cards, none of them superfluous, make the picks possible (R12, E13)."""
    lacking = collector.picks - collector.limit - bonus(table, collector)
    total = sum(face.value for face in used)
    if total < lacking or any(total - face.value >= lacking for face in used):
        return False
    return not used or not Counter(used) - Counter(collector.singles)


def coverings(table: Table, collector: Collector) -> Iterator[tuple[Face, ...]]:
    """All ways of using up single-use cards for the picks, sorted, each once."""
    singles = sorted(collector.singles)
    for size in range(len(singles) + 1):
        for used in dict.fromkeys(combinations(singles, size)):
            if covers(table, collector, used):
                yield used


def holds(ship: Ship, parts: Iterable[Part]) -> bool:
    """Whether all these cards lie under the ship."""
    return not Counter(part.place for part in parts) - Counter(part.place for part in ship.parts)


def pays(station: Face, parts: Sequence[Part]) -> bool:
    """Whether these cards are what a Station asks for, with none superfluous (R17)."""
    if station.kind is Kind.COUNT_STATION:
        return len(parts) == station.need
    total = sum(part.power for part in parts)
    return total >= station.need and all(total - part.power < station.need for part in parts)


def payments(ship: Ship, station: Face) -> Iterator[tuple[Part, ...]]:
    """All ways of paying a Station, sorted by label, each once."""
    parts = sorted((Part(part.face, part.column) for part in ship.parts), key=lambda part: part.label)
    sizes = [station.need] if station.kind is Kind.COUNT_STATION else range(1, min(station.need, len(parts)) + 1)
    for size in sizes:
        yield from (paid for paid in dict.fromkeys(combinations(parts, size)) if pays(station, paid))


def without_parts(ship_parts: tuple[Part, ...], parts: Iterable[Part]) -> tuple[Part, ...]:
    """The cards under a ship without these, the latest of equal ones first."""
    left = list(reversed(ship_parts))
    for part in parts:
        left.remove(next(other for other in left if other.place == part.place))
    return tuple(reversed(left))


def still_single(collector: Collector, ship: Ship) -> Collector:
    """The collector without single-use cards that lie under the ship no more."""
    if not collector.singles:
        return collector
    left = Counter(part.face for part in ship.parts if part.face.single_use)
    kept = tuple((Counter(collector.singles) & left).elements())
    if sorted(kept) == sorted(collector.singles):
        return collector
    return Collector(collector.seat, collector.limit, kept, collector.picks)
