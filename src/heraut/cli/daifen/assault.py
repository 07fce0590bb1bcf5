"""`heraut odds daifen assault`: the chances of an assault, from plain armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import integer, real

if TYPE_CHECKING:
    from heraut.games.daifen.battle.assault import Defence, Force
    from heraut.games.daifen.calculators.tally import Odds
    from heraut.games.daifen.races import Profile, Unit

LARGEST_STOCK = 10_000  # of one type; the assault draws its units one by one
ENDINGS = ("pillage", "stand_off", "repelled")


@arguments.command
@click.option("--attack", multiple=True, required=True, metavar="force")
@click.option("--against", default="", metavar="force")
@click.option("--support", multiple=True, metavar="force")
@click.option("--buildings", default="")
@click.option("--nelrk", multiple=True, metavar="profile")
@click.option("--gold", type=click.IntRange(min=0), default=0)
@click.option("--race")
@click.option("--against-race", metavar="race")
@click.option("--runs", type=arguments.COUNT)
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def assault(
    screen: Screen,
    attack: Sequence[str],
    against: str,
    support: Sequence[str],
    buildings: str,
    nelrk: Sequence[str],
    gold: int,
    race: str | None,
    against_race: str | None,
    runs: int | None,
    seed: str,
    as_json: bool,
) -> None:
    """How an assault may end, and what either side may expect to keep."""
    import msgspec

    from heraut.cli.choices import seed_bytes
    from heraut.engine.protocol import Seat
    from heraut.engine.rng import Rng
    from heraut.games.daifen.battle.assault import Defence, Force
    from heraut.games.daifen.calculators.odds import RUNS, odds

    ours, theirs = known_race(race), known_race(against_race)
    offensive = unit_words(lambda unit: unit.offensive and of_race(unit, ours))
    defensive = unit_words(lambda unit: unit.defensive)
    at_home = unit_words(lambda unit: of_race(unit, theirs))
    attackers = [
        Force(Seat(f"a{n}"), n, stock(screen, text, "unit", offensive)) for n, text in enumerate(attack, start=1)
    ]
    home = Force(Seat("d"), len(attackers) + 1, stock(screen, against, "unit", at_home))
    supports = tuple(
        Force(Seat(f"s{n}"), home.number + n, stock(screen, text, "unit", defensive))
        for n, text in enumerate(support, start=1)
    )
    defence = Defence(home, supports, stock(screen, buildings, "building", building_words(theirs)), gold)
    supposed = supposed_profiles(nelrk, [*attackers, home, *supports])
    found = odds(attackers, defence, Rng(seed_bytes(seed)), supposed, runs=runs or RUNS)
    screen.json(msgspec.to_builtins(found)) if as_json else show_odds(screen, found, attackers, defence)


def known_race(text: str | None) -> str | None:
    """The code of a race, by its name in either language. Raises Misuse."""
    from heraut.games.daifen.naming import plain_type
    from heraut.games.daifen.races import RACES
    from heraut.games.daifen.sheet.reading import by_words

    if text is None:
        return None
    code = by_words(RACES).get(plain_type(text))
    if code is None:
        raise Misuse("no_such_race", text=text, known=list(RACES))
    return code


def of_race(unit: Unit, race: str | None) -> bool:
    """Whether this race trains the unit; without a race every unit will do, since units can be given away.

    What nobody trains, veterans and Nelrks, anybody may have.
    """
    return race is None or race in unit.races or not unit.races


def unit_words(fits: Callable[[Unit], bool]) -> dict[str, str]:
    """The words for the units that fit here, with their codes."""
    from heraut.games.daifen.races import UNITS
    from heraut.games.daifen.sheet.reading import by_words

    return by_words({code: unit for code, unit in UNITS.items() if fits(unit)})


def supposed_profiles(texts: Sequence[str], forces: Sequence[Force]) -> Mapping[str, Profile]:
    """How the units fight, Nelrks as they are supposed to ("automate force"). Raises Misuse where it is not said."""
    from heraut.games.daifen.naming import plain_type
    from heraut.games.daifen.races import NELRK_PROFILES, NELRKS, UNITS, profiles
    from heraut.games.daifen.sheet.reading import by_words

    kinds, ways = by_words({code: UNITS[code] for code in NELRKS}), by_words(NELRK_PROFILES)
    ways |= {code: code for code in NELRK_PROFILES}
    nelrks = {}
    for text in texts:
        name, _, way = text.strip().rpartition(" ")
        if plain_type(name) not in kinds or plain_type(way) not in ways:
            raise Misuse("no_nelrk_profile", text=text.strip(), types=list(NELRKS), profiles=list(NELRK_PROFILES))
        nelrks[kinds[plain_type(name)]] = ways[plain_type(way)]
    wanting = [code for code in NELRKS if code not in nelrks and any(code in force.units for force in forces)]
    if wanting:
        raise Misuse("nelrk_unknown", text=wanting[0], profiles=list(NELRK_PROFILES))
    return profiles(nelrks)


def building_words(race: str | None) -> dict[str, str]:
    """The words for the buildings of this race, or of all, with their codes."""
    from heraut.games.daifen.races import BUILDINGS
    from heraut.games.daifen.sheet.reading import by_words

    return by_words({code: building for code, building in BUILDINGS.items() if race in (None, *building.races)})


def stock(screen: Screen, text: str, sort: str, words: Mapping[str, str]) -> dict[str, int]:
    """So many of each type, as orders write them ("guerrier 20, archer 5"), added up. Raises Misuse."""
    from heraut.games.daifen.naming import plain_type

    counts: Counter[str] = Counter()
    for part in text.split(",") if text.strip() else ():
        name, _, number = part.strip().rpartition(" ")
        if not (name and number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
            raise Misuse("not_a_stock", text=part.strip())
        if plain_type(name) not in words:
            known = [type_name(screen, code) for code in dict.fromkeys(words.values())]
            raise Misuse(f"no_such_{sort}", text=name, known=known)
        code = words[plain_type(name)]
        counts[code] += int(number)
        if counts[code] > LARGEST_STOCK:
            raise Misuse("too_large_a_stock", text=part.strip(), most=LARGEST_STOCK)
    return dict(counts)


def type_name(screen: Screen, code: str) -> str:
    """A unit or a building in the language of the screen."""
    from heraut.games.daifen.races import BUILDINGS, UNITS

    name: str = getattr(UNITS.get(code) or BUILDINGS[code], screen.lang)
    return name


def show_odds(screen: Screen, found: Odds, attackers: Sequence[Force], defence: Defence) -> None:
    """The chance of each end, what is left of every force, the loot, the buildings."""
    lang = screen.lang
    ends = screen.table(screen.text("assault_ends"), ("ending", "share", "interval"), numbers=2)
    for ending in ENDINGS:
        chance = getattr(found, ending)
        interval = screen.text("interval", low=chance.low, high=chance.high)
        ends.add_row(screen.text(f"ending_{ending}"), screen.text("percent", share=chance.share), interval)
    screen.show(ends)
    screen.say("assault_runs", "dim", runs=found.runs, rounds=found.rounds)
    screen.show(forces_table(screen, found, attackers, defence))
    totals = screen.table("", ("figure", "mean", "likely"), numbers=2)
    for name in ("attackers", "defenders", "loot"):
        spread = getattr(found, name)
        likely = f"{integer(spread.quantiles[0], lang)} – {integer(spread.quantiles[-1], lang)}"
        totals.add_row(screen.text(f"figure_{name}"), real(spread.mean, lang), likely)
    screen.show(totals)
    if defence.buildings:
        stones = screen.table("", ("building", "number", "destroyed"), numbers=2)
        for code, number in defence.buildings.items():
            stones.add_row(type_name(screen, code), integer(number, lang), real(found.buildings[code], lang))
        screen.show(stones)


def forces_table(screen: Screen, found: Odds, attackers: Sequence[Force], defence: Defence) -> Any:
    """Every type of every force: how many come, and how many are left on average; who does not fight is left out."""
    made = screen.table("", ("side", "unit", "number", "left"), numbers=2)
    sides = [
        (attackers, "assault_attacker"),
        ((defence.home,), "assault_defender"),
        (defence.supports, "assault_support"),
    ]
    for forces, side in sides:
        for place, force in enumerate(forces, start=1):
            label = screen.text(side, place=place, several=len(forces) > 1)
            for code, left in found.survivors[force.seat].items():
                figures = integer(force.units[code], screen.lang), real(left, screen.lang)
                made.add_row(label, type_name(screen, code), *figures)
                label = ""
    return made
