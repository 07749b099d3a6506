"""Kept games and what was accepted in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False, index=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("start", sa.String(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
    )
    op.create_table(
        "game_event",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("line", sa.String(), nullable=False),
    )


def downgrade() -> None:
    """Drop both tables."""
    for table in ("game_event", "game"):
        op.drop_table(table)
