"""Step B4: the battles of a season, province by province (RO-BAT-01 to 09); trolls reborn, werebeasts at large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.games.rois.battle.camps import (
    Camp,
    camps_in,
    count,
    gather,
    ready,
    realms,
    side_of,
    successor,
    supreme_commander,
    talent,
)
from heraut.games.rois.battle.duel import duel
from heraut.games.rois.battle.fight import Battle, fight
from heraut.games.rois.battle.losses import bury, learn_and_earn
from heraut.games.rois.battle.retreat import follow, retreat, share_the_rout, tell_retreat
from heraut.games.rois.battle.telling import introduce, tell_battle
from heraut.games.rois.dice import Dice
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Character, Province, Unit
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.units import told_lost

WEREBEAST = "werebeast"


def battles(turn: Turn) -> None:
    """Wherever Enemies stand together, provinces in ascending number; none in the fog (RO-BAT-01)."""
    shared = [number for number, kingdoms in turn.presence.items() if len(kingdoms) > 1]
    for number in sorted(shared):
        if number not in turn.fogged:
            Battlefield(turn, turn.provinces[number]).resolve()


class Battlefield:
    """One province where several kingdoms have units. `holder` is whoever holds it now: a season may change it."""

    def __init__(self, turn: Turn, province: Province) -> None:
        self.turn = turn
        self.province = province
        self.camps = camps_in(turn, province)
        self.holder = province.owner
        self.battles = 0
        self.orphans: list[Unit] = []

    def resolve(self) -> None:
        """An invasion, if somebody is an Enemy of the owner; else a meeting of strangers (RO-BAT-02, RO-BAT-08)."""
        owner, hostile = self.holder, self.turn.hostile
        owned = owner != NATIVES or NATIVES in self.turn.presence[self.province.number]
        attackers = [camp for camp in self.camps if hostile(owner, camp.kingdom)] if owned else []
        if attackers:
            self.invasion(attackers)
        else:
            self.meeting()
        if self.orphans:
            self.rehouse()

    # An invasion

    def invasion(self, attackers: list[Camp]) -> None:
        """Forces fight the defending side one after the other, in an order drawn by their numbers (RO-BAT-03 to 07)."""
        defenders = self.friends_of(self.holder)
        if defenders and not self.comes_to_blows(attackers, defenders):
            return
        for force in self.drawn(attackers):
            defenders = self.against(force, defenders)

    def drawn(self, attackers: Sequence[Camp]) -> Iterator[list[Camp]]:
        """The forces that these camps form, the next one drawn by numbers each time (RO-BAT-03, RO-BAT-05)."""
        forces = gather(self.turn, attackers, self.province)
        if len(forces) > 1:
            dice = self.turn.dice("order", self.province.number)
            while len(forces) > 1:
                yield forces.pop(dice.weighted([count(force) for force in forces]))
        yield from forces

    def against(self, force: list[Camp], defenders: list[Camp]) -> list[Camp]:
        """One force against whoever holds the province now. Returns who holds it afterwards (RO-BAT-06, RO-BAT-07)."""
        if not defenders:
            self.holder = largest_realm(force)
            return force
        turn, kingdom = self.turn, force[0].kingdom
        if not turn.hostile(self.holder, kingdom):
            return defenders + force if turn.friendly(self.holder, kingdom) else defenders
        won = self.fight(force, defenders, bonus=True)
        alive = [camp for camp in force if camp.units]
        if won:
            return self.against(alive, []) if alive else []
        return [camp for camp in defenders if camp.units]

    def friends_of(self, kingdom: int) -> list[Camp]:
        """The units of a kingdom and of all its Allies here (RO-BAT-02)."""
        return [camp for camp in self.camps if self.turn.friendly(kingdom, camp.kingdom)]

    def comes_to_blows(self, attackers: Sequence[Camp], defenders: Sequence[Camp]) -> bool:
        """Newcomers always fight; old neighbours only if somebody has a move to spend on it (RO-MOVE-09)."""
        if any(camp.origin for camp in (*attackers, *defenders)):
            return True
        for side in (attackers, defenders):
            willing = [camp for camp in side if ready(self.turn, camp, self.province)]
            for camp in willing:
                for unit in camp.units:
                    unit.moves += 1
            if willing:
                return True
        return False

    # A meeting on strange ground

    def meeting(self) -> None:
        """Enemies in a province that is no Enemy's (RO-BAT-08)."""
        hostile = self.turn.hostile
        strangers = [camp for camp in self.camps if camp.kingdom != self.holder]
        parties = [realm for realm in realms(strangers) if any(hostile(realm, camp.kingdom) for camp in strangers)]
        if not parties:
            return
        first = self.defending_party(parties, strangers)
        foes = [camp for camp in strangers if hostile(first, camp.kingdom)]
        defenders = [camp for camp in strangers if self.turn.friendly(first, camp.kingdom)]
        if self.owner_helps(first, foes):
            defenders += [camp for camp in self.camps if camp.kingdom == self.holder]
        if self.comes_to_blows(foes, defenders):
            self.holder = first
            self.withstand(foes, defenders)

    def owner_helps(self, party: int, foes: list[Camp]) -> bool:
        """The owner stands by his Ally, unless he has an Ally among the foes too."""
        friendly = self.turn.friendly
        if self.holder == NATIVES or not friendly(self.holder, party):
            return False
        return not any(friendly(self.holder, camp.kingdom) for camp in foes)

    def withstand(self, foes: list[Camp], defenders: list[Camp]) -> None:
        """The foes' forces one after the other; a bonus to who was there before all of them."""
        bonus = any(not camp.origin for camp in defenders) and all(camp.origin for camp in foes)
        for force in self.drawn(foes):
            defenders = [camp for camp in defenders if camp.units]
            if not defenders:
                return
            self.fight(force, defenders, bonus=bonus)

    def defending_party(self, parties: list[int], strangers: list[Camp]) -> int:
        """The owner's Ally, else whoever was there when the season began, else the lowest number."""
        friendly = self.turn.friendly
        helped = [realm for realm in parties if self.holder != NATIVES and friendly(self.holder, realm)]
        owner_is_here = any(camp.kingdom == self.holder for camp in self.camps)
        if len(helped) == 1 and owner_is_here:
            return helped[0]
        settled = [realm for realm in parties if any(not camp.origin for camp in strangers if camp.kingdom == realm)]
        return min(settled or parties)

    # One battle

    def fight(self, attackers: list[Camp], defenders: list[Camp], *, bonus: bool) -> bool:
        """Duel, lines, losses, retreat, merit, report. Whether the attackers hold the field."""
        turn, province = self.turn, self.province
        self.battles += 1
        dice = turn.dice("battle", province.number, self.battles)
        sides = (attackers, defenders)
        commanders = self.duel(sides, dice)
        terrain = province.terrain
        battle = fight(
            side_of(turn, attackers, commanders[0], province, defending=False),
            side_of(turn, defenders, commanders[1], province, defending=bonus),
            terrain,
            dice,
        )
        turn.fought.add(province.number)
        for camp in (*attackers, *defenders):
            turn.marks.feints.discard(camp.host)
            camp.demoralised = False  # for this battle alone (RO-DUEL-06)
        introduce(turn, sides)
        learn_and_earn(turn, battle, sides, commanders, talent(terrain), dice)
        self.conclude(battle, sides, commanders, bonus=bonus, dice=dice)
        return battle.attacker_wins

    def duel(self, sides: tuple[list[Camp], list[Camp]], dice: Dice) -> tuple[Character | None, Character | None]:
        """The commanders' duel, and who commands after it (RO-DUEL-01, RO-DUEL-07)."""
        turn, province = self.turn, self.province
        one, other = [supreme_commander(turn, camps, province.terrain) for camps in sides]
        if one is None or other is None:
            return one, other
        duel(turn, (led_by(sides[0], one), led_by(sides[1], other)), province.number, dice)
        return (
            one if one.alive else successor(turn, sides[0], province),
            other if other.alive else successor(turn, sides[1], province),
        )

    def conclude(
        self,
        battle: Battle,
        sides: tuple[list[Camp], list[Camp]],
        commanders: tuple[Character | None, Character | None],
        *,
        bonus: bool,
        dice: Dice,
    ) -> None:
        """The dead are buried, the beaten retreat, all is told, orphaned units find a leader (RO-BAT-32 to 40,
        RO-DUEL-08).
        """
        turn, province = self.turn, self.province
        living = turn.now.units
        bury(turn, battle, dice)
        turn.marks.bitten.update(living.keys() & battle.bitten)
        for camps in sides:
            for camp in camps:
                camp.units = [unit for unit in camp.units if unit.number in living]
        self.tire(sides[0])
        loser = 1 if battle.attacker_wins else 0
        routs = retreat(turn, sides[loser], province, battle, back=loser == 0 or not bonus)
        cut_off = {unit.number for rout in routs for unit in rout.lost}
        tell_battle(turn, province, battle, sides, commanders, cut_off)
        for rout in routs:
            tell_retreat(turn, rout)
        share_the_rout(turn, sides[loser], routs, commanders[1 - loser], dice)
        for camps, commander in zip(sides, commanders, strict=True):
            self.orphans += follow(turn, camps, commander)
        for camp in sides[loser]:
            camp.units = [unit for unit in camp.units if unit.number in living and unit.province == province.number]

    def tire(self, attackers: list[Camp]) -> None:
        """An attack at sea costs a move (RO-MOVE-08)."""
        if self.province.terrain == "sea":
            for camp in attackers:
                for unit in camp.units:
                    unit.moves += 1

    def rehouse(self) -> None:
        """Units whose leader is dead stay where they may be a garrison, and are disbanded elsewhere (RO-DUEL-08)."""
        turn, lost = self.turn, []
        for unit in self.orphans:
            place = turn.now.provinces[unit.province]
            if unit.number not in turn.now.units or unit.leader or place.terrain == "sea":
                continue
            holder = self.holder if place is self.province else place.owner
            if holder == NATIVES or not turn.friendly(unit.kingdom, holder):
                turn.kill_unit(unit, "leaderless")
                lost.append(unit)
        for kingdom in sorted({unit.kingdom for unit in lost}):
            gone = told_lost(unit for unit in lost if unit.kingdom == kingdom)
            turn.tell(kingdom, "RO-DUEL-08", "leaderless", province=self.province.number, units=[], lost=gone)


