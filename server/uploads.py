"""Takes the one file out of a request, a photo or a copy: a form that holds it, or the bare bytes."""

from __future__ import annotations

from dataclasses import dataclass

from python_multipart.exceptions import FormParserError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from server.refusals import RefusalError

FORM_FIELDS = 8
"""Pads and seats may go with a photo; nobody needs more."""
FORM_FILES = 2
"""The two buttons of the page: camera and file."""
SHOWN_NAME_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Upload:
    """A file's bytes, and the name that the sender gave it (never used as a path)."""

    content: bytes
    name: str
    fields: dict[str, str]


async def read_upload(request: Request, what: str = "photo") -> Upload:
    """The file of a request; raises RefusalError 400 for a broken form, 422 (`no-{what}`) for one without a file."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return Upload(await request.body(), request.query_params.get("name", "")[:SHOWN_NAME_LENGTH], {})
    try:
        async with request.form(max_files=FORM_FILES, max_fields=FORM_FIELDS) as form:
            return await _from_form(form, what)
    except HTTPException as error:
        raise RefusalError(400, "form", reason=error.detail) from error
    except FormParserError as error:  # older Starlettes let the parser's own errors through
        raise RefusalError(400, "form", reason=str(error)) from error


async def _from_form(form: FormData, what: str) -> Upload:
    # An empty file field without a name is what a form sends whose second file button was not used.
    files = [value for _, value in form.multi_items() if isinstance(value, UploadFile) and value.filename]
    if len(files) != 1:
        raise RefusalError(422, f"no-{what}", count=len(files))
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    return Upload(await files[0].read(), (files[0].filename or "")[:SHOWN_NAME_LENGTH], fields)
