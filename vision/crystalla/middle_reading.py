"""Reads the piles whose places are known, with the pawns on them, and the crystals of the open pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import FloatArray, Quad, map_points
from rules.crystalla.vocabulary import Cell, Crystal
from vision.crystalla.cards import Look, look, tokens_of
from vision.crystalla.crop import CARD_PX, CROP_PX, cut, photo_to_crop
from vision.crystalla.decode import Decoder
from vision.crystalla.fine_copy import fine_copy
from vision.crystalla.open_pieces import PIECE_SURE, SEGMENTS, FoundPiece
from vision.crystalla.pawn_odds import Odds, together
from vision.crystalla.pawns import EDGE, SEEN, Count, PawnColours, PileLook, SeenPawn
from vision.crystalla.reading import CardReading, Ranked, SegmentReading
from vision.crystalla.table_reading import (
    MiddleLayout,
    OpenPieceReading,
    PawnReading,
    PileReading,
    Place,
    TopReading,
)
from vision.onnx import Network

Image = npt.NDArray[np.uint8]

IS_CARD, SURELY, SURELY_NOT = 0.5, 0.92, 0.08
"""A place with a likelier look than the first has a top card, for pawns make it less likely; and when that is sure."""
SHADED, HIDDEN = 0.35, 0.62
"""Shares of a segment hidden by pawns from which it is in doubt, and from which it is left open."""
CROWDED = 0.3
"""Where pawns hide more of a place than this, a card that is not recognised may yet lie there."""
SPECK, WIPE_PX = 0.012, 7
"""Least share of a card that pawns must hide to be wiped away, and how much wider than seen they are wiped."""
UNREAD: Ranked[Crystal] = Ranked((), doubtful=True)


def wiped(network: Network, picture: Image, looks: Sequence[tuple[Look, PileLook]]) -> list[Look]:
    """The looks at piles' cards with new tokens, as if what lies round the pawns covered them.

    A green pawn on a pale crystal would make it an emerald.
    """
    cards = [card for card, _ in looks]
    crops, chosen = [], []
    fine = fine_copy(picture, [card.corners for card in cards])
    for index, (card, pile) in enumerate(looks):
        hidden = pile.cover[0] > SEEN
        if card.is_card > IS_CARD and hidden.mean() > SPECK:
            crop = cut(fine.picture, photo_to_crop(fine.inside(card.corners)))
            mask = np.zeros(crop.shape[:2], np.uint8)
            edge = (CROP_PX - CARD_PX) // 2
            mask[edge:-edge, edge:-edge] = cv2.resize(hidden.astype(np.uint8) * 255, (CARD_PX, CARD_PX))
            mask = np.asarray(cv2.dilate(mask, np.ones((WIPE_PX, WIPE_PX), np.uint8)), np.uint8)
            crops.append(cv2.inpaint(crop, (mask > 100).astype(np.uint8), 3, cv2.INPAINT_TELEA))
            chosen.append(index)
    if crops:
        tokens = tokens_of(network, np.stack(crops)).reshape(len(crops), 2, -1)
        for index, pair in zip(chosen, tokens, strict=True):
            cards[index] = replace(cards[index], tokens=pair)
    return cards


def read_piles(
    decoder: Decoder,
    colours: PawnColours,
    layout: MiddleLayout,
    looks: Mapping[Place, tuple[Look, PileLook]],
    bare: Mapping[Place, Look],
    to_full: float,
) -> tuple[PileReading, ...]:
    """All piles, row by row; their top cards are read together, with the pawns wiped away (`bare`).

    A segment that reads otherwise with the pawns is in doubt.
    """
    cards = {Cell(*place): card for place, (card, _) in looks.items() if card.is_card > IS_CARD}
    read: dict[Place, CardReading] = {}
    if cards:
        without = decoder.cards({cell: bare[cell.row, cell.col] for cell in cards}, to_full)
        both = zip(without, decoder.cards(cards, to_full), strict=True)
        read = {(card.cell.row, card.cell.col): _agreed(card, other) for card, other in both}
    inverse: FloatArray = np.asarray(np.linalg.inv(layout.grid_to_photo), dtype=float)
    standing = {
        place: [pawn for pawn in pile.pawns if _stands_on(inverse, layout, place, pawn, to_full)]
        for place, (_, pile) in looks.items()
    }
    counted = _counted(colours, looks, standing)
    return tuple(
        _pile(colours, layout, place, looks[place], standing[place], counted[place], read.get(place), to_full)
        for place in sorted(looks)
    )


Counted = tuple[Odds, Count]
"""What a pile alone tells of its pawns, and the count that all piles together tell."""


def _counted(
    colours: PawnColours,
    looks: Mapping[Place, tuple[Look, PileLook]],
    standing: Mapping[Place, Sequence[SeenPawn]],
) -> dict[Place, Counted]:
    hidden = {place: pile.hidden for place, (_, pile) in looks.items()}
    alone = {place: colours.odds(pawns, hidden[place]) for place, pawns in standing.items()}
    both = zip(alone.items(), together(list(alone.values())), strict=True)
    return {place: (odds, colours.count(sharper, hidden[place])) for (place, odds), sharper in both}


def _agreed(card: CardReading, other: CardReading) -> CardReading:
    large, small = (
        segment if segment.crystal.best == twin.crystal.best else _doubted(segment)
        for segment, twin in ((card.large, other.large), (card.small, other.small))
    )
    return replace(card, large=large, small=small)


def _doubted(segment: SegmentReading) -> SegmentReading:
    return replace(segment, crystal=replace(segment.crystal, doubtful=True))


def _stands_on(inverse: FloatArray, layout: MiddleLayout, place: Place, pawn: SeenPawn, to_full: float) -> bool:
    """Whether a pawn's foot lies on this pile rather than on the next one or on the table."""
    column, row = map_points(inverse, [pawn.foot * to_full])[0]
    nearest = (round(float(np.clip(row, 0, layout.rows - 1))), round(float(np.clip(column, 0, layout.columns - 1))))
    return nearest == place and bool(np.abs(pawn.on_card).max() < 0.5 + EDGE)


