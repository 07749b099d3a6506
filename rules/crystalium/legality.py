"""What forbids a move: the one source of legality, from which listing, verifying and applying follow."""

from __future__ import annotations

from rules.crystalium import fish_legality
from rules.crystalium.edition import Switches
from rules.crystalium.faces import Face
from rules.crystalium.gains import gain_possible, gain_refusal, give_refusal, needs_refusal
from rules.crystalium.getting import own_cards
from rules.crystalium.moves import (
    Build,
    Collect,
    Done,
    Draft,
    Fetch,
    First,
    Give,
    Keep,
    Lose,
    Move,
    Place,
    Play,
    Reveal,
    Summon,
    Swap,
    Toss,
)
from rules.crystalium.position import Collector, Table
from rules.crystalium.powers import bonus, capacity, covers
from rules.crystalium.tornado import forced_collect, least_loss
from rules.crystalium.vocabulary import Phase, Task
from rules.engine import Refusal

FISHES = (Play, Build, Summon, Swap, Fetch)
ORDER: dict[Phase, tuple[str, tuple[type[Move], ...]]] = {
    Phase.DRAFT: ("CU-13", (Draft, Reveal)),
    Phase.CURRENT: ("CU-17", (Place, Done)),
    Phase.RIVER: ("CU-24", (Collect, Done)),
    Phase.DISCARD: ("CU-29", (Toss, Done)),
    Phase.ORDER: ("CU-35", (First,)),
    Phase.SOLO: ("CU-113", (Reveal,)),
    Phase.DRONE: ("CU-32", (Collect, Done)),
    Phase.END: ("CU-87", ()),
}
"""CU-16: what may be done in each phase, and the rule that anything else breaks."""
TASKS: dict[Task, tuple[str, type[Move]]] = {
    Task.KEEP: ("CU-76", Keep),
    Task.GIVE: ("CU-79", Give),
    Task.LOSE: ("CU-74", Lose),
}
TOO_MANY = {Phase.CURRENT: "CU-18", Phase.RIVER: "CU-24", Phase.DISCARD: "CU-29", Phase.DRONE: "CU-32"}


def refusal(table: Table, move: Move, switches: Switches) -> Refusal | None:
    """What forbids the move, None when it is legal."""
    if table.task is not None:
        return _task_refusal(table, move, table.task)
    if isinstance(move, FISHES):
        return fish_legality.refusal(table, move)
    rule, kinds = ORDER[table.phase]
    if not isinstance(move, kinds):
        sentence = f"{move.text()!r} comes at the wrong time, the phase is {table.phase.value}"
        return Refusal(rule, sentence, {"move": move.text(), "phase": table.phase.value})
    return _phase_refusal(table, move, switches)


def _phase_refusal(table: Table, move: Move, switches: Switches) -> Refusal | None:
    match move:
        case Draft():
            return _draft_refusal(table, move)
        case Reveal():
            return _reveal_refusal(table)
        case First():
            return _first_refusal(table, move)
        case Place():
            return _place_refusal(table)
        case Done():
            return _done_refusal(table, move, switches)
        case Toss():
            return _in_river(table, move.face) or _too_many(table, table.queue[0])
        case Collect():
            return _collect_refusal(table, move, switches)
    raise AssertionError(f"{move.text()!r} has no rule")


def _task_refusal(table: Table, move: Move, task: Task) -> Refusal | None:
    rule, kind = TASKS[task]
    if not isinstance(move, kind):
        sentence = f"{move.text()!r} comes at the wrong time, the Fish first asks to {task.value} a card"
        return Refusal(rule, sentence, {"move": move.text(), "task": task.value})
    match move:
        case Keep():
            return _keep_refusal(table, move)
        case Give():
            return give_refusal(table, move.gain)
        case Lose():
            return _lose_refusal(table, move)
    raise AssertionError(f"{move.text()!r} has no rule")


def _draft_refusal(table: Table, move: Draft) -> Refusal | None:
    if table.is_tornado(table.actor):
        return Refusal("CU-112", "Tornado picks its Starting card first, reveal a Solo card", {"move": move.text()})
    if move.face in table.center:
        return None
    shown = [face.text() for face in table.center]
    sentence = f"card {move.face.text()} is not among the Starting cards, which are {', '.join(shown)}"
    return Refusal("CU-13", sentence, {"card": move.face.text(), "shown": shown})


def _reveal_refusal(table: Table) -> Refusal | None:
    if table.phase is Phase.SOLO or table.is_tornado(table.actor):
        return None
    return Refusal("CU-112", "no Solo card is revealed now, the player chooses a Starting card", {"seat": table.actor})


