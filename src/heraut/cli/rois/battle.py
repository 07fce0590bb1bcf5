"""`heraut odds rois battle`: what units are worth and how a battle may end, by hand or from what a King knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.rois.words import code_of, known, listed, name_of, talent, troops
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import real

if TYPE_CHECKING:
    from heraut.games.rois.battle.odds import Odds, Strength
    from heraut.games.rois.calculators.battle import BattleForecast, Favours, Host, Leader
    from heraut.games.rois.calculators.known_battle import Supposition

LEVEL = click.IntRange(0, 9)
SHARE = click.IntRange(0, 100)
PROVINCE = click.IntRange(1, 162)
BY_HAND = ("attack", "terrain", "tactics", "naval", "explored", "leader")  # what a King's own knowledge gives otherwise
PLAN = re.compile(r"\{(.*?)\}", re.DOTALL)
Rows = list[tuple[str, "Strength"]]


@arguments.command
@arguments.optional_file
@arguments.seat
@click.option("--province", type=PROVINCE)
@click.option("--lead", metavar="characters")
@click.option("--enemy")
@click.option("--attack", metavar="units")
@click.option("--against", metavar="units")
@click.option("--terrain")
@click.option("--tactics", type=LEVEL)
@click.option("--naval", type=LEVEL)
@click.option("--leader")
@click.option("--with", "favours")
@click.option("--explored", type=SHARE)
@click.option("--against-tactics", type=LEVEL, metavar="tactics")
@click.option("--against-naval", type=LEVEL, metavar="naval")
@click.option("--against-leader", metavar="leader")
@click.option("--against-with", "against_favours", metavar="favours")
@click.option("--against-explored", type=SHARE, metavar="explored")
@click.option("--meeting", is_flag=True)
@click.option("--runs", type=arguments.COUNT)
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def battle(
    screen: Screen, /, file: Path | None, seat: str | None, runs: int | None, seed: str, as_json: bool, **asked: Any
) -> None:
    """What each unit is worth, and how a battle may end."""
    from heraut.cli.choices import seed_bytes
    from heraut.engine.rng import Rng
    from heraut.games.rois.battle.odds import RUNS
    from heraut.games.rois.calculators.battle import Unanswerable

    try:
        forecast, supposed = described(screen, asked) if file is None else foreseen(screen, file, seat, asked)
    except Unanswerable as fault:
        raise Misuse(fault.code, **fault.data) from None
    found, strengths = forecast.odds(Rng(seed_bytes(seed)), runs or RUNS), forecast.strengths()
    if as_json:
        import msgspec

        shown = [[row_of(*row) for row in rows] for rows in strengths]
        notes = [{"code": each.code, **each.data} for each in supposed]
        screen.json(
            msgspec.to_builtins(found) | {"margin": found.margin, "strengths": shown, "supposed": notes},
        )
        return
    show(screen, found, strengths, supposed)


def row_of(type: str, strength: Strength) -> dict[str, Any]:
    """S0 of a unit as it is and as a fanatic, to two decimals, and its chance in a hundred to become one."""
    plain, fanatic = (round(float(parts), 2) for parts in (strength.plain, strength.fanatic))
    return {"type": type, "strength": plain, "fanatic": fanatic, "zeal": strength.zeal}


def show(screen: Screen, found: Odds, strengths: Sequence[Rows], supposed: Sequence[Supposition]) -> None:
    """The strengths, a line for units alike; the chances; what they suppose."""
    made = screen.table("", ("side", "unit", "rois_units", "strength", "rois_fanatic"), numbers=3)
    for side, rows in zip(("rois_attacker", "rois_defender"), strengths, strict=True):
        for (type, strength), count in alike(rows).items():
            fanatic = ""
            if strength.zeal:
                share = screen.text("percent", share=strength.zeal / 100)
                fanatic = screen.text("rois_zeal", strength=real(float(strength.fanatic), screen.lang, 2), share=share)
            plain = real(float(strength.plain), screen.lang, 2)
            made.add_row(screen.text(side), name_of(screen, "type", type), str(count), plain, fanatic)
    screen.show(made)
    if found.duels:
        won, lost, refused, broken = (found.duels.get(each, 0.0) for each in ("won", "lost", "refused", "broken_off"))
        screen.say("rois_duel", won=won, lost=lost, refused=refused, broken=broken)
    screen.say("rois_battle", "bold", victory=found.victory, margin=found.margin, runs=found.runs)
    screen.say("rois_losses", attacker=found.attacker_losses, defender=found.defender_losses)
    for each in supposed:
        data = {**each.data}
        for field, table in (("type", "type"), ("race", "race_pl"), ("size", "force")):
            if field in data:
                data[field] = name_of(screen, table, data[field])
        screen.say(f"rois_supposed_{each.code}", "dim", **data)


def alike(rows: Rows) -> dict[tuple[str, Strength], int]:
    """How many units there are of each type and strength, in the order in which they stand."""
    found: dict[tuple[str, Strength], int] = {}
    for row in rows:
        found[row] = found.get(row, 0) + 1
    return found


# By hand


def described(screen: Screen, asked: dict[str, Any]) -> tuple[BattleForecast, list[Supposition]]:
    """The battle that the words describe: nothing is supposed. Raises Misuse."""
    from heraut.games.rois.calculators.battle import Host, between

    for name in ("province", "lead", "enemy"):
        if asked[name] is not None:
            raise Misuse("rois_needs_file", option=f"--{name}")
    if not asked["attack"] or not asked["against"]:
        raise Misuse("rois_two_sides")
    attacker = Host(
        troops(screen, asked["attack"]),
        leader_of(screen, asked["leader"], asked["tactics"], asked["naval"]),
        own_favours(screen, asked["favours"]),
        asked["explored"] or 0,
    )
    ground = known(screen, "terrain", asked["terrain"] or "plain")
    return between(attacker, opponent(screen, asked), ground, meeting=asked["meeting"]), []


def opponent(screen: Screen, asked: dict[str, Any]) -> Host:
    """The other side, as far as it is described."""
    from heraut.games.rois.calculators.battle import Host

    favours, natives = favours_of(screen, asked["against_favours"])
    return Host(
        troops(screen, asked["against"]) if asked["against"] is not None else (),
        leader_of(screen, asked["against_leader"], asked["against_tactics"], asked["against_naval"]),
        favours,
        asked["against_explored"] or 0,
        natives,
    )


def leader_of(screen: Screen, text: str | None, tactics: int | None, naval: int | None) -> Leader:
    """ "king, brave, TA 2, ME 3, Excalibur, 8 hp, {FI, ME}": a commander who fights duels. Raises Misuse."""
    from heraut.games.rois.calculators.battle import Leader

    levels, items, told = {}, [], {}  # type: dict[str, int], list[str], dict[str, Any]
    plan = PLAN.search(text or "")
    for part in PLAN.sub("", text or "").split(","):
        word = part.strip()
        if not word:
            continue
        role, temper, item = code_of("rois_role", word), code_of("temper", word), code_of("item_kind", word)
        wounds = re.fullmatch(r"([0-9]{1,2}) *(?:pdv|hp|pv)", word, re.IGNORECASE)
        if role is not None:
            told["king"] = role != "hero"
        elif temper is not None:
            told["temper"] = temper
        elif item is not None:
            items.append(item)
        elif wounds and 1 <= int(wounds[1]) <= 11:
            told["hp"] = int(wounds[1])
        else:
            ability, level = talent(screen, word)
            levels[ability] = level
    levels |= {code: level for code, level in (("TA", tactics), ("NA", naval)) if level}
    if plan is not None:
        told["plan"] = duel_plan(screen, plan[1], items)
    return Leader(levels, tuple(items), fights=text is not None, **told)


def duel_plan(screen: Screen, text: str, items: Sequence[str]) -> Any:
    """A plan for a duel; items are numbered 11, 12… in the order given. Raises Misuse."""
    from heraut.cli.rois.odds import refused
    from heraut.games.rois.encounter.plan import check_plan, read_plan
    from heraut.games.rois.sheet.errors import Unread

    try:
        plan = read_plan(text)
        check_plan(plan, dict(enumerate(items, start=11)), duel=True)
    except Unread as unread:
        raise refused(screen, unread) from None
    return plan


def favours_of(screen: Screen, text: str | None) -> tuple[Favours, bool]:
    """ "good, blessing, Longbow, home": what else counts for a side, and whether it is natives. Raises Misuse."""
    from heraut.games.rois.calculators.battle import SPELLS_OF_BATTLE, Favours

    alignment, spells, inventions, others = None, set(), set(), set()  # type: Any, set[str], set[int], set[str]
    for part in text.split(",") if text else ():
        word = part.strip()
        spell, invention = code_of("spell", word), code_of("invention", word)
        other = code_of("rois_favour", word)
        if other == "demoralised":
            spells.add("PA")
        elif other is not None:
            others.add(other)
        elif code_of("alignment", word) is not None:
            alignment = code_of("alignment", word)
        elif spell in SPELLS_OF_BATTLE:
            spells.add(spell)
        elif invention in INVENTIONS_OF_BATTLE:
            inventions.add(invention)
        else:
            raise Misuse("rois_unknown", text=word, known=favours_listed(screen))
    return Favours(alignment, frozenset(spells), frozenset(inventions), "home" in others), "natives" in others


def own_favours(screen: Screen, text: str | None) -> Favours:
    """What else counts for the attacker, or for one's own troops: natives are neither. Raises Misuse."""
    favours, natives = favours_of(screen, text)
    if natives:
        raise Misuse("rois_natives_defend")
    return favours


