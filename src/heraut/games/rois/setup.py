"""A new match: the world, the Kings that were chosen, their start packages (RO-SET, D21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.engine.protocol import Event, Json, Seat, Step
from heraut.engine.rng import Rng
from heraut.games.rois.dice import Dice
from heraut.games.rois.options import (
    Options,
    alignment_of,
    race_of,
    read_options,
    read_talents,
    sex_of,
    temper_of,
)
from heraut.games.rois.sight import chart, look_around
from heraut.games.rois.state import (
    ALIGNMENTS,
    AVERAGE,
    HUMANOIDS,
    TEMPERS,
    Alignment,
    Character,
    Creation,
    Kingdom,
    Settings,
    Temper,
    Unit,
    World,
)
from heraut.games.rois.tables import ALIGNMENT_TABLE, CONSTANTS
from heraut.games.rois.world.features import place_features
from heraut.games.rois.world.generator import lie_of_the_land
from heraut.games.rois.world.numbering import next_unit, shuffle_items
from heraut.games.rois.world.population import (
    draw_heroes,
    hero_aptitudes,
    king_aptitudes,
    new_name,
    provinces_of,
    settle_natives,
    shuffled_names,
)
from heraut.games.rois.world.whereabouts import Whereabouts

DEFAULT_TALENTS = {"TA": 2, "ME": 1, "DR": 1}  # what the seed advises a King who has not chosen (RO-SET-04)


def setup(seats: Sequence[Seat], options: Json, rng: Rng) -> Step[World]:
    """A new match between these seats. `options`: see `options.Options`. Raises SetupError."""
    chosen, settings = read_options(seats, options)
    dice = Dice(rng.at("kings"))
    kings = {seat: creation(seat, chosen, dice) for seat in seats}
    beliefs = {seat: alignment(seat, chosen, dice) for seat in seats}
    names = {seat: chosen.names[seat] for seat in seats if seat in chosen.names}
    world = new_world(settings, kings, beliefs, names, rng)
    events = [
        Event("RO-SET-02", "crowned", {"king": kingdom.king, "home": kingdom.home}, (kingdom.seat,))
        for kingdom in world.kingdoms.values()
    ]
    return Step(world, tuple(events))


def creation(seat: Seat, chosen: Options, dice: Dice) -> Creation:
    """The King of a seat: what was chosen, the rest drawn."""
    race = race_of(chosen.races.get(seat, "")) or dice.pick(HUMANOIDS)
    temper = temper_of(chosen.tempers.get(seat, "")) or dice.pick(TEMPERS)
    sex = sex_of(chosen.sexes.get(seat, "")) or dice.pick("MF")
    levels = read_talents(chosen.talents.get(seat, "")) or DEFAULT_TALENTS
    return Creation(sex, race, temper, dict(levels))  # type: ignore[arg-type]


def alignment(seat: Seat, chosen: Options, dice: Dice) -> Alignment:
    """The alignment of a seat, chosen or drawn."""
    found: Alignment = alignment_of(chosen.alignments.get(seat, "")) or dice.pick(ALIGNMENTS)  # type: ignore[assignment]
    return found


def new_world(
    settings: Settings,
    kings: Mapping[Seat, Creation],
    beliefs: Mapping[Seat, Alignment],
    names: Mapping[Seat, str],
    rng: Rng,
    *,
    apart: int | None = None,
) -> World:
    """The world at the start of turn 1: the same seed and the same Kings give the same world (RO-MAP-13)."""
    races = [king.race for king in kings.values()]
    lie = lie_of_the_land(races, Dice(rng.at("land")), apart=apart)
    people = Dice(rng.at("people"))
    world = World(settings, 1, {}, provinces_of(lie, races, people), {}, {}, {}, {}, {})
    pool = shuffled_names(people, list(names.values()))
    for number, (seat, king) in enumerate(kings.items(), start=1):
        name = names.get(seat) or new_name(pool, king.race, king.sex)
        found_kingdom(world, number, seat, name, king, beliefs[seat], lie.homes[number - 1])
    for kingdom in world.kingdoms.values():
        start_package(world, kingdom, pool, people)
    draw_heroes(world, pool, people)
    settle_natives(world, people)
    place_features(world, lie.homes, Dice(rng.at("features")))
    shuffle_items(world, Dice(rng.at("items")))
    world.names = {f"{race} {sex}": left for (race, sex), left in pool.items()}
    explore_homes(world)
    return world


def found_kingdom(
    world: World, number: int, seat: Seat, name: str, king: Creation, belief: Alignment, home: int
) -> None:
    """A kingdom and its King, who has its number."""
    world.kingdoms[number] = Kingdom(number, seat, number, home, king.race, belief, king, CONSTANTS.start_gold)
    world.characters[number] = new_king(number, name, king, belief, number, home)


def explore_homes(world: World) -> None:
    """Every kingdom knows its home, and what it sees from there."""
    for kingdom in world.kingdoms.values():
        kingdom.exploration[kingdom.home] = CONSTANTS.explore_all
        uncover_home(world, kingdom)
        chart(kingdom, kingdom.home, 0)
    look_around(Whereabouts(world), 0, 0)


def new_king(number: int, name: str, form: Creation, belief: Alignment, kingdom: int, province: int) -> Character:
    """A King as he was created (RO-CHAR-01, RO-CHAR-06)."""
    return Character(
        number=number,
        name=name,
        sex=form.sex,
        race=form.race,
        alignment=belief,
        temper=form.temper,
        role="king",
        kingdom=kingdom,
        province=province,
        levels=dict(form.levels),
        aptitudes=king_aptitudes(form.levels, belief),
        hp=CONSTANTS.hit_points,
        max_hp=CONSTANTS.hit_points,
    )


def start_package(world: World, kingdom: Kingdom, pool: dict[tuple[str, str], list[str]], dice: Dice) -> None:
    """Home, three line units under the King, a garrison and two Heroes (D21)."""
    home = world.provinces[kingdom.home]
    home.owner = home.home = kingdom.number
    for type, leader in [(home.types[0], kingdom.king)] * CONSTANTS.start_units + [("GA", 0)]:
        number = next_unit(world, kingdom.number)
        world.units[number] = Unit(number, type, kingdom.race, AVERAGE, kingdom.number, home.number, leader)
    row = ALIGNMENT_TABLE[kingdom.alignment]
    second = {row.special: 1, row.magic: 1, "ME" if row.special == "EX" else "EX": 1}
    for levels in ({"TA": 1, "MA": 1, "ME": 1}, second):
        hero = starting_hero(len(world.characters) + 1, kingdom, levels, pool, dice)
        world.characters[hero.number] = hero


def starting_hero(
    number: int, kingdom: Kingdom, levels: dict[str, int], pool: dict[tuple[str, str], list[str]], dice: Dice
) -> Character:
    """A Hero of the start package: of the King's race and alignment, and probably of a similar temper (D21)."""
    sex = dice.pick("MF")
    return Character(
        number=number,
        name=new_name(pool, kingdom.race, sex),
        sex=sex,
        race=kingdom.race,
        alignment=kingdom.alignment,
        temper=similar_temper(kingdom.creation.temper, dice),
        role="hero",
        kingdom=kingdom.number,
        province=kingdom.home,
        levels=dict(levels),
        aptitudes=hero_aptitudes(levels, kingdom.alignment, dice),
        hp=CONSTANTS.hit_points,
        max_hp=CONSTANTS.hit_points,
        devoted=dice.pct(CONSTANTS.devoted),
    )


def similar_temper(temper: Temper, dice: Dice) -> Temper:
    """The King's by 60 %, otherwise a neighbour on the scale."""
    if dice.pct(CONSTANTS.hero_temper):
        return temper
    place = TEMPERS.index(temper)
    return dice.pick([TEMPERS[near] for near in (place - 1, place + 1) if 0 <= near < len(TEMPERS)])


def uncover_home(world: World, kingdom: Kingdom) -> None:
    """A home starts explored: its features and free Heroes are known (RO-EXPL-01). Nobody has merit for that."""
    for number in world.provinces[kingdom.home].features:
        feature = world.features[number]
        feature.first = kingdom.number
        kingdom.features[number] = -1 if feature.guardian is not None else 0
