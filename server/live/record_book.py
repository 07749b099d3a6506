"""A record on disk that a watched game grows: every turn is written and synced before it is shown."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from rules.crystalla.edition import Edition
from rules.crystalla.game import Crystalla
from rules.crystalla.moves import Drawn, Move
from rules.crystalla.table import Table
from rules.crystalla.turn import Record
from rules.engine import apply
from rules.record import GameRecord, read_record, replay
from server.live.book import BEGINNINGS, Kept, Line, turns_of
from server.live.snapshot import Seat
from server.refusals import RefusalError

TableRecord = GameRecord[Table, Move, Drawn]
PLAYERS = "players"
"""Header field: names by seat, joined by ", "."""
ADOPTED = "adopted"
"""Header field: how often players said that the table is right, whatever the rules say; the record begins there."""


class RecordBook:
    """A game kept in one file, or for as long as the program runs when there is none."""

    def __init__(self, record: TableRecord, path: Path | None, edition: Edition) -> None:
        """Raises IllegalLineError when the record breaks a rule. A turn that was not finished is not taken over."""
        self.game = Crystalla(edition)
        self.id = "record" if path is None else path.name
        self._path = path
        self._record = record
        positions = list(replay(self.game, record))
        whole = max((place for place, table in enumerate(positions) if table.phase in BEGINNINGS), default=0)
        self._lines = [Line(positions[place], record.moves[place], positions[place + 1]) for place in range(whole)]
        self.table: Table = positions[whole]
        names = [name.strip() for name in record.more.get(PLAYERS, "").split(",")]
        names += [""] * self.table.players
        self.seats = tuple(
            Seat(seat, name, self.table.colours[seat]) for seat, name in enumerate(names[: self.table.players])
        )
        self._write()

    @property
    def set_up(self) -> TableRecord:
        """The record without its lines."""
        return GameRecord(self._record.game, self._record.edition, self._record.start, (), self._record.more)

    @property
    def turns(self) -> tuple[Kept, ...]:
        """All turns that stand."""
        return tuple(turns_of(self._lines))

    def accept(self, records: Sequence[Record]) -> None:
        """Keep a turn: its lines go to disk in one piece."""
        table, added = self.table, []
        for record in records:
            after = apply(self.game, table, record)
            added.append(Line(table, record, after))
            table = after
        self._lines += added
        self.table = table
        self._append("".join(f"{record.text()}\n" for record in records))

    def adopt(self, table: Table) -> None:
        """Go on from a table: the record begins anew there."""
        more = {**self._record.more, ADOPTED: str(int(self._record.more.get(ADOPTED, "0")) + 1)}
        self._record = GameRecord(self._record.game, self._record.edition, table, (), more)
        self._lines = []
        self.table = table
        self._write()

    def take_back(self, turns: int) -> None:
        """Take the last turns back; raises RefusalError 422 when there are not so many."""
        kept = self.turns
        if turns > len(kept):
            raise RefusalError(422, "nothing-to-undo")
        first = kept[len(kept) - turns]
        del self._lines[len(self._lines) - sum(len(turn.records) for turn in kept[len(kept) - turns :]) :]
        self.table = first.before
        self._write()

    def _text(self) -> str:
        moves = tuple(line.record for line in self._lines if line.record is not None)
        return GameRecord(self._record.game, self._record.edition, self._record.start, moves, self._record.more).text()

    def _append(self, text: str) -> None:
        if self._path is None:
            return
        with self._path.open("ab", buffering=0) as file:
            file.write(text.encode())
            os.fsync(file.fileno())

    def _write(self) -> None:
        """Write the whole record beside the old one and put it in its place."""
        if self._path is None:
            return
        with NamedTemporaryFile("w", dir=self._path.parent, prefix=".record-", delete=False, encoding="utf-8") as file:
            file.write(self._text())
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).replace(self._path)


def open_record(path: Path, edition: Edition) -> RecordBook:
    """A record that is there already; raises OSError, MalformedError and IllegalLineError.

    A last line that was cut off while it was written is dropped.
    """
    text = path.read_text(encoding="utf-8-sig")
    if not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
    return RecordBook(read_record(Crystalla(edition), text), path, edition)


def new_record(start: Table, names: Sequence[str], path: Path | None, edition: Edition) -> RecordBook:
    """A record that begins with a table; `path` None keeps it in memory alone."""
    more = {PLAYERS: ", ".join(name.replace(",", " ") for name in names)} if any(names) else {}
    return RecordBook(GameRecord("crystalla", edition.name, start, (), more), path, edition)
