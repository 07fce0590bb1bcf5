"""Taking armies, duels before battle, battles and what comes of them: four of the ten headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead
from heraut.games.rois.dice import clamp
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.mistakes.foresight import March, Year, shown
from heraut.games.rois.orders import ALL, GARRISON, Action
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.state import Plan, Unit
from heraut.games.rois.tables import CONSTANTS, TERRAINS, UNITS
from heraut.games.rois.world.geography import NEIGHBOURS

ROWS = 3  # from the fourth row on, a unit that does not outflank counts for nothing (RO-BAT-30)
EVEN = 50

# Taking armies


def on_pick_up(year: Year, action: Action) -> Iterator[Caution]:
    """Units that are elsewhere, or that he may not lead (RO-ARMY-02, RO-ARMY-09)."""
    order, who = action.order, action.character
    assert isinstance(order, o.PickUp)
    here = year.places[who]
    if not here:
        return
    if order.units == ALL and not year.garrison(here):
        yield Caution("armies", "no_garrison", "RO-ARMY-09", {"province": here}, action)
    wanted = year.garrison(here) if order.units == ALL else year.named(order.units)
    if wanted and all(unit.leader == who for unit in wanted):
        yield Caution("armies", "leads_already", "RO-ARMY-09", {"who": who}, action)
    yield from absent([unit for unit in wanted if unit.province != here], here, action)
    yield from unfit(year, who, [unit for unit in wanted if unit.province == here], action)


def on_leave(year: Year, action: Action) -> Iterator[Caution]:
    """Units that he does not have, and whoever is not there to take them, or may not (RO-ARMY-02, RO-ARMY-09)."""
    order, who = action.order, action.character
    assert isinstance(order, o.Leave)
    here, to = year.places[who], order.receiver
    if not here:
        return
    if order.units == ALL and not year.contingent(who):
        yield Caution("armies", "leads_nobody", "RO-ARMY-09", {"who": who}, action)
    if to == who:
        yield Caution("armies", "to_oneself", "RO-ARMY-09", {"who": who}, action)
    if to != GARRISON and year.places.get(to) not in (here, 0):
        yield Caution("armies", "receiver_absent", "RO-ARMY-09", {"other": to, "province": here}, action)
    if to == GARRISON and not year.is_sea(here) and year.relation_of(here) not in ("own", "allied", "unknown"):
        yield Caution("armies", "no_garrison_abroad", "RO-ARMY-09", {"province": here}, action)
    at_hand = year.left(who, order.units)
    wanted = year.contingent(who) if order.units == ALL else year.named(order.units)
    yield from absent([unit for unit in wanted if unit not in at_hand and unit.province], here, action)
    if to != GARRISON and to in year.people:
        yield from unfit(year, to, at_hand, action)


def absent(units: Sequence[Unit], here: int, action: Action) -> Iterator[Caution]:
    """Units that are not at hand: they are left aside."""
    if units:
        data = {"units": [str(unit.number) for unit in units], "province": here}
        yield Caution("armies", "not_at_hand", "RO-ARMY-09", data, action)


def unfit(year: Year, leader: int, units: Sequence[Unit], action: Action) -> Iterator[Caution]:
    """Units of a race that the leader may not lead."""
    strange = [str(unit.number) for unit in units if shown(unit) and not year.may_lead(leader, unit)]
    if strange:
        yield Caution("armies", "may_not_lead", "RO-ARMY-02", {"other": leader, "units": strange}, action)


def on_recruit(year: Year, action: Action) -> Iterator[Caution]:
    """Recruits whom nobody here may lead: they stay in garrison, or are not raised at all (RO-ARMY-02)."""
    order, here = action.order, year.places[action.character]
    assert isinstance(order, o.Recruit)
    race = year.seen(here).get("race")
    leader = order.leader or action.character
    if not race or order.type == "TR" or leader not in year.people:
        return
    if not may_lead(*year.people[leader], race, order.type):
        code = "cannot_lead_recruits" if order.leader else "recruits_in_garrison"
        yield Caution("armies", code, "RO-ARMY-02", {"other": leader, "province": here, "race": race}, action)


# Duels before battle


def on_duel_plan(year: Year, who: int, plan: Plan, entry: Entry) -> Iterator[Caution]:
    """A plan that begins with flight refuses the duel (RO-DUEL-03, RO-DUEL-06); a King may not refuse (RO-DUEL-04)."""
    if plan and plan[0].code == "FL":
        king = year.book.characters[who]["role"] == "king"
        code, rule = ("king_must_fight", "RO-DUEL-04") if king else ("refuses_duel", "RO-DUEL-06")
        yield Caution("duels", code, rule, {"who": who}, entry)


def on_commander(year: Year, commander: March) -> Iterator[Caution]:
    """Who leads the attack will be challenged: his plan, or his temper, may say no."""
    who, action = commander.action.character, commander.action
    own = year.book.characters[who]
    given_now = any(each.duel and each.character == who for each in year.sheet.plans)
    plan = year.plan_of(who, duel=True)
    if plan and plan[0].code == "FL":
        if not given_now:
            yield from on_duel_plan(year, who, plan, action)
    elif own["role"] != "king" and own["temper"] in CONSTANTS.refusals:
        least, most = CONSTANTS.refusals[own["temper"]]
        data = {"who": who, "least": least, "most": most}
        yield Caution("duels", "may_refuse", "RO-DUEL-03", data, action)


# Battles


def on_assaults(year: Year) -> Iterator[Caution]:
    """The attacks of a season, each as a whole; what is said stands beside the largest contingent's order."""
    for province, marches in sorted(year.assaults().items()):
        foes = year.foes(province)
        if foes == (0, 0):
            continue  # nobody was seen there: it falls without a battle
        largest = max(marches, key=lambda march: (len(march.units), -march.action.character))
        fighting = [unit for unit in year.units.values() if unit.province == province]
        yield from on_commander(year, largest)
        yield from on_battle(year, province, fighting, foes, largest.action)
        yield from on_defeat(year, province, fighting, foes, largest)


