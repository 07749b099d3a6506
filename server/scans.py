"""Photographed displays: reading one at a time off the event loop, correcting, and what the page shows of them."""

from __future__ import annotations

from io import BytesIO
from threading import Lock
from typing import Annotated, Any

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from rules.crystalla.edition import Edition
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell, Crystal, Rotation, Segment
from server.copy_folder import CopyFolder
from server.interpret import Correction
from server.reading_json import reading_from_json
from server.refusals import RefusalError, no_display, unreadable_photo
from server.scan import ScanResult, Scored, scan_photo, score_reading
from server.store import Store
from server.store_tables import ScanRow
from vision.crystalla.copies import Copy, CopyError
from vision.crystalla.lessons import cards_as_corrected
from vision.errors import ImageError, NoDisplayError, VisionError
from vision.image import Photo, load_photo
from vision.pipeline import TeachableReader

PREVIEW_LONG_SIDE_PX = 1800
PREVIEW_QUALITY = 86
MAX_CORRECTIONS = 500
"""Far more than a patient player makes; it bounds what one scan can hold."""

RowIndex = Annotated[int, Field(ge=-1, le=ROWS)]
ColumnIndex = Annotated[int, Field(ge=-1, le=COLUMNS)]


class SegmentCorrection(BaseModel):
    """What the player says of one segment; a `crystal` of null means that it cannot be told."""

    model_config = ConfigDict(extra="forbid")
    crystal: Crystal | None = None
    piece: bool | None = None

    @property
    def unreadable(self) -> bool:
        """Whether the player said that nobody can tell."""
        return "crystal" in self.model_fields_set and self.crystal is None


class CardCorrection(BaseModel):
    """What the player says of one card: only the parts that are given change; none at all confirms the card.

    One that is added may lie a row or column beside the grid as it was read: the display moves to make room.
    """

    model_config = ConfigDict(extra="forbid")
    row: RowIndex
    col: ColumnIndex
    rotation: Annotated[int, Field(ge=0, le=3)] | None = None
    large: SegmentCorrection | None = None
    small: SegmentCorrection | None = None
    removed: bool = False
    added: bool = False

    def to_correction(self) -> Correction:
        """The same for `interpret`."""
        said = [(Segment.LARGE, self.large), (Segment.SMALL, self.small)]
        shift = (_room(self.row, ROWS), _room(self.col, COLUMNS))
        return Correction(
            Cell(self.row + shift[0], self.col + shift[1]),
            large=self.large.crystal if self.large else None,
            small=self.small.crystal if self.small else None,
            rotation=None if self.rotation is None else Rotation(self.rotation),
            removed=self.removed,
            added=self.added,
            unreadable=frozenset(segment for segment, part in said if part is not None and part.unreadable),
            pieces=tuple((segment, part.piece) for segment, part in said if part and part.piece is not None),
            shift=shift,
        )

    def to_row(self) -> dict[str, Any]:
        """The form in which the store keeps it: only what was given."""
        return self.model_dump(mode="json", exclude_unset=True)


def _room(index: int, count: int) -> int:
    """By how much a grid of so many rows or columns must move for an index beside it to lie inside."""
    return max(-index, 0) - max(index - count + 1, 0)


class Scans:
    """Reads photos with one reader, one at a time, and keeps and corrects what was read."""

    def __init__(self, reader: TeachableReader, edition: Edition, store: Store, copies: CopyFolder) -> None:
        self.edition = edition
        self._reader = reader
        self._store = store
        self._copies = copies
        self._reading = Lock()
        self._correcting = Lock()

    def read(self, photo: bytes, name: str = "", copy: str | None = None) -> ScanResult:
        """Read a photo (bytes), as one of a taught copy while that is known.

        Raises RefusalError 415 for what is no photo, 422 for one without a display. Blocks.
        """
        taught = self._taught(copy)
        try:
            with self._reading:
                reader = self._reader if taught is None else self._reader.for_copy(taught)
                return scan_photo(photo, reader, self.edition, name=name, copy=taught.name if taught else None)
        except ImageError as error:
            raise unreadable_photo(error) from error
        except NoDisplayError as error:
            raise no_display(error) from error

    def add(self, photo: bytes, copy: str | None = None) -> ScanRow:
        """Read a photo and keep it with its reading. Blocks."""
        result = self.read(photo, copy=copy)
        return self._store.add_scan(photo, _preview(result.picture), result.picture.full_size, result.to_json())

    def remember(self, scan_id: str, name: str) -> Copy:
        """Take a scan, as corrected, as a lesson of a copy, new or old.

        Raises RefusalError 422 for what teaches nothing.
        """
        reading = self.scored(self._store.scan(scan_id)).reading
        try:
            photo = load_photo(self._store.photo_of(scan_id))
            copy, _ = self._copies.teach(name, photo, cards_as_corrected(reading))
        except VisionError as error:
            raise RefusalError(422, "copy", reason=error) from error
        return copy

    def _taught(self, name: str | None) -> Copy | None:
        """The copy of a name; None for one that is gone or damaged, for a browser may remember it longer than we do."""
        try:
            return None if name is None else self._copies.find(name)
        except CopyError:
            return None

    def scored(self, row: ScanRow) -> Scored:
        """The reading of a scan as corrected, and its score."""
        said = [CardCorrection.model_validate(correction).to_correction() for correction in row.corrections]
        return score_reading(reading_from_json(row.reading), self.edition, said)

    def correct(self, scan_id: str, correction: CardCorrection) -> ScanRow:
        """Add a correction; raises RefusalError 422 for one that fits no card."""
        with self._correcting:
            return self._correct(scan_id, correction)

    def _correct(self, scan_id: str, correction: CardCorrection) -> ScanRow:
        row = self._store.scan(scan_id)
        if len(row.corrections) >= MAX_CORRECTIONS:
            raise RefusalError(422, "too-many-corrections", limit=MAX_CORRECTIONS)
        row.corrections = [*row.corrections, correction.to_row()]
        try:
            self.scored(row)
        except ValueError as error:
            raise RefusalError(422, "correction", reason=str(error)) from error
        return self._store.set_corrections(scan_id, row.corrections)

    def undo(self, scan_id: str) -> ScanRow:
        """Take the last correction back; without any, nothing changes."""
        with self._correcting:
            row = self._store.scan(scan_id)
            return self._store.set_corrections(scan_id, row.corrections[:-1])


def _preview(photo: Photo) -> bytes:
    """The upright photo as a JPEG for the page."""
    picture = Image.fromarray(photo.bgr[:, :, ::-1])
    picture.thumbnail((PREVIEW_LONG_SIDE_PX, PREVIEW_LONG_SIDE_PX), Image.Resampling.BILINEAR)
    out = BytesIO()
    picture.save(out, "JPEG", quality=PREVIEW_QUALITY)
    return out.getvalue()
