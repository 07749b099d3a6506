"""Turns the networks' numbers into calibrated candidates, and decides what is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.cards import Look
from vision.crystalla.common_print import crystals_together
from vision.crystalla.prints import SAME_PRINT, Print
from vision.crystalla.reading import CardReading, Ranked, SegmentReading
from vision.crystalla.teaching import CRYSTALS, Embedded, Taught, named_by, untaught
from vision.logits import Logits, softmax
from vision.onnx import Network

T = TypeVar("T", Crystal, Rotation)

ROTATIONS = tuple(Rotation)
_DIAMOND = np.array([crystal is Crystal.DIAMOND for crystal in CRYSTALS], np.float32)
PIECE, READABLE = 7, 8
WASHED, DROWNED = 0.6, 0.9
"""Shares of a segment clipped by glare from which it is in doubt, and from which it is left open."""
PRINT_WEIGHT = 60.0
"""What likeness to the known print is worth, in the network's logits: validation photos like 60 to 90 best."""
GLARE = 0.08
"""White glare looks like diamond to the networks, so a diamond must be that much liker than another crystal.

Of 377 validation displays 366 are right without it, 371 with it."""
PALE = 0.2
"""A diamond less like the known print's is in doubt: 2 of 404 sure validation displays have one, 7 of 8 false ones."""
SHOWN_ABOVE = 0.005
"""Candidates less likely than this are not worth a player's look."""


class Decoder:
    """The display network with the temperatures and thresholds that validation chose."""

    def __init__(self, network: Network, known: Print, taught: Taught | None = None) -> None:
        """`known` are the pictures of the printing that a second look compares with."""
        self._network, self.known = network, known
        self._numbers = network.facts.numbers
        self.taught = taught

    def for_copy(self, taught: Taught | None) -> Decoder:
        """A decoder with the same network for a copy that was taught."""
        return Decoder(self._network, self.known, taught)

    def crystal_logits(self, seen: Embedded) -> Logits:
        """The crystals' logits (2 n, 7), by no temperature yet, of a whole display's cards after a second look."""
        taught = None if self.taught is None else self.taught.fitting(seen.crops)
        logits = self._logits(seen.tokens, taught)[:, : len(CRYSTALS)].reshape(-1, 2, len(CRYSTALS))
        together = crystals_together(logits, seen.crops, named_by(taught))
        return together.reshape(len(seen.tokens), -1)

    def _logits(self, tokens: Logits, taught: Taught | None) -> Logits:
        """What the network says of a whole display's segments: (n, TOKEN) to (n, 9)."""
        inputs = untaught(tokens) if taught is None else taught.beside(tokens)
        (segments,) = self._network(**inputs)
        return np.asarray(segments[0, : len(tokens)])

    def cards(self, cells: dict[Cell, Look], to_full: float) -> tuple[CardReading, ...]:
        """Read all cards of a display together, from looks that name their cell's top left corner first.

        `to_full` scales picture pixels to full-resolution ones.
        """
        looks = list(cells.values())
        taught = self.fitting(looks)
        logits = self._logits(np.concatenate([seen.tokens for seen in looks]), taught)
        pale = np.zeros(len(logits), np.bool_)
        if _is_of_known_print(looks):
            logits, pale = _like_known_print(logits, looks)
        else:
            logits = _like_each_other(logits, looks, taught)
        pairs = zip(logits.reshape(len(looks), 2, -1), pale.reshape(len(looks), 2), strict=True)
        return tuple(
            self._card(cell, seen, pair, seem_white, to_full, _kind(taught))
            for (cell, seen), (pair, seem_white) in zip(cells.items(), pairs, strict=True)
        )

    def fitting(self, looks: Sequence[Look]) -> Taught | None:
        """What lessons teach of these cards; once they have been looked at again, only those of the same copy."""
        upright = [seen.upright for seen in looks if seen.crop is not None]
        return self.taught.fitting(upright) if self.taught is not None and upright else self.taught

    def segments(self, tokens: Logits, context: Logits) -> tuple[SegmentReading, ...]:
        """Read single segments (n, TOKEN) among others (m, TOKEN) of the same copy under the same lamp."""
        logits = self._logits(np.concatenate([tokens, context]), self.taught)[: len(tokens)]
        return tuple(self._segment(one, _kind(self.taught)) for one in logits)

    def _card(
        self, cell: Cell, seen: Look, pair: Logits, pale: npt.NDArray[np.bool_], to_full: float, kind: str
    ) -> CardReading:
        rotation = self._ranked(ROTATIONS, seen.rotation, "rotation", readable=1.0)
        turn = int(rotation.best) if rotation.best is not None else 0
        washed = seen.clipped[turn]
        large, small = (
            self._segment(logits, kind, clipped, white)
            for logits, clipped, white in zip(pair, washed, pale, strict=True)
        )
        quad = Quad.from_array(np.roll(seen.corners, -turn, axis=0) * to_full)
        return CardReading(cell, quad, rotation, large, small, seen.is_card)

    def _segment(self, logits: Logits, kind: str, clipped: float = 0.0, pale: bool = False) -> SegmentReading:
        if clipped > DROWNED:
            return SegmentReading(Ranked((), doubtful=True), None)
        readable = float(_sigmoid(logits[READABLE]))
        crystal = self._ranked(CRYSTALS, logits[: len(CRYSTALS)], kind, readable=readable)
        if clipped > WASHED or pale:  # white glare looks like diamond
            crystal = replace(crystal, doubtful=True)
        return SegmentReading(crystal, bool(logits[PIECE] > 0) if crystal.best is not None else None)

    def _ranked(self, values: tuple[T, ...], logits: Logits, kind: str, *, readable: float) -> Ranked[T]:
        p: list[float] = softmax(logits / self._numbers[f"{kind}_temperature"]).tolist()
        best = max(p)
        if readable < self._numbers["readable_above"] or best < self._numbers["guess_above"]:
            return Ranked((), doubtful=True)
        order = sorted(range(len(p)), key=p.__getitem__, reverse=True)
        candidates = tuple((values[i], p[i]) for i in order if p[i] > SHOWN_ABOVE)
        doubtful = best < self._numbers[f"{kind}_sure"] or readable < self._numbers["readable_sure"]
        return Ranked(candidates, doubtful)


