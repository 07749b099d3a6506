"""Invented families of Crystalla art, painted fast, for networks that must read printings never seen."""

from __future__ import annotations

import numpy as np

from models.training.art import (
    contraptions,
    crafts,
    creatures,
    crystals,
    emblems,
    glassware,
    graphic,
    inked,
    material,
    optics,
    ornaments,
    painted,
    places,
    printers,
    scenery,
    specimens,
    textiles,
    vistas,
)
from models.training.art.deck import Deck, make_deck_of
from models.training.art.medley import medley
from models.training.art.palette import Gamut
from models.training.art.site import Family

__all__ = ["FAMILIES", "MEDLEY", "TEST", "TRAIN", "VALIDATION", "Deck", "Family", "make_deck"]

SOFT_CUTS = ("none", "gap", "white", "gold")

FAMILIES: dict[str, Family] = {
    "lowpoly": Family(crystals.lowpoly),
    "shards": Family(crystals.shards),
    "gem-cluster": Family(crystals.gem_cluster),
    "brilliant": Family(crystals.brilliant, grounds=("white", "black", "colour")),
    "geode": Family(crystals.geode),
    "ore-rock": Family(crystals.ore_rock, cuts=("dark", "none", "gold", "gap")),
    "pictogram": Family(graphic.pictogram, borders=(0.0, 0.06), flowers=0.3),
    "pixel-art": Family(graphic.pixel_art, radii=(0.0, 0.03), cuts=("dark", "white", "none")),
    "neon": Family(graphic.neon, Gamut(1.15), grounds=("black", "colour"), cuts=("white", "none", "gap", "dark")),
    "stained-glass": Family(graphic.stained_glass, Gamut(1.1), cuts=("dark", "gold", "dark", "white")),
    "watercolour": Family(painted.watercolour, Gamut(0.9, 0.9, 0.03), grounds=("white", "texture"), cuts=SOFT_CUTS),
    "oil": Family(painted.oil, Gamut(0.95)),
    "nebula": Family(painted.nebula, Gamut(1.1), grounds=("black", "colour", "texture")),
    "pastel": Family(painted.pastel, Gamut(0.6, 0.6, 0.06), grounds=("white", "colour"), cuts=("white", "none", "gap")),
    "marbling": Family(painted.marbling),
    "papercut": Family(painted.papercut, borders=(0.02, 0.09)),
    "art-nouveau": Family(painted.nouveau, Gamut(0.8, 0.9), borders=(0.03, 0.09), cuts=("dark", "gold")),
    "aura": Family(painted.aura, Gamut(1.1)),
    "engraving": Family(
        inked.engraving, Gamut(0.9), grounds=("white", "colour", "black"), cuts=("dark", "none", "gap")
    ),
    "woodcut": Family(inked.woodcut, Gamut(0.85), grounds=("white", "black"), cuts=("dark", "white", "gap")),
    "halftone": Family(inked.halftone, Gamut(1.1), grounds=("white", "colour", "black"), cuts=("dark", "white")),
    "contours": Family(inked.contours),
    "blueprint": Family(inked.blueprint, flowers=0.3),
    "isometric": Family(inked.isometric),
    "wallpaper": Family(inked.wallpaper),
    "mosaic": Family(material.mosaic),
    "enamel": Family(material.enamel, grounds=("black", "texture", "colour"), cuts=("gold", "dark", "gold", "none")),
    "embroidery": Family(material.embroidery, Gamut(0.85), grounds=("texture", "colour", "white")),
    "knit": Family(material.knit, Gamut(0.85, 0.9), grounds=("texture", "colour", "white")),
    "refraction": Family(material.refraction),
    "sand": Family(material.sand, Gamut(0.85, 0.9)),
    "bubbles": Family(material.bubbles),
    "tumbled": Family(material.tumbled),
    "druse": Family(places.druse),
    "cave": Family(places.cave, grounds=("black", "texture", "colour")),
    "kaleidoscope": Family(places.kaleidoscope),
    "blossom": Family(places.blossom, flowers=0.2),
    "light-leak": Family(places.light_leak, borders=(0.0, 0.05)),
    "ice": Family(places.ice, Gamut(0.9)),
    "spikes": Family(places.spikes),
    "burst": Family(specimens.burst),
    "giants": Family(specimens.giants),
    "specimen": Family(specimens.specimen),
    "raw-gem": Family(specimens.raw_gem),
    "matte-painting": Family(places.matte_painting, Gamut(0.95)),
    "jewel": Family(emblems.jewel, Gamut(1.05), grounds=("black", "colour", "texture")),
    "inked-gem": Family(emblems.inked_gem, Gamut(1.1, 0.9), grounds=("white", "colour")),
    "rune": Family(emblems.rune, Gamut(1.05)),
    "wax-seal": Family(emblems.wax_seal),
    "foil": Family(
        emblems.foil, Gamut(1.1), grounds=("black", "white", "colour"), cuts=("gold", "dark", "white", "gap")
    ),
    "fine-lines": Family(emblems.fine_lines, Gamut(1.15, 0.8)),
    "ink-ring": Family(emblems.ink_ring, grounds=("white", "black", "colour")),
    "scattered-cuts": Family(emblems.scattered_cuts, Gamut(1.05), borders=(0.0, 0.1)),
    "ridges": Family(vistas.ridges),
    "woodblock-waves": Family(vistas.woodblock_waves, Gamut(0.9)),
    "bokeh": Family(vistas.bokeh, Gamut(1.1)),
    "aurora": Family(vistas.aurora, Gamut(1.1), grounds=("black", "colour", "white")),
    "marble-slab": Family(vistas.marble_slab),
    "gradient-badge": Family(
        vistas.gradient_badge, Gamut(1.1), borders=(0.0, 0.1), cuts=("none", "white", "gap", "dark")
    ),
    "corner-growth": Family(vistas.corner_growth),
    "terrazzo": Family(vistas.terrazzo),
    "crayon": Family(
        vistas.crayon, Gamut(0.95, 0.9), grounds=("white", "colour"), cuts=("dark", "white", "gap", "none")
    ),
    "crystal-vale": Family(scenery.crystal_vale),
    "sunken-reef": Family(
        scenery.sunken_reef, grounds=("white", "colour", "texture"), cuts=("white", "dark", "gold", "none")
    ),
    "sky-islands": Family(
        scenery.sky_islands, grounds=("black", "white", "colour"), cuts=("white", "gold", "dark", "gap")
    ),
    "shrine": Family(scenery.shrine, borders=(0.0, 0.1), cuts=("gold", "dark", "white", "gap")),
    "lava-veins": Family(
        scenery.lava_veins,
        Gamut(contrast=1.1),
        grounds=("black", "texture", "white"),
        cuts=("dark", "gold", "white"),
    ),
    "gem-vines": Family(ornaments.gem_vines, borders=(0.0, 0.1), flowers=0.35),
    "knotwork": Family(ornaments.knotwork, borders=(0.02, 0.1), cuts=("gold", "dark", "white", "gap")),
    "gels": Family(ornaments.gels, Gamut(0.95), borders=(0.0, 0.07), cuts=("white", "none", "dark", "gap")),
    "plumage": Family(creatures.plumage),
    "dragon-scales": Family(
        creatures.dragon_scales, Gamut(contrast=1.1), borders=(0.0, 0.06), cuts=("gold", "dark", "white", "none")
    ),
    "gearwork": Family(contraptions.gearwork, grounds=("texture", "black", "colour"), cuts=("gold", "dark", "gap")),
    "plasma": Family(contraptions.plasma, Gamut(1.05), cuts=("white", "dark", "none")),
    "rendered-solids": Family(glassware.rendered_solids, Gamut(contrast=1.1)),
    "bottled": Family(glassware.bottled, cuts=("dark", "white", "gold")),
    "riso": Family(printers.riso, Gamut(1.1, 0.9), borders=(0.0, 0.1), cuts=("dark", "white", "none", "gap")),
    "linocut": Family(printers.linocut, Gamut(0.95), borders=(0.0, 0.12), cuts=("dark", "white", "gap", "none")),
    "comic": Family(printers.comic, Gamut(1.15, 1.1), cuts=("dark", "white", "gap")),
    "stipple-plate": Family(
        printers.stipple_plate, Gamut(0.85, 0.9, 0.02), borders=(0.0, 0.12), cuts=("dark", "gold", "none", "white")
    ),
    "charcoal": Family(printers.charcoal, borders=(0.0, 0.1), cuts=("dark", "white", "none")),
    "origami": Family(crafts.origami, Gamut(1.05), cuts=("none", "gap", "dark", "white")),
    "azulejo": Family(crafts.azulejo, Gamut(contrast=1.1), cuts=("dark", "white", "gold", "gap"), flowers=0.3),
    "plasticine": Family(crafts.plasticine, Gamut(1.05, 0.85), radii=(0.0, 0.12)),
    "batik": Family(textiles.batik, cuts=("dark", "white", "gold", "none")),
    "quilt": Family(
        textiles.quilt, Gamut(0.95), borders=(0.0, 0.1), cuts=("dark", "white", "gold", "gap"), flowers=0.3
    ),
    "chrome": Family(optics.chrome, Gamut(1.15, 1.15), borders=(0.0, 0.06), cuts=("white", "dark", "none", "gold")),
    "thin-section": Family(optics.thin_section, Gamut(1.05), cuts=("dark", "white", "none", "gold")),
    "velvet": Family(optics.velvet, Gamut(contrast=1.15), cuts=("gold", "white", "dark", "none")),
    "hologram": Family(optics.hologram, Gamut(1.15, lift=0.03), borders=(0.0, 0.06)),
}
VALIDATION: tuple[str, ...] = ("druse", "engraving", "tumbled", "pastel", "brilliant", "cave", "giants")
"""For calibration, thresholds and the choice of a model."""
TEST: tuple[str, ...] = (
    "matte-painting",
    "specimen",
    "spikes",
    "mosaic",
    "art-nouveau",
    "enamel",
    "halftone",
    "kaleidoscope",
    "embroidery",
    "refraction",
    "pictogram",
)
"""Only reported: nothing is ever chosen by them."""
DRAWN: tuple[str, ...] = tuple(name for name in FAMILIES if name not in VALIDATION + TEST)
"""The training families that a hand drew."""
NEWEST: tuple[str, ...] = tuple(FAMILIES)[tuple(FAMILIES).index("crystal-vale") :]
"""Training families that came last, painted by writers who had not seen the validation and test families."""
MEDLEY = "medley"
"""Joins techniques of the older drawn training families: the newest have small gems on grounds of their own, and seen
through another technique's window they leave nothing to tell a gem by."""
FAMILIES[MEDLEY] = Family(medley([FAMILIES[name].technique for name in DRAWN if name not in NEWEST]))
TRAIN: tuple[str, ...] = (*DRAWN, MEDLEY)


def make_deck(family: str, rng: np.random.Generator, size_px: int = 160) -> Deck:
    """A random printing of one family; the same generator state gives the same deck.

    Raises ValueError for a family that is not in FAMILIES.
    """
    how = FAMILIES.get(family)
    if how is None:
        raise ValueError(f"art family {family!r} is unknown, allowed are {', '.join(FAMILIES)}")
    return make_deck_of(family, how, rng, size_px)
