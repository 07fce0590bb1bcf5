"""The land: terrains, taxes, races, native types and names of the provinces that were never seen (RO-MAP-05 to 08)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from heraut.engine.protocol import Json
from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.guess.known import Known
from heraut.games.rois.naming import province_name
from heraut.games.rois.state import HUMANOIDS, Province
from heraut.games.rois.tables import CONSTANTS, RACES, TERRAINS, name_lists, wealth
from heraut.games.rois.view import WEALTH
from heraut.games.rois.world.generator import is_coast
from heraut.games.rois.world.geography import NEIGHBOURS, PROVINCES, distance
from heraut.games.rois.world.population import native_types

TRIES = 20  # draws of a tax before any of its class will do
ISLAND = 5  # chance in hundredths that land is drawn away from all other land
ARTICLES = {"de ": "", "d'": "", "du ": "Le ", "des ": "Les "}  # what stands behind "Mer" stood before the name


def draw_lands(known: Known, dice: Dice) -> dict[int, Province]:
    """The 162 provinces: those that are charted as they are known, the others drawn. Nobody owns them yet."""
    land = draw_land(known, dice)
    homes = draw_homes(known, land, dice)
    terrains = draw_terrains(known, land, homes, dice)
    names = draw_names(known, dice)
    lands = {}
    for number in range(1, PROVINCES + 1):
        seen, terrain = known.map.get(number), terrains[number]
        name = bare_name(seen, number) if seen is not None else names.pop()
        lands[number] = Province(number, name, terrain, 0, "", home=homes.get(number, 0))  # type: ignore[arg-type]
        lands[number].tax_base = draw_tax(known, lands[number], dice)
    draw_peoples(known, lands, land, dice)
    return lands


def draw_land(known: Known, dice: Dice) -> set[int]:
    """Which provinces are land: those known to be, and as many others as there are, grown around them."""
    land = {number for number, seen in known.map.items() if seen["terrain"] != "sea"}
    open_to = [number for number in range(1, PROVINCES + 1) if number not in known.map]
    shore = [there for here in sorted(land) for there in NEIGHBOURS[here] if there not in known.map]
    wanted = min(len(land) + len(open_to), CONSTANTS.land)
    while len(land) < wanted:
        source = open_to if not shore or dice.pct(ISLAND) else shore
        grown = take(source, dice)
        if grown not in land:
            land.add(grown)
            shore += [there for there in NEIGHBOURS[grown] if there not in known.map and there not in land]
    return land


def take(numbers: list[int], dice: Dice) -> int:
    """Removes a random one of these numbers and returns it."""
    place = dice.d(len(numbers)) - 1
    numbers[place], numbers[-1] = numbers[-1], numbers[place]
    return numbers.pop()


def draw_homes(known: Known, land: set[int], dice: Dice) -> dict[int, int]:
    """Whose home each province is: those that were seen, one's own, and one for each other kingdom where it may be."""
    homes: dict[int, int] = {}
    for number, seen in (*known.sighted.items(), *known.surveyed.items()):
        if seen["home"] and (number in known.sighted or seen["home"] not in homes.values()):
            homes[number] = seen["home"]
    if known.own:
        homes[known.own["home"]] = known.kingdom
    for kingdom, card in known.cards.items():
        if kingdom in homes.values():
            continue
        fit = fit_for_home(known, land, homes, RACES[card["race"]].home)
        if fit:
            homes[dice.pick(fit)] = kingdom
    return homes


def fit_for_home(known: Known, land: set[int], homes: Mapping[int, int], terrain: str) -> list[int]:
    """Where the home of a people may be that was never seen: on fitting land far from others, failing that on any."""
    taken = known.surveyed.keys() | known.provinces | homes.keys()
    free = sorted(land - taken)
    rich = [n for n in free if n not in known.map or known.map[n]["wealth"] == WEALTH[0]]
    like = [n for n in rich if n not in known.map or known.map[n]["terrain"] == terrain]
    apart = [n for n in like if all(distance(n, home) >= known.apart() for home in homes)]
    return apart or like or rich or free


def draw_terrains(known: Known, land: set[int], homes: Mapping[int, int], dice: Dice) -> dict[int, str]:
    """The terrain of each province: as many of each as a world has, homes what their people like (RO-MAP-05)."""
    terrains = {number: seen["terrain"] for number, seen in known.map.items()}
    for number, kingdom in homes.items():
        terrains.setdefault(number, RACES[known.cards[kingdom]["race"]].home)
    left = Counter({code: row.land for code, row in TERRAINS.items() if row.land})
    left.subtract(terrain for terrain in terrains.values() if terrain != "sea")
    rest = [code for code, count in left.items() for _ in range(count)]
    dice.shuffle(rest)
    for number in range(1, PROVINCES + 1):
        if number not in terrains:
            terrains[number] = "sea" if number not in land else rest.pop() if rest else "plain"
    return terrains


