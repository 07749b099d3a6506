"""Photo files under names of our own: the bytes as they came, and an upright JPEG for the page."""

from __future__ import annotations

import os
from pathlib import Path

from server.refusals import storage_full


class PhotoFolder:
    """A folder with `<scan id>.photo` (as uploaded) and `<scan id>.jpg` (upright, reduced)."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def preview_path(self, scan_id: str) -> Path:
        """The upright JPEG of a scan."""
        return self._folder / f"{scan_id}.jpg"

    def photo(self, scan_id: str) -> bytes:
        """A scan's photo as it was uploaded."""
        return self._photo_path(scan_id).read_bytes()

    def write(self, scan_id: str, photo: bytes, preview: bytes) -> None:
        """Write both files for good; raises RefusalError 507 and leaves none of them where there is no room."""
        try:
            _write(self._photo_path(scan_id), photo)
            _write(self.preview_path(scan_id), preview)
        except OSError as error:
            self.delete(scan_id)
            raise storage_full() from error

    def delete(self, scan_id: str) -> None:
        """Remove both files, as far as they are there."""
        self._photo_path(scan_id).unlink(missing_ok=True)
        self.preview_path(scan_id).unlink(missing_ok=True)

    def _photo_path(self, scan_id: str) -> Path:
        return self._folder / f"{scan_id}.photo"


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
