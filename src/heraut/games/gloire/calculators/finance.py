"""The Grand Argentier (GP-SITE-23 to 25): each land at each level of tax, and the treasury through the turn."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.games.gloire.calculators.known import known_phases, known_realm, known_turn
from heraut.games.gloire.orders import Attack, Sheet
from heraut.games.gloire.phases.economy import (
    helped_coefficient,
    helped_happiness,
    redistribution_base,
    redistribution_ratio,
    tax,
    taxed_coefficient,
    taxed_happiness,
)
from heraut.games.gloire.renown import mean_happiness
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import up
from heraut.games.gloire.state import ArmyId, KnightId, Land, LandName
from heraut.games.gloire.tables import Constants

MOST_LEVEL = 10
SAME = 1e-9  # two happinesses or coefficients closer than this, relatively, count as one

# One land


class Outcome(msgspec.Struct, frozen=True):
    """What a level of tax and a redistribution do to one land, and bring its lord: `net` is `tax` less `amount`."""

    level: int
    tax: int
    amount: int
    ratio: float  # tenths that the redistribution adds, at most ten
    net: int
    happiness: float
    coefficient: float
    revolts: bool  # the happiness left is null


class LevelPlan(msgspec.Struct, frozen=True):
    """One level of tax: alone, then with full redistribution (None: the tax leaves nothing to redistribute to)."""

    alone: Outcome
    full: Outcome | None


class LandPlan(msgspec.Struct, frozen=True):
    """One land at the levels 0 to 10. `steady` is the highest that full redistribution makes good (None: no level)."""

    land: LandName
    happiness: float
    coefficient: float
    population: int
    levels: tuple[LevelPlan, ...]
    steady: int | None


class Estate(msgspec.Struct, frozen=True):
    """All lands of a lord under the present averages, which may move; and the sums over them, by level.

    `full_net` leaves the lands without possible redistribution at their tax alone.
    """

    mean_happiness: float
    lands: tuple[LandPlan, ...]
    tax: tuple[int, ...]
    full_amount: tuple[int, ...]
    full_net: tuple[int, ...]


def estate(view: Json) -> Estate:
    """Every own land at every level of tax, from a living lord's view."""
    realm = known_realm(view)
    mean = mean_happiness(realm)
    plans = tuple(
        land_plan(land, mean, realm.settings.constants)
        for land in realm.lands.values()
        if land.owner == view["own"]["seat"]
    )
    by_level = [[plan.levels[level] for plan in plans] for level in range(MOST_LEVEL + 1)]
    best = [[plan.full or plan.alone for plan in row] for row in by_level]
    return Estate(
        mean_happiness=mean,
        lands=plans,
        tax=tuple(sum(plan.alone.tax for plan in row) for row in by_level),
        full_amount=tuple(sum(outcome.amount for outcome in row) for row in best),
        full_net=tuple(sum(outcome.net for outcome in row) for row in best),
    )


def land_plan(land: Land, mean: float, constants: Constants) -> LandPlan:
    """One land at every level, under this mean happiness."""
    levels = tuple(level_plan(land, level, mean, constants) for level in range(MOST_LEVEL + 1))
    return LandPlan(land.name, land.happiness, land.tax_coefficient, land.population, levels, steady_level(levels))


def level_plan(land: Land, level: int, mean: float, constants: Constants) -> LevelPlan:
    """One land at one level, alone and with full redistribution."""
    amount = full_redistribution(taxed(land, level, constants), mean, constants)
    return LevelPlan(
        outcome(land, level, 0, mean, constants),
        None if amount is None else outcome(land, level, amount, mean, constants),
    )


