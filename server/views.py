"""Renders pages and refusals in the language of whoever asks."""

from __future__ import annotations

from typing import Any

from fastapi.encoders import jsonable_encoder
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from rules.crystalla.vocabulary import Crystal
from server.gems import gem_art, gem_box
from server.locales import LANGUAGES, Locales, Texts
from server.refusals import Broken, RefusalError
from server.scan_view import slot_keys
from server.wording import rule_sentence, worded
from vision.errors import VisionError

LANGUAGE_COOKIE = "tableloupe_language"


class Pages:
    """The templates with everything that they may use."""

    def __init__(self, locales: Locales, *, lan: bool, version: str) -> None:
        self._locales = locales
        self._environment = Environment(
            loader=PackageLoader("server.web"),
            autoescape=select_autoescape(["html", "svg"]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(
            languages=LANGUAGES,
            crystals=list(Crystal),
            slot_keys=slot_keys,
            gem_box=gem_box,
            gem_art=gem_art,
            worded=worded,
            lan=lan,
            version=version,
        )

    def texts(self, connection: HTTPConnection) -> Texts:
        """The texts in the language of a request."""
        wished = connection.cookies.get(LANGUAGE_COOKIE)
        return self._locales.choose(wished, connection.headers.get("accept-language", ""))

    def knows(self, language: str) -> bool:
        """Whether there are texts in a language."""
        return language in self._locales.texts

    def source(self, connection: HTTPConnection, template: str, **context: Any) -> str:
        """A template filled in."""
        url = connection.url
        back = url.path + (f"?{url.query}" if url.query else "")
        texts = self.texts(connection)
        return self._environment.get_template(template).render(t=texts, back=back, **context)

    def render(self, request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page."""
        return HTMLResponse(self.source(request, template, **context), status)

    def refuse(self, scope: Scope, refusal: RefusalError) -> Response:
        """A refusal: `{"error", "code"}` below /api/ and for scripts, else a page."""
        connection = HTTPConnection(scope)
        texts = self.texts(connection)
        parameters = {name: _worded(value, texts) for name, value in refusal.parameters.items()}
        sentence = texts(f"error.{refusal.code}", **parameters)
        if _wants_json(scope):
            answer = {"error": sentence, "code": refusal.code, **refusal.details()}
            return JSONResponse(jsonable_encoder(answer), refusal.status)
        page = self.source(connection, "refusal.html", sentence=sentence, refusal=refusal)
        return HTMLResponse(page, refusal.status)


def _worded(value: object, texts: Texts) -> object:
    if isinstance(value, VisionError):
        return texts(f"reason.{value.code}", **value.parameters)
    return f"{value.error.rule}: {rule_sentence(value, texts)}" if isinstance(value, Broken) else value


def _wants_json(scope: Scope) -> bool:
    accepted = Headers(scope=scope).get("accept", "")
    return bool(scope["path"].startswith("/api/")) or "application/json" in accepted
