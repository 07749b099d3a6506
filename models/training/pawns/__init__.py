"""Playing pieces for training pictures: cubes, discs, pegs, figures and paper discs, painted as solids in perspective.

    placed = arrange(rng, names=("gray", "blue"), middle=(x_mm, y_mm), turn_deg=0.0, base_mm=0.4)
    painted = paint_pawns(pixels, projection, placed, make_lamp(rng))

`pixels` is linear BGR float32 and changes in place; `projection` (3, 4) maps millimetres (x right, y down as seen from
above, z up, 1) to pixels, as `models.training.composite.view.View.projection` does. `painted.shown` tells what share of
each pawn the others leave to be seen, `painted.owner` which pawn each pixel shows.
"""

from models.training.pawns.arrange import Style, arrange, make_style
from models.training.pawns.paint import Lamp, Painted, make_lamp, paint_pawns
from models.training.pawns.shades import NAMES, random_paint
from models.training.pawns.solids import Kind, Pawn

__all__ = [
    "NAMES",
    "Kind",
    "Lamp",
    "Painted",
    "Pawn",
    "Style",
    "arrange",
    "make_lamp",
    "make_style",
    "paint_pawns",
    "random_paint",
]
