"""The chances of a battle with all that the rules give to either side (RO-TOOL-01, RO-TOOL-02).

The battle stands in a world: one described by hand (`between`), or that which a King knows (`known_battle`). Strengths,
commanders, fanatics, blessings and duels come from the rules themselves. All that a side has united is one force; what
a victor takes from the dead of a duel does not serve him in the same battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.rois.battle.camps import Camp, camps_in, side_of, successor, supreme_commander
from heraut.games.rois.battle.odds import RUNS, Duel, Odds, Strength, odds, strength
from heraut.games.rois.battle.strength import Side
from heraut.games.rois.dice import Chance
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.parties import fighter_of
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import (
    AVERAGE,
    NATIVES,
    Alignment,
    Character,
    Creation,
    Item,
    Kingdom,
    Plan,
    Province,
    Settings,
    Temper,
    Terrain,
    Unit,
    World,
)
from heraut.games.rois.tables import ITEMS

ATTACKER, DEFENDER = 1, 2  # kingdoms of a battle described by hand
FIELD = 1
BLESSING, ILLUSION, MIRAGE, PANIC = "BE", "AI", "MI", "PA"
SPELLS_OF_BATTLE = (BLESSING, ILLUSION, MIRAGE, PANIC)


class Unanswerable(Exception):
    """A battle cannot be computed; `code` and `data` say why."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code, self.data = code, data


class Troop(msgspec.Struct, frozen=True):
    """So many units alike."""

    type: str
    race: str = "human"
    count: int = 1
    quality: int = AVERAGE


class Leader(msgspec.Struct, frozen=True):
    """A commander: his talents, what he carries, and what counts in a duel. `fights`: he fights duels."""

    levels: dict[str, int] = {}
    items: tuple[str, ...] = ()
    king: bool = False
    temper: Temper = "brave"
    hp: int = 10
    plan: Plan = ()
    fights: bool = False


class Favours(msgspec.Struct, frozen=True):
    """What else counts for a side: the alignment of its King, spells at work, inventions; whether it is at home."""

    alignment: Alignment | None = None
    spells: frozenset[str] = frozenset()
    inventions: frozenset[int] = frozenset()
    home: bool = False


class Host(msgspec.Struct, frozen=True):
    """One side of a battle described by hand. `natives` never retreat; none but their Hero commands them."""

    troops: tuple[Troop, ...]
    leader: Leader = Leader()
    favours: Favours = Favours()
    explored: int = 0
    natives: bool = False


class BattleForecast:
    """A battle about to be fought. `bonus`: the second side has the defender's; `duel`: both commanders would fight."""

    def __init__(
        self, turn: Turn, province: Province, camps: tuple[list[Camp], list[Camp]], *, bonus: bool, duel: bool
    ) -> None:
        self.turn, self.province, self.camps, self.bonus = turn, province, camps, bonus
        self.commanders = [supreme_commander(turn, each, province.terrain) for each in camps]
        self.sides = self.side(0), self.side(1)
        self.has_duel = duel and all(each is not None for each in self.commanders)

    def side(self, number: int, *, beaten: bool = False, bereft: bool = False) -> Side:
        """One side; with its commander beaten in the duel, or dead (RO-DUEL-06 to 08)."""
        camps, commander = self.camps[number], self.commanders[number]
        if beaten or bereft:
            camps = [
                msgspec.structs.replace(camp, demoralised=True, leader=None if bereft else camp.leader)
                if commander is not None and camp.leader is commander
                else camp
                for camp in camps
            ]
        if bereft:
            commander = successor(self.turn, camps, self.province)
        return side_of(self.turn, camps, commander, self.province, defending=self.bonus and number == 1)

    def fighters(self) -> tuple[Fighter, Fighter]:
        """The commanders as they go into their duel."""
        one, other = self.commanders
        assert one is not None and other is not None
        return fighter_of(self.turn, one, one.duel, duel=True), fighter_of(self.turn, other, other.duel, duel=True)

    def odds(self, rng: Rng, runs: int = RUNS) -> Odds:
        """The chances of this battle."""
        duel = None
        if self.has_duel:
            beaten, bereft = ([self.side(side, **{how: True}) for side in (0, 1)] for how in ("beaten", "bereft"))
            duel = Duel(self.fighters, (beaten[0], beaten[1]), (bereft[0], bereft[1]))
        return odds(self.sides[0], self.sides[1], self.province.terrain, rng, runs=runs, duel=duel)

    def strengths(self) -> list[list[tuple[str, Strength]]]:
        """The type and S0 of every unit of both sides."""
        terrain, found = self.province.terrain, []
        for side, other in (self.sides, self.sides[::-1]):
            found.append([(unit.type, strength(unit, side, terrain, other.explored)) for unit in side.units])
        return found


