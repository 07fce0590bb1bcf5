"""What may be chosen before a match: scenario, table, hosts, magic, who is automated; all checked (SV-DP-01)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from heraut.engine.choices import unreadable_choices
from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Refusal, Seat, SetupError
from heraut.games.vassaux.identities import PLACES, UnitId, unit_number
from heraut.games.vassaux.roster import Roster, read_roster, ready_made, roster_refusals
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.tables import CONSTANTS, BothSeats, R, maps, scenarios
from heraut.games.vassaux.tables.codes import MapCode
from heraut.games.vassaux.terrain import read_terrain, terrain_refusals

RANDOM = MapCode("HASARD")  # the map that the battlefield generator draws
OWN = MapCode("CHAMP")  # what the map of a battle is called that is fought on terrain placed by hand
NAME_LENGTH = 40
MOST = CONSTANTS.tables[-1] // R  # the side of the largest table
OWN_MAP = (1, 2)  # the scenarios that are played on their own maps alone
AMBUSH = 4  # the scenario that needs room around the crusaders
NOBODY = Seat("")  # who plays a host that no seat has: the reaction table


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before the start.

    `map` "" is the scenario's own, "HASARD" a drawn one; `field` is terrain placed by hand instead, as text (see
    `terrain`); `table` is the side in R, where there is no map. `hosts` gives a seat the code of a ready-made host, or
    a list, as text (see `roster.lines`), JSON text or data. `limit` 0: the scenario's points; a table has a highest
    one. `names` are what seats are called. `automated` are seats played by the reaction table, `automated_units` ids
    of units of a player's host. One seat alone plays seat A against an automated host.
    """

    scenario: int = 0
    map: MapCode = MapCode("")
    field: str = ""
    table: int = 15
    hosts: dict[Seat, Any] = {}
    limit: int = 0
    magic: bool = False
    names: dict[Seat, str] = {}
    automated: tuple[Seat, ...] = ()
    automated_units: tuple[UnitId, ...] = ()


class Chosen(msgspec.Struct, frozen=True):
    """The options, read: both rosters and both seats in order."""

    options: Options
    seats: tuple[Seat, Seat]
    rosters: tuple[Roster, Roster]
    limit: BothSeats
    terrain: tuple[Element, ...] = ()


def read_options(seats: Sequence[Seat], options: Json) -> Chosen:
    """The options, checked. Raises SetupError with every reason why these cannot be played."""
    if refusals := unreadable_choices(options, kinds(), "SV-GEN-01"):
        raise SetupError(refusals)
    chosen = convert(dict(options), Options)
    if refusals := [*seat_refusals(seats, chosen), *place_refusals(chosen)]:
        raise SetupError(refusals)
    scenario = scenarios()[chosen.scenario]
    limit = BothSeats(chosen.limit, chosen.limit) if chosen.limit else scenario.limit
    both = (seats[0], seats[1] if len(seats) > 1 else NOBODY)
    rosters, found = rosters_of(chosen, both, limit)
    found += automaton_refusals(chosen, rosters)
    terrain = own_terrain(chosen)
    if isinstance(terrain, list):
        found += terrain
        terrain = ()
    if found:
        raise SetupError(found)
    return Chosen(chosen, both, rosters, limit, terrain)


def rosters_of(
    chosen: Options, both: tuple[Seat, Seat], limit: BothSeats
) -> tuple[tuple[Roster, Roster], list[Refusal]]:
    """The rosters of both seats, and why they cannot be played; one that cannot be read is the scenario's own."""
    hosts = scenarios()[chosen.scenario].hosts
    rosters, found = [], []
    for place, seat in zip(PLACES, both, strict=True):
        roster = read_roster(chosen.hosts.get(seat, hosts[place]), seat)
        if isinstance(roster, list):
            found += roster
            roster = ready_made(hosts[place])
        else:
            found += roster_refusals(
                roster, seat, limit[place], magic=chosen.magic, scenario=chosen.scenario, place=place
            )
        rosters.append(roster)
    return (rosters[0], rosters[1]), found


