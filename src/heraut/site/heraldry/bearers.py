"""Who bears what: arms for the number of a lord in a match, and for the name of a player."""

from __future__ import annotations

from functools import lru_cache

from heraut.engine.arms import arms_of
from heraut.engine.names import plain
from heraut.engine.rng import Rng
from heraut.site.heraldry.blazon import (
    ACCOMPANIED,
    FIGURES,
    METALS,
    ORDINARIES,
    PARTITIONS,
    Arms,
    Charge,
    Field,
    roundel,
)

COLOURS = ("gueules", "azur", "sinople", "pourpre", "sable")

TINCTURE_OF = {
    "#8f1d2b": "gueules",
    "#1f4788": "azur",
    "#2c6a33": "sinople",
    "#a57a10": "or",
    "#5d2f7d": "pourpre",
    "#a2521a": "orangé",
    "#22707c": "céleste",
    "#3b3b42": "sable",
    "#a5416d": "rose",
    "#5f4524": "tanné",
}
"""The full colours of the map's lords, as tinctures."""

CHARGE_OF = {
    "plain": Charge("chef", "argent"),
    "pale": Charge("pal", "argent"),
    "bend": Charge("bande", "argent"),
    "chevron": Charge("chevron", "argent"),
    "lozengy": Charge("losange", "argent"),
    "fess": Charge("fasce", "argent"),
    "sinister": Charge("barre", "argent"),
    "roundels": Charge("besant", "argent", 3),
    "fretty": Charge("sautoir", "argent"),
}
"""The divisions of the map's lords, as their shields on the map show them; checky is quarterly there."""


@lru_cache(maxsize=128)
def arms_of_number(number: int) -> Arms:
    """The arms of lord `number` (from 1) of a match, those of the map; different for the first hundred."""
    _, full, division = arms_of(number)
    tincture = TINCTURE_OF[full]
    if division == "checky":
        return Arms(Field(("argent", tincture), "écartelé"))
    return Arms(Field((tincture,)), CHARGE_OF[division])


@lru_cache(maxsize=2048)
def arms_of_name(name: str) -> Arms:
    """The arms of whoever bears this name, always the same: metal on colour or colour on metal."""
    draws = Rng(b"armorial").at("arms", plain(name))
    metal, colour = draws.choice(METALS), draws.choice(COLOURS)
    ground, figure = (metal, colour) if draws.random() < 0.4 else (colour, metal)
    match draws.randint(1, 6):
        case 1:
            return Arms(Field((ground, figure), draws.choice(tuple(PARTITIONS))))
        case 2 | 3:
            company = Charge(_small(draws.choice(tuple(FIGURES)), figure), figure, 3)
            return Arms(Field((ground,)), Charge(draws.choice(tuple(ACCOMPANIED)), figure), company)
        case 4 | 5:
            return Arms(Field((ground,)), Charge(draws.choice(tuple(ORDINARIES)), figure))
        case _:
            return Arms(
                Field((ground,)), Charge(_small(draws.choice(tuple(FIGURES)), figure), figure, draws.choice((1, 3)))
            )


def _small(figure: str, tincture: str) -> str:
    """The figure, a disc under the name that its tincture gives it."""
    return roundel(tincture) if figure in ("besant", "tourteau") else figure
