"""The imperial offices: merit, standings, holders (RO-OFF, C10)."""

from __future__ import annotations

from heraut.games.rois.state import MAGICS, OFFICES, Character, Kingdom, World
from heraut.games.rois.tables import CONSTANTS, ITEMS, OFFICE_TABLE

NO_MERIT = dict.fromkeys(OFFICES, 0)
LEVEL_MERIT: dict[str, tuple[tuple[str, int], ...]] = {  # what a level of a talent is worth, office by office
    **dict.fromkeys(("EX", "SP", "SA"), (("chancellor", 1),)),
    **dict.fromkeys(MAGICS, (("archmage", 1),)),
    "WH": (("archmage", 1), ("priest", 2)),
    "DR": (("priest", 2),),
    "NA": (("admiral", 1),),
}


class Domain:
    """What the merit of a kingdom's characters depends on, besides themselves."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base: dict[int, int] = dict.fromkeys(world.kingdoms, 0)
        self.seas: dict[int, int] = dict.fromkeys(world.kingdoms, 0)
        for province in world.provinces.values():
            if province.owner:
                self.base[province.owner] += province.tax_base
                self.seas[province.owner] += province.terrain == "sea" and province.tax_base >= CONSTANTS.rich_sea


def spell_items(domain: Domain, character: Character) -> int:
    """How many of his items cast spells, with a charge left (RO-OFF-04)."""
    if not character.items:
        return 0
    items = domain.world.items
    return sum(bool(ITEMS[items[number].kind].spell) and items[number].charges >= 1 for number in character.items)


def merits(domain: Domain, character: Character) -> dict[str, int]:
    """His merit by office: of events, and while he lives of levels, items and seas; two offices look at the King's
    realm alone (RO-OFF-01, RO-OFF-02).
    """
    found = {**NO_MERIT, **character.merit}
    if not character.died:
        for ability, level in character.levels.items():
            for office, weight in LEVEL_MERIT.get(ability, ()):
                found[office] += weight * level
        found["admiral"] += domain.seas[character.kingdom]
        found["archmage"] += spell_items(domain, character)
    is_king = character.role == "king"
    found["emperor"] = domain.base[character.kingdom] if is_king else 0
    found["treasurer"] = domain.world.kingdoms[character.kingdom].gold if is_king else 0
    return found


def candidates(world: World) -> list[Character]:
    """The living in the service of a kingdom, and Kings even dead: their heirs hold what they won (RO-OFF-06)."""
    kings = {kingdom.king for kingdom in world.living()}
    return [
        character
        for character in world.characters.values()
        if character.kingdom and character.province and (character.alive or character.number in kings)
    ]


def standings(world: World) -> dict[int, dict[str, int | None]]:
    """Each kingdom's best merit in percent of the leader's; None where nobody has any (RO-OFF-07)."""
    domain = Domain(world)
    best = {kingdom.number: NO_MERIT.copy() for kingdom in world.living()}
    for character in candidates(world):
        theirs = best.get(character.kingdom, {})
        for office, merit in merits(domain, character).items() if theirs else ():
            if merit > theirs[office]:
                theirs[office] = merit
    leaders = {office: max([theirs[office] for theirs in best.values()], default=0) for office in OFFICES}
    return {
        number: {office: share(theirs[office], leaders[office]) for office in OFFICES}
        for number, theirs in best.items()
    }


def share(merit: int, leader: int) -> int | None:
    """A merit in percent of the leader's."""
    return merit * 100 // leader if leader > 0 else None


def rank_key(domain: Domain, kingdom: Kingdom) -> tuple[int, int, int]:
    """How ties are broken: the larger treasury, the larger tax base, the lower number (RO-OFF-06)."""
    return kingdom.gold, domain.base[kingdom.number], -kingdom.number


def holders(world: World, emperor: int) -> dict[str, int]:
    """Who holds each office at the end, by office: a character; the Emperor's is the King of that kingdom."""
    domain = Domain(world)
    people = [(character, merits(domain, character)) for character in candidates(world)]
    found = {}
    for office in OFFICES:
        if office == "emperor":
            if emperor:
                found[office] = world.kingdoms[emperor].king
            continue
        worthy = [
            (merit[office], *rank_key(domain, world.kingdoms[each.kingdom]), -each.number)
            for each, merit in people
            if merit[office] > 0
        ]
        if worthy:
            found[office] = -max(worthy)[-1]
    return found


def points(world: World, offices: dict[str, int]) -> dict[int, int]:
    """The points of each kingdom before the reduction: its offices and the named items carried (RO-OFF-08)."""
    total = dict.fromkeys(world.kingdoms, 0)
    for office, number in offices.items():
        total[world.characters[number].kingdom] += OFFICE_TABLE[office].points
    for character in world.characters.values():
        if character.kingdom and character.alive:
            total[character.kingdom] += sum(world.items[item].kind.isdigit() for item in character.items)
    return total
