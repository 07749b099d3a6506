"""The small moves that a game of Crystal Hall is made of, and what chance shows, each with its line of text."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystal_hall.vocabulary import Direction, Mode, Square, square_text


@dataclass(frozen=True, slots=True)
class Step:
    """Move an own wizard one square (CH-41)."""

    start: Square
    end: Square

    def text(self) -> str:
        """`move c3 d3`."""
        return f"move {square_text(self.start)} {square_text(self.end)}"


@dataclass(frozen=True, slots=True)
class Push:
    """Push the wizard on `victim` one square away from an own wizard (CH-44)."""

    start: Square
    victim: Square

    def text(self) -> str:
        """`push c3 d3`."""
        return f"push {square_text(self.start)} {square_text(self.victim)}"


@dataclass(frozen=True, slots=True)
class Squeeze:
    """Squeeze the enemy between two own wizards, the one on the lower square first (CH-49)."""

    first: Square
    second: Square

    def text(self) -> str:
        """`squeeze c3 e3`."""
        return f"squeeze {square_text(self.first)} {square_text(self.second)}"


@dataclass(frozen=True, slots=True)
class Regenerate:
    """Bring an eliminated wizard back (CH-53)."""

    square: Square

    def text(self) -> str:
        """`regenerate d1`."""
        return f"regenerate {square_text(self.square)}"


@dataclass(frozen=True, slots=True)
class Shield:
    """Shield an own wizard (CH-57)."""

    square: Square

    def text(self) -> str:
        """`shield d1`."""
        return f"shield {square_text(self.square)}"


@dataclass(frozen=True, slots=True)
class Use:
    """Use a picked-up tile on a square (Lens, Compass, Switch) or a guild (Lens)."""

    face: str
    square: Square | None = None
    colour: str = ""

    def text(self) -> str:
        """`use potion`, `use lens c3`, `use lens red`."""
        words = ["use", self.face]
        words += [] if self.square is None else [square_text(self.square)]
        return " ".join([*words, self.colour] if self.colour else words)


@dataclass(frozen=True, slots=True)
class Cast:
    """Cast a spell; what it needs besides follows (CH-88)."""

    spell: str
    mode: Mode | None = None
    targets: tuple[Square, ...] = ()
    direction: Direction | None = None

    def text(self) -> str:
        """`cast dragon-heart`, `cast electric net c3 e4`, `cast fireball c3 n`."""
        words = ["cast", self.spell, *([self.mode.value] if self.mode else []), *map(square_text, self.targets)]
        return " ".join([*words, self.direction.value] if self.direction else words)


@dataclass(frozen=True, slots=True)
class Onto:
    """Name the second tile of a Switch (CH-86)."""

    square: Square

    def text(self) -> str:
        """`onto d4`."""
        return f"onto {square_text(self.square)}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the direction of an earthquake after a 6 (CH-96)."""

    direction: Direction

    def text(self) -> str:
        """`direction n`."""
        return f"direction {self.direction.value}"


@dataclass(frozen=True, slots=True)
class Warp:
    """Say where a warp leads when there is a choice: a starting square (CH-73), or the warp itself to stay (R07)."""

    square: Square

    def text(self) -> str:
        """`warp d1`."""
        return f"warp {square_text(self.square)}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one of three spells (CH-39, CH-82)."""

    spell: str

    def text(self) -> str:
        """`discard fireball`."""
        return f"discard {self.spell}"


@dataclass(frozen=True, slots=True)
class Finish:
    """End the Magic Phase (CH-27, CH-31)."""

    def text(self) -> str:
        """`end`."""
        return "end"


@dataclass(frozen=True, slots=True)
class Flip:
    """Flip the face-down tile under a wizard (CH-32)."""

    square: Square

    def text(self) -> str:
        """`flip c3`."""
        return f"flip {square_text(self.square)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a spell at the end of a turn (CH-38)."""

    def text(self) -> str:
        """`draw`."""
        return "draw"


Move = Step | Push | Squeeze | Regenerate | Shield | Use | Cast | Onto | Choose | Warp | Discard | Finish | Flip | Draw
Magic = Step | Push | Squeeze | Regenerate | Shield | Use | Cast | Finish
"""Moves of the Magic Phase."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die roll, 1 to 6."""

    pips: int

    def text(self) -> str:
        """The number."""
        return str(self.pips)


UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile's face or a spell card; None cannot be told."""

    name: str | None

    def text(self) -> str:
        """The name or `?`."""
        return self.name or UNKNOWN


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the table looks like after something that the engine does not know: a position string without spaces."""

    position: str

    def text(self) -> str:
        """The position string, `~` for each space."""
        return self.position.replace(" ", "~")


Drawn = Die | Shown | Outcome
