"""A battle as a King can foresee it: his own troops as they are, the others as he has seen them (RO-TOOL-02).

What he does not know is assumed, unless the asker gives it; every assumption is listed (`Supposition`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.rois.battle.camps import camps_in
from heraut.games.rois.calculators.battle import (
    BattleForecast,
    Favours,
    Host,
    Troop,
    Unanswerable,
    favour,
    lead,
    raise_troops,
)
from heraut.games.rois.calculators.knowledge import NATIVE_FORCES, world_of
from heraut.games.rois.dice import Chance
from heraut.games.rois.orders import Sheet
from heraut.games.rois.phases.heirs import heirs_arrive
from heraut.games.rois.phases.seasons import new_year
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Province
from heraut.games.rois.tables import CONSTANTS

UNKNOWN, NO_FAVOURS = Host(()), Favours()


class Supposition(msgspec.Struct, frozen=True):
    """An assumption about what the King does not know: a code and its data."""

    code: str
    data: dict[str, Any] = {}


class Foresight:
    """Puts both sides into a province, and notes what had to be supposed."""

    def __init__(self, view: Json, turn: Turn, province: int, enemy: int | None) -> None:
        self.own: int = view["own"]["kingdom"]
        self.turn = turn
        self.province: Province = self.turn.provinces[province]
        self.seen: Json = view["own"]["map"].get(str(province), {})
        self.defends = self.province.owner == self.own
        self.enemy = self.likely_enemy() if enemy is None else enemy
        self.supposed: list[Supposition] = []

    def likely_enemy(self) -> int:
        """Who holds the province; in one's own, the Enemy whose force is seen there."""
        if not self.defends and self.province.owner != NATIVES:
            return self.province.owner
        forces = {int(kingdom): size for kingdom, size in self.seen.get("forces", {}).items()}
        hostile = [kingdom for kingdom in forces if self.turn.hostile(self.own, kingdom)]
        if hostile:
            return max(hostile, key=lambda kingdom: (forces[kingdom], -kingdom))
        if self.defends or self.province.terrain == "sea":
            raise Unanswerable("rois_no_enemy", province=self.province.number)
        return NATIVES

    def suppose(self, code: str, **data: Any) -> None:
        """Notes what is not known."""
        self.supposed.append(Supposition(code, data))

    def bring(self, leaders: Sequence[int], favours: Favours) -> None:
        """One's own leaders come with all that they lead."""
        for number in leaders:
            character = self.turn.characters[number]
            if character.province != self.province.number:
                self.turn.travel(character, self.province.number)
        present = [unit for unit in self.turn.units_in(self.province.number) if unit.kingdom == self.own]
        if not present:
            raise Unanswerable("rois_no_troops", province=self.province.number)
        favour(self.turn, self.province, self.own, favours, sorted({unit.leader for unit in present}))

    def oppose(self, host: Host, explored: int | None) -> None:
        """The enemy as he was seen, or as the asker supposes him to be."""
        turn, place, realm = self.turn, self.province, self.enemy
        if host.troops:
            for unit in self.strangers():
                turn.remove_unit(unit)
            raise_troops(turn, place, realm, host.troops, 0)
        else:
            self.suppose_troops()
        commander = 0
        if host.leader.levels or host.leader.fights:
            commander = lead(turn, place, realm, host.leader).number
            for unit in self.strangers() if realm != NATIVES else ():
                turn.follow(unit, commander)
        if not host.leader.levels and not host.leader.fights:
            self.suppose("commander")
        elif not host.leader.fights:
            self.suppose("duel")
        favour(turn, place, realm, host.favours, [commander])
        if realm != NATIVES:
            if not host.favours.inventions:
                self.suppose("inventions")
            self.explore(explored)

    def strangers(self) -> list[Any]:
        """The enemy's units in the province."""
        return [unit for unit in self.turn.units_in(self.province.number) if unit.kingdom == self.enemy]

    def suppose_troops(self) -> None:
        """A force that was seen counts as an average one; natives whom nobody has seen are as many as usual."""
        seen, found = self.seen, self.strangers()
        if found:
            unit = found[0]
            data = {"type": unit.type, "race": unit.race, "count": len(found), "year": seen["turn"]}
            self.suppose("force", size=seen["forces"][str(self.enemy)], **data)
            return
        if self.enemy != NATIVES or "owner" in seen or not seen:
            raise Unanswerable("rois_nobody_seen", province=self.province.number)
        troop = Troop("LE", count=NATIVE_FORCES[seen["wealth"]])
        raise_troops(self.turn, self.province, NATIVES, [troop], 0)
        self.suppose("natives", type=troop.type, race=troop.race, count=troop.count)

    def explore(self, explored: int | None) -> None:
        """What the enemy has explored of the province: all of his home, nothing elsewhere unless the asker says so."""
        if explored is None:
            explored = CONSTANTS.explore_all if self.province.home == self.enemy else 0
            if not explored:
                self.suppose("explored")
        self.turn.kingdoms[self.enemy].exploration[self.province.number] = explored

    def forecast(self, *, meeting: bool, duel: bool) -> BattleForecast:
        """Both sides face to face."""
        camps = camps_in(self.turn, self.province)
        ours, theirs = ([camp for camp in camps if camp.kingdom == realm] for realm in (self.own, self.enemy))
        sides = (theirs, ours) if self.defends else (ours, theirs)
        return BattleForecast(self.turn, self.province, sides, bonus=not meeting, duel=duel)


def at_the_threshold(view: Json, sheet: Sheet) -> Turn:
    """The year as it begins, in the world that a King knows: the plans of his sheet are in force."""
    turn = Turn(world_of(view), {Seat(view["own"]["seat"]): sheet}, Chance(Rng(b"")))
    heirs_arrive(turn)
    new_year(turn)
    return turn


def known_battle(
    view: Json,
    sheet: Sheet,
    province: int,
    leaders: Sequence[int],
    *,
    enemy: int | None = None,
    host: Host = UNKNOWN,
    favours: Favours = NO_FAVOURS,
    explored: int | None = None,
    meeting: bool = False,
) -> tuple[BattleForecast, list[Supposition]]:
    """The battle that these leaders would fight there, and what it supposes. Raises Unanswerable.

    `host` is what the asker supposes of the enemy, if he has seen better than the view tells; `favours` are his own.
    """
    foresight = Foresight(view, at_the_threshold(view, sheet), province, enemy)
    foresight.bring(leaders, favours)
    foresight.oppose(host, explored)
    return foresight.forecast(meeting=meeting, duel=host.leader.fights), foresight.supposed
