"""`tableloupe print`: the reference copy as a PDF to cut, or as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from calibration.sheets.crystalla import write_faces
from calibration.sheets.crystalla.deck import write_pdf
from calibration.sheets.crystalla.lesson import LessonWords, write_lesson
from calibration.sheets.paper import PAPERS
from rules.crystalla.edition import Edition
from rules.crystalla.vocabulary import Crystal
from server.cli_common import OK, SOME_FAILED, check_game, complain, open_edition, refuse_usage
from server.locales import LANGUAGES, Texts, load_locales

DEFAULT_PDF, DEFAULT_LESSON = Path("crystalla.pdf"), Path("crystalla-lesson.pdf")


def print_game(game: str, out: Path | None, faces: Path | None, paper: str, edition_file: Path | None) -> int:
    """Write the PDF, unless only the faces are asked for; returns the exit code."""
    check_game(game, "be printed")
    edition = open_edition(edition_file)
    if paper not in PAPERS:
        refuse_usage(f"--paper is {paper!r}, allowed: {', '.join(PAPERS)}")
    try:
        if faces is not None:
            _write_faces(faces, edition)
        if faces is None or out is not None:
            _write_pdf(out or DEFAULT_PDF, edition, paper)
    except OSError as error:
        complain(f"{error.filename}: cannot be written: {error.strerror}")
        return SOME_FAILED
    except ValueError as error:
        refuse_usage(str(error))  # an edition whose colours the reference art does not have
    return OK


def print_lesson(game: str, out: Path | None, paper: str, edition_file: Path | None, language: str) -> int:
    """Write the page that guides the first lesson; returns the exit code."""
    check_game(game, "be printed")
    edition = open_edition(edition_file)
    if paper not in PAPERS:
        refuse_usage(f"--paper is {paper!r}, allowed: {', '.join(PAPERS)}")
    if language not in LANGUAGES:
        refuse_usage(f"--language is {language!r}, allowed: {', '.join(LANGUAGES)}")
    path = out or DEFAULT_LESSON
    try:
        pages = write_lesson(path, edition, lesson_words(load_locales().texts[language]), paper)
    except OSError as error:
        complain(f"{error.filename}: cannot be written: {error.strerror}")
        return SOME_FAILED
    print(f"{path}: {pages} page, {paper}")
    return OK


def lesson_words(texts: Texts) -> LessonWords:
    """What the page of the first lesson says, as the web view says it."""
    steps = tuple(texts(f"copies.guide_{number}") for number in range(1, 6))
    return LessonWords(texts("copies.guide"), steps, {crystal: texts(f"crystal.{crystal}") for crystal in Crystal})


def _write_faces(folder: Path, edition: Edition) -> None:
    with _progress() as progress:
        written = write_faces(folder, edition, progress)
    print(f"{len(written)} pictures written to {folder}")


def _write_pdf(path: Path, edition: Edition, paper: str) -> None:
    with _progress() as progress:
        pages = write_pdf(path, edition, paper, progress)
    print(f"{path}: {pages} pages, {paper}; print double-sided at 100 %, turned over the long edge")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, where that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("drawing"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("drawing", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
