"""What lies on the table and where, in millimetres: the display as hands lay it, and the places that truth tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.training.composite.light import Rng
from rules.crystalla.edition import Card
from rules.crystalla.vocabulary import COLUMNS, ROWS, Crystal, Segment

Array = npt.NDArray[np.float64]
Place = tuple[int, int, int]
"""Row, column, rotation."""

CARD_MM = 56.0
TABLEAU_MM = (228.0, 28.0)
UNIT: Array = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
PIECE_CENTRE = {Segment.LARGE: (0.34, 0.66), Segment.SMALL: (0.79, 0.21)}
SEGMENTS = tuple(Segment)
CRYSTALS = tuple(Crystal)


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre in millimetres and clockwise turn in degrees of a rectangle of `size` millimetres."""

    x: float
    y: float
    degrees: float
    size: tuple[float, float] = (CARD_MM, CARD_MM)

    def matrix(self) -> Array:
        """Affine (3, 3) from the unit square (x right, y down) to the table."""
        return turn_matrix(self.degrees, (self.x, self.y)) @ np.array(
            [[self.size[0], 0, -self.size[0] / 2], [0, self.size[1], -self.size[1] / 2], [0, 0, 1]]
        )

    def corners(self) -> Array:
        """Own TL, TR, BR, BL on the table, (4, 2) millimetres."""
        return (np.hstack([UNIT, np.ones((4, 1))]) @ self.matrix().T)[:, :2]


@dataclass(frozen=True, slots=True)
class Piece:
    """A crystal piece on a segment: moved by hand by `shift` (share of the card) and `degrees`."""

    segment: Segment
    crystal: Crystal
    shift: tuple[float, float]
    degrees: float

    def within_card(self) -> Array:
        """Affine (3, 3) of the unit square that carries the piece's picture from its printed place to where it lies."""
        cx, cy = PIECE_CENTRE[self.segment]
        home = np.array([[1, 0, -cx], [0, 1, -cy], [0, 0, 1]])
        return turn_matrix(self.degrees, (cx + self.shift[0], cy + self.shift[1])) @ home


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a display: its cell, quarter turns, pose, and the pieces on it."""

    row: int
    col: int
    rotation: int
    pose: Pose
    card: Card
    pieces: tuple[Piece, ...] = ()


def turn_matrix(degrees: float, to: tuple[float, float]) -> Array:
    """Clockwise turn (x right, y down) about the origin, then a move: affine (3, 3)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, to[0]], [s, c, to[1]], [0, 0, 1]], dtype=float)


def draw_cells(rng: Rng, with_tableau: bool, least: int = 3, most: int = 12) -> list[tuple[int, int]]:
    """Cells (row, col) of a display, columns filled from the bottom (CR-57), side by side."""
    if most == 12 and rng.random() < 0.6:
        return [(row, col) for col in range(COLUMNS) for row in range(ROWS)]
    while True:
        heights = rng.integers(0, ROWS + 1, COLUMNS)
        used = np.flatnonzero(heights)
        if not least <= heights.sum() <= min(most, 11) or np.any(np.diff(used) > 1):
            continue
        first = 0 if with_tableau else int(used[0])
        return [(row, int(col) - first) for col in used for row in range(int(heights[col]))]


def lay_display(rng: Rng, cells: Sequence[tuple[int, int]], cards: Sequence[Card], turn: float) -> list[Laid]:
    """Lay cards into cells by hand (gaps 0-3 mm, turns up to 3 degrees, moves up to 2 mm), all turned by `turn`."""
    care = float(rng.uniform(0.05, 1))
    pitch = CARD_MM + float(rng.uniform(0, 3)) + 0.8 * care
    laid = []
    for (row, col), card in zip(cells, cards, strict=True):
        slip = np.clip(rng.normal(0, 0.7 * care, 2), -2, 2)
        crooked = float(np.clip(rng.normal(0, 1.2 * care), -3, 3))
        rotation = int(rng.integers(4))
        x, y = turn_matrix(turn, (0, 0))[:2, :2] @ (np.array([(col - 1.5) * pitch, -row * pitch]) + slip)
        laid.append(Laid(row, col, rotation, Pose(float(x), float(y), turn + 90 * rotation + crooked), card))
    return laid


def tableau_pose(rng: Rng, turn: float) -> Pose:
    """The starting strip under row 0."""
    x, y = turn_matrix(turn, (0, 0))[:2, :2] @ np.array([rng.normal(0, 1.5), CARD_MM / 2 + 18 + rng.uniform(0, 5)])
    return Pose(float(x), float(y), turn + float(rng.normal(0, 0.8)), TABLEAU_MM)


def add_pieces(rng: Rng, laid: Sequence[Laid], count: int) -> list[Laid]:
    """Put up to `count` pieces on segments, of another crystal than the print (CR-51 to CR-53)."""
    slots = [(i, segment) for i in range(len(laid)) for segment in SEGMENTS]
    chosen = [slots[int(i)] for i in rng.permutation(len(slots))[:count]]
    out = []
    for index, one in enumerate(laid):
        pieces = tuple(_piece(rng, one.card, segment) for i, segment in chosen if i == index)
        out.append(Laid(one.row, one.col, one.rotation, one.pose, one.card, pieces))
    return out


def printed(card: Card, segment: Segment) -> Crystal:
    """What is printed on a segment."""
    return card.large if segment is Segment.LARGE else card.small


def effective(laid: Laid, segment: Segment) -> tuple[Crystal, Crystal | None]:
    """The crystal that counts on a segment, and the piece there if any."""
    on = next((piece.crystal for piece in laid.pieces if piece.segment is segment), None)
    return on or printed(laid.card, segment), on


def _piece(rng: Rng, card: Card, segment: Segment) -> Piece:
    others = [crystal for crystal in CRYSTALS if crystal is not printed(card, segment)]
    away, direction = rng.uniform(0, 2) / CARD_MM, rng.uniform(0, 2 * np.pi)
    shift = (float(away * np.cos(direction)), float(away * np.sin(direction)))
    return Piece(segment, others[int(rng.integers(len(others)))], shift, float(rng.uniform(-3, 3)))


def told_places(laid: Sequence[Laid], turn: float, with_tableau: bool) -> list[Place]:
    """Places as the picture tells them (design, section 3).

    With the strip the player sits there. Without it the player sits at the picture's bottom edge: of the quarter turns
    that leave a legal display, the one nearest to how the picture shows it; its leftmost used column is 0.
    """
    own = [(one.row, one.col, one.rotation) for one in laid]
    if with_tableau:
        return own
    options = [(abs((turn - 90 * q + 180) % 360 - 180), quarter_turned(own, q)) for q in range(4)]
    return min((option for option in options if is_legal(option[1])), key=lambda option: option[0])[1]


def quarter_turned(places: Sequence[Place], quarters: int) -> list[Place]:
    """The same display turned clockwise by quarters, moved to row 0 and column 0."""
    out = list(places)
    for _ in range(quarters):
        out = [(-col, row, (rotation + 1) % 4) for row, col, rotation in out]
    row0, col0 = min(row for row, _, _ in out), min(col for _, col, _ in out)
    return [(row - row0, col - col0, rotation) for row, col, rotation in out]


def is_legal(places: Sequence[Place]) -> bool:
    """Whether all cells exist (CR-56) and no card floats (CR-57)."""
    cells = {(row, col) for row, col, _ in places}
    return all(row < ROWS and col < COLUMNS and (row == 0 or (row - 1, col) in cells) for row, col in cells)
