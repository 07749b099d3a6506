"""What a look at the table means for the game: a turn, a broken rule, a question, something still to be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, auto, unique

from rules.crystalla.explain import Explanation, Question, Turn, explain
from rules.crystalla.faces import Face
from rules.crystalla.game import Crystalla
from rules.crystalla.moves import Lay
from rules.crystalla.seen import Changes, Seen, adopt, agrees, changed_tops, compare_displays
from rules.crystalla.seen import look as look_at
from rules.crystalla.setup import DEALT
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import OPENED, Record
from rules.engine import MoveRecord, Refusal, apply
from rules.errors import RuleError
from server.live.assemble import Assembled, assemble
from server.live.beginning import table_as_found
from server.live.book import Kept
from server.live.eye import CardAt
from server.live.fuse import Fusion, Place, What
from server.live.weighing import WALKING, less_sure, likeliest, with_hidden_piece

MOST_TAKEN_BACK = 4
"""A table as it lay before one of so many turns is a take-back."""
NOTHING = Changes((), (), ())


@unique
class Kind(Enum):
    """What was found."""

    SAME = auto()
    """Nothing changed."""
    TURN = auto()
    """A legal turn, all of it."""
    QUESTION = auto()
    """Several turns may have been made."""
    ANSWERED = auto()
    """A question that nobody answered needs no answer any more: what lies there now goes on from one of its turns."""
    BROKEN = auto()
    """Rules are broken."""
    LATE = auto()
    """The next player has begun, though this turn was not complete."""
    PENDING = auto()
    """The turn is not complete."""
    BACK = auto()
    """The table lies as it did some turns ago."""
    DOUBT = auto()
    """Too much cannot be told."""
    WAIT = auto()
    """Nothing can be said of this table now: it is being laid, the game is over, or a turn was begun by hand."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found, and what goes with it."""

    kind: Kind
    seen: Seen
    turns: tuple[Turn, ...] = ()
    question: Question | None = None
    refusals: tuple[Refusal, ...] = ()
    back: int = 0
    """With BACK: by how many turns."""
    doubts: tuple[Place, ...] = ()
    base: Table | None = None
    """The table from which the game can go on if players say so.

    With LATE the one of the next player once this turn is let pass, with WAIT the one of a game that goes on already.
    """

    @property
    def unclear(self) -> bool:
        """Whether more reads may tell more."""
        return self.kind is Kind.DOUBT or (bool(self.doubts) and self.kind is not Kind.WAIT)

    def may_be_right(self, undone: bool) -> bool:
        """Whether players may call right what was found: a turn only once it was undone."""
        if self.kind is Kind.TURN:
            return undone
        return self.kind in (Kind.BROKEN, Kind.LATE, Kind.PENDING) or self.base is not None


