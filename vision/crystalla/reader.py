"""From a photo to the reading of its largest Crystalla display."""

from __future__ import annotations

import math
import time
from collections.abc import Container, Iterable
from copy import copy as shallow_copy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rules.crystalla.vocabulary import COLUMNS, ROWS
from vision.crystalla.belief import (
    CARD_LOG_ODDS,
    MAYBE_LOG_ODDS,
    SURE_LOG_ODDS,
    is_legible,
    log_odds,
    refused,
    weighed,
)
from vision.crystalla.cards import Look, likeness_to, look, tokens_from_all_sides
from vision.crystalla.copies import Copy, Lesson
from vision.crystalla.decode import Decoder
from vision.crystalla.kin import compared_by_kin, is_clear
from vision.crystalla.lattice import Grid, Place, first_corner, fits, in_lattice_order
from vision.crystalla.locate import (
    AS_IT_IS,
    INPUT_LONG_PX,
    Detection,
    Found,
    Stretch,
    locate,
    locate_near,
    upright_stretch,
)
from vision.crystalla.orient import seat_of
from vision.crystalla.prints import A_CARD, OTHER_PRINT, SAME_PRINT, reference_print
from vision.crystalla.reading import DisplayReading
from vision.crystalla.settle import Seen, agreed, settle
from vision.crystalla.steep import display_grids, free_places, places_beside, rejoined
from vision.crystalla.teaching import Embedded, taught_by
from vision.errors import NoDisplayError, Reason
from vision.image import Photo
from vision.onnx import Network, models_folder, read_manifest

SMALLEST_DISPLAY = 3
LOOK_ELSEWHERE = 0.8
"""A card less likely than this at the locator's corners may lie where the other cards' lattice has a place."""
STRAY_HEAT, STRAY_SIDES = 0.55, 1.3
"""A card of this heat whose middle lies nearer than this to one of the display's may belong to it."""
RECOGNISED = 0.99
"""Probability of being a card of something that resembles one of the known print's."""
UNSEEN_HEAT = 0.1
"""What the locator is taken to say of a place where it has no peak."""
OTHER_HEAT = 0.5
SMALL_SIDE = 26.0
"""Cards of a smaller side, in pixels of the locator's input, are worth a closer look."""


@dataclass(frozen=True, slots=True, eq=False)
class Display:
    """Cards by their place in a grid; each look's first corner is the lattice's top left."""

    grid: Grid
    cards: dict[Place, Look]
    around: dict[Place, Look]
    """Looks at the other places in and around the grid, by themselves, where a card may have been overlooked."""
    more: float
    """Log odds that there is one more beside these cards, infinite where something was left out."""


