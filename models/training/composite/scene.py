"""One composite picture of a Crystalla display with its truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.training.composite import layout, things
from models.training.composite.decks import Deck, edition_cards, tableau_picture
from models.training.composite.finish import develop
from models.training.composite.layout import Array, Laid, Pose
from models.training.composite.light import Bytes, Rng, estimate_light
from models.training.composite.paint import Canvas, Gloss, Slab, cast_on_card, cast_on_table, lay
from models.training.composite.photos import make_table, pick_photo
from models.training.composite.view import View, frame_view
from rules.crystalla.edition import Card
from rules.crystalla.vocabulary import Segment

COLOURS = ("gray", "blue", "green", "orange")
HARD_SHARE = 0.25
"""At 40-45 degrees or in strong glare (issue 2, figures to reach)."""
APART_MM = 78.0
"""Least way between the middles of a display's card and of a thing beside it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn by lot before anything is painted."""

    hard: bool
    tilt_deg: float
    glare: bool
    turn: float
    """The display's clockwise turn on the table, degrees."""
    display: tuple[Laid, ...]
    second: tuple[Laid, ...]
    strip: Pose | None
    colour: str
    spare: tuple[Card, ...]
    card_mm: float
    piece_mm: float
    radius: float
    sleeved: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished picture (BGR uint8) and its truth (design, section 3)."""

    picture: Bytes
    truth: dict[str, object]


def make_scene(deck: Deck, photo_use: str, rng: Rng) -> Scene:
    """Lay a random display of a deck into a random photograph; wholly determined by the generator's state."""
    plan = _draw_plan(rng)
    table = make_table(pick_photo(photo_use, rng), rng)
    size = (table.linear.shape[1], table.linear.shape[0])
    view = frame_view(_hull(plan), size, plan.tilt_deg, _fill(rng, plan), rng)
    plan = _without_a_larger_second(plan, view)
    canvas = Canvas(table.linear, view, estimate_light(table.linear, rng), _glosses(rng, view, plan))
    _paint(canvas, plan, deck, rng)
    card_px = layout.CARD_MM * view.pixels_per_mm((plan.display[0].pose.x, plan.display[0].pose.y))
    blur = matching_blur(table.enlarged, card_px, rng)
    truth = {**_truth(plan, view), "photo": table.name, "art": deck.family}
    return Scene(develop(canvas.pixels, blur, rng), truth)


def matching_blur(enlarged: float, thing_px: float, rng: Rng) -> float:
    """Blur in pixels that suits an enlarged photograph, without washing out things `thing_px` wide."""
    return float(np.clip(0.35 * enlarged * rng.uniform(0.6, 1.2), 0.45, max(0.8, 0.008 * thing_px)))


def _draw_plan(rng: Rng) -> Plan:
    hard = bool(rng.random() < HARD_SHARE)
    steep = hard and rng.random() < 0.6
    with_strip = bool(rng.random() < 0.5)
    turn = float(rng.normal(0, 10) if rng.random() < 0.6 else rng.uniform(-180, 180))
    cards = [edition_cards()[int(i)] for i in rng.permutation(len(edition_cards()))]
    cells = layout.draw_cells(rng, with_strip)
    display = layout.lay_display(rng, cells, cards[: len(cells)], turn)
    second = _second(rng, cards[12:24], turn, display) if len(cells) > 4 and rng.random() < 0.2 else []
    return Plan(
        hard=hard,
        tilt_deg=float(rng.uniform(40, 45) if steep else rng.triangular(0, 15, 40)),
        glare=hard and (not steep or bool(rng.random() < 0.3)),
        turn=turn,
        display=tuple(layout.add_pieces(rng, display, int(rng.integers(0, 7)))),
        second=tuple(second),
        strip=layout.tableau_pose(rng, turn) if with_strip else None,
        colour=str(rng.choice(COLOURS)),
        spare=tuple(cards[24:30]),
        card_mm=float(rng.uniform(0.3, 0.7)),
        piece_mm=float(rng.uniform(1.2, 2.2)),
        radius=float(rng.uniform(0.02, 0.07)) if rng.random() < 0.5 else 0.0,
        sleeved=bool(rng.random() < 0.15),
    )


