"""The record of a game: a header with its set-up, then one line for everything that happened; replays exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic

from rules.engine import D, Game, H, M, MoveRecord, P, apply, parse_record
from rules.errors import MalformedError, RuleError

FORMAT = "tableloupe-record 1"
"""First line of every record."""
REQUIRED = ("game", "edition", "start")
"""Fields that every header has; `start` is a position string. Others, such as names of players, may follow."""


class IllegalLineError(ValueError):
    """A record that breaks a rule: the first illegal line, its number in the file, and the refusal."""

    def __init__(self, number: int, line: str, refusal: RuleError) -> None:
        super().__init__(f"line {number} {line!r}: {refusal}")
        self.number = number
        self.line = line
        self.refusal = refusal

    @property
    def rule(self) -> str:
        """Id of the broken rule."""
        return self.refusal.rule


@dataclass(frozen=True)
class GameRecord(Generic[P, M, D]):
    """A game from its start on; `more` holds header fields beyond the required ones."""

    game: str
    edition: str
    start: P
    moves: tuple[MoveRecord[M, D], ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The whole record, ending with a line break, so that another line can be appended."""
        fields = {"game": self.game, "edition": self.edition, "start": self.start.text()} | dict(self.more)
        header = [f"{name}: {value}" for name, value in fields.items()]
        return "\n".join([FORMAT, *header, "", *(move.text() for move in self.moves), ""])

    @property
    def first_line(self) -> int:
        """Number in the file of the first move's line."""
        return len(REQUIRED) + len(self.more) + 3


def game_named(text: str) -> str:
    """The game that a record's header names; raises MalformedError for what is no record."""
    return _read_header(text.partition("\n\n")[0].splitlines())["game"]


def read_record(game: Game[P, M, D, H], text: str) -> GameRecord[P, M, D]:
    """Parse a record; raises MalformedError that names the line. Asks no rule, see `replay`."""
    head, _, body = text.partition("\n\n")
    fields = _read_header(head.splitlines())
    if fields["game"] != game.name:
        raise MalformedError("game of the record", fields["game"], game.name)
    more = {name: value for name, value in fields.items() if name not in REQUIRED}
    first = len(fields) + 3
    moves = tuple(_read_line(game, number, line) for number, line in enumerate(body.splitlines(), start=first))
    return GameRecord(fields["game"], fields["edition"], game.parse_position(fields["start"]), moves, more)


def _read_header(lines: list[str]) -> dict[str, str]:
    if not lines or lines[0] != FORMAT:
        raise MalformedError("line 1 of the record", lines[0] if lines else "", FORMAT)
    fields: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        name, colon, value = line.partition(": ")
        if not colon or name in fields:
            raise MalformedError(f"line {number} of the record", line, "a field and its value, each field once")
        fields[name] = value
    for name in REQUIRED:
        if name not in fields:
            raise MalformedError("header of the record", sorted(fields), f"a field {name}")
    return fields


def _read_line(game: Game[P, M, D, H], number: int, line: str) -> MoveRecord[M, D]:
    try:
        return parse_record(game, line)
    except MalformedError as error:
        raise MalformedError(f"line {number}, {error.where}", error.value, error.allowed) from error


def replay(game: Game[P, M, D, H], record: GameRecord[P, M, D]) -> Iterator[P]:
    """The start and the position after each line; raises IllegalLineError at the first that breaks a rule."""
    position = record.start
    yield position
    for number, move in enumerate(record.moves, start=record.first_line):
        try:
            position = apply(game, position, move)
        except RuleError as error:
            raise IllegalLineError(number, move.text(), error) from error
        yield position
