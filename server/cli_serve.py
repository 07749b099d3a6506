"""`tableloupe serve`: the web view on this machine or, with pairing, on the network."""

from __future__ import annotations

from server.app import run_server
from server.cli_common import OK, open_settings


def serve_web(port: int | None, lan: bool) -> int:
    """Serve until stopped; returns the exit code."""
    run_server(port or open_settings().port, lan)
    return OK
