"""The form of a copy of Crystalium: Ocean cards by kind with their numbers, Fish, Whirlpools, Solo cards, ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.crystalium.components import (
    NUMBERS,
    SHIPS,
    SOLO_OF_LEVEL,
    STARTING,
    CardKind,
    ComponentName,
    StationType,
)
from rules.crystalium.edition import ArrowStart
from rules.crystalium.vocabulary import BASE_POWER, Arrow, Component, Fish, Level, Metric
from server.desks.desk import Words
from server.editions.form import Column, EditionForm, Entry, Json, Row, Rows, Section, is_set, number, shown

MOST_ALIKE = 135
COLOURS = ("blue", "green", "orange", "red", "yellow", "gray")
OCEAN = {
    "components": CardKind.COMPONENT,
    "crystalium": CardKind.CRYSTALIUM,
    "stations": CardKind.STATION,
    "fish": CardKind.FISH,
}
"""The section of each kind of Ocean card."""
SWITCHES = ("whirlpool_includes_base", "whirlpool_zero_scores")
Value = tuple[str, Words]


def _words(key: str, **values: object) -> Words:
    return Words(f"crystalium.{key}", values)


def _column(name: str, entry: Entry = Entry.NUMBER, values: tuple[Value, ...] = ()) -> Column:
    return Column(name, _words(f"col-{name}"), entry, values)


def _choice(name: str, *values: Value) -> Column:
    return _column(name, Entry.CHOICE, values)


def _numbered(count: int) -> tuple[Words, ...]:
    return tuple(_words("number", number=index + 1) for index in range(count))


COMPONENT = _choice("component", *((name.value, _words(f"column-{name.value}")) for name in ComponentName))
ALIKE = (
    _column("waves"),
    _column("strong_current", Entry.FLAG),
    _choice("min_players", ("", _words("col-everyone")),
            *((str(count), _words("col-from", number=count)) for count in NUMBERS)),
    _column("count"),
)  # fmt: skip
"""What all Ocean cards have, and how many there are."""
STATION = _choice("type", *((one.value, _words(f"station-{one.value}")) for one in StationType))
FISHES = _choice("fish", *((f"F{fish.value}", _words(f"fish-{fish.value}")) for fish in Fish))
SECTIONS = (
    Section("general", _words("form-general"), (_column("name", Entry.TEXT),), (_words("copy"),)),
    Section("components", _words("form-components"),
            (COMPONENT, _column("value"), _column("single_use", Entry.FLAG), *ALIKE), hint=_words("hint-ocean")),
    Section("crystalium", _words("form-crystalium"), (_column("value"), *ALIKE)),
    Section("stations", _words("form-stations"),
            (STATION, _column("need"), _column("crystalium"), *ALIKE)),
    Section("fish", _words("form-fish"), (FISHES, *ALIKE), hint=_words("hint-fish")),
    Section("starting", _words("form-starting"), (COMPONENT, _column("value"), _column("waves")), _numbered(STARTING)),
    Section("whirlpools", _words("form-whirlpools"), (_column("waves"), _column("solo", Entry.FLAG)),
            tuple(_words(f"whirlpool-{metric.value}") for metric in Metric), hint=_words("hint-whirlpools")),
    Section("solo", _words("form-solo"),
            (_choice("level", *((level.value, _words(f"level-{level.value}")) for level in Level)),
             _column("top"), _column("reveal"), _column("collect"),
             _choice("arrow", *((arrow.value, _words(f"arrow-{arrow.value}")) for arrow in Arrow))),
            _numbered(2 * SOLO_OF_LEVEL), hint=_words("hint-solo")),
    Section("ships", _words("form-ships"),
            (_choice("colour", *((colour, Words(f"colour.{colour}")) for colour in COLOURS)),), _numbered(SHIPS)),
    Section("switches", _words("form-switches"),
            (*(_column(name, Entry.FLAG) for name in SWITCHES), _column("min_current"),
             _column("solo_count_for_numbers"),
             _choice("arrow_starts_at", *((one.value, _words(f"starts-{one.value}")) for one in ArrowStart))),
            (_words("copy"),)),
)  # fmt: skip


def rows_of(data: Json) -> Rows:
    """The rows that show an edition's data; equal Ocean cards share a row that counts them."""
    kinds: dict[str, dict[tuple[tuple[str, str], ...], int]] = {section: {} for section in OCEAN}
    sections = {kind: section for section, kind in OCEAN.items()}
    for card in data["ocean"]:
        alike = kinds[sections[CardKind(card["kind"])]]
        key = tuple(_ocean_row(card).items())
        alike[key] = alike.get(key, 0) + 1
    solo = data["solo_whirlpools"]
    by_metric = {one["metric"]: one for one in data["whirlpool"]}
    pools = [by_metric[f"W{metric.value}"] for metric in Metric]
    return {
        "general": [{"name": data["name"]}],
        **{section: [dict(row) | {"count": str(count)} for row, count in alike.items()]
           for section, alike in kinds.items()},
        "starting": [{name: shown(value) for name, value in card.items()} for card in data["starting"]],
        "whirlpools": [{"waves": shown(one.get("waves", 0)), "solo": shown(one["id"] in solo)} for one in pools],
        "solo": [_solo_row(card) for card in data["solo"]],
        "ships": [{"colour": ship["colour"]} for ship in data["ships"]],
        "switches": [{name: shown(value) for name, value in data.get("switches", {}).items()}],
    }  # fmt: skip


