"""An attack that a touch proposes: who would march, and the chance that the place falls, by what a spy has seen."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Json
from heraut.games.daifen.orders import Attack
from heraut.games.daifen.races import NELRK_PROFILES, NELRKS, UNITS
from heraut.games.daifen.tables import CONSTANTS
from heraut.site.games.daifen.assault import fighting, fought
from heraut.site.games.daifen.entry import Values
from heraut.site.games.daifen.realm import known_living

RUNS, WORK = 300, 60_000  # of an assault beside a field: it is reckoned again at every key


def attack_fields(view: Json, values: Values, kingdom: str) -> dict[str, str]:
    """The form with an attack on this kingdom: all who may attack and are not sent elsewhere, one defender stays.

    Nothing changes where that kingdom is attacked already, or cannot be.
    """
    places = [f"a{number}" for number in range(1, CONSTANTS.attacks_max + 1)]
    targets = {place: values.get(f"{place}-k", "") for place in places}
    free = [place for place in places if not targets[place]]
    if kingdom not in known_living(view) or kingdom in targets.values() or not free:
        return dict(values)
    home = at_home(view, values)
    army = {code: count for code, count in home.items() if UNITS[code].offensive}
    guards = [code for code, count in army.items() if count and UNITS[code].defensive]  # no unit only defends
    if guards and sum(army.values()) > 1:
        army[min(guards, key=lambda code: UNITS[code].cost)] -= 1
    sent = {f"{free[0]}-{code}": str(count) for code, count in army.items() if count}
    return {**values, f"{free[0]}-k": kingdom, **sent}


def at_home(view: Json, values: Values) -> dict[str, int]:
    """The units that these fields leave at home."""
    units = dict(view["own"]["units"])
    for name, typed in values.items():
        place, _, code = name.partition("-")
        if place[:1] in ("a", "s") and code in units and typed.isascii() and typed.isdigit() and len(typed) < 10:
            units[code] = max(0, units[code] - int(typed))
    return units


def chance(view: Json, order: Attack) -> float | None:
    """The chance that the place is taken, were it as the last spy report has it; None without one."""
    report = view["own"]["known"].get(order.kingdom, {}).get("report")
    if report is None:
        return None
    nothing: Mapping[str, int] = {}
    sides = {
        "a": dict(order.units),
        "l": nothing,
        "d": fighting(report["units"]),
        "s": fighting(report["supports"]),
    }
    nelrks = dict.fromkeys(NELRKS, next(iter(NELRK_PROFILES)))
    return fought(sides, report["buildings"], report["gold"], nelrks, most=RUNS, work=WORK).pillage.share
