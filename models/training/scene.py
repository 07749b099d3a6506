"""One training scene: a display of random art on a random table, seen by a random camera, with its truth.

Not used for any reported figure: test pictures come from other generators (`render/`, `composite.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from calibration.geometry import map_points
from models.training import clutter, lighting
from models.training.art import Deck
from models.training.camera import FloatArray, Image, View, develop, look_at
from models.training.canvas import CARD_MM, Canvas, place
from models.training.lookalikes import lay as lookalikes
from models.training.tables import table
from rules.crystalla.vocabulary import COLUMNS, ROWS, Crystal, Segment

CRYSTALS = tuple(Crystal)
DISPLAY_MM = 240.0
"""Width of a full display with its gaps."""
DISPLAYS, LOOK_ALIKES = 0.74, 0.93
"""Below the first a scene has a display, below the second only look-alikes, else other grids or single cards."""
SLOT_HEIGHT = 0.5
"""Height of the starting tableau in cards (28 mm of 56 mm)."""


@dataclass(slots=True)
class CardTruth:
    """A card as laid: `corners` (4, 2) photo pixels in canonical order TL, TR, BR, BL; effective crystals."""

    corners: FloatArray
    large: int
    small: int
    piece_large: bool
    piece_small: bool
    main: bool
    """Part of the largest display, not loose and not of another one."""


@dataclass(slots=True)
class Scene:
    """Picture (h, w, 3) and truth; `labels` (h, w): 0 other, 1 large, 2 small; `veil` (h, w): 255 hidden."""

    picture: Image
    labels: Image
    veil: Image
    cards: list[CardTruth] = field(default_factory=list)
    slots: list[FloatArray] = field(default_factory=list)
    """Card-sized virtual quads at the tableau's column marks, first edge away from the player."""
    decoys: list[FloatArray] = field(default_factory=list)
    """Quads of things that are no Crystalla card face."""


def columns_of(rng: np.random.Generator) -> list[int]:
    """Heights of the four columns: mostly full, else any 3 to 11 cards stacked from the player's side."""
    if rng.random() < 0.55:
        return [ROWS] * COLUMNS
    while True:
        heights = [int(v) for v in rng.integers(0, ROWS + 1, COLUMNS)]
        if 3 <= sum(heights) < ROWS * COLUMNS:
            return heights


def _frame(rng: np.random.Generator, size: tuple[int, int]) -> View:
    """A camera that mostly has the whole display in its picture, as people frame it."""
    for _ in range(30):
        tilt = rng.uniform(0, 25) if rng.random() < 0.45 else rng.uniform(20, 52)
        focal = rng.uniform(0.62, 1.1)
        share = rng.uniform(0.2, 1.0)
        aim = rng.normal(0, 0.12, 2) * DISPLAY_MM / share
        view = look_at(aim, DISPLAY_MM * focal / share, tilt, rng.uniform(0, 360), rng.uniform(-180, 180), focal, size)
        if rng.random() < 0.12 or _whole(view):
            break
    return view


def _whole(view: View) -> bool:
    half = np.array([(-1, -0.75), (1, -0.75), (1, 0.75), (-1, 0.75)]) * DISPLAY_MM / 2
    seen = map_points(view.table_to_photo, half)
    return bool((seen > 0).all() and (seen < (view.width, view.height)).all())


def _cells(rng: np.random.Generator, heights: list[int], gap_mm: float) -> list[FloatArray]:
    """Card poses (3, 3), unit square to millimetres, display centred on the origin, row 0 nearest +y."""
    pitch = CARD_MM + gap_mm
    crooked = rng.choice([0.3, 1.0, 1.6])
    poses = []
    for col, height in enumerate(heights):
        for row in range(height):
            centre = np.array([(col - 1.5) * pitch, (1.0 - row) * pitch]) + rng.normal(0, 0.55 * crooked, 2)
            poses.append(place(centre, np.deg2rad(rng.normal(0, crooked)), CARD_MM))
    return poses


def make_scene(rng: np.random.Generator, deck: Deck, other_deck: Deck, size: tuple[int, int]) -> Scene:
    """Draw one scene of `size` (w, h) pixels."""
    heights = columns_of(rng)
    view = _frame(rng, size)
    canvas = Canvas(rng, view, table(rng, view.table_to_photo, *size))
    gap = float(rng.choice([0.0, rng.uniform(0, 1.5), rng.uniform(0, 4.0)]))
    turn = place(np.zeros(2), rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else 0.0, 1.0, centred=False)
    scene_kind = rng.random()
    if scene_kind < DISPLAYS and rng.random() < 0.3:
        lookalikes.beside(rng, canvas, turn)
    elif DISPLAYS <= scene_kind < LOOK_ALIKES:
        lookalikes.lay_some(rng, canvas, turn, rng.normal(0, 30, 2))
    clutter.under(rng, canvas, deck, other_deck)
    if scene_kind < DISPLAYS:
        if rng.random() < 0.55:
            _lay_tableau(rng, canvas, turn, gap)
        poses = [turn @ pose for pose in _cells(rng, heights, gap)]
        _lay_cards(rng, canvas, deck, poses, main=True)
        if rng.random() < 0.12:
            away = place(rng.choice([-1, 1], 2) * rng.uniform(330, 420, 2), rng.uniform(0, 6.3), 1.0, centred=False)
            _lay_cards(rng, canvas, deck, [away @ pose for pose in _cells(rng, columns_of(rng), gap)], main=False)
    elif scene_kind >= LOOK_ALIKES:
        clutter.decoy_grid(rng, canvas, deck, turn, gap)
    clutter.over(rng, canvas)
    lighting.shine(rng, canvas)
    picture = develop(rng, canvas.light)
    return Scene(picture, canvas.labels, canvas.veil, canvas.cards, canvas.slots, canvas.decoys)


