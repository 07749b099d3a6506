"""Keeps pads, scans and devices in a database; everything is committed before a method returns."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, delete, select

from server.photos import PhotoFolder
from server.refusals import RefusalError, not_found, storage_full
from server.store_engine import is_full
from server.store_tables import DeviceRow, PadRow, PlayerRow, ScanRow

MIN_PLAYERS = 2
MAX_PLAYERS = 4
"""CR-05."""
MAX_NAME_LENGTH = 40

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The current moment, with its zone."""
    return datetime.now(UTC)


def zoned(kept: datetime) -> datetime:
    """A moment of the database, which holds UTC without a zone, with its zone."""
    return kept.replace(tzinfo=UTC)


class Store:
    """Pads, scans and devices. Raises RefusalError (404 for what does not exist, 507 when the disk is full)."""

    def __init__(self, engine: Engine, photos: PhotoFolder, clock: Clock = utc_now) -> None:
        self._engine = engine
        self._photos = photos
        self._clock = clock
        self._lock = Lock()

    def now(self) -> datetime:
        """The moment as the database keeps it: UTC without a zone."""
        return self._clock().astimezone(UTC).replace(tzinfo=None)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A transaction that is committed at the end, or leaves no trace; one at a time, so that no change is lost."""
        try:
            with self._lock, Session(self._engine, expire_on_commit=False) as session, session.begin():
                yield session
        except OperationalError as error:
            if is_full(error):
                raise storage_full() from error
            raise

    def add_scan(self, photo: bytes, preview: bytes, size_px: tuple[int, int], reading: dict[str, Any]) -> ScanRow:
        """Keep a photo, its preview (JPEG) and its reading; `size_px` is (width, height) of the whole photo."""
        row = ScanRow(
            id=new_id(),
            created_at=self.now(),
            width_px=size_px[0],
            height_px=size_px[1],
            reading=reading,
            corrections=[],
        )
        self._photos.write(row.id, photo, preview)
        try:
            with self.transaction() as session:
                session.add(row)
        except BaseException:
            self._photos.delete(row.id)
            raise
        return row

    def photo_of(self, scan_id: str) -> bytes:
        """A scan's photo as it was uploaded; raises RefusalError 404 where it is gone."""
        try:
            return self._photos.photo(self.scan(scan_id).id)
        except FileNotFoundError as error:
            raise not_found("scan") from error

    def scan(self, scan_id: str) -> ScanRow:
        """One scan."""
        with self.transaction() as session:
            return _require_scan(session, scan_id)

    def set_corrections(self, scan_id: str, corrections: list[dict[str, Any]]) -> ScanRow:
        """Replace the corrections of a scan."""
        with self.transaction() as session:
            row = _require_scan(session, scan_id)
            row.corrections = corrections
            session.add(row)
            _touch_pad_of(session, scan_id, self.now())
        return row

    def delete_scan(self, scan_id: str) -> None:
        """Forget a scan and its photo; the player it belonged to is entered by hand again."""
        with self.transaction() as session:
            session.delete(_require_scan(session, scan_id))
        self._photos.delete(scan_id)

    def loose_scans(self) -> list[ScanRow]:
        """Scans that belong to no pad, newest first."""
        taken = select(PlayerRow.scan_id).where(col(PlayerRow.scan_id).is_not(None))
        query = select(ScanRow).where(col(ScanRow.id).not_in(taken)).order_by(col(ScanRow.created_at).desc())
        with self.transaction() as session:
            return list(session.exec(query))

    def add_pad(self, names: list[str]) -> PadRow:
        """Start a pad for 2 to 4 players (CR-05)."""
        if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
            raise RefusalError(422, "player-count", count=len(names))
        now = self.now()
        pad = PadRow(id=new_id(), created_at=now, updated_at=now)
        with self.transaction() as session:
            session.add(pad)
            session.flush()
            for seat, name in enumerate(names):
                session.add(PlayerRow(pad_id=pad.id, seat=seat, name=name, entered={}))
        return pad

    def pads(self) -> list[PadRow]:
        """All pads, the one changed last first."""
        with self.transaction() as session:
            return list(session.exec(select(PadRow).order_by(col(PadRow.updated_at).desc())))

    def pad(self, pad_id: str) -> PadRow:
        """One pad."""
        with self.transaction() as session:
            return _require_pad(session, pad_id)

    def players(self, pad_id: str) -> list[PlayerRow]:
        """The players of a pad by seat."""
        with self.transaction() as session:
            _require_pad(session, pad_id)
            return _players(session, pad_id)

    def seat_of(self, scan_id: str) -> PlayerRow | None:
        """The player whose display a scan shows, if any."""
        with self.transaction() as session:
            return session.exec(select(PlayerRow).where(PlayerRow.scan_id == scan_id)).first()

    def require_player(self, pad_id: str, seat: int) -> PlayerRow:
        """One player."""
        with self.transaction() as session:
            return _require_player(session, pad_id, seat)

    def set_player_count(self, pad_id: str, count: int) -> None:
        """Add empty players at the end, or remove the last ones."""
        if not MIN_PLAYERS <= count <= MAX_PLAYERS:
            raise RefusalError(422, "player-count", count=count)
        with self.transaction() as session:
            _touch(session, pad_id, self.now())
            present = _players(session, pad_id)
            for row in present[count:]:
                session.delete(row)
            for seat in range(len(present), count):
                session.add(PlayerRow(pad_id=pad_id, seat=seat, name="", entered={}))

    def change_player(
        self, pad_id: str, seat: int, *, name: str | None = None, entered: dict[str, int | None] | None = None
    ) -> None:
        """Rename a player, or change some of the numbers entered by hand (None takes one back)."""
        with self.transaction() as session:
            row = _require_player(session, pad_id, seat)
            if name is not None:
                row.name = name[:MAX_NAME_LENGTH]
            if entered is not None:
                kept = {**row.entered, **entered}
                row.entered = {key: value for key, value in kept.items() if value is not None}
            session.add(row)
            _touch(session, pad_id, self.now())

    def attach_scan(self, pad_id: str, seat: int, scan_id: str | None) -> None:
        """Give a player a scan (taken from whoever had it), or None: back to numbers entered by hand."""
        with self.transaction() as session:
            row = _require_player(session, pad_id, seat)
            if scan_id is not None:
                _require_scan(session, scan_id)
                _release(session, scan_id)
            row.scan_id = scan_id
            session.add(row)
            _touch(session, pad_id, self.now())

    def delete_pad(self, pad_id: str) -> None:
        """Forget a pad with its players, their scans and photos."""
        with self.transaction() as session:
            pad = _require_pad(session, pad_id)
            scan_ids = [player.scan_id for player in _players(session, pad_id) if player.scan_id]
            session.delete(pad)
            session.flush()
            session.exec(delete(ScanRow).where(col(ScanRow.id).in_(scan_ids)))
        for scan_id in scan_ids:
            self._photos.delete(scan_id)

    def add_device(self, digest: str) -> None:
        """Remember a paired device."""
        with self.transaction() as session:
            session.add(DeviceRow(digest=digest, paired_at=self.now()))

    def has_device(self, digest: str) -> bool:
        """Whether a device is paired."""
        with self.transaction() as session:
            return session.get(DeviceRow, digest) is not None

    def device_count(self) -> int:
        """How many devices are paired."""
        with self.transaction() as session:
            return len(list(session.exec(select(DeviceRow.digest))))

    def clear_devices(self) -> None:
        """Forget all devices."""
        with self.transaction() as session:
            session.exec(delete(DeviceRow))


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_hex(8)


