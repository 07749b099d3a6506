"""The project's contract schema (tests/server/contract.schema.json, a copy of shared/contract.schema.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

SCHEMA: dict[str, Any] = json.loads(Path(__file__).with_name("contract.schema.json").read_text(encoding="utf-8"))


def validator(definition: str) -> jsonschema.Draft202012Validator:
    """A validator for one definition of the contract, for example `score_line`."""
    assert definition in SCHEMA["$defs"]
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{definition}"})
