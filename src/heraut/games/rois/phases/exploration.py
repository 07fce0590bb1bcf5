"""Exploring (RO-EXPL): what a province reveals, little by little, and the beasts met on the way."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter import adventures
from heraut.games.rois.phases.discovery import uncover
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS, TERRAINS

CARTOGRAPHY = 11  # D17


def gain(level: int, terrain: str, *, cartography: bool) -> int:
    """What one exploration adds: base x (2 + EX) / 2, half as much again with maps (RO-EXPL-02)."""
    points = TERRAINS[terrain].exploration * (2 + level) // 2
    return points * 3 // 2 if cartography else points


def gain_of(turn: Turn, character: Character) -> int:
    """The same for a character where he is."""
    terrain = turn.provinces[character.province].terrain
    maps = CARTOGRAPHY in turn.kingdoms[character.kingdom].inventions
    return gain(turn.level(character, "EX"), terrain, cartography=maps)


def explore(turn: Turn, character: Character, order: o.Explore, dice: Dice) -> bool:
    """EX: after whatever was met on the way."""
    if not way_is_free(turn, character, dice):
        return True
    turn.learn(character, "EX", CONSTANTS.learn_explore, dice)
    kingdom, province = turn.kingdoms[character.kingdom], character.province
    reveal(turn, character, gain_of(turn, character))
    turn.tell(
        kingdom.number, "RO-EXPL-02", "explored", who=character.number, province=province,
        exploration=kingdom.exploration[province],
    )  # fmt: skip
    if kingdom.exploration[province] >= CONSTANTS.explore_all:
        gather(turn, character)
    return True


def enter(turn: Turn, character: Character) -> None:
    """Arriving by one's own steps: half an exploration is made (RO-MOVE-10, RO-EXPL-03)."""
    reveal(turn, character, gain_of(turn, character) // 2)


def reveal(turn: Turn, character: Character, points: int) -> None:
    """The kingdom knows more of the province, and discovers what has been reached (RO-EXPL-04)."""
    kingdom, province = turn.kingdoms[character.kingdom], character.province
    before = kingdom.exploration.get(province, 0)
    reached = min(CONSTANTS.explore_all, before + points)
    if reached == before:
        return
    kingdom.exploration[province] = reached
    uncover(turn, kingdom, province, reached, character)


def gather(turn: Turn, character: Character) -> None:
    """A province wholly explored shows its remains, and its abandoned items are picked up (RO-EXPL-06)."""
    province = turn.provinces[character.province]
    if not (province.items or province.remains):
        return
    items, province.items = province.items, []
    for item in items:
        turn.give_item(item, character)
    remains = [[each.type, each.race] for each in province.remains]
    turn.tell(
        character.kingdom, "RO-EXPL-06", "gathered", who=character.number, province=province.number,
        items=[[item, turn.items[item].kind] for item in items], remains=remains,
    )  # fmt: skip


def way_is_free(turn: Turn, character: Character, dice: Dice) -> bool:
    """Whether he lives through what he meets and stands his ground: else the rest of his action is lost, and that is
    told (RO-EXPL-07, RO-GEN-07).
    """
    if random_encounter(turn, character, dice):
        return True
    turn.ignore(character, "RO-EXPL-07", "driven_away" if character.alive else "dead")
    return False


def random_encounter(turn: Turn, character: Character, dice: Dice) -> bool:
    """The chance of the terrain, halved at home (RO-EXPL-07). False if he died or fled: his action is lost."""
    if not dice.pct(encounter_chance(turn, character)):
        return True
    return adventures.wander(turn, character, dice)


def encounter_chance(turn: Turn, character: Character) -> int:
    """In a hundred, where he is."""
    province = turn.provinces[character.province]
    chance = TERRAINS[province.terrain].encounter
    return chance // 2 if province.owner == character.kingdom else chance
