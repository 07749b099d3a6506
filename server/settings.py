"""Where this machine keeps its tables: the data folder and the database, from the environment where it says so."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_PORT = 8420


class Settings(BaseSettings):
    """Read from the variables TABLELOUPE_DATA_FOLDER, TABLELOUPE_DATABASE_URL and TABLELOUPE_PORT."""

    model_config = SettingsConfigDict(env_prefix="TABLELOUPE_", frozen=True)

    data_folder: Path = Field(default_factory=lambda: user_data_path("tableloupe", appauthor=False))
    """Photos and, unless `database_url` names another, the database."""
    database_url: str = ""
    """An SQLAlchemy address, for a club with many tables; empty means SQLite in the data folder."""
    port: int = Field(default=DEFAULT_PORT, ge=1, le=65535)

    @property
    def database(self) -> str:
        """The SQLAlchemy address in use."""
        return self.database_url or f"sqlite:///{self.data_folder / 'tableloupe.sqlite'}"
