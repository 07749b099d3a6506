"""What forbids a move: the one source of legality; and the moves worth asking about."""

from __future__ import annotations

from rules.crystal_hall.arrivals import warp_targets
from rules.crystal_hall.casting import refuse_cast
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import held
from rules.crystal_hall.moves import (
    Cast,
    Choose,
    Discard,
    Draw,
    Finish,
    Flip,
    Move,
    Onto,
    Push,
    Regenerate,
    Shield,
    Squeeze,
    Step,
    Use,
    Warp,
)
from rules.crystal_hall.position import Table
from rules.crystal_hall.refusing import say
from rules.crystal_hall.tricks import refuse_switched, refuse_use
from rules.crystal_hall.turn import PUSH, SQUEEZE, STEP
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Back, Direction, Phase, Square, TaskKind
from rules.engine import Refusal

DECISIONS: dict[type[Move], TaskKind] = {
    Onto: TaskKind.SWITCH,
    Choose: TaskKind.DIRECTION,
    Warp: TaskKind.WARP,
    Discard: TaskKind.DISCARD,
}
TASK_RULES = {
    TaskKind.SWITCH: "CH-86",
    TaskKind.DIRECTION: "CH-96",
    TaskKind.WARP: "CH-R07",
    TaskKind.DISCARD: "CH-39",
}
TASK_TEXTS = {
    TaskKind.SWITCH: "the second tile of the Switch must be named",
    TaskKind.DIRECTION: "the direction of the earthquake must be chosen",
    TaskKind.WARP: "the wizard on the warp must be moved",
    TaskKind.DISCARD: "one of three spells must be discarded",
}
PHASES: dict[type[Move], Phase] = {Flip: Phase.DISCOVERY, Draw: Phase.DRAW}


def refusal(edition: Edition, table: Table, move: Move) -> Refusal | None:
    """What forbids a move, None when it is legal."""
    untimely = _refuse_moment(table, move)
    if untimely is not None:
        return untimely
    match move:
        case Step():
            return _refuse_step(edition, table, move)
        case Push():
            return _refuse_push(edition, table, move)
        case Squeeze():
            return _refuse_squeeze(edition, table, move)
        case Regenerate(square):
            return _refuse_regenerate(edition, table, square)
        case Shield(square):
            return _refuse_shield(table, square)
        case Use():
            return refuse_use(edition, table, move)
        case Cast():
            return refuse_cast(edition, table, move)
        case _:
            return _refuse_other(edition, table, move)


def _refuse_other(edition: Edition, table: Table, move: Move) -> Refusal | None:
    """Decisions, and flipping."""
    match move:
        case Onto(square):
            return _refuse_onto(edition, table, square)
        case Choose(direction) if direction.diagonal:
            return say("CH-96", "an earthquake goes north, east, south or west", direction=direction.value)
        case Warp(square):
            return _refuse_warp(edition, table, square)
        case Discard(spell) if not held(edition, table, spell):
            return say("CH-39", f"{table.guild.colour} does not hold the spell {spell}", spell=spell)
        case Flip(square):
            return _refuse_flip(table, square)
    return None


def _refuse_moment(table: Table, move: Move) -> Refusal | None:
    """What is not to be done now: the game is over, a decision is due, another phase, the first turn."""
    if table.over:
        return say("CH-113", "the game is over, somebody has won", move=move.text())
    if table.task is not None and DECISIONS.get(type(move)) is not table.task.kind:
        sentence = f"{TASK_TEXTS[table.task.kind]} before anything else"
        return say(TASK_RULES[table.task.kind], sentence, decision=table.task.text())
    if table.task is not None:
        return None
    if type(move) in DECISIONS:
        return say(
            TASK_RULES[DECISIONS[type(move)]],
            f"{move.text()!r} answers a question that nobody asks now",
            move=move.text(),
        )
    wanted = PHASES.get(type(move), Phase.MAGIC)
    if table.phase is not wanted:
        rule = "CH-31" if wanted is Phase.MAGIC else "CH-14"
        sentence = f"{move.text()!r} belongs to the {wanted.value} phase, this is the {table.phase.value} phase"
        return say(rule, sentence, phase=table.phase.value, wanted=wanted.value)
    if table.phase is Phase.MAGIC and table.guild.fresh and not isinstance(move, Step | Finish):
        return say("CH-16", "in the first turn of a player wizards can only be moved", move=move.text())
    return None


def _refuse_own(table: Table, square: Square) -> Refusal | None:
    text = SQUARE_TEXTS[square]
    if square not in table.guild.wizards:
        return say("CH-26", f"there is no wizard of {table.guild.colour} on {text}", square=text)
    if table.frozen(square):
        return say("CH-R11", f"the wizard on {text} is frozen and cannot act", square=text)
    return None


def _refuse_price(table: Table, cost: int, rule: str) -> Refusal | None:
    if table.ump >= cost:
        return None
    return say(rule, f"it costs {cost} UMP, only {table.ump} are left", cost=cost, left=table.ump)


def _direction(start: Square, end: Square, edition: Edition) -> Direction | None:
    steps = edition.board.steps
    return next((direction for direction, targets in steps.items() if targets[start] == end), None)


def _refuse_adjacent(edition: Edition, table: Table, start: Square, end: Square, rule: str) -> Refusal | None:
    direction = _direction(start, end, edition)
    one, two = SQUARE_TEXTS[start], SQUARE_TEXTS[end]
    if direction is None:
        return say(rule, f"{two} is not a square of the board next to {one}", start=one, end=two)
    if direction.diagonal and not table.staff:
        return say("CH-43", f"{one} to {two} is diagonal, that needs a Staff", start=one, end=two)
    return None


