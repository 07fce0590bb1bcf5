"""How those are numbered who come into the world: a number tells a King nothing of what others do in secret
(RO-INFO-03, RO-INFO-06).

Units count in each kingdom by themselves, a hundred numbers of its own at a time; so do its heirs, of whom everybody
hears. What anybody may find, and show to others, has a number drawn among those that are free.
"""

from __future__ import annotations

from collections.abc import Container

from heraut.games.rois.dice import Dice
from heraut.games.rois.state import Character, Feature, World

BLOCK = 100  # numbers in a row
REALMS = 25  # the natives, and more kingdoms than any world has
FIRST_HEIR = 1_000
FOUND = (4_000, 9_999)  # numbers of captives and of hidden treasures


def unit_number(kingdom: int, count: int) -> int:
    """The number of the so-manieth unit of a kingdom (0: of the natives): 301 to 399 in the third, then 2800 on."""
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
    """A number that nobody bears and that says nothing."""
    first, last = FOUND
    number = dice.between(first, last)
    while number in taken:
        number = number + 1 if number < last else first
    return number


def free_item(world: World, dice: Dice) -> int:
    """The same for an item; those that are used up are remembered by whoever knew them."""
    known = {number for kingdom in world.kingdoms.values() for number in kingdom.items}
    return free_number(known | world.items.keys(), dice)


def shuffle_items(world: World, dice: Dice) -> None:
    """The ordinary items of a new world are numbered in an order that tells nothing of where they lie."""
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
