"""Finds where everything lies on a table: the displays round the piles, seat by seat, and the piles themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, map_points
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell
from vision.crystalla.apart import apart
from vision.crystalla.belief import CARD_LOG_ODDS, log_odds, weighed
from vision.crystalla.cards import Look, look
from vision.crystalla.lattice import Fit, Grid, Place, absorbed, fit, fit_flat, grids
from vision.crystalla.locate import Detection, Found
from vision.crystalla.middle import SHAPES, PileGrid, pile_grids, plausibility
from vision.crystalla.open_pieces import FoundPiece
from vision.crystalla.orient import DOWN, Seat, seat_of
from vision.crystalla.pawns import PawnColours, look_at_piles
from vision.crystalla.plane import plane_of
from vision.crystalla.reader import SMALLEST_DISPLAY
from vision.crystalla.table_reading import DisplayLayout
from vision.onnx import Network

Image = npt.NDArray[np.uint8]

MOST_SEATS = 4
LIKELIEST = 5
"""So many lattices are searched for pawns."""
PAWN_WEIGHT, MOST_PAWNS = 0.6, 12
"""What a pawn on a lattice's cards adds to its plausibility, and how many pawns count."""
DISBELIEVED = 0.4
"""What a card that the card network does not believe in takes from it: pawns may hide one, but rarely many."""
FEWEST_PAWNS, LEAST_SCORE = 1.6, 2.6
"""In a game 6 or 12 pawns stand on the piles, each counted by its probability; part of a display scores less."""
FARTHEST = 1.16
"""Neighbours in a display lie no further apart, in card sides: two displays side by side are not one."""
OFF_LATTICE = 0.16
"""How far from a display's lattice a card beyond a gap may lie, as a share of its way to the nearest card."""
PIECE_NEAR = 0.55
"""A card nearer to the middle of an open piece than this, in card sides, is that piece."""
AGREED = 0.3
"""A card that the card network finds this likely has the corners that it found: the locator's are rough."""
ON_PILE = 0.6
"""A card nearer to a pile's middle than this, in card sides, is that pile's."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundDisplay:
    """A display's cards as a grid, and the side that its player sits at."""

    grid: Grid
    seat: Seat

    @property
    def centre(self) -> FloatArray:
        """The middle of its cards, (2,)."""
        return np.asarray(np.mean([card.centre for card in self.grid.cards.values()], axis=0))

    def layout(self, to_full: float) -> DisplayLayout:
        """Where its cells lie in full-resolution pixels."""
        # The far left cell, the one on its right and the one nearer the player span the display's own axes.
        corner, right, near = (np.array(self.seat.place(cell)) for cell in (Cell(2, 0), Cell(2, 1), Cell(1, 0)))
        own_to_lattice = np.eye(3)
        own_to_lattice[:2] = np.column_stack([right - corner, near - corner, corner])
        matrix = np.diag([to_full, to_full, 1.0]) @ self.grid.lattice_to_photo @ own_to_lattice
        return DisplayLayout(matrix, self.grid.card_share)


def find_middle(
    network: Network,
    colours: PawnColours,
    picture: Image,
    refined: Sequence[tuple[Detection, Look]],
    players: int | None,
) -> PileGrid | None:
    """The lattice of cards that looks most like the piles and carries pawns; None when none carries any."""
    shapes = SHAPES if players is None else SHAPES[1:] if players == 2 else SHAPES[:1]
    disbelieved = {id(card) for card, seen in refined if seen.is_card < AGREED}
    found = [
        (plausibility(grid) - DISBELIEVED * sum(id(card) in disbelieved for card in grid.cards.values()), grid)
        for grid in pile_grids([card for card, _ in refined], shapes)
    ]
    best: tuple[float, PileGrid] | None = None
    for plausible, grid in sorted(found, key=lambda each: -each[0])[:LIKELIEST]:
        looks = look_at_piles(network, picture, list(grid.quads().values()))
        likely = (colours.probability(pawn) for seen in looks for pawn in seen.pawns if colours.is_pawn(pawn))
        pawns = sum(likely)
        score = plausible + PAWN_WEIGHT * min(pawns, MOST_PAWNS)
        if pawns >= FEWEST_PAWNS and score > max(LEAST_SCORE, best[0] if best else 0.0):
            best = score, grid
    return None if best is None else best[1]


Believed = dict[Detection, float]
"""Cards with the probability that locator and card network give together."""


def refined_cards(network: Network, picture: Image, found: Found) -> list[tuple[Detection, Look]]:
    """Everything that the locator took for a card, with the card network's look at it and, where it agrees, corners."""
    looks = look(network, picture, [card.corners for card in found.cards])
    return [
        (Detection(seen.corners if seen.is_card > AGREED else card.corners, card.heat), seen)
        for seen, card in zip(looks, found.cards, strict=True)
    ]


