"""Texts back to values: tables, moves and drawn things. Whatever parses writes the same text again.

A table is seventeen fields between spaces after its version: phase; active seat; pass; deck with `^` and the waves of
its top; waves of the Current; River; Discard pile; Whirlpools set aside; box; Whirlpools of Fish 4; boosts, `x` after
Fish 12; who uses a power (seat, limit, single-use cards, picks); task of a Fish; cards in the centre; cards out of the
game; Solo deck; ships (columns, Crystalium, Fish, Stations).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from rules.crystalium.faces import COMPONENTS, Face, Part, parse_back, parse_face, parse_part, parse_solo_card
from rules.crystalium.moves import (
    Build,
    Collect,
    Done,
    Draft,
    Drawn,
    Fetch,
    First,
    FishMove,
    Gain,
    Give,
    Keep,
    Lose,
    Move,
    Place,
    Play,
    Reveal,
    Summon,
    Swap,
    Toss,
)
from rules.crystalium.position import EMPTY, VERSION, Collector, Ship, Solo, Station, Table
from rules.crystalium.vocabulary import Fish, Kind, Phase, Task
from rules.errors import MalformedError

T = TypeVar("T")
FIELDS = 18
_NUMBER = re.compile(r"0|[1-9]\d{0,3}")
_DECK = re.compile(r"(0|[1-9]\d*)(?:\^(\d))?")
_EFFECTS = re.compile(r"(\d)(x?)")
MOVES_ALLOWED = (
    "draft CARD, place, done [CARD...], collect CARD[@COLUMN] [CARD...], discard CARD, first SEAT, solo, "
    "fish SEAT FISH [...], keep CARD or -, give CARD, or lose CARD"
)


def parse_table(text: str) -> Table:
    """Parse a position string; raises MalformedError."""
    fields = text.split(" ")
    if fields[0] != VERSION or len(fields) != FIELDS:
        raise MalformedError("position string", text, f"{VERSION} and {FIELDS - 1} fields")
    _, phase, active, run, deck, current, river, discard, out, box, added, effects = fields[:12]
    queue, task, center, removed, solo, ships = fields[12:]
    seats = tuple(_parse_ship(ship) for ship in ships.split("|"))
    count, top = _match("deck", _DECK, deck)
    boost, skip = _match("effects", _EFFECTS, effects)
    kind, played, due = _parse_task(task)
    table = Table(
        ships=seats,
        phase=_phase(phase),
        active=_number("active seat", active, len(seats) - 1),
        second=run == "2",
        deck=int(count),
        top=None if top is None else int(top),
        current=_items(current, lambda waves: _number("waves", waves, 9)),
        river=_items(river, parse_face),
        discard=_items(discard, parse_face),
        out=_items(out, parse_face),
        box=_items(box, parse_face),
        added=_items(added, parse_face),
        boost=int(boost),
        skip=bool(skip),
        queue=_items(queue, lambda collector: _parse_collector(collector, len(seats))),
        task=kind,
        due=tuple(_number("seat due", seat, len(seats) - 1) for seat in due),
        played=played,
        center=_items(center, parse_face),
        removed=_items(removed, parse_face),
        solo=None if solo == EMPTY else _parse_solo(solo),
    )
    _check_table(table, text)
    return table


def _check_table(table: Table, text: str) -> None:
    if not 2 <= table.players <= 5 or (table.solo is not None and table.players != 2):
        raise MalformedError("ships", table.players, "2 to 5, and 2 with a Solo deck")
    if table.text() != text:
        raise MalformedError("position string", text, f"the one way of writing it, {table.text()!r}")


def _match(where: str, pattern: re.Pattern[str], text: str) -> tuple[str, str | None]:
    match = pattern.fullmatch(text)
    if match is None:
        raise MalformedError(where, text, f"text like {pattern.pattern}")
    return match[1], match.group(2)


def _phase(text: str) -> Phase:
    if text not in list(Phase):
        raise MalformedError("phase", text, f"one of {', '.join(Phase)}")
    return Phase(text)


def _parse_task(text: str) -> tuple[Task | None, Face | None, str]:
    if text == EMPTY:
        return None, None, ""
    parts = text.split(":")
    if len(parts) != 3 or parts[0] not in list(Task):
        raise MalformedError("task", text, f"{EMPTY}, or one of {', '.join(Task)}, the Fish and the seats due")
    return Task(parts[0]), parse_face(parts[1]), parts[2]


def _parse_collector(text: str, seats: int) -> Collector:
    parts = text.split(":")
    if len(parts) != 4:
        raise MalformedError("collector", text, "seat, limit, single-use cards and picks with : between")
    singles = _items(parts[2], parse_face, "+")
    return Collector(
        _number("seat", parts[0], seats - 1), _number("limit", parts[1], 999), singles, _number("picks", parts[3], 999)
    )


def _parse_solo(text: str) -> Solo:
    parts = text.split(";")
    if len(parts) != 4:
        raise MalformedError("Solo deck", text, "cards, used cards, open card and number of Advanced cards")
    card = None if parts[2] == EMPTY else parse_solo_card(parts[2])
    return Solo(
        _number("Solo deck", parts[0], 10), _items(parts[1], parse_solo_card), card, _number("Advanced", parts[3], 8)
    )


def _parse_ship(text: str) -> Ship:
    parts = text.split(";")
    if len(parts) != 4:
        raise MalformedError("ship", text, "columns, Crystalium, Fish and Stations with ; between")
    return Ship(
        _items(parts[0], parse_part), _items(parts[1], parse_face), _items(parts[2], parse_face),
        _items(parts[3], _parse_station),
    )  # fmt: skip


def _parse_station(text: str) -> Station:
    face, bracket, paid = text.partition("(")
    if not bracket or not paid.endswith(")"):
        raise MalformedError("Station", text, "a Station and in brackets the cards under it")
    return Station(parse_face(face), _items(paid[:-1] or EMPTY, parse_part, "+"))


def _number(where: str, text: str, highest: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > highest:
        raise MalformedError(where, text, f"a number from 0 to {highest}")
    return int(text)


def _items(text: str, parse: Callable[[str], T], between: str = ",") -> tuple[T, ...]:
    return () if text == EMPTY else tuple(parse(item) for item in text.split(between))


def parse_move(text: str) -> Move:
    """Parse a move; raises MalformedError."""
    word, *rest = text.split(" ")
    parse = _PARSERS.get(word)
    move = None if parse is None else parse(rest)
    if move is None or move.text() != text:
        raise MalformedError("move", text, MOVES_ALLOWED)
    return move


def _parse_gain(words: list[str]) -> Gain:
    name, at, column = words[0].partition("@")
    if at and column not in COMPONENTS:
        raise MalformedError("column", column, f"one of {', '.join(COMPONENTS)}")
    return Gain(parse_face(name), COMPONENTS[column] if at else None, tuple(map(_parse_label, words[1:])))


def _parse_label(text: str) -> Part:
    part = parse_part(text)
    if part.fresh:
        raise MalformedError("card under a ship", text, "its label without !")
    return part


def _parse_done(words: list[str]) -> Done:
    return Done(tuple(parse_face(word) for word in words))


def _parse_lose(words: list[str]) -> Lose:
    gain = _parse_gain(words)
    return Lose(gain.face, gain.column)


def _parse_fish(words: list[str]) -> FishMove | None:
    if len(words) < 2:
        return None
    seat, fish, rest = _number("seat", words[0], 4), parse_face(words[1]), words[2:]
    if fish.kind is not Kind.FISH:
        return None
    if fish.value == Fish.SWAP and len(rest) == 3:
        return Swap(seat, fish, _parse_label(rest[0]), _number("seat", rest[1], 4), parse_back(rest[2]))
    if not rest:
        return Play(seat, fish)
    if fish.value == Fish.BUILDER:
        return Build(seat, fish, parse_face(rest[0]), tuple(parse_face(word) for word in rest[1:]))
    if fish.value == Fish.WHIRLPOOL and len(rest) == 1:
        return Summon(seat, fish, parse_face(rest[0]))
    return Fetch(seat, fish, _parse_gain(rest))


def _one(make: Callable[[Face], Move]) -> Callable[[list[str]], Move | None]:
    return lambda words: make(parse_face(words[0])) if len(words) == 1 else None


_PARSERS: dict[str, Callable[[list[str]], Move | None]] = {
    "draft": _one(Draft),
    "place": lambda words: None if words else Place(),
    "done": _parse_done,
    "collect": lambda words: Collect(_parse_gain(words)) if words else None,
    "discard": _one(Toss),
    "first": lambda words: First(_number("seat", words[0], 4)) if len(words) == 1 else None,
    "solo": lambda words: None if words else Reveal(),
    "fish": _parse_fish,
    "keep": lambda words: None if not words else Keep(None if words == [EMPTY] else _parse_gain(words)),
    "give": lambda words: Give(_parse_gain(words)) if words else None,
    "lose": lambda words: _parse_lose(words) if len(words) == 1 else None,
}


def parse_drawn(text: str) -> Drawn:
    """Parse a drawn card, the back of the deck's new top card, or a Solo card; raises MalformedError."""
    if text.startswith("^"):
        return parse_back(text)
    drawn: Drawn = parse_solo_card(text) if "." in text else parse_face(text)
    return drawn
