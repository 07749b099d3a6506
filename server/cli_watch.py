"""`tableloupe watch`: follows a table before a camera, in a stream, a video file or a folder of frames."""

from __future__ import annotations

import heapq
import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.crystalla.components import GRIDS
from rules.crystalla.edition import Edition
from rules.errors import MalformedError, RuleError
from rules.record import IllegalLineError
from server.cli_common import OK, SOME_FAILED, check_game, complain, open_edition, open_reader, refuse_usage
from server.live.beginning import unlaid_table
from server.live.eye import TableReader
from server.live.live_json import event_json, event_text
from server.live.record_book import RecordBook, new_record, open_record
from server.live.session import LiveTable
from server.live.snapshot import Event, EventType
from server.locales import Texts, load_locales
from vision.errors import NoDisplayError, VisionError
from vision.image import Photo
from vision.newest import Newest
from vision.pipeline import open_table_reader
from vision.sources import Arrival, Frame, Pictures, open_pictures

HOLD_S, HOLD_STEP_S = 1.2, 0.1
"""The last picture of a file stands so long, or what came last would never be read."""
LIVE_WAIT_S = 0.2
FIRST_PICTURES = 40
"""In so many pictures the players are counted, when nobody named them,"""
LOOKS = 4
"""and so many of these pictures are looked at."""


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """Options of the command; `players` is `Anna:gray,Ben:blue`, clockwise, the first one being on turn."""

    game: str
    record: Path | None
    players: str | None
    edition: Path | None
    as_json: bool


class Teller:
    """Writes events as they come."""

    def __init__(self, book: RecordBook, *, as_json: bool) -> None:
        self._texts: Texts = load_locales().texts["en"]
        self._book = book
        self._as_json = as_json

    def tell(self, events: Sequence[Event]) -> None:
        """Print each event: as JSON all of them, for people what is worth a line."""
        for event in events:
            if self._as_json:
                print(json.dumps(event_json(event, self._texts, self._book.seats), ensure_ascii=False), flush=True)
            elif event.type is not EventType.STATE or event.rules:
                minutes, seconds = divmod(int(event.t), 60)
                print(f"{minutes:3}:{seconds:02}  {event_text(event, self._texts)}", flush=True)


def watch_sources(sources: list[str], options: WatchOptions) -> int:
    """Follow a table until the sources end or somebody stops it; returns the exit code."""
    check_game(options.game, "be watched")
    edition = open_edition(options.edition)
    try:
        opened = [open_pictures(source) for source in sources]
    except VisionError as error:
        complain(error.reason)
        return SOME_FAILED
    reader = open_tables(options.game, edition)
    try:
        if any(pictures.live for pictures in opened):
            return _watch_live(sources, opened, options, edition, reader)
        return _watch_files(opened, sources, options, edition, reader)
    except VisionError as error:
        complain(error.reason)
    except KeyboardInterrupt:
        return OK
    return SOME_FAILED


def open_tables(game: str, edition: Edition) -> TableReader:
    """The reader of whole tables; ends the command when the edition has colours that it does not know."""
    try:
        return open_table_reader(open_reader(game), edition.colours)
    except ValueError as error:
        refuse_usage(f"edition {edition.name!r} cannot be watched: {error}")


def _watch_files(
    opened: Sequence[Pictures], sources: list[str], options: WatchOptions, edition: Edition, reader: TableReader
) -> int:
    arrivals = arrivals_of(opened)
    first = [next(arrivals, None) for _ in range(FIRST_PICTURES)]
    seen = [arrival for arrival in first if arrival is not None]
    book = open_book(options, edition, reader, [frame for _, frame in seen])
    if book is None:
        return SOME_FAILED
    live, teller = LiveTable(reader, book, sources), Teller(book, as_json=options.as_json)
    for source, arrival in (*seen, *arrivals):
        teller.tell(step(live, source, arrival))
    return OK


