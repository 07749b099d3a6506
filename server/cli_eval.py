"""`tableloupe eval`: how often the reading is right, on photos whose truth is known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from rules.crystalla.edition import Edition
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
from server.evaluate import Report, evaluate, photos_with_truth
from vision.confusion import draw_confusion


@dataclass(frozen=True, slots=True)
class EvalOptions:
    """The options of the command, as typed."""

    game: str
    edition_file: Path | None
    copy: str | None
    as_json: bool
    confusion: Path | None
    by: tuple[str, ...]
    """Fields of the truth files by whose values the photos are counted apart too."""


def evaluate_folder(folder: Path, options: EvalOptions) -> int:
    """Evaluate every photo of a folder that has its truth beside it; returns the exit code."""
    game = check_game(options.game, "be read by camera")
    copy = find_copy(options.copy)
    edition = open_edition(options.edition_file)
    if not folder.is_dir():
        refuse_usage(f"{folder}: there is no such folder")
    photos = photos_with_truth(folder)
    if not photos:
        complain(f"{folder}: no photo in it has its truth (NAME.json) beside it")
        return SOME_FAILED
    report = _with_progress(photos, LazyReader(game, copy), edition)
    _write_report(report, options)
    for photo, reason in report.failures:
        complain(f"{photo}: {reason}")
    drawn = options.confusion is None or _draw(report, options.confusion)
    return OK if drawn and not report.failures else SOME_FAILED


def _with_progress(photos: Sequence[Path], reader: LazyReader, edition: Edition) -> Report:
    console = Console(stderr=True)
    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("reading", total=len(photos))

        def advance(_: Path) -> None:
            progress.advance(task)

        return evaluate(photos, reader, edition, advance)


def _write_report(report: Report, options: EvalOptions) -> None:
    if options.as_json:
        groups = {field: {value: part.to_json() for value, part in report.by(field).items()} for field in options.by}
        print(json.dumps(report.to_json() | ({"by": groups} if groups else {})))
        return
    console = Console(highlight=False)
    console.print(_shares_table(report))
    for field in options.by:
        _print_groups(console, report, field)
    for cause, count in report.causes.most_common():
        console.print(f"not exact because of: {cause.value}: {count}")
    for true, read, count in report.to_json()["confusions"]:
        console.print(f"{true} taken for {read or 'unreadable'}: {count}")
    median, slow = report.percentile_ms(0.5), report.percentile_ms(0.95)
    if median is not None and slow is not None:
        console.print(f"time from file to score: median {median:.0f} ms, 95 % within {slow:.0f} ms")


def _shares_table(report: Report) -> Table:
    table = Table("figure")
    for head in ("share", "95 % interval", "n"):
        table.add_column(head, justify="right")
    for name, share in report.shares.items():
        low, high = share.interval
        if share.value is not None:
            interval = f"{low:.2%} to {high:.2%}"
            table.add_row(name.replace("_", " "), f"{share.value:.2%}", interval, f"{share.hits} of {share.n}")
    return table


def _print_groups(console: Console, report: Report, field: str) -> None:
    """A line for each value of a field, and why displays of it were not read exactly."""
    table, reasons = Table(field, padding=(0, 0)), []
    names = ("found", "segments", "rotations", "exact", "near", "sure_of_exact", "sure_wrong")
    for name in ("n", *names):
        table.add_column(name.replace("_", " "), justify="right", no_wrap=True)
    for value, part in report.by(field).items():
        shares = part.shares
        told = ("" if shares[name].value is None else f"{shares[name].value:.1%}" for name in names)
        table.add_row(value or "not told", str(shares["found"].n), *told)
        if part.causes:
            causes = ", ".join(f"{cause.value}: {count}" for cause, count in part.causes.most_common())
            reasons.append(f"not exact with {field} {value or 'not told'} because of: {causes}")
    console.print(table)
    for reason in reasons:
        console.print(reason)


def _draw(report: Report, path: Path) -> bool:
    _, encoded = cv2.imencode(".png", draw_confusion(report.confusion))
    try:
        path.write_bytes(encoded.tobytes())
    except OSError as error:
        complain(f"{path}: the picture cannot be written: {error.strerror}")
        return False
    return True
