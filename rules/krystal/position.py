"""A table of Krystal: everything that lies there or was settled this turn, with its one-line text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from rules.krystal.vocabulary import Combat, Hero, People, gate_of

VERSION = "K1"
EMPTY = "-"
HAND = 5
"""KR-91."""


@unique
class Moment(StrEnum):
    """What the table waits for; the words also stand in refusals."""

    OVER = "the end of the game"
    MANUAL = "the result of a card, entered by hand"
    ANSWER = "the other card of a combat"
    LEAD = "the defender's choice of combat"
    SPLIT = "the split of a loss"
    TIE = "the attacker's loss in a tie"
    SURPLUS = "the discard of surplus cards"
    DRAW = "the next card of an exploration"
    WALK = "phase A, movement"
    ACT = "phase B, actions and combats"


@unique
class Pact(StrEnum):
    """What a negotiation grants (KR-120 to KR-122)."""

    PEACE = "peace"
    PASSAGE = "passage"
    GATE = "gate"


@dataclass(frozen=True, slots=True)
class HeroState:
    """One hero in play; `spot` is None while dematerialised (KR-84)."""

    hero: Hero
    spot: str | None
    energy: int
    cards: tuple[str, ...] = ()
    active: str | None = None
    """The stone of `cards` that lies face up (KR-112)."""
    path: tuple[str, ...] = ()
    """Places of this turn's movement, the start first; kept for the seat on turn only."""
    bound: bool = False
    """Walked into its own gate and must leave it (KR-26)."""
    reborn: bool = False
    """Set on its gate this turn (KR-86)."""

    @property
    def name(self) -> str:
        """The hero's text."""
        return self.hero.name

    def text(self) -> str:
        """`Am:wood-1:6:m3,ruby:ruby:gate-amazons>wood-1:` with b for bound and r for reborn behind."""
        flags = "b" * self.bound + "r" * self.reborn
        parts = (self.name, self.spot, str(self.energy), ",".join(self.cards), self.active, ">".join(self.path), flags)
        return ":".join(part or EMPTY for part in parts)


@dataclass(frozen=True, slots=True)
class PileState:
    """Draw and discard pile of one symbol; the discard's last card is its top."""

    draw: int
    discard: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explore:
    """A draw that goes on: who takes part, where, from which pile, how many cards are left."""

    heroes: tuple[str, ...]
    pile: People
    left: int


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat that goes on; `attacker` is a hero's text, or None for a creature, named by `creature`."""

    attacker: str | None
    defender: str
    creature: str | None = None
    type: Combat | None = None
    first: str | None = None
    """The card played first; None before, and for a creature."""
    leading: bool = False
    """Whether the defender took the initiative (KR-75)."""
    rematch: bool = False
    """Whether a creature's special result was given already (KR-105)."""
    loss: int | None = None
    """After the reveal: what the loser loses, 0 in a tie."""
    loser: str | None = None


