"""One training scene of a table's middle: piles with pawns, open pieces beside them, and what else lies about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.geometry import map_points
from models.training import clutter, lighting
from models.training.art import Deck
from models.training.camera import FloatArray, Image, View, develop, look_at
from models.training.canvas import CARD_MM, Canvas, place
from models.training.pawns.arrange import Style, arrange, make_style
from models.training.pawns.paint import Light, make_lamp, paint_pawns, project
from models.training.pawns.shades import NAMES
from models.training.pawns.solids import Kind, Pawn
from models.training.reference import ReferenceDeck
from models.training.scene import lay_card
from models.training.tables import table
from rules.crystalla.vocabulary import Crystal, Segment
from vision.crystalla.pile_crop import PIECE_CENTRES

AnyDeck = Deck | ReferenceDeck
CRYSTALS = tuple(Crystal)
SEGMENTS = tuple(Segment)
REFERENCE_COLOURS = ("gray", "blue", "green", "orange")
ALIKE = {
    "gray": (Crystal.HEMATITE, Crystal.DIAMOND),
    "blue": (Crystal.TOURMALINE, Crystal.AMETHYST),
    "green": (Crystal.EMERALD, Crystal.TOURMALINE),
    "orange": (Crystal.CITRINE, Crystal.RUBY),
    "yellow": (Crystal.CITRINE,),
    "red": (Crystal.RUBY,),
    "purple": (Crystal.AMETHYST,),
    "black": (Crystal.HEMATITE,),
    "white": (Crystal.DIAMOND,),
}
"""Crystals in which a pawn of a colour is hard to see."""
ALIKE_SHARE = 0.45
GAMMA = 2.2
"""Scenes are painted in developed light, solids in linear light."""


@dataclass(frozen=True, slots=True, eq=False)
class PawnTruth:
    """One pawn: index of its colour's name, middle of its body and of its foot in pixels (2,), share to be seen."""

    colour: int
    middle: FloatArray
    foot: FloatArray
    shown: float


@dataclass(frozen=True, slots=True, eq=False)
class PieceTruth:
    """One open piece: 0 large or 1 small, and its card square (4, 2) in pixels, canonical order."""

    segment: int
    square: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class MiddleScene:
    """Picture (h, w, 3); `cover` (h, w): 0 free, 1 pawn, 2 something else above; card quads of the piles' tops."""

    picture: Image
    cover: Image
    piles: list[FloatArray]
    pawns: list[PawnTruth]
    pieces: list[PieceTruth]


def make_middles(rng: np.random.Generator, deck: AnyDeck, size: tuple[int, int], count: int) -> Iterator[MiddleScene]:
    """Draw a table of `size` (w, h) pixels so many times, with other pawns, another lamp and another lens each time.

    What is printed and what stands on it can be told apart only by seeing the same print with and without.
    """
    rows, columns = (2, 3) if rng.random() < 0.4 else (3, 3)
    pitch = CARD_MM + float(rng.choice([rng.uniform(2, 10), rng.uniform(8, 40)]))
    view = _frame(rng, pitch * columns, size)
    bare = Canvas(rng, view, table(rng, view.table_to_photo, *size))
    clutter.under(rng, bare, deck, deck)
    colours = _colours(rng)
    piles = _lay_piles(rng, bare, deck, rows, columns, pitch, colours)
    pieces = _lay_pieces(rng, bare, deck, piles, pitch)
    for number in range(count):
        canvas = copy(bare)
        canvas.light, canvas.veil = bare.light.copy(), np.zeros_like(bare.veil)
        if number:
            colours = colours if rng.random() < 0.5 else _colours(rng)
            piles = [pile if rng.random() < 0.3 else replace(pile, names=_names(rng, colours)) for pile in piles]
        pawns, owner = _stand_pawns(rng, canvas, piles)
        clutter.over(rng, canvas)
        hands = canvas.veil > 0
        lighting.shine(rng, canvas)
        cover = np.where(hands, 2, np.where(owner >= 0, 1, 0)).astype(np.uint8)
        yield MiddleScene(
            develop(rng, canvas.light),
            cover,
            [_project(view, pile) for pile in piles],
            list(_truths(view, pawns, owner, hands)),
            pieces,
        )


def _colours(rng: np.random.Generator) -> tuple[str, ...]:
    """The four colours of a game's pawns."""
    if rng.random() < 0.6:
        return REFERENCE_COLOURS
    return tuple(str(name) for name in rng.choice(NAMES, 4, replace=False))


