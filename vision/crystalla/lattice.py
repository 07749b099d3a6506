"""Joins single cards into grids: neighbours lie one side away along a card's own edges."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import UNIT_SQUARE, FloatArray, map_points
from vision.crystalla.locate import Detection

Place = tuple[int, int]
"""(column, row) in a grid's own lattice, any origin; columns and rows run like x and y in the picture plane."""

STEP_LOW, STEP_HIGH = 0.74, 1.36
"""A neighbour's distance in card sides: touching cards have 1, 3 mm gaps 1.05, the rest is perspective and hand."""
ASIDE = 0.26
"""How far a neighbour may lie off the card's axis, in card sides."""
SIZE_RATIO = 1.45
NEAR = 2
"""Places beyond a grid's border where other cards may still belong to it, when nothing else limits its size."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Cards at lattice places; `lattice_to_photo` maps lattice units to pixels, a card's centre at its place."""

    cards: dict[Place, Detection]
    lattice_to_photo: FloatArray
    card_share: float
    """Side of a card in lattice units: 1 less the gap."""

    def quad_at(self, place: Place) -> FloatArray:
        """Corners (4, 2) that a card laid exactly on the lattice would have."""
        unit = (UNIT_SQUARE - 0.5) * self.card_share + np.array(place, dtype=float)
        return map_points(self.lattice_to_photo, unit)

    def area(self) -> float:
        """Area of all its cards in square pixels."""
        return float(sum(card.side_px**2 for card in self.cards.values()))


Fit = Callable[[dict[Place, Detection]], Grid]
"""Makes a grid of cards whose places are known."""


def grids(
    detections: tuple[Detection, ...],
    farthest: float = STEP_HIGH,
    widest: tuple[int, int] | None = None,
    slack: float = 1.0,
    fitted: Fit | None = None,
) -> list[Grid]:
    """All grids, a lone card being one of its own; the one of largest area first.

    Neighbours lie no further apart than `farthest` card sides; grids are joined over a gap only where they stay
    within the size `widest`, either way round. `slack` widens what else neighbours may differ by.
    """
    fitted = fitted or fit
    axes = [_axes(detection) for detection in detections]
    links = _links(detections, axes, farthest, slack)
    found = []
    seen: set[int] = set()
    for start in range(len(detections)):
        if start in seen:
            continue
        places = _walk(start, links, axes)
        seen |= set(places)
        found.append(fitted({place: detections[index] for index, place in places.items()}))
    return sorted(_merged(found, widest, fitted), key=lambda grid: -grid.area())


def _axes(detection: Detection) -> FloatArray:
    """(2, 2): the card's x edge and y edge in pixels."""
    c = detection.corners
    return np.array([(c[1] - c[0] + c[2] - c[3]) / 2, (c[3] - c[0] + c[2] - c[1]) / 2])


def _links(
    detections: tuple[Detection, ...], axes: list[FloatArray], farthest: float, slack: float
) -> dict[int, list[tuple[int, Place]]]:
    """For each card its neighbours with the step towards them; both must see each other as neighbours."""
    links: dict[int, list[tuple[int, Place]]] = {index: [] for index in range(len(detections))}
    if not detections:
        return links
    sides = np.array([detection.side_px for detection in detections])
    ratios = sides[:, None] / sides
    steps = _steps(detections, axes, farthest, slack)
    known = steps.any(axis=2)
    near = known & known.T & (np.maximum(ratios, ratios.T) <= SIZE_RATIO * slack)
    for i, j in np.argwhere(near).tolist():
        if _parallel(axes[i], axes[j], slack):
            links[i].append((j, (int(steps[i, j, 0]), int(steps[i, j, 1]))))
    return links


def _steps(
    detections: tuple[Detection, ...], axes: list[FloatArray], farthest: float, slack: float
) -> npt.NDArray[np.int_]:
    """The unit steps (n, n, 2) by which each card, in its own axes, sees each other one; 0 where it is no neighbour."""
    centres = np.array([detection.centre for detection in detections])
    offsets = centres - centres[:, None]
    frames = np.array(axes).swapaxes(1, 2)[:, None]
    along = np.linalg.solve(np.broadcast_to(frames, (*offsets.shape, 2)), offsets[..., None])[..., 0]
    size = np.abs(along)
    is_step = (size > STEP_LOW / slack) & (size < farthest * slack) & (size[..., ::-1] < ASIDE * slack)
    return np.asarray(np.sign(along) * is_step, dtype=int)


