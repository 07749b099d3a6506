"""What is wrong with a walk that no rule-abiding walk explains, in the words a player needs to hear."""

from __future__ import annotations

from rules.crystalla.routes import Route, find_route, find_routes
from rules.crystalla.seen import Seen
from rules.crystalla.table import Table
from rules.engine import Refusal

Lasts = tuple[int, ...] | None
"""Piles of which the card may have been taken; None when none was."""

MOST_FORBIDDEN = 3
"""With more forbidden steps a player did not walk wrongly but did something else."""


def walk_trouble(table: Table, seen: Seen, lasts: Lasts) -> list[Refusal]:
    """What is wrong with the walk: nothing, when one from an own pile to the taken card is legal."""
    if find_routes(table, seen, lasts):
        return []
    elsewhere = find_routes(table, seen, None)
    if elsewhere and lasts:
        return [_wrong_last(table, elsewhere[0], lasts[0])]
    foreign = find_routes(table, seen, lasts, own=False)
    if foreign:
        return [_foreign_pile(table, foreign[0])]
    left = _left_behind(table, seen, lasts)
    if left is not None:
        return [left]
    routes = find_routes(table, seen, lasts, most=MOST_FORBIDDEN)
    return list(routes[0].refusals(table.grid)) if routes else [_no_walk(table, lasts)]


def _wrong_last(table: Table, route: Route, taken: int) -> Refusal:
    spot, last = table.spot(taken), table.spot(route.path[-1])
    sentence = f"the card was taken from pile {spot}, but no walk that sets these pawns ends there, one ends on {last}"
    return Refusal("CR-33", sentence, {"row": spot[0], "col": spot[1], "last_row": last[0], "last_col": last[1]})


def _foreign_pile(table: Table, route: Route) -> Refusal:
    row, col = table.spot(route.picked)
    colour = table.colours[table.active]
    sentence = f"no {colour} pawn stood on pile {(row, col)}, a pile with an own pawn must be picked"
    return Refusal("CR-25", sentence, {"row": row, "col": col, "colour": colour})


def _left_behind(table: Table, seen: Seen, lasts: Lasts) -> Refusal | None:
    """A pile with an own pawn of which only a part was lifted (CR-26)."""
    none = (0,) * len(table.colours)
    for picked in range(len(table.piles)):
        added = tuple(
            none if index == picked else tuple(now - was for now, was in zip(view.pawns, old.pawns, strict=True))
            for index, (view, old) in enumerate(zip(seen.piles, table.piles, strict=True))
        )
        stayed = sum(seen.piles[picked].pawns)
        if not table.has_own(picked) or not stayed or min(min(counts) for counts in added) < 0:
            continue
        routes = (find_route(table.grid, picked, added, last) for last in lasts or (None,))
        if any(route is not None and len(route.path) > 1 for route in routes):
            row, col = table.spot(picked)
            sentence = f"{stayed} pawns stayed on pile {(row, col)}, all pawns of the picked pile are lifted"
            return Refusal("CR-26", sentence, {"row": row, "col": col, "count": stayed})
    return None


def _no_walk(table: Table, lasts: Lasts) -> Refusal:
    taken = "" if lasts is None else f" and the card taken from pile {table.spot(lasts[0])}"
    sentence = f"no walk explains where the pawns stand now{taken}: a turn lifts one pile and sets all its pawns"
    return Refusal("CR-39", sentence, {"colour": table.colours[table.active]})
