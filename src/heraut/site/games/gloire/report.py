"""The report of a turn, told like a story: every line with its why – the rule, the figures, the draws (GP-INF-10).

Which event stands where is the game's own affair (games/gloire/report.py); here each becomes a line of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.words import integer, real
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import BY_CODE
from heraut.games.gloire.realm_report import renown_told
from heraut.games.gloire.report import by_phase, phase_name, reader
from heraut.site.common.words import site_words
from heraut.site.games.gloire.checked import Seen, draft_in, refused_lines
from heraut.site.games.gloire.draft import Draft
from heraut.site.games.gloire.order_words import sentence
from heraut.site.games.gloire.realm import realm_context
from heraut.site.games.gloire.summary import Summary, summary
from heraut.site.learn.reference import rulebook
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess

DUELS = ("joust_results", "royal_jousts_held")


@dataclass(frozen=True)
class Table:
    """Figures in rows, under their headings."""

    caption: str
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Told:
    """One event as a line: its sentence, the rule that made it happen, the figures and tables behind it."""

    text: str
    rule: str
    statement: str
    ignored: bool = False
    figures: list[tuple[str, str]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class OrderTold:
    """One order of the sheet, and what came of it."""

    number: int
    text: str
    outcomes: list[Told]
    sentence: str = ""  # what it said in words; "" where it cannot be read any more

    @property
    def ignored(self) -> bool:
        """Whether it had no effect."""
        return bool(self.outcomes) and all(told.ignored for told in self.outcomes)


@dataclass(frozen=True)
class Chapter:
    """What a phase brought: orders with their outcomes, or events."""

    phase: int
    name: str
    orders: list[OrderTold] = field(default_factory=list)
    events: list[Told] = field(default_factory=list)


def page(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """The report of a turn for its visitor: his own, or the chronicle. 0 is the report of the setup (GP-SET-07)."""
    number = access.match.step if turn is None else turn
    step = access.step(number)
    has_read(access, number)
    seat = access.told_seat
    view = access.view_after(number, step.digest, seat)
    events = access.events(step, seat)
    before = access.view_after(number - 1, access.step(number - 1).digest, seat) if number else {}
    return show(
        access,
        "play/gloire/report.html",
        "report",
        **realm_context(access),
        **story(view, events, access.lang, before),
        refused=refused_lines(access, number, before),
        summary=summary_of(access, number, before, view, events),
        number=number,
        last=access.match.step,
        step=step,
        hashes=sealed_hashes(access, step),
        readers=[(name, lord["name"]) for name, lord in view["lords"].items()] if access.may_see_all else [],
        told_seat=seat or access.name,
    )


def summary_of(access: MatchAccess, number: int, before: Json, view: Json, events: Sequence[Event]) -> Summary | None:
    """The first screen of a lord's report, his last one too; with what to do next where he may give orders now."""
    if not number or "own" not in before:
        return None
    asked = number == access.match.step and access.open
    draft = draft_in(Seen(access.known, access.view), "") if asked else None
    return summary(before, view, events, access.lang, draft)


def story(view: Json, events: Sequence[Event], lang: str, before: Json | None = None) -> dict[str, Any]:
    """The report in its parts, in the order of their telling; `before`: what its lord saw as he gave orders."""
    teller = Teller(view, lang)
    seat = reader(view, events)
    private = [event for event in events if event.seen_by is not None and seat in event.seen_by]
    public = [event for event in events if event.seen_by is None]
    return {
        "told_for": teller.herald.lords[seat] if seat else "",
        "welcome": [text for event in public for text in teller.fate(event, seat)],
        "orders": teller.orders(private, before or {}) if seat else [],
        "happenings": teller.happenings(events) if seat else [],
        "news": teller.chapters([(phase, event) for phase, event in by_phase(public)]),
        "estate": estate_tables(teller.herald) if "own" in view else None,
    }