def _parallel(first: FloatArray, second: FloatArray, slack: float = 1.0) -> bool:
    """Whether two cards' edges agree, up to quarter turns, to about 15 degrees."""
    turn = np.linalg.solve(first.T, second.T)
    off = float(np.abs(np.abs(turn) - np.round(np.abs(turn))).max())
    return off < 0.28 * slack and abs(float(np.linalg.det(turn))) > 0.5 / slack


def _walk(start: int, links: dict[int, list[tuple[int, Place]]], axes: list[FloatArray]) -> dict[int, Place]:
    """Lattice places of all cards reachable from `start`, in the axes of `start`; conflicts are left out."""
    places, taken = {start: (0, 0)}, {(0, 0)}
    queue = deque([start])
    while queue:
        index = queue.popleft()
        turn = np.round(np.linalg.solve(axes[start].T, axes[index].T))
        for neighbour, step in links[index]:
            dx, dy = (int(v) for v in turn @ step)
            place = (places[index][0] + dx, places[index][1] + dy)
            if neighbour not in places and place not in taken and abs(dx) + abs(dy) == 1:
                places[neighbour] = place
                taken.add(place)
                queue.append(neighbour)
    return places


def fit(cards: dict[Place, Detection]) -> Grid:
    """Least-squares homography through centres and edge middles; cards far off the lattice are dropped."""
    share = _card_share(cards)
    matrix = _homography(cards, share)
    if len(cards) < 5:
        return Grid(cards, matrix, share)
    kept = {place: card for place, card in cards.items() if off_lattice(matrix, place, card) < 0.25}
    if 3 <= len(kept) < len(cards):
        return Grid(kept, _homography(kept, share), share)
    return Grid(cards, matrix, share)


def fit_flat(cards: dict[Place, Detection]) -> Grid:
    """Least-squares move, turn and scale, for cards seen straight from above: a few tell it far beyond them."""
    share = _card_share(cards)
    lattice, photo = _pairs(cards, share)
    flat, there = (points @ np.array([1, 1j]) for points in (lattice, photo))
    scale = np.vdot(flat - flat.mean(), there - there.mean()) / np.vdot(flat - flat.mean(), flat - flat.mean())
    moved = there.mean() - scale * flat.mean()
    matrix = np.array([[scale.real, -scale.imag, moved.real], [scale.imag, scale.real, moved.imag], [0, 0, 1.0]])
    return Grid(cards, matrix, share)


def off_lattice(lattice_to_photo: FloatArray, place: Place, card: Detection) -> float:
    """How far a card's middle lies from where a lattice has it, in card sides."""
    return float(np.hypot(*(map_points(lattice_to_photo, [place])[0] - card.centre)) / card.side_px)


def _card_share(cards: dict[Place, Detection]) -> float:
    """Median of side over distance to a neighbour."""
    ratios = []
    for (x, y), card in cards.items():
        for step in ((1, 0), (0, 1)):
            other = cards.get((x + step[0], y + step[1]))
            if other is not None:
                offset = other.centre - card.centre
                lengths = [abs(np.linalg.solve(_axes(c).T, offset)).max() for c in (card, other)]
                ratios.append(1 / np.mean(lengths))
    return float(np.clip(np.median(ratios), 0.85, 1.02)) if ratios else 0.97


def _homography(cards: dict[Place, Detection], share: float) -> FloatArray:
    lattice, photo = _pairs(cards, share)
    matrix, _ = cv2.findHomography(lattice, photo, 0)
    return np.asarray(matrix, dtype=float)


def _pairs(cards: dict[Place, Detection], share: float) -> tuple[FloatArray, FloatArray]:
    """Corners and middles of all cards, on the lattice and where they lie, each (8 n, 2)."""
    unit = (UNIT_SQUARE - 0.5) * share
    lattice, photo = [], []
    for place, card in cards.items():
        lattice.append(np.vstack([unit + place, np.array([place] * 4)]))
        corners = _in_order(cards, place)
        photo.append(np.vstack([corners, np.array([card.centre] * 4)]))
    return np.vstack(lattice), np.vstack(photo)


def first_corner(grid: Grid, place: Place) -> int:
    """Index of the card's corner that is the lattice's top left."""
    return _first_corner(grid.cards, place)


def _first_corner(cards: dict[Place, Detection], place: Place) -> int:
    corners = cards[place].corners
    x, y = (np.array(list(cards)) - place).T
    offsets = np.array([other.corners for other in cards.values()]).mean(1) - corners.mean(0)
    across = x @ offsets + y @ (offsets[:, ::-1] * (1, -1))
    edges = np.roll(corners, -1, axis=0) - corners
    return int(((edges - np.roll(edges, -2, axis=0)) @ across).argmax())


