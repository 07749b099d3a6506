"""Starts the web view: opens the port, says where it is, and serves until stopped."""

from __future__ import annotations

import socket
import sys

import segno
import uvicorn
import websockets  # noqa: F401  by it uvicorn speaks to the live view; missing, it shall be missed here and not there

from rules.crystalla.edition import load_edition
from server.app import Lan, create_app
from server.pairing import lan_address
from server.settings import Settings
from vision.pipeline import open_reader

EVERYWHERE = "0.0.0.0"
HERE = "127.0.0.1"
BACKLOG = 64
MAX_MESSAGE_BYTES = 4096
"""Viewers have nothing to say over the socket."""
SHUTDOWN_S = 3
"""Open sockets must not keep the program from stopping."""


def serve(port: int, *, lan: bool) -> None:
    """Serve until stopped; raises OSError when the port cannot be had or the data folder cannot be written."""
    settings = Settings()
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    listener = _listen(EVERYWHERE if lan else HERE, port)
    port = listener.getsockname()[1]
    app = create_app(
        reader=open_reader("crystalla"),
        edition=load_edition(),
        data_folder=settings.data_folder,
        database_url=settings.database,
        lan=Lan(lan_address(port), _print_link) if lan else None,
    )
    print(f"tableloupe is open at http://{HERE}:{port}, stop it with Ctrl+C", flush=True)
    # Forwarded headers would let a client of the network pass for this machine.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, f"port {port} cannot be opened: {error.strerror}") from error
    return listener


def _print_link(link: str) -> None:
    """The pairing link and its QR code in the terminal."""
    print(f"To connect one device of your network, open {link} there or scan:", flush=True)
    if sys.stdout.isatty():
        segno.make(link, error="m").terminal(compact=True)