def _names(rng: np.random.Generator, colours: Sequence[str]) -> tuple[str, ...]:
    """Colours of the pawns of one pile."""
    return tuple(str(name) for name in rng.choice(colours, _count(rng)))


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A pile: the pose (3, 3) of its top card, unit square to millimetres, its turn in degrees and its height."""

    pose: FloatArray
    turn_deg: float
    height_mm: float
    names: tuple[str, ...]
    """Colours of the pawns that stand on it."""

    @property
    def middle(self) -> FloatArray:
        """Where its middle lies, (2,) millimetres."""
        return map_points(self.pose, [(0.5, 0.5)])[0]


def _frame(rng: np.random.Generator, width_mm: float, size: tuple[int, int]) -> View:
    tilt = float(rng.uniform(0, 20) if rng.random() < 0.35 else rng.uniform(15, 50))
    focal = float(rng.uniform(0.65, 1.2))
    share = float(rng.uniform(0.35, 1.15))
    aim = rng.normal(0, 20, 2)
    # Half a turn about the line of sight: the near side of the table comes to lie at the bottom of the picture.
    return look_at(aim, width_mm * focal / share, tilt, rng.uniform(0, 360), rng.normal(180, 6), focal, size)


def _lay_piles(
    rng: np.random.Generator,
    canvas: Canvas,
    deck: AnyDeck,
    rows: int,
    columns: int,
    pitch: float,
    colours: Sequence[str],
) -> list[Pile]:
    care, gloss = float(rng.uniform(0.2, 2.5)), float(rng.choice([0.0, 0.0, 0.15]))
    flat = canvas.view
    piles = []
    for row in range(rows):
        for col in range(columns):
            centre = np.array([(col - (columns - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch])
            turn = float(rng.normal(0, care))
            pose = place(centre + rng.normal(0, 0.6 * care, 2), np.deg2rad(turn), CARD_MM)
            height = float(rng.uniform(0.3, 7)) if rng.random() > 0.04 else 0.0
            pile = Pile(pose, turn, height, _names(rng, colours))
            piles.append(pile)
            if height == 0.0:
                continue
            _lay_sides(rng, canvas, flat, pile)
            canvas.view = flat.raised(height)
            lay_card(rng, canvas, deck, pose, _crystals(rng, pile.names), 0.0, gloss=gloss, main=False)
    canvas.view = flat
    return piles


def _crystals(rng: np.random.Generator, names: Sequence[str]) -> npt.NDArray[np.int64]:
    """Which crystals a top card may show: now and then those in which its pawns are hardest to see."""
    alike = sorted({CRYSTALS.index(crystal) for name in names for crystal in ALIKE[name]})
    return np.array(alike) if alike and rng.random() < ALIKE_SHARE else np.arange(7)


def _lay_sides(rng: np.random.Generator, canvas: Canvas, flat: View, pile: Pile) -> None:
    """The cards under the top one, as pale sheets that lie a little askew."""
    for height in np.arange(0.5, pile.height_mm, 1.2):
        canvas.view = flat.raised(float(height))
        slip = place(rng.normal(0, 0.35, 2), 0.0, 1.0, centred=False)
        sheet = np.full((8, 8, 4), 255, np.uint8)
        sheet[..., :3] = rng.integers(120, 235)
        canvas.lay(slip @ pile.pose, sheet, thickness_mm=0.4, gloss=0.0)


def _lay_pieces(
    rng: np.random.Generator, canvas: Canvas, deck: AnyDeck, piles: Sequence[Pile], pitch: float
) -> list[PieceTruth]:
    """Open pieces in a loose row or heap beside the piles, and stacks of covered ones."""
    if rng.random() < 0.12:
        return []
    reach = max(float(np.abs(pile.middle).max()) for pile in piles)
    side = np.deg2rad(90.0 * int(rng.integers(4)))
    out, along = np.array([np.cos(side), np.sin(side)]), np.array([-np.sin(side), np.cos(side)])
    start = out * (reach + pitch * 0.5 + CARD_MM * float(rng.uniform(0.55, 0.9)))
    step = float(rng.uniform(0.75, 1.3)) * CARD_MM
    same = float(rng.uniform(0, 360)) if rng.random() < 0.6 else None
    found = []
    for slot in rng.permutation(6)[: int(rng.integers(3, 7))]:
        covered = rng.random() < 0.22
        centre = start + along * (slot - 2.5) * step + rng.normal(0, 4, 2)
        turn = float(rng.uniform(0, 360)) if same is None else same + float(rng.normal(0, 8))
        piece = _lay_piece(rng, canvas, deck, centre, turn, covered=covered)
        if not covered:
            found.append(piece)
    return found


def _lay_piece(
    rng: np.random.Generator, canvas: Canvas, deck: AnyDeck, centre: FloatArray, turn: float, *, covered: bool
) -> PieceTruth:
    which = int(rng.integers(2))
    segment = SEGMENTS[which]
    picture = deck.piece(segment, CRYSTALS[int(rng.integers(7))])
    if covered:
        back = deck.back().copy() if rng.random() < 0.5 else np.full_like(picture, int(rng.integers(30, 230)))
        back[..., 3] = picture[..., 3]
        picture = back
    inside = PIECE_CENTRES[segment.value]
    about = place(centre, np.deg2rad(turn), CARD_MM, centred=False)
    pose = about @ np.array([[1, 0, -inside[0]], [0, 1, -inside[1]], [0, 0, 1.0]])
    canvas.lay(pose, picture, thickness_mm=float(rng.uniform(4, 12) if covered else rng.uniform(0.8, 2.6)), gloss=0.0)
    return PieceTruth(which, canvas.project(pose))


def _stand_pawns(
    rng: np.random.Generator, canvas: Canvas, piles: Sequence[Pile]
) -> tuple[list[Pawn], npt.NDArray[np.int16]]:
    """Paint pawns on the piles; the owner map counts only what is a pawn."""
    style = make_style(rng, NAMES)
    other = make_style(rng, NAMES) if rng.random() < 0.15 else style
    pawns: list[Pawn] = []
    for pile in piles:
        pawns += _on_pile(rng, other if rng.random() < 0.5 else style, pile.names, pile)
    dice = [one for pile in piles if rng.random() < 0.03 for one in _on_pile(rng, _die(rng), ["white"], pile)]
    light: Light = np.clip(canvas.light, 0, None) ** np.float32(GAMMA)
    lamp = replace(make_lamp(rng), azimuth=float(np.arctan2(*canvas.sun[::-1])), white=_white(rng))
    painted = paint_pawns(light, canvas.view.projection(), [*pawns, *dice], lamp)
    canvas.light = light ** np.float32(1 / GAMMA)
    return pawns, np.where(painted.owner < len(pawns), painted.owner, -1).astype(np.int16)


def _white(rng: np.random.Generator) -> tuple[float, float, float]:
    level = float(rng.uniform(0.8, 1.0))
    return level, level, level


def _die(rng: np.random.Generator) -> Style:
    return make_style(rng, ("white", "black", "red"), Kind.DIE)


def _on_pile(rng: np.random.Generator, style: Style, names: Sequence[str], pile: Pile) -> list[Pawn]:
    x, y = (float(v) for v in pile.middle)
    return arrange(rng, style, names, (x, y), turn_deg=pile.turn_deg, base_mm=pile.height_mm)


def _count(rng: np.random.Generator) -> int:
    kind = rng.random()
    if kind < 0.25:
        return 0
    return int(rng.integers(1, 4) if kind < 0.75 else rng.integers(4, 7) if kind < 0.94 else rng.integers(7, 13))


def _truths(
    view: View, pawns: Sequence[Pawn], owner: npt.NDArray[np.int16], hands: npt.NDArray[np.bool_]
) -> list[PawnTruth]:
    if not pawns:
        return []
    projection = view.projection()
    middles = project(projection, np.array([pawn.middle_mm for pawn in pawns]))
    feet = project(projection, np.array([(pawn.x_mm, pawn.y_mm, pawn.base_mm) for pawn in pawns]))
    free = np.bincount(owner[(owner >= 0) & ~hands], minlength=len(pawns))
    scale = [np.sqrt(abs(np.linalg.det(_around(projection, pawn)))) for pawn in pawns]
    # What a pawn takes in the picture at least: its foot seen from straight above.
    whole = [0.7 * (pawn.width_mm * s) ** 2 for pawn, s in zip(pawns, scale, strict=True)]
    return [
        PawnTruth(NAMES.index(pawn.colour), middles[i], feet[i], float(min(1.0, free[i] / max(whole[i], 1.0))))
        for i, pawn in enumerate(pawns)
    ]


def _around(projection: FloatArray, pawn: Pawn) -> FloatArray:
    """(2, 2): pixels that a millimetre along x and y makes at a pawn's foot."""
    foot = np.array([pawn.x_mm, pawn.y_mm, pawn.base_mm])
    here, right, down = project(projection, foot + np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)]))
    return np.array([right - here, down - here])


def _project(view: View, pile: Pile) -> FloatArray:
    return map_points(view.raised(pile.height_mm).table_to_photo @ pile.pose, [(0, 0), (1, 0), (1, 1), (0, 1)])
