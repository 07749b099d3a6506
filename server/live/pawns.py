"""Where all pawns stand: what the reads say of each pile and colour, and that no pawn is made or lost (CR-03)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rules.crystalla.table import Table
from server.live.fuse import Claim, Fusion, Place, What
from vision.crystalla.table_reading import PileReading

MOST = 3
"""Pawns of one colour (CR-03)."""
COUNTED = 0.97
"""Probability of a count that the reader is sure of."""
SOFT = 2.0
"""How fast a count grows unlikely with its distance from the summed confidences of the pawns seen."""
BLIND = 0.5
"""Share of a count that is told by nothing where the reader is not sure of the pile."""
NOWHERE = 2.0
"""What it costs, in nats, to hold that a pawn stands on no pile: it may be in somebody's hand."""
AS_KNOWN = 0.5
"""Nats by which a count that did not change is likelier."""
CLEAR = 0.7
"""Nats by which the likeliest places of a colour must lead, unless they are the known ones."""
Counts = tuple[int, ...]


def pawn_claims(index: int, pile: PileReading, table: Table, colours: Sequence[str]) -> Iterator[tuple[Place, Claim]]:
    """What a reading says of the number of pawns of each colour of the table on a pile."""
    for colour, name in enumerate(table.colours):
        number = colours.index(name)
        place = Place(What.PAWNS, (index, colour))
        if pile.pawns is not None:
            told = pile.pawns[number]
            rest = (1 - COUNTED) / MOST
            yield place, tuple((count, COUNTED if count == told else rest) for count in range(MOST + 1))
        else:
            yield place, _soft(_summed(pile, number, len(table.colours)))


def _summed(pile: PileReading, number: int, colours: int) -> float:
    """Confidences of the pawns of one colour; one whose colour cannot be told may be of any."""
    own = sum(pawn.confidence for pawn in pile.seen_pawns if pawn.colour == number)
    return own + sum(pawn.confidence for pawn in pile.seen_pawns if pawn.colour is None) / colours


def _soft(summed: float) -> Claim:
    weights = [math.exp(-SOFT * abs(summed - count)) for count in range(MOST + 1)]
    flat = BLIND / (MOST + 1)
    return tuple((count, (1 - BLIND) * weight / sum(weights) + flat) for count, weight in enumerate(weights))


def place_pawns(fusion: Fusion, table: Table) -> tuple[list[Counts], list[Place]]:
    """The pawns of each pile by colour, and the places where they cannot be told."""
    piles = range(len(table.piles))
    columns: list[Counts] = []
    missing: list[Place] = []
    for colour in range(len(table.colours)):
        known = tuple(pile.pawns[colour] for pile in table.piles)
        costs = [_costs(fusion, Place(What.PAWNS, (pile, colour)), known[pile]) for pile in piles]
        best, second = _likeliest(costs, sum(known))
        if best[1] != known and second[0] - best[0] < CLEAR:
            differing = [pile for pile in piles if best[1][pile] != second[1][pile]]
            missing += [Place(What.PAWNS, (pile, colour)) for pile in differing]
        columns.append(best[1])
    return [tuple(column[pile] for column in columns) for pile in piles], missing


def _costs(fusion: Fusion, place: Place, known: int) -> list[float]:
    """Nats of each count at a place."""
    if place in fusion.pins:
        said = fusion.pins[place]
        return [0.0 if count == said else math.inf for count in range(MOST + 1)]
    means = fusion.means(place)
    costs = [-math.log(max(means.get(count, 0.0), 1e-3) if means else 1 / (MOST + 1)) for count in range(MOST + 1)]
    costs[known] -= AS_KNOWN
    return costs


def _likeliest(costs: Sequence[Sequence[float]], pawns: int) -> tuple[tuple[float, Counts], tuple[float, Counts]]:
    """The two cheapest ways to place at most so many pawns."""
    ways: list[tuple[float, Counts, int]] = [(0.0, (), pawns)]
    for each in costs:
        ways = [
            (cost + each[count], (*counts, count), left - count)
            for cost, counts, left in ways
            for count in range(min(left, MOST) + 1)
        ]
    ranked = sorted((cost + NOWHERE * left, counts) for cost, counts, left in ways)
    return ranked[0], ranked[1]
