"""What a legal move does to the table: movement, actions, cards and the turn; combats are in `losses`."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import MoveRecord
from rules.krystal import losses
from rules.krystal.cards import Effect
from rules.krystal.edition import ENERGY_START, Edition, Field
from rules.krystal.ground import is_dry, kind_of, missing_stones, pile_at, proceeds, stone_of
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
    Drawn,
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
from rules.krystal.notation import parse_position
from rules.krystal.position import (
    HAND,
    Divine,
    Explore,
    Fight,
    HeroState,
    PileState,
    Position,
    holding,
    home,
    without,
)  # fmt: skip
from rules.krystal.vocabulary import UNKNOWN, Kind, People

Record = MoveRecord[Move, Drawn]
DIVINE_TURNS = 2
"""The drawer's turn that drew it and the next one (KR-93, KR-R30)."""


def perform(edition: Edition, position: Position, record: Record) -> Position:
    """The table after a legal record."""
    cards = tuple(thing.card for thing in record.drawn)
    return _settle(edition, _perform(edition, position, record.move, cards))


def _perform(edition: Edition, position: Position, move: Move, drawn: tuple[str, ...]) -> Position:  # noqa: C901
    match move:
        case Step():
            return _step(edition, position, move)
        case Done():
            return replace(position, acting=True)
        case End():
            return _end(edition, position)
        case Recover():
            return _recover(edition, position, move)
        case Begin():
            return _explore(edition, position, move)
        case Draw():
            return _draw(edition, position, move, drawn[0])
        case Attack() | Lead() | Answer() | Split() | Pay():
            return losses.perform(edition, position, move, drawn)
        case Discard():
            return _discard(edition, position, move)
        case Vanish():
            return losses.vanish(edition, position, move.hero, move.pile)
        case Manual():
            return parse_position(move.after) if move.after else replace(position, manual=None)
        case _:
            return _trade(edition, position, move, drawn)


def _trade(edition: Edition, position: Position, move: Move, drawn: tuple[str, ...]) -> Position:
    match move:
        case Give():
            return _pass(position, move.giver, move.taker, move.card)
        case Swap():
            return _pass(_pass(position, move.one, move.other, move.card), move.other, move.one, move.back)
        case Agree():
            pacts = (*position.pacts, (move.giver, move.granter, move.pact))
            after = replace(position, pacts=tuple(sorted(pacts)))
            return _pass(after, move.giver, move.granter, move.card) if move.card else after
        case Activate():
            after = position.with_hero(replace(position[move.hero], active=move.card))
            return replace(after, manual=move.card) if edition.cards[move.card].is_manual else after
        case Use():
            return _use(edition, position, move, drawn)
        case Deposit():
            return _deposit(position, position[move.hero], (move.card,))
        case Reveal():
            return _reveal(edition, position, move)
    raise AssertionError(f"{move.text()!r} is done elsewhere")


def _settle(edition: Edition, position: Position) -> Position:
    """End an exploration that has nothing left to draw and no surplus (KR-41, KR-R17)."""
    explore = position.explore
    if explore is None or position.fight is not None or position.manual is not None:
        return position
    if explore.left and is_dry(edition, position, explore.pile):
        explore = replace(explore, left=0)
    surplus = any(len(position[name].cards) > HAND for name in explore.heroes)
    return replace(position, explore=explore if explore.left or surplus else None)


def _step(edition: Edition, position: Position, move: Step) -> Position:
    state = position[move.hero]
    arrived = move.to == home(state)
    walked = replace(state, spot=move.to, energy=state.energy - 1, path=(*state.path, move.to), bound=arrived)
    after = position.with_hero(walked)
    return _deposit_missing(edition, after, walked) if arrived else after


def _deposit_missing(edition: Edition, position: Position, state: HeroState) -> Position:
    """Deposit one stone of each type that the gate lacks (KR-113, KR-R09)."""
    wanted = missing_stones(edition, position.gates[position.peoples.index(state.hero.people)])
    by_type = {stone_of(edition, card): card for card in reversed(state.cards)}
    return _deposit(position, state, tuple(card for stone, card in by_type.items() if stone in wanted))


def _deposit(position: Position, state: HeroState, cards: tuple[str, ...]) -> Position:
    seat = position.peoples.index(state.hero.people)
    gates = tuple(
        tuple(sorted((*stones, *cards))) if other == seat else stones for other, stones in enumerate(position.gates)
    )
    return replace(position.with_hero(holding(state, without(state.cards, *cards))), gates=gates)


def _recover(edition: Edition, position: Position, move: Recover) -> Position:
    for state, share in zip(position.own(move.spot), move.shares, strict=True):
        position = position.with_hero(losses.gain(edition, state, share))
    return replace(position, used=(*position.used, move.spot))


