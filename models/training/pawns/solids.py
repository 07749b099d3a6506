"""The shapes of pawns as polygons in millimetres: chamfered cubes, discs, turned pegs, figures, paper discs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from models.training.pawns.shades import Paint

Points = npt.NDArray[np.float64]
ROUND = 22
"""Sides of what is round."""


class Kind(StrEnum):
    """The makes of pawns; a die is none but looks much like a cube."""

    CUBE = "cube"
    DISC = "disc"
    PEG = "peg"
    FIGURE = "figure"
    PAPER = "paper"
    DIE = "die"


@dataclass(frozen=True, slots=True)
class Pawn:
    """One pawn: its colour's name, its paint, the middle of its foot, its clockwise turn and its measures."""

    kind: Kind
    colour: str
    paint: Paint
    x_mm: float
    y_mm: float
    base_mm: float
    turn_deg: float
    width_mm: float
    height_mm: float
    lying: bool = False
    """On its side; only pegs and figures differ then."""
    gloss: float = 0.1

    @property
    def middle_mm(self) -> tuple[float, float, float]:
        """The middle of its body."""
        return self.x_mm, self.y_mm, self.base_mm + self.rise_mm / 2

    @property
    def rise_mm(self) -> float:
        """How far it reaches above its base as it stands or lies."""
        if not self.lying:
            return self.height_mm
        return self.width_mm * (0.5 if self.kind is Kind.FIGURE else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A flat polygon (n, 3) of a solid with its outward normal (3,); `tone` scales the paint."""

    points: Points
    normal: Points
    tone: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """All polygons of a pawn: corners one after the other (n, 3), where each polygon begins, normals and tones."""

    points: Points
    starts: npt.NDArray[np.intp]
    normals: Points
    tones: Points

    def centres(self) -> Points:
        """The middle of every face, (faces, 3)."""
        counts = np.diff([*self.starts, len(self.points)])
        return np.asarray(np.add.reduceat(self.points, self.starts, axis=0) / counts[:, None])


def solid_of(pawn: Pawn) -> Solid:
    """A pawn where it stands, millimetres x right, y down, z up."""
    unit = _unit(pawn.kind)
    scale = np.array([pawn.width_mm, pawn.width_mm, pawn.height_mm])
    lift = 0.0
    if pawn.lying:
        lift = pawn.rise_mm / 2
    turn = _pose(pawn)
    normals = unit.normals / scale
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    points = unit.points * scale - (0, 0, pawn.height_mm / 2 if pawn.lying else 0.0)
    shift = np.array([pawn.x_mm, pawn.y_mm, pawn.base_mm + lift])
    return Solid(points @ turn.T + shift, unit.starts, normals @ turn.T, unit.tones)


@cache
def _unit(kind: Kind) -> Solid:
    """The solid of a kind, one wide and one high, its foot's middle in the origin."""
    if kind in (Kind.CUBE, Kind.DIE):
        faces = _chamfered(1.0, 1.0, 1.0, 0.09) + (_pips(1.0, 1.0) if kind is Kind.DIE else [])
    elif kind is Kind.FIGURE:
        faces = _prism(_FIGURE, 0.5)
    else:
        faces = _turned(_PEG if kind is Kind.PEG else _DISC)
    starts = np.cumsum([0] + [len(face.points) for face in faces[:-1]])
    normals = np.array([face.normal for face in faces])
    return Solid(np.vstack([face.points for face in faces]), starts, normals, np.array([face.tone for face in faces]))


def _pose(pawn: Pawn) -> Points:
    angle = np.radians(pawn.turn_deg)
    c, s = np.cos(angle), np.sin(angle)
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    if not pawn.lying:
        return about
    down = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    return about @ down


def _face(points: Points, inside: Points, tone: float = 1.0) -> Face:
    """A polygon whose normal points away from a place inside the solid."""
    normal = np.cross(points[1] - points[0], points[2] - points[0])
    normal = normal / (np.linalg.norm(normal) + 1e-9)
    return Face(points, normal if normal @ (points.mean(0) - inside) > 0 else -normal, tone)


def _chamfered(width: float, depth: float, height: float, cut: float) -> list[Face]:
    """A box on z = 0 with its edges cut off."""
    half = np.array([width, depth, height]) / 2
    middle = np.array([0, 0, height / 2])
    corners = {}
    for signs in product((-1, 1), repeat=3):
        for axis in range(3):
            inset = half - cut
            inset[axis] = half[axis]
            corners[signs, axis] = middle + np.array(signs) * inset
    groups = [[corners[s, axis] for s in product((-1, 1), repeat=3) if s[axis] == side] for axis, side in _SIDES]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        for sa, sb in product((-1, 1), repeat=2):
            groups.append(
                [corners[s, k] for s in product((-1, 1), repeat=3) for k in (a, b) if (s[a], s[b]) == (sa, sb)]
            )
    groups += [[corners[s, axis] for axis in range(3)] for s in product((-1, 1), repeat=3)]
    return [_face(_round_about(np.array(group), middle), middle) for group in groups]


_SIDES = tuple(product(range(3), (-1, 1)))


def _round_about(points: Points, inside: Points) -> Points:
    """The corners of a convex polygon in order."""
    centre = points.mean(0)
    normal = centre - inside
    u = points[0] - centre
    u = u - normal * (u @ normal) / (normal @ normal)
    v = np.cross(normal, u)
    angles = np.arctan2((points - centre) @ v / np.linalg.norm(v), (points - centre) @ u / np.linalg.norm(u))
    return np.asarray(points[np.argsort(angles)])


_DISC = np.array([(0.5, 0.0), (0.5, 0.85), (0.45, 1.0)])
_BALL = np.linspace(-0.9, np.pi / 2, 6)
_PEG = np.vstack(
    [
        [(0.5, 0.0), (0.5, 0.1), (0.31, 0.3), (0.19, 0.45)],
        np.column_stack([0.31 * np.cos(_BALL), 0.64 + 0.36 * np.sin(_BALL).clip(-0.6)]),
    ]
)
"""(radius, height) of what a lathe turns, from the foot up."""


def _turned(profile: Points) -> list[Face]:
    angles = np.arange(ROUND) * 2 * np.pi / ROUND
    ring = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(ROUND)])
    rings = [ring * radius + (0, 0, z) for radius, z in profile]
    inside = np.array([0, 0, profile[:, 1].max() / 2])
    faces = [_face(rings[0], inside), _face(rings[-1], inside)]
    for low, high in pairwise(rings):
        axis = (low.mean(0) + high.mean(0)) / 2
        for i in range(ROUND):
            j = (i + 1) % ROUND
            faces.append(_face(np.array([low[i], low[j], high[j], high[i]]), axis))
    return faces


