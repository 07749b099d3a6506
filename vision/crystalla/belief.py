"""How much is believed: that something is a card, that a grid of cards is a display, that it needs no other look."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.crystalla.cards import Look
from vision.crystalla.reading import CardReading, card_doubts

CARD_LOG_ODDS = 0.9
"""Locator and card network are two witnesses: their log odds together must exceed this."""
MAYBE_LOG_ODDS = -3.5
"""Something refused as a card, yet likelier than this, makes the display worth another look."""
HARDLY_LOG_ODDS = -2.0
"""Something as likely as this in every look keeps the display as a whole from being sure.

Of 727 validation displays all 12 with a card overlooked or too many have one likelier than -1.5 beside them.
"""
SURE_LOG_ODDS = 4.0
"""Above it a card stays one, even where glare leaves nothing of the print to compare."""
SETTLED = 0.995
"""With a confidence below it something is worth another look, whether or not the player would be asked about it."""
BELIEVED = 0.89
"""What the mean of a display's cards' probabilities must exceed; of 327 validation displays the least has 0.91."""
CLEAR_TURN, LEGIBLE = 0.9, 0.75
"""Mean confidences of a display's turns, and of turns and crystals together: one of the two is exceeded by real cards.

Squares of another kind have no bowed cut to tell their turn by. Of 298 displays of validation art this refuses none,
of 72 grids of other things that the card network took for cards it refuses 62 (`models.training.lookalikes`).
"""


def is_settled(cards: tuple[CardReading, ...]) -> bool:
    """Whether no other look at these cards is needed."""
    ranked = (part for card in cards for part in (card.rotation, card.large.crystal, card.small.crystal))
    return min(part.confidence for part in ranked) >= SETTLED and not any(
        True for card in cards for _ in card_doubts(card)
    )


def is_legible(cards: tuple[CardReading, ...]) -> bool:
    """Whether turns, or turns and crystals together, read as on real cards; what is hidden counts for nothing."""
    turns = [card.rotation.confidence for card in cards if card.rotation.best is not None]
    segments = [segment.crystal for card in cards for segment in (card.large, card.small)]
    crystals = [crystal.confidence for crystal in segments if crystal.best is not None]
    turn, crystal = (float(np.mean(found)) if found else 0.0 for found in (turns, crystals))
    believed = float(np.mean([card.is_card for card in cards])) > BELIEVED
    return believed and (turn > CLEAR_TURN or (turn + crystal) / 2 > LEGIBLE)


def weighed(seen: Look, heat: float) -> Look:
    """The look with the probability of a card that locator and card network give together."""
    return replace(seen, is_card=probability(log_odds(seen.is_card) + log_odds(heat)))


def refused(looks: Iterable[Look]) -> float:
    """Log odds of the likeliest that was refused as a card, minus infinity where there is none."""
    odds = (log_odds(seen.is_card) for seen in looks)
    return max((odd for odd in odds if odd <= CARD_LOG_ODDS), default=-math.inf)


def log_odds(probability: float) -> float:
    """Natural logarithm of p / (1 - p), bounded."""
    inside = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(inside / (1 - inside))


def probability(log_odds: float) -> float:
    """What has these log odds, which are not far beyond those that `log_odds` gives."""
    return 1 / (1 + math.exp(-log_odds))
