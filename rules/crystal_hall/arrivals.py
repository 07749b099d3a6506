"""What happens to a wizard that comes to a square: curses, warps, the final crystal; elimination and victory."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Arrive, Due, Follow, Table, Task, with_tile
from rules.crystal_hall.vocabulary import Back, Colour, Phase, Square, TaskKind, TileEffect


def shift(table: Table, start: Square, end: Square) -> Table:
    """Carry a wizard, with its shield and its freeze token (R13), to a square; asks no rule."""
    seat = table.owner(start)
    if seat is None:
        raise AssertionError(f"a wizard stands on {start} in {table.text()}")
    guild = table.guilds[seat]
    wizards = tuple(sorted(end if square == start else square for square in guild.wizards))
    table = table.with_guild(seat, replace(guild, wizards=wizards))
    if start in table.shields:
        table = replace(table, shields=tuple(sorted(end if square == start else square for square in table.shields)))
    if any(square == start for square, _ in table.freezes):
        freezes = sorted((end if square == start else square, by) for square, by in table.freezes)
        table = replace(table, freezes=tuple(freezes))
    return table


def enter(table: Table, start: Square, end: Square, *after: Due) -> Table:
    """Move a wizard; what is on the square comes next, then what is due `after`."""
    return replace(shift(table, start, end), due=(Arrive(end), *after, *table.due))


def resolve(edition: Edition, table: Table) -> Table:
    """Let everything that is due take effect, until somebody has to decide or has won."""
    while table.due and table.task is None and not table.over:
        first, table = table.due[0], replace(table, due=table.due[1:])
        if isinstance(first, Follow):
            # A victim that was pushed from one warp onto its partner is back on its square (CH-69).
            table = enter(table, first.start, first.end) if table.owner(first.end) is None else table
        else:
            table = _arrive(edition, table, first.square)
    return replace(table, due=()) if table.over and table.due else table


def _arrive(edition: Edition, table: Table, square: Square) -> Table:
    if table.owner(square) is None:
        return table
    if square in table.curses:
        return eliminate(table, square)
    face = table.face(square)
    return table if face is None else suffer(edition, table, square, face)


def suffer(edition: Edition, table: Table, square: Square, face: str, *, revealed: bool = False) -> Table:
    """What a face-up tile does to the wizard that came to it, or under which it was flipped (CH-70)."""
    tile = edition.tiles[face]
    match tile.effect:
        case TileEffect.CURSE:
            return eliminate(table, square)
        case TileEffect.WARP:
            return _meet_warp(edition, table, square)
        case TileEffect.CRYSTAL if not revealed or edition.final_on_reveal:
            return _touch_crystal(table, square, Colour(tile.colour))
    return table


def _touch_crystal(table: Table, square: Square, colour: Colour) -> Table:
    """CH-75, R23: the last crystal that is missing is won on entering."""
    seat = table.owner(square)
    if seat is None:
        raise AssertionError("a wizard stands on the crystal")
    guild = table.guilds[seat]
    if colour in guild.crystals or len(guild.crystals) + 1 < table.target:
        return table
    return win(table.with_guild(seat, replace(guild, crystals=tuple(sorted((*guild.crystals, colour))))), seat)


def win(table: Table, seat: int) -> Table:
    """The game ends (CH-113, CH-114)."""
    return replace(table, winner=seat, phase=Phase.END, due=(), task=None)


def warp_targets(edition: Edition, table: Table, square: Square) -> tuple[Square, ...]:
    """Where the wizard on a face-up warp goes: to the partner, or to a free starting square (CH-71, CH-73, R09)."""
    face, seat = table.face(square), table.owner(square)
    if face is None or seat is None:
        raise AssertionError(f"a wizard stands on a warp in {table.text()}")
    colour = edition.tiles[face].colour
    partners = [place for place in edition.board.centre if place != square and _is_warp(edition, table, place, colour)]
    homes = edition.board.starts[table.guilds[seat].side]
    free = tuple(home for home in homes if table.owner(home) is None)
    stay = (square,) if edition.warp_optional else ()
    return (*(partners or free), *stay)


def _is_warp(edition: Edition, table: Table, square: Square, colour: str) -> bool:
    face = table.face(square)
    return face is not None and edition.tiles[face].effect is TileEffect.WARP and edition.tiles[face].colour == colour


def _meet_warp(edition: Edition, table: Table, square: Square) -> Table:
    targets = warp_targets(edition, table, square)
    if len(targets) > 1:
        return replace(table, task=Task(TaskKind.WARP, square))
    return take_warp(table, square, targets[0]) if targets else table


def take_warp(table: Table, square: Square, target: Square) -> Table:
    """Go through a warp: a swap with whoever stands there (CH-72); its arrival triggers nothing anew (R08)."""
    if target == square:
        return table
    if table.owner(target) is None:
        moved = shift(table, square, target)
        # A starting square may be cursed (R29); the partner warp does nothing to who comes through it.
        return replace(moved, due=(Arrive(target), *moved.due)) if table.tiles[target] is None else moved
    swapped = _swap(table, square, target)
    # A wizard that a swap carries off neither follows the one it pushed nor suffers what was on its square.
    return replace(swapped, due=tuple(item for item in swapped.due if _start(item) != target))


def _start(item: Due) -> Square:
    return item.start if isinstance(item, Follow) else item.square


def _swap(table: Table, one: Square, two: Square) -> Table:
    seats = table.owner(one), table.owner(two)
    other = {one: two, two: one}
    for seat in {seat for seat in seats if seat is not None}:
        guild = table.guilds[seat]
        wizards = tuple(sorted(other.get(square, square) for square in guild.wizards))
        table = table.with_guild(seat, replace(guild, wizards=wizards))
    return replace(
        table,
        shields=tuple(sorted(other.get(square, square) for square in table.shields)),
        freezes=tuple(sorted((other.get(square, square), by) for square, by in table.freezes)),
    )


def eliminate(table: Table, square: Square) -> Table:
    """Put a wizard into the grey area (CH-52); its tokens go back to the supply (R15)."""
    seat = table.owner(square)
    if seat is None:
        raise AssertionError(f"a wizard stands on {square}")
    guild = table.guilds[seat]
    left = tuple(other for other in guild.wizards if other != square)
    table = replace(
        table.with_guild(seat, replace(guild, wizards=left)),
        shields=tuple(other for other in table.shields if other != square),
        freezes=tuple(token for token in table.freezes if token[0] != square),
    )
    return table if left else put_out(table, seat)


def put_out(table: Table, seat: int) -> Table:
    """CH-56, R26: its crystals go back, tiles and spells to the discards; CH-114: the last guild wins."""
    guild = table.guilds[seat]
    # The spells were nobody's to see: they go face down below the discards.
    hidden: tuple[str | None, ...] = (None,) * len(guild.hand)
    table = replace(
        table.with_guild(seat, replace(guild, crystals=(), tiles=(), hand=())),
        discard=(*hidden, *table.discard),
        used=tuple(sorted((*table.used, *guild.tiles))),
        freezes=tuple(token for token in table.freezes if token[1] != seat),
        peeks=tuple(peek for peek in table.peeks if seat not in (peek.seat, peek.other)),
    )
    alive = [other for other, left in enumerate(table.guilds) if not left.out]
    return win(table, alive[0]) if len(alive) == 1 else table


def hit(table: Table, square: Square) -> Table:
    """A shield-breaking spell hits a wizard: its shield breaks, else it is eliminated (CH-64, CH-65)."""
    if square in table.shields:
        return replace(table, shields=tuple(other for other in table.shields if other != square))
    return eliminate(table, square)


def flip(edition: Edition, table: Table, square: Square, face: str) -> Table:
    """Reveal the tile under a wizard, and what it does (CH-33 to CH-37)."""
    seat = table.owner(square)
    if seat is None or not isinstance(table.tiles[square], Back):
        raise AssertionError(f"a wizard stands on a face-down tile on {square}")
    table = replace(table, peeks=tuple(peek for peek in table.peeks if peek.square != square))
    tile = edition.tiles[face]
    match tile.kind.value:
        case "blank":
            table = with_tile(table, square, None)
            return replace(table, used=tuple(sorted((*table.used, face))))
        case "pick_up":
            guild = table.guilds[seat]
            table = table.with_guild(seat, replace(guild, tiles=tuple(sorted((*guild.tiles, face)))))
            return with_tile(table, square, None)
    return suffer(edition, with_tile(table, square, face), square, face, revealed=True)
