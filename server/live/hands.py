"""Whether a hand may lie over a table that is watched: it lay free once, and what is known to lie there is seen."""

from __future__ import annotations

from collections.abc import Sequence

from rules.crystalla.seen import changed_tops, compare_displays
from rules.crystalla.table import Phase, Table
from server.live.eye import Eye
from server.live.fuse import What
from server.live.judge import Kind, Outcome

PATIENCE_S = 20.0
"""What lies over the table without anything stirring for so long is no hand, but a thing that was put there."""
AT_FIRST_S = 12.0
"""The same before any picture of the table lying free is known."""
THING_S = 3.0
"""What has lain still for so long may be a thing that was put there: then it is said what to do."""
MOST_UNSEEN = 1 / 3
"""Share of the piles whose tops may be hidden by pawns."""


def lie_still(eyes: Sequence[Eye], seconds: float = PATIENCE_S) -> bool:
    """Whether nothing has stirred for longer than a hand lies still."""
    return all(eye.still_for_s >= seconds for eye in eyes)


def may_be_a_thing(eyes: Sequence[Eye]) -> bool:
    """Whether what lies over the table may be no hand."""
    return lie_still(eyes, THING_S)


def see_free(eyes: Sequence[Eye], table: Table, outcome: Outcome) -> bool:
    """Whether no hand can be there: by how the table lay free before, at first by what is known to lie there.

    What is seen then counts as the table lying free from now on.
    """
    unknown = any(eye.covered is None for eye in eyes)
    if unknown and not (lie_still(eyes, AT_FIRST_S) or shows_known(table, outcome)):
        return False
    for eye in eyes:
        eye.free()
    return True


def shows_known(table: Table, outcome: Outcome) -> bool:
    """Whether all known cards are seen as they lay; on a table that is being laid there are none."""
    if table.phase is Phase.SETUP:
        return True
    if any(place.what in (What.CARD, What.TOP) for place in outcome.doubts):
        return False
    unseen = sum(view.top is not None and view.top.large is view.top.small is None for view in outcome.seen.piles)
    alike = not compare_displays(table, outcome.seen).disturbed and not changed_tops(table, outcome.seen)
    return alike and unseen <= MOST_UNSEEN * len(table.piles)


def hides_known(table: Table, outcome: Outcome) -> bool:
    """Whether a known card lies nowhere any more: only a take-back takes one away, else something lies over it."""
    changes = compare_displays(table, outcome.seen)
    gone = sum(change.how == "gone" for change in changes.disturbed)
    return outcome.kind is not Kind.BACK and gone > len(changes.laid)
