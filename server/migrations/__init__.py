"""Alembic migrations of the web view's database; `store_engine.open_engine` runs them."""