@dataclass(frozen=True, slots=True)
class Divine:
    """The divine intervention on the Clearing, who drew it, and how many of that seat's turns end before it leaves."""

    card: str
    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class Position:
    """The whole table; seats clockwise (KR-R01)."""

    peoples: tuple[People, ...]
    seat: int
    turn: int
    acting: bool
    heroes: tuple[HeroState, ...]
    """Seat by seat."""
    piles: tuple[PileState, ...]
    """In the order of `People`."""
    gates: tuple[tuple[str, ...], ...]
    """Stones deposited, by seat."""
    gone: tuple[str, ...]
    """Cards out of the game, in the order of their ids."""
    divine: Divine | None = None
    used: tuple[str, ...] = ()
    """Places where the action of this turn was done."""
    fought: tuple[str, ...] = ()
    """Heroes that fought this turn."""
    pacts: tuple[tuple[str, str, Pact], ...] = ()
    explore: Explore | None = None
    fight: Fight | None = None
    manual: str | None = None
    """The card whose result is entered by hand."""

    @property
    def people(self) -> People:
        """The people on turn."""
        return self.peoples[self.seat]

    def hero(self, name: str) -> HeroState | None:
        """One hero in play by its text."""
        for state in self.heroes:
            if state.hero.name == name:
                return state
        return None

    def __getitem__(self, name: str) -> HeroState:
        """A hero known to be in play; raises KeyError."""
        state = self.hero(name)
        if state is None:
            raise KeyError(name)
        return state

    def pile(self, people: People) -> PileState:
        """Draw and discard pile of a symbol."""
        return self.piles[list(People).index(people)]

    def seat_of(self, name: str) -> int:
        """The seat of a hero in play."""
        return self.peoples.index(self[name].hero.people)

    def own(self, spot: str | None = None) -> tuple[HeroState, ...]:
        """Heroes of the people on turn on the board, or only those at a place."""
        people = self.people
        mine = [state for state in self.heroes if state.hero.people is people and state.spot is not None]
        return tuple(mine if spot is None else [state for state in mine if state.spot == spot])

    def opponents(self, spot: str, people: People | None = None) -> tuple[HeroState, ...]:
        """Heroes at a place that are not of a people, by default not of the people on turn."""
        mine = people or self.people
        return tuple([state for state in self.heroes if state.spot == spot and state.hero.people is not mine])

    def with_hero(self, state: HeroState) -> Position:
        """The table with another state of one hero."""
        return replace(self, heroes=tuple(state if old.hero == state.hero else old for old in self.heroes))

    def with_pile(self, people: People, pile: PileState) -> Position:
        """The table with another state of one symbol's piles."""
        return replace(
            self, piles=tuple(pile if one is people else old for one, old in zip(People, self.piles, strict=True))
        )

    def discarded(self, people: People, cards: Iterable[str]) -> Position:
        """The table with cards laid on a discard pile."""
        pile = self.pile(people)
        return self.with_pile(people, replace(pile, discard=(*pile.discard, *cards)))

    def removed(self, *cards: str) -> Position:
        """The table with cards put out of the game."""
        return replace(self, gone=tuple(sorted((*self.gone, *cards))))

    def text(self) -> str:
        """One line of sixteen fields between spaces."""
        from_divine = self.divine and f"{self.divine.card}:{self.divine.seat}:{self.divine.turns}"
        piles = "/".join(f"{pile.draw}:{','.join(pile.discard) or EMPTY}" for pile in self.piles)
        fields = (
            VERSION,
            ",".join(self.peoples),
            str(self.seat),
            str(self.turn),
            "B" if self.acting else "A",
            "/".join(state.text() for state in self.heroes),
            piles,
            "/".join(",".join(stones) or EMPTY for stones in self.gates),
            ",".join(self.gone),
            from_divine,
            ",".join(self.used),
            ",".join(self.fought),
            ",".join(">".join(pact) for pact in self.pacts),
            _explore_text(self.explore),
            _fight_text(self.fight),
            self.manual,
        )
        return " ".join(field or EMPTY for field in fields)


def _explore_text(explore: Explore | None) -> str:
    return f"{','.join(explore.heroes)}:{explore.pile}:{explore.left}" if explore else EMPTY


def _fight_text(fight: Fight | None) -> str:
    if fight is None:
        return EMPTY
    flags = "l" * fight.leading + "r" * fight.rematch
    loss = None if fight.loss is None else str(fight.loss)
    parts = (fight.attacker, fight.defender, fight.creature, fight.type, fight.first, flags, loss, fight.loser)
    return ":".join(part or EMPTY for part in parts)


def home(state: HeroState) -> str:
    """A hero's own gate."""
    return gate_of(state.hero.people)


def without(cards: tuple[str, ...], *taken: str) -> tuple[str, ...]:
    """Cards less one copy of each taken one; a card that is not there may be one of the unknown."""
    left = list(cards)
    for card in taken:
        left.remove(card if card in left else "?")
    return tuple(left)


def holding(state: HeroState, cards: Iterable[str]) -> HeroState:
    """A hero with other cards, in the order of their ids; a stone that is gone is no longer active (KR-109)."""
    held = tuple(sorted(cards))
    return replace(state, cards=held, active=state.active if state.active in held else None)
