"""The imperial offices: merit, standings, holders (RO-OFF, C10)."""

from __future__ import annotations

from collections.abc import Callable

from heraut.games.rois.state import MAGICS, OFFICES, Character, Kingdom, World
from heraut.games.rois.tables import ITEMS, OFFICE_TABLE

RICH_SEA = 2  # the tax base from which a sea province gives merit to admirals (RO-OFF-03)


class Domain:
    """What the merit of a kingdom's characters depends on, besides themselves."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base: dict[int, int] = dict.fromkeys(world.kingdoms, 0)
        self.seas: dict[int, int] = dict.fromkeys(world.kingdoms, 0)
        for province in world.provinces.values():
            if province.owner:
                self.base[province.owner] += province.tax_base
                self.seas[province.owner] += province.terrain == "sea" and province.tax_base >= RICH_SEA


def levels_in(character: Character, *abilities: str) -> int:
    """The sum of his natural levels in these abilities."""
    return sum(character.levels.get(ability, 0) for ability in abilities)


def spell_items(domain: Domain, character: Character) -> int:
    """How many of his items cast spells, with a charge left (RO-OFF-04)."""
    items = domain.world.items
    return sum(bool(ITEMS[items[number].kind].spell) and items[number].charges >= 1 for number in character.items)


LEVEL_MERIT: dict[str, Callable[[Domain, Character], int]] = {
    "chancellor": lambda domain, character: levels_in(character, "EX", "SP", "SA"),
    "admiral": lambda domain, character: levels_in(character, "NA") + domain.seas[character.kingdom],
    "priest": lambda domain, character: 2 * levels_in(character, "WH", "DR"),
    "archmage": lambda domain, character: levels_in(character, *MAGICS) + spell_items(domain, character),
}


def merit_of(domain: Domain, character: Character, office: str) -> int:
    """Event merit, and the merit of levels, items and seas while he lives; two offices look at the King's realm alone
    (RO-OFF-01, RO-OFF-02).
    """
    if office == "emperor":
        return domain.base[character.kingdom] if character.role == "king" else 0
    if office == "treasurer":
        return domain.world.kingdoms[character.kingdom].gold if character.role == "king" else 0
    event = character.merit.get(office, 0)
    own = LEVEL_MERIT.get(office)
    return event if own is None or character.died else event + own(domain, character)


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
    domain, people = Domain(world), candidates(world)
    shares: dict[int, dict[str, int | None]] = {kingdom.number: {} for kingdom in world.living()}
    for office in OFFICES:
        best: dict[int, int] = {}
        for character in people:
            merit = merit_of(domain, character, office)
            best[character.kingdom] = max(merit, best.get(character.kingdom, 0))
        leader = max(best.values(), default=0)
        for number, share in shares.items():
            share[office] = best.get(number, 0) * 100 // leader if leader > 0 else None
    return shares


def rank_key(domain: Domain, kingdom: Kingdom) -> tuple[int, int, int]:
    """How ties are broken: the larger treasury, the larger tax base, the lower number (RO-OFF-06)."""
    return kingdom.gold, domain.base[kingdom.number], -kingdom.number


def holders(world: World, emperor: int) -> dict[str, int]:
    """Who holds each office at the end, by office: a character; the Emperor's is the King of that kingdom."""
    domain, people = Domain(world), candidates(world)
    found = {}
    for office in OFFICES:
        if office == "emperor":
            if emperor:
                found[office] = world.kingdoms[emperor].king
            continue
        worthy = [character for character in people if merit_of(domain, character, office) > 0]
        if worthy:
            best = max(
                worthy,
                key=lambda each: (
                    merit_of(domain, each, office),
                    *rank_key(domain, world.kingdoms[each.kingdom]),
                    -each.number,
                ),
            )
            found[office] = best.number
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
