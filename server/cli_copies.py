"""`tableloupe teach` and `tableloupe copies`: learn a copy from a photo; list, share, take in and forget copies."""

from __future__ import annotations

from pathlib import Path

from server.cli_common import (
    OK,
    SOME_FAILED,
    LazyReader,
    check_game,
    complain,
    open_copies,
    open_edition,
    refuse_usage,
    unknown_copy,
)
from server.copy_folder import read_copy_file
from server.refusals import RefusalError
from vision.crystalla.copies import Copy, CopyError, check_name, pack
from vision.crystalla.lessons import cards_by_truth
from vision.errors import VisionError
from vision.image import load_photo
from vision.truth import load_truth


def teach_copy(game: str, photo: Path, truth: Path, name: str, edition: Path | None) -> int:
    """Add a photo with its truth as a lesson to a copy; returns the exit code."""
    game = check_game(game, "be read by camera")
    open_edition(edition)
    try:
        name = check_name(name)
    except CopyError as error:
        refuse_usage(error.reason)
    copies = open_copies()
    try:
        told, picture = load_truth(truth), load_photo(photo)
        cards = cards_by_truth(LazyReader(game).read(picture), told)
        copy, lesson = copies.teach(name, picture, cards)
    except VisionError as error:
        complain(f"{photo}: {error.reason}")
        return SOME_FAILED
    except RefusalError:
        complain(f"copy {name!r} cannot be written: the disk is full or read-only")
        return SOME_FAILED
    print(f"{copy.name}: lesson {lesson.id} of {len(lesson.cards)} cards, {len(copy.lessons)} in all")
    return OK


def list_copies() -> int:
    """Print each copy with its lessons."""
    copies = open_copies().all()
    for copy in copies:
        print(f"{copy.name}  {len(pack(copy)) / 1024:.0f} kB")
        for lesson in copy.lessons:
            print(f"  lesson {lesson.id}  {lesson.taught_at}  {len(lesson.cards)} cards")
    if not copies:
        print("no copies have been taught on this machine")
    return OK


def export_copy(name: str, path: Path) -> int:
    """Write a copy's file; returns the exit code."""
    path.write_bytes(pack(_require(name)))
    print(f"{path}: {name}")
    return OK


def import_copy(path: Path) -> int:
    """Take a copy's file in; returns the exit code."""
    try:
        copy = open_copies().take_in(read_copy_file(path))
    except CopyError as error:
        complain(f"{path}: {error.reason}")
        return SOME_FAILED
    except RefusalError as error:
        name = error.parameters.get("name")
        complain(f"{path}: there is a copy {name!r} already, delete it first" if name else "the disk is full")
        return SOME_FAILED
    except OSError as error:
        complain(f"{path}: cannot be read: {error.strerror}")
        return SOME_FAILED
    print(f"{copy.name}: {len(copy.lessons)} lesson{'' if len(copy.lessons) == 1 else 's'}")
    return OK


def delete_copy(name: str, lesson: str | None) -> int:
    """Forget a copy, or only one of its lessons; returns the exit code."""
    copy = _require(name)
    if lesson is None:
        open_copies().delete(name)
        print(f"{copy.name}: deleted")
        return OK
    try:
        left = open_copies().forget(name, lesson)
    except CopyError as error:
        refuse_usage(error.reason)
    print(f"{copy.name}: lesson {lesson} taken back, {len(left.lessons) if left else 0} left")
    return OK


def _require(name: str) -> Copy:
    try:
        found = open_copies().find(name)
    except CopyError as error:
        refuse_usage(error.reason)
    return found if found is not None else unknown_copy(name)