def own_terrain(chosen: Options) -> tuple[Element, ...] | list[Refusal]:
    """The terrain placed by hand, or every reason why it cannot be played upon; none where there is a map."""
    terrain = read_terrain(chosen.field)
    if isinstance(terrain, list):
        return terrain
    return terrain_refusals(terrain, chosen.table * R) or terrain


@cache
def kinds() -> dict[str, Any]:
    """The type of everything that may be chosen, by name."""
    return get_type_hints(Options)


def seat_refusals(seats: Sequence[Seat], chosen: Options) -> list[Refusal]:
    """One or two seats (SV-GEN-01); hosts, names and automata belong to seats of the match."""
    if not 1 <= len(seats) <= 2:
        return [Refusal("SV-GEN-01", "seats_out_of_range", {"number": len(seats)})]
    named = {*chosen.hosts, *chosen.names, *chosen.automated} - {*seats, NOBODY}
    refusals = [Refusal("SV-GEN-01", "unknown_seat", {"seat": seat}) for seat in sorted(named)]
    names = list(chosen.names.values())
    for name in names:
        if not (name.isprintable() and 0 < len(name.strip()) == len(name) <= NAME_LENGTH) or names.count(name) > 1:
            refusals.append(Refusal("SV-GEN-01", "bad_name", {"name": name, "most": NAME_LENGTH}))
    return refusals


def automaton_refusals(chosen: Options, rosters: tuple[Roster, Roster]) -> list[Refusal]:
    """Units that play by themselves are units of one of the hosts (SV-SOL-01)."""
    known = [unit_number(place, rank) for place in PLACES for rank in range(1 + len(rosters[place].units))]
    foreign = sorted({*chosen.automated_units} - {*known})
    return [Refusal("SV-SOL-01", "unknown_unit", {"unit": unit, "units": known}) for unit in foreign]


def place_refusals(chosen: Options) -> list[Refusal]:
    """A scenario, a map and a table that exist."""
    refusals = []
    if chosen.scenario not in scenarios():
        refusals.append(Refusal("SV-SCN-00", "unknown_scenario", {"number": chosen.scenario}))
    elif chosen.map not in ("", RANDOM, *maps()):
        refusals.append(Refusal("SV-TER-01", "unknown_map", {"text": chosen.map, "maps": [RANDOM, *maps()]}))
    elif chosen.scenario in OWN_MAP and (chosen.field or chosen.map not in ("", scenarios()[chosen.scenario].map)):
        refusals.append(Refusal("SV-SCN-11", "own_map", {"map": scenarios()[chosen.scenario].map}))
    elif chosen.field and chosen.map:
        refusals.append(Refusal("SV-TER-01", "map_and_field", {}))
    sides = [side // R for side in CONSTANTS.tables if chosen.scenario != AMBUSH or side >= CONSTANTS.table]
    if chosen.table not in sides or (chosen.table * R != CONSTANTS.table and not sized(chosen)):
        refusals.append(Refusal("SV-GEO-02", "bad_table", {"sizes": sides}))
    elif chosen.limit > (most := highest_limit(chosen.table)):
        wider = may_be_wider(chosen.scenario, chosen.table)
        data = {"number": chosen.limit, "side": chosen.table, "most": most, "wider": wider}
        refusals.append(Refusal("SV-DEP-02", "limit_too_high", data))
    if chosen.limit < 0:
        refusals.append(Refusal("SV-OST-03", "bad_limit", {"number": chosen.limit}))
    return refusals


def sized(chosen: Options) -> bool:
    """Whether the table may have another size than that of the maps."""
    return chosen.map == RANDOM or bool(chosen.field)


def may_be_wider(scenario: int, side: int) -> int:
    """The side of the largest table, in R, that this battle might be fought on instead; 0: none."""
    return MOST if scenario not in OWN_MAP and side < MOST else 0


def highest_limit(side: int) -> int:
    """The most points that may be agreed upon for a table with this side in R: so many for each square (SV-DEP-02)."""
    return CONSTANTS.points_per_square * side * side