def outcome(land: Land, level: int, amount: int, mean: float, constants: Constants) -> Outcome:
    """What IMP of this level, then RED of this amount (0: none), do to a land."""
    after = taxed(land, level, constants)
    income = tax(level, land, mean, constants)
    ratio = 0.0
    if after.happiness < constants.null_happiness:
        amount = 0  # nothing is spent on a hopeless land (GP-RED-04)
    elif amount:
        ratio = redistribution_ratio(amount, after, mean, constants)
        after.happiness = helped_happiness(after.happiness, ratio, constants)
        after.tax_coefficient = helped_coefficient(after.tax_coefficient, ratio, constants)
    revolts = after.happiness < constants.null_happiness
    return Outcome(level, income, amount, ratio, income - amount, after.happiness, after.tax_coefficient, revolts)


def taxed(land: Land, level: int, constants: Constants) -> Land:
    """The land as a tax of this level leaves it."""
    after = land.__copy__()
    after.happiness = taxed_happiness(land.happiness, level)
    after.tax_coefficient = taxed_coefficient(land.tax_coefficient, level, constants)
    return after


def full_redistribution(land: Land, mean: float, constants: Constants) -> int | None:
    """The least amount that gives a land, as it stands after the taxes, all that a turn can give (GP-SITE-25).

    None if its happiness is null.
    """
    if land.happiness < constants.null_happiness:
        return None
    return up(constants.redistribution_ratio_max * redistribution_base(land, mean, constants))


def steady_level(levels: tuple[LevelPlan, ...]) -> int | None:
    """The highest level whose full redistribution leaves the land no worse than it was."""
    before = levels[0].alone  # level 0 without redistribution changes nothing
    for plan in reversed(levels):
        after = plan.full
        if after is not None and (
            after.happiness >= before.happiness * (1 - SAME) and after.coefficient >= before.coefficient * (1 - SAME)
        ):
            return plan.alone.level
    return None


# The treasury through the turn


class Line(msgspec.Struct, frozen=True):
    """One movement of the treasury: `amount` is negative when money leaves; `order` is the line of the sheet."""

    phase: int
    what: str  # rent, tax, redistribution, knights, levy, joust, sale, purchase, spying, pay, upkeep, fortification
    amount: int
    treasury: int  # after it
    order: int | None = None
    land: LandName | None = None


class Caution(msgspec.Struct, frozen=True):
    """Something that the lord should know before he locks his sheet.

    `code` is the reason for which the adjudicator would ignore an order (as in `order_ignored`), or one of: `reduced`
    (the treasury is short of the amount asked), `knights_uncertain` (it may not pay all knights called),
    `counts_on_partner`, `no_bargain_counted`, `only_if_conquered`, `gift_not_counted`, `army_unpaid`,
    `knight_unpaid`, `knight_scorned`, `revolt`, `abdicated`.
    """

    phase: int
    code: str
    order: int | None
    data: dict[str, Any]


class LandAfter(msgspec.Struct, frozen=True):
    """An own land after phase 16."""

    happiness: float
    coefficient: float
    population: int
    fortification: int


class ArmyAfter(msgspec.Struct, frozen=True):
    """An own army after phase 16. An army raised this turn has a number that the real one may not have."""

    id: ArmyId
    men: int
    land: LandName
    knight: KnightId | None


class Forecast(msgspec.Struct, frozen=True):
    """The treasury from the present (`start`) to phase 16 (`end`), under prudent suppositions (see `forecast`)."""

    start: int
    lines: tuple[Line, ...]
    end: int
    lowest: int
    cautions: tuple[Caution, ...]
    lands: dict[LandName, LandAfter]
    armies: tuple[ArmyAfter, ...]
    attackers: dict[KnightId, int]  # the men of each own knight as phase 7 opens: what is unpaid leaves only later


