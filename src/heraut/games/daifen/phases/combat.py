"""Phase 3, Combats: one assault a kingdom, told to each side as far as it may know; then eliminations (DA-PHA-05)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from heraut.engine.protocol import Seat
from heraut.games.daifen.battle.assault import Defence, Force, Losses, Outcome, Round, assault
from heraut.games.daifen.phases.elimination import eliminations
from heraut.games.daifen.races import ROLES, UNITS, profiles
from heraut.games.daifen.resolution import Army, Named, Turn
from heraut.games.daifen.state import Kingdom, Stock, add, take


def combats(turn: Turn) -> None:
    """All assaults, then those who have no building left, or no lord (DA-END-01, DA-END-12)."""
    for seat in turn.by_name(army.target for army in turn.armies if army.attack):
        attackers = [army for army in turn.armies if army.attack and army.target == seat]
        Battlefield(turn, turn.now.kingdoms[seat], attackers).resolve()
    eliminations(turn)


class Battlefield:
    """One assault: who stands against whom, and what comes of it."""

    def __init__(self, turn: Turn, kingdom: Kingdom, attackers: list[Army]) -> None:
        self.turn = turn
        self.kingdom = kingdom
        self.attackers = attackers
        self.supports = turn.supports(kingdom.seat)
        self.at_home = {code: number for code, number in kingdom.units.items() if UNITS[code].defensive}
        self.sent = {army.owner: dict(army.units) for army in (*attackers, *self.supports)}

    def resolve(self) -> None:
        """Fights it out, changes the world, tells everyone concerned."""
        turn, kingdom = self.turn, self.kingdom
        defence = Defence(
            Force(kingdom.seat, kingdom.number, kingdom.units),
            tuple(self.force(army) for army in self.supports),
            kingdom.buildings,
            kingdom.gold,
        )
        rng = turn.rng.at("assault", kingdom.number)
        outcome = assault([self.force(army) for army in self.attackers], defence, rng, profiles(turn.now.nelrks))
        self.bury(outcome)
        self.plunder(outcome)
        self.raise_skeletons(outcome)
        self.tell_sides(outcome)

    def force(self, army: Army) -> Force:
        """An army as the assault takes it."""
        return Force(army.owner, self.turn.now.kingdoms[army.owner].number, dict(army.units))

    def bury(self, outcome: Outcome) -> None:
        """The dead leave their armies, or their homes."""
        for army in self.attackers:
            self.kill(army.owner, army.units, attackers_lost(outcome, army.owner))
        for army in self.supports:
            self.kill(army.owner, army.units, defenders_lost(outcome, army.owner))
        self.kill(self.kingdom.seat, self.kingdom.units, defenders_lost(outcome, self.kingdom.seat))

    def kill(self, owner: Seat, units: Stock, dead: Stock) -> None:
        """Takes the dead of one owner out of the stock that they stood in."""
        for code, number in dead.items():
            take(units, code, number)
        self.turn.lose_units(owner, dead)

    def plunder(self, outcome: Outcome) -> None:
        """Walls fall, buildings are looted, all the gold goes (DA-ASS-17 to 21)."""
        for building, number in outcome.lost_buildings.items():
            self.turn.lose_building(self.kingdom, building, number)
        if outcome.pillage is not None:
            self.kingdom.gold -= outcome.pillage.gold
            for army in self.attackers:
                self.turn.finds[army.owner].loot += outcome.shares[army.owner]

    def raise_skeletons(self, outcome: Outcome) -> None:
        """Skeletons join their makers: in the army, or at home (DA-ASS-23)."""
        stocks = {army.owner: army.units for army in (*self.attackers, *self.supports)}
        for owner, number in outcome.skeletons.items():
            add(stocks.get(owner, self.kingdom.units), ROLES.skeleton, number)

    # What each side is told (DA-REP-02)

    def tell_sides(self, outcome: Outcome) -> None:
        """To each attacker, to the defender, to each supporter."""
        for army in self.attackers:
            own = self.own(outcome, army, attackers_lost(outcome, army.owner))
            spoils = {"loot": outcome.loot, "share": outcome.shares[army.owner]}
            log = self.log(outcome, buildings=True)
            self.turn.tell(army.owner, "DA-ASS-01", "assault_attacker", **log, **own, **spoils)
        self.tell_defender(outcome)
        for army in self.supports:
            own = self.own(outcome, army, defenders_lost(outcome, army.owner))
            self.turn.tell(army.owner, "DA-SUP-05", "assault_supporter", **self.log(outcome, buildings=False), **own)

    def tell_defender(self, outcome: Outcome) -> None:
        """The attacked lord sees who helped him with what, and what he has lost (DA-SUP-05)."""
        dead = defenders_lost(outcome, self.kingdom.seat)
        gold = outcome.pillage.gold if outcome.pillage is not None else 0
        self.turn.tell(
            self.kingdom.seat,
            "DA-ASS-01",
            "assault_defender",
            **self.log(outcome, buildings=True),
            supports=[{"kingdom": Named(army.owner), "units": self.sent[army.owner]} for army in self.supports],
            sent=self.at_home,
            lost=dead,
            survivors=less(self.at_home, dead),
            skeletons=outcome.skeletons.get(self.kingdom.seat, 0),
            loot=outcome.loot,
            gold_lost=gold,
        )

    def own(self, outcome: Outcome, army: Army, dead: Stock) -> dict[str, Any]:
        """What became of one's own units; the skeletons that they raised are counted apart."""
        sent = self.sent[army.owner]
        raised = outcome.skeletons.get(army.owner, 0)
        return {"sent": sent, "lost": dead, "survivors": less(sent, dead), "skeletons": raised}

    def log(self, outcome: Outcome, *, buildings: bool) -> dict[str, Any]:
        """The assault, round by round, each side as one; a supporter sees no building of the defender, nor its work."""
        volley, pillage = outcome.volley, outcome.pillage
        shown: dict[str, Any] = {
            "kingdom": Named(self.kingdom.seat),
            "attackers": [Named(army.owner) for army in self.attackers],
            "supporters": [Named(army.owner) for army in self.supports],
            "attacking": total(self.sent[army.owner] for army in self.attackers),
            "defending": total([self.at_home, *[self.sent[army.owner] for army in self.supports]]),
            "ending": outcome.ending,
            "volley": None if volley is None else {"losses": total(volley.losses.values())},
            "rounds": [told_round(one, buildings=buildings) for one in outcome.rounds],
        }
        if buildings:
            if volley is not None:
                shown["volley"] |= {"dice": volley.dice, "hits": volley.hits, "absorbed": volley.absorbed}
            shown["pillage"] = None if pillage is None else {"hits": pillage.hits, "buildings": pillage.buildings}
            shown["buildings_lost"] = outcome.lost_buildings
        return shown


