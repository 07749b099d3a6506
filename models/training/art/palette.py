"""Gem colours: each crystal of a deck gets a ramp from shadow to glint, in two related hues."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import Field, Image, Rng, f32
from rules.crystalla.vocabulary import Crystal

STEPS = 256
MIXES = 9
SWITCH = 0.6
"""Accent at which a ramp of opposite hues changes over: the main hue keeps the larger share."""


def oklch(lightness: Field, chroma: Field, hue_deg: Field) -> Image:
    """OKLCh to BGR 0..1, clipped to the sRGB gamut (Ottosson 2020); arrays broadcast, last axis added."""
    a, b = chroma * np.cos(np.radians(hue_deg)), chroma * np.sin(np.radians(hue_deg))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    linear = np.clip(np.stack([blue, green, red], -1), 0.0, 1.0)
    return f32(np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055))


def colour(lightness: float, chroma: float, hue_deg: float) -> npt.NDArray[np.float32]:
    """One OKLCh colour as BGR 0..1, float32 (3,)."""
    return oklch(f32(lightness), f32(chroma), f32(hue_deg))


@dataclass(frozen=True, slots=True)
class Hue:
    """One gem colour: hue in degrees, top chroma, lightness of shadow, middle and glint (OKLCh)."""

    hue: float
    chroma: float
    dark: float
    middle: float
    light: float
    twist: float = 0.0
    """Degrees by which the hue turns from shadow to glint."""

    def table(self) -> npt.NDArray[np.float32]:
        """float32 (256, 3) BGR 0..1, from shadow to glint."""
        t = f32(np.linspace(0.0, 1.0, STEPS))
        lightness = np.interp(t, [0.0, 0.5, 1.0], [self.dark, self.middle, self.light])
        chroma = self.chroma * (1.0 - np.abs(2.0 * t - 0.95) ** 2.4 * 0.82)
        return oklch(f32(lightness), f32(chroma), f32(self.hue + self.twist * (t - 0.5)))


@dataclass(frozen=True, slots=True)
class Ramp:
    """The colours of one crystal in one deck: two tables that painters mix by an accent."""

    main: npt.NDArray[np.float32]
    accent: npt.NDArray[np.float32]
    sharp: bool = False
    """Whether the two hues meet in a narrow zone, as in watermelon tourmaline: opposite hues mix to grey."""

    def paint(self, tone: Field, accent: Field | float = 0.0) -> Image:
        """BGR image for a tone field (0 shadow, 1 glint) and an accent field (0 main hue, 1 second hue)."""
        shares = np.linspace(0.0, 1.0, MIXES)[:, None, None]
        weights = f32(np.clip((shares - SWITCH) * 3.0 + 0.5, 0.0, 1.0) if self.sharp else shares)
        table = self.main * (1.0 - weights) + self.accent * weights
        across = f32(np.clip(tone * (STEPS - 1), 0.0, STEPS - 1))
        down = f32(np.broadcast_to(np.clip(accent * np.float32(MIXES - 1), 0.0, MIXES - 1), tone.shape))
        return f32(cv2.remap(table, across, down, cv2.INTER_LINEAR))

    def at(self, tone: float, accent: float = 0.0) -> npt.NDArray[np.float32]:
        """One colour of the ramp, BGR 0..1."""
        index = int(np.clip(tone, 0.0, 1.0) * (STEPS - 1))
        weight = min(max((accent - SWITCH) * 3.0 + 0.5, 0.0), 1.0) if self.sharp else accent
        return f32(self.main[index] * (1.0 - weight) + self.accent[index] * weight)


@dataclass(frozen=True, slots=True)
class Gamut:
    """How a printer bends gem colours: factors on chroma and contrast, shift of lightness, turn of hue."""

    chroma: float = 1.0
    contrast: float = 1.0
    lift: float = 0.0
    turn: float = 0.0

    def bend(self, hue: Hue) -> Hue:
        """The same gem colour within this gamut; greys keep apart from white by a floor on the shift."""
        middle = float(np.clip(hue.middle + self.lift, 0.12, 0.97))
        return replace(
            hue,
            hue=hue.hue + self.turn,
            chroma=hue.chroma * self.chroma,
            dark=float(np.clip(middle + (hue.dark - hue.middle) * self.contrast, 0.0, 1.0)),
            middle=middle,
            light=float(np.clip(middle + (hue.light - hue.middle) * self.contrast, 0.0, 1.0)),
        )


def make_ramps(rng: Rng, gamut: Gamut) -> dict[Crystal, Ramp]:
    """Seven ramps that a person tells apart, jittered per deck."""
    ramps: dict[Crystal, Ramp] = {}
    for crystal, (main, accent) in _gems(rng).items():
        ramps[crystal] = Ramp(
            gamut.bend(main).table(), gamut.bend(accent).table(), sharp=abs(main.hue - accent.hue) > 60
        )
    return ramps


def neutral_ramp(rng: Rng) -> Ramp:
    """Colours of the card back: any hue, dull to rich."""
    hue = float(rng.uniform(0, 360))
    main = Hue(hue, float(rng.uniform(0.0, 0.13)), 0.08, float(rng.uniform(0.25, 0.75)), 0.92, 20.0)
    return Ramp(main.table(), replace(main, hue=hue + 60.0).table())


def _gems(rng: Rng) -> dict[Crystal, tuple[Hue, Hue]]:
    tourmaline, pink, teal = _tourmaline(rng)
    amethyst_top = 304.0 if pink else 318.0
    ruby_low = 19.0 if pink else 8.0
    emerald_top = 153.0 if teal else 163.0
    return {
        Crystal.TOURMALINE: tourmaline,
        Crystal.AMETHYST: _gem(rng, (290.0, amethyst_top), (0.15, 0.23), (0.45, 0.58), 18.0),
        Crystal.RUBY: _gem(rng, (ruby_low, 29.0), (0.19, 0.25), (0.43, 0.57), 14.0),
        Crystal.EMERALD: _gem(rng, (139.0, emerald_top), (0.14, 0.20), (0.48, 0.64), 14.0),
        Crystal.CITRINE: _gem(rng, (64.0, 102.0), (0.15, 0.19), (0.74, 0.86), 22.0),
        Crystal.DIAMOND: _diamond(rng),
        Crystal.HEMATITE: _hematite(rng),
    }


def _gem(
    rng: Rng, hues: tuple[float, float], chromas: tuple[float, float], middles: tuple[float, float], stray: float
) -> tuple[Hue, Hue]:
    middle = float(rng.uniform(*middles))
    main = Hue(
        hue=float(rng.uniform(*hues)),
        chroma=float(rng.uniform(*chromas)),
        dark=middle * float(rng.uniform(0.25, 0.5)),
        middle=middle,
        light=float(rng.uniform(0.92, 0.99)),
        twist=float(rng.uniform(-12, 12)),
    )
    return main, replace(main, hue=main.hue + float(rng.uniform(-stray, stray)), chroma=main.chroma * 0.9)


def _tourmaline(rng: Rng) -> tuple[tuple[Hue, Hue], bool, bool]:
    """The two hues, whether pink is among them, whether teal or green is."""
    kind = str(rng.choice(["pink", "teal", "blue", "watermelon", "pink-teal"], p=[0.36, 0.22, 0.1, 0.22, 0.1]))
    pink = _gem(rng, (336.0, 355.0), (0.15, 0.22), (0.66, 0.75), 10.0)
    teal = _gem(rng, (193.0, 214.0), (0.10, 0.14), (0.58, 0.72), 12.0)
    if kind == "pink":
        return pink, True, False
    if kind == "teal":
        return teal, False, True
    if kind == "blue":
        return _gem(rng, (226.0, 256.0), (0.12, 0.17), (0.52, 0.68), 12.0), False, False
    if kind == "pink-teal":
        return (pink[0], teal[0]), True, True
    green = replace(pink[0], hue=float(rng.uniform(142, 165)), chroma=pink[0].chroma * 0.85)
    return (pink[0], green), True, True


def _diamond(rng: Rng) -> tuple[Hue, Hue]:
    middle = float(rng.uniform(0.84, 0.93))
    chroma = float(rng.choice([0.008, 0.03, 0.055]))
    main = Hue(float(rng.uniform(205, 262)), chroma, float(rng.uniform(0.5, 0.68)), middle, 1.0)
    return main, replace(main, hue=main.hue + float(rng.uniform(-60, 60)), chroma=chroma * 0.6 + 0.01)


def _hematite(rng: Rng) -> tuple[Hue, Hue]:
    middle = float(rng.uniform(0.26, 0.5))
    chroma = float(rng.uniform(0.0, 0.014))
    main = Hue(float(rng.uniform(0, 360)), chroma, 0.06, middle, float(rng.uniform(0.72, 0.9)))
    return main, replace(main, middle=min(middle * 1.15, 0.56), hue=main.hue + 40.0)
