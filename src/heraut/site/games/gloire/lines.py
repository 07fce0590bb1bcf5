"""The order sheet checked line by line: what is understood, refused or doubtful, what it costs, what money is left.

The text is the truth; a click and a form only write lines of it. Everything is worked out from the seat's view, with
the reader and the calculators of the game: nothing can be learnt from it that the seat does not know (GP-SITE-16).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from heraut.engine.names import plain
from heraut.engine.protocol import Json, Reading
from heraut.engine.sheets import lines_answered
from heraut.games.gloire import orders as o
from heraut.games.gloire.calculators.finance import Caution, Forecast
from heraut.games.gloire.decision import BOUNDS
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import Order, Sheet
from heraut.games.gloire.report import explain
from heraut.site.common.words import site_words
from heraut.site.games.gloire.draft import Draft, holds_order
from heraut.site.matchpage.checked_lines import CheckedLine, reason

ABDICATION, CALLED = "ABD", "knights"


@dataclass(frozen=True)
class CheckedSheet:
    """A whole sheet; `warnings` are those that belong to no line, `ledger` the treasury phase by phase."""

    lines: list[CheckedLine]
    reading: Reading[Sheet]
    ahead: Forecast
    warnings: list[tuple[str, str]]
    ledger: list[LedgerLine]

    @property
    def given(self) -> list[CheckedLine]:
        """The lines that hold something."""
        return [line for line in self.lines if line.text.strip()]

    @property
    def at_least(self) -> bool:
        """Whether chance may leave more in the treasury than is foreseen."""
        return any(line.at_most for line in self.lines)

    @property
    def understood(self) -> int:
        """How many orders were understood."""
        return len(self.reading.answer)

    @property
    def refused(self) -> int:
        """How many lines were refused."""
        return len(self.reading.refusals)


@dataclass(frozen=True)
class LedgerLine:
    """What a phase moves in the treasury, and what is left after it."""

    phase: int
    what: str
    amount: int
    left: int


def check(view: Json, text: str, lang: str) -> CheckedSheet:
    """The text of a living lord, checked. Views come from the game; the text is anything that was typed."""
    return check_draft(Draft(view, text), lang)


def check_draft(draft: Draft, lang: str) -> CheckedSheet:
    """A text that has been read, checked."""
    ahead, herald = draft.ahead, Herald(draft.view, lang)
    lines = read_lines(draft, herald)
    orders = [line for line in lines if line.code]
    put_costs(orders, ahead)
    loose = put_cautions(orders, ahead, herald)
    put_advice(orders, draft.orders, draft.view, ahead, herald)
    return CheckedSheet(lines, draft.reading, ahead, loose, ledger(ahead, lang))


def read_lines(draft: Draft, herald: Herald) -> list[CheckedLine]:
    """The lines of the text that are read, with what they were taken for."""
    refusals = {refusal.line: refusal for refusal in draft.reading.refusals}
    orders, lines = iter(draft.orders), []
    for number, source in lines_answered(draft.text, BOUNDS, draft.reading.refusals):
        line = CheckedLine(number, source.rstrip("\r"))
        if number in refusals:
            line.refused = partial(reason, explain, refusals[number], herald.lang)
            line.rule = refusals[number].rule
        elif holds_order(source):
            order = next(orders)
            line.code, line.phase = order.code, order.phase
            line.name = herald.words.groups["order"][order.code]
        lines.append(line)
    return lines


def put_costs(orders: list[CheckedLine], ahead: Forecast) -> None:
    """What each order takes from the treasury or brings to it, and what is left after it."""
    for movement in ahead.lines:
        if movement.order is not None:
            line = orders[movement.order - 1]
            line.cost += movement.amount
            line.left = movement.treasury
            line.at_most |= movement.what == CALLED


def put_cautions(orders: list[CheckedLine], ahead: Forecast, herald: Herald) -> list[tuple[str, str]]:
    """What the treasury and the adjudicator's own reasons give to fear; those of no line are returned."""
    loose: dict[str, tuple[str, str]] = {}
    for caution in ahead.cautions:
        if caution.code == "abdicated":
            continue  # said of the line itself
        sentence = caution_text(caution, herald)
        if caution.order is not None:
            orders[caution.order - 1].warnings.append((sentence, ""))
        else:
            loose.setdefault(sentence, (sentence, ""))
    return list(loose.values())


def caution_text(caution: Caution, herald: Herald) -> str:
    """A caution in words: ours, or the reason for which the adjudicator would ignore the order."""
    words = site_words(herald.lang)
    if words.has("caution", caution.code):
        return words.say("caution", caution.code, caution.data, herald.names)
    reason = herald.words.say("ignored", caution.code, caution.data, herald.names)
    return words.say("caution", "ignored", {"reason": reason})


# What the game never refuses, but a lord should have thought of

Advice = tuple[str, str, Mapping[str, Any]]  # key of [advice], rule, data
Adviser = Callable[[Json, Any, Forecast], Iterator[Advice]]


def put_advice(orders: list[CheckedLine], sheet: Sheet, view: Json, ahead: Forecast, herald: Herald) -> None:
    """Adds to each line what its author should have thought of."""
    words = site_words(herald.lang)
    attackers: dict[int, int] = defaultdict(int)
    for line, order in zip(orders, sheet, strict=True):
        for key, rule, data in advice(view, order, ahead):
            line.warnings.append((words.say("advice", key, data, herald.names), rule))
        if isinstance(order, o.Attack):
            attackers[order.knight] += 1
            if attackers[order.knight] > 1:
                line.warnings.append((words.say("advice", "second_attack"), "GP-ATT-03"))


