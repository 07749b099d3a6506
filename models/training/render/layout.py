"""Seeded scenes of a display on a table, in millimetres: cards, pieces, tableau, camera (standard library only)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.training.render.camera import Pose, Vec, View, frame
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell, Rotation

CARD_MM = 56.0
HALF = CARD_MM / 2
THICKNESS_MM = 0.4
TABLEAU_MM = (224.0, 28.0)
CORNERS = ((-HALF, HALF), (HALF, HALF), (HALF, -HALF), (-HALF, -HALF))
"""Top-left, top-right, bottom-right, bottom-left of the canonical card, x right and y up, millimetres."""

Spot = tuple[float, float]
"""A point of the table, millimetres."""
Face = tuple[str, str]
"""Printed crystals, large and small."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where something lies: centre in millimetres, turn in degrees counter-clockwise seen from above."""

    x: float
    y: float
    turn: float

    def to_table(self, x: float, y: float) -> tuple[float, float]:
        """Own coordinates (millimetres) to table coordinates."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return self.x + c * x - s * y, self.y + s * x + c * y


@dataclass(frozen=True, slots=True)
class Piece:
    """A crystal piece on a segment: shifted in the card's own frame (mm), turned about the segment (degrees)."""

    segment: str
    crystal: str
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    thickness: float = 2.0


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table; `face` None lies back up. `curl` bends it up by that many millimetres along `curl_to`."""

    at: Placed
    face: Face | None
    curl: float = 0.0
    curl_to: float = 0.0
    z: float = 0.0
    cell: Cell | None = None
    rotation: Rotation = Rotation.NONE
    pieces: tuple[Piece, ...] = ()

    def height(self, x: float, y: float) -> float:
        """Height of the top side (mm) over the table at own coordinates (mm); it stays at or above the table."""
        along = x * math.cos(self.curl_to) + y * math.sin(self.curl_to)
        share = along * along / (2 * HALF * HALF)
        bend = self.curl * share if self.curl >= 0 else -self.curl * (1 - share)
        return self.z + THICKNESS_MM + bend

    def corners(self) -> tuple[Vec, ...]:
        """Top corners in table millimetres, in the order of CORNERS."""
        return tuple((*self.at.to_table(x, y), self.height(x, y)) for x, y in CORNERS)


@dataclass(frozen=True, slots=True)
class Item:
    """Clutter: its kind, where it lies, about how wide it is and how tall (mm), and a seed for its looks."""

    kind: str
    at: Placed
    radius: float
    tall: float
    seed: int


@dataclass(frozen=True, slots=True)
class Look:
    """What the scene is made of and lit by; the seeds fix colours and places."""

    table: str
    table_seed: int
    light: str
    light_seed: int
    glare: bool
    gloss: float
    """Roughness of the cards."""
    coat: float
    corner_mm: float
    exposure: float
    """EV beside the right exposure."""
    white_balance: float
    """Share of the lamp's cast that the camera takes out; above 1 overcorrects."""
    transform: str
    f_number: float
    """35-mm equivalent."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that one picture shows."""

    seed: int
    kind: str
    """`display`, or for a picture without one `loose`, `pair`, `backs` or `clutter`."""
    cards: tuple[Card, ...]
    tableau: Placed | None
    pose: Pose
    view: View
    look: Look
    loose: tuple[Card, ...] = ()
    other: tuple[Card, ...] = ()
    clutter: tuple[Item, ...] = ()


def overlap(a: Sequence[Spot], b: Sequence[Spot]) -> bool:
    """Whether two convex polygons share area (separating axes)."""
    for poly in (a, b):
        for (x0, y0), (x1, y1) in zip(poly, (*poly[1:], poly[0]), strict=True):
            nx, ny = y1 - y0, x0 - x1
            pa, pb = [nx * x + ny * y for x, y in a], [nx * x + ny * y for x, y in b]
            if max(pa) <= min(pb) + 1e-9 or max(pb) <= min(pa) + 1e-9:
                return False
    return True


def outline(at: Placed, width: float = CARD_MM, height: float = CARD_MM) -> list[Spot]:
    """Four corners of a rectangle that lies at `at`, table millimetres."""
    return [at.to_table(sx * width / 2, sy * height / 2) for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1))]


