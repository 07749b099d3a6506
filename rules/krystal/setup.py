"""Setting up: peoples, heroes, which cards stay, the six piles (KR-12 to KR-18, KR-117, KR-118, KR-126 to KR-129)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from rules.errors import RuleError
from rules.krystal.edition import ENERGY_START, Edition, Setup
from rules.krystal.position import HeroState, PileState, Position
from rules.krystal.stacks import Stacks
from rules.krystal.vocabulary import Hero, Kind, People, Role, Stone, gate_of

PLAYERS = range(2, 7)
FEW_HEROES = 5
"""From so many players on each people has two heroes (KR-117)."""
EXTRA = {
    Setup.OPTIONAL_HAND: {
        3: (Stone.RUBIS, Stone.DIAMANT),
        4: (Stone.CRISTAL, Stone.RUBIS, Stone.DIAMANT),
        5: (Stone.CRISTAL, Stone.RUBIS, Stone.DIAMANT, Stone.EMERAUDE),
    },
    Setup.OPTIONAL_PRINT: {
        3: (Stone.CRISTAL, Stone.RUBIS),
        4: (Stone.CRISTAL, Stone.RUBIS),
        5: (Stone.CRISTAL, Stone.RUBIS, Stone.EMERAUDE),
    },
}
"""Stones beyond one series for each player; with 2 it is one of free choice (KR-126 to KR-129)."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays: peoples by seat, the roles of each people's heroes, who starts, the free stone of KR-126."""

    peoples: tuple[People, ...]
    roles: tuple[tuple[Role, ...], ...]
    starter: int = 0
    free_stone: Stone = Stone.CRISTAL

    def text(self) -> str:
        """One line, as a refusal quotes it."""
        seats = (f"{people}: {' '.join(roles)}" for people, roles in zip(self.peoples, self.roles, strict=False))
        return f"{', '.join(seats)}, seat {self.starter} starts"


def seat_players(players: int, rng: random.Random, *, beginners: bool = False) -> Seating:
    """Draw a people for each player and who starts; two heroes with 5 or 6 players or for beginners (KR-12, KR-18)."""
    peoples = tuple(rng.sample(list(People), players)) if players in PLAYERS else ()
    roles = tuple(Role) if players < FEW_HEROES and not beginners else (Role.GUARDIAN, Role.MAGE)
    return Seating(peoples, (roles,) * players, rng.randrange(max(1, players)))


def verify_seating(seating: Seating) -> None:
    """Raise RuleError KR-01 or KR-117 for peoples and heroes that cannot play."""
    players = len(seating.peoples)
    if players not in PLAYERS or len(set(seating.peoples)) != players:
        sentence = f"{players} players need as many different peoples, 2 to 6 of them"
        raise RuleError("KR-01", sentence, {"players": players}, seating.text())
    allowed = (2,) if players >= FEW_HEROES else (2, 3)
    for people, roles in zip(seating.peoples, seating.roles, strict=True):
        if len(set(roles)) != len(roles) or len(roles) not in allowed:
            sentence = f"the {people} have {len(roles)} heroes, with {players} players {allowed} different ones"
            raise RuleError("KR-117", sentence, {"people": people.value, "heroes": len(roles)}, seating.text())
    if not 0 <= seating.starter < players:
        raise RuleError("KR-18", f"seat {seating.starter} does not exist", {"starter": seating.starter}, seating.text())


def cards_in_play(edition: Edition, seating: Seating, rng: random.Random) -> tuple[list[str], list[str]]:
    """The shuffled deck and the cards that leave before the game (KR-13, KR-R32)."""
    deck: list[str] = []
    gone: list[str] = []
    kept = stones_kept(edition, seating)
    for card in edition.cards.values():
        absent = card.people is not None and card.people not in seating.peoples
        if card.kind is not Kind.STONE:
            (gone if absent else deck).extend([card.id] * card.count)
    for stone in Stone:
        copies = [card.id for card in edition.cards.values() if card.stone is stone for _ in range(card.count)]
        rng.shuffle(copies)
        deck.extend(copies[: kept[stone]])
        gone.extend(copies[kept[stone] :])
    rng.shuffle(deck)
    return deck, sorted(gone)


def stones_kept(edition: Edition, seating: Seating) -> Counter[Stone]:
    """How many stones of each type are in the game."""
    players = len(seating.peoples)
    kept = Counter(dict.fromkeys(Stone, players))
    if edition.setup is Setup.STANDARD or players == max(PLAYERS):
        return kept
    kept.update((seating.free_stone,) if players == min(PLAYERS) else EXTRA[edition.setup][players])
    return kept


def deal(edition: Edition, seating: Seating, rng: random.Random) -> tuple[Position, Stacks]:
    """The table before the first turn, and what is hidden; raises RuleError."""
    verify_seating(seating)
    deck, gone = cards_in_play(edition, seating, rng)
    piles = tuple(tuple(deck[start :: len(People)]) for start in range(len(People)))
    position = Position(
        peoples=seating.peoples,
        seat=seating.starter,
        turn=1,
        acting=False,
        heroes=tuple(_heroes(seating)),
        piles=tuple(PileState(len(pile)) for pile in piles),
        gates=((),) * len(seating.peoples),
        gone=tuple(gone),
    )
    return position, Stacks(piles, rng.getrandbits(64))


def _heroes(seating: Seating) -> list[HeroState]:
    states = []
    for seat, (people, roles) in enumerate(zip(seating.peoples, seating.roles, strict=True)):
        path = (gate_of(people),) if seat == seating.starter else ()
        states += [
            HeroState(Hero(people, role), gate_of(people), ENERGY_START, path=path) for role in Role if role in roles
        ]
    return states
