"""Run by .ci/run with a Python that has nothing but the built wheel, outside the checkout: does the program work?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).with_name("tableloupe")
FACES = ("tourmaline", "amethyst", "ruby", "emerald", "citrine", "diamond")


def run(*arguments: str, stdin: str = "") -> str:
    """Standard output of `tableloupe ...`; raises CalledProcessError when it fails."""
    settings = {"TABLELOUPE_DATA_FOLDER": str(Path.cwd() / "data"), "TABLELOUPE_PORT": "18420"}
    command, environment = [COMMAND, *arguments], {**os.environ, **settings}
    return subprocess.run(command, input=stdin, check=True, text=True, stdout=subprocess.PIPE, env=environment).stdout


def check(what: str, *, holds: bool, shown: Any) -> None:
    """Print a line, or end the process with what was seen instead."""
    if not holds:
        sys.exit(f"wheel: {what}: no, got {shown!r}")
    print(f"wheel: {what}")


def check_photo(photo: str, folder: Path) -> None:
    """A sample photo is found and scored, and the annotated picture is there."""
    line = json.loads(run("score", photo, "--json", "--annotate", str(folder)))
    check("scores a photo", holds=line["found"] and line["score"]["total"] > 0, shown=line)
    pictures = list(folder.glob("*.jpg"))
    check("writes the annotated picture", holds=len(pictures) == 1, shown=pictures)


def check_tally() -> None:
    """A display of six single cards scores without a photo."""
    cards = [
        {"row": place // 4, "col": place % 4, "rotation": 0, "large": crystal, "small": "citrine"}
        for place, crystal in enumerate(FACES)
    ]
    line = json.loads(run("tally", "crystalla", "-", stdin=json.dumps({"cards": cards}) + "\n"))
    check("tallies a display", holds="total" in line and line["missing"] == 0, shown=line)


def main(photo: str) -> None:
    """All checks; the first that fails ends the process with 1."""
    origin = find_spec("rules")
    installed = origin is not None and str(origin.origin).startswith(sys.prefix)
    check("is what is imported", holds=installed, shown=origin)
    check("leaves training out", holds=find_spec("models.training") is None, shown=find_spec("models.training"))
    with tempfile.TemporaryDirectory() as folder:
        check_photo(photo, Path(folder) / "pictures")
        faces = Path(folder) / "faces"
        run("print", "crystalla", "--faces", str(faces))
        check("prints the faces", holds=(faces / "tableau.png").exists(), shown=list(faces.glob("*")))
    check_tally()
    run("doctor")
    check("doctor finds nothing wrong", holds=True, shown=None)


if __name__ == "__main__":
    main(sys.argv[1])
