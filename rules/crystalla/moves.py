"""The small moves that a game of Crystalla is made of, each with its line of text."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from rules.crystalla.faces import Face
from rules.crystalla.placing import CardPlacement, CrystalPiece
from rules.crystalla.vocabulary import Rotation, Segment


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange one dealt card for a new one (CR-10)."""

    face: Face

    def text(self) -> str:
        """`swap ra`."""
        return f"swap {self.face.text()}"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card from the hand into the own display (CR-09, CR-36)."""

    face: Face
    row: int
    col: int
    rotation: Rotation | None

    @property
    def placement(self) -> CardPlacement:
        """The same as `placing` asks for it."""
        return CardPlacement(self.row, self.col, self.rotation, self.face.large, self.face.small)

    def text(self) -> str:
        """`lay ra 0,2 q3`: card, row and column of the display, quarter turns clockwise."""
        turn = "?" if self.rotation is None else str(self.rotation.value)
        return f"lay {self.face.text()} {self.row},{self.col} q{turn}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Take all pawns of a pile into the hand (CR-25, CR-26)."""

    row: int
    col: int

    def text(self) -> str:
        """`lift 0,2`."""
        return f"lift {self.row},{self.col}"


@dataclass(frozen=True, slots=True)
class Step:
    """Set one pawn from the hand on a pile (CR-27 to CR-32)."""

    colour: str
    row: int
    col: int

    def text(self) -> str:
        """`step blue 0,2`."""
        return f"step {quote(self.colour, safe='')} {self.row},{self.col}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of a pile (CR-33)."""

    row: int
    col: int

    def text(self) -> str:
        """`take 0,2`."""
        return f"take {self.row},{self.col}"


@dataclass(frozen=True, slots=True)
class Refill:
    """Move the 3 bottom cards of a pile to the empty place (CR-37)."""

    row: int
    col: int

    def text(self) -> str:
        """`refill 0,2`, naming the donor."""
        return f"refill {self.row},{self.col}"


@dataclass(frozen=True, slots=True)
class Give:
    """Hand an open crystal piece to the owner of a pair (CR-42, CR-43)."""

    piece: CrystalPiece
    colour: str

    def text(self) -> str:
        """`give Lr blue`."""
        return f"give {self.piece.text()} {quote(self.colour, safe='')}"


@dataclass(frozen=True, slots=True)
class Cover:
    """Place a received crystal piece on a segment of the own display (CR-50)."""

    row: int
    col: int
    segment: Segment

    def text(self) -> str:
        """`cover 0,2 large`."""
        return f"cover {self.row},{self.col} {self.segment.value}"


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a received crystal piece out of the game (CR-55)."""

    def text(self) -> str:
        """`remove`."""
        return "remove"


Move = Swap | Lay | Lift | Step | Take | Refill | Give | Cover | Remove
Drawn = Face | CrystalPiece
