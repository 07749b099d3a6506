"""A kept game for programs, and to take away: JSON, CSV, and the link that hands the play to BG Stats."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any
from urllib.parse import quote

from server.desks.desk import FinalScore, Group, Option
from server.game_live import Entry
from server.game_view import GameView
from server.locales import Texts
from server.share import csv_safe
from server.store import zoned
from server.store_tables import GameRow
from server.wording import worded

Json = dict[str, Any]
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "tableloupe"


def seat_name(view: GameView, seat: int, texts: Texts) -> str:
    """The player's name, or "Player 2"."""
    return view.settings.seats[seat].name or texts("pad.player", number=seat + 1)


def game_json(view: GameView, texts: Texts) -> Json:
    """The whole game as one seat may see it; texts in the reader's language."""
    turn, settings = view.turn, view.settings
    return {
        **row_json(view.row),
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in settings.seats],
        "starter": settings.starter,
        "dealing": view.dealing.value,
        "position": view.position.text() if view.open else None,
        "turn": {"seat": turn.seat, "text": worded(turn.doing, texts)},
        "moves": [_group_json(group, texts) for group in view.groups],
        "events": view.events,
        "feed": [_entry_json(entry, texts, whole=view.open) for entry in view.feed],
        "score": score_json(view.score, texts),
        "bg_stats": bg_stats_link(view, texts) if view.over else None,
    }


def row_json(row: GameRow) -> Json:
    """What the list of games says of one."""
    return {
        "id": row.id,
        "game": row.game,
        "edition": row.edition,
        "created_at": zoned(row.created_at).isoformat(),
        "updated_at": zoned(row.updated_at).isoformat(),
        **row.summary,
    }


def _group_json(group: Group, texts: Texts) -> Json:
    return {"title": worded(group.title, texts), "options": [_option_json(option, texts) for option in group.options]}


def _option_json(option: Option, texts: Texts) -> Json:
    fills = [
        {
            "name": fill.name,
            "label": worded(fill.label, texts),
            "values": [{"value": value, "text": worded(words, texts)} for value, words in fill.values],
        }
        for fill in option.fills
    ]
    return {"line": option.line, "text": worded(option.words, texts), "target": option.target, "fills": fills}


def _entry_json(entry: Entry, texts: Texts, *, whole: bool) -> Json:
    return {
        "number": entry.number,
        "at": zoned(entry.at).isoformat(),
        "seat": entry.seat,
        "line": entry.line if whole else None,
        "text": worded(entry.words, texts),
        "verdict": "legal",
        "taken_back": entry.taken_back,
    }


def score_json(score: FinalScore, texts: Texts) -> Json:
    """Rows with a cell for each seat, totals, and the winners' seats once the game is over."""
    rows = [{"label": worded(row.label, texts), "cells": list(row.cells)} for row in score.rows]
    return {"rows": rows, "totals": list(score.totals), "winners": list(score.winners)}


def game_csv(view: GameView, texts: Texts) -> str:
    """The score as a table; starts with a BOM, which spreadsheets need."""
    out = StringIO()
    writer = csv.writer(out)
    seats = range(len(view.settings.seats))
    writer.writerow(["", *(csv_safe(seat_name(view, seat, texts)) for seat in seats)])
    for row in view.score.rows:
        writer.writerow([worded(row.label, texts), *("" if cell is None else cell for cell in row.cells)])
    writer.writerow([texts("pad.total"), *view.score.totals])
    return "\ufeff" + out.getvalue()


def bg_stats_link(view: GameView, texts: Texts) -> str:
    """The address that hands a play to the app BG Stats (issue 4, item 7); nothing is sent before it is opened."""
    score = view.score
    players = [
        {
            "name": seat_name(view, seat, texts),
            "score": str(score.totals[seat]),
            "winner": seat in score.winners,
            "startPlayer": seat == view.settings.starter,
        }
        for seat in range(len(view.settings.seats))
    ]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": view.row.id,
        "playDate": f"{view.row.created_at:%Y-%m-%d %H:%M:%S}",
        "game": {"name": view.desk.title, "sourceGameId": view.row.game, "highestWins": True, "noPoints": False},
        "players": players,
    }
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
