"""Where all pawns stand: what the reads say of each pile and colour, and that no pawn is made or lost (CR-03)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rules.crystalla.table import Table
from server.live.fuse import Claim, Fusion, Place, What
from vision.crystalla.pawn_odds import MOST
from vision.crystalla.table_reading import PileReading

COUNTED = 0.97
"""Probability of a count that the reader is sure of, where it tells no odds."""
MISJUDGED = (0.01, 0.007, 0.0005, 0.00003)
"""How likely none to three pawns of a colour stand where the odds of a pile are all wrong, and how often they are."""
LEAST = 1e-5
"""Probability of a count that nothing speaks for."""
NOWHERE = 4.0
"""What it costs, in nats, to hold that a pawn stands on no pile: it may be in somebody's hand."""
AS_KNOWN = 0.5
"""Nats by which a count that did not change is likelier, where the pile does not look otherwise."""
CLEAR = 0.7
"""Nats by which the likeliest places of a colour must lead, unless they are the known ones."""
UNEXPLAINED = 4.0
"""Nats that it costs to hold that nothing changed on a pile that looks otherwise than when it was known."""
STRAINED = 9.0
"""Nats by which all pawns together are less likely than what each place shows: more, and nobody is blamed."""
COUNTED_ENOUGH, BLIND_PILES = 0.6, 1 / 3
"""Mean probability of a count that the reader was sure of; with a larger share of piles uncounted nobody is blamed."""
NEAR, MOST_OF_COLOUR, MOST_WAYS = 6.0, 8, 48
"""Nats up to which other places are thought of, and how many of them, of one colour and together."""
Counts = tuple[int, ...]


def pawn_claims(index: int, pile: PileReading, table: Table, colours: Sequence[str]) -> Iterator[tuple[Place, Claim]]:
    """What a reading says of the number of pawns of each colour of the table on a pile."""
    for colour, name in enumerate(table.colours):
        number = colours.index(name)
        place = Place(What.PAWNS, (index, colour))
        yield place, _claim(pile, number)


def _claim(pile: PileReading, number: int) -> Claim:
    """How likely so many pawns of one of the edition's colours stand on a pile, by the look of this pile alone."""
    if pile.odds:
        right = 1 - sum(MISJUDGED)
        both = enumerate(zip(pile.odds[number], MISJUDGED, strict=True))
        return tuple((count, right * share + wrong) for count, (share, wrong) in both)
    if pile.pawns is None:
        return ()
    rest = (1 - COUNTED) / MOST
    return tuple((count, COUNTED if count == pile.pawns[number] else rest) for count in range(MOST + 1))


@dataclass(frozen=True, slots=True)
class Standing:
    """The likeliest pawns of each pile by colour; where they cannot be told, and then all that they may be."""

    pawns: tuple[Counts, ...]
    missing: tuple[Place, ...]
    """Where they are likeliest to have changed, and cannot be told."""
    unclear: tuple[Place, ...]
    """Where they cannot be told for sure; as long as nothing else changed they are taken to stand as they stood."""
    blind: tuple[Place, ...]
    """Where pawns are so badly seen that nobody can be blamed for a walk."""
    ways: tuple[tuple[float, tuple[Counts, ...]], ...]
    """Ways to place all pawns with the nats by which they are less likely than the first, the likeliest first."""


def place_pawns(fusion: Fusion, table: Table) -> Standing:
    """Where all pawns stand by the reads so far."""
    costs = [_costs_of(fusion, table, colour) for colour in range(len(table.colours))]
    ways = _together(fusion, table, [_ways_of(*both) for both in zip(costs, _totals(table), strict=True)])
    best = ways[0][1]
    unclear = [
        Place(What.PAWNS, (pile, colour))
        for colour in range(len(table.colours))
        for pile in range(len(table.piles))
        if any(counts[pile][colour] != best[pile][colour] for cost, counts in ways if cost < CLEAR)
    ]
    same = {
        colour
        for colour in range(len(table.colours))
        if all(counts[colour] == pile.pawns[colour] for counts, pile in zip(best, table.piles, strict=True))
    }
    missing = [place for place in unclear if place.at[1] not in same]
    blind = [place for pile in range(len(table.piles)) if (place := _blind(fusion, table, pile)) is not None]
    if len(blind) <= BLIND_PILES * len(table.piles):
        blind = []
    near = tuple(way for way in ways[:MOST_WAYS] if way[0] <= NEAR)
    return Standing(best, tuple(missing), tuple(unclear), (*blind, *_strained(costs, best)), near)


