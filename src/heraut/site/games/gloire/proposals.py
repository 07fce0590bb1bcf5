"""The orders that the card of a land offers: a sentence each, with its effect or its odds and its price (GP-SITE-16).

Worked out from the lord's view and from his draft alone, by the game's calculators: what a levy raises counts for the
attack below it, and an order that stands in the draft is offered as one that can be withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.calculators.conquest import chance, meeting, men_to_conquer, peasants_between
from heraut.games.gloire.calculators.finance import LandPlan, Outcome, estate
from heraut.games.gloire.calculators.levy import Levies
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.sheet.writing import WORK_NAMES, quoted
from heraut.games.gloire.state import KnightId, LandName
from heraut.site.common.words import site_words
from heraut.site.games.gloire.bonds import bond
from heraut.site.games.gloire.draft import Draft, Placed
from heraut.site.games.gloire.order_words import sentence
from heraut.site.learn.reference import rulebook
from heraut.site.matchpage.proposals import Figure, Proposal

LIKELIEST = 3  # that a card shows; the others are one touch away
ROUND = 100  # écus to which a levy is rounded up
USUAL = 500  # écus of a levy where no conquest is in view
CALLED = 2  # knights whom a newcomer calls
LEVEL = 3  # of a tax, where none is chosen yet


@dataclass(frozen=True)
class LevyPlan:
    """The smallest levy by which a knight takes a land surely enough: where, for how much, the men he then leads."""

    land: LandName
    amount: int
    raised: int
    men: int


class Offers:
    """What may be offered to a lord; `chosen` is the number of the knight whom he has chosen, "" for none."""

    def __init__(self, view: Json, lang: str, draft: Draft, chosen: str = "") -> None:
        self.view, self.lang, self.draft, self.chosen = view, lang, draft, chosen
        self.own = view["own"]
        self.herald = Herald(view, lang)
        self.words = site_words(lang)
        self.places = atlas(view["map"]).places
        self.figures = view["settings"]["constants"]

    @cached_property
    def plans(self) -> dict[str, LandPlan]:
        """What taxes do to each land."""
        return {str(plan.land): plan for plan in estate(self.view).lands}

    @cached_property
    def levies(self) -> Levies:
        """What money raises, after the draft."""
        return Levies(self.view, self.draft.orders)

    def say(self, key: str, **data: Any) -> str:
        """Words of an offer."""
        return self.words.say("offer", key, data, self.herald.names)

    # Making one

    def offer(self, line: str, rule: str, **more: Any) -> Proposal:
        """The proposal of a line, or of lines that are one act; those that the draft says already withdraw them."""
        lines = line.split("\n")
        found = [self.draft.find(one.replace("{}", "1")) for one in lines]
        given: list[Placed] = [one for one in found if one is not None]
        whole = len(given) == len(lines)
        if "act" not in more:
            more["act"] = self.act(line, given[0] if whole else None, more.get("figure"))
        return Proposal(
            line=line,
            code=" ".join(one.partition(" ")[0] for one in lines),
            rule=rule,
            rule_text=rulebook("gloire")[rule].text(self.lang),
            given=tuple(one.line for one in given) if whole else (),
            disc=given[-1].disc if whole else 0,
            **more,
        )

    def act(self, line: str, given: Placed | None, figure: Figure | None) -> str:
        """The sentence of an order, with the figure that the draft has, or the one that is offered."""
        order = given.order if given else self.draft.read(line.replace("{}", str(figure.value if figure else 1)))
        return sentence(order, self.herald) if order is not None else line

    def money(self, amount: int) -> str:
        """So many écus."""
        return self.words.say("match", "money", {"amount": amount})

    # Knights and their men

    def reach(self, land: str) -> list[str]:
        """The own knights who can attack or enter a land, the chosen one first, then the lord himself."""
        near = {land, *self.places[land].neighbours}
        found = [id for id, knight in self.own["knights"].items() if knight["land"] in near]
        return sorted(found, key=lambda id: (id != self.chosen, -self.men(id), int(id) != self.own["lord_knight"]))

    def men(self, knight: str) -> int:
        """How many men he will lead into an attack, after the draft."""
        return self.draft.ahead.attackers.get(KnightId(int(knight)), 0)

    def free(self, knight: str) -> bool:
        """Whether the draft sends him nowhere yet."""
        return not any(getattr(one.order, "knight", None) == int(knight) for one in self.draft.of(o.Attack))

    def levy_plan(self, knight: str, target: str) -> LevyPlan | None:
        """The smallest levy that wins a neutral land; None if there is no land to raise it in, or not enough money."""
        stands = self.own["knights"][knight]["land"]
        near = [name for name in (stands, *self.places[stands].neighbours) if name in self.own["lands"]]
        wanted = men_to_conquer(meeting(self.view, KnightId(int(knight)), LandName(target)))
        if not near or wanted is None:
            return None
        land, led = LandName(near[0]), self.men(knight)
        quote = self.levies.of_men(land, max(1, wanted - led))
        if quote is None:
            return None
        amount = ceil(quote.amount / ROUND) * ROUND
        if amount > max(0, self.draft.ahead.lowest):
            return None
        raised = self.levies.for_amount(land, amount).men
        return LevyPlan(land, amount, raised, led + raised)

    # Against a land

    def attack(self, knight: str, land: str) -> Proposal:
        """An attack; on a neutral land with its odds, and with the levy that wins it if he has no men yet."""
        name = self.own["knights"][knight]["name"]
        line, tie = f"ATT {quoted(name)} {quoted(land)}", bond(self.view, self.view["lands"][land]["owner"])
        if tie != "neutral":
            danger = self.say("danger_felony") if tie == "other" else "" if self.men(knight) else self.say("unarmed")
            effect = self.say("men", men=self.men(knight)) + " · " + self.say("unknown_defence")
            return self.offer(line, "GP-ATT-01", effect=effect, price=self.say("free"), danger=danger)
        levied = next((one for one in self.draft.of(o.Levy) if getattr(one.order, "knight", None) == int(knight)), None)
        if levied is not None and self.draft.find(line):
            raising = self.levy_line(levied.order)
            return self.with_levy(
                knight, land, f"{raising}\n{line}", self.men(knight), getattr(levied.order, "amount", 0)
            )
        plan = self.levy_plan(knight, land) if not self.men(knight) else None
        if plan is not None:
            raising = f"ARM {quoted(plan.land)} {plan.amount} {quoted(name)}"
            return self.with_levy(knight, land, f"{raising}\n{line}", plan.men, plan.amount)
        danger = "" if self.men(knight) else self.say("unarmed")
        effect = self.odds(knight, land, self.men(knight)) if self.men(knight) else ""
        return self.offer(line, "GP-ATT-01", effect=effect, price=self.say("free"), danger=danger)

    def levy_line(self, order: Any) -> str:
        """A levy as its line."""
        return f"ARM {quoted(order.land)} {order.amount} {quoted(self.own['knights'][str(order.knight)]['name'])}"

    def with_levy(self, knight: str, land: str, lines: str, men: int, amount: int) -> Proposal:
        """A levy under a knight and his attack, as one act."""
        act = self.say("raise_attack", land=land)
        return self.offer(lines, "GP-ATT-01", act=act, effect=self.odds(knight, land, men), price=self.money(amount))

    def odds(self, knight: str, land: str, men: int) -> str:
        """What so many men may expect in a neutral land."""
        least, most = peasants_between(self.view, LandName(land))
        met = meeting(self.view, KnightId(int(knight)), LandName(land))
        retreat = ceil(men * self.own["retreat"]["knight"] / 100)
        sure = int(100 * chance(met, men))
        name = self.own["knights"][knight]["name"]
        return self.say("odds", knight=name, men=men, least=least, most=most, chance=sure, retreat=retreat)

    def border(self, land: str) -> str | None:
        """The own land next to this one from which most lands without a lord can be attacked."""
        lands = self.view["lands"]
        free = {
            name: sum(lands[other]["owner"] is None for other in self.places[name].neighbours)
            for name in self.places[land].neighbours
            if name in self.own["lands"]
        }
        return max((name for name in free if free[name]), key=lambda name: (free[name], name), default=None)

    def move(self, knight: str, land: str, why: str = "") -> Proposal:
        """A march without an attack."""
        name = self.own["knights"][knight]["name"]
        effect = self.say("men", men=self.men(knight)) + (" · " + self.say(why) if why else "")
        return self.offer(f"MOV {quoted(name)} {quoted(land)}", "GP-MOV-01", effect=effect, price=self.say("free"))

    def spy(self, land: str) -> Proposal:
        """A spy."""
        price = self.money(self.figures["spy_price"])
        return self.offer(f"ESP {quoted(land)}", "GP-ESP-01", effect=self.say("spy"), price=price)

    def diplomacy(self, owner: str) -> Iterator[Proposal]:
        """What one may tell the lord of a land, as things stand between the two."""
        name, tie = quoted(self.view["lords"][owner]["name"]), bond(self.view, owner)
        if tie == "other":
            yield self.offer(f"GUE {name}", "GP-GUE-01", effect=self.say("war"), price=self.say("free"))
            yield self.offer(f"ALL {name}", "GP-ALL-01", effect=self.say("alliance"), price=self.say("free"))
        elif tie == "enemy":
            yield self.offer(f"PAI {name}", "GP-PAI-01", effect=self.say("peace"), price=self.say("free"))

    # In one's own land

    def target(self, knight: str) -> str | None:
        """The neutral land that a knight takes most surely."""
        here = self.own["knights"][knight]["land"]
        lands = self.view["lands"]
        given = [
            str(getattr(one.order, "land", ""))
            for one in self.draft.of(o.Attack)
            if getattr(one.order, "knight", 0) == int(knight)
        ]
        near = [name for name in self.places[here].neighbours if lands[name]["owner"] is None]
        near += [here] if lands[here]["owner"] is None else []
        return given[0] if given else min(near, key=lambda name: (lands[name]["population"], name), default=None)

    def tax_plan(self, land: str) -> tuple[Outcome, float] | None:
        """The tax that is given back for, under the highest that full help makes good; and the happiness before it."""
        plan = self.plans[land]
        if not plan.steady:
            return None
        levels = [plan.levels[level].full for level in (plan.steady - 1, plan.steady)]
        found = next((full for full in levels if full is not None and full.level and full.net > 0), None)
        return (found, plan.happiness) if found is not None else None

    def tax(self, land: str) -> Proposal | None:
        """A tax with what is given back for it."""
        planned = self.tax_plan(land)
        if planned is None:
            return None
        full, before = planned
        act = self.say("tax", level=full.level, amount=full.amount)
        effect = self.say("happiness", before=before, after=full.happiness)
        lines = f"IMP {full.level} {quoted(land)}\nRED {full.amount} {quoted(land)}"
        return self.offer(lines, "GP-RED-01", act=act, effect=effect, price=self.say("gain", amount=full.net))

    def levy(self, land: str, knight: str = "") -> Proposal:
        """A levy in one's own land, under a knight or as a garrison."""
        name = self.own["knights"][knight]["name"] if knight else ""
        target = self.target(knight) if knight else None
        plan = self.levy_plan(knight, target) if knight and target and not self.men(knight) else None
        line = f"ARM {quoted(land)} {{}}" + (f" {quoted(name)}" if name else "")
        given = self.draft.find(line.replace("{}", "1"))
        amount = int(getattr(given.order, "amount", 0)) if given else plan.amount if plan else USUAL
        figure = self.figure("amount", "ecus", self.figures["man_price"], self.own["treasury"], amount)
        men = self.levies.for_amount(LandName(land), amount).men
        effect = self.say("raised" if name else "raised_garrison", men=men, amount=amount)
        return self.offer(
            line, "GP-ARM-03" if name else "GP-ARM-01", effect=effect, price=self.money(amount), figure=figure
        )

    def figure(self, label: str, unit: str, least: int, most: int, value: int) -> Figure:
        """A figure and its bounds."""
        most = max(least, most)
        return Figure(
            label=self.words.say("field", label),
            bounds=self.say("bounds", least=least, most=most),
            unit=self.say(unit),
            least=least,
            most=most,
            value=min(max(value, least), most),
        )

    def taxes(self, land: str) -> Iterator[Proposal]:
        """A tax alone, and help alone, at a level of one's own."""
        plan, land_words = self.plans[land], quoted(land)
        given = self.draft.find(f"IMP 1 {land_words}")
        level = int(getattr(given.order, "level", LEVEL)) if given else LEVEL
        alone = plan.levels[level].alone
        yield self.offer(
            f"IMP {{}} {land_words}",
            "GP-IMP-01",
            effect=self.say("taxed", level=level, before=plan.happiness, after=alone.happiness),
            price=self.say("gain", amount=alone.tax),
            figure=self.figure("level", "level", 1, 10, level),
        )
        full = next((level.full for level in plan.levels if level.full is not None), None)
        amount = full.amount if full is not None else 1
        figure = self.figure("amount", "ecus", 1, max(1, self.own["treasury"]), amount)
        yield self.offer(f"RED {{}} {land_words}", "GP-RED-01", effect=self.say("help"), figure=figure)

    def call(self) -> Proposal:
        """Knights."""
        most = self.figures["knights_per_turn"]
        figure = self.figure("number", "knights", 1, most, CALLED)
        return self.offer("CHE {}", "GP-CHE-01", effect=self.say("call"), price=self.say("call_price"), figure=figure)

    def works(self, land: str) -> Iterator[Proposal]:
        """The works that are not there yet, the smallest first."""
        for level, work in WORK_NAMES.items():
            if level > self.own["lands"][land]["fortification"]:
                price = self.money(self.figures["fortification_price"][level])
                yield self.offer(f"FOR {quoted(land)} {work}", "GP-FOR-01", effect=self.say("works"), price=price)

    # A whole card

    def for_land(self, land: str) -> list[Proposal]:
        """All orders about a land, the likeliest first."""
        return list(self.at_home(land) if land in self.own["lands"] else self.abroad(land))

    def at_home(self, land: str) -> Iterator[Proposal]:
        """Orders about a land of one's own."""
        near = self.reach(land)
        leader = next((id for id in near if id == self.chosen or self.own["knights"][id]["land"] == land), "")
        target = self.target(leader) if leader else None
        if target:
            yield self.attack(leader, target)
        elif leader and (border := self.border(land)):
            yield self.move(leader, border, "to_border")
        tax = self.tax(land)
        if tax is not None:
            yield tax
        if leader:
            yield self.levy(land, leader)
        yield self.call()
        works = list(self.works(land))
        yield from works[:1]
        yield from self.taxes(land)
        yield self.levy(land)
        yield from works[1:]
        yield from (self.levy(land, id) for id in near if id != leader)
        yield from (self.move(id, land) for id in near if self.own["knights"][id]["land"] != land)

    def abroad(self, land: str) -> Iterator[Proposal]:
        """Orders about a land of somebody else, or of nobody."""
        owner, near = self.view["lands"][land]["owner"], self.reach(land)
        tie = bond(self.view, owner)
        marchers = [id for id in near if self.own["knights"][id]["land"] != land]
        if tie == "other":
            yield from self.diplomacy(owner)
        if tie not in ("ally", "mine"):
            yield from (self.attack(id, land) for id in near)
        if tie in ("ally", "neutral"):
            yield from (self.move(id, land) for id in marchers)
        yield self.spy(land)
        if tie != "other" and owner is not None:
            yield from self.diplomacy(owner)
