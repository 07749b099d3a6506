"""Turns the networks' numbers into calibrated candidates, and decides what is in doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.cards import Look
from vision.crystalla.reading import CardReading, Ranked, SegmentReading
from vision.onnx import Network

T = TypeVar("T", Crystal, Rotation)
Logits = npt.NDArray[np.float32]

CRYSTALS = tuple(Crystal)
ROTATIONS = tuple(Rotation)
PIECE, READABLE = 7, 8
WASHED, DROWNED = 0.6, 0.9
"""Shares of a segment clipped by glare from which it is in doubt, and from which it is left open."""
SHOWN_ABOVE = 0.005
"""Candidates less likely than this are not worth a player's look."""


class Decoder:
    """The display network with the temperatures and thresholds that validation chose."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._numbers = network.facts.numbers

    def cards(self, cells: dict[Cell, Look], first_corner: int, to_full: float) -> tuple[CardReading, ...]:
        """Read all cards of a display together; `to_full` scales picture pixels to full-resolution ones."""
        looks = list(cells.values())
        tokens = np.concatenate([seen.tokens for seen in looks])[None]
        (segments,) = self._network(tokens=tokens, mask=np.ones(tokens.shape[:2], np.float32))
        pairs = segments[0].reshape(len(looks), 2, -1)
        return tuple(
            self._card(cell, seen, pair, first_corner, to_full)
            for (cell, seen), pair in zip(cells.items(), pairs, strict=True)
        )

    def _card(self, cell: Cell, seen: Look, pair: Logits, first_corner: int, to_full: float) -> CardReading:
        rotation = self._ranked(
            ROTATIONS, np.roll(seen.rotation, -first_corner), "rotation_temperature", "rotation_sure", readable=1.0
        )
        turn = int(rotation.best) if rotation.best is not None else 0
        clipped = np.roll(seen.clipped, -first_corner, axis=0)[turn]
        large, small = (self._segment(logits, share) for logits, share in zip(pair, clipped, strict=True))
        in_cell = np.roll(seen.corners, -first_corner, axis=0)
        quad = Quad.from_array(np.roll(in_cell, -turn, axis=0) * to_full)
        return CardReading(cell, quad, rotation, large, small, seen.is_card)

    def _segment(self, logits: Logits, clipped: float) -> SegmentReading:
        if clipped > DROWNED:
            return SegmentReading(Ranked((), doubtful=True), None)
        readable = float(_sigmoid(logits[READABLE]))
        crystal = self._ranked(
            CRYSTALS, logits[: len(CRYSTALS)], "crystal_temperature", "crystal_sure", readable=readable
        )
        if clipped > WASHED:  # white glare looks like diamond
            crystal = replace(crystal, doubtful=True)
        return SegmentReading(crystal, bool(logits[PIECE] > 0) if crystal.best is not None else None)

    def _ranked(
        self, values: tuple[T, ...], logits: Logits, temperature: str, sure: str, *, readable: float
    ) -> Ranked[T]:
        p = _softmax(logits / self._numbers[temperature])
        if readable < self._numbers["readable_above"] or p.max() < self._numbers["guess_above"]:
            return Ranked((), doubtful=True)
        order = np.argsort(-p)
        candidates = tuple((values[i], float(p[i])) for i in order if p[i] > SHOWN_ABOVE)
        doubtful = p.max() < self._numbers[sure] or readable < self._numbers["readable_sure"]
        return Ranked(candidates, doubtful=bool(doubtful))


def _softmax(logits: Logits) -> Logits:
    shifted = np.exp(logits - logits.max())
    return np.asarray(shifted / shifted.sum())


def _sigmoid(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))
