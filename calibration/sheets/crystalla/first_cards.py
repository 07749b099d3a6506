"""Which cards of a copy to lay for its first lesson."""

from __future__ import annotations

from collections import Counter

from rules.crystalla.edition import Card, Edition
from rules.crystalla.vocabulary import COLUMNS, ROWS


def lesson_cards(edition: Edition) -> tuple[Card, ...]:
    """Twelve cards that show every crystal large and small as evenly as the edition allows, the scarcest first."""
    left = list(edition.cards)
    shown: Counter[tuple[str, str]] = Counter()
    chosen: list[Card] = []
    while left and len(chosen) < ROWS * COLUMNS:
        best = min(
            left, key=lambda card: (shown["large", card.large] + shown["small", card.small], card.large == card.small)
        )
        left.remove(best)
        chosen.append(best)
        shown.update([("large", best.large), ("small", best.small)])
    return tuple(chosen)
