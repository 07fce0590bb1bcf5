"""The guided first year of Rois aventuriers: recruit, a neighbour, the Heroes, the march, plans, treaties, seal, read.

Every line that it writes is worked out from the King's own view: which neighbour is open, whom the wages still pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.games.rois.battle.strength import twice_base
from heraut.games.rois.choices.routes import reachable
from heraut.games.rois.herald import Herald
from heraut.games.rois.mistakes.review import cautions
from heraut.games.rois.orders import SEASONS, Action, Recruit, Treat
from heraut.games.rois.tables import UNITS
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.site.games.rois.cells import put, rows
from heraut.site.games.rois.draft import Draft, draft_of
from heraut.site.games.rois.foresight import Seen, foreseen, seen
from heraut.site.matchpage.guide import Guide, GuideStep
from heraut.site.matchpage.match_access import MatchAccess

HARD = {"plain": 0, "forest": 0, "desert": 1}  # natives of these lost four first wars in five of our trials,
MOST_HARD = 2  # others less; a desert costs units their quality where nobody leads a camel
WEALTH = ("poor", "prosperous", "rich")  # what is not worth much is not guarded by many
MOST_RECRUITS = 2
FLEE = "{FL, FL, FL, FL}"
ALLIED = "allied"


@dataclass(frozen=True)
class Advised:
    """What the guide advises, section by section: lines as they stand in a sheet, numbers of those that it is about."""

    king: int
    heroes: tuple[int, ...]
    target: int
    count: int
    recruit: tuple[str, ...]
    explore: tuple[str, ...]
    march: tuple[str, ...]
    plans: tuple[str, ...]
    peace: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole sheet, as the steps write it one after the other."""
        text = ""
        for part in (self.recruit, self.explore, self.march, self.plans, self.peace):
            for row in rows("\n".join(part)):
                if row.key is not None:
                    text = put(text, row.section, row.text)
        return text


@dataclass(frozen=True)
class Plan:
    """What the steps speak of: the advice, the draft as it stands, whether the year is sealed, or over."""

    code: str
    advised: Advised
    draft: Draft
    of: Seen
    lang: str
    sealed: bool
    over: bool

    @property
    def past(self) -> bool:
        """Whether nothing more can be written."""
        return self.sealed or self.over

    def write(self, lines: Sequence[str]) -> str:
        """What a button of the form says to write these."""
        return "" if self.past or not lines else f"write:{'/'.join(lines)}"

    def unwrite(self, lines: Sequence[str]) -> str:
        """And to take them back."""
        return "" if self.past or not lines else f"unwrite:{'/'.join(lines)}"

    def busy(self, people: Sequence[int], seasons: Sequence[int] = SEASONS) -> bool:
        """Whether each of these has an order in each of these seasons."""
        cells = self.draft.cells
        return self.past or all(
            (cell := cells.get((person, season))) is not None and cell.entry is not None
            for person in people
            for season in seasons
        )

    @cached_property
    def recruits(self) -> bool:
        """Whether the King raises anybody."""
        given = [cell.entry.order for cell in self.draft.cells.values() if cell.entry is not None]
        return self.past or any(isinstance(order, Recruit) for order in given)

    @cached_property
    def cautious(self) -> bool:
        """Whether all whom a plan helps have one, given or standing; where it helps nobody, once the King marches."""
        own = {each["number"]: each for each in self.draft.view["own"]["characters"]}
        people = {self.advised.king, *self.advised.heroes} - berserks(self.draft.view)
        if self.past or not people:
            return self.marches
        return all(self.draft.standing_plan(person, duel=False) is not None or own[person]["plan"] for person in people)

    @property
    def marches(self) -> bool:
        """Whether the King has something to do from the season of his march on."""
        return self.busy((self.advised.king,), SEASONS[1:])

    @cached_property
    def peaceful(self) -> bool:
        """Whether a treaty is offered to everybody who has none."""
        offered = {order.kingdom for _, order in self.draft.realm if isinstance(order, Treat)}
        return self.past or all(number in offered for number in strangers(self.draft.view))

    @cached_property
    def figures(self) -> Mapping[str, Any]:
        """The figures of all steps' words."""
        herald, purse = Herald(self.draft.view, self.lang), foreseen(self.of).purse
        return {
            "count": self.advised.count,
            "target": herald.name("province", self.advised.target),
            "heroes": len(self.advised.heroes),
            "berserks": len(berserks(self.draft.view).intersection((self.advised.king, *self.advised.heroes))),
            "kings": max(len(self.advised.peace) - 1, 0),
            "gold": purse.now,
            "left": purse.left,
        }


