"""The tools beside the sheet: the adjudicator's own code asked "what if", from what the lord knows (GP-SITE-23 to 27).

Every one is a form that reads its question from the address; some answers have a button that writes lines of the sheet.
The orders saved so far are taken into account: men who will be levied can be counted on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse, QueryDict

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.calculators.finance import LandPlan, estate
from heraut.games.gloire.calculators.forces import Defender, Force
from heraut.games.gloire.calculators.knights import call_odds
from heraut.games.gloire.calculators.levy import Levies, LevyQuote
from heraut.games.gloire.calculators.odds import Odds, attack_odds
from heraut.games.gloire.calculators.renown import suppose
from heraut.games.gloire.calculators.retreat import way_home
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.herald import Herald, labels
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.state import KnightId, LandName
from heraut.site.common.words import say
from heraut.site.games.gloire import rehearsal_page
from heraut.site.games.gloire.order_words import sentence
from heraut.site.games.gloire.realm import realm_context
from heraut.site.games.gloire.sheet import number
from heraut.site.games.gloire.writings import Writing, attack_line, lines_of, raised, written
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import version

TOOLS = ("argentier", "levee", "chevaliers", "bataille", "retraite", "renommee", "essai")
MOST_LEVEL, DEFAULT_LEVEL = 10, 3
MOST_MEN = 999_999
DEFENDERS = 3  # forces that the form has room for


class Inquiry:
    """The lord's view, the orders that he has saved, and what the address asks."""

    def __init__(self, access: MatchAccess) -> None:
        self.view, self.lang = access.view, access.lang
        self.own = access.view["own"]
        self.asked: QueryDict = access.request.GET
        self.labels = labels(access.view["map"], access.lang)
        text = access.sheet.kept if access.sheet else ""
        saved = SheetDecision(access.view).parse(text).answer
        # nobody asks what a lord or a knight could do who will be gone
        self.sheet: Sheet = tuple(order for order in saved if not isinstance(order, (o.Abdicate, o.Dismiss)))

    def number(self, name: str, default: int = 0, most: int = MOST_MEN) -> int:
        """A number of the address."""
        asked = self.asked.get(name)
        return min(number(str(asked)), most) if asked else default

    def land(self, *, own: bool = False) -> LandName | None:
        """The land of the address, if it is on the map (`own`: one of the lord's)."""
        name = self.asked.get("terre", "")
        return LandName(name) if name in (self.own["lands"] if own else self.view["lands"]) else None

    def own_lands(self) -> list[tuple[str, str]]:
        """The lord's lands by name."""
        return sorted(((name, self.labels[name]) for name in self.own["lands"]), key=lambda land: land[1])

    def all_lands(self) -> list[tuple[str, str]]:
        """All lands by name."""
        return sorted(self.labels.items(), key=lambda land: land[1])

    def writing(self, line: str) -> Writing | None:
        """The button that writes one order, in the words of the list of orders; None where it would be refused."""
        herald = Herald(self.view, self.lang)
        orders = SheetDecision(self.view).parse(line).answer
        return Writing(" ".join(sentence(one, herald) for one in orders), [line]) if orders else None


Tool = Callable[[Inquiry], dict[str, Any]]


def page(access: MatchAccess, tool: str = TOOLS[0]) -> HttpResponse:
    """One tool; for living lords only."""
    if tool not in TOOLS:
        raise Http404
    if "own" not in access.view:
        return turn_away(access)
    tools = [(name, f"tools.{name}") for name in TOOLS]
    if tool == "essai":
        return rehearsal_page.page(access, tools)
    return show(
        access,
        f"play/gloire/tool_{tool}.html",
        "tools",
        **realm_context(access),
        **ANSWERS[tool](Inquiry(access)),
        tool=tool,
        tools=tools,
        base=version(access.sheet),
    )


# The Grand Argentier


def finance(inquiry: Inquiry) -> dict[str, Any]:
    """Each land at the level asked, alone and with full redistribution, and at every level below (GP-SITE-23, 25)."""
    level = inquiry.number("niveau", DEFAULT_LEVEL, MOST_LEVEL)
    plans = estate(inquiry.view)
    rows = [land_row(inquiry, plan, level) for plan in plans.lands]
    return {
        "level": level,
        "levels": range(MOST_LEVEL + 1),
        "rows": rows,
        "mean": plans.mean_happiness,
        "sum_tax": plans.tax[level],
        "sum_full": plans.full_amount[level],
        "sum_net": plans.full_net[level],
        "whole": [
            Writing(say("tools.all_full", level=level), lines_of(rows, "with_help")),
            Writing(say("tools.all_healthy", net=sum(row["healthy_net"] for row in rows)), lines_of(rows, "healthy")),
        ],
    }