class CrystallaReader:
    """Holds the four networks; reading a photo changes nothing in it, so one reader serves many threads."""

    def __init__(self, models: Path | None = None) -> None:
        """Raises ModelError when a network is missing or not the one of the manifest."""
        facts = read_manifest(models)
        self._locator = Network(facts["crystalla-locate"], models)
        self._cards = Network(facts["crystalla-cards"], models)
        self._kin = Network(facts["crystalla-kin"], models)
        self._decoder = Decoder(Network(facts["crystalla-display"], models), reference_print(models or models_folder()))

    def for_copy(self, copy: Copy) -> CrystallaReader:
        """A reader with the same networks that has learned a copy's lessons; this one stays as it is.

        Raises CopyError when a lesson's pictures are damaged.
        """
        reader = shallow_copy(self)
        reader._decoder = self._decoder.for_copy(taught_by([self.embedded(lesson) for lesson in copy.lessons]))
        return reader

    def embedded(self, lesson: Lesson) -> Embedded:
        """A lesson's cards as the card network sees them; raises CopyError when its pictures are damaged."""
        crops = [card.crop for card in lesson.cards]
        tokens = tokens_from_all_sides(self._cards, np.stack(crops))
        return Embedded(tokens, [crystal for card in lesson.cards for crystal in (card.large, card.small)], crops)

    def parts(self) -> tuple[Network, Network, Decoder]:
        """Locator, card network and decoder, for readers of more than one display."""
        return self._locator, self._cards, self._decoder

    def read(self, photo: Photo) -> DisplayReading:
        """Read the display of largest area; raises NoDisplayError when the photo holds none."""
        began = time.perf_counter()
        found = locate(self._locator, photo.bgr)
        located = time.perf_counter()
        seen = self._first(photo, found) or self._first(photo, self._believed(photo, found))
        seen = seen or self._first(photo, self._beside_pairs(photo, found))
        if seen is None or not seen.settled:
            seen = agreed(self._decoder, photo, seen, self._stretched(photo, upright_stretch(found)))
        if seen is None:
            raise _no_display(len(found.cards))
        timing = (("locate", (located - began) * 1000), ("classify", (time.perf_counter() - located) * 1000))
        misfit = self._decoder.taught is not None and self._decoder.fitting(list(seen.looks.values())) is None
        return DisplayReading(seen.cards, seen.others, seen.complete, timing, misfit=misfit)

    def _first(self, photo: Photo, found: Found, stretch: Stretch = AS_IT_IS) -> Seen | None:
        """The largest grid that reads as a display."""
        candidates = _candidates(found)
        for index, candidate in enumerate(candidates):
            near, around = self._closer(photo, candidate, found, stretch)
            display = self._display(photo, near, around)
            if display is None:
                continue
            display = self._kindred(photo, display)
            others = sum(_mean_heat(other) > OTHER_HEAT for other in candidates[index + 1 :])
            seen = settle(self._cards, self._decoder, photo, _seated(display, around, others))
            if is_legible(seen.cards):
                overlooked = any(log_odds(thing.is_card) > CARD_LOG_ODDS for thing in display.around.values())
                return replace(seen, more=math.inf) if seen.settled and overlooked else seen
        return None

    def _stretched(self, photo: Photo, stretch: Stretch) -> Seen | None:
        """The display in the photo with less foreshortening: in a steep view the locator overlooks cards."""
        return self._first(photo, locate(self._locator, photo.bgr, stretch), stretch)

    def _believed(self, photo: Photo, found: Found) -> Found:
        """Only what the card network takes for cards too: a chequered cloth joins real cards to grids of its own."""
        looks = look(self._cards, photo.bgr, [card.corners for card in found.cards])
        both = [(weighed(seen, card.heat), card) for seen, card in zip(looks, found.cards, strict=True)]
        return replace(found, cards=tuple(card for seen, card in both if log_odds(seen.is_card) > CARD_LOG_ODDS))

    def _beside_pairs(self, photo: Photo, found: Found) -> Found:
        """What is a card to the card network beside two that lie side by side: the locator overlooks some."""
        pairs = [grid for grid in display_grids(found.cards) if len(grid.cards) == SMALLEST_DISPLAY - 1]
        quads = [pair.quad_at(place) for pair in pairs for place in places_beside(pair)]
        looks = [weighed(seen, UNSEEN_HEAT) for seen in look(self._cards, photo.bgr, quads)]
        beside = [Detection(seen.corners, UNSEEN_HEAT) for seen in looks if log_odds(seen.is_card) > CARD_LOG_ODDS]
        joined = [card for pair in pairs for card in pair.cards.values()]
        return Found((*joined, *beside) if beside else (), found.marks)

    def _closer(self, photo: Photo, grid: Grid, found: Found, stretch: Stretch) -> tuple[Grid, Found]:
        """A small display located again in a closer look, unless that shows less of it."""
        cards = list(grid.cards.values())
        side = float(np.median([card.side_px for card in cards]))
        if side * INPUT_LONG_PX > SMALL_SIDE * max(photo.bgr.shape[:2]):
            return grid, found
        closer = locate_near(self._locator, photo.bgr, np.vstack([card.corners for card in cards]), stretch)
        best = max(_candidates(closer), key=lambda other: len(other.cards), default=grid)
        return (best, closer) if len(best.cards) >= len(cards) else (grid, found)

    def _display(self, photo: Photo, grid: Grid, around: Found) -> Display | None:
        """The cards of a grid that both networks believe in, None when no three hang together.

        They are joined anew by their refined corners, and free places between them are looked at too.
        """
        looks = self._looks(photo, grid)
        refined = {
            place: (Detection(seen.corners, card.heat), seen)
            for (place, card), seen in zip(grid.cards.items(), looks, strict=True)
            if log_odds(seen.is_card) > CARD_LOG_ODDS
        }
        believed = dict(refined.values())
        joined = rejoined({place: card for place, (card, _) in refined.items()})
        if joined is None or len(joined.cards) < SMALLEST_DISPLAY:
            return None
        cards = {place: believed[card].turned(first_corner(joined, place)) for place, card in joined.cards.items()}
        free = free_places(joined)
        beside = self._looks_around(photo, joined, [*free, *places_beside(joined)])
        second = [beside[place] for place in free]
        foreign = self._foreign(photo, list(cards.values()), [*looks, *second])
        at_free = zip(free, second, foreign[len(looks) :], strict=True)
        cards.update((p, seen) for p, seen, other in at_free if log_odds(seen.is_card) > CARD_LOG_ODDS and not other)
        left_out = len(joined.cards) < len(believed) or _strays(joined, grid, around)
        maybe = (seen for seen, other in zip((*looks, *second), foreign, strict=True) if not other)
        return Display(joined, cards, _without(beside, cards), math.inf if left_out else refused(maybe))

    def _looks(self, photo: Photo, grid: Grid) -> list[Look]:
        """A look at each card of a grid; one that seems to be none is looked at again where the lattice wants it."""
        looks = look(self._cards, photo.bgr, [in_lattice_order(grid, place) for place in grid.cards])
        weak = [index for index, seen in enumerate(looks) if seen.is_card < LOOK_ELSEWHERE]
        places = list(grid.cards)
        second = look(self._cards, photo.bgr, [grid.quad_at(places[index]) for index in weak])
        for index, seen in zip(weak, second, strict=True):
            looks[index] = max(looks[index], seen, key=lambda either: either.is_card)
        return self._recognised(
            photo, [weighed(seen, card.heat) for seen, card in zip(looks, grid.cards.values(), strict=True)]
        )

    def _recognised(self, photo: Photo, looks: list[Look]) -> list[Look]:
        """The looks; what the networks do not take for a card is one where it resembles one of the known print's."""
        unsure = [index for index, seen in enumerate(looks) if log_odds(seen.is_card) <= CARD_LOG_ODDS]
        alike = likeness_to(self._decoder.known, photo.bgr, [looks[index] for index in unsure])
        known = {index for index, segments in zip(unsure, alike, strict=True) if segments.min() > A_CARD}
        return [replace(seen, is_card=RECOGNISED) if index in known else seen for index, seen in enumerate(looks)]

    def _foreign(self, photo: Photo, cards: list[Look], things: list[Look]) -> list[bool]:
        """Which of the things may be cards but resemble none of the known print, where the display is of that print."""
        weak = [index for index, seen in enumerate(things) if MAYBE_LOG_ODDS < log_odds(seen.is_card) < SURE_LOG_ODDS]
        out = [False] * len(things)
        if not weak or not self._of_known_print(photo, cards):
            return out
        known = self._decoder.known
        for index, alike in zip(weak, likeness_to(known, photo.bgr, [things[index] for index in weak]), strict=True):
            out[index] = bool(alike.max() < OTHER_PRINT)
        return out

    def _kindred(self, photo: Photo, display: Display) -> Display:
        """The display after its cards and what lies in and around it were compared, where one may be a card or none.

        What looks like the cards of an unknown print is one of them; our own print's are told by their pattern.
        """
        things = display.cards | display.around
        if is_clear(list(things.values())) or self._of_known_print(photo, list(display.cards.values())):
            return display
        seen = dict(zip(things, compared_by_kin(self._kin, self._cards, photo.bgr, list(things.values())), strict=True))
        # A playing card among real ones gains by their company, so what is a card by itself is never surer by it.
        cards = {
            place: min(alone, seen[place], key=lambda look: look.is_card)
            for place, alone in display.cards.items()
            if log_odds(seen[place].is_card) > CARD_LOG_ODDS
        }
        for place in sorted(display.around, key=lambda place: -seen[place].is_card):
            if log_odds(seen[place].is_card) > CARD_LOG_ODDS and fits([*cards, place], (ROWS, COLUMNS)):
                cards[place] = seen[place]
        if len(cards) < SMALLEST_DISPLAY:
            return display
        around = _without(display.around, cards)
        more = display.more if display.more == math.inf else refused(seen[place] for place in around)
        return Display(display.grid, cards, around, more)

    def _of_known_print(self, photo: Photo, cards: list[Look]) -> bool:
        return bool(np.median(likeness_to(self._decoder.known, photo.bgr, cards)) >= SAME_PRINT)

    def _looks_around(self, photo: Photo, grid: Grid, places: Iterable[Place]) -> dict[Place, Look]:
        """A look at each place of the grid's lattice where the locator saw nothing."""
        once = list(dict.fromkeys(places))
        looks = look(self._cards, photo.bgr, [grid.quad_at(place) for place in once])
        recognised = self._recognised(photo, [weighed(seen, UNSEEN_HEAT) for seen in looks])
        return dict(zip(once, recognised, strict=True))


