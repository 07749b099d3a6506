"""Krystal without a kept game: the combat calculator."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from rules.errors import MalformedError
from rules.krystal.edition import Edition
from rules.krystal.tally import tally
from rules.krystal.vocabulary import HEROES, Combat, Kind
from server.desks.krystal_board import card_words, hero_words
from server.views import Pages

Json = dict[str, Any]
SIDES = ("attacker", "defender")


def krystal_routes(pages: Pages, edition: Edition) -> APIRouter:
    """The page `/krystal/combat`; nothing entered is kept."""
    router = APIRouter(include_in_schema=False)

    @router.get("/krystal/combat")
    def combat(request: Request) -> HTMLResponse:
        entered = dict(request.query_params)
        answer, problem = _reckon(entered, edition) if "go" in entered else (None, "")
        cards = [card.id for card in edition.cards.values() if card.kind is Kind.COMBAT]
        return pages.render(
            request,
            "krystal_combat.html",
            entered=entered,
            answer=answer,
            problem=problem,
            sides=SIDES,
            kinds=list(Combat),
            heroes={name: hero_words(name) for name in HEROES},
            cards={card: card_words(edition, card) for card in cards},
        )

    return router


def _reckon(entered: dict[str, str], edition: Edition) -> tuple[Json | None, str]:
    """Totals, loser and loss, or what is wrong with the address."""
    sides = {side: {"hero": entered.get(side, ""), "card": entered.get(f"{side}-card") or None} for side in SIDES}
    try:
        return tally({"combat": {"type": entered.get("type", ""), **sides}}, edition), ""
    except MalformedError as error:
        return None, str(error)
