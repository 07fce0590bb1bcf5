"""The year as it is foreseen: the sheet is played by the rules themselves, in the world as its King knows it.

What is hoped for succeeds: Heroes who are asked accept, spells and scrolls work, tracks are kept, battles that one's
own fight are won without loss. Beasts bar no way, nobody learns anything; strangers stay where they were seen. Searches
and meetings are left out: what comes of them is nobody's to know. Everything bears how sure it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois import dice as d
from heraut.games.rois import orders as o
from heraut.games.rois.battle import conquest
from heraut.games.rois.battle.camps import Camp
from heraut.games.rois.battle.field import Battlefield
from heraut.games.rois.calculators.budget import FAILURE, SUCCESS, Fixed
from heraut.games.rois.encounter.adventures import meeting_fault
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, UNKNOWN, Certainty, Reason, least
from heraut.games.rois.forecast.chances import chance_of
from heraut.games.rois.forecast.model import Omen, Unpaid
from heraut.games.rois.forecast.outlook import HOPED, LEFT_OUT, Act, Outlook, numbered
from heraut.games.rois.orders import SEASONS, Order, Sheet
from heraut.games.rois.phases import armies, diplomacy, heirs, movement, practice, recruiting, seasons, spells
from heraut.games.rois.phases.actions import Queue, give_out_orders, orders_of_season
from heraut.games.rois.phases.heroes import pay_of
from heraut.games.rois.phases.marching import march_level, most_moves, sail_bonus
from heraut.games.rois.state import Character
from heraut.games.rois.tables import UNITS

TOLD = frozenset(
    ("moved", "recruited", "left_units", "picked_up", "disbanded", "hero_hired", "hero_dismissed", "explored",
     "practised", "on_guard", "gold_given", "item_given", "item_used", "spell_cast", "teleported", "resurrected",
     "track_kept", "drowned", "leaderless")
)  # fmt: skip  # what a cell tells; reports on others would tell no more than what is known already


class First(Rng):
    """Dice whose first throw succeeds, and no other."""

    def __init__(self) -> None:
        left = [SUCCESS]
        self.random = lambda: left.pop() if left else FAILURE


class Course(Outlook):
    """A year under way, in foresight. `flows`: gold by season and purpose. `tills`: the treasury at the end of each
    season. `grumblers` and `starved`: Heroes and units whom the end of the year does not pay.
    """

    def __init__(self, view: Json, sheet: Sheet) -> None:
        super().__init__(view, sheet)
        self.actor = 0
        self.flows: dict[int, Counter[str]] = defaultdict(Counter)
        self.tills: dict[int, int] = {}
        self.unpaid: list[Unpaid] = []
        self.grumblers: list[int] = []
        self.starved: list[int] = []
        self.orders: dict[int, dict[int, Order]] = {}

    # What is told and thrown

    def dice(self, kind: str, *who: int) -> d.Dice:
        """The first throw of what is hoped for succeeds; everything else fails."""
        hoped = kind in ("action", "use") and isinstance(self.order_of.get(who[0]), HOPED)
        return d.Dice(First() if hoped else Fixed(FAILURE))

    def tell(self, kingdom: int, rule: str, kind: str, /, **data: Any) -> None:
        """News of one's own go to whoever is acting."""
        if kingdom != self.own:
            return
        if kind == "hero_unpaid":
            self.grumblers.append(data["who"])
        elif kind == "unit_unpaid":
            self.starved.append(data["unit"])
        about = self.actor or data.get("who" if kind == "ignored" else "host", 0)
        act = self.acts.get((self.season, about))
        if act is None:
            return
        if kind == "ignored":
            if act.order is not None and self.is_untold(self.characters[about], act.order, data["reason"]):
                act.done = UNKNOWN
            else:
                act.reason = Reason("reason", data.pop("reason"), rule, numbered(data))
                act.done = self.failing(act)
        elif kind in TOLD:
            act.omens.append(Omen(kind, act.done, data))

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nothing is published of what is only foreseen."""

    def audit(self, rule: str, kind: str, /, **data: Any) -> None:
        """Gold that comes and goes."""
        if kind == "gold" and data["kingdom"] == self.own:
            self.flows[self.season][data["why"]] += data["amount"]
            if data["why"] == "hiring":
                self.gold_doubt = UNKNOWN

    # The seasons

    def begin(self) -> None:
        """A: before the first season."""
        diplomacy.early_breaks(self)
        heirs.heirs_arrive(self)
        seasons.new_year(self)
        self.orders = give_out_orders(self)
        self.tills[0] = self.kingdoms[self.own].gold
        for number in self.mine:
            self.doubt[number] = CERTAIN

    def open_season(self, season: int) -> None:
        """B1: what a season finds."""
        self.season, self.actor = season, 0
        for number in self.mine:
            base = self.base(number)
            self.acts[season, number] = Act(
                self.orders[season].get(number), self.characters[number].province, base, base
            )
        self.order_of = orders_of_season(self, self.orders[season])
        seasons.new_season(self)

    def close_season(self) -> None:
        """B3 to B6, without what only strangers could do."""
        self.actor = 0
        movement.reactions(self)
        spells.lift_fog(self)
        self.fight()
        held = {number for number, each in self.provinces.items() if each.owner == self.own}
        conquest.conquests(self)
        for number, province in self.provinces.items():
            if province.owner == self.own and number not in held:
                self.conquer(number)
        conquest.excess_cargo(self)
        armies.check_leaders(self)
        practice.gains(self)
        spells.lift_veils(self)
        for number in self.mine:
            if self.leads(number):
                self.doubt[number] = least(self.doubt[number], UNDISTURBED)
        self.tills[self.season] = self.kingdoms[self.own].gold

    def until_battles(self, season: int) -> None:
        """Up to the battles of a season: everybody has acted."""
        self.play(season - 1)
        self.open_season(season)
        Parade(self).run()
        movement.reactions(self)
        spells.lift_fog(self)

    def play(self, last: int = SEASONS[-1]) -> None:
        """The seasons up to this one, itself included."""
        self.begin()
        for season in SEASONS[:last]:
            self.open_season(season)
            Parade(self).run()
            self.close_season()

    # One act

    def before_act(self, number: int, order: Order) -> None:
        """His turn has come: what may become of it."""
        act, character = self.acts[self.season, number], self.characters[number]
        self.actor = number
        act.chance = chance_of(self, self.book, character, order)
        act.done = self.outlook(act, character, order)

    def after_act(self, number: int, order: Order, gold: int) -> None:
        """What has become of it: where he is, how sure that is, what it cost."""
        act, character = self.acts[self.season, number], self.characters[number]
        self.doubt[number] = least(act.base, self.risk(act, character, order))
        for unit in self.contingent(number):
            self.unit_doubt[unit.number] = least(self.unit_doubt.get(unit.number, CERTAIN), self.doubt[number])
        if (lacks := self.lacking(act, character, order, gold)) > 0:
            self.unpaid.append(Unpaid(self.season, lacks, number))
        self.actor = 0

    def lacking(self, act: Act, character: Character, order: Order, gold: int) -> int:
        """The pieces that were missing for this order; 0 if none."""
        treasury = self.kingdoms[self.own].gold
        poor = act.reason is not None and act.reason.code == "too_poor"
        match order:
            case o.Recruit(type=type, count=count):
                province = self.provinces[character.province]
                raised = next((omen.data["count"] for omen in act.omens if omen.code == "recruited"), 0)
                if not (poor or raised):
                    return 0
                left = recruiting.capacity(self, self.own, province) - province.recruited
                missing = min(count - raised, left)
                return missing * recruiting.price(self.own, province, type) - treasury if missing > 0 else 0
            case o.Hire(character=hero) if poor:
                return pay_of(self.kingdoms[self.own], self.characters[hero]) - gold
            case o.GiveGold(gold=gift) if poor:
                return gift - gold
        return 0

    # Battles

    def fight(self) -> None:
        """B4: one's own win wherever the rules would have them fight."""
        shared = [number for number, kingdoms in self.presence.items() if len(kingdoms) > 1]
        for number in sorted(shared):
            if number not in self.fogged:
                ForeseenBattle(self, self.provinces[number]).resolve()

    def conquer(self, province: int) -> None:
        """A province has changed hands, as far as can be foreseen: only what was seen empty lately is nearly sure."""
        seen = self.book.own["map"].get(str(province), {})
        empty = "owner" in seen and not seen["forces"] and seen["turn"] >= self.year - 1
        sure: Certainty = UNDISTURBED if empty else UNKNOWN
        self.won[province] = sure
        self.note(province, Omen("conquest", sure, {"province": province}))

    def note(self, province: int, omen: Omen) -> None:
        """Gives an omen to all of one's own who lead units there; where they are is no surer than the omen."""
        for number in self.mine:
            if self.characters[number].province == province and self.leads(number):
                self.acts[self.season, number].omens.append(omen)
                self.doubt[number] = least(self.doubt[number], omen.certainty)
                for unit in self.contingent(number):
                    self.unit_doubt[unit.number] = self.doubt[number]

    def strangers(self, province: int) -> list[Character]:
        """Those of others who were last seen there."""
        return [each for each in self.characters_in(province) if each.kingdom != self.own] if province else []

    def moves_left(self, number: int) -> tuple[int, int] | None:
        """The moves that the slowest unit of a character has left, on land and at sea (RO-MOVE-03, RO-MOVE-05)."""
        units, leader = self.contingent(number), self.characters[number]
        if not units:
            return None
        here = self.provinces[leader.province]
        talents, left = (march_level(self, leader, here, here), sail_bonus(self, leader)), [0, 0]
        for at_sea, unfit in ((False, "naval"), (True, "land")):
            able = [unit for unit in units if UNITS[unit.type].sort != unfit]
            free = [most_moves(UNITS[unit.type], at_sea, talents[at_sea]) - unit.moves for unit in able]
            left[at_sea] = max(0, min(free, default=0))
        return left[0], left[1]


