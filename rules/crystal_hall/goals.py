"""Where the wizards may have stood when Discovery began, from what lies there afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from rules.crystal_hall.distance import Places
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Seen
from rules.crystal_hall.vocabulary import WIZARDS, Back, Square, TileEffect

MOST = 24
"""Goals that are tried."""
Change = tuple[Square | None, Square, int]
"""A wizard of a seat that stood on the second square, and is seen on the first (None: nowhere)."""


def flipped(table: Table, seen: Seen) -> tuple[Square, ...]:
    """Squares whose face-down tile is face down no more."""
    return tuple(
        square
        for square, tile in enumerate(table.tiles)
        if isinstance(tile, Back) and seen.tiles[square] != UNKNOWN and not isinstance(seen.tiles[square], Back)
    )


def goals(edition: Edition, table: Table, seen: Seen) -> Iterator[Places]:
    """Places at the end of Magic that a Discovery may turn into those seen, the plainest first."""
    turned = flipped(table, seen)
    options = [tuple(_origins(edition, table, seen, square)) for square in turned]
    every = (_places(seen, changes) for changes in islice(product(*options), MOST * MOST))
    fitting = dict.fromkeys(places for places in every if _fits(edition, table, seen, turned, places))
    return islice(fitting, MOST)


def _fits(edition: Edition, table: Table, seen: Seen, turned: tuple[Square, ...], places: Places) -> bool:
    """Whether exactly the flipped tiles lay under wizards, one on each square; a Switch may have moved tiles."""
    occupied = [square for squares in places for square in squares]
    if len(set(occupied)) != len(occupied):
        return False
    if may_switch(edition, table):
        return True
    covered = any(isinstance(seen.tiles[square], Back) for square in occupied)
    return not covered and set(turned) <= set(occupied)


def may_switch(edition: Edition, table: Table) -> bool:
    """Whether the guild on turn has a tile that swaps two others."""
    return any(edition.tiles[face].effect is TileEffect.SWITCH for face in table.guild.tiles)


def _origins(edition: Edition, table: Table, seen: Seen, square: Square) -> Iterator[tuple[Change, ...]]:
    """Who may have stood on a tile that was flipped."""
    face = seen.tiles[square]
    effect = edition.tiles[face].effect if face in edition.tiles and face is not None else None
    if effect is TileEffect.CURSE:
        yield from (((None, square, seat),) for seat in _losers(table, seen))
        return
    yield ()
    if effect is TileEffect.WARP and face is not None:
        yield from _through_warp(edition, table, seen, square, str(face))


def _losers(table: Table, seen: Seen) -> list[int]:
    """Seats that have fewer wizards than before, and the one on turn when it may have regenerated one as well."""
    now = [len(squares) for squares in seen.wizards]
    fewer = [seat for seat in table.round if len(table.guilds[seat].wizards) > now[seat]]
    reborn = table.guild.grey > 0 and now[table.active] < WIZARDS and table.active not in fewer
    return [*fewer, table.active] if reborn else fewer


def _through_warp(
    edition: Edition, table: Table, seen: Seen, square: Square, face: str
) -> Iterator[tuple[Change, ...]]:
    """Who may have gone from a flipped warp to its partner, to a starting square, or into a curse there (R29)."""
    partners = [other for other, tile in enumerate(seen.tiles) if tile == face and other != square]
    there = next((seat for seat, squares in enumerate(seen.wizards) if square in squares), None)
    for seat in table.round:
        homes = edition.board.starts[table.guilds[seat].side]
        for place in (*partners, *homes):
            if place in seen.wizards[seat]:
                yield ((place, square, seat),)
                if place in partners and there not in (None, seat):
                    yield ((place, square, seat), (square, place, int(there or 0)))
        if seat in _losers(table, seen) and set(homes) & set(seen.curses):
            yield ((None, square, seat),)


def _places(seen: Seen, changes: tuple[tuple[Change, ...], ...]) -> Places:
    places = [set(squares) for squares in seen.wizards]
    flat = [change for group in changes for change in group]
    for seen_at, _, seat in flat:
        places[seat].discard(-1 if seen_at is None else seen_at)
    for _, stood_on, seat in flat:
        places[seat].add(stood_on)
    return tuple(tuple(sorted(squares)) for squares in places)
