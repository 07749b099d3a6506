"""From a table at the start of a turn and a look at it afterwards: the turn, a question, or the rules broken."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystal_hall.assume import Assumption, assumptions, unseen_of
from rules.crystal_hall.astray import broken_rule
from rules.crystal_hall.distance import Distances
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.entered import entered
from rules.crystal_hall.game import CrystalHall
from rules.crystal_hall.goals import goals
from rules.crystal_hall.position import Table
from rules.crystal_hall.prepare import Prepared, prepared
from rules.crystal_hall.search import Path, Purse, Search, SpentError
from rules.crystal_hall.seen import Announced, Seen
from rules.crystal_hall.surface import surface_trouble
from rules.crystal_hall.turn import Record, perform
from rules.crystal_hall.vocabulary import Phase
from rules.engine import Refusal

NOTHING = Announced()
CAP = 1_500
"""Positions that one explanation may make before it says that it cannot tell."""
SHARE = 4
"""The part of it that each thing assumed may take: a dear question is better than none."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether these tiles and spells, which nobody saw or announced, were used: then the turn was legal."""

    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict. `records` and `after` are a legal turn up to the draw of a spell, if `question` is so.

    `broken` are the rules broken. `cannot_tell` when neither was found within the cap.
    """

    records: tuple[Record, ...] = ()
    after: Table | None = None
    question: Question | None = None
    broken: tuple[Refusal, ...] = ()
    cannot_tell: bool = False


def explain(game: CrystalHall, table: Table, seen: Seen, announced: Announced = NOTHING, cap: int = CAP) -> Explanation:
    """Explain what lies there after a turn; raises ValueError for a table that is not at the start of a turn."""
    if table.phase is not Phase.MAGIC or table.task is not None:
        raise ValueError(f"a table in the middle of a turn cannot be explained: {table.text()!r}")
    edition = game.edition
    trouble = surface_trouble(edition, table, seen)
    said = prepared(edition, table, announced, Assumption())
    if not isinstance(said, Prepared):
        trouble = (*trouble, said)
    if trouble or not isinstance(said, Prepared):
        return Explanation(broken=trouble)
    purse, distances = Purse(cap), Distances(edition, table, seen)
    try:
        found = _first_legal(edition, table, seen, announced, purse, distances)
        if found is not None:
            return found
        told = entered(edition, table, said, Search(edition, said.table, seen, announced, purse, distances))
        if told is not None:
            return _told(edition, table, told, Assumption())
        return Explanation(broken=(broken_rule(edition, table, seen, announced, distances, cap // 3),))
    except SpentError:
        return Explanation(cannot_tell=True)


def _first_legal(
    edition: Edition, table: Table, seen: Seen, announced: Announced, purse: Purse, distances: Distances
) -> Explanation | None:
    """The turn with the cheapest assumption, None when none leads there; raises SpentError."""
    undecided: SpentError | None = None
    for more in assumptions(edition, table, seen, announced):
        share = Purse(purse.left // SHARE, purse) if unseen_of(edition, more) else purse
        try:
            found = _search(edition, table, seen, announced, more, share, distances)
        except SpentError as spent:
            if share is purse or purse.left < 0:
                raise
            undecided = spent
            continue
        if found is not None:
            return _told(edition, table, found, more)
    if undecided is not None:
        raise undecided
    return None


def _search(
    edition: Edition,
    table: Table,
    seen: Seen,
    announced: Announced,
    more: Assumption,
    purse: Purse,
    distances: Distances,
) -> Path | None:
    start = prepared(edition, table, announced, more)
    if not isinstance(start, Prepared):
        return None
    search = Search(edition, start.table, seen, announced, purse, distances)
    for goal in goals(edition, table, seen):
        found = search.find(goal)
        if found is not None:
            return (*start.records, *found)
    return None


def _told(edition: Edition, table: Table, records: Path, more: Assumption) -> Explanation:
    """The turn on the table as it really is."""
    after = table
    for record in records:
        after = perform(edition, after, record)
    unseen = unseen_of(edition, more)
    return Explanation(records, after, Question(unseen) if unseen else None)
