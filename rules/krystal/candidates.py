"""Moves worth asking about at each moment: every legal one, each once, and perhaps others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rules.krystal.cards import Effect, Field
from rules.krystal.edition import Edition
from rules.krystal.fighting import fight_of, second_player
from rules.krystal.ground import combat_cards, has_combat, kind_of, moment, pairs, proceeds, stone_of
from rules.krystal.moves import (
    Activate,
    Agree,
    Answer,
    Attack,
    Begin,
    Deposit,
    Discard,
    Done,
    Draw,
    End,
    Give,
    Lead,
    Manual,
    Move,
    Pay,
    Recover,
    Reveal,
    Split,
    Step,
    Swap,
    Use,
    Vanish,
)  # fmt: skip
from rules.krystal.position import HAND, HeroState, Moment, Pact, Position
from rules.krystal.vocabulary import CLEARING, UNKNOWN, Combat, Kind, People


def candidates(edition: Edition, position: Position) -> Iterator[Move]:
    """Every legal move; a manual result is listed only as no change, any table may be entered."""
    now = moment(edition, position)
    if now is Moment.OVER:
        return
    yield from _at(edition, position, now)
    if now not in (Moment.MANUAL, Moment.SPLIT, Moment.TIE):
        yield from _stones(edition, position)
    if now is not Moment.MANUAL:
        yield from _unknown(edition, position)


def _at(edition: Edition, position: Position, now: Moment) -> Iterator[Move]:
    match now:
        case Moment.MANUAL:
            yield Manual()
        case Moment.WALK:
            yield Done()
            yield from _steps(edition, position)
            yield from _open(edition, position)
        case Moment.ACT:
            yield End()
            yield from _actions(edition, position)
            yield from _open(edition, position)
        case Moment.DRAW:
            yield from (Draw(name) for name in (position.explore.heroes if position.explore else ()))
        case Moment.SURPLUS:
            yield from (Discard(state.name, card) for state in position.heroes for card in _surplus(state))
        case _:
            yield from _combat(edition, position, now)


def _surplus(state: HeroState) -> list[str]:
    return list(dict.fromkeys(state.cards)) if len(state.cards) > HAND else []


def _combat(edition: Edition, position: Position, now: Moment) -> Iterator[Move]:
    fight = fight_of(position)
    if now is Moment.LEAD:
        yield from (Lead(*played) for played in _openings(edition, position[fight.defender]))
    elif now is Moment.ANSWER:
        state = position[second_player(position)]
        yield from (Answer(card) for card in dict.fromkeys(state.cards))
        yield Answer(None)
    elif now is Moment.SPLIT and fight.loss:
        yield from (Split(energy, fight.loss - energy) for energy in range(fight.loss + 1))
    else:
        yield Pay(None)
        state = position[fight.attacker or fight.defender]
        yield from (Pay(card) for card in dict.fromkeys(combat_cards(edition, state)))


def _openings(edition: Edition, state: HeroState) -> Iterator[tuple[Combat, str]]:
    for card in dict.fromkeys(combat_cards(edition, state)):
        combat = edition.cards[card].type
        if combat is not None:
            yield combat, card


def _steps(edition: Edition, position: Position) -> Iterator[Move]:
    for state in position.own():
        if state.energy and not state.reborn:
            yield from (Step(state.name, place) for place in sorted(edition.neighbours[state.spot or CLEARING]))


def _actions(edition: Edition, position: Position) -> Iterator[Move]:
    for spot in dict.fromkeys(state.spot for state in position.own()):
        if spot is None or spot not in edition.locations:
            continue
        if has_combat(spot):
            yield from _attacks(edition, position, spot)
        if spot in position.used:
            continue
        gain = proceeds(edition, position, spot, Field.RECOVER)
        yield from (Recover(spot, shares) for shares in _shares(gain, len(position.own(spot))))
        yield from (Begin(spot, pile) for pile in (list(People) if spot == CLEARING else [None]))
    for state in position.own(CLEARING):
        if state.energy == 0 and state.cards:
            yield from (Vanish(state.name, people) for people in People)


def _attacks(edition: Edition, position: Position, spot: str) -> Iterator[Move]:
    for one, other in pairs(position, spot):
        openings = list(_openings(edition, position[one]))
        yield from (Attack(one, other, *played) for played in openings)
        if not openings:
            yield Attack(one, other, None, None)


def _shares(total: int, heroes: int) -> Iterator[tuple[int, ...]]:
    """All ways to share out, zero included."""
    if heroes == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in _shares(total - first, heroes - 1))


def _open(edition: Edition, position: Position) -> Iterator[Move]:
    """What may be done in either phase."""
    own = position.own()
    for giver, taker in permutations(own, 2):
        if giver.spot == taker.spot:
            yield from (Give(giver.name, taker.name, card) for card in dict.fromkeys(giver.cards))
            yield from _swaps(giver, taker)
    for state in own:
        yield from _cards(edition, position, state)
    if edition.negotiation:
        yield from _deals(position)


def _swaps(one: HeroState, other: HeroState) -> Iterator[Move]:
    if len(one.cards) == len(other.cards) == HAND:
        for card in dict.fromkeys(one.cards):
            yield from (Swap(one.name, card, other.name, back) for back in dict.fromkeys(other.cards))


def _cards(edition: Edition, position: Position, state: HeroState) -> Iterator[Move]:
    """Objects to use, the active stone to discard, a fifth stone to deposit."""
    piles = list(People) if state.spot == CLEARING else [None]
    if state.active is not None:
        yield from (Discard(state.name, state.active, pile) for pile in piles)
    for card in dict.fromkeys(state.cards):
        if kind_of(edition, card) is Kind.OBJECT:
            if edition.cards[card].effect in (Effect.DRAIN, Effect.STEAL):
                yield from (Use(state.name, card, other.name) for other in position.opponents(state.spot or ""))
            else:
                yield Use(state.name, card)
        elif stone_of(edition, card) and edition.stones_to_win > len(Combat) + 1:
            yield Deposit(state.name, card)


def _deals(position: Position) -> Iterator[Move]:
    for giver, granter in permutations(position.heroes, 2):
        if giver.hero.people is not granter.hero.people and position.people in (giver.hero.people, granter.hero.people):
            for pact in Pact:
                cards = (None, *dict.fromkeys(giver.cards))
                yield from (Agree(giver.name, granter.name, pact, card) for card in cards)


def _stones(edition: Edition, position: Position) -> Iterator[Move]:
    for state in position.heroes:
        for card in dict.fromkeys(state.cards):
            if card != state.active and kind_of(edition, card) is Kind.STONE:
                yield Activate(state.name, card)


def _unknown(edition: Edition, position: Position) -> Iterator[Move]:
    for state in position.heroes:
        if UNKNOWN in state.cards:
            yield from (Reveal(state.name, card) for card in edition.cards)
