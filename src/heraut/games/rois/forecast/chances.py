"""The chance of an order, as the rules reckon it, at the moment when it is given (RO-TOOL-05)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.calculators.chances import may_lead
from heraut.games.rois.encounter import adventures, item_use
from heraut.games.rois.forecast.certainty import Chance
from heraut.games.rois.orders import Order
from heraut.games.rois.phases import practice, spells, spying
from heraut.games.rois.phases.heroes import acceptance
from heraut.games.rois.resolution import Turn
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import NATIVES, Character
from heraut.games.rois.tables import CONSTANTS, ITEMS
from heraut.games.rois.world.geography import distance


def chance_of(turn: Turn, book: Book, character: Character, order: Order) -> Chance | None:
    """Of success; of a spy, not to be noticed; of practice, that a rise is due. None: nothing is known, or no dice."""
    match order:
        case o.Hire(character=number):
            return accepting(turn, book, character, number)
        case o.Cast(spell=spell):
            return exactly(spells.chance_of(turn, character, spell))
        case o.Use(item=number):
            item = turn.items.get(number)
            return exactly(item_use.chance_of(item.kind)) if item is not None and ITEMS[item.kind].action else None
        case o.Practise(ability=ability):
            return exactly(practice.chance_of(turn, character, ability))
        case o.Spy(province=province):
            return unnoticed(turn, book, character, province)
        case o.Pursue(character=number) | o.Trail(character=number):
            return keeping_track(turn, book, character, number)
        case o.Meet(character=number):
            return passing(turn, book, character, number)
    return None


def exactly(chance: int) -> Chance:
    """A chance of which everything is known."""
    return Chance(chance, chance)


def accepting(turn: Turn, book: Book, hirer: Character, number: int) -> Chance | None:
    """That a free Hero accepts; None if he is not known well enough (RO-HERO-04)."""
    if "alignment" not in book.own["met"].get(str(number), {}):
        return None
    return exactly(acceptance(turn.kingdoms[hirer.kingdom], hirer, turn.characters[number]))


def unnoticed(turn: Turn, book: Book, spy: Character, province: int) -> Chance:
    """That nobody notices the spy (RO-SPY-04): of a land that one has never seen, who watches it is not known."""
    hidden, owner = 100 - spying.notice_chance(turn, spy), turn.provinces[province].owner
    if "owner" not in book.own["map"].get(str(province), {}):
        return Chance(hidden, 100)
    return exactly(100 if owner == NATIVES or turn.friendly(spy.kingdom, owner) else hidden)


def keeping_track(turn: Turn, book: Book, pursuer: Character, number: int) -> Chance | None:
    """That a track is kept, if he is still where he was seen last; None of whom nothing was seen for a year."""
    if number in book.characters:
        return exactly(100)
    met = book.own["met"].get(str(number))
    if met is None or met["turn"] < book.view["turn"] - 1:
        return None
    far, level = distance(pursuer.province, met["province"]), turn.level(pursuer, "SP")
    led = (False, may_lead(book, number, met))
    low, high = (min(100, spying.pursuit(level, far, leads=leads)) for leads in led)
    return Chance(low, high)


def passing(turn: Turn, book: Book, who: Character, number: int) -> Chance | None:
    """To get past the units that another leads (RO-ENC-03): how many they are is not known of strangers."""
    other = turn.now.characters.get(number)
    if other is None:
        return None
    met = book.own["met"].get(str(number))
    if met is None or not (other.role == "provincial" or may_lead(book, number, met)):
        return exactly(adventures.passage(turn, who, other))
    return Chance(CONSTANTS.guard_min, 100)
