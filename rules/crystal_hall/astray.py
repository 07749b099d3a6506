"""Which rule a turn broke that no legal one explains: the first that, given up, would make it legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.crystal_hall.assume import Assumption
from rules.crystal_hall.distance import FAR, Distances
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.goals import goals
from rules.crystal_hall.position import Table
from rules.crystal_hall.prepare import Prepared, prepared
from rules.crystal_hall.refusing import say
from rules.crystal_hall.search import Path, Purse, Search, SpentError
from rules.crystal_hall.seen import Announced, Seen, frozen_squares
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Square
from rules.engine import Refusal

MORE_UMP = (0, 1, 2, 20)
"""UMP beyond the bound with which a turn is searched that cost too much."""


def broken_rule(
    edition: Edition, table: Table, seen: Seen, announced: Announced, distances: Distances, cap: int
) -> Refusal:
    """The rule that a turn broke for which there is no legal explanation."""
    try:
        found = _given_up(edition, table, seen, announced, Purse(cap), distances)
    except SpentError:
        found = None
    return found or _strange(table, seen)


def _given_up(
    edition: Edition, table: Table, seen: Seen, announced: Announced, purse: Purse, distances: Distances
) -> Refusal | None:
    """The first rule without which the turn would be legal; raises SpentError."""
    said = prepared(edition, table, announced, Assumption())
    if not isinstance(said, Prepared):
        return said
    start, colour = said.table, table.guild.colour
    if table.guild.fresh and _find(edition, _ripe(start), seen, announced, purse, distances):
        return say("CH-16", f"{colour} did more than move in its first turn", colour=colour)
    bound = _bound(edition, start, seen, distances)
    diagonal = replace(start, staff=True)
    # Where the squares themselves are near enough, the way between them was wrong rather than its price.
    if bound <= start.ump and not start.staff and _find(edition, diagonal, seen, announced, purse, distances):
        return say("CH-43", f"a wizard of {colour} went diagonally without a Staff", colour=colour)
    token = _tokens_given_up(edition, start, seen, announced, purse, distances)
    if token is not None:
        return token
    return _too_dear(edition, start, seen, announced, purse, distances, bound)


def _ripe(table: Table) -> Table:
    return table.with_guild(table.active, replace(table.guild, fresh=False))


def _tokens_given_up(
    edition: Edition, start: Table, seen: Seen, announced: Announced, purse: Purse, distances: Distances
) -> Refusal | None:
    """CH-62, R11: legal but for a shield or a freeze token that should have prevented it, or that is gone itself."""
    colour = start.guild.colour
    looks = []
    if seen.freezes not in (None, frozen_squares(start)):
        looks.append(replace(seen, freezes=None))
    if seen.shields is not None and set(start.shields) > set(seen.shields):
        looks.append(replace(seen, shields=None))
    if any(_find(edition, start, look, announced, purse, distances) is not None for look in looks):
        return _strange_token(start, seen)
    if start.freezes:
        path = _find(edition, replace(start, freezes=()), replace(seen, freezes=None), announced, purse, distances)
        if path is not None:
            squares = _texts(square for square, _ in start.freezes if square in start.guild.wizards)
            return say("CH-R11", f"a frozen wizard of {colour} on {squares} acted", square=squares, colour=colour)
    if start.shields:
        path = _find(edition, replace(start, shields=()), replace(seen, shields=None), announced, purse, distances)
        if path is not None:
            squares = _texts(square for square in start.shields if square not in start.guild.wizards)
            return say("CH-62", f"the wizard on {squares} is shielded and cannot be pushed", square=squares)
    return None


def _texts(squares: Iterable[Square]) -> str:
    return " ".join(SQUARE_TEXTS[square] for square in squares)


def _find(
    edition: Edition, start: Table, seen: Seen, announced: Announced, purse: Purse, distances: Distances
) -> Path | None:
    search = Search(edition, start, seen, announced, purse, distances)
    return next((found for goal in goals(edition, start, seen) if (found := search.find(goal))), None)


def _bound(edition: Edition, start: Table, seen: Seen, distances: Distances) -> int:
    """UMP that the turn took at least; FAR when no actions lead there."""
    places = tuple(guild.wizards for guild in start.guilds)
    price = start.guild.price
    every = (distances.bound(places, goal, staff=start.staff, price=price) for goal in goals(edition, start, seen))
    return min(every, default=FAR)


def _too_dear(
    edition: Edition,
    start: Table,
    seen: Seen,
    announced: Announced,
    purse: Purse,
    distances: Distances,
    bound: int,
) -> Refusal | None:
    """CH-25, CH-41: legal but for its price."""
    if bound >= FAR:
        return None
    if bound > start.ump and _only_moved(start, seen):
        return _moved_too_far(start, bound)
    least = max(start.ump + 1, bound)
    for more in MORE_UMP:
        rich = replace(_ripe(start), ump=least + more)
        path = _find(edition, rich, seen, announced, purse, distances)
        if path is not None:
            return _price(start, least + more)
    return None


def _only_moved(start: Table, seen: Seen) -> bool:
    """Whether nothing but own wizards has moved, and none came or went."""
    before = [guild.wizards for guild in start.guilds]
    others = [seat for seat in range(len(before)) if seat != start.active]
    if seen.shields not in (None, start.shields):
        return False
    same = all(before[seat] == seen.wizards[seat] for seat in others)
    return same and len(before[start.active]) == len(seen.wizards[start.active])


def _moved_too_far(start: Table, squares: int) -> Refusal:
    colour, had = start.guild.colour, start.ump
    sentence = f"the wizards of {colour} moved at least {squares} squares with {had} UMP"
    return say("CH-41", sentence, colour=colour, squares=squares, ump=had, cost=squares, left=had)


def _price(start: Table, cost: int) -> Refusal:
    colour, had = start.guild.colour, start.ump
    sentence = f"what the wizards of {colour} did costs {cost} UMP, they had {had}"
    return say("CH-25", sentence, colour=colour, cost=cost, ump=had)


def _strange(table: Table, seen: Seen) -> Refusal:
    """Something that no action of the guild on turn does."""
    for seat in (*table.round[1:], table.active):
        was, now = set(table.guilds[seat].wizards), set(seen.wizards[seat])
        if was == now:
            continue
        colour = table.guilds[seat].colour
        start, end = (" ".join(SQUARE_TEXTS[square] for square in sorted(places)) for places in (was - now, now - was))
        rule = _rule_for(len(was), len(now), own=seat == table.active)
        sentence = f"nothing explains how {colour} came from {start or 'nowhere'} to {end or 'nowhere'}"
        return say(rule, sentence, colour=colour, start=start, end=end)
    return _strange_token(table, seen)


def _strange_token(table: Table, seen: Seen) -> Refusal:
    """A shield or freeze token that came or went, or else a tile."""
    lost = set(table.shields) - set(seen.shields if seen.shields is not None else table.shields)
    if lost:
        squares = _texts(sorted(lost))
        return say("CH-65", f"nothing has broken the shield of the wizard on {squares}", square=squares)
    before, now = set(frozen_squares(table)), set(seen.freezes if seen.freezes is not None else frozen_squares(table))
    if before != now:
        squares = _texts(sorted(before ^ now))
        return say("CH-24", f"nothing has laid or taken away the freeze token on {squares}", square=squares)
    return say("CH-86", "nothing explains how the tiles or curses on the board have changed", tiles=True)


def _rule_for(was: int, now: int, *, own: bool) -> str:
    if now < was:
        return "CH-51"
    if now > was:
        return "CH-54"
    return "CH-42" if own else "CH-26"
