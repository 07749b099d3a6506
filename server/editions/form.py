"""An edition as tables to fill in: sections of rows and columns, read from a form and written to an edition's data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

from server.desks.desk import Words

Json = dict[str, Any]
Row = dict[str, str]
Rows = dict[str, list[Row]]
"""What stands in the fields, by section; an absent field is empty."""
BLANK_ROWS = 2
"""Empty rows at the end of a table that may grow."""
MOST_ROWS = 200
_FIELD = re.compile(r"([a-z]+)-(\d{1,3})-(\w+)")
_PLACE = re.compile(r"(\w+)(?:\[(\d+)\]|\.(\w+))?")


@unique
class Entry(Enum):
    """How a cell is entered."""

    TEXT = "text"
    LONG = "long"
    NUMBER = "number"
    CHOICE = "choice"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a section; `values` are those of a choice, the empty one means that nothing is printed."""

    name: str
    title: Words
    entry: Entry = Entry.NUMBER
    values: tuple[tuple[str, Words], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the form; with `labels` its rows are fixed and named, else rows may be added."""

    name: str
    title: Words
    columns: tuple[Column, ...]
    labels: tuple[Words, ...] = ()
    hint: Words | None = None

    @property
    def fixed(self) -> bool:
        """Whether the number of rows is given."""
        return bool(self.labels)


@dataclass(frozen=True, slots=True)
class EditionForm:
    """The form of one game: its sections, and how rows become the data of an edition file and back."""

    sections: tuple[Section, ...]
    rows_of: Callable[[Json], Rows]
    data_of: Callable[[Rows], Json]
    place_of: Callable[[Rows, str, str], tuple[str, int] | None]
    """Section and row of a field that the loader refused: rows, the field's first name, and its index or key."""

    def read(self, fields: Mapping[str, str]) -> Rows:
        """The rows of a sent form; rows that nothing is entered in are left out of tables that may grow."""
        rows: Rows = {}
        found: dict[str, dict[int, Row]] = {section.name: {} for section in self.sections}
        for name, value in fields.items():
            match = _FIELD.fullmatch(name)
            if match and match[1] in found and int(match[2]) < MOST_ROWS:
                found[match[1]].setdefault(int(match[2]), {})[match[3]] = value.strip()
        for section in self.sections:
            entered = found[section.name]
            if section.fixed:
                rows[section.name] = [entered.get(index, {}) for index in range(len(section.labels))]
            else:
                rows[section.name] = [
                    entered[index] for index in sorted(entered) if _is_filled(section, entered[index])
                ]
        return rows

    def place(self, rows: Rows, field: str) -> tuple[str, int] | None:
        """Section and row of a field as the loader names it (`ocean[3].waves`), None where no row stands for it."""
        match = _PLACE.match(field)
        return None if match is None else self.place_of(rows, match[1], match[2] or match[3] or "")


def _is_filled(section: Section, row: Row) -> bool:
    """Whether anything was entered that is more than what a choice shows from the start."""
    return any(row.get(column.name) for column in section.columns if column.entry is not Entry.CHOICE)


def number(text: str) -> int | str:
    """A whole number, and the text itself where it is none, so that the loader's refusal can quote it."""
    short = text.removeprefix("-")
    return int(text) if short.isascii() and short.isdigit() and len(short) < 6 else text


def filled(**entered: str) -> Json:
    """Fields of a table by their texts, those that were left empty left out."""
    return {name: text for name, text in entered.items() if text}


def is_set(row: Row, name: str) -> bool:
    """Whether a flag was ticked."""
    return bool(row.get(name))


def shown(value: object) -> str:
    """A value of an edition's data as its field shows it."""
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)
