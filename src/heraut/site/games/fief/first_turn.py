"""The guided first turn of Fief: a village, lords, cards, a mill, a march, a marriage, each where it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.engine.words import enumeration
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.calculators.reach import ROADS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import PHASES
from heraut.games.fief.orders.cards import Discard, PlayLord
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.negotiations import AcceptDeal, Propose
from heraut.games.fief.orders.order import Order
from heraut.games.fief.orders.purchases import Build
from heraut.games.fief.phases.purchases import MILL
from heraut.games.fief.tables import CONSTANTS
from heraut.site.games.fief import first_march
from heraut.site.games.fief.drafts import Draft
from heraut.site.games.fief.effects import YIELDS
from heraut.site.games.fief.naming import data_of, fixed, names
from heraut.site.games.fief.order_forms import LINE, SETTLE
from heraut.site.games.fief.questions import card_of
from heraut.site.matchpage.guide import Guide, GuideStep
from heraut.site.matchpage.match_access import MatchAccess

KEPT = ("justice", "escape", "sun", "good_harvest", "assassination")  # cards that will serve, though not now
END = "end"
LESSONS = ("settle", "cards", "purchase", "shopping", "move", "window")  # questions that the steps answer


@dataclass(frozen=True)
class Asked:
    """What is asked of the visitor now, what he has put together, and what he may add."""

    decision: Any
    draft: Draft | None
    offers: tuple[Order, ...]

    @property
    def choice(self) -> Any:
        """The decision as it would be after the draft."""
        return self.draft.choice if self.draft is not None else self.decision

    @property
    def drafted(self) -> bool:
        """Whether anything has been put together."""
        return self.draft is not None and bool(self.draft.orders)


@dataclass(frozen=True)
class Plan:
    """What the steps speak of: how far the turn has come, and what is worth doing at each point of it."""

    view: Json
    seat: str
    lang: str
    asked: Asked | None = None

    @cached_property
    def home(self) -> str:
        """One's first village; "" before it is chosen."""
        return next((name for name, one in self.view["villages"].items() if one["owner"] == self.seat), "")

    @cached_property
    def homes(self) -> list[str]:
        """The villages worth choosing, the best first."""
        return first_march.homes(self.view) if not self.home else []

    def past(self, phase: str) -> bool:
        """Whether this phase of the first turn is over."""
        return bool(self.view["turn"] > 1 or PHASES.index(self.view["phase"]) > PHASES.index(phase))

    def asks(self, *kinds: str) -> bool:
        """Whether one of these questions is put to the visitor."""
        return self.asked is not None and self.asked.decision.kind in kinds

    @property
    def interrupted(self) -> bool:
        """Whether a question has come in between, that is no part of the lesson."""
        return self.asked is not None and not self.asks(*LESSONS)

    def offers(self, kind: type[Order]) -> list[Any]:
        """The orders of this kind that may be added."""
        return [order for order in self.asked.offers if isinstance(order, kind)] if self.asked is not None else []

    def line(self, order: Order | None) -> str:
        """What a button sends that adds this order."""
        return f"{LINE}{grammar(tuple(self.view['seats'])).write(order)}" if order is not None else ""

    @cached_property
    def lord(self) -> PlayLord | None:
        """A lord of one's hand who may enter."""
        return next(iter(self.offers(PlayLord)), None)

    @cached_property
    def useless(self) -> Discard | None:
        """A card that can be played on nothing now, and is not worth keeping."""
        useful = {card_of(one, data_of(one, self.view)) for one in self.offers(Order) if not isinstance(one, Discard)}
        return next((one for one in self.offers(Discard) if one.card not in useful and one.card not in KEPT), None)

    @cached_property
    def mill(self) -> Build | None:
        """A mill in one's village, until one is built or ordered."""
        ordered = self.asked is not None and self.asked.draft is not None and self.asked.draft.orders
        if ordered and any(isinstance(order, Build) for order in ordered):
            return None
        mills = [order for order in self.offers(Build) if order.building == MILL]
        return min(mills, key=lambda order: VILLAGE_IDS[order.village] != self.home, default=None)

    @cached_property
    def march(self) -> March | None:
        """The next step through one's own region; none under bad weather."""
        if not self.asks("move") or self.asked is None or (self.asked.draft is not None and self.asked.draft.closed):
            return None
        return first_march.next_march(self.asked.choice)

    @cached_property
    def start(self) -> str:
        """The village that this step leaves; one's first one without it."""
        if self.asked is None or self.march is None:
            return self.home
        return str(self.asked.choice.view["lords"][LORD_IDS[self.march.lords[0]]]["village"])

    @cached_property
    def match(self) -> Propose | None:
        """A marriage with the nearest family that could accept it."""
        offers = [order for order in self.offers(Propose) if order.marriages]
        return min(offers, key=lambda order: self.far(order.player), default=None)

    @cached_property
    def proposals(self) -> dict[tuple[int, int], Sequence[Sequence[str]]]:
        """Marriages, and nothing else, that families have proposed: the couples, by family and number of the deal."""
        seats = list(self.view["seats"])
        return {
            (seats.index(deal["proposer"]), deal["number"]): deal["marriages"]
            for deal in self.view["deals"]
            if deal["marriages"] and not (deal["asks"] or deal["asked_cards"] or deal["claims"])
        }

    @cached_property
    def suitor(self) -> AcceptDeal | None:
        """The marriage that the nearest family has proposed."""
        offers = [order for order in self.offers(AcceptDeal) if (order.player, order.deal) in self.proposals]
        return min(offers, key=lambda order: self.far(order.player), default=None)

    @cached_property
    def couple(self) -> tuple[str, str]:
        """Whom the marriage would join: one's own, and the other family's; nobody while there is none in sight."""
        if self.suitor is not None:
            couple = self.proposals[self.suitor.player, self.suitor.deal][0]
            theirs, mine = sorted(couple, key=lambda name: self.view["lords"][name]["seat"] == self.seat)
            return mine, theirs
        if self.match is not None:
            return LORD_IDS[self.match.marriages[0].one], LORD_IDS[self.match.marriages[0].other]
        return "", ""

    @property
    def ready(self) -> bool:
        """Whether one has said that one has nothing more to negotiate."""
        return self.seat in self.view["ready"]

    def far(self, player: int) -> int:
        """How many steps lie between a family's lords and one's own village."""
        seat = list(self.view["seats"])[player]
        goals = {lord["village"] for lord in self.view["lords"].values() if lord["seat"] == seat}
        steps, seen, here = 0, {self.home}, {self.home}
        while here and not here & goals:
            here = {to for place in here for to in ROADS[place]} - seen
            seen |= here
            steps += 1
        return steps

    @property
    def storm(self) -> bool:
        """Whether bad weather holds one's region."""
        return bool(self.home and self.view["regions"][self.view["villages"][self.home]["region"]]["weather"])

    @cached_property
    def courted(self) -> bool:
        """Whether one has proposed a marriage, or is married."""
        proposed = any(deal["proposer"] == self.seat and deal["marriages"] for deal in self.view["deals"])
        return proposed or any(self.view["lords"][lord]["spouse"] for lord in self.view["seats"][self.seat]["lords"])


