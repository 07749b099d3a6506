"""The rendered training arrays: one folder per shard, read as memory maps while they still grow."""

from __future__ import annotations

from pathlib import Path

import numpy as np

FIELDS = ("pictures", "quads", "kinds", "crops", "labels", "records")
_open: dict[Path, dict[str, np.ndarray]] = {}


def shards(data: Path) -> list[dict[str, np.ndarray]]:
    """All finished shards under `data`; raises FileNotFoundError when there is none."""
    found = sorted(path.parent for path in data.glob("*/done"))
    if not found:
        raise FileNotFoundError(f"no finished shard under {str(data)!r}: run models.training.dataset first")
    for folder in found:
        if folder not in _open:
            _open[folder] = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in FIELDS}
    return [_open[folder] for folder in found]
