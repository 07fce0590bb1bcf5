"""An assault: everybody who attacks a kingdom in a turn against everybody who defends it (DA-ASS, DA-SUP, DA-ATK).

`assault` knows nothing of kingdoms: it takes plain armies, throws every die by itself in the order that the catalogue
prescribes (DA-RNG-05), and gives back what is left, with a log in which every death, wall and gold piece stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen import races
from heraut.games.daifen.battle.dice import pick, throw
from heraut.games.daifen.battle.spoils import raise_skeletons, scrap, share_loot
from heraut.games.daifen.races import BUILDINGS, ROLES, UNITS, Building, Profile
from heraut.games.daifen.tables import CONSTANTS

Counts = dict[str, int]  # how many of each type, by code, in canonical order; never 0
Losses = dict[Seat, Counts]  # by owner; owners who lost nothing are left out
Ending = Literal["pillage", "stand_off", "repelled"]


class Force(msgspec.Struct, frozen=True, gc=False):
    """The units of one kingdom in an assault; `number` is its kingdom number, which orders draws and ties."""

    seat: Seat
    number: int
    units: Mapping[str, int]


class Defence(msgspec.Struct, frozen=True, gc=False):
    """The attacked kingdom: its units at home, fighting or not, those in support of it, its buildings, its gold."""

    home: Force
    supports: tuple[Force, ...]
    buildings: Mapping[str, int]
    gold: int


class Volley(msgspec.Struct, frozen=True, gc=False):
    """What the towers did before the first round (DA-ASS-05): dice, hits, hits absorbed by Dryades, the dead."""

    dice: int
    hits: int
    absorbed: int
    losses: Losses


class Round(msgspec.Struct, frozen=True, gc=False):
    """One round (DA-ASS-11). `walls` are the hits sent against protections, `spent` those that stopped there."""

    attacker_dice: int
    attacker_hits: int
    defender_dice: int
    defender_hits: int
    absorbed: int
    walls: int
    spent: int
    protections: Counts  # destroyed
    attacker_losses: Losses
    defender_losses: Losses


class Pillage(msgspec.Struct, frozen=True, gc=False):
    """The pillage round (DA-ASS-17, DA-ASS-18): the gold found, the buildings destroyed and the gold made of them."""

    dice: int
    hits: int
    gold: int
    buildings: Counts
    scrap: int


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How an assault ended, and its whole log.

    `attackers` and `defenders` give what is left of every force that fought, by seat; the attacked kingdom's units
    that do not fight are in neither. `skeletons` are on top of them. `lost_buildings` counts walls and pillage.
    """

    ending: Ending
    volley: Volley | None  # None: nothing fired
    rounds: tuple[Round, ...]
    pillage: Pillage | None
    attackers: dict[Seat, Counts]
    defenders: dict[Seat, Counts]
    lost_buildings: Counts
    loot: int
    shares: dict[Seat, int]  # of the loot, of every attacker; all 0 unless the assault ended in pillage
    skeletons: dict[Seat, int]  # of those who raise any (DA-ASS-23)


class Rank(msgspec.Struct, eq=False, gc=False):
    """One type of unit of one owner; it stands in a list once for each of its units. `order` is its place there."""

    order: int
    seat: Seat
    code: str
    att: int
    defence: int
    res: int


def assault(
    attackers: Sequence[Force], defence: Defence, rng: Rng, profiles: Mapping[str, Profile] | None = None
) -> Outcome:
    """Fights the assault out. `profiles` are those of the continent (`races.profiles`), for Nelrk types to fight.

    No seat may stand in two forces. The arguments are left unchanged.
    """
    return Assault(attackers, defence, rng, profiles).fight()


