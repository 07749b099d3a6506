"""Combats: who may play what, how the totals compare, what each outcome costs (KR-58 to KR-80, KR-97 to KR-105)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Refusal
from rules.krystal.cards import Special
from rules.krystal.edition import Edition
from rules.krystal.ground import ability, at_peace, combat_cards, has_combat, no, pairs
from rules.krystal.moves import Answer, Attack, Lead, Pay, Split
from rules.krystal.position import Fight, Position
from rules.krystal.trading_rules import refuse_unheld
from rules.krystal.vocabulary import UNKNOWN, Combat


@dataclass(frozen=True, slots=True)
class Outcome:
    """After the reveal: the loser, None in a tie, and the difference of the totals."""

    loser: str | None
    difference: int


def refuse_attack(edition: Edition, position: Position, move: Attack) -> Refusal | None:
    """What forbids beginning a combat."""
    one, other = position[move.attacker], position[move.defender]
    if one.hero.people is not position.people or other.hero.people is position.people:
        return no("KR-54", "the people on turn attack, the others defend", attacker=move.attacker)
    if one.spot is None or one.spot != other.spot:
        return no("KR-53", f"{move.attacker} and {move.defender} do not meet", attacker=move.attacker)
    if not has_combat(one.spot):
        return no("KR-44", f"heroes do not fight at {one.spot}", place=one.spot)
    if at_peace(position, move.attacker, move.defender):
        return no("KR-120", f"{move.attacker} and {move.defender} dropped their combat", attacker=move.attacker)
    if (move.attacker, move.defender) not in list(pairs(position, one.spot)):
        return no("KR-80", "heroes that have not fought yet come first", attacker=move.attacker, defender=move.defender)
    return _refuse_opening(edition, position, move.attacker, move.type, move.card)


def _refuse_opening(
    edition: Edition, position: Position, name: str, combat: Combat | None, card: str | None
) -> Refusal | None:
    state = position[name]
    if combat is None or card is None:
        if combat_cards(edition, state):
            return no("KR-60", f"{name} has a combat card and names its type", hero=name)
        return None
    if refused := refuse_unheld(state, card):
        return refused
    if card not in combat_cards(edition, state, combat):
        return no("KR-60", f"{card} is no card of the type {combat}", hero=name, card=card)
    return None


def refuse_lead(edition: Edition, position: Position, move: Lead) -> Refusal | None:
    """What forbids the defender's choice of combat (KR-R23)."""
    fight = fight_of(position)
    return _refuse_opening(edition, position, fight.defender, move.type, move.card)


def refuse_answer(edition: Edition, position: Position, move: Answer) -> Refusal | None:
    """What forbids the second card of a combat (KR-61, KR-62, KR-R20, KR-R21)."""
    state = position[second_player(position)]
    if move.card is None:
        if state.cards:
            return no("KR-R21", f"{state.name} has cards and must play one", hero=state.name)
        return None
    if refused := refuse_unheld(state, move.card):
        return refused
    if move.card == UNKNOWN:
        return no("KR-63", "the card played is revealed and needs its name", hero=state.name)
    right = combat_cards(edition, state, fight_of(position).type)
    if right and move.card not in right:
        return no("KR-61", f"{state.name} has a card of the type and must play it", hero=state.name, card=move.card)
    return None


def refuse_split(position: Position, move: Split) -> Refusal | None:
    """What forbids the split of a loss (KR-R19)."""
    loss = fight_of(position).loss
    if move.energy + move.cards != loss:
        return no("KR-R19", f"energy and cards lost are together {loss}", loss=loss)
    return None


def refuse_pay(edition: Edition, position: Position, move: Pay) -> Refusal | None:
    """What forbids the attacker's loss in a tie (KR-R25)."""
    fight = fight_of(position)
    if move.card is None:
        if fight.type is Combat.TRADING:
            return no("KR-77", "a tie in trading costs a combat card, not energy", type=fight.type.value)
        return None
    state = position[fight.attacker or fight.defender]
    if refused := refuse_unheld(state, move.card):
        return refused
    if move.card not in combat_cards(edition, state):
        return no("KR-77", f"{move.card} is no combat card", card=move.card)
    return None


def fight_of(position: Position) -> Fight:
    """The combat that goes on."""
    if position.fight is None:
        raise AssertionError(f"no combat goes on in {position.text()!r}")
    return position.fight


def second_player(position: Position) -> str:
    """The hero that plays the second card."""
    fight = fight_of(position)
    return fight.attacker if fight.leading and fight.attacker else fight.defender


def total(edition: Edition, position: Position, name: str, card: str | None, combat: Combat) -> int:
    """Ability in the type plus the card's value, 0 for another type (KR-64, KR-65)."""
    played = edition.cards.get(card or UNKNOWN)
    value = played.value if played and played.stone is None and played.type is combat else 0
    return ability(edition, position, position[name], combat) + value


def outcome(edition: Edition, position: Position, second: str | None) -> Outcome:
    """Compare the totals after the second card (KR-66); a hero beats a creature in a tie (KR-103)."""
    fight = fight_of(position)
    if fight.type is None:
        raise AssertionError(f"no type was named in {position.text()!r}")
    if fight.attacker is None:
        creature = edition.cards[fight.creature or UNKNOWN].value
        defence = total(edition, position, fight.defender, second, fight.type)
        return Outcome(fight.defender if defence < creature else None, max(0, creature - defence))
    cards = (second, fight.first) if fight.leading else (fight.first, second)
    attack = total(edition, position, fight.attacker, cards[0], fight.type)
    defence = total(edition, position, fight.defender, cards[1], fight.type)
    if attack == defence:
        return Outcome(None, 0)
    return Outcome(fight.defender if attack > defence else fight.attacker, abs(attack - defence))


def special_of(edition: Edition, fight: Fight) -> Special:
    """What the creature's victory does; NONE against a hero and when it was given already."""
    if fight.creature is None or fight.rematch:
        return Special.NONE
    return edition.cards[fight.creature].special
