"""Paint a tabletop as its stage's camera sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from models.training.composite import things as flat
from models.training.composite.decks import tableau_picture
from models.training.composite.layout import CARD_MM, Laid, Pose
from models.training.composite.light import Floats
from models.training.composite.paint import Canvas, Slab, cast_on_card, cast_on_table, lay
from models.training.live.room import crooked, strip_pose
from models.training.live.stage import Stage
from models.training.live.tabletop import Tabletop
from models.training.live.things import (
    SHEET_MM,
    Top,
    block_poses,
    display_cards,
    face_card,
    open_matrix,
    pawn_spot,
    pawn_turn,
    pile_top,
)
from models.training.pawns import Lamp, Pawn, paint_pawns
from rules.crystalla.vocabulary import Crystal, Segment

STACK_MM = 9.0
"""Higher stacks of pieces are kept in several."""


def paint(stage: Stage, tabletop: Tabletop) -> Floats:
    """The table in linear light, BGR float32 (h, w, 3), before lens and sensor."""
    canvas = Canvas(stage.surface.copy(), stage.view, stage.light, stage.glosses)
    flats = [*_clutter(stage), *_strips(stage)]
    laid = [one for seat in range(len(stage.room.seats)) for one in display_cards(stage.room, tabletop, seat)]
    tops = [top for index in range(len(tabletop.heights)) if (top := pile_top(stage.room, tabletop, index))]
    cards = [_card(stage, one) for one in laid]
    piles = [slab for top in _far_first(stage, tops) for slab in _pile(stage, top)]
    cast_on_table(canvas, flats + cards + piles)
    for slab in flats + cards:
        lay(canvas, slab)
    pieces = [slab for one in laid for slab in _pieces(stage, one)]
    _raise(canvas, [*_stacks(stage, tabletop), *_open(stage, tabletop), *pieces])
    for slab in piles:
        lay(canvas, slab)
    light = stage.light
    lamp = Lamp(light.azimuth, light.elevation, light.softness, light.field)
    paint_pawns(canvas.pixels, stage.view.projection, tuple(_pawns(stage, tabletop)), lamp)
    return canvas.pixels


def _raise(canvas: Canvas, slabs: Sequence[Slab]) -> None:
    """Lay things of any outline, each with its shadow on what lies under it."""
    for slab in slabs:
        cast_on_card(canvas, slab)
        lay(canvas, slab)


def _thing(stage: Stage, *key: int) -> tuple[float, tuple[float, float, float]]:
    """Share of the light and gloss of one card, the same in every state."""
    rng = crooked(stage.room, 9, *key)
    sheen = (float(rng.normal(0, 25)), float(rng.normal(0, 25)), float(rng.uniform(0.7, 1.1)))
    return float(rng.uniform(0.95, 1.04)), sheen


def _key(pose: Pose) -> tuple[int, int, int]:
    return round(pose.x), round(pose.y), round(pose.degrees)


def _card(stage: Stage, one: Laid) -> Slab:
    face = flat.rounded(stage.deck.face(one.card.large, one.card.small), stage.radius)
    return Slab(face, one.pose.matrix(), 0, SHEET_MM, flat.PAPER, *_thing(stage, *_key(one.pose)))


def _pieces(stage: Stage, one: Laid) -> Iterator[Slab]:
    for piece in one.pieces:
        picture = stage.deck.piece(piece.segment, piece.crystal)
        matrix = one.pose.matrix() @ piece.within_card()
        yield Slab(picture, matrix, SHEET_MM, stage.piece_mm, (0.2, 0.2, 0.2))


def _pile(stage: Stage, top: Top) -> Iterator[Slab]:
    """The card on top, and below it blocks of cards that lie a little askew."""
    card = face_card(top.face.large, top.face.small)
    blocks = np.linspace(0, max(0.0, top.height_mm - SHEET_MM), 4)
    paper = np.full((32, 32, 4), 235, np.uint8)
    paper[..., 3] = 255
    for (base, end), pose in zip(pairwise(blocks), block_poses(stage.room, top), strict=True):
        if end > base:
            yield Slab(paper, pose.matrix(), float(base), float(end - base), flat.PAPER)
    face = flat.rounded(stage.deck.face(card.large, card.small), stage.radius)
    yield Slab(face, top.pose.matrix(), float(blocks[-1]), SHEET_MM, flat.PAPER, *_thing(stage, *_key(top.pose)))


def _far_first(stage: Stage, tops: list[Top]) -> list[Top]:
    return sorted(tops, key=lambda top: float(stage.view.project([(top.pose.x, top.pose.y)])[0, 1]))


def _pawns(stage: Stage, tabletop: Tabletop) -> Iterator[Pawn]:
    """The pawns where they stand, each with the paint and the turn that are its own."""
    style = stage.pawns
    for index, standing in enumerate(tabletop.standing):
        top = pile_top(stage.room, tabletop, index)
        for pawn in standing:
            spot = pawn_spot(stage.room, tabletop, index, pawn)
            rng = crooked(stage.room, 7, index, pawn.slot, pawn.colour)
            worn, slip, colour = float(rng.uniform(0.9, 1.05)), float(rng.uniform(0.92, 1)), stage.colours[pawn.colour]
            blue, green, red = (min(1.0, value * worn) for value in style.paints[colour])
            yield Pawn(
                style.kind, colour, (blue, green, red), spot.x, spot.y, top.height_mm if top else 0.0,
                pawn_turn(stage.room, index, pawn), style.width_mm * slip, style.height_mm * slip, gloss=style.gloss,
            )  # fmt: skip


def _strips(stage: Stage) -> Iterator[Slab]:
    for seat, colour in zip(stage.room.seats, stage.colours, strict=False):
        pose = strip_pose(seat)
        yield Slab(tableau_picture(colour), pose.matrix(), 0, 1.2, flat.PAPER, *_thing(stage, *_key(pose)))


def _open(stage: Stage, tabletop: Tabletop) -> Iterator[Slab]:
    for slot, piece in enumerate(tabletop.opened):
        if piece is not None:
            picture = stage.deck.piece(piece.shape, piece.crystal)
            yield Slab(picture, open_matrix(stage.room, slot, piece), 0, stage.piece_mm, (0.2, 0.2, 0.2))


def _stacks(stage: Stage, tabletop: Tabletop) -> Iterator[Slab]:
    """The face-down pieces: dark blocks in the outline of their shape."""
    for number, (segment, height) in enumerate(zip(Segment, tabletop.stacks, strict=True)):
        if height:
            outline = stage.deck.piece(segment, Crystal.HEMATITE)
            back = outline.copy()
            back[..., :3] = (70, 45, 35)
            x, y = stage.room.stacks.at(-28 + 56 * number, 0)
            pose = Pose(x, y, stage.room.stacks.degrees, (CARD_MM, CARD_MM))
            yield Slab(back, pose.matrix(), 0, min(height * stage.piece_mm, STACK_MM), (0.05, 0.04, 0.03))


def _clutter(stage: Stage) -> Iterator[Slab]:
    for number, spot in enumerate(stage.room.clutter):
        yield flat.clutter(crooked(stage.room, 6, number), spot.x, spot.y)
