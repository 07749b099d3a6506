"""The set-up for 1 to 5 players (CU-01 to CU-14, CU-107 to CU-112): deck, Whirlpools, Starting cards, Solo deck."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rules.crystalium.components import IN_PLAY, SOLO_OF_LEVEL
from rules.crystalium.draws import Hidden
from rules.crystalium.edition import Edition
from rules.crystalium.faces import SoloCard
from rules.crystalium.position import Ship, Solo, Table
from rules.crystalium.vocabulary import Level, Phase
from rules.crystalium.whirlpools import stack_deck
from rules.errors import RuleError

MOST_PLAYERS = 5
"""CU-01."""
SOLO_CARDS = 10
FEWEST_ADVANCED = SOLO_CARDS - SOLO_OF_LEVEL
"""CU-107: 10 cards of 8 and 8, so 2 to 8 of each level."""
FIRST_GAME, MEDIUM_GAME = 2, 5
"""CU-108: Advanced cards of the suggested first and medium games."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How many play, which seat starts (CU-11), and the Advanced cards of a solo game (CU-107)."""

    players: int
    starter: int = 0
    advanced: int = FIRST_GAME

    def text(self) -> str:
        """One line, as a refusal quotes it."""
        return f"{self.players} players, seat {self.starter} starts, {self.advanced} Advanced cards"


def verify_seating(seating: Seating) -> None:
    """Raise RuleError CU-01, CU-11, CU-112 or CU-107."""
    text = seating.text()
    if not 1 <= seating.players <= MOST_PLAYERS:
        sentence = f"{seating.players} cannot play, only 1 to {MOST_PLAYERS}"
        raise RuleError("CU-01", sentence, {"players": seating.players}, text)
    if not 0 <= seating.starter < seating.players:
        rule, last = ("CU-112" if seating.players == 1 else "CU-11"), seating.players - 1
        sentence = f"seat {seating.starter} cannot start, allowed are seats 0 to {last}"
        raise RuleError(rule, sentence, {"starter": seating.starter}, text)
    if seating.players == 1 and not FEWEST_ADVANCED <= seating.advanced <= SOLO_OF_LEVEL:
        sentence = f"{seating.advanced} Advanced cards cannot be, allowed are {FEWEST_ADVANCED} to {SOLO_OF_LEVEL}"
        raise RuleError("CU-107", sentence, {"advanced": seating.advanced}, text)


def deal(edition: Edition, seating: Seating, rng: random.Random) -> tuple[Table, Hidden]:
    """Shuffle and deal: the table before the draft, and what is hidden; raises RuleError."""
    verify_seating(seating)
    alone = seating.players == 1
    ships = 2 if alone else seating.players
    storms = edition.solo_whirlpools if alone else tuple(rng.sample(edition.whirlpools, IN_PLAY))
    deck = stack_deck(edition.ocean_for(seating.players), storms, rng)
    solo = _solo_deck(edition, seating.advanced, rng) if alone else ()
    table = Table(
        ships=(Ship(),) * ships,
        phase=Phase.DRAFT,
        active=seating.starter,
        deck=len(deck),
        top=deck[-1].waves,
        box=tuple(face for face in edition.whirlpools if face not in storms),
        center=tuple(rng.sample(edition.starting, ships + 1)),
        solo=Solo(SOLO_CARDS, (), None, seating.advanced) if alone else None,
    )
    return table, Hidden(deck, (), solo, rng.getrandbits(64))


def _solo_deck(edition: Edition, advanced: int, rng: random.Random) -> tuple[SoloCard, ...]:
    """10 Solo cards of the chosen mix, shuffled (CU-107)."""
    of = {level: [card for card in edition.solo if card.level is level] for level in Level}
    cards = rng.sample(of[Level.MEDIUM], SOLO_CARDS - advanced) + rng.sample(of[Level.ADVANCED], advanced)
    rng.shuffle(cards)
    return tuple(cards)