def believed_cards(refined: Sequence[tuple[Detection, Look]], middle: PileGrid | None) -> Believed:
    """Everything beside the piles that both networks take for a card."""
    beside = (
        (card, weighed(seen, card.heat)) for card, seen in refined if middle is None or not _on_piles(middle, card)
    )
    return {card: seen.is_card for card, seen in beside if log_odds(seen.is_card) > CARD_LOG_ODDS}


def fit_on_table(believed: Believed, middle: PileGrid | None) -> Fit:
    """How displays' lattices are fitted: as squares of the table's plane, where enough cards tell it."""
    piles = [] if middle is None else list(middle.cards.values())
    plane = plane_of([card.corners for card in (*believed, *piles)])
    if plane is None:
        return fit

    def fitted(cards: dict[Place, Detection]) -> Grid:
        seen = {place: Detection(map_points(plane, card.corners), card.heat) for place, card in cards.items()}
        flat = fit_flat(seen)
        return Grid(cards, np.asarray(np.linalg.inv(plane) @ flat.lattice_to_photo), flat.card_share)

    return fitted


def display_grids(believed: Believed, players: int | None, fitted: Fit) -> list[Grid]:
    """The grids of most cards, three or more, by how much each is believed."""
    joined = grids(tuple(believed), FARTHEST, (ROWS, COLUMNS), fitted=fitted)
    single = [part for grid in joined for part in apart(grid, (ROWS, COLUMNS), fitted)]
    found = [grid for grid in single if len(grid.cards) >= SMALLEST_DISPLAY]
    found.sort(key=lambda grid: -sum(believed[card] for card in grid.cards.values()))
    return found[: players or MOST_SEATS]


def find_displays(
    joined: Sequence[Grid],
    believed: Believed,
    found: Found,
    middle: PileGrid | None,
    pieces: Sequence[FoundPiece],
    players: int | None,
    fitted: Fit,
) -> list[FoundDisplay]:
    """Displays round the piles, clockwise from the one nearest the picture's lower edge.

    Cards beyond a gap that lie on a display's lattice are taken in, but what is an open piece is none. Where `players`
    have more displays than were joined, two neighbours with a card beyond a gap are one too.
    """
    used = {id(card) for grid in joined for card in grid.cards.values()}
    spare = [card for card in believed if id(card) not in used and not _is_piece(card, pieces)]
    centre = None if middle is None else map_points(middle.grid_to_photo, [_half(middle)])[0]
    pairs = [grid for grid in grids(tuple(spare), FARTHEST, (ROWS, COLUMNS), fitted=fitted) if len(grid.cards) > 1]
    displays: list[FoundDisplay] = []
    for grid in (*joined, *pairs[: max(0, (players or 0) - len(joined))]):
        whole = absorbed(grid, spare, OFF_LATTICE, (ROWS, COLUMNS), fitted)
        if len(whole.cards) >= SMALLEST_DISPLAY:
            spare = [card for card in spare if card not in whole.cards.values()]
            displays.append(_seated(whole, believed, found, centre))
    middles = [display.centre for display in displays]
    about = centre if centre is not None else np.mean(middles, axis=0) if middles else np.zeros(2)
    return sorted(displays, key=lambda display: _clockwise(display.centre - about))


def _is_piece(card: Detection, pieces: Sequence[FoundPiece]) -> bool:
    return any(np.hypot(*(piece.middle - card.centre)) < PIECE_NEAR * card.side_px for piece in pieces)


def _half(middle: PileGrid) -> tuple[float, float]:
    return (middle.columns - 1) / 2, (middle.rows - 1) / 2


def _on_piles(middle: PileGrid, card: Detection) -> bool:
    inside = map_points(np.linalg.inv(middle.grid_to_photo), [card.centre])[0]
    away = np.abs(inside - [(column, row) for row, column in middle.places]).max(axis=1)
    return bool(away.min() < ON_PILE * middle.card_share)


def _seated(grid: Grid, believed: Believed, found: Found, centre: FloatArray | None) -> FoundDisplay:
    """With the side that the tableau tells, or the one away from the piles."""
    weights: dict[Place, float] = {place: believed.get(card, 0.5) for place, card in grid.cards.items()}
    near = DOWN
    if centre is not None:
        near = np.mean([card.centre for card in grid.cards.values()], axis=0) - centre
    return FoundDisplay(grid, seat_of(grid, weights, found.marks, near))


def _clockwise(away: FloatArray) -> float:
    """Angle from the picture's lower edge, clockwise as seen, 0 to 2 pi; an eighth turn before it counts as there."""
    angle = float(np.arctan2(-away[0], away[1]))
    return (angle + np.pi / 4) % (2 * np.pi)
