"""Lower bounds of the UMP between two places of wizards: what a search may safely leave out."""

from __future__ import annotations

from itertools import permutations

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Seen
from rules.crystal_hall.vocabulary import SIZE, SQUARES, WIZARDS, Square, TileEffect

Places = tuple[tuple[Square, ...], ...]
"""Squares of the wizards by seat."""
FAR = 99
KILL = 2
"""CH-49: UMP of a squeeze, and of a push into a curse."""


class Distances:
    """Steps between squares for each seat, warps included, and the bound for whole tables."""

    def __init__(self, edition: Edition, table: Table, seen: Seen) -> None:
        self._table = table
        self._homes = [edition.board.starts[guild.side] for guild in table.guilds]
        self._warps = [
            square
            for square in edition.board.centre
            if (face := table.face(square)) is not None
            and face != UNKNOWN
            and edition.tiles[face].effect is TileEffect.WARP
        ]
        self._cursed = bool(table.curses or seen.curses) or any(tile == "curse" for tile in table.tiles)
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

    def bound(self, places: Places, goal: Places, *, staff: bool, price: int, near: bool = True) -> int:
        """UMP that the seat on turn needs at least, Compasses not counted.

        With `near` nobody is moved or hit from afar: no spell for it is left.
        """
        active = self._table.active
        own = self._moved(active, places[active], goal[active], staff=staff)
        own += max(0, len(goal[active]) - len(places[active])) * price
        if near and not self._cursed and len(places[active]) > len(goal[active]):
            return FAR
        others, reach = 0, 0
        for seat, squares in enumerate(places):
            if seat == active or squares == goal[seat]:
                continue
            if len(goal[seat]) > len(squares):
                return FAR
            others += self._moved(seat, squares, goal[seat], staff=staff)
            others += KILL * (len(squares) - len(goal[seat]))
            if near:
                reach = max(reach, self._reach(places, goal, seat, staff=staff, price=price))
        return others + max(own, reach)

    def _reach(self, places: Places, goal: Places, seat: int, *, staff: bool, price: int) -> int:
        """What it takes an own wizard to come next to an enemy that moved or went, and to be where it is seen then."""
        if self._warps:
            return 0
        gone = set(places[seat]) - set(goal[seat])
        ends = set(goal[seat]) - set(places[seat])
        if len(places[seat]) > len(goal[seat]):
            # Without a curse on the board only a squeeze eliminates, and that takes two.
            hands = 1 if self._cursed or ends else 2
            return min(self._visit(places, goal, square, {square} | ends, hands, staff, price) for square in gone)
        return min((self._visit(places, goal, square, ends, 1, staff, price) for square in gone), default=0)

    def _visit(
        self, places: Places, goal: Places, start: Square, ends: set[Square], hands: int, staff: bool, price: int
    ) -> int:
        """UMP of the nearest own wizards for going next to `start`, and home from next to one of `ends`."""
        steps, active = self._steps[staff], self._table.active
        back = min((max(0, steps[end][home] - 1) for end in ends for home in goal[active]), default=0)
        comes = [max(0, steps[square][start] - 1) for square in places[active]]
        births = WIZARDS - len(places[active])
        comes += [price + min(max(0, steps[home][start] - 1) for home in self._homes[active])] * births
        nearest = sorted(comes)[:hands]
        return sum(nearest) + back * len(nearest) if len(nearest) == hands else FAR

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
