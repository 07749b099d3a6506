"""Turns the networks' numbers into calibrated candidates, and decides what is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.cards import Look
from vision.crystalla.prints import SAME_PRINT, Print
from vision.crystalla.reading import CardReading, Ranked, SegmentReading
from vision.crystalla.teaching import CRYSTALS, Taught, untaught
from vision.onnx import Network

T = TypeVar("T", Crystal, Rotation)
Logits = npt.NDArray[Any]

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
        self._taught = taught
        self._crystal = "crystal" if taught is None else "taught"

    def for_copy(self, taught: Taught | None) -> Decoder:
        """A decoder with the same network for a copy that was taught.

        It compares with the same print as before, not with the lessons: patterns alone, cut from one or two photos,
        tell the crystals of an unknown art worse than the network does.
        """
        return Decoder(self._network, self.known, taught)

    def crystal_logits(self, tokens: Logits) -> Logits:
        """The crystals' logits (n, 7), by no temperature yet, of a whole display's segments (n, TOKEN)."""
        return self._logits(tokens)[:, : len(CRYSTALS)]

    def _logits(self, tokens: Logits) -> Logits:
        """What the network says of a whole display's segments: (n, TOKEN) to (n, 9)."""
        inputs = untaught(tokens) if self._taught is None else self._taught.beside(tokens)
        (segments,) = self._network(**inputs)
        return np.asarray(segments[0, : len(tokens)])

    def cards(self, cells: dict[Cell, Look], to_full: float) -> tuple[CardReading, ...]:
        """Read all cards of a display together, from looks that name their cell's top left corner first.

        `to_full` scales picture pixels to full-resolution ones.
        """
        looks = list(cells.values())
        tokens = np.concatenate([seen.tokens for seen in looks])
        logits, pale = self._compared(self._logits(tokens), looks)
        pairs = zip(logits.reshape(len(looks), 2, -1), pale.reshape(len(looks), 2), strict=True)
        return tuple(
            self._card(cell, seen, pair, seem_white, to_full)
            for (cell, seen), (pair, seem_white) in zip(cells.items(), pairs, strict=True)
        )

    def _compared(self, logits: Logits, looks: Sequence[Look]) -> tuple[Logits, npt.NDArray[np.bool_]]:
        """The logits (n, 9) with what likeness to the known print says, where the display is of that print.

        And which segments (n,) seem diamonds without looking like the print's.
        """
        pale = np.zeros(len(logits), np.bool_)
        compared = [(index, seen.likeness) for index, seen in enumerate(looks) if seen.likeness is not None]
        if not compared or np.median([alike.max(axis=1) for _, alike in compared]) < SAME_PRINT:
            return logits, pale
        out = logits.copy()
        for index, alike in compared:
            pair = slice(2 * index, 2 * index + 2)
            out[pair, : len(CRYSTALS)] += PRINT_WEIGHT * (alike - GLARE * _DIAMOND)
            white = out[pair, : len(CRYSTALS)].argmax(axis=1) == _DIAMOND.argmax()
            pale[pair] = white & (alike[:, _DIAMOND.argmax()] < PALE)
        return out, pale

    def segments(self, tokens: Logits, context: Logits) -> tuple[SegmentReading, ...]:
        """Read single segments (n, TOKEN) among others (m, TOKEN) of the same copy under the same lamp."""
        logits = self._logits(np.concatenate([tokens, context]))[: len(tokens)]
        return tuple(self._segment(one) for one in logits)

    def _card(self, cell: Cell, seen: Look, pair: Logits, pale: npt.NDArray[np.bool_], to_full: float) -> CardReading:
        rotation = self._ranked(ROTATIONS, seen.rotation, "rotation", readable=1.0)
        turn = int(rotation.best) if rotation.best is not None else 0
        washed = seen.clipped[turn]
        large, small = (self._segment(*segment) for segment in zip(pair, washed, pale, strict=True))
        quad = Quad.from_array(np.roll(seen.corners, -turn, axis=0) * to_full)
        return CardReading(cell, quad, rotation, large, small, seen.is_card)

    def _segment(self, logits: Logits, clipped: float = 0.0, pale: bool = False) -> SegmentReading:
        if clipped > DROWNED:
            return SegmentReading(Ranked((), doubtful=True), None)
        readable = float(_sigmoid(logits[READABLE]))
        crystal = self._ranked(CRYSTALS, logits[: len(CRYSTALS)], self._crystal, readable=readable)
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


def softmax(logits: Logits) -> Logits:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))


def _sigmoid(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))
