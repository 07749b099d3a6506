"""The tables of the web view: pads, players, photographed displays, devices, kept games; times are naive UTC."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, DateTime
from sqlmodel import Field, SQLModel


class PadRow(SQLModel, table=True):
    """A score pad."""

    __tablename__ = "pad"
    id: str = Field(primary_key=True, max_length=32)
    created_at: datetime = Field(sa_type=DateTime)
    updated_at: datetime = Field(sa_type=DateTime, index=True)


class ScanRow(SQLModel, table=True):
    """A photographed display: what was read, and what the player corrected since, in order."""

    __tablename__ = "scan"
    id: str = Field(primary_key=True, max_length=32)
    created_at: datetime = Field(sa_type=DateTime, index=True)
    width_px: int
    height_px: int
    reading: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    corrections: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))


class PlayerRow(SQLModel, table=True):
    """A column of a pad: its display was photographed, or its points are entered by hand."""

    __tablename__ = "player"
    pad_id: str = Field(primary_key=True, foreign_key="pad.id", ondelete="CASCADE", max_length=32)
    seat: int = Field(primary_key=True)
    name: str = Field(max_length=40)
    scan_id: str | None = Field(
        default=None, foreign_key="scan.id", ondelete="SET NULL", unique=True, max_length=32, nullable=True
    )
    entered: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class DeviceRow(SQLModel, table=True):
    """A paired device of the network, known by the digest of its session."""

    __tablename__ = "device"
    digest: str = Field(primary_key=True, max_length=64)
    paired_at: datetime = Field(sa_type=DateTime)


class GameRow(SQLModel, table=True):
    """A kept game: how it was set up, and what the list of games says of it."""

    __tablename__ = "game"
    id: str = Field(primary_key=True, max_length=32)
    created_at: datetime = Field(sa_type=DateTime)
    updated_at: datetime = Field(sa_type=DateTime, index=True)
    game: str = Field(max_length=32)
    edition: str
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    seed: str = Field(max_length=32)
    """Deals the same game again, and with it what is hidden."""
    start: str
    """Position string."""
    summary: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class GameEventRow(SQLModel, table=True):
    """Something that was accepted: a line of the record, or that the last line was taken back; never changed."""

    __tablename__ = "game_event"
    game_id: str = Field(primary_key=True, foreign_key="game.id", ondelete="CASCADE", max_length=32)
    number: int = Field(primary_key=True)
    at: datetime = Field(sa_type=DateTime)
    kind: str = Field(max_length=8)
    line: str
