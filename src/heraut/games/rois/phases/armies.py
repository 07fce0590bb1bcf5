"""Units change hands: left, taken up, disbanded (RO-ARMY-02 to 10), or left without a leader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead_unit
from heraut.games.rois.dice import Dice
from heraut.games.rois.orders import ALL, GARRISON
from heraut.games.rois.resolution import Turn, cargo, roll
from heraut.games.rois.state import NATIVES, NOBODY, Character, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS


def leave(turn: Turn, character: Character, order: o.Leave, dice: Dice) -> bool:
    """LE u c, LE u G: units that he leads, or in garrison where he is (RO-ARMY-09)."""
    receiver = turn.now.characters.get(order.receiver) if order.receiver != GARRISON else None
    if order.receiver != GARRISON and not is_present(turn, character, receiver):
        turn.ignore(character, "RO-ARMY-09", "receiver_absent", other=order.receiver)
        return False
    units = turn.contingent(character.number) if order.units == ALL else present(turn, order.units)
    units = [unit for unit in units if is_at_hand(unit, character)]
    moved = [unit for unit in units if hand_over(turn, unit, receiver)]
    return finish(turn, character, order.units, moved, "left_units", order.receiver, dice)


def pick_up(turn: Turn, character: Character, order: o.PickUp, dice: Dice) -> bool:
    """PI u: from the garrison, or from a comrade."""
    if order.units == ALL:
        units = turn.garrison(character.province, character.kingdom)
    else:
        units = [unit for unit in present(turn, order.units) if is_with(turn, unit, character)]
    moved = [unit for unit in units if hand_over(turn, unit, character)]
    return finish(turn, character, order.units, moved, "picked_up", character.number, dice)


def disband(turn: Turn, character: Character, order: o.Disband, dice: Dice) -> bool:
    """DI u: no refund (RO-ARMY-10)."""
    units = turn.contingent(character.number) if order.units == ALL else present(turn, order.units)
    gone = [unit for unit in units if is_at_hand(unit, character)]
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


def present(turn: Turn, numbers: Iterable[int]) -> list[Unit]:
    """The units of a list that still exist."""
    return [turn.now.units[number] for number in numbers if number in turn.now.units]


def is_present(turn: Turn, character: Character, receiver: Character | None) -> bool:
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


def is_with(turn: Turn, unit: Unit, character: Character) -> bool:
    """A unit of his kingdom where he is, that he does not lead yet."""
    own = unit.kingdom == character.kingdom and unit.province == character.province and not unit.mercenary
    return own and unit.leader != character.number


def hand_over(turn: Turn, unit: Unit, receiver: Character | None) -> bool:
    """To a character who may lead it, or to a garrison that may stand there; False if neither (RO-ARMY-08, 09)."""
    if receiver is None:
        if unit.leader == NOBODY or not may_garrison(turn, unit):
            return False
        turn.move_unit(unit, unit.province, NOBODY)
        return True
    if unit.leader == receiver.number or not may_lead_unit(turn.items, receiver, unit):
        return False
    turn.move_unit(unit, receiver.province, receiver.number)
    return True


def may_garrison(turn: Turn, unit: Unit) -> bool:
    """Own and Allied provinces; at sea naval and air units, and land units on the garrison's ships (RO-ARMY-08)."""
    province = turn.provinces[unit.province]
    if province.terrain != "sea":
        return province.owner != NATIVES and turn.friendly(unit.kingdom, province.owner)
    if UNITS[unit.type].sort != "land":
        return True
    garrison = turn.garrison(unit.province, unit.kingdom)
    return sum(UNITS[each.type].sort == "land" for each in garrison) < cargo(garrison)


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
    turn.tell(kingdom, "RO-ARMY-03", "leaderless", province=province, units=sorted(kept), lost=roll(lost))


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
