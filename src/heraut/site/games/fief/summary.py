"""What the chronicle begins with, on one screen: what I hold, what happened to me, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.games.fief.calculators import ledger
from heraut.games.fief.tables import CONSTANTS
from heraut.site.common.words import say, site_words
from heraut.site.games.fief.chronicle import Teller
from heraut.site.games.fief.naming import fixed, names
from heraut.site.games.fief.outcomes import Eye, Outcome
from heraut.site.games.fief.panels import count_turn, crowned
from heraut.site.games.fief.talks import free_to_marry

MOST = 6  # happenings that are named


@dataclass(frozen=True)
class Summary:
    """The first lines: what is held, what happened, what is still missing."""

    held: str
    goal: str
    happened: list[Outcome]
    aims: list[str]


def summary(view: Json, events: Sequence[Event], teller: Teller, lang: str, *, now: bool) -> Summary | None:
    """The summary of a living family; of a turn long past only what happened in it."""
    if "own" not in view or view["road"] is not None:
        return None
    seat = view["own"]["seat"]
    eye = Eye(seat, set())
    judged = [(event, eye.sees(event)) for event in events]
    happened = [Outcome(teller.line(event), how) for event, how in judged if how is not None][-MOST:]
    if not now or not view["seats"][seat]["alive"]:
        return Summary("", "", happened, [])
    return Summary(held(view, seat, lang), goal(view, seat, lang), happened, aims(view, seat, lang))


def told(key: str, data: dict[str, Any], view: Json, lang: str) -> str:
    """One line."""
    return site_words(lang).say("fief_summary", key, data, names(view, lang))


def held(view: Json, seat: str, lang: str) -> str:
    """Villages, mills, and what they will bring."""
    mine = [one for one in view["villages"].values() if one["owner"] == seat]
    money = sum(one.money for one in ledger.incomes(view, seat) if one.sort != "aside")
    return told("held", {"villages": len(mine), "mills": sum(one["mills"] for one in mine), "money": money}, view, lang)


def goal(view: Json, seat: str, lang: str) -> str:
    """How near the end is: fiefs and crown, or points."""
    one, coming = view["seats"][seat], count_turn(view)
    if view["settings"]["mode"] == "points":
        data = {"score": one["score"], "turn": coming, "count": ledger.points(view, seat)}
        return told("goal_points", data, view, lang) if coming else ""
    ranks = [fixed(lang)["rank"][rank] for rank in ("king", "queen") if crowned(view, rank)]
    crown = ", ".join(ranks) or say("fief.no")
    return told("goal", {"fiefs": len(one["fiefs"]), "wanted": CONSTANTS.fiefs_alone, "crown": crown}, view, lang)


def aims(view: Json, seat: str, lang: str) -> list[str]:
    """What to do next: the fief that is nearest, a marriage that could be proposed."""
    found = []
    for region, one in nearest_fief(view, seat):
        data = {
            "region": region,
            "villages": list(one.villages),
            "castle": one.castle,
            "lord": one.lord,
            "money": one.money,
        }
        found.append(told("near_fief", data, view, lang))
    if (match := marriage(view, seat)) is not None:
        found.append(told("wed", match, view, lang))
    return found


LEISURELY = ("cards", "purchase", "shopping", "move", "window")  # questions at which there is time to think of it


def aim(view: Json, lang: str) -> str:
    """What is worth working for, beside the question; the first turn has its guide."""
    if view["turn"] < 2 or view["own"]["asked"]["kind"] not in LEISURELY:
        return ""
    return next(iter(aims(view, view["own"]["seat"], lang)), "")


def nearest_fief(view: Json, seat: str) -> list[tuple[str, ledger.Missing]]:
    """The region in which the fewest villages are missing, of those where one holds any; none or one."""
    owned = {one["region"] for one in view["villages"].values() if one["owner"] == seat}
    free = [(region, ledger.missing(view, seat, region)) for region in owned if view["regions"][region]["fief"] is None]
    return sorted(free, key=lambda pair: (len(pair[1].villages), pair[0]))[:1]


def marriage(view: Json, seat: str) -> dict[str, Any] | None:
    """A family without an ally, of which a lord could marry one of the reader's (FI-MAR-01 to 03)."""
    if view["seats"][seat]["ally"]:
        return None
    mine = {one["woman"] for one in view["lords"].values() if one["seat"] == seat and free_to_marry(one)}
    for other, family in view["seats"].items():
        lords = [
            name
            for name in family["lords"]
            if free_to_marry(view["lords"][name]) and (not view["lords"][name]["woman"]) in mine
        ]
        if other != seat and family["alive"] and not family["ally"] and lords:
            return {"seats": [other], "lords": lords[:1]}
    return None
