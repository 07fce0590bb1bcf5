"""One year being resolved: what it started from, what it has become, the sheets, the season's marks, what is told.

Everything that moves goes through here, so that indexes stay true and every birth, death and coin leaves an entry in
the audit: `move_unit`, `new_unit`, `kill_unit`; `move_character`, `kill_character`; `give_item`, `drop_item`,
`lose_item`; `add_gold`. Rules never write `unit.province`, `unit.leader`, `character.province` or `kingdom.gold`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from heraut.engine.protocol import Seat
from heraut.games.rois import abilities
from heraut.games.rois.annals import Annals
from heraut.games.rois.dice import Chance, Dice
from heraut.games.rois.orders import Order, RealmOrder, Sheet
from heraut.games.rois.sight import chart
from heraut.games.rois.state import (
    HUMANOIDS,
    NATIVES,
    NOBODY,
    Acquaintance,
    Character,
    Feature,
    Item,
    Kingdom,
    Province,
    Relation,
    Remains,
    Unit,
    World,
)
from heraut.games.rois.world.copies import copy
from heraut.games.rois.world.numbering import next_unit
from heraut.games.rois.world.whereabouts import Whereabouts

OrderT = TypeVar("OrderT", bound=RealmOrder)


class Fault(NamedTuple):
    """Why an order would have no effect now: the rule, the reason, and the data of the event that says so."""

    rule: str
    reason: str
    data: dict[str, Any]


class Marks:
    """What lasts until the end of the year: spells cast, thefts, rises that are due (RO-MAG-07)."""

    def __init__(self) -> None:
        self.blessed: set[int] = set()  # characters whose units fight at 110 % (BE)
        self.illusory: set[int] = set()  # characters whose contingent looks double (AI)
        self.disguised: set[int] = set()  # characters (DG)
        self.mirage: set[int] = set()  # characters whom nobody sees, with their units (MI)
        self.feints: set[int] = set()  # of these, those who have not fought yet: their rear may outflank
        self.panicked: set[tuple[int, int]] = set()  # (leader, 0) or (0, province) of a garrison: demoralised (PA)
        self.protected: dict[int, set[int]] = {}  # province: kingdoms that protect it (PR)
        self.winds: set[int] = set()  # characters with one naval move more (VE)
        self.harvest: set[int] = set()  # provinces whose tax grows by half (MO)
        self.halved: dict[int, str] = {}  # provinces whose tax is halved, and why (TT, PB, ravages)
        self.robbed: set[int] = set()  # kingdoms that have lost gold by theft (RO-ENC-22)
        self.killed: set[int] = set()  # characters who died
        self.reborn: list[Unit] = []  # trolls that rise again at C1 (RO-ARMY-14)
        self.bitten: set[int] = set()  # units that become werebeasts at C11 (RO-ARMY-13)


class Turn(Whereabouts, Annals):
    """The phases change `now`. (With more than twenty-nine attributes, Python would look each of them up the slow way.)

    `origin` gives, for each character who changed provinces this season, the one that he came from; whoever is not in
    it was there when the season began. `reacted` are those who came by a reaction. `fogged` are provinces without
    battle this season. `rises` are the rises of levels due at the end of the season (RO-GEN-09).
    """

    def __init__(self, start: World, sheets: Mapping[Seat, Sheet], rng: Chance) -> None:
        Whereabouts.__init__(self, self.taken_over(start))
        Annals.__init__(self, start.kingdoms, rng)
        self.number = start.turn
        self.sheets: dict[int, Sheet] = {
            number: sheets[kingdom.seat] for number, kingdom in start.kingdoms.items() if kingdom.seat in sheets
        }
        self._realm_orders: dict[tuple[int, type[RealmOrder]], list[Any]] = {}
        for number, sheet in self.sheets.items():
            for order in sheet.realm:
                self._realm_orders.setdefault((number, type(order)), []).append(order)
        self.items: dict[int, Item] = self.now.items
        self.marks = Marks()

        self.origin: dict[int, int] = {}
        self.reacted: set[int] = set()
        self.fogged: set[int] = set()
        self.fought: set[int] = set()  # provinces where a battle was fought this season
        self.revived: set[int] = set()  # those who rose from the dead this season: they act from the next on
        self.rises: list[tuple[int, str]] = []
        self.trained: dict[int, int] = {}  # units, with the quality that they have from the end of the season
        self.inventions: list[tuple[int, int]] = []  # kingdoms and what they have found this season (RO-INV-02)
        self.order_of: dict[int, Order] = {}  # what each character does this season
        self.dismissed: dict[int, int] = {}  # Heroes set free this year, whose orders bind them no more; by whom
        self.defending: dict[int, int] = {}  # characters whose DE is in force: the province named, 0 any (RO-ORD-15a)

    def taken_over(self, start: World) -> World:
        """The world that this year changes: another one, so that its start is left as it was."""
        return copy(start)

    def realm_orders(self, kingdom: Kingdom, kind: type[OrderT]) -> list[OrderT]:
        """The orders of one kind that a kingdom gives for the year."""
        return self._realm_orders.get((kingdom.number, kind), [])

    # Looking up

    def living(self) -> list[Kingdom]:
        """The kingdoms still in play, by number."""
        return [kingdom for kingdom in self.now.kingdoms.values() if not kingdom.fallen]

    def courts(self) -> dict[int, list[Character]]:
        """The living characters in the service of each kingdom, by number."""
        found: dict[int, list[Character]] = {number: [] for number in self.now.kingdoms}
        for each in self.now.characters.values():
            if each.kingdom and each.alive:
                found[each.kingdom].append(each)
        return found

    def armies(self) -> dict[int, list[Unit]]:
        """The units of each kingdom, by number."""
        found: dict[int, list[Unit]] = {}
        for unit in self.now.units.values():
            found.setdefault(unit.kingdom, []).append(unit)
        return found

    def found_by(self, kingdom: Kingdom) -> list[int]:
        """The inventions that a kingdom has found this season, and will own at its end."""
        return [invention for number, invention in self.inventions if number == kingdom.number]

    def features_of(self, province: int) -> list[Feature]:
        """The features of a province, in the order of their numbers there."""
        return [self.now.features[number] for number in self.provinces[province].features]

    def level(self, character: Character, ability: str) -> int:
        """His effective level (RO-GEN-10)."""
        if not character.items:
            return character.levels.get(ability, 0)
        return abilities.level(self.items, character, ability)

    def relation(self, one: int, other: int) -> Relation:
        """How two kingdoms stand now; natives are Enemies of everybody (RO-DIP-01)."""
        if one == other:
            return "allied"
        if one == NATIVES or other == NATIVES:
            return "enemy"
        return self.now.kingdoms[one].relations.get(other, "neutral")

    def hostile(self, one: int, other: int) -> bool:
        """Whether two kingdoms (0: natives) are Enemies."""
        return one != other and self.relation(one, other) == "enemy"

    def friendly(self, one: int, other: int) -> bool:
        """Whether they are the same kingdom, or Allied."""
        return one == other or self.relation(one, other) == "allied"

    def enemies_in(self, province: int, kingdom: int) -> bool:
        """Whether Enemy units stand in a province; mercenaries hinder nobody."""
        return "enemy" in [self.relation(kingdom, other) for other in self.presence[province]]

    # Small changes that many chapters make

    def new_unit(self, type: str, race: str, quality: int, kingdom: int, province: int, leader: int, why: str) -> Unit:
        """A unit is raised."""
        unit = Unit(next_unit(self.now, kingdom), type, race, quality, kingdom, province, leader)
        self.add_unit(unit)
        self.audit("RO-GEN-08", "unit_born", unit=unit.number, type=type, kingdom=kingdom, why=why)
        return unit

    def enlist(self, unit: Unit, kingdom: int, leader: int) -> Unit:
        """A mercenary enters a kingdom's service, under a number of its own: another's would tell how many trolls rose
        elsewhere (RO-REC-08).
        """
        self.kill_unit(unit, "mercenary")
        return self.new_unit(unit.type, unit.race, unit.quality, kingdom, unit.province, leader, "mercenary")

    def kill_unit(self, unit: Unit, why: str, *, remains: bool = False) -> None:
        """A unit is no more; destroyed in battle, it leaves its remains if it was of a humanoid race (RO-ARMY-15)."""
        self.remove_unit(unit)
        if remains and unit.race in HUMANOIDS:
            self.provinces[unit.province].remains.append(Remains(self.number, unit.type, unit.race))
        self.audit("RO-GEN-08", "unit_gone", unit=unit.number, type=unit.type, kingdom=unit.kingdom, why=why)

    def move_character(self, character: Character, province: int) -> None:
        """A character is now here (0: out of the world), and charts what lies around (RO-MOVE-11)."""
        super().move_character(character, province)
        if province and character.kingdom:
            chart(self.kingdoms[character.kingdom], province, self.number)

    def travel(self, character: Character, province: int) -> None:
        """A character goes to a province with all that he leads, and it is known where from."""
        self.origin.setdefault(character.number, character.province)
        self.move_contingent(character.number, province)
        self.move_character(character, province)

    def kill_character(self, character: Character, why: str) -> None:
        """A character dies: the body stays, a quarter of his event merit is lost (RO-CHAR-17, RO-CHAR-18).

        His units and his items are the business of the rule that killed him.
        """
        character.died, character.hp = self.number, 0
        self.marks.killed.add(character.number)
        for office, merit in character.merit.items():
            if merit > 0:
                character.merit[office] = 3 * merit // 4
        self.defending.pop(character.number, None)
        self.audit("RO-CHAR-17", "character_died", character=character.number, kingdom=character.kingdom, why=why)

    def loot(self, victim: Character) -> list[int]:
        """What is taken from the dead (RO-ENC-21): all his items, none from one who will rise behind a veil."""
        if victim.veil >= self.number:
            return []
        items, victim.items = victim.items, []
        return items

    def give_item(self, item: int, character: Character) -> None:
        """An item, which nobody has any more where it was, is now this character's; his kingdom learns its kind."""
        character.items.append(item)
        if character.kingdom:
            self.learn_item(self.kingdoms[character.kingdom], item)

    def drop_item(self, item: int, province: int) -> None:
        """An item lies abandoned in a province (RO-EXPL-06)."""
        self.provinces[province].items.append(item)

    def lose_item(self, item: int) -> None:
        """An item is no more: a wand without charges, a potion drunk, a scroll read (RO-ITEM-01)."""
        kind = self.now.items.pop(item).kind
        self.audit("RO-ITEM-01", "item_gone", item=item, item_kind=kind, why="used_up")

    def learn_item(self, kingdom: Kingdom, item: int) -> None:
        """A kingdom knows what kind an item is."""
        kingdom.items[item] = self.items[item].kind

    def add_gold(self, kingdom: int, amount: int, why: str) -> None:
        """Gold comes or goes. ValueError if the treasury would be below 0 (RO-GEN-06)."""
        if not amount:
            return
        owner = self.kingdoms[kingdom]
        if owner.gold + amount < 0:
            raise ValueError(f"{-amount} gold taken out of {owner.gold}")
        owner.gold += amount
        self.audit("RO-GEN-06", "gold", kingdom=kingdom, amount=amount, why=why)

    def add_merit(self, character: Character, office: str, merit: int) -> None:
        """Event merit, for good (RO-OFF-01)."""
        if merit:
            character.merit[office] = character.merit.get(office, 0) + merit

    def learn(self, character: Character, ability: str, chance: int, dice: Dice) -> None:
        """One roll of experience for those in service; a rise due comes at the end of the season (RO-EXP-01)."""
        if character.kingdom and dice.d(100) <= chance:
            self.rises.append((character.number, ability))

    def meet(self, kingdom: int, character: Character, *, levels: bool = False) -> None:
        """A kingdom knows a foreign character, and where it saw him last (RO-ORD-20)."""
        if kingdom == character.kingdom or kingdom == NOBODY:
            return
        met = self.kingdoms[kingdom].met
        old = met.get(character.number)
        known = dict(character.levels) if levels else old.levels if old else None
        met[character.number] = Acquaintance(character.province, self.number, character.kingdom, known)

    def discover(self, kingdom: int, feature: Feature, character: Character | None) -> None:
        """A kingdom discovers a feature; the very first discoverer has merit (RO-EXPL-04, RO-EXPL-05)."""
        owner = self.kingdoms[kingdom]
        if feature.number in owner.features:
            return
        owner.features[feature.number] = -1 if feature.guardian is not None else 0
        guardian = feature.guardian.kind if feature.guardian else ""
        first = not feature.first
        if first:
            feature.first = kingdom
            if character is not None:
                self.add_merit(character, "chancellor", 2)
        self.tell(
            kingdom,
            "RO-EXPL-04",
            "feature_discovered",
            province=feature.province,
            place=feature.place,
            feature=feature.kind,
            guardian=guardian,
            treasure=feature.treasure,
            who=character.number if character else 0,
            first=first and character is not None,
        )

    # What is told, and to whom

    def ignore(self, character: Character, rule: str, reason: str, /, **data: Any) -> None:
        """An order has no effect, and its kingdom is told why (RO-GEN-07)."""
        order = self.order_of.get(character.number)
        code = order.code if order else ""
        self.tell(character.kingdom, rule, "ignored", who=character.number, order=code, reason=reason, **data)

    def decline(self, character: Character, fault: Fault) -> bool:
        """`ignore` for a fault that was looked for beforehand. Always False: nothing was done."""
        self.ignore(character, fault.rule, fault.reason, **fault.data)
        return False

    # Sums

    def strength_in_numbers(self, units: Iterable[Unit]) -> Counter[str]:
        """How many units of each type."""
        return Counter(unit.type for unit in units)

    def world_base(self) -> int:
        """The sum of all tax bases (RO-VIC-01)."""
        return sum(province.tax_base for province in self.now.provinces.values())

    def own_provinces(self, kingdom: int) -> list[Province]:
        """The provinces of a kingdom, by number."""
        return [province for province in self.now.provinces.values() if province.owner == kingdom]


class SilentTurn(Turn):
    """A year of a playout, told to nobody: it changes the world that it is given, and keeps no annals."""

    def taken_over(self, start: World) -> World:
        """The very world that was given."""
        return start

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def tell(self, kingdom: int, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def audit(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody looks into it."""

    def dice(self, kind: str, *who: int) -> Dice:
        """The same dice, of which no note is kept."""
        return self.rng.dice((self.season, kind, *who))
