"""Who touches whom in a display, derived from the cut square (R24): card edges, cuts, and inner grid points.

A node is the index of a slot in vocabulary.SLOTS: twice the cell's index, plus 1 for the small segment.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.crystalla.edition import Side
from rules.crystalla.vocabulary import COLUMNS, ROWS, Segment

Turns = Sequence[int | None]
"""Rotation of the card in each cell, None without a card or where it cannot be told."""
Link = tuple[int, int]

NORTH, EAST, SOUTH, WEST = range(4)
"""Edges clockwise; the corner that precedes an edge clockwise has the same number: NW, NE, SE, SW."""
LARGE_CORNER = (WEST, NORTH, EAST, SOUTH)
"""By rotation, the corner that the large segment owns: SW, NW, NE, SE."""

SIDE_BY_SIDE = tuple((place, place + 1) for place in range(ROWS * COLUMNS) if place % COLUMNS < COLUMNS - 1)
STACKED = tuple((place, place + COLUMNS) for place in range((ROWS - 1) * COLUMNS))
INNER_POINTS = tuple(
    # Each with the four cells around it and the corner of that cell which lies at the point.
    ((low, 1), (low + 1, 0), (low + COLUMNS, 2), (low + COLUMNS + 1, 3))
    for low, _ in SIDE_BY_SIDE
    if low < (ROWS - 1) * COLUMNS
)


def _edge_owner(edge: int) -> tuple[int, ...]:
    """By rotation, 0 where the large segment owns the edge, 1 where the small one does."""
    return tuple(0 if edge in (corner, (corner - 1) % 4) else 1 for corner in LARGE_CORNER)


def _corner_owner(corner: int) -> tuple[int | None, ...]:
    """By rotation, 0 or 1 for the segment that owns the corner, None where the cut ends."""
    owners = {0: 0, 2: 1}
    return tuple(owners.get((corner - large) % 4) for large in LARGE_CORNER)


EDGE_OWNER = tuple(_edge_owner(edge) for edge in range(4))
CORNER_OWNER = tuple(_corner_owner(corner) for corner in range(4))


def cut_links(cells: Sequence[int]) -> list[Link]:
    """The two segments of each card touch along the cut, whichever way it is turned."""
    return [(2 * place, 2 * place + 1) for place in cells]


def edge_links(turns: Turns) -> list[Link]:
    """Pairs of nodes that share a card edge; a card whose turn cannot be told touches no neighbour."""
    links = []
    for pairs, from_edge, to_edge in ((SIDE_BY_SIDE, EAST, WEST), (STACKED, NORTH, SOUTH)):
        from_owner, to_owner = EDGE_OWNER[from_edge], EDGE_OWNER[to_edge]
        for one, other in pairs:
            first, second = turns[one], turns[other]
            if first is not None and second is not None:
                links.append((2 * one + from_owner[first], 2 * other + to_owner[second]))
    return links


def corner_fours(turns: Turns) -> list[tuple[int, int, int, int]]:
    """For every inner grid point that four segments own a corner at, their nodes (R23)."""
    fours = []
    for (a, corner_a), (b, corner_b), (c, corner_c), (d, corner_d) in INNER_POINTS:
        one, two = _at_corner(turns, a, corner_a), _at_corner(turns, b, corner_b)
        three, four = _at_corner(turns, c, corner_c), _at_corner(turns, d, corner_d)
        if one is not None and two is not None and three is not None and four is not None:
            fours.append((one, two, three, four))
    return fours


def _at_corner(turns: Turns, place: int, corner: int) -> int | None:
    turn = turns[place]
    owner = None if turn is None else CORNER_OWNER[corner][turn]
    return None if owner is None else 2 * place + owner


def half_flower_edge(turn: int, segment: Segment, side: Side) -> int:
    """The card edge that carries a segment's half-flower in editions with the ruby rule `edge` (E28)."""
    corner = LARGE_CORNER[turn] if segment is Segment.LARGE else (LARGE_CORNER[turn] + 2) % 4
    return corner if side is Side.CW else (corner - 1) % 4


def groups(nodes: Sequence[int], links: Sequence[Link]) -> list[list[int]]:
    """Connected groups of nodes, each sorted, in the order of their first nodes."""
    group_of = {node: [node] for node in nodes}
    for one, other in links:
        left, right = group_of[one], group_of[other]
        if left is not right:
            left.extend(right)
            group_of.update(dict.fromkeys(right, left))
    return [sorted(group) for node, group in group_of.items() if node == min(group)]


def maximum_matching(links: Sequence[Link]) -> list[Link]:
    """As many links as possible without a common node (R22), in any graph, rings of odd length included.

    Some largest matching covers any node that has a neighbour, so it is enough to try that node's neighbours;
    taking the node with fewest of them first leaves almost nothing to try on graphs as thin as a display.
    """
    neighbours: dict[int, set[int]] = {}
    for one, other in links:
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
    return sorted(_match(neighbours))


def _match(neighbours: dict[int, set[int]]) -> list[Link]:
    if not neighbours:
        return []
    node = min(neighbours, key=lambda n: (len(neighbours[n]), n))
    best: list[Link] = []
    for partner in sorted(neighbours[node]):
        rest = _without(neighbours, node, partner)
        found = [(min(node, partner), max(node, partner)), *_match(rest)]
        if len(found) > len(best):
            best = found
        if len(best) == len(neighbours) // 2:
            break
    return best


def _without(neighbours: dict[int, set[int]], one: int, other: int) -> dict[int, set[int]]:
    gone = {one, other}
    left = {node: near - gone for node, near in neighbours.items() if node not in gone}
    return {node: near for node, near in left.items() if near}