def _ocean_row(card: Json) -> Row:
    station = card.get("station", {})
    row = {name: shown(value) for name, value in (card | station).items() if name not in ("id", "kind", "station")}
    return {name: value for name, value in sorted(row.items()) if value}


def _solo_row(card: Json) -> Row:
    return {
        "level": card["level"],
        "top": shown(card["top"]["collect"]),
        "reveal": shown(card["bottom"]["reveal"]),
        "collect": shown(card["bottom"]["collect"]),
        "arrow": card["arrow"],
    }


def data_of(rows: Rows) -> Json:
    """The data of the rows as an edition file holds them; ids are made up, the loader says what does not fit."""
    switches = rows["switches"][0]
    pools = [f"whirl-{metric.value:02}" for metric in Metric]
    return {
        "name": rows["general"][0].get("name", ""),
        "ships": [{"colour": row.get("colour", "")} | _base_powers() for row in rows["ships"]],
        "ocean": [card | {"id": f"ocean-{index + 1:03}"} for index, (_, _, card) in enumerate(_ocean(rows))],
        "starting": [
            {"id": f"start-{index + 1}", "component": row.get("component", ""), **_numbers(row, "value", "waves")}
            for index, row in enumerate(rows["starting"])
        ],
        "whirlpool": [
            {"id": pool, "metric": f"W{metric.value}", "waves": number(row.get("waves") or "0")}
            for pool, metric, row in zip(pools, Metric, rows["whirlpools"], strict=True)
        ],
        "solo_whirlpools": [pool for pool, row in zip(pools, rows["whirlpools"], strict=True) if is_set(row, "solo")],
        "solo": [_solo(index, row) for index, row in enumerate(rows["solo"])],
        "switches": {
            **{name: is_set(switches, name) for name in SWITCHES},
            **_numbers(switches, "min_current", "solo_count_for_numbers"),
            "arrow_starts_at": switches.get("arrow_starts_at", ""),
        },
    }


def _base_powers() -> dict[str, int]:
    return {name.value: BASE_POWER[Component[name.name]] for name in ComponentName}


def _numbers(row: Row, *names: str) -> dict[str, Any]:
    return {name: number(row.get(name, "")) for name in names}


def _ocean(rows: Rows) -> Iterator[tuple[str, int, Json]]:
    """Section, row and data of every Ocean card."""
    for section, kind in OCEAN.items():
        for index, row in enumerate(rows[section]):
            count = number(row.get("count", ""))
            # A count that is none leaves one card, whose waves quote it: the loader has no field for counts.
            times = min(count, MOST_ALIKE) if isinstance(count, int) else 1
            card = _ocean_card(kind, row)
            card = card if isinstance(count, int) else card | {"waves": f"{row.get('count', '')} ×"}
            yield from ((section, index, dict(card)) for _ in range(times))


def _ocean_card(kind: CardKind, row: Row) -> Json:
    card: Json = {"kind": kind.value}
    match kind:
        case CardKind.COMPONENT:
            card |= {"component": row.get("component", ""), **_numbers(row, "value")}
        case CardKind.CRYSTALIUM:
            card |= _numbers(row, "value")
        case CardKind.STATION:
            card["station"] = {"type": row.get("type", ""), **_numbers(row, "need", "crystalium")}
        case CardKind.FISH:
            card["fish"] = row.get("fish", "")
    card |= _numbers(row, "waves")
    card |= {name: True for name in ("single_use", "strong_current") if is_set(row, name)}
    return card | (_numbers(row, "min_players") if row.get("min_players") else {})


def _solo(index: int, row: Row) -> Json:
    return {
        "id": f"solo-{index + 1:02}",
        "level": row.get("level", ""),
        "top": {"collect": number(row.get("top", ""))},
        "bottom": _numbers(row, "reveal", "collect"),
        "arrow": row.get("arrow", ""),
    }


def place_of(rows: Rows, name: str, index: str) -> tuple[str, int] | None:
    """Where a refused field is entered."""
    at = int(index) if index.isdigit() else 0
    if name == "ocean":
        cards = [(section, row) for section, row, _ in _ocean(rows)]
        return cards[at] if index and at < len(cards) else ("components", 0)
    sections = {"starting": "starting", "whirlpool": "whirlpools", "solo": "solo", "ships": "ships"}
    if name in sections:
        return sections[name], at
    return {"solo_whirlpools": ("whirlpools", 0), "switches": ("switches", 0)}.get(name, ("general", 0))


FORM = EditionForm(SECTIONS, rows_of, data_of, place_of)
