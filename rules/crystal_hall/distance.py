"""Lower bounds of the UMP between two places of wizards: what a search may safely leave out."""

from __future__ import annotations

from itertools import permutations

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.vocabulary import SIZE, SQUARES, Square, TileEffect

Places = tuple[tuple[Square, ...], ...]
"""Squares of the wizards by seat."""
FAR = 99
KILL = 2
"""CH-49: UMP of a squeeze, and of a push into a curse."""


class Distances:
    """Steps between squares for each seat, warps included, and the bound for whole tables."""

    def __init__(self, edition: Edition, table: Table) -> None:
        self._table = table
        self._homes = [edition.board.starts[guild.side] for guild in table.guilds]
        self._warps = [
            square
            for square in edition.board.centre
            if (face := table.face(square)) is not None
            and face != UNKNOWN
            and edition.tiles[face].effect is TileEffect.WARP
        ]
        self._steps = {staff: [_row(square, staff=staff) for square in SQUARES] for staff in (False, True)}
        self._known: dict[tuple[int, bool, tuple[Square, ...], tuple[Square, ...]], int] = {}

    def between(self, seat: int, start: Square, end: Square, *, staff: bool) -> int:
        """Fewest squares from one to another for a wizard of a seat."""
        steps = self._steps[staff]
        best = steps[start][end]
        if not self._warps or best < 2:
            return best
        into = min(steps[start][warp] for warp in self._warps)
        out = min(steps[place][end] for place in (*self._warps, *self._homes[seat]))
        return min(best, into + out)

    def bound(self, places: Places, goal: Places, *, staff: bool, price: int) -> int:
        """UMP that the seat on turn needs at least; spells and Compasses not counted."""
        active = self._table.active
        own = self._moved(active, places[active], goal[active], staff=staff)
        born = max(0, len(goal[active]) - len(places[active])) * price
        total = own + born
        for seat, squares in enumerate(places):
            if seat == active or squares == goal[seat]:
                continue
            if len(goal[seat]) > len(squares):
                return FAR
            total += self._moved(seat, squares, goal[seat], staff=staff)
            total += KILL * (len(squares) - len(goal[seat]))
        return total

    def _moved(self, seat: int, squares: tuple[Square, ...], goal: tuple[Square, ...], *, staff: bool) -> int:
        if squares == goal:
            return 0
        key = (seat, staff, squares, goal)
        if key not in self._known:
            self._known[key] = self._assigned(seat, squares, goal, staff=staff)
        return self._known[key]

    def _assigned(self, seat: int, squares: tuple[Square, ...], goal: tuple[Square, ...], *, staff: bool) -> int:
        """Cheapest pairing; whoever is left over was eliminated, whoever is missing comes from a starting square."""
        homes = self._homes[seat]
        births = [min(self.between(seat, home, end, staff=staff) for home in homes) for end in goal]
        table = [[self.between(seat, start, end, staff=staff) for end in goal] for start in squares]
        if len(squares) >= len(goal):
            chosen = permutations(range(len(squares)), len(goal))
            return min(sum(table[start][end] for end, start in enumerate(picked)) for picked in chosen)
        best = FAR
        for picked in permutations(range(len(goal)), len(squares)):
            moved = sum(table[start][end] for start, end in enumerate(picked))
            best = min(best, moved + sum(births[end] for end in range(len(goal)) if end not in picked))
        return best


def _row(start: Square, *, staff: bool) -> list[int]:
    across = [(abs(start % SIZE - end % SIZE), abs(start // SIZE - end // SIZE)) for end in SQUARES]
    return [max(pair) if staff else sum(pair) for pair in across]
