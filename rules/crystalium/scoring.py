"""Final scoring (CU-88 to CU-106, CU-127): Crystalium cards, Stations, Mushroom Fish, Whirlpools, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.crystalium.edition import Switches
from rules.crystalium.faces import Face
from rules.crystalium.position import Ship, Table
from rules.crystalium.vocabulary import Fish, Metric
from rules.crystalium.whirlpools import measure, prizes, solo_prizes
from rules.scoring import ScoreLine, ScoreSheet

ROWS = ("crystalium", "stations", "mushrooms", "whirlpools")
"""Rows of the score pad (CU-92)."""
MUSHROOMS = (0, -3, 3, 9)
"""CU-64 to CU-66: for none, one, two, and three or more (R31)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What one Whirlpool counts for each seat, and what each gets."""

    whirlpool: Face
    counts: tuple[int, ...]
    prizes: tuple[int, ...]


@dataclass(frozen=True)
class TableScore:
    """The sheets of all seats, the Whirlpools, and the seats that win (several share the victory, CU-95)."""

    sheets: tuple[ScoreSheet[str], ...]
    whirlpools: tuple[Standing, ...]
    winners: tuple[int, ...]


def score_table(table: Table, whirlpools: Sequence[Face], switches: Switches) -> TableScore:
    """Score all seats with the Whirlpools of the game; those of Fish 4 are among them (CU-70)."""
    return score_ships(table.ships, whirlpools, switches, alone=table.solo is not None)


def score_ships(
    ships: Sequence[Ship], whirlpools: Sequence[Face], switches: Switches, *, alone: bool = False
) -> TableScore:
    """Score what lies in front of the players; `alone` for a solo game, in which seat 1 is Tornado."""
    standings = tuple(_standing(ships, face, switches, alone) for face in whirlpools)
    sheets = tuple(_sheet(ship, seat, standings) for seat, ship in enumerate(ships))
    ranks = [(sheet.total, len(ship.crystalium)) for sheet, ship in zip(sheets, ships, strict=True)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return TableScore(sheets, standings, winners)


def _standing(ships: Sequence[Ship], whirlpool: Face, switches: Switches, alone: bool) -> Standing:
    counts = tuple(measure(ship, Metric(whirlpool.value), switches.whirlpool_includes_base) for ship in ships)
    zero = switches.whirlpool_zero_scores
    return Standing(whirlpool, counts, solo_prizes(counts[0], counts[1], zero) if alone else prizes(counts, zero))


def _sheet(ship: Ship, seat: int, standings: Sequence[Standing]) -> ScoreSheet[str]:
    lines = [ScoreLine("CU-92", "crystalium", (face.text(),), face.value) for face in ship.crystalium]
    lines += [ScoreLine("CU-92", "stations", (one.face.text(),), one.face.value) for one in ship.stations]
    mushrooms = tuple(face.text() for face in ship.fish if face.is_fish(Fish.MUSHROOM))
    if mushrooms:
        rule = f"CU-{63 + min(len(mushrooms), len(MUSHROOMS) - 1)}"
        lines.append(ScoreLine(rule, "mushrooms", mushrooms, mushroom_points(len(mushrooms))))
    lines += [
        ScoreLine(f"CU-{95 + one.whirlpool.value}", "whirlpools", (one.whirlpool.text(),), one.prizes[seat])
        for one in standings
        if one.prizes[seat]
    ]
    return ScoreSheet(tuple(lines))


def mushroom_points(number: int) -> int:
    """What so many Mushroom Fish score (CU-64 to CU-66, R31)."""
    return MUSHROOMS[min(number, len(MUSHROOMS) - 1)]
