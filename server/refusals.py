"""Why a request is not done: a status, a code that programs can tell apart, and a sentence in each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.errors import RuleError
from vision.errors import ImageError, NoDisplayError


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule of a game that something would break; worded by `server.wording`."""

    game: str
    error: RuleError
    named: Mapping[str, object] = field(default_factory=dict)
    """Words for parameters that are codes."""

    def to_json(self) -> dict[str, Any]:
        """What a refusal tells programs: `rule`, the engine's English `message`, and what it speaks of."""
        return {"rule": self.error.rule, "message": self.error.message, "parameters": self.error.parameters}


class RefusalError(Exception):
    """Raised by routes and services; shown as JSON `{"error", "code"}` to programs, as a page to people.

    `code` is the key `error.{code}` of `server/locales`, `parameters` fill its sentence; a VisionError among them
    is worded by its own code.
    """

    def __init__(self, status: int, code: str, **parameters: object) -> None:
        super().__init__(status, code, parameters)
        self.status = status
        self.code = code
        self.parameters = parameters

    def details(self) -> dict[str, Any]:
        """What programs learn beyond sentence and code: a broken rule, `rule message parameters`."""
        broken = self.parameters.get("broken")
        return broken.to_json() if isinstance(broken, Broken) else {}


def not_found(what: str) -> RefusalError:
    """404 for a thing (`pad`, `scan`, `player`, `game`, `page`) that does not exist or exists no more."""
    return RefusalError(404, f"no-{what}")


def unreadable_photo(reason: ImageError) -> RefusalError:
    """415 for bytes that are no photo we can decode; `reason` is what the image reader says."""
    return RefusalError(415, "photo", reason=reason)


def no_display(reason: NoDisplayError) -> RefusalError:
    """422 for a photo without a display."""
    return RefusalError(422, "no-display", reason=reason)


def storage_full() -> RefusalError:
    """507 when the disk or the database has no room; nothing of the request was kept."""
    return RefusalError(507, "storage-full")
