"""Runs what is asynchronous in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(scene: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, or what it raises.

    While a test of this process has a browser open, Playwright's loop counts as running in the main thread, and
    asyncio.run refuses to run there.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scene).result()