def _first_refusal(table: Table, move: First) -> Refusal | None:
    neighbours = table.neighbours(table.active)
    if move.seat in neighbours:
        return None
    sentence = f"seat {move.seat} is no direct neighbour of the active player, who are seats {neighbours}"
    return Refusal("CU-31", sentence, {"seat": move.seat, "neighbours": list(neighbours)})


def _place_refusal(table: Table) -> Refusal | None:
    if not table.deck:
        return Refusal("CU-R06", "the deck is empty, no more cards can be placed", {"deck": 0})
    return _too_many(table, table.queue[0])


def _too_many(table: Table, collector: Collector) -> Refusal | None:
    """CU-R11: up to the power, never more."""
    most = capacity(table, collector)
    if collector.picks < most:
        return None
    sentence = f"seat {collector.seat} has used its power of {most} already, no more than {most} cards are allowed"
    return Refusal(TOO_MANY[table.phase], sentence, {"seat": collector.seat, "power": most})


def _done_refusal(table: Table, move: Done, switches: Switches) -> Refusal | None:
    head = table.queue[0]
    if table.is_tornado(head.seat):
        return Refusal("CU-113", "Tornado collects as many cards as the Solo card says", {"picks": head.picks})
    if table.phase is Phase.CURRENT and head.picks < switches.min_current and table.deck:
        return Refusal("CU-R01", f"at least {switches.min_current} card must be placed in the Current", {"picks": 0})
    if covers(table, head, move.used):
        return None
    used, singles = [face.text() for face in move.used], [face.text() for face in head.singles]
    sentence = (
        f"{head.picks} cards with a lasting power of {head.limit + bonus(table, head)} do not use up "
        f"{', '.join(used) or 'no card'}; single-use cards are {', '.join(singles) or 'none'}, used only when needed"
    )
    return Refusal("CU-R12", sentence, {"picks": head.picks, "used": used, "singles": singles})


def _in_river(table: Table, face: Face) -> Refusal | None:
    if face in table.river:
        return None
    river = [card.text() for card in table.river]
    sentence = f"card {face.text()} does not lie in the River, which has {', '.join(river) or 'no card'}"
    return Refusal("CU-25", sentence, {"card": face.text(), "river": river})


def _collect_refusal(table: Table, move: Collect, switches: Switches) -> Refusal | None:
    head = table.queue[0]
    if table.is_tornado(head.seat):
        return _tornado_refusal(table, move, switches)
    refused = _in_river(table, move.gain.face) or _too_many(table, head)
    return refused or gain_refusal(table, head.seat, move.gain) or needs_refusal(table, head.seat, move.gain.pay, 1)


def _tornado_refusal(table: Table, move: Collect, switches: Switches) -> Refusal | None:
    forced = forced_collect(table, switches.arrow_starts_at)
    if forced is None or forced[1] == move.gain:
        return None
    rule, gain = forced
    sentence = f"Tornado does not collect {move.gain.text()}, it must collect {gain.text()}"
    return Refusal(rule, sentence, {"card": move.gain.text(), "must": gain.text()})


def _keep_refusal(table: Table, move: Keep) -> Refusal | None:
    seat = table.active
    if move.gain is None:
        keepable = [face for face in table.center if gain_possible(table, seat, face)]
        if not keepable:
            return None
        names = ", ".join(face.text() for face in keepable)
        return Refusal("CU-76", f"one of the cards must be kept, possible are {names}", {"cards": names})
    if move.gain.face not in table.center:
        names = ", ".join(face.text() for face in table.center)
        return Refusal("CU-76", f"card {move.gain.face.text()} was not taken from the deck, only {names}",
                       {"card": move.gain.face.text()})  # fmt: skip
    return gain_refusal(table, seat, move.gain) or needs_refusal(table, seat, move.gain.pay)


def _lose_refusal(table: Table, move: Lose) -> Refusal | None:
    seat = table.due[0]
    own = own_cards(table.ships[seat])
    if (move.face, move.column) not in own:
        sentence = f"seat {seat} does not have {move.text().removeprefix('lose ')}, it discards one of its cards"
        return Refusal("CU-74", sentence, {"seat": seat, "card": move.face.text()})
    if table.is_tornado(seat):
        must = least_loss(table.ships[seat])
        if must != (move.face, move.column):
            return Refusal("CU-R22", f"Tornado discards {must[0].text()}, its least card", {"must": must[0].text()})
    return None
