"""The odds of an attack, a melee, a shot, a test, a spell: forms that read their question from the address.

Answers are exact, by the calculators that the bots and the command line ask (`games/vassaux/calculators`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict

from heraut.games.vassaux.calculators.attack import Attack, AttackOdds, Chances, attack_odds, mean, melee_odds
from heraut.games.vassaux.calculators.fighters import Stance, melee_dice, ready_made, shot, strike
from heraut.games.vassaux.calculators.opposed import first_wins
from heraut.games.vassaux.calculators.spells import spell_succeeds
from heraut.games.vassaux.tables import FIGHTERS, WEAPONS
from heraut.games.vassaux.tables.codes import FighterCode
from heraut.site.common.input_cleaning import whole_number

TOOLS = ("melee", "tir", "attaque", "epreuve", "sort")
MOST_MEN, MOST_DICE, MOST_DEFENCE, MOST_HEALTH = 16, 48, 24, 6
SHOWN = 0.0005  # a chance below it has no bar


class Count(NamedTuple):
    """A field for a number: its name in the address, the least and the most, what stands in it unasked."""

    name: str
    least: int
    most: int
    usual: int


COUNTS: Mapping[str, tuple[Count, ...]] = {
    "melee": (Count("hommes", 1, MOST_MEN, 6), Count("ennemis", 1, MOST_MEN, 6)),
    "tir": (Count("hommes", 1, MOST_MEN, 6), Count("ennemis", 1, MOST_MEN, 6)),
    "attaque": (Count("des", 0, MOST_DICE, 8), Count("defense", 1, MOST_DEFENCE, 4), Count("sante", 1, MOST_HEALTH, 1)),
    "epreuve": (Count("des", 1, 6, 2), Count("cible", 0, 36, 7), Count("autre", 0, 36, 7)),
    "sort": (Count("des", 1, 9, 3), Count("puissance", 1, 54, 10)),
}
FIGHTER_FIELDS: Mapping[str, tuple[str, ...]] = {"melee": ("qui", "contre"), "tir": ("qui", "contre")}
TICKS: Mapping[str, tuple[str, ...]] = {
    "melee": ("charge", "ordre", "retranche"),
    "tir": ("ordre", "couvert", "retranche", "haut"),
    "attaque": ("ordre", "feroce", "armure", "necrose"),
}


@dataclass(frozen=True)
class Distribution:
    """What may come, with the chance of each and of so much or more; `mean`."""

    words: str
    bars: list[tuple[int, float, float, str]]
    mean: float


@dataclass(frozen=True)
class Answer:
    """What a form answers: distributions, or the one chance of a test or a spell."""

    distributions: list[Distribution]
    block: float | None = None
    dice: int | None = None
    defence: int | None = None
    chance: float | None = None


class Asked:
    """A question as the address says it, within what the form allows."""

    def __init__(self, tool: str, query: QueryDict) -> None:
        self.fresh = "calcul" not in query
        self.counts = {one.name: within(query.get(one.name), one) for one in COUNTS[tool]}
        self.ticks = {name: name in query for name in TICKS.get(tool, ())}
        self.fighters = {name: fighter(query.get(name), tool, name) for name in FIGHTER_FIELDS.get(tool, ())}


def within(text: str | None, count: Count) -> int:
    """A number of the address, within the bounds of its field."""
    number = whole_number(text or "")
    return count.usual if number is None else min(max(number, count.least), count.most)


def fighter(text: str | None, tool: str, name: str) -> FighterCode:
    """A ready-made fighter of the address; the first who may do it where none is named."""
    codes = fighters(tool, name)
    return next((code for code in codes if code == text), codes[0])


def fighters(tool: str, name: str) -> list[FighterCode]:
    """Those who may stand in a field: who shoots has something to shoot with."""
    return [code for code in FIGHTERS if tool != "tir" or name != "qui" or WEAPONS[ready_made(code).weapon].range]


def context(tool: str, query: QueryDict, lang: str) -> dict[str, Any]:
    """The form, and its answer."""
    asked = Asked(tool, query)
    return {
        "counts": [(one, asked.counts[one.name]) for one in COUNTS[tool]],
        "ticks": list(asked.ticks.items()),
        "fighters": [
            (name, asked.fighters[name], [(code, getattr(FIGHTERS[code], lang)) for code in fighters(tool, name)])
            for name in FIGHTER_FIELDS.get(tool, ())
        ],
        "answer": ANSWERS[tool](asked),
        "fresh": asked.fresh,
    }


def melee(asked: Asked) -> Answer:
    """Men in contact with men, and the blow that is returned (SV-MEL)."""
    men, foes = asked.counts["hommes"], asked.counts["ennemis"]
    ours, theirs = ready_made(asked.fighters["qui"]), ready_made(asked.fighters["contre"])
    stance = Stance(fortified=asked.ticks["retranche"], charged=asked.ticks["charge"])
    blow = strike(men, ours, theirs, stance, bonus=asked.ticks["ordre"])
    back = msgspec.structs.replace(strike(foes, theirs, ours, Stance()), most=men)
    found = melee_odds(blow, foes, melee_dice(theirs, ours), back)
    return told(blow, found.attack, distribution("returned", found.returned))


def shooting(asked: Asked) -> Answer:
    """One shot of men who see their target (SV-SHT)."""
    ours, theirs = ready_made(asked.fighters["qui"]), ready_made(asked.fighters["contre"])
    stance = Stance(fortified=asked.ticks["retranche"], sheltered=asked.ticks["couvert"])
    loosed = shot(asked.counts["hommes"], ours, theirs, stance, bonus=asked.ticks["ordre"], above=asked.ticks["haut"])
    aimed = msgspec.structs.replace(loosed, most=asked.counts["ennemis"])
    return told(aimed, attack_odds(aimed))


def attack(asked: Asked) -> Answer:
    """So many dice against a Df, doublings included (SV-ATK)."""
    counts, ticks = asked.counts, asked.ticks
    plain = Attack(
        counts["des"], counts["defense"], counts["sante"],
        bonus=ticks["ordre"], fierce=ticks["feroce"], barred=ticks["armure"], worst=ticks["necrose"],
    )  # fmt: skip
    return told(plain, attack_odds(plain))


def test(asked: Asked) -> Answer:
    """An opposed test (SV-SDR)."""
    return Answer([], chance=float(first_wins(asked.counts["des"], asked.counts["cible"], asked.counts["autre"])))


def spell(asked: Asked) -> Answer:
    """The dice of a spell against its power (SV-MAG-04)."""
    return Answer([], chance=float(spell_succeeds(asked.counts["des"], asked.counts["puissance"])))


ANSWERS = {"melee": melee, "tir": shooting, "attaque": attack, "epreuve": test, "sort": spell}


def told(blow: Attack, found: AttackOdds, *more: Distribution) -> Answer:
    """An attack as the page shows it."""
    both = [distribution("hits", found.hits)]
    if found.casualties != found.hits:
        both.append(distribution("casualties", found.casualties))
    return Answer([*both, *more], block=float(found.block), dice=blow.dice, defence=blow.defence)


def distribution(words: str, chances: Chances) -> Distribution:
    """A row of bars; what hardly ever comes has none."""
    most = float(max(chances.values()))
    bars = []
    for figure in sorted(chances):
        rest = float(sum((share for other, share in chances.items() if other >= figure), Fraction(0)))
        share = float(chances[figure])
        if share >= SHOWN:
            bars.append((figure, share, rest, f"{100 * share / most:.0f}"))
    return Distribution(words, bars, float(mean(chances)))
