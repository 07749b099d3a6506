"""Typed reading of edition files: every wrong value is answered with file, field, value and what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn, Protocol, TypeVar

from rules.errors import EditionError

E = TypeVar("E", bound=StrEnum)


class Readable(Protocol):
    """Where an edition stands: a path, a packaged file, or `Written`; its text names it in errors."""

    def read_bytes(self) -> bytes:
        """The file's bytes; raises OSError."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """The text of an edition that lies in no file; `name` stands for the file in errors."""

    text: str
    name: str

    def read_bytes(self) -> bytes:
        """The text in UTF-8."""
        return self.text.encode()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Fields:
    """One table of an edition file; `path` is its dotted name inside the file, empty for the whole file."""

    file: str
    path: str
    table: dict[str, object]

    def name(self, key: str) -> str:
        """Dotted name of a field, as an error quotes it."""
        return f"{self.path}.{key}" if self.path else key

    def refuse(self, key: str, value: object, allowed: str) -> NoReturn:
        """Raise EditionError for one field."""
        raise EditionError(self.file, self.name(key), value, allowed)

    def check_keys(self, required: AbstractSet[str], optional: AbstractSet[str] = frozenset()) -> None:
        """Raise EditionError when a field is missing or unknown."""
        for key in sorted(required - self.table.keys()):
            self.refuse(key, None, "the field must be given")
        for key in sorted(self.table.keys() - required - optional):
            self.refuse(key, self.table[key], f"no such field; known are {', '.join(sorted(required | optional))}")

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.table.get(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, value, "a text that is not empty")
        return value

    def choice(self, key: str, kind: type[E]) -> E:
        """One member of an enum, written as its text."""
        value = self.table.get(key)
        if not isinstance(value, str) or value not in list(kind):
            self.refuse(key, value, f"one of {', '.join(kind)}")
        return kind(value)

    def list(self, key: str, count: int | None = None) -> list[object]:
        """A list, of `count` items where that is given."""
        value = self.table.get(key)
        wanted = "a list" if count is None else f"a list of {count}"
        if not isinstance(value, list):
            self.refuse(key, value, wanted)
        if count is not None and len(value) != count:
            self.refuse(key, f"a list of {len(value)}", wanted)
        return value

    def texts(self, key: str, count: int) -> tuple[str, ...]:
        """A list of `count` texts that are not empty."""
        values = self.list(key, count)
        for index, value in enumerate(values):
            if not isinstance(value, str) or not value.strip():
                self.refuse(f"{key}[{index}]", value, "a text that is not empty")
        return tuple(str(value) for value in values)

    def integers(self, key: str, count: int) -> tuple[int, ...]:
        """A list of `count` whole numbers."""
        values = self.list(key, count)
        for index, value in enumerate(values):
            if not isinstance(value, int) or isinstance(value, bool):
                self.refuse(f"{key}[{index}]", value, "a whole number")
        return tuple(int(str(value)) for value in values)

    def number(self, key: str) -> float:
        """A number."""
        value = self.table.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.refuse(key, value, "a number")
        return float(value)

    def sub(self, key: str) -> Fields:
        """A table inside this one."""
        value = self.table.get(key)
        if not isinstance(value, dict):
            self.refuse(key, value, "a table")
        return Fields(self.file, self.name(key), value)

    def subs(self, key: str, count: int) -> Iterator[Fields]:
        """A list of `count` tables inside this one."""
        for index, value in enumerate(self.list(key, count)):
            if not isinstance(value, dict):
                self.refuse(f"{key}[{index}]", value, "a table")
            yield Fields(self.file, self.name(f"{key}[{index}]"), value)


def read_fields(source: Readable) -> Fields:
    """Read a TOML file; raises EditionError when it cannot be read or is not TOML."""
    try:
        content = source.read_bytes()
    except OSError as error:
        raise EditionError(str(source), "file", error.strerror, "an edition file that can be read") from error
    try:
        return Fields(str(source), "", tomllib.loads(content.decode()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise EditionError(str(source), "file", str(error), "TOML in UTF-8") from error
