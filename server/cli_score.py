"""`tableloupe score`: photos in; score lines, score tables and annotated pictures out."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.crystalla.edition import Edition
from rules.crystalla.scoring import score_table
from rules.crystalla.tally import table_json
from server.cli_common import (
    OK,
    SOME_FAILED,
    LazyReader,
    check_game,
    complain,
    find_copy,
    open_edition,
    refuse_usage,
)
from server.scan import Reader, ScanResult, not_found_json, scan_photo
from vision.errors import VisionError

JPEG_QUALITY = 88


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """The options of the command, as typed."""

    game: str
    edition_file: Path | None
    copy: str | None
    as_json: bool
    annotate: Path | None
    together: bool


def score_photos(photos: Sequence[Path], options: ScoreOptions) -> int:
    """Score every photo in the order given, whatever becomes of the others; returns the exit code."""
    game = check_game(options.game, "be read by camera")
    copy = find_copy(options.copy)
    edition = open_edition(options.edition_file)
    _prepare_folder(options.annotate)
    results, drawn = _score_each(photos, options, LazyReader(game, copy), edition)
    if options.together:
        _write_players(results, edition, options.as_json)
    return OK if drawn and all(result is not None for result in results) else SOME_FAILED


def _prepare_folder(folder: Path | None) -> None:
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse_usage(f"--annotate {folder}: the folder cannot be made: {error.strerror}")


def _score_each(
    photos: Sequence[Path], options: ScoreOptions, reader: Reader, edition: Edition
) -> tuple[list[ScanResult | None], bool]:
    """What each photo gave, and whether every picture that was asked for could be written."""
    results: list[ScanResult | None] = []
    drawn = True
    taken = {Path(os.path.realpath(photo)) for photo in photos}  # no picture may replace a photo of the call
    for photo in photos:
        try:
            result = scan_photo(photo, reader, edition, copy=options.copy)
        except VisionError as error:
            _write_refusal(photo, error, options.as_json)
            results.append(None)
            continue
        picture = None if options.annotate is None else _free_name(options.annotate, photo, taken)
        if picture is not None and not _write_picture(result, picture, edition):
            picture, drawn = None, False
        _write_result(result, picture, options.as_json)
        results.append(result)
    return results, drawn


def _write_refusal(photo: Path, error: VisionError, as_json: bool) -> None:
    complain(f"{photo}: {error.reason}")
    if as_json:
        _write_line(not_found_json(str(photo), error))


def _write_result(result: ScanResult, picture: Path | None, as_json: bool) -> None:
    if as_json:
        annotated = {} if picture is None else {"annotated": str(picture)}
        _write_line({**result.to_json(), **annotated})
        return
    from server.score_table import print_score

    print_score(result, picture)


def _write_line(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def _free_name(folder: Path, photo: Path, taken: set[Path]) -> Path:
    """A name of its own for each photo of the call, since two folders may hold an IMG_0001.jpg each."""
    number, path = 1, folder / f"{photo.stem}-read.jpg"
    while Path(os.path.realpath(path)) in taken:
        number += 1
        path = folder / f"{photo.stem}-{number}-read.jpg"
    taken.add(Path(os.path.realpath(path)))
    return path


def _write_picture(result: ScanResult, path: Path, edition: Edition) -> bool:
    import cv2

    from vision.overlay import annotate

    drawn = annotate(result.picture, result.scored.reading, edition.geometry.cut_through)
    _, encoded = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    try:
        path.write_bytes(encoded.tobytes())
    except OSError as error:
        complain(f"{path}: the picture cannot be written: {error.strerror}")
        return False
    return True


def _write_players(results: Sequence[ScanResult | None], edition: Edition, as_json: bool) -> None:
    """The line of a whole table; without every player's display nobody can be called the winner."""
    found = [result for result in results if result is not None]
    if len(found) < len(results):
        reason = f"no score together: {len(results) - len(found)} of {len(results)} photos gave none"
        complain(reason)
        if as_json:
            _write_line({"error": reason})
        return
    table = score_table([result.scored.display for result in found], edition)
    if as_json:
        _write_line(table_json(table))
        return
    from server.score_table import print_players

    print_players([result.photo for result in found], table)
