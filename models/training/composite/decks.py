"""Where the art comes from: the reference copy, or a printing of an invented family."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Protocol

import cv2
import numpy as np

from calibration.sheets import crystalla as sheets
from models.training import art as families
from models.training.composite.light import Bytes, Rng
from rules.crystalla.edition import Card, Edition, load_edition
from rules.crystalla.vocabulary import Crystal, Segment

ARTS = ("reference", "validation", "test")
FAMILY_PX = 320


class Deck(Protocol):
    """Pictures of one copy, each square uint8 BGRA in canonical orientation."""

    @property
    def family(self) -> str:
        """The name of its art."""
        ...

    def face(self, large: Crystal, small: Crystal) -> Bytes:
        """A card's face."""
        ...

    def piece(self, segment: Segment, crystal: Crystal) -> Bytes:
        """A piece, in its place on the card square."""
        ...

    def back(self) -> Bytes:
        """A card's back."""
        ...


@dataclass(frozen=True, slots=True)
class Printed:
    """The reference copy as `calibration.sheets` prints it."""

    family: str = "reference"

    def face(self, large: Crystal, small: Crystal) -> Bytes:
        """A card's face, 512 px."""
        return _face(large, small)

    def piece(self, segment: Segment, crystal: Crystal) -> Bytes:
        """A piece in its place, 512 px."""
        return _piece(segment, crystal)

    def back(self) -> Bytes:
        """A card's back, 512 px."""
        return _back()


@lru_cache(maxsize=1)
def reference_edition() -> Edition:
    """The reference edition."""
    return load_edition()


@lru_cache(maxsize=1)
def edition_cards() -> tuple[Card, ...]:
    """The cards of the reference edition."""
    return reference_edition().cards


def make_deck(art: str, rng: Rng) -> Deck:
    """The reference copy, or a printing of a random family of a split; raises ValueError for an unknown `art`."""
    if art not in ARTS:
        raise ValueError(f"art {art!r} is unknown, allowed are {', '.join(ARTS)}")
    if art == "reference":
        return Printed()
    names = families.TEST if art == "test" else families.VALIDATION
    return families.make_deck(str(rng.choice(names)), rng, size_px=FAMILY_PX)


@lru_cache(maxsize=4)
def tableau_picture(colour: str) -> Bytes:
    """The reference start tableau, uint8 BGRA, cards side up."""
    return _decode(sheets.tableau_png(colour, 128))


@cache
def _face(large: Crystal, small: Crystal) -> Bytes:
    return _decode(sheets.face_png(large, small))


@cache
def _piece(segment: Segment, crystal: Crystal) -> Bytes:
    return _decode(sheets.piece_png(segment, crystal))


@lru_cache(maxsize=1)
def _back() -> Bytes:
    return _decode(sheets.back_png())


def _decode(png: bytes) -> Bytes:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{len(png)} bytes of a printed picture are no PNG")
    bgra = picture if picture.shape[2] == 4 else cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return np.asarray(bgra, np.uint8)
