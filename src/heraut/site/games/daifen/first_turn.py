"""The guided first turn of Daifen: the purse, a quarry, a spy, verify, seal, then read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from heraut.games.daifen import orders as o
from heraut.games.daifen.races import BUILDINGS, ROLES, UNITS
from heraut.site.games.daifen.counsel import QUARRY
from heraut.site.games.daifen.draft import checked
from heraut.site.matchpage.guide import Guide, GuideStep
from heraut.site.matchpage.match_access import MatchAccess

FORM = "champs"  # the form of the page of orders
CHECK = "check"  # the step that only its player's own act ends


@dataclass(frozen=True)
class Plan:
    """What the steps speak of: the purse, what the form has built and trained, whether it was sent and told."""

    code: str
    gold: int
    given: Mapping[str, int]  # buildings and units
    sealed: bool
    over: bool

    def has(self, code: str) -> bool:
        """Whether this was asked for, or the turn has been left behind."""
        return self.over or self.sealed or self.given.get(code, 0) > 0

    def press(self, field: str, figure: str) -> str:
        """What a button of the form says to fill a field."""
        return "" if self.over or self.sealed else f"fill:{urlencode({field: figure})}"


def plan_of(access: MatchAccess) -> Plan | None:
    """The plan of the visitor's first turn; None once he has read its report."""
    match, own = access.match, access.view["own"]
    if match.step and access.seat is not None and access.seat.read >= match.step:
        return None
    given: Counter[str] = Counter()
    for _, order in checked(access).read:
        match order:
            case o.Build(building=code, count=count) | o.Train(unit=code, count=count):
                given[code] += count
    sealed = access.sheet is not None and access.sheet.sealed
    return Plan(access.match.code, own["gold"], given, sealed, access.match.step > 0)


def figures(plan: Plan) -> dict[str, Any]:
    """The figures of all steps' words."""
    quarry, spy = BUILDINGS[QUARRY], UNITS[ROLES.spy]
    left = plan.gold - quarry.cost
    return {
        "gold": plan.gold,
        "quarry": quarry.cost,
        "income": quarry.gold_gain,
        "spy": spy.cost,
        "left": left,
        "rest": left - spy.cost,
    }


STEPS = (
    GuideStep(key="purse", link=lambda plan: "#purse", thing=lambda plan: "#purse", figures=figures),
    GuideStep(
        key="build",
        link=lambda plan: f"#b-{QUARRY}",
        thing=lambda plan: f".count:has(#b-{QUARRY})",
        done=lambda plan: plan.has(QUARRY),
        press=lambda plan: plan.press(f"b-{QUARRY}", "1"),
        release=lambda plan: plan.press(f"b-{QUARRY}", ""),
        figures=figures,
    ),
    GuideStep(
        key="train",
        link=lambda plan: f"#u-{ROLES.spy}",
        thing=lambda plan: f".count:has(#u-{ROLES.spy})",
        done=lambda plan: plan.has(ROLES.spy),
        press=lambda plan: plan.press(f"u-{ROLES.spy}", "1"),
        release=lambda plan: plan.press(f"u-{ROLES.spy}", ""),
        figures=figures,
    ),
    GuideStep(
        key=CHECK,
        link=lambda plan: "#verifier",
        thing=lambda plan: "#verifier",
        press=lambda plan: CHECK,
        figures=figures,
    ),
    GuideStep(
        key="seal",
        link=lambda plan: "#barre-sceller",
        thing=lambda plan: "#barre-sceller",
        done=lambda plan: plan.over or plan.sealed,
        press=lambda plan: "seal",
        figures=figures,
    ),
    GuideStep(
        key="read",
        link=lambda plan: reverse("match_last_report", args=[plan.code]) if plan.over else "#suivi",
        thing=lambda plan: "#suivi a",
        done=lambda plan: False,
        figures=figures,
    ),
)

GUIDE = Guide(
    words="daifen_guide",
    steps=STEPS,
    plan=plan_of,
    picture=lambda access: reverse("match_picture", args=[access.match.code]),
    page="orders",
)
