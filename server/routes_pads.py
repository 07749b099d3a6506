"""`/api/pads`: score pads, their players, and their files to take away."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from server.pads import MAX_POINTS, Pad, Pads
from server.share import pad_csv, pad_json, pad_png, player_name
from server.store import MAX_NAME_LENGTH, Store
from server.views import Pages

Json = dict[str, Any]
MAX_ID_LENGTH = 64
Name = Annotated[str, Field(max_length=MAX_NAME_LENGTH, pattern=r"^[^\x00-\x1f\x7f\ufffe\uffff]*$")]
"""No sign that the picture of a pad, which is XML on its way, cannot hold."""
ScanId = Annotated[str, Field(max_length=MAX_ID_LENGTH)]
Points = Annotated[int, Field(ge=0, le=MAX_POINTS)]


class NewPad(BaseModel):
    """The players of a new pad by seat, 2 to 4 of them; a name may be empty."""

    model_config = ConfigDict(extra="forbid")
    names: list[Name]


class PadChange(BaseModel):
    """A new number of players, 2 to 4; the last ones go or come."""

    model_config = ConfigDict(extra="forbid")
    players: int


class Entered(BaseModel):
    """Points entered by hand by row of the pad, and the number of own hematite segments; null takes one back."""

    model_config = ConfigDict(extra="forbid")
    tourmaline: Points | None = None
    amethyst: Points | None = None
    ruby: Points | None = None
    emerald: Points | None = None
    citrine: Points | None = None
    diamond: Points | None = None
    hematite: Annotated[int, Field(ge=0, le=24)] | None = None


class PlayerChange(BaseModel):
    """Only what is given changes; a `scan` of null takes the photo away."""

    model_config = ConfigDict(extra="forbid")
    name: Name | None = None
    entered: Entered | None = None
    scan: ScanId | None = None


@dataclass(frozen=True, slots=True)
class PadServices:
    """What these routes need."""

    store: Store
    pads: Pads
    pages: Pages


def pad_routes(services: PadServices) -> APIRouter:
    """Pads and their players."""
    router = APIRouter(prefix="/api/pads", tags=["pads"])
    store, pads = services.store, services.pads

    @router.post("", status_code=201)
    def add_pad(new: NewPad) -> Json:
        """Start a pad."""
        return pad_json(pads.load(store.add_pad(new.names).id))

    @router.get("")
    def list_pads() -> list[Json]:
        """All pads, the one changed last first."""
        return [pad_json(pad) for pad in pads.all()]

    @router.get("/{pad_id}")
    def get_pad(pad_id: str) -> Json:
        """One pad, added up."""
        return pad_json(pads.load(pad_id))

    @router.patch("/{pad_id}")
    def change_pad(pad_id: str, change: PadChange) -> Json:
        """Change the number of players."""
        store.set_player_count(pad_id, change.players)
        return pad_json(pads.load(pad_id))

    @router.delete("/{pad_id}", status_code=204)
    def delete_pad(pad_id: str) -> None:
        """Forget a pad with its photos."""
        store.delete_pad(pad_id)

    @router.patch("/{pad_id}/players/{seat}")
    def change_player(pad_id: str, seat: int, change: PlayerChange) -> Json:
        """Rename a player, enter points by hand, or give or take the photographed display."""
        entered = None if change.entered is None else change.entered.model_dump(exclude_unset=True)
        store.change_player(pad_id, seat, name=change.name, entered=entered)
        if "scan" in change.model_fields_set:
            store.attach_scan(pad_id, seat, change.scan)
        return pad_json(pads.load(pad_id))

    return router


def pad_file_routes(services: PadServices) -> APIRouter:
    """The files of a pad."""
    router = APIRouter(prefix="/api/pads", tags=["pads"])
    pads, pages = services.pads, services.pages

    @router.get("/{pad_id}/export.json")
    def export_json(pad_id: str) -> Response:
        """The pad as JSON."""
        pad = pads.load(pad_id)
        return _file(json.dumps(pad_json(pad), ensure_ascii=False, indent=2).encode(), "application/json", pad, "json")

    @router.get("/{pad_id}/export.csv")
    def export_csv(pad_id: str, request: Request) -> Response:
        """The pad as a table for spreadsheets."""
        pad = pads.load(pad_id)
        return _file(pad_csv(pad, pages.texts(request)).encode(), "text/csv; charset=utf-8", pad, "csv")

    @router.get("/{pad_id}/export.png")
    def export_png(pad_id: str, request: Request) -> Response:
        """The pad as a picture."""
        pad = pads.load(pad_id)
        svg = pages.source(request, "pad.svg", pad=pad, player_name=player_name)
        return _file(pad_png(svg), "image/png", pad, "png")

    return router


def _file(content: bytes, media_type: str, pad: Pad, ending: str) -> Response:
    name = f"crystalla-{pad.row.created_at:%Y-%m-%d}.{ending}"
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
