"""Pairing a device, and the page of the host that shows the QR code for it."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from server.pairing import Pairing
from server.refusals import RefusalError, not_found
from server.security import SESSION_COOKIE, is_loopback
from server.store import Store
from server.views import Pages

SEE_OTHER = 303
SESSION_SECONDS = 90 * 24 * 3600


@dataclass(frozen=True, slots=True)
class PairingServices:
    """What these routes need; `pairing` is None unless the network may come in."""

    pages: Pages
    store: Store
    pairing: Pairing | None


def pairing_routes(services: PairingServices) -> APIRouter:
    """`/pair/{token}` for devices, `/network` for the host."""
    router = APIRouter(include_in_schema=False)

    @router.get("/pair/{token}")
    def pair(request: Request, token: str) -> Response:
        # A browser that only looks ahead must not spend the token.
        ahead = "prefetch" in request.headers.get("sec-purpose", request.headers.get("purpose", ""))
        session = None if services.pairing is None or ahead else services.pairing.redeem(token)
        if session is None:
            raise RefusalError(401, "token")
        answer = RedirectResponse("/", SEE_OTHER)
        answer.set_cookie(SESSION_COOKIE, session, max_age=SESSION_SECONDS, httponly=True, samesite="lax")
        return answer

    @router.get("/network")
    def network(request: Request) -> HTMLResponse:
        pairing = _hosts_pairing(request, services)
        return services.pages.render(request, "network.html", pairing=pairing, devices=services.store.device_count())

    @router.post("/network/renew")
    def renew(request: Request) -> RedirectResponse:
        _hosts_pairing(request, services).renew()
        return RedirectResponse("/network", SEE_OTHER)

    @router.post("/network/unpair")
    def unpair(request: Request) -> RedirectResponse:
        _hosts_pairing(request, services).unpair_all()
        return RedirectResponse("/network", SEE_OTHER)

    return router


def _hosts_pairing(request: Request, services: PairingServices) -> Pairing:
    """The pairing, for the host itself only: a paired phone lets nobody else in."""
    if services.pairing is None or not is_loopback(request.scope):
        raise not_found("page")
    return services.pairing
