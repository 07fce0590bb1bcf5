"""The land without a lord that is best taken next: where a card opens by itself, and what a report ends with."""

from __future__ import annotations

from typing import NamedTuple

from heraut.engine.protocol import Json
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.calculators.conquest import chance, meeting, sure_chance
from heraut.games.gloire.state import KnightId, LandName
from heraut.site.games.gloire.draft import Draft
from heraut.site.games.gloire.proposals import Offers

MOST_KNIGHTS = 4  # who are looked at: to follow a battle takes its time


class Conquest(NamedTuple):
    """A knight, the neutral land that he would take, with how many men; `amount` raises them (0: he has them)."""

    knight: str
    land: str
    men: int
    amount: int
    chance: int  # in a hundred


def best_conquest(view: Json, lang: str, draft: Draft) -> Conquest | None:
    """The surest conquest of a lord whose orders are these; None where none is sure enough, or can be paid for."""
    offers, knights = Offers(view, lang, draft), view["own"]["knights"]
    in_person = view["own"]["lord_knight"]
    ready = sorted(knights, key=lambda id: (-offers.men(id), int(id) != in_person))
    bordering = [(id, land) for id in ready if (land := offers.target(id)) is not None and offers.free(id)]
    found = [conquest_of(offers, id, land) for id, land in bordering[:MOST_KNIGHTS]]
    return min((one for one in found if one), key=lambda one: (one.amount, -one.chance), default=None)


def conquest_of(offers: Offers, knight: str, land: str) -> Conquest | None:
    """What this knight would do: with the men whom he leads, or with those of a levy."""
    met, men = meeting(offers.view, KnightId(int(knight)), LandName(land)), offers.men(knight)
    if (likely := sure_chance(met, men)) is not None:
        return Conquest(knight, land, men, 0, int(100 * likely))
    plan = offers.levy_plan(knight, land)
    if plan is None:
        return None
    return Conquest(knight, land, plan.men, plan.amount, int(100 * chance(met, plan.men)))


def free_borders(view: Json) -> int:
    """How many lands without a lord border those of the lord."""
    return owners_near(view).count(None)


def enemy_borders(view: Json) -> list[str]:
    """The enemy of each land that borders those of the lord."""
    enemies = view["lords"][view["own"]["seat"]]["enemies"]
    return [owner for owner in owners_near(view) if owner is not None and owner in enemies]


def owners_near(view: Json) -> list[str | None]:
    """Who holds each land that borders those of the lord; None: nobody."""
    places = atlas(view["map"]).places
    near = {other for name in view["own"]["lands"] for other in places[name].neighbours}
    return [view["lands"][name]["owner"] for name in sorted(near)]
