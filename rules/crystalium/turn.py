"""What a legal move does to the table, and how the phases follow each other (CU-15, CU-16, CU-84 to CU-87)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.crystalium import fishes
from rules.crystalium.components import IN_PLAY
from rules.crystalium.draws import Source
from rules.crystalium.edition import Switches
from rules.crystalium.faces import Face
from rules.crystalium.getting import collect, flip_current, receive, reveal, without
from rules.crystalium.moves import (
    Build,
    Collect,
    Done,
    Draft,
    Fetch,
    First,
    Gain,
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
from rules.crystalium.position import TORNADO, Collector, Solo, Table
from rules.crystalium.powers import available_power, collector_for, without_parts
from rules.crystalium.tornado import forced_collect, from_right, in_arrow_order
from rules.crystalium.vocabulary import POWER_OF, Component, Phase

NEXT = {Phase.CURRENT: Phase.RIVER, Phase.RIVER: Phase.DISCARD}


def carry_out(table: Table, move: Move, source: Source, switches: Switches) -> Table:
    """The table after a legal move; raises WrongDrawError for a record that draws what cannot be."""
    return settle(_carry_out(table, move, source, switches), source, switches)


def _carry_out(table: Table, move: Move, source: Source, switches: Switches) -> Table:
    match move:
        case Draft():
            table = receive(table, table.actor, Gain(move.face))
            return replace(table, center=without(table.center, move.face))
        case Place():
            return _place(table, source)
        case Done():
            return _done(table, move.used, source)
        case Collect():
            return _collect(table, move.gain, source, switches)
        case Toss():
            table = replace(table, river=without(table.river, move.face), discard=(*table.discard, move.face))
            return _pick(table)
        case First():
            other = next(seat for seat in table.neighbours(table.active) if seat != move.seat)
            return _begin_drones(table, (move.seat, other))
        case Reveal():
            return _reveal_solo(table, source, switches)
        case Play() | Build() | Summon() | Swap() | Fetch():
            return fishes.play(table, move, source)
        case Keep() | Give() | Lose():
            return fishes.go_on(table, move)


def _place(table: Table, source: Source) -> Table:
    source.place()
    current = (*table.current, table.top or 0)
    deck = table.deck - 1
    return _pick(replace(table, current=current, deck=deck, top=source.back().waves if deck else None))


def _pick(table: Table) -> Table:
    head, *others = table.queue
    return replace(table, queue=(replace(head, picks=head.picks + 1), *others))


def _collect(table: Table, gain: Gain, source: Source, switches: Switches) -> Table:
    seat = table.queue[0].seat
    mirrored = table.solo is not None and table.solo.card is not None and table.is_tornado(seat)
    right = mirrored and table.solo is not None and table.solo.card is not None and from_right(
        table.solo.card, switches.arrow_starts_at
    )  # fmt: skip
    table = replace(table, river=without(table.river, gain.face, from_right=right))
    return collect(_pick(table), seat, gain, source)


def _done(table: Table, used: Sequence[Face], source: Source) -> Table:
    """Discard what was used up and go on (CU-41)."""
    seat = table.queue[0].seat
    ship = table.ships[seat]
    parts = [next(part for part in ship.parts if part.face == face) for face in used]
    table = table.with_ship(seat, replace(ship, parts=without_parts(ship.parts, parts)))
    table = replace(table, discard=(*table.discard, *used), queue=table.queue[1:])
    if table.phase is Phase.CURRENT:
        table = reveal(table, sum(table.current), source)
    if table.phase is Phase.RIVER:
        table = flip_current(table, source)
    if table.phase in NEXT:
        return _begin(table, NEXT[table.phase])
    return replace(table, phase=Phase.ORDER) if table.phase is Phase.DISCARD else table


def _begin(table: Table, phase: Phase) -> Table:
    return replace(table, phase=phase, queue=(collector_for(table, table.active, POWER_OF[phase]),))


def _begin_drones(table: Table, seats: Sequence[int]) -> Table:
    queue = tuple(collector_for(table, seat, Component.DRONE) for seat in seats)
    return replace(table, phase=Phase.DRONE, queue=queue)


def _reveal_solo(table: Table, source: Source, switches: Switches) -> Table:
    """Tornado's draft, its part of the player's Drone Phase, or its own turn (CU-112, CU-113, CU-118, R35)."""
    if table.phase is Phase.SOLO and table.active == TORNADO:
        return _tornado_turn(table, source)
    table = _next_solo_card(table, source)
    card = None if table.solo is None else table.solo.card
    if card is None:
        raise AssertionError("a Solo card was revealed")
    if table.phase is Phase.DRAFT:
        chosen = in_arrow_order(table.center, card, switches.arrow_starts_at)[0]
        right = from_right(card, switches.arrow_starts_at)
        table = receive(table, TORNADO, Gain(chosen))
        return replace(table, center=without(table.center, chosen, from_right=right))
    tornado = Collector(TORNADO, 0 if table.skip else card.collects_first)
    return replace(table, phase=Phase.DRONE, queue=(tornado, collector_for(table, 0, Component.DRONE)))


def _next_solo_card(table: Table, source: Source) -> Table:
    solo = table.solo
    if solo is None:
        raise AssertionError("a Solo card belongs to a solo game")
    used = (*solo.used, solo.card) if solo.card is not None else solo.used
    deck = solo.deck or len(used)
    return replace(
        table, solo=Solo(deck - 1, used if solo.deck else (), source.solo_card(table), solo.advanced)
    )  # fmt: skip


def _tornado_turn(table: Table, source: Source) -> Table:
    card = None if table.solo is None else table.solo.card
    if card is None:
        raise AssertionError("Tornado's turn follows a revealed Solo card")
    table = replace(reveal(table, card.reveals, source), phase=Phase.DRONE)
    human = collector_for(table, 0, Component.DRONE)
    return replace(table, queue=(Collector(TORNADO, card.collects), human, Collector(TORNADO, 1)))


def settle(table: Table, source: Source, switches: Switches) -> Table:
    """Go on until somebody has something to decide or to reveal."""
    while table.task is None:
        after = _step(table, source, switches)
        if after is table:
            break
        table = after
    return table


def _step(table: Table, source: Source, switches: Switches) -> Table:
    if table.phase is Phase.DRAFT and len(table.center) == 1:
        return _begin(replace(table, center=(), discard=table.center), Phase.CURRENT)
    if table.phase is Phase.ORDER:
        return _begin_drone_phase(table)
    if table.phase is not Phase.DRONE:
        return table
    if not table.queue:
        return _end_turn(table, source)
    return replace(table, queue=table.queue[1:]) if _passes(table, switches) else table


def _begin_drone_phase(table: Table) -> Table:
    """Who collects, in which order (CU-31, CU-34, CU-37, CU-39, CU-81, CU-113)."""
    if table.solo is not None:
        return replace(table, phase=Phase.SOLO)
    if table.players == 2:
        seats = (table.opponents(table.active)[0], table.active)
        return _begin_drones(table, seats[1:] if table.skip else seats)
    if table.skip or not table.river:
        return _begin_drones(table, ())
    powers = {seat: available_power(table.ships[seat], Component.DRONE) for seat in table.neighbours(table.active)}
    if len(set(powers.values())) == 1:
        return table
    return _begin_drones(table, sorted(powers, key=lambda seat: powers[seat]))


def _passes(table: Table, switches: Switches) -> bool:
    """Whether the next collector has nothing to do (CU-37), or is Tornado and has all it may or can have."""
    head = table.queue[0]
    if not table.is_tornado(head.seat):
        return not table.river and not head.picks
    return head.picks >= head.limit or forced_collect(table, switches.arrow_starts_at) is None


def _end_turn(table: Table, source: Source) -> Table:
    """Leftovers are discarded (CU-36); then the end, the second pass, and the next player (CU-84 to CU-87, R08)."""
    table = replace(table, discard=(*table.discard, *table.river), river=(), boost=0, skip=False)
    for seat, ship in enumerate(table.ships):
        if any(part.fresh for part in ship.parts):
            parts = tuple(replace(part, fresh=False) for part in ship.parts)
            table = table.with_ship(seat, replace(ship, parts=parts))
    if len(table.out) == IN_PLAY:
        if table.second:
            return replace(table, phase=Phase.END)
        table = _rebuild(table, source)
    table = replace(table, active=(table.active + 1) % table.players)
    if table.is_tornado(table.active):
        return replace(table, phase=Phase.SOLO)
    return _begin(table, Phase.CURRENT)


def _rebuild(table: Table, source: Source) -> Table:
    source.rebuild(table.discard, table.out)
    deck = table.deck + len(table.discard) + IN_PLAY
    return replace(table, deck=deck, top=source.back().waves, discard=(), out=(), second=True)
