"""The boxes of Crystalium's solo objectives that were ticked by hand, kept on this machine (CU-128, CU-129)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from rules.crystalium.objectives import Objective
from server.refusals import storage_full


class Boxes:
    """A small file with the names of ticked boxes. Raises RefusalError 507 when the disk has no room."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()

    def ticked(self) -> frozenset[str]:
        """The boxes ticked by hand; none when nothing readable was kept."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return frozenset()
        return frozenset(kept if isinstance(kept, list) else ()) & frozenset(Objective)

    def keep(self, names: Iterable[str]) -> None:
        """Keep exactly these boxes; what is no objective is left out."""
        chosen = [objective.value for objective in Objective if objective.value in set(names)]
        half = self._path.with_suffix(".half")
        with self._lock:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                half.write_text(json.dumps(chosen), encoding="utf-8")
                half.replace(self._path)
            except OSError as error:
                half.unlink(missing_ok=True)
                raise storage_full() from error