def _without(looks: dict[Place, Look], cards: Container[Place]) -> dict[Place, Look]:
    return {place: seen for place, seen in looks.items() if place not in cards}


def _seated(display: Display, found: Found, others: int) -> Seen:
    """The display's cards in the cells of its player, not read yet."""
    seat = seat_of(display.grid, {place: seen.is_card for place, seen in display.cards.items()}, found.marks)
    cells = sorted(seat.cells(list(display.cards)).items())
    looks = {cell: display.cards[place].turned(seat.first_corner) for cell, place in cells}
    return Seen(display.grid, looks, (), others, display.more)


def _strays(joined: Grid, grid: Grid, around: Found) -> bool:
    """Whether a likely card lies right beside the display without having been joined to it or looked at."""
    looked_at = {id(card) for card in grid.cards.values()}
    for stray in around.cards:
        if stray.heat < STRAY_HEAT or id(stray) in looked_at:
            continue
        sides = [np.hypot(*(stray.centre - card.centre)) / card.side_px for card in joined.cards.values()]
        if 0.5 < min(sides) < STRAY_SIDES:
            return True
    return False


def _candidates(found: Found) -> list[Grid]:
    return [grid for grid in display_grids(found.cards) if len(grid.cards) >= SMALLEST_DISPLAY]


def _mean_heat(grid: Grid) -> float:
    return float(np.mean([card.heat for card in grid.cards.values()]))


def _no_display(seen: int) -> NoDisplayError:
    few = {0: Reason.NO_CARD, 1: Reason.ONE_CARD}
    return NoDisplayError(few[seen]) if seen in few else NoDisplayError(Reason.NO_GRID, count=seen)
