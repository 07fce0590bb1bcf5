"""The Command phase (SV-CMD): lost Lords, confusion, dice, reactivity, initiative."""

from __future__ import annotations

from heraut.games.vassaux.asking import Question, yes_or_no
from heraut.games.vassaux.identities import NORTH, PLACES, SOUTH, Holder, Place, holder, opposite
from heraut.games.vassaux.orders import Say
from heraut.games.vassaux.phases import scenarios
from heraut.games.vassaux.phases.cohesion import sort_confused
from heraut.games.vassaux.phases.opposed import contest
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, BothSeats


def begin(turn: Turn) -> None:
    """Steps 1 to 3 (SV-CMD-03 to 06)."""
    turn.now.turn += 1
    turn.announce("SV-CMD-03", "turn_begins", turn=turn.now.turn, turns=turn.now.settings.turns)
    if scenarios.lord_lost(turn):
        return
    sort_confused(turn)
    clear_dice(turn)
    update_morale(turn)
    turn.now.re = BothSeats(reactivity(turn, SOUTH), reactivity(turn, NORTH))
    turn.announce("SV-CMD-06", "reactivity", re=list(turn.now.re))
    turn.now.phase = "initiative"


def clear_dice(turn: Turn) -> None:
    """Step 2b: simple dice vanish, composed ones go to the discard, and alert and fortification end (SV-CMD-05)."""
    for unit in turn.now.units.values():
        turn.now.hosts[unit.seat].discard += len(unit.dice)
        unit.dice, unit.simple, unit.alert, unit.fortified, unit.ordered = [], "", False, False, False
        unit.lost_before, unit.lost, unit.shots = unit.lost, 0, 0
    for host in turn.now.hosts:
        host.passed = host.offers_draw = False


def reactivity(field: Field, seat: Place) -> int:
    """Cd of the Lord, and of every living Vassal beyond his Aura (SV-CMD-06); one off the table counts."""
    lord = field.lord(seat)
    total = lord.sheet.cd if lord.leader and not field.now.hosts[seat].lord_left else 0
    for unit in field.now.units.values():
        living = unit.leader in field.now.at or bool(unit.markers)
        if unit.seat == seat and unit is not lord and living:
            near = unit.leader in field.now.at and field.in_aura(seat, unit.leader)
            total += 0 if near else unit.sheet.cd
    return total


def update_morale(turn: Turn) -> None:
    """Fm of automated units, from the second turn on (SV-SOL-02)."""
    units = turn.now.units.values()
    wiped = {seat: sum(1 for unit in units if unit.seat == seat and is_wiped(unit)) for seat in PLACES}
    for unit in units:
        unit.wiped = unit.wiped or is_wiped(unit)
        if turn.now.turn > 1 and unit.fm and unit.leader in turn.now.at:
            unit.fm = max(1, min(CONSTANTS.morale_max, unit.fm + morale_change(turn, unit) + wiped[unit.seat]))
            turn.announce("SV-SOL-02", "morale", unit=unit.id, fm=unit.fm)


def is_wiped(unit: Unit) -> bool:
    """Whether the unit has newly lost its last unconfused figure."""
    return not unit.men and not unit.wiped


def morale_change(field: Field, unit: Unit) -> int:
    """What nearness of the Lord, losses and weakness add to a unit's morale factor."""
    near = unit.sheet.lord or field.in_aura(unit.seat, unit.leader)
    weak = 2 * len(unit.men) < unit.sheet.size
    return (-1 if near else 1) + bool(unit.lost_before) + weak


# Step 4: initiative (SV-CMD-07, SV-RED-01)


def may_cede(field: Field) -> list[Place]:
    """The seats that may give the initiative up, the last holder first (SV-GAP-48)."""
    order = (NORTH, SOUTH) if field.now.initiative == Holder.NORTH else PLACES
    return [seat for seat in order if is_presumptuous(field, seat)]


def is_presumptuous(field: Field, seat: Place) -> bool:
    """Whether the Lord has the power and his discard a die to take back."""
    lord = field.lord(seat)
    return bool(lord.leader) and "PRESOMPTUEUX" in lord.sheet.powers and field.now.hosts[seat].discard > 0


def initiative(turn: Turn) -> None:
    """The first who may give it up is asked."""
    able = may_cede(turn)
    if able:
        return turn.ask(able[0], "cede")
    return roll_initiative(turn)


def second_initiative(turn: Turn) -> None:
    """He has declined; the other who may is asked."""
    able = may_cede(turn)
    if len(able) > 1:
        return turn.ask(able[1], "cede")
    return roll_initiative(turn)


def roll_initiative(turn: Turn) -> None:
    """SdR[2d6/Re], seat A's dice first (SV-CMD-07)."""
    found = contest(turn, 2, turn.now.re[0], turn.now.re[1])
    give_initiative(turn, PLACES[found.winner])
    turn.announce("SV-CMD-07", "initiative", place=found.winner, re=list(turn.now.re), rolls=found.rolls, lot=found.lot)


def give_initiative(turn: Turn, seat: Place) -> None:
    """The holder activates first."""
    turn.now.initiative, turn.now.active = holder(seat), seat
    turn.now.phase = "orders"


def take_cede(turn: Turn, answer: Say) -> None:
    """SV-DP-03: a die comes back from the discard."""
    seats = may_cede(turn)
    seat = seats[0] if turn.now.phase == "initiative" else seats[1]
    if not answer.yes:
        if turn.now.phase == "initiative":
            turn.now.phase = "second_initiative"
            return None
        return roll_initiative(turn)
    host = turn.now.hosts[seat]
    host.discard -= 1
    host.reserve += 1
    give_initiative(turn, opposite(seat))
    return turn.announce("SV-RED-01", "initiative_ceded", place=seat)


CEDE = Question(
    (Say,),
    yes_or_no,
    lambda field: Say(False),
    lambda field, rng: Say(rng.random() < 0.5),
    take_cede,
    lambda field: (Say(False), Say(True)),
)
