"""What a played Fish does (CU-58 to CU-81); its own card reaches the Discard pile after that (R21)."""

from __future__ import annotations

from dataclasses import replace

from rules.crystalium.draws import Source
from rules.crystalium.faces import Face
from rules.crystalium.getting import collect, lose, receive, resync, set_out, take_tops, without
from rules.crystalium.moves import Build, Fetch, FishMove, Gain, Give, Keep, Lose, Play, Summon, Swap
from rules.crystalium.position import Table
from rules.crystalium.powers import without_parts
from rules.crystalium.vocabulary import Fish, Kind, Phase, Task

FROM_PILE = 3
"""CU-76, CU-77."""


def play(table: Table, move: FishMove, source: Source) -> Table:
    """Activate a Fish: its effect, or the task that follows from it."""
    ship = table.ships[move.seat]
    table = table.with_ship(move.seat, replace(ship, fish=without(ship.fish, move.fish)))
    table = replace(table, played=move.fish)
    match move:
        case Build():
            table = _build(table, move, source)
        case Summon():
            box = without(table.box, move.whirlpool)
            table = replace(table, box=box, added=(*table.added, move.whirlpool))
        case Swap():
            table = _swap(table, move, source)
        case Fetch():
            table = _fetch(table, move, source)
        case Play():
            table = _plain(table, move, source)
    return _finish(table)


def _finish(table: Table) -> Table:
    """Discard the Fish once nothing is left to do for it."""
    if table.played is None or (table.task is not None and (table.due or table.task is Task.KEEP)):
        return table
    return replace(table, discard=(*table.discard, table.played), played=None, task=None)


def _build(table: Table, move: Build, source: Source) -> Table:
    table = replace(table, river=without(table.river, move.station))
    for seat, gift in zip(table.neighbours(move.seat), move.gifts, strict=True):
        table = _hand_over(table, move.seat, seat, gift)
    return collect(table, move.seat, Gain(move.station), source)


def _hand_over(table: Table, giver: int, taker: int, face: Face) -> Table:
    ship = table.ships[giver]
    table = table.with_ship(giver, replace(ship, crystalium=without(ship.crystalium, face)))
    return receive(table, taker, Gain(face))


def _swap(table: Table, move: Swap, source: Source) -> Table:
    options = [face for face in table.ships[move.opponent].crystalium if face.waves == move.back.waves]
    table = _hand_over(table, move.opponent, move.seat, source.stolen(options))
    ship = table.ships[move.seat]
    table = table.with_ship(move.seat, replace(ship, parts=without_parts(ship.parts, [move.part])))
    column = move.part.column if move.part.face.is_fish(Fish.COMPONENT) else None
    gain = Gain(move.part.face, None if table.is_tornado(move.opponent) else column)
    return resync(receive(table, move.opponent, gain))


def _fetch(table: Table, move: Fetch, source: Source) -> Table:
    pile = without(table.discard, move.gain.face, from_right=True)
    table = replace(table, discard=pile)
    if move.fish.value == Fish.DISCARD_PILE:
        return receive(table, move.seat, move.gain)
    return _begin_gifts(collect(table, move.seat, move.gain, source), move.seat)


def _begin_gifts(table: Table, seat: int) -> Table:
    """Each opponent gets a card while there are any that may be given (CU-79, CU-80, R26)."""
    due = table.opponents(seat) if any(not face.is_station for face in table.discard) else ()
    return replace(table, task=Task.GIVE, due=due)


def _plain(table: Table, move: Play, source: Source) -> Table:
    match Fish(move.fish.value):
        case Fish.TOLL:
            return _toll(table, move.seat)
        case Fish.LOSS:
            due = tuple(seat for seat in table.opponents(move.seat) if _has_cards(table, seat))
            return replace(table, task=Task.LOSE, due=due)
        case Fish.BOOST:
            return replace(table, boost=table.boost + 1)
        case Fish.DECK:
            table, taken = take_tops(table, FROM_PILE, source)
            table, rest = set_out(table, taken)
            return replace(table, task=Task.KEEP if rest else None, center=rest)
        case Fish.GIFT:
            return _begin_gifts(table, move.seat)
        case Fish.CALM:
            return _calm(table)
    return table


def _toll(table: Table, seat: int) -> Table:
    """Every opponent gives the first of its Crystalium cards of value 1 (CU-73)."""
    for opponent in table.opponents(seat):
        ones = [face for face in table.ships[opponent].crystalium if face.value == 1]
        if ones:
            table = _hand_over(table, opponent, seat, ones[0])
    return table


def _has_cards(table: Table, seat: int) -> bool:
    ship = table.ships[seat]
    return bool(ship.parts or ship.crystalium or ship.fish or ship.stations)


def _calm(table: Table) -> Table:
    """Opponents that have not collected yet do not collect in this turn (CU-81, R25)."""
    queue = table.queue
    if table.phase is Phase.DRONE:
        queue = tuple(one for one in queue if one.seat == table.active)
    return replace(table, skip=True, queue=queue)


def go_on(table: Table, move: Keep | Give | Lose) -> Table:
    """Do what the played Fish still asked for."""
    match move:
        case Keep():
            return _finish(_keep(table, move.gain))
        case Give():
            pile = without(table.discard, move.gain.face, from_right=True)
            table = receive(replace(table, discard=pile), table.due[0], move.gain)
            left = table.due[1:] if any(not face.is_station for face in pile) else ()
            return _finish(replace(table, due=left))
        case Lose():
            table = lose(table, table.due[0], move.face, move.column)
            return _finish(replace(table, due=table.due[1:]))


def _keep(table: Table, gain: Gain | None) -> Table:
    """Keep one card, discard the others (CU-76); it is kept, not collected (R10)."""
    rest = table.center if gain is None else without(table.center, gain.face)
    table = replace(table, discard=(*table.discard, *rest), center=(), task=None)
    return table if gain is None else receive(table, table.active, gain)


def is_playable(face: Face) -> bool:
    """Whether a card carries an activation: Fish but the first two (CU-59)."""
    return face.kind is Kind.FISH and face.value not in (Fish.COMPONENT, Fish.MUSHROOM)