def land_row(inquiry: Inquiry, plan: LandPlan, level: int) -> dict[str, Any]:
    """One land: the level asked, the level that leaves it healthy, all levels; with the lines that order them."""
    chosen = plan.levels[level]
    healthy = plan.levels[plan.steady].full if plan.steady else None
    return {
        "land": plan.land,
        "label": inquiry.labels[plan.land],
        "plan": plan,
        "alone": chosen.alone,
        "full": chosen.full,
        "tax_only": written(plan.land, level, 0),
        "with_help": written(plan.land, level, chosen.full.amount if chosen.full else 0),
        "healthy": written(plan.land, healthy.level, healthy.amount) if healthy else None,
        "healthy_net": healthy.net if healthy else 0,
    }


# Men


def levy(inquiry: Inquiry) -> dict[str, Any]:
    """Men for money, or money for men, in one of the lord's lands (GP-SITE-24)."""
    land = inquiry.land(own=True)
    amount, men = inquiry.number("ecus", most=999_999_999), inquiry.number("hommes")
    quote: LevyQuote | None = None
    if land is not None and men:
        quote = Levies(inquiry.view, inquiry.sheet).of_men(land, men)
    elif land is not None and amount:
        quote = Levies(inquiry.view, inquiry.sheet).for_amount(land, amount)
    near = [knight["name"] for knight in inquiry.own["knights"].values() if land and knight["land"] == land]
    return {
        "lands": inquiry.own_lands(),
        "land": land,
        "label": inquiry.labels.get(land or ""),
        "amount": amount,
        "men": men,
        "quote": quote,
        "impossible": land is not None and men > 0 and quote is None,
        "writings": raised(land, quote, near) if land and quote and quote.men else [],
    }


def knights(inquiry: Inquiry) -> dict[str, Any]:
    """What knights called may be worth, and cost."""
    odds = call_odds(inquiry.view, inquiry.number("tresor", inquiry.own["treasury"], most=999_999_999))
    rows = [
        {
            "number": place,
            "best": best,
            "paid": paid,
            "dearest": place * odds.highest_price,
            "writing": inquiry.writing(f"CHE {place}"),
        }
        for place, (best, paid) in enumerate(zip(odds.best, odds.all_paid, strict=True), start=1)
    ]
    return {"odds": odds, "rows": rows}


# Battles


def battle(inquiry: Inquiry) -> dict[str, Any]:
    """The chances of an attack, from the map: a knight, a land, the defenders that one supposes (GP-SITE-26)."""
    land, knight = inquiry.land(), inquiry.asked.get("chevalier", "")
    if knight not in inquiry.own["knights"]:
        knight = nearest_knight(inquiry, land)
    forces = supposed_forces(inquiry)
    owner = inquiry.view["lands"][land]["owner"] if land else None
    answer: Odds | None = None
    if land is not None and knight and (forces or owner is None or "calcul" in inquiry.asked):
        answer = attack_odds(
            inquiry.view,
            KnightId(int(knight)),
            land,
            Rng(b"odds"),
            men=inquiry.number("seuil") if inquiry.asked.get("seuil") else None,
            defenders=forces or None,
            fortification=inquiry.number("ouvrage", 0, 3),
            sheet=inquiry.sheet,
        )
    own = inquiry.own["knights"].get(knight)
    return {
        "lands": inquiry.all_lands(),
        "land": land,
        "label": inquiry.labels.get(land or ""),
        "owner": inquiry.view["lords"][owner]["name"] if owner else "",
        "knight": knight,
        "knights": [(id, knight["name"], men_of(inquiry, knight)) for id, knight in inquiry.own["knights"].items()],
        "threshold": inquiry.asked.get("seuil", ""),
        "work": inquiry.number("ouvrage", 0, 3),
        "defenders": [
            {"place": place, **{key: inquiry.asked.get(f"{key}{place}", "") for key in ("hommes", "renommee", "repli")}}
            for place in range(1, DEFENDERS + 1)
        ],
        "mean_renown": inquiry.view["means"]["knight_renown"],
        "answer": answer,
        "writing": inquiry.writing(attack_line(own["name"], land, inquiry.asked.get("seuil", "")))
        if answer and own and land
        else None,
    }


