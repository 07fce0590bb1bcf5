"""Who may see what (RO-INFO): the public part, the same for everyone, and a King's own. Nothing else leaves the game.

Keys that are numbers are written as text, so that a view is plain JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.games.rois.encounter.plan import write_plan
from heraut.games.rois.naming import province_name
from heraut.games.rois.phases.heirs import arrival
from heraut.games.rois.phases.heroes import pay_of
from heraut.games.rois.phases.victory import ranking
from heraut.games.rois.state import Acquaintance, Character, Kingdom, Province, Unit, World
from heraut.games.rois.tables import NAMED_ITEMS, wealth

WEALTH = ("rich", "prosperous", "poor")


def view(world: World, seat: Seat | None) -> dict[str, Any]:
    """Everything that a seat, or a passer-by (None), may see."""
    seen = public_view(world)
    if seat is None:
        return seen
    kingdom = world.seat(seat)
    if kingdom.fallen:
        seen["fallen"] = {"seat": seat, "kingdom": kingdom.number, "turn": kingdom.fallen}
    else:
        seen["own"] = own_view(world, kingdom)
    return seen


def living_views(world: World) -> dict[Seat, dict[str, Any]]:
    """The view of every living King, by number; what is public is computed once."""
    public = public_view(world)
    return {kingdom.seat: public | {"own": own_view(world, kingdom)} for kingdom in world.living()}


def living_looks(world: World) -> dict[Seat, Callable[[], Json]]:
    """The same for playouts, in which not everybody looks: what makes the view of each living King."""

    @cache
    def public() -> dict[str, Any]:
        return public_view(world)

    def look(kingdom: Kingdom) -> Json:
        return public() | {"own": own_view(world, kingdom)}

    return {kingdom.seat: partial(look, kingdom) for kingdom in world.living()}


def public_view(world: World) -> dict[str, Any]:
    """The world's name, its year, the Kings (RO-INFO-08); relations where the fog is lifted (RO-VAR-03); the end."""
    seen: dict[str, Any] = {
        "game": "rois",
        "world": world.settings.world,
        "turn": world.turn,
        "turns": world.settings.turns,
        "crown": world.settings.crown,
        "vote": world.vote if world.vote >= world.turn else 0,
        "road": world.road,
        "kingdoms": {str(number): card(world, kingdom) for number, kingdom in world.kingdoms.items()},
    }
    if world.settings.open_relations:
        seen["relations"] = [
            [one.number, other, relation]
            for one in world.living()
            for other, relation in one.relations.items()
            if one.number < other
        ]
    if world.road is not None:
        seen["end"] = end_view(world)
    return seen


def card(world: World, kingdom: Kingdom) -> dict[str, Any]:
    """What everybody knows of a kingdom."""
    king = world.characters[kingdom.king]
    return {
        "king": king.number,
        "name": king.name,
        "sex": king.sex,
        "race": king.race,
        "alignment": kingdom.alignment,
        "fallen": kingdom.fallen,
    }


def end_view(world: World) -> dict[str, Any]:
    """How it ended: the Emperor, who held the offices, the scores in hundredths of a point, the ranking, the lands."""
    return {
        "emperor": world.emperor,
        "offices": {
            office: {"name": world.characters[number].name, "kingdom": world.characters[number].kingdom}
            for office, number in world.offices.items()
        },
        "scores": {str(number): score for number, score in world.scores.items()},
        "ranking": ranking(world),
        "lands": [[province.number, province.terrain, province.owner] for province in world.provinces.values()],
    }


def own_view(world: World, kingdom: Kingdom) -> dict[str, Any]:
    """What is private to a King."""
    number = kingdom.number
    characters = [each for each in world.characters.values() if each.kingdom == number and each.role != "gone"]
    units = [unit for unit in world.units.values() if unit.kingdom == number]
    return {
        "seat": kingdom.seat,
        "kingdom": number,
        "king": kingdom.king,
        "heir": kingdom.heir,
        "home": kingdom.home,
        "race": kingdom.race,
        "alignment": kingdom.alignment,
        "gold": kingdom.gold,
        "relations": {
            str(other.number): kingdom.relation(other.number) for other in world.living() if other is not kingdom
        },
        "characters": [character_view(world, kingdom, character) for character in characters],
        "units": [unit_view(unit) for unit in units],
        "provinces": [province.number for province in world.provinces.values() if province.owner == number],
        "items": items_view(world, kingdom, characters),
        "map": map_view(world, kingdom),
        "met": {
            str(other): acquaintance_view(world, kingdom, other, met) for other, met in sorted(kingdom.met.items())
        },
        "inventions": list(kingdom.inventions),
        "standings": dict(kingdom.standings),
        "may_call": kingdom.may_call,
        "heir_form": None if kingdom.heir_form is None else msgspec.structs.asdict(kingdom.heir_form),
    }