class Judge:
    """Explains looks by the rules; remembers only what was still to be done."""

    def __init__(self, game: Crystalla) -> None:
        self.game = game
        self._unfinished: tuple[Table, Seen] | None = None
        self._asked: tuple[Table, tuple[Turn, ...]] | None = None

    def judge(
        self, table: Table, fusion: Fusion, turns: Sequence[Kept], touched: Callable[[], Set[CardAt]] = frozenset
    ) -> Outcome:
        """What the fused reads mean for a table; `turns` are those that stand.

        `touched` tells which cards look otherwise than before, though nothing else may be read there.
        """
        look = assemble(fusion, table)
        if table.phase is Phase.SETUP:
            return self._judge_setup(table, look)
        if table.phase is not Phase.PICK:
            return Outcome(Kind.WAIT, look.seen)
        look, found = likeliest(self.game, table, look)
        if not fusion.remembers and _may_be_misread(table, look, found):
            return Outcome(Kind.SAME, look_at(table))
        doubts = _doubts(look, found)
        if found is None or doubts:
            return Outcome(Kind.DOUBT, look.seen, doubts=doubts)
        if found.broken:
            back = _taken_back(look.seen, turns)
            if back:
                return Outcome(Kind.BACK, look.seen, back=back)
            found = less_sure(self.game, table, fusion, look) or found
        look, found = with_hidden_piece(self.game, table, look, found, touched)
        outcome = self._outcome(look, found)
        if outcome.kind is Kind.BROKEN:
            return self._answered(table, outcome) or self._late(table, outcome) or outcome
        self._note(table, outcome)
        return outcome

    def _note(self, table: Table, outcome: Outcome) -> None:
        """Remember what is still to be done, until it is put back, and what was asked."""
        if outcome.kind is Kind.PENDING:
            self._unfinished = (table, outcome.seen)
        elif outcome.kind is Kind.SAME:
            self._unfinished = None
        elif outcome.kind is Kind.QUESTION:
            self._asked = (table, outcome.turns)

    def _outcome(self, look: Assembled, found: Explanation) -> Outcome:
        if found.broken:
            return Outcome(Kind.BROKEN, look.seen, refusals=found.broken, doubts=look.vague)
        if found.turns:
            kind = Kind.TURN if found.question is None else Kind.QUESTION
            return Outcome(kind, look.seen, turns=found.turns, question=found.question, doubts=look.vague)
        if found.pending:
            return Outcome(Kind.PENDING, look.seen, refusals=found.pending, doubts=look.vague)
        return Outcome(Kind.SAME, look.seen)

    def _answered(self, table: Table, outcome: Outcome) -> Outcome | None:
        """The turn of a question that nobody answered, once what lies there goes on from it; the first of several."""
        if self._asked is None or self._asked[0] != table:
            return None
        fitting = [turn for turn in self._asked[1] if self._leads_on(turn.after, outcome.seen)]
        return Outcome(Kind.ANSWERED, outcome.seen, turns=(fitting[0],)) if fitting else None

    def _leads_on(self, table: Table, seen: Seen) -> bool:
        return table.phase is Phase.PICK and not explain(self.game, table, seen).broken

    def _late(self, table: Table, outcome: Outcome) -> Outcome | None:
        """What was still to be done is a broken rule once the next player has begun, if only by laying a card."""
        if self._unfinished is None or self._unfinished[0] != table:
            return None
        base = adopt(table, self._unfinished[1])
        if base.phase is not Phase.PICK:
            return None
        pending = explain(self.game, table, self._unfinished[1]).pending
        found = explain(self.game, base, outcome.seen)
        laid = any(seat == base.active for seat, _ in compare_displays(base, outcome.seen).laid)
        if not pending or (found.broken and not laid):
            return None
        return Outcome(Kind.LATE, outcome.seen, refusals=pending, base=base)

    def _judge_setup(self, table: Table, look: Assembled) -> Outcome:
        """The dealt cards laid and the piles built, all in one; anything less is still being done."""
        records = setup_records(table, look.seen)
        doubts = (*look.missing, *look.vague)
        if records is None or any(place.what is not What.PAWNS for place in doubts):
            base = None if doubts else table_as_found(table, look.seen, self.game.edition)
            return Outcome(Kind.WAIT, look.seen, doubts=doubts, base=base)
        after = table
        try:
            for record in records:
                after = apply(self.game, after, record)
        except RuleError as error:
            refusal = Refusal(error.rule, error.message, error.parameters)
            return Outcome(Kind.BROKEN, look.seen, refusals=(refusal,))
        if look.missing or not agrees(after, look.seen):
            return Outcome(Kind.WAIT, look.seen, doubts=look.missing)
        return Outcome(Kind.TURN, look.seen, turns=(Turn(tuple(records), after),))


def _may_be_misread(table: Table, look: Assembled, found: Explanation | None) -> bool:
    """Whether all cards lie as they are known, but pawns and pieces as no walk leaves them, or one that none gave away.

    At the first look that is enough, for a game is seldom left in a turn: they are misread, a pattern of the table is
    taken for a card, and from then on they are known by how they look.
    """
    if found is not None and not found.broken and not any(refusal.rule == "CR-29" for refusal in found.pending):
        return False
    if any(place.what in (What.CARD, What.TOP) for place in look.missing):
        return False
    return not changed_tops(table, look.seen) and replace(compare_displays(table, look.seen), laid=()) == NOTHING


def _doubts(look: Assembled, found: Explanation | None) -> tuple[Place, ...]:
    """What must be told before anything is said."""
    if found is None:
        return look.missing or look.unclear or (Place(What.OPEN, ()),)
    if look.missing and not _needs_no_more(look, found):
        return look.missing
    walked = any(refusal.rule in WALKING for refusal in found.broken)
    return (*look.unclear, *look.blind) if walked else ()


def _needs_no_more(look: Assembled, found: Explanation) -> bool:
    """Whether open pieces that cannot be told may be the known ones: nothing changed, or a turn gave none away."""
    if any(place.what is not What.OPEN for place in look.missing) or found.broken or found.pending:
        return False
    return found.question is None


def setup_records(table: Table, seen: Seen) -> list[Record] | None:
    """The cards of all seats laid in turn, the last one with what is turned up then; None while anything is missing.

    Which card was laid first cannot be seen, and means nothing: those below come first (CR-57).
    """
    if any(len(display.cards) != DEALT for display in seen.displays) or len(seen.open) != len(OPENED):
        return None
    tops = [pile.top for pile in seen.piles if pile.top is not None]
    if len(tops) < len(seen.piles):
        return None
    lays = [
        Lay(Face(card.large, card.small), card.cell.row, card.cell.col, card.rotation)
        for before, display in zip(table.displays, seen.displays, strict=True)
        for card in display.cards
        if before.at(card.cell) is None
    ]
    if not lays:
        return None
    records: list[Record] = [MoveRecord(lay) for lay in lays[:-1]]
    return [*records, MoveRecord(lays[-1], (*tops, *seen.open))]


def _taken_back(seen: Seen, turns: Sequence[Kept]) -> int:
    """How many turns ago the table lay as it does now; 0 when it never did."""
    for back, turn in enumerate(reversed(turns[-MOST_TAKEN_BACK:]), start=1):
        if turn.before.phase is Phase.PICK and agrees(turn.before, seen):
            return back
    return 0
