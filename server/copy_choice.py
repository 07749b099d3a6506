"""Which copy a photo is read as: the one that a request names, or that its browser chose before."""

from __future__ import annotations

from urllib.parse import unquote

from starlette.requests import Request

COPY_COOKIE = "tableloupe_copy"


def chosen_copy(request: Request, asked: str | None = None) -> str | None:
    """The copy that a request asks for, else the one that its browser chose, if any."""
    return asked or unquote(request.cookies.get(COPY_COOKIE, "")) or None