def _require_pad(session: Session, pad_id: str) -> PadRow:
    row = session.get(PadRow, pad_id)
    if row is None:
        raise not_found("pad")
    return row


def _require_scan(session: Session, scan_id: str) -> ScanRow:
    row = session.get(ScanRow, scan_id)
    if row is None:
        raise not_found("scan")
    return row


def _require_player(session: Session, pad_id: str, seat: int) -> PlayerRow:
    _require_pad(session, pad_id)
    # A number of any length may be asked for, and a database takes only so many digits.
    row = session.get(PlayerRow, (pad_id, seat)) if 0 <= seat < MAX_PLAYERS else None
    if row is None:
        raise not_found("player")
    return row


def _players(session: Session, pad_id: str) -> list[PlayerRow]:
    return list(session.exec(select(PlayerRow).where(PlayerRow.pad_id == pad_id).order_by(col(PlayerRow.seat))))


def _touch(session: Session, pad_id: str, now: datetime) -> None:
    pad = _require_pad(session, pad_id)
    pad.updated_at = now
    session.add(pad)


def _touch_pad_of(session: Session, scan_id: str, now: datetime) -> None:
    player = session.exec(select(PlayerRow).where(PlayerRow.scan_id == scan_id)).first()
    if player is not None:
        _touch(session, player.pad_id, now)


def _release(session: Session, scan_id: str) -> None:
    for other in session.exec(select(PlayerRow).where(PlayerRow.scan_id == scan_id)):
        other.scan_id = None
        session.add(other)
    session.flush()
