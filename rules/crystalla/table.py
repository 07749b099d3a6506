"""A whole table of Crystalla as it can be seen and counted: piles, pawns, displays, crystal pieces, whose turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, unique
from urllib.parse import quote

from rules.crystalla.components import GRIDS, Pile
from rules.crystalla.faces import Face
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import EMPTY, VERSION, Display
from rules.crystalla.vocabulary import CELLS

TABLE_VERSION = "crystalla-table1"
"""Name and version at the head of a table's position string."""


@unique
class Phase(Enum):
    """What is to be done next (CR-39)."""

    SETUP = "lay the dealt cards"
    PICK = "lift the pawns of a pile"
    WALK = "set the pawns in hand"
    TAKE = "take the card under the last pawn"
    REFILL = "refill the empty pile"
    LAY = "lay the taken card"
    GIVE = "give a crystal piece"
    COVER = "place the crystal piece"
    END = "nothing, the game is over"


@dataclass(frozen=True, slots=True)
class PileView:
    """One pile: its top card (None on an empty place), its height, and the pawns on it, counted by colour."""

    top: Face | None
    height: int
    pawns: tuple[int, ...]

    def text(self) -> str:
        """Top card, height and, behind a dot, the colour of each pawn."""
        pawns = pawns_text(self.pawns)
        return f"{EMPTY if self.top is None else self.top.text()}{self.height}{f'.{pawns}' if pawns else ''}"


@dataclass(frozen=True, slots=True)
class Walk:
    """The walk of this turn: the picked pile, each step as (pile, colour), and the pawns still in hand, by colour."""

    picked: int
    steps: tuple[tuple[int, int], ...]
    hand: tuple[int, ...]

    @property
    def path(self) -> tuple[int, ...]:
        """The picked pile and every pile stepped on."""
        return (self.picked, *(pile for pile, _ in self.steps))

    def text(self) -> str:
        """Picked pile, `>pile.colour` for each step, and behind `@` the pawns in hand."""
        steps = "".join(f">{pile}.{colour}" for pile, colour in self.steps)
        return f"{self.picked}{steps}@{pawns_text(self.hand)}"


@dataclass(frozen=True, slots=True)
class Gift:
    """A crystal piece that its receiver has still to place (CR-50)."""

    seat: int
    piece: CrystalPiece

    def text(self) -> str:
        """Seat and piece."""
        return f"{self.seat}{self.piece.text()}"


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A position. Seats count clockwise (CR-24); a colour is its index in `colours`, a pile its index row by row.

    With 3 players the colour behind those of the seats is neutral (CR-16). What is hidden (cards below a top, the order
    of the stacks) is not here, only how many there are.
    """

    colours: tuple[str, ...]
    piles: tuple[PileView, ...]
    displays: tuple[Display, ...]
    hands: tuple[tuple[Face, ...], ...]
    """Cards to be laid, by seat: the dealt ones, in a turn the taken one."""
    swapped: tuple[bool, ...]
    """Seats that have used their exchange (CR-10); all False once the piles are built."""
    deck: int
    """Cards that are neither dealt nor in piles: 0 once the piles are built."""
    open: tuple[CrystalPiece, ...]
    stacks: tuple[int, int]
    """Heights of the face-down stacks, large and small."""
    removed: tuple[CrystalPiece, ...]
    starter: int
    active: int
    walk: Walk | None = None
    due: tuple[int, ...] = ()
    """Seats that are still to be given a crystal piece in this turn (CR-40)."""
    gift: Gift | None = None

    def __repr__(self) -> str:
        return f"parse_table({self.text()!r})"

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.displays)

    @property
    def neutral(self) -> int | None:
        """The neutral colour (CR-16)."""
        return self.players if len(self.colours) > self.players else None

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of piles."""
        return GRIDS[self.players]

    @property
    def phase(self) -> Phase:
        """What is to be done next."""
        if self.deck:
            return Phase.SETUP
        if self.walk is not None:
            return Phase.WALK if any(self.walk.hand) else Phase.TAKE
        if self.empty_pile is not None:
            return Phase.REFILL
        if self.hands[self.active]:
            return Phase.LAY
        if self.gift is not None:
            return Phase.COVER
        if self.due:
            return Phase.GIVE
        return Phase.END if self.full else Phase.PICK

    @property
    def full(self) -> bool:
        """Whether every display holds its last card (CR-61)."""
        return all(len(display.cards) == len(CELLS) for display in self.displays)

    @property
    def empty_pile(self) -> int | None:
        """The pile that has to be refilled (CR-37)."""
        return next((index for index, pile in enumerate(self.piles) if pile.height == 0), None)

    @property
    def actor(self) -> int:
        """The seat that decides next: the receiver places (CR-44), everything else is the active player's."""
        return self.active if self.gift is None else self.gift.seat

    def has_own(self, pile: int) -> bool:
        """Whether a pawn of the active player stands on a pile (CR-25)."""
        return self.piles[pile].pawns[self.active] > 0

    def pile_index(self, row: int, col: int) -> int | None:
        """Index of a pile, None outside the grid."""
        rows, columns = self.grid
        return row * columns + col if 0 <= row < rows and 0 <= col < columns else None

    def spot(self, pile: int) -> Pile:
        """Row and column of a pile."""
        return divmod(pile, self.grid[1])

    def text(self) -> str:
        """Position string: version and thirteen fields, told in `notation`."""
        columns = self.grid[1]
        piles = [pile.text() for pile in self.piles]
        rows = [",".join(piles[start : start + columns]) for start in range(0, len(piles), columns)]
        hands = (_items(hand) + "*" * used for hand, used in zip(self.hands, self.swapped, strict=True))
        turn = [str(self.starter), str(self.active), EMPTY if self.walk is None else self.walk.text()]
        turn += ["".join(str(seat) for seat in self.due) or EMPTY, EMPTY if self.gift is None else self.gift.text()]
        return " ".join([
            TABLE_VERSION,
            ",".join(quote(colour, safe="") for colour in self.colours),
            "/".join(rows),
            "|".join(display.text().removeprefix(f"{VERSION}:") for display in self.displays),
            "|".join(hands),
            str(self.deck),
            _items(self.open),
            f"{self.stacks[0]}+{self.stacks[1]}",
            _items(self.removed),
            *turn,
        ])  # fmt: skip


def pawns_text(pawns: tuple[int, ...]) -> str:
    """The index of each pawn's colour."""
    return "".join(str(colour) * count for colour, count in enumerate(pawns))


def _items(things: Iterable[Face | CrystalPiece]) -> str:
    return ",".join(thing.text() for thing in things) or EMPTY
