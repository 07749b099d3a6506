"""What forbids a move: the one source of legality, move by move."""

from __future__ import annotations

from rules.engine import Refusal
from rules.errors import MalformedError
from rules.krystal import trading_rules as trading
from rules.krystal.cards import Field
from rules.krystal.edition import Edition
from rules.krystal.fighting import refuse_answer, refuse_attack, refuse_lead, refuse_pay, refuse_split
from rules.krystal.ground import (
    is_stopped,
    kind_of,
    known_cards,
    may_only_recover,
    missing_stones,
    moment,
    no,
    open_fights,
    proceeds,
    stone_of,
)
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
from rules.krystal.notation import parse_position
from rules.krystal.position import HAND, HeroState, Moment, Pact, Position, home
from rules.krystal.vocabulary import CLEARING, GATE, HEROES, Kind

OPEN = (Moment.WALK, Moment.ACT)
SECRET = (Moment.SPLIT, Moment.TIE)
WHEN: dict[type[Move], tuple[Moment, ...]] = {
    Step: (Moment.WALK,),
    Done: (Moment.WALK,),
    End: (Moment.ACT,),
    Recover: (Moment.ACT,),
    Begin: (Moment.ACT,),
    Attack: (Moment.ACT,),
    Vanish: (Moment.ACT,),
    Draw: (Moment.DRAW,),
    Lead: (Moment.LEAD,),
    Answer: (Moment.ANSWER,),
    Split: (Moment.SPLIT,),
    Pay: (Moment.TIE,),
    Discard: (Moment.SURPLUS, *OPEN),
    Give: OPEN,
    Swap: OPEN,
    Use: OPEN,
    Agree: OPEN,
    Deposit: OPEN,
    Manual: (Moment.MANUAL,),
    Activate: tuple(set(Moment) - {Moment.OVER, Moment.MANUAL, *SECRET}),
    Reveal: tuple(set(Moment) - {Moment.OVER, Moment.MANUAL}),
}
"""When each move may be made at all."""
RULES = {
    Moment.OVER: "KR-116",
    Moment.MANUAL: "KR-107",
    Moment.ANSWER: "KR-61",
    Moment.LEAD: "KR-75",
    Moment.SPLIT: "KR-69",
    Moment.TIE: "KR-77",
    Moment.SURPLUS: "KR-41",
    Moment.DRAW: "KR-35",
    Moment.WALK: "KR-19",
    Moment.ACT: "KR-19",
}
"""The rule that calls for what each moment waits for."""


def refusal(edition: Edition, position: Position, move: Move) -> Refusal | None:
    """What forbids the move, None when it is legal."""
    now = moment(edition, position)
    if now not in WHEN[type(move)]:
        rule = "KR-R33" if isinstance(move, Activate) and now in SECRET else RULES[now]
        return no(rule, f"now is the time for {now.value}, not for {move.text().split()[0]}", moment=now.value)
    for name in (getattr(move, field, None) for field in ("hero", "attacker", "defender", "giver", "taker", "granter")):
        if name is not None and position.hero(name) is None:
            return no("KR-01", f"the hero {name} takes no part in this game", hero=name)
    return _refusal_of(edition, position, move)


def _refusal_of(edition: Edition, position: Position, move: Move) -> Refusal | None:  # noqa: C901
    match move:
        case Step():
            return _refuse_step(edition, position, move)
        case Done():
            return _refuse_done(position)
        case End():
            return _refuse_end(edition, position)
        case Recover():
            return _refuse_recover(edition, position, move)
        case Begin():
            return _refuse_explore(edition, position, move)
        case Draw():
            return _refuse_draw(position, move)
        case Vanish():
            return _refuse_vanish(position, move)
        case Attack():
            return refuse_attack(edition, position, move)
        case Lead():
            return refuse_lead(edition, position, move)
        case Answer():
            return refuse_answer(edition, position, move)
        case Split():
            return refuse_split(position, move)
        case Pay():
            return refuse_pay(edition, position, move)
        case Manual():
            return refuse_manual(edition, position, move)
        case _:
            return trading.refusal(edition, position, move)


