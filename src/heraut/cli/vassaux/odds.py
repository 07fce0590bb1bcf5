"""`heraut odds vassaux attack | melee | shot | test | spell`: exact chances, from plain dice or ready-made fighters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen

if TYPE_CHECKING:
    from heraut.games.vassaux.calculators.attack import AttackOdds, Chances
    from heraut.games.vassaux.state import Sheet

DICE = click.IntRange(0, 60)
DEFENCE = click.IntRange(1, 48)
MOST_MEN = 40
FEW = click.IntRange(1, MOST_MEN)
SHORT_FRACTION = 12  # characters; a longer one says nothing that its percentage does not


@arguments.command
@click.option("--dice", type=DICE, required=True)
@click.option("--defence", type=DEFENCE, required=True)
@click.option("--health", type=FEW, default=1)
@click.option("--most", type=FEW)
@click.option("--bonus", is_flag=True)
@click.option("--fierce", is_flag=True)
@click.option("--barred", is_flag=True)
@click.option("--worst", is_flag=True)
@arguments.as_json
@click.pass_obj
def attack(
    screen: Screen,
    dice: int,
    defence: int,
    health: int,
    most: int | None,
    bonus: bool,
    fierce: bool,
    barred: bool,
    worst: bool,
    as_json: bool,
) -> None:
    """So many attack dice against a Df, doublings included."""
    from heraut.games.vassaux.calculators.attack import Attack, attack_odds

    found = attack_odds(Attack(dice, defence, health, most, bonus, fierce, barred, worst))
    screen.json(plain(found)) if as_json else show_attack(screen, found)


@arguments.command
@click.argument("attackers")
@click.argument("defenders")
@click.option("--charge", is_flag=True)
@click.option("--bonus", is_flag=True)
@click.option("--fortified", is_flag=True)
@arguments.as_json
@click.pass_obj
def melee(
    screen: Screen, attackers: str, defenders: str, charge: bool, bonus: bool, fortified: bool, as_json: bool
) -> None:
    """Men in contact with men, and the blow that is returned."""
    import msgspec

    from heraut.games.vassaux.calculators.attack import melee_odds
    from heraut.games.vassaux.calculators.fighters import Stance, melee_dice, strike

    (ours, men), (theirs, foes) = force(screen, attackers), force(screen, defenders)
    blow = strike(men, ours, theirs, Stance(fortified=fortified, charged=charge), bonus=bonus)
    back = msgspec.structs.replace(strike(foes, theirs, ours, Stance()), most=men)
    found = melee_odds(blow, foes, melee_dice(theirs, ours), back)
    if as_json:
        screen.json({"attack": plain(found.attack), "returned": chances(found.returned)})
        return
    screen.say("melee_dice", "dim", dice=blow.dice, bonus=bonus, defence=blow.defence)
    show_attack(screen, found.attack)
    screen.show(chances_table(screen, screen.text("blow_returned"), "men", found.returned))
    screen.say("melee_means", "bold", fallen=float(found.attack.mean_casualties), lost=float(found.mean_returned))


@arguments.command
@click.argument("attackers")
@click.argument("defenders")
@click.option("--bonus", is_flag=True)
@click.option("--cover", is_flag=True)
@click.option("--fortified", is_flag=True)
@click.option("--above", is_flag=True)
@arguments.as_json
@click.pass_obj
def shot(
    screen: Screen,
    attackers: str,
    defenders: str,
    bonus: bool,
    cover: bool,
    fortified: bool,
    above: bool,
    as_json: bool,
) -> None:
    """One shot of men who see their target."""
    import msgspec

    from heraut.games.vassaux.calculators.attack import attack_odds
    from heraut.games.vassaux.calculators.fighters import Stance, shot
    from heraut.games.vassaux.tables import WEAPONS

    (ours, men), (theirs, foes) = force(screen, attackers), force(screen, defenders)
    if not WEAPONS[ours.weapon].range:
        raise Misuse("no_bows", text=attackers)
    loosed = shot(men, ours, theirs, Stance(fortified=fortified, sheltered=cover), bonus=bonus, above=above)
    found = attack_odds(msgspec.structs.replace(loosed, most=foes))
    if as_json:
        screen.json(plain(found))
        return
    screen.say("melee_dice", "dim", dice=loosed.dice, bonus=bonus, defence=loosed.defence)
    show_attack(screen, found)


@arguments.command
@click.option("--dice", type=click.IntRange(1, 6), default=2)
@click.option("--own", type=click.IntRange(0, 60), required=True)
@click.option("--other", type=click.IntRange(0, 60), required=True)
@arguments.as_json
@click.pass_obj
def test(screen: Screen, dice: int, own: int, other: int, as_json: bool) -> None:
    """An opposed test."""
    from heraut.games.vassaux.calculators.opposed import first_wins

    share = first_wins(dice, own, other)
    screen.json({"first": fraction(share)}) if as_json else screen.say("test_won", "bold", chance=shown(screen, share))


@arguments.command
@click.option("--dice", type=click.IntRange(1, 9), required=True)
@click.option("--power", type=click.IntRange(1, 60), required=True)
@arguments.as_json
@click.pass_obj
def spell(screen: Screen, dice: int, power: int, as_json: bool) -> None:
    """A spell's dice against its power."""
    from heraut.games.vassaux.calculators.spells import spell_succeeds

    share = spell_succeeds(dice, power)
    screen.json({"success": fraction(share)}) if as_json else screen.say(
        "spell_cast", "bold", chance=shown(screen, share)
    )


