"""The world as a King knows it: made of his view alone, so that the rules themselves can be asked what would happen.

What he does not know is not there: no native, no monster, no plan of another. Of a force that he has seen he knows the
size; it is taken to be as large as its size is on average, of the type that is raised there, and Moyenne.
"""

from __future__ import annotations

from typing import Literal

from heraut.engine.protocol import Json, Seat
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import (
    AVERAGE,
    HUMANOIDS,
    NATIVES,
    Character,
    Creation,
    Item,
    Kingdom,
    Province,
    Settings,
    Unit,
    World,
)
from heraut.games.rois.tables import RACES
from heraut.games.rois.world.geography import PROVINCES

FORCES = {1: 2, 2: 6, 3: 10}  # units in a small, a medium, a large force, on average (RO-INFO-02)
NATIVE_FORCES = {"rich": 3, "prosperous": 2, "poor": 1}  # natives of a province, on average; never more than four
MOST_NATIVES = 4  # (RO-MAP-08)
TAXES = {"rich": 8, "prosperous": 5, "poor": 1}  # the middle of a wealth class (D14)
FIRST_STRANGER = 1_000_000  # the number of the first unit that is not one's own
FORESEEN = 1_000_000  # so many units ago: what is foreseen has a number that nobody bears


def world_of(view: Json) -> World:
    """What this King knows, as a world at the start of the year."""
    book = Book(view)
    world = World(
        Settings(view["world"], view["turns"], view["crown"], open_relations=False, hardened=False),
        view["turn"], kingdoms_of(book), provinces_of(book), characters_of(book), units_of(book), {}, items_of(book),
        dict.fromkeys((NATIVES, *map(int, view["kingdoms"])), FORESEEN),
    )  # fmt: skip
    for seen in forces_seen(book):
        world.units[seen.number] = seen
    return world


def kingdoms_of(book: Book) -> dict[int, Kingdom]:
    """The kingdoms: one's own whole, of the others what is public."""
    found = {}
    for text, card in book.view["kingdoms"].items():
        number, form = int(text), Creation(card["sex"], card["race"], "brave", {})
        seat = Seat(book.own["seat"]) if number == book.kingdom else Seat(f"?{number}")
        kingdom = Kingdom(number, seat, card["king"], 0, card["race"], card["alignment"], form, 0)
        kingdom.fallen = card["fallen"]
        found[number] = kingdom
    own, seen = found[book.kingdom], book.own
    own.home, own.gold, own.heir, own.inventions = seen["home"], seen["gold"], seen["heir"], list(seen["inventions"])
    own.exploration = {int(number): each["exploration"] for number, each in seen["map"].items()}
    own.visited = own.charted = {int(number): 0 for number in seen["map"]}
    own.items = dict(book.item_kinds)
    for text, relation in seen["relations"].items():
        own.relations[int(text)] = found[int(text)].relations[own.number] = relation
    return found


def provinces_of(book: Book) -> dict[int, Province]:
    """The provinces: those that are not known are empty plains."""
    found = {number: Province(number, "", "plain", 0, "") for number in range(1, PROVINCES + 1)}
    for text, seen in book.own["map"].items():
        number = int(text)
        province = found[number] = Province(number, seen["name"], seen["terrain"], TAXES[seen["wealth"]], "")
        if "owner" in seen:
            province.tax_base, province.race, province.types = seen["tax_base"], seen["race"], tuple(seen["types"])
            province.owner, province.home = seen["owner"], seen["home"]
        if number in book.provinces:
            province.owner = book.kingdom
    return found


def characters_of(book: Book) -> dict[int, Character]:
    """One's own people, and those whom they have met, where they were last seen; talents not known are none."""
    found = {number: own_character(book, number, seen) for number, seen in book.characters.items()}
    for text, met in book.own["met"].items():
        found[int(text)] = met_character(book, int(text), met)
    for text, card in book.view["kingdoms"].items():
        found.setdefault(card["king"], unmet_king(int(text), card))
    return dict(sorted(found.items()))


