"""What nobody may see: the order of the draw piles and the luck of who draws from a reserve."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from rules.engine import MoveRecord, Refusal
from rules.krystal.cards import Effect, Special
from rules.krystal.edition import Edition, Return
from rules.krystal.fighting import fight_of, outcome, second_player, special_of
from rules.krystal.ground import known_cards, no, pile_at
from rules.krystal.moves import Answer, Draw, Drawn, Move, Split, Use
from rules.krystal.perform import Record
from rules.krystal.position import Position, without
from rules.krystal.vocabulary import UNKNOWN, Combat, People


@dataclass(frozen=True, slots=True)
class Stacks:
    """Draw piles in the order of `People`, each from the bottom up, and the seed of what is still to be drawn."""

    piles: tuple[tuple[str, ...], ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Lot:
    """What a move draws: so many of these cards at random; `cards` None is the draw pile of `people`."""

    count: int = 0
    cards: tuple[str, ...] | None = ()
    people: People | None = None


def lot_of(edition: Edition, position: Position, move: Move) -> Lot:
    """What chance shows after a legal move."""
    match move:
        case Draw() if position.explore is not None:
            return Lot(1, None, position.explore.pile)
        case Use() if move.target is not None and edition.cards[move.card].effect is Effect.STEAL:
            cards = position[move.target].cards
            return Lot(min(edition.cards[move.card].amount, len(cards)), cards)
        case Answer():
            return _answer_lot(edition, position, move)
        case Split():
            cards = position[fight_of(position).loser or ""].cards
            return Lot(min(move.cards, len(cards)), cards)
    return Lot()


def _answer_lot(edition: Edition, position: Position, move: Answer) -> Lot:
    fight = fight_of(position)
    result = outcome(edition, position, move.card)
    if fight.type is not Combat.TRADING or result.loser is None or special_of(edition, fight) is not Special.NONE:
        return Lot()
    cards = position[result.loser].cards
    if move.card is not None and result.loser == second_player(position):
        cards = without(cards, move.card)
    return Lot(min(result.difference, len(cards)), cards)


def draw(edition: Edition, position: Position, move: Move, stacks: Stacks) -> tuple[Record, Stacks]:
    """Draw for a legal move, and what is hidden then."""
    lot = lot_of(edition, position, move)
    rng = random.Random(stacks.seed)
    stacks = _under(edition, position, move, stacks)
    if not lot.count:
        return MoveRecord(move), stacks
    seed = rng.getrandbits(64)
    if lot.people is not None:
        card, piles = _top(position, lot.people, stacks, rng)
        return MoveRecord(move, (Drawn(card),)), Stacks(piles, seed)
    taken = rng.sample(list(lot.cards or ()), lot.count)
    return MoveRecord(move, tuple(Drawn(card) for card in sorted(taken))), replace(stacks, seed=seed)


def _top(
    position: Position, people: People, stacks: Stacks, rng: random.Random
) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """The top card of a draw pile, which is renewed first where it is empty (KR-88)."""
    index = list(People).index(people)
    pile = list(stacks.piles[index])
    if not pile:
        pile = list(position.piles[index].discard)
        rng.shuffle(pile)
    return pile[-1], (*stacks.piles[:index], tuple(pile[:-1]), *stacks.piles[index + 1 :])


def _under(edition: Edition, position: Position, move: Move, stacks: Stacks) -> Stacks:
    """Lay the cards of a combat under the draw pile (KR-R22)."""
    if not isinstance(move, Answer) or edition.combat_cards_return is Return.DISCARD:
        return stacks
    fight = fight_of(position)
    people = pile_at(edition, position, position[fight.defender])
    played = tuple(card for card in (fight.first, move.card) if card is not None)
    piles = ((*played, *pile) if one is people else pile for one, pile in zip(People, stacks.piles, strict=True))
    return replace(stacks, piles=tuple(piles))


def refusal_of_draw(edition: Edition, position: Position, record: Record) -> Refusal | None:
    """What is wrong with the cards drawn after a legal move."""
    lot = lot_of(edition, position, record.move)
    shown = [thing.card for thing in record.drawn]
    if len(shown) != lot.count:
        return no("KR-36", f"{lot.count} cards are drawn here, not {len(shown)}", wanted=lot.count, drawn=shown)
    if lot.people is not None:
        return _refuse_top(edition, position, lot.people, shown[0])
    left = list(lot.cards or ())
    for card in shown:
        if card not in left and UNKNOWN not in left:
            return no("KR-R34", f"{card} is not among the cards drawn from", card=card)
        left.remove(card if card in left else UNKNOWN)
    return None


def _refuse_top(edition: Edition, position: Position, people: People, card: str) -> Refusal | None:
    pile = position.pile(people)
    if not pile.draw and card not in pile.discard and UNKNOWN not in (card, *pile.discard):
        return no("KR-88", f"{card} is not in the discard pile that became the draw pile", card=card)
    if card == UNKNOWN or not pile.draw:
        return None
    if card not in edition.cards:
        return no("KR-08", f"{card} is no card of this edition", card=card)
    if known_cards(position)[card] >= edition.cards[card].count:
        return no("KR-08", f"all {edition.cards[card].count} copies of {card} are elsewhere", card=card)
    return None


def hidden_cards(stacks: Stacks) -> Counter[str]:
    """All cards in draw piles."""
    return Counter(card for pile in stacks.piles for card in pile)
