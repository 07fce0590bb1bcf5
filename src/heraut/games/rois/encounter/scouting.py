"""SC: what a place hides, for those who have the time to look (RO-FEAT-07, RO-FEAT-08)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.parties import kinds
from heraut.games.rois.phases import discovery
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import HUMANOIDS, Character, Feature
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.features import draw_item
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.games.rois.world.numbering import free_item, free_number
from heraut.games.rois.world.population import draw_hero


def scout(turn: Turn, who: Character, feature: Feature, dice: Dice) -> None:
    """Looks around; what is found is found once, by whoever comes first."""
    if not dice.pct(CONSTANTS.scout_base + CONSTANTS.scout_step * turn.level(who, "EX")):
        return
    if not feature.secret:
        turn.tell(who.kingdom, "RO-FEAT-08", "nothing_special", who=who.number, feature=feature.kind)
        return
    feature.secret = False
    secret = SECRETS[dice.d(5) - 1]
    found = secret(turn, who, feature, dice)
    turn.tell(
        who.kingdom, "RO-FEAT-08", f"secret_{secret.__name__}", who=who.number, feature=feature.kind,
        province=feature.province, **found,
    )  # fmt: skip


def hoard(turn: Turn, who: Character, feature: Feature, dice: Dice) -> dict[str, Any]:
    """A hidden treasure."""
    gold, items = dice.roll(2, 6), []
    if dice.pct(CONSTANTS.hidden_item):
        items.append(draw_item(turn.now, dice, free_item(turn.now, dice)))
        turn.audit("RO-GEN-08", "item_born", item=items[0], item_kind=turn.items[items[0]].kind, why="secret")
        turn.give_item(items[0], who)
    turn.add_gold(who.kingdom, gold, "secret")
    return {"gold": gold, "items": kinds(turn, items)}


def captive(turn: Turn, who: Character, feature: Feature, dice: Dice) -> dict[str, Any]:
    """A prisoner, who will remember who freed him."""
    race = turn.provinces[feature.province].race
    race = race if race in HUMANOIDS else "human"
    names = {(race, sex): turn.now.names[f"{race} {sex}"] for sex in "MF"}
    hero = draw_hero(free_number(turn.now.characters, dice), race, 0, names, dice)
    hero.captor, hero.threshold = who.kingdom, dice.d(CONSTANTS.free_threshold)
    turn.now.characters[hero.number] = hero
    turn.move_character(hero, feature.province)
    turn.audit("RO-GEN-08", "character_born", character=hero.number, kingdom=0)
    discovery.find_hero(turn, who.kingdom, hero)
    return {"other": hero.number}


def library(turn: Turn, who: Character, feature: Feature, dice: Dice) -> dict[str, Any]:
    """Books: a rise is due in a talent that can still rise."""
    open_to = [ability for ability, aptitude in who.aptitudes.items() if who.levels.get(ability, 0) < aptitude]
    if not open_to:
        return {"ability": ""}
    ability = dice.pick(open_to)
    turn.rises.append((who.number, ability))
    return {"ability": ability}


def spring(turn: Turn, who: Character, feature: Feature, dice: Dice) -> dict[str, Any]:
    """A draught that makes stronger, once in a life."""
    fresh = not who.spring
    who.max_hp += fresh
    who.spring = True
    return {"stronger": fresh}


def map(turn: Turn, who: Character, feature: Feature, dice: Dice) -> dict[str, Any]:
    """An old map of one to three provinces around."""
    around = list(NEIGHBOURS[feature.province])
    count = dice.d(3)
    dice.shuffle(around)
    shown = sorted(around[:count])
    kingdom = turn.kingdoms[who.kingdom]
    for province in shown:
        kingdom.exploration[province] = CONSTANTS.explore_all
        discovery.uncover(turn, kingdom, province, CONSTANTS.explore_all, who)
    return {"provinces": shown}


SECRETS: tuple[Callable[[Turn, Character, Feature, Dice], dict[str, Any]], ...] = (
    hoard,
    captive,
    library,
    spring,
    map,
)