def _in_order(cards: dict[Place, Detection], place: Place) -> FloatArray:
    """The corners rolled so that their x edge points to larger columns of the lattice."""
    return np.asarray(np.roll(cards[place].corners, -_first_corner(cards, place), axis=0))


def in_lattice_order(grid: Grid, place: Place) -> FloatArray:
    """Corners (4, 2) of the card at a place as it really lies, first the lattice's top left, with perspective.

    A detection is a parallelogram; what the lattice says of perspective is added to it.
    """
    ideal = grid.quad_at(place)
    flat = _parallelogram(ideal)
    corners = _in_order(grid.cards, place)
    return np.asarray(corners + (ideal - flat))


def _parallelogram(quad: FloatArray) -> FloatArray:
    """The parallelogram that the locator would make of a quad: same diagonal crossing, mean edges."""
    centre = map_points(
        cv2.getPerspectiveTransform(UNIT_SQUARE.astype(np.float32), quad.astype(np.float32)), [(0.5, 0.5)]
    )
    z = (quad - centre) @ np.array([1, 1j])
    turns = 1j ** np.arange(4)
    fitted = (z * turns.conj()).mean() * turns + (z * turns).mean() * turns.conj()
    return np.column_stack([fitted.real, fitted.imag]) + centre


def _merged(found: list[Grid], widest: tuple[int, int] | None, fitted: Fit) -> list[Grid]:
    """Join a grid to a larger one whose lattice it lies on, as when a card between them was not seen."""
    found = sorted(found, key=lambda grid: -grid.area())
    kept: list[Grid] = []
    for grid in found:
        for index, larger in enumerate(kept):
            places = _places_on(larger, grid, NEAR if widest is None else max(widest) - 1)
            if places is not None and fits([*larger.cards, *places], widest):
                kept[index] = fitted({**larger.cards, **places})
                break
        else:
            kept.append(grid)
    return kept


def fits(places: Sequence[Place], widest: tuple[int, int] | None) -> bool:
    """Whether places stay within a size, either way round."""
    sizes = sorted(int(np.ptp([place[axis] for place in places])) + 1 for axis in (0, 1))
    return widest is None or (sizes[0] <= min(widest) and sizes[1] <= max(widest))


def absorbed(grid: Grid, cards: Sequence[Detection], off: float, widest: tuple[int, int], fitted: Fit = fit) -> Grid:
    """The grid with those cards that lie on its lattice beyond a gap, the nearest first.

    None may be further off than the share `off` of its way to the nearest card. The grid grows no larger than
    `widest`, either way round. Each card that joins tells the lattice better.
    """
    left = sorted(cards, key=lambda card: min(np.hypot(*(card.centre - own.centre)) for own in grid.cards.values()))
    for card in left:
        where = map_points(np.linalg.inv(grid.lattice_to_photo), [card.centre])[0]
        place = (round(float(where[0])), round(float(where[1])))
        way = min(np.hypot(*np.subtract(place, own)) for own in grid.cards)
        if place in grid.cards or np.abs(where - place).max() > off * way or not fits([*grid.cards, place], widest):
            continue
        ideal = grid.quad_at(place)
        if _parallel(np.array([ideal[1] - ideal[0], ideal[3] - ideal[0]]), _axes(card)):
            grid = fitted({**grid.cards, place: card})
    return grid


def _places_on(larger: Grid, grid: Grid, reach: int) -> dict[Place, Detection] | None:
    """Where the cards of `grid` lie on the lattice of `larger`, None when they do not or stand too far off."""
    inverse = np.linalg.inv(larger.lattice_to_photo)
    places: dict[Place, Detection] = {}
    columns, rows = zip(*larger.cards, strict=True)
    for card in grid.cards.values():
        where = map_points(inverse, [card.centre])[0]
        place = (round(float(where[0])), round(float(where[1])))
        near = all(
            min(used) - reach <= at <= max(used) + reach for used, at in zip((columns, rows), place, strict=True)
        )
        if not near or np.abs(where - place).max() > 0.22 or place in larger.cards or place in places:
            return None
        ideal = larger.quad_at(place)
        local = np.array([ideal[1] - ideal[0], ideal[3] - ideal[0]])
        if not _parallel(local, _axes(card)):
            return None
        places[place] = card
    return places
