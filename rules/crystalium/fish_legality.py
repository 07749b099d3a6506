"""What forbids playing a Fish (CU-58, CU-59, CU-67 to CU-81, R15, R19 to R26)."""

from __future__ import annotations

from collections import Counter

from rules.crystalium.faces import Face
from rules.crystalium.fishes import FROM_PILE, is_playable
from rules.crystalium.gains import gain_possible, gain_refusal, needs_refusal
from rules.crystalium.moves import Build, Fetch, FishMove, Play, Summon, Swap
from rules.crystalium.position import Table
from rules.crystalium.powers import holds
from rules.crystalium.vocabulary import Fish, Phase
from rules.engine import Refusal

WITH_RIVER = (Phase.RIVER, Phase.DISCARD, Phase.ORDER, Phase.SOLO, Phase.DRONE)
KINDS: dict[type[FishMove], tuple[Fish, ...]] = {
    Build: (Fish.BUILDER,),
    Summon: (Fish.WHIRLPOOL,),
    Swap: (Fish.SWAP,),
    Fetch: (Fish.DISCARD_PILE, Fish.GIFT),
    Play: (Fish.TOLL, Fish.LOSS, Fish.BOOST, Fish.DECK, Fish.DISCARD_PILE, Fish.GIFT, Fish.CALM),
}
"""Which Fish are played with which choices."""


def refusal(table: Table, move: FishMove) -> Refusal | None:
    """What forbids playing the Fish now, None when it may be played."""
    parameters = {"seat": move.seat, "fish": move.fish.text()}
    if move.seat >= table.players or table.is_tornado(move.seat) or move.fish not in table.ships[move.seat].fish:
        return Refusal("CU-60", f"seat {move.seat} has no Fish {move.fish.text()} next to its ship", parameters)
    if not is_playable(move.fish):
        return Refusal("CU-59", f"Fish {move.fish.text()} stays, it carries no activation", parameters)
    if Fish(move.fish.value) not in KINDS[type(move)]:
        return Refusal("CU-58", f"Fish {move.fish.text()} asks for another choice than {move.text()!r}", parameters)
    if table.phase in (Phase.DRAFT, Phase.END):
        return Refusal("CU-58", "Fish are played in a turn, not before the first or after the last", parameters)
    if move.seat != table.active and not move.fish.is_fish(Fish.BUILDER):
        return Refusal("CU-R20", f"it is not the turn of seat {move.seat}, only Fish 3 is played then", parameters)
    return _choice_refusal(table, move)


def _choice_refusal(table: Table, move: FishMove) -> Refusal | None:
    match move:
        case Build():
            return _build_refusal(table, move)
        case Summon():
            return _summon_refusal(table, move)
        case Swap():
            return _swap_refusal(table, move)
        case Fetch():
            return _fetch_refusal(table, move)
        case Play():
            return _play_refusal(table, move)


def _build_refusal(table: Table, move: Build) -> Refusal | None:
    parameters = {"station": move.station.text(), "gifts": [face.text() for face in move.gifts]}
    if table.phase not in WITH_RIVER or not move.station.is_station or move.station not in table.river:
        return Refusal("CU-67", f"no Station {move.station.text()} lies in the River to be completed", parameters)
    neighbours = len(table.neighbours(move.seat))
    own = [face.text() for face in table.ships[move.seat].crystalium]
    if len(move.gifts) == neighbours and not Counter(parameters["gifts"]) - Counter(own):
        return None
    sentence = f"Fish 3 gives {neighbours} own Crystalium cards to the neighbours, seat {move.seat} has {len(own)}"
    return Refusal("CU-69", sentence, parameters)


def _summon_refusal(table: Table, move: Summon) -> Refusal | None:
    if move.whirlpool in table.box:
        return None
    box = [face.text() for face in table.box]
    sentence = f"Whirlpool {move.whirlpool.text()} does not lie in the box, which has {', '.join(box)}"
    return Refusal("CU-70", sentence, {"whirlpool": move.whirlpool.text(), "box": box})


def _swap_refusal(table: Table, move: Swap) -> Refusal | None:
    parameters = {"part": move.part.label, "opponent": move.opponent, "back": move.back.text()}
    if not holds(table.ships[move.seat], [move.part]):
        return Refusal("CU-R23", f"seat {move.seat} has no card {move.part.label} under its ship to swap", parameters)
    if move.opponent not in table.opponents(move.seat):
        return Refusal("CU-71", f"seat {move.opponent} is no opponent of seat {move.seat}", parameters)
    if all(face.waves != move.back.waves for face in table.ships[move.opponent].crystalium):
        sentence = f"seat {move.opponent} has no Crystalium card with {move.back.waves} waves on its back"
        return Refusal("CU-R23", sentence, parameters)
    return needs_refusal(table, move.seat, [move.part])


def within_reach(table: Table, fish: Face) -> tuple[Face, ...]:
    """The cards of the Discard pile that Fish 10 or 11 may take (CU-77, CU-78)."""
    return table.discard[-FROM_PILE:] if fish.value == Fish.DISCARD_PILE else table.discard


def _fetch_refusal(table: Table, move: Fetch) -> Refusal | None:
    rule = "CU-77" if move.fish.value == Fish.DISCARD_PILE else "CU-78"
    if move.gain.face not in within_reach(table, move.fish):
        sentence = f"card {move.gain.face.text()} is not among the cards of the Discard pile that may be taken"
        return Refusal(rule, sentence, {"card": move.gain.face.text()})
    return gain_refusal(table, move.seat, move.gain) or needs_refusal(table, move.seat, move.gain.pay)


def _play_refusal(table: Table, move: Play) -> Refusal | None:
    if move.fish.value in (Fish.DISCARD_PILE, Fish.GIFT):
        takes = [face for face in within_reach(table, move.fish) if gain_possible(table, move.seat, face)]
        if takes:
            names = ", ".join(face.text() for face in takes[:5])
            rule = "CU-77" if move.fish.value == Fish.DISCARD_PILE else "CU-78"
            return Refusal(rule, f"Fish {move.fish.text()} takes a card, possible are {names}", {"cards": names})
    if move.fish.value == Fish.CALM and _drones_have_begun(table):
        sentence = "the opponents' Drone Phase has begun, Fish 12 is played before that"
        return Refusal("CU-81", sentence, {"fish": move.fish.text()})
    return None


def _drones_have_begun(table: Table) -> bool:
    return table.phase is Phase.DRONE and (len(table.queue) < 2 or table.queue[0].picks > 0)
