"""What each kingdom knows: one's own what the view shows, others what their lands show (RO-INFO-01, RO-INFO-02)."""

from __future__ import annotations

from heraut.games.rois.dice import Dice
from heraut.games.rois.guess.known import YEAR_S_END, Known
from heraut.games.rois.guess.merit import earn_merit
from heraut.games.rois.phases.offices import standings
from heraut.games.rois.sight import chart, look_around
from heraut.games.rois.state import Acquaintance, Kingdom, Sighting, World
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.games.rois.world.whereabouts import Whereabouts


def remember(known: Known, world: World, dice: Dice) -> None:
    """Maps, places, people and sightings of all kingdoms that are in play."""
    for number in known.others:
        learn_lands(world, world.kingdoms[number], dice)
    earn_merit(known, world, dice)
    if known.turn > 1:
        look_around(Whereabouts(world), known.turn - 1, YEAR_S_END)
        for number, shares in standings(world).items():
            world.kingdoms[number].standings = shares
    else:
        look_around(Whereabouts(world), 0, 0)
    for number in known.others:
        world.kingdoms[number].may_call = known.turn > 1 and may_call(world, number)
    if known.own:
        recall(known, world.kingdoms[known.kingdom])


def learn_lands(world: World, kingdom: Kingdom, dice: Dice) -> None:
    """What another kingdom has explored: its home whole, its lands in part, with what lies there (RO-EXPL-01)."""
    explored = {kingdom.home: CONSTANTS.explore_all}
    for province in world.provinces.values():
        if province.owner == kingdom.number:
            explored.setdefault(province.number, dice.between(5, CONSTANTS.explore_all))
    kingdom.exploration = dict(sorted(explored.items()))
    for number, reached in kingdom.exploration.items():
        chart(kingdom, number, 0)
        for place in world.provinces[number].features:
            feature = world.features[place]
            if feature.threshold <= reached or reached == CONSTANTS.explore_all:
                kingdom.features[place] = -1 if feature.guardian is not None else 0
                feature.first = feature.first or kingdom.number
    for each in world.characters.values():
        if each.role == "free" and 0 < each.threshold <= kingdom.exploration.get(each.province, 0):
            kingdom.met[each.number] = Acquaintance(each.province, 0, each.kingdom, dict(each.levels))
        for item in each.items if each.kingdom == kingdom.number else ():
            kingdom.items[item] = world.items[item].kind


def may_call(world: World, number: int) -> bool:
    """Whether a kingdom and its Allies hold enough to call an election (RO-VIC-02)."""
    bloc = {number, *(other for other, relation in world.kingdoms[number].relations.items() if relation == "allied")}
    lands = world.provinces.values()
    held = sum(province.tax_base for province in lands if province.owner in bloc)
    return 100 * held > world.settings.crown * sum(province.tax_base for province in lands)


def recall(known: Known, kingdom: Kingdom) -> None:
    """One's own memory, as the view shows it."""
    kingdom.standings = dict(known.own["standings"])
    kingdom.exploration = {number: seen["exploration"] for number, seen in known.map.items() if seen["exploration"]}
    kingdom.charted = dict.fromkeys(known.map, 0)
    kingdom.visited = {
        number: 0 for number in known.map if known.map.keys() >= {*NEIGHBOURS[number]} and is_visited(known, number)
    }
    kingdom.sightings = {
        number: Sighting(
            seen["turn"], seen["season"], seen["owner"],
            {int(other): size for other, size in seen["forces"].items()}, list(seen["characters"]),
        )
        for number, seen in known.sighted.items()
    }  # fmt: skip
    kingdom.met = {
        number: Acquaintance(
            met["province"], met["turn"], met["kingdom"], dict(met["levels"]) if "levels" in met else None
        )
        for number, met in known.met.items()
    }
    kingdom.items = {number: seen["kind"] for number, seen in known.items.items()}


def is_visited(known: Known, number: int) -> bool:
    """Whether one of one's own people has been there, as far as can be told: whoever was explored a little, or stands
    there now.
    """
    return bool(known.exploration(number)) or any(each["province"] == number for each in known.characters.values())
