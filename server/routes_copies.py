"""Taught copies in the web view: remember one from a corrected photo, choose one, take a photo back, share, forget.

A copy's file may come from anywhere; what is taken in is checked whole before anything is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict

from server.copy_choice import COPY_COOKIE, chosen_copy
from server.copy_folder import CopyFolder
from server.first_lesson import drawn_cards, unseen
from server.refusals import RefusalError, not_found
from server.scans import Scans
from server.uploads import read_upload
from server.views import Pages
from vision.crystalla.copies import MAX_FILE_BYTES, MAX_NAME_LENGTH, Copy, CopyError, pack
from vision.errors import Reason

YEAR_SECONDS = 365 * 24 * 3600
SEE_OTHER = 303
NameField = Annotated[str, Form()]
PLAIN = {Reason.COPY_DAMAGED: "copy-damaged", Reason.COPY_OTHER: "copy-other"}
"""What a file is not, said without what its bytes lack: whoever was sent one is not helped by that."""
FILE_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "copy_name": {"type": "string", "description": "another name for it"},
                    },
                }
            },
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}


class Remember(BaseModel):
    """The copy that a corrected photo is to teach."""

    model_config = ConfigDict(extra="forbid")
    copy_name: str


@dataclass(frozen=True, slots=True)
class CopyServices:
    """What these routes need."""

    pages: Pages
    copies: CopyFolder
    scans: Scans
    max_photo_bytes: int


def copy_routes(services: CopyServices) -> APIRouter:
    """Copies for programs."""
    router = APIRouter(prefix="/api", tags=["copies"])
    copies = services.copies

    @router.get("/copies")
    def list_copies() -> list[dict[str, Any]]:
        """All copies with their lessons."""
        return [_copy_json(copy) for copy in copies.all()]

    @router.post("/scans/{scan_id}/lesson", status_code=201)
    def remember(scan_id: str, wish: Remember) -> dict[str, Any]:
        """Take a scan, as corrected, as a lesson of a copy, new or old; answers the copy."""
        return _copy_json(services.scans.remember(scan_id, wish.copy_name))

    @router.get("/copies/file")
    def download(name: str) -> Response:
        """The file of a copy, which is taken in elsewhere."""
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}.copy"}
        # No zip by its type, though it is one: some browsers would unpack it.
        return Response(pack(_require(copies, name)), media_type="application/octet-stream", headers=headers)

    @router.post("/copies/file", status_code=201, openapi_extra=FILE_BODY)
    async def take_in(request: Request) -> dict[str, Any]:
        """Take in the file of a copy, under another name if the form gives one; answers the copy."""
        return _copy_json(await _taken_in(copies, request))

    @router.delete("/copies", status_code=204)
    def delete(name: str) -> None:
        """Forget a copy."""
        _require(copies, name)
        copies.delete(name)

    @router.delete("/copies/lessons", status_code=204)
    def take_back(name: str, lesson: str) -> None:
        """Take one lesson back, and with the last one the copy."""
        _take_back(copies, name, lesson)

    return router


def copy_page_routes(services: CopyServices) -> APIRouter:
    """Copies for people."""
    router = APIRouter(include_in_schema=False)
    copies = services.copies
    lesson = drawn_cards(services.scans.edition)

    @router.get("/copies")
    def page(request: Request) -> HTMLResponse:
        return services.pages.render(
            request,
            "copies.html",
            copies=copies.all(),
            chosen=chosen_copy(request),
            taught_at=datetime.fromisoformat,
            max_photo_bytes=services.max_photo_bytes,
            max_copy_bytes=MAX_FILE_BYTES,
            max_copy_name_length=MAX_NAME_LENGTH,
            lesson=lesson,
            unseen=unseen,
        )

    @router.post("/copies/file")
    async def take_in(request: Request) -> RedirectResponse:
        copy = await _taken_in(copies, request)
        return _back(copy.name)

    @router.post("/scans/{scan_id}/lesson")
    async def remember(scan_id: str, name: NameField) -> RedirectResponse:
        copy = await run_in_threadpool(services.scans.remember, scan_id, name)
        return _back(copy.name)

    @router.post("/copies/choose")
    def choose(name: NameField = "") -> RedirectResponse:
        if name:
            _require(copies, name)
        return _back(name)

    @router.post("/copies/undo")
    def undo(name: NameField, lesson: NameField) -> RedirectResponse:
        _take_back(copies, name, lesson)
        return RedirectResponse("/copies", SEE_OTHER)

    return router


def _back(chosen: str) -> RedirectResponse:
    """To the list of copies, with a copy chosen, or none."""
    answer = RedirectResponse("/copies", SEE_OTHER)
    if chosen:
        answer.set_cookie(COPY_COOKIE, quote(chosen), max_age=YEAR_SECONDS, httponly=True, samesite="lax")
    else:
        answer.delete_cookie(COPY_COOKIE)
    return answer


def _require(copies: CopyFolder, name: str) -> Copy:
    try:
        found = copies.find(name)
    except CopyError as error:
        raise RefusalError(422, "copy", reason=error) from error
    if found is None:
        raise not_found("copy")
    return found


async def _taken_in(copies: CopyFolder, request: Request) -> Copy:
    """The copy of an uploaded file, kept; raises RefusalError 409 when its name is taken, 422 for what is no copy."""
    upload = await read_upload(request, "copy-file")
    try:
        return await run_in_threadpool(copies.take_in, upload.content, upload.fields.get("copy_name", ""))
    except CopyError as error:
        raise RefusalError(422, PLAIN.get(error.code, "copy"), reason=error) from error


def _take_back(copies: CopyFolder, name: str, lesson: str) -> None:
    _require(copies, name)
    try:
        copies.forget(name, lesson)
    except CopyError as error:
        raise RefusalError(422, "copy", reason=error) from error


def _copy_json(copy: Copy) -> dict[str, Any]:
    lessons = [{"id": lesson.id, "taught_at": lesson.taught_at, "cards": len(lesson.cards)} for lesson in copy.lessons]
    return {"name": copy.name, "lessons": lessons}
