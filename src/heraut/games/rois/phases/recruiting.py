"""Recruiting (RO-REC): native types against gold, as many as the province gives and the treasury allows."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead, unit_pay
from heraut.games.rois.dice import Dice
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import AVERAGE, GREEN, NATIVES, NOBODY, Character, Province
from heraut.games.rois.tables import CONSTANTS, wealth
from heraut.games.rois.world.population import raises_garrisons


def recruit(turn: Turn, character: Character, order: o.Recruit, dice: Dice) -> bool:
    """RE T n [POUR c]: mercenaries first where there are any (RO-REC-08), then what the province raises."""
    hired = hire_mercenaries(turn, character, order) if order.type == "TR" else 0
    left = order.count - hired
    fault = recruiting_fault(turn, character, order) if left else None
    if fault is not None and not hired:
        return turn.decline(character, fault)
    if left and fault is None:
        raise_units(turn, character, order, left)
    turn.learn(character, "DR", CONSTANTS.learn_recruit, dice)
    return True


def recruiting_fault(turn: Turn, character: Character, order: o.Recruit) -> Fault | None:
    """Why nothing can be recruited here (RO-REC-02)."""
    province, data = turn.provinces[character.province], {"type": order.type}
    if province.owner != character.kingdom and not is_invited(turn, character.kingdom, province):
        return Fault("RO-REC-02", "not_own_province", data)
    if turn.enemies_in(province.number, character.kingdom):
        return Fault("RO-REC-02", "enemies_present", data)
    if not is_raised(province, order.type):
        return Fault("RO-REC-02", "type_not_raised", data)
    if province.recruited >= capacity(turn, character.kingdom, province):
        return Fault("RO-REC-03", "capacity_exhausted", data)
    if turn.kingdoms[character.kingdom].gold < price(character.kingdom, province, order.type):
        return Fault("RO-REC-02", "too_poor", data)
    if order.leader and leader_of(turn, character, order, province.race) == NOBODY:
        return Fault("RO-REC-02", "cannot_lead", data)
    return None


def is_invited(turn: Turn, kingdom: int, province: Province) -> bool:
    """An ally who treats with the recruiter's kingdom this year lets him recruit (RO-REC-07)."""
    owner = province.owner
    if owner == NATIVES or turn.relation(kingdom, owner) != "allied" or owner not in turn.sheets:
        return False
    return any(isinstance(order, o.Treat) and order.kingdom == kingdom for order in turn.sheets[owner].realm)


def is_raised(province: Province, type: str) -> bool:
    """The native types, and GA among humanoids (RO-REC-01)."""
    return type in province.types or (type == "GA" and raises_garrisons(province))


def capacity(turn: Turn, kingdom: int, province: Province) -> int:
    """What a province gives a year: 4 in one's own home, 3, 2 or 1 by wealth (RO-REC-03)."""
    if turn.kingdoms[kingdom].home == province.number:
        return CONSTANTS.home_capacity
    return CONSTANTS.capacity[wealth(province.tax_base)]


def price(kingdom: int, province: Province, type: str) -> int:
    """The pay of the type, and one piece to an ally in whose land it is raised (RO-REC-04, RO-REC-07)."""
    return unit_pay(type) + (province.owner != kingdom)


def leader_of(turn: Turn, character: Character, order: o.Recruit, race: str) -> int:
    """Who leads the recruits: the one named, the recruiter, or the garrison (RO-REC-06)."""
    leader = turn.now.characters.get(order.leader) if order.leader else character
    if leader is None or leader.kingdom != character.kingdom or not leader.alive:
        return NOBODY
    if leader.province != character.province or not may_lead(turn.items, leader, race, order.type):
        return NOBODY
    return leader.number


def raise_units(turn: Turn, character: Character, order: o.Recruit, wanted: int) -> None:
    """As many as are wanted, left and paid for (RO-GEN-06)."""
    province, kingdom = turn.provinces[character.province], turn.kingdoms[character.kingdom]
    each = price(kingdom.number, province, order.type)
    count = min(wanted, capacity(turn, kingdom.number, province) - province.recruited, kingdom.gold // each)
    quality = AVERAGE if province.number == kingdom.home else GREEN
    leader = leader_of(turn, character, order, province.race)
    pay = count * unit_pay(order.type)
    turn.add_gold(kingdom.number, -pay, "recruiting")
    if province.owner != kingdom.number:
        turn.add_gold(kingdom.number, -count, "recruiting_fee")
        turn.add_gold(province.owner, count, "recruiting_fee")
        turn.tell(
            province.owner, "RO-REC-07", "ally_recruited", kingdom=kingdom.number, province=province.number, count=count
        )
    province.recruited += count
    units = [
        turn.new_unit(order.type, province.race, quality, kingdom.number, province.number, leader, "recruited").number
        for _ in range(count)
    ]
    turn.tell(
        kingdom.number, "RO-REC-01", "recruited", who=character.number, province=province.number, type=order.type,
        race=province.race, count=count, gold=count * each, leader=leader, units=units,
    )  # fmt: skip


def hire_mercenaries(turn: Turn, character: Character, order: o.Recruit) -> int:
    """Trolls without an owner, at their pay, outside the capacity, keeping their quality (RO-REC-08)."""
    leader = leader_of(turn, character, order, "troll")
    friendly = turn.friendly(character.kingdom, turn.provinces[character.province].owner)
    if leader == NOBODY and (order.leader or not friendly):
        return 0
    hired: list[int] = []
    for unit in turn.mercenaries(character.province):
        pay = unit_pay(unit.type)
        if len(hired) < order.count and turn.kingdoms[character.kingdom].gold >= pay:
            turn.add_gold(character.kingdom, -pay, "mercenary")
            hired.append(turn.enlist(unit, character.kingdom, leader).number)
    if hired:
        turn.tell(
            character.kingdom, "RO-REC-08", "mercenaries_hired", who=character.number, province=character.province,
            count=len(hired), units=hired,
        )  # fmt: skip
    return len(hired)