def _refuse_step(edition: Edition, table: Table, move: Step) -> Refusal | None:
    found = _refuse_own(table, move.start) or _refuse_adjacent(edition, table, move.start, move.end, "CH-42")
    if found is None and table.owner(move.end) is not None:
        text = SQUARE_TEXTS[move.end]
        return say("CH-42", f"{text} is occupied, a wizard moves to a free square", square=text)
    return found or _refuse_price(table, STEP, "CH-41")


def _refuse_push(edition: Edition, table: Table, move: Push) -> Refusal | None:
    found = _refuse_own(table, move.start) or _refuse_adjacent(edition, table, move.start, move.victim, "CH-45")
    if found is not None:
        return found
    text = SQUARE_TEXTS[move.victim]
    if table.owner(move.victim) is None:
        return say("CH-45", f"there is no wizard on {text} to be pushed", square=text)
    if move.victim in table.shields:
        return say("CH-62", f"the wizard on {text} is shielded and cannot be pushed", square=text)
    direction = _direction(move.start, move.victim, edition)
    behind = None if direction is None else edition.board.step(move.victim, direction)
    if behind is None:
        return say("CH-47", f"the board ends behind {text}, nobody can be pushed off", square=text)
    if table.owner(behind) is not None:
        return say("CH-46", f"a wizard stands behind {text} and blocks the push", square=text)
    return _refuse_price(table, PUSH, "CH-44")


def middle(edition: Edition, move: Squeeze) -> tuple[Square, Direction] | None:
    """The square exactly between two attackers, and the direction from one to the other."""
    for direction in Direction:
        between = edition.board.step(move.first, direction)
        if between is not None and edition.board.step(between, direction) == move.second:
            return between, direction
    return None


def _refuse_squeeze(edition: Edition, table: Table, move: Squeeze) -> Refusal | None:
    found = _refuse_own(table, move.first) or _refuse_own(table, move.second)
    if found is not None:
        return found
    one, two = SQUARE_TEXTS[move.first], SQUARE_TEXTS[move.second]
    between = middle(edition, move)
    if between is None or move.first > move.second:
        sentence = f"{one} and {two} are not exactly opposite sides of one square, the lower square first"
        return say("CH-50", sentence, first=one, second=two)
    square, direction = between
    if direction.diagonal and not table.staff:
        return say("CH-43", f"{one} to {two} is diagonal, that needs a Staff", start=one, end=two)
    text = SQUARE_TEXTS[square]
    if table.owner(square) in (None, table.active):
        return say("CH-50", f"there is no enemy wizard on {text} between the attackers", square=text)
    return _refuse_price(table, SQUEEZE, "CH-49")


def _refuse_regenerate(edition: Edition, table: Table, square: Square) -> Refusal | None:
    text, guild = SQUARE_TEXTS[square], table.guild
    if guild.out:
        return say("CH-55", f"{guild.colour} has no wizard on the board, none can be regenerated", colour=guild.colour)
    if not guild.grey:
        return say("CH-53", f"no wizard of {guild.colour} is eliminated, none can be regenerated", colour=guild.colour)
    if square not in edition.board.starts[guild.side]:
        return say("CH-54", f"{text} is not a starting square of {guild.colour}", square=text, colour=guild.colour)
    if table.owner(square) is not None:
        return say("CH-54", f"the starting square {text} is occupied, it must be free", square=text)
    return _refuse_price(table, guild.price, "CH-53")


def _refuse_shield(table: Table, square: Square) -> Refusal | None:
    text, guild = SQUARE_TEXTS[square], table.guild
    if square not in guild.wizards:
        return say("CH-R14", f"there is no wizard of {guild.colour} on {text} to be shielded", square=text)
    if any(other in table.shields for other in guild.wizards):
        return say("CH-58", f"{guild.colour} has a shielded wizard, only one may be at a time", colour=guild.colour)
    return _refuse_price(table, guild.price, "CH-57")


def _refuse_onto(edition: Edition, table: Table, square: Square) -> Refusal | None:
    if table.task is not None and table.task.square == square:
        text = SQUARE_TEXTS[square]
        return say("CH-86", f"the tile on {text} cannot be swapped with itself", square=text)
    return refuse_switched(edition, table, square)


def _refuse_warp(edition: Edition, table: Table, square: Square) -> Refusal | None:
    if table.task is None or table.task.square is None:
        raise AssertionError("somebody stands on a warp")
    targets = warp_targets(edition, table, table.task.square)
    if square in targets:
        return None
    allowed = ", ".join(SQUARE_TEXTS[target] for target in targets)
    rule = "CH-R07" if square == table.task.square else "CH-73"
    text = SQUARE_TEXTS[square]
    return say(rule, f"the warp leads to one of {allowed}, not to {text}", square=text, allowed=allowed)


def _refuse_flip(table: Table, square: Square) -> Refusal | None:
    text, owner = SQUARE_TEXTS[square], table.owner(square)
    if owner is None or not isinstance(table.tiles[square], Back):
        return say("CH-32", f"there is no wizard on a face-down tile on {text}", square=text)
    if owner != table.flipper:
        return say(
            "CH-R25", f"the tile on {text} is not to be flipped yet, players flip clockwise in turn", square=text
        )
    return None
