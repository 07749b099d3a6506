"""The first tables: pads, scans, players, devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "pad",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False, index=True),
    )
    op.create_table(
        "scan",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime(), nullable=False, index=True),
        sa.Column("width_px", sa.Integer(), nullable=False),
        sa.Column("height_px", sa.Integer(), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
        sa.Column("corrections", sa.JSON(), nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("pad_id", sa.String(32), sa.ForeignKey("pad.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("scan_id", sa.String(32), sa.ForeignKey("scan.id", ondelete="SET NULL"), unique=True, nullable=True),
        sa.Column("entered", sa.JSON(), nullable=False),
    )
    op.create_table(
        "device",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("paired_at", sa.DateTime(), nullable=False),
    )


def downgrade() -> None:
    """Drop all tables."""
    for table in ("device", "player", "scan", "pad"):
        op.drop_table(table)
