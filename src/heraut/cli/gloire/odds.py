"""`heraut odds gloire finance | levy | knights | retreat`: the calculators, for a seat of a match or plain figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.gloire.tables import land_label
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import integer, real

if TYPE_CHECKING:
    from heraut.games.gloire.calculators.finance import Estate, Forecast, LandPlan
    from heraut.games.gloire.calculators.levy import LevyQuote


@arguments.command
@arguments.optional_file
@arguments.seat
@click.option("--happiness", type=arguments.Real(0, 100), default=20.0)
@click.option("--population", type=arguments.COUNT, default=16_500)
@click.option("--coefficient", type=arguments.Real(0, 1), default=0.4)
@click.option("--mean", type=arguments.Real(0.01, 100), default=20.0)
@arguments.as_json
@click.pass_obj
def finance(
    screen: Screen,
    file: Path | None,
    seat: str | None,
    happiness: float,
    population: int,
    coefficient: float,
    mean: float,
    as_json: bool,
) -> None:
    """The Grand Argentier: a seat's lands and treasury, or one imagined land."""
    import msgspec

    if file is None:
        plan = imagined_land(happiness, population, coefficient, mean)
        screen.json(msgspec.to_builtins(plan)) if as_json else screen.show(levels_table(screen, plan))
        return
    from heraut.cli.files import seat_decision
    from heraut.games.gloire.calculators.finance import estate, forecast

    decision, sheet = seat_decision(file, seat, "gloire")
    plans, ahead = estate(decision.view), forecast(decision.view, sheet)
    if as_json:
        screen.json({"estate": msgspec.to_builtins(plans), "forecast": msgspec.to_builtins(ahead)})
    else:
        show_finance(screen, decision.view, plans, ahead)


def imagined_land(happiness: float, population: int, coefficient: float, mean: float) -> LandPlan:
    """One land that no match has, at every level of tax."""
    from heraut.games.gloire.calculators.finance import land_plan
    from heraut.games.gloire.state import Land, LandName
    from heraut.games.gloire.tables import constants

    return land_plan(Land(LandName(""), None, happiness, population, coefficient), mean, constants("SCANDINAVIE", {}))


def levels_table(screen: Screen, plan: LandPlan) -> Any:
    """A land at each level: what it brings, what full redistribution costs, what becomes of it."""
    lang = screen.lang
    columns = ("level", "tax", "happiness", "coefficient", "full_cost", "net", "happiness_full", "coefficient_full")
    made = screen.table(screen.text("levels"), columns, numbers=8)
    for level, both in enumerate(plan.levels):
        alone, full = both.alone, both.full
        shown = [integer(alone.tax, lang), real(alone.happiness, lang, 2), real(alone.coefficient, lang, 3)]
        if full is not None:
            shown += [integer(full.amount, lang), integer(full.net, lang)]
            shown += [real(full.happiness, lang, 2), real(full.coefficient, lang, 3)]
        made.add_row(str(level), *shown, style="bold green" if level == plan.steady else "")
    return made


def show_finance(screen: Screen, view: Any, plans: Estate, ahead: Forecast) -> None:
    """Each land at its steady level, the sums by level, the treasury through the turn with the draft."""
    lang = screen.lang
    columns = ("land", "happiness", "coefficient", "steady", "tax", "full_cost", "net")
    lands = screen.table(screen.text("estate"), columns, numbers=6)
    for plan in plans.lands:
        steady = plan.levels[plan.steady].full if plan.steady is not None else None
        figures = () if steady is None else (steady.level, steady.tax, steady.amount, steady.net)
        shown = [integer(figure, lang) for figure in figures]
        lands.add_row(
            land_label(view, plan.land, lang), real(plan.happiness, lang), real(plan.coefficient, lang, 2), *shown
        )
    sums = screen.table(screen.text("sums"), ("level", "tax", "full_cost", "net"), numbers=4)
    for level, row in enumerate(zip(plans.tax, plans.full_amount, plans.full_net, strict=True)):
        sums.add_row(str(level), *[integer(figure, lang) for figure in row])
    ledger = screen.table(screen.text("ledger"), ("phase", "what", "land", "amount", "treasury"), numbers=2)
    for line in ahead.lines:
        land = land_label(view, line.land, lang) if line.land else ""
        what = screen.text(f"ledger_{line.what}")
        ledger.add_row(str(line.phase), what, land, integer(line.amount, lang), integer(line.treasury, lang))
    screen.show(lands, sums, ledger)
    screen.say("treasury_ahead", "bold", start=ahead.start, end=ahead.end, lowest=ahead.lowest)
    for caution in ahead.cautions:
        screen.line(caution_text(screen, caution), "yellow")


def caution_text(screen: Screen, caution: Any) -> str:
    """A caution in words; an order that would be ignored is named by its line."""
    known = screen.words.has("say", f"caution_{caution.code}")
    text = screen.text(f"caution_{caution.code}" if known else "caution_ignored")
    return f"{screen.text('caution_line', line=caution.order)} {text}" if caution.order else text