def advice(view: Json, order: Order, ahead: Forecast) -> Iterator[Advice]:
    """What there is to say of one order."""
    adviser = ADVISERS.get(type(order))
    if adviser is not None:
        yield from adviser(view, order, ahead)


def on_attack(view: Json, order: o.Attack, ahead: Forecast) -> Iterator[Advice]:
    """A felony, an attack that would be cancelled, an attacker without men (GP-FEL-01, GP-ATT-04)."""
    own = view["own"]
    me, owner = view["lords"][own["seat"]], view["lands"][order.land]["owner"]
    if owner == own["seat"]:
        yield "own_land", "GP-ATT-04", {"land": order.land}
    elif owner in me["allies"]:
        yield "allied_land", "GP-ATT-04", {"land": order.land, "lord": owner}
    elif owner is not None and owner not in me["enemies"]:
        yield "felony", "GP-FEL-01", {"land": order.land, "lord": owner}
    men = ahead.attackers.get(order.knight, 0)
    if men == 0:
        yield "no_men", "GP-ATT-04", {"knight": own["knights"][str(order.knight)]["name"]}
    elif order.men is not None and order.men > men:
        yield "high_threshold", "GP-ATT-04", {"men": men, "threshold": order.men}


def on_dismissal(view: Json, order: o.Dismiss, ahead: Forecast) -> Iterator[Advice]:
    """The men of a knight who is dismissed are lost (GP-LIB-02)."""
    army = view["own"]["knights"][str(order.knight)]["army"]
    if army is not None:
        yield "dismissed_men", "GP-LIB-02", {"men": view["own"]["armies"][str(army)]["men"]}


def on_tax(view: Json, order: o.Tax, ahead: Forecast) -> Iterator[Advice]:
    """The highest level empties a land of its happiness (GP-IMP-05); level 0 does nothing (GP-IMP-01)."""
    if order.level == 10:
        yield "top_tax", "GP-IMP-05", {"land": order.land}
    elif order.level == 0:
        yield "no_tax", "GP-IMP-01", {}


def on_war(view: Json, order: o.DeclareWar, ahead: Forecast) -> Iterator[Advice]:
    """War on an ally is a felony (GP-FEL-05)."""
    if order.lord in view["lords"][view["own"]["seat"]]["allies"]:
        yield "war_on_ally", "GP-FEL-05", {"lord": order.lord}


def on_move(view: Json, order: o.Move, ahead: Forecast) -> Iterator[Advice]:
    """A knight enters only neutral lands, his lord's and those of allies (GP-MOV-01)."""
    own, owner = view["own"], view["lands"][order.land]["owner"]
    if owner is not None and owner != own["seat"] and owner not in view["lords"][own["seat"]]["allies"]:
        yield "foreign_land", "GP-MOV-01", {"land": order.land, "lord": owner}


def on_abdication(view: Json, order: o.Abdicate, ahead: Forecast) -> Iterator[Advice]:
    """There is no way back (GP-ABD-01)."""
    yield "abdication", "GP-ABD-01", {}


ADVISERS: Mapping[type[Order], Adviser] = {
    o.Attack: on_attack,
    o.Dismiss: on_dismissal,
    o.Tax: on_tax,
    o.DeclareWar: on_war,
    o.Move: on_move,
    o.Abdicate: on_abdication,
}


def ledger(ahead: Forecast, lang: str) -> list[LedgerLine]:
    """The treasury through the turn, one line for each phase and purpose."""
    words = site_words(lang)
    sums: list[LedgerLine] = []
    for movement in ahead.lines:
        what = words.groups["movement"][movement.what]
        if sums and sums[-1].phase == movement.phase and sums[-1].what == what:
            sums[-1] = LedgerLine(movement.phase, what, sums[-1].amount + movement.amount, movement.treasury)
        else:
            sums.append(LedgerLine(movement.phase, what, movement.amount, movement.treasury))
    return sums


# Editing, one line at a time


def add_line(text: str, line: str) -> str:
    """The text with a line more at its end."""
    return f"{text.rstrip()}\n{line}\n" if text.strip() else f"{line}\n"


def both(text: str, other: str) -> str:
    """One text, then the lines of another that it lacks, in their order."""
    there = {" ".join(line.split()) for line in text.split("\n")}
    more = [line for line in other.split("\n") if " ".join(line.split()) not in there]
    return add_line(text, "\n".join(more)) if more else text


def drop_line(text: str, number: int) -> str:
    """The text without this line."""
    return drop_lines(text, {number})


def drop_lines(text: str, numbers: set[int]) -> str:
    """The text without these lines."""
    return "\n".join(line for number, line in enumerate(text.split("\n"), start=1) if number not in numbers)


def change_line(text: str, number: int, line: str) -> str:
    """The text with this line written anew; a blank one is dropped."""
    if not line.strip():
        return drop_line(text, number)
    lines = text.split("\n")
    if 1 <= number <= len(lines):
        lines[number - 1] = " ".join(line.split())
    return "\n".join(lines)


def move_line(text: str, number: int, by: int) -> str:
    """The text with this line moved past its neighbour, blank lines not counted: up (-1) or down (1)."""
    lines = text.split("\n")
    other = number - 1 + by
    while 0 <= other < len(lines) and not lines[other].strip():
        other += by
    if 0 <= other < len(lines) and 1 <= number <= len(lines):
        lines[number - 1], lines[other] = lines[other], lines[number - 1]
    return "\n".join(lines)


def abdicates(view: Json, text: str) -> bool:
    """Whether the order to abdicate is understood in the text, however it is written."""
    if not any(ABDICATION in plain(line).upper() for line in text.split("\n")):
        return False
    return any(isinstance(order, o.Abdicate) for order in Draft(view, text).orders)
