"""The result of a card of Krystal that is entered by hand: what the form offers, and the position that it makes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.errors import MalformedError
from rules.krystal.edition import Edition
from rules.krystal.moves import Manual
from rules.krystal.position import HeroState, Position, holding, without
from rules.krystal.vocabulary import People
from server.desks.desk import Words
from server.desks.krystal_names import card_words, hero_words, lies_open, people_words

CARDS = 4
"""Cards that one result may move."""
AWAY, OUT, ANY = "away", "out", "*"
Choices = tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class HeroEntry:
    """One hero of the form: where it is, its energy, and the stone that lies face up, which may be turned down."""

    name: str
    words: Words
    place: str
    energy: int
    active: Words | None


@dataclass(frozen=True, slots=True)
class ResultForm:
    """What can be entered: places and energy of heroes, and cards that go from one place to another."""

    heroes: tuple[HeroEntry, ...]
    places: tuple[str, ...]
    sources: Choices
    targets: Choices


def result_form(edition: Edition, position: Position, seat: int | None) -> ResultForm:
    """The form as a seat may see it; of a hidden reserve it offers a card drawn at random."""
    return ResultForm(
        heroes=tuple(_hero(edition, state) for state in position.heroes),
        places=tuple(edition.neighbours),
        sources=tuple(_sources(edition, position, seat)),
        targets=tuple(_holders(position)),
    )


def _hero(edition: Edition, state: HeroState) -> HeroEntry:
    active = None if state.active is None else card_words(edition, state.active)
    return HeroEntry(state.name, hero_words(state.name), state.spot or AWAY, state.energy, active)


def _holders(position: Position) -> list[tuple[str, Words]]:
    """Everybody and every place that may hold cards."""
    holders = [(f"hero:{state.name}", hero_words(state.name)) for state in position.heroes]
    holders += [(f"pile:{people}", Words("krystal.pile-of", {"people": people_words(people)})) for people in People]
    gates = enumerate(position.peoples)
    holders += [(f"gate:{seat}", Words("krystal.gate-of", {"people": people_words(one)})) for seat, one in gates]
    return [*holders, (OUT, Words("krystal.out-of-game"))]


def _sources(edition: Edition, position: Position, seat: int | None) -> list[tuple[str, Words]]:
    found: list[tuple[str, Words]] = []
    for holder, words in _holders(position):
        cards = list(dict.fromkeys(_cards(position, holder)))
        hidden = [card for card in cards if _is_hidden(edition, position, holder, card, seat)]
        named = [card for card in cards if card not in hidden]
        found += [(f"{holder}:{card}", _of(card_words(edition, card), words)) for card in named]
        found += [(f"{holder}:{ANY}", _of(Words("krystal.any-card"), words))] if hidden else []
    return found


def _of(card: Words, holder: Words) -> Words:
    return Words("krystal.card-of", {"card": card, "holder": holder})


def _is_hidden(edition: Edition, position: Position, holder: str, card: str, seat: int | None) -> bool:
    kind, _, name = holder.partition(":")
    if kind != "hero" or position.seat_of(name) == seat:
        return False
    return not lies_open(edition, position[name], card)


def _cards(position: Position, holder: str) -> tuple[str, ...]:
    kind, _, name = holder.partition(":")
    match kind:
        case "hero" if position.hero(name):
            return position[name].cards
        case "pile" if name in list(People):
            return position.pile(People(name)).discard
        case "gate" if name.isdigit() and int(name) < len(position.gates):
            return position.gates[int(name)]
        case "out":
            return position.gone
    raise MalformedError("holder of a card", holder, "hero:NAME, pile:PEOPLE, gate:SEAT or out")


def result_line(edition: Edition, position: Position, entered: Mapping[str, str]) -> str:
    """The line that enters a result; raises MalformedError. Whether it may be is for the rules to say."""
    after = replace(position, manual=None)
    for state in position.heroes:
        after = after.with_hero(_entered_hero(position, state, entered))
    for number in range(CARDS):
        source, target = entered.get(f"card-{number}", ""), entered.get(f"to-{number}", "")
        if source:
            after = _moved(edition, after, source, target)
    return Manual(after.text()).text() if after != replace(position, manual=None) else Manual().text()


def _entered_hero(position: Position, state: HeroState, entered: Mapping[str, str]) -> HeroState:
    name = state.name
    place = entered.get(f"place-{name}", state.spot or AWAY)
    energy = entered.get(f"energy-{name}", str(state.energy))
    if not (energy.isascii() and energy.isdigit() and len(energy) < 4):
        raise MalformedError(f"energy of {name}", energy, "a whole number")
    active = None if entered.get(f"down-{name}") else state.active
    moved = replace(state, energy=int(energy), active=active)
    if place == (state.spot or AWAY):
        return moved
    if place == AWAY:
        return replace(moved, spot=None, path=(), bound=False)
    path = (*state.path, place) if state.hero.people is position.people else state.path
    return replace(moved, spot=place, path=path, bound=False)


def _moved(edition: Edition, position: Position, source: str, target: str) -> Position:
    """A card that goes from one holder to another."""
    holder, _, card = source.rpartition(":")
    cards = _cards(position, holder)
    if card == ANY and cards:
        kind, _, name = holder.partition(":")
        hidden = [one for one in cards if kind != "hero" or not lies_open(edition, position[name], one)]
        card = secrets.choice(hidden or cards)
    if card not in cards:
        raise MalformedError("card", source, "a card that lies there")
    position = _with_cards(position, holder, without(cards, card))
    return _with_cards(position, target, (*_cards(position, target), card))


def _with_cards(position: Position, holder: str, cards: tuple[str, ...]) -> Position:
    kind, _, name = holder.partition(":")
    match kind:
        case "hero":
            return position.with_hero(holding(position[name], cards))
        case "pile":
            people = People(name)
            return position.with_pile(people, replace(position.pile(people), discard=cards))
        case "gate":
            gates = (tuple(sorted(cards)) if seat == int(name) else old for seat, old in enumerate(position.gates))
            return replace(position, gates=tuple(gates))
    return replace(position, gone=tuple(sorted(cards)))
