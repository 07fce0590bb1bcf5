"""The guided first turn of Fief: a village, lords, cards, a mill, a march, a marriage, each where it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.games.fief.numbers import PHASES
from heraut.games.fief.tables import board
from heraut.site.games.fief.naming import fixed
from heraut.site.matchpage.guide import Guide, GuideStep
from heraut.site.matchpage.match_access import MatchAccess

RECOMMENDED = 3  # villages that are named


@dataclass(frozen=True)
class Plan:
    """What the steps speak of: how far the turn has come, one's own village, which villages are worth choosing."""

    view: Json
    seat: str
    lang: str

    @property
    def home(self) -> str:
        """One's first village; "" before it is chosen."""
        return next((name for name, one in self.view["villages"].items() if one["owner"] == self.seat), "")

    @property
    def small(self) -> list[str]:
        """The villages of the smallest regions in which nobody has settled: the fewer villages, the nearer the fief."""
        taken = {one["region"] for one in self.view["villages"].values() if one["owner"] is not None}
        free = sorted(
            (region for region in board().regions if region.id not in taken), key=lambda one: len(one.villages)
        )
        return [village for region in free for village in region.villages][:RECOMMENDED]

    @property
    def region(self) -> Json:
        """The region of one's first village."""
        found: Json = self.view["regions"][self.view["villages"][self.home]["region"]] if self.home else {}
        return found

    def past(self, phase: str) -> bool:
        """Whether this phase of the first turn is over."""
        return bool(self.view["turn"] > 1 or PHASES.index(self.view["phase"]) > PHASES.index(phase))

    @property
    def mills(self) -> int:
        """The mills of one's villages."""
        return sum(one["mills"] for one in self.view["villages"].values() if one["owner"] == self.seat)

    @property
    def courted(self) -> bool:
        """Whether one has proposed a marriage, or is married."""
        proposed = any(deal["proposer"] == self.seat and deal["marriages"] for deal in self.view["deals"])
        return proposed or any(self.view["lords"][lord]["spouse"] for lord in self.view["seats"][self.seat]["lords"])


def plan_of(access: MatchAccess) -> Plan | None:
    """The plan of the visitor's first turn; None once it is over, or his family is no more."""
    seat = access.view["own"]["seat"]
    if access.view["turn"] > 1 or not access.view["seats"][seat]["alive"]:
        return None
    return Plan(access.view, seat, access.lang)


def figures(plan: Plan) -> dict[str, Any]:
    """The figures of all steps' words."""
    names = fixed(plan.lang)["village"]
    return {
        "villages": ", ".join(names[village] for village in plan.small),
        "home": names.get(plan.home, ""),
        "storm": bool(plan.region.get("weather")),
    }


def step(key: str, thing: str, done: Callable[[Plan], bool]) -> GuideStep:
    """One step, which points at the question or at what answers it."""
    return GuideStep(key=key, link=lambda _: "#question", thing=lambda _: thing, done=done, figures=figures)


STEPS = (
    step("settle", "#village", lambda plan: bool(plan.home)),
    step("lords", "#question", lambda plan: plan.past("cards")),
    step("mill", "#question", lambda plan: bool(plan.mills) or plan.past("purchase")),
    step("march", "#troupe", lambda plan: plan.past("move")),
    step("wed", "#accord", lambda plan: plan.courted or plan.past("negotiation")),
)

GUIDE = Guide(
    words="fief_guide",
    steps=STEPS,
    plan=plan_of,
    picture=lambda access: reverse("match_picture", args=[access.match.code]),
)
