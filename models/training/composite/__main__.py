"""Command line: python -m models.training.composite --art reference --count 1000 --seed 101 --out FOLDER."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import cv2
import typer

from models.training.composite.files import write_composites, write_negatives, write_photographs


class Art(StrEnum):
    """Whose cards are laid."""

    REFERENCE = "reference"
    VALIDATION = "validation"
    TEST = "test"


class Photos(StrEnum):
    """Which photographs serve as tables."""

    EVAL = "eval"
    TRAIN = "train"


def main(
    out: Annotated[Path, typer.Option(help="Folder for NNNN.jpg and NNNN.json; what is there stays.")],
    art: Annotated[Art, typer.Option(help="Whose cards are laid.")] = Art.REFERENCE,
    count: Annotated[int, typer.Option(min=1, help="How many pictures the folder shall hold.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same pictures.")] = 101,
    photos: Annotated[
        Photos | None, typer.Option(help="Tables; by default train for validation art, else eval.")
    ] = None,
    negatives: Annotated[bool, typer.Option("--negatives", help="Write things that are no display.")] = False,
    photographs: Annotated[bool, typer.Option("--photographs", help="Copy the bare photographs.")] = False,
) -> None:
    """Lay displays into real photographs, with truth beside each.

    Example: python -m models.training.composite --art reference --count 1000 --seed 101 --out out/test/composite
    """
    if negatives and photographs:
        raise typer.BadParameter("--negatives and --photographs make different sets, choose one")
    cv2.setNumThreads(1)
    use = photos or (Photos.TRAIN if art is Art.VALIDATION else Photos.EVAL)
    if photographs:
        write_photographs(out, use)
    elif negatives:
        write_negatives(out, use, seed, count)
    else:
        write_composites(out, art, use, seed, count)


if __name__ == "__main__":
    typer.run(main)
