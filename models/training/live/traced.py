"""Tell a tabletop to the path tracer, and see it with the path tracer's camera."""

from __future__ import annotations

import random
from dataclasses import asdict

import numpy as np

from models.training.composite.layout import CARD_MM, PIECE_CENTRE, Laid
from models.training.composite.view import View
from models.training.live.paint import STACK_MM
from models.training.live.room import Room, strip_pose
from models.training.live.stage import Stage
from models.training.live.tabletop import Tabletop
from models.training.live.things import (
    SHEET_MM,
    block_poses,
    display_cards,
    open_degrees,
    pawn_spot,
    pawn_turn,
    pile_top,
)
from models.training.pawns import Kind
from models.training.render.camera import Pose, frame
from models.training.render.camera import View as TracedView
from models.training.render.layout import Look
from rules.crystalla.vocabulary import Segment

Json = dict[str, object]
SIZE = (1280, 960)


def traced_view(room: Room, rng: random.Random) -> tuple[Pose, TracedView]:
    """A camera over the whole table, tilted little."""
    pose = Pose(rng.uniform(3, 22), rng.uniform(-8, 8), rng.gauss(0, 2), rng.uniform(26, 34))
    points = [(float(x), float(-y), 0.0) for x, y in room.hull()]
    return pose, frame(pose, points, 0.93, SIZE, rng)


def as_view(traced: TracedView, tilt_deg: float) -> View:
    """The same camera as the composer tells it: y towards the player."""
    rotation = np.array([traced.right, tuple(-c for c in traced.up), traced.forward])
    shift = -rotation @ np.array(traced.position)
    camera = np.array(
        [[traced.focal_px, 0, traced.width / 2], [0, traced.focal_px, traced.height / 2], [0, 0, 1]], dtype=float
    )
    flipped = rotation @ np.diag([1.0, -1.0, 1.0])
    return View(camera @ np.column_stack([flipped, shift]), (traced.width, traced.height), tilt_deg)


def tell(stage: Stage, tabletop: Tabletop, pose: Pose, view: TracedView, look: Look, seed: int) -> Json:
    """Everything that `models.training.render.whole_table` needs for one picture."""
    room = stage.room
    laid = [one for seat in range(len(room.seats)) for one in display_cards(room, tabletop, seat)]
    tops = [top for index in range(len(tabletop.heights)) if (top := pile_top(room, tabletop, index)) is not None]
    cards = [_card(one, 0.0, stage.piece_mm) for one in laid]
    cards += [
        _flat(top.pose.x, top.pose.y, top.pose.degrees)
        | {
            "z": top.height_mm - SHEET_MM,
            "large": str(top.face.large),
            "small": str(top.face.small),
            "pieces": [],
        }
        for top in tops
    ]
    piles = [
        _flat(block.x, block.y, block.degrees) | {"height": top.height_mm - SHEET_MM}
        for top in tops
        if top.height_mm > 2 * SHEET_MM
        for block in block_poses(room, top)[:1]
    ]
    return {
        "seed": seed,
        "view": asdict(view),
        "pose": asdict(pose),
        "look": asdict(look),
        "cards": cards,
        "piles": piles,
        "strips": [
            _flat(strip.x, strip.y, strip.degrees) | {"colour": colour}
            for strip, colour in zip(map(strip_pose, room.seats), stage.colours, strict=False)
        ],
        "open": [
            _flat(*room.open_place(slot), open_degrees(room, slot, piece))
            | _piece(piece.shape, str(piece.crystal), stage.piece_mm)
            for slot, piece in enumerate(tabletop.opened)
            if piece is not None
        ],
        "stacks": [
            _flat(*room.stacks.at(-28 + 56 * number, 0), room.stacks.degrees)
            | _piece(segment, None, min(height * stage.piece_mm, STACK_MM))
            for number, (segment, height) in enumerate(zip(Segment, tabletop.stacks, strict=True))
            if height
        ],
        "pawns": _pawns(stage, tabletop),
    }


def _flat(x: float, y: float, degrees: float) -> Json:
    return {"x": x, "y": -y, "turn": -degrees}


def _card(one: Laid, z: float, piece_mm: float) -> Json:
    pieces = [
        {
            "segment": str(piece.segment),
            "crystal": str(piece.crystal),
            "dx": piece.shift[0] * CARD_MM,
            "dy": -piece.shift[1] * CARD_MM,
            "turn": -piece.degrees,
            "thickness": piece_mm,
        }
        for piece in one.pieces
    ]
    faces = {"large": str(one.card.large), "small": str(one.card.small)}
    return _flat(one.pose.x, one.pose.y, one.pose.degrees) | faces | {"z": z, "pieces": pieces}


def _piece(segment: Segment, crystal: str | None, height: float) -> Json:
    x, y = PIECE_CENTRE[segment]
    middle = ((x - 0.5) * CARD_MM, (0.5 - y) * CARD_MM)
    return {"segment": segment.value, "crystal": crystal, "height": height, "middle": middle}


def _pawns(stage: Stage, tabletop: Tabletop) -> list[Json]:
    style, told = stage.pawns, []
    for index, standing in enumerate(tabletop.standing):
        top = pile_top(stage.room, tabletop, index)
        for pawn in standing:
            spot = pawn_spot(stage.room, tabletop, index, pawn)
            colour = style.paints[stage.colours[pawn.colour]]
            told.append(
                _flat(spot.x, spot.y, pawn_turn(stage.room, index, pawn))
                | {
                    "z": top.height_mm if top else 0.0,
                    "colour": _code(colour),
                    "kind": "cube" if style.kind is Kind.CUBE else "disc",
                    "width": style.width_mm,
                    "height": style.height_mm,
                }
            )
    return told


def _code(linear_bgr: tuple[float, float, float]) -> str:
    """The sRGB code of a linear colour."""
    return "".join(f"{round(255 * value ** (1 / 2.2)):02x}" for value in reversed(linear_bgr))
