"""An illegal turn and the parts that all kinds share."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.training.live.games import Played
from models.training.live.tabletop import Odd
from rules.crystalla.faces import Face
from rules.crystalla.moves import Lay, Lift, Refill, Step, Take
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Cell, Rotation


@dataclass(frozen=True, slots=True)
class Mistake:
    """An illegal turn as tables that follow each other; they hold no legality, only what lies where.

    `rules` are the ids of which one must be named. With two tables the first is a turn half done, by itself neither
    legal nor illegal: it breaks the rule when the next player has begun, which the second shows.
    """

    rules: tuple[str, ...]
    tables: tuple[Table, ...]
    odd: tuple[Odd, ...] = ()


def lay_of(played: Played) -> Lay:
    """The turn's laying of the card."""
    return next(record.move for record in played.records if isinstance(record.move, Lay))


def laid_card(played: Played) -> PlacedCard:
    """The card that was laid, as it lies bare."""
    lay = lay_of(played)
    return PlacedCard(Cell(lay.row, lay.col), lay.rotation, lay.face.large, lay.face.small)


def walked(played: Played) -> Table:
    """The table when all pawns are set."""
    return played.until(Lift, Step)[0]


def card_laid(played: Played) -> Table:
    """The table when the card is laid and nothing is awarded yet."""
    return played.until(Lift, Step, Take, Refill, Lay)[0]


def with_display(table: Table, seat: int, display: Display) -> Table:
    """The table with another display of one seat."""
    return replace(table, displays=(*table.displays[:seat], display, *table.displays[seat + 1 :]))


def with_pawns(table: Table, pawns: Sequence[Sequence[int]]) -> Table:
    """The table with other pawns on its piles."""
    piles = (replace(pile, pawns=tuple(now)) for pile, now in zip(table.piles, pawns, strict=True))
    return replace(table, piles=tuple(piles))


def take_card(played: Played, table: Table, pile: int) -> tuple[Face, Table] | None:
    """The top card of a pile and the table without it; None where it is the pile's last."""
    view, hidden = table.piles[pile], played.hidden.piles[pile]
    if view.top is None or view.height < 2:
        return None
    below = replace(view, top=hidden[view.height - 2], height=view.height - 1)
    return view.top, replace(table, piles=(*table.piles[:pile], below, *table.piles[pile + 1 :]))


def lay_somewhere(table: Table, seat: int, face: Face, rng: random.Random) -> Table | None:
    """The table with a card laid by the rules into a display; None into a full one."""
    display = table.displays[seat]
    free = [cell for col in range(4) if (cell := display.lowest_free(col)) is not None]
    if not free:
        return None
    card = PlacedCard(rng.choice(free), Rotation(rng.randrange(4)), face.large, face.small)
    return with_display(table, seat, display.with_card(card))


def shuffled(items: Sequence[int], rng: random.Random) -> list[int]:
    """The items in random order."""
    return rng.sample(list(items), len(items))
