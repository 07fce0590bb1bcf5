"""What another kingdom owns: as it was seen, grown since, or as its race and the turns make it (DA-SPY-27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from heraut.engine.rng import Rng
from heraut.games.daifen.guess import growth
from heraut.games.daifen.guess.known import Known, Struck
from heraut.games.daifen.races import BUILDINGS, RACES, ROLES, TECHNOLOGIES, UNITS, Building, Unit
from heraut.games.daifen.state import Kingdom, SpyReport, Stock
from heraut.games.daifen.tables import CONSTANTS

QUARRY, GUARD_TOWER = "carriere", "tour_de_garde"
MOST_TYPES = 3  # of soldiers that are added to an army
MOST_TOWERS = 3
RECRUITED = 0.5  # share of its places that a kingdom fills in a turn


def furnish(known: Known, kingdom: Kingdom, rng: Rng) -> None:
    """Gives a kingdom all that it may own at the start of this turn."""
    if known.turn == 1:
        starting_kit(kingdom, rng)
        return
    report = known.reports.get(kingdom.name)
    Estate(known, kingdom, report, rng).draw()
    if report is None or report.turn < known.turn - 1:
        blow = known.struck.get(kingdom.name)
        if blow is not None:
            suffer(kingdom, blow, rng)
    for code, number in known.armies.get(kingdom.name, {}).items():
        kingdom.units[code] = max(number, kingdom.units.get(code, 0))


def starting_kit(kingdom: Kingdom, rng: Rng) -> None:
    """Before the first turn all begin alike (DA-CON-08, DA-CON-09)."""
    kit = CONSTANTS
    units = kit.winner_units if growth.often(growth.RETURNING, rng) else kit.start_units
    kingdom.gold, kingdom.intellect = kit.start_gold, kit.start_intellect
    kingdom.buildings, kingdom.units = dict(kit.start_buildings), dict(units)


class Estate:
    """One kingdom being drawn: from its last report on, or from the start where there is none.

    `scale` places it among the kingdoms of its age, by topic, as rumours are about it (DA-RUM-02).
    """

    def __init__(self, known: Known, kingdom: Kingdom, report: SpyReport | None, rng: Rng) -> None:
        self.known, self.kingdom, self.report, self.rng = known, kingdom, report, rng
        self.turn = known.turn
        self.since = 1 if report is None else report.turn + 1  # what is in a report is there at the start of the next
        self.buildings: Counter[str] = Counter(CONSTANTS.start_buildings if report is None else report.buildings)
        self.units: Counter[str] = Counter(CONSTANTS.start_units if report is None else report.units)
        self.scale = {topic: self.placed(topic) for topic in ("units", "buildings", "gold")}

    def placed(self, topic: str) -> float:
        """How the kingdom compares with the usual one."""
        many = self.known.told.get((self.kingdom.name, topic))
        if many is None or not growth.often(growth.TRUE, self.rng):
            return self.rng.uniform(*growth.USUAL)
        return self.rng.uniform(*(growth.MANY if many else growth.FEW))

    def draw(self) -> None:
        """Technologies, buildings, units, treasure."""
        kingdom = self.kingdom
        kingdom.technologies = self.technologies()
        if self.since < self.turn:
            self.build()
            self.train()
        elif growth.often(growth.ABROAD, self.rng):
            self.come_home()
        kingdom.buildings = {code: self.buildings[code] for code in BUILDINGS if self.buildings[code] > 0} or {
            QUARRY: 1
        }
        kingdom.units = {code: self.units[code] for code in UNITS if self.units[code] > 0}
        kingdom.gold = self.gold()
        kingdom.intellect = growth.rounded(growth.mean(growth.INTELLECT, self.turn) * self.scale["gold"], self.rng)

    def technologies(self) -> list[str]:
        """Those that what was seen could not stand without, then the cheapest ways on (DA-BLD-01, DA-TEC-03)."""
        listed = RACES[self.kingdom.race].technologies
        kinds: list[Building | Unit] = [BUILDINGS[code] for code in self.buildings]
        kinds += [UNITS[code] for code in self.units if self.kingdom.race in UNITS[code].races]
        found: list[str] = []
        for kind in kinds:
            learn(kind.requires, listed, found)
        wanted = growth.rounded(growth.mean(growth.TECHNOLOGIES, self.turn), self.rng)
        while len(found) < min(wanted, len(listed)):
            open_now = [code for code in listed if code not in found and TECHNOLOGIES[code].requires in (None, *found)]
            open_now.sort(key=lambda code: TECHNOLOGIES[code].cost)
            found.append(self.rng.choice(open_now[:2]))
        return found

    def allowed(self, requires: str | None) -> bool:
        """Whether a type may be made."""
        return requires is None or requires in self.kingdom.technologies

    def build(self) -> None:
        """The buildings that were added since: quarries, libraries, barracks, towers, walls."""
        kinds = [BUILDINGS[code] for code in RACES[self.kingdom.race].buildings]
        kinds = [kind for kind in kinds if self.allowed(kind.requires)]
        self.add([BUILDINGS[QUARRY]], growth.QUARRIES)
        free = [kind for kind in kinds if kind.intellect_gain > 0]
        self.add([max(free, key=lambda kind: kind.intellect_gain / kind.cost)], growth.LIBRARIES)
        self.add([kind for kind in kinds if kind.trains and kind.intellect_gain >= 0], growth.BARRACKS)
        self.add([BUILDINGS[ROLES.watch_tower]], growth.WATCH_TOWERS)
        walls = [kind for kind in kinds if kind.protection]
        self.add([max(walls, key=lambda kind: kind.resistance / kind.cost)], growth.WALLS)
        towers = self.report is None and self.allowed(BUILDINGS[GUARD_TOWER].requires)
        if towers and growth.often(growth.TOWERS, self.rng):
            self.buildings[GUARD_TOWER] += self.rng.randint(1, MOST_TOWERS)

    def add(self, kinds: Sequence[Building], table: Sequence[float]) -> None:
        """So many more of these, each drawn among them."""
        amount = growth.grown(table, self.since, self.turn) * self.scale["buildings"]
        for _ in range(growth.rounded(amount, self.rng)):
            self.buildings[self.rng.choice(kinds).code] += 1

    def train(self) -> None:
        """The soldiers and spies that were added since: a few types that the kingdom can train."""
        worth = growth.grown(growth.ARMY, self.since, self.turn) * self.scale["units"]
        kinds = self.soldiers()
        self.rng.shuffle(kinds)
        shares = [self.rng.random() + 0.1 for _ in kinds[:MOST_TYPES]]
        for kind, share in zip(kinds, shares, strict=False):
            self.units[kind.code] += growth.rounded(worth * share / sum(shares) / kind.cost, self.rng)
        spies = growth.rounded(growth.mean(growth.SPIES, self.turn), self.rng)
        self.units[ROLES.spy] = max(spies, self.units[ROLES.spy])

    def soldiers(self) -> list[Unit]:
        """The types that fight at home, and can be trained; the dearest of them first, for nobody trains the rest."""
        kinds = [UNITS[code] for code in RACES[self.kingdom.race].units]
        open_now = [
            kind for kind in kinds
            if kind.defensive and self.allowed(kind.requires) and self.buildings[kind.trained_in or ""] > 0
        ]  # fmt: skip
        return sorted(open_now, key=lambda kind: kind.cost, reverse=True)[: MOST_TYPES + 1]

    def come_home(self) -> None:
        """An army was away when the spies looked: it is as large as up to a half of what they saw (DA-GAP-54)."""
        for code, number in list(self.units.items()):
            if UNITS[code].offensive:
                self.units[code] += int(number * self.rng.random() / 2)

    def gold(self) -> int:
        """What the report saw and the buildings have brought since, or what is usual."""
        if self.report is not None and self.since == self.turn:
            return self.report.gold + income(self.kingdom.buildings)
        return growth.rounded(growth.mean(growth.GOLD, self.turn) * self.scale["gold"], self.rng)


def learn(code: str | None, listed: Sequence[str], found: list[str]) -> None:
    """Adds a technology, and before it what it requires."""
    if code is not None and code in listed and code not in found:
        learn(TECHNOLOGIES[code].requires, listed, found)
        found.append(code)


def income(buildings: Stock) -> int:
    """The gold that these buildings bring in a turn."""
    return sum(BUILDINGS[code].gold_gain * number for code, number in buildings.items())


def suffer(kingdom: Kingdom, blow: Struck, rng: Rng) -> None:
    """What one's own assault of last turn has left, and what was trained since (DA-PHA-06)."""
    before = dict(kingdom.buildings)
    for code, number in blow.lost.items():
        kingdom.buildings[code] = kingdom.buildings.get(code, 0) - number
    kingdom.buildings = {code: number for code, number in kingdom.buildings.items() if number > 0}
    if not kingdom.buildings:  # it lives: something stands that nobody has seen
        kingdom.buildings = {next(iter(before)): 1}
    if blow.left is not None:
        fighting = {code: number for code, number in kingdom.units.items() if UNITS[code].defensive}
        kingdom.units = {code: number for code, number in kingdom.units.items() if code not in fighting}
        places = CONSTANTS.places_per_building * sum(
            number for code, number in kingdom.buildings.items() if BUILDINGS[code].trains
        )
        fresh = Counter(blow.left)
        for _ in range(growth.rounded(places * RECRUITED, rng) if fighting else 0):
            fresh[rng.choice([*fighting])] += 1
        kingdom.units |= {code: fresh[code] for code in UNITS if fresh[code]}
    if blow.pillaged:
        kingdom.gold = income(kingdom.buildings)
