"""What is implausible about a table of Krystal: counts that the box or the course of the game cannot give."""

from __future__ import annotations

from enum import Flag, auto

from rules.krystal.edition import Edition
from rules.krystal.ground import kind_of, known_cards, stone_of
from rules.krystal.position import HAND, Position
from rules.krystal.vocabulary import UNKNOWN, Kind


class TableStatus(Flag):
    """What is implausible about a table; PLAUSIBLE has no flag set."""

    PLAUSIBLE = 0
    CARDS = auto()
    """Not the edition's number of cards in all (KR-08)."""
    NO_SUCH_CARD = auto()
    """A card seen more often than the edition has it, or unknown to it."""
    ENERGY = auto()
    """More energy than the scale has (KR-R03)."""
    RESERVE = auto()
    """More than 5 cards outside an exploration or a gain (KR-91)."""
    PLACE = auto()
    """A hero on a place that the board does not have (KR-03)."""
    GATES = auto()
    """Cards at a gate that are no stones, or more identical ones than allowed (KR-114, KR-125)."""
    ACTIVE = auto()
    """A face-up card that is no stone (KR-112)."""


def table_status(edition: Edition, position: Position) -> TableStatus:
    """Flags for what cannot be so, as far as it is seen."""
    counts = known_cards(position)
    named = {card: count for card, count in counts.items() if card != UNKNOWN}
    heroes = position.heroes
    checks = {
        TableStatus.CARDS: sum(counts.values()) + sum(pile.draw for pile in position.piles)
        != sum(card.count for card in edition.cards.values()),
        TableStatus.NO_SUCH_CARD: any(
            card not in edition.cards or count > edition.cards[card].count for card, count in named.items()
        ),
        TableStatus.ENERGY: any(state.energy > edition.energy_max for state in heroes),
        TableStatus.RESERVE: position.explore is None and any(len(state.cards) > 2 * HAND for state in heroes),
        TableStatus.PLACE: any(state.spot is not None and state.spot not in edition.neighbours for state in heroes),
        TableStatus.GATES: any(_wrong_gate(edition, stones) for stones in position.gates),
        TableStatus.ACTIVE: any(
            state.active is not None and kind_of(edition, state.active) is not Kind.STONE for state in heroes
        ),
    }
    status = TableStatus.PLAUSIBLE
    for flag, found in checks.items():
        status |= flag if found else TableStatus.PLAUSIBLE
    return status


def _wrong_gate(edition: Edition, stones: tuple[str, ...]) -> bool:
    types = [stone_of(edition, card) for card in stones]
    return None in types or len(types) - len(set(types)) > edition.stones_to_win - 4
