"""`/api/score`, `/api/tally` and `/api/scans`: photos to scores, and photographed displays that can be corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse

from rules.crystalla.tally import tally
from server.copy_choice import chosen_copy
from server.photos import PhotoFolder
from server.refusals import RefusalError
from server.scan_view import ScanView
from server.scans import CardCorrection, Scans
from server.store import Store
from server.store_tables import ScanRow
from server.uploads import Upload, read_upload

Json = dict[str, Any]
PHOTO_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}}}
            },
            "image/*": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}
CACHED = {"Cache-Control": "private, max-age=31536000, immutable"}
"""A scan's photo never changes."""


@dataclass(frozen=True, slots=True)
class ScoreServices:
    """What these routes need."""

    scans: Scans
    store: Store
    photos: PhotoFolder

    def view(self, row: ScanRow) -> ScanView:
        """A scan as it is shown."""
        return ScanView(row, self.scans.scored(row), self.scans.edition, self.store.seat_of(row.id))


def score_routes(services: ScoreServices) -> APIRouter:
    """Routes that keep nothing."""
    router = APIRouter(prefix="/api", tags=["score"])

    @router.post("/score", openapi_extra=PHOTO_BODY)
    async def score_photo(request: Request) -> Json:
        """Read one photo and answer the `score` line of the command line; nothing is kept.

        A readable photo without a display answers `{"photo", "found": false, "reason"}`.
        """
        upload = await read_upload(request)
        try:
            result = await run_in_threadpool(
                services.scans.read, upload.content, upload.name, chosen_copy(request, upload.fields.get("copy"))
            )
        except RefusalError as refusal:
            if refusal.code != "no-display":
                raise
            return {"photo": upload.name, "found": False, "reason": str(refusal.parameters["reason"])}
        return result.to_json()

    @router.post("/tally")
    def tally_displays(display: Json) -> Json:
        """Score one display `{"cards"}` or a table `{"displays"}`, exactly as `tableloupe tally crystalla` does."""
        try:
            return tally(display, services.scans.edition)
        except ValueError as error:
            raise RefusalError(422, "tally", reason=str(error)) from error

    return router


def scan_routes(services: ScoreServices) -> APIRouter:
    """Photographed displays that are kept."""
    router = APIRouter(prefix="/api/scans", tags=["scans"])

    @router.post("", status_code=201, openapi_extra=PHOTO_BODY)
    async def add_scan(request: Request) -> Json:
        """Read a photo and keep it, for a player when the form says `pad` and `seat`; 422 without a display."""
        upload = await read_upload(request)
        return await run_in_threadpool(_keep, services, upload, chosen_copy(request, upload.fields.get("copy")))

    @router.get("")
    def list_scans() -> list[Json]:
        """Scans that belong to no pad, newest first."""
        return [services.view(row).to_json() for row in services.store.loose_scans()]

    @router.get("/{scan_id}")
    def get_scan(scan_id: str) -> Json:
        """One scan, as corrected."""
        return services.view(services.store.scan(scan_id)).to_json()

    @router.patch("/{scan_id}")
    def correct_scan(scan_id: str, correction: CardCorrection) -> Json:
        """Correct one card, confirm it (no part given), remove it or add one; answers the new score."""
        return services.view(services.scans.correct(scan_id, correction)).to_json()

    @router.post("/{scan_id}/undo")
    def undo_correction(scan_id: str) -> Json:
        """Take the last correction back."""
        return services.view(services.scans.undo(scan_id)).to_json()

    @router.delete("/{scan_id}", status_code=204)
    def delete_scan(scan_id: str) -> None:
        """Forget a scan and its photo."""
        services.store.delete_scan(scan_id)

    @router.get("/{scan_id}/photo.jpg", response_class=FileResponse)
    def get_photo(scan_id: str) -> FileResponse:
        """The upright photo, reduced."""
        services.store.scan(scan_id)
        return FileResponse(services.photos.preview_path(scan_id), media_type="image/jpeg", headers=CACHED)

    return router


def _keep(services: ScoreServices, upload: Upload, copy: str | None) -> Json:
    pad, seat = upload.fields.get("pad", ""), upload.fields.get("seat", "")
    if pad:
        services.store.require_player(pad, _seat(seat))
    row = services.scans.add(upload.content, copy)
    if pad:
        services.store.attach_scan(pad, _seat(seat), row.id)
    return services.view(row).to_json()


def _seat(text: str) -> int:
    if not text.isdecimal():
        raise RefusalError(422, "seat", seat=text)
    return int(text)