class Teller:
    """Events of one turn put into words, with their reasons."""

    def __init__(self, view: Json, lang: str) -> None:
        self.lang = lang
        self.herald = Herald(view, lang)
        self.labels: Mapping[str, str] = site_words(lang).groups["measure"]

    def tell(self, event: Event) -> Told:
        """One event."""
        herald, data = self.herald, event.data
        ignored = event.kind == "order_ignored"
        if ignored:
            reason = herald.words.say("ignored", data["reason"], data, herald.names)
            text = herald.page("ignored", {"reason": reason})
        else:
            text = herald.sentence(event.kind, data)
        rule = rulebook("gloire").get(event.rule)
        return Told(
            text=text,
            rule=event.rule,
            statement=rule.text(self.lang) if rule else "",
            ignored=ignored,
            figures=self.figures(data),
            tables=list(self.tables(event)),
            rows=self.forces(data) if event.kind == "spied" else [],
        )

    def figures(self, data: Mapping[str, Any]) -> list[tuple[str, str]]:
        """The figures of an event that have a name."""
        return [
            (self.labels[key], self.figure(value)) for key, value in data.items() if key in self.labels and plain(value)
        ]

    def figure(self, value: float) -> str:
        """A figure as this language writes it; draws and shares with three decimals."""
        if isinstance(value, float):
            return real(value, self.lang, 3 if abs(value) < 2 else 1)
        return integer(value, self.lang)

    def tables(self, event: Event) -> Iterable[Table]:
        """A battle pass by pass, a joust duel by duel."""
        if event.kind == "battle" and event.data["passes"]:
            yield self.passes(event.data)
        if event.kind in DUELS:
            yield from map(self.duel, event.data["duels"])

    def passes(self, data: Mapping[str, Any]) -> Table:
        """A battle: draws, advantage, losses, men and renowns, the attacker's first (GP-INF-05)."""
        herald, lang = self.herald, self.lang
        sides = {True: herald.page("attacker"), False: herald.page("defender")}
        rows = []
        for number, (ours, theirs, advantage, *figures) in enumerate(data["passes"], start=1):
            men = [integer(value, lang) for value in figures[:4]]
            renowns = [real(value, lang) for value in figures[4:]]
            rows.append([str(number), real(ours, lang), real(theirs, lang), sides[advantage], *men, *renowns])
        return Table("", herald.page("pass_head").split("|"), rows)

    def duel(self, duel: Mapping[str, Any]) -> Table:
        """One duel: the two knights, each pass with draws and what they were worth."""
        words, lang = site_words(self.lang), self.lang
        names = [f"{duel[one]} ({self.herald.lords.get(duel[f'{one}_lord'], '')})" for one in ("first", "second")]
        winner = names[0] if duel["first_wins"] else names[1]
        rows = [
            [str(number), *(real(value, lang, 2) for value in blow)]
            for number, blow in enumerate(duel["passes"], start=1)
        ]
        head = words.say("bilan", "duel_head", {"first": names[0], "second": names[1]}).split("|")
        figures = {"winner": winner, "before": duel["before"], "after": duel["after"]}
        figures |= {"first": names[0], "second": names[1]}
        figures |= {"first_before": duel["before"][0], "first_after": duel["after"][0]}
        figures |= {"second_before": duel["before"][1], "second_after": duel["after"][1]}
        return Table(words.say("bilan", "duel", figures), head, rows)

    def forces(self, data: Mapping[str, Any]) -> list[str]:
        """The forces that a spy has seen (GP-ESP-03)."""
        found = data["found"]["forces"]
        rows = [self.herald.page("force_knight" if force["knight"] else "force_garrison", force) for force in found]
        return rows or [self.herald.page("no_force")]

    def orders(self, private: Iterable[Event], before: Json) -> list[Chapter]:
        """Every order with its outcomes, phase by phase (GP-INF-10)."""
        sheet: list[str] = []
        outcomes: dict[int, list[Told]] = {}
        for event in private:
            if "order" in event.data:
                outcomes.setdefault(event.data["order"], []).append(self.tell(event))
            elif event.kind == "sheet_read":
                sheet = event.data["lines"]
        chapters: list[Chapter] = []
        spoken = self.spoken(sheet, before)
        for phase, number, text in sorted((BY_CODE[text[:3]].phase, n, text) for n, text in enumerate(sheet, start=1)):
            if not chapters or chapters[-1].phase != phase:
                chapters.append(self.chapter(phase))
            chapters[-1].orders.append(OrderTold(number, text, outcomes.get(number, []), spoken.get(number, "")))
        return chapters

    def spoken(self, sheet: Sequence[str], before: Json) -> dict[int, str]:
        """The orders as sentences, by the numbers of their lines, as they were when they were given."""
        if "own" not in before:
            return {}
        herald, draft = Herald(before, self.lang), Draft(before, "\n".join(sheet))
        return {one.line: sentence(one.order, herald) for one in draft.placed}

    def happenings(self, known: Sequence[Event]) -> list[Chapter]:
        """What befell the lord that he had not ordered."""
        dated = by_phase([event for event in known if "order" not in event.data])
        return self.chapters(
            [(p, event) for p, event in dated if event.seen_by is not None and event.kind != "sheet_read"]
        )

    def chapters(self, dated: Iterable[tuple[int, Event]]) -> list[Chapter]:
        """Events under the names of their phases."""
        chapters: list[Chapter] = []
        for phase, event in dated:
            if not chapters or chapters[-1].phase != phase:
                chapters.append(self.chapter(phase))
            chapters[-1].events.append(self.tell(event))
        return chapters

    def chapter(self, phase: int) -> Chapter:
        """An empty chapter."""
        return Chapter(phase, phase_name(self.herald, phase))

    def fate(self, event: Event, seat: Seat | None) -> list[str]:
        """The first word of a first report, and of a last one (GP-SET-07, GP-ELI-04)."""
        if event.data.get("lord") != seat or seat is None:
            return []
        key = {"fief_given": "welcome", "lord_eliminated": "fallen"}.get(event.kind)
        return [self.herald.page(key, event.data)] if key else []


