"""Writes the text of an edition file: names, numbers, lists and tables, as `tomllib` reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_toml(data: Mapping[str, Any]) -> str:
    """The text of a table: plain values first, lists of tables a line for each, tables under their headings."""
    plain = [(key, value) for key, value in data.items() if not isinstance(value, Mapping)]
    tables = [(key, value) for key, value in data.items() if isinstance(value, Mapping)]
    parts = ["\n".join(f"{_key(key)} = {_list(value)}" for key, value in plain)]
    for key, table in tables:
        lines = (f"{_key(name)} = {_value(value)}" for name, value in table.items())
        parts.append("\n".join([f"[{_key(key)}]", *lines]))
    return "\n\n".join(parts) + "\n"


def _list(value: object) -> str:
    """A value; a list of tables or lists has a line for each."""
    if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"
    return _value(value)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"{value!r} has no place in an edition file")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)
