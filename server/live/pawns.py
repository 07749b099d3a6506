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
MISJUDGED = 0.02
"""How often the odds of a pile say nothing."""
NOWHERE = 4.0
"""What it costs, in nats, to hold that a pawn stands on no pile: it may be in somebody's hand."""
AS_KNOWN = 0.5
"""Nats by which a count that did not change is likelier."""
CLEAR = 0.7
"""Nats by which the likeliest places of a colour must lead, unless they are the known ones."""
COUNTED_ENOUGH, BLIND_PILES = 0.6, 1 / 3
"""Mean probability of a count that the reader was sure of; with a larger share of piles uncounted nobody is blamed."""
NEAR, MOST_OF_COLOUR, MOST_WAYS = 4.0, 8, 32
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
        flat = MISJUDGED / (MOST + 1)
        return tuple((count, (1 - MISJUDGED) * share + flat) for count, share in enumerate(pile.odds[number]))
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
    """Piles that cannot be counted, where they are so many that nobody can be blamed for a walk."""
    ways: tuple[tuple[float, tuple[Counts, ...]], ...]
    """Ways to place all pawns with the nats by which they are less likely than the first, the likeliest first."""


def place_pawns(fusion: Fusion, table: Table) -> Standing:
    """Where all pawns stand by the reads so far."""
    columns = [_ways_of(fusion, table, colour) for colour in range(len(table.colours))]
    unclear = [
        Place(What.PAWNS, (pile, colour))
        for colour, ways in enumerate(columns)
        for pile in range(len(table.piles))
        if len({counts[pile] for cost, counts in ways if cost < CLEAR}) > 1
    ]
    same = {
        colour for colour, ways in enumerate(columns) if ways[0][1] == tuple(pile.pawns[colour] for pile in table.piles)
    }
    missing = [place for place in unclear if place.at[1] not in same]
    blind = [place for pile in range(len(table.piles)) if (place := _blind(fusion, table, pile)) is not None]
    if len(blind) <= BLIND_PILES * len(table.piles):
        blind = []
    together = sorted(
        (sum(cost for cost, _ in chosen), tuple(zip(*(counts for _, counts in chosen), strict=True)))
        for chosen in product(*columns)
    )
    ways = tuple(way for way in together[:MOST_WAYS] if way[0] <= NEAR)
    return Standing(together[0][1], tuple(missing), tuple(unclear), tuple(blind), ways)


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


def _ways_of(fusion: Fusion, table: Table, colour: int) -> list[tuple[float, Counts]]:
    """Ways to place the pawns of one colour, with the nats by which they are less likely than the first."""
    known = tuple(pile.pawns[colour] for pile in table.piles)
    costs = [_costs(fusion, Place(What.PAWNS, (pile, colour)), count) for pile, count in enumerate(known)]
    ranked = _likeliest(costs, sum(known))
    cheapest, _ = ranked[0]
    return [(cost - cheapest, counts) for cost, counts in ranked if cost - cheapest <= NEAR][:MOST_OF_COLOUR]


def _costs(fusion: Fusion, place: Place, known: int) -> list[float]:
    """Nats of each count at a place."""
    if place in fusion.pins:
        said = fusion.pins[place]
        return [0.0 if count == said else math.inf for count in range(MOST + 1)]
    means = fusion.means(place, known)
    costs = [-math.log(max(means.get(count, 0.0), 1e-3) if means else 1 / (MOST + 1)) for count in range(MOST + 1)]
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