def plain(value: object) -> bool:
    """Whether a value is a figure."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def estate_tables(herald: Herald) -> dict[str, Any]:
    """What is private to the lord after the turn: treasury, renown in its parts, lands, knights, garrisons, calls."""
    page, own = herald.page, herald.view["own"]
    return {
        "facts": [
            (page("treasury"), page("treasury_value", own)),
            (page("global_renown"), renown_told(herald, own)),
            (page("retreat"), page("retreat_value", own["retreat"])),
        ],
        "calls": [
            page("call_received" if call["called"] == own["seat"] else "call_made", call) for call in own["calls"]
        ],
        "lands": Table("", page("land_head").split("|"), land_rows(herald)),
        "knights": Table("", page("knight_head").split("|")[1:], knight_rows(herald)),
        "garrisons": Table("", page("garrison_head").split("|"), garrison_rows(herald)),
    }


def land_rows(herald: Herald) -> list[list[str]]:
    """The lord's lands: how happy, how many people, what they are taxed, how they are fortified."""
    view, lang = herald.view, herald.lang
    names, works = herald.names["land"], herald.names["fortification"]
    return [
        [
            names[name],
            real(view["lands"][name]["happiness"], lang),
            integer(view["lands"][name]["population"], lang),
            real(land["tax_coefficient"], lang, 2),
            works[land["fortification"]] if land["fortification"] else "–",
        ]
        for name, land in view["own"]["lands"].items()
    ]


def knight_rows(herald: Herald) -> list[list[str]]:
    """His knights: their renown and pay, where they are, whom they lead."""
    own, lang = herald.view["own"], herald.lang
    return [
        [
            herald.page("in_person", knight) if int(id) == own["lord_knight"] else knight["name"],
            real(knight["renown"], lang),
            integer(knight["pay"], lang),
            herald.names["land"][knight["land"]],
            f"#{knight['army']}" if knight["army"] is not None else "–",
            integer(own["armies"][str(knight["army"])]["men"], lang) if knight["army"] is not None else "–",
        ]
        for id, knight in own["knights"].items()
    ]


def garrison_rows(herald: Herald) -> list[list[str]]:
    """The armies that no knight leads."""
    return [
        [f"#{id}", integer(army["men"], herald.lang), herald.names["land"][army["land"]]]
        for id, army in herald.view["own"]["armies"].items()
        if army["knight"] is None
    ]


def sealed_hashes(access: MatchAccess, step: Step) -> list[tuple[str, str, bool]]:
    """The hash of every set of orders that was used, lord by lord; the visitor's own is marked."""
    lords = access.view["lords"]
    return [
        (lords[name]["name"], digest, name == access.name)
        for name, digest in sorted(access.sealed_hashes(step).items(), key=lambda item: lords[item[0]]["number"])
    ]
