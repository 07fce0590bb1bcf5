"""The report of a turn, phase by phase: every line with its rule, assaults round by round, rumours as rumours.

Which event stands where, and in which words, is the game's own affair (games/daifen/report.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.http import HttpResponse

from heraut.engine.protocol import Event, Json
from heraut.games.daifen.herald import DETAILS, Herald, aftermath
from heraut.games.daifen.orders import Rumour
from heraut.games.daifen.report import PHASE_KEYS, PHASE_OF, RUMOUR, is_no_header, phase_of
from heraut.site.common.words import site_words
from heraut.site.games.daifen.moons import moon
from heraut.site.games.daifen.pictures import Stack
from heraut.site.games.daifen.realm import realm_context, stacks
from heraut.site.games.daifen.summary import summary
from heraut.site.learn.reference import rulebook
from heraut.site.matches.models import Step
from heraut.site.matchpage.finale import stopped
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess

ASSAULTS = ("assault_attacker", "assault_defender", "assault_supporter")
MOST_ROUNDS = 3  # of an assault that are told unfolded
FATES = ("kingdom_founded", "kingdom_lost")


@dataclass(frozen=True)
class Round:
    """One round: what each side dealt, who fell, who stands after it."""

    number: int
    attacker_hits: int
    spent: int
    defender_hits: int
    absorbed: int
    attackers_fallen: list[Stack]
    defenders_fallen: list[Stack]
    walls_fallen: list[Stack]
    attackers_left: int
    defenders_left: int

    @property
    def quiet(self) -> bool:
        """Whether nobody fell."""
        return not (self.attackers_fallen or self.defenders_fallen or self.walls_fallen)


@dataclass(frozen=True)
class Assault:
    """An assault as the reader may know it; `side` is his: "attacker", "defender" or "supporter"."""

    side: str
    kingdom: str
    ending: str
    ending_words: str
    attacking: list[Stack]
    defending: list[Stack]
    attackers: int
    defenders: int
    supports: list[tuple[str | None, list[Stack]]]
    volley: str
    rounds: list[Round]
    pillage: str
    after: list[str]

    @property
    def long(self) -> bool:
        """Whether its rounds are too many to be told before its end."""
        return len(self.rounds) > MOST_ROUNDS


@dataclass(frozen=True)
class Told:
    """One event as a line: its sentence, the rule that made it happen, what there is below it."""

    text: str
    rule: str
    statement: str
    lines: list[str] = field(default_factory=list)
    assault: Assault | None = None
    found: list[list[Stack]] = field(default_factory=list)  # what a spy saw, in pictures


@dataclass(frozen=True)
class Chapter:
    """What a phase brought. Phase 0: before the first."""

    phase: int
    name: str
    events: list[Told]


def page(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """The report of a turn for its visitor: his own, or the chronicle. 0 is the report of the setup (DA-REP-01)."""
    number = access.match.step if turn is None else turn
    step = access.step(number)
    has_read(access, number)
    seat = access.told_seat
    view = access.view_after(number, step.digest, seat)
    unplayed = access.match.is_unplayed(number)
    context = story(view, access.events(step, seat), access.lang, unplayed=unplayed)
    return show(
        access,
        "play/daifen/report.html",
        "report",
        **realm_context(access),
        **context,
        number=number,
        unplayed=unplayed,
        stopped=stopped(access.match) if unplayed else "",
        last=access.match.step,
        step=step,
        proof=proof(access, step),
        readers=[(one["seat"], one["name"]) for one in access.view.get("kingdoms", [])],
        told_seat=seat or access.name,
        told_moon=moon(step.resolved),
    )


def proof(access: MatchAccess, step: Step) -> str:
    """The print of the form that was used, the visitor's own: those of others would tell how many they are."""
    return access.sealed_hashes(step).get(access.name, "") if access.name else ""


def story(view: Json, events: Sequence[Event], lang: str, *, unplayed: bool = False) -> dict[str, Any]:
    """The report in its parts, in the order in which the game tells it; of a turn that was not played, how it ended."""
    teller = Teller(view, lang)
    seat = teller.herald.seat
    private = [event for event in events if event.seen_by is not None and seat in event.seen_by]
    public = sorted((event for event in events if event.seen_by is None), key=is_no_header)
    public = list(filter(is_no_header, public)) if unplayed else public
    own = view.get("own")
    return {
        "told_for": teller.herald.reader["name"] if teller.herald.reader else "",
        "summary": summary(view, private, teller) if view["turn"] > 1 else None,
        "headlines": [teller.tell(event) for event in public],
        "fate": [teller.tell(event) for event in private if event.kind in FATES],
        "launched": teller.launched(private),
        "silent": any(event.kind == "no_form" for event in private),
        "form": next((event.data["lines"] for event in private if event.kind == "orders_used"), None),
        "chapters": teller.chapters([event for event in private if event.kind in PHASE_OF]),
        "rumours": [teller.tell(event) for event in private if event.kind == RUMOUR],
        "estate": estate(own, lang) if own else None,
        "told_living": view["living"],
    }