def force(screen: Screen, text: str) -> tuple[Sheet, int]:
    """So many ready-made fighters ("6 bretteur"), and their sheet. Raises Misuse."""
    from heraut.games.vassaux.calculators.fighters import ready_made
    from heraut.games.vassaux.notation import capitals
    from heraut.games.vassaux.tables import FIGHTERS

    number, _, name = text.strip().partition(" ")
    words = {capitals(word): code for code, row in FIGHTERS.items() for word in (code, row.fr, row.en)}
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= MOST_MEN):
        raise Misuse("not_a_force", text=text, most=MOST_MEN)
    wanted = capitals(name.strip())
    singular = f"{wanted[:-3]}MAN" if wanted.endswith("MEN") else wanted.removesuffix("S")
    code = words.get(wanted) or words.get(singular)
    if code is None:
        raise Misuse("no_such_fighter", text=name, known=[getattr(row, screen.lang) for row in FIGHTERS.values()])
    return ready_made(code), int(number)


def show_attack(screen: Screen, found: AttackOdds) -> None:
    """Threshold, hits and casualties."""
    screen.show(
        chances_table(screen, screen.text("attack_threshold"), "die", found.thresholds),
        chances_table(screen, screen.text("attack_hits"), "hits", found.hits),
    )
    if found.casualties != found.hits:
        screen.show(chances_table(screen, screen.text("attack_casualties"), "men", found.casualties))
    means = {"hits": float(found.mean_hits), "fallen": float(found.mean_casualties)}
    screen.say("attack_means", "bold", block=float(found.block), **means)


def chances_table(screen: Screen, title: str, column: str, found: Chances) -> Any:
    """Each value that can come: its chance, and the chance of so much or more."""
    made = screen.table(title, (column, "chance", "at_least"), numbers=2)
    for number in sorted(found):
        rest = sum((share for other, share in found.items() if other >= number), Fraction(0))
        if found[number]:
            made.add_row(str(number), shown(screen, found[number]), screen.text("percent", share=float(rest)))
    return made


def shown(screen: Screen, share: Fraction) -> str:
    """A chance as a percentage, its fraction behind it while it is short."""
    percent, exact = screen.text("percent", share=float(share)), str(share)
    return f"{percent} ({exact})" if len(exact) <= SHORT_FRACTION and "/" in exact else percent


def plain(found: AttackOdds) -> dict[str, Any]:
    """The odds for another program."""
    return {
        "block": fraction(found.block),
        "thresholds": chances(found.thresholds),
        "hits": chances(found.hits),
        "casualties": chances(found.casualties),
        "mean_hits": fraction(found.mean_hits),
        "mean_casualties": fraction(found.mean_casualties),
    }


def chances(found: Mapping[int, Fraction]) -> dict[str, Any]:
    """A distribution for another program."""
    return {str(number): fraction(found[number]) for number in sorted(found)}


def fraction(share: Fraction) -> dict[str, Any]:
    """A fraction exactly, and as a number."""
    return {"exact": str(share), "value": float(share)}