def led_by(camps: Sequence[Camp], leader: Character) -> Camp:
    """The camp of this leader."""
    return next(camp for camp in camps if camp.leader is leader)


def largest_realm(force: Sequence[Camp]) -> int:
    """The kingdom with most units in a force, of equals the lowest number."""
    return max(realms(force), key=lambda realm: (count([camp for camp in force if camp.kingdom == realm]), -realm))


# Trolls and werebeasts


def rebirths(turn: Turn) -> None:
    """C1: trolls rise again, one quality lower, and serve nobody (RO-ARMY-14)."""
    for dead in turn.marks.reborn:
        troll = turn.new_unit(dead.type, dead.race, max(0, dead.quality - 1), NATIVES, dead.province, 0, "reborn")
        turn.change_owner(troll, NATIVES, turn.number + CONSTANTS.mercenary_turns)
    turn.marks.reborn.clear()


def leave_mercenaries(turn: Turn) -> None:
    """C1: after three turns without an employer they are gone (RO-ARMY-14)."""
    for unit in list(turn.now.units.values()):
        if unit.mercenary and turn.number >= unit.mercenary:
            turn.kill_unit(unit, "mercenary_left")


def werebeasts(turn: Turn) -> None:
    """C11: the bitten change, after their last pay as what they were (RO-ARMY-13)."""
    for number in sorted(turn.marks.bitten):
        unit = turn.now.units.get(number)
        if unit is None:
            continue
        turn.audit("RO-ARMY-13", "unit_turned", unit=number, former=unit.type, kingdom=unit.kingdom)
        turn.tell(unit.kingdom, "RO-ARMY-13", "werebeast", unit=number, type=unit.type, province=unit.province)
        unit.type, unit.race = "WE", WEREBEAST
    turn.marks.bitten.clear()
