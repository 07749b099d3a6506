"""What holds on a table of Krystal: whose moment it is, divine power, abilities, who may meet whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.engine import Refusal
from rules.krystal.cards import Field
from rules.krystal.edition import Edition
from rules.krystal.position import HAND, HeroState, Moment, Pact, Position, home
from rules.krystal.vocabulary import CLEARING, GATE, UNKNOWN, Combat, Kind, People, Stone


def no(rule: str, message: str, **parameters: object) -> Refusal:
    """A refusal."""
    return Refusal(rule, message, parameters)


def kind_of(edition: Edition, card: str) -> Kind | None:
    """The kind of a card; None for one that nobody named."""
    return edition.cards[card].kind if card in edition.cards else None


def stone_of(edition: Edition, card: str) -> Stone | None:
    """The stone's type if the card is one."""
    return edition.cards[card].stone if card in edition.cards else None


def combat_cards(edition: Edition, state: HeroState, combat: Combat | None = None) -> tuple[str, ...]:
    """A hero's known combat cards, or those of one type."""
    cards = (edition.cards[card] for card in state.cards if card != UNKNOWN)
    return tuple(card.id for card in cards if card.kind is Kind.COMBAT and combat in (None, card.type))


def missing_stones(edition: Edition, stones: tuple[str, ...]) -> set[Stone]:
    """Types that a gate has not yet (KR-114)."""
    return set(Stone) - {stone_of(edition, card) for card in stones}


def winner(edition: Edition, position: Position) -> int | None:
    """The seat whose gate holds what wins (KR-116, KR-125)."""
    for seat, stones in enumerate(position.gates):
        if len(stones) >= edition.stones_to_win and not missing_stones(edition, stones):
            return seat
    return None


def is_over(edition: Edition, position: Position) -> bool:
    """Whether somebody won, or the edition's turn limit has passed."""
    timed_out = 0 < edition.turn_limit < position.turn
    return timed_out or winner(edition, position) is not None


def moment(edition: Edition, position: Position) -> Moment:
    """What the table waits for."""
    if is_over(edition, position):
        return Moment.OVER
    if position.manual is not None:
        return Moment.MANUAL
    if position.fight is not None:
        return _fight_moment(position)
    drawing = position.explore is not None and position.explore.left > 0
    if drawing:
        return Moment.DRAW
    if max([len(state.cards) for state in position.heroes]) > HAND:
        return Moment.SURPLUS
    return Moment.ACT if position.acting else Moment.WALK


def _fight_moment(position: Position) -> Moment:
    fight = position.fight
    if fight is not None and fight.loss is not None:
        return Moment.SPLIT if fight.loss else Moment.TIE
    waits = fight is not None and fight.creature is None and fight.first is None
    return Moment.LEAD if waits else Moment.ANSWER


def actor(edition: Edition, position: Position) -> int:
    """The seat that decides now."""
    fight = position.fight
    now = moment(edition, position)
    if now is Moment.SURPLUS:
        return position.seat_of(next(state.name for state in position.heroes if len(state.cards) > HAND))
    if fight is None or now in (Moment.OVER, Moment.MANUAL, Moment.TIE):
        return position.seat
    if now is Moment.SPLIT:
        if fight.attacker is None:
            return (position.seat_of(fight.defender) + 1) % len(position.peoples)
        return position.seat_of(fight.defender if fight.loser == fight.attacker else fight.attacker)
    answering = fight.attacker if fight.leading and fight.attacker else fight.defender
    return position.seat_of(answering)


def bonus(edition: Edition, position: Position, state: HeroState, field: Field) -> int:
    """What the hero's active stone and the divine intervention add (KR-92, KR-108)."""
    cards = [state.active, position.divine.card if position.divine else None]
    powers = (edition.cards[card].bonus for card in cards if card is not None)
    return sum(
        power.by for power in powers if power and power.on is field and power.people in (None, state.hero.people)
    )


def ability(edition: Edition, position: Position, state: HeroState, combat: Combat) -> int:
    """A hero's ability in a type of combat with what is active (KR-64)."""
    return edition.heroes[state.hero][combat] + bonus(edition, position, state, Field(combat.value))


def real_power(edition: Edition, spot: str, people: People) -> int:
    """Divine power of a location for a people (KR-33), never below 0 (KR-R04)."""
    location = edition.locations[spot]
    if location.people is None:
        return 1
    return max(0, location.dp + edition.modifiers[people, location.people])


