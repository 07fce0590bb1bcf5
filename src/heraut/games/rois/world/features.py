"""Special places and treasures of a new world (RO-MAP-09 to 11, RO-ITEM-02)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.rois.dice import Dice
from heraut.games.rois.state import (
    MAGICS,
    Feature,
    Item,
    Monster,
    Province,
    World,
)
from heraut.games.rois.tables import (
    CONSTANTS,
    FEATURES,
    ITEMS,
    MONSTERS,
    NAMED_ITEMS,
)
from heraut.games.rois.world.geography import NEIGHBOURS, distance

CLASSES = "ABCD"
LAST_NAMED = 10  # ordinary items are numbered from the next on (D16)


def draw_item(world: World, dice: Dice, number: int = 0) -> int:
    """A new ordinary item, by weight (D16). Returns its number: without one, the next of a world in the making."""
    codes = [code for code, row in ITEMS.items() if row.weight]
    code = codes[dice.weighted([ITEMS[code].weight for code in codes])]
    domain = dice.pick(MAGICS) if code == "GR" else ""
    number = number or max([LAST_NAMED, *world.items]) + 1
    world.items[number] = Item(number, code, ITEMS[code].charges, domain)
    return number


def place_features(world: World, homes: Sequence[int], dice: Dice) -> None:
    """Special places with guardians and treasures (RO-MAP-11), then the ten named items (RO-ITEM-02)."""
    lairs = 0
    for province in world.provinces.values():
        for _ in range(feature_count(province, dice)):
            kinds = kinds_for(province, homes, lairs=lairs)
            lairs += add_feature(world, province, dice.pick(kinds), dice) == "RD"
    for home in homes:
        assure_feature(world, home, dice)
    place_named_items(world, homes, dice)


def feature_count(province: Province, dice: Dice) -> int:
    """Land: 0, 1 or 2 with 25, 50 and 25 %; sea: one in ten has one."""
    if province.terrain == "sea":
        return int(dice.pct(CONSTANTS.sea_feature))
    return (0, 1, 1, 2)[dice.d(4) - 1]


def kinds_for(province: Province, homes: Sequence[int], *, lairs: int) -> list[str]:
    """The kinds of the terrain; at most four dragon lairs in the world, none within distance 2 of a home."""
    near = any(distance(province.number, home) <= CONSTANTS.home_reach for home in homes)
    return [
        code
        for code, row in FEATURES.items()
        if province.terrain in row.terrains and not (code == "RD" and (near or lairs >= CONSTANTS.lairs_max))
    ]


def add_feature(world: World, province: Province, code: str, dice: Dice) -> str:
    """One more feature: its threshold, guardian, treasure and secret (D18). Returns its kind."""
    row = FEATURES[code]
    number = len(world.features) + 1
    feature = Feature(number, province.number, len(province.features) + 1, code, dice.d(100), row.treasure)
    if dice.pct(CONSTANTS.no_guardian):
        feature.treasure = CLASSES[max(0, CLASSES.index(row.treasure) - 1)]
    else:
        feature.guardian = draw_monster(dice.pick(row.guardians), dice)
        feature.lair = feature.guardian.kind
    feature.secret = dice.pct(CONSTANTS.has_secret)
    fill_treasure(world, feature, dice)
    world.features[number] = feature
    province.features = (*province.features, number)
    return code


def draw_monster(kind: str, dice: Dice) -> Monster:
    """A monster with hit points of its own: the average, a fifth more or less, 7 to 50 (D3)."""
    average = MONSTERS[kind].hp
    spread = average // 5
    hp = min(50, max(7, average - spread - 1 + dice.d(2 * spread + 1)))
    return Monster(kind, hp, hp)


def fill_treasure(world: World, feature: Feature, dice: Dice) -> None:
    """A d6 gold, 20 % an item; B 2d6, 50 %; C 3d6, one and 25 % a second; D 4d6 and two (D18)."""
    feature.gold = dice.roll(CLASSES.index(feature.treasure) + 1, 6)
    feature.items = [draw_item(world, dice) for _ in range(item_count(feature.treasure, dice))]


def item_count(treasure: str, dice: Dice) -> int:
    """How many items a treasure of this class holds (D18)."""
    match treasure:
        case "A":
            return int(dice.pct(20))
        case "B":
            return int(dice.pct(50))
        case "C":
            return 1 + dice.pct(25)
        case _:
            return 2


def assure_feature(world: World, home: int, dice: Dice) -> None:
    """Each home has a feature with a treasure A or B within distance 1 (RO-MAP-11)."""
    near = [world.provinces[number] for number in (home, *NEIGHBOURS[home])]
    near = [province for province in near if province.terrain != "sea"]
    if any(world.features[number].treasure in "AB" for province in near for number in province.features):
        return
    province = min(near, key=lambda province: (len(province.features), province.number != home, province.number))
    kinds = [code for code, row in FEATURES.items() if row.treasure in "AB" and province.terrain in row.terrains]
    add_feature(world, province, dice.pick(kinds), dice)


def place_named_items(world: World, homes: Sequence[int], dice: Dice) -> None:
    """The ten named items replace one item each in the richest features farthest from all homes (RO-ITEM-02)."""
    ranked = list(world.features.values())
    dice.shuffle(ranked)
    ranked.sort(key=lambda feature: -min(distance(feature.province, home) for home in homes))
    rich = [feature for feature in ranked if feature.treasure in "CD"]
    for feature in ranked:
        if len(rich) < len(NAMED_ITEMS) and feature.treasure == "B":
            feature.treasure = "C"
            for item in feature.items:
                del world.items[item]
            fill_treasure(world, feature, dice)
            rich.append(feature)
    chosen = rich[: len(NAMED_ITEMS)]
    dice.shuffle(chosen)
    for number, feature in enumerate(chosen, start=1):
        del world.items[feature.items[0]]
        feature.items[0] = number
        world.items[number] = Item(number, str(number))
    world.items = dict(sorted(world.items.items()))