def _second(rng: Rng, cards: Sequence[Card], turn: float, first: Sequence[Laid]) -> list[Laid]:
    """A smaller display of a neighbour, at least one card away from the first."""
    cells = layout.draw_cells(rng, False, 3, min(8, len(first) - 2) if len(first) > 5 else 3)
    laid = layout.lay_display(rng, cells, cards[: len(cells)], turn + float(rng.normal(0, 8)))
    own = np.array([(one.pose.x, one.pose.y) for one in laid])
    theirs = np.array([(one.pose.x, one.pose.y) for one in first])
    away = np.radians(rng.uniform(0, 360))
    direction = np.array([np.cos(away), np.sin(away)])
    reach = 0.0
    gaps = theirs[:, None] - own[None]
    while np.min(np.linalg.norm(gaps - reach * direction, axis=2)) < 3 * layout.CARD_MM:
        reach += 10
    x, y = reach * direction
    return [
        Laid(one.row, one.col, one.rotation, Pose(one.pose.x + x, one.pose.y + y, one.pose.degrees), one.card)
        for one in laid
    ]


def _hull(plan: Plan) -> Array:
    poses = [one.pose for one in plan.display] + ([plan.strip] if plan.strip else [])
    return np.vstack([pose.corners() for pose in poses])


def _fill(rng: Rng, plan: Plan) -> float:
    """Small displays stay small, as no one kneels down to three cards."""
    return float(rng.uniform(0.35, 0.95 if len(plan.display) > 5 else 0.7))


def _quads(laid: Sequence[Laid], view: View, height_mm: float) -> list[Array]:
    return [view.project(one.pose.corners(), height_mm) for one in laid]


def _area(quad: Array) -> float:
    x, y = quad.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def _without_a_larger_second(plan: Plan, view: View) -> Plan:
    """The display to read is the one of largest area, so a neighbour's must be plainly smaller in the picture."""
    fields = {name: getattr(plan, name) for name in Plan.__slots__}
    first = sum(_area(q) for q in _quads(plan.display, view, 0))
    second = sum(_area(q) for q in _quads(plan.second, view, 0))
    return Plan(**{**fields, "second": plan.second if second < 0.7 * first else ()})


def _glosses(rng: Rng, view: View, plan: Plan) -> tuple[Gloss, ...]:
    """Reflections of windows and lamps; strong ones only where the plan says glare."""
    middle = np.array([view.project([(one.pose.x, one.pose.y)])[0] for one in plan.display])
    span = float(np.max(np.ptp(view.project(_hull(plan)), axis=0)))
    out = []
    for _ in range(int(rng.integers(1, 3))):
        centre = middle[int(rng.integers(len(middle)))] + rng.normal(0, 40, 2)
        radii = span * rng.uniform(0.1, 0.35, 2)
        strength = rng.uniform(0.2, 0.38) if plan.glare else rng.uniform(0.0, 0.07)
        place = (float(centre[0]), float(centre[1]))
        out.append(Gloss(place, (float(radii[0]), float(radii[1])), float(rng.uniform(0, 180)), float(strength)))
    return tuple(out)


def _paint(canvas: Canvas, plan: Plan, deck: Deck, rng: Rng) -> None:
    beside = list(_beside(plan, deck, rng))
    strip = [_strip_slab(plan, rng)] if plan.strip else []
    cards = [_card_slab(plan, one, deck, rng) for one in (*plan.display, *plan.second)]
    cast_on_table(canvas, beside + strip + cards)
    for slab in beside + strip:
        lay(canvas, slab)
    for i in rng.permutation(len(cards)):
        lay(canvas, cards[int(i)])
    for one, card in zip(plan.display, cards, strict=False):
        if plan.sleeved:
            lay(canvas, things.sleeve(one.pose, plan.card_mm, card.sheen))
        for slab in _piece_slabs(plan, one, deck):
            cast_on_card(canvas, slab)
            lay(canvas, slab)


def _sheen(rng: Rng) -> tuple[float, float, float]:
    return (float(rng.normal(0, 25)), float(rng.normal(0, 25)), float(rng.uniform(0.7, 1.1)))


def _card_slab(plan: Plan, one: Laid, deck: Deck, rng: Rng) -> Slab:
    face = things.rounded(deck.face(one.card.large, one.card.small), plan.radius)
    return Slab(face, one.pose.matrix(), 0, plan.card_mm, things.PAPER, float(rng.uniform(0.95, 1.04)), _sheen(rng))


