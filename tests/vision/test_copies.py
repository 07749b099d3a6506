"""The file of a copy: it comes back as it was, and nothing else passes for one."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import numpy as np
import pytest

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.copies import (
    HEADER,
    MAX_LESSONS,
    MAX_NAME_LENGTH,
    Copy,
    CopyError,
    Lesson,
    TaughtCard,
    check_name,
    encode_crop,
    pack,
    unpack,
)

CROP = np.random.default_rng(1).integers(0, 255, (80, 80, 3), dtype=np.uint8)
CARD = TaughtCard(encode_crop(CROP), Crystal.RUBY, None)


def copy_of(*ids: str, name: str = "Stube") -> Copy:
    return Copy(name, tuple(Lesson(lesson_id, "2026-11-30T07:00:00+00:00", (CARD, CARD)) for lesson_id in ids))


def packed(header: dict[str, Any], pictures: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(HEADER, json.dumps(header))
        for name, content in pictures.items():
            file.writestr(name, content)
    return out.getvalue()


def header_with(**changes: Any) -> dict[str, Any]:
    lessons = [{"id": "a1", "taught_at": "2026", "cards": [{"large": "ruby", "small": None}]}]
    return {"format": "tableloupe-copy", "version": 1, "game": "crystalla", "name": "x", "lessons": lessons, **changes}


@pytest.mark.parametrize("name", ["Stube", "Omas Tisch", "Élodie", "../../etc", "水晶", "a" * MAX_NAME_LENGTH])
def test_a_copy_comes_back_from_its_file(name: str) -> None:
    copy = copy_of("1f", "2e", name=name)
    assert unpack(pack(copy)) == copy


def test_a_copy_makes_the_same_file_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = pack(copy_of("a1"))
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert pack(copy_of("a1")) == now


def test_a_file_is_small() -> None:
    lesson = Lesson("1", "2026", (CARD,) * 12)  # noise is the worst that a JPEG can be given
    assert len(pack(Copy("x", (lesson,)))) < 300_000


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x00", "a" * (MAX_NAME_LENGTH + 1)])
def test_names_that_no_list_can_show_are_refused(name: str) -> None:
    with pytest.raises(CopyError):
        check_name(name)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "BadZipFile"),
        (b"PK\x03\x04 nothing", "BadZipFile"),
        (pack(copy_of("1"))[:-300], "damaged"),
        (packed(header_with(version=2), {}), "version"),
        (packed(header_with(lessons=3), {}), "TypeError"),
        (packed(header_with(name=7), {}), "TypeError"),
        (packed(header_with(), {}), "a1/00.jpg"),
        (packed(header_with(), {"a1/00.jpg": b"no picture"}), "no JPEG"),
        (packed(header_with(), {"a1/00.jpg": bytes(10_000_000)}), "larger than 64 kB"),
        (packed(header_with(), {"a1/00.jpg": encode_crop(CROP[:40])}), "no JPEG"),
        (packed(header_with(lessons=header_with()["lessons"] * 2), {"a1/00.jpg": CARD.jpeg}), "same id"),
        (packed(header_with(lessons=[{"id": "../x", "taught_at": "", "cards": [{}]}]), {}), "'../x'"),
    ],
)
def test_what_is_no_copy_is_refused_in_one_line(content: bytes, problem: str) -> None:
    with pytest.raises(CopyError) as refused:
        unpack(content)
    assert problem in refused.value.reason
    assert "\n" not in refused.value.reason


def test_a_lesson_can_be_taken_back() -> None:
    assert copy_of("1f", "2e").without_lesson("1f") == copy_of("2e")
    with pytest.raises(CopyError, match="2e"):
        copy_of("2e").without_lesson("1f")


def test_lessons_add_up_to_a_limit() -> None:
    full = copy_of(*(f"{number}" for number in range(MAX_LESSONS)))
    with pytest.raises(CopyError, match=str(MAX_LESSONS)):
        full.with_lesson(copy_of("z").lessons[0])
