"""Who lives in a new world: races and natives, their Heroes and the free ones (RO-MAP-06, 08 to 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.games.rois.dice import Dice
from heraut.games.rois.state import (
    ABILITIES,
    ALIGNMENTS,
    AVERAGE,
    HUMANOIDS,
    NATIVES,
    Alignment,
    Character,
    Province,
    Temper,
    Unit,
    World,
)
from heraut.games.rois.tables import (
    ALIGNMENT_TABLE,
    CONSTANTS,
    RACES,
    name_lists,
    wealth,
)
from heraut.games.rois.world.features import draw_item
from heraut.games.rois.world.generator import Lie, is_coast
from heraut.games.rois.world.geography import PROVINCES
from heraut.games.rois.world.numbering import next_unit

MADE_NAMES = 48  # in reserve for each race and sex: twelve Kings of one people, and their heirs for thirty years
NATIVE_COUNTS = ((2, 3, 4), (1, 2, 3), (1, 1, 1))  # by wealth class, with 25, 50 and 25 % (RO-MAP-08)


def provinces_of(lie: Lie, races: Sequence[str], dice: Dice) -> dict[int, Province]:
    """The 162 provinces: their names, terrains, taxes, races and native types."""
    parts = name_lists()
    names = [start + end for start in parts["starts"] for end in parts["ends"]]
    dice.shuffle(names)
    settled = draw_races(lie, races, dice)
    land = {province for province, terrain in lie.terrains.items() if terrain != "sea"}
    provinces = {}
    for number in range(1, PROVINCES + 1):
        terrain, race = lie.terrains[number], settled.get(number, "")
        province = Province(number, names[number - 1], terrain, lie.taxes[number], race)  # type: ignore[arg-type]
        coastal = number in land and is_coast(number, land)
        if number in lie.homes:
            province.types = (*RACES[race].home_types, *(("FL",) if coastal else ()))
        elif race:
            province.types = native_types(race, terrain, dice, coastal=coastal)
        provinces[number] = province
    return provinces


def draw_races(lie: Lie, races: Sequence[str], dice: Dice) -> dict[int, str]:
    """The race of every inhabited province; homes have their King's (RO-MAP-06)."""
    settled = dict(zip(lie.homes, races, strict=True))
    free = [province for province in lie.terrains if province not in settled]
    dice.shuffle(free)
    for race, row in RACES.items():
        fit = [province for province in free if lie.terrains[province] in row.terrains and province not in settled]
        settled |= dict.fromkeys(fit[: row.count], race)
    sea = [province for province in free if lie.terrains[province] == "sea" and province not in settled]
    settled |= dict.fromkeys(sea[: CONSTANTS.human_sea], "human")
    counts = {"human": CONSTANTS.human, **dict.fromkeys(HUMANOIDS[1:], CONSTANTS.other_humanoids)}
    for race in races:
        counts[race if counts[race] else "human"] -= 1
    people = [race for race, count in counts.items() for _ in range(count)]
    dice.shuffle(people)
    for province in sorted(free):
        if lie.terrains[province] != "sea" and province not in settled:
            settled[province] = people.pop()
    return settled


def native_types(race: str, terrain: str, dice: Dice, *, coastal: bool) -> tuple[str, ...]:
    """What a native province raises, GA left out (D19)."""
    if RACES[race].raises:
        return (RACES[race].raises,)
    if terrain == "sea":
        return ("FL",)
    first, *others = RACES[race].natives[terrain]
    if dice.pct(CONSTANTS.second_native):
        second = others[0] if len(others) == 1 or dice.pct(CONSTANTS.heavy_cavalry) else others[1]
        return first, second
    if coastal and dice.pct(CONSTANTS.coastal_fleet):
        return first, "FL"
    return (first,)


def settle_natives(world: World, dice: Dice) -> None:
    """The defenders of the native provinces (RO-MAP-08), numbered in an order that tells nothing of where they are."""
    drawn: list[tuple[Province, str]] = []
    for province in world.provinces.values():
        if province.race and not province.home:
            few, some, many = NATIVE_COUNTS[wealth(province.tax_base)]
            count = (few, some, some, many)[dice.d(4) - 1]
            drawn += [(province, native_type(province, dice)) for _ in range(count)]
    dice.shuffle(drawn)
    for province, type in drawn:
        unit = Unit(next_unit(world, NATIVES), type, province.race, AVERAGE, NATIVES, province.number)
        world.units[unit.number] = unit


def native_type(province: Province, dice: Dice) -> str:
    """The first type with 60 %, the second with 25 %, GA with 15 %; what is missing goes to the first."""
    face = dice.d(100)
    if face <= CONSTANTS.first_type:
        return province.types[0]
    if face <= CONSTANTS.first_type + CONSTANTS.second_type:
        return province.types[-1]
    return "GA" if raises_garrisons(province) else province.types[0]


def raises_garrisons(province: Province) -> bool:
    """GA is raised in humanoid provinces of the land (D19)."""
    return province.race in HUMANOIDS and province.terrain != "sea"