def told_round(one: Round, *, buildings: bool) -> dict[str, Any]:
    """One round: hits and losses of both sides, and, to those who may see walls, what these took.

    Not how many dice were thrown: they would give the figures of the Nelrk types away (DA-CON-10).
    """
    shown = {
        "attacker_hits": one.attacker_hits,
        "defender_hits": one.defender_hits,
        "absorbed": one.absorbed,
        "attacker_losses": total(one.attacker_losses.values()),
        "defender_losses": total(one.defender_losses.values()),
    }
    return shown | {"walls": one.walls, "spent": one.spent, "protections": one.protections} if buildings else shown


def attackers_lost(outcome: Outcome, seat: Seat) -> Stock:
    """The dead of one attacker: in the volley, and in every round."""
    volley: Losses = outcome.volley.losses if outcome.volley is not None else {}
    return total([volley.get(seat, {}), *[one.attacker_losses.get(seat, {}) for one in outcome.rounds]])


def defenders_lost(outcome: Outcome, seat: Seat) -> Stock:
    """The dead of one defender, in every round."""
    return total(one.defender_losses.get(seat, {}) for one in outcome.rounds)


def total(stocks: Iterable[Mapping[str, int]]) -> Stock:
    """Units together, in the canonical order."""
    units: Stock = {}
    for stock in stocks:
        for code, number in stock.items():
            add(units, code, number)
    return {code: units[code] for code in UNITS if code in units}


def less(units: Mapping[str, int], dead: Mapping[str, int]) -> Stock:
    """What is left."""
    return {code: left for code, number in units.items() if (left := number - dead.get(code, 0))}