class Assault:
    """An assault under way: who lives, what stands, what the Dryades can still absorb."""

    def __init__(
        self, attackers: Sequence[Force], defence: Defence, rng: Rng, known: Mapping[str, Profile] | None = None
    ) -> None:
        profiles = races.profiles({}) if known is None else known
        self.rng = rng
        self.gold = defence.gold
        self.attackers = line_up(attackers, profiles)
        self.defenders = line_up(map(fighting, (defence.home, *defence.supports)), profiles)
        self.protections = each_building(defence.buildings, protection=True)
        self.buildings = each_building(defence.buildings, protection=False)
        self.shield = CONSTANTS.dryad_shield * sum(force.units.get(ROLES.dryad, 0) for force in attackers)
        self.attacker_seats = in_order(attackers)
        self.defender_seats = in_order((defence.home, *defence.supports))

    def fight(self) -> Outcome:
        """Volley, rounds, pillage, aftermath."""
        volley = self.volley()
        rounds: list[Round] = []
        while (ending := self.ending(rounds)) is None:
            rounds.append(self.round())
        pillage = self.pillage() if ending == "pillage" else None
        return self.outcome(ending, volley, tuple(rounds), pillage)

    def ending(self, rounds: Sequence[Round]) -> Ending | None:
        """How the assault ends now, if it does (DA-ASS-13 to 15)."""
        if not self.attackers:
            return "repelled"
        if not self.defenders:
            return "pillage"
        return "stand_off" if rounds and not destroyed_anything(rounds[-1]) else None

    def volley(self) -> Volley | None:
        """Towers and traps fire once, before any blow, with or without a garrison (DA-ASS-05, DA-ASS-06)."""
        dice = sum(building.attack for building in self.buildings)
        if not dice:
            return None
        hits = throw(self.rng, dice)
        absorbed = self.absorb(hits)
        return Volley(dice, hits, absorbed, self.spread(hits - absorbed, self.attackers))

    def round(self) -> Round:
        """Both sides throw, then both suffer: the dying still strike (DA-ASS-11)."""
        defender_dice, attacker_dice = strength(self.defenders), strength(self.attackers)
        defender_hits, attacker_hits = throw(self.rng, defender_dice), throw(self.rng, attacker_dice)
        absorbed = self.absorb(defender_hits)
        attacker_losses = self.spread(defender_hits - absorbed, self.attackers)
        walls, spent, protections = self.batter(attacker_hits)
        defender_losses = self.spread(attacker_hits - spent, self.defenders)
        return Round(
            attacker_dice,
            attacker_hits,
            defender_dice,
            defender_hits,
            absorbed,
            walls,
            spent,
            protections,
            attacker_losses,
            defender_losses,
        )

    def absorb(self, hits: int) -> int:
        """The hits that the Dryades' shield takes, one for one, until it is used up (DA-ASS-07)."""
        absorbed = min(hits, self.shield)
        self.shield -= absorbed
        return absorbed

    def spread(self, hits: int, force: list[Rank]) -> Losses:
        """Spends hits on units drawn at random, each protected by its dice; one that holds absorbs the rest.

        A unit dies of strictly more hits than its resistance. What no unit is left to take is lost (DA-ASS-09, 10).
        """
        random = self.rng.random
        dead: list[Rank] = []
        while hits > 0 and force:
            place = int(len(force) * random())
            unit = force[place]
            for _ in range(unit.defence):
                hits -= 1 + int(3 * random())
            if hits <= unit.res:
                break
            hits -= unit.res
            dead.append(force.pop(place))
        return by_owner(dead)

    def batter(self, hits: int) -> tuple[int, int, Counts]:
        """Half of the attackers' hits go to the protections, if one stands (DA-ASS-12).

        Returns those hits, how many of them never reach the defenders, and the protections destroyed.
        """
        walls = hits // CONSTANTS.protection_share if self.protections else 0
        left, fallen = self.tear_down(walls, self.protections)
        return walls, walls - left, fallen

    def tear_down(self, hits: int, buildings: list[Building]) -> tuple[int, Counts]:
        """Spends hits on buildings drawn at random; one that holds absorbs the rest (DA-ASS-12, DA-ASS-18).

        Returns the hits left once nothing stands, and what was destroyed.
        """
        fallen: list[Building] = []
        while hits > 0 and buildings:
            place = pick(self.rng, len(buildings))
            if hits <= buildings[place].resistance:
                hits = 0
                break
            fallen.append(buildings.pop(place))
            hits -= fallen[-1].resistance
        return hits, canonical(Counter(building.code for building in fallen), BUILDINGS)

    def pillage(self) -> Pillage:
        """All the gold, and one strike at the buildings, whose stones bring their resistance (DA-ASS-17 to 19)."""
        dice = strength(self.attackers)
        hits = throw(self.rng, dice)
        buildings = sorted(self.buildings + self.protections, key=lambda building: building.number)
        _, fallen = self.tear_down(hits, buildings)
        return Pillage(dice, hits, self.gold, fallen, scrap(fallen))

    def outcome(
        self, ending: Ending, volley: Volley | None, rounds: tuple[Round, ...], pillage: Pillage | None
    ) -> Outcome:
        """Survivors, the sharing of the loot, then the skeletons (DA-ASS-21 to 23)."""
        attackers = survivors(self.attacker_seats, self.attackers)
        defenders = survivors(self.defender_seats, self.defenders)
        loot = pillage.gold + pillage.scrap if pillage is not None else 0
        lost = sum((Counter(one.protections) for one in rounds), Counter(pillage.buildings if pillage else {}))
        return Outcome(
            ending,
            volley,
            rounds,
            pillage,
            attackers,
            defenders,
            canonical(lost, BUILDINGS),
            loot,
            share_loot(loot, attackers),
            raise_skeletons(attackers | defenders),
        )


