"""Gold at the end of the year (C4 to C6): gifts, taxes, the pay of Heroes, then of units (RO-FIN)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import unit_pay
from heraut.games.rois.phases.heroes import pay_of, set_free
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import REDUCED, Character, Kingdom, Province, Unit
from heraut.games.rois.tables import CONSTANTS, INVENTIONS

STONE = "PP"  # Pierre philosophale (D16)


def donations(turn: Turn) -> None:
    """C4: gold to a kingdom that is no Enemy, if the treasury has it (RO-DIP-13)."""
    for kingdom in turn.living():
        for order in turn.realm_orders(kingdom, o.Donate):
            reason = donation_obstacle(turn, kingdom, order)
            if reason is not None:
                turn.tell(kingdom.number, "RO-DIP-13", "donation_ignored", kingdom=order.kingdom, reason=reason)
                continue
            turn.add_gold(kingdom.number, -order.gold, "donation")
            turn.add_gold(order.kingdom, order.gold, "donation")
            turn.tell(kingdom.number, "RO-DIP-13", "donation_sent", kingdom=order.kingdom, gold=order.gold)
            turn.tell(order.kingdom, "RO-DIP-13", "donation_received", kingdom=kingdom.number, gold=order.gold)


def donation_obstacle(turn: Turn, kingdom: Kingdom, order: o.Donate) -> str | None:
    """Why a gift does not leave."""
    if turn.hostile(kingdom.number, order.kingdom) or not turn.kingdoms[order.kingdom].alive:
        return "enemy"
    return "too_poor" if kingdom.gold < order.gold else None


def taxes(turn: Turn) -> None:
    """C5: what each province yields, and the stones that make gold (RO-FIN-02, RO-FIN-06)."""
    own: dict[int, list[Province]] = {kingdom.number: [] for kingdom in turn.living()}
    for province in turn.now.provinces.values():
        if province.owner in own:
            own[province.owner].append(province)
    stones = stones_of(turn)
    for kingdom in turn.living():
        yields = {province.number: tax_of(turn, kingdom, province) for province in own[kingdom.number]}
        less = {number: turn.marks.halved[number] for number in yields if number in turn.marks.halved}
        made, total = CONSTANTS.stone * stones.get(kingdom.number, 0), sum(yields.values())
        turn.add_gold(kingdom.number, total, "taxes")
        turn.add_gold(kingdom.number, made, "stones")
        turn.tell(
            kingdom.number, "RO-FIN-02", "taxes", gold=total, provinces=len(yields), stones=made,
            halved=[[number, why] for number, why in less.items()],
            occupied=[number for number in yields if is_occupied(turn, kingdom, number)],
        )  # fmt: skip


def tax_of(turn: Turn, kingdom: Kingdom, province: Province) -> int:
    """Nothing under the eyes of an Enemy; the worst penalty, then the best bonus, then inventions (RO-MAG-10)."""
    if is_occupied(turn, kingdom, province.number):
        return 0
    return tax_yield(
        province,
        kingdom.inventions,
        halved=province.number in turn.marks.halved,
        blessed=province.number in turn.marks.harvest,
    )


def tax_yield(province: Province, inventions: list[int], *, halved: bool = False, blessed: bool = False) -> int:
    """The tax of a province in gold: half, then half as much again, both rounded down; inventions come after."""
    tax = province.tax_base // 2 if halved else province.tax_base
    if blessed:
        tax = tax * 3 // 2
    return tax + sum([improves(invention, province) for invention in inventions])


def improves(invention: int, province: Province) -> bool:
    """Whether an invention adds a piece here; fisheries ask a sea that yields (D17)."""
    if province.terrain not in INVENTIONS[invention].gold:
        return False
    return province.terrain != "sea" or province.tax_base >= 1


def is_occupied(turn: Turn, kingdom: Kingdom, province: int) -> bool:
    """Whether Enemy units stand there."""
    return turn.enemies_in(province, kingdom.number)


def stones_of(turn: Turn) -> dict[int, int]:
    """How many philosopher's stones the court of each kingdom carries."""
    found: dict[int, int] = {}
    for each in turn.now.characters.values():
        if each.items and each.kingdom and each.alive:
            stones = [turn.items[item].kind for item in each.items].count(STONE)
            found[each.kingdom] = found.get(each.kingdom, 0) + stones
    return found


def pay(turn: Turn) -> None:
    """C6: Heroes by date of hiring, then units by number; who cannot be paid in full is passed over (RO-FIN-03)."""
    courts, armies = turn.courts(), turn.armies()
    for kingdom in turn.living():
        heroes = [each for each in courts[kingdom.number] if each.role == "hero"]
        heroes.sort(key=lambda hero: (hero.hired, hero.number))
        units = armies.get(kingdom.number, [])
        before = kingdom.gold
        unpaid = [hero for hero in heroes if not paid(turn, kingdom, pay_of(kingdom, hero), "hero_pay")]
        starved = [unit for unit in units if not paid(turn, kingdom, unit_pay(unit.type), "unit_pay")]
        turn.tell(
            kingdom.number, "RO-FIN-03", "paid", gold=before - kingdom.gold, heroes=len(heroes) - len(unpaid),
            units=len(units) - len(starved), left=kingdom.gold,
        )  # fmt: skip
        for hero in unpaid:
            grumble(turn, kingdom, hero)
        for unit in starved:
            starve(turn, kingdom, unit)


def paid(turn: Turn, kingdom: Kingdom, amount: int, why: str) -> bool:
    """Whether the treasury could pay that in full (RO-GEN-06)."""
    if kingdom.gold < amount:
        return False
    turn.add_gold(kingdom.number, -amount, why)
    return True


def starve(turn: Turn, kingdom: Kingdom, unit: Unit) -> None:
    """An unpaid unit: half lose a quality (the Reduced desert), 30 % desert, the others stay (RO-FIN-04)."""
    face = turn.dice("unpaid_unit", unit.number).d(100)
    if face <= CONSTANTS.unpaid_loses and unit.quality > REDUCED:
        unit.quality -= 1
        fate = "weaker"
    elif face <= CONSTANTS.unpaid_deserts:
        turn.kill_unit(unit, "deserted")
        fate = "deserted"
    else:
        fate = "stays"
    turn.tell(kingdom.number, "RO-FIN-04", "unit_unpaid", unit=unit.number, type=unit.type, fate=fate)


def grumble(turn: Turn, kingdom: Kingdom, hero: Character) -> None:
    """An unpaid Hero leaves by half, unless he is devoted (RO-FIN-05, RO-HERO-06)."""
    leaves = not hero.devoted and turn.dice("unpaid_hero", hero.number).pct(CONSTANTS.unpaid_leaves)
    if leaves:
        set_free(turn, hero)
    turn.tell(kingdom.number, "RO-FIN-05", "hero_unpaid", who=hero.number, fate="leaves" if leaves else "stays")
