"""Units change hands: left, taken up, disbanded (RO-ARMY-02 to 10), or left without a leader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead_unit
from heraut.games.rois.dice import Dice
from heraut.games.rois.orders import ALL, GARRISON
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import NATIVES, NOBODY, Character, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS
from heraut.games.rois.units import cargo, passengers, told_lost


def leave(turn: Turn, character: Character, order: o.Leave, dice: Dice) -> bool:
    """LE u c, LE u G: units that he leads, or in garrison where he is (RO-ARMY-09)."""
    if (fault := receiver_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    receiver = turn.now.characters.get(order.receiver) if order.receiver != GARRISON else None
    moved = [unit for unit in at_hand(turn, character, order.units) if hand_over(turn, unit, receiver)]
    return finish(turn, character, order.units, moved, "left_units", order.receiver, dice)


def receiver_fault(turn: Turn, character: Character, order: o.Leave) -> Fault | None:
    """Whoever is to take the units is a comrade here."""
    if order.receiver == GARRISON or is_present(character, turn.now.characters.get(order.receiver)):
        return None
    return Fault("RO-ARMY-09", "receiver_absent", {"other": order.receiver})


def pick_up(turn: Turn, character: Character, order: o.PickUp, dice: Dice) -> bool:
    """PI u: from the garrison, or from a comrade."""
    moved = [unit for unit in within_reach(turn, character, order.units) if hand_over(turn, unit, character)]
    return finish(turn, character, order.units, moved, "picked_up", character.number, dice)


def disband(turn: Turn, character: Character, order: o.Disband, dice: Dice) -> bool:
    """DI u: no refund (RO-ARMY-10)."""
    gone = at_hand(turn, character, order.units)
    for unit in gone:
        turn.kill_unit(unit, "disbanded")
    skipped = [number for number in order.units if number not in {unit.number for unit in gone}]
    if not gone:
        turn.ignore(character, "RO-ARMY-09", "no_units")
        return False
    turn.tell(
        character.kingdom, "RO-ARMY-10", "disbanded", who=character.number, units=[unit.number for unit in gone],
        skipped=skipped,
    )  # fmt: skip
    return True


def at_hand(turn: Turn, character: Character, named: Sequence[int]) -> list[Unit]:
    """The units of a list that he may leave or disband; "*": all that he leads."""
    units = turn.contingent(character.number) if named == ALL else present(turn, named)
    return [unit for unit in units if is_at_hand(unit, character)]


def within_reach(turn: Turn, character: Character, named: Sequence[int]) -> list[Unit]:
    """The units of a list that he may pick up, if he may lead them; "*": the garrison."""
    if named == ALL:
        return turn.garrison(character.province, character.kingdom)
    return [unit for unit in present(turn, named) if is_with(unit, character)]


def leaving_fault(turn: Turn, character: Character, order: o.Leave) -> Fault | None:
    """Why nobody changes hands."""
    if (fault := receiver_fault(turn, character, order)) is not None:
        return fault
    receiver = turn.characters[order.receiver] if order.receiver != GARRISON else None
    return none_of([unit for unit in at_hand(turn, character, order.units) if may_take(turn, unit, receiver)])


def picking_fault(turn: Turn, character: Character, order: o.PickUp) -> Fault | None:
    """The same for units that are picked up."""
    return none_of([unit for unit in within_reach(turn, character, order.units) if may_take(turn, unit, character)])


def disbanding_fault(turn: Turn, character: Character, order: o.Disband) -> Fault | None:
    """The same for units that are sent home."""
    return none_of(at_hand(turn, character, order.units))


def none_of(units: Sequence[Unit]) -> Fault | None:
    """No unit at all: the order is ignored (RO-ARMY-09)."""
    return None if units else Fault("RO-ARMY-09", "no_units", {})


def present(turn: Turn, numbers: Iterable[int]) -> list[Unit]:
    """The units of a list that still exist."""
    return [turn.now.units[number] for number in numbers if number in turn.now.units]


def is_present(character: Character, receiver: Character | None) -> bool:
    """A living comrade in the same province, not the giver himself."""
    return (
        receiver is not None
        and receiver.alive
        and receiver.kingdom == character.kingdom
        and receiver.province == character.province
        and receiver.number != character.number
    )


def is_at_hand(unit: Unit, character: Character) -> bool:
    """A unit that he leads, or of his kingdom in garrison where he is."""
    own = unit.kingdom == character.kingdom and unit.province == character.province and not unit.mercenary
    return own and unit.leader in (character.number, NOBODY)


def is_with(unit: Unit, character: Character) -> bool:
    """A unit of his kingdom where he is, that he does not lead yet."""
    own = unit.kingdom == character.kingdom and unit.province == character.province and not unit.mercenary
    return own and unit.leader != character.number


def hand_over(turn: Turn, unit: Unit, receiver: Character | None) -> bool:
    """To a character who may lead it, or to a garrison that may stand there; False if neither (RO-ARMY-08, 09)."""
    if not may_take(turn, unit, receiver):
        return False
    if receiver is None:
        turn.move_unit(unit, unit.province, NOBODY)
    else:
        turn.move_unit(unit, receiver.province, receiver.number)
    return True


def may_take(turn: Turn, unit: Unit, receiver: Character | None) -> bool:
    """Whether a unit at hand can change to this leader, or (None) to the garrison."""
    if receiver is None:
        return unit.leader != NOBODY and may_garrison(turn, unit)
    return unit.leader != receiver.number and may_lead_unit(turn.items, receiver, unit)


def may_garrison(turn: Turn, unit: Unit) -> bool:
    """Own and Allied provinces; at sea naval and air units, and land units on the garrison's ships (RO-ARMY-08)."""
    province = turn.provinces[unit.province]
    if province.terrain != "sea":
        return province.owner != NATIVES and turn.friendly(unit.kingdom, province.owner)
    if UNITS[unit.type].sort != "land":
        return True
    garrison = turn.garrison(unit.province, unit.kingdom)
    return passengers(garrison) < cargo(garrison)


