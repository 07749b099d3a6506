"""Lower bounds of the UMP between two places of wizards: what a search may safely leave out."""

from __future__ import annotations

from itertools import permutations, product

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Seen
from rules.crystal_hall.vocabulary import SIZE, SQUARES, WIZARDS, Direction, Square, TileEffect

Places = tuple[tuple[Square, ...], ...]
"""Squares of the wizards by seat."""
Quakes = tuple[Direction, ...]
"""Where earthquakes go that are still to be cast."""
FAR = 99
KILL = 2
"""CH-49: UMP of a squeeze."""
PUSHED_OFF = 1
"""UMP of a push into a curse, but for the square that the pusher goes."""


class Distances:
    """Steps between squares for each seat, warps included, and the bound for whole tables."""

    def __init__(self, edition: Edition, table: Table, seen: Seen) -> None:
        self._table = table
        self._homes = [edition.board.starts[guild.side] for guild in table.guilds]
        tiles = [_effect(edition, tile) for tile in table.tiles]
        self._warps = [square for square in SQUARES if tiles[square] is TileEffect.WARP]
        if self._warps and any(edition.tiles[face].effect is TileEffect.SWITCH for face in table.guild.tiles):
            # Where a Switch may have brought one counts as well.
            now = [_effect(edition, tile) for tile in seen.tiles]
            self._warps += [square for square in SQUARES if now[square] is TileEffect.WARP]
        self._cursed = bool(table.curses or seen.curses) or TileEffect.CURSE in tiles
        self._steps = {staff: [_row(square, staff=staff) for square in SQUARES] for staff in (False, True)}
        self._shaking = edition.earthquake_steps
        self._known: dict[tuple[object, ...], int] = {}

    def between(self, seat: int, start: Square, end: Square, *, staff: bool, quakes: Quakes = ()) -> int:
        """Fewest squares from one to another for a wizard of a seat, when earthquakes may still carry it."""
        if quakes:
            return self._carried(seat, start, end, staff, quakes)
        steps = self._steps[staff]
        best = steps[start][end]
        if not self._warps or best < 2:
            return best
        into = min(steps[start][warp] for warp in self._warps)
        out = min(steps[place][end] for place in (*self._warps, *self._homes[seat]))
        return min(best, into + out)

    def _carried(self, seat: int, start: Square, end: Square, staff: bool, quakes: Quakes) -> int:
        """The same, where each earthquake carries the wizard some of its steps; where it does so makes no odds."""
        east, north = end % SIZE - start % SIZE, end // SIZE - start // SIZE
        best = FAR
        for carried in product(range(self._shaking + 1), repeat=len(quakes)):
            col = abs(east - sum(way.delta[0] * far for way, far in zip(quakes, carried, strict=True)))
            row = abs(north - sum(way.delta[1] * far for way, far in zip(quakes, carried, strict=True)))
            best = min(best, max(col, row) if staff else col + row)
        if not self._warps:
            return best
        return min(best, max(0, self.between(seat, start, end, staff=staff) - self._shaking * len(quakes)))

    def bound(
        self,
        places: Places,
        goal: Places,
        *,
        staff: bool,
        price: int,
        near: bool = True,
        quakes: Quakes = (),
        forced: tuple[Square, Square] | None = None,
    ) -> int:
        """UMP that the seat on turn needs at least, Compasses not counted.

        With `near` nobody is moved or hit from afar: no spell for it is left. `quakes` are still to be cast. `forced`
        says where one own wizard is and must come.
        """
        active = self._table.active
        reborn = FAR if near and not self._cursed else price
        own = self._own(places[active], goal[active], staff, quakes, reborn, forced)
        own += max(0, len(goal[active]) - len(places[active])) * price
        if near and not self._cursed and len(places[active]) > len(goal[active]):
            return FAR
        others, reach = 0, 0
        for seat, squares in enumerate(places):
            if seat == active or squares == goal[seat]:
                continue
            if len(goal[seat]) > len(squares):
                return FAR
            others += self._moved(seat, squares, goal[seat], staff, quakes, FAR)
            # Who pushes somebody into a curse comes a square nearer to where it goes; an earthquake costs nothing.
            kill = KILL if not self._cursed else 0 if quakes else PUSHED_OFF
            others += kill * (len(squares) - len(goal[seat]))
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

    def _own(
        self,
        squares: tuple[Square, ...],
        goal: tuple[Square, ...],
        staff: bool,
        quakes: Quakes,
        reborn: int,
        forced: tuple[Square, Square] | None,
    ) -> int:
        active = self._table.active
        if forced is None:
            return self._moved(active, squares, goal, staff, quakes, reborn)
        start, end = forced
        rest = tuple(square for square in squares if square != start)
        others = tuple(square for square in goal if square != end)
        return self.between(active, start, end, staff=staff) + self._moved(active, rest, others, staff, quakes, reborn)

    def _moved(
        self, seat: int, squares: tuple[Square, ...], goal: tuple[Square, ...], staff: bool, quakes: Quakes, reborn: int
    ) -> int:
        if squares == goal:
            return 0
        key = (seat, squares, goal, staff, quakes, reborn)
        if key not in self._known:
            self._known[key] = self._assigned(seat, squares, goal, staff, quakes, reborn)
        return self._known[key]

    def _assigned(
        self, seat: int, squares: tuple[Square, ...], goal: tuple[Square, ...], staff: bool, quakes: Quakes, reborn: int
    ) -> int:
        """Cheapest pairing; whoever is left over was eliminated, whoever is missing comes from a starting square.

        A wizard may also have been eliminated and have come back, for the price of `reborn`.
        """
        homes = self._homes[seat]
        births = [min(self.between(seat, home, end, staff=staff, quakes=quakes) for home in homes) for end in goal]
        table = [
            [
                min(self.between(seat, start, end, staff=staff, quakes=quakes), reborn + birth)
                for end, birth in zip(goal, births, strict=True)
            ]
            for start in squares
        ]
        if len(squares) >= len(goal):
            chosen = permutations(range(len(squares)), len(goal))
            return min(sum(table[start][end] for end, start in enumerate(picked)) for picked in chosen)
        best = FAR
        for picked in permutations(range(len(goal)), len(squares)):
            moved = sum(table[start][end] for start, end in enumerate(picked))
            best = min(best, moved + sum(births[end] for end in range(len(goal)) if end not in picked))
        return best


def _effect(edition: Edition, tile: str | None) -> TileEffect | None:
    return edition.tiles[tile].effect if tile in edition.tiles and tile is not None else None


def _row(start: Square, *, staff: bool) -> list[int]:
    across = [(abs(start % SIZE - end % SIZE), abs(start // SIZE - end // SIZE)) for end in SQUARES]
    return [max(pair) if staff else sum(pair) for pair in across]
