"""The colours of the reference copy: one ramp per crystal, and the house colours of frame, rim and pawns."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystalla.vocabulary import Crystal

IVORY = "#f3ead6"
INK = "#1d1a2e"
BRASS = ("#5d3f16", "#a97c32", "#e3bf6d", "#fbeab8")
NIGHT = ("#14132b", "#22224a", "#343a72", "#5a64a8")

PAWNS = {
    "gray": "#8b9098",
    "blue": "#2f6fb5",
    "green": "#3f9a52",
    "orange": "#e58a25",
    "yellow": "#e6c12f",
    "red": "#c23b3b",
    "purple": "#7a4fb0",
    "black": "#3b3b42",
    "white": "#e9e6df",
}
"""The reference copy has the first four; the rulebook leaves the fourth open, so other copies may name another."""


@dataclass(frozen=True, slots=True)
class Palette:
    """`ground` shades a segment's pattern, `gem` its emblem, both from dark to bright (#rrggbb)."""

    ground: tuple[str, ...]
    gem: tuple[str, ...]


PALETTES = {
    Crystal.TOURMALINE: Palette(
        ("#0d6f78", "#1fa3a3", "#fbdfe3", "#f48fb0", "#e0558b"), ("#0b5e6b", "#26b3ab", "#fff0ee", "#ff9cbd", "#d63d7c")
    ),
    Crystal.AMETHYST: Palette(
        ("#41207f", "#5d35a6", "#8d63cf", "#b598ea"), ("#3a1a78", "#7c49cf", "#b48bf2", "#efe2ff")
    ),
    Crystal.RUBY: Palette(("#55021a", "#850a22", "#b3152f", "#d9344a"), ("#7a0019", "#d11f3c", "#ff6f7d", "#ffe0dd")),
    Crystal.EMERALD: Palette(
        ("#0b5a3a", "#158052", "#2aa86a", "#63cf8f"), ("#065236", "#14925a", "#5fd694", "#dcffe6")
    ),
    Crystal.CITRINE: Palette(
        ("#d98200", "#f0a60c", "#fcc72f", "#ffe27a"), ("#b85f00", "#f59d00", "#ffd34a", "#fff7c9")
    ),
    Crystal.DIAMOND: Palette(
        ("#aacbe3", "#cfe4f2", "#e6f3fa", "#ffffff"), ("#5f93bf", "#a9d0ea", "#e2f4fd", "#ffffff")
    ),
    Crystal.HEMATITE: Palette(
        ("#15161b", "#2a2c33", "#4a4e59", "#a9b1bf"), ("#1b1d24", "#555b68", "#a7afbd", "#f2f5f9")
    ),
}