def _lay_cards(rng: np.random.Generator, canvas: Canvas, deck: Deck, poses: list[FloatArray], *, main: bool) -> None:
    order = rng.permutation(len(poses))
    pieces = rng.choice([0.0, 0.12, 0.4], p=[0.35, 0.5, 0.15])
    few = rng.random() < 0.25
    pool = rng.choice(7, int(rng.integers(2, 5)), replace=False) if few else np.arange(7)
    gloss = rng.uniform(0, 0.3) if rng.random() < 0.3 else 0.0
    for index in order:
        lay_card(rng, canvas, deck, poses[index], pool, pieces, gloss=gloss, main=main)


def lay_card(
    rng: np.random.Generator,
    canvas: Canvas,
    deck: Deck,
    pose: FloatArray,
    pool: npt.NDArray[np.int64],
    piece_share: float,
    *,
    gloss: float,
    main: bool,
) -> None:
    """Lay one random card, turned at random, with pieces on some segments."""
    large, small = (int(v) for v in rng.choice(pool, 2))
    turned = pose @ _quarter(int(rng.integers(4)))
    canvas.lay(turned, deck.face(CRYSTALS[large], CRYSTALS[small]), thickness_mm=0.4, gloss=gloss)
    canvas.label(turned, deck.large_mask, deck.small_mask)
    on = {Segment.LARGE: rng.random() < piece_share, Segment.SMALL: rng.random() < piece_share}
    effective = {Segment.LARGE: large, Segment.SMALL: small}
    for segment, covered in on.items():
        if not covered:
            continue
        effective[segment] = int((effective[segment] + rng.integers(1, 7)) % 7)
        shift = place(rng.normal(0, 0.7, 2) + turned[:2] @ [0.5, 0.5, 1.0], np.deg2rad(rng.normal(0, 1.2)), 1.0, False)
        home = place(-(turned[:2] @ [0.5, 0.5, 1.0]), 0.0, 1.0, centred=False)
        piece = deck.piece(segment, CRYSTALS[effective[segment]])
        canvas.lay(shift @ home @ turned, piece, thickness_mm=rng.uniform(0.8, 2.6), gloss=gloss)
    if canvas.inside(turned):
        canvas.cards.append(
            CardTruth(
                canvas.project(turned),
                effective[Segment.LARGE],
                effective[Segment.SMALL],
                on[Segment.LARGE],
                on[Segment.SMALL],
                main,
            )
        )


def _quarter(turns: int) -> FloatArray:
    """Turn the unit square clockwise (as seen, y down) about its middle by quarter turns."""
    angle = turns * np.pi / 2
    c, s = np.round([np.cos(angle), np.sin(angle)])
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    to_middle = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    return np.linalg.inv(to_middle) @ about @ to_middle


def _lay_tableau(rng: np.random.Generator, canvas: Canvas, turn: FloatArray, gap: float) -> None:
    """The strip on the player's side of row 0, and its four column marks as virtual card quads."""
    from models.training.reference import tableau_picture

    strip = tableau_picture(rng)
    distance = 1.5 * CARD_MM + gap + SLOT_HEIGHT * CARD_MM / 2 + rng.uniform(0, 3)
    centre = np.array([rng.normal(0, 2), distance])
    width = 4 * CARD_MM + 3 * min(gap, 1.0)
    angle = np.deg2rad(rng.normal(0, 1))
    about = place(centre, angle, 1.0, centred=False)
    stretch = np.diag([width, SLOT_HEIGHT * CARD_MM, 1.0])
    middle = np.array([[1, 0, -width / 2], [0, 1, -SLOT_HEIGHT * CARD_MM / 2], [0, 0, 1.0]])
    canvas.lay(turn @ about @ middle @ stretch, strip, thickness_mm=0.8, gloss=0.0)
    for col in range(COLUMNS):
        slot = turn @ about @ place(np.array([(col - 1.5) * width / COLUMNS, 0.0]), 0.0, CARD_MM)
        if canvas.inside(slot):
            canvas.slots.append(canvas.project(slot))
