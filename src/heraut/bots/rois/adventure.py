"""Those without units: they scout the lands about to be attacked, hire Heroes, search places that they can master."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from heraut.bots.rois.planner import Planner
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.encounter.fighters import Fighter, character, gear_of, monster
from heraut.games.rois.encounter.odds import Odds, odds
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.sheet.offers import PLANS
from heraut.games.rois.state import ALIGNMENTS, MAGICS, Character, Plan
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.geography import NEIGHBOURS

GLANCE, RUNS = 10, 40  # runs of an encounter: to see whether a plan is hopeless, to weigh it
HOPELESS = 0.2  # so many deaths at a glance
WORTHWHILE = 0.4
FLIGHT = read_plan("FL, FL, FL, FL, FL, FL, FL, FL")


class Carried(NamedTuple):
    """An item that somebody has with him."""

    number: int
    kind: str
    charges: int
    domain: str


class Adventurer(NamedTuple):
    """All that counts of somebody who meets a monster."""

    levels: tuple[tuple[str, int], ...]
    temper: str
    alignment: str
    hp: int
    max_hp: int
    gear: tuple[Carried, ...]


def adventures(planner: Planner) -> None:
    """Whoever leads nobody hires, searches or scouts; a King alone looks around himself for people."""
    for who in sorted(planner.people, key=prowess, reverse=True):
        planner.plan(who, FLIGHT)
        if who.role == "king":
            king_hires(planner, who)
        elif is_idle(planner, who) and not (hire(planner, who) or search(planner, who)):
            scout(planner, who)


def prowess(who: Character) -> tuple[int, int]:
    """The best fighters are the first to choose among the places (RO-SOLO-01)."""
    return max(who.levels.get(talent, 0) for talent in ("ME", "AR", *MAGICS)), -who.number


def is_idle(planner: Planner, who: Character) -> bool:
    """Whether he leads nobody, and has the whole year before him."""
    leads = who.number in planner.received or planner.units_of(who.number)
    return not leads and planner.season[who.number] == 1


def king_hires(planner: Planner, king: Character) -> None:
    """A King with few Heroes hires whoever is where he is, or explores his province to find somebody."""
    heroes = sum(each.role == "hero" for each in planner.people)
    if heroes >= planner.traits.few_heroes or planner.last_turn or planner.season[king.number] > 3:
        return
    if not hire(planner, king, near=False) and planner.map[king.province]["exploration"] < CONSTANTS.explore_all:
        planner.order(king, o.Explore())


def hire(planner: Planner, who: Character, *, near: bool = True) -> bool:
    """A free Hero whom the King can afford, here or, if one may go there, next door."""
    heroes = sum(each.role == "hero" for each in planner.people)
    if heroes >= planner.traits.most_heroes or planner.last_turn:
        return False
    for number, met in planner.own["met"].items():
        if met["kingdom"] or "levels" not in met or int(number) in planner.claimed:
            continue
        apart = abs(ALIGNMENTS.index(met["alignment"]) - ALIGNMENTS.index(planner.book.alignment))
        pay = max(1, -(-sum(met["levels"].values()) // CONSTANTS.hero_pay_divisor)) + apart
        within = met["province"] == who.province or (near and met["province"] in NEIGHBOURS[who.province])
        if (
            within
            and apart <= planner.traits.reach
            and planner.affordable(pay, 2)
            and met["levels"].get("TA", 0) + heroes < planner.traits.martial
        ):
            planner.claimed.add(int(number))
            planner.spend(pay)
            if met["province"] != who.province:
                planner.order(who, o.Move(met["province"]))
            return planner.order(who, o.Hire(int(number))) and planner.order(who, o.Hire(int(number)))
    return False


def search(planner: Planner, who: Character) -> bool:
    """A known place, here or next door, whose guardian he can master under some plan."""
    for province in (who.province, *NEIGHBOURS[who.province]):
        for place in planner.map.get(province, {}).get("features", ()):
            if (province, place["place"]) in planner.claimed_places or place["pacified"] or place["hp"] == 0:
                continue
            plan = best_plan(planner, who, place)
            if plan is not None:
                planner.claimed_places.add((province, place["place"]))
                if province != who.province:
                    planner.order(who, o.Move(province))
                return planner.order(who, o.Search(place["place"], plan))
    return False


def best_plan(planner: Planner, who: Character, place: Json) -> Plan | None:
    """The plan under which he gains most for a risk that can be borne; None if there is none."""
    if not place["guardian"]:
        return read_plan("SC")
    adventurer = as_adventurer(planner, who)
    best, chosen = WORTHWHILE, None
    for talent, plan in PLANS:
        if not talent or talent in who.levels:
            gain = promise(adventurer, plan, place["guardian"], planner.traits.deadly)
            if gain > best:
                best, chosen = gain, plan
    return chosen


def as_adventurer(planner: Planner, who: Character) -> Adventurer:
    """One of the King's people, with what he carries."""
    gear = tuple(
        Carried(number, item.kind, item.charges, item.domain)
        for number in who.items
        if (item := planner.items.get(number)) is not None
    )
    return Adventurer(tuple(sorted(who.levels.items())), who.temper, who.alignment, who.hp, who.max_hp, gear)


@lru_cache(maxsize=10_000)
def promise(adventurer: Adventurer, plan: Plan, guardian: str, deadly: float) -> float:
    """How often the plan brings something; 0 if it is too dangerous. All plans are weighed with the same dice."""
    found = chances(adventurer, plan, guardian, GLANCE)
    if gain_of(found) and found.endings.get("died", 0) <= HOPELESS:
        found = chances(adventurer, plan, guardian, RUNS)
        if found.endings.get("died", 0) <= deadly:
            return gain_of(found)
    return 0.0


def gain_of(found: Odds) -> float:
    """How often there is a treasure, or peace."""
    return found.victory + sum(found.endings.get(ending, 0) for ending in ("pact", "gift", "stolen"))


def chances(adventurer: Adventurer, plan: Plan, guardian: str, runs: int) -> Odds:
    """The odds of one plan against one sort of guardian."""
    levels, temper, alignment, hp, max_hp, gear = adventurer

    def own() -> Fighter:
        carried = [gear_of(*one) for one in gear]
        return character(
            dict(levels), temper=temper, alignment=alignment, plan=plan, gear=carried, hp=hp, max_hp=max_hp
        )

    return odds(own, lambda: monster(guardian), Rng(b"counsel"), runs=runs)


def scout(planner: Planner, who: Character) -> None:
    """Explores the province where he is, if it is not known, then the best next door."""
    seen = planner.map.get(who.province)
    if seen is not None and seen["exploration"] < CONSTANTS.explore_all and who.province not in planner.claimed_scouts:
        planner.claimed_scouts.add(who.province)
        planner.order(who, o.Explore())
    there = next_place(planner, who.province)
    if there:
        planner.claimed_scouts.add(there)
        planner.order(who, o.Move(there))
        planner.order(who, o.Explore())


def next_place(planner: Planner, where: int) -> int:
    """The neighbour most worth knowing: land, hardly explored, rich."""
    around = [
        there
        for there in planner.neighbours(where)
        if planner.map[there]["terrain"] != "sea"
        and planner.map[there]["exploration"] < CONSTANTS.explore_all // 2
        and there not in planner.claimed_scouts
    ]
    return max(around, key=lambda there: ("owner" not in planner.map[there], planner.worth(there), -there), default=0)
