"""The form of a copy of Krystal: board graph with powers, modifiers, heroes, cards, options."""

from __future__ import annotations

from typing import Any

from rules.krystal.cards import Effect, Field, Special
from rules.krystal.edition import ALL, ENERGY_START, LOCATIONS, Return, Setup
from rules.krystal.vocabulary import HEROES, Combat, People, Stone
from server.desks.desk import Words
from server.desks.krystal_names import hero_words, people_words
from server.editions.form import Column, EditionForm, Entry, Json, Row, Rows, Section, filled, is_set, number, shown

PEOPLES = tuple((people.value, people_words(people)) for people in People)
NONE = ("", Words("krystal.nothing"))
FLAGS = ("negotiation", "peace_needs_a_deal", "still_hero_blocks_exploring")
VALUES = range(1, 7)
DECKS = ("stones", "creatures", "objects", "divine")


def _words(section: str, name: str) -> Words:
    return Words(f"krystal.{section}-{name}")


def _column(name: str, entry: Entry = Entry.NUMBER, *values: tuple[str, Words]) -> Column:
    return Column(name, _words("col", name), entry, values)


def _plain(text: object) -> Words:
    return Words("krystal.plain", {"text": text})


def _choice(name: str, section: str, values: Any, *first: tuple[str, Words]) -> Column:
    return _column(name, Entry.CHOICE, *first, *((value.value, _words(section, value.value)) for value in values))


def _section(name: str, *columns: Column, labels: tuple[Words, ...] = (), hint: bool = False) -> Section:
    return Section(name, _words("form", name), columns, labels, _words("hint", name) if hint else None)


ID = _column("id", Entry.TEXT)
COUNT, TEXT = _column("count"), _column("text", Entry.LONG)
BONUS = (
    _choice("on", "field", Field, NONE),
    _column("by"),
    _column("people", Entry.CHOICE, ("", Words("krystal.everybody")), *PEOPLES),
)
SECTIONS = (
    _section("general", _column("name", Entry.TEXT), _column("energy_max"), labels=(Words("krystal.copy"),)),
    _section(
        "places", ID, _column("symbol", Entry.CHOICE, (ALL, Words("krystal.everybody")), *PEOPLES), _column("dp"),
        _column("paths", Entry.LONG), labels=tuple(_plain(index + 1) for index in range(LOCATIONS)), hint=True,
    ),
    _section("gates", _column("exits", Entry.LONG), labels=tuple(words for _, words in PEOPLES), hint=True),
    _section("modifiers", *(Column(people, words) for people, words in PEOPLES),
             labels=tuple(words for _, words in PEOPLES), hint=True),
    _section("heroes", *(Column(kind.value, _words("type", kind.value)) for kind in Combat),
             labels=tuple(hero_words(name) for name in HEROES)),
    _section("combat", *(Column(f"v{value}", _plain(value)) for value in VALUES),
             labels=tuple(_words("type", kind.value) for kind in Combat), hint=True),
    _section("stones", ID, _choice("type", "stone", Stone), COUNT, *BONUS, TEXT, hint=True),
    _section("creatures", ID, _choice("type", "type", (Combat.FORCE, Combat.MAGIC)), _column("value"), COUNT,
             _choice("special", "special", Special), TEXT, hint=True),
    _section("objects", ID, _choice("effect", "effect", Effect), _column("amount"), COUNT, TEXT, hint=True),
    _section("divine", ID, _column("star", Entry.CHOICE, NONE, *PEOPLES), COUNT, *BONUS, TEXT, hint=True),
    _section("options", _choice("setup", "setup", Setup), _choice("combat_cards_return", "return", Return),
             *(_column(flag, Entry.FLAG) for flag in FLAGS), _column("stones_to_win"), _column("turn_limit"),
             labels=(Words("krystal.copy"),)),
)  # fmt: skip


def rows_of(data: Json) -> Rows:
    """The rows that show an edition's data; each path stands at its first place."""
    paths: dict[str, list[str]] = {}
    for one, other in data["paths"]:
        paths.setdefault(one, []).append(other)
    options = data["options"]
    return {
        "general": [{"name": data["name"], "energy_max": shown(data["energy_max"])}],
        "places": [
            {"id": one["id"], "symbol": one["symbol"], "dp": shown(one.get("dp")),
             "paths": " ".join(paths.get(one["id"], []))}
            for one in data["locations"]
        ],
        "gates": [{"exits": " ".join(data["gates"][people])} for people in People],
        "modifiers": [
            dict(zip((other.value for other in People), map(shown, data["modifiers"][people]), strict=True))
            for people in People
        ],
        "heroes": [_hero_row(data, name) for name in HEROES],
        "combat": [{f"v{value}": shown(data["combat"][kind][value - 1]) for value in VALUES} for kind in Combat],
        **{deck: [_card_row(card) for card in data[deck]] for deck in DECKS},
        "options": [{name: shown(value) for name, value in options.items()}],
    }  # fmt: skip


