"""What nobody may see: the faces of the face-down tiles, the order of the spells, the next die roll."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.crystal_hall.components import copies_of
from rules.crystal_hall.draws import Wanted, hand_of, to_be_drawn, without_card
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import Die, Drawn, Flip, Move, Onto, Outcome, Shown, Use
from rules.crystal_hall.position import Table
from rules.crystal_hall.turn import Record
from rules.crystal_hall.vocabulary import Square
from rules.engine import MoveRecord


@dataclass(frozen=True, slots=True)
class Hidden:
    """Faces of the face-down tiles by square, spells to draw (next one last), and the seed of further chance."""

    faces: Mapping[Square, str]
    deck: tuple[str, ...]
    seed: int


def draw(edition: Edition, table: Table, move: Move, hidden: Hidden) -> tuple[Record, Hidden]:
    """What chance shows after a legal move, and what is hidden then."""
    drawn: list[Drawn] = []
    for wanted in to_be_drawn(edition, table, move):
        shown, hidden = _show(edition, table, move, wanted, len(drawn), hidden)
        drawn.append(shown)
    match move:
        case Flip(square):
            hidden = replace(hidden, faces={place: face for place, face in hidden.faces.items() if place != square})
        case Onto(square) if table.task is not None and table.task.square is not None:
            hidden = replace(hidden, faces=_switched(hidden.faces, table.task.square, square))
    return MoveRecord(move, tuple(drawn)), hidden


def _show(
    edition: Edition, table: Table, move: Move, wanted: Wanted, index: int, hidden: Hidden
) -> tuple[Drawn, Hidden]:
    match wanted:
        case Wanted.DIE:
            pips, seed = roll(hidden.seed)
            return Die(pips), replace(hidden, seed=seed)
        case Wanted.TILE:
            return Shown(hidden.faces[_square(move)]), hidden
        case Wanted.LOOK:
            return Shown(_looked_at(table, move)[index]), hidden
        case Wanted.SPELL:
            hidden = hidden if hidden.deck else _shuffle_again(edition, table, hidden)
            return Shown(hidden.deck[-1]), replace(hidden, deck=hidden.deck[:-1])
        case Wanted.OUTCOME:
            # An unknown effect is the players' to enter; drawn by this program it does nothing.
            return Outcome(without_card(table, move).text()), hidden


def roll(seed: int) -> tuple[int, int]:
    """A die roll and the next seed."""
    rng = random.Random(seed)
    return rng.randint(1, 6), rng.getrandbits(64)


def _square(move: Move) -> Square:
    if not isinstance(move, Flip | Use) or move.square is None:
        raise AssertionError(f"{move.text()!r} names a square")
    return move.square


def _looked_at(table: Table, move: Move) -> tuple[str | None, ...]:
    if not isinstance(move, Use):
        raise AssertionError(f"{move.text()!r} looks at a hand")
    return hand_of(table, move.colour)


def _switched(faces: Mapping[Square, str], one: Square, two: Square) -> dict[Square, str]:
    other = {one: two, two: one}
    return {other.get(square, square): face for square, face in faces.items()}


def _shuffle_again(edition: Edition, table: Table, hidden: Hidden) -> Hidden:
    """CH-40: everything that is in no hand becomes the new pile."""
    cards = list(copies_of(edition.spells))
    for guild in table.guilds:
        for card in guild.hand:
            cards.remove(str(card))
    rng = random.Random(hidden.seed)
    rng.shuffle(cards)
    return replace(hidden, deck=tuple(cards), seed=rng.getrandbits(64))
