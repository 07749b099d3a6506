"""Everything about a filmed table that stays while a game goes on: cloth, lamp, camera, copy of the game, set-up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.composite.decks import Deck
from models.training.composite.layout import CARD_MM
from models.training.composite.light import Floats, Light, Rng, estimate_light, to_linear
from models.training.composite.paint import Gloss
from models.training.composite.photos import make_wide_table, pick_photo
from models.training.composite.scene import matching_blur
from models.training.composite.view import View, frame_view
from models.training.live.room import Room, draw_room
from models.training.pawns import Kind, Style, make_style
from models.training.tables import painted

FULL_HD = (1920, 1080)
MAKES = {Kind.CUBE: 0.5, Kind.DISC: 0.3, Kind.PAPER: 0.08, Kind.FIGURE: 0.06, Kind.PEG: 0.06}
"""What pawns are (issue 4: cubes or discs), and how often."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A set-up under a fixed camera. `surface` is the bare table, linear BGR (h, w, 3)."""

    room: Room
    view: View
    light: Light
    glosses: tuple[Gloss, ...]
    surface: Floats
    surface_name: str
    blur_px: float
    deck: Deck
    pawns: Style
    colours: tuple[str, ...]
    """Colours of the seats, with 3 players the neutral one behind them."""
    piece_mm: float
    radius: float


def draw_stage(
    rng: Rng, colours: tuple[str, ...], players: int, deck: Deck, photo_use: str, size: tuple[int, int] = FULL_HD
) -> Stage:
    """A random set-up for so many players, on a photograph of one use or, as often, on a painted cloth."""
    room = draw_room(rng, players)
    tilt = float(rng.triangular(0, 12, 40))
    view = frame_view(room.hull(), size, tilt, float(rng.uniform(0.9, 0.975)), rng)
    surface, name, enlarged = _surface(rng, view, photo_use)
    card_px = CARD_MM * view.pixels_per_mm((room.middle.x, room.middle.y))
    return Stage(
        room=room,
        view=view,
        light=estimate_light(surface, rng),
        glosses=_glosses(rng, view, room),
        surface=surface,
        surface_name=name,
        blur_px=matching_blur(enlarged, card_px, rng),
        deck=deck,
        pawns=make_style(rng, colours, _make(rng)),
        colours=colours,
        piece_mm=float(rng.uniform(1.2, 2.2)),
        radius=float(rng.uniform(0.02, 0.07)) if rng.random() < 0.5 else 0.0,
    )


def plain_stage(rng: Rng, room: Room, view: View, deck: Deck, colours: tuple[str, ...]) -> Stage:
    """A set-up whose pictures come from elsewhere: only what lies where, the camera and the pawns matter."""
    surface = np.full((view.size[1], view.size[0], 3), 0.4, np.float32)
    kind = Kind.CUBE if rng.random() < 0.6 else Kind.DISC
    return Stage(
        room, view, estimate_light(surface, rng), (), surface, "path-traced", 0.6, deck,
        make_style(rng, colours, kind), colours, 1.8, 0.0,
    )  # fmt: skip


def _make(rng: Rng) -> Kind:
    kinds = tuple(MAKES)
    return kinds[int(rng.choice(len(kinds), p=tuple(MAKES.values())))]


def _surface(rng: Rng, view: View, photo_use: str) -> tuple[Floats, str, float]:
    """The bare table, its name, and how much it was enlarged."""
    if rng.random() < 0.5:
        table = make_wide_table(pick_photo(photo_use, rng), view.size, rng)
        return table.linear, table.name, table.enlarged
    codes = np.clip(painted(rng, view.plane(0), *view.size) * 255, 0, 255).astype(np.uint8)
    return to_linear(codes), "painted", 1.5


def _glosses(rng: Rng, view: View, room: Room) -> tuple[Gloss, ...]:
    """Faint reflections of windows and lamps anywhere on the table."""
    span = float(np.max(np.ptp(view.project(room.hull()), axis=0)))
    out = []
    for _ in range(int(rng.integers(0, 3))):
        centre = rng.uniform((0, 0), view.size)
        radii = span * rng.uniform(0.05, 0.2, 2)
        place = (float(centre[0]), float(centre[1]))
        strength, degrees = float(rng.uniform(0, 0.1)), float(rng.uniform(0, 180))
        out.append(Gloss(place, (float(radii[0]), float(radii[1])), degrees, strength))
    return tuple(out)