def draw_heroes(world: World, names: Mapping[tuple[str, str], list[str]], dice: Dice) -> None:
    """The Heroes of native provinces (RO-MAP-09), and thirty free ones (RO-MAP-10), numbered in a random order."""
    native = [province for province in world.provinces.values() if province.terrain != "sea" and not province.home]
    homes = [
        province.number for province in native if province.race in HUMANOIDS and dice.pct(CONSTANTS.provincial_hero)
    ]
    seats = [(province, "provincial") for province in homes]
    seats += [(dice.pick(native).number, "free") for _ in range(CONSTANTS.free_heroes)]
    dice.shuffle(seats)
    for number, role in seats:
        province = world.provinces[number]
        race = province.race if province.race in HUMANOIDS else "human"
        hero = draw_hero(len(world.characters) + 1, race, number, names, dice)
        if role == "provincial":
            hero.role, province.hero = "provincial", hero.number
        else:
            hero.threshold = dice.d(CONSTANTS.free_threshold)
        if dice.pct(CONSTANTS.provincial_item):
            hero.items.append(draw_item(world, dice))
        world.characters[hero.number] = hero


def draw_hero(
    number: int, race: str, province: int, names: Mapping[tuple[str, str], list[str]], dice: Dice
) -> Character:
    """A Hero of nobody: sex, alignment, temper, levels (RO-MAP-09)."""
    sex = "MF"[dice.d(2) - 1]
    alignment: Alignment = dice.pick(ALIGNMENTS)
    temper: Temper = list(CONSTANTS.tempers)[dice.weighted(list(CONSTANTS.tempers.values()))]  # type: ignore[assignment]
    levels = draw_levels(dice)
    return Character(
        number=number,
        name=new_name(names, race, sex),
        sex=sex,
        race=race,
        alignment=alignment,
        temper=temper,
        role="free",
        kingdom=0,
        province=province,
        levels=levels,
        aptitudes=hero_aptitudes(levels, alignment, dice),
        hp=CONSTANTS.hit_points,
        max_hp=CONSTANTS.hit_points,
        devoted=dice.pct(CONSTANTS.devoted),
    )


def draw_levels(dice: Dice) -> dict[str, int]:
    """2 to 6 levels: each further one goes by half to the ability last raised, at most 3 in each."""
    total = list(CONSTANTS.sums)[dice.weighted(list(CONSTANTS.sums.values()))]
    levels: dict[str, int] = {}
    last = ""
    while sum(levels.values()) < total:
        if not last or not dice.pct(CONSTANTS.same_again):
            last = list(CONSTANTS.abilities)[dice.weighted(list(CONSTANTS.abilities.values()))]
        if levels.get(last, 0) < CONSTANTS.drawn_level_max:
            levels[last] = levels.get(last, 0) + 1
    return levels


def hero_aptitudes(levels: Mapping[str, int], alignment: Alignment, dice: Dice) -> dict[str, int]:
    """d(3) + level, doubled where the alignment favours, at most 5 (RO-CHAR-07)."""
    return doubled({ability: dice.d(3) + levels.get(ability, 0) for ability in ABILITIES}, alignment)


def king_aptitudes(levels: Mapping[str, int], alignment: Alignment) -> dict[str, int]:
    """2 + level, doubled where the alignment favours, at most 5 (RO-CHAR-06)."""
    return doubled({ability: CONSTANTS.aptitude_base + levels.get(ability, 0) for ability in ABILITIES}, alignment)


def doubled(aptitudes: dict[str, int], alignment: Alignment) -> dict[str, int]:
    """The aptitude, never the level, is doubled in the two favoured abilities; 5 at most (RO-CHAR-05)."""
    row = ALIGNMENT_TABLE[alignment]
    for ability in (row.magic, row.special):
        aptitudes[ability] *= 2
    return {ability: min(CONSTANTS.aptitude_cap, aptitude) for ability, aptitude in aptitudes.items()}


def new_name(names: Mapping[tuple[str, str], list[str]], race: str, sex: str) -> str:
    """A name that nobody in the world bears; once a list is used up, a name and its ordinal."""
    left = names[race, sex]
    name = left.pop()
    if not left:
        base, _, ordinal = name.rpartition(" ")
        left.append(f"{base} {int(ordinal) + 1}" if base and ordinal.isdigit() else f"{name} 2")
    return name


def shuffled_names(dice: Dice, taken: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """The names of D22 by race and sex, in a random order, those that are taken left out; the last are made of parts.

    Names are given from the end of a list, so that those made of parts serve when the others are borne.
    """
    lists = name_lists()
    names = {}
    for race in HUMANOIDS:
        for sex in "MF":
            parts = lists[race]["parts"][sex]
            found = [name for name in lists[race][sex] if name not in taken]
            made = [start + end for start in parts["starts"] for end in parts["ends"]]
            made = [name for name in made if name not in taken and name not in lists[race][sex]]
            dice.shuffle(found)
            dice.shuffle(made)
            names[race, sex] = made[:MADE_NAMES] + found
    return names