def refuse_foreign(position: Position, state: HeroState) -> Refusal | None:
    """Refuse a hero that is not of the people on turn, or not on the board."""
    if state.hero.people is not position.people:
        return no("KR-19", f"{state.name} is not a hero of the {position.people}, whose turn it is", hero=state.name)
    if state.spot is None:
        return no("KR-84", f"{state.name} is dematerialised and not on the board", hero=state.name)
    return None


def _refuse_step(edition: Edition, position: Position, move: Step) -> Refusal | None:
    state = position[move.hero]
    if foreign := refuse_foreign(position, state):
        return foreign
    if state.reborn:
        return no("KR-86", f"{move.hero} came back this turn and may move one turn later", hero=move.hero)
    if state.energy == 0:
        return no("KR-22", f"{move.hero} has no energy left to move", hero=move.hero)
    if is_stopped(position, state):
        rule = "KR-25" if state.spot == home(state) else "KR-24"
        return no(rule, f"{move.hero} ended its movement by entering {state.spot}", hero=move.hero, place=state.spot)
    if state.spot is None or move.to not in edition.neighbours.get(state.spot, ()):
        return no("KR-21", f"{move.to} is not one step from {state.spot}", hero=move.hero, place=move.to)
    if move.to.startswith(GATE) and move.to != home(state) and not _may_enter(position, move):
        return no("KR-27", f"{move.to} is the gate of another people", hero=move.hero, place=move.to)
    return None


def _may_enter(position: Position, move: Step) -> bool:
    """Whether a foreign gate was opened by negotiation (KR-122)."""
    return any(
        giver == move.hero and pact is Pact.GATE and f"{GATE}{HEROES[granter].people}" == move.to
        for giver, granter, pact in position.pacts
    )


def _refuse_done(position: Position) -> Refusal | None:
    for state in position.own():
        if state.bound and len(state.path) < 2:
            return no("KR-26", f"{state.name} entered its gate last turn and must move now", hero=state.name)
    return None


def _refuse_end(edition: Edition, position: Position) -> Refusal | None:
    obliged = edition.peace_needs_a_deal or not edition.negotiation
    if obliged and (fights := open_fights(position)):
        one, other = fights[0]
        return no("KR-53", f"{one} and {other} stand in the same place and must fight", attacker=one, defender=other)
    for state in position.own(CLEARING):
        if state.energy == 0 and state.cards:
            return no("KR-R15", f"the pile for the cards of {state.name} is to be chosen first", hero=state.name)
    return None


def refuse_action(edition: Edition, position: Position, spot: str) -> Refusal | None:
    """What forbids any action of the own heroes at a place."""
    group = position.own(spot)
    if not group:
        return no("KR-32", f"no hero of the {position.people} stands at {spot}", place=spot)
    if spot not in edition.locations:
        return no("KR-R08", f"{spot} is a gate, where there is no action", place=spot)
    if spot in position.used:
        return no("KR-47", f"the one common action at {spot} was done already", place=spot)
    if spot != CLEARING and list_open(position, spot):
        return no("KR-53", f"combats at {spot} come in place of actions", place=spot)
    fighters = [state.name for state in group if state.name in position.fought]
    if fighters and position.opponents(spot):
        return no("KR-56", f"{fighters[0]} fought, and opponents are still at {spot}", hero=fighters[0], place=spot)
    return None


def list_open(position: Position, spot: str) -> bool:
    """Whether combats are still to be fought at a place."""
    return any(position[one].spot == spot for one, _ in open_fights(position))


def _refuse_recover(edition: Edition, position: Position, move: Recover) -> Refusal | None:
    if refused := refuse_action(edition, position, move.spot):
        return refused
    gain = proceeds(edition, position, move.spot, Field.RECOVER)
    heroes = len(position.own(move.spot))
    if len(move.shares) != heroes or sum(move.shares) != gain:
        return no("KR-48", f"{gain} points are shared among {heroes} heroes there", gain=gain, heroes=heroes)
    return None


