"""From a watched table to the snapshot that its viewers see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.crystalla.seen import Seen
from rules.crystalla.table import Phase, Table
from rules.engine import Refusal
from server.live import telling
from server.live.feed import newest
from server.live.fuse import What
from server.live.judge import Kind, Outcome
from server.live.marks import At, Drawn, marks_of
from server.live.snapshot import Asked, Event, LiveState, Mark, Snapshot, SourceView
from vision.health import Condition

if TYPE_CHECKING:
    from server.live.session import LiveTable


@dataclass(frozen=True, slots=True)
class Now:
    """What a watched table shows just now."""

    state: LiveState
    detail: str
    seen: Seen
    outcome: Outcome | None
    asked: Asked | None
    feed: tuple[Event, ...]
    conditions: tuple[Condition, ...]
    held: frozenset[At]
    may_override: bool


def snapshot_of(live: LiveTable, sources: Sequence[SourceView], seq: int, picture_seq: int) -> Snapshot:
    """The snapshot of a table; `sources` with the conditions that it judged."""
    now, table, seats = live.now, live.book.table, live.book.seats
    broken, pending = _refusals(now.outcome)
    return Snapshot(
        seq=seq,
        game=live.book.id,
        state=now.state,
        words=telling.state_words(now.state, seats, table, now.detail),
        seats=seats,
        turn=None if table.phase in (Phase.END, Phase.SETUP) else seats[table.active],
        over=table.phase is Phase.END,
        remaining=telling.remaining_words(table),
        sources=tuple(sources),
        picture_seq=picture_seq,
        marks=tuple(_marks(live, now, table)),
        feed=newest(now.feed),
        question=now.asked,
        broken=broken,
        pending=pending,
        may_undo=bool(live.book.turns),
        may_override=now.may_override,
    )


def _refusals(outcome: Outcome | None) -> tuple[tuple[Refusal, ...], tuple[Refusal, ...]]:
    """Rules broken, and what is still to be done."""
    if outcome is None:
        return (), ()
    if outcome.kind in (Kind.BROKEN, Kind.LATE):
        return outcome.refusals, ()
    return (), outcome.refusals


def _marks(live: LiveTable, now: Now, table: Table) -> Iterator[Mark]:
    """Outlines of all cameras; where a player has turned over the game by hand, the old look may not fit any more."""
    if len(now.seen.displays) != table.players or len(now.seen.piles) != len(table.piles):
        return
    doubts = () if now.outcome is None else now.outcome.doubts
    broken, _ = _refusals(now.outcome)
    doubtful = {place.at[:1] if place.what is What.PAWNS else place.at for place in doubts} | {
        at for refusal in broken for at in _places(refusal, table)
    }
    drawn = Drawn(table, now.seen, frozenset(doubtful), now.held)
    for source, eye in enumerate(live.eyes):
        if eye.reading is not None and now.conditions[source] is Condition.OK:
            yield from marks_of(source, eye.reading, eye.seats, drawn)


def _places(refusal: Refusal, table: Table) -> Iterator[At]:
    """Where a refusal points at: a card of a display, or a pile."""
    seat, row, col = (refusal.parameters.get(name) for name in ("seat", "row", "col"))
    if not isinstance(row, int) or not isinstance(col, int):
        return
    if isinstance(seat, int):
        yield (seat, row, col)
        return
    pile = table.pile_index(row, col)
    if pile is not None:
        yield (pile,)