def plan_of(access: MatchAccess, asked: Asked | None = None) -> Plan | None:
    """The plan of the visitor's first turn; None once it is over, or his family is no more."""
    if "own" not in access.view:
        return None
    seat = access.view["own"]["seat"]
    if access.view["turn"] > 1 or not access.view["seats"][seat]["alive"]:
        return None
    return Plan(access.view, seat, access.lang, asked)


def figures(plan: Plan) -> dict[str, Any]:
    """The figures of all steps' words."""
    tables = names(plan.view, plan.lang)
    village, lords = fixed(plan.lang)["village"], tables["lord"]
    price = CONSTANTS.prices.mill
    mine, theirs = plan.couple
    march = plan.march
    return {
        "regions": enumeration([one.label for one in first_march.small_regions(plan.view)], plan.lang),
        "best": village[plan.homes[0]] if plan.homes else "",
        "home": village.get(plan.home, ""),
        "lord": lords[LORD_IDS[plan.lord.lord]] if plan.lord is not None else "",
        "card": tables["card"][plan.useless.card] if plan.useless is not None else "",
        "playing": plan.asks("cards"),
        "price": price,
        "turns": -(-price // YIELDS[MILL]),
        "mill": plan.mill is not None,
        "bought": plan.asks("purchase", "shopping") and plan.asked is not None and plan.asked.drafted,
        "storm": plan.storm,
        "to": village[first_march.village_of_march(march)] if march is not None else "",
        "walker": lords[LORD_IDS[march.lords[0]]] if march is not None else "",
        "soldiers": sum(a * b for a, b in zip(march.soldiers, CONSTANTS.token_values, strict=True)) if march else 0,
        "begun": plan.asked is not None and plan.asked.drafted,
        "mine": lords.get(mine, ""),
        "theirs": lords.get(theirs, ""),
        "family": tables["seat"].get(plan.view["lords"][theirs]["seat"], "") if theirs else "",
        "suitor": plan.suitor is not None,
    }


def step(
    key: str,
    thing: Callable[[Plan], str],
    done: Callable[[Plan], bool],
    press: Callable[[Plan], str],
) -> GuideStep:
    """One step, which points at what it speaks of; while another question waits, at that."""

    def pointed(plan: Plan) -> str:
        return "#question" if plan.interrupted else thing(plan)

    return GuideStep(key=key, link=lambda _: "#question", thing=pointed, done=done, press=press, figures=figures)


def or_end(plan: Plan, order: Order | None, *kinds: str) -> str:
    """The order that a step adds, or else the end of one's turn in this phase."""
    return (plan.line(order) or END) if plan.asks(*kinds) else ""


STEPS = (
    step(
        "settle",
        lambda _: "svg.board .advised",
        lambda plan: bool(plan.home),
        lambda plan: f"{SETTLE}{plan.homes[0]}" if plan.asks("settle") and plan.homes else "",
    ),
    step(
        "lords",
        lambda _: ".hand",
        lambda plan: plan.past("cards") or (plan.asks("cards") and plan.lord is None),
        lambda plan: plan.line(plan.lord),
    ),
    step(
        "discard", lambda _: ".hand", lambda plan: plan.past("cards"), lambda plan: or_end(plan, plan.useless, "cards")
    ),
    step(
        "mill",
        lambda plan: "#choix-build" if plan.mill is not None else "#question",
        lambda plan: plan.past("purchase"),
        lambda plan: or_end(plan, plan.mill, "purchase", "shopping"),
    ),
    step(
        "march",
        lambda plan: f'svg.board .village[data-village="{plan.start}"] .spot',
        lambda plan: plan.past("move"),
        lambda plan: or_end(plan, plan.march, "move"),
    ),
    step(
        "wed",
        lambda plan: "#marches" if plan.suitor is not None else "#accord",
        lambda plan: plan.courted or plan.past("negotiation") or (plan.asks("window") and not any(plan.couple)),
        lambda plan: plan.line(plan.suitor or plan.match) if plan.asks("window") else "",
    ),
    step(
        "ready",
        lambda _: "#reponse [value=PRET]",
        lambda plan: plan.ready or plan.past("negotiation"),
        lambda plan: f"{LINE}PRET" if plan.asks("window") else "",
    ),
)

GUIDE = Guide(
    words="fief_guide",
    steps=STEPS,
    plan=plan_of,
    picture=lambda access: reverse("match_picture", args=[access.match.code]),
)
