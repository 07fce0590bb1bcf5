"""The cell that is open: which orders its person could be given in that season, and what each of them asks for.

Nothing is decided here: `games/rois/choices` says what is possible, and why the rest would come to nothing. A choice
is made by links, one after the other (`?ordre=Cast&choix=FI&choix=12`); the last one is a button that writes the line.
So it goes without a script, and a script only spares the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.realm import possible_realm_orders
from heraut.games.rois.forecast.certainty import Chance
from heraut.games.rois.forecast.words import say_reason
from heraut.games.rois.grammar import unit_name
from heraut.games.rois.herald import Herald
from heraut.site.common.words import say, site_words
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.order_forms import PREFIX, line_of, order_of

MOST_BUTTONS = 12  # numbers that are offered as buttons; more are typed
FORMED = ("unit", "text", "heir", "plan", "thing", "flag")  # sorts of arguments that a form asks for
COUNTED = ("count", "gold")
PATHS = ("path",)


@dataclass(frozen=True)
class Option:
    """One way on: a button that writes `line`, or a link to `href`. `why`: why it would come to nothing."""

    words: str
    line: str = ""
    href: str = ""
    chance: Chance | None = None
    more: str = ""
    why: str = ""
    certainty: str = ""
    current: bool = False


@dataclass(frozen=True)
class FormField:
    """A field of the form of an order. `sort`: see `choices.model`."""

    name: str
    label: str
    sort: str
    options: Sequence[tuple[str, str, str]] = ()  # value, words, why it would come to nothing
    least: int = 0
    most: int = 0
    optional: bool = False


@dataclass(frozen=True)
class OpenOrder:
    """The order that is being written: what was chosen so far, and what is asked next."""

    kind: str
    code: str
    words: str
    asks: str
    picked: list[Option]
    options: list[Option]
    fields: list[FormField]
    given: list[tuple[str, Any]]
    why: str = ""

    @property
    def offered(self) -> list[Option]:
        """The choices that would do something."""
        return [one for one in self.options if not one.why]

    @property
    def closed(self) -> list[Option]:
        """Those that would come to nothing, with the reason."""
        return [one for one in self.options if one.why]


@dataclass(frozen=True)
class CellCard:
    """The cell that is open, or the kingdom's orders: all orders as chips, and the one that is being written."""

    person: int
    season: int
    chips: list[Option]
    order: OpenOrder | None = None
    kept: Mapping[str, str] = field(default_factory=dict)

    @property
    def offered(self) -> list[Option]:
        """The orders that would do something."""
        return [one for one in self.chips if not one.why]

    @property
    def closed(self) -> list[Option]:
        """Those that would come to nothing now, with the reason."""
        return [one for one in self.chips if one.why]


