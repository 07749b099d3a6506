"""What combats cost: energy, cards, the reserve; dematerialised heroes and what a creature does then."""

from __future__ import annotations

from dataclasses import replace

from rules.krystal.cards import Special
from rules.krystal.edition import Edition, Return
from rules.krystal.fighting import fight_of, outcome, second_player, special_of
from rules.krystal.ground import combat_cards, pile_at
from rules.krystal.moves import Answer, Attack, Lead, Move, Pay, Split
from rules.krystal.position import Fight, HeroState, Position, holding, without
from rules.krystal.vocabulary import Combat, People


def gain(edition: Edition, state: HeroState, energy: int) -> HeroState:
    """A hero with more energy, up to the end of the scale (KR-R03)."""
    return replace(state, energy=min(edition.energy_max, state.energy + energy))


def drained(state: HeroState, energy: int) -> HeroState:
    """A hero with less energy, the rest beyond 0 ignored (KR-74, KR-R02)."""
    return replace(state, energy=max(0, state.energy - energy))


def take(position: Position, loser: str, winner: str, cards: tuple[str, ...]) -> Position:
    """Cards lost go to the winning hero (KR-70)."""
    after = position.with_hero(holding(position[loser], without(position[loser].cards, *cards)))
    return after.with_hero(holding(after[winner], (*after[winner].cards, *cards)))


def vanish(edition: Edition, position: Position, name: str, pile: People | None) -> Position:
    """Dematerialise a hero: its reserve to the place's discard pile, its figure to the sheet (KR-83, KR-84)."""
    state = position[name]
    where = pile or pile_at(edition, position, state)
    after = position.discarded(where, state.cards) if where else position
    explore = after.explore
    if explore and name in explore.heroes:
        left = tuple(other for other in explore.heroes if other != name)
        after = replace(after, explore=replace(explore, heroes=left) if left else None)
    gone = replace(holding(state, ()), spot=None, energy=0, path=(), bound=False)
    return after.with_hero(gone)


def perform(edition: Edition, position: Position, move: Move, drawn: tuple[str, ...]) -> Position:
    """The table after a legal move of a combat."""
    match move:
        case Attack():
            return _attack(edition, position, move)
        case Lead():
            fight = fight_of(position)
            after = _play(position, fight.defender, move.card)
            return replace(after, fight=replace(fight, type=move.type, first=move.card, leading=True))
        case Answer():
            return _reveal(edition, position, move.card, drawn)
        case Split():
            fight = fight_of(position)
            after = _lose_cards(edition, position, fight, fight.loser or "", drawn)
            return _conclude(edition, _lose_energy(after, fight.loser or "", move.energy))
        case Pay():
            return _pay(edition, position, move)
    raise AssertionError(f"{move.text()!r} is no move of a combat")


def _play(position: Position, name: str, card: str | None) -> Position:
    """Lay a card out of the reserve."""
    state = position[name]
    return position.with_hero(holding(state, without(state.cards, card))) if card else position


def _attack(edition: Edition, position: Position, move: Attack) -> Position:
    fight = Fight(move.attacker, move.defender, type=move.type, first=move.card)
    after = replace(_play(position, move.attacker, move.card), fight=fight)
    if move.card is None and not combat_cards(edition, position[move.defender]):
        # KR-76: nobody has a combat card.
        return _conclude(edition, _lose_energy(_lose_energy(after, move.attacker, 1), move.defender, 1))
    return after


def _reveal(edition: Edition, position: Position, card: str | None, drawn: tuple[str, ...]) -> Position:
    fight = fight_of(position)
    result = outcome(edition, position, card)
    after = _play(position, second_player(position), card)
    played = [one for one in (fight.first, card) if one is not None]
    after = _put_back(edition, replace(after, fight=replace(fight, first=None)), fight, played)
    if result.loser is None:
        return _tie(edition, after, fight)
    return _lose(edition, after, fight, result.loser, result.difference, drawn)


def _put_back(edition: Edition, position: Position, fight: Fight, played: list[str]) -> Position:
    """Cards played go under the draw pile of the place (KR-72, KR-R22)."""
    people = pile_at(edition, position, position[fight.defender])
    if people is None:
        raise AssertionError("a combat takes place where there is a pile")
    if edition.combat_cards_return is Return.DISCARD:
        return position.discarded(people, played)
    pile = position.pile(people)
    return position.with_pile(people, replace(pile, draw=pile.draw + len(played)))


