"""Makes a lesson of a photo: whose cards are which, by its truth or by the player's corrections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import cv2
import numpy as np

from calibration.geometry import Quad, side_of
from rules.crystalla.vocabulary import Crystal
from vision.accuracy import match_display
from vision.crystalla.copies import CopyError, Lesson, TaughtCard, encode_crop, new_lesson_id
from vision.crystalla.crop import CARD_PX, Image, cut, photo_to_crop
from vision.crystalla.fine_copy import FINE_PX
from vision.crystalla.reading import CardReading, DisplayReading
from vision.errors import Reason
from vision.image import Photo
from vision.truth import Truth, TruthCard

NEAR = 0.5
"""A true card lies where one was read when their middles are nearer than this, in card sides."""
AGREEING = 0.5
"""Truth whose turns agree with fewer of the cards than this share belongs to another photo."""
COVERING = 0.75
"""The same of truth by corners that finds fewer of its cards than this share, or of the cards read."""


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """A card's quad (own top left first, full-resolution photo pixels) and its crystals; None for unknown."""

    quad: Quad
    large: Crystal | None
    small: Crystal | None


def cards_by_truth(reading: DisplayReading, truth: Truth) -> tuple[LabelledCard, ...]:
    """The cards of a reading named by truth: by corners where it has them, else by grid in every turn that fits.

    Raises CopyError when the truth fits the photo in no way.
    """
    if not truth.cards:
        raise CopyError(Reason.LESSON_EMPTY)
    by_corners = all(card.corners is not None for card in truth.cards)
    cards = _by_corners(reading, truth.cards) if by_corners else _by_grid(reading, truth)
    if not cards:
        raise CopyError(Reason.LESSON_MISFIT, cards=len(truth.cards), read=len(reading.cards))
    return cards


def cards_as_corrected(reading: DisplayReading) -> tuple[LabelledCard, ...]:
    """The cards of a reading that the player went through: what is unreadable or unturned teaches nothing."""
    cards = (
        LabelledCard(card.quad, card.large.crystal.best, card.small.crystal.best)
        for card in reading.cards
        if card.rotation.best is not None
    )
    told = tuple(card for card in cards if card.large is not None or card.small is not None)
    if not told:
        raise CopyError(Reason.LESSON_EMPTY)
    return told


def make_lesson(photo: Photo, cards: Iterable[LabelledCard], now: datetime) -> Lesson:
    """A lesson of these cards, each cut out of the photo upright; `now` with its zone."""
    taught = tuple(TaughtCard(encode_crop(_crop(photo, card.quad)), card.large, card.small) for card in cards)
    return Lesson(new_lesson_id(), now.isoformat(timespec="seconds"), taught)


def _by_corners(reading: DisplayReading, truth: tuple[TruthCard, ...]) -> tuple[LabelledCard, ...]:
    """The cards read where the truth's corners lie, none when they lie elsewhere."""
    found, agreeing = [], 0
    for card in truth:
        corners = card.corners.array() if card.corners is not None else np.zeros((4, 2))
        read = min(reading.cards, key=lambda other: _apart(other, corners), default=None)
        if read is not None and _apart(read, corners) < NEAR:
            quad = _turned_like(read.quad, corners)
            found.append(LabelledCard(quad, card.large, card.small))
            agreeing += quad == read.quad
    enough = len(found) >= COVERING * max(len(truth), len(reading.cards)) and agreeing >= AGREEING * len(found)
    return tuple(found) if enough else ()


def _apart(read: CardReading, corners: np.ndarray) -> float:
    quad = read.quad.array()
    return float(np.hypot(*(quad.mean(axis=0) - corners.mean(axis=0))) / (side_of(quad) + 1e-6))


def _turned_like(quad: Quad, corners: np.ndarray) -> Quad:
    """The quad as it was refined, beginning at the corner where the truth begins."""
    turns = [quad.turned(quarters) for quarters in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned.array() - corners).sum()))


def _by_grid(reading: DisplayReading, truth: Truth) -> tuple[LabelledCard, ...]:
    """The cards read in the turn of the truth that fits best, none when no turn covers them all and mostly agrees."""
    match = match_display(reading, truth)
    if match.missing or match.extra or match.rotations_right < AGREEING * match.cards:
        return ()
    return tuple(
        LabelledCard(read.quad.turned(true.rotation - (read.rotation.best or 0)), true.large, true.small)
        for read, true in match.pairs
    )


def _crop(photo: Photo, quad: Quad) -> Image:
    corners = quad.array() * photo.scale
    factor = min(1.0, FINE_PX / max(side_of(corners), 1.0))
    if side_of(corners) < 1.2 * CARD_PX or factor > 0.8:
        return cut(photo.bgr, photo_to_crop(corners))
    low = np.maximum(np.floor(corners.min(axis=0) - side_of(corners)), 0).astype(int)
    high = np.ceil(corners.max(axis=0) + side_of(corners)).astype(int)
    part = photo.bgr[low[1] : high[1], low[0] : high[0]]
    size = (max(1, round(part.shape[1] * factor)), max(1, round(part.shape[0] * factor)))
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cut(small, photo_to_crop((corners - low) * (np.array(size) / (part.shape[1], part.shape[0]))))