def draw_tax(known: Known, province: Province, dice: Dice) -> int:
    """The tax base: as seen, of the class that is charted, or any that the terrain has (RO-MAP-07)."""
    number = province.number
    if number in known.surveyed:
        seen: int = known.surveyed[number]["tax_base"]
        return seen
    charted = WEALTH.index(known.map[number]["wealth"]) if number in known.map else None
    if province.home and charted in (None, 0):
        return CONSTANTS.home_tax
    for _ in range(TRIES):
        tax = tax_of(province.terrain, dice)
        if charted is None or wealth(tax) == charted:
            return tax
    assert charted is not None
    return CONSTANTS.wealth[charted]


def tax_of(terrain: str, dice: Dice) -> int:
    """A tax of this terrain."""
    if terrain == "sea":
        return dice.pick(CONSTANTS.sea_tax)
    return clamp(TERRAINS[terrain].tax + dice.roll(2, 4) - 5, 0, 10)


# Names


def draw_names(known: Known, dice: Dice) -> list[str]:
    """The names that no known province bears, in a random order (D22)."""
    parts = name_lists()
    borne = {bare_name(seen, number) for number, seen in known.map.items()}
    names = [start + end for start in parts["starts"] for end in parts["ends"]]
    names = [name for name in names if name not in borne]
    dice.shuffle(names)
    return names


def bare_name(seen: Json, number: int) -> str:
    """The name of a province that is known: what `province_name` makes the known one of."""
    name: str = seen["name"]
    if seen["terrain"] != "sea":
        return name
    behind = name.removeprefix("Mer ")
    for article, before in ARTICLES.items():
        bare = before + behind.removeprefix(article)
        if behind.startswith(article) and province_name(Province(number, bare, "sea", 0, "")) == name:
            return bare
    return name


# Peoples


def draw_peoples(known: Known, lands: Mapping[int, Province], land: set[int], dice: Dice) -> None:
    """Who lives where, and what is raised there: as seen; elsewhere those peoples that are left (RO-MAP-06, D19)."""
    for number, seen in known.surveyed.items():
        lands[number].race, lands[number].types = seen["race"], tuple(seen["types"])
    for province in lands.values():
        if province.home and province.number not in known.surveyed:
            province.race = known.cards[province.home]["race"]
    free = [province for number, province in lands.items() if number not in known.surveyed and not province.home]
    dice.shuffle(free)
    seen_ashore = Counter(lands[number].race for number in known.surveyed if lands[number].terrain != "sea")
    seen_at_sea = Counter(lands[number].race for number in known.surveyed if lands[number].terrain == "sea")
    settle_beasts([province for province in free if province.terrain != "sea"], seen_ashore, dice)
    settle_seas([province for province in free if province.terrain == "sea"], seen_at_sea, dice)
    for province in lands.values():
        if province.number in known.surveyed or not province.race:
            continue
        coastal = province.number in land and is_coast(province.number, land)
        if province.home:
            province.types = (*RACES[province.race].home_types, *(("FL",) if coastal else ()))
        else:
            province.types = native_types(province.race, province.terrain, dice, coastal=coastal)


def settle_beasts(free: Iterable[Province], seen: Counter[str], dice: Dice) -> None:
    """The lands of eagles, dragons, trolls, ents and werebeasts that were not seen, then those of humanoids."""
    left = list(free)
    for race, row in RACES.items():
        if row.raises and "sea" not in row.terrains:
            fit = [province for province in left if province.terrain in row.terrains and not province.race]
            for province in fit[: max(0, row.count - seen[race])]:
                province.race = race
    counts = Counter({"human": CONSTANTS.human, **dict.fromkeys(HUMANOIDS[1:], CONSTANTS.other_humanoids)})
    counts.subtract(seen)
    people = [race for race in HUMANOIDS for _ in range(counts[race])]
    dice.shuffle(people)
    for province in left:
        if not province.race:
            province.race = people.pop() if people else "human"


def settle_seas(free: Iterable[Province], seen: Counter[str], dice: Dice) -> None:
    """Whales, mermen and fishermen of the seas; most are empty."""
    counts = {race: row.count for race, row in RACES.items() if row.terrains == ("sea",)}
    counts["human"] = CONSTANTS.human_sea
    counts[""] = PROVINCES - CONSTANTS.land - sum(counts.values())
    peoples = [race for race, count in counts.items() for _ in range(count - seen[race])]
    dice.shuffle(peoples)
    for province in free:
        province.race = peoples.pop() if peoples else ""
