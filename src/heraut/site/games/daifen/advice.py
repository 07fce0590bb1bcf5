"""What stands beside the fields of a form: what a line costs and leaves, why it is refused, what it forgets.

A form may be right and still foolish: each of these mistakes is told once, with one button that mends it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.races import BUILDINGS, RACES, ROLES, UNITS
from heraut.site.common.words import site_words
from heraut.site.games.daifen.attack import chance
from heraut.site.games.daifen.draft import Fill
from heraut.site.games.daifen.entry import Values, lines_of, text_of
from heraut.site.games.daifen.fields import Fields
from heraut.site.games.daifen.lines import CheckedForm, cautions, check
from heraut.site.games.daifen.realm import known_living
from heraut.site.learn.reference import rulebook
from heraut.site.matchpage.checked_lines import CheckedLine

FRESH = 2  # turns: an older report is none, to an attacker
PLACES = ("a1", "a2", "a3")  # of attacks
MOST_LOWERED = 10_000  # a figure that is more nonsense than a slip


@dataclass(frozen=True)
class Advice:
    """A mistake in a form that could be sent: why, by which rule, what mends it, beside which fields it stands."""

    key: str
    sentence: str
    rule: str
    fill: Fill | None = None
    place: str = ""
    rule_text: str = ""


@dataclass(frozen=True)
class Beside:
    """What stands beside the fields of one place; `state` is "", "good", "warn" or "bad"."""

    place: str
    state: str = ""
    sentence: str = ""
    fill: Fill | None = None

    @property
    def id(self) -> str:
        """Its name in the page."""
        return f"pourquoi-{self.place}"


class Adviser:
    """What is to be said of the form that these fields write."""

    def __init__(self, view: Json, lang: str, values: Values, form: CheckedForm) -> None:
        self.view, self.own, self.lang, self.values, self.form = view, view["own"], lang, values, form
        self.words, self.names = site_words(lang), fixed_names(lang)
        self.orders = [order for _, order in form.read]

    def say(self, key: str, **data: Any) -> str:
        """One of the sentences."""
        return self.words.say("daifen_advice", key, data, self.names)

    def advice(self, key: str, rule: str, fields: Values | None, place: str = "", **data: Any) -> Advice:
        """One mistake; its button is called by its key."""
        fill = Fill(self.say(f"{key}_act", **data), fields) if fields is not None else None
        return Advice(key, self.say(key, **data), rule, fill, place, self.rule(rule))

    def rule(self, id: str) -> str:
        """What a rule says."""
        found = rulebook("daifen").get(id)
        return found.text(self.lang) if found is not None else ""

    def all(self) -> list[Advice]:
        """Everything, the worst first."""
        coffers = cautions(replace(self.form.ahead, waiting=()), self.lang)
        told = [*self.empty_town(), *self.blind(), *self.waiting(), *self.idle_spies()]
        return [*told, *[Advice("coffers", sentence, rule, rule_text=self.rule(rule)) for sentence, rule in coffers]]

    def value(self, name: str) -> int:
        """The figure in a field."""
        typed = self.values.get(name, "").strip()
        return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0

    # All warriors out

    def empty_town(self) -> Iterator[Advice]:
        """Nobody would defend the town while some are away: all its gold would go (DA-ASS-17)."""
        home = Counter({code: number for code, number in self.own["units"].items() if UNITS[code].defensive})
        had = home.total()
        for order in self.orders:
            if isinstance(order, o.Expedition):
                home -= Counter({code: number for code, number in order.units if UNITS[code].defensive})
        if not had or home.total() or not any(isinstance(order, o.Expedition) for order in self.orders):
            return
        place, code = self.last_sent()
        fields = None
        if place:
            left = self.value(f"{place}-{code}") - 1
            alone = not left and sum(self.value(f"{place}-{unit}") for unit in self.own["units"]) == 1
            fields = {f"{place}-{code}": str(left or ""), **({f"{place}-k": ""} if alone else {})}
        gold = max(0, self.form.gold.left)  # what the form costs has gone before anybody comes
        yield self.advice("empty_town", "DA-ASS-17", fields, place, unit=code, gold=gold)

    def last_sent(self) -> tuple[str, str]:
        """The last fields that send a defender away; a line of text has none."""
        found = [
            (place, code)
            for letter in "as"
            for place in (f"{letter}{number}" for number in range(1, 4))
            for code in self.own["units"]
            if UNITS[code].defensive and self.value(f"{place}-{code}")
        ]
        return found[-1] if found else ("", ROLES.spy)

    # A blind attack

    def blind(self) -> Iterator[Advice]:
        """Attacks on kingdoms that no spy has seen of late."""
        for order in self.orders:
            if isinstance(order, o.Attack) and order.kingdom in blind_targets(self.view, [order]):
                places = [place for place in PLACES if self.values.get(f"{place}-k") == order.kingdom]
                fields: dict[str, str] | None = None
                if places and self.idle > 0:
                    fields = {f"{places[0]}-k": "", f"e-{order.kingdom}": str(self.value(f"e-{order.kingdom}") + 1)}
                    fields |= {f"{places[0]}-{code}": "" for code in self.own["units"]}
                yield self.advice("blind", "DA-SPY-27", fields, "".join(places[:1]), kingdom=order.kingdom)

    # Spies without orders

    @property
    def idle(self) -> int:
        """How many spies stay at home without being told to."""
        return int(self.own["units"].get(ROLES.spy, 0)) - sum(spies_of(order) for order in self.orders)

    def idle_spies(self) -> Iterator[Advice]:
        """A spy at home could find somebody, or tell what stands at a neighbour's."""
        idle, living = self.idle, known_living(self.view)
        if idle <= 0:
            return
        unseen = [name for name in living if self.own["known"][name]["report"] is None]
        unseen = [name for name in unseen if not self.value(f"e-{name}")]
        if unseen:
            fields, name = {f"e-{unseen[0]}": "1"}, unseen[0]
            yield self.advice("idle_unseen", "DA-SPY-27", fields, "x", count=idle, kingdom=name)
        elif self.view["living"] - 1 > len(living):
            yield self.advice("idle", "DA-SPY-22", {"x": str(self.value("x") + idle)}, "x", count=idle)

    # A technology that waits

    def waiting(self) -> Iterator[Advice]:
        """Technologies for which the intellect is missing; who has none at all needs a library first."""
        for code in self.form.ahead.waiting:
            field, library = f"t-{code}", self.library()
            if library:
                fields = {field: "", f"b-{library}": "1"}
                cost = BUILDINGS[library].cost
                yield self.advice("no_intellect", "DA-TEC-03", fields, field, building=library, cost=cost)
            else:
                yield self.advice("waiting", "DA-TEC-03", {field: ""}, field, technology=code)

    def library(self) -> str:
        """The building that would bring the most intellect, where none does and it can be paid; else ""."""
        known, left = self.own["technologies"], self.form.gold.left
        brings = [code for code in RACES[self.own["race"]].buildings if BUILDINGS[code].intellect_gain > 0]
        ordered = {order.building for order in self.orders if isinstance(order, o.Build)}
        if ordered & {*brings} or self.form.buildings.full or any(code in self.own["buildings"] for code in brings):
            return ""
        able = [code for code in brings if BUILDINGS[code].requires in (None, *known) and BUILDINGS[code].cost <= left]
        return max(able, key=lambda code: (BUILDINGS[code].intellect_gain, -BUILDINGS[code].cost), default="")

    # Beside the fields

    def beside(self, fields: Fields, advice: list[Advice]) -> list[Beside]:
        """What stands beside each place of the page."""
        placed: dict[str, list[CheckedLine]] = {}
        text = text_of(self.view, self.values)
        lines = {line.number: line for line in check(self.view, text, self.lang).lines}
        for number, (place, _) in enumerate(lines_of(self.view, self.values), start=1):
            placed.setdefault(place, []).append(lines[number])
        doubts = {one.place: one.sentence for one in reversed(advice)}
        hopes = self.chances(advice)
        found = [
            self.told(place, placed.get(place, []), doubts.get(place, ""), hopes.get(place, ""))
            for place in fields.places
        ]
        first = next((place for place, one in enumerate(found) if one.state == "bad"), None)
        if first is not None:  # the others may be right once this one is
            found[first] = replace(found[first], fill=self.lowered(found[first].place))
        return found

    def chances(self, advice: list[Advice]) -> dict[str, str]:
        """Beside each attack the chance that it succeeds, by the last spy report; an attack that is unwise says why."""
        doubted, known = {one.place for one in advice}, self.own["known"]
        attacks = [order for order in self.orders if isinstance(order, o.Attack)]
        found = {}
        for order in attacks:
            place = next((one for one in PLACES if self.values.get(f"{one}-k") == order.kingdom), "")
            if place and place not in doubted and (share := chance(self.view, order)) is not None:
                turn = known[order.kingdom]["report"]["turn"]
                found[place] = self.say("chance", share=share, turn=turn)
        return found

    def told(self, place: str, lines: list[CheckedLine], doubt: str, hope: str) -> Beside:
        """One place: why it is refused, or what is doubtful, or what it costs and promises."""
        refused = next((line for line in lines if line.refusal), None)
        if refused is not None:
            return Beside(place, "bad", refused.refusal)
        price = sum(line.price for line in lines)
        paid = self.say("price", gold=price, left=lines[-1].left) if price else ""
        if doubt:
            return Beside(place, "warn", " ".join(filter(None, (paid, doubt))))
        return Beside(place, "good" if paid or hope else "", " ".join(filter(None, (paid, hope))))

    def lowered(self, name: str) -> Fill | None:
        """A button that puts the greatest figure there that would be taken."""
        high = self.value(name) - 1
        if name[0] not in "bugx" or not 0 <= high < MOST_LOWERED:
            return None
        low, decision = 0, SheetDecision(self.view)
        while low < high:
            figure = (low + high + 1) // 2
            values = {**self.values, name: str(figure)}
            number = [place for place, _ in lines_of(self.view, values)].index(name) + 1
            refused = any(one.line == number for one in decision.parse(text_of(self.view, values)).refusals)
            low, high = (low, figure - 1) if refused else (figure, high)
        return Fill(self.say("lower", number=low) if low else self.say("take_out"), {name: str(low or "")})


def spies_of(order: o.Order) -> int:
    """How many spies an order takes."""
    match order:
        case o.Explore(count=count) | o.Guard(count=count) | o.Mission(count=count):
            return count
        case o.Reveal():
            return 1
        case o.Give(content=ROLES.spy, count=count):
            return count
    return 0


def blind_targets(view: Json, orders: list[o.Order]) -> list[str]:
    """The kingdoms that these orders attack, and that no spy has seen within two turns."""
    known, found = view["own"]["known"], []
    for order in orders:
        report = known.get(order.kingdom, {}).get("report") if isinstance(order, o.Attack) else None
        if isinstance(order, o.Attack) and (report is None or view["turn"] - report["turn"] > FRESH):
            found.append(str(order.kingdom))
    return found