def character_view(world: World, kingdom: Kingdom, character: Character) -> dict[str, Any]:
    """A character of one's own; an heir stands where he will arrive."""
    awaited = character.number == kingdom.heir
    return {
        "number": character.number,
        "name": character.name,
        "sex": character.sex,
        "race": character.race,
        "alignment": character.alignment,
        "temper": character.temper,
        "role": character.role,
        "province": arrival(world, kingdom) if awaited else character.province,
        "levels": dict(character.levels),
        "aptitudes": dict(character.aptitudes),
        "hp": character.hp,
        "max_hp": character.max_hp,
        "died": character.died,
        "items": list(character.items),
        "merit": dict(character.merit),
        "plan": write_plan(character.plan),
        "duel": write_plan(character.duel),
        "hired": character.hired,
        "pay": 0 if character.role == "king" else pay_of(kingdom, character),
        "veil": character.veil if character.veil >= world.turn else 0,
    }


def unit_view(unit: Unit) -> dict[str, Any]:
    """A unit of one's own."""
    return {
        "number": unit.number,
        "type": unit.type,
        "race": unit.race,
        "quality": unit.quality,
        "province": unit.province,
        "leader": unit.leader,
        "name": unit.name,
    }


def items_view(world: World, kingdom: Kingdom, characters: list[Character]) -> dict[str, dict[str, Any]]:
    """The items whose kind is known, the ten named ones always; charges of those that one's own characters carry."""
    carried = {item for character in characters for item in character.items}
    known = {int(code): code for code in NAMED_ITEMS} | kingdom.items
    return {
        str(number): {
            "kind": kind,
            "carried": number in carried,
            "charges": world.items[number].charges if number in carried else 0,
            "domain": world.items[number].domain if number in carried else "",
        }
        for number, kind in sorted(known.items())
    }


def acquaintance_view(world: World, kingdom: Kingdom, number: int, met: Acquaintance) -> dict[str, Any]:
    """A foreign character as last seen; of Heroes who were discovered free, what makes them worth hiring.

    `freed`: this kingdom took him out of his prison, and is dearer to him (RO-FEAT-08).
    """
    character = world.characters[number]
    seen: dict[str, Any] = {
        "name": character.name,
        "sex": character.sex,
        "race": character.race,
        "kingdom": met.kingdom,
        "province": met.province,
        "turn": met.turn,
    }
    if met.levels is not None:
        freed = character.captor == kingdom.number
        seen |= {"alignment": character.alignment, "levels": dict(met.levels), "freed": freed}
    return seen


def map_view(world: World, kingdom: Kingdom) -> dict[str, dict[str, Any]]:
    """The provinces of which something is known (RO-INFO-01, RO-INFO-02)."""
    features: dict[int, list[int]] = {}
    for number in kingdom.features:
        features.setdefault(world.features[number].province, []).append(number)
    known = {*kingdom.charted, *kingdom.sightings, *kingdom.exploration, *features}
    return {
        str(number): province_view(world, kingdom, world.provinces[number], sorted(features.get(number, ())))
        for number in sorted(known)
    }


def province_view(world: World, kingdom: Kingdom, province: Province, features: list[int]) -> dict[str, Any]:
    """One province as far as a kingdom knows it: what was last seen there bears its date."""
    seen: dict[str, Any] = {
        "name": province_name(province),
        "terrain": province.terrain,
        "wealth": WEALTH[wealth(province.tax_base)],
        "exploration": kingdom.exploration.get(province.number, 0),
    }
    sighting = kingdom.sightings.get(province.number)
    if sighting is not None:
        seen |= {
            "owner": sighting.owner,
            "tax_base": province.tax_base,
            "race": province.race,
            "types": list(province.types),
            "home": province.home,
            "turn": sighting.turn,
            "season": sighting.season,
            "forces": {str(other): size for other, size in sorted(sighting.forces.items())},
            "characters": list(sighting.characters),
        }
    if features:
        seen["features"] = [feature_view(world, kingdom, number) for number in features]
    return seen


def feature_view(world: World, kingdom: Kingdom, number: int) -> dict[str, Any]:
    """A place as it was discovered, and its guardian as it was last fought (RO-INFO-04)."""
    feature, hp = world.features[number], kingdom.features[number]
    task = kingdom.tasks.get(number)
    seen: dict[str, Any] = {
        "place": feature.place,
        "kind": feature.kind,
        "guardian": feature.lair if hp else "",
        "treasure": feature.treasure,
        "hp": hp,
        "pacified": number in kingdom.pacified,
    }
    if task is not None:
        target = world.features.get(task.target)
        where = [target.province, target.place] if target is not None else []
        seen["task"] = {"kind": task.kind, "gold": task.gold, "target": where}
    return seen
