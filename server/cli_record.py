"""`tableloupe record`: films a table and writes what was seen beside it, so that a misread becomes a test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from rules.crystalla.edition import Edition
from server.cli_common import OK, SOME_FAILED, complain, open_edition
from server.cli_watch import FIRST_PICTURES, Teller, WatchOptions, open_book, open_tables, step
from server.live.live_json import event_json
from server.live.record_book import RecordBook, new_record
from server.live.session import LiveTable
from server.live.snapshot import Event, EventType
from server.locales import load_locales
from vision.errors import VisionError
from vision.sources import Frame, Pictures, open_pictures

USUAL_FPS = 15.0
NAME = "recording"
TRUTH_TYPES = (EventType.TURN, EventType.QUESTION, EventType.CAMERA)
"""What a test compares; states depend on how fast the machine is."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """Options of the command."""

    out: Path
    record: Path | None
    players: str | None
    edition: Path | None
    seconds: float | None


class Film:
    """The three files of a recording: NAME.mp4, NAME.txt (the set-up, a record), NAME.jsonl (events)."""

    def __init__(self, folder: Path, fps: float) -> None:
        """Raises OSError when the folder cannot be made."""
        folder.mkdir(parents=True, exist_ok=True)
        taken = {path.stem for path in folder.iterdir()}
        names = [NAME, *(f"{NAME}-{number}" for number in range(2, len(taken) + 3))]
        self.stem = folder / next(name for name in names if name not in taken)
        self._fps = fps
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)
        self._written = 0
        self._began = 0.0

    def add(self, frame: Frame) -> None:
        """One frame; as many as the rate of the film wants, so that its time stays true. Raises OSError."""
        if self._writer is None:
            self._writer = self._open(frame)
        if frame.size != self._size:
            frame = Frame(frame.t, cv2.resize(frame.bgr, self._size))  # type: ignore[arg-type]
        wanted = int((frame.t - self._began) * self._fps) + 1
        for _ in range(wanted - self._written):
            self._writer.write(frame.bgr)
        self._written = max(self._written, wanted)

    def _open(self, frame: Frame) -> cv2.VideoWriter:
        path = self.stem.with_suffix(".mp4")
        self._size, self._began = frame.size, frame.t
        writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), self._fps, frame.size)
        if not writer.isOpened():
            raise OSError(f"{path} cannot be written: this OpenCV has no encoder for MP4")
        return writer

    def close(self) -> None:
        """Finish the video."""
        if self._writer is not None:
            self._writer.release()


def record_table(source: str, options: RecordOptions) -> int:
    """Film until the source ends, the time is over or somebody stops it; returns the exit code."""
    edition = open_edition(options.edition)
    try:
        pictures = open_pictures(source)
    except VisionError as error:
        complain(error.reason)
        return SOME_FAILED
    try:
        return _film(pictures, source, options, edition)
    except VisionError as error:
        complain(error.reason)
    except OSError as error:
        complain(f"{options.out}: {error.strerror or error}")
    finally:
        pictures.close()
    return SOME_FAILED


def _film(pictures: Pictures, source: str, options: RecordOptions, edition: Edition) -> int:
    first = [frame for _ in range(FIRST_PICTURES) if (frame := pictures.read()) is not None]
    if not first:
        complain(f"{source}: no picture comes")
        return SOME_FAILED
    reader = open_tables("crystalla", edition)
    wanted = WatchOptions("crystalla", options.record, options.players, options.edition, as_json=False)
    kept = open_book(wanted, edition, reader, first)
    if kept is None:
        return SOME_FAILED
    book = new_record(kept.table, [seat.name for seat in kept.seats], None, edition)
    film = Film(options.out, _rate(first))
    live, teller = LiveTable(reader, book, (source,)), Teller(book, as_json=False)
    events: list[Event] = []
    try:
        for frame in _until(pictures, first, options.seconds):
            film.add(frame)
            told = step(live, 0, frame)
            events += told
            teller.tell(told)
    except KeyboardInterrupt:
        pass  # that is how a recording ends
    film.close()
    _write_beside(film.stem, book, events)
    print(f"{film.stem}.mp4, .txt, .jsonl: correct the events where they are wrong, and it is a test")
    return OK


def _until(pictures: Pictures, first: list[Frame], seconds: float | None) -> Iterator[Frame]:
    """The first frames, and those after them until the time is over."""
    ends = None if seconds is None else first[0].t + seconds
    frame: Frame | None
    for frame in first:
        yield frame
    while (frame := pictures.read()) is not None and (ends is None or frame.t < ends):
        yield frame


def _rate(frames: list[Frame]) -> float:
    """Pictures a second, as they came."""
    span = frames[-1].t - frames[0].t
    return min(max((len(frames) - 1) / span, 1.0), 60.0) if span > 0 else USUAL_FPS


def _write_beside(stem: Path, book: RecordBook, events: list[Event]) -> None:
    """The set-up as a record without lines, and what was seen as lines of `watch --json`."""
    stem.with_suffix(".txt").write_text(book.set_up.text(), encoding="utf-8")
    texts = load_locales().texts["en"]
    lines = [event_json(event, texts, book.seats) for event in events if event.type in TRUTH_TYPES]
    content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    stem.with_suffix(".jsonl").write_text(content, encoding="utf-8")
