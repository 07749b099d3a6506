"""Who may talk to the server: this machine, and paired devices of the network; never another site's page."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.refusals import RefusalError

SESSION_COOKIE = "tableloupe_session"
OPEN_PATHS = ("/pair/", "/static/")
"""What an unpaired device may ask for: to be paired, and what the page that says so looks like."""
POLICY_VIOLATION = 1008
"""Code of a socket that is closed for who asks (RFC 6455, 7.4.1)."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self';"
        " font-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # same-origin and not no-referrer, with which browsers would send `Origin: null` with our own forms
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}

Refuse = Callable[[Scope, RefusalError], Response]


class GuardMiddleware:
    """Checks Host (DNS rebinding), Origin (cross-site requests) and pairing; adds the security headers."""

    def __init__(self, app: ASGIApp, *, is_paired: Callable[[str], bool], lan: bool, refuse: Refuse) -> None:
        self._app = app
        self._is_paired = is_paired
        self._lan = lan
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._verdict(scope)
        answer = self._app if refusal is None else self._refuse(scope, refusal)
        await answer(scope, receive, _with_headers(send))

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket opens only where a changing request would be let in; a close before it opens is answered by 403.

        Browsers let any page open a socket to anywhere, with the cookies of there.
        """
        if self._verdict(scope) is None:
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})

    def _verdict(self, scope: Scope) -> RefusalError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_known_host(host, lan=self._lan):
            return RefusalError(421, "host", host=host)
        if scope.get("method") not in SAFE_METHODS and not is_own_origin(headers):
            return RefusalError(403, "origin")
        if is_loopback(scope) or self._may_pass(scope):
            return None
        return RefusalError(401, "not-paired")

    def _may_pass(self, scope: Scope) -> bool:
        if scope["path"].startswith(OPEN_PATHS):
            return True
        session = HTTPConnection(scope).cookies.get(SESSION_COOKIE)
        return session is not None and self._is_paired(session)


def is_loopback(scope: Scope) -> bool:
    """Whether the request comes from this very machine."""
    client = scope.get("client")
    address = _address(client[0]) if client else None
    return address is not None and _unmapped(address).is_loopback


def is_known_host(host: str, *, lan: bool) -> bool:
    """Whether a Host header names us: this machine; in LAN mode also an address (never a rebound name) or its name."""
    name = (urlsplit(f"//{host}").hostname or "") if _is_plain(host) else ""
    if name == "localhost":
        return True
    address = _address(name)
    if address is not None:
        return lan or address.is_loopback
    own = socket.gethostname().lower().removesuffix(".local")
    return lan and name in (own, f"{own}.local")


def is_own_origin(headers: Headers) -> bool:
    """Whether a changing request comes from our own page, or from a program that is no browser."""
    origin = headers.get("origin")
    if origin is not None:
        return origin.partition("://")[2] == headers.get("host", "")
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _is_plain(host: str) -> bool:
    return all(character.isalnum() or character in "-._:[]" for character in host) and _parses(host)


def _parses(host: str) -> bool:
    try:
        urlsplit(f"//{host}").port  # noqa: B018  reading the port is what validates it
    except ValueError:
        return False
    return True


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _unmapped(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-cache" if "etag" in headers else "no-store")
        await send(message)

    return sending
