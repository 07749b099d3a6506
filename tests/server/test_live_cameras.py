"""Cameras in trouble: said within two seconds of the source's time, and the game goes on when they are back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.crystalla.seen import Seen, look
from rules.crystalla.table import Table
from server.live.snapshot import Event, LiveState
from tests.server.films import COLOURS, FPS, HEIGHT, WIDTH, FakeTableReader, Film, kinds, paint, with_hand
from tests.server.played_turns import played, table_after, watched
from vision.cover import is_covered
from vision.crystalla.table_reading import TableReading
from vision.health import Condition
from vision.image import Photo
from vision.sources import CameraTrouble, Frame

AT_ONCE_S = 2.0
LEGAL = ("turn", "legal", ())


@pytest.fixture
def film() -> Film:
    film = watched(table_after(3))
    assert kinds(film.hold(after(3), 2.0)) == []
    return film


def after(turns: int) -> Seen:
    return look(played()[turns][0])


def told(events: list[Event], condition: Condition) -> Event:
    """The one event that says so."""
    (event,) = [event for event in events if event.type == "camera" and event.state == condition.value]
    return event


def goes_on(film: Film) -> None:
    """The next turn is followed as ever."""
    assert kinds(film.turn(after(4))) == [LEGAL]
    assert film.live.book.table == table_after(4)


def unplugged(film: Film, seconds: float) -> list[Event]:
    """What `vision.newest` hands on when nothing comes."""
    events = []
    for _ in range(round(seconds)):
        film.t += 1.0
        events += film.arrive(CameraTrouble(film.t))
    return events


def test_unplugged_and_back(film: Film) -> None:
    began = film.t
    assert told(unplugged(film, 3), Condition.LOST).t - began < AT_ONCE_S
    assert film.live.now.state is LiveState.CAMERA_LOST
    assert kinds(film.hold(after(3), 1.0)) == [("camera", None, ())]
    assert film.live.now.state is LiveState.WAITING
    goes_on(film)


def test_a_table_that_lies_as_before_when_the_camera_is_back_has_lain_still(film: Film) -> None:
    (eye,) = film.live.eyes
    before = eye.still_for_s
    unplugged(film, 3)
    film.hold(after(3), 0.1)
    assert eye.still_for_s >= before + 3
    unplugged(film, 3)
    film.hold(after(4), 0.1)
    assert eye.still_for_s == 0


def test_a_turn_made_while_the_camera_was_away_is_read_when_it_is_back(film: Film) -> None:
    unplugged(film, 5)
    assert LEGAL in kinds(film.hold(after(4), 1.5))


def test_frozen_and_back(film: Film) -> None:
    began = film.t
    picture = paint(after(3), film.table)
    hung = [event for _ in range(3 * FPS) for event in film.arrive(Frame(film.t, picture))]
    assert told(hung, Condition.FROZEN).t - began < AT_ONCE_S
    assert film.live.now.state is LiveState.CAMERA_FROZEN
    film.hold(after(3), 1.0)
    assert film.live.now.state is LiveState.WAITING
    goes_on(film)


def test_a_film_without_noise_is_not_frozen() -> None:
    film = watched(table_after(3))
    film.noise = 0.0
    assert kinds(film.hold(after(3), 6.0)) == []
    assert kinds(film.turn(after(4))) == [LEGAL]


def test_too_dark_and_light_again(film: Film) -> None:
    began = film.t
    film.gain = 0.06
    assert told(film.hold(after(3), 2.0), Condition.DARK).t - began < AT_ONCE_S
    assert film.live.now.state is LiveState.CAMERA_DARK
    film.gain = 1.0
    film.hold(after(3), 1.0)
    goes_on(film)


def test_a_covered_lens_is_dark(film: Film) -> None:
    grey = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    told(film.play(grey, after(3), 2 * FPS), Condition.DARK)
    film.hold(after(3), 1.0)
    goes_on(film)


def test_another_resolution_is_said_and_the_table_found_anew(film: Film) -> None:
    began, found = film.t, film.reader.found
    small = np.ascontiguousarray(paint(after(3), film.table)[::2, ::2])
    film.reader.shown = None
    events = [event for _ in range(FPS) for event in film.arrive(Frame(film.t, small))]
    event = told(events, Condition.RESIZED)
    assert event.t - began < AT_ONCE_S
    assert event.words.values["size"] == f"{WIDTH // 2} × {HEIGHT // 2}"
    film.hold(after(3), 2.0)
    assert film.reader.found > found
    goes_on(film)


@pytest.mark.parametrize("shift", [(30, 0), (0, -30), (22, 22), (-18, 24)])
def test_a_push_of_30_pixels_is_said_and_the_table_found_anew(film: Film, shift: tuple[int, int]) -> None:
    began, found = film.t, film.reader.found
    film.shift = shift
    assert told(film.hold(after(3), 2.0), Condition.MOVED).t - began < AT_ONCE_S
    assert film.reader.found > found
    assert film.live.now.state is LiveState.WAITING
    goes_on(film)


def test_a_push_under_a_hand_is_said(film: Film) -> None:
    began = film.t
    film.shift = (30, 10)
    events: list[Event] = []
    for index in range(2 * FPS):
        events += film.play(with_hand(paint(after(3), film.table), (430 + 3.0 * (index % 7), 260)), after(3), 1)
    assert told(events, Condition.MOVED).t - began < AT_ONCE_S


def test_a_push_far_away_is_said(film: Film) -> None:
    began = film.t
    film.shift = (400, 250)
    assert told(film.hold(after(3), 2.0), Condition.MOVED).t - began < AT_ONCE_S


def test_hands_and_turns_are_no_push(film: Film) -> None:
    for turns in range(4, 9):
        film.turn(after(turns))
    assert [event for event in film.events if event.type == "camera"] == []


def test_no_table_in_the_picture_is_said() -> None:
    film = watched(table_after(3))
    film.hold(None, 1.0)
    assert (film.live.now.state, film.live.now.detail) == (LiveState.IN_DOUBT, "no-table")
    film.hold(after(3), 2.0)
    assert film.live.now.state is LiveState.WAITING


class MisledReader(FakeTableReader):
    """Finds the piles wrongly so many times, and reads other cards there."""

    def __init__(self, table: Table, misled: int) -> None:
        super().__init__(None, table)
        self.misled = misled

    def _reading(self, photo: Photo) -> TableReading:
        reading = super()._reading(photo)
        assert reading.middle is not None
        others = (*reading.middle.piles[2:], *reading.middle.piles[:2])
        both = zip(reading.middle.piles, others, strict=True)
        piles = tuple(replace(pile, top=other.top, pawns=(0,) * len(COLOURS)) for pile, other in both)
        wrong = replace(reading, middle=replace(reading.middle, piles=piles))
        return wrong if self.found <= self.misled else reading


def test_a_table_found_wrongly_is_found_anew_while_it_is_in_doubt() -> None:
    film = watched(table_after(3), reader=MisledReader(table_after(3), 1))
    assert kinds(film.hold(after(3), 2.0)) == []
    assert film.reader.found == 2
    assert film.live.now.state is LiveState.WAITING
    goes_on(film)


def test_a_table_found_anew_that_fits_no_better_lies_where_it_lay() -> None:
    film = watched(table_after(3), reader=MisledReader(table_after(3), 99))
    film.hold(after(3), 2.0)
    found, layout = film.reader.found, film.live.eyes[0].layout
    film.hold(after(3), 4.0)
    assert found < film.reader.found < found + 5, "nor is it looked for all the time"
    assert film.live.eyes[0].layout is layout


def test_a_card_taken_away_at_the_edge_of_the_picture_is_no_hand() -> None:
    blocks = np.full((20, 30, 3), 100, np.float32)
    rng = np.random.default_rng(1)
    card, table, nothing = (np.zeros((20, 30), bool) for _ in range(3))
    card[:6, 8:13] = table[:12, 4:26] = True
    blocks[:12, 13:15] = 200  # the tableau beside it
    laid = blocks.copy()
    laid[card] = rng.integers(10, 250, (card.sum(), 3))
    assert is_covered(laid, blocks, table, nothing, nothing)
    assert not is_covered(laid, blocks, table, nothing, card)
