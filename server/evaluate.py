"""Photos with truth beside them become an accuracy table: every share with its n and its 95 % interval."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.crystalla.edition import Edition
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.scoring import score_display
from server.scan import Reader, ScanResult, scan_photo
from vision.accuracy import Cause, Confusion, Match, confusion_of, match_display, percentile, wilson_interval
from vision.errors import NoDisplayError, VisionError
from vision.truth import Truth, load_truth, truth_path

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one photo: `match` only where a display was there and was found."""

    photo: Path
    positive: bool
    found: bool
    sure: bool
    score_right: bool
    match: Match | None
    total_ms: float | None

    @property
    def exact(self) -> bool:
        """Whether the display was read without any mistake."""
        return self.match is not None and self.match.exact

    @property
    def cause(self) -> Cause | None:
        """Why a photo with a display was not read exactly."""
        if not self.positive:
            return None
        return Cause.NOT_FOUND if self.match is None else self.match.cause


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` out of `n`."""

    hits: int
    n: int

    @property
    def value(self) -> float | None:
        """The share, None where nothing was counted."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson_interval(self.hits, self.n)


@dataclass(frozen=True, slots=True)
class Report:
    """All outcomes, and what could not be evaluated (path, reason)."""

    outcomes: tuple[Outcome, ...]
    failures: tuple[tuple[Path, str], ...]

    @property
    def _positives(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.positive]

    @property
    def matches(self) -> list[Match]:
        """The displays that were there and were found."""
        return [outcome.match for outcome in self.outcomes if outcome.match is not None]

    @property
    def shares(self) -> dict[str, Share]:
        """The shares of the contract, in its order."""
        positives, matches = self._positives, self.matches
        negatives = [outcome for outcome in self.outcomes if not outcome.positive]
        exact = [outcome for outcome in positives if outcome.exact]
        return {
            "found": _share(outcome.found for outcome in positives),
            "segments": Share(sum(m.segments_right for m in matches), sum(len(m.segments) for m in matches)),
            "rotations": Share(sum(m.rotations_right for m in matches), sum(m.cards for m in matches)),
            "exact": Share(len(exact), len(positives)),
            "near": _share(outcome.match is not None and outcome.match.near for outcome in positives),
            "score_exact": _share(outcome.score_right for outcome in positives),
            "sure": _share(outcome.sure for outcome in positives),
            "sure_wrong": _share(outcome.sure and not outcome.score_right for outcome in positives),
            "sure_of_exact": _share(outcome.sure for outcome in exact),
            "false_found": _share(outcome.found for outcome in negatives),
        }

    @property
    def causes(self) -> Counter[Cause]:
        """How many photos with a display were not read exactly, by cause."""
        return Counter(outcome.cause for outcome in self.outcomes if outcome.cause is not None)

    @property
    def confusion(self) -> Confusion:
        """True against read crystals."""
        return confusion_of(self.matches)

    def by(self, field: str) -> dict[str, Report]:
        """The photos apart by a field of their truth files, such as `art`, `difficulty` or `light`; "" for none."""
        groups: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            truth = json.loads(truth_path(outcome.photo).read_text(encoding="utf-8"))
            groups.setdefault(str(truth.get(field, "")), []).append(outcome)
        return {value: Report(tuple(outcomes), ()) for value, outcomes in sorted(groups.items())}

    def percentile_ms(self, share: float) -> float | None:
        """A percentile of the time from file to score, over all photos that were decoded and read."""
        return percentile((o.total_ms for o in self.outcomes if o.total_ms is not None), share)

    def to_json(self) -> dict[str, Any]:
        """The object of `eval --json` (design §3): shares from 0 to 1, null where nothing was counted.

        `n` and `interval` give each share's count and 95 % interval, `causes` the mistakes, `confusions` the mix-ups.
        """
        shares = self.shares
        values = {name: share.value for name, share in shares.items()}
        false_found = values.pop("false_found")
        return {
            "photos": len(self.outcomes),
            **values,
            "negatives": shares["false_found"].n,
            "false_found": false_found,
            "p50_ms": self.percentile_ms(0.5),
            "p95_ms": self.percentile_ms(0.95),
            "n": {name: share.n for name, share in shares.items()},
            "interval": {name: list(share.interval) for name, share in shares.items()},
            "causes": {cause.value: count for cause, count in self.causes.items()},
            "confusions": self._confusions_json(),
            "failures": [{"photo": str(path), "reason": reason} for path, reason in self.failures],
        }

    def _confusions_json(self) -> list[list[Any]]:
        wrong = [(pair, count) for pair, count in self.confusion.most_common() if pair[0] is not pair[1]]
        return [[true.value, None if read is None else read.value, count] for (true, read), count in wrong]


def photos_with_truth(folder: Path) -> list[Path]:
    """Photos below a folder, sorted, that have a truth file beside them."""
    photos = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in PHOTO_SUFFIXES)
    return [path for path in photos if truth_path(path).exists()]


def evaluate(
    photos: Sequence[Path],
    reader: Reader,
    edition: Edition,
    on_photo: Callable[[Path], None] = lambda _: None,
) -> Report:
    """Read every photo and compare it with its truth; `on_photo` is told of each one that is done.

    A photo or truth file that cannot be read is listed in `failures`; a photo with a display counts as not found then.
    """
    outcomes: list[Outcome] = []
    failures: list[tuple[Path, str]] = []
    for photo in photos:
        try:
            outcomes.append(_evaluate_photo(photo, load_truth(truth_path(photo)), reader, edition, failures))
        except VisionError as error:
            failures.append((photo, error.reason))
        on_photo(photo)
    return Report(tuple(outcomes), tuple(failures))


def _evaluate_photo(
    photo: Path, truth: Truth, reader: Reader, edition: Edition, failures: list[tuple[Path, str]]
) -> Outcome:
    positive = bool(truth.cards)
    try:
        result = scan_photo(photo, reader, edition)
    except VisionError as error:
        if not isinstance(error, NoDisplayError):
            failures.append((photo, error.reason))
        return Outcome(photo, positive, False, False, False, None, None)
    total_ms = dict(result.timing_ms)["total"]
    if not positive:
        return Outcome(photo, False, True, result.scored.sure, False, None, total_ms)
    match = match_display(result.scored.reading, truth)
    right = _score_of(truth, edition) == _without_missing(result)
    return Outcome(photo, True, True, result.scored.sure, right, match, total_ms)


def _score_of(truth: Truth, edition: Edition) -> dict[str, int]:
    display = Display.of(PlacedCard(card.cell, card.rotation, card.large, card.small) for card in truth.cards)
    rows = score_display(display, edition).rows()
    del rows["missing"]
    return rows


def _without_missing(result: ScanResult) -> dict[str, int]:
    """All rows: unread segments do not make a score wrong unless they cost points."""
    rows = result.scored.sheet.rows()
    del rows["missing"]
    return rows


def _share(hits: Iterable[bool]) -> Share:
    counted = list(hits)
    return Share(sum(counted), len(counted))
