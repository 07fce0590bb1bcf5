"""Fleets that sail for sea provinces: most belong to nobody, and each yields a little, and honour to its admirals."""

from __future__ import annotations

from heraut.bots.rois.planner import Planner
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import level
from heraut.games.rois.state import Character
from heraut.games.rois.tables import UNITS

SQUADRON = 2  # ships of a captain: one alone is lost to the first sea people that it meets
YEARS = 3  # a ship must be able to earn its pay
HOPE = 2  # what a year at sea may add to the income
LONGEST = 4  # seas of a voyage: a season is left to study
COMPASS = 9  # the invention (D17)


def voyages(planner: Planner) -> None:
    """The best sailors among those without units become captains, as many as the King wants, and sail."""
    if not planner.traits.seas:
        return
    captains = [who for who in planner.people if is_captain(planner, who)]
    for who in sorted(planner.people, key=lambda each: (-level(planner.items, each, "NA"), each.number)):
        if len(captains) >= planner.traits.seas:
            break
        if who not in captains and equip(planner, who):
            captains.append(who)
    for who in captains:
        sail_on(planner, who)


def is_captain(planner: Planner, who: Character) -> bool:
    """Whether he leads ships and nobody else."""
    units = planner.units_of(who.number)
    return bool(units) and all(unit["type"] == "FL" for unit in units)


def equip(planner: Planner, who: Character) -> bool:
    """A Hero without units, in a port of his King's, has ships built."""
    free = who.role == "hero" and not planner.units_of(who.number) and who.number not in planner.received
    seen = planner.map.get(who.province, {})
    late = planner.turn + YEARS > planner.view["turns"]
    if not free or who.province not in planner.provinces or "FL" not in seen.get("types", ()) or late:
        return False
    if not planner.leads(who, seen["race"], "FL") or not open_seas(planner, who.province):
        return False
    built = 0
    while built < SQUADRON and planner.capacity(who.province) > 0 and planner.affordable(UNITS["FL"].pay, HOPE):
        planner.spend(UNITS["FL"].pay)
        planner.raised[who.province] += 1
        built += 1
    if built:
        planner.order(who, o.Recruit("FL", built))
        planner.sailors.add(who.number)
    return bool(built)


def sail_on(planner: Planner, who: Character) -> None:
    """From sea to sea, always to the richest that is nobody's; through one's own where there is none."""
    planner.sailors.add(who.number)
    speed = UNITS["FL"].speed + level(planner.items, who, "NA") + (COMPASS in planner.own["inventions"])
    here = who.province
    for _ in range(min(speed, LONGEST)):
        seas = open_seas(planner, here) or own_seas(planner, here)
        if not seas or not planner.seasons_left(who):
            return
        here = max(seas, key=lambda there: (there not in planner.provinces, planner.worth(there), -there))
        planner.claimed.add(here)
        planner.order(who, o.Move(here))


def open_seas(planner: Planner, here: int) -> list[int]:
    """Seas next door that are nobody's, as far as is known, and where nobody is in sight."""
    return [
        there
        for there in planner.neighbours(here)
        if planner.map[there]["terrain"] == "sea"
        and there not in planner.provinces
        and there not in planner.claimed
        and not planner.owner(there)
        and not planner.map[there].get("race")
        and not planner.map[there].get("forces")
    ]


def own_seas(planner: Planner, here: int) -> list[int]:
    """Seas of one's own next door, with an open one behind them."""
    return [
        there
        for there in planner.neighbours(here)
        if planner.map[there]["terrain"] == "sea" and there in planner.provinces and open_seas(planner, there)
    ]
