"""Print whole copies of invented families as picture folders, for the path tracer.

python -m models.training.art.faces --split test --seed 31 --out out/copies
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from calibration.sheets.crystalla import tableau_png
from models.training.art import TEST, VALIDATION, make_deck
from models.training.art.deck import Bgra, Deck
from rules.crystalla.edition import load_edition
from rules.crystalla.vocabulary import Crystal, Segment

FACE_PX = 400
SPLITS = {"test": TEST, "validation": VALIDATION}


def write_copy(deck: Deck, folder: Path) -> None:
    """Every picture of one copy under the names that `tableloupe print --faces` gives them."""
    folder.mkdir(parents=True, exist_ok=True)
    edition = load_edition()
    for large, small in sorted({(card.large, card.small) for card in edition.cards}):
        _write(folder / f"{large}-{small}.png", _on_white(deck.face(large, small)))
    for segment in Segment:
        for crystal in Crystal:
            _write(folder / f"piece-{segment}-{crystal}.png", deck.piece(segment, crystal))
    _write(folder / "back.png", _on_white(deck.back()))
    (folder / "tableau.png").write_bytes(tableau_png(edition.tableaus[0].colour, FACE_PX // 2))


def _on_white(picture: Bgra) -> Bgra:
    """Paper where the art is cut round: the tracer's cards have corners of their own."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    colour = picture[..., :3] * alpha + 255 * (1 - alpha)
    return np.dstack([colour.astype(np.uint8), np.full(picture.shape[:2], 255, np.uint8)])


def _write(path: Path, picture: Bgra) -> None:
    if not cv2.imwrite(str(path), picture):
        raise OSError(f"{path} cannot be written")


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", choices=SPLITS, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    for number, family in enumerate(SPLITS[arguments.split]):
        deck = make_deck(family, np.random.default_rng((arguments.seed, number)), FACE_PX)
        write_copy(deck, arguments.out / family)


if __name__ == "__main__":
    main()
