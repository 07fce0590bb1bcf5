"""Copies of a world: everything that a year may change is copied, what is never changed is shared."""

from __future__ import annotations

from heraut.games.rois.state import Character, Feature, Kingdom, Province, World


def copy(world: World) -> World:
    """Another world, equal and independent: nothing done to one is seen in the other."""
    return World(
        world.settings,
        world.turn,
        {number: copy_kingdom(kingdom) for number, kingdom in world.kingdoms.items()},
        {number: copy_province(province) for number, province in world.provinces.items()},
        {number: copy_character(character) for number, character in world.characters.items()},
        {number: unit.__copy__() for number, unit in world.units.items()},
        {number: copy_feature(feature) for number, feature in world.features.items()},
        {number: item.__copy__() for number, item in world.items.items()},
        world.raised.copy(),
        world.invented.copy(),
        world.vote,
        world.voted,
        {kind: names.copy() for kind, names in world.names.items()},
        world.road,
        world.emperor,
        world.offices.copy(),
        world.scores.copy(),
    )


def copy_kingdom(kingdom: Kingdom) -> Kingdom:
    """A kingdom of its own."""
    twin = kingdom.__copy__()
    twin.relations, twin.exploration = kingdom.relations.copy(), kingdom.exploration.copy()
    twin.charted, twin.visited = kingdom.charted.copy(), kingdom.visited.copy()
    twin.features, twin.items, twin.met = kingdom.features.copy(), kingdom.items.copy(), kingdom.met.copy()
    twin.sightings, twin.inventions = kingdom.sightings.copy(), kingdom.inventions.copy()
    twin.standings = kingdom.standings.copy()
    twin.pacified, twin.tasks = kingdom.pacified.copy(), kingdom.tasks.copy()
    return twin


def copy_province(province: Province) -> Province:
    """A province of its own."""
    twin = province.__copy__()
    twin.items, twin.remains = province.items.copy(), province.remains.copy()
    return twin


def copy_character(character: Character) -> Character:
    """A character of his own."""
    twin = character.__copy__()
    twin.levels, twin.aptitudes = character.levels.copy(), character.aptitudes.copy()
    twin.items, twin.merit = character.items.copy(), character.merit.copy()
    return twin


def copy_feature(feature: Feature) -> Feature:
    """A feature of its own, and its guardian."""
    twin = feature.__copy__()
    twin.items = feature.items.copy()
    if feature.guardian is not None:
        guardian = feature.guardian.__copy__()
        guardian.credited = guardian.credited.copy()
        twin.guardian = guardian
    return twin
