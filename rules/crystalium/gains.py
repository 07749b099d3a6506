"""Whether somebody can get a card: the column of Fish 1, the payment of a Space Station (CU-50 to CU-57, CU-62)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.crystalium.faces import Face, Part
from rules.crystalium.moves import Gain
from rules.crystalium.position import Table
from rules.crystalium.powers import capacity, holds, payments, pays, still_single, without_parts
from rules.crystalium.vocabulary import Component, Fish
from rules.engine import Refusal


def gain_refusal(table: Table, seat: int, gain: Gain) -> Refusal | None:
    """What is wrong with how a card is got, wherever it comes from."""
    refused = _column_refusal(table, seat, gain)
    if refused is not None:
        return refused
    if not gain.face.is_station:
        return None if not gain.pay else _not_for_sale(gain)
    ship = table.ships[seat]
    if holds(ship, gain.pay) and pays(gain.face, gain.pay):
        return None
    paid = [part.label for part in gain.pay]
    rule = "CU-R17" if any(True for _ in payments(ship, gain.face)) else "CU-51"
    sentence = f"Station {gain.face.text()} is not paid by {', '.join(paid) or 'no card'} of the own ship"
    return Refusal(rule, sentence, {"station": gain.face.text(), "pay": paid})


def _not_for_sale(gain: Gain) -> Refusal:
    sentence = f"card {gain.face.text()} is no Space Station, only Stations are paid with Component cards"
    return Refusal("CU-52", sentence, {"card": gain.face.text()})


def _column_refusal(table: Table, seat: int, gain: Gain) -> Refusal | None:
    wants = gain.face.is_fish(Fish.COMPONENT) and not table.is_tornado(seat)
    if (gain.column is not None) == wants:
        return None
    sentence = f"card {gain.face.text()} goes {'into a column of choice' if wants else 'into no column of choice'}"
    return Refusal("CU-62", sentence, {"card": gain.face.text()})


def give_refusal(table: Table, gain: Gain) -> Refusal | None:
    """What forbids giving a card of the Discard pile to the next opponent (CU-79, CU-80)."""
    if gain.face.is_station:
        return Refusal("CU-80", f"Station {gain.face.text()} may not be given to an opponent",
                       {"card": gain.face.text()})  # fmt: skip
    if gain.face not in table.discard:
        sentence = f"card {gain.face.text()} does not lie in the Discard pile and cannot be given"
        return Refusal("CU-79", sentence, {"card": gain.face.text()})
    return gain_refusal(table, table.due[0], gain)


def needs_refusal(table: Table, seat: int, parts: Sequence[Part], more: int = 0) -> Refusal | None:
    """R12: a single-use card that the picks need can neither pay nor be given away; call it for held parts."""
    head = next((one for one in table.queue if one.seat == seat and one.picks + more), None)
    if head is None or not parts:
        return None
    ship = table.ships[seat]
    left = replace(ship, parts=without_parts(ship.parts, parts))
    if head.picks + more <= capacity(table, still_single(head, left)):
        return None
    sentence = f"seat {seat} needs its single-use cards for the {head.picks + more} cards of this phase"
    return Refusal("CU-R12", sentence, {"seat": seat, "picks": head.picks + more})


def gains(table: Table, seat: int, face: Face) -> Iterator[Gain]:
    """The ways in which somebody could get a card."""
    if face.is_fish(Fish.COMPONENT) and not table.is_tornado(seat):
        yield from (Gain(face, column) for column in Component)
    elif face.is_station:
        yield from (Gain(face, None, pay) for pay in payments(table.ships[seat], face))
    else:
        yield Gain(face)


def gain_possible(table: Table, seat: int, face: Face) -> bool:
    """Whether somebody can get a card in any way."""
    return any(needs_refusal(table, seat, gain.pay) is None for gain in gains(table, seat, face))
