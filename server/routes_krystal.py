"""Krystal without a kept game: the combat calculator, and checking the data of one's own copy (also Crystalium's)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse

import rules.crystalium.edition
import rules.krystal.edition
from rules.errors import EditionError, MalformedError
from rules.krystal.edition import Edition
from rules.krystal.tally import tally
from rules.krystal.vocabulary import HEROES, Combat, Kind
from server.desks.krystal_board import card_words, hero_words
from server.views import Pages

Json = dict[str, Any]
LOADERS: Mapping[str, Callable[[Path], Any]] = {
    "krystal": rules.krystal.edition.load_edition,
    "crystalium": rules.crystalium.edition.load_edition,
}
"""How to load an edition file of each game; raises EditionError."""
SIDES = ("attacker", "defender")


@dataclass(frozen=True, slots=True)
class Checked:
    """What the loader says of an edition's text: its name, or the error."""

    name: str = ""
    error: EditionError | None = None


def krystal_routes(pages: Pages, edition: Edition) -> APIRouter:
    """The pages `/krystal/combat`, `/krystal/copy` and `/crystalium/copy`; nothing entered is kept."""
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

    for game in LOADERS:
        _add_copy_page(router, pages, game)
    return router


def _add_copy_page(router: APIRouter, pages: Pages, game: str) -> None:
    @router.get(f"/{game}/copy")
    def show(request: Request) -> HTMLResponse:
        text = files(f"rules.{game}").joinpath("editions/reference.toml").read_text(encoding="utf-8")
        return pages.render(request, "edition_copy.html", text=text, checked=None)

    @router.post(f"/{game}/copy")
    def check(request: Request, text: Annotated[str, Form()]) -> HTMLResponse:
        return pages.render(request, "edition_copy.html", text=text, checked=check_edition(game, text))


def check_edition(game: str, text: str) -> Checked:
    """Load an edition's text as the command line would load the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy.toml"
        path.write_text(text, encoding="utf-8")
        try:
            return Checked(name=str(LOADERS[game](path).name))
        except EditionError as error:
            return Checked(error=error)


def _reckon(entered: dict[str, str], edition: Edition) -> tuple[Json | None, str]:
    """Totals, loser and loss, or what is wrong with the address."""
    sides = {side: {"hero": entered.get(side, ""), "card": entered.get(f"{side}-card") or None} for side in SIDES}
    try:
        return tally({"combat": {"type": entered.get("type", ""), **sides}}, edition), ""
    except MalformedError as error:
        return None, str(error)
