"""`heraut odds gloire battle`: the chances of an attack, from plain figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import integer, real

if TYPE_CHECKING:
    from heraut.engine.spread import Distribution
    from heraut.games.gloire.calculators.odds import Defender, DefenderOdds, Odds
    from heraut.games.gloire.tables import Constants

SORTS = ("knight", "garrison", "peasants")


@arguments.command
@click.option("--men", type=arguments.COUNT, required=True)
@click.option("--renown", type=arguments.Real(min=1), default=100.0)
@click.option("--retreat")
@click.option("--against", multiple=True)
@click.option("--peasants", type=arguments.COUNT)
@click.option("--mean", type=arguments.Real(min=1), default=100.0)
@click.option("--fort")
@click.option("--runs", type=arguments.COUNT)
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def battle(
    screen: Screen,
    men: int,
    renown: float,
    retreat: str | None,
    against: Sequence[str],
    peasants: int | None,
    mean: float,
    fort: str | None,
    runs: int | None,
    seed: str,
    as_json: bool,
) -> None:
    """The chances of one attack on the defenders of a land, in the order in which they fight."""
    import msgspec

    from heraut.cli.choices import seed_bytes
    from heraut.engine.rng import Rng
    from heraut.games.gloire.calculators.odds import Attacker, Peasants, odds, simulate
    from heraut.games.gloire.phases.attack import nameless_renown
    from heraut.games.gloire.tables import constants

    figures = constants("SCANDINAVIE", {})
    attacker = Attacker(men, renown, threshold(retreat, men, figures.retreat_knight))
    defenders = [defender(text, figures) for text in against]
    if peasants is not None:
        defenders.append(Peasants(peasants, nameless_renown(mean), figures.retreat_peasants))
    if not defenders:
        raise Misuse("nobody_to_fight")
    chance, works = Rng(seed_bytes(seed)), work_level(fort)
    if runs is None:
        found = odds(attacker, defenders, works, chance, figures)
    else:
        found = simulate(attacker, defenders, works, runs, chance, figures)
    screen.json(msgspec.to_builtins(found)) if as_json else show_odds(screen, found, defenders)


def threshold(text: str | None, men: int, percent: int) -> float:
    """Men below which an army breaks off: a number, or a share of them with a sign %. Raises Misuse."""
    from heraut.games.gloire.phases.retreat import share_threshold

    if text is None:
        return share_threshold(percent, men)
    digits = text.removesuffix("%").strip()
    if not (digits.isascii() and digits.isdigit()):
        raise Misuse("not_a_threshold", text=text)
    return share_threshold(int(digits), men) if text.endswith("%") else int(digits)


def defender(text: str, figures: Constants) -> Defender:
    """MEN:RENOWN[:THRESHOLD][:knight|garrison|peasants]. Raises Misuse."""
    from heraut.games.gloire.calculators.odds import Force

    parts = text.split(":")
    sort: Any = parts.pop() if parts[-1] in SORTS else "knight"
    percents = {
        "knight": figures.retreat_knight,
        "garrison": figures.retreat_garrison,
        "peasants": figures.retreat_peasants,
    }
    try:
        men, renown, limit = int(parts[0]), float(parts[1]), parts[2] if len(parts) > 2 else None
    except (ValueError, IndexError):
        raise Misuse("not_a_defender", text=text) from None
    if len(parts) > 3 or men < 1 or not 1 <= renown < float("inf"):
        raise Misuse("not_a_defender", text=text)
    return Force(men, renown, threshold(limit, men, percents[sort]), sort)


def work_level(text: str | None) -> int:
    """The level of a fortification. Raises Misuse."""
    from heraut.games.gloire.sheet.reading import WORKS

    if text is None:
        return 0
    if text not in WORKS:
        raise Misuse("no_such_work", text=text, known=list(WORKS))
    return WORKS[text]


def show_odds(screen: Screen, found: Odds, defenders: list[Defender]) -> None:
    """The chances, then what each side may expect to keep."""
    screen.say("odds_success", "bold", chance=found.success, death=found.death)
    if found.method == "simulated":
        low, high = found.success_interval
        screen.say("odds_interval", "dim", runs=found.effort, low=low, high=high)
    else:
        screen.say("odds_exact", "dim", passes=found.passes)
    made = screen.table("", ("side", "fought", "fallen", "men_left", "men_likely", "renown_left"), numbers=5)
    made.add_row(screen.text("attacker"), "", percent(screen, found.death), *expected(screen, found.men, found.renown))
    for place, (force, side) in enumerate(zip(defenders, found.defenders, strict=True), start=1):
        made.add_row(f"{place}. {screen.text('sort_' + getattr(force, 'sort', 'peasants'))}", *defence(screen, side))
    screen.show(made)


def percent(screen: Screen, share: float) -> str:
    """A share as a percentage with one decimal."""
    return screen.text("percent", share=share)


def expected(screen: Screen, men: Distribution, renown: Distribution | None) -> tuple[str, str, str]:
    """Mean men, the range of nine cases in ten, mean renown."""
    lang = screen.lang
    likely = f"{integer(men.quantiles[0], lang)} – {integer(men.quantiles[-1], lang)}"
    return integer(men.mean, lang), likely, real(renown.mean, lang) if renown is not None else "—"


def defence(screen: Screen, side: DefenderOdds) -> tuple[str, ...]:
    """One defender's row."""
    chances = percent(screen, side.fought), percent(screen, side.destroyed)
    return (*chances, *expected(screen, side.men, side.renown))
