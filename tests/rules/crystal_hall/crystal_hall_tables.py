"""Tables of Crystal Hall for tests: red sits in the south and is on turn, green west, blue north, yellow east."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.edition import load_edition
from rules.crystal_hall.game import CrystalHall
from rules.crystal_hall.position import Guild, Table, in_order
from rules.crystal_hall.vocabulary import SQUARES, Back, Colour, Side, parse_square
from rules.engine import apply, parse_record

GAME = CrystalHall(load_edition())
SIDES = {"red": Side.SOUTH, "green": Side.WEST, "blue": Side.NORTH, "yellow": Side.EAST}


def hall(
    red: str = "d1",
    blue: str = "d8",
    green: str = "",
    yellow: str = "",
    *,
    tiles: str = "",
    hands: str = "",
    held: str = "",
    crystals: str = "",
    **fields: object,
) -> Table:
    """A table after everybody's first turn; things of a guild are written `red:potion,staff blue:lens`."""
    wizards = {"red": red, "green": green, "blue": blue, "yellow": yellow}
    lying = dict(item.split(":") for item in tiles.split())
    faces = [lying.get(text) for text in map(_text, SQUARES)]
    guilds = tuple(
        Guild(
            colour=Colour(colour),
            side=SIDES[colour],
            wizards=tuple(sorted(map(parse_square, squares.split()))),
            crystals=tuple(sorted(map(Colour, _of(crystals, colour)))),
            tiles=tuple(sorted(_of(held, colour))),
            hand=in_order(None if card == "?" else card for card in _of(hands, colour)),
            fresh=False,
        )
        for colour, squares in wizards.items()
        if squares
    )
    marks = {name: squares(str(fields.pop(name))) for name in ("curses", "shields") if name in fields}
    table = Table(
        guilds=guilds,
        tiles=tuple(Back(face) if face in ("d", "l") else face for face in faces),
        deck=20,
        starter=0,
        active=0,
        target=4,
    )
    return replace(table, **marks, **fields)  # type: ignore[arg-type]


def _text(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def _of(text: str, colour: str) -> list[str]:
    found = dict(item.split(":") for item in text.split())
    return [name for name in found.get(colour, "").split(",") if name]


def squares(text: str) -> tuple[int, ...]:
    """Squares by name."""
    return tuple(sorted(map(parse_square, text.split())))


def frozen(text: str, by: int = 1) -> tuple[tuple[int, int], ...]:
    """Freeze tokens laid by a seat."""
    return tuple((square, by) for square in squares(text))


def do(table: Table, *lines: str) -> Table:
    """The table after these lines, which must be legal."""
    for line in lines:
        table = apply(GAME, table, parse_record(GAME, line))
    return table


def refused(table: Table, line: str) -> str | None:
    """The rule that forbids a line, None when it is legal."""
    record = parse_record(GAME, line)
    refusal = GAME.refusal(table, record.move) or GAME.refusal_of_draw(table, record)
    return refusal.rule if refusal else None


def at(table: Table, colour: str) -> str:
    """Where a guild's wizards stand."""
    return " ".join(_text(square) for square in guild(table, colour).wizards)


def guild(table: Table, colour: str) -> Guild:
    """A guild by colour."""
    return next(guild for guild in table.guilds if guild.colour == colour)


def tile(table: Table, square: str) -> str | None:
    """What lies on a square: `d`, `l`, a face or nothing."""
    return table.tiles[parse_square(square)]


def names(values: tuple[int, ...]) -> str:
    """Names of squares."""
    return " ".join(map(_text, values))
