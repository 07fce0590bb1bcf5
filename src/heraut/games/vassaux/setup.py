"""A new battle (SV-GEN-06, SV-SCN-01): hosts, ground, length and roles, up to the first question."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.engine.protocol import Json, Refusal, Seat, SetupError, Step
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import NO_UNIT, PLACES, Place, UnitId, figures_of, holder, rank_of, unit_number
from heraut.games.vassaux.options import OWN, RANDOM, Chosen, may_be_wider, read_options
from heraut.games.vassaux.phases.deployment import homeless
from heraut.games.vassaux.phases.objectives import draw_roles
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.roster import Roster, command_reserve, host_cost, sheets
from heraut.games.vassaux.state import Battle, Element, Host, Settings, Unit
from heraut.games.vassaux.table.wilderness import generate
from heraut.games.vassaux.tables import CONSTANTS, R, maps, scenarios
from heraut.games.vassaux.tables.codes import MapCode
from heraut.games.vassaux.turn import run

FACES = ((0, 1), (0, -1))  # seat A looks north, seat B south (SV-GEO-01)


def setup(seats: Sequence[Seat], options: Json, rng: Rng) -> Step[Battle]:
    """A new battle; see `options.Options`. Raises SetupError, also when its hosts cannot all stand on its table."""
    chosen = read_options(seats, options)
    turn = Turn(empty_table(chosen, rng), rng.at("setup"))
    turns = turn.die() + CONSTANTS.turns_base
    turn.now.settings = msgspec.structs.replace(turn.now.settings, turns=turns)
    turn.announce("SV-SCN-01", "battle", scenario=chosen.options.scenario, map=turn.now.settings.map, turns=turns)
    if chosen.options.scenario == 5:
        attacker = draw_roles(turn)
        turn.now.settings = msgspec.structs.replace(turn.now.settings, attacker=holder(attacker))
        turn.now.phase = "points"
    if chosen.options.scenario != 4:  # there the crusaders deploy first, all of them
        turn.now.active = PLACES[1 - turn.die() % 2]
        turn.announce("SV-DEP-01", "deployment_order", place=turn.now.active)
    if refusals := room_refusals(turn.now):
        raise SetupError(refusals)
    run(turn)
    return Step(turn.now, tuple(turn.events))


def room_refusals(battle: Battle) -> list[Refusal]:
    """Each unit that would have to stay out (SV-DEP-02)."""
    return [no_room(battle, unit) for unit in homeless(battle)]


def no_room(battle: Battle, unit: Unit) -> Refusal:
    """Why the hosts cannot all stand; `line` is that of the unit in the list of its host."""
    side = battle.settings.width // R
    data = {"unit": unit.id, "seat": battle.hosts[unit.seat].seat, "number": unit.sheet.size}
    data |= {"side": side, "wider": may_be_wider(battle.settings.scenario, side)}
    return Refusal("SV-DEP-02", "no_room_on_table", data, rank_of(unit.id) + 1)


def empty_table(chosen: Chosen, rng: Rng) -> Battle:
    """The ground and both hosts, nobody deployed."""
    options = chosen.options
    name = OWN if options.field else options.map or scenarios()[options.scenario].map
    side = options.table * R
    elements = terrain_of(name, chosen, rng)
    settings = Settings(options.scenario, name, side, side, elements, 0, options.magic, chosen.limit)
    automated = {
        place for place, seat in zip(PLACES, chosen.seats, strict=True) if seat in options.automated or not seat
    }
    hosts, units = list[Host](), dict[UnitId, Unit]()
    for place, seat, roster in zip(PLACES, chosen.seats, chosen.rosters, strict=True):
        hosts.append(new_host(seat, roster, options.names.get(seat, "")))
        for unit in new_units(place, roster):
            if place in automated or unit.id in options.automated_units:
                unit.fm = 1
            units[unit.id] = unit
    lit = [NO_UNIT] * len(maps()[name].markers) if options.scenario == 2 else []
    return Battle(settings, hosts, units, {}, lit=lit)


def terrain_of(name: MapCode, chosen: Chosen, rng: Rng) -> tuple[Element, ...]:
    """What lies on the table: placed by hand, drawn, or that of a map."""
    if name == OWN:
        return chosen.terrain
    return generate(rng.at("wilderness"), chosen.options.table * R) if name == RANDOM else elements_of(name)


def elements_of(name: MapCode) -> tuple[Element, ...]:
    """The terrain of a map."""
    return tuple(
        Element(one.code, round(one.x1 * R), round(one.x2 * R), round(one.y1 * R), round(one.y2 * R))
        for one in maps()[name].elements
    )


def new_host(seat: Seat, roster: Roster, name: str) -> Host:
    """A host at the start: its points, its command reserve, its invocation dice (SV-CMD-01, SV-BLK-02)."""
    all_sheets = sheets(roster)
    summons = "INVOCATEUR" in all_sheets[0].powers
    return Host(
        seat,
        roster.school,
        host_cost(all_sheets),
        command_reserve(all_sheets),
        invocation=CONSTANTS.invocation if summons else 0,
        name=name,
    )


def new_units(place: Place, roster: Roster) -> list[Unit]:
    """The units of a host with their ids and those of their figures (SV-GEN-08)."""
    units = []
    for index, sheet in enumerate(sheets(roster)):
        number = unit_number(place, index)
        men = figures_of(number, sheet.size)
        units.append(Unit(number, place, sheet, men[0], men, face=FACES[place]))
    return units
