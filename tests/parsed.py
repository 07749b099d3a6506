"""Parses Python files for the tests that look at the code itself."""

from __future__ import annotations

import ast
import gc
from pathlib import Path


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file, built while no garbage is collected.

    Python 3.11 counts the depth of all trees in one number. A finalizer of leftovers, those of a browser for example,
    may let other code build a tree in the middle of this one, and then it raises SystemError.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        if collecting:
            gc.enable()
