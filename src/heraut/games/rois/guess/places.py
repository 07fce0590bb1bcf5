"""Special places and items: those that are known, those still to be found, and what they hide (RO-MAP-11, RO-FEAT)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from heraut.engine.protocol import Json
from heraut.games.rois.dice import Dice
from heraut.games.rois.guess import growth
from heraut.games.rois.guess.known import Known
from heraut.games.rois.state import MAGICS, Character, Feature, Item, Monster, Province, Task, World
from heraut.games.rois.tables import CONSTANTS, FEATURES, ITEMS, NAMED_ITEMS
from heraut.games.rois.world.features import CLASSES, LAST_NAMED, draw_item, draw_monster, item_count, kinds_for

LOOTED = 70  # chance in hundredths that a place without a guardian had one, who was slain and robbed
USED_UP = 30  # the same, that an item that one has known and lost exists no more
ABANDONED = 20  # the same, that it lies somewhere
MOST_PLACES = 3  # in a province
LAND_PLACES, SEA_PLACES = (25, 50, 25, 0), (100 - CONSTANTS.sea_feature, CONSTANTS.sea_feature, 0, 0)  # (RO-MAP-11)


class Finds:
    """The places and items of a world that is being drawn."""

    def __init__(self, known: Known, world: World, dice: Dice) -> None:
        self.known, self.world, self.dice = known, world, dice
        self.homes = [kingdom.home for kingdom in world.kingdoms.values()]
        self.lairs = 0
        self.free = (number for number in count(LAST_NAMED + 1) if number not in known.items)

    def new_item(self) -> int:
        """An ordinary item."""
        return draw_item(self.world, self.dice, next(self.free))


def draw_places(known: Known, world: World, dice: Dice) -> None:
    """All places in the order of their provinces, then all items, then what guardians ask of one's own kingdom."""
    finds = Finds(known, world, dice)
    for number, seen in known.items.items():
        if seen["carried"]:
            world.items[number] = Item(number, seen["kind"], seen["charges"], seen["domain"])
    for province in world.provinces.values():
        seen = known.map.get(province.number, {})
        found = {each["place"]: each for each in seen.get("features", ())}
        for place in range(1, count_places(finds, province, found) + 1):
            add_place(finds, province, place, found.get(place))
    give_items(finds)
    scatter_known_items(finds)
    hide_named_items(finds)
    world.items = dict(sorted(world.items.items()))
    remember_places(known, world)


def count_places(finds: Finds, province: Province, found: Mapping[int, Json]) -> int:
    """How many places a province has: the fewer, the better it is explored, beside those that are known."""
    unknown = max(0, CONSTANTS.explore_all - finds.known.exploration(province.number))
    least = max(found, default=0)
    weights = SEA_PLACES if province.terrain == "sea" else LAND_PLACES
    odds = [
        weight * unknown ** (number - len(found)) * 100 ** (MOST_PLACES - number + len(found))
        if number >= least and number >= len(found)
        else 0
        for number, weight in enumerate(weights)
    ]
    return finds.dice.weighted(odds) if sum(odds) else least


def add_place(finds: Finds, province: Province, place: int, seen: Json | None) -> None:
    """One place, as it is known or drawn."""
    number = len(finds.world.features) + 1
    feature = (
        hidden_place(finds, province, number, place) if seen is None else known_place(finds, province, number, seen)
    )
    finds.world.features[number] = feature
    province.features = (*province.features, number)


def hidden_place(finds: Finds, province: Province, number: int, place: int) -> Feature:
    """A place that one has not discovered: its threshold lies beyond what was explored (RO-EXPL-04)."""
    known, dice = finds.known, finds.dice
    kind = dice.pick(kinds_for(province, finds.homes, lairs=finds.lairs))
    finds.lairs += kind == "RD"
    explored = min(known.exploration(province.number), CONSTANTS.explore_all - 1)
    feature = Feature(number, province.number, place, kind, dice.between(explored + 1, 100), FEATURES[kind].treasure)
    if dice.pct(CONSTANTS.no_guardian):
        feature.treasure = CLASSES[max(0, CLASSES.index(feature.treasure) - 1)]
    elif province.number in known.provinces or not growth.times(growth.SLAIN, known.turn - 1, dice):
        feature.guardian = draw_monster(dice.pick(FEATURES[kind].guardians), dice)
        feature.lair = feature.guardian.kind
    else:
        feature.slain = True
        return feature
    feature.secret = dice.pct(CONSTANTS.has_secret)
    fill(finds, feature)
    return feature


