"""The guided first turn of Gloire et Pouvoir: look, raise, march, tax, court, then seal and read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.herald import labels
from heraut.games.gloire.sheet.writing import quoted
from heraut.games.gloire.state import LandName
from heraut.site.games.gloire.checked import Seen, draft_in, draft_of
from heraut.site.games.gloire.draft import Draft
from heraut.site.games.gloire.proposals import CALLED, LevyPlan, Offers
from heraut.site.matchpage.guide import Fields, Guide, GuideStep
from heraut.site.matchpage.match_access import MatchAccess

NEIGHBOURS = 3  # lords to whom an alliance is offered


@dataclass(frozen=True)
class Plan:
    """What the steps speak of: the lord himself, his land, the land to take, the lines that each step writes."""

    draft: Draft
    labels: dict[str, str]
    knight: str
    name: str
    home: str
    target: str
    levy: LevyPlan
    tax: tuple[int, int]  # level, écus given back
    court: tuple[str, ...]
    sealed: bool
    read: bool

    @property
    def raising(self) -> str:
        """The levy."""
        return f"ARM {quoted(self.levy.land)} {self.levy.amount} {quoted(self.name)}"

    @property
    def march(self) -> str:
        """The attack."""
        return f"ATT {quoted(self.name)} {quoted(self.target)}"

    @property
    def taxing(self) -> tuple[str, ...]:
        """The tax and what is given back."""
        level, amount = self.tax
        return (f"IMP {level} {quoted(self.home)}", f"RED {amount} {quoted(self.home)}") if level else ()

    def has(self, *lines: str) -> bool:
        """Whether the draft says all this, or the turn is over."""
        return self.read or all(self.draft.find(line) is not None for line in lines)

    def write(self, *lines: str) -> Fields:
        """What a button sends."""
        return {"do": "add_lines", "lines": [line for line in lines if self.draft.find(line) is None]}

    def withdraw(self, *lines: str) -> Fields:
        """What takes it back."""
        found = [one.line for line in lines if (one := self.draft.find(line)) is not None]
        return {} if self.sealed or not found else {"do": f"drop:{','.join(map(str, found))}"}


def plan_of(access: MatchAccess) -> Plan | None:
    """The plan of the visitor's first turn; None where no neutral land can be taken from his."""
    view, own, match = access.view, access.view["own"], access.match
    if match.step and access.seat is not None and access.seat.read >= match.step:
        return None  # the report has been read: that was the last step
    draft, knight = draft_of(access), str(own["lord_knight"])
    home = own["knights"][knight]["land"]
    target = Offers(view, access.lang, draft, knight).target(knight)
    levy, tax = proposed(Seen(access.known, view), access.lang, target)
    if match.step:  # nothing is asked any more but to read
        target, levy = target or home, levy or LevyPlan(LandName(home), 0, 0, 0)
    if target is None or levy is None or (home not in own["lands"] and not match.step):
        return None
    return Plan(
        draft=draft,
        labels=labels(view["map"], access.lang),
        knight=knight,
        name=own["knights"][knight]["name"],
        home=home,
        target=target,
        levy=levy,
        tax=tax,
        court=(f"CHE {CALLED}", *(f"ALL {quoted(name)}" for name in nearest_lords(view, home))),
        sealed=access.sheet is not None and access.sheet.sealed,
        read=match.step > 0,
    )


@lru_cache(maxsize=256)
def proposed(seen: Seen, lang: str, target: str | None) -> tuple[LevyPlan | None, tuple[int, int]]:
    """What a lord could do who has ordered nothing yet, remembered: the levy that takes this land; a tax, and what is
    given back for it.
    """
    own = seen.view["own"]
    knight = str(own["lord_knight"])
    home = own["knights"][knight]["land"]
    offers = Offers(seen.view, lang, draft_in(seen, ""), knight)
    taxed = offers.tax_plan(home) if home in own["lands"] else None
    levy = offers.levy_plan(knight, target) if target is not None else None
    return levy, (taxed[0].level, taxed[0].amount) if taxed is not None else (0, 0)


def nearest_lords(view: Json, home: str) -> list[str]:
    """The names of the lords whose lands are nearest, those only with whom one has no tie yet."""
    seat, places = view["own"]["seat"], atlas(view["map"])
    me = view["lords"][seat]
    far: dict[str, int] = {}
    for name, land in view["lands"].items():
        owner = land["owner"]
        if owner is not None and owner != seat and owner not in me["allies"] and owner not in me["enemies"]:
            far[owner] = min(far.get(owner, 999), places.distance(home, name))
    return [view["lords"][owner]["name"] for owner in sorted(far, key=lambda owner: (far[owner], owner))[:NEIGHBOURS]]


def card(plan: Plan, land: str) -> str:
    """The address of the card of a land, the lord himself being chosen."""
    return f"?terre={land}&chevalier={plan.knight}#fiche"


def figures(plan: Plan) -> dict[str, Any]:
    """The figures of all steps' words."""
    return {
        "amount": plan.levy.amount,
        "men": plan.levy.men,
        "knight": plan.name,
        "target": plan.labels[plan.target],
        "home": plan.labels[plan.home],
        "level": plan.tax[0],
        "back": plan.tax[1],
        "called": CALLED,
        "lords": len(plan.court) - 1,
    }


STEPS = (
    GuideStep(
        key="look",
        link=lambda plan: card(plan, plan.home),
        thing=lambda plan: f'svg.map a.knight[data-knight="{plan.knight}"]',
        figures=figures,
    ),
    GuideStep(
        key="raise",
        link=lambda plan: card(plan, plan.home),
        thing=lambda plan: '#fiche [data-offer="ARM"]',
        done=lambda plan: plan.has(plan.raising),
        act=lambda plan: plan.write(plan.raising),
        undo=lambda plan: plan.withdraw(plan.raising),
        figures=figures,
    ),
    GuideStep(
        key="march",
        link=lambda plan: card(plan, plan.target),
        thing=lambda plan: f'svg.map a.t[data-land="{plan.target}"]',
        done=lambda plan: plan.has(plan.march),
        act=lambda plan: plan.write(plan.march),
        undo=lambda plan: plan.withdraw(plan.march),
        figures=figures,
    ),
    GuideStep(
        key="tax",
        link=lambda plan: card(plan, plan.home),
        thing=lambda plan: '#fiche [data-offer="IMP RED"]',
        done=lambda plan: plan.has(*plan.taxing),
        act=lambda plan: plan.write(*plan.taxing),
        undo=lambda plan: plan.withdraw(*plan.taxing),
        figures=figures,
    ),
    GuideStep(
        key="court",
        link=lambda plan: card(plan, plan.home),
        thing=lambda plan: '#fiche [data-offer="CHE"]',
        done=lambda plan: plan.has(*plan.court),
        act=lambda plan: plan.write(*plan.court),
        undo=lambda plan: plan.withdraw(*plan.court),
        figures=figures,
    ),
    GuideStep(
        key="seal",
        link=lambda plan: "#barre",
        thing=lambda plan: "#suivi a" if plan.read else "#barre-sceller",
        done=lambda plan: plan.sealed and not plan.read,
        ends=True,
        figures=figures,
    ),
)

GUIDE = Guide(
    words="gloire_guide",
    steps=STEPS,
    plan=plan_of,
    picture=lambda access: reverse("match_picture", args=[access.match.code]),
)
