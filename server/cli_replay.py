"""`tableloupe replay`: checks a record line by line; the game is the one that its header names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.errors import EditionError, MalformedError
from rules.record import IllegalLineError, game_named, read_record, replay
from server.cli_common import OK, SOME_FAILED, complain, refuse_usage
from server.desks import OPENERS, AnyDesk
from server.desks.desk import FinalScore, Tunable

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """A record without a fault: its game, edition, number of lines, whether the game is over, and the score."""

    game: str
    edition: str
    moves: int
    over: bool
    score: FinalScore

    def to_json(self) -> Json:
        """The fields that `--json` adds for a record without a fault."""
        totals, winners = list(self.score.totals), list(self.score.winners)
        fields = {"game": self.game, "edition": self.edition, "moves": self.moves, "over": self.over}
        return {**fields, "totals": totals, "winners": winners}

    def sentence(self) -> str:
        """One line for people."""
        end = "to its end" if self.over else "so far"
        totals = ", ".join(str(total) for total in self.score.totals)
        return f"{self.game}: {self.moves} lines, all legal {end}; points by seat {totals}"


def replay_record(path: Path, edition: Path | None, *, as_json: bool) -> int:
    """Check a record; returns the exit code: 1 when it cannot be read or holds an illegal line."""
    try:
        checked = check_record(path.read_text(encoding="utf-8-sig"), edition)
    except OSError as error:
        return _tell(path, {"reason": f"the file cannot be read: {error.strerror}"}, as_json=as_json)
    except UnicodeDecodeError:
        return _tell(path, {"reason": "the file is no text in UTF-8"}, as_json=as_json)
    except IllegalLineError as error:
        found = {"number": error.number, "line": error.line, "rule": error.rule, "message": error.refusal.message}
        parameters = error.refusal.parameters
        return _tell(path, {"reason": str(error), "illegal": {**found, "parameters": parameters}}, as_json=as_json)
    except MalformedError as error:
        return _tell(path, {"reason": str(error)}, as_json=as_json)
    except EditionError as error:
        refuse_usage(f"bad edition file: {error}")
    print(json.dumps({"record": str(path), "legal": True, **checked.to_json()}) if as_json else checked.sentence())
    return OK


def check_record(text: str, edition: Path | None) -> Checked:
    """Replay a record's text; raises MalformedError, IllegalLineError, and EditionError for the edition file."""
    name = game_named(text)
    if name not in OPENERS:
        raise MalformedError("game of the record", name, ", ".join(OPENERS))
    desk: AnyDesk = OPENERS[name](edition)
    record = read_record(desk.game, text)
    if isinstance(desk, Tunable):
        desk = desk.tuned(record.more)
    *_, position = replay(desk.game, record)
    over = desk.game.is_over(position)
    return Checked(record.game, record.edition, len(record.moves), over, desk.score(position))


def _tell(path: Path, fields: Json, *, as_json: bool) -> int:
    """Say on stderr why a record does not pass, with `--json` on stdout as well; the exit code for that."""
    if as_json:
        print(json.dumps({"record": str(path), "legal": False, **fields}, default=str))
    complain(f"{path}: {fields['reason']}")
    return SOME_FAILED
