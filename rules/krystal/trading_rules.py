"""What forbids moves of cards outside combats: exchange, stones, objects, discards, negotiations."""

from __future__ import annotations

from rules.engine import Refusal
from rules.krystal.cards import Effect
from rules.krystal.edition import Edition
from rules.krystal.ground import kind_of, known_cards, missing_stones, no, pile_at, stone_of
from rules.krystal.moves import Activate, Agree, Deposit, Discard, Give, Move, Reveal, Swap, Use
from rules.krystal.position import HAND, HeroState, Pact, Position, home
from rules.krystal.vocabulary import CLEARING, UNKNOWN, Kind

PACTS_MOST = HAND
"""No reserve can pay for one pact with more cards."""


def refusal(edition: Edition, position: Position, move: Move) -> Refusal | None:
    """What forbids the move, at a moment that allows it."""
    match move:
        case Give():
            return _refuse_give(position, move)
        case Swap():
            return _refuse_swap(position, move)
        case Activate():
            return _refuse_activate(edition, position, move)
        case Use():
            return _refuse_use(edition, position, move)
        case Discard():
            return _refuse_discard(edition, position, move)
        case Agree():
            return _refuse_agree(edition, position, move)
        case Deposit():
            return _refuse_deposit(edition, position, move)
        case Reveal():
            return _refuse_reveal(edition, position, move)
    raise AssertionError(f"{move.text()!r} has its rules elsewhere")


def refuse_unheld(state: HeroState, card: str) -> Refusal | None:
    """Refuse a card that is not in the hero's own reserve (KR-90)."""
    if card not in state.cards:
        return no("KR-90", f"{card} is not in the reserve of {state.name}", hero=state.name, card=card)
    return None


def _refuse_together(position: Position, one: HeroState, other: HeroState) -> Refusal | None:
    if one.name == other.name or {one.hero.people, other.hero.people} != {position.people}:
        return no("KR-50", "cards pass between two heroes of the people on turn", giver=one.name, taker=other.name)
    if one.spot is None or one.spot != other.spot:
        return no("KR-50", f"{one.name} and {other.name} are not in the same place", giver=one.name, taker=other.name)
    if position.opponents(one.spot):
        return no("KR-51", f"no card passes where opponents stand, as at {one.spot}", place=one.spot)
    return None


def _refuse_give(position: Position, move: Give) -> Refusal | None:
    giver, taker = position[move.giver], position[move.taker]
    if refused := _refuse_together(position, giver, taker) or refuse_unheld(giver, move.card):
        return refused
    if len(taker.cards) >= HAND:
        return no("KR-91", f"{move.taker} has {HAND} cards already", hero=move.taker)
    return None


def _refuse_swap(position: Position, move: Swap) -> Refusal | None:
    one, other = position.hero(move.one), position.hero(move.other)
    if one is None or other is None:
        return no("KR-01", f"{move.one} or {move.other} takes no part in this game", hero=move.one)
    if refused := _refuse_together(position, one, other):
        return refused
    if refused := refuse_unheld(one, move.card) or refuse_unheld(other, move.back):
        return refused
    if min(len(one.cards), len(other.cards)) < HAND or move.card == move.back:
        return no("KR-50", "only two full reserves swap different cards, others give them one by one", hero=move.one)
    return None


def _refuse_activate(edition: Edition, position: Position, move: Activate) -> Refusal | None:
    state = position[move.hero]
    if refused := refuse_unheld(state, move.card):
        return refused
    if kind_of(edition, move.card) is not Kind.STONE:
        return no("KR-108", f"{move.card} is no stone that could be activated", card=move.card)
    if state.active == move.card:
        return no("KR-112", f"{move.card} is the active stone of {move.hero} already", hero=move.hero, card=move.card)
    return None


def _refuse_use(edition: Edition, position: Position, move: Use) -> Refusal | None:
    state = position[move.hero]
    if state.hero.people is not position.people or state.spot is None:
        return no("KR-107", f"{move.hero} is not on turn and on the board", hero=move.hero)
    if refused := refuse_unheld(state, move.card):
        return refused
    if kind_of(edition, move.card) is not Kind.OBJECT:
        return no("KR-106", f"{move.card} is no magic object to be used", card=move.card)
    hostile = edition.cards[move.card].effect in (Effect.DRAIN, Effect.STEAL)
    if hostile != (move.target is not None):
        return no(
            "KR-107", f"{move.card} is used {'on an opponent' if hostile else 'without a target'}", card=move.card
        )
    return _refuse_target(edition, position, move, state) if hostile else None


def _refuse_target(edition: Edition, position: Position, move: Use, state: HeroState) -> Refusal | None:
    targets = {other.name: other for other in position.opponents(state.spot or "")}
    if move.target not in targets:
        return no("KR-107", f"{move.target} is no opponent in the same place as {move.hero}", hero=move.target)
    target = targets[move.target]
    drains = edition.cards[move.card].effect is Effect.DRAIN
    if not (target.energy if drains else target.cards):
        return no("KR-107", f"{move.target} has nothing to lose to {move.card}", hero=move.target, card=move.card)
    return None


