"""All cameras of one table together."""

from __future__ import annotations

from collections.abc import Sequence

from rules.crystalla.table import Table
from server.live.eye import CardAt, Eye


def rest(eyes: Sequence[Eye]) -> None:
    """The newest pictures show how the cameras stand."""
    for eye in eyes:
        eye.rest()


def recall(eyes: Sequence[Eye], table: Table) -> None:
    """The newest readings show this table."""
    for eye in eyes:
        eye.recall(table)


def look_again(eyes: Sequence[Eye], table: Table) -> bool:
    """Whether the table lies elsewhere than a camera thought, or more of it is seen now."""
    elsewhere = [eye.look_again(table) for eye in eyes]
    return any(elsewhere)


def touched(eyes: Sequence[Eye]) -> frozenset[CardAt]:
    """Cards that look otherwise to any of these than when the table was last known."""
    return frozenset[CardAt]().union(*(eye.touched for eye in eyes))
