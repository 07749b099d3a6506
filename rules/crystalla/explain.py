"""From a known table and a look at it now: the turn that leads there, or the rules broken, or a question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.crystalla.astray import walk_trouble
from rules.crystalla.faces import Face
from rules.crystalla.game import Crystalla
from rules.crystalla.gifts import award_trouble, hand_outs
from rules.crystalla.moves import Cover, Give, Lay, Lift, Move, Refill, Remove, Step, Take
from rules.crystalla.position import PlacedCard
from rules.crystalla.routes import Route, find_routes
from rules.crystalla.seen import (
    Changes,
    Covered,
    Seen,
    agrees,
    changed_tops,
    compare_displays,
    cover_of_laid,
    same_top,
)
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.engine import MoveRecord, Refusal, apply, legal_moves

QUESTIONS: dict[str, tuple[type[Move], ...]] = {
    "lifted": (Lift,),
    "taken": (Take,),
    "donor": (Refill,),
    "given": (Give, Cover, Remove),
}
"""Which pile was lifted, which card was taken, which pile gave its 3 bottom cards, which pieces were given."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A legal turn: what happened, move by move, and the table it leads to."""

    records: tuple[Record, ...]
    after: Table


@dataclass(frozen=True, slots=True)
class Question:
    """What the camera cannot tell: `name` is a key of QUESTIONS.

    `options` are the texts of the moves in question, one for each of the explanation's turns.
    """

    name: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on a change; nothing changed when all is empty.

    `turns` are the legal turns that lead to what is seen: one, or with a `question` one for each of its answers.
    `broken` are the rules broken; `pending` what is still to be done before the turn is complete, by the rule that
    asks for it: it becomes a broken rule when the next player begins.
    """

    turns: tuple[Turn, ...] = ()
    broken: tuple[Refusal, ...] = ()
    pending: tuple[Refusal, ...] = ()
    question: Question | None = None


def explain(game: Crystalla, table: Table, seen: Seen) -> Explanation:
    """Explain what lies there now; raises ValueError for a table that is not at the beginning of a turn."""
    if table.phase is not Phase.PICK:
        raise ValueError(f"a table in phase {table.phase.name} cannot be explained, allowed is PICK: {table.text()!r}")
    if agrees(table, seen):
        return Explanation()
    changes = compare_displays(table, seen)
    broken = [*_display_trouble(table, changes)]
    if broken:
        return Explanation(broken=tuple(broken))
    tops = changed_tops(table, seen)
    missing = _missing_pawns(table, seen, taken=bool(tops or changes.laid))
    if missing is not None:
        return missing
    if len(tops) > 1:
        spots = [list(table.spot(pile)) for pile in tops]
        sentence = f"the top cards of piles {spots} changed, only one card is taken in a turn"
        return Explanation(broken=(Refusal("CR-R31", sentence, {"piles": spots}),))
    return _explain_walk(game, table, seen, changes, tops)


def _display_trouble(table: Table, changes: Changes) -> Iterator[Refusal]:
    """Cards disturbed (CR-60), laid by someone else (CR-36), or more than one (CR-33)."""
    for change in changes.disturbed:
        row, col = change.cell.row, change.cell.col
        sentence = f"the card at row {row} col {col} is {change.how}, a placed card stays as it lies"
        yield Refusal("CR-60", sentence, {"seat": change.seat, "row": row, "col": col, "how": change.how})
    if changes.disturbed:
        return
    for seat, card in changes.laid:
        if seat != table.active:
            colour, owner = table.colours[table.active], table.colours[seat]
            sentence = f"a card was laid for {owner}, but it is the turn of {colour}"
            yield Refusal("CR-36", sentence, {"seat": seat, "row": card.cell.row, "col": card.cell.col})
    own = [card for seat, card in changes.laid if seat == table.active]
    if len(own) > 1:
        yield Refusal("CR-33", f"{len(own)} cards were laid, only one is taken in a turn", {"count": len(own)})


def _missing_pawns(table: Table, seen: Seen, taken: bool) -> Explanation | None:
    """Pawns that stand nowhere are in hand (CR-29), too late once a card is taken; more cannot be (CR-03)."""
    before, now = (
        [sum(colour) for colour in zip(*pawns, strict=True)]
        for pawns in ([pile.pawns for pile in table.piles], [pile.pawns for pile in seen.piles])
    )
    for colour, was, count in zip(table.colours, before, now, strict=True):
        parameters = {"colour": colour, "count": count, "before": was}
        if count > was:
            sentence = f"{count} {colour} pawns stand on the piles, there are only {was}"
            return Explanation(broken=(Refusal("CR-03", sentence, parameters),))
        if count < was:
            sentence = f"{was - count} {colour} pawns are not on a pile, every lifted pawn must be set"
            refusal = Refusal("CR-29", sentence, parameters)
            return Explanation(broken=(refusal,)) if taken else Explanation(pending=(refusal,))
    return None


def _explain_walk(game: Crystalla, table: Table, seen: Seen, changes: Changes, tops: tuple[int, ...]) -> Explanation:
    """The pawns are all there: find the walk, then the card, then the crystal pieces."""
    if all(pile.pawns == view.pawns for pile, view in zip(table.piles, seen.piles, strict=True)):
        sentence = "cards or crystal pieces changed, but no pawn was moved: a turn begins with a walk"
        return Explanation(broken=(Refusal("CR-39", sentence, {"colour": table.colours[table.active]}),))
    card = next((card for _, card in changes.laid), None)
    lasts = tops or (None if card is None else _twins(table, card))
    if lasts == ():
        return Explanation(broken=(_not_taken(card),))
    trouble = walk_trouble(table, seen, lasts)
    if trouble:
        return Explanation(broken=tuple(trouble))
    if tops and seen.piles[tops[0]].top is None:
        return Explanation(pending=(_unfilled(table, tops[0]),))
    if card is None:
        return Explanation(pending=(_no_card(table, tops),))
    routes = find_routes(table, seen, lasts)
    return _merge([_explain_turn(game, table, seen, changes, route, card) for route in routes])


def _twins(table: Table, card: PlacedCard) -> tuple[int, ...]:
    """Piles whose top is the laid card: when no top looks changed, the next card of one of them looks the same.

    Where none is, those whose top it is but for one segment, which a piece may cover already.
    """
    face = Face(card.large, card.small)
    alike = tuple(pile for pile, view in enumerate(table.piles) if same_top(view.top, face))
    return alike or tuple(
        pile
        for pile, view in enumerate(table.piles)
        if view.top is not None and (view.top.large is face.large or view.top.small is face.small)
    )


def _not_taken(card: PlacedCard | None) -> Refusal:
    face = "" if card is None else Face(card.large, card.small).text()
    sentence = f"card {face} was laid, but it was not taken from the top of a pile"
    return Refusal("CR-33", sentence, {"card": face})


def _no_card(table: Table, tops: tuple[int, ...]) -> Refusal:
    if tops:
        spot = table.spot(tops[0])
        sentence = f"the card of pile {spot} was taken, it must be laid in the same turn"
        return Refusal("CR-36", sentence, {"row": spot[0], "col": spot[1]})
    return Refusal("CR-33", "the pawns were set, but no card was taken from the pile of the last one", {})


def _unfilled(table: Table, pile: int) -> Refusal:
    row, col = table.spot(pile)
    sentence = f"pile {(row, col)} is empty, it is refilled with the 3 bottom cards of another pile"
    return Refusal("CR-37", sentence, {"row": row, "col": col})


def _explain_turn(
    game: Crystalla, table: Table, seen: Seen, changes: Changes, route: Route, card: PlacedCard
) -> Explanation:
    """With the walk known: take, refill, lay and hand out."""
    last = route.path[-1]
    top, shown = table.piles[last].top, seen.piles[last].top
    if top is None or shown is None:
        raise AssertionError(f"pile {last} had a card and has one")
    walked = _record_walk(game, table, route)
    extra = cover_of_laid(table.active, top, card)
    if len(extra) > 1 or (table.active not in walked.after.due and any(not change.sure for change in extra)):
        return Explanation(broken=(_not_taken(card),))
    covered = (*changes.covered, *extra)
    face = Face(top.large or card.large, top.small or card.small)
    lay = Lay(face, card.cell.row, card.cell.col, card.rotation)
    results = []
    for taken in _record_take(game, walked, last, shown):
        refusal = game.refusal(taken.after, lay)
        if refusal is not None:
            return Explanation(broken=(refusal,))
        results.append(_hand_out(game, _play(game, taken, MoveRecord(lay)), covered, seen))
    return _merge(results)


def _play(game: Crystalla, turn: Turn, *records: Record) -> Turn:
    table = turn.after
    for record in records:
        table = apply(game, table, record)
    return Turn((*turn.records, *records), table)


def _record_walk(game: Crystalla, table: Table, route: Route) -> Turn:
    steps = (Step(table.colours[colour], *table.spot(pile)) for pile, colour in route.steps())
    moves: list[Move] = [Lift(*table.spot(route.picked)), *steps]
    return _play(game, Turn((), table), *(MoveRecord(move) for move in moves))


def _record_take(game: Crystalla, turn: Turn, last: int, shown: Face) -> Iterator[Turn]:
    """Take the card; of a pile that was counted down to its last card, each donor that may have refilled it."""
    take = Take(*turn.after.spot(last))
    if turn.after.piles[last].height > 1:
        yield _play(game, turn, MoveRecord(take, (shown,)))
        return
    emptied = _play(game, turn, MoveRecord(take))
    for move in legal_moves(game, emptied.after):
        yield _play(game, emptied, MoveRecord(move, (shown,)))


def _hand_out(game: Crystalla, turn: Turn, covered: tuple[Covered, ...], seen: Seen) -> Explanation:
    found = hand_outs(game, turn.after, covered, seen)
    turns = [Turn((*turn.records, *records), after) for records, after in found if agrees(after, seen)]
    if turns:
        return _merge([Explanation(turns=(turn,)) for turn in turns])
    broken, pending = award_trouble(turn.after, covered, seen)
    return Explanation(broken=tuple(broken), pending=tuple(pending))


def _merge(results: list[Explanation]) -> Explanation:
    """One explanation of several: all turns that differ in what they lead to, else the one with the least trouble."""
    turns = {turn.after: turn for result in reversed(results) for turn in reversed(result.turns)}
    if not turns:
        return min(results, key=lambda result: (len(result.broken), len(result.pending)))
    found = tuple(reversed(turns.values()))
    return Explanation(turns=found, question=_ask(found) if len(found) > 1 else None)


def _ask(turns: tuple[Turn, ...]) -> Question:
    """Ask for the first thing in which turns differ."""
    told = {name: tuple(" + ".join(_texts(turn, kind)) for turn in turns) for name, kind in QUESTIONS.items()}
    name = next(name for name, options in told.items() if len(set(options)) > 1)
    return Question(name, told[name])


def _texts(turn: Turn, kinds: tuple[type[Move], ...]) -> list[str]:
    return [record.move.text() for record in turn.records if isinstance(record.move, kinds)]
