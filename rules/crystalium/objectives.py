"""The twelve objectives of the solo mode (CU-128, CU-129), which players tick off over many games."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from enum import StrEnum, unique

from rules.crystalium.components import IN_PLAY
from rules.crystalium.position import Ship, Table
from rules.crystalium.scoring import TableScore
from rules.crystalium.vocabulary import Component


@unique
class Objective(StrEnum):
    """The boxes, in printed order."""

    WIN = "win"
    ALL_WHIRLPOOLS = "all-whirlpools"
    AT_LEAST_45 = "at-least-45"
    AT_LEAST_50 = "at-least-50"
    AT_LEAST_55 = "at-least-55"
    NO_STATION = "no-station"
    ADVANCED_5 = "advanced-5"
    ADVANCED_8 = "advanced-8"
    NO_REACTOR = "no-reactor"
    NO_MAGNET = "no-magnet"
    NO_LASER = "no-laser"
    NO_DRONE = "no-drone"


TOTALS = {45: Objective.AT_LEAST_45, 50: Objective.AT_LEAST_50, 55: Objective.AT_LEAST_55}
ADVANCED = {5: Objective.ADVANCED_5, 8: Objective.ADVANCED_8}
WITHOUT = {component: Objective[f"NO_{component.name}"] for component in Component}


def reached(table: Table, score: TableScore) -> tuple[Objective, ...]:
    """The objectives that a finished solo game fulfils; a shared victory is no win (R36)."""
    if table.solo is None:
        return ()
    return reached_by(table.ships[0], score, table.solo.advanced)


def reached_by(ship: Ship, score: TableScore, advanced: int) -> tuple[Objective, ...]:
    """The same from what lies in front of the player in seat 0, with so many Advanced cards in the Solo deck."""
    if score.winners != (0,):
        return ()
    first = [one.prizes[0] > 0 for one in score.whirlpools[:IN_PLAY]]
    columns = {part.column for part in ship.parts}
    all_first = len(first) == IN_PLAY and all(first)
    return objectives_of(score.sheets[0].total, all_first, bool(ship.stations), columns, advanced)


def objectives_of(
    total: int, all_first: bool, with_stations: bool, columns: AbstractSet[Component], advanced: int
) -> tuple[Objective, ...]:
    """The objectives of a won game: total, Whirlpools, Stations, columns with cards, and Advanced cards."""
    found = {Objective.WIN}
    found |= {Objective.ALL_WHIRLPOOLS} if all_first else set()
    found |= {objective for least, objective in TOTALS.items() if total >= least}
    found |= {objective for least, objective in ADVANCED.items() if advanced >= least}
    found |= {objective for component, objective in WITHOUT.items() if component not in columns}
    found |= set() if with_stations else {Objective.NO_STATION}
    return tuple(objective for objective in Objective if objective in found)
