"""The year as a King may foresee it: where his people and his units will be, season by season, if all goes well.

Made from his view and his sheet alone. Where he cannot know, nothing is supposed: a character who pursues, or casts
himself away, is nowhere (0) from then on, and nothing is said of what he does there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import floor
from typing import Literal, NamedTuple

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import level, may_lead_unit
from heraut.games.rois.calculators.chances import person_of
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.mistakes.recruits import Recruits
from heraut.games.rois.orders import ALL, GARRISON, Action, Sheet
from heraut.games.rois.phases.exploration import CARTOGRAPHY, gain
from heraut.games.rois.phases.marching import COMPASS, ROADS, is_carried, most_moves, spend_moves
from heraut.games.rois.phases.movement import FEATHER
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import NATIVES, NOBODY, Character, Item, Plan, Province, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS
from heraut.games.rois.units import cargo, passengers
from heraut.games.rois.world.geography import distance

Relation = Literal["own", "allied", "neutral", "enemy", "native", "unknown"]
FORCES = {1: (1, 3), 2: (4, 8), 3: (9, 999)}  # what a small, a medium, a large force may count (RO-INFO-02)


class Fault(NamedTuple):
    """Why a move would not be made: the code of its caution, its rule, and the unit that it fails on (0: a recruit)."""

    code: str
    rule: str
    unit: int = 0


class March(NamedTuple):
    """A contingent that enters a province in this season."""

    action: Action
    origin: int
    units: list[Unit]


class Year:
    """What stands where, as orders are carried out one after the other."""

    def __init__(self, book: Book, sheet: Sheet) -> None:
        self.book, self.sheet = book, sheet
        self.people: dict[int, tuple[dict[int, Item], Character]] = {
            number: person_of(book, number) for number, each in book.characters.items() if not each["died"]
        }
        self.places = {number: who.province for number, (_, who) in self.people.items()}
        self.units = {
            number: Unit(
                number, each["type"], each["race"], each["quality"], book.kingdom, each["province"], each["leader"]
            )
            for number, each in book.units.items()
        }
        self.land: dict[int, Json] = {int(number): seen for number, seen in book.own["map"].items()}
        self.explored = {number: seen["exploration"] for number, seen in self.land.items()}
        self.won: set[int] = set()  # provinces that attacks of this year should have conquered
        self.paused: dict[int, int] = defaultdict(int)  # moves that a unit has lost to conquests (RO-MOVE-08)
        self.marches: dict[int, list[March]] = {}  # this season's, by where they go
        self.recruits = Recruits(book)
        self.broken = {each.kingdom for each in sheet.realm if isinstance(each, o.Break) and each.early}

    # Looking up

    def seen(self, province: int) -> Json:
        """What is known of a province."""
        return self.land.get(province, {})

    def relation_of(self, province: int) -> Relation:
        """Whose a province is for this kingdom, as last seen and as foreseen."""
        if province in self.won or province in self.book.provinces:
            return "own"
        owner = self.seen(province).get("owner")
        if owner is None or (owner != NATIVES and owner not in self.book.living):
            return "unknown"
        return "native" if owner == NATIVES else self.relation(owner)

    def relation(self, kingdom: int) -> Relation:
        """How this kingdom stands with another one: natives are everybody's Enemies, and so is whom one betrays."""
        if kingdom == self.book.kingdom:
            return "own"
        relations = self.book.own["relations"]
        return "enemy" if kingdom in self.broken or kingdom == NATIVES else relations.get(str(kingdom), "unknown")

    def sees_foes(self, province: int) -> bool:
        """Whether Enemies were seen there last."""
        return self.foes(province) not in (None, (0, 0))

    def foes(self, province: int) -> tuple[int, int] | None:
        """The fewest and the most units of Enemies that were seen there last; None if that is not known, or too old."""
        seen = self.seen(province)
        forces = seen.get("forces")
        if forces is None or (not forces and seen["turn"] < self.book.view["turn"] - 1):
            return None
        sizes = [FORCES[size] for kingdom, size in forces.items() if self.relation(int(kingdom)) == "enemy"]
        return sum(least for least, _ in sizes), sum(most for _, most in sizes)

    def is_target(self, province: int) -> bool:
        """Whether units that enter here fight or conquer, as far as one knows."""
        whose = self.relation_of(province)
        if self.is_sea(province):
            return whose == "enemy" or self.sees_foes(province)
        return whose in ("enemy", "native", "unknown")  # whatever nobody has seen is most often native

    def is_sea(self, province: int) -> bool:
        """Whether a province is known to be sea."""
        return bool(self.seen(province).get("terrain") == "sea")

    def contingent(self, leader: int) -> list[Unit]:
        """The units that a character leads now."""
        return [unit for unit in self.units.values() if unit.leader == leader]

    def level(self, number: int, ability: str) -> int:
        """The effective level of one's own."""
        return level(*self.people[number], ability)

    def may_lead(self, number: int, unit: Unit) -> bool:
        """Whether one's own may lead this unit."""
        return may_lead_unit(*self.people[number], unit)

    def bears(self, number: int) -> set[int]:
        """The items that a character carries, or is given in this sheet."""
        given = {
            action.order.item
            for action in self.sheet.actions
            if isinstance(action.order, o.GiveItem) and action.order.character == number
        }
        return given | set(self.people[number][1].items)

    def plan_of(self, number: int, *, duel: bool = False) -> Plan:
        """The standing plan of a character, or his plan for duels, as this sheet leaves it."""
        for each in self.sheet.plans:
            if (each.character, each.duel) == (number, duel):
                return each.plan
        return read_plan(self.book.characters[number]["duel" if duel else "plan"])

    # Moving

    def reach(self, number: int) -> int:
        """How far a move takes a character: two provinces with the feather, alone."""
        items, who = self.people[number]
        feather = any(items[item].kind == FEATHER for item in who.items)
        return 2 if feather and not self.contingent(number) else 1

    def fault(self, number: int, destination: int) -> Fault | None:
        """Why a character would stay where he is; None if nothing that one knows holds him back."""
        here, units = self.places[number], self.contingent(number)
        if not 1 <= distance(here, destination) <= self.reach(number):
            return Fault("not_adjacent", "RO-MOVE-02")
        if units and self.relation_of(destination) == "neutral":
            return Fault("neutral_border", "RO-MOVE-02")
        if not units or here not in self.land or destination not in self.land:
            return None
        return self.obstacle(number, units, self.province(here), self.province(destination))

    def obstacle(self, number: int, units: Sequence[Unit], here: Province, there: Province) -> Fault | None:
        """What stops a contingent: too few ships, a unit that cannot go there, one that has no move left."""
        at_sea = "sea" in (here.terrain, there.terrain)
        if at_sea and passengers(units) > cargo(units):
            return Fault("no_ships", "RO-MOVE-12")
        talent = self.talent(number, here, there)
        for unit in units:
            kind = UNITS[unit.type]
            if kind.sort == "naval" and not at_sea:  # where ships go ashore they come from the sea
                return Fault("cannot_enter", "RO-MOVE-12", shown(unit))
            left = most_moves(kind, at_sea, talent) - unit.moves
            if left <= 0 and not is_carried(unit, there):
                paused = left + self.paused[unit.number] > 0
                code, rule = ("paused", "RO-MOVE-08") if paused else ("no_moves", "RO-MOVE-12")
                return Fault(code, rule, shown(unit))
        return None

    def talent(self, number: int, here: Province, there: Province) -> int:
        """What the leader is worth on this move: Marine and fair winds at sea, Forced march and roads on land."""
        inventions = self.book.own["inventions"]
        if "sea" in (here.terrain, there.terrain):
            winds = any(isinstance(each.order, o.Cast) and each.order.spell == "VE" for each in self.sheet.actions)
            return self.level(number, "NA") + (COMPASS in inventions) + winds
        own_roads = ROADS in inventions and {self.relation_of(here.number), self.relation_of(there.number)} == {"own"}
        return min(CONSTANTS.level_max, self.level(number, "MA") + own_roads)

    def province(self, number: int) -> Province:
        """A province as the rules of moving take it."""
        return Province(number, "", self.land[number]["terrain"], 0, "", ())

    def depart(self, action: Action, destination: int) -> None:
        """A move that nothing holds back."""
        number = action.character
        here, units = self.places[number], self.contingent(number)
        if here in self.land and destination in self.land:
            spend_moves(units, self.province(destination))
        for unit in units:
            unit.province = destination
        self.places[number] = destination
        self.explore(number, halved=True)
        if units:
            self.marches.setdefault(destination, []).append(March(action, here, units))

    def explore(self, number: int, *, halved: bool = False) -> None:
        """What a character finds out of the province where he is (RO-EXPL-02, RO-EXPL-03)."""
        here = self.places[number]
        if here in self.land:
            maps = CARTOGRAPHY in self.book.own["inventions"]
            points = gain(self.level(number, "EX"), self.land[here]["terrain"], cartography=maps)
            found = self.explored[here] + (floor(points / 2) if halved else points)
            self.explored[here] = min(CONSTANTS.explore_all, found)

    # The seasons

    def queue(self, season: int) -> list[Action]:
        """The actions of a season: who stays acts first, then who leaves, then who waits for a comrade (RO-TURN-06)."""
        self.marches = {}
        actions = [action for action in self.sheet.actions if action.season == season]
        coming = {each.character for each in actions if isinstance(each.order, o.Move)}

        def rank(action: Action) -> int:
            if isinstance(action.order, (o.Move, o.Pursue, o.Trail)):
                return 1
            here = self.places[action.character]
            return 2 * any(self.places.get(each) != here for each in helped(action.order, self.units) if each in coming)

        return sorted(actions, key=lambda action: (rank(action), action.character))

    def carry_out(self, action: Action) -> None:  # noqa: C901  one case a kind of order
        """What an order changes of all this."""
        number, order = action.character, action.order
        here = self.places[number]
        match order:
            case o.Move(province=destination) if here and self.fault(number, destination) is None:
                self.depart(action, destination)
            case o.Explore() if here:
                self.explore(number)
            case o.Recruit():
                self.recruit(number, order)
            case o.PickUp(units=units):
                for unit in self.taken(number, units):
                    unit.leader = number
            case o.Leave(units=units, receiver=receiver):
                for unit in self.left(number, units):
                    if receiver == GARRISON or (receiver in self.people and self.may_lead(receiver, unit)):
                        unit.leader = receiver
            case o.Disband(units=units):
                for unit in self.left(number, units):
                    del self.units[unit.number]
            case o.Pursue() | o.Trail():
                self.lose_sight(number)
            case o.Cast(spell=spell) if spell == "TP":
                self.lose_sight(number)
            case o.Use(target=target) if target:
                self.lose_sight(number)

    def recruit(self, number: int, order: o.Recruit) -> None:
        """Recruits, who have no numbers yet: they get numbers below 0."""
        here, leader, known = self.places[number], order.leader or number, len(self.recruits.raised)
        self.recruits.recruit(here, order)
        for place, unit in enumerate(self.recruits.raised[known:], start=known + 1):
            unit.number, unit.race = -place, self.land[here]["race"]
            together = leader in self.people and self.places[leader] == here
            unit.leader = leader if together and self.may_lead(leader, unit) else NOBODY
            self.units[unit.number] = unit

    def lose_sight(self, number: int) -> None:
        """From here on nobody can say where he is, nor his units."""
        self.places[number] = 0
        for unit in self.contingent(number):
            unit.province = 0

    def taken(self, number: int, named: Iterable[int]) -> list[Unit]:
        """The units that he may pick up: those named, or the garrison, where he is."""
        here = self.places[number]
        wanted = self.garrison(here) if named == ALL else self.named(named)
        return [unit for unit in wanted if unit.province == here and self.may_lead(number, unit)]

    def left(self, number: int, named: Iterable[int]) -> list[Unit]:
        """The units that he may leave or disband: his own, or those in garrison where he is."""
        wanted = self.contingent(number) if named == ALL else self.named(named)
        here = self.places[number]
        return [unit for unit in wanted if unit.province == here and unit.leader in (number, NOBODY)]

    def garrison(self, province: int) -> list[Unit]:
        """The units that nobody leads there."""
        return [unit for unit in self.units.values() if unit.province == province and unit.leader == NOBODY]

    def named(self, numbers: Iterable[int]) -> list[Unit]:
        """The units of a list that are still there."""
        return [self.units[number] for number in numbers if number in self.units]

    def assaults(self) -> dict[int, list[March]]:
        """This season's attacks, by the province that they enter."""
        return {province: marches for province, marches in self.marches.items() if self.is_target(province)}

    def conquer(self) -> None:
        """The season's attacks succeed: the provinces change hands, on land the conquerors pause (RO-MOVE-08)."""
        for province in self.assaults():
            self.won.add(province)
            if not self.is_sea(province):
                for unit in self.units.values():
                    if unit.province == province:
                        unit.moves += 1
                        self.paused[unit.number] += 1


def shown(unit: Unit) -> int:
    """The number of a unit as its owner knows it; 0 for a recruit of this year."""
    return max(0, unit.number)


def helped(order: o.Order, units: dict[int, Unit]) -> list[int]:
    """The comrades whom an order names, for whom its author waits if they are on their way (RO-TURN-06)."""
    match order:
        case o.Leave(receiver=receiver):
            return [receiver] if receiver else []
        case o.Recruit(leader=leader):
            return [leader] if leader else []
        case o.PickUp(units=numbers):
            return [units[number].leader for number in numbers if number in units]
    return []