def _refuse_discard(edition: Edition, position: Position, move: Discard) -> Refusal | None:
    state = position[move.hero]
    if refused := refuse_unheld(state, move.card):
        return refused
    surplus = len(state.cards) > HAND and (position.explore is None or not position.explore.left)
    if not surplus and any(len(other.cards) > HAND for other in position.heroes):
        return no("KR-41", f"{move.hero} has no surplus, another hero has", hero=move.hero)
    if not surplus and (move.card != state.active or state.hero.people is not position.people):
        return no("KR-109", f"{move.hero} discards only surplus cards or its active stone", hero=move.hero)
    if state.spot is None or (pile_at(edition, position, state) is None) != (move.pile is not None):
        return no("KR-87", "the place names the pile, only in the Clearing the player does", hero=move.hero)
    return None


def _refuse_agree(edition: Edition, position: Position, move: Agree) -> Refusal | None:
    if not edition.negotiation:
        return no("KR-119", "the players did not agree to negotiations before the game", pact=move.pact.value)
    giver, granter = position[move.giver], position[move.granter]
    if giver.hero.people is granter.hero.people or position.people not in (giver.hero.people, granter.hero.people):
        return no("KR-120", "one side of a deal is on turn, the other is another people", giver=move.giver)
    if giver.spot is None or granter.spot is None:
        return no("KR-84", f"{move.giver} or {move.granter} is dematerialised", giver=move.giver, granter=move.granter)
    if refused := _refuse_price(position, move, giver, granter):
        return refused
    return _refuse_pact(edition, position, move, giver, granter)


def _refuse_price(position: Position, move: Agree, giver: HeroState, granter: HeroState) -> Refusal | None:
    made = position.pacts.count((move.giver, move.granter, move.pact))
    if move.card is None:
        if move.pact is Pact.PEACE:
            return no("KR-120", "a combat is dropped for one or more cards", giver=move.giver)
        return no("KR-121", "this was agreed already in this turn", giver=move.giver) if made else None
    if refused := refuse_unheld(giver, move.card):
        return refused
    if len(granter.cards) >= HAND:
        return no("KR-91", f"{move.granter} has {HAND} cards already", hero=move.granter)
    if made >= PACTS_MOST:
        return no("KR-120", f"more than {PACTS_MOST} cards were never owned by {move.giver}", giver=move.giver)
    return None


def _refuse_pact(
    edition: Edition, position: Position, move: Agree, giver: HeroState, granter: HeroState
) -> Refusal | None:
    if move.pact is Pact.PEACE:
        meets = giver.spot == granter.spot and giver.spot in edition.locations and giver.spot != CLEARING
        return None if meets else no("KR-120", "peace is made where the two would fight", giver=move.giver)
    if giver.hero.people is not position.people or position.acting:
        return no("KR-121", "passage is granted to a hero that is moving", giver=move.giver)
    near = edition.neighbours[giver.spot or ""] | {giver.spot}
    place = granter.spot if move.pact is Pact.PASSAGE else home(granter)
    if place not in near:
        rule = "KR-121" if move.pact is Pact.PASSAGE else "KR-122"
        return no(rule, f"{move.giver} is not beside {place}", giver=move.giver, place=place)
    return None


def _refuse_deposit(edition: Edition, position: Position, move: Deposit) -> Refusal | None:
    state = position[move.hero]
    if edition.stones_to_win == len(missing_stones(edition, ())):
        return no("KR-114", "two identical stones at one gate are forbidden", hero=move.hero, card=move.card)
    if refused := refuse_unheld(state, move.card):
        return refused
    if state.spot != home(state) or state.hero.people is not position.people:
        return no("KR-113", f"{move.hero} does not stand on its own gate", hero=move.hero)
    laid = position.gates[position.seat]
    stone = stone_of(edition, move.card)
    if stone is None or len({stone_of(edition, card) for card in laid}) < len(laid):
        return no("KR-125", f"{move.card} cannot be the one stone of free choice", hero=move.hero, card=move.card)
    return None


def _refuse_reveal(edition: Edition, position: Position, move: Reveal) -> Refusal | None:
    if UNKNOWN not in position[move.hero].cards:
        return no("KR-36", f"{move.hero} has no card that is face down and unnamed", hero=move.hero)
    card = edition.cards.get(move.card)
    if card is None or card.kind in (Kind.CREATURE, Kind.DIVINE):
        return no("KR-40", f"{move.card} is no card that a hero keeps", card=move.card)
    if known_cards(position)[move.card] >= card.count:
        return no("KR-08", f"all {card.count} copies of {move.card} are elsewhere", card=move.card)
    return None