def own_character(book: Book, number: int, seen: Json) -> Character:
    """One of one's own people; an heir is nowhere yet: he arrives as the year begins (RO-CHAR-20)."""
    return Character(
        number=number,
        name=seen["name"],
        sex=seen["sex"],
        race=seen["race"],
        alignment=seen["alignment"],
        temper=seen["temper"],
        role=seen["role"],
        kingdom=book.kingdom,
        province=0 if number == book.own["heir"] else seen["province"],
        levels=dict(seen["levels"]),
        aptitudes=dict(seen["aptitudes"]),
        hp=seen["hp"],
        max_hp=seen["max_hp"],
        died=seen["died"],
        items=list(seen["items"]),
        merit=dict(seen["merit"]),
        plan=read_plan(seen["plan"]),
        duel=read_plan(seen["duel"]),
        hired=seen["hired"],
        veil=seen["veil"],
    )


def met_character(book: Book, number: int, met: Json) -> Character:
    """Somebody met; whose alignment is not known is taken for one of his kingdom's, or of one's own."""
    kingdom = met["kingdom"]
    believed = book.view["kingdoms"][str(kingdom)]["alignment"] if kingdom else book.alignment
    return Character(
        number=number,
        name=met["name"],
        sex=met["sex"],
        race=met["race"],
        alignment=met.get("alignment", believed),
        temper="brave",
        role=role_of(book, number, met),
        kingdom=kingdom,
        province=met["province"],
        levels=dict(met.get("levels", {})),
        aptitudes={},
        threshold=1,
        captor=book.kingdom if met.get("freed") else 0,
    )


def unmet_king(kingdom: int, card: Json) -> Character:
    """A King as everybody knows him, wherever he is."""
    return Character(
        number=card["king"],
        name=card["name"],
        sex=card["sex"],
        race=card["race"],
        alignment=card["alignment"],
        temper="brave",
        role="king",
        kingdom=kingdom,
        province=0,
        levels={},
        aptitudes={},
    )


def role_of(book: Book, number: int, met: Json) -> Literal["king", "hero", "free", "provincial"]:
    """What a stranger is: whoever serves nobody is free, unless he may still command the natives where he was seen."""
    if number in book.kings:
        return "king"
    if met["kingdom"]:
        return "hero"
    owner = book.own["map"].get(str(met["province"]), {}).get("owner", NATIVES)
    return "free" if "levels" in met or owner != NATIVES else "provincial"


def units_of(book: Book) -> dict[int, Unit]:
    """One's own units."""
    return {
        number: Unit(
            number, each["type"], each["race"], each["quality"], book.kingdom, each["province"], each["leader"],
            name=each["name"],
        )
        for number, each in book.units.items()
    }  # fmt: skip


def items_of(book: Book) -> dict[int, Item]:
    """The items that one's own people carry."""
    known = book.own["items"]
    carried = sorted(item for each in book.characters.values() for item in each["items"])
    return {
        item: Item(item, known[str(item)]["kind"], known[str(item)]["charges"], known[str(item)]["domain"])
        for item in carried
    }


def forces_seen(book: Book) -> list[Unit]:
    """The forces of others as they were last seen, each in garrison."""
    found: list[Unit] = []
    for text, seen in book.own["map"].items():
        for kingdom, size in seen.get("forces", {}).items():
            type, race = likely(book, int(kingdom), seen)
            for _ in range(likely_count(int(kingdom), size, seen["wealth"])):
                found.append(Unit(FIRST_STRANGER + len(found), type, race, AVERAGE, int(kingdom), int(text)))
    return found


def likely_count(kingdom: int, size: int, wealth: str) -> int:
    """How many units a force has on average; of natives, by what the province is worth."""
    if kingdom != NATIVES:
        return FORCES[size]
    return NATIVE_FORCES[wealth] if size == 1 else MOST_NATIVES


def likely(book: Book, kingdom: int, seen: Json) -> tuple[str, str]:
    """The type and the race that a stranger's unit most likely is of: what is raised there, or in his home."""
    if kingdom == NATIVES and seen["types"]:
        return seen["types"][0], seen["race"]
    race = book.view["kingdoms"][str(kingdom)]["race"] if kingdom else HUMANOIDS[0]
    return RACES[race].home_types[0], race
