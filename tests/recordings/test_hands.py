"""Hands composed over recorded tables lie still for ten seconds: nothing is told under them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from replaying import Recorded

sys.path.insert(0, str(Path(__file__).parents[1] / "live"))

from oracle import Oracle

from models.training.live.film import Film, Shot
from models.training.live.recordings import Shooting, prepare
from models.training.live.stills import Patch
from server.live.session import LiveTable
from server.live.snapshot import Event, EventType, LiveState
from vision.image import Bgr
from vision.sources import Frame, frames_of, open_pictures

STILL_S, FPS = 10.0, 5.0
COMING = 4
"""Frames after which a hand has come."""
NAMES = ("plain-turn", "piece-at-dusk")


class Table:
    """A recorded table, filmed anew, that an eye watches which knows what lies there."""

    def __init__(self, name: str) -> None:
        recorded = Recorded(name)
        seed, story = recorded.story
        self.shooting: Shooting = prepare(story, seed)
        self.picture, *_, after = (frame.bgr for frame in frames_of(open_pictures(str(recorded.video))))
        self.after = _lit_as(self.picture, after)
        self.film = Film(self.shooting.stage, self.picture, np.random.default_rng(seed), FPS)
        self.oracle = Oracle(self.shooting.stage, self.shooting.states[0])
        self.live = LiveTable(self.oracle, recorded.book(), (name,))

    def watch(self, shots: Iterable[Shot]) -> list[Event]:
        """The turns told."""
        events = [event for shot in shots for event in self.live.offer(0, Frame(shot.t, shot.bgr))]
        return [event for event in events if event.type is EventType.TURN]

    def hand(self, spot_mm: tuple[float, float]) -> Iterator[Shot]:
        """A hand that makes the turn of the story and stays."""
        self.oracle.tabletop = self.shooting.states[1]
        return self.film.reach(0, [Patch(0, 0, self.after, spot_mm)], still_s=STILL_S)

    def places(self) -> Iterator[tuple[float, float]]:
        """Over the display of the player and over the piles."""
        room = self.shooting.stage.room
        yield room.seats[0].spot.at(0.0, -30.0)
        yield room.middle.x, room.middle.y


def _lit_as(picture: Bgr, other: Bgr) -> Bgr:
    """The other picture in the light of this one."""
    gain = picture.mean((0, 1)) / other.mean((0, 1))
    return np.asarray(np.clip(other * gain, 0, 255), np.uint8)


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_over_display_or_piles_keeps_the_turn_untold_until_it_has_gone(name: str) -> None:
    table = Table(name)
    assert table.watch(table.film.rest(1.4)) == []
    for place in table.places():
        assert table.watch(table.hand(place)) == []
        assert table.live.now.state is LiveState.HAND
    assert [event.verdict for event in table.watch(table.film.rest(1.4))] == ["legal"]


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_that_was_there_from_the_first_picture_keeps_the_turn_untold(name: str) -> None:
    table = Table(name)
    place, *_ = table.places()
    assert table.watch(islice(table.hand(place), COMING, None)) == []
    assert table.live.book.turns == ()
