"""The numbers of units, characters and items that come into the world: a number must not tell a King what others do in
secret (RO-INFO-03, RO-INFO-06).

Each kingdom numbers its units by itself, in blocks of a hundred that belong to it alone, and so its heirs. Captives and
hidden treasures, which anybody may find, get a random number among the free ones.
"""

from __future__ import annotations

from collections.abc import Container

from heraut.games.rois.dice import Dice
from heraut.games.rois.state import Character, Feature, World

BLOCK = 100  # numbers of a kingdom in a row
REALMS = 25  # more than the natives and the kingdoms of any world
FIRST_HEIR = 1_000
FOUND = (4_000, 9_999)  # numbers of captives and of hidden treasures


def unit_number(kingdom: int, count: int) -> int:
    """The number of a kingdom's `count`-th unit (0: of the natives). Kingdom 3 has 301 to 399, then 2800 to 2899…"""
    block, place = divmod(count, BLOCK)
    return (REALMS * block + kingdom) * BLOCK + place


def next_unit(world: World, kingdom: int) -> int:
    """The number of the next unit that a kingdom raises."""
    world.raised[kingdom] = count = world.raised.get(kingdom, 0) + 1
    return unit_number(kingdom, count)


def next_heir(world: World, kingdom: int) -> int:
    """The number of a kingdom's next heir."""
    number = FIRST_HEIR + BLOCK * kingdom + 1
    while number in world.characters:
        number += 1
    return number


def kings_of(world: World, kingdom: int) -> list[Character]:
    """Those who have worn the crown of a kingdom, the first one first; not the heir who has been announced."""
    last = world.kingdoms[kingdom].king
    heirs = range(FIRST_HEIR + BLOCK * kingdom + 1, last + 1)
    return [world.characters[number] for number in (kingdom, *heirs)]


def free_number(taken: Container[int], dice: Dice) -> int:
    """A random number that is not taken, so that it tells nothing."""
    first, last = FOUND
    number = dice.between(first, last)
    while number in taken:
        number = number + 1 if number < last else first
    return number


def free_item(world: World, dice: Dice) -> int:
    """A random number for an item, other than those of used up items that some kingdom still knows."""
    known = {number for kingdom in world.kingdoms.values() for number in kingdom.items}
    return free_number(known | world.items.keys(), dice)


def shuffle_items(world: World, dice: Dice) -> None:
    """Renumbers the ordinary items of a new world at random, so that numbers do not tell where they lie."""
    ordinary = [number for number, item in world.items.items() if not item.kind.isdigit()]
    drawn = ordinary.copy()
    dice.shuffle(drawn)
    renumbered = dict(zip(ordinary, drawn, strict=True))
    for item in world.items.values():
        item.number = renumbered.get(item.number, item.number)
    world.items = {item.number: item for item in sorted(world.items.values(), key=lambda item: item.number)}
    holders: list[Feature | Character] = [*world.features.values(), *world.characters.values()]
    for holder in holders:
        holder.items = [renumbered.get(number, number) for number in holder.items]