def forecast(view: Json, sheet: Sheet, *, bargains: bool = True) -> Forecast:
    """Plays a sheet on the realm as its author knows it, with the adjudicator's own phases 1 to 16.

    Prudent: each knight called costs the highest price, attacks cost no man that would then need no upkeep, prizes of
    jousts neither come nor come back, men given to other lords are still kept, and the other lords do nothing but
    answer sales (`bargains`; False: no sale is concluded). Averages start from the public ones, and may move.
    """
    turn = known_turn(view, sheet, partners=bargains)
    seat = Seat(view["own"]["seat"])
    aims = {order.land for order in sheet if isinstance(order, Attack)}
    start = treasury = turn.now.lords[seat].treasury
    lines: list[Line] = []
    cautions: list[Caution] = []
    attackers: dict[KnightId, int] = {}
    for phase in known_phases(turn, LAST_PAYMENT):
        if phase < Attack.phase:
            attackers = men_of_knights(turn, seat)
        for event in seen_by(turn.events, seat):
            lines += lines_of(phase, event, treasury)
            treasury = lines[-1].treasury if lines else start
            cautions += cautions_of(phase, event, seat, aims, bargains=bargains)
        turn.events.clear()
    return Forecast(
        start=start,
        lines=tuple(lines),
        end=turn.now.lords[seat].treasury,
        lowest=min([start, *(line.treasury for line in lines)]),
        cautions=tuple(cautions),
        lands=lands_after(turn, seat),
        armies=armies_after(turn, seat),
        attackers=attackers,
    )


LAST_PAYMENT = 16
WHAT = {
    "rent": "rent",
    "taxed": "tax",
    "redistributed": "redistribution",
    "knights_at_most": "knights",
    "levied": "levy",
    "levied_for_knight": "levy",
    "levied_without_knight": "levy",
    "joust_organised": "joust",
    "sold": "sale",
    "bought": "purchase",
    "spied": "spying",
    "nothing_learnt": "spying",
    "fortified": "fortification",
}
LOSSES = ("army_unpaid", "knight_unpaid", "knight_scorned", "gift_not_counted", "revolt", "abdicated")


def lines_of(phase: int, event: Event, treasury: int) -> list[Line]:
    """How this event moved the treasury, which stood at so much before."""
    data = event.data
    if event.kind == "wages":
        after_pay = treasury - data["knights"]
        pay = Line(phase, "pay", -data["knights"], after_pay)
        upkeep = Line(phase, "upkeep", -data["armies"], data["treasury"])
        return [line for line in (pay, upkeep) if line.amount]
    if event.kind not in WHAT:
        return []
    after = data["treasury"]
    return [Line(phase, WHAT[event.kind], after - treasury, after, data.get("order"), data.get("land"))]


def cautions_of(phase: int, event: Event, seat: Seat, aims: set[LandName], *, bargains: bool) -> list[Caution]:
    """What this event gives reason to warn of; `aims` are the lands that the sheet attacks."""
    kind, data = event.kind, event.data
    code = ""
    if kind == "order_ignored":
        code = data["reason"]
        if code in ("no_buyer", "no_seller") and not bargains:
            code = "no_bargain_counted"
        elif code == "not_your_land" and phase == LAST_PAYMENT and data["land"] in aims:
            code = "only_if_conquered"
    elif kind in ("sold", "bought"):
        code = "counts_on_partner"
    elif data.get("asked", 0) > data.get("amount", 0) and kind in WHAT:
        code = "knights_uncertain" if kind == "knights_at_most" else "reduced"
    elif kind in LOSSES and data.get("lord", seat) == seat:
        code = kind
    if not code:
        return []
    return [Caution(phase, code, data.get("order"), {key: data[key] for key in data if key not in ("order", "reason")})]


def lands_after(turn: Turn, seat: Seat) -> dict[LandName, LandAfter]:
    """The lord's lands as they stand now."""
    return {
        land.name: LandAfter(land.happiness, land.tax_coefficient, land.population, land.fortification)
        for land in turn.now.lands.values()
        if land.owner == seat
    }


def armies_after(turn: Turn, seat: Seat) -> tuple[ArmyAfter, ...]:
    """The lord's armies as they stand now."""
    return tuple(
        ArmyAfter(army.id, army.men, army.land, army.knight) for army in turn.now.armies.values() if army.lord == seat
    )


def men_of_knights(turn: Turn, seat: Seat) -> dict[KnightId, int]:
    """The men whom each of the lord's knights commands now."""
    return {army.knight: army.men for army in turn.now.armies.values() if army.lord == seat and army.knight is not None}