INVENTIONS_OF_BATTLE = (6, 7, 8, 12)  # stirrups, longbow, tempered steel, fortification (RO-BAT-24)


def favours_listed(screen: Screen) -> list[str]:
    """All that may count for a side, in the language of the screen."""
    from heraut.games.rois.calculators.battle import SPELLS_OF_BATTLE

    found = [*listed(screen, "alignment")]
    found += [name_of(screen, "spell", code) for code in SPELLS_OF_BATTLE]
    found += [name_of(screen, "invention", number) for number in INVENTIONS_OF_BATTLE]
    return found + list(screen.words.groups["rois_favour"].values())


# From what a King knows


def foreseen(
    screen: Screen, file: Path, seat: str | None, asked: dict[str, Any]
) -> tuple[BattleForecast, list[Supposition]]:
    """The battle that a King's own troops would fight in a province. Raises Misuse."""
    from heraut.cli.files import seat_decision
    from heraut.games.rois.calculators.known_battle import known_battle
    from heraut.games.rois.state import NATIVES

    for name in BY_HAND:
        if asked[name] is not None:
            raise Misuse("rois_known_anyway", option=f"--{name}")
    province = asked["province"]
    if province is None:
        raise Misuse("rois_which_province")
    decision, orders = seat_decision(file, seat, "rois")
    leaders = named_leaders(decision.book, asked["lead"]) or marching(decision.book, orders, province)
    host, enemy = opponent(screen, asked), named_kingdom(decision.view, asked["enemy"])
    return known_battle(
        decision.view, orders, province, leaders, enemy=NATIVES if host.natives else enemy, host=host,
        favours=own_favours(screen, asked["favours"]), explored=asked["against_explored"], meeting=asked["meeting"],
    )  # fmt: skip


