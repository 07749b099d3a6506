"""Scores of displays written as JSON, one line each: `tableloupe tally crystalla` (contract, design §3)."""

from __future__ import annotations

import json

from rules.crystalla.edition import Edition
from rules.crystalla.position import Display, PlacedCard, cell_index
from rules.crystalla.scoring import TableScore, score_display, score_table
from rules.crystalla.vocabulary import CELLS, COLUMNS, ROWS, Cell, Crystal, Rotation
from rules.errors import MalformedError

CRYSTALS = {crystal.value: crystal for crystal in Crystal}
ROTATIONS = tuple(Rotation)
CARD_KEYS = ("row", "col", "rotation", "large", "small")
CRYSTAL_ALLOWED = f"{', '.join(CRYSTALS)}, null, or an object with one of them as its crystal"

Json = dict[str, object]


def tally_line(text: str, edition: Edition) -> tuple[str, bool]:
    """One line of JSON in, one line of JSON out, and whether it was fine; `{"error": ...}` where it was not."""
    try:
        result = tally(_parse_json(text), edition)
    except MalformedError as error:
        return json.dumps({"error": str(error)}), False
    return json.dumps(result), True


def tally(line: object, edition: Edition) -> Json:
    """Score a parsed line: `{"cards": [...]}` gives rows, `{"displays": [...]}` players and winners.

    Raises MalformedError that names the offending value, what was allowed and where it stood.
    """
    if not isinstance(line, dict):
        raise MalformedError("line", line, "an object with cards or displays")
    if ("cards" in line) == ("displays" in line):
        raise MalformedError("line", sorted(line), "an object with either cards or displays")
    if "cards" in line:
        return dict(score_display(parse_display(line), edition).rows())
    return table_json(score_table(_parse_displays(line["displays"]), edition))


def parse_display(written: object, where: str = "") -> Display:
    """The display of an object with `cards`; raises MalformedError, also for two cards in one cell and floating ones.

    A crystal is the effective one, as a text, null, or the object that `score --json` writes; further keys are passed
    over. `where` is the object's place in the whole line and heads the error's location.
    """
    if not isinstance(written, dict):
        raise MalformedError(where or "line", written, "an object with cards")
    path = f"{where}.cards" if where else "cards"
    cards = written.get("cards")
    if not isinstance(cards, list):
        raise MalformedError(path, cards, "a list of cards")
    placed = [_parse_card(card, f"{path}[{index}]") for index, card in enumerate(cards)]
    _refuse_impossible_cells(placed, path)
    return Display.of(placed)


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise MalformedError("line", text, "JSON that is not nested this deeply") from None
    except ValueError as error:
        raise MalformedError("line", text.strip(), f"one JSON object ({error})") from None


def _parse_displays(written: object) -> list[Display]:
    if not isinstance(written, list) or not written:
        raise MalformedError("displays", written, "a list of at least one object with cards")
    return [parse_display(display, f"displays[{index}]") for index, display in enumerate(written)]


def _refuse_impossible_cells(cards: list[PlacedCard], path: str) -> None:
    seen: set[int] = set()
    for index, card in enumerate(cards):
        if cell_index(card.cell) in seen:
            raise MalformedError(f"cell of {path}[{index}]", _spot(card.cell), "a cell in which no earlier card lies")
        seen.add(cell_index(card.cell))
    for index, card in enumerate(cards):
        if card.cell.row > 0 and cell_index(card.cell) - COLUMNS not in seen:
            allowed = f"one right above another card or in row 0, but row {card.cell.row - 1} is free there (CR-57)"
            raise MalformedError(f"cell of {path}[{index}]", _spot(card.cell), allowed)


def _parse_card(card: object, where: str) -> PlacedCard:
    if not isinstance(card, dict):
        raise MalformedError(where, card, f"an object with {', '.join(CARD_KEYS)}")
    for key in CARD_KEYS:
        if key not in card:
            raise MalformedError(f"{where}.{key}", "missing", f"an object with {', '.join(CARD_KEYS)}")
    row, col = _whole(card, "row", ROWS, where), _whole(card, "col", COLUMNS, where)
    rotation = None if card["rotation"] is None else ROTATIONS[_whole(card, "rotation", len(ROTATIONS), where)]
    large, small = _parse_crystal(card["large"], where, "large"), _parse_crystal(card["small"], where, "small")
    return PlacedCard(CELLS[row * COLUMNS + col], rotation, large, small)


def _whole(card: Json, key: str, count: int, where: str) -> int:
    value = card[key]
    if type(value) is not int or not 0 <= value < count:
        suffix = " or null" if key == "rotation" else ""
        raise MalformedError(f"{where}.{key}", value, f"a whole number from 0 to {count - 1}{suffix}")
    return value


def _parse_crystal(value: object, where: str, key: str) -> Crystal | None:
    if isinstance(value, dict) and "crystal" in value:
        value, key = value["crystal"], f"{key}.crystal"
    if value is None:
        return None
    if not isinstance(value, str) or value not in CRYSTALS:
        raise MalformedError(f"{where}.{key}", value, CRYSTAL_ALLOWED)
    return CRYSTALS[value]


def table_json(table: TableScore) -> Json:
    """The `players` and `winners` of a table, as the contract (design §3) has them."""
    players = [
        {**player.sheet.rows(), "from_opponents": player.from_opponents, "final": player.final}
        for player in table.players
    ]
    return {"players": players, "winners": list(table.winners)}


def _spot(cell: Cell) -> str:
    return f"row {cell.row} col {cell.col}"
