"""Short ways to write tables of Krystal in tests, to play lines on them and to be refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.engine import apply, legal_moves, parse_record
from rules.errors import RuleError
from rules.krystal.edition import Edition, load_edition
from rules.krystal.game import Krystal
from rules.krystal.position import HeroState, PileState, Position
from rules.krystal.vocabulary import HEROES, People, gate_of

REFERENCE = load_edition()
GAME = Krystal(REFERENCE)
DEALS = Krystal(replace(REFERENCE, negotiation=True))
FIVE = Krystal(replace(REFERENCE, stones_to_win=5))


def with_options(**options: Any) -> Krystal:
    """The rules with other options of the edition."""
    return Krystal(replace(REFERENCE, **options))


def with_board(places: Mapping[str, int], modifiers: Mapping[tuple[People, People], int]) -> Krystal:
    """The rules with other divine powers and modifiers."""
    locations = {name: replace(place, dp=places.get(name, place.dp)) for name, place in REFERENCE.locations.items()}
    edition: Edition = replace(REFERENCE, locations=locations, modifiers={**REFERENCE.modifiers, **modifiers})
    return Krystal(edition)


def at(
    spot: str | None,
    energy: int = 6,
    cards: str = "",
    *,
    active: str | None = None,
    path: str = "",
    bound: bool = False,
) -> Mapping[str, Any]:
    """A hero at a place: its cards between spaces, the places it walked through this turn between `>`."""
    return {
        "spot": spot,
        "energy": energy,
        "cards": tuple(sorted(cards.split())),
        "active": active,
        "path": tuple(path.split(">")) if path else (),
        "bound": bound,
    }


def table(
    peoples: str = "amazons centaurs", *, seat: int = 0, acting: bool = False, piles: str = "", **more: Any
) -> Position:
    """All heroes on their gates with 6 energy but those given by name; piles of 10 cards but the one given.

    `piles` is `amazons 1 m3,f2`: symbol, cards in the draw pile, discard pile. Amazons are on turn.
    """
    seats = tuple(People(people) for people in peoples.split())
    states = []
    for people in seats:
        for name in (name for name, hero in HEROES.items() if hero.people is people):
            given = dict(more.pop(name, at(gate_of(people))))
            if people is seats[seat] and not given["path"] and given["spot"]:
                given["path"] = (given["spot"],)
            states.append(HeroState(HEROES[name], **given))
    position = Position(
        peoples=seats,
        seat=seat,
        turn=1,
        acting=acting,
        heroes=tuple(states),
        piles=(PileState(10),) * len(People),
        gates=more.pop("gates", ((),) * len(seats)),
        gone=(),
        **more,
    )
    if piles:
        symbol, draw, *discard = piles.split()
        cards = tuple(discard[0].split(",")) if discard else ()
        position = position.with_pile(People(symbol), PileState(int(draw), cards))
    return position


def meet(attackers: Mapping[str, Any], defenders: Mapping[str, Any], **more: Any) -> Position:
    """Phase B in wood-1, which the amazons entered from their gate."""
    return table(acting=True, **attackers, **defenders, **more)


def here(energy: int = 6, cards: str = "", *, active: str | None = None) -> Mapping[str, Any]:
    """A hero in wood-1 that walked there from the amazons' gate."""
    return at("wood-1", energy, cards, active=active, path="gate-amazons>wood-1")


def there(energy: int = 6, cards: str = "", *, active: str | None = None) -> Mapping[str, Any]:
    """A hero that stood in wood-1."""
    return at("wood-1", energy, cards, active=active)


def run(position: Position, *lines: str, game: Krystal = GAME) -> Position:
    """The table after lines of a record; every one must be legal."""
    for line in lines:
        position = apply(game, position, parse_record(game, line))
    return position


def rule_of(position: Position, line: str, game: Krystal = GAME) -> str:
    """The rule that refuses a line; the line must be refused, and that must change nothing."""
    before = position.text()
    with pytest.raises(RuleError) as refusal:
        apply(game, position, parse_record(game, line))
    assert position.text() == before == refusal.value.position
    return refusal.value.rule


def listed(position: Position, words: str = "", game: Krystal = GAME) -> list[str]:
    """The texts of all legal moves that begin with given words."""
    return [move.text() for move in legal_moves(game, position) if move.text().startswith(words)]


def energies(position: Position, names: str) -> list[int]:
    """Energy of the heroes named between spaces."""
    return [position[name].energy for name in names.split()]


def cards_of(position: Position, name: str) -> str:
    """A hero's cards between spaces."""
    return " ".join(position[name].cards)


def discard_of(position: Position, people: People) -> Iterable[str]:
    """The discard pile of a symbol, the top last."""
    return position.pile(people).discard
