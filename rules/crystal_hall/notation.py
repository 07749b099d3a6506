"""Texts back to values: tables, moves and drawn things. Whatever parses writes the same text again.

A table is seventeen fields between spaces after its version: phase; seat on turn; seat that started; UMP left, `x` with
a Staff; crystals that win, `o` with open hands; guilds (colour, side, wizards, crystals, picked-up tiles, spells, `*`
before the end of the first turn); tiles, rank 8 first (`-` none, `d` or `l` face down, or the face); curse tokens;
shields; freeze tokens with the seat that laid them; spells to draw; spell discards, top last; tile discards; what is
still to take effect; the decision to be taken; what Lenses showed; the winner.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from rules.crystal_hall.moves import (
    UNKNOWN,
    Cast,
    Choose,
    Die,
    Discard,
    Draw,
    Drawn,
    Finish,
    Flip,
    Move,
    Onto,
    Outcome,
    Push,
    Regenerate,
    Shield,
    Shown,
    Squeeze,
    Step,
    Use,
    Warp,
)
from rules.crystal_hall.position import EMPTY, VERSION, Arrive, Due, Follow, Guild, Peek, Table, Task
from rules.crystal_hall.vocabulary import (
    SIZE,
    SQUARES,
    Back,
    Colour,
    Direction,
    Mode,
    Phase,
    Side,
    Square,
    TaskKind,
    is_square,
    parse_square,
)
from rules.errors import MalformedError

T = TypeVar("T")
FIELDS = 18
SEATS = range(2, 5)
_NUMBER = re.compile(r"0|[1-9]\d{0,2}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TWO_SQUARES: dict[str, type[Step] | type[Push] | type[Squeeze]] = {"move": Step, "push": Push, "squeeze": Squeeze}
ONE_SQUARE: dict[str, type[Regenerate] | type[Shield] | type[Onto] | type[Warp] | type[Flip]] = {
    "regenerate": Regenerate,
    "shield": Shield,
    "onto": Onto,
    "warp": Warp,
    "flip": Flip,
}
MOVES_ALLOWED = (
    "move A B, push A B, squeeze A B, regenerate A, shield A, use TILE [A|COLOUR], cast SPELL [current|net] [A...] "
    "[n|e|s|w], onto A, direction n|e|s|w, warp A, discard SPELL, end, flip A, or draw"
)


def parse_table(text: str) -> Table:
    """Parse a position string; raises MalformedError."""
    fields = text.split(" ")
    if fields[0] != VERSION or len(fields) != FIELDS:
        raise MalformedError("position string", text, f"{VERSION} and {FIELDS - 1} fields")
    _, phase, active, starter, ump, target, guilds, tiles, curses, shields = fields[:10]
    freezes, deck, discard, used, due, task, peeks, winner = fields[10:]
    seated = tuple(_parse_guild(guild) for guild in guilds.split("|"))
    _check_seats(seated, guilds)
    last = len(seated) - 1
    table = Table(
        guilds=seated,
        tiles=_parse_tiles(tiles),
        deck=_number("spells to draw", deck, 99),
        starter=_number("seat that started", starter, last),
        active=_number("seat on turn", active, last),
        target=_number("crystals that win", target.removesuffix("o"), 4),
        open_hands=target.endswith("o"),
        phase=_member("phase", phase, Phase),
        ump=_number("UMP", ump.removesuffix("x"), 99),
        staff=ump.endswith("x"),
        curses=_items(curses, parse_square),
        shields=_items(shields, parse_square),
        freezes=_items(freezes, lambda item: _parse_freeze(item, last)),
        discard=_items(discard, _parse_card),
        used=_items(used, _parse_name),
        due=_items(due, _parse_due),
        task=None if task == EMPTY else _parse_task(task),
        peeks=_items(peeks, lambda item: _parse_peek(item, last)),
        winner=None if winner == EMPTY else _number("winner", winner, last),
    )
    if table.text() != text:
        raise MalformedError("position string", text, f"the one way of writing it, {table.text()!r}")
    return table


def _check_seats(guilds: tuple[Guild, ...], text: str) -> None:
    different = {guild.colour for guild in guilds}, {guild.side for guild in guilds}
    if len(guilds) not in SEATS or any(len(values) != len(guilds) for values in different):
        raise MalformedError("guilds", text, "2 to 4, each with a colour and a side of its own")


def _parse_guild(text: str) -> Guild:
    fields = text.removesuffix("*").split(":")
    if len(fields) != 6:
        raise MalformedError("guild", text, "colour, side, wizards, crystals, tiles and spells with : between")
    colour, side, wizards, crystals, tiles, hand = fields
    return Guild(
        colour=_member("colour", colour, Colour),
        side=_member("side", side, Side),
        wizards=_items(wizards, parse_square),
        crystals=_items(crystals, lambda item: _member("crystal", item, Colour)),
        tiles=_items(tiles, _parse_name),
        hand=_items(hand, _parse_card),
        fresh=text.endswith("*"),
    )


def _parse_tiles(text: str) -> tuple[Back | str | None, ...]:
    rows = [row.split(",") for row in text.split("/")]
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise MalformedError("tiles", text, f"{SIZE} rows of {SIZE}")
    signs = [rows[SIZE - 1 - square // SIZE][square % SIZE] for square in SQUARES]
    return tuple(_parse_tile(sign) for sign in signs)


def _parse_tile(text: str) -> Back | str | None:
    if text == EMPTY:
        return None
    return Back(text) if text in set(Back) else _parse_name(text)


def _parse_freeze(text: str, last: int) -> tuple[Square, int]:
    square, _, seat = text.partition(".")
    return parse_square(square), _number("seat of a freeze token", seat, last)


def _parse_due(text: str) -> Due:
    start, arrow, end = text.partition(">")
    return Follow(parse_square(start), parse_square(end)) if arrow else Arrive(parse_square(start))


def _parse_task(text: str) -> Task:
    kind, sign, square = text.partition("@")
    return Task(_member("decision", kind, TaskKind), parse_square(square) if sign else None)


def _parse_peek(text: str, last: int) -> Peek:
    seat, _, rest = text.partition("@")
    what, _, names = rest.partition("=")
    square = parse_square(what) if is_square(what) else None
    other = None if square is not None else _number("seat looked at", what, last)
    return Peek(_number("seat that looked", seat, last), square, other, tuple(map(_parse_card, names.split("+"))))


def _member(where: str, text: str, kind: Callable[[str], T]) -> T:
    try:
        return kind(text)
    except ValueError as error:
        raise MalformedError(where, text, ", ".join(str(member) for member in kind)) from error  # type: ignore[attr-defined]


def _number(where: str, text: str, highest: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > highest:
        raise MalformedError(where, text, f"a number from 0 to {highest}")
    return int(text)


def _parse_name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise MalformedError("name of a tile or spell", text, "small letters, digits and hyphens")
    return text


def _parse_card(text: str) -> str | None:
    return None if text == UNKNOWN else _parse_name(text)


def _items(text: str, parse: Callable[[str], T]) -> tuple[T, ...]:
    return () if text == EMPTY else tuple(parse(item) for item in text.split(","))


def parse_move(text: str) -> Move:
    """Parse a move; raises MalformedError."""
    move = _parse_move(text)
    if move is None or move.text() != text:
        raise MalformedError("move", text, MOVES_ALLOWED)
    return move


def _parse_move(text: str) -> Move | None:
    match text.split(" "):
        case ["end"]:
            return Finish()
        case ["draw"]:
            return Draw()
        case ["use", face, *more]:
            return _parse_use(face, more)
        case ["cast", spell, *more]:
            return _parse_cast(_parse_name(spell), more)
        case ["discard", spell]:
            return Discard(_parse_name(spell))
        case ["direction", way]:
            return Choose(_member("direction", way, Direction))
        case [word, square] if word in ONE_SQUARE:
            return ONE_SQUARE[word](parse_square(square))
        case [word, one, two] if word in TWO_SQUARES:
            return TWO_SQUARES[word](parse_square(one), parse_square(two))
    return None


def _parse_use(face: str, more: list[str]) -> Use | None:
    match more:
        case []:
            return Use(_parse_name(face))
        case [what] if is_square(what):
            return Use(_parse_name(face), parse_square(what))
        case [what]:
            return Use(_parse_name(face), None, _member("colour", what, Colour))
    return None


def _parse_cast(spell: str, more: list[str]) -> Cast:
    mode = Mode(more[0]) if more and more[0] in set(Mode) else None
    rest = more[1:] if mode else more
    direction = Direction(rest[-1]) if rest and rest[-1] in set(Direction) else None
    targets = rest[:-1] if direction else rest
    return Cast(spell, mode, tuple(parse_square(target) for target in targets), direction)


def parse_drawn(text: str) -> Drawn:
    """Parse a die roll, a tile or spell, or an outcome; raises MalformedError."""
    if text.startswith(f"{VERSION}~"):
        return Outcome(parse_table(text.replace("~", " ")).text())
    if text.isdecimal():
        if text not in {"1", "2", "3", "4", "5", "6"}:
            raise MalformedError("die roll", text, "1 to 6")
        return Die(int(text))
    return Shown(_parse_card(text))
