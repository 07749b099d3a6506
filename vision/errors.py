"""What can go wrong between a file and a reading, each with one sentence for the player."""

from __future__ import annotations


class VisionError(Exception):
    """Base of all; `reason` is one sentence that names what was wrong, fit to be shown as it is."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ImageError(VisionError):
    """The bytes are no picture that we can or may decode."""


class NoDisplayError(VisionError):
    """The picture was decoded, but no display of at least three cards lies in it."""


class ModelError(VisionError):
    """A network is missing, damaged or not the one that the manifest names."""
