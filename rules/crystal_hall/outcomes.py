"""Effects that the engine does not know: the table afterwards is entered, and only held to the counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules.crystal_hall.arrivals import put_out, win
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import Outcome
from rules.crystal_hall.notation import parse_table
from rules.crystal_hall.position import Guild, Table
from rules.crystal_hall.refusing import say
from rules.crystal_hall.status import TableStatus, table_status
from rules.engine import Refusal

RULE = "CH-120"
"""What no rule answers is for the table to agree on (FAQ 9)."""


def refuse_outcome(edition: Edition, table: Table, outcome: Outcome) -> Refusal | None:
    """What is wrong with an entered table: only the invariants are checked.

    The wizards, tiles and cards of `table` are those after the card itself is gone.
    """
    after = parse_table(outcome.position)
    if frame(after) != frame(table):
        sentence = "the entered table has other players, another turn or another phase than the one before it"
        return say(RULE, sentence, entered=after.text())
    # Enough crystals end the game, see `adopt`.
    status = table_status(win(after, after.active) if _complete(after) else after, edition)
    if status is not TableStatus.PLAUSIBLE:
        told = str(status.name).lower()
        return say(RULE, f"the entered table cannot be so, it breaks the counts: {told}", status=told)
    if after.deck + len(after.discard) + sum(len(guild.hand) for guild in after.guilds) != edition.cards:
        return say(RULE, "the entered table has another number of spell cards than the edition", cards=edition.cards)
    return None


def frame(table: Table) -> tuple[object, ...]:
    """What no effect changes."""
    guilds = tuple((guild.colour, guild.side, guild.fresh) for guild in table.guilds)
    play = (table.active, table.starter, table.target, table.open_hands, table.phase)
    return guilds, play, table.task, table.due, table.winner


def adopt(table: Table, outcome: Outcome) -> Table:
    """The entered table; guilds without wizards leave, enough crystals win.

    Spells that are not told there stay what they were, so that an outcome need not show the hands of others.
    """
    after = replace(parse_table(outcome.position), peeks=table.peeks)
    guilds = tuple(
        replace(now, hand=was.hand) if _covers(now, was) else now
        for was, now in zip(table.guilds, after.guilds, strict=True)
    )
    after = replace(after, guilds=guilds)
    for seat, guild in enumerate(after.guilds):
        if guild.out and not table.guilds[seat].out and not after.over:
            after = put_out(after, seat)
    complete = _complete(after)
    return win(after, complete[0]) if complete and not after.over else after


def _complete(table: Table) -> list[int]:
    """Seats with enough crystals to win, from the one on turn (R24)."""
    return [seat for seat in table.round if len(table.guilds[seat].crystals) >= table.target]


def _covers(now: Guild, was: Guild) -> bool:
    """Whether a hand may be the one before, some of it not told."""
    left = Counter(was.hand)
    left.subtract(card for card in now.hand if card is not None)
    return len(now.hand) == len(was.hand) and min(left.values(), default=0) >= 0
