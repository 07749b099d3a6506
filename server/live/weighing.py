"""Weighs what a look may be: what the eye holds likely against what players do, most of whom keep to the rules."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Set
from dataclasses import replace

from rules.crystalla.explain import Explanation, explain
from rules.crystalla.game import Crystalla
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import PlacedCard
from rules.crystalla.seen import Seen, changed_tops, compare_displays
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Segment
from server.live.assemble import Assembled, assemble
from server.live.eye import CardAt
from server.live.fuse import VERY_SURE, Fusion, Place, What

WALKING = frozenset(f"CR-{number}" for number in ("03", 25, 26, 27, 28, 29, 30, 31, 32, 33, 39, "R31"))
"""Rules of the walk and of taking a card: a look that breaks one of them may as well be misread."""

FORBIDDEN, FORBIDDEN_WALK, ODD = 0.1, 0.02, 0.0001
"""How much less likely than a legal turn one is that breaks a rule, or one of the walk's, or that makes no sense."""
SENSELESS = frozenset({"CR-03", "CR-39", "CR-46"})
"""Pawns or pieces that came from nowhere, cards that changed without a walk: hardly what players do."""
LIKELY_TURN, LIKELY, SURELY_BROKEN = 0.55, 0.85, 0.95
"""What shares of all likelihood legal turns, one explanation, or all those together that break a rule, must have to be
told. One turn must have the second share of that of all legal ones."""


def likeliest(game: Crystalla, table: Table, look: Assembled) -> tuple[Assembled, Explanation | None]:
    """The likeliest explanation of all that the look may be; none where somebody may be blamed for nothing."""
    found = explain(game, table, look.seen)
    if found == Explanation() and not look.missing:
        return look, found
    ways: dict[object, tuple[float, Seen, Explanation]] = {}
    for nats, seen in sorted(look.ways, key=lambda way: way[0]):
        each = found if seen == look.seen else explain(game, table, seen)
        share, first, _ = ways.get(_key(each), (0.0, seen, each))
        ways[_key(each)] = (share + math.exp(-nats) * _likelihood(each), first, each)
    total = sum(share for share, _, _ in ways.values())
    share, seen, best = max(ways.values(), key=lambda way: way[0])
    blamed = sum(each for each, _, why in ways.values() if why.broken)
    legal = sum(each for each, _, why in ways.values() if why.turns)
    among = legal if best.turns and legal >= LIKELY_TURN * total else total
    told = share >= LIKELY * among or (best.broken and blamed >= SURELY_BROKEN * total)
    if not (told or (best.turns and found.turns)):
        return look, None if found.broken else found
    return replace(look, seen=seen, missing=_still_missing(look), unclear=()), best


def with_hidden_piece(
    game: Crystalla, table: Table, look: Assembled, found: Explanation, touched: Callable[[], Set[CardAt]]
) -> tuple[Assembled, Explanation]:
    """A piece that seems to be nowhere may lie where it changes no crystal: on its own, or across both segments."""
    gone = [*(Counter(table.open) - Counter(look.seen.open)).elements()]
    missing = {refusal.rule for refusal in found.pending} & {"CR-40", "CR-54"}
    if found.broken or not missing or len(gone) != 1 or compare_displays(table, look.seen).covered:
        return look, found
    places = [*_hiding(table, look.seen, gone[0], touched())]
    if len(places) != 1:
        return look, found
    ((seat, card, segment),) = places
    display = look.seen.displays[seat].with_card(card.covered(segment, gone[0].crystal))
    displays = (*look.seen.displays[:seat], display, *look.seen.displays[seat + 1 :])
    seen = replace(look.seen, displays=displays)
    why = explain(game, table, seen)
    return (replace(look, seen=seen), why) if why.broken else (look, found)


def _hiding(
    table: Table, seen: Seen, piece: CrystalPiece, touched: Set[CardAt]
) -> Iterator[tuple[int, PlacedCard, Segment]]:
    """Where a piece that is nowhere may lie: on a card that was touched, else on its own crystal on the one laid.

    That one is another picture anyway; the piece is out of hand for sure once the next one is opened.
    """
    known = [(seat, card) for seat, display in enumerate(table.displays) for card in display.cards]
    changed = [(seat, card) for seat, card in known if (seat, card.cell.row, card.cell.col) in touched]
    for seat, card in changed:
        other = next(shape for shape in Segment if shape is not piece.shape)
        yield seat, card, piece.shape if card.effective(piece.shape) is piece.crystal else other
    if changed or len(seen.open) < len(table.open):
        return
    for seat, card in compare_displays(table, seen).laid:
        if card.effective(piece.shape) is piece.crystal:
            yield seat, card, piece.shape


def less_sure(game: Crystalla, table: Table, fusion: Fusion, look: Assembled) -> Explanation | None:
    """A turn that the broken rules vanish into when the eye erred: in what is not very sure, or in the card laid."""
    doubted = assemble(fusion, table, VERY_SURE)
    for seen in (*(() if doubted.missing else (doubted.seen,)), *laid_otherwise(table, look.seen)):
        found = explain(game, table, seen)
        if found.turns and found.question is None:
            return found
    return None


def laid_otherwise(table: Table, seen: Seen) -> Iterator[Seen]:
    """The look with one segment of the card just laid not told: it is the first time that it is read.

    Only with a changed top, for else half a card may have come from any pile.
    """
    laid = compare_displays(table, seen).laid
    if len(laid) != 1 or not changed_tops(table, seen):
        return
    ((seat, card),) = laid
    for doubted in (replace(card, large=None), replace(card, small=None)):
        displays = (*seen.displays[:seat], seen.displays[seat].with_card(doubted), *seen.displays[seat + 1 :])
        yield replace(seen, displays=displays)


def _likelihood(found: Explanation) -> float:
    """How likely a turn of this kind is: a walk that can be is no coincidence, though what came after broke a rule."""
    if found == Explanation() or found.turns:
        return 1.0
    rules = {refusal.rule for refusal in (*found.broken, *found.pending)}
    if found.broken and rules <= SENSELESS:
        return ODD
    return FORBIDDEN_WALK if rules & WALKING else FORBIDDEN


def _key(found: Explanation) -> object:
    """What two looks share that mean the same."""
    faults = tuple((refusal.rule, str(refusal.parameters)) for refusal in (*found.broken, *found.pending))
    return faults, tuple(turn.after for turn in found.turns)


def _still_missing(look: Assembled) -> tuple[Place, ...]:
    return tuple(place for place in look.missing if place.what not in (What.PAWNS, What.OPEN))
