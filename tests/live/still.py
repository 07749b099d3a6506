"""Watch a table on which nothing happens, with sensor noise and a drifting exposure: python -m tests.live.still.

Nothing may change: what is shown of the table, its state, or what is told (issue 4: 0 in 10 minutes). Time is the
film's own, so that ten minutes take about half of that.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "recordings"))

from replaying import Recorded

from models.training.live.film import Film, Shot
from models.training.live.recordings import prepare
from server.live.eye import TableReader
from server.live.session import LiveTable
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.table import TableReader as RealReader
from vision.sources import Frame, frames_of, open_pictures

FPS = 5.0
SWING, PERIOD_S = 0.04, 47.0
"""By how much the exposure drifts to either side, and how long it takes for there and back."""
SETTLING_S = 4.0
"""A table is read until then before it counts as known."""


@dataclass(frozen=True, slots=True)
class Stillness:
    """What came of watching: how often a label changed, all states, what was told."""

    labels_changed: int
    states: tuple[str, ...]
    told: tuple[str, ...]
    seconds: float


def watch_still(name: str, reader: TableReader, seconds: float) -> Stillness:
    """Watch the first picture of a recording for so long."""
    recorded = Recorded(name)
    live = LiveTable(reader, recorded.book(), ("still",))
    changes, states, told, before = 0, [], [], None
    for shot in _film(recorded, seconds + SETTLING_S):
        events = live.offer(0, Frame(shot.t, shot.bgr))
        if shot.t < SETTLING_S:
            continue
        now = live.now
        changes += before is not None and now.seen != before
        before = now.seen
        states += [] if states[-1:] == [now.state.value] else [now.state.value]
        told += [event.words.key for event in events]
    return Stillness(changes, tuple(states), tuple(told), seconds)


def _film(recorded: Recorded, seconds: float) -> Iterator[Shot]:
    seed, story = recorded.story
    picture = next(frames_of(open_pictures(str(recorded.video)))).bgr
    film = Film(prepare(story, seed).stage, picture, np.random.default_rng(seed), FPS)
    while film.t < seconds:
        gain = 1 + SWING * math.sin(2 * math.pi * film.t / PERIOD_S)
        yield from film.light((gain, gain, gain), 1.0)


def main() -> None:
    """Watch and report; exits with 1 when anything changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--recording", default="plain-turn", help="whose first picture is watched")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    found = watch_still(options.recording, RealReader(CrystallaReader()), 60 * options.minutes)
    print(f"{found.seconds / 60:g} minutes of {options.recording} at rest: {found.labels_changed} label changes")
    print(f"states {', '.join(found.states)}; told {found.told or 'nothing'}")
    sys.exit(bool(found.labels_changed or found.told))


if __name__ == "__main__":
    main()