def _explore(edition: Edition, position: Position, move: Begin) -> Position:
    pile = move.pile or edition.locations[move.spot].people
    if pile is None:
        raise AssertionError(f"{move.text()!r} names no pile")
    left = proceeds(edition, position, move.spot, Field.EXPLORE)
    names = tuple(state.name for state in position.own(move.spot))
    return replace(position, used=(*position.used, move.spot), explore=Explore(names, pile, left))


def _draw(edition: Edition, position: Position, move: Draw, card: str) -> Position:
    explore = position.explore
    if explore is None:
        raise AssertionError("nothing is explored")
    position = _lift(position, explore.pile, card)
    one_less = replace(position, explore=replace(explore, left=explore.left - 1))
    kind = kind_of(edition, card)
    if kind is Kind.DIVINE and position.divine is not None:
        return position.discarded(explore.pile, [card])
    if kind is Kind.DIVINE:
        manual = card if edition.cards[card].is_manual else None
        return replace(one_less, divine=Divine(card, position.seat, DIVINE_TURNS), manual=manual)
    if kind is Kind.CREATURE:
        return replace(one_less, fight=Fight(None, move.hero, card, edition.cards[card].type))
    return one_less.with_hero(_with_card(one_less[move.hero], card))


def _lift(position: Position, people: People, card: str) -> Position:
    """Take a card off a draw pile, renewing an empty one from its discard pile (KR-88)."""
    pile = position.pile(people)
    if pile.draw:
        return position.with_pile(people, replace(pile, draw=pile.draw - 1))
    hidden = without(pile.discard, card) if card in pile.discard or UNKNOWN in pile.discard else pile.discard[1:]
    return position.with_pile(people, PileState(len(hidden)))


def _with_card(state: HeroState, card: str) -> HeroState:
    return holding(state, (*state.cards, card))


def _pass(position: Position, giver: str, taker: str, card: str) -> Position:
    after = position.with_hero(holding(position[giver], without(position[giver].cards, card)))
    return after.with_hero(_with_card(after[taker], card))


def _discard(edition: Edition, position: Position, move: Discard) -> Position:
    state = position[move.hero]
    pile = move.pile or pile_at(edition, position, state)
    if pile is None:
        raise AssertionError(f"{move.text()!r} names no pile")
    return position.with_hero(holding(state, without(state.cards, move.card))).discarded(pile, [move.card])


def _use(edition: Edition, position: Position, move: Use, drawn: tuple[str, ...]) -> Position:
    state = position[move.hero]
    card = edition.cards[move.card]
    after = position.with_hero(holding(state, without(state.cards, move.card))).removed(move.card)
    match card.effect:
        case Effect.ENERGY:
            return after.with_hero(losses.gain(edition, after[move.hero], card.amount))
        case Effect.DRAIN:
            return after.with_hero(losses.drained(after[move.target or ""], card.amount))
        case Effect.STEAL:
            return losses.take(after, move.target or "", move.hero, drawn)
        case Effect.MANUAL:
            return replace(after, manual=move.card)


def _reveal(edition: Edition, position: Position, move: Reveal) -> Position:
    state = position[move.hero]
    named = holding(state, (*without(state.cards, UNKNOWN), move.card))
    after = position.with_hero(named)
    # A stone that was carried home face down is deposited as soon as it has its name (KR-113).
    return _deposit_missing(edition, after, named) if named.spot == home(named) and named.bound else after


def _end(edition: Edition, position: Position) -> Position:
    for state in position.own():
        if state.energy == 0:
            position = losses.vanish(edition, position, state.name, None)
    position = _expire(position)
    seat = (position.seat + 1) % len(position.peoples)
    position = replace(
        position, seat=seat, turn=position.turn + 1, acting=False, used=(), fought=(), pacts=(), explore=None
    )
    return replace(position, heroes=tuple(_refresh(state, position.people) for state in position.heroes))


def _expire(position: Position) -> Position:
    divine = position.divine
    if divine is None or divine.seat != position.seat:
        return position
    if divine.turns == 1:
        return replace(position, divine=None).removed(divine.card)
    return replace(position, divine=replace(divine, turns=divine.turns - 1))


def _refresh(state: HeroState, people: People) -> HeroState:
    """A hero at the start of a turn of `people`; the dematerialised of that people come back (KR-85)."""
    if state.hero.people is not people:
        return replace(state, path=(), reborn=False)
    if state.spot is None:
        return HeroState(state.hero, home(state), ENERGY_START, path=(home(state),), reborn=True)
    return replace(state, path=(state.spot,), reborn=False)