def _tie(edition: Edition, position: Position, fight: Fight) -> Position:
    if fight.attacker is None:
        return _beaten(position, fight)
    if fight.type is Combat.FORCE:
        return _conclude(edition, _lose_energy(position, fight.attacker, 1))
    cards = combat_cards(edition, position[fight.attacker])
    if fight.type is Combat.TRADING and not cards:
        return _conclude(edition, position)
    return replace(position, fight=replace(fight_of(position), loss=0, loser=fight.attacker))


def _beaten(position: Position, fight: Fight) -> Position:
    """A beaten creature leaves the game and the draw goes on (KR-98, KR-103)."""
    return replace(position, fight=None).removed(fight.creature or "")


def _lose(
    edition: Edition, position: Position, fight: Fight, loser: str, difference: int, drawn: tuple[str, ...]
) -> Position:
    special = special_of(edition, fight)
    if special is Special.MANUAL:
        return replace(_creature_stays(position, fight), fight=None, manual=fight.creature)
    if special is Special.ALL_ENERGY:
        return _conclude(edition, _lose_energy(position, loser, position[loser].energy))
    if special is Special.ALL_CARDS:
        return _conclude(edition, _lose_cards(edition, position, fight, loser, position[loser].cards))
    if fight.type is Combat.FORCE:
        return _conclude(edition, _lose_energy(position, loser, difference))
    if fight.type is Combat.TRADING:
        return _conclude(edition, _lose_cards(edition, position, fight, loser, drawn))
    return replace(position, fight=replace(fight_of(position), loss=difference, loser=loser))


def _lose_energy(position: Position, name: str, energy: int) -> Position:
    return position.with_hero(drained(position[name], energy))


def _lose_cards(edition: Edition, position: Position, fight: Fight, loser: str, cards: tuple[str, ...]) -> Position:
    """Cards lost go to the winner (KR-70), against a creature to the discard pile (KR-101)."""
    if fight.attacker is not None:
        return take(position, loser, fight.defender if loser == fight.attacker else fight.attacker, cards)
    state = position[loser]
    people = pile_at(edition, position, state)
    after = position.with_hero(holding(state, without(state.cards, *cards)))
    return after.discarded(people, cards) if people else after


def _pay(edition: Edition, position: Position, move: Pay) -> Position:
    fight = fight_of(position)
    name = fight.attacker or fight.defender
    if move.card is None:
        return _conclude(edition, _lose_energy(position, name, 1))
    people = pile_at(edition, position, position[name])
    after = _play(position, name, move.card)
    return _conclude(edition, after.discarded(people, [move.card]) if people else after)


def _conclude(edition: Edition, position: Position) -> Position:
    """A combat is over: dematerialise who has no energy (KR-81), note who fought, let the creature go on."""
    fight = fight_of(position)
    if fight.attacker is not None:
        names = [name for name in (fight.attacker, fight.defender) if name not in position.fought]
        position = replace(position, fight=None, fought=(*position.fought, *names))
        for name in (fight.attacker, fight.defender):
            position = vanish(edition, position, name, None) if position[name].energy == 0 else position
        return position
    return _creature_won(edition, position, fight)


def _creature_stays(position: Position, fight: Fight) -> Position:
    """A victorious creature goes to the discard pile and ends the draw (KR-39, KR-102)."""
    explore = position.explore
    if explore is None:
        raise AssertionError("creatures are met in explorations")
    after = replace(position, fight=None, explore=replace(explore, left=0))
    return after.discarded(explore.pile, [fight.creature or ""])


def _creature_won(edition: Edition, position: Position, fight: Fight) -> Position:
    survives = position[fight.defender].energy > 0
    special = special_of(edition, fight)
    victim = fight.defender
    explore = position.explore
    others = [name for name in (explore.heroes if explore else ()) if name != victim]
    again = victim if special is Special.AGAIN and survives else None
    again = others[0] if special is Special.COMPANION and others else again
    if again is None or explore is None:
        after = _creature_stays(position, fight)
        return after if survives else vanish(edition, after, victim, None)
    after = position if survives else vanish(edition, position, victim, explore.pile)
    left = replace(after.explore or explore, left=0)
    rematch = Fight(None, again, fight.creature, fight.type, rematch=True)
    return replace(after, fight=rematch, explore=left)