def finish(
    turn: Turn, character: Character, asked: Sequence[int], moved: Sequence[Unit], kind: str, receiver: int, dice: Dice
) -> bool:
    """What was handed over is told, with what had to be skipped; nothing at all: the order is ignored (RO-ARMY-09)."""
    if not moved:
        turn.ignore(character, "RO-ARMY-09", "no_units")
        return False
    numbers = [unit.number for unit in moved]
    skipped = [number for number in asked if number not in numbers]
    turn.tell(
        character.kingdom, "RO-ARMY-09", kind, who=character.number, other=receiver, units=numbers, skipped=skipped,
        province=character.province,
    )  # fmt: skip
    naval = any(UNITS[unit.type].naval for unit in moved)
    turn.learn(character, "NA" if naval else "MA", CONSTANTS.learn_units, dice)
    return True


# Units without a leader (RO-ARMY-03, RO-HERO-07)


def leaderless(turn: Turn, character: Character) -> None:
    """He leads them no more: they go to the garrison where there may be one, elsewhere they are disbanded."""
    release(turn, turn.contingent(character.number))


def release(turn: Turn, units: Sequence[Unit]) -> None:
    """These units have lost their leader; fleets first, so that they carry the others."""
    kept: list[int] = []
    lost: list[Unit] = []
    if not units:
        return
    kingdom, province = units[0].kingdom, units[0].province
    for unit in sorted(units, key=lambda unit: (unit.type != "FL", unit.number)):
        if may_garrison(turn, unit):
            turn.move_unit(unit, province, NOBODY)
            kept.append(unit.number)
        else:
            turn.kill_unit(unit, "leaderless")
            lost.append(unit)
    lost.sort(key=lambda unit: unit.number)
    turn.tell(kingdom, "RO-ARMY-03", "leaderless", province=province, units=sorted(kept), lost=told_lost(lost))


def check_leaders(turn: Turn) -> None:
    """Units that their leader may no longer lead leave him (RO-ARMY-03)."""
    wrong: dict[int, list[int]] = {}
    for leader, units in turn.contingents().items():
        character = turn.characters[leader]
        for unit in units.values():
            if unit.race != character.race and not may_lead_unit(turn.items, character, unit):
                wrong.setdefault(leader, []).append(unit.number)
    for numbers in sorted(map(sorted, wrong.values())):
        release(turn, [turn.now.units[number] for number in numbers])
