"""One photo to one score: decode, read, interpret, score, with the time that each stage took."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.crystalla.edition import Edition
from rules.crystalla.position import Display
from rules.crystalla.scoring import DisplayScore, score_display
from server.interpret import Correction, correct, holes, interpret
from server.reading_json import doubt_json, reading_json
from vision.crystalla.reading import DisplayReading, Doubt
from vision.errors import VisionError
from vision.image import Photo, load_photo
from vision.pipeline import Reader

__all__ = ["Reader", "ScanResult", "Scored", "not_found_json", "scan_photo", "score_reading"]

GAME = "crystalla"


@dataclass(frozen=True, slots=True)
class Scored:
    """A reading, the display that it describes and the score of it."""

    reading: DisplayReading
    display: Display
    sheet: DisplayScore

    def doubts(self) -> tuple[Doubt, ...]:
        """Everything that the player should look at: the reading's doubts, and cells where a card must be missing."""
        missed = (Doubt(cell, "card", ()) for cell in holes(self.display))
        return (*self.reading.doubts(), *missed)

    @property
    def sure(self) -> bool:
        """True with nothing unreadable and nothing doubtful."""
        return self.reading.sure and not holes(self.display)

    def to_json(self) -> dict[str, Any]:
        """The keys `sure photo_sure misfit others cards doubts score` of a `score` line (design §3)."""
        doubts = [doubt_json(doubt) for doubt in self.doubts()]
        return {**reading_json(self.reading), "sure": self.sure, "doubts": doubts, "score": self.sheet.rows()}


@dataclass(frozen=True, slots=True, eq=False)
class ScanResult:
    """Everything known of one photo; `picture` is the upright photo, for the overlay."""

    photo: str
    edition: str
    copy: str | None
    scored: Scored
    timing_ms: tuple[tuple[str, float], ...]
    picture: Photo

    def to_json(self) -> dict[str, Any]:
        """One `score` line of the contract (design §3)."""
        return {
            "photo": self.photo,
            "game": GAME,
            "edition": self.edition,
            "copy": self.copy,
            "found": True,
            **self.scored.to_json(),
            "timing_ms": {stage: round(ms, 2) for stage, ms in self.timing_ms},
        }


def scan_photo(
    source: Path | bytes,
    reader: Reader,
    edition: Edition,
    *,
    name: str | None = None,
    copy: str | None = None,
    max_pixels: int | None = None,
) -> ScanResult:
    """Score one photo, from its file or its bytes; `name` is how the result calls it (by default its path).

    Raises VisionError (ImageError, NoDisplayError) with one sentence when there is nothing to score.
    """
    start = time.perf_counter()
    photo = load_photo(source, max_pixels=max_pixels)
    reading = reader.read(photo)
    before = time.perf_counter()
    scored = score_reading(reading, edition)
    end = time.perf_counter()
    timing = (
        ("decode", photo.decode_ms),
        *reading.timing_ms,
        ("score", (end - before) * 1000),
        ("total", (end - start) * 1000),
    )
    photo_name = name if name is not None else "" if isinstance(source, bytes) else str(source)
    return ScanResult(photo_name, edition.name, copy, scored, timing, photo)


def score_reading(reading: DisplayReading, edition: Edition, corrections: Iterable[Correction] = ()) -> Scored:
    """Score a reading as the player corrected it; raises ValueError for a correction that fits no card."""
    corrected = correct(reading, corrections)
    display = interpret(corrected)
    return Scored(corrected, display, score_display(display, edition))


def not_found_json(photo: str, error: VisionError) -> dict[str, Any]:
    """The `score` line of a photo without a score (design §3)."""
    return {"photo": photo, "found": False, "reason": error.reason}
