"""Runs the migrations on the connection that `store_engine` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from server import store_tables

assert store_tables.PadRow.metadata is SQLModel.metadata  # importing the tables is what fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
