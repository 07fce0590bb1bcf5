"""Lines that do not do what a newcomer expects of them, each with one touch that mends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

from heraut.games.gloire import orders as o
from heraut.games.gloire.calculators.conquest import chance, meeting
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.sheet.writing import quoted
from heraut.games.gloire.state import KnightId, LandName
from heraut.site.common.words import site_words
from heraut.site.games.gloire.bonds import bond
from heraut.site.games.gloire.draft import Draft, levies_under
from heraut.site.games.gloire.lines import add_line, change_line
from heraut.site.games.gloire.proposals import Offers
from heraut.site.matchpage.checked_lines import Mend

MOST = 20  # lines of a sheet that are looked at


class Mender:
    """What mends the lines of a draft."""

    def __init__(self, draft: Draft, herald: Herald) -> None:
        self.draft, self.view, self.herald = draft, draft.view, herald
        self.offers = Offers(draft.view, herald.lang, draft)

    def mend(self, key: str, change: tuple[str, str], **data: Any) -> Mend:
        """A mend in words; `change` is ("add", line) or ("change", line)."""
        words, names = site_words(self.herald.lang), self.herald.names
        return Mend(words.say("mend", key, data, names), words.say("mend", f"{key}_act", data, names), change)

    def name(self, knight: object) -> str:
        """A knight of one's own."""
        return str(self.view["own"]["knights"][str(knight)]["name"])

    def levy(self, order: o.Levy) -> Mend | None:
        """Men for a garrison, while a knight who stands there leads nobody."""
        for id, knight in self.view["own"]["knights"].items():
            if order.knight is None and knight["land"] == order.land and not self.offers.men(id):
                line = f"ARM {quoted(order.land)} {order.amount} {quoted(knight['name'])}"
                return self.mend("give_to", ("change", line), knight=knight["name"])
        return None

    def tax(self, order: o.Tax) -> Mend | None:
        """A tax without anything given back."""
        helped = any(getattr(one.order, "land", "") == order.land for one in self.draft.of(o.Redistribute))
        plan = self.offers.plans.get(order.land)
        full = plan.levels[order.level].full if plan is not None and not helped and order.level else None
        if plan is None or full is None or full.net < 0:
            return None
        line, after = f"RED {full.amount} {quoted(order.land)}", plan.levels[order.level].alone.happiness
        return self.mend("help", ("add", line), before=plan.happiness, after=after, amount=full.amount)

    def attack(self, order: o.Attack) -> Mend | None:
        """An attack that is a felony, without men, or without a retreat."""
        owner, knight = self.view["lands"][order.land]["owner"], str(order.knight)
        if bond(self.view, owner) == "other":
            return self.mend("war_first", ("change", f"GUE {quoted(self.view['lords'][owner]['name'])}"))
        men = self.offers.men(knight)
        if not men and owner is None and not levies_under(self.draft, order.knight):
            plan = self.offers.levy_plan(knight, order.land)
            if plan is None:
                return None
            sure = int(100 * chance(meeting(self.view, KnightId(order.knight), LandName(order.land)), plan.men))
            line = f"ARM {quoted(plan.land)} {plan.amount} {quoted(self.name(knight))}"
            return self.mend("arm", ("add", line), men=plan.men, chance=sure, amount=plan.amount)
        if order.men == 0 and men:
            line = f"ATT {quoted(self.name(knight))} {quoted(order.land)}"
            retreat = ceil(men * self.view["own"]["retreat"]["knight"] / 100)
            return self.mend("to_the_last", ("change", line), men=retreat)
        return None


MENDERS: Mapping[type[o.Order], Callable[[Mender, Any], Mend | None]] = {
    o.Levy: Mender.levy,
    o.Tax: Mender.tax,
    o.Attack: Mender.attack,
}


def mends_of(draft: Draft, herald: Herald) -> dict[int, Mend]:
    """The mends of a draft by the numbers of its lines."""
    mender, found = Mender(draft, herald), {}
    for one in draft.placed[:MOST]:
        if type(one.order) in MENDERS and (mend := MENDERS[type(one.order)](mender, one.order)) is not None:
            found[one.line] = mend
    return found


def mended(draft: Draft, number: int, herald: Herald) -> str:
    """The text with this line mended; as it was if there is nothing to mend."""
    mend = mends_of(draft, herald).get(number)
    if mend is None:
        return draft.text
    how, line = mend.change
    return add_line(draft.text, line) if how == "add" else change_line(draft.text, number, line)
