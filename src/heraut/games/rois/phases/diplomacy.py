"""Treaties made and broken, and what they do to armies abroad (RO-DIP, C7, C8, A1)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.phases.marching import is_coastal
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NOBODY, Kingdom, Relation, Unit
from heraut.games.rois.tables import UNITS
from heraut.games.rois.units import cargo, may_enter, told_lost
from heraut.games.rois.world.geography import distance

RISEN: dict[Relation, Relation] = {"enemy": "neutral", "neutral": "allied", "allied": "allied"}
FALLEN: dict[Relation, Relation] = {"allied": "neutral", "neutral": "enemy", "enemy": "enemy"}


def early_breaks(turn: Turn) -> None:
    """A1: Evil kingdoms break at once, and all the way (RO-DIP-07). Armies stay where they are (RO-DIP-11)."""
    for kingdom in turn.living():
        for order in turn.realm_orders(kingdom, o.Break):
            other = turn.kingdoms[order.kingdom]
            if order.early and other.alive and kingdom.relation(other.number) != "enemy":
                relate(kingdom, other, "enemy")
                for reader, broken in ((kingdom, other), (other, kingdom)):
                    turn.tell(reader.number, "RO-DIP-07", "treason", kingdom=broken.number, own=reader is kingdom)


def relate(one: Kingdom, other: Kingdom, relation: Relation) -> None:
    """Two kingdoms stand like this from now on: relations are symmetric (RO-DIP-01)."""
    for kingdom, partner in ((one, other.number), (other, one.number)):
        if relation == "neutral":
            kingdom.relations.pop(partner, None)
        else:
            kingdom.relations[partner] = relation
            kingdom.relations = dict(sorted(kingdom.relations.items()))


def treaties(turn: Turn) -> None:
    """C7: all pairs at the same time (RO-DIP-02)."""
    treats = {
        kingdom.number: {each.kingdom for each in turn.realm_orders(kingdom, o.Treat)} for kingdom in turn.living()
    }
    breaks = {
        kingdom.number: {each.kingdom for each in turn.realm_orders(kingdom, o.Break) if not each.early}
        for kingdom in turn.living()
    }
    partners: dict[int, set[int]] = {number: {*treats[number], *breaks[number]} for number in treats}
    for number, named in list(partners.items()):
        for other_number in named & partners.keys():
            partners[other_number].add(number)
    neutral: list[tuple[Kingdom, Kingdom]] = []  # from now on: by a fall from Alliance, or by a peace (RO-DIP-11)
    for one in turn.living():
        for number in sorted(partners[one.number]):
            other = turn.kingdoms[number]
            if number > one.number and other.alive:
                settle(turn, one, other, treats, breaks, neutral)
    for one, other in neutral:
        escort(turn, one, other)
        escort(turn, other, one)


def settle(
    turn: Turn,
    one: Kingdom,
    other: Kingdom,
    treats: dict[int, set[int]],
    breaks: dict[int, set[int]],
    neutral: list[tuple[Kingdom, Kingdom]],
) -> None:
    """One pair: a break beats any treaty; a treaty wants both, except with the Druids (RO-DIP-03 to 06)."""
    before = one.relation(other.number)
    mine, theirs = other.number in treats[one.number], one.number in treats[other.number]
    breakers = [king for king, partner in ((one, other), (other, one)) if partner.number in breaks[king.number]]
    broken = bool(breakers)
    after = FALLEN[before] if broken else risen(before, one, other, mine=mine, theirs=theirs)
    if after != before:
        relate(one, other, after)
        rule = ground(before, after, broken=broken, answered=mine and theirs)
        for reader, partner in ((one, other), (other, one)):
            by_whom = "own" if reader in breakers else "other"  # whoever breaks hears of himself alone
            turn.tell(
                reader.number, rule, "relation_changed", kingdom=partner.number,
                relation=after, before=before, broken=broken, breaker=by_whom if broken else "",
            )  # fmt: skip
        if after == "neutral":
            neutral.append((one, other))
    elif mine != theirs and before != "allied":
        suitor, courted = (one, other) if mine else (other, one)
        turn.tell(courted.number, "RO-DIP-03", "treaty_offered", kingdom=suitor.number)
        turn.tell(suitor.number, "RO-DIP-03", "treaty_unanswered", kingdom=courted.number)


def ground(before: Relation, after: Relation, *, broken: bool, answered: bool) -> str:
    """The rule by which a relation has changed: by a break, by a Druid alone, by two of whom one is a Druid, by two."""
    if broken:
        return "RO-DIP-06"
    if not answered:
        return "RO-DIP-05"
    return "RO-DIP-04" if (before, after) == ("enemy", "allied") else "RO-DIP-03"


def risen(before: Relation, one: Kingdom, other: Kingdom, *, mine: bool, theirs: bool) -> Relation:
    """What a pair becomes that nobody breaks."""
    druids = [kingdom.alignment == "druidic" for kingdom in (one, other)]
    if mine and theirs:
        return "allied" if any(druids) else RISEN[before]
    if before == "neutral" and ((mine and druids[0]) or (theirs and druids[1])):
        return "allied"
    return before


# Armies in a land that has become Neutral (RO-DIP-11)


def escort(turn: Turn, guest: Kingdom, host: Kingdom) -> None:
    """The guest's units in the host's provinces are led to the nearest own province, their leaders with them."""
    for province in turn.own_provinces(host.number):
        units = [unit for unit in turn.units_in(province.number) if unit.kingdom == guest.number]
        for leader in sorted({unit.leader for unit in units}):
            lead_home(turn, guest, province.number, leader, [unit for unit in units if unit.leader == leader])


def lead_home(turn: Turn, guest: Kingdom, here: int, leader: int, units: list[Unit]) -> None:
    """One contingent, or a garrison: whoever cannot live in the nearest own province is disbanded."""
    homes = [province.number for province in turn.own_provinces(guest.number)]
    destination = min(homes, key=lambda there: (distance(here, there), there), default=0)
    lost = [unit for unit in units if not destination or not fits(turn, unit, destination, units)]
    for unit in lost:
        turn.kill_unit(unit, "escorted")
    for unit in units:
        if unit not in lost:
            turn.move_unit(unit, destination, unit.leader)
    if leader != NOBODY and destination and len(lost) < len(units):
        turn.move_character(turn.characters[leader], destination)
    turn.tell(
        guest.number, "RO-DIP-11", "escorted", origin=here, province=destination,
        units=[unit.number for unit in units if unit not in lost], lost=told_lost(lost),
    )  # fmt: skip


def fits(turn: Turn, unit: Unit, destination: int, units: list[Unit]) -> bool:
    """Whether a unit may stand in the province that it is led to; land units at sea need the ships that go along."""
    province = turn.provinces[destination]
    if UNITS[unit.type].sort == "land" and province.terrain == "sea":
        aboard = [each for each in units if UNITS[each.type].sort == "land"]
        return aboard.index(unit) < cargo(units)
    return may_enter(unit.type, province, coastal=is_coastal(turn, destination))


# Scientific exchanges (C8)


def exchanges(turn: Turn) -> None:
    """Two Allies who both want it: each receives one invention that the other has and it lacks (RO-DIP-12)."""
    wishes = {
        kingdom.number: {each.kingdom for each in turn.realm_orders(kingdom, o.Exchange)} for kingdom in turn.living()
    }
    gained: list[tuple[Kingdom, Kingdom, int]] = []
    for one in turn.living():
        for number in sorted(wishes[one.number]):
            if number not in wishes or one.number not in wishes[number] or one.relation(number) != "allied":
                continue
            other = turn.kingdoms[number]
            offered = [invention for invention in other.inventions if invention not in one.inventions]
            if offered:
                gained.append((one, other, turn.dice("science", one.number, number).pick(offered)))
    for one, other, invention in gained:
        if invention not in one.inventions:
            one.inventions = sorted([*one.inventions, invention])
        turn.tell(one.number, "RO-DIP-12", "science_received", kingdom=other.number, invention=invention)
