"""Bounds a request's body before anything parses it: by its declared length, and by counting what arrives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.refusals import RefusalError
from vision.crystalla.copies import MAX_FILE_BYTES

MAX_PHOTO_BYTES = 64 * 1024 * 1024
"""The 200-megapixel photos of phones have about 50 MB."""
MAX_TEXT_BYTES = 1024 * 1024
MULTIPART_OVERHEAD_BYTES = 16 * 1024
"""Boundaries, part headers and the few small fields that go with a photo."""
PHOTO_PATHS = frozenset({"/api/score", "/api/scans", "/scans"})
COPY_PATHS = frozenset({"/api/copies/file", "/copies/file"})

Refuse = Callable[[Scope, RefusalError], Response]


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """The most bytes that a request may carry: a photo or a copy to the paths that take one, text to all others."""

    photo_bytes: int = MAX_PHOTO_BYTES
    copy_bytes: int = MAX_FILE_BYTES
    text_bytes: int = MAX_TEXT_BYTES

    def for_path(self, path: str) -> int:
        """The limit of one path, in bytes of content."""
        if path in PHOTO_PATHS:
            return self.photo_bytes
        return self.copy_bytes if path in COPY_PATHS else self.text_bytes


class BodyLimitMiddleware:
    """Answers 413 at once when Content-Length is over the limit; a chunked body is cut off when it gets there."""

    def __init__(self, app: ASGIApp, *, limits: BodyLimits, refuse: Refuse) -> None:
        self._app = app
        self._limits = limits
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limits.for_path(scope["path"])
        declared = Headers(scope=scope).get("content-length", "")
        if declared.isdecimal() and int(declared) > limit + MULTIPART_OVERHEAD_BYTES:
            await self._refuse(scope, too_large(int(declared), limit))(scope, receive, send)
            return
        await self._app(scope, _counted(receive, limit), send)


def too_large(size_bytes: int, limit_bytes: int) -> RefusalError:
    """The refusal of a body of at least so many bytes."""
    return RefusalError(413, "too-large", size=_megabytes(size_bytes), limit=_megabytes(limit_bytes))


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.0f}" if size_bytes >= 10_000_000 else f"{size_bytes / 1e6:.1f}"


def _counted(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def counting() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit + MULTIPART_OVERHEAD_BYTES:
            raise too_large(seen, limit)
        return message

    return counting
