"""A server in a process of its own, for tests that kill it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def running(script: str, folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A process of `script` that keeps its data in a folder: itself, what it printed first, the address in that."""
    environment = {**os.environ, "TABLELOUPE_DATA_FOLDER": str(folder), "TABLELOUPE_DATABASE_URL": ""}
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert "http://127.0.0.1:" in first, first + process.stdout.read()
        yield process, first, next(word.rstrip(",") for word in first.split() if word.startswith("http://"))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def client_of(address: str) -> httpx.Client:
    """A client that asks no proxy."""
    return httpx.Client(base_url=address, trust_env=False, timeout=60)
