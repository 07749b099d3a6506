"""Card back and start tableau of the reference copy as SVG, 1000 units to a card's side."""

from __future__ import annotations

from calibration.sheets.crystalla.palette import BRASS, INK, IVORY, NIGHT, PALETTES, PAWNS
from calibration.sheets.crystalla.shape import SIDE, UNITS_PER_MM, segment_outline
from calibration.sheets.svg import Point, circle, document, group, mix, outline, path_data, polar, polygon, tone
from rules.crystalla.vocabulary import COLUMNS, Crystal, Segment

COLUMN_MM = 57.0
"""Width of a tableau column: a card and the gap that hands leave."""
TABLEAU_MM = (COLUMNS * COLUMN_MM, 28.0)
_PITCH = COLUMN_MM * UNITS_PER_MM
_HEIGHT = TABLEAU_MM[1] * UNITS_PER_MM
_BASE = _HEIGHT - 92
_SQUARE = [(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)]


def back_svg() -> str:
    """The card back: a rosette of the seven crystals on a night sky of facets."""
    frame = [(17.0, 17.0), (983.0, 17.0), (983.0, 983.0), (17.0, 983.0)]
    inner = [(58.0, 58.0), (942.0, 58.0), (942.0, 942.0), (58.0, 942.0)]
    ground = f'<rect width="{SIDE:g}" height="{SIDE:g}" fill="{IVORY}"/>' + polygon(frame, NIGHT[0])
    clip = '<clipPath id="back"><rect x="58" y="58" width="884" height="884"/></clipPath>'
    sky = group(group(_sky(), "translate(500 500)"), extra='clip-path="url(#back)"')
    lines = outline(inner, BRASS[2], 8) + outline(frame, INK, 9)
    return document(clip + ground + sky + lines + group(_rosette(), "translate(500 500)"), SIDE, SIDE)


def _sky() -> str:
    parts = []
    for ring in range(9, 0, -1):
        for ray in range(14):
            turn = 360 / 14
            start, end = (ray + (ring % 2) / 2) * turn, (ray + 1 + (ring % 2) / 2) * turn
            light = 0.18 + 0.5 * ((ray * 5 + ring * 3) % 7) / 7
            facet = [
                (0.0, 0.0),
                polar(ring * 92, start),
                polar(ring * 92 + 46, (start + end) / 2),
                polar(ring * 92, end),
            ]
            parts.append(polygon(facet, tone(NIGHT, light * 0.75)))
    return "".join(parts)


def _rosette() -> str:
    parts = []
    turn = 360 / len(Crystal)
    for index, crystal in enumerate(Crystal):
        parts.append(group(_shard(PALETTES[crystal].gem), f"rotate({index * turn:.3f})"))
    heart = [polar(92, (index + 0.5) * turn) for index in range(len(Crystal))]
    parts.append(outline(heart, BRASS[2], 16, NIGHT[0]) + circle((0, 0), 30, BRASS[3]))
    return "".join(parts)


def _shard(ramp: tuple[str, ...]) -> str:
    tip, left, right, root = (0.0, -372.0), (-84.0, -232.0), (84.0, -232.0), (0.0, -84.0)
    ridge = (0.0, -250.0)
    faces = (
        ([tip, left, ridge], 0.95),
        ([tip, ridge, right], 0.5),
        ([left, root, ridge], 0.68),
        ([ridge, root, right], 0.25),
    )
    rim = outline([tip, right, root, left], BRASS[2], 26, BRASS[2]) + outline([tip, right, root, left], INK, 12, INK)
    return rim + "".join(polygon(face, tone(ramp, light)) for face, light in faces)


def piece_back_svg(segment: Segment) -> str:
    """The back of a crystal piece: the night sky in the segment's mirrored shape, a little larger than the piece."""
    edge = path_data(segment_outline(segment, 4, 12))
    clip = f'<clipPath id="back"><path d="{edge}"/></clipPath>'
    sky = polygon(_SQUARE, NIGHT[0]) + group(_sky(), "translate(500 500)")
    return document(
        clip + group(group(sky, extra='clip-path="url(#back)"'), "translate(1000 0) scale(-1 1)"), SIDE, SIDE
    )


