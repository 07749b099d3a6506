"""A contact sheet of the art families, for people to judge: python -m models.training.art.sheet OUT.png."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art import FAMILIES, make_deck
from models.training.art.deck import CRYSTALS, Bgra
from rules.crystalla.vocabulary import Crystal, Segment

TABLE = (96, 110, 118)


def on_table(card: Bgra) -> npt.NDArray[np.uint8]:
    """A card laid on a plain table colour: uint8 BGR."""
    alpha = card[..., 3:].astype(np.float32) / 255.0
    return (card[..., :3] * alpha + np.asarray(TABLE, np.float32) * (1.0 - alpha)).astype(np.uint8)


def family_row(family: str, seeds: tuple[int, ...], faces: int, size: int) -> npt.NDArray[np.uint8]:
    """Some faces of several decks of one family, with each deck's back and a card under a piece."""
    tiles = []
    for seed in seeds:
        deck = make_deck(family, np.random.default_rng((seed, *family.encode())), size)
        tiles += [deck.face(CRYSTALS[k % 7], CRYSTALS[(k * 3 + seed + 1) % 7]) for k in range(faces)]
        tiles.append(with_piece(deck.face(Crystal.RUBY, Crystal.EMERALD), deck.piece(Segment.SMALL, Crystal.CITRINE)))
        tiles.append(deck.back())
    return np.hstack([np.pad(on_table(tile), ((3, 3), (3, 3), (0, 0)), constant_values=110) for tile in tiles])


def with_piece(card: Bgra, piece: Bgra) -> Bgra:
    """A piece laid on a card."""
    alpha = piece[..., 3:].astype(np.float32) / 255.0
    joined = card.copy()
    joined[..., :3] = piece[..., :3] * alpha + card[..., :3] * (1.0 - alpha)
    joined[..., 3] = np.maximum(card[..., 3], piece[..., 3])
    return joined


def titled(row: npt.NDArray[np.uint8], title: str) -> npt.NDArray[np.uint8]:
    """A row with its family's name at the left."""
    label = np.full((row.shape[0], 150, 3), 40, np.uint8)
    cv2.putText(label, title, (4, row.shape[0] // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
    return np.hstack([label, row])


def main(out: str, families: list[str], size: int = 160, faces: int = 7) -> None:
    """Write the sheet of the named families (all when none is named)."""
    rows = [titled(family_row(name, (1, 2), faces, size), name) for name in families or list(FAMILIES)]
    cv2.imwrite(out, np.vstack(rows))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
