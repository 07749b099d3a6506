"""Snapshots and events as JSON, worded in the reader's language."""

from __future__ import annotations

from typing import Any

from rules.crystalla.vocabulary import Crystal
from rules.engine import Refusal
from rules.errors import RuleError
from server.live.snapshot import Asked, Event, Mark, MarkKind, Seat, Snapshot, SourceView
from server.locales import Texts
from server.refusals import Broken
from server.wording import rule_sentence, worded
from vision.health import Condition

Json = dict[str, Any]
GAME = "crystalla"


def event_json(event: Event, texts: Texts, seats: tuple[Seat, ...]) -> Json:
    """A line of `tableloupe watch --json` (design §3); `player` is a seat, `name` the player's name or colour."""
    return {
        "t": round(event.t, 3),
        "type": event.type.value,
        "player": event.player,
        "name": _player(event, texts, seats),
        "rules": list(event.rules),
        "move": event.move,
        "text": event_text(event, texts),
        **({} if event.verdict is None else {"verdict": event.verdict.value}),
        **({} if event.state is None else {"state": event.state}),
    }


def event_text(event: Event, texts: Texts) -> str:
    """The sentence of an event, each broken rule behind its id."""
    told = [worded(event.words, texts), *(refusal_text(refusal, texts) for refusal in event.refusals)]
    return " ".join(sentence for sentence in told if sentence)


def refusal_text(refusal: Refusal, texts: Texts) -> str:
    """`CR-32: ...` in the reader's language."""
    error = RuleError(refusal.rule, refusal.message, refusal.parameters, "")
    return f"{refusal.rule}: {rule_sentence(Broken(GAME, error), texts)}"


def snapshot_json(snapshot: Snapshot, texts: Texts) -> Json:
    """The snapshot as the WebSocket sends it; described in API.md, section Live."""
    broken = [refusal_text(refusal, texts) for refusal in snapshot.broken]
    return {
        "seq": snapshot.seq,
        "game": snapshot.game,
        "state": snapshot.state.value,
        "text": worded(snapshot.words, texts),
        "turn": None if snapshot.turn is None else _seat_json(snapshot.turn),
        "over": snapshot.over,
        "remaining": worded(snapshot.remaining, texts),
        "pending": [refusal_text(refusal, texts) for refusal in snapshot.pending],
        "sources": [_source_json(source, texts) for source in snapshot.sources],
        "picture": _picture_json(snapshot),
        "overlay": [_mark_json(mark, texts) for mark in snapshot.marks],
        "feed": [_feed_json(event, texts, snapshot.seats) for event in snapshot.feed],
        "question": None if snapshot.question is None else _question_json(snapshot.question, texts),
        "differs": {"text": " ".join(broken), "rules": [refusal.rule for refusal in snapshot.broken]}
        if broken
        else None,
        "may": {"undo": snapshot.may_undo, "override": snapshot.may_override},
    }


def _seat_json(seat: Seat) -> Json:
    return {"seat": seat.seat, "name": seat.name, "colour": seat.colour}


def _source_json(source: SourceView, texts: Texts) -> Json:
    return {
        "source": source.source,
        "state": source.condition.value,
        "width_px": source.width_px,
        "height_px": source.height_px,
        "fps": round(source.fps, 1),
        "residual_px": source.residual_px,
        "text": condition_text(source, texts),
    }


def condition_text(source: SourceView, texts: Texts) -> str:
    """What is wrong with a camera and what to do, empty when nothing is."""
    if source.condition is Condition.OK:
        return ""
    size = f"{source.width_px} × {source.height_px}"
    return texts(f"watch.camera-{source.condition.value}", source=source.source, size=size)


def _picture_json(snapshot: Snapshot) -> Json:
    first = snapshot.sources[0]
    return {"seq": snapshot.picture_seq, "width_px": first.width_px, "height_px": first.height_px}


def _mark_json(mark: Mark, texts: Texts) -> Json:
    shown: Json = {
        "kind": mark.kind.value,
        "source": mark.source,
        "corners": [[round(x, 1), round(y, 1)] for x, y in mark.corners],
        "label": _label(mark, texts),
        "sure": mark.sure,
        "held": mark.held,
    }
    crystals = {segment.value: None if crystal is None else crystal.value for segment, crystal in mark.crystals}
    match mark.kind:
        case MarkKind.CARD if mark.cell is not None:
            turn = None if mark.rotation is None else int(mark.rotation)
            place = {"display": mark.seat, "row": mark.cell.row, "col": mark.cell.col, "rotation": turn}
            return shown | place | crystals
        case MarkKind.PILE:
            return shown | {"pile": mark.place, "pawns": dict(mark.pawns)} | crystals
    ((segment, crystal),) = crystals.items()
    return shown | {"open": mark.index, "segment": segment, "crystal": crystal}


def _label(mark: Mark, texts: Texts) -> str:
    """Crystals of the segments, then the colours of pawns."""
    crystals = "/".join(_crystal(crystal, texts) for _, crystal in mark.crystals)
    pawns = ", ".join(f"{count} {texts.name('colour', colour)}" for colour, count in mark.pawns if count)
    return f"{crystals} ({pawns})" if pawns else crystals


def _crystal(crystal: Crystal | None, texts: Texts) -> str:
    return texts("scan.unknown") if crystal is None else texts(f"crystal.{crystal.value}")


def _feed_json(event: Event, texts: Texts, seats: tuple[Seat, ...]) -> Json:
    return {
        "n": event.number,
        "t": round(event.t, 2),
        "type": event.type.value,
        "player": _player(event, texts, seats),
        "verdict": None if event.verdict is None else event.verdict.value,
        "rules": list(event.rules),
        "text": event_text(event, texts),
        "move": event.move,
        "taken_back": event.taken_back,
    }


def _player(event: Event, texts: Texts, seats: tuple[Seat, ...]) -> str | None:
    """The player's name, else the colour in words."""
    if event.player is None:
        return None
    return seats[event.player].name or texts.name("colour", seats[event.player].colour)


def _question_json(asked: Asked, texts: Texts) -> Json:
    options = [{"option": index, "text": worded(words, texts)} for index, words in enumerate(asked.options)]
    return {"id": asked.id, "text": worded(asked.words, texts), "options": options}