def _refuse_explore(edition: Edition, position: Position, move: Begin) -> Refusal | None:
    if refused := refuse_action(edition, position, move.spot):
        return refused
    if (move.pile is not None) != (move.spot == CLEARING):
        return no("KR-42", "a pile is named in the Clearing, and only there", place=move.spot)
    group = position.own(move.spot)
    stayed = [state for state in group if may_only_recover(state)]
    blocked = bool(stayed) if edition.still_hero_blocks_exploring else len(stayed) == len(group)
    if blocked:
        rule = "KR-45" if len(stayed[0].path) < 2 else "KR-46"
        rule = rule if len(group) == 1 else "KR-R13"
        return no(rule, f"{stayed[0].name} did not come anew to {move.spot} this turn", hero=stayed[0].name)
    return None


def _refuse_draw(position: Position, move: Draw) -> Refusal | None:
    explore = position.explore
    if explore is None or move.hero not in explore.heroes:
        return no("KR-R14", f"{move.hero} takes no part in the exploration", hero=move.hero)
    return None


def _refuse_vanish(position: Position, move: Vanish) -> Refusal | None:
    state = position[move.hero]
    if foreign := refuse_foreign(position, state):
        return foreign
    if state.spot != CLEARING or state.energy or not state.cards:
        return no("KR-R15", f"{move.hero} is not a hero with cards and without energy in the Clearing", hero=move.hero)
    return None


def refuse_manual(edition: Edition, position: Position, move: Manual) -> Refusal | None:
    """The entered table may differ only in heroes, discards, gates and what is out; nothing may be lost (KR-89)."""
    if move.after is None:
        return None
    try:
        after = parse_position(move.after)
    except MalformedError as error:
        return no("KR-107", f"the entered table cannot be read, {error}", table=move.after)
    fixed = ("peoples", "seat", "turn", "acting", "divine", "used", "fought", "pacts", "explore", "fight")
    changed = [name for name in fixed if getattr(after, name) != getattr(position, name)]
    if after.manual is not None or changed:
        return no("KR-107", f"the entered table changes {', '.join(changed) or 'nothing yet'}", changed=changed)
    if [pile.draw for pile in after.piles] != [pile.draw for pile in position.piles]:
        return no("KR-87", "the entered table changes the heights of draw piles", table=move.after)
    if known_cards(after) != known_cards(position):
        return no("KR-107", "the entered table has other cards than before", table=move.after)
    return _refuse_heroes(edition, position, after) or _refuse_gates(edition, after)


def _refuse_gates(edition: Edition, after: Position) -> Refusal | None:
    for stones in after.gates:
        types = [stone_of(edition, card) for card in stones]
        if None in types:
            return no("KR-113", "only stones are deposited at a gate", stones=list(stones))
        if len(types) - len(set(types)) > edition.stones_to_win - len(missing_stones(edition, ())):
            return no("KR-114", "two identical stones at one gate are forbidden", stones=list(stones))
    return None


def _refuse_heroes(edition: Edition, position: Position, after: Position) -> Refusal | None:
    if [state.hero for state in after.heroes] != [state.hero for state in position.heroes]:
        return no("KR-117", "the entered table has other heroes than before", heroes=len(after.heroes))
    for state in after.heroes:
        if state.spot is not None and state.spot not in edition.neighbours:
            return no("KR-03", f"{state.spot} is no place of the board", hero=state.name, place=state.spot)
        if state.energy > edition.energy_max:
            return no("KR-R03", f"{state.name} has {state.energy} points, beyond the scale", hero=state.name)
        if len(state.cards) > max(HAND, len(position[state.name].cards)):
            return no("KR-91", f"{state.name} has {len(state.cards)} cards, {HAND} are allowed", hero=state.name)
        if state.active is not None and kind_of(edition, state.active) is not Kind.STONE:
            return no("KR-108", f"the active card of {state.name} is no stone", hero=state.name)
    return None