def pawn_svg(colour: str) -> str:
    """A disc to cut out in a pawn colour, for players without cubes; raises ValueError for any other colour."""
    main = pawn_colour(colour)
    star = [polar(250 if step % 2 else 390, 360 * step / 14) for step in range(14)]
    rings = circle((0, 0), 500, INK) + circle((0, 0), 478, main) + circle((0, 0), 410, mix(main, INK, 0.3))
    return document(group(rings + polygon(star, mix(main, IVORY, 0.75)), "translate(500 500)"), SIDE, SIDE)


def pawn_colour(colour: str) -> str:
    """The #rrggbb of a pawn colour; raises ValueError for any other name."""
    if colour not in PAWNS:
        raise ValueError(f"no pawns in {colour!r}, allowed are {', '.join(PAWNS)}")
    return PAWNS[colour]


def tableau_svg(colour: str) -> str:
    """The start tableau strip in a pawn colour: one ivory arch per column, standing on the edge near the player.

    Raises ValueError for a colour that is no pawn colour.
    """
    main = pawn_colour(colour)
    ramp = (mix(main, INK, 0.62), mix(main, INK, 0.35), main, mix(main, IVORY, 0.35))
    width = COLUMNS * _PITCH
    body = f'<rect width="{width:g}" height="{_HEIGHT:g}" fill="{IVORY}"/>'
    columns = (group(_column(ramp), f"translate({column * _PITCH:.2f} 0)") for column in range(COLUMNS))
    return document(body + "".join(columns), width, _HEIGHT)


def _column(ramp: tuple[str, ...]) -> str:
    """One column: a wall of facets, a ledge below, an arch with a crystal pointing to the cards."""
    middle, left, right = _PITCH / 2, 12.0, _PITCH - 12
    wall = [(left, 17.0), (right, 17.0), (right, _HEIGHT - 17), (left, _HEIGHT - 17)]
    facets = polygon(wall, ramp[1])
    for step in range(8):
        start = left + step * (right - left) / 8
        end = start + (right - left) / 8
        facets += polygon(
            [(start, _BASE), ((start + end) / 2, 17), (end, _BASE)], tone(ramp, 0.52 if step % 2 else 0.42)
        )
    ledge = polygon([(left, _BASE), (right, _BASE), (right, _HEIGHT - 17), (left, _HEIGHT - 17)], ramp[0])
    seam = polygon([(left, _BASE), (right, _BASE), (right, _BASE + 14), (left, _BASE + 14)], BRASS[2])
    return facets + ledge + seam + group(_arch(ramp), f"translate({middle:.2f} 0)") + outline(wall, INK, 9)


def _arch(ramp: tuple[str, ...]) -> str:
    half, shoulder, peak = 168.0, 190.0, 48.0
    door: list[Point] = [(-half, _BASE + 24), (-half, shoulder), (-half * 0.55, 104), (0, peak)]
    door += [(-x, y) for x, y in reversed(door[:3])]
    tip, left, right, foot = (0.0, 118.0), (-74.0, 214.0), (74.0, 214.0), _BASE - 6
    shaft = [tip, right, (right[0], foot), (left[0], foot), left]
    ridge = (-14.0, 232.0)
    faces = (
        ([tip, ridge, left], 0.9), ([tip, right, ridge], 0.6),
        ([left, ridge, (ridge[0], foot), (left[0], foot)], 0.75),
        ([ridge, right, (right[0], foot), (ridge[0], foot)], 0.3),
    )  # fmt: skip
    crystal = outline(shaft, INK, 22, INK) + "".join(polygon(face, tone(ramp, light)) for face, light in faces)
    return outline(door, INK, 34, INK) + polygon(door, IVORY) + crystal