def _totals(table: Table) -> list[int]:
    return [sum(colour) for colour in zip(*(pile.pawns for pile in table.piles), strict=True)]


def _together(
    fusion: Fusion, table: Table, columns: Sequence[Sequence[tuple[float, Counts]]]
) -> list[tuple[float, tuple[Counts, ...]]]:
    """Ways to place all pawns by those of each colour, the likeliest first, with how many nats less likely they are."""
    unexplained = [pile for pile in range(len(table.piles)) if _looks_otherwise(fusion, table, pile)]
    ways = []
    for chosen in product(*columns):
        counts = tuple(zip(*(each for _, each in chosen), strict=True))
        alike = sum(counts[pile] == table.piles[pile].pawns for pile in unexplained)
        ways.append((sum(cost for cost, _ in chosen) + UNEXPLAINED * alike, counts))
    ways.sort()
    return [(cost - ways[0][0], counts) for cost, counts in ways]


def _looks_otherwise(fusion: Fusion, table: Table, pile: int) -> bool:
    """Whether a pile visibly changed, and its top card is not what did."""
    top = table.piles[pile].top
    if top is None or not fusion.has_changed(Place(What.TOP, (pile,))):
        return False
    segments = ((Place(What.TOP_LARGE, (pile,)), top.large), (Place(What.TOP_SMALL, (pile,)), top.small))
    return all(fusion.tell(place, known) in (known, None) for place, known in segments)


def _strained(costs: Sequence[Sequence[Sequence[float]]], best: tuple[Counts, ...]) -> list[Place]:
    """Where pawns are held to stand otherwise than their place shows, if that is too much in all."""
    over = {
        Place(What.PAWNS, (pile, colour)): each[best[pile][colour]] - min(each)
        for colour, piles in enumerate(costs)
        for pile, each in enumerate(piles)
    }
    return [place for place, nats in over.items() if nats > CLEAR] if sum(over.values()) > STRAINED else []


def _blind(fusion: Fusion, table: Table, pile: int) -> Place | None:
    """A place of a pile whose pawns of some colour were never counted for sure."""
    places = (Place(What.PAWNS, (pile, colour)) for colour in range(len(table.colours)))
    unpinned = (place for place in places if place not in fusion.pins)
    known = table.piles[pile].pawns
    return next(
        (
            place
            for place in unpinned
            if max(fusion.means(place, known[place.at[1]]).values(), default=0.0) < COUNTED_ENOUGH
        ),
        None,
    )


def _costs_of(fusion: Fusion, table: Table, colour: int) -> list[list[float]]:
    """Nats of each count of a colour, pile by pile."""
    known = (pile.pawns[colour] for pile in table.piles)
    return [_costs(fusion, Place(What.PAWNS, (pile, colour)), count) for pile, count in enumerate(known)]


def _ways_of(costs: Sequence[Sequence[float]], pawns: int) -> list[tuple[float, Counts]]:
    """Ways to place the pawns of one colour, with the nats by which they are less likely than the first."""
    ranked = _likeliest(costs, pawns)
    cheapest, _ = ranked[0]
    return [(cost - cheapest, counts) for cost, counts in ranked if cost - cheapest <= NEAR][:MOST_OF_COLOUR]


def _costs(fusion: Fusion, place: Place, known: int) -> list[float]:
    """Nats of each count at a place."""
    if place in fusion.pins:
        said = fusion.pins[place]
        return [0.0 if count == said else math.inf for count in range(MOST + 1)]
    means = fusion.means(place, known)
    costs = [-math.log(max(means.get(count, 0.0), LEAST) if means else 1 / (MOST + 1)) for count in range(MOST + 1)]
    if not fusion.has_changed(Place(What.TOP, place.at[:1])):
        costs[known] -= AS_KNOWN
    return costs


def _likeliest(costs: Sequence[Sequence[float]], pawns: int) -> list[tuple[float, Counts]]:
    """All ways to place at most so many pawns, the cheapest first."""
    ways: list[tuple[float, Counts, int]] = [(0.0, (), pawns)]
    for each in costs:
        ways = [
            (cost + each[count], (*counts, count), left - count)
            for cost, counts, left in ways
            for count in range(min(left, MOST) + 1)
        ]
    return sorted((cost + NOWHERE * left, counts) for cost, counts, left in ways)
