"""The poses of cards, pieces and pawns of a tabletop in a room; the same thing lies alike in every state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.composite.layout import CARD_MM, PIECE_CENTRE, Array, Laid, Piece, Pose, turn_matrix
from models.training.live.room import Room, Spot, crooked
from models.training.live.tabletop import Pawn, Tabletop
from rules.crystalla.components import Card
from rules.crystalla.faces import Face
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import PlacedCard
from rules.crystalla.vocabulary import Crystal, Segment

CRYSTALS = tuple(Crystal)
SHEET_MM = 0.42
"""Thickness of a card."""
PAWN_MM = 12.0
PAWN_GRID = (4, 3)
"""Places for pawns across and down a card."""


@dataclass(frozen=True, slots=True)
class Top:
    """A pile's top card: its clockwise quarter turns as seat 0 sees it, its pose, and how high the pile is."""

    index: int
    face: Face
    rotation: int
    pose: Pose
    height_mm: float


def display_cards(room: Room, tabletop: Tabletop, seat: int) -> list[Laid]:
    """The cards of a display with their pieces."""
    odd = {one.cell: one.covers for one in tabletop.odd if one.seat == seat}
    return [_laid(room, seat, card, odd.get(card.cell)) for card in tabletop.seen.displays[seat].cards]


def _laid(room: Room, seat: int, card: PlacedCard, odd: Segment | None) -> Laid:
    place, rotation = room.seats[seat], int(card.rotation or 0)
    rng = crooked(room, 1, seat, card.cell.row, card.cell.col, rotation, _code(card.large), _code(card.small))
    slip = np.clip(rng.normal(0, 0.7 * place.slip, 2), -2, 2)
    degrees = float(np.clip(rng.normal(0, 1.2 * place.slip), -3, 3))
    x, y = place.spot.at(
        (card.cell.col - 1.5) * place.pitch_mm + float(slip[0]), -card.cell.row * place.pitch_mm + float(slip[1])
    )
    pose = Pose(x, y, place.spot.degrees + 90 * rotation + degrees)
    return Laid(
        card.cell.row, card.cell.col, rotation, pose, face_card(card.large, card.small), _pieces(rng, card, odd)
    )


def face_card(large: Crystal | None, small: Crystal | None) -> Card:
    """A card to be painted; raises ValueError where a crystal is not known."""
    if large is None or small is None:
        raise ValueError(f"a card of {large} and {small} cannot be painted, both crystals must be known")
    return Card("", large, small, None)


def _code(crystal: Crystal | None) -> int:
    return len(CRYSTALS) if crystal is None else CRYSTALS.index(crystal)


def _pieces(rng: np.random.Generator, card: PlacedCard, odd: Segment | None) -> tuple[Piece, ...]:
    """The pieces on a card; the one that covers the segment `odd` is of the other shape."""
    out = []
    for segment in Segment:
        away, direction = rng.uniform(0, 2) / CARD_MM, rng.uniform(0, 2 * np.pi)
        degrees = float(rng.uniform(-3, 3))
        crystal = card.piece(segment)
        if crystal is not None:
            shift = np.array([away * np.cos(direction), away * np.sin(direction)])
            shape = segment
            if segment is odd:
                shape = Segment.SMALL if segment is Segment.LARGE else Segment.LARGE
                shift += np.array(PIECE_CENTRE[segment]) - PIECE_CENTRE[shape]
            out.append(Piece(shape, crystal, (float(shift[0]), float(shift[1])), degrees))
    return tuple(out)


def pile_top(room: Room, tabletop: Tabletop, index: int) -> Top | None:
    """The uppermost card of a pile, None on an empty place."""
    face, height = tabletop.seen.piles[index].top, tabletop.heights[index]
    if face is None:
        return None
    rng = crooked(room, 2, index, _code(face.large), _code(face.small))
    rotation = int(rng.integers(4))
    spot = room.pile(index)
    slip = np.clip(rng.normal(0, 1.2, 2), -3, 3)
    x, y = spot.at(float(slip[0]), float(slip[1]))
    degrees = spot.degrees + 90 * rotation + float(np.clip(rng.normal(0, 2.5), -6, 6))
    return Top(index, face, rotation, Pose(x, y, degrees), max(1, height) * SHEET_MM)


def block_poses(room: Room, top: Top) -> list[Pose]:
    """How three blocks of cards below the top one lie, the lowest first."""
    poses = []
    for number in range(3):
        rng = crooked(room, 5, top.index, number)
        slip, spot = rng.normal(0, 0.8, 2), room.pile(top.index)
        degrees = spot.degrees + float(rng.normal(0, 2))
        poses.append(Pose(spot.x + float(slip[0]), spot.y + float(slip[1]), degrees))
    return poses


def pawn_spot(room: Room, tabletop: Tabletop, index: int, pawn: Pawn) -> Spot:
    """Where a pawn stands."""
    rng = crooked(room, 3, index, pawn.slot, pawn.colour)
    across, down = PAWN_GRID
    row, col = divmod(pawn.slot, across)
    step = (CARD_MM - 1) / across, (CARD_MM - 4) / down
    shake = np.clip(rng.normal(0, 0.5, 2), -1, 1)
    pile = room.pile(index)
    x, y = pile.at(
        (col - (across - 1) / 2) * step[0] + float(shake[0]), (row - (down - 1) / 2) * step[1] + float(shake[1])
    )
    return Spot(x, y, pile.degrees + float(rng.normal(0, 6)))


def pawn_turn(room: Room, index: int, pawn: Pawn) -> float:
    """A pawn's clockwise turn in degrees."""
    return float(crooked(room, 8, index, pawn.slot, pawn.colour).uniform(0, 360))


def open_degrees(room: Room, slot: int, piece: CrystalPiece) -> float:
    """The clockwise turn of an open piece."""
    rng = crooked(room, 4, slot, _code(piece.crystal), int(piece.shape is Segment.LARGE))
    return float(rng.uniform(0, 360))


def open_matrix(room: Room, slot: int, piece: CrystalPiece) -> Array:
    """Affine (3, 3) from the square of the piece's picture to where it lies open."""
    x, y = room.open_place(slot)
    cx, cy = PIECE_CENTRE[piece.shape]
    scale = np.diag([CARD_MM, CARD_MM, 1.0]) @ np.array([[1, 0, -cx], [0, 1, -cy], [0, 0, 1.0]])
    return turn_matrix(open_degrees(room, slot, piece), (x, y)) @ scale