def grow(rng: random.Random, count: int) -> list[Cell]:
    """`count` cells of a display that grew by CR-56 and CR-57: every column filled from row 0, side by side."""
    columns = min(COLUMNS, rng.randint(max(1, -(-count // ROWS)), min(COLUMNS, count)))
    first = rng.randint(0, COLUMNS - columns)
    heights = [1] * columns
    while sum(heights) < count:
        open_columns = [i for i, h in enumerate(heights) if h < ROWS]
        heights[rng.choice(open_columns)] += 1
    return [Cell(row, first + i) for i, h in enumerate(heights) for row in range(h)]


def lay(rng: random.Random, cells: Sequence[Cell], faces: Sequence[Face | None]) -> list[Card]:
    """Cards laid by hand into `cells`: gaps 0-3 mm, turned up to 3 degrees, shifted up to 2 mm, never overlapping."""
    pitch = CARD_MM + rng.uniform(0.0, 3.0)
    care, curl = rng.uniform(0.15, 1.0), rng.choice((0.0, 0.0, 0.5, 1.2))
    cards: list[Card] = []
    for cell, face in zip(cells, faces, strict=True):
        rotation = Rotation(rng.randrange(4))
        at = _beside(rng, cell, rotation, pitch, care, [outline(c.at) for c in cards])
        cards.append(Card(at, face, rng.uniform(-curl, curl), rng.uniform(0, math.pi), cell=cell, rotation=rotation))
    return cards


def _beside(
    rng: random.Random, cell: Cell, rotation: Rotation, pitch: float, care: float, others: Sequence[Sequence[Spot]]
) -> Placed:
    """A place by hand in `cell`; where it would overlap `others` it is pushed on, to the right and up."""
    x, y, turn = (cell.col - (COLUMNS - 1) / 2) * pitch, (cell.row - (ROWS - 1) / 2) * pitch, -90.0 * rotation
    at = Placed(x, y, turn)
    for push in range(60):
        shift = 0.12 * push
        along, up = (
            rng.uniform(-2, 2) * care + shift * (cell.col > 0),
            rng.uniform(-2, 2) * care + shift * (cell.row > 0),
        )
        at = Placed(x + along, y + up, turn + rng.uniform(-3, 3) * care)
        if not any(overlap(outline(at), other) for other in others):
            break
    return at


def with_pieces(rng: random.Random, cards: Sequence[Card], pieces: Sequence[tuple[str, str]]) -> list[Card]:
    """Up to six of `pieces` (segment, crystal) put on `cards` by CR-51 to CR-53."""
    laid = list(cards)
    for segment, crystal in rng.sample(list(pieces), rng.choice((0, 0, 1, 2, 3, 4, 5, 6))):
        free = [i for i, card in enumerate(laid) if _takes(card, segment, crystal)]
        if free:
            i = rng.choice(free)
            laid[i] = replace(laid[i], pieces=(*laid[i].pieces, _piece(rng, segment, crystal)))
    return laid


def _takes(card: Card, segment: str, crystal: str) -> bool:
    if card.face is None or any(piece.segment == segment for piece in card.pieces):
        return False
    return card.face[0 if segment == "large" else 1] != crystal


def _piece(rng: random.Random, segment: str, crystal: str) -> Piece:
    angle, reach = rng.uniform(0, 2 * math.pi), 2 * math.sqrt(rng.random())
    return Piece(
        segment,
        crystal,
        reach * math.cos(angle),
        reach * math.sin(angle),
        max(-6.0, min(6.0, rng.gauss(0, 2.5))),
        rng.uniform(1.6, 2.4),
    )


def tableau_strip(rng: random.Random, cards: Sequence[Card]) -> Placed:
    """The starting tableau just below row 0, touching no card."""
    for _ in range(60):
        y = -1.5 * CARD_MM - TABLEAU_MM[1] / 2 - rng.uniform(0, 8)
        at = Placed(rng.uniform(-3, 3), y, rng.uniform(-2, 2))
        if not any(overlap(outline(at, *TABLEAU_MM), outline(card.at)) for card in cards):
            return at
    return Placed(0.0, -1.5 * CARD_MM - TABLEAU_MM[1] / 2 - 12, 0.0)


def hold(rng: random.Random, tableau: bool, steep: bool) -> Pose:
    """How the phone is held: mostly from the player's side, sometimes any way round."""
    tilt = rng.uniform(40, 45) if steep else abs(rng.gauss(0, 19)) % 40
    usual = rng.random() < (0.6 if tableau else 0.8)
    azimuth = rng.gauss(0, 14) if usual else rng.uniform(-180, 180)
    return Pose(tilt, azimuth, rng.gauss(0, 5), rng.uniform(24, 35))


def framed(
    rng: random.Random,
    cards: Sequence[Card],
    tableau: Placed | None,
    pose: Pose,
    size: tuple[int, int],
    widest: float,
) -> View:
    """The camera over the display, all of it (and the tableau, if any) in the picture, at most `widest` of it wide."""
    points = [corner for card in cards for corner in card.corners()]
    if tableau is not None:
        points += [(x, y, 1.0) for x, y in outline(tableau, *TABLEAU_MM)]
    return frame(pose, points, rng.uniform(0.35, widest), size, rng)
