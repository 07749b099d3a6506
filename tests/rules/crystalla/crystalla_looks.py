"""A table of three with a turn played on it, looks of the camera that differ from it, and what is explained of them."""

from __future__ import annotations

from dataclasses import replace

from crystalla_games import GAME, run, table, walk
from crystalla_tables import lay

from rules.crystalla.components import Pile
from rules.crystalla.explain import explain
from rules.crystalla.faces import parse_face, parse_piece
from rules.crystalla.position import Display
from rules.crystalla.seen import Seen, SeenPile
from rules.crystalla.table import Table

ROW = ("c1r1 q0 emerald citrine", "c2r1 q1 diamond ruby", "c3r1 q2 amethyst hematite")
DISPLAY = lay(*ROW)
START = table(3, {(0, 0): "003", (0, 1): "1", (0, 2): "0", (2, 0): "12", (2, 2): "3"}, displays=[DISPLAY] * 3)
"""Gray may walk from (0,0) with 3 pawns or from (0,2) with 1. Tops: ta tr te / tc td th / at ar ae."""
PLAIN = run(walk(START, "0,0", "orange 1,0", "gray 1,1", "gray 1,2"), "take 1,2 = ee", "lay th 0,3 q3")
"""A turn without an award: tops th → ee, the card laid in the fourth column."""


def with_pawns(seen: Seen, pawns: dict[Pile, str]) -> Seen:
    """The look with other pawns, written as in `table`; all other piles are empty."""
    piles = [
        replace(pile, pawns=tuple(pawns.get((index // 3, index % 3), "").count(str(colour)) for colour in range(4)))
        for index, pile in enumerate(seen.piles)
    ]
    return replace(seen, piles=tuple(piles))


def with_top(seen: Seen, spot: Pile, face: str) -> Seen:
    index = spot[0] * 3 + spot[1]
    pile = SeenPile(parse_face(face), seen.piles[index].pawns)
    return replace(seen, piles=(*seen.piles[:index], pile, *seen.piles[index + 1 :]))


def with_display(seen: Seen, seat: int, display: Display) -> Seen:
    return replace(seen, displays=(*seen.displays[:seat], display, *seen.displays[seat + 1 :]))


def with_open(seen: Seen, pieces: str) -> Seen:
    return replace(seen, open=tuple(parse_piece(piece) for piece in pieces.split()))


def broken(seen: Seen, start: Table = START) -> list[str]:
    """Ids of the rules broken; nothing else may come with them."""
    found = explain(GAME, start, seen)
    assert not found.turns and not found.pending and found.question is None, found
    return [refusal.rule for refusal in found.broken]


def pending(seen: Seen, start: Table = START) -> list[str]:
    """Ids of the rules that ask for something still to be done; nothing else may come with them."""
    found = explain(GAME, start, seen)
    assert not found.turns and not found.broken and found.question is None, found
    return [refusal.rule for refusal in found.pending]


def after(seen: Seen, start: Table = START) -> Table:
    """The one table that a legal turn leads to."""
    found = explain(GAME, start, seen)
    assert not found.broken and not found.pending and found.question is None, found
    (turn,) = found.turns
    assert run(start, *(record.text() for record in turn.records)) == turn.after
    return turn.after


def parameters(seen: Seen, start: Table = START) -> dict[str, object]:
    """What the first refusal speaks of."""
    found = explain(GAME, start, seen)
    return dict((*found.broken, *found.pending)[0].parameters)
