"""Opens the database and brings it to the newest form: SQLite in WAL mode, or any other by its URL."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry


def open_engine(url: str) -> Engine:
    """Connect, set the pragmas of SQLite and run the migrations that are missing."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
    _migrate(engine)
    return engine


def is_full(error: OperationalError) -> bool:
    """Whether a database error says that there is no room left."""
    text = str(error.orig).lower()
    return "disk is full" in text or "no space left" in text or "disk full" in text


def _set_pragmas(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # FULL: in WAL mode a commit of NORMAL survives a killed process, but not a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(files("server").joinpath("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