def nearest_knight(inquiry: Inquiry, land: LandName | None) -> str:
    """The strongest knight who can reach a land, or the strongest of all."""
    near = {land, *(atlas(inquiry.view["map"]).neighbours(land) if land else ())}
    ranked = sorted(
        inquiry.own["knights"].items(), key=lambda item: (item[1]["land"] in near, men_of(inquiry, item[1]))
    )
    return ranked[-1][0] if ranked else ""


def men_of(inquiry: Inquiry, knight: Mapping[str, Any]) -> int:
    """How many men a knight leads now."""
    army = inquiry.own["armies"].get(str(knight["army"]))
    return army["men"] if army else 0


def supposed_forces(inquiry: Inquiry) -> list[Defender]:
    """The defenders that the form supposes, in the order in which they are given."""
    forces: list[Defender] = []
    for place in range(1, DEFENDERS + 1):
        men = inquiry.number(f"hommes{place}")
        if men:
            renown = float(inquiry.number(f"renommee{place}", round(inquiry.view["means"]["knight_renown"]))) or 1.0
            percent = inquiry.number(f"repli{place}", inquiry.view["settings"]["constants"]["retreat_garrison"], 100)
            forces.append(Force(men, renown, men * percent / 100))
    return forces


def retreat(inquiry: Inquiry) -> dict[str, Any]:
    """The way home of men driven from a land."""
    land, men = inquiry.land(), inquiry.number("hommes", 100)
    home = way_home(inquiry.view, land, men, garrison="garnison" in inquiry.asked) if land else None
    return {
        "lands": inquiry.all_lands(),
        "land": land,
        "label": inquiry.labels.get(land or ""),
        "men": men,
        "garrison": "garnison" in inquiry.asked,
        "home": home,
        "refuges": [inquiry.labels[name] for name in home.refuges] if home else [],
    }


# Renown

BONDS: Mapping[str, type[o.Diplomatic]] = {
    "GUE": o.DeclareWar,
    "ALL": o.OfferAlliance,
    "PAI": o.OfferPeace,
    "ANN": o.CancelAlliance,
}


def renown(inquiry: Inquiry) -> dict[str, Any]:
    """Global renown, if happiness, treasury, alliances or wars were others (GP-SITE-27)."""
    others = [
        (seat, lord) for seat, lord in inquiry.view["lords"].items() if lord["alive"] and seat != inquiry.own["seat"]
    ]
    chosen = [(code, inquiry.asked.get(code.lower(), "")) for code in BONDS]
    sheet = tuple(BONDS[code](Seat(seat)) for code, seat in chosen if seat in dict(others))
    treasury = inquiry.number("tresor", most=999_999_999) if inquiry.asked.get("tresor") else None
    gain = inquiry.number("bonheur", most=100) if inquiry.asked.get("bonheur") else None
    happiness = dict.fromkeys(inquiry.own["lands"], float(gain)) if gain is not None else None
    supposed = suppose(inquiry.view, happiness=happiness, treasury=treasury, diplomacy_orders=sheet)
    return {
        "others": [(seat, lord["name"]) for seat, lord in others],
        "bonds": [(code, f"tools.bond_{code.lower()}", code.lower(), seat) for code, seat in chosen],
        "treasury": inquiry.asked.get("tresor", ""),
        "happiness": inquiry.asked.get("bonheur", ""),
        "supposed": supposed,
        "parts": [
            (f"tools.part_{part}", getattr(supposed.now.parts, part), getattr(supposed.then.parts, part))
            for part in ("lord_knight", "knights", "lands", "treasury", "allies", "enemies")
        ],
        "guessed": [inquiry.view["lords"][seat]["name"] for seat in supposed.guessed],
    }


ANSWERS: Mapping[str, Tool] = {
    "argentier": finance,
    "levee": levy,
    "chevaliers": knights,
    "bataille": battle,
    "retraite": retreat,
    "renommee": renown,
}
