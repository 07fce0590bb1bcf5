"""A bare world: no natives, no monsters, no free Heroes; whoever a test needs is put there by hand.

`bare_world()` gives a world of so many kingdoms at war; `play` makes a turn of it, in its first season.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.games.rois.dice import Chance
from heraut.games.rois.resolution import Turn
from heraut.games.rois.setup import setup
from heraut.games.rois.state import ABILITIES, Character, Feature, Item, Monster, Unit, World
from heraut.games.rois.tables import ITEMS, MONSTERS
from heraut.games.rois.world.copies import copy
from heraut.games.rois.world.geography import NEIGHBOURS

FIELD = 60  # a province in the middle of the map: where most things happen
NEXT = NEIGHBOURS[FIELD]


@cache
def _world(kingdoms: int) -> World:
    return setup([Seat(f"j{n}") for n in range(1, kingdoms + 1)], {}, Rng(b"stage")).state


def bare_world(kingdoms: int = 3, relation: str = "enemy") -> World:
    """A world where everybody stands so to everybody, all of neutral alignment, and the middle is a plain of nobody."""
    world = copy(_world(kingdoms))
    world.units.clear()
    world.features.clear()
    world.items.clear()
    for number in [number for number, each in world.characters.items() if not each.kingdom]:
        del world.characters[number]
    for character in world.characters.values():
        character.items, character.plan, character.duel = [], (), ()
    for province in world.provinces.values():
        province.features, province.hero = (), 0
        province.items, province.remains = [], []
    for kingdom in world.kingdoms.values():
        kingdom.alignment, kingdom.gold, kingdom.exploration = "neutral", 50, {}
        kingdom.features, kingdom.met, kingdom.sightings, kingdom.items = {}, {}, {}, type(kingdom.items)()
        kingdom.relations = {other: relation for other in world.kingdoms if other != kingdom.number}  # type: ignore[misc]
    for number in (FIELD, *NEXT):
        lay(world, number)
    return world


def lay(
    world: World, number: int, terrain: str = "plain", owner: int = 0, *, race: str = "human", tax: int = 3
) -> None:
    """A province of this terrain and owner, home of nobody."""
    province = world.provinces[number]
    province.terrain, province.owner, province.race, province.home = terrain, owner, race, 0  # type: ignore[assignment]
    province.tax_base = tax


def relate(world: World, one: int, other: int, relation: str) -> None:
    """How two kingdoms stand."""
    world.kingdoms[one].relations[other] = world.kingdoms[other].relations[one] = relation  # type: ignore[assignment]


def person(world: World, kingdom: int, province: int = FIELD, **more: Any) -> Character:
    """A Hero of a kingdom (0: a free one), with these levels (`ME=2`), neutral, and brave unless told otherwise."""
    levels = {name: more.pop(name) for name in list(more) if name.isupper()}
    number = max(world.characters) + 1
    role = more.pop("role", "hero" if kingdom else "free")
    character = Character(
        number, f"Nemo {number}", "M", "human", "neutral", "brave", role, kingdom, province,
        levels, dict.fromkeys(ABILITIES, 5), items=[],
    )  # fmt: skip
    for field, value in more.items():
        setattr(character, field, value)
    world.characters[number] = character
    return character


def troops(
    world: World, types: str, kingdom: int, province: int = FIELD, leader: Character | None = None, **more: Any
) -> list[Unit]:
    """ "LE LE HC": human, Moyenne, unless told otherwise."""
    found = []
    for type in types.split():
        fields = {"race": "human", "quality": 2, **more}
        unit = Unit(
            max(world.units, default=0) + 1, type, fields.pop("race"), fields.pop("quality"), kingdom, province,
            leader.number if leader else 0, **fields,
        )  # fmt: skip
        world.units[unit.number] = unit
        found.append(unit)
    return found


def item(world: World, kind: str, bearer: Character | None = None) -> int:
    """An item of this kind; the named ones have their own numbers."""
    number = int(kind) if kind.isdigit() else max(max(world.items, default=10), 10) + 1
    world.items[number] = Item(number, kind, ITEMS[kind].charges)
    if bearer is not None:
        bearer.items.append(number)
    return number


def place(world: World, kind: str = "DJ", guardian: str = "", province: int = FIELD, **more: Any) -> Feature:
    """A special place with a threshold of 100, guarded or not."""
    number = max(world.features, default=0) + 1
    here = world.provinces[province]
    feature = Feature(number, province, len(here.features) + 1, kind, 100, "B", items=[])
    if guardian:
        hp = more.pop("hp", MONSTERS[guardian].hp)
        feature.guardian, feature.lair = Monster(guardian, hp, hp, credited=[]), guardian
    for field, value in more.items():
        setattr(feature, field, value)
    world.features[number] = feature
    here.features = (*here.features, number)
    return feature


def play(world: World, seed: str = "field", season: int = 1, turn: int = 1) -> Turn:
    """A turn of this world, in this season."""
    world.turn = turn
    made = Turn(world, {}, Chance(Rng(seed.encode())))
    made.season = season
    return made


def told(turn: Turn, kind: str, kingdom: int | None = None) -> list[Event]:
    """The events of a kind; those that a kingdom was told."""
    seat = None if kingdom is None else turn.now.kingdoms[kingdom].seat
    return [
        event
        for event in turn.events()
        if event.kind == kind and (seat is None or (event.seen_by is not None and seat in event.seen_by))
    ]


def arrive(turn: Turn, character: Character | int, origin: int) -> None:
    """He came from there this season."""
    turn.origin[character if isinstance(character, int) else character.number] = origin