def on_battle(
    year: Year, province: int, fighting: Sequence[Unit], foes: tuple[int, int] | None, action: Action
) -> Iterator[Caution]:
    """The ground and the numbers (RO-BAT-19, RO-BAT-23, RO-BAT-30)."""
    seen = year.seen(province)
    data: dict[str, Any] = {"province": province, "count": len(fighting)}
    if seen.get("terrain") == "desert" and all(unit.type != "CC" for unit in fighting):
        yield Caution("battles", "no_camels", "RO-BAT-19", data, action)
    if year.relation_of(province) == "enemy" and not seen["exploration"]:
        yield Caution("battles", "strange_land", "RO-BAT-23", {**data, "kingdom": seen["owner"]}, action)
    if foes is None:
        return
    least, most = foes
    front = min(TERRAINS[seen["terrain"]].line[1], most)
    if len(fighting) < least:
        yield Caution("battles", "outnumbered", "RO-BAT-30", {**data, "least": least}, action)
    elif len(fighting) > ROWS * front:
        rear = len(fighting) - ROWS * front
        yield Caution("battles", "rear_rows", "RO-BAT-30", {**data, "front": front, "rear": rear}, action)


def on_defeat(
    year: Year, province: int, fighting: Sequence[Unit], foes: tuple[int, int] | None, march: March
) -> Iterator[Caution]:
    """If it goes wrong: nowhere to flee to (RO-BAT-34), or too slow to get there (RO-BAT-32)."""
    if not any(is_refuge(year, there, march) for there in {march.origin, *NEIGHBOURS[province]}):
        yield Caution("aftermath", "no_retreat", "RO-BAT-34", {"province": province}, march.action)
        return
    types = year.seen(province).get("types")
    if year.relation_of(province) != "native" or not types or foes is None or len(fighting) > foes[1]:
        return
    slowest = min(fighting, key=lambda unit: UNITS[unit.type].speed)
    fastest = max(types, key=lambda type: UNITS[type].speed)
    chance = escape(UNITS[slowest.type].speed - UNITS[fastest].speed)
    if chance < EVEN:
        data = {"unit": shown(slowest), "type": fastest, "share": chance / 100, "province": province}
        yield Caution("aftermath", "too_slow", "RO-BAT-32", data, march.action)


def escape(faster: int) -> int:
    """The chance to get away of a unit that is so much faster than its pursuers (RO-BAT-32)."""
    return clamp(60 + 10 * faster, 10, 95)


def is_refuge(year: Year, there: int, march: March) -> bool:
    """Where beaten attackers may go: back where they came from unless it is an Enemy's, or to friends, where no Enemy
    stands (RO-BAT-34).
    """
    if year.sees_foes(there) and there not in year.won:
        return False
    whose = year.relation_of(there)
    if there == march.origin:
        return whose != "enemy"
    return whose in ("own", "allied") and not year.is_sea(there)
