"""Opens the networks that `models/manifest.toml` names, after checking that the files are the ones it means."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.errors import ModelError, Reason

Tensor = npt.NDArray[Any]
THREADS = 2
SMALLEST_SHARE = 2
"""Fewer things are not worth a run of their own."""
_WORKERS = ThreadPoolExecutor(THREADS - 1, "network")


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the manifest says of one network."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    numbers: dict[str, float]
    """Calibration chosen on validation data: temperatures and thresholds by name."""


def models_folder() -> Path:
    """The folder of the installed package `models`."""
    return Path(str(resources.files("models")))


def read_manifest(folder: Path | None = None) -> dict[str, ModelFacts]:
    """All networks by name; raises ModelError when the manifest is missing or not what it should be."""
    path = (folder or models_folder()) / "manifest.toml"
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["model"]
        return {name: _facts(name, entry) for name, entry in entries.items()}
    except (OSError, KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise ModelError(Reason.MANIFEST, path=repr(str(path)), problem=error) from error


def _facts(name: str, entry: dict[str, Any]) -> ModelFacts:
    return ModelFacts(
        name, entry["file"], entry["sha256"], tuple(entry.get("labels", ())), dict(entry.get("calibration", {}))
    )


class Network:
    """One ONNX network on the CPU."""

    def __init__(self, facts: ModelFacts, folder: Path | None = None) -> None:
        """Raises ModelError when the file is missing, damaged or not the one of the manifest."""
        import onnxruntime  # late: an installation without it still tallies, and `doctor` can say what is wrong

        path = (folder or models_folder()) / facts.file
        weights = _checked(path, facts.sha256)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # One arena for all networks, which seldom run at once, and no plan of it kept for each shape of their inputs:
        # this halves the memory of a watched table and costs no time.
        _share_arena()
        options.add_session_config_entry("session.use_env_allocators", "1")
        options.enable_mem_pattern = False
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self.facts = facts

    def __call__(self, **inputs: Tensor) -> list[Tensor]:
        """Run once; inputs by name, outputs in the order of the graph."""
        return [np.asarray(output) for output in self._session.run(None, inputs)]


def each(network: Callable[..., list[Tensor]], **inputs: Tensor) -> list[Tensor]:
    """What a network says of things along the first axis, at least one, that have nothing to do with each other.

    Each thread runs a share of them: within one run the threads wait for each other at every layer.
    """
    count = len(next(iter(inputs.values())))
    shares = max(1, min(THREADS, count // SMALLEST_SHARE))
    values = zip(*(np.array_split(value, shares) for value in inputs.values()), strict=True)
    first, *rest = (dict(zip(inputs, value, strict=True)) for value in values)
    running = [_WORKERS.submit(network, **share) for share in rest]
    outputs = [network(**first), *(share.result() for share in running)]
    return [np.concatenate(parts) for parts in zip(*outputs, strict=True)]


@cache
def _share_arena() -> None:
    """Give this process the arena that sessions may share; there can be only one, and it grows as it is needed."""
    import onnxruntime

    place = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    unbounded = onnxruntime.OrtArenaCfg(0, -1, -1, -1)
    onnxruntime.create_and_register_allocator(place, unbounded)


def _checked(path: Path, sha256: str) -> bytes:
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelError(Reason.NETWORK_UNREADABLE, path=repr(str(path)), problem=error.strerror) from error
    found = hashlib.sha256(weights).hexdigest()
    if found != sha256:
        raise ModelError(Reason.NETWORK_OTHER, path=repr(str(path)), found=found[:12], wanted=sha256[:12])
    return weights
