"""`heraut odds fief battle`: the chances of a battle, from plain figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import integer, real

if TYPE_CHECKING:
    from heraut.games.fief.calculators.odds import Camp, Odds, Side

MOST = 120  # points of a camp: more than all the soldiers of two players, and both crowns' guards
LORDS = 24  # of several families that fight as one
DICE = click.IntRange(1, 3)


@arguments.command
@click.option("--attack", required=True, metavar="camp")
@click.option("--against", required=True, metavar="camp")
@click.option("--place", default="open")
@click.option("--attack-place", default="open", metavar="place")
@click.option("--darc", is_flag=True)
@click.option("--against-darc", is_flag=True)
@click.option("--aim", type=DICE)
@click.option("--against-aim", type=DICE, metavar="aim")
@arguments.as_json
@click.pass_obj
def battle(
    screen: Screen,
    attack: str,
    against: str,
    place: str,
    attack_place: str,
    darc: bool,
    against_darc: bool,
    aim: int | None,
    against_aim: int | None,
    as_json: bool,
) -> None:
    """How a battle may end, fought without mercy, and what either side may expect to keep."""
    import msgspec

    from heraut.games.fief.calculators.odds import Aim, odds

    mine = camp(screen, attack, attack_place, darc=darc)
    theirs = camp(screen, against, place, darc=against_darc)
    for dice, other, text, where in ((aim, theirs, against, place), (against_aim, mine, attack, attack_place)):
        check_aim(dice, other, text, where)
    mine = msgspec.structs.replace(mine, aim=aim and Aim(aim, last_lord(theirs)))
    theirs = msgspec.structs.replace(theirs, aim=against_aim and Aim(against_aim, last_lord(mine)))
    found = odds(mine, theirs)
    screen.json(msgspec.to_builtins(found)) if as_json else show_odds(screen, found, mine, theirs)


def camp(screen: Screen, text: str, place: str, *, darc: bool) -> Camp:
    """SOLDIERS or SOLDIERS+LORDS, being those who fight; d'Arc is the first of them to fall. Raises Misuse."""
    from heraut.games.fief.calculators.odds import Camp

    parts = [part.strip() for part in text.split("+")]
    if len(parts) > 2 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise Misuse("not_a_camp", text=text)
    soldiers, lords = int(parts[0]), int(parts[1]) if len(parts) > 1 else 0
    if soldiers + lords > MOST or lords > LORDS:
        raise Misuse("too_large_a_camp", text=text, most=MOST, lords=LORDS)
    if darc and not lords:
        raise Misuse("darc_is_a_lord", text=text)
    return Camp(soldiers, lords, known_place(screen, place), 0 if darc else None)


def check_aim(dice: int | None, target: Camp, text: str, place: str) -> None:
    """Dice are aimed at a lord who fights in open ground (FI-AIM-01, FI-AIM-03). Raises Misuse."""
    if dice and not target.lords:
        raise Misuse("no_lord_to_aim_at", text=text)
    if dice and target.row != "open":
        raise Misuse("no_aim_at_walls", place=place)


def last_lord(camp: Camp) -> int:
    """The place of the lord who falls last: the one of the highest rank."""
    return max(0, camp.lords - 1)


def known_place(screen: Screen, text: str) -> Any:
    """Where a camp stands, by its name in either language. Raises Misuse."""
    from heraut.engine.names import plain
    from heraut.engine.words import catalogue

    names = {lang: catalogue("heraut.cli.fief", lang).groups["fief_place"] for lang in ("fr", "en")}
    for words in names.values():
        for place, word in words.items():
            if text == place or plain(text) == plain(word):
                return place
    raise Misuse("no_such_place", text=text, known=list(names[screen.lang].values()))


def show_odds(screen: Screen, found: Odds, mine: Camp, theirs: Camp) -> None:
    """The chance of each end, then what is left of each side."""
    ends = screen.table(screen.text("battle_ends"), ("ending", "share"), numbers=1)
    for ending in ("win", "lose", "both_out"):
        ends.add_row(screen.text(f"ending_{ending}"), screen.text("percent", share=getattr(found, ending)))
    screen.show(ends)
    screen.say("battle_exact", "dim", rounds=found.rounds)
    sides = screen.table("", ("figure", "attack_camp", "attacked_camp"), numbers=2)
    left, right = side_rows(screen, mine, found.attacker), side_rows(screen, theirs, found.defender)
    for name, value in left.items():
        sides.add_row(screen.text(f"camp_{name}"), value, right[name])
    screen.show(sides)


def side_rows(screen: Screen, camp: Camp, side: Side) -> dict[str, str]:
    """What a side begins with, and what becomes of it."""
    lang = screen.lang
    mean = sum(points * chance for points, chance in enumerate(side.left))
    return {
        "points": integer(camp.points, lang),
        "left": real(mean, lang),
        "likely": " – ".join(integer(quantile(side.left, share), lang) for share in (0.05, 0.95)),
        "soldiers_lost": real(side.soldiers_lost, lang),
        "lords_lost": real(side.lords_lost, lang),
        "last_lord": screen.text("percent", share=side.deaths[-1]) if side.deaths else "—",
    }


def quantile(chances: tuple[float, ...], share: float) -> int:
    """The least number that so large a share of cases does not exceed."""
    total = 0.0
    for points, chance in enumerate(chances):
        total += chance
        if total >= share:
            return points
    return len(chances) - 1