def _hero_row(data: Json, name: str) -> Row:
    hero = HEROES[name]
    found = next(one for one in data["heroes"] if (one["people"], one["class"]) == (hero.people, hero.role))
    return {kind.value: shown(found[kind]) for kind in Combat}


def _card_row(card: Json) -> Row:
    row = {name: shown(value) for name, value in card.items() if name not in ("bonus", "people")}
    row.setdefault("count", "1")
    if "people" in card:
        row["star"] = card["people"]
    return row | {name: shown(value) for name, value in card.get("bonus", {}).items()}


def data_of(rows: Rows) -> Json:
    """The data of the rows as an edition file holds them; the loader says what does not fit."""
    general, options = rows["general"][0], rows["options"][0]
    return {
        "name": general.get("name", ""),
        "energy_start": ENERGY_START,
        "energy_max": number(general.get("energy_max", "")),
        "locations": [_place(row) for row in rows["places"]],
        "paths": _paths(rows["places"]),
        "stones": [_card(row, "type") | _bonus(row) for row in rows["stones"]],
        "creatures": [_card(row, "type", "special") | {"value": number(row.get("value", ""))}
                      for row in rows["creatures"]],
        "objects": [_object(row) for row in rows["objects"]],
        "divine": [_card(row) | filled(people=row.get("star", "")) | _bonus(row) for row in rows["divine"]],
        "heroes": [
            {"people": hero.people.value, "class": hero.role.value}
            | {kind.value: number(row.get(kind.value, "")) for kind in Combat}
            for hero, row in zip(HEROES.values(), rows["heroes"], strict=True)
        ],
        "gates": {
            people.value: _names(row.get("exits", "")) for people, row in zip(People, rows["gates"], strict=True)
        },
        "modifiers": {
            people.value: [number(row.get(other.value, "")) for other in People]
            for people, row in zip(People, rows["modifiers"], strict=True)
        },
        "combat": {
            kind.value: [number(row.get(f"v{value}", "")) for value in VALUES]
            for kind, row in zip(Combat, rows["combat"], strict=True)
        },
        "options": {
            **{name: options.get(name, "") for name in ("setup", "combat_cards_return")},
            **{name: number(options.get(name, "")) for name in ("stones_to_win", "turn_limit")},
            **{name: is_set(options, name) for name in FLAGS},
        },
    }  # fmt: skip


def _names(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _place(row: Row) -> Json:
    power = {} if row.get("symbol") == ALL else {"dp": number(row.get("dp", ""))}
    return {"id": row.get("id", ""), "symbol": row.get("symbol", "")} | power


def _paths(places: list[Row]) -> list[list[str]]:
    """Every path once, whichever of its ends names it."""
    found: dict[frozenset[str], list[str]] = {}
    for row in places:
        for other in _names(row.get("paths", "")):
            found.setdefault(frozenset((row.get("id", ""), other)), [row.get("id", ""), other])
    return list(found.values())


def _card(row: Row, *choices: str) -> Json:
    more = {name: row.get(name, "") for name in choices}
    return {"id": row.get("id", ""), **more, "count": number(row.get("count", "")), "text": row.get("text", "")}


def _bonus(row: Row) -> Json:
    if not row.get("on"):
        return {}
    people = filled(people=row.get("people", ""))
    return {"bonus": {"on": row["on"], "by": number(row.get("by", "")), **people}}


def _object(row: Row) -> Json:
    card = _card(row, "effect")
    return card if row.get("effect") == Effect.MANUAL else card | {"amount": number(row.get("amount", ""))}


def place_of(rows: Rows, name: str, index: str) -> tuple[str, int] | None:
    """Where a refused field is entered."""
    lists = {"locations": "places", "heroes": "heroes", **{deck: deck for deck in DECKS}}
    if name in lists:
        return lists[name], int(index) if index.isdigit() else 0
    if name == "paths":
        return "places", _first_end(rows, index)
    if name in ("gates", "modifiers") and index in list(People):
        return name, list(People).index(People(index))
    if name == "combat" and index in list(Combat):
        return name, list(Combat).index(Combat(index))
    return {"options": ("options", 0), "gates": ("gates", 0)}.get(name, ("general", 0))


def _first_end(rows: Rows, index: str) -> int:
    """The place that names a path."""
    paths = _paths(rows["places"])
    ids = [row.get("id", "") for row in rows["places"]]
    known = index.isdigit() and int(index) < len(paths) and paths[int(index)][0] in ids
    return ids.index(paths[int(index)][0]) if known else 0


FORM = EditionForm(SECTIONS, rows_of, data_of, place_of)
