"""Things that look like a display and are none, laid into photographs like the real ones."""

from __future__ import annotations

import numpy as np

from models.training.composite import things
from models.training.composite.cells import KINDS, Cell
from models.training.composite.finish import develop
from models.training.composite.layout import Pose, turn_matrix
from models.training.composite.light import Rng, estimate_light
from models.training.composite.paint import Canvas, Gloss, Slab, cast_on_table, lay
from models.training.composite.photos import make_table, pick_photo
from models.training.composite.scene import Scene, matching_blur
from models.training.composite.view import frame_view


def make_negative(index: int, photo_use: str, rng: Rng) -> Scene:
    """A grid of something else in a photograph; the kinds take turns by `index`. Its truth holds no cards."""
    name = tuple(KINDS)[index % len(KINDS)]
    kind = KINDS[name]
    table = make_table(pick_photo(photo_use, rng), rng)
    rows, columns = kind.shapes[int(rng.integers(len(kind.shapes)))]
    poses = _grid(rng, rows, columns, kind.size, kind.gap)
    shared = int(rng.integers(2**32))
    slabs = [
        Slab(
            kind.draw(Cell(rng, photo_use, row, col, shared)),
            pose.matrix(),
            0,
            kind.thick,
            things.PAPER,
            1.0 if kind.gap == 0 else float(rng.uniform(0.95, 1.04)),
        )
        for (row, col), pose in zip(np.ndindex(rows, columns), poses, strict=True)
    ]
    size = (table.linear.shape[1], table.linear.shape[0])
    tilt = float(rng.triangular(0, 15, 45))
    view = frame_view(np.vstack([pose.corners() for pose in poses]), size, tilt, float(rng.uniform(*kind.fill)), rng)
    canvas = Canvas(table.linear, view, estimate_light(table.linear, rng), _gloss(rng, size))
    cast_on_table(canvas, slabs)
    for slab in slabs:
        lay(canvas, slab)
    blur = matching_blur(table.enlarged, kind.size[0] * view.pixels_per_mm((poses[0].x, poses[0].y)), rng)
    truth: dict[str, object] = {"game": "crystalla", "cards": [], "kind": name, "photo": table.name}
    return Scene(develop(canvas.pixels, blur, rng), {**truth, "tilt_deg": round(tilt, 1)})


def _gloss(rng: Rng, size: tuple[int, int]) -> tuple[Gloss, ...]:
    x, y = rng.uniform(0.2, 0.8, 2) * size
    reach = float(0.15 * max(size))
    return (Gloss((float(x), float(y)), (reach, 0.6 * reach), float(rng.uniform(0, 180)), float(rng.uniform(0, 0.1))),)


def _grid(rng: Rng, rows: int, columns: int, size: tuple[float, float], gap: float) -> list[Pose]:
    turn = float(rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(-180, 180))
    care = float(rng.uniform(0, 1)) if gap > 0 else 0.0
    out = []
    for row, col in np.ndindex(rows, columns):
        place = np.array([col * (size[0] + gap), row * (size[1] + gap)]) + rng.normal(0, 0.5 * care, 2)
        x, y = turn_matrix(turn, (0, 0))[:2, :2] @ place
        out.append(Pose(float(x), float(y), turn + float(rng.normal(0, care)), size))
    return out