class Parade(Queue):
    """The characters of a season in foresight."""

    turn: Course

    def act(self, number: int) -> None:
        """As the rules have it; searches and meetings are left out unless they fail beforehand."""
        course, order = self.turn, self.orders[number]
        if number not in course.doubt:  # a Hero who was hired this year
            return
        if self.hindrance(course.characters[number]):
            super().act(number)  # he is told why, and does nothing
            return
        course.before_act(number, order)
        gold = course.kingdoms[course.own].gold
        if not isinstance(order, LEFT_OUT):
            super().act(number)
        elif isinstance(order, o.Meet) and (fault := meeting_fault(course, course.characters[number], order)):
            course.decline(course.characters[number], fault)
        else:
            course.defending.pop(number, None)
        course.after_act(number, order, gold)


class ForeseenBattle(Battlefield):
    """A battle that one's own will win."""

    turn: Course

    def fight(self, attackers: list[Camp], defenders: list[Camp], *, bonus: bool) -> bool:
        """One's own side wins without losses; between two others, the defender does."""
        own = self.turn.own
        wins = any(camp.kingdom == own for camp in attackers)
        losers = defenders if wins else attackers
        self.tire(attackers)
        if any(camp.kingdom == own for camp in (*attackers, *defenders)):
            count = sum(len(camp.units) for camp in losers)
            data = {"province": self.province.number, "kingdom": losers[0].kingdom, "units": count, "attack": wins}
            self.turn.note(self.province.number, Omen("battle", UNKNOWN, data))
            self.turn.won.setdefault(self.province.number, UNKNOWN)
        for camp in losers:
            for unit in camp.units:
                self.turn.remove_unit(unit)
            camp.units = []
        return wins