def marching(book: Any, orders: Any, province: int) -> list[int]:
    """Who would come: those whom the draft sends there; failing that, every leader who stands next to it."""
    from heraut.games.rois.orders import Move
    from heraut.games.rois.world.geography import NEIGHBOURS

    leaders = sorted({each["leader"] for each in book.units.values() if each["leader"]})
    sent = {
        each.character for each in orders.actions if isinstance(each.order, Move) and each.order.province == province
    }
    if sent & set(leaders):
        return sorted(sent & set(leaders))
    if province in book.provinces:
        return []
    return [number for number in leaders if book.characters[number]["province"] in NEIGHBOURS[province]]


def named_leaders(book: Any, text: str | None) -> list[int]:
    """ "1, Aude": characters of one's own, by number or name. Raises Misuse."""
    from heraut.games.rois.naming import plain

    names = {plain(each["name"]): number for number, each in book.characters.items() if not each["died"]}
    names |= {str(number): number for number in names.values()}
    found = []
    for part in text.split(",") if text else ():
        number = names.get(plain(part))
        if number is None:
            known = [each["name"] for each in book.characters.values() if not each["died"]]
            raise Misuse("rois_unknown", text=part.strip(), known=known)
        found.append(number)
    return found


def named_kingdom(view: Any, text: str | None) -> int | None:
    """Another kingdom, by its number or its King's name; 0 are the natives. Raises Misuse."""
    from heraut.games.rois.naming import plain

    if text is None:
        return None
    own = view["own"]["kingdom"]
    kings = {plain(card["name"]): int(number) for number, card in view["kingdoms"].items() if int(number) != own}
    names = kings | {str(number): number for number in kings.values()}
    if code_of("rois_favour", text) == "natives":
        return 0
    number = names.get(plain(text))
    if number is None:
        others = [card["name"] for number, card in view["kingdoms"].items() if int(number) != own]
        raise Misuse("rois_unknown", text=text, known=others)
    return number