class Writer:
    """Writes the ways on of one cell for one reader."""

    def __init__(self, draft: Draft, lang: str, person: int, season: int, kept: Mapping[str, str]) -> None:
        self.draft, self.person, self.season, self.kept = draft, person, season, kept
        self.herald, self.words = Herald(draft.view, lang), site_words(lang)

    @property
    def possible(self) -> Sequence[Possible]:
        """The orders that may be given here."""
        if not self.person:
            return possible_realm_orders(self.draft.view, self.draft.sheet)
        return possible_orders(self.draft.view, self.draft.sheet, self.person, self.season)

    def card(self, kind: str, picks: Sequence[str]) -> CellCard:
        """The whole of it; `kind` is the order that is being written, `picks` what was chosen of it so far."""
        possible = self.possible
        chosen = next((one for one in possible if one.kind == kind), None)
        order = self.order(chosen, picks) if chosen is not None else None
        return CellCard(self.person, self.season, [self.chip(one, kind) for one in possible], order, self.kept)

    def chip(self, one: Possible, kind: str) -> Option:
        """An order: a button if it asks for nothing, or else the way to what it asks for."""
        words, why = self.name(one.kind), say_reason(self.herald, one.reason)
        if not one.arguments and one.legal:
            order = order_of(one.kind, {})
            assert order is not None
            return Option(words, line=self.line(order), chance=one.chance)
        return Option(words, href=self.href(one.kind, ()), chance=one.chance, why=why, current=one.kind == kind)

    def name(self, kind: str) -> str:
        """What an order is called."""
        return say(f"rois_order_kind.{kind}")

    def line(self, order: Any) -> str:
        """The line that holds an order of this cell."""
        return line_of(order, self.person, self.season)

    def href(self, kind: str, picks: Sequence[str]) -> str:
        """The page with so much chosen."""
        asked = [*self.kept.items(), ("ordre", kind), *(("choix", pick) for pick in picks)]
        return f"?{urlencode(asked)}#ordre"

    def order(self, possible: Possible, picks: Sequence[str]) -> OpenOrder:
        """The order that is being written."""
        data, queue, done = taken(possible, picks)
        needed = [one for one in queue if not one.optional]
        asked = needed[0] if needed else (queue[0] if queue else None)
        picked = [
            Option(self.choice_words(argument, choice), href=self.href(possible.kind, picks[:place]))
            for place, (argument, choice) in enumerate(done)
        ]
        options = list(self.options(possible, data, queue, picks)) if asked is not None else []
        return OpenOrder(
            possible.kind,
            possible.code,
            self.name(possible.kind),
            say(f"rois_argument.{asked.sort}") if asked is not None else "",
            picked,
            options,
            [] if options and len(queue) == 1 else [self.form_field(one) for one in queue if one.sort not in PATHS],
            hidden(data),
            say_reason(self.herald, possible.reason),
        )

    def options(
        self, possible: Possible, data: Mapping[str, Any], queue: Sequence[Argument], picks: Sequence[str]
    ) -> Iterator[Option]:
        """The ways on: each a button if nothing else has to be asked after it, or else a link."""
        needed = [one for one in queue if not one.optional]
        if not needed:
            order = order_of(possible.kind, data)
            if order is not None:
                yield Option(say("rois.add"), line=self.line(order))
            return
        first = needed[0]
        if first.sort in FORMED:
            return
        for choice in numbered(first) if first.sort in COUNTED else first.choices:
            last = len(needed) == 1 and not any(not one.optional for one in choice.then)
            yield self.option(possible, {**data, **entered(first, choice, data)}, first, choice, picks, last=last)

    def option(
        self,
        possible: Possible,
        data: Mapping[str, Any],
        argument: Argument,
        choice: Choice,
        picks: Sequence[str],
        *,
        last: bool,
    ) -> Option:
        """One of them."""
        order = order_of(possible.kind, data) if last else None
        return Option(
            self.choice_words(argument, choice),
            line=self.line(order) if order is not None and choice.legal else "",
            href="" if order is not None else self.href(possible.kind, [*picks, str(choice.value)]),
            chance=choice.chance,
            more=self.more(choice),
            why=say_reason(self.herald, choice.reason),
            certainty=choice.certainty,
        )

    def choice_words(self, argument: Argument, choice: Choice) -> str:
        """A choice in words."""
        return self.value_words(argument.sort, choice.value)

    def value_words(self, sort: str, value: int | str) -> str:
        """A value of an argument in words."""
        match sort:
            case "province" | "path":
                return self.herald.name("province", value)
            case "kingdom":
                return self.herald.name("kingdom", value) if value else say("rois.nobody")
            case "receiver":
                return self.herald.name("character", value) if value else say("rois.garrison")
            case "unit":
                unit = self.draft.decision.book.units.get(int(value))
                return unit_name(self.herald, unit) if unit is not None else str(value)
            case "place":
                return say("rois.place", number=value)
            case "thing":
                return self.thing(str(value))
            case "count" | "gold":
                return self.words.say("match", "integer", {"value": int(value)})
            case "character" | "type" | "spell" | "item" | "ability":
                return self.herald.name(sort, value)
        return str(value)

    def thing(self, value: str) -> str:
        """What may be given a name."""
        sort, number = value[:1], int(value[1:])
        table = {"C": "character", "P": "province"}.get(sort)
        return self.herald.name(table, number) if table else self.value_words("unit", number)

    def more(self, choice: Choice) -> str:
        """The figures of a choice that are worth a word."""
        known = [key for key in choice.data if self.words.has("rois_choice", key)]
        told = [self.words.say("rois_choice", key, choice.data, self.herald.names) for key in known]
        return ", ".join(one for one in told if one)

    def form_field(self, argument: Argument) -> FormField:
        """One of them."""
        options = [
            (str(one.value), self.choice_words(argument, one), say_reason(self.herald, one.reason))
            for one in argument.choices
        ]
        return FormField(
            argument.name,
            say(f"rois_argument.{argument.sort}"),
            argument.sort,
            options,
            argument.least,
            argument.most,
            argument.optional,
        )


def hidden(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What was chosen so far, as a form sends it again."""
    return [
        (PREFIX + name, one)
        for name, value in data.items()
        for one in (value if isinstance(value, tuple) else (value,))
    ]


def taken(
    possible: Possible, picks: Sequence[str]
) -> tuple[dict[str, Any], list[Argument], list[tuple[Argument, Choice]]]:
    """What these picks say, what is still asked, and each pick with its argument; picks that mean nothing end it."""
    data: dict[str, Any] = {}
    queue, done = list(possible.arguments), []
    for pick in picks:
        argument = next((one for one in queue if not one.optional), None)
        if argument is None:
            break
        offered = numbered(argument) if argument.sort in COUNTED else argument.choices
        choice = next((one for one in offered if str(one.value) == pick and one.legal), None)
        if choice is None:
            break
        data |= entered(argument, choice, data)
        queue.remove(argument)
        queue = [*choice.then, *queue]
        done.append((argument, choice))
    return data, queue, done


def entered(argument: Argument, choice: Choice, data: Mapping[str, Any]) -> dict[str, Any]:
    """An argument as the struct of its order holds it: targets one behind the other."""
    if argument.name == "target":
        return {"target": (*data.get("target", ()), choice.value)}
    return {argument.name: choice.value}


def numbered(argument: Argument) -> list[Choice]:
    """The numbers that are offered as buttons: the first of them and the last."""
    if argument.choices:
        return list(argument.choices)
    first = range(argument.least, min(argument.most, argument.least + MOST_BUTTONS - 1) + 1)
    return (
        [Choice(value) for value in (*first, *((argument.most,) if argument.most > first[-1] else ()))] if first else []
    )