def known_place(finds: Finds, province: Province, number: int, seen: Json) -> Feature:
    """A place that one has discovered. Its guardian may have met others since; what is left may be guessed."""
    known, dice = finds.known, finds.dice
    feature = Feature(
        number, province.number, seen["place"], seen["kind"], dice.d(100), seen["treasure"], first=known.kingdom,
        secret=dice.pct(CONSTANTS.has_secret),
    )  # fmt: skip
    finds.lairs += feature.kind == "RD"
    if seen["hp"]:
        feature.lair = seen["guardian"]
        seen_here = province.number in known.fresh
        if seen_here or not growth.times(growth.SLAIN, known.turn - 1, dice):
            feature.guardian = guardian(finds, seen)
            fill(finds, feature)
        else:
            feature.slain = True
        return feature
    feature.slain = dice.pct(LOOTED)
    if not feature.slain and (province.number, seen["place"]) not in known.emptied:
        fill(finds, feature)
    return feature


def guardian(finds: Finds, seen: Json) -> Monster:
    """A guardian that is known, whole again; when it was last hurt is known only of those who were never fought."""
    known, dice = finds.known, finds.dice
    monster = draw_monster(seen["guardian"], dice)
    monster.hp = monster.max_hp = max(monster.max_hp, seen["hp"])
    if seen["hp"] > 0 and known.turn > 1:
        monster.hurt = dice.between(1, known.turn - 1)
    if seen["pacified"]:
        monster.credited = [known.kingdom]
    return monster


def fill(finds: Finds, feature: Feature) -> None:
    """A treasure of its class (D18)."""
    feature.gold = finds.dice.roll(CLASSES.index(feature.treasure) + 1, 6)
    feature.items = [finds.new_item() for _ in range(item_count(feature.treasure, finds.dice))]


# Items


def strangers(finds: Finds) -> list[Character]:
    """Everybody who may carry something unseen."""
    return [each for each in finds.world.characters.values() if each.kingdom != finds.known.kingdom and each.province]


def give_items(finds: Finds) -> None:
    """Heroes of others have an item now and then (RO-MAP-09)."""
    for each in strangers(finds):
        if each.alive and each.role != "king" and finds.dice.pct(CONSTANTS.provincial_item):
            each.items.append(finds.new_item())


def scatter_known_items(finds: Finds) -> None:
    """The items that one knows and does not carry: with whoever was seen to carry them, else anywhere, or used up."""
    known, world, dice = finds.known, finds.world, finds.dice
    bearers = known.given.copy()
    for told in (known.minds, known.trailed):
        bearers |= {item: who for who, report in told.items() for item, _ in report["items"]}
    others = strangers(finds)
    for number, seen in known.items.items():
        if number in world.items or (seen["kind"] == str(number)):
            continue
        bearer = world.characters.get(bearers.get(number, 0))
        if bearer is None and dice.pct(USED_UP):
            continue
        row = ITEMS[seen["kind"]]
        world.items[number] = Item(number, seen["kind"], row.charges, dice.pick(MAGICS) if seen["kind"] == "GR" else "")
        if bearer is not None:
            bearer.items.append(number)
        elif dice.pct(ABANDONED) or not others:
            world.provinces[dice.pick([*world.provinces])].items.append(number)
        else:
            dice.pick(others).items.append(number)


def hide_named_items(finds: Finds) -> None:
    """The ten named items that one does not carry lie in the treasures of the world, the best first (RO-ITEM-02)."""
    world, dice = finds.world, finds.dice
    guarded = [each for each in world.features.values() if each.guardian is not None]
    dice.shuffle(guarded)
    guarded.sort(key=lambda each: each.treasure)
    for number in (int(code) for code in NAMED_ITEMS if int(code) not in world.items):
        world.items[number] = Item(number, str(number), ITEMS[str(number)].charges)
        holder = guarded.pop() if guarded else world.provinces[dice.pick([*world.provinces])]
        holder.items.append(number)


# What one's own kingdom knows of them


def remember_places(known: Known, world: World) -> None:
    """The places discovered, with what was fought there, what was agreed, and what guardians ask."""
    kingdom = world.kingdoms[known.kingdom]
    numbers = {(each.province, each.place): each.number for each in world.features.values()}
    for province, seen in places_of(known):
        number = numbers[province, seen["place"]]
        kingdom.features[number] = seen["hp"]
        if seen["pacified"]:
            kingdom.pacified.append(number)
        if "task" in seen:
            task = seen["task"]
            kingdom.tasks[number] = Task(task["kind"], task["gold"], numbers[*task["target"]] if task["target"] else 0)


def places_of(known: Known) -> Iterator[tuple[int, Json]]:
    """Every place that is known, with its province."""
    for number, seen in known.map.items():
        for each in seen.get("features", ()):
            yield number, each
