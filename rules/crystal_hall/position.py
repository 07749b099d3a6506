"""A table of Crystal Hall at any moment: board, guilds, cards, and what is still to be decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.vocabulary import (
    SIZE,
    SQUARE_TEXTS,
    SQUARES,
    TOKENS,
    UMP,
    WIZARDS,
    Back,
    Colour,
    Phase,
    Side,
    Square,
    TaskKind,
)

T = TypeVar("T")
VERSION = "crystal_hall1"
EMPTY = "-"


@dataclass(frozen=True, slots=True)
class Guild:
    """A player: colour and side, wizards on the board, and what lies before them.

    `hand` has None for a spell that cannot be told. `fresh` until the first own turn is over (CH-16).
    """

    colour: Colour
    side: Side
    wizards: tuple[Square, ...]
    crystals: tuple[Colour, ...] = ()
    tiles: tuple[str, ...] = ()
    hand: tuple[str | None, ...] = ()
    fresh: bool = True

    @property
    def grey(self) -> int:
        """Eliminated wizards (CH-52)."""
        return WIZARDS - len(self.wizards)

    @property
    def out(self) -> bool:
        """Whether no wizard is left (CH-56)."""
        return not self.wizards

    @property
    def price(self) -> int:
        """UMP for regenerating or shielding (CH-53, CH-57)."""
        return 1 + len(self.crystals)

    def text(self) -> str:
        """Colour, side, wizards, crystals, tiles, hand, `*` before the first turn is over; `:` between."""
        names = (",".join(SQUARE_TEXTS[square] for square in self.wizards), ",".join(self.crystals))
        hand = ",".join(card or UNKNOWN for card in self.hand)
        fields = (self.colour, self.side, *names, ",".join(self.tiles), hand)
        return ":".join(field or EMPTY for field in fields) + ("*" if self.fresh else "")


@dataclass(frozen=True, slots=True)
class Arrive:
    """The wizard on a square has yet to suffer what is there."""

    square: Square

    def text(self) -> str:
        """`c3`."""
        return SQUARE_TEXTS[self.square]


@dataclass(frozen=True, slots=True)
class Follow:
    """The wizard on `start` has yet to take the place of the one it pushed."""

    start: Square
    end: Square

    def text(self) -> str:
        """`c3>d3`."""
        return f"{SQUARE_TEXTS[self.start]}>{SQUARE_TEXTS[self.end]}"


Due = Arrive | Follow


@dataclass(frozen=True, slots=True)
class Task:
    """A decision to be taken; `square` is the warp stood on, or the first tile of a Switch."""

    kind: TaskKind
    square: Square | None = None

    def text(self) -> str:
        """`warp@c3`."""
        return self.kind.value if self.square is None else f"{self.kind.value}@{SQUARE_TEXTS[self.square]}"


@dataclass(frozen=True, slots=True)
class Peek:
    """What a Lens showed to one seat: the face on a square, or the hand of a seat until the turn ends (CH-80)."""

    seat: int
    square: Square | None
    other: int | None
    names: tuple[str | None, ...]

    def text(self) -> str:
        """`0@c3=potion` or `0@2=fireball+curse`."""
        what = str(self.other) if self.square is None else SQUARE_TEXTS[self.square]
        return f"{self.seat}@{what}={'+'.join(name or UNKNOWN for name in self.names)}"


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """Everything that the rules need; `tiles` has by square None, a Back, or the name of a face."""

    guilds: tuple[Guild, ...]
    tiles: tuple[Back | str | None, ...]
    deck: int
    starter: int
    active: int
    target: int
    open_hands: bool = False
    phase: Phase = Phase.MAGIC
    ump: int = UMP
    staff: bool = False
    curses: tuple[Square, ...] = ()
    shields: tuple[Square, ...] = ()
    freezes: tuple[tuple[Square, int], ...] = ()
    """Square and seat that cast it, for each frozen wizard."""
    discard: tuple[str | None, ...] = ()
    """Discarded spells, the last one on top."""
    used: tuple[str, ...] = ()
    """Discarded tiles."""
    due: tuple[Due, ...] = ()
    task: Task | None = None
    peeks: tuple[Peek, ...] = ()
    winner: int | None = None

    def __repr__(self) -> str:
        return f"parse_table({self.text()!r})"

    @property
    def guild(self) -> Guild:
        """The guild on turn."""
        return self.guilds[self.active]

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.phase is Phase.END

    @property
    def round(self) -> tuple[int, ...]:
        """Seats from the one on turn, clockwise."""
        count = len(self.guilds)
        return tuple((self.active + index) % count for index in range(count))

    @property
    def actor(self) -> int:
        """The seat that decides now."""
        if self.task is not None and self.task.kind is TaskKind.WARP and self.task.square is not None:
            owner = self.owner(self.task.square)
            return self.active if owner is None else owner
        if self.phase is Phase.DISCOVERY:
            return self.flipper if self.flipper is not None else self.active
        return self.active

    @property
    def flipper(self) -> int | None:
        """The first seat, from the one on turn, with a wizard on a face-down tile (CH-32, R25)."""
        return next((seat for seat in self.round if self.unflipped(seat)), None)

    def unflipped(self, seat: int) -> tuple[Square, ...]:
        """Face-down tiles under a seat's wizards."""
        return tuple(square for square in self.guilds[seat].wizards if isinstance(self.tiles[square], Back))

    def owner(self, square: Square) -> int | None:
        """The seat whose wizard stands on a square."""
        # The most frequent question of all: a loop answers it twice as fast as a generator.
        for seat, guild in enumerate(self.guilds):
            if square in guild.wizards:
                return seat
        return None

    def face(self, square: Square) -> str | None:
        """The face-up tile on a square."""
        tile = self.tiles[square]
        return None if isinstance(tile, Back) else tile

    def frozen(self, square: Square) -> bool:
        """Whether the wizard there may not act (R11); a shield suspends it (R12)."""
        if not self.freezes or square in self.shields:
            return False
        return any(place == square for place, _ in self.freezes)

    def left_of_tokens(self, laid: Sequence[object]) -> int:
        """Tokens of one kind beside the board (CH-05)."""
        return TOKENS - len(laid)

    def with_guild(self, seat: int, guild: Guild) -> Table:
        """The table with another guild in a seat."""
        return replace(self, guilds=put(self.guilds, seat, guild))

    def text(self) -> str:
        """Position string; see `notation`."""
        fields = (
            VERSION,
            self.phase,
            str(self.active),
            str(self.starter),
            f"{self.ump}{'x' if self.staff else ''}",
            f"{self.target}{'o' if self.open_hands else ''}",
            "|".join(guild.text() for guild in self.guilds),
            "/".join(self._row_text(row) for row in reversed(range(SIZE))),
            _squares_text(self.curses),
            _squares_text(self.shields),
            ",".join(f"{SQUARE_TEXTS[square]}.{seat}" for square, seat in self.freezes) or EMPTY,
            str(self.deck),
            ",".join(card or UNKNOWN for card in self.discard) or EMPTY,
            ",".join(self.used) or EMPTY,
            ",".join(item.text() for item in self.due) or EMPTY,
            self.task.text() if self.task else EMPTY,
            ",".join(peek.text() for peek in self.peeks) or EMPTY,
            EMPTY if self.winner is None else str(self.winner),
        )
        return " ".join(fields)

    def _row_text(self, row: int) -> str:
        return ",".join(self.tiles[square] or EMPTY for square in SQUARES[row * SIZE : (row + 1) * SIZE])


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A tuple with another value in one place."""
    return (*values[:place], value, *values[place + 1 :])


def with_tile(table: Table, square: Square, tile: Back | str | None) -> Table:
    """The table with another tile, or none, on a square."""
    return replace(table, tiles=put(table.tiles, square, tile))


def in_order(names: Iterable[str | None]) -> tuple[str | None, ...]:
    """Cards of a hand: by name, unknown ones last."""
    return tuple(sorted(names, key=lambda name: (name is None, name or "")))


def without(names: tuple[str | None, ...], name: str) -> tuple[str | None, ...]:
    """Cards without one, an unknown one if it is not known to be there."""
    place = names.index(name if name in names else None)
    return names[:place] + names[place + 1 :]


def _squares_text(squares: tuple[Square, ...]) -> str:
    return ",".join(SQUARE_TEXTS[square] for square in squares) or EMPTY
