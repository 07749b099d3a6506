"""Watching a table: from frames to events that are kept, and to the snapshots that viewers see."""
