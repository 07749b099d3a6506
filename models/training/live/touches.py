"""Mistakes with cards: too high, placed ones touched, two at once."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from models.training.live.games import Played
from models.training.live.mistake import Mistake, laid_card, lay_somewhere, shuffled, take_card, with_display
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.vocabulary import ROWS, Cell, Rotation


def too_high(played: Played, rng: random.Random) -> Mistake | None:
    """The card lies above a free cell (CR-57)."""
    seat, new = played.before.active, laid_card(played)
    higher = range(new.cell.row + 1, ROWS)
    if not higher or not _is_bare(played):
        return None
    raised = replace(new, cell=Cell(rng.choice(higher), new.cell.col))
    display = played.before.displays[seat].with_card(raised)
    return Mistake(("CR-57",), (with_display(played.after, seat, display),))


def _is_bare(played: Played) -> bool:
    """Whether the active player's display gained the card and nothing else."""
    seat = played.before.active
    return played.after.displays[seat] == played.before.displays[seat].with_card(laid_card(played))


def turned(played: Played, rng: random.Random) -> Mistake | None:
    """A card placed earlier was turned (CR-60)."""
    seat, card = _any_card(played, rng)
    rotation = Rotation(((card.rotation or 0) + rng.randint(1, 3)) % 4)
    display = played.after.displays[seat].with_card(replace(_now(played, seat, card), rotation=rotation))
    return Mistake(("CR-60",), (with_display(played.after, seat, display),))


def moved(played: Played, rng: random.Random) -> Mistake | None:
    """The uppermost card of a column went to another column (CR-60)."""
    options = []
    for seat, display in enumerate(played.after.displays):
        for card in played.before.displays[seat].cards:
            over = card.cell.row + 1 < ROWS and display.at(Cell(card.cell.row + 1, card.cell.col)) is not None
            free = (display.lowest_free(col) for col in range(4) if col != card.cell.col)
            options += [(seat, card, cell) for cell in free if cell is not None and not over]
    if not options:
        return None
    seat, card, cell = rng.choice(options)
    others = [other for other in played.after.displays[seat].cards if other.cell != card.cell]
    display = Display.of([*others, replace(_now(played, seat, card), cell=cell)])
    return Mistake(("CR-60",), (with_display(played.after, seat, display),))


def swapped(played: Played, rng: random.Random) -> Mistake | None:
    """Two cards of a display changed places (CR-60)."""
    pairs = [
        (seat, one, other)
        for seat, display in enumerate(played.before.displays)
        for one, other in combinations(display.cards, 2)
        if one.large is not other.large and one.small is not other.small
    ]
    if not pairs:
        return None
    seat, one, other = rng.choice(pairs)
    one, other = _now(played, seat, one), _now(played, seat, other)
    display = played.after.displays[seat]
    display = display.with_card(replace(one, cell=other.cell)).with_card(replace(other, cell=one.cell))
    return Mistake(("CR-60",), (with_display(played.after, seat, display),))


def _any_card(played: Played, rng: random.Random) -> tuple[int, PlacedCard]:
    return rng.choice([(seat, card) for seat, display in enumerate(played.before.displays) for card in display.cards])


def _now(played: Played, seat: int, card: PlacedCard) -> PlacedCard:
    """The same card after the turn, which may have brought it a piece."""
    found = played.after.displays[seat].at(card.cell)
    if found is None:
        raise AssertionError(f"the card at {card.cell} stays")
    return found


def two_cards(played: Played, rng: random.Random) -> Mistake | None:
    """A second card was taken, from another pile, and laid as well (CR-33)."""
    table, seat = played.after, played.before.active
    last = next(index for index, pile in enumerate(table.piles) if pile.height != played.before.piles[index].height)
    for pile in shuffled([index for index in range(len(table.piles)) if index != last], rng):
        taken = take_card(played, table, pile)
        both = None if taken is None else lay_somewhere(taken[1], seat, taken[0], rng)
        if both is not None:
            return Mistake(("CR-33", "CR-R31"), (both,))
    return None