def plan_of(access: MatchAccess) -> Plan | None:
    """The plan of the visitor's first year; None once he has read its report, or where no neighbour can be taken."""
    match = access.match
    if match.step and access.seat is not None and access.seat.read >= match.step:
        return None
    draft = draft_of(access)
    found = advised(Seen(access.known, "", access.view))
    if found is None:
        return None
    sealed = access.sheet is not None and access.sheet.sealed
    return Plan(match.code, found, draft, seen(access, draft), access.lang, sealed, match.step > 0)


@lru_cache(maxsize=128)
def advised(of: Seen) -> Advised | None:
    """The advice for the view of a King whose sheet is empty; None where there is no open neighbour, or he has died."""
    view, own = of.view, of.view["own"]
    people = [each for each in own["characters"] if not each["died"] and each["number"] != own["heir"]]
    king = int(own["king"])
    heroes = tuple(int(each["number"]) for each in people if each["number"] != king)
    near = neighbours(view, king) if any(each["number"] == king for each in people) else []
    if not near:
        return None
    target, home = near[0], own["map"][str(own["home"])]
    recruit = recruiting(of, king, best_type(home, own["map"][str(target)]["terrain"]))
    march = [f"@{king}", f"2: MO {target}", "3: PR TA", "4: PR TA", "5: PR TA"]
    explore: list[str] = []
    for place, hero in enumerate(heroes):
        there = near[min(place, len(near) - 1)]
        explore += [f"@{hero}", f"1: MO {there}", *(f"{season}: EX" for season in SEASONS[1:])]
    cautious = [person for person in (king, *heroes) if person not in berserks(view)]
    plans = [line for person in cautious for line in (f"@{person}", f"PLAN {FLEE}")]
    treaties = [f"TRAITE {number}" for number in strangers(view)]
    return Advised(
        king=king,
        heroes=heroes,
        target=target,
        count=counted(recruit),
        recruit=(f"@{king}", recruit) if recruit else (),
        explore=tuple(studying(view, march, explore)),
        march=tuple(march),
        plans=tuple(plans),
        peace=("@ROYAUME", *treaties) if treaties else (),
    )


def studying(view: Json, march: list[str], explore: list[str]) -> Iterator[str]:
    """The Heroes' lines, with study instead of exploring where no secret will be left (RO-EXPL-04)."""
    found = cautions(view, Draft(view, "\n".join((*march, *explore))).sheet)
    entries = [each.entry for each in found if each.code == "all_explored"]
    vain = {(each.character, each.season) for each in entries if isinstance(each, Action)}
    hero = 0
    for line in explore:
        hero = int(line[1:]) if line.startswith("@") else hero
        idle = line.endswith(": EX") and (hero, int(line[0])) in vain
        yield f"{line[0]}: PR EX" if idle else line


def berserks(view: Json) -> set[int]:
    """The King's people who never flee, whatever their plan says (RO-CHAR-12)."""
    return {int(each["number"]) for each in view["own"]["characters"] if each["temper"] == "berserk"}


def counted(line: str) -> int:
    """How many units a line raises."""
    return int(line.rpartition(" ")[2]) if line else 0


def neighbours(view: Json, king: int) -> list[int]:
    """Neutral lands beside home that the King reaches at once: open ones, the poorest first, deserts, others."""
    own = view["own"]
    steps = reachable(view, Draft(view, "").sheet, king, 2)
    found = []
    for number in NEIGHBOURS[own["home"]]:
        land = own["map"].get(str(number))
        step = steps.get(number)
        if land is None or land["terrain"] == "sea" or land.get("owner") or step is None or step.reason is not None:
            continue
        if step.season == 2:
            hard = HARD.get(land["terrain"], MOST_HARD)
            found.append((hard, WEALTH.index(land["wealth"]), number))
    return [number for _, _, number in sorted(found)]


