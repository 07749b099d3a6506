"""The data of one's own copy of Crystalium or Krystal: entered by form or as text, checked, kept, taken away."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from rules.errors import EditionError
from server.editions import crystalium, krystal
from server.editions.folder import REFERENCE, EditionFolder, OwnEdition, check_edition
from server.editions.form import BLANK_ROWS, EditionForm, Rows
from server.editions.toml import write_toml
from server.refusals import not_found
from server.views import Pages

SEE_OTHER = 303
FORMS: Mapping[str, EditionForm] = {"crystalium": crystalium.FORM, "krystal": krystal.FORM}
TITLES = {"crystalium": "Crystalium", "krystal": "Krystal"}
KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Checked:
    """What the loader says of a text: the edition, or what is wrong and in which section and row."""

    own: OwnEdition | None = None
    error: EditionError | None = None
    place: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class EditionServices:
    """What these routes need."""

    pages: Pages
    editions: EditionFolder


def edition_routes(services: EditionServices) -> APIRouter:
    """The pages `/crystalium/copy` and `/krystal/copy` with what belongs to them."""
    router = APIRouter(include_in_schema=False)
    for game in FORMS:
        _add_form(router, services, game)
        _add_text(router, services, game)
        _add_file(router, services, game)
    return router


def _add_form(router: APIRouter, services: EditionServices, game: str) -> None:
    form = FORMS[game]

    @router.get(f"/{game}/copy")
    def show(request: Request, name: str = "") -> HTMLResponse:
        data = tomllib.loads(_text(services.editions, game, name))
        return _page(services, request, game, form.rows_of(data | {"name": name}))

    @router.post(f"/{game}/copy")
    async def enter(request: Request) -> Response:
        sent = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
        rows = form.read(sent)
        checked = _check(game, write_toml(form.data_of(rows)), rows)
        kept = _kept(services.editions, checked, sent.get("do", ""))
        return kept or _page(services, request, game, rows, checked)


def _add_text(router: APIRouter, services: EditionServices, game: str) -> None:
    @router.get(f"/{game}/copy/text")
    def show_text(request: Request, name: str = "") -> HTMLResponse:
        return _text_page(services, request, game, _text(services.editions, game, name))

    @router.post(f"/{game}/copy/text")
    def enter_text(request: Request, text: Annotated[str, Form()], do: Annotated[str, Form()] = "") -> Response:
        checked = _check(game, text.replace("\r\n", "\n"), {})
        kept = _kept(services.editions, checked, do)
        return kept or _text_page(services, request, game, text, checked)


def _add_file(router: APIRouter, services: EditionServices, game: str) -> None:
    @router.get(f"/{game}/copy/file")
    def download(name: str) -> Response:
        content = _text(services.editions, game, name or REFERENCE).encode()
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}.toml"}
        return Response(content, media_type="application/toml", headers=headers)

    @router.post(f"/{game}/copy/delete")
    def delete(name: Annotated[str, Form()]) -> RedirectResponse:
        services.editions.delete(game, name)
        return RedirectResponse(f"/{game}/copy", SEE_OTHER)


def _text(editions: EditionFolder, game: str, name: str) -> str:
    """The text of an own edition, the reference edition's without a name; raises RefusalError 404."""
    if name in ("", REFERENCE):
        return files(f"rules.{game}").joinpath("editions/reference.toml").read_text(encoding="utf-8")
    own = editions.find(game, name)
    if own is None:
        raise not_found("page")
    return own.text


def _check(game: str, text: str, rows: Rows) -> Checked:
    try:
        return Checked(check_edition(game, text))
    except EditionError as error:
        return Checked(error=error, place=FORMS[game].place(rows, error.field) if rows else None)


def _kept(editions: EditionFolder, checked: Checked, wish: str) -> RedirectResponse | None:
    """Where to go once an edition that fits is kept; None when it does not fit or is only checked."""
    if checked.own is None or wish != KEEP:
        return None
    editions.keep(checked.own)
    return RedirectResponse(f"/{checked.own.game}/copy?name={quote(checked.own.name, safe='')}", SEE_OTHER)


def _page(
    services: EditionServices, request: Request, game: str, rows: Rows, checked: Checked | None = None
) -> HTMLResponse:
    form = FORMS[game]
    more: dict[str, Any] = {"sections": form.sections, "rows": rows, "blank_rows": BLANK_ROWS}
    return _render(services, request, "edition_copy.html", game, checked, **more)


def _text_page(
    services: EditionServices, request: Request, game: str, text: str, checked: Checked | None = None
) -> HTMLResponse:
    return _render(services, request, "edition_text.html", game, checked, text=text)


def _render(
    services: EditionServices, request: Request, template: str, game: str, checked: Checked | None, **context: Any
) -> HTMLResponse:
    own = services.editions.all(game)
    name = request.query_params.get("name", "")
    return services.pages.render(
        request, template, game=game, title=TITLES[game], own=own, name=name, checked=checked, **context
    )
