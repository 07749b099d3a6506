"""`/api/docs`: the API as a page of our own, since the usual ones load scripts from the internet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from server.views import Pages

METHODS = ("get", "post", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the OpenAPI description, as the page shows it."""

    method: str
    path: str
    text: str
    fields: tuple[tuple[str, str], ...]
    """Name and kind of each field of the body."""


def api_page_routes(pages: Pages, openapi: Callable[[], dict[str, Any]]) -> APIRouter:
    """The page; `openapi` gives the description that /api/openapi.json serves."""
    router = APIRouter(include_in_schema=False)

    @router.get("/api/docs")
    def docs(request: Request) -> HTMLResponse:
        origin = str(request.base_url).rstrip("/")
        return pages.render(request, "api.html", operations=list(_operations(openapi())), origin=origin)

    return router


def _operations(description: dict[str, Any]) -> Iterator[Operation]:
    for path, item in description["paths"].items():
        for method in METHODS:
            if method in item:
                fields = tuple(_fields(item[method], description))
                yield Operation(method.upper(), path, item[method].get("description", ""), fields)


def _fields(operation: dict[str, Any], description: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        schema = _resolved(content.get("schema", {}), description)
        if media_type != "application/json":
            yield media_type, ", ".join(schema.get("properties", {})) or "bytes"
        for name, field in schema.get("properties", {}).items() if media_type == "application/json" else ():
            yield name, _kind(field, description)


def _resolved(schema: dict[str, Any], description: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    resolved: dict[str, Any] = description["components"]["schemas"][name] if name else schema
    return resolved


def _kind(field: dict[str, Any], description: dict[str, Any]) -> str:
    """A field's type in a few words."""
    if "anyOf" in field:
        return " | ".join(_kind(option, description) for option in field["anyOf"])
    resolved = _resolved(field, description)
    if "enum" in resolved:
        return " | ".join(f'"{value}"' for value in resolved["enum"])
    if resolved.get("type") == "object" and "properties" in resolved:
        return "{" + ", ".join(resolved["properties"]) + "}"
    bounds = [str(resolved[key]) for key in ("minimum", "maximum") if key in resolved]
    return str(resolved.get("type", "any")) + (f" {' to '.join(bounds)}" if bounds else "")
