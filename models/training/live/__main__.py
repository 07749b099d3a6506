"""Command line: python -m models.training.live --count 20 --seed 5 --out FOLDER."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cv2
import typer
from rich.progress import track

from models.training.composite.__main__ import Art, Photos
from models.training.live.pictures import write_picture


def main(
    out: Annotated[Path, typer.Option(help="Folder for NNNN.jpg and NNNN.json; what is there stays.")],
    count: Annotated[int, typer.Option(min=1, help="How many pictures the folder shall hold.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same pictures.")] = 1,
    art: Annotated[Art, typer.Option(help="Whose cards are laid.")] = Art.REFERENCE,
    photos: Annotated[Photos, typer.Option(help="Photographs that serve as tables.")] = Photos.TRAIN,
) -> None:
    """Compose whole tables of two to four players, with truth beside each.

    Example: python -m models.training.live --count 40 --seed 5 --out out/live/tables
    """
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    missing = [index for index in range(count) if not (out / f"{index:04d}.json").exists()]
    for index in track(missing, description=out.name):
        write_picture(out / f"{index:04d}", art, photos, (seed, index))


if __name__ == "__main__":
    typer.run(main)
