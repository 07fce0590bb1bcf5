"""Units: one's own as they are, the forces that are seen, and those that others keep in the dark (RO-INFO-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from heraut.engine.protocol import Json
from heraut.games.rois.abilities import may_lead, unit_pay
from heraut.games.rois.dice import Dice
from heraut.games.rois.guess import growth
from heraut.games.rois.guess.known import Known
from heraut.games.rois.sight import FORCE_SIZES
from heraut.games.rois.state import AVERAGE, GREEN, NATIVES, NOBODY, VETERAN, Character, Province, Unit, World
from heraut.games.rois.tables import CONSTANTS, RACES, UNITS, wealth
from heraut.games.rois.units import may_enter
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.games.rois.world.numbering import BLOCK, REALMS, next_unit
from heraut.games.rois.world.population import NATIVE_COUNTS, native_type

SIZES = {1: (1, FORCE_SIZES[0]), 2: (FORCE_SIZES[0] + 1, FORCE_SIZES[1]), 3: (FORCE_SIZES[1] + 1, FORCE_SIZES[1] + 6)}
FIRST_TYPE, HOME_TYPE = (
    50,
    80,
)  # chances in hundredths, counted up: the first type of a people, its second, a foreign one
GARRISONS = 15  # units of an army that stand in garrison, in hundredths
COMMANDERS = 2  # Heroes or Kings of a kingdom who lead its armies
QUALITIES = (GREEN, AVERAGE, AVERAGE, AVERAGE, VETERAN)  # of the units of an army, as often as they stand here


class Barracks:
    """The units of a world that is being drawn, and where they may be put."""

    def __init__(self, known: Known, world: World, dice: Dice) -> None:
        self.known, self.world, self.dice = known, world, dice
        self.coastal = {
            number: any(world.provinces[there].terrain == "sea" for there in NEIGHBOURS[number])
            for number in world.provinces
        }
        self.people: dict[int, list[Character]] = {}
        self.raised_in: dict[int, list[tuple[str, str]]] = {}
        for each in world.characters.values():
            if each.kingdom and each.alive and each.province:
                self.people.setdefault(each.kingdom, []).append(each)
        for province in world.provinces.values():
            if province.owner:
                types = [(type, province.race) for type in province.types]
                self.raised_in.setdefault(province.owner, []).extend(types)

    def add(self, type: str, race: str, quality: int, kingdom: int, province: int, leader: int = NOBODY) -> None:
        """One more unit."""
        number = next_unit(self.world, kingdom)
        while number in self.world.units:
            number = next_unit(self.world, kingdom)
        self.world.units[number] = Unit(number, type, race, quality, kingdom, province, leader)

    def draw_type(self, kingdom: int, province: Province) -> tuple[str, str]:
        """The type and the race of a unit of this kingdom that may stand there."""
        realm, dice = self.world.kingdoms[kingdom], self.dice
        first, second = RACES[realm.race].home_types
        face = dice.d(100)
        type, race = (first if face <= FIRST_TYPE else second), realm.race
        raised = self.raised_in.get(kingdom)
        if face > HOME_TYPE and raised:
            type, race = dice.pick(raised)
        if not may_enter(type, province, coastal=self.coastal[province.number]):
            return ("FL", realm.race) if province.terrain == "sea" else (first, realm.race)
        return type, race


def draw_armies(known: Known, world: World, dice: Dice) -> None:
    """All units: one's own first, as the view lists them."""
    for seen in known.own.get("units", ()):
        world.units[seen["number"]] = own_unit(known, seen)
    if known.own:
        numbers = [*known.raised, *(seen["number"] for seen in known.own["units"])]
        world.raised[known.kingdom] = raised_so_far(known.kingdom, max(numbers, default=0))
    barracks = Barracks(known, world, dice)
    for number, seen in known.fresh.items():
        draw_seen(barracks, world.provinces[number], seen)
    for kingdom in known.others:
        draw_unseen(barracks, kingdom)
    draw_natives(barracks)


def own_unit(known: Known, seen: Json) -> Unit:
    """A unit of one's own."""
    fields = ("number", "type", "race", "quality", "province", "leader", "name")
    return Unit(kingdom=known.kingdom, **{field: seen[field] for field in fields})


def raised_so_far(kingdom: int, highest: int) -> int:
    """How many units a kingdom has had at least, by the highest number that one of them bears (`numbering`)."""
    block, place = divmod(highest - BLOCK * kingdom, BLOCK * REALMS)
    return max(0, BLOCK * block + place if place < BLOCK else BLOCK * (block + 1))


# In sight


def draw_seen(barracks: Barracks, province: Province, seen: Json) -> None:
    """The forces that stand in a province, by what their size may be and what a spy has counted."""
    for text, size in seen["forces"].items():
        kingdom, (least, most) = int(text), SIZES[size]
        if kingdom == NATIVES:
            settle(barracks, province, min(most, max(least, count_natives(province, barracks.dice))))
        elif kingdom in barracks.known.others:
            types = counted(barracks.known, province.number, kingdom)
            size = sum(types.values()) if types else barracks.dice.between(least, most)
            muster(barracks, kingdom, province, min(most, max(least, size)), types)


