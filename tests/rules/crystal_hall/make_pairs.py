"""Tables before and after turns for `explain`, made by playing: `python tests/rules/crystal_hall/make_pairs.py SEED`.

Writes one pair a line. A turn is played on the whole table; what is written is what a camera knows of it. The truth of
the `tampered` ones, where something was shifted, taken away or brought back afterwards, is not argued but counted out:
every turn that is legal with the UMP at hand is played to its end, and looked at.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from crystal_hall_start import CRYSTAL_HALL as GAME
from pair_truth import reachable, tamper

from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.moves import Cast, Die, Finish, Flip, Move, Shown, Use
from rules.crystal_hall.position import Table, in_order
from rules.crystal_hall.seen import Seen, look
from rules.crystal_hall.setup import Seating
from rules.crystal_hall.turn import Record
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Phase, SpellEffect, TileEffect
from rules.engine import legal_moves, play

WANTED = {"plain": 50, "announced": 50, "twelve": 40, "unseen": 40, "tokens": 30, "tampered": 70}
HEARTS = ("dragon-heart", "dragon-heart")
SLIP = 0.05
"""How often a wizard may be lost through its own guild."""
RIPE, APART = 3, 3
"""Turns of each player before the first pair of a game, and at least so many turns between two."""
MOST_UMP = 5
"""UMP up to which every legal turn is counted out."""
Pair = dict[str, Any]
Played = tuple[list[Record], Table]
Rule = Callable[[Move], bool]


def is_manual(move: Move) -> bool:
    """Whether a move has an effect that is entered by the players."""
    if isinstance(move, Cast):
        return GAME.edition.spells[move.spell].effect is SpellEffect.MANUAL
    return isinstance(move, Use) and GAME.edition.tiles[move.face].effect is TileEffect.MANUAL


def play_turn(table: Table, hidden: Hidden, rng: random.Random, allowed: Rule, first: tuple[Move, ...] = ()) -> Played:
    """A turn up to its Draw, as people play.

    Never back to where the wizards stood before, seldom ended with UMP left, and seldom with an own wizard lost.
    """
    records, been, queue, seat = list[Record](), set[object](), list(first), table.active
    while table.active == seat and table.phase in (Phase.MAGIC, Phase.DISCOVERY):
        been.add(placement(table))
        moves = [move for move in legal_moves(GAME, table) if allowed(move) or table.task is not None]
        ending = [move for move in moves if isinstance(move, Finish)]
        others = [move for move in moves if not isinstance(move, Finish)]
        move = queue.pop(0) if queue else rng.choice(ending if ending and rng.random() < 0.06 else others or ending)
        record, after, left = play(GAME, table, move, hidden)
        lost = len(after.guilds[seat].wizards) < len(table.guilds[seat].wizards) and rng.random() > SLIP
        silly = placement(after) in been or lost
        if isinstance(move, Finish) or table.phase is not Phase.MAGIC or not silly or not ending:
            table, hidden = after, left
            records.append(record)
        elif rng.random() < 0.1:
            queue = [Finish()]
    return records, table


def placement(table: Table) -> tuple[object, ...]:
    """What a sensible turn does not come back to."""
    return tuple(guild.wizards for guild in table.guilds), table.shields, table.guild.tiles, table.guild.hand


def grant(table: Table, hidden: Hidden, names: tuple[str, ...]) -> tuple[Table, Hidden] | None:
    """Exchange the hand of the seat on turn for these spells; None where one is not in the pile."""
    deck = [*hidden.deck, *(str(card) for card in table.guild.hand)]
    for name in names:
        if name not in deck:
            return None
        deck.remove(name)
    guild = replace(table.guild, hand=in_order(names))
    return replace(table.with_guild(table.active, guild), deck=len(deck)), replace(hidden, deck=tuple(deck))


def stripped(table: Table, tiles: tuple[str, ...]) -> Table:
    """The seat on turn without spells, and with no picked-up tiles but these."""
    guild = table.guild
    used = list(guild.tiles)
    for face in tiles:
        used.remove(face)
    bare = table.with_guild(table.active, replace(guild, hand=(), tiles=tiles))
    return replace(bare, deck=table.deck + len(guild.hand), used=tuple(sorted((*table.used, *used))))


def announced(records: list[Record], *, found: bool) -> dict[str, Any]:
    """Everything that was said aloud."""
    tiles = [record.move.face for record in records if isinstance(record.move, Use)]
    spells = [record.move.spell for record in records if isinstance(record.move, Cast)]
    dice = [thing.pips for record in records for thing in record.drawn if isinstance(thing, Die)]
    looked = [record.move.text().split()[2] for record in records if record.move.text().startswith("use lens")]
    told: dict[str, Any] = {"tiles": tiles, "spells": spells, "dice": dice, "looked": looked}
    if found:
        told["found"] = flips(records)
    return {key: value for key, value in told.items() if value}


def flips(records: list[Record]) -> dict[str, str]:
    """Faces by square."""
    return {
        SQUARE_TEXTS[record.move.square]: str(thing.name)
        for record in records
        for thing in record.drawn
        if isinstance(record.move, Flip) and isinstance(thing, Shown)
    }


def pair(kind: str, before: Table, seen: Seen, told: dict[str, Any], verdict: str, **more: object) -> Pair:
    """A line: what changed, as a camera sees it."""
    shown = GAME.view(before, None)
    tiles = {
        SQUARE_TEXTS[square]: tile
        for square, (was, tile) in enumerate(zip(before.tiles, seen.tiles, strict=True))
        if was != tile
    }
    marks = {"curses": seen.curses, "shields": seen.shields, "freezes": seen.freezes}
    return {
        "kind": kind,
        "before": shown.text(),
        "wizards": [names(squares) for squares in seen.wizards],
        "tiles": tiles,
        **{name: names(squares) for name, squares in marks.items() if squares is not None},
        "announced": told,
        "verdict": verdict,
        **more,
    }


def names(squares: tuple[int, ...]) -> str:
    """Names of squares."""
    return " ".join(SQUARE_TEXTS[square] for square in squares)


def line(records: list[Record]) -> str:
    """The turn as it was."""
    return "; ".join(record.text() for record in records)


def make(kind: str, table: Table, hidden: Hidden, rng: random.Random) -> Pair | None:
    """A pair of a kind from the start of a turn; None where the turn does not make one."""
    if kind == "tampered":
        return make_tampered(table, hidden, rng)
    spells = [spell.name for spell in GAME.edition.spells.values() if spell.effect is not SpellEffect.MANUAL]
    wanted = HEARTS if kind == "twelve" else tuple(rng.sample(spells, 2)) if kind != "plain" else ()
    given = grant(table, hidden, wanted) if wanted else (table, hidden)
    if given is None or (kind == "twelve" and table.ump < 4):
        return None
    table, hidden = given
    plain = kind == "plain" or (kind == "tokens" and rng.random() < 0.5)
    allowed: Rule = lambda move: not is_manual(move) and not (plain and isinstance(move, Use | Cast))  # noqa: E731
    first = (Cast("dragon-heart"),) * 2 if kind == "twelve" else ()
    records, after = play_turn(table, hidden, rng, allowed, first)
    with_tokens = kind == "tokens" or rng.random() < 0.5
    seen = look(after) if with_tokens else replace(look(after), shields=None, freezes=None)
    aloud = kind in ("announced", "tokens") or (kind == "twelve" and rng.random() < 0.5)
    told = announced(records, found=rng.random() < 0.5)
    used = [*told.get("tiles", ()), *told.get("spells", ())]
    if kind in ("announced", "unseen") and not used:
        return None
    if kind == "tokens" and (after.shields, after.freezes) == (table.shields, table.freezes) == ((), ()):
        return None
    if aloud or not used:
        return pair(kind, table, seen, told, "legal", line=line(records))
    return pair(kind, table, seen, {}, "legal or question", unseen=used, line=line(records))


def make_tampered(table: Table, hidden: Hidden, rng: random.Random) -> Pair | None:
    """A turn without spells, shifted afterwards; the verdict by counting out all turns."""
    tiles = tuple(face for face in table.guild.tiles if face == "potion")[: rng.randrange(2)]
    table = stripped(table, tiles)
    if table.ump > MOST_UMP - len(tiles):
        return None
    records, after = play_turn(table, hidden, rng, lambda move: not isinstance(move, Use | Cast))
    if after.over:
        return None
    seen, how = tamper(GAME.edition, table, look(after), rng)
    found = {face: hidden.faces[square] for square, face in enumerate(SQUARE_TEXTS) if square in hidden.faces}
    verdict = "legal" if seen in reachable(GAME, table, hidden) else ""
    if not verdict and tiles:
        with_potion, *_ = play(GAME, table, Use("potion"), hidden)[1:]
        verdict = "question" if seen in reachable(GAME, with_potion, hidden) else ""
    told = {square: face for square, face in found.items() if seen.tiles[SQUARE_TEXTS.index(square)] not in ("d", "l")}
    told_of = {"found": told} if told else {}
    return pair("tampered", table, seen, told_of, verdict or "illegal", how=how, line=line(records))


def pairs(seed: int) -> Iterator[Pair]:
    """As many pairs of each kind as are wanted, from as many games as it takes."""
    rng, made = random.Random(seed), Counter[str]()
    while made != Counter(WANTED):
        players = rng.choice([2, 3, 4])
        seating = Seating(tuple(rng.sample(GAME.edition.colours, players)), starter=rng.randrange(players), target=4)
        table, hidden = GAME.deal(seating, rng)
        for number in range(60):
            if table.over:
                break
            if number >= RIPE * players and number % APART == 0:
                kind = rng.choice([kind for kind, count in WANTED.items() if made[kind] < count] or ["plain"])
                found = make(kind, table, hidden, rng) if made[kind] < WANTED[kind] else None
                if found is not None:
                    made[kind] += 1
                    yield found
            table, hidden = next_table(table, hidden, rng)


def next_table(table: Table, hidden: Hidden, rng: random.Random) -> tuple[Table, Hidden]:
    """Play on to the start of the next turn."""
    seat, began = table.active, False
    while not table.over and (not began or table.active == seat):
        moves = [move for move in legal_moves(GAME, table) if not is_manual(move)]
        lively = [move for move in moves if not isinstance(move, Finish)]
        _, after, hidden = play(GAME, table, rng.choice(lively if lively and rng.random() < 0.9 else moves), hidden)
        began = began or after.active != seat or after.phase is not Phase.MAGIC
        if after.active == seat and after.phase is Phase.MAGIC and table.phase is not Phase.MAGIC:
            return after, hidden
        table = after
    return table, hidden


if __name__ == "__main__":
    for made_pair in pairs(int(sys.argv[1])):
        print(json.dumps(made_pair, separators=(",", ":")))
