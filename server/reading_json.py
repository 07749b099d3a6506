"""Readings as the JSON of the contract (design §3), and back: what a pad or another program keeps of a photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.reading import CardReading, DisplayReading, Doubt, Ranked, SegmentReading

T = TypeVar("T", Crystal, Rotation)
Json = dict[str, Any]


def reading_json(reading: DisplayReading) -> Json:
    """The keys `sure others cards doubts` of a `score` line, `photo_sure` and `misfit`."""
    return {
        "sure": reading.sure,
        "photo_sure": reading.photo_sure,
        "others": reading.others,
        "misfit": reading.misfit,
        "cards": [_card_json(card) for card in reading.cards],
        "doubts": [doubt_json(doubt) for doubt in reading.doubts()],
    }


def reading_from_json(line: Mapping[str, Any]) -> DisplayReading:
    """The reading of a `score` line that this program wrote; candidates beyond the best only where in doubt.

    Raises KeyError or ValueError for a line that is not one.
    """
    doubts = {(d["row"], d["col"], d["what"]): d["candidates"] for d in line["doubts"]}
    timing = {stage: float(ms) for stage, ms in line.get("timing_ms", {}).items()}
    return DisplayReading(
        cards=tuple(_card_from_json(card, doubts) for card in line["cards"]),
        others=int(line["others"]),
        photo_sure=bool(line.get("photo_sure", line["sure"])),
        timing_ms=tuple((stage, timing[stage]) for stage in ("locate", "classify") if stage in timing),
        misfit=bool(line.get("misfit", False)),
    )


def _card_json(card: CardReading) -> Json:
    return {
        "row": card.cell.row,
        "col": card.cell.col,
        "rotation": None if card.rotation.best is None else int(card.rotation.best),
        "rotation_confidence": _rounded(card.rotation.confidence),
        "card_confidence": _rounded(card.is_card),
        "large": _segment_json(card.large),
        "small": _segment_json(card.small),
        "corners": [[round(x, 2), round(y, 2)] for x, y in card.quad.corners],
    }


def _segment_json(segment: SegmentReading) -> Json:
    crystal = segment.crystal.best
    return {
        "crystal": None if crystal is None else crystal.value,
        "confidence": _rounded(segment.crystal.confidence),
        "piece": segment.piece,
    }


def doubt_json(doubt: Doubt) -> Json:
    """One entry of `doubts`."""
    # A turn is a number everywhere else in the contract, so its candidates are numbers too.
    turn = doubt.what == "rotation"
    candidates = [[int(value) if turn else value, _rounded(p)] for value, p in doubt.candidates]
    return {"row": doubt.cell.row, "col": doubt.cell.col, "what": doubt.what, "candidates": candidates}


def _rounded(probability: float) -> float:
    return round(min(max(probability, 0.0), 1.0), 4)


Doubts = Mapping[tuple[int, int, str], Sequence[Sequence[Any]]]


def _card_from_json(card: Mapping[str, Any], doubts: Doubts) -> CardReading:
    key = (int(card["row"]), int(card["col"]))

    def ranked(kind: type[T], what: str, value: Any, confidence: float) -> Ranked[T]:
        listed = doubts.get((*key, what))
        if listed is not None:
            return Ranked(tuple((kind(v), float(p)) for v, p in listed), doubtful=True)
        return Ranked(() if value is None else ((kind(value), confidence),), doubtful=False)

    def segment(what: str) -> SegmentReading:
        read = card[what]
        return SegmentReading(ranked(Crystal, what, read["crystal"], read["confidence"]), read.get("piece"))

    return CardReading(
        cell=Cell(*key),
        quad=Quad.from_array(card["corners"]),
        rotation=ranked(Rotation, "rotation", card["rotation"], card.get("rotation_confidence", 1.0)),
        large=segment("large"),
        small=segment("small"),
        is_card=float(card.get("card_confidence", 1.0)),
    )
