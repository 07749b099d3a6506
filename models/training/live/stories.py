"""What the recordings of sample_images show: which game, which turns, what goes wrong, what the camera suffers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from models.training.live.games import Played, random_turns
from models.training.live.mistake import Mistake, walked
from models.training.live.mistakes import MAKERS
from models.training.live.tabletop import Odd
from models.training.render.layout import Look
from rules.crystalla.table import Table


@dataclass(frozen=True, slots=True)
class Rest:
    """Nobody does anything."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light changes to a gain of blue, green and red."""

    gain: tuple[float, float, float]
    seconds: float


@dataclass(frozen=True, slots=True)
class Nudge:
    """The camera is pushed."""

    right_px: float
    down_px: float
    degrees: float


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's hand brings the table into another state; what must be told then, if anything."""

    seat: int
    table: Table
    odd: tuple[Odd, ...] = ()
    verdict: str | None = None
    rules: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()


Step = Rest | Lamp | Nudge | Hand


@dataclass(frozen=True, slots=True)
class Story:
    """One recording."""

    name: str
    start: Table
    steps: tuple[Step, ...]
    look: Look


def stories() -> Iterator[Story]:
    """All recordings, the same every time."""
    plain = _turns(2, 31)
    yield Story("plain-turn", plain[3].before, (Rest(1.6), _fair(plain[3]), Rest(2.2)), _look("oak", "window", 1))
    pair = next(played for played in _turns(2, 32)[2:] if _awards(played))
    dusk = (Rest(1.2), Lamp((0.62, 0.72, 0.85), 1.2), Rest(0.8), _fair(pair), Rest(2.2))
    yield Story("piece-at-dusk", pair.before, dusk, _look("cloth", "mixed", 2))
    yield _illegal("too-high", "too high", 33, _look("walnut", "panel", 3))
    yield _illegal("card-turned", "turned", 34, _look("gingham", "window", 4), nudge=Nudge(2, -1.5, 0.05))
    yield _illegal("diagonal-walk", "diagonal", 35, _look("felt", "bulb", 5))
    three = _turns(3, 36)[4]
    pause = (Rest(1.4), Hand(three.before.active, walked(three)), Rest(2.0), _fair(three), Rest(2.2))
    yield Story("pause-of-three", three.before, pause, _look("pine", "panel", 6))
    both = _turns(2, 37)[5:7]
    pushed = (Rest(1.4), _fair(both[0]), Rest(2.2), Nudge(34, 14, 0.4), Rest(3.0), _fair(both[1]), Rest(2.2))
    yield Story("camera-pushed", both[0].before, pushed, _look("concrete", "sun", 7))


def _turns(players: int, seed: int) -> list[Played]:
    return list(random_turns(players, seed))


def _fair(played: Played) -> Hand:
    return Hand(played.before.active, played.after, verdict="legal", moves=played.texts())


def _awards(played: Played) -> bool:
    return any("give" in text for text in played.texts())


def _illegal(name: str, kind: str, seed: int, look: Look, nudge: Nudge | None = None) -> Story:
    """A mistake, and then the turn as it should have been."""
    played, wrong = _first(_turns(2, seed)[2:], MAKERS[kind], random.Random(seed))
    hand = Hand(played.before.active, wrong.tables[0], wrong.odd, "illegal", wrong.rules)
    pushed = () if nudge is None else (nudge, Rest(1.0))
    steps = (Rest(1.6), hand, Rest(2.4), *pushed, _fair(played), Rest(2.2))
    return Story(name, played.before, steps, look)


def _first(
    turns: list[Played], make: Callable[[Played, random.Random], Mistake | None], rng: random.Random
) -> tuple[Played, Mistake]:
    for played in turns:
        wrong = make(played, rng)
        if wrong is not None:
            return played, wrong
    raise ValueError("no turn of this game has room for the mistake")


def _look(table: str, light: str, seed: int) -> Look:
    return Look(
        table=table,
        table_seed=seed,
        light=light,
        light_seed=seed,
        glare=False,
        gloss=0.45,
        coat=0.0,
        corner_mm=1.5,
        exposure=0.1,
        white_balance=0.85,
        transform="Standard",
        f_number=16.0,
    )
