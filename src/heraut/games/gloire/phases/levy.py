"""Phase 5: knights called, armies raised (§5.6). The formulas serve the calculators too."""

from __future__ import annotations

from collections import Counter

from heraut.engine.names import plain
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.orders import CallKnights, Levy
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import down, round_half_up
from heraut.games.gloire.state import Knight, Land, Lord, add_men, take_knight_number
from heraut.games.gloire.tables import Constants, name_lists


def knights_and_armies(turn: Turn) -> None:
    """Phase 5: CHE and ARM of a lord run in the order of their entry (GP-ARM-08)."""
    tried: Counter[Seat] = Counter()
    for lord, line, order in turn.orders(CallKnights, Levy):
        if isinstance(order, Levy):
            levy(turn, lord, line, order)
        else:
            call_knights(turn, lord, line, order, tried)


def call_knights(turn: Turn, lord: Lord, line: int, order: CallKnights, tried: Counter[Seat]) -> None:
    """Tries so many knights; each comes if he can be paid (GP-CHE-02, GP-CHE-03)."""
    number = knights_to_try(turn, lord, line, order, tried)
    if number == 0:
        return
    lands = [land for land in turn.now.lands.values() if land.owner == lord.seat]
    draws = turn.rng.at("call", lord.seat, line)
    strongest = strongest_knight(turn.now.knights[lord.knight].renown)
    taken = {plain(knight.name) for knight in turn.now.knights.values() if knight.lord == lord.seat}
    for _ in range(number):
        renown = draws.randint(1, strongest)
        land = draws.choice(lands)
        name = draw_name(draws, taken)
        price = knight_price(renown, turn.snapshot.mean_knight_renown, turn.constants)
        if price > lord.treasury:
            figures = {"renown": renown, "price": price, "treasury": lord.treasury}
            turn.tell(lord.seat, "GP-CHE-03", "knight_too_dear", order=line, **figures)
        else:
            taken.add(plain(name))
            hire(turn, lord, line, name, renown, price, land)


def hire(turn: Turn, lord: Lord, line: int, name: str, renown: int, price: int, land: Land) -> None:
    """A knight comes, and is paid (GP-CHE-02)."""
    lord.treasury -= price
    number_in_house = take_knight_number(lord)
    knight = Knight(number_in_house, lord.seat, name, float(renown), renown, land.name, None, turn.number)
    turn.now.knights[knight.id] = knight
    turn.tell(
        lord.seat,
        "GP-CHE-02",
        "knight_hired",
        order=line,
        id=knight.id,
        knight=name,
        renown=renown,
        price=price,
        land=land.name,
        treasury=lord.treasury,
    )


def knights_to_try(turn: Turn, lord: Lord, line: int, order: CallKnights, tried: Counter[Seat]) -> int:
    """How many knights this order tries: at most five a turn over all calls, none without a land (GP-CHE-01)."""
    if all(land.owner != lord.seat for land in turn.now.lands.values()):
        turn.ignore(lord, line, "GP-CHE-01", "no_land")
        return 0
    number = min(order.number, turn.constants.knights_per_turn - tried[lord.seat])
    tried[lord.seat] += number
    if number <= 0:
        turn.ignore(lord, line, "GP-CHE-01", "knights_tried", most=turn.constants.knights_per_turn)
    return number


def strongest_knight(lord_knight_renown: float) -> int:
    """The best renown that a call can bring: the lord-knight's and one more (GP-CHE-02)."""
    return down(lord_knight_renown + 1)


def knight_price(renown: float, mean_knight_renown: float, constants: Constants) -> int:
    """The écus that a knight of this renown asks for (GP-CHE-02)."""
    return round_half_up(constants.knight_price * renown * renown / mean_knight_renown)


def draw_name(draws: Rng, taken: set[str]) -> str:
    """A name that no knight of this lord bears; numbered in the improbable case that all are taken."""
    lists = name_lists()
    for attempt in range(1, 1000):
        name = f"{draws.choice(lists['first'])} {draws.choice(lists['by_name'])}"
        if attempt > 100:
            name = f"{name} {attempt}"
        if plain(name) not in taken:
            return name
    raise AssertionError("more knights than names")  # a lord would need some 6,000 knights


def levy(turn: Turn, lord: Lord, line: int, order: Levy) -> None:
    """Raises an army in an own land, for as much of the amount as the treasury has (GP-ARM-01 to 07)."""
    land = turn.now.lands[order.land]
    if land.owner != lord.seat:
        turn.ignore(lord, line, "GP-ARM-01", "not_your_land", land=order.land)
        return
    if lord.treasury == 0:
        turn.ignore(lord, line, "GP-GEN-12", "empty_treasury")
        return
    amount = min(order.amount, lord.treasury)
    men = men_for(turn, lord, land, amount)
    if men == 0:
        turn.ignore(lord, line, "GP-ARM-02", "no_men", amount=amount)
        return
    lord.treasury -= amount
    raise_army(turn, lord, line, order, amount, men)


def raise_army(turn: Turn, lord: Lord, line: int, order: Levy, amount: int, men: int) -> None:
    """The men that `amount` écus have raised follow the knight if he is near, else they stay (GP-ARM-03 to 05)."""
    land = turn.now.lands[order.land]
    knight = None if order.knight is None else turn.knight(order.knight)
    if knight is not None and not turn.near(knight.land, land.name):
        knight = None
    if knight is not None:
        land.happiness = happiness_after_departure(land, men, turn.snapshot.mean_happiness)
    army = add_men(turn.now, lord.seat, men, land.name if knight is None else knight.land, knight)
    rule, kind = under_whom(order, knight)
    turn.tell(
        lord.seat,
        rule,
        kind,
        order=line,
        land=land.name,
        men=men,
        amount=amount,
        asked=order.amount,
        army=army.id,
        knight=knight.name if knight else "",
        happiness=land.happiness,
        treasury=lord.treasury,
    )


def men_for(turn: Turn, lord: Lord, land: Land, amount: int) -> int:
    """The men that so many écus raise in a land now."""
    now = turn.snapshot
    return levied_men(
        amount,
        now.global_renown[lord.seat],
        now.max_global_renown,
        land.population,
        now.mean_population,
        turn.constants,
    )


def under_whom(order: Levy, knight: Knight | None) -> tuple[str, str]:
    """The rule and the sentence of a levy: for a knight at hand, in garrison, or for one who is not there."""
    if knight is not None:
        rule, kind = "GP-ARM-03", "levied_for_knight"
    elif order.knight is None:
        rule, kind = "GP-ARM-05", "levied"
    else:
        rule, kind = "GP-ARM-03", "levied_without_knight"
    return rule, kind


def levied_men(
    amount: int,
    global_renown: float,
    max_global_renown: float,
    population: int,
    mean_population: float,
    constants: Constants,
) -> int:
    """The men that so many écus raise, by the lord's fame and the land's population (GP-ARM-02)."""
    ratio = (global_renown / max_global_renown) * (population / mean_population)
    return down(amount / constants.man_price * min(constants.levy_ratio_max, max(constants.levy_ratio_min, ratio)))


def happiness_after_departure(land: Land, men: int, mean_happiness: float) -> float:
    """The happiness of a land that so many men leave to follow a knight; never below 0 (GP-ARM-04, GP-AFF-03)."""
    return max(0.0, land.happiness - mean_happiness * men / land.population)
