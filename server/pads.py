"""A score pad added up: a row per crystal, a column per player, hematite crossing over, ties shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.crystalla.vocabulary import Crystal
from server.scans import Scans
from server.store import Store
from server.store_tables import PadRow, PlayerRow

ROWS = tuple(crystal.value for crystal in Crystal if crystal is not Crystal.HEMATITE)
"""The rows that a display scores by itself, in the order of the pad."""
HEMATITE = Crystal.HEMATITE.value
MAX_POINTS = 999


@dataclass(frozen=True, slots=True)
class Column:
    """What one player brings: points by row, and the number of own hematite segments; None is not known yet."""

    seat: int
    name: str
    scan_id: str | None
    points: Mapping[str, int | None]
    hematite: int | None
    missing: int
    """Segments of a photographed display that nobody can tell."""
    doubts: int

    @property
    def started(self) -> bool:
        """Whether anything at all is known of this player."""
        return self.hematite is not None or any(value is not None for value in self.points.values())

    @property
    def total(self) -> int:
        """Points of the own display, as far as known."""
        return sum(value or 0 for value in self.points.values())


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's column with what the others' hematite gives (CR-78, R27)."""

    column: Column
    from_opponents: int
    final: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad as shown; nobody wins before every player has a score."""

    row: PadRow
    standings: tuple[Standing, ...]
    complete: bool

    @property
    def winners(self) -> tuple[int, ...]:
        """0-based indices of all who share the highest final score (CR-81)."""
        return tuple(index for index, standing in enumerate(self.standings) if standing.wins)


class Pads:
    """Builds pads from the store and the scans."""

    def __init__(self, store: Store, scans: Scans) -> None:
        self._store = store
        self._scans = scans

    def load(self, pad_id: str) -> Pad:
        """One pad; raises Refusal 404."""
        return self._build(self._store.pad(pad_id))

    def all(self) -> list[Pad]:
        """All pads, the one changed last first."""
        return [self._build(row) for row in self._store.pads()]

    def _build(self, row: PadRow) -> Pad:
        columns = [self._column(player) for player in self._store.players(row.id)]
        return Pad(row, *reckon(columns, self._scans.edition.scale.hematite_segment))

    def _column(self, player: PlayerRow) -> Column:
        if player.scan_id is None:
            return _entered_column(player)
        scored = self._scans.scored(self._store.scan(player.scan_id))
        sheet = scored.sheet
        return Column(
            seat=player.seat,
            name=player.name,
            scan_id=player.scan_id,
            points={name: sheet.row_total(name) for name in ROWS},
            hematite=sum(len(line.slots) for line in sheet.given),
            missing=sheet.missing,
            doubts=sum(1 for _ in scored.reading.doubts()),
        )


def reckon(columns: Sequence[Column], points_per_hematite: int) -> tuple[tuple[Standing, ...], bool]:
    """Every player's final score, and whether all have one; ties share the victory (CR-80, CR-81)."""
    hematite = sum(column.hematite or 0 for column in columns)
    received = [points_per_hematite * (hematite - (column.hematite or 0)) for column in columns]
    finals = [column.total + extra for column, extra in zip(columns, received, strict=True)]
    complete = bool(columns) and all(column.started for column in columns)
    best = max(finals, default=0)
    standings = tuple(
        Standing(column, extra, final, wins=complete and final == best)
        for column, extra, final in zip(columns, received, finals, strict=True)
    )
    return standings, complete


def _entered_column(player: PlayerRow) -> Column:
    entered: Mapping[str, int] = player.entered
    points = {name: entered.get(name) for name in ROWS}
    return Column(player.seat, player.name, None, points, entered.get(HEMATITE), missing=0, doubts=0)
