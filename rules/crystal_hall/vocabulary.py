"""The words of Crystal Hall: squares, directions, sides, phases, and what tiles and spells can do."""

from __future__ import annotations

from enum import StrEnum, unique

from rules.errors import MalformedError

SIZE = 8
"""Squares along one side of the grid in which every board lies."""
Square = int
"""Index of a square: 8 times (rank - 1) plus file, both as seen from the south side; `a1` is 0, `h8` is 63."""
SQUARES: tuple[Square, ...] = tuple(range(SIZE * SIZE))
WIZARDS = 4
"""CH-01."""
UMP = 4
"""CH-25."""
HAND = 2
"""CH-39."""
TOKENS = 4
"""CH-05: tokens of each kind."""


@unique
class Direction(StrEnum):
    """A direction of the compass; a diagonal one only with a Staff (CH-43, CH-83)."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"
    NORTH_EAST = "ne"
    SOUTH_EAST = "se"
    SOUTH_WEST = "sw"
    NORTH_WEST = "nw"

    @property
    def diagonal(self) -> bool:
        """Whether it is none of the four on the compass."""
        return len(self.value) == 2

    @property
    def delta(self) -> tuple[int, int]:
        """Change of file and rank."""
        return ("e" in self.value) - ("w" in self.value), ("n" in self.value) - ("s" in self.value)


STRAIGHT = tuple(direction for direction in Direction if not direction.diagonal)


@unique
class Side(StrEnum):
    """Where a guild sits; clockwise as seen from above."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


@unique
class Back(StrEnum):
    """The back of a tile, and the shade of the squares that it starts on (CH-04)."""

    DARK = "d"
    LIGHT = "l"


@unique
class Colour(StrEnum):
    """Colours of crystals (CH-09) and of guilds (CH-06)."""

    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"


@unique
class Phase(StrEnum):
    """Where a turn is; Gather leaves no choice and is done when a turn begins (CH-14)."""

    MAGIC = "magic"
    DISCOVERY = "discovery"
    DRAW = "draw"
    END = "end"


@unique
class TaskKind(StrEnum):
    """A decision that must be taken before anything else."""

    WARP = "warp"
    """Which own starting square the wizard goes to (CH-73)."""
    DIRECTION = "direction"
    """Where the earthquake goes after a 6 (CH-96)."""
    SWITCH = "switch"
    """The second tile of a Switch (CH-86)."""
    DISCARD = "discard"
    """Which of three spells goes (CH-39, CH-82)."""


@unique
class Kind(StrEnum):
    """When a tile acts."""

    GATHER = "gather"
    IMMEDIATE = "immediate"
    PICK_UP = "pick_up"
    BLANK = "blank"


@unique
class TileEffect(StrEnum):
    """What a tile does; an edition may use each of them for tiles of its own (CH-119)."""

    POTION = "potion"
    LENS = "lens"
    DRAW = "draw"
    STAFF = "staff"
    COMPASS = "compass"
    SWITCH = "switch"
    MANUAL = "manual"
    GATHER_UMP = "gather_ump"
    CRYSTAL = "crystal"
    WARP = "warp"
    CURSE = "curse"
    BLANK = "blank"

    @property
    def kind(self) -> Kind:
        """When it acts (Tile List)."""
        if self in (TileEffect.GATHER_UMP, TileEffect.CRYSTAL):
            return Kind.GATHER
        if self in (TileEffect.WARP, TileEffect.CURSE):
            return Kind.IMMEDIATE
        return Kind.BLANK if self is TileEffect.BLANK else Kind.PICK_UP


@unique
class SpellEffect(StrEnum):
    """What a spell does; an edition may use each of them for spells of its own (CH-118)."""

    CURSE = "curse"
    UMP = "ump"
    EARTHQUAKE = "earthquake"
    ELECTRIC = "electric"
    FIREBALL = "fireball"
    FREEZE = "freeze"
    ELIMINATE = "eliminate"
    DRAW = "draw"
    MANUAL = "manual"


@unique
class Mode(StrEnum):
    """The two effects of the electric card (CH-102)."""

    CURRENT = "current"
    NET = "net"


def square_text(square: Square) -> str:
    """`a1` to `h8`."""
    return f"{'abcdefgh'[square % SIZE]}{square // SIZE + 1}"


SQUARE_TEXTS = tuple(square_text(square) for square in SQUARES)
_BY_TEXT = {text: square for square, text in enumerate(SQUARE_TEXTS)}


def is_square(text: str) -> bool:
    """Whether a text names a square of the grid."""
    return text in _BY_TEXT


def parse_square(text: str, where: str = "square") -> Square:
    """Parse `a1` to `h8`; raises MalformedError."""
    if text not in _BY_TEXT:
        raise MalformedError(where, text, "a1 to h8")
    return _BY_TEXT[text]


def neighbour(square: Square, direction: Direction) -> Square | None:
    """The next square of the grid in a direction, None beyond its edge."""
    east, north = direction.delta
    col, row = square % SIZE + east, square // SIZE + north
    return row * SIZE + col if 0 <= col < SIZE and 0 <= row < SIZE else None
