"""Krystal beside and without a kept game: combat calculator, energy tracker, results of cards entered by hand."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from rules.errors import MalformedError
from rules.krystal.edition import ENERGY_START, Edition
from rules.krystal.tally import tally
from rules.krystal.vocabulary import HEROES, Combat, Kind, People
from server.desks.krystal import TRIOS, KrystalDesk
from server.desks.krystal_names import COLOUR_OF, card_words, hero_words, people_words
from server.desks.krystal_result import result_line
from server.game_json import game_json
from server.refusals import RefusalError, not_found
from server.routes_games import GameServices

Json = dict[str, Any]
SIDES = ("attacker", "defender")
Short = Annotated[str, Field(max_length=80)]


class Result(BaseModel):
    """What a card did: the fields that the page of a game shows while the table waits for it; `after` as in a move."""

    model_config = ConfigDict(extra="forbid")
    entered: Annotated[dict[Short, Short], Field(max_length=200)]
    after: Annotated[int, Field(ge=0)] | None = None


def krystal_routes(services: GameServices, edition: Edition) -> APIRouter:
    """The pages `/krystal/combat` and `/krystal/energy`; what is entered stands in the address, so it can be kept."""
    router = APIRouter(include_in_schema=False)
    pages = services.pages

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

    @router.get("/krystal/energy")
    def energy(request: Request) -> HTMLResponse:
        asked = request.query_params
        peoples = [people for people in People if people in asked.getlist("people")]
        trio = asked.get("trio", "all") if asked.get("trio") in TRIOS else "all"
        levels = {
            name: _level(asked.get(name), edition.energy_max)
            for name, hero in HEROES.items()
            if hero.people in peoples and hero.role in TRIOS[trio]
        }
        return pages.render(
            request,
            "krystal_energy.html",
            peoples=[(people, people_words(people), COLOUR_OF[people]) for people in People],
            playing=peoples,
            trio=trio,
            trios=list(TRIOS),
            scale=edition.energy_max,
            heroes=[
                (name, HEROES[name], level, _address(peoples, trio, levels | {name: level - 1}),
                 _address(peoples, trio, levels | {name: level + 1}))
                for name, level in levels.items()
            ],
            hero_words=hero_words,
        )  # fmt: skip

    return router


def krystal_result_routes(services: GameServices) -> APIRouter:
    """Results of cards whose effect is entered by hand (KR-104, KR-107)."""
    router = APIRouter(prefix="/api", tags=["games"])
    games, texts = services.games, services.pages.texts

    @router.post("/games/{game_id}/result")
    def enter_result(game_id: str, result: Result, request: Request, seat: int | None = None) -> Json:
        """Krystal: enter what a card did; 422 when cards would be lost or the table could not be so."""
        view = games.view(game_id, seat)
        if not isinstance(view.desk, KrystalDesk):
            raise not_found("page")
        try:
            line = result_line(view.desk.edition, view.position, result.entered)
        except MalformedError as error:
            raise RefusalError(422, "fields", reason=str(error)) from error
        return game_json(games.move(game_id, line, after=result.after, seat=seat), texts(request))

    return router


def _reckon(entered: dict[str, str], edition: Edition) -> tuple[Json | None, str]:
    """Totals, loser and loss, or what is wrong with the address."""
    sides = {side: {"hero": entered.get(side, ""), "card": entered.get(f"{side}-card") or None} for side in SIDES}
    try:
        return tally({"combat": {"type": entered.get("type", ""), **sides}}, edition), ""
    except MalformedError as error:
        return None, str(error)


def _level(text: str | None, most: int) -> int:
    """A hero's energy as the address says, within the scale (KR-R02, KR-R03)."""
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) < 4
    return min(int(text or 0), most) if is_number else ENERGY_START


def _address(peoples: list[People], trio: str, levels: dict[str, int]) -> str:
    fields = [("people", people.value) for people in peoples] + [("trio", trio)]
    return "/krystal/energy?" + urlencode(fields + [(name, str(max(0, level))) for name, level in levels.items()])