def _strip_slab(plan: Plan, rng: Rng) -> Slab:
    if plan.strip is None:
        raise ValueError("a plan without a starting strip has no strip to paint")
    return Slab(
        tableau_picture(plan.colour),
        plan.strip.matrix(),
        0,
        1.2,
        things.PAPER,
        float(rng.uniform(0.96, 1.04)),
        _sheen(rng),
    )


def _piece_slabs(plan: Plan, one: Laid, deck: Deck) -> Iterator[Slab]:
    for piece in one.pieces:
        matrix = one.pose.matrix() @ piece.within_card()
        picture = deck.piece(piece.segment, piece.crystal)
        side = tuple(float(v) for v in 0.35 * _mean_linear(picture))
        yield Slab(picture, matrix, plan.card_mm, plan.piece_mm, (side[0], side[1], side[2]))


def _mean_linear(picture: Bytes) -> Array:
    coarse = picture[::6, ::6]
    inside = coarse[..., 3] > 200
    return np.asarray((coarse[inside][:, :3].astype(float) / 255).mean(axis=0) ** 2.2)


def _beside(plan: Plan, deck: Deck, rng: Rng) -> Iterator[Slab]:
    """Loose cards, backs and clutter, clear of the displays and of the strip."""
    for card in plan.spare[: int(rng.integers(0, 4)) if rng.random() < 0.6 else 0]:
        spot = _free_spot(plan, rng, APART_MM)
        picture = deck.back() if rng.random() < 0.4 else deck.face(card.large, card.small)
        yield things.loose_card(rng, things.rounded(picture, plan.radius), *spot)
    for _ in range(int(rng.integers(0, 3))):
        yield things.clutter(rng, *_free_spot(plan, rng, 1.9 * layout.CARD_MM))


def _free_spot(plan: Plan, rng: Rng, apart_mm: float) -> tuple[float, float]:
    """A place in millimetres at least `apart_mm` from the middle of every card and from the strip's middle line."""
    taken = [(one.pose.x, one.pose.y) for one in (*plan.display, *plan.second)]
    if plan.strip:
        line = (np.column_stack([np.linspace(0, 1, 9), np.full(9, 0.5), np.ones(9)]) @ plan.strip.matrix().T)[:, :2]
        taken += [(float(x), float(y)) for x, y in line]
    blocked = np.array(taken)
    span = 80.0
    while True:
        spot = blocked[int(rng.integers(len(blocked)))] + rng.normal(0, span, 2)
        if np.min(np.linalg.norm(blocked - spot, axis=1)) > apart_mm:
            return float(spot[0]), float(spot[1])
        span += 5


def _truth(plan: Plan, view: View) -> dict[str, object]:
    origin = plan.display[0].pose
    right = layout.turn_matrix(plan.turn, (origin.x, origin.y)) @ np.array([[-1, 0, 1], [1, 0, 1]]).T
    ends = view.project(right[:2].T)
    turn = float(np.degrees(np.arctan2(*(ends[1] - ends[0])[::-1])))
    places = layout.told_places(plan.display, turn, plan.strip is not None)
    quads = _quads(plan.display, view, plan.card_mm)
    return {
        "game": "crystalla",
        "cards": [_card_truth(*each) for each in zip(plan.display, places, quads, strict=True)],
        "others": int(sum(_inside(q, view) for q in _quads(plan.second, view, plan.card_mm)) >= 3),
        "tableau": plan.strip is not None,
        "tilt_deg": round(plan.tilt_deg, 1),
        "turn_deg": round(turn, 1),
        "glare": plan.glare,
        "sleeved": plan.sleeved,
        "difficulty": "hard" if plan.hard else "ordinary",
        "made": "art composited into a real photograph (models.training.composite)",
    }


def _inside(quad: Array, view: View) -> bool:
    return bool(np.all(quad >= 0) and np.all(quad <= np.array(view.size)))


def _card_truth(one: Laid, place: layout.Place, quad: Array) -> dict[str, object]:
    row, col, rotation = place
    large, on_large = layout.effective(one, Segment.LARGE)
    small, on_small = layout.effective(one, Segment.SMALL)
    return {
        "row": row,
        "col": col,
        "rotation": rotation,
        "large": str(large),
        "small": str(small),
        "piece_on_large": str(on_large) if on_large else None,
        "piece_on_small": str(on_small) if on_small else None,
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in quad],
    }
