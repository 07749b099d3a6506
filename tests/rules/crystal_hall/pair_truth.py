"""The truth about a look that was tampered with: every legal turn, counted out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.game import CrystalHall
from rules.crystal_hall.moves import Cast, Finish, Use
from rules.crystal_hall.position import Table, put
from rules.crystal_hall.seen import Seen, look
from rules.crystal_hall.vocabulary import STRAIGHT, Back, Phase, Square
from rules.engine import legal_moves, play


def reachable(game: CrystalHall, table: Table, hidden: Hidden) -> set[Seen]:
    """What can be seen after any legal turn without tiles and spells."""
    best: dict[object, Table] = {}
    waiting, ends = {table.ump: [table]}, list[Table]()
    for ump in range(table.ump, -1, -1):
        for now in waiting.get(ump, ()):
            # Whoever comes to the same table with as many UMP adds nothing.
            key = replace(now, ump=0)
            if key in best:
                continue
            best[key] = now
            if now.phase is not Phase.MAGIC:
                ends.append(now)
                continue
            for move in legal_moves(game, now):
                if not isinstance(move, Use | Cast):
                    _, after, _ = play(game, now, move, hidden)
                    waiting.setdefault(after.ump if not isinstance(move, Finish) else ump, []).append(after)
    return {look(last) for end in ends for last in discovered(game, end, hidden, table.active)}


def discovered(game: CrystalHall, table: Table, hidden: Hidden, seat: int) -> Iterator[Table]:
    """Every way in which a Discovery may go."""
    if table.active != seat or (table.phase is not Phase.DISCOVERY and table.task is None):
        yield table
        return
    for move in legal_moves(game, table):
        _, after, left = play(game, table, move, hidden)
        yield from discovered(game, after, left, seat)


Change = Callable[[Edition, Table, Seen, random.Random], Seen | None]


def tamper(edition: Edition, table: Table, seen: Seen, rng: random.Random) -> tuple[Seen, str]:
    """A look with one thing changed, and what; no change where the one that was drawn cannot be made."""
    changes: dict[str, Change] = {
        "own moved": lambda *given: shifted(*given, own=True),
        "enemy moved": lambda *given: shifted(*given, own=False),
        "enemy gone": gone,
        "own back": back,
        "own shield": own_shield,
        "shield gone": shield_gone,
        "freeze gone": freeze_gone,
    }
    name = rng.choice([*changes, "own moved", "enemy moved", "enemy gone"])
    changed = changes[name](edition, table, seen, rng)
    return (seen, "nothing") if changed is None else (changed, name)


def free(edition: Edition, seen: Seen) -> list[Square]:
    """Squares where nobody stands and no tile is face down, so that the change is not given away by a tile."""
    taken = {square for squares in seen.wizards for square in squares}
    every = [square for square in range(64) if edition.board.has(square)]
    return [square for square in every if square not in taken and not isinstance(seen.tiles[square], Back)]


def shifted(edition: Edition, table: Table, seen: Seen, rng: random.Random, *, own: bool) -> Seen | None:
    """A wizard stands one or two squares further."""
    seats = [seat for seat in range(len(seen.wizards)) if (seat == table.active) == own and seen.wizards[seat]]
    if not seats:
        return None
    seat = rng.choice(seats)
    start = rng.choice(seen.wizards[seat])
    ends = {start}
    for _ in range(rng.choice([1, 1, 2])):
        ends |= {end for at in ends for way in STRAIGHT if (end := edition.board.step(at, way)) is not None}
    targets = sorted(ends & set(free(edition, seen)))
    if not targets:
        return None
    end = rng.choice(targets)
    squares = tuple(sorted({*seen.wizards[seat], end} - {start}))
    carry = {start: end}
    return replace(
        seen,
        wizards=put(seen.wizards, seat, squares),
        shields=tuple(sorted(carry.get(square, square) for square in seen.shields or ())),
        freezes=tuple(sorted(carry.get(square, square) for square in seen.freezes or ())),
    )


def gone(edition: Edition, table: Table, seen: Seen, rng: random.Random) -> Seen | None:  # noqa: ARG001
    """An enemy has vanished."""
    enemies = [square for seat, squares in enumerate(seen.wizards) if seat != table.active for square in squares]
    if not enemies:
        return None
    lost = rng.choice(enemies)
    return replace(
        seen,
        wizards=tuple(tuple(square for square in squares if square != lost) for squares in seen.wizards),
        shields=tuple(square for square in seen.shields or () if square != lost),
        freezes=tuple(square for square in seen.freezes or () if square != lost),
    )


def back(edition: Edition, table: Table, seen: Seen, rng: random.Random) -> Seen | None:
    """An own wizard has come back."""
    own = seen.wizards[table.active]
    homes = sorted(set(edition.board.starts[table.guild.side]) & set(free(edition, seen)))
    if len(own) in (0, 4) or not homes:
        return None
    return replace(seen, wizards=put(seen.wizards, table.active, tuple(sorted((*own, rng.choice(homes))))))


def own_shield(edition: Edition, table: Table, seen: Seen, rng: random.Random) -> Seen | None:  # noqa: ARG001
    """An own wizard is shielded."""
    own = seen.wizards[table.active]
    if not own or set(own) & set(seen.shields or ()):
        return None
    return replace(seen, shields=tuple(sorted((*(seen.shields or ()), rng.choice(own)))))


def shield_gone(edition: Edition, table: Table, seen: Seen, rng: random.Random) -> Seen | None:  # noqa: ARG001
    """A shield is broken."""
    if not seen.shields:
        return None
    lost = rng.choice(seen.shields)
    return replace(seen, shields=tuple(square for square in seen.shields if square != lost))


def freeze_gone(edition: Edition, table: Table, seen: Seen, rng: random.Random) -> Seen | None:  # noqa: ARG001
    """A freeze token is taken away."""
    if not seen.freezes:
        return None
    lost = rng.choice(seen.freezes)
    return replace(seen, freezes=tuple(square for square in seen.freezes if square != lost))
