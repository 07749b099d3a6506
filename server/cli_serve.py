"""`tableloupe serve`: the web view on this machine or, with pairing, on the network."""

from __future__ import annotations

from server.app import run_server
from server.cli_common import OK, SOME_FAILED, complain, open_settings, refuse_usage
from vision.errors import VisionError

HIGHEST_PORT = 65535


def serve_web(port: int | None, lan: bool) -> int:
    """Serve until stopped; returns the exit code."""
    if port is not None and not 0 <= port <= HIGHEST_PORT:
        refuse_usage(f"--port is {port}, allowed: 0 (any free one) to {HIGHEST_PORT}")
    try:
        run_server(open_settings().port if port is None else port, lan)
    except OSError as error:
        complain(error.strerror or str(error))
    except VisionError as error:
        complain(error.reason)
    else:
        return OK
    return SOME_FAILED
