"""What the page shows of a table of Krystal: heroes with energy, powers and cards, piles, gates, the combat."""

from __future__ import annotations

from dataclasses import dataclass

from rules.krystal.edition import Edition
from rules.krystal.fighting import total
from rules.krystal.game import Krystal
from rules.krystal.ground import ability, real_power
from rules.krystal.position import HeroState, Position
from rules.krystal.vocabulary import Combat, People
from server.desks.desk import Words
from server.desks.krystal_map import MapView, map_of
from server.desks.krystal_names import COLOUR_OF, card_words, hero_words, lies_open, people_words
from server.desks.krystal_result import ResultForm, result_form


@dataclass(frozen=True, slots=True)
class HeroView:
    """One hero: place, energy of the scale, abilities with what is active, the cards that the reader may see."""

    name: str
    words: Words
    place: str | None
    power: int | None
    """Real divine power of the place for this people; None on gates and off the board."""
    energy: int
    scale: int
    abilities: tuple[tuple[Words, int], ...]
    count: int
    cards: tuple[Words, ...]
    active: Words | None
    initial: Words
    colour: str
    target: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: its people, stones at the gate, heroes."""

    seat: int
    people: Words
    stones: tuple[Words, ...]
    heroes: tuple[HeroView, ...]


@dataclass(frozen=True, slots=True)
class PileView:
    """Draw and discard pile of a symbol."""

    people: Words
    draw: int
    discard: int
    top: Words | None


@dataclass(frozen=True, slots=True)
class FightView:
    """The combat that goes on: who, type, and each side's ability in it; a creature's value is printed."""

    attacker: Words
    defender: Words
    type: Words | None
    attack: int | None
    defence: int | None
    loss: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the partial draws."""

    turn: int
    acting: bool
    seats: tuple[SeatView, ...]
    piles: tuple[PileView, ...]
    divine: Words | None
    divine_text: str
    fight: FightView | None
    manual: Words | None
    manual_text: str
    gone: int
    stones_to_win: int
    map: MapView
    result: ResultForm | None
    """What may be entered when the table waits for a card's result."""


def board_of(game: Krystal, position: Position, seat: int | None) -> Board:
    """The board as a seat may see it; after the end everybody sees everything."""
    edition, divine, manual = game.edition, position.divine, position.manual
    everything = game.is_over(position)
    return Board(
        turn=position.turn,
        acting=position.acting,
        seats=tuple(_seat(edition, position, one, open_=everything or one == seat) for one in _seats(position)),
        piles=tuple(_pile(edition, position, people) for people in People),
        divine=card_words(edition, divine.card) if divine else None,
        divine_text=edition.cards[divine.card].text if divine else "",
        fight=_fight(edition, position),
        manual=card_words(edition, manual) if manual else None,
        manual_text=edition.cards[manual].text if manual else "",
        gone=len(position.gone),
        stones_to_win=edition.stones_to_win,
        map=map_of(edition, position),
        result=result_form(edition, position, seat) if manual else None,
    )


def _seats(position: Position) -> range:
    return range(len(position.peoples))


def _seat(edition: Edition, position: Position, seat: int, *, open_: bool) -> SeatView:
    people = position.peoples[seat]
    heroes = [state for state in position.heroes if state.hero.people is people]
    stones = tuple(card_words(edition, card) for card in position.gates[seat])
    views = tuple(_hero(edition, position, state, open_=open_) for state in heroes)
    return SeatView(seat, people_words(people), stones, views)


def _hero(edition: Edition, position: Position, state: HeroState, *, open_: bool) -> HeroView:
    shown = [card for card in state.cards if open_ or lies_open(edition, state, card)]
    located = state.spot in edition.locations
    return HeroView(
        name=state.name,
        words=Words(f"krystal.role-{state.hero.role}"),
        place=state.spot,
        power=real_power(edition, state.spot, state.hero.people) if located and state.spot else None,
        energy=state.energy,
        scale=edition.energy_max,
        abilities=tuple((Words(f"krystal.type-{kind}"), ability(edition, position, state, kind)) for kind in Combat),
        count=len(state.cards),
        cards=tuple(card_words(edition, card) for card in shown),
        active=card_words(edition, state.active) if state.active else None,
        initial=Words(f"krystal.initial-{state.hero.role}"),
        colour=COLOUR_OF[state.hero.people],
        target=f"hero-{state.name}",
    )


def _pile(edition: Edition, position: Position, people: People) -> PileView:
    pile = position.pile(people)
    top = card_words(edition, pile.discard[-1]) if pile.discard else None
    return PileView(people_words(people), pile.draw, len(pile.discard), top)


def _fight(edition: Edition, position: Position) -> FightView | None:
    fight = position.fight
    if fight is None:
        return None
    creature = fight.creature
    named = card_words(edition, creature) if creature else hero_words(fight.attacker or fight.defender)
    attack = edition.cards[creature].value if creature else None
    if fight.type is not None and fight.attacker is not None:
        attack = total(edition, position, fight.attacker, None, fight.type)
    return FightView(
        attacker=named,
        defender=hero_words(fight.defender),
        type=Words(f"krystal.type-{fight.type}") if fight.type else None,
        attack=attack,
        defence=total(edition, position, fight.defender, None, fight.type) if fight.type else None,
        loss=fight.loss,
    )