def best_type(home: Json, terrain: str) -> str:
    """Of the types that home gives, the one that fights best for its pay where it is led."""

    def worth(code: str) -> float:
        return twice_base(code, home["race"], terrain, UNITS[code].strength) / UNITS[code].pay

    return str(max(home["types"], key=worth))


def recruiting(of: Seen, king: int, code: str) -> str:
    """The line that raises as many units as the year's end can still pay; "" where there is gold for none."""
    for count in range(MOST_RECRUITS, 0, -1):
        line = f"1: RE {code} {count}"
        ahead = foreseen(Seen(of.name, f"@{king}\n{line}\n", of.view))
        if not ahead.purse.missing and ahead.cell(king, 1).reason is None:
            return line
    return ""


def strangers(view: Json) -> list[int]:
    """The living Kings with whom no treaty is kept."""
    relations = view["own"]["relations"]
    return [int(number) for number, relation in relations.items() if relation != ALLIED]


def chosen(person: int, season: int = 1) -> str:
    """The address of a season of a person."""
    return f"?personne={person}&saison={season}#annee"


def listed(person: int) -> str:
    """He among his people: beside the map or below it, never far from it."""
    return f'#annee-gens [data-person="{person}"]'


def figures(plan: Plan) -> Mapping[str, Any]:
    """The figures of all steps' words."""
    return plan.figures


STEPS = (
    GuideStep(
        key="neighbour",
        link=lambda plan: f"?province={plan.advised.target}#annee",
        thing=lambda plan: f'svg.rmap a[data-n="{plan.advised.target}"]',
        figures=figures,
    ),
    GuideStep(
        key="recruit",
        link=lambda plan: chosen(plan.advised.king),
        thing=lambda plan: listed(plan.advised.king),
        done=lambda plan: plan.recruits,
        press=lambda plan: plan.write(plan.advised.recruit),
        release=lambda plan: plan.unwrite(plan.advised.recruit),
        figures=figures,
    ),
    GuideStep(
        key="explore",
        link=lambda plan: chosen(plan.advised.heroes[0] if plan.advised.heroes else plan.advised.king),
        thing=lambda plan: listed(plan.advised.heroes[0] if plan.advised.heroes else plan.advised.king),
        done=lambda plan: plan.busy(plan.advised.heroes),
        press=lambda plan: plan.write(plan.advised.explore),
        release=lambda plan: plan.unwrite(plan.advised.explore),
        figures=figures,
    ),
    GuideStep(
        key="march",
        link=lambda plan: chosen(plan.advised.king, 2),
        thing=lambda plan: listed(plan.advised.king),
        done=lambda plan: plan.marches,
        press=lambda plan: plan.write(plan.advised.march),
        release=lambda plan: plan.unwrite(plan.advised.march),
        figures=figures,
    ),
    GuideStep(
        key="plans",
        link=lambda plan: reverse("match_tool", args=[plan.code, "plans"]),
        thing=lambda plan: "#feuille-texte",
        done=lambda plan: plan.cautious,
        press=lambda plan: plan.write(plan.advised.plans),
        release=lambda plan: plan.unwrite(plan.advised.plans),
        figures=figures,
    ),
    GuideStep(
        key="peace",
        link=lambda plan: "?personne=royaume#annee",
        thing=lambda plan: '#annee-gens a[href*="royaume"]',
        done=lambda plan: plan.peaceful,
        press=lambda plan: plan.write(plan.advised.peace),
        release=lambda plan: plan.unwrite(plan.advised.peace),
        figures=figures,
    ),
    GuideStep(
        key="seal",
        link=lambda plan: "#barre-sceller",
        thing=lambda plan: "#barre-sceller",
        done=lambda plan: plan.past,
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
    words="rois_guide",
    steps=STEPS,
    plan=plan_of,
    picture=lambda access: reverse("match_picture", args=[access.match.code]),
)