def _pile(
    colours: PawnColours,
    layout: MiddleLayout,
    place: Place,
    looked: tuple[Look, PileLook],
    pawns: Sequence[SeenPawn],
    counted: Counted,
    read: CardReading | None,
    to_full: float,
) -> PileReading:
    (card, pile), (odds, count) = looked, counted
    crowded = read is None and float((pile.cover[0] > SEEN).mean()) > CROWDED
    quad = Quad.from_array(layout.quad_at(place))
    top = _crowded_top(quad, card) if crowded else None if read is None else _top(read, pile)
    clear_top = top is not None and not _doubtful(top) and card.is_card > SURELY
    bare = top is None and card.is_card < SURELY_NOT and pile.hidden < SEEN
    return PileReading(
        place,
        Quad.from_array(card.corners * to_full) if read is not None else quad,
        top,
        count.of_colour if count.sure else None,
        tuple(_pawn(colours, pawn, to_full) for pawn in pawns if colours.is_pawn(pawn)),
        (clear_top or bare) and count.sure,
        tuple(tuple(float(share) for share in each) for each in odds),
    )


def _pawn(colours: PawnColours, pawn: SeenPawn, to_full: float) -> PawnReading:
    shares = colours.shares(pawn)
    x, y = (float(value) for value in pawn.foot * to_full)
    return PawnReading(int(shares.argmax()), colours.probability(pawn) * float(shares.max()), (x, y))


def _crowded_top(quad: Quad, card: Look) -> TopReading:
    nothing = SegmentReading(UNREAD, None)
    return TopReading(quad, Ranked((), doubtful=True), nothing, nothing, card.is_card)


def _doubtful(top: TopReading) -> bool:
    return any(segment.crystal.doubtful for segment in (top.large, top.small))


def _top(read: CardReading, pile: PileLook) -> TopReading:
    """The card with what pawns hide of it left open."""
    turn = int(read.rotation.best) if read.rotation.best is not None else 0
    hidden = np.rot90((pile.cover > SEEN).any(0), turn)  # turned back to the canonical orientation
    below = np.tri(len(hidden), dtype=bool)
    large, small = (
        _shaded(segment, float(hidden[region].mean()))
        for segment, region in ((read.large, below), (read.small, ~below))
    )
    return TopReading(read.quad, read.rotation, large, small, read.is_card)


def _shaded(segment: SegmentReading, hidden: float) -> SegmentReading:
    if hidden > HIDDEN:
        return SegmentReading(UNREAD, None)
    if hidden > SHADED:
        return _doubted(segment)
    return segment


def read_open(
    network: Network,
    decoder: Decoder,
    picture: Image,
    pieces: Sequence[FoundPiece],
    context: Sequence[Look],
    to_full: float,
) -> tuple[OpenPieceReading, ...]:
    """The crystals of open pieces, read among the table's cards; large ones first, then by crystal."""
    if not pieces:
        return ()
    looks = look(network, picture, [piece.square for piece in pieces], refine=False)
    tokens = np.stack([
        seen.tokens[SEGMENTS.index(piece.segment)] for seen, piece in zip(looks, pieces, strict=True)
    ])  # fmt: skip
    others = [seen.tokens for seen in context if seen.is_card > IS_CARD]
    around = np.concatenate(others) if others else np.empty((0, tokens.shape[1]), tokens.dtype)
    segments = [
        segment if piece.heat > PIECE_SURE else _doubted(segment)
        for piece, segment in zip(pieces, decoder.segments(tokens, around), strict=True)
    ]
    read = [
        OpenPieceReading(piece.segment, segment.crystal, Quad.from_array(piece.square * to_full))
        for piece, segment in zip(pieces, segments, strict=True)
    ]
    return tuple(sorted(read, key=lambda piece: (SEGMENTS.index(piece.segment), _rank(piece.crystal))))


def _rank(crystal: Ranked[Crystal]) -> int:
    return len(Crystal) if crystal.best is None else list(Crystal).index(crystal.best)
