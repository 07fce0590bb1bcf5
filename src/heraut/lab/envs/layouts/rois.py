"""Rois aventuriers: a King's view, kingdom by kingdom, his people, and the world province by province as he knows it.

Kingdoms are relative: 1 is one's own, 2 the next in their order, 0 the natives' or nobody's.
"""

from __future__ import annotations

from functools import partial

from heraut.engine.protocol import Json, Seat
from heraut.games import rois
from heraut.games.rois.orders import ORDERS, REALM_ORDERS, StandingPlan
from heraut.games.rois.state import ABILITIES, ALIGNMENTS, HUMANOIDS, OFFICES, World
from heraut.games.rois.tables import RACES, TERRAINS, UNITS
from heraut.games.rois.view import WEALTH
from heraut.games.rois.world.geography import PROVINCES
from heraut.lab.envs.layouts.layout import Block, Layout, finite, numbered, own, relative

PEOPLE = 12  # of one's own, in the order of their numbers; more are left out
PERSON = ("number", "King", "province", "alive", "hit points", "most hit points", "season's pay", *ABILITIES)
KINGDOM = ("stands", "alignment", "race", "relation (1 ally, -1 enemy)")
PROVINCE = (
    "known (1)", "terrain", "wealth", "explored, per cent", "owner (0: natives or unknown)", "tax base",
    "forces of others", "one's units", "one's people", "places found",
)  # fmt: skip
RELATIONS = {"allied": 1, "neutral": 0, "enemy": -1}
ALIGNMENT, RACE, TERRAIN = numbered(ALIGNMENTS), numbered(RACES), numbered(TERRAINS)


def layout(state: World, seats: tuple[Seat, ...]) -> Layout:
    """The layout for so many kingdoms; the number of a seat is its kingdom's, less one."""
    number = len(seats)
    people = f"one's own: {', '.join(PERSON)}"
    return Layout(
        [
            Block("time", 4, "year, years in all, years to the vote (-1: none), whether one may call it", time_of),
            Block("own", 2 + len(OFFICES), f"gold, provinces, standing for {', '.join(OFFICES)}", own_of),
            Block("kingdoms", len(KINGDOM) * number, f"own first: {', '.join(KINGDOM)}", partial(kingdoms_of, number)),
            Block("people", len(PERSON) * PEOPLE, people, people_of),
            Block("world", len(PROVINCE) * PROVINCES, f"by number: {', '.join(PROVINCE)}", partial(world_of, number)),
        ],
        rois.view,
        (*ORDERS, *REALM_ORDERS, StandingPlan),
        ("order_sheet",),
        numbered((*ABILITIES, *UNITS, *HUMANOIDS)),
    )


def time_of(seen: Json, me: int) -> list[int]:
    """When it is."""
    vote = seen["vote"] - seen["turn"] if seen["vote"] else -1
    return [seen["turn"], seen["turns"], vote, own(seen).get("may_call", False)]


def own_of(seen: Json, me: int) -> list[float]:
    """A King's means."""
    mine = own(seen)
    if not mine:
        return [0.0] * (2 + len(OFFICES))
    return [mine["gold"], len(mine["provinces"]), *(finite(mine["standings"].get(office)) for office in OFFICES)]


def kingdoms_of(number: int, seen: Json, me: int) -> list[float]:
    """The kingdoms, one's own first."""
    relations = own(seen).get("relations", {})
    values: list[float] = []
    for place in (*range(me, number), *range(me)):
        code = str(place + 1)
        kingdom = seen["kingdoms"][code]
        values += (not kingdom["fallen"], ALIGNMENT[kingdom["alignment"]], RACE[kingdom["race"]])
        values.append(RELATIONS[relations.get(code, "neutral")])
    return values


def people_of(seen: Json, me: int) -> list[float]:
    """One's own characters."""
    values: list[float] = []
    for one in own(seen).get("characters", ())[:PEOPLE]:
        values += (one["number"], one["role"] == "king", one["province"], not one["died"], one["hp"], one["max_hp"])
        values += (one["pay"], *(one["levels"].get(ability, 0) for ability in ABILITIES))
    return values + [0.0] * (len(PERSON) * PEOPLE - len(values))


def world_of(number: int, seen: Json, me: int) -> list[float]:
    """The provinces."""
    width, mine = len(PROVINCE), own(seen)
    values = [0.0] * (width * PROVINCES)
    for code, known in mine.get("map", {}).items():
        start = width * (int(code) - 1)
        owner = known.get("owner", 0)
        whose = relative(owner - 1, me, number) if owner else 0
        values[start : start + 4] = 1, TERRAIN[known["terrain"]], WEALTH.index(known["wealth"]), known["exploration"]
        values[start + 4] = whose
        values[start + 5] = known.get("tax_base", 0)
        values[start + 6] = sum(size for other, size in known.get("forces", {}).items() if int(other) != me + 1)
        values[start + 9] = len(known.get("features", ()))
    for column, things in ((7, mine.get("units", ())), (8, mine.get("characters", ()))):
        for thing in things:
            if thing["province"]:
                values[width * (thing["province"] - 1) + column] += 1
    return values


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The map, as a view shows it."""
    from heraut.games.rois.picture import map_svg  # much to load for those who learn without

    return map_svg(view, lang=lang)