# A battle described by hand


def between(attacker: Host, defender: Host, terrain: Terrain, *, meeting: bool = False) -> BattleForecast:
    """These two hosts in such a terrain; where they meet nobody has the defender's bonus (RO-BAT-08).

    Raises Unanswerable.
    """
    owner = NATIVES if defender.natives else DEFENDER
    field = Province(FIELD, "", terrain, 0, "", owner=owner)
    form = Creation("M", "human", "brave", {})
    kingdoms = {
        number: Kingdom(number, Seat(f"j{number}"), number, 0, "human", "neutral", form, 0)
        for number in (ATTACKER, DEFENDER)
    }
    settings = Settings("", 1, 100, open_relations=False, hardened=False)
    turn = Turn(World(settings, 1, kingdoms, {FIELD: field}, {}, {}, {}, {}, {}), {}, Chance(Rng(b"")))
    province = turn.provinces[FIELD]
    for realm, host in ((ATTACKER, attacker), (owner, defender)):
        muster(turn, province, realm, host)
    camps = camps_in(turn, province)
    sides = [[camp for camp in camps if camp.kingdom == realm] for realm in (ATTACKER, owner)]
    duel = attacker.leader.fights and defender.leader.fights
    return BattleForecast(turn, province, (sides[0], sides[1]), bonus=not meeting, duel=duel)


def muster(turn: Turn, province: Province, realm: int, host: Host) -> None:
    """A host comes into the field, behind its leader."""
    leader = None
    if not host.natives or host.leader.levels or host.leader.fights:
        leader = lead(turn, province, realm, host.leader)
    raise_troops(turn, province, realm, host.troops, leader.number if leader and realm != NATIVES else 0)
    favour(turn, province, realm, host.favours, [leader.number if leader else 0])
    if realm != NATIVES:
        turn.kingdoms[realm].exploration[province.number] = host.explored


def lead(turn: Turn, province: Province, realm: int, leader: Leader) -> Character:
    """A leader comes into the field with what he carries; that of natives is their Hero (RO-BAT-12)."""
    world = turn.now
    number = max(world.characters, default=0) + 1
    items = []
    for code in leader.items:
        item = max(world.items, default=10) + 1
        world.items[item] = Item(item, code, ITEMS[code].charges)
        items.append(item)
    role: Literal["king", "hero", "provincial"] = (
        "provincial" if realm == NATIVES else "king" if leader.king else "hero"
    )
    alignment = turn.kingdoms[realm].alignment if realm != NATIVES else "neutral"
    character = Character(
        number, "", "M", "human", alignment, leader.temper, role, realm, 0, dict(leader.levels), {},
        hp=leader.hp, items=items, duel=leader.plan,
    )  # fmt: skip
    world.characters[number] = character
    turn.move_character(character, province.number)
    if realm == NATIVES:
        province.hero = number
    return character


def raise_troops(turn: Turn, province: Province, realm: int, troops: Sequence[Troop], leader: int) -> None:
    """Units come into the field."""
    for troop in troops:
        for _ in range(troop.count):
            number = max(turn.now.units, default=0) + 1
            turn.add_unit(Unit(number, troop.type, troop.race, troop.quality, realm, province.number, leader))


def favour(turn: Turn, province: Province, realm: int, favours: Favours, leaders: Sequence[int]) -> None:
    """What else counts for a side is at work; natives have neither King, nor home of a kingdom, nor inventions."""
    if realm == NATIVES and (favours.alignment or favours.inventions or favours.home):
        raise Unanswerable("rois_natives_favours")
    marks, spells = turn.marks, favours.spells
    for number in leaders:
        if BLESSING in spells:
            marks.blessed.add(number)
        if ILLUSION in spells:
            marks.illusory.add(number)
        if MIRAGE in spells:
            marks.feints.add(number)
        if PANIC in spells:
            garrison = realm == NATIVES or not number
            marks.panicked.add((0, province.number) if garrison else (number, 0))
    if favours.home and realm != NATIVES:
        province.home = realm
    if realm != NATIVES:
        kingdom = turn.kingdoms[realm]
        kingdom.alignment = favours.alignment or kingdom.alignment
        kingdom.inventions = sorted({*kingdom.inventions, *favours.inventions})
        for number in leaders:
            if number and favours.alignment:
                turn.characters[number].alignment = favours.alignment