def _is_of_known_print(looks: Sequence[Look]) -> bool:
    """Whether a display that was compared with the known print is of it."""
    compared = [seen.likeness.max(axis=1) for seen in looks if seen.likeness is not None]
    return bool(compared) and bool(np.median(compared) >= SAME_PRINT)


def _like_known_print(logits: Logits, looks: Sequence[Look]) -> tuple[Logits, npt.NDArray[np.bool_]]:
    """The logits (n, 9) with what likeness to the known print says.

    And which segments (n,) seem diamonds without looking like the print's.
    """
    out, pale = logits.copy(), np.zeros(len(logits), np.bool_)
    for index, seen in enumerate(looks):
        if seen.likeness is not None:
            pair = slice(2 * index, 2 * index + 2)
            out[pair, : len(CRYSTALS)] += PRINT_WEIGHT * (seen.likeness - GLARE * _DIAMOND)
            white = out[pair, : len(CRYSTALS)].argmax(axis=1) == _DIAMOND.argmax()
            pale[pair] = white & (seen.likeness[:, _DIAMOND.argmax()] < PALE)
    return out, pale


def _like_each_other(logits: Logits, looks: Sequence[Look], taught: Taught | None) -> Logits:
    """The logits (n, 9) with what likeness to each other and to the lessons' cards says of those looked at again."""
    again = [index for index, seen in enumerate(looks) if seen.crop is not None]
    if not again:
        return logits
    out, rows = logits.copy(), np.array([[2 * index, 2 * index + 1] for index in again])
    crystals = out[rows, : len(CRYSTALS)]
    out[rows, : len(CRYSTALS)] = crystals_together(
        crystals, [looks[index].upright for index in again], named_by(taught)
    )
    return out


def _kind(taught: Taught | None) -> str:
    """Which temperature and threshold the crystals have."""
    return "crystal" if taught is None else "taught"


def _sigmoid(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))
