"""`heraut odds rois`: strengths of units and chances of a battle, chances of an encounter plan, next year's gold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import real

if TYPE_CHECKING:
    from pathlib import Path

    from rich.text import Text

    from heraut.games.rois.battle.strength import Side, Unit
    from heraut.games.rois.encounter.fighters import Fighter

MOST = 60  # units of a side
BUDGET = {"gold": 1, "recruiting": -1, "gifts": -1, "taxes": 1, "stones": 1, "heroes": -1, "units": -1, "left": 1}
LEVEL = click.IntRange(0, 9)
SHARE = click.IntRange(0, 100)


@arguments.command
@click.option("--attack", required=True, metavar="units")
@click.option("--against", required=True, metavar="units")
@click.option("--terrain", default="plain")
@click.option("--tactics", type=LEVEL, default=0)
@click.option("--naval", type=LEVEL, default=0)
@click.option("--against-tactics", type=LEVEL, default=0, metavar="tactics")
@click.option("--against-naval", type=LEVEL, default=0, metavar="naval")
@click.option("--explored", type=SHARE, default=0)
@click.option("--against-explored", type=SHARE, default=0, metavar="explored")
@click.option("--meeting", is_flag=True)
@click.option("--runs", type=arguments.COUNT)
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def battle(
    screen: Screen,
    attack: str,
    against: str,
    terrain: str,
    tactics: int,
    naval: int,
    against_tactics: int,
    against_naval: int,
    explored: int,
    against_explored: int,
    meeting: bool,
    runs: int | None,
    seed: str,
    as_json: bool,
) -> None:
    """What each unit is worth, and how a battle may end."""
    from heraut.cli.simulations import seed_bytes
    from heraut.engine.rng import Rng
    from heraut.games.rois.battle.odds import RUNS, odds
    from heraut.games.rois.battle.strength import Side

    ground = known(screen, "TERRAINS", terrain)
    ours = Side(units(screen, attack, 1), tactics, naval, explored=explored)
    theirs = Side(
        units(screen, against, MOST + 1), against_tactics, against_naval, not meeting, explored=against_explored
    )
    found = odds(ours, theirs, ground, Rng(seed_bytes(seed)), runs=runs or RUNS)
    strengths = [
        strengths_of(ours, ground, enemy_explored=against_explored),
        strengths_of(theirs, ground, enemy_explored=explored),
    ]
    if as_json:
        import msgspec

        screen.json(msgspec.to_builtins(found) | {"margin": found.margin, "strengths": strengths})
        return
    made = screen.table("", ("side", "unit", "strength"), numbers=1)
    for side, rows in zip(("rois_attacker", "rois_defender"), strengths, strict=True):
        for type, strength in rows:
            made.add_row(screen.text(side), name_of(screen, "UNITS", type), real(strength, screen.lang, 2))
    screen.show(made)
    screen.say("rois_battle", "bold", victory=found.victory, margin=found.margin, runs=found.runs)
    screen.say("rois_losses", attacker=found.attacker_losses, defender=found.defender_losses)


def strengths_of(side: Side, terrain: str, *, enemy_explored: int) -> list[tuple[str, float]]:
    """S0 of every unit of a side, to two decimals."""
    from heraut.games.rois.battle.odds import strength

    return [(unit.type, round(float(strength(unit, side, terrain, enemy_explored).plain), 2)) for unit in side.units]


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

    from heraut.cli.simulations import seed_bytes
    from heraut.engine.rng import Rng
    from heraut.games.rois.encounter import fighters
    from heraut.games.rois.encounter.odds import RUNS, odds

    beast = known(screen, "MONSTERS", monster)
    own = hero(
        screen, plan, levels, items, known_temper(screen, temper), known(screen, "ALIGNMENT_TABLE", alignment), hp
    )
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
    if found.short:
        screen.say("rois_short", "bold red", short=found.short)


def hero(
    screen: Screen, plan: str, levels: str, items: str, temper: str, alignment: str, hp: int
) -> Any:  # Callable[[], Fighter]: made anew for every run
    """Who meets the monster: items are numbered 11, 12… in the order given."""
    from heraut.games.rois.encounter.fighters import character, gear_of
    from heraut.games.rois.encounter.plan import check_plan, read_plan
    from heraut.games.rois.errors import Unread
    from heraut.games.rois.state import ABILITIES
    from heraut.games.rois.tables import ITEMS

    abilities = dict(zip(ABILITIES, ABILITIES, strict=True))
    talents = {pick(screen, abilities, name): number for name, number in pairs(screen, levels)}
    codes = [known(screen, "ITEMS", part.strip()) for part in items.split(",") if part.strip()]
    numbers = dict(enumerate(codes, start=11))
    try:
        read = read_plan(plan)
        check_plan(read, numbers)
    except Unread as unread:
        raise refused(screen, unread) from None

    def own() -> Fighter:
        gear = [gear_of(number, code, ITEMS[code].charges) for number, code in numbers.items()]
        return character(talents, temper=temper, alignment=alignment, plan=read, gear=gear, hp=hp)

    return own


def refused(screen: Screen, unread: Any) -> Misuse:
    """A plan that the rules refuse, in their own words."""
    from heraut.engine.protocol import Refusal
    from heraut.games.rois.report import explain

    return Misuse("rois_plan", text=explain(Refusal(unread.rule, unread.code, unread.data), screen.lang))


def units(screen: Screen, text: str, first: int) -> list[Unit]:
    """ "LE 3 human, BO elf 4 5": a type, how many, and where told a race and a quality from 0 to 5. Raises Misuse."""
    from heraut.games.rois.battle.strength import Unit
    from heraut.games.rois.state import AVERAGE

    found: list[Unit] = []
    for part in text.split(","):
        words = part.split()
        if not words:
            raise Misuse("not_a_stock", text=part.strip())
        type, figures, race = known(screen, "UNITS", words[0]), [], "human"
        for word in words[1:]:
            if word.isascii() and word.isdigit() and len(word) < 3:
                figures.append(int(word))
            else:
                race = known(screen, "RACES", word)
        count, quality = [*figures, *(1, AVERAGE)[len(figures) :]][:2]
        if not 1 <= count <= MOST - len(found) or not 0 <= quality <= 5 or len(figures) > 2:
            raise Misuse("too_large_a_stock", text=part.strip(), most=MOST)
        found += [Unit(first + len(found) + n, type, race, quality) for n in range(count)]
    return found


def pairs(screen: Screen, text: str) -> list[tuple[str, int]]:
    """ "ME 2, EL 1". Raises Misuse."""
    found = []
    for part in text.split(",") if text.strip() else ():
        name, _, number = part.strip().rpartition(" ")
        if not (name and number.isascii() and number.isdigit() and len(number) == 1):
            raise Misuse("not_a_stock", text=part.strip())
        found.append((name, int(number)))
    return found


def known(screen: Screen, table: str, text: str) -> str:
    """The code of a row of a table, by its code or its name in either language. Raises Misuse."""
    from heraut.games.rois import tables

    rows: Mapping[str, Any] = getattr(tables, table)
    words = {word: code for code, row in rows.items() for word in (row.en, row.fr, code)}
    return pick(screen, words, text)


def known_temper(screen: Screen, text: str) -> str:
    """The code of a temper. Raises Misuse."""
    from heraut.engine.words import catalogue

    words: dict[str, str] = {}
    for lang in ("en", "fr"):
        words |= {word: str(code) for code, word in catalogue("heraut.games.rois", lang).names["temper"].items()}
    return pick(screen, words | {code: code for code in words.values()}, text)


def pick(screen: Screen, words: Mapping[str, str], text: str) -> str:
    """What a word stands for, accents and capitals aside. Raises Misuse."""
    from heraut.games.rois.naming import plain

    found = {plain(word): code for word, code in words.items()}.get(plain(text))
    if found is None:
        raise Misuse("rois_unknown", text=text, known=sorted(set(words.values())))
    return found


def name_of(screen: Screen, table: str, code: str) -> str:
    """A row's name in the language of the screen."""
    from heraut.games.rois import tables

    return str(getattr(getattr(tables, table)[code], screen.lang))
