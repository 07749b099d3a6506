"""From a photo to the reading of its largest Crystalla display."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from vision.crystalla.cards import Look, look
from vision.crystalla.decode import Decoder
from vision.crystalla.lattice import Grid, Place, grids, in_lattice_order
from vision.crystalla.locate import INPUT_LONG_PX, Found, locate, locate_near
from vision.crystalla.orient import seat_of
from vision.crystalla.reading import DisplayReading
from vision.errors import NoDisplayError
from vision.image import Photo
from vision.onnx import Network, read_manifest

SMALLEST_DISPLAY = 3
IS_CARD = 0.5
"""Below this the card network says that something is no card of Crystalla."""
OTHER_HEAT = 0.5
SMALL_SIDE = 26.0
"""Cards of a smaller side, in pixels of the locator's input, are worth a closer look."""


class CrystallaReader:
    """Holds the three networks; reading a photo changes nothing in it, so one reader serves many threads."""

    def __init__(self, models: Path | None = None) -> None:
        """Raises ModelError when a network is missing or not the one of the manifest."""
        facts = read_manifest(models)
        self._locator = Network(facts["crystalla-locate"], models)
        self._cards = Network(facts["crystalla-cards"], models)
        self._decoder = Decoder(Network(facts["crystalla-display"], models))

    def read(self, photo: Photo) -> DisplayReading:
        """Read the display of largest area; raises NoDisplayError when the photo holds none."""
        began = time.perf_counter()
        found = locate(self._locator, photo.bgr)
        candidates = _candidates(found)
        located = time.perf_counter()
        for index, candidate in enumerate(candidates):
            grid, around = self._closer(photo, candidate, found)
            looks = self._looks(photo, grid)
            if _joined(list(looks)):
                others = sum(_mean_heat(other) > OTHER_HEAT for other in candidates[index + 1 :])
                return self._reading(photo, grid, looks, around, others, (began, located))
        raise NoDisplayError(_reason(found))

    def _closer(self, photo: Photo, grid: Grid, found: Found) -> tuple[Grid, Found]:
        """A small display located again in a closer look, unless that shows less of it."""
        cards = list(grid.cards.values())
        side = float(np.median([card.side_px for card in cards]))
        if side * INPUT_LONG_PX > SMALL_SIDE * max(photo.bgr.shape[:2]):
            return grid, found
        closer = locate_near(self._locator, photo.bgr, np.vstack([card.corners for card in cards]))
        best = max(_candidates(closer), key=lambda other: len(other.cards), default=grid)
        return (best, closer) if len(best.cards) >= len(cards) else (grid, found)

    def _looks(self, photo: Photo, grid: Grid) -> dict[Place, Look]:
        """Looks at every place of the grid that holds a card, free places between its cards included."""
        quads = {place: in_lattice_order(grid, place) for place in grid.cards}
        quads.update({place: grid.quad_at(place) for place in _free_places(grid)})
        looks = look(self._cards, photo.bgr, list(quads.values()))
        sure = 0.8
        return {
            place: seen
            for place, seen in zip(quads, looks, strict=True)
            if seen.is_card > (IS_CARD if place in grid.cards else sure)
        }

    def _reading(
        self, photo: Photo, grid: Grid, looks: dict[Place, Look], found: Found, others: int, times: tuple[float, float]
    ) -> DisplayReading:
        seat = seat_of(grid, {place: seen.is_card for place, seen in looks.items()}, found.marks)
        cells = {cell: looks[place] for cell, place in sorted(seat.cells(list(looks)).items())}
        cards = self._decoder.cards(cells, seat.first_corner, 1 / photo.scale)
        done = time.perf_counter()
        began, located = times
        timing = (("locate", (located - began) * 1000), ("classify", (done - located) * 1000))
        return DisplayReading(cards, others, True, timing)


def _candidates(found: Found) -> list[Grid]:
    return [grid for grid in grids(found.cards) if len(grid.cards) >= SMALLEST_DISPLAY]


def _free_places(grid: Grid) -> list[Place]:
    """Places without a detection inside the grid's bounding rectangle, where a card may have been overlooked."""
    xs, ys = ({place[axis] for place in grid.cards} for axis in (0, 1))
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    if min(width, height) > 3 or max(width, height) > 4:
        return []
    inside = [(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)]
    return [place for place in inside if place not in grid.cards]


def _joined(places: list[Place]) -> bool:
    """Whether at least three places hang together along edges."""
    left = set(places)
    while left:
        group = [left.pop()]
        for x, y in group:
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            group.extend(near)
        if len(group) >= SMALLEST_DISPLAY:
            return True
    return False


def _mean_heat(grid: Grid) -> float:
    return float(np.mean([card.heat for card in grid.cards.values()]))


def _reason(found: Found) -> str:
    seen = len(found.cards)
    if seen == 0:
        return "no Crystalla card can be seen in this photo"
    return f"no display: {seen} card-like thing{'s' * (seen > 1)} seen, but no three cards side by side in one grid"