def proceeds(edition: Edition, position: Position, spot: str, field: Field) -> int:
    """Energy or cards of the common action of the own heroes at a place (KR-34, KR-35, KR-42, KR-43)."""
    base = real_power(edition, spot, position.people)
    if spot == CLEARING:
        return base
    group = position.own(spot)
    stones = sum(_stone_bonus(edition, state, field) for state in group)
    return max(0, base + stones + _divine_bonus(edition, position, field))


def _stone_bonus(edition: Edition, state: HeroState, field: Field) -> int:
    power = edition.cards[state.active].bonus if state.active else None
    return power.by if power and power.on is field and power.people in (None, state.hero.people) else 0


def _divine_bonus(edition: Edition, position: Position, field: Field) -> int:
    power = edition.cards[position.divine.card].bonus if position.divine else None
    return power.by if power and power.on is field and power.people in (None, position.people) else 0


def pile_at(edition: Edition, position: Position, state: HeroState) -> People | None:
    """The symbol of the piles a hero handles cards at (KR-87, KR-R15); None in the Clearing and off the board."""
    if position.explore is not None and state.name in position.explore.heroes:
        return position.explore.pile
    if state.spot is None:
        return None
    if state.spot.startswith(GATE):
        return People(state.spot.removeprefix(GATE))
    return edition.locations[state.spot].people


def is_dry(edition: Edition, position: Position, people: People) -> bool:
    """Whether nothing can be drawn any more (KR-R17), or only interventions that the active one cancels."""
    pile = position.pile(people)
    if pile.draw:
        return False
    cancelled = position.divine is not None
    return not any(not cancelled or kind_of(edition, card) is not Kind.DIVINE for card in pile.discard)


def has_pact(position: Position, giver: str, granter: str, pact: Pact) -> bool:
    """Whether it was agreed this turn."""
    return (giver, granter, pact) in position.pacts


def at_peace(position: Position, one: str, other: str) -> bool:
    """Whether two heroes dropped their combat."""
    return has_pact(position, one, other, Pact.PEACE) or has_pact(position, other, one, Pact.PEACE)


def is_stopped(position: Position, state: HeroState) -> bool:
    """Whether a hero that walked must stay where it is (KR-24, KR-25, KR-29)."""
    if len(state.path) < 2 or state.spot is None:
        return False
    meets = any(not _lets_pass(position, state, other) for other in position.opponents(state.spot, state.hero.people))
    return meets or state.spot == home(state)


def _lets_pass(position: Position, state: HeroState, other: HeroState) -> bool:
    """Whether passage was agreed with this hero, or with its people at their gate (KR-121, KR-122)."""
    if has_pact(position, state.name, other.name, Pact.PASSAGE):
        return True
    opened = {granter[0] for giver, granter, pact in position.pacts if giver == state.name and pact is Pact.GATE}
    return other.name[0] in opened and other.spot == home(other)


def may_only_recover(state: HeroState) -> bool:
    """Whether the hero stayed, or stands where it was before in this turn (KR-45, KR-46, KR-R12)."""
    return len(state.path) < 2 or state.spot in state.path[:-1]


def pairs(position: Position, spot: str) -> Iterator[tuple[str, str]]:
    """Combats that may be fought next at a place: attacker and defender (KR-78 to KR-80, KR-R26)."""
    meeting = [
        (one.name, other.name)
        for one in position.own(spot)
        for other in position.opponents(spot)
        if not at_peace(position, one.name, other.name)
    ]
    fresh = {name for pair in meeting for name in pair} - set(position.fought)
    attackers_left = any(one in fresh for one, _ in meeting)
    defenders_left = any(other in fresh for _, other in meeting)
    for one, other in meeting:
        if (one in fresh or not attackers_left) and (other in fresh or not defenders_left) and {one, other} & fresh:
            yield one, other


def open_fights(position: Position) -> list[tuple[str, str]]:
    """All combats that may be fought next (KR-53); none on gates and in the Clearing (KR-44)."""
    spots = dict.fromkeys(state.spot for state in position.own() if state.spot is not None)
    return [pair for spot in spots if has_combat(spot) for pair in pairs(position, spot)]


def has_combat(spot: str) -> bool:
    """Whether heroes fight at such a place."""
    return spot != CLEARING and not spot.startswith(GATE)


def known_cards(position: Position) -> Counter[str]:
    """Every card that the table names, wherever it lies."""
    counts: Counter[str] = Counter(position.gone)
    for state in position.heroes:
        counts.update(state.cards)
    for pile in position.piles:
        counts.update(pile.discard)
    for stones in position.gates:
        counts.update(stones)
    fight = position.fight
    loose = [position.divine.card if position.divine else None, *((fight.creature, fight.first) if fight else ())]
    counts.update(card for card in loose if card is not None)
    return counts
