"""Lets devices of the network in: a one-time token that the QR code carries becomes a session cookie."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import socket
from collections.abc import Callable
from threading import Lock

import segno

from server.store import Store


class Pairing:
    """Holds the one token that pairs the next device; each use, and each renewal, replaces it."""

    def __init__(self, store: Store, address: str, announce: Callable[[str], None]) -> None:
        """`address` is the base URL for other devices, `announce` is told each new pairing link."""
        self._store = store
        self._address = address
        self._announce = announce
        self._lock = Lock()
        self._token = secrets.token_urlsafe(18)

    @property
    def link(self) -> str:
        """The address that pairs the next device that opens it."""
        return f"{self._address}/pair/{self._token}"

    def announce(self) -> None:
        """Tell the current link."""
        self._announce(self.link)

    def renew(self) -> None:
        """Make the current link worthless and announce a new one."""
        with self._lock:
            self._token = secrets.token_urlsafe(18)
        self.announce()

    def redeem(self, token: str) -> str | None:
        """A new session for the right token, which is spent by that; None for any other."""
        with self._lock:
            if not hmac.compare_digest(token.encode(), self._token.encode()):
                return None
            self._token = secrets.token_urlsafe(18)
        session = secrets.token_urlsafe(32)
        self._store.add_device(_digest(session))
        self.announce()
        return session

    def is_paired(self, session: str) -> bool:
        """Whether a session cookie belongs to a paired device."""
        return self._store.has_device(_digest(session))

    def unpair_all(self) -> None:
        """Send every device away and renew the token."""
        self._store.clear_devices()
        self.renew()

    def qr_svg(self) -> str:
        """The link as an SVG picture, dark on light whatever the colour scheme, as readers want it."""
        return segno.make(self.link, error="m").svg_inline(scale=6, border=4, dark="#111", light="#fff", omitsize=True)


def _digest(session: str) -> str:
    # The database holds no secret that would let its reader in.
    return hashlib.sha256(session.encode()).hexdigest()


def lan_address(port: int) -> str:
    """The base URL by which other devices of the network reach this machine."""
    return f"http://{_own_address()}:{port}"


def _own_address() -> str:
    """The address of the interface that leads out; no packet is sent by connecting a datagram socket."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1 (RFC 5737)
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
