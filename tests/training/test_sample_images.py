"""The sample photos show what the truth beside them says: every card is compared with the reference art."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.sheets.crystalla.faces import face_png
from rules.crystalla.vocabulary import Crystal

FOLDER = Path(__file__).parents[2] / "sample_images" / "crystalla"
NOTES = sorted(FOLDER.glob("*.json"))
SIDE = 64
CHECKED = NOTES[::6]
"""Every sixth photo; all of them would take long."""
LEAST_LIKENESS = 0.1
"""Correlation of a card in the strongest glare with its art."""

Pixels = npt.NDArray[Any]


def read(note: Path) -> tuple[dict[str, Any], Pixels]:
    picture = cv2.imread(str(note.with_suffix(".jpg")))
    assert picture is not None, note
    return json.loads(note.read_text(encoding="utf-8")), picture


@lru_cache(maxsize=128)
def art(large: str, small: str) -> Pixels:
    """What a segment pair looks like, printed or as pieces: the art is the same but for the rim."""
    data = np.frombuffer(face_png(Crystal(large), Crystal(small), SIDE), np.uint8)
    face = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert face is not None
    return face


def likeness(seen: Pixels, wanted: Pixels) -> float:
    """Correlation of colour and pattern, brightness and contrast of each channel left out."""
    pairs = zip(
        cv2.split(cv2.GaussianBlur(seen, (0, 0), 1)), cv2.split(cv2.GaussianBlur(wanted, (0, 0), 1)), strict=True
    )
    return float(np.mean([np.corrcoef(a.ravel(), b.ravel())[0, 1] for a, b in pairs]))


def rectified(picture: Pixels, corners: list[list[float]]) -> Pixels:
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    photo_to_card = cv2.getPerspectiveTransform(np.array(corners, np.float32), square)
    return cv2.warpPerspective(picture, photo_to_card, (SIDE, SIDE))


def test_there_are_sixty_samples_within_fifteen_megabytes() -> None:
    photos = sorted(FOLDER.glob("*.jpg"))
    assert len(photos) >= 60
    assert [photo.stem for photo in photos] == [note.stem for note in NOTES]
    assert sum(photo.stat().st_size for photo in photos) <= 15_000_000


def test_some_samples_show_no_display_and_some_a_part() -> None:
    sizes = [len(json.loads(note.read_text(encoding="utf-8"))["cards"]) for note in NOTES]
    assert sizes[0] == 12
    assert sum(size == 0 for size in sizes) >= 4
    assert sum(3 <= size < 12 for size in sizes) >= 10


@pytest.mark.parametrize("note", CHECKED, ids=lambda note: note.stem)
def test_cards_look_as_the_truth_says(note: Path) -> None:
    """Right art at the right turn: likelier than any other turn, and alike enough."""
    truth, picture = read(note)
    for card in truth["cards"]:
        seen, wanted = rectified(picture, card["corners"]), art(card["large"], card["small"])
        alike = [likeness(seen, np.rot90(wanted, turn)) for turn in range(4)]
        assert alike[0] == max(alike) and alike[0] > LEAST_LIKENESS, (note.stem, card["row"], card["col"], alike)