@arguments.command
@arguments.file
@click.option("--seat", required=True)
@click.option("--land", required=True)
@click.option("--amount", type=arguments.COUNT)
@click.option("--men", type=arguments.COUNT)
@arguments.as_json
@click.pass_obj
def levy(screen: Screen, file: Path, seat: str, land: str, amount: int | None, men: int | None, as_json: bool) -> None:
    """Men for money, or money for men, in a land, after the draft's taxes."""
    import msgspec

    from heraut.cli.files import seat_decision
    from heraut.games.gloire.calculators.levy import Levies

    if (amount is None) == (men is None):
        raise Misuse("amount_or_men")
    decision, sheet = seat_decision(file, seat, "gloire")
    place = land_named(decision.view["map"], land)
    levies = Levies(decision.view, sheet)
    quote = levies.for_amount(place, amount) if amount is not None else levies.of_men(place, men or 0)
    if quote is None:
        raise Misuse("no_such_levy", men=men)
    screen.json(msgspec.to_builtins(quote)) if as_json else show_levy(screen, decision.view, quote)


def show_levy(screen: Screen, view: Any, quote: LevyQuote) -> None:
    """A levy in words."""
    label = land_label(view, quote.land, screen.lang)
    screen.say("levy", "bold", land=label, men=quote.men, amount=quote.amount, upkeep=quote.upkeep)
    screen.say("levy_happiness", happiness=quote.happiness, led=quote.happiness_led)
    if quote.amount > quote.treasury:
        screen.say("levy_short", "yellow", treasury=quote.treasury)


def land_named(map_name: str, text: str) -> Any:
    """A land of the map, by its name, its label or a beginning. Raises Misuse."""
    from heraut.engine.names import plain
    from heraut.games.gloire.sheet.book import land_names

    lands, wanted = land_names(map_name), plain(text)
    fits = {lands[wanted]} if wanted in lands else {land for name, land in lands.items() if name.startswith(wanted)}
    if len(fits) != 1 or not wanted:
        raise Misuse("no_such_land", land=text, known=sorted(fits) or sorted(set(lands.values())))
    return fits.pop()


@arguments.command
@arguments.optional_file
@arguments.seat
@click.option("--renown", type=arguments.Real(min=1), default=100.0)
@click.option("--mean", type=arguments.Real(min=0.01), default=100.0)
@click.option("--treasury", type=click.IntRange(min=0))
@arguments.as_json
@click.pass_obj
def knights(
    screen: Screen,
    file: Path | None,
    seat: str | None,
    renown: float,
    mean: float,
    treasury: int | None,
    as_json: bool,
) -> None:
    """The price and the renown of knights called, for a seat or for plain figures."""
    import msgspec

    from heraut.cli.files import seat_decision
    from heraut.games.gloire.calculators.knights import call_odds, call_odds_of
    from heraut.games.gloire.tables import constants

    if file is not None:
        odds = call_odds(seat_decision(file, seat, "gloire")[0].view, treasury)
    else:
        odds = call_odds_of(renown, mean, 5000 if treasury is None else treasury, constants("SCANDINAVIE", {}))
    if as_json:
        screen.json(msgspec.to_builtins(odds))
        return
    screen.say("call", "bold", strongest=odds.strongest, highest=odds.highest_price, treasury=odds.treasury)
    screen.say("call_mean", renown=odds.mean_renown, price=round(odds.mean_price))
    made = screen.table("", ("called", "best", "all_paid"), numbers=3)
    for number, (best, paid) in enumerate(zip(odds.best, odds.all_paid, strict=True), start=1):
        made.add_row(str(number), real(best, screen.lang), screen.text("percent", share=paid))
    screen.show(made)


@arguments.command
@click.argument("map_name")
@click.argument("origin")
@click.argument("own", nargs=-1)
@click.option("--men", type=arguments.COUNT, default=1000)
@click.option("--garrison", is_flag=True)
@arguments.as_json
@click.pass_obj
def retreat(
    screen: Screen, map_name: str, origin: str, own: Sequence[str], men: int, garrison: bool, as_json: bool
) -> None:
    """Where men driven from a land would go, and how many would be lost on the way."""
    import msgspec

    from heraut.games.gloire.calculators.retreat import way_home

    view = imagined_lord(map_name, own)
    way = way_home(view, land_named(view["map"], origin), men, garrison=garrison)
    if as_json:
        screen.json(msgspec.to_builtins(way))
        return
    homes = [land_label(view, name, screen.lang) for name in way.refuges]
    if way.distance is None:
        screen.say("no_way_home_garrison" if way.demobilised else "no_way_home", "bold", men=men)
    else:
        screen.say("way_home", "bold", refuges=homes, distance=way.distance, lost=way.lost, left=way.left)
    made = screen.table("", ("distance", "lost", "left"), numbers=3)
    for leg in way.table:
        made.add_row(*[integer(figure, screen.lang) for figure in (leg.distance, leg.lost, leg.left)])
    screen.show(made)


def imagined_lord(map_name: str, own: Sequence[str]) -> Any:
    """The view of a lord who owns these lands of a map, all others being neutral. Raises Misuse."""
    from heraut.engine.protocol import Seat
    from heraut.engine.rng import Rng
    from heraut.games import gloire
    from heraut.games.gloire.atlas import MAPS, atlas

    try:
        map_name = atlas(map_name).map
    except ValueError:
        raise Misuse("no_such_map", name=map_name, known=list(MAPS)) from None
    seats = [Seat("j1"), Seat("j2")]
    state = gloire.setup(seats, {"map": map_name, "lords": 2}, Rng(b"")).state
    for land in state.lands.values():
        land.owner = None
    for name in own:
        state.lands[land_named(map_name, name)].owner = seats[0]
    return gloire.view(state, seats[0])
