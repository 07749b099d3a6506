"""What is being watched, kept in a file: after a crash or a restart it is watched further by itself."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from server.live.snapshot import Corners

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """A kept game, its sources, and tapped corners where there are any: what `Live.start` was asked for."""

    game: str
    sources: tuple[str, ...]
    corners: Corners | None


class Remembered:
    """The file that outlives the process; there is none when nothing is watched."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self, wish: Wish) -> None:
        """Remember it; the file is there whole or not at all."""
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(asdict(wish)), encoding="utf-8")
        part.replace(self._path)

    def forget(self) -> None:
        """Nothing is watched."""
        self._path.unlink(missing_ok=True)

    def wish(self) -> Wish | None:
        """What was watched; None without a file, or with one that somebody else has written."""
        if not self._path.exists():
            return None
        try:
            kept: dict[str, Any] = json.loads(self._path.read_text(encoding="utf-8"))
            corners = None if kept["corners"] is None else tuple((float(x), float(y)) for x, y in kept["corners"])
            return Wish(str(kept["game"]), tuple(map(str, kept["sources"])), corners)
        except (ValueError, KeyError, TypeError) as error:
            LOG.warning("%s does not say what was watched: %s", self._path, error)
            return None