def arrivals_of(opened: Sequence[Pictures]) -> Iterator[tuple[int, Frame]]:
    """All frames of files in the order of their times, and the last ones for a while longer."""

    def timed(source: int, pictures: Pictures) -> Iterator[tuple[float, int, Frame]]:
        frame: Frame | None = None
        while (following := pictures.read()) is not None:
            frame = following
            yield frame.t, source, frame
        pictures.close()
        if frame is not None:
            for count in range(1, round(HOLD_S / HOLD_STEP_S) + 1):
                held = Frame(frame.t + count * HOLD_STEP_S, frame.bgr)
                yield held.t, source, held

    streams = [timed(source, pictures) for source, pictures in enumerate(opened)]
    for _, source, frame in heapq.merge(*streams, key=lambda each: each[:2]):
        yield source, frame


def step(live: LiveTable, source: int, arrival: Arrival) -> tuple[Event, ...]:
    """Offer what came; a table in the middle of a game is taken as it is found, for nobody is asked here."""
    events = live.offer(source, arrival)
    outcome = live.now.outcome
    if outcome is not None and outcome.base is not None and not live.book.turns and live.book.table.deck:
        events += live.override()
    return events


def _watch_live(
    sources: list[str], opened: Sequence[Pictures], options: WatchOptions, edition: Edition, reader: TableReader
) -> int:
    frames = [frame for _ in range(FIRST_PICTURES) if (frame := opened[0].read()) is not None]
    for pictures in opened:
        pictures.close()
    book = open_book(options, edition, reader, frames)
    if book is None:
        return SOME_FAILED
    live, teller = LiveTable(reader, book, sources), Teller(book, as_json=options.as_json)
    arrived = threading.Condition()
    newest = [Newest(source, arrived) for source in sources]
    try:
        while not all(each.ended for each in newest):
            with arrived:
                arrived.wait(LIVE_WAIT_S)
            for source, each in enumerate(newest):
                arrival = each.take()
                if arrival is not None:
                    teller.tell(step(live, source, arrival))
    finally:
        for each in newest:
            each.close()
    return OK


def open_book(
    options: WatchOptions, edition: Edition, reader: TableReader, frames: Sequence[Frame]
) -> RecordBook | None:
    """The record that grows: the one that is there, or a new one; None, with a complaint, when that cannot be had."""
    if options.record is not None and options.record.exists():
        try:
            return open_record(options.record, edition)
        except (MalformedError, IllegalLineError) as error:
            complain(f"{options.record}: {error}")
        except OSError as error:
            complain(f"{options.record}: the file cannot be read: {error.strerror}")
        return None
    names, colours = seats_of(options.players, edition)
    if not colours:
        colours = colours_seen(reader, edition, frames)
        if not colours:
            complain("no table can be seen in the first pictures: show all displays and the piles, or name --players")
            return None
    try:
        return new_record(unlaid_table(edition, colours), names, options.record, edition)
    except RuleError as error:
        refuse_usage(f"--players: {error.message}")


def seats_of(players: str | None, edition: Edition) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and colours of `Anna:gray,Ben:blue`; ends the command for what is not so written."""
    if players is None:
        return (), ()
    parts = [part.strip().partition(":") for part in players.split(",")]
    wrong = [colour for _, _, colour in parts if colour not in edition.colours]
    if wrong:
        refuse_usage(f"--players: colour {wrong[0]!r}, allowed: {', '.join(edition.colours)}, as in Anna:gray,Ben:blue")
    return tuple(name.strip() for name, _, _ in parts), tuple(colour for _, _, colour in parts)


def colours_seen(reader: TableReader, edition: Edition, frames: Sequence[Frame]) -> tuple[str, ...]:
    """As many colours as displays lie on the table, those first that most pawns have; none when no table is seen.

    Which player has which colour cannot be seen, so they come in the order of the edition.
    """
    counts: Counter[int] = Counter()
    pawns: Counter[int] = Counter()
    for frame in frames[:: max(len(frames) // LOOKS, 1)]:
        try:
            found = reader.find(Photo.from_array(frame.bgr))
        except NoDisplayError:
            continue
        counts[len(found.displays)] += 1
        for pile in () if found.middle is None else found.middle.piles:
            pawns.update(dict(enumerate(pile.pawns or ())))
    players = max((count for count in counts if count in GRIDS), key=lambda count: counts[count], default=0)
    usual = sorted(range(len(edition.colours)), key=lambda colour: (-pawns[colour], colour))
    return tuple(edition.colours[colour] for colour in sorted(usual[:players]))