def fighting(force: Force) -> Force:
    """The part of a force at home that defends: spies, scholars, caravans, Dryades and Harpies do not (DA-ASS-03)."""
    units = {code: number for code, number in force.units.items() if UNITS[code].defensive}
    return msgspec.structs.replace(force, units=units)


def in_order(forces: Iterable[Force]) -> tuple[Seat, ...]:
    """The owners of these forces, by kingdom number (DA-RNG-03)."""
    return tuple(force.seat for force in sorted(forces, key=lambda force: force.number))


def line_up(forces: Iterable[Force], profiles: Mapping[str, Profile]) -> list[Rank]:
    """Every single unit of these forces, by its owner's kingdom number, then in canonical order (DA-RNG-03)."""
    units: list[Rank] = []
    for force in sorted(forces, key=lambda force: force.number):
        for code, number in canonical(force.units, UNITS).items():
            profile = profiles[code]
            units += [Rank(len(units), force.seat, code, profile.att, profile.defence, profile.res)] * number
    return units


def each_building(buildings: Mapping[str, int], *, protection: bool) -> list[Building]:
    """Every single building that is, or is not, a protection, in canonical order (DA-RNG-03)."""
    return [
        building
        for code, building in BUILDINGS.items()
        if building.protection is protection
        for _ in range(buildings.get(code, 0))
    ]


def strength(force: Iterable[Rank]) -> int:
    """The dice that a force throws in a round (DA-ASS-04)."""
    return sum([unit.att for unit in force])


def destroyed_anything(one: Round) -> bool:
    """Whether anything fell in the round: a unit of either side, a wall; not a point of a shield (DA-ASS-13)."""
    return bool(one.attacker_losses or one.defender_losses or one.protections)


def canonical(counts: Mapping[str, int], types: Iterable[str]) -> Counts:
    """The counts in the order of these types, without those of 0."""
    return {code: counts[code] for code in types if counts.get(code)}


def by_owner(units: Iterable[Rank]) -> Losses:
    """So many of each type, by owner."""
    numbers = Counter(units)
    losses: Losses = {}
    for rank in sorted(numbers, key=lambda rank: rank.order):
        losses.setdefault(rank.seat, {})[rank.code] = numbers[rank]
    return losses


def survivors(seats: Iterable[Seat], force: Iterable[Rank]) -> Losses:
    """What is left of the force of each of these seats, be it nothing."""
    left = by_owner(force)
    return {seat: left.get(seat, {}) for seat in seats}