_FIGURE = np.array(
    [(-0.5, 0), (-0.12, 0), (0, 0.2), (0.12, 0), (0.5, 0), (0.34, 0.38), (0.5, 0.5), (0.5, 0.62), (0.2, 0.68)]
    + [(0.2, 0.85), (0.1, 1.0), (-0.1, 1.0), (-0.2, 0.85), (-0.2, 0.68), (-0.5, 0.62), (-0.5, 0.5), (-0.34, 0.38)]
)
"""Outline of a figure with arms and legs, (across, up) in its width and height."""


def _prism(outline: Points, depth: float) -> list[Face]:
    """An outline in the x-z plane, extruded along y."""
    front = np.column_stack([outline[:, 0], np.full(len(outline), depth / 2), outline[:, 1]])
    back = front * (1, -1, 1)
    faces = [Face(front, np.array([0.0, 1, 0])), Face(back, np.array([0.0, -1, 0]))]
    for i in range(len(outline)):
        j = (i + 1) % len(outline)
        along = outline[j] - outline[i]
        # The outline runs anticlockwise in (across, up), so its outer side is on the right.
        normal = np.array([along[1], 0, -along[0]]) / (np.hypot(*along) + 1e-9)
        faces.append(Face(np.array([front[i], front[j], back[j], back[i]]), normal))
    return faces


def _pips(width: float, height: float) -> list[Face]:
    """Five spots on top and two on every side of a die."""
    angles = np.arange(8) * np.pi / 4
    spot = 0.09 * width * np.column_stack([np.cos(angles), np.sin(angles)])
    faces = []
    for u, v in ((0, 0), (-0.25, -0.25), (0.25, 0.25), (-0.25, 0.25), (0.25, -0.25)):
        top = np.column_stack([spot + np.array([u, v]) * width, np.full(8, height + 0.01)])
        faces.append(Face(top, np.array([0.0, 0, 1]), 0.0))
    for quarter in range(4):
        c, s = np.round(np.cos(quarter * np.pi / 2)), np.round(np.sin(quarter * np.pi / 2))
        about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        for u in (-0.22, 0.22):
            flat = spot + np.array([u * width, height / 2 + u * height])
            side = np.column_stack([flat[:, 0], np.full(8, width / 2 + 0.01), flat[:, 1]])
            faces.append(Face(side @ about.T, about @ np.array([0.0, 1, 0]), 0.0))
    return faces
