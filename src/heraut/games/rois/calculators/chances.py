"""Chances shown before orders are sent, when everything that they depend on is known (RO-TOOL-05).

They are the very functions of the rules; None stands where something is unknown.
"""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.rois.abilities import level
from heraut.games.rois.phases.heroes import acceptance_chance
from heraut.games.rois.phases.practice import UNIVERSITY, practice_chance
from heraut.games.rois.phases.spying import pursuit
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import Character, Item, steps
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.geography import distance

FIELDS = (
    "number", "name", "sex", "race", "alignment", "temper", "role", "province", "levels", "aptitudes", "items",
)  # fmt: skip


def person_of(book: Book, number: int) -> tuple[dict[int, Item], Character]:
    """One of one's own characters as the rules know him, and the items that he carries."""
    own = book.characters[number]
    items = {
        item: Item(item, book.item_kinds[item], domain=book.own["items"][str(item)]["domain"]) for item in own["items"]
    }
    return items, Character(kingdom=book.kingdom, **{field: own[field] for field in FIELDS})


def effective(book: Book, number: int, ability: str) -> int:
    """The effective level of one of one's own characters."""
    return level(*person_of(book, number), ability)


def practice(view: Json, character: int, ability: str, *, teacher: bool = False) -> int:
    """The chance that a season of practice makes a rise due."""
    book = Book(view)
    university = UNIVERSITY in book.own["inventions"]
    natural = book.characters[character]["levels"].get(ability, 0)
    return practice_chance(natural, teacher=teacher, university=university)


def unnoticed(view: Json, character: int) -> int:
    """The chance that a spy of one's own is not noticed in a stranger's land."""
    return CONSTANTS.unnoticed[effective(Book(view), character, "SP")]


def pursuing(view: Json, character: int, target: int) -> tuple[int, int] | None:
    """The least and the greatest chance to pursue or trail somebody from where he was last seen this year.

    They differ where it is not known whether he leads units; None if he was seen too long ago.
    """
    book = Book(view)
    if target in book.characters:
        return 100, 100
    met = book.own["met"].get(str(target))
    if met is None or met["turn"] < view["turn"] - 1:
        return None
    far, level = distance(book.characters[character]["province"], met["province"]), effective(book, character, "SP")
    least, most = (min(100, pursuit(level, far, leads=leads)) for leads in (False, may_lead(book, target, met)))
    return least, most


def may_lead(book: Book, target: int, met: Json) -> bool:
    """Whether somebody may have units behind him: those of nobody never have, nor whoever was seen without a force."""
    if not met["kingdom"]:
        return False
    seen = book.own["map"].get(str(met["province"]), {})
    watched = seen.get("turn") == met["turn"] and target in seen.get("characters", ())
    return not watched or str(met["kingdom"]) in seen["forces"]


def hiring(view: Json, character: int, hero: int) -> int | None:
    """The chance that a free Hero accepts; 0 if his alignment forbids it, None if he is not known well enough."""
    book = Book(view)
    met = book.own["met"].get(str(hero))
    if met is None or "alignment" not in met:
        return None
    away = steps(book.own["alignment"], met["alignment"])
    if away > CONSTANTS.hire_reach:
        return 0
    same_race = met["race"] == book.characters[character]["race"]
    return acceptance_chance(away, same_race=same_race, freed=met["freed"])
