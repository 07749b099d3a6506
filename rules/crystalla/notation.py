"""Texts back to values: tables, moves and drawn things. Whatever parses writes the same text again.

A table is thirteen fields between spaces after its version: colours by seat, the neutral one last; piles (top card,
height, pawns); displays by seat; hands by seat (`*` after a used exchange); undealt cards; open crystal pieces; heights
of the large and small stack; removed crystal pieces; seat that started; seat on turn; walk; seats due; gift.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import unquote

from rules.crystalla.components import GRIDS
from rules.crystalla.faces import Face, parse_face, parse_piece
from rules.crystalla.moves import Cover, Drawn, Give, Lay, Lift, Move, Refill, Remove, Step, Swap, Take
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import EMPTY, VERSION, Display
from rules.crystalla.table import TABLE_VERSION, Gift, PileView, Table, Walk
from rules.crystalla.vocabulary import Rotation, Segment
from rules.errors import MalformedError

T = TypeVar("T")
FIELDS = 14
_PILE = re.compile(r"(-|[a-z?]{2})(0|[1-9]\d*)(?:\.(\d+))?")
_STACKS = re.compile(r"(0|[1-9]\d*)\+(0|[1-9]\d*)")
_WALK = re.compile(r"(\d)((?:>\d\.\d)*)@(\d*)")
_NUMBER = re.compile(r"0|[1-9]\d*")
_LAY = re.compile(r"lay (\S+) (\d+),(\d+) q([0-3?])")
_ON_PILE = re.compile(r"(lift|take|refill) (\d+),(\d+)")
ON_PILE: dict[str, type[Lift] | type[Take] | type[Refill]] = {"lift": Lift, "take": Take, "refill": Refill}
_STEP = re.compile(r"step (\S+) (\d+),(\d+)")
_GIVE = re.compile(r"give (\S+) (\S+)")
_COVER = re.compile(r"cover (\d+),(\d+) (large|small)")
MOVES_ALLOWED = (
    "swap CARD, lay CARD R,C qN, lift R,C, step COLOUR R,C, take R,C, refill R,C, give PIECE COLOUR, "
    "cover R,C large|small, or remove"
)


def parse_table(text: str) -> Table:
    """Parse a position string; raises MalformedError."""
    fields = text.split(" ")
    if fields[0] != TABLE_VERSION or len(fields) != FIELDS:
        raise MalformedError("position string", text, f"{TABLE_VERSION} and {FIELDS - 1} fields")
    _, names, piles, shown, held, deck, opened, stacks, removed, starter, active, walk, due, gift = fields
    displays = tuple(Display.from_text(f"{VERSION}:{display}") for display in shown.split("|"))
    seats = len(displays)
    if seats not in GRIDS:
        raise MalformedError("displays", shown, f"one for each of {min(GRIDS)} to {max(GRIDS)} players")
    colours = _parse_colours(names, seats)
    hands = _of_seats("hands", held.split("|"), seats)
    table = Table(
        colours=colours,
        piles=_parse_piles(piles, GRIDS[seats], len(colours)),
        displays=displays,
        hands=tuple(_items(hand.removesuffix("*"), parse_face) for hand in hands),
        swapped=tuple(hand.endswith("*") for hand in hands),
        deck=_number("undealt cards", deck, 90),
        open=_items(opened, parse_piece),
        stacks=_parse_stacks(stacks),
        removed=_items(removed, parse_piece),
        starter=_number("seat that started", starter, seats - 1),
        active=_number("seat on turn", active, seats - 1),
        walk=None if walk == EMPTY else _parse_walk(walk, GRIDS[seats], len(colours)),
        due=() if due == EMPTY else tuple(_number("seat due", seat, seats - 1) for seat in due),
        gift=None if gift == EMPTY else _parse_gift(gift, seats),
    )
    if table.text() != text:
        raise MalformedError("position string", text, f"the one way of writing it, {table.text()!r}")
    return table


def _parse_colours(text: str, seats: int) -> tuple[str, ...]:
    colours = tuple(unquote(colour) for colour in text.split(","))
    wanted = seats + (seats == 3)
    if len(set(colours)) != wanted or len(colours) != wanted or not all(colours):
        raise MalformedError("colours", text, f"{wanted} different ones with {seats} players")
    return colours


def _of_seats(where: str, values: list[str], seats: int) -> list[str]:
    if len(values) != seats:
        raise MalformedError(where, "|".join(values), f"one for each of {seats} players")
    return values


def _parse_piles(text: str, grid: tuple[int, int], colours: int) -> tuple[PileView, ...]:
    rows = [row.split(",") for row in text.split("/")]
    if [len(row) for row in rows] != [grid[1]] * grid[0]:
        raise MalformedError("piles", text, f"{grid[0]} rows of {grid[1]}")
    return tuple(_parse_pile(pile, colours) for row in rows for pile in row)


def _parse_pile(text: str, colours: int) -> PileView:
    match = _PILE.fullmatch(text)
    if match is None or (match[1] == EMPTY) != (match[2] == "0"):
        raise MalformedError("pile", text, "top card, height above 0 and pawns, or -0 and pawns")
    return PileView(None if match[1] == EMPTY else parse_face(match[1]), int(match[2]), _pawns(match[3] or "", colours))


def _pawns(text: str, colours: int) -> tuple[int, ...]:
    counts = tuple(text.count(str(colour)) for colour in range(colours))
    if sum(counts) != len(text):
        raise MalformedError("pawns", text, f"colours 0 to {colours - 1}")
    return counts


def _parse_walk(text: str, grid: tuple[int, int], colours: int) -> Walk:
    match = _WALK.fullmatch(text)
    if match is None:
        raise MalformedError("walk", text, "the picked pile, >pile.colour for each step, @ and the pawns in hand")
    last, highest = grid[0] * grid[1] - 1, colours - 1
    steps = tuple(
        (_number("pile of the walk", step[0], last), _number("colour of the walk", step[2], highest))
        for step in match[2].split(">")[1:]
    )
    return Walk(_number("picked pile", match[1], last), steps, _pawns(match[3], colours))


def _parse_stacks(text: str) -> tuple[int, int]:
    match = _STACKS.fullmatch(text)
    if match is None:
        raise MalformedError("stacks", text, "the heights of the large and the small stack with + between")
    return int(match[1]), int(match[2])


def _parse_gift(text: str, seats: int) -> Gift:
    return Gift(_number("seat of the gift", text[:1], seats - 1), parse_piece(text[1:]))


def _number(where: str, text: str, highest: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > highest:
        raise MalformedError(where, text, f"a number from 0 to {highest}")
    return int(text)


def _items(text: str, parse: Callable[[str], T]) -> tuple[T, ...]:
    return () if text == EMPTY else tuple(parse(item) for item in text.split(","))


def parse_move(text: str) -> Move:
    """Parse a move; raises MalformedError."""
    move = _parse_move(text)
    if move is None or move.text() != text:
        raise MalformedError("move", text, MOVES_ALLOWED)
    return move


def _parse_move(text: str) -> Move | None:
    if match := _ON_PILE.fullmatch(text):
        return ON_PILE[match[1]](int(match[2]), int(match[3]))
    if match := _STEP.fullmatch(text):
        return Step(unquote(match[1]), int(match[2]), int(match[3]))
    if match := _LAY.fullmatch(text):
        rotation = None if match[4] == "?" else Rotation(int(match[4]))
        return Lay(parse_face(match[1]), int(match[2]), int(match[3]), rotation)
    if match := _COVER.fullmatch(text):
        return Cover(int(match[1]), int(match[2]), Segment(match[3]))
    if match := _GIVE.fullmatch(text):
        return Give(parse_piece(match[1]), unquote(match[2]))
    if text.startswith("swap "):
        return Swap(parse_face(text.removeprefix("swap ")))
    return Remove() if text == "remove" else None


def parse_drawn(text: str) -> Drawn:
    """Parse a drawn card or crystal piece; raises MalformedError."""
    drawn: Face | CrystalPiece = parse_piece(text) if text[:1].isupper() else parse_face(text)
    return drawn
