"""What really lies in a photo: the `<name>.json` beside it (design §3)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.errors import Reason, VisionError

GAME = "crystalla"
MAX_CARDS = 12
T = TypeVar("T")


class TruthError(VisionError):
    """A truth file that is none; names file, field, value and what is allowed."""


@dataclass(frozen=True, slots=True)
class TruthCard:
    """One card as it lies: `large` and `small` are effective, a piece on a segment is also named."""

    cell: Cell
    rotation: Rotation
    large: Crystal
    small: Crystal
    piece_on_large: Crystal | None = None
    piece_on_small: Crystal | None = None
    corners: Quad | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """The display of a photo; no cards means that there is nothing to find."""

    cards: tuple[TruthCard, ...]


def truth_path(photo: Path) -> Path:
    """Where the truth of a photo lies: beside it, with the suffix `.json`."""
    return photo.with_suffix(".json")


def load_truth(path: Path) -> Truth:
    """Read a truth file; raises TruthError for everything that does not fit the contract."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise TruthError(Reason.TRUTH_UNREADABLE, path=path, problem=error) from None
    return parse_truth(content, str(path))


def parse_truth(content: object, where: str) -> Truth:
    """Truth from parsed JSON; `where` names its source in the TruthError."""
    if not isinstance(content, Mapping):
        _refuse(where, "the file", content, "an object with `game` and `cards`")
    if content.get("game") != GAME:
        _refuse(where, "game", content.get("game"), f'"{GAME}"')
    cards = content.get("cards")
    if not isinstance(cards, list) or len(cards) > MAX_CARDS:
        _refuse(where, "cards", cards, f"a list of 0 to {MAX_CARDS} cards")
    parsed = tuple(_parse_card(card, where, f"cards[{index}]") for index, card in enumerate(cards))
    seen: set[Cell] = set()
    for index, card in enumerate(parsed):
        if card.cell in seen:
            _refuse(where, f"cards[{index}]", f"row {card.cell.row}, col {card.cell.col}", "each cell only once")
        seen.add(card.cell)
    return Truth(parsed)


def _parse_card(card: object, where: str, field: str) -> TruthCard:
    if not isinstance(card, Mapping):
        _refuse(where, field, card, "an object with row, col, rotation, large and small")
    reader = _CardFields(card, where, field)
    return TruthCard(
        cell=Cell(reader.integer("row", 2), reader.integer("col", 3)),
        rotation=Rotation(reader.integer("rotation", 3)),
        large=reader.crystal("large"),
        small=reader.crystal("small"),
        piece_on_large=reader.piece("piece_on_large"),
        piece_on_small=reader.piece("piece_on_small"),
        corners=reader.corners(),
    )


@dataclass(frozen=True, slots=True)
class _CardFields:
    card: Mapping[str, Any]
    where: str
    field: str

    def integer(self, key: str, highest: int) -> int:
        value = self.card.get(key)
        if type(value) is not int or not 0 <= value <= highest:
            _refuse(self.where, f"{self.field}.{key}", value, f"0 to {highest}")
        return value

    def crystal(self, key: str) -> Crystal:
        value = self.card.get(key)
        if isinstance(value, Mapping):  # as `score --json` writes it, so that a corrected reading is a truth
            value = value.get("crystal")
        if value not in list(Crystal):
            _refuse(self.where, f"{self.field}.{key}", value, ", ".join(Crystal))
        return Crystal(value)

    def piece(self, key: str) -> Crystal | None:
        return None if self.card.get(key) is None else self.crystal(key)

    def corners(self) -> Quad | None:
        value = self.card.get("corners")
        if value is None:
            return None
        try:
            return Quad.from_array(value)
        except (ValueError, TypeError):
            _refuse(self.where, f"{self.field}.corners", value, "four [x, y] pairs in pixels")


def _refuse(where: str, field: str, value: object, allowed: str) -> NoReturn:
    raise TruthError(Reason.TRUTH_FIELD, path=where, field=field, value=f"{value!r:.80}", allowed=allowed)