def estate(own: Json, lang: str) -> dict[str, Any]:
    """The kingdom after the turn."""
    return {
        "gold": own["gold"],
        "intellect": own["intellect"],
        "buildings": stacks(own["buildings"], lang),
        "units": stacks(own["units"], lang),
    }


class Teller:
    """Events of one turn put into words, with their rules."""

    def __init__(self, view: Json, lang: str) -> None:
        self.lang = lang
        self.herald = Herald(view, lang)

    def chapters(self, events: Sequence[Event]) -> list[Chapter]:
        """What happened, under the names of the phases, in their order."""
        names = self.herald.words.groups["phase"]
        return [
            Chapter(phase, names[PHASE_KEYS[phase]] if phase else "", [self.tell(event) for event in told])
            for phase, told in groupby(sorted(events, key=phase_of), key=phase_of)
        ]

    def launched(self, events: Sequence[Event]) -> str:
        """That the reader has launched a rumour; no event says so, nor whether it has spread (DA-RUM-08)."""
        void = [event.data["line"] for event in events if event.kind == "orders_void"]
        used = [line for event in events if event.kind == "orders_used" for line in event.data["lines"]]
        found = next((line for line in used if line.startswith(f"{Rumour.code} ") and line not in void), None)
        if found is None:
            return ""
        return site_words(self.lang).say(
            "daifen_report", "launched", {"kingdom": found.split('"')[1]}, self.herald.names
        )

    def tell(self, event: Event) -> Told:
        """One event."""
        herald, rule = self.herald, rulebook("daifen").get(event.rule)
        text = herald.words.say("event", event.kind, herald.told(event), herald.names)
        statement = rule.text(self.lang) if rule else ""
        if event.kind in ASSAULTS:
            return Told(text, event.rule, statement, assault=self.assault(event.kind, event.data))
        if event.kind == "spy_report":
            found = [stacks(event.data[key], self.lang) for key in ("buildings", "units", "supports")]
            text = site_words(self.lang).say("daifen_report", "seen", event.data, herald.names)
            return Told(text, event.rule, statement, found=[one for one in found if one])
        detail = DETAILS.get(event.kind)
        return Told(text, event.rule, statement, detail(herald, event.data) if detail else [])

    def assault(self, kind: str, data: Mapping[str, Any]) -> Assault:
        """An assault, from the first arrow to the last coin, as far as the reader may know it (DA-REP-02)."""
        herald, lang = self.herald, self.lang
        volley, pillage = data["volley"], data.get("pillage")
        if volley is not None:
            volley = {"dice": 0, "hits": 0, "absorbed": 0, **volley, "losses": herald.listed(volley["losses"])}
        if pillage is not None:
            pillage = {**pillage, "losses": herald.listed(pillage["buildings"])}
        return Assault(
            side=kind.removeprefix("assault_"),
            kingdom=data["kingdom"],
            ending=data["ending"],
            ending_words=herald.tale("assault", f"ending_{data['ending']}"),
            attacking=stacks(data["attacking"], lang),
            defending=stacks(data["defending"], lang),
            attackers=sum(data["attacking"].values()),
            defenders=sum(data["defending"].values()),
            supports=[
                (herald.names["kingdom"].get(one["kingdom"]), stacks(one["units"], lang))
                for one in data.get("supports", ())
            ],
            volley=herald.tale("assault", "volley", volley) if volley is not None else "",
            rounds=self.rounds(data),
            pillage=herald.tale("assault", "pillage", pillage) if pillage is not None else "",
            after=aftermath(herald, data),
        )

    def rounds(self, data: Mapping[str, Any]) -> list[Round]:
        """The rounds, with who still stands after each."""
        attackers, defenders = Counter(data["attacking"]), Counter(data["defending"])
        if data["volley"] is not None:
            attackers -= Counter(data["volley"]["losses"])
        told = []
        for number, one in enumerate(data["rounds"], start=1):
            attackers -= Counter(one["attacker_losses"])
            defenders -= Counter(one["defender_losses"])
            told.append(
                Round(
                    number,
                    one["attacker_hits"],
                    one.get("spent", 0),
                    one["defender_hits"],
                    one["absorbed"],
                    stacks(one["attacker_losses"], self.lang),
                    stacks(one["defender_losses"], self.lang),
                    stacks(one.get("protections", {}), self.lang),
                    attackers.total(),
                    defenders.total(),
                )
            )
        return told