def counted(known: Known, province: int, kingdom: int) -> Counter[str]:
    """What a spy has counted there last year, give or take."""
    report = known.spied.get(province)
    units = report["units"] if report is not None else ()
    return Counter({type: count for number, type, count in units if number == kingdom})


def muster(barracks: Barracks, kingdom: int, province: Province, number: int, types: Counter[str]) -> None:
    """So many units of a kingdom in one place, led by those of its people who are there; ships first at sea."""
    told = list(types.elements())
    barracks.dice.shuffle(told)
    leaders = [each for each in barracks.people.get(kingdom, ()) if each.province == province.number]
    at_sea = province.terrain == "sea"
    for place in range(number):
        type, race = barracks.draw_type(kingdom, province)
        if place < len(told):
            type = told[place]
        if at_sea and UNITS[type].sort == "land" and place % (1 + CONSTANTS.cargo) == 0:
            type = "FL"
        enlist(barracks, kingdom, province, type, race, leaders)


def enlist(
    barracks: Barracks, kingdom: int, province: Province, type: str, race: str, leaders: Iterable[Character]
) -> None:
    """One unit under somebody who is there and may lead it, or in garrison."""
    world, dice = barracks.world, barracks.dice
    fit = [each.number for each in leaders if may_lead(world.items, each, race, type)]
    quality = AVERAGE if barracks.known.turn == 1 else dice.pick(QUALITIES)
    barracks.add(type, race, quality, kingdom, province.number, dice.pick(fit) if fit else NOBODY)


# In the dark


def draw_unseen(barracks: Barracks, kingdom: int) -> None:
    """What a kingdom keeps out of sight: as much as it may pay for, where it has lands or leaders (RO-FIN-03)."""
    known, world, dice = barracks.known, barracks.world, barracks.dice
    if known.turn == 1:
        start_package(barracks, kingdom)
        return
    base = sum(province.tax_base for province in world.provinces.values() if province.owner == kingdom)
    left = growth.around(growth.pay(known.turn, base), dice)
    left -= sum(unit_pay(unit.type) for unit in world.units.values() if unit.kingdom == kingdom)
    lands, commanders = hidden_lands(barracks, kingdom), hidden_commanders(barracks, kingdom)
    while left > 0 and (lands or commanders):
        marching = commanders and (not lands or not dice.pct(GARRISONS))
        leaders = [dice.pick(commanders)] if marching else []
        province = world.provinces[leaders[0].province] if leaders else dice.pick(lands)
        type, race = barracks.draw_type(kingdom, province)
        enlist(barracks, kingdom, province, type, race, leaders)
        left -= unit_pay(type)


def hidden_lands(barracks: Barracks, kingdom: int) -> list[Province]:
    """The lands of a kingdom that are not in sight."""
    lands = [each for each in barracks.world.provinces.values() if each.owner == kingdom and each.terrain != "sea"]
    return [each for each in lands if each.number not in barracks.known.fresh]


def hidden_commanders(barracks: Barracks, kingdom: int) -> list[Character]:
    """Those of its people who most likely lead its armies: the best tacticians who are not in sight, on land."""
    known, provinces = barracks.known, barracks.world.provinces
    found = [each for each in barracks.people.get(kingdom, ()) if each.province not in known.fresh]
    found = [each for each in found if provinces[each.province].terrain != "sea"]
    found.sort(key=lambda each: (-each.levels.get("TA", 0), -each.levels.get("MA", 0), each.number))
    return found[:COMMANDERS]


def start_package(barracks: Barracks, kingdom: int) -> None:
    """The units of the start (D21), where the home is not in sight."""
    world = barracks.world
    realm = world.kingdoms[kingdom]
    home = world.provinces[realm.home]
    if home.number in barracks.known.fresh:
        return
    for type, leader in [(RACES[realm.race].home_types[0], realm.king)] * CONSTANTS.start_units + [("GA", NOBODY)]:
        there = leader and world.characters[leader].province == home.number
        barracks.add(type, realm.race, AVERAGE, kingdom, home.number, leader if there else NOBODY)


# Natives


def draw_natives(barracks: Barracks) -> None:
    """The defenders of native provinces that are not in sight: those who were once seen there, or as many as a land
    like this has (RO-MAP-08).
    """
    known, world = barracks.known, barracks.world
    for number, province in world.provinces.items():
        if province.owner != NATIVES or not province.race or number in known.fresh:
            continue
        count = count_natives(province, barracks.dice)
        if number in known.sighted and known.sighted[number]["owner"] == NATIVES:
            least, most = SIZES.get(known.sighted[number]["forces"].get("0", 0), (0, 0))
            count = min(most, max(least, count))
        settle(barracks, province, count)


def count_natives(province: Province, dice: Dice) -> int:
    """How many defend a province of this wealth."""
    few, some, many = NATIVE_COUNTS[wealth(province.tax_base)]
    return (few, some, some, many)[dice.d(4) - 1]


def settle(barracks: Barracks, province: Province, count: int) -> None:
    """So many natives; what they are follows from what is raised there."""
    for _ in range(count):
        type = native_type(province, barracks.dice) if province.types else "GA"
        barracks.add(type, province.race or "human", AVERAGE, NATIVES, province.number)
