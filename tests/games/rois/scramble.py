"""Another world that a King cannot tell from this one: everything that he may not know, changed at random (RO-INFO)."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.rois.state import (
    ABILITIES,
    NATIVES,
    TEMPERS,
    Character,
    Creation,
    Feature,
    Kingdom,
    Province,
    Remains,
    Tactic,
    Task,
    World,
)
from heraut.games.rois.tables import FEATURES, INVENTIONS, MONSTERS
from heraut.games.rois.world.copies import copy

FAR = 50_000  # from here on nothing in a world is numbered


def scramble(world: World, seat: Seat, rng: Rng) -> World:  # noqa: C901  one thing after another that a King may not know
    """The world with other secrets, from where this King stands."""
    other = copy(world)
    scramble_numbers(other, other.seat(seat), rng)
    reader = other.seat(seat)
    held = eyes_of(other, reader)
    for kingdom in other.living():
        if kingdom is not reader:
            scramble_knowledge(other, kingdom, rng)
            scramble_papers(kingdom, rng)
    for character in other.characters.values():
        if character.kingdom != reader.number:
            scramble_plan(character, rng)
    if not other.characters[reader.king].died:  # else the name of his heir is about to be taken
        for names in other.names.values():
            rng.shuffle(names)
    if world.turn >= world.settings.turns:
        return other  # the scores of the last year tell everybody what treasuries, merits and battles were
    for kingdom in other.living():
        if kingdom is not reader:
            scramble_means(other, kingdom, rng)
    relations_between_others(other, reader, rng)
    for character in other.characters.values():
        if character.kingdom != reader.number and character.province not in held:
            scramble_character(character, reader, rng)
    for unit in other.units.values():
        if unit.kingdom != reader.number and unit.province not in held:
            unit.quality, unit.moves = rng.randint(1, 5), rng.randint(0, 3)
    scramble_places(other, reader, held, rng)
    carried = {item for each in other.characters.values() if each.kingdom == reader.number for item in each.items}
    for item in other.items.values():
        if item.number not in carried and item.charges:
            item.charges = rng.randint(1, 6)
    return other


def eyes_of(world: World, reader: Kingdom) -> set[int]:
    """The provinces where what a stranger is worth may show in a battle, a ravage, a theft."""
    held = {province.number for province in world.provinces.values() if province.owner == reader.number}
    held |= {unit.province for unit in world.units.values() if unit.kingdom == reader.number}
    return held | {each.province for each in world.characters.values() if each.kingdom == reader.number}


def scramble_knowledge(world: World, kingdom: Kingdom, rng: Rng) -> None:
    """Other maps, other memories, other places found."""
    kingdom.charted = {n: 0 for n in world.provinces if rng.random() < 0.3}
    kingdom.visited = {n: 0 for n in world.provinces if rng.random() < 0.3}
    kingdom.features = {n: rng.randint(-1, 9) for n in world.features if rng.random() < 0.3}
    kingdom.sightings, kingdom.met, kingdom.items = {}, {}, {}
    kingdom.standings = {}


def scramble_means(world: World, kingdom: Kingdom, rng: Rng) -> None:
    """Another treasury (never smaller: a deserter might be seen to fall), other explorations and inventions."""
    kingdom.gold += rng.randint(1, 50)
    kingdom.exploration = {n: rng.randint(0, 99) for n in world.provinces if rng.random() < 0.3}
    kingdom.inventions = sorted(n for n in INVENTIONS if n not in (1, 2, 3, 4, 5) and rng.random() < 0.3)


def scramble_papers(kingdom: Kingdom, rng: Rng) -> None:
    """Other wishes for an heir, other bargains with monsters, another claim to call an election."""
    levels = {"TA": rng.randint(1, 2), "ME": 2}
    kingdom.heir_form = rng.choice((None, Creation("F", "elf", rng.choice(TEMPERS), levels)))
    kingdom.may_call = rng.random() < 0.5
    kingdom.pacified = [n for n in kingdom.features if rng.random() < 0.5]
    kingdom.tasks = {n: Task("tribute", gold=rng.randint(1, 9)) for n in kingdom.features if rng.random() < 0.5}


def scramble_plan(character: Character, rng: Rng) -> None:
    """Another standing plan: only those who are met learn it."""
    character.plan = tuple(Tactic("ME") for _ in range(rng.randint(0, 3)))


def relations_between_others(world: World, reader: Kingdom, rng: Rng) -> None:
    """Allies or not: as long as nobody stands in a land that is not his own."""
    if world.settings.open_relations:
        return
    at_home = {
        kingdom.number
        for kingdom in world.living()
        if all(
            world.provinces[unit.province].owner == kingdom.number
            for unit in world.units.values()
            if unit.kingdom == kingdom.number
        )
    }
    others = [kingdom for kingdom in world.living() if kingdom is not reader and kingdom.number in at_home]
    for one in others:
        for two in others:
            if one.number < two.number and one.relation(two.number) != "enemy" and rng.random() < 0.5:
                for kingdom, partner in ((one, two.number), (two, one.number)):
                    kingdom.relations[partner] = "allied"


def scramble_character(character: Character, reader: Kingdom, rng: Rng) -> None:
    """Other talents, wounds, tempers, plans, merit; another name for those who are not known."""
    character.levels = {ability: rng.randint(1, 3) for ability in ABILITIES if rng.random() < 0.3}
    character.aptitudes = {ability: rng.randint(3, 5) for ability in ABILITIES}
    character.hp = rng.randint(1, 10) if character.alive else 0
    character.temper = rng.choice(TEMPERS)
    character.devoted, character.spring = rng.random() < 0.5, rng.random() < 0.5
    character.captor = rng.choice([0, *(number for number in range(1, 9) if number != reader.number)])
    character.veil = rng.randint(0, 99)
    character.merit = {"marshal": rng.randint(-5, 9)}
    character.duel = tuple(Tactic("FI") for _ in range(rng.randint(0, 3)))
    character.threshold = rng.randint(1, 60) if character.role == "free" else 0
    if character.number not in reader.met and character.role not in ("king", "gone"):
        character.name = f"Nul {rng.randint(1, 999)}"


# Numbers


def scramble_numbers(world: World, reader: Kingdom, rng: Rng) -> None:
    """Others have raised more units, and bear other numbers, as do the treasures and the people of whom this King knows
    nothing: none of it may show in the numbers of his own.
    """
    for kingdom in (NATIVES, *world.kingdoms):
        if kingdom != reader.number:
            world.raised[kingdom] = world.raised.get(kingdom, 0) + rng.randint(0, 400)
    held = eyes_of(world, reader)
    renumber_units(world, reader, held, rng)
    renumber_items(world, reader, held, rng)
    if world.turn < world.settings.turns:  # the last year tells everybody who holds the offices
        renumber_people(world, reader, held, rng)


def elsewhere(numbers: Iterable[int], rng: Rng) -> dict[int, int]:
    """New numbers far from all others, in a random order."""
    old = sorted(numbers)
    new = [FAR + 7 * n + rng.randint(0, 6) for n in range(len(old))]
    rng.shuffle(new)
    return dict(zip(old, new, strict=True))


def renumber_units(world: World, reader: Kingdom, held: set[int], rng: Rng) -> None:
    """The units of others, where they may not be met."""
    new = elsewhere(
        (n for n, unit in world.units.items() if unit.kingdom != reader.number and unit.province not in held), rng
    )
    for unit in world.units.values():
        unit.number = new.get(unit.number, unit.number)
    world.units = {unit.number: unit for unit in sorted(world.units.values(), key=lambda unit: unit.number)}


def renumber_items(world: World, reader: Kingdom, held: set[int], rng: Rng) -> None:
    """The items whose kind this King does not know, where he may not come upon them; the ten named ones have theirs."""
    known = {*reader.items, *range(1, 11)}
    places = ((each, each.province) for each in (*world.characters.values(), *world.features.values()))
    lying = ((each, each.number) for each in world.provinces.values())
    holders: list[tuple[Character | Feature | Province, int]] = [*places, *lying]
    new = elsewhere((n for each, there in holders for n in each.items if n not in known and there not in held), rng)
    for each, _ in holders:
        each.items = [new.get(number, number) for number in each.items]
    for item in world.items.values():
        item.number = new.get(item.number, item.number)
    world.items = {item.number: item for item in world.items.values()}


def renumber_people(world: World, reader: Kingdom, held: set[int], rng: Rng) -> None:
    """Heroes whom this King has never met, where he is not; Kings are known to all."""
    kings = {king for kingdom in world.kingdoms.values() for king in (kingdom.king, kingdom.heir)}
    new = elsewhere(
        (
            n
            for n, each in world.characters.items()
            if each.kingdom != reader.number and n not in reader.met and n not in kings and each.province not in held
        ),
        rng,
    )
    for character in world.characters.values():
        character.number = new.get(character.number, character.number)
    world.characters = {each.number: each for each in sorted(world.characters.values(), key=lambda each: each.number)}
    for unit in world.units.values():
        unit.leader = new.get(unit.leader, unit.leader)
    for province in world.provinces.values():
        province.hero = new.get(province.hero, province.hero)
    for kingdom in world.kingdoms.values():
        if kingdom is not reader:
            kingdom.met = {new.get(n, n): met for n, met in kingdom.met.items()}
            kingdom.sightings = {}


def scramble_places(world: World, reader: Kingdom, held: set[int], rng: Rng) -> None:
    """Other secrets everywhere; other places and guardians where none was discovered."""
    for feature in world.features.values():
        if feature.province in held:
            continue
        feature.secret = rng.random() < 0.5
        feature.gold = rng.randint(0, 20)
        feature.slain = feature.guardian is None and rng.random() < 0.5
        if feature.guardian is not None:
            feature.guardian.hp = feature.guardian.max_hp = rng.randint(7, 50)
            feature.guardian.hurt = rng.randint(1, world.turn)
            feature.guardian.credited = []
        if feature.number not in reader.features:
            feature.kind, feature.treasure, feature.threshold = (
                rng.choice(tuple(FEATURES)),
                rng.choice("ABCD"),
                rng.randint(1, 100),
            )
            if feature.guardian is not None:
                feature.guardian.kind = feature.lair = rng.choice(tuple(MONSTERS))
        elif rng.random() < 0.3:
            feature.guardian = None  # killed by somebody else
    named = {world.features[number].province for number in reader.features} | set(reader.charted)
    for province in world.provinces.values():
        if province.number not in held:
            province.recruited = rng.randint(0, 4)
            province.remains = [Remains(world.turn, "LE", "human")] * rng.randint(0, 3)
        if province.number not in reader.sightings and province.number not in held:
            province.types = ("LE",) if rng.random() < 0.5 else ("BO", "LC")
            if province.number not in named:
                province.name = f"Lieu {rng.randint(1, 999)}"
