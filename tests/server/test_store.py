"""The database: migrations give exactly the tables of the code, and opening keeps what is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, text
from sqlmodel import SQLModel

from server.photos import PhotoFolder
from server.store import Store
from server.store_engine import open_engine

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_engine(f"sqlite:///{tmp_path / 'test.sqlite'}")
    yield opened
    opened.dispose()


def test_the_migrations_give_the_tables_of_the_code(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []


def test_migrations_can_be_taken_back_and_run_again(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "server" / "migrations"))
    for step, tables in (("base", set()), ("head", {"pad", "scan", "player", "device", "game", "game_event"})):
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            (command.downgrade if step == "base" else command.upgrade)(config, step)
        assert set(inspect(engine).get_table_names()) - {"alembic_version"} == tables


def test_sqlite_writes_ahead_syncs_fully_and_keeps_references(engine: Engine) -> None:
    with engine.connect() as connection:
        read = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in
                ("journal_mode", "synchronous", "foreign_keys")}  # fmt: skip
    assert read == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    for expected in (0, 1, 2):
        engine = open_engine(url)
        store = Store(engine, PhotoFolder(tmp_path / "photos"))
        assert len(store.pads()) == expected
        store.add_pad(["A", "B"])
        engine.dispose()
