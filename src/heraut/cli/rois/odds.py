"""`heraut odds rois`: the chances of an encounter under a plan, and next year's gold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.rois.words import known, talents
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import real

if TYPE_CHECKING:
    from pathlib import Path

    from rich.text import Text

    from heraut.games.rois.encounter.fighters import Fighter

BUDGET = {
    "gold": 1, "recruiting": -1, "hiring": -1, "gifts": -1, "taxes": 1, "stones": 1, "heroes": -1, "units": -1,
    "left": 1,
}  # fmt: skip


@arguments.command
@click.option("--monster", required=True)
@click.option("--plan", default="")
@click.option("--levels", default="")
@click.option("--items", default="")
@click.option("--temper", default="brave")
@click.option("--alignment", default="neutral")
@click.option("--hp", type=click.IntRange(1, 11), default=10)
@click.option("--runs", type=arguments.COUNT)
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def encounter(
    screen: Screen,
    monster: str,
    plan: str,
    levels: str,
    items: str,
    temper: str,
    alignment: str,
    hp: int,
    runs: int | None,
    seed: str,
    as_json: bool,
) -> None:
    """How an encounter with a monster may end under a plan."""
    import msgspec

    from heraut.cli.choices import seed_bytes
    from heraut.engine.rng import Rng
    from heraut.games.rois.encounter import fighters
    from heraut.games.rois.encounter.odds import RUNS, odds

    beast = known(screen, "monster", monster)
    own = hero(screen, plan, levels, items, known(screen, "temper", temper), known(screen, "alignment", alignment), hp)
    found = odds(own, lambda: fighters.monster(beast), Rng(seed_bytes(seed)), runs=runs or RUNS)
    if as_json:
        screen.json(msgspec.to_builtins(found) | {"victory": found.victory})
        return
    screen.show(*explained(screen, own()))
    made = screen.table("", ("ending", "share", "rois_margin"), numbers=2)
    for ending, share in found.endings.items():
        shares = (screen.text("percent", share=each) for each in (share, found.margin(ending)))
        made.add_row(screen.text(f"rois_{ending}"), *shares)
    screen.show(made)
    screen.say("rois_encounter", "dim", hp=found.hp, rounds=found.rounds, runs=found.runs)


def explained(screen: Screen, own: Fighter) -> list[Text]:
    """The plan in plain words, a line an entry (RO-TOOL-03)."""
    from rich.text import Text

    from heraut.games.rois.encounter.explain import explain_plan

    known = {number: gear.code for number, gear in own.gear.items()}
    return [Text(f"· {line}") for line in explain_plan(own.plan, known, screen.lang)]


@arguments.command
@arguments.file
@arguments.seat
@arguments.as_json
@click.pass_obj
def budget(screen: Screen, file: Path, seat: str | None, as_json: bool) -> None:
    """A King's gold at the end of the year, under the orders of his draft."""
    import msgspec

    from heraut.cli.files import seat_decision
    from heraut.games.rois.calculators.budget import budget as foreseen

    decision, orders = seat_decision(file, seat, "rois")
    found = foreseen(decision.view, orders)
    if as_json:
        screen.json(msgspec.to_builtins(found))
        return
    made = screen.table("", ("rois_budget", "gold"), numbers=1)
    for line, sign in BUDGET.items():
        made.add_row(screen.text(f"rois_{line}"), real(sign * getattr(found, line), screen.lang, 0))
    screen.show(made)
    screen.say("rois_assumed", "dim")
    if found.short:
        screen.say("rois_short", "bold red", short=found.short)


def hero(
    screen: Screen, plan: str, levels: str, items: str, temper: str, alignment: str, hp: int
) -> Any:  # Callable[[], Fighter]: made anew for every run
    """Who meets the monster: items are numbered 11, 12… in the order given."""
    from heraut.games.rois.encounter.fighters import character, gear_of
    from heraut.games.rois.encounter.plan import check_plan, read_plan
    from heraut.games.rois.sheet.errors import Unread
    from heraut.games.rois.tables import ITEMS

    natural = talents(screen, levels)
    codes = [known(screen, "item_kind", part.strip()) for part in items.split(",") if part.strip()]
    numbers = dict(enumerate(codes, start=11))
    try:
        read = read_plan(plan)
        check_plan(read, numbers)
    except Unread as unread:
        raise refused(screen, unread) from None

    def own() -> Fighter:
        gear = [gear_of(number, code, ITEMS[code].charges) for number, code in numbers.items()]
        return character(natural, temper=temper, alignment=alignment, plan=read, gear=gear, hp=hp)

    return own


def refused(screen: Screen, unread: Any) -> Misuse:
    """A plan that the rules refuse, in their own words."""
    from heraut.engine.protocol import Refusal
    from heraut.games.rois.report import explain

    return Misuse("rois_plan", text=explain(Refusal(unread.rule, unread.code, unread.data), screen.lang))
