"""Events put into the sentences of a page: with links, signs, what they mean for their reader, and their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event, Json
from heraut.games.rois.encounter.report import ending, rounds, spoils
from heraut.games.rois.herald import DETAILS
from heraut.site.common.words import site_words
from heraut.site.games.rois.battles import Battle, Drawing, Host, attached, place_of
from heraut.site.games.rois.linked_names import Places, StoryHerald, unmarked
from heraut.site.games.rois.realm import shield
from heraut.site.games.rois.signs import OF_EVENTS, sign
from heraut.site.games.rois.told import Told
from heraut.site.learn.reference import rulebook

FIGHTS = ("encounter", "duel")

Data = Mapping[str, Any]

# Whether an event is good or bad news for its reader; what is not here is neither
GOOD = frozenset(
    (
        "conquered", "hero_hired", "level_gained", "aptitude_gained", "invented", "secret_hoard", "secret_captive",
        "secret_spring", "secret_library", "secret_map", "resurrected", "veil_lifted", "science_received",
        "donation_received", "gold_received", "item_received", "invention_stolen", "ally_recruited",
    )
)  # fmt: skip
BAD = frozenset(
    (
        "province_lost", "no_refuge", "leader_killed", "body_lost", "drowned", "ravaged", "unit_unpaid", "hero_unpaid",
        "item_missing", "gold_missing", "spell_suffered", "lost_in_fog", "valhalla", "leaderless", "retreated",
        "heir_announced", "ignored",
    )
)  # fmt: skip
BY_OUTCOME: dict[str, Callable[[Data], str]] = {
    "battle": lambda data: "good" if data["won"] else "bad",
    "duel": lambda data: "good" if data["won"] else "bad" if data["lost"] else "",
    "encounter": lambda data: "good" if data["won"] else "bad" if data["lost"] and data["ending"] != "fled" else "",
    "treason": lambda data: "" if data["own"] else "bad",
    "relation_changed": lambda data: "bad" if data["broken"] else "good",
    "item_used": lambda data: "good" if data["done"] else "bad",
}


def tone(event: Event) -> str:
    """What an event is to its reader: "good", "bad", or "" for neither."""
    if event.kind in BY_OUTCOME:
        return BY_OUTCOME[event.kind](event.data)
    return "good" if event.kind in GOOD else "bad" if event.kind in BAD else ""


class Teller:
    """Events of one year in words, for one reader; `before` is what he saw as the year began, `now` what he sees today,
    which says where names may lead him.
    """

    def __init__(self, view: Json, lang: str, code: str, now: Json, before: Json | None = None) -> None:
        self.lang, self.code = lang, code
        self.herald = StoryHerald(view, lang, before)
        self.places = Places(self.herald, code, now)
        self.words = site_words(lang)

    def say(self, group: str, key: str, **data: object) -> SafeString:
        """A sentence of the site about things of the game."""
        return self.places.linked(self.words.say(group, key, data, self.herald.names))

    def tell(self, event: Event) -> Told:
        """One event."""
        folded: Sequence[str] = ()
        end = ""
        if event.kind in FIGHTS:
            folded = rounds(self.herald, event.data)
            end = " ".join([ending(self.herald, event.data), *(self.spoils(event))])
        elif event.kind != "battle" and event.kind in DETAILS:
            folded = DETAILS[event.kind](self.herald, event.data)
        return Told(
            self.places.linked(self.herald.sentence(event)),
            event.rule,
            self.statement(event.rule),
            OF_EVENTS.get(event.kind, ""),
            tone(event),
            [self.places.linked(line) for line in folded],
            self.places.linked(end),
        )

    def spoils(self, event: Event) -> list[str]:
        """What a fight has brought."""
        return spoils(self.herald, event.data) if event.kind == "encounter" else []

    def statement(self, rule: str) -> str:
        """What a rule says, in short."""
        found = rulebook("rois").get(rule)
        return found.text(self.lang) if found else ""

    def battles(self, events: Sequence[Event]) -> tuple[list[Battle], set[int]]:
        """The battles of the year, in their order; and which events are told with them, by their identity."""
        found = list(attached(events))
        told = {id(event) for fight, before, after in found for event in (fight, *before, *after)}
        return [self.battle(number, *one) for number, one in enumerate(found, start=1)], told

    def battle(self, number: int, event: Event, before: Sequence[Event], after: Sequence[Event]) -> Battle:
        """One battle, drawn."""
        data, drawing = event.data, Drawing(self.herald, event)
        reader = self.herald.own.get("kingdom", 0) or self.herald.view.get("fallen", {}).get("kingdom", 0)
        return Battle(
            anchor=f"bataille-{number}",
            season=data["season"],
            commander=data["commander"],
            event=event,
            title=self.say("rois_battle", "at", province=place_of(event)),
            name=unmarked(self.words.say("rois_battle", "at", {"province": place_of(event)}, self.herald.names)),
            when=self.herald.name("season", data["season"]),
            headline=self.places.linked(self.headline(event)),
            won=data["won"],
            front=drawing.front(),
            own=self.host(drawing, "own", [reader, *data["allies"]]),
            enemy=self.host(drawing, "enemy", data["foes"]),
            rule=event.rule,
            statement=self.statement(event.rule),
            prelude=[self.tell(one) for one in before],
            aftermath=[self.tell(one) for one in after],
            lines=drawing.lines(),
        )

    def headline(self, event: Event) -> str:
        """Who led whom against whom."""
        return self.words.say("rois_battle", "headline", event.data, self.herald.names)

    def host(self, drawing: Drawing, side: str, kingdoms: Sequence[int]) -> Host:
        """One side of a battle under its arms."""
        return drawing.host(side, [(number, self.king(number), self.arms(number)) for number in kingdoms])

    def king(self, number: int) -> SafeString:
        """A kingdom as it is called."""
        return self.places.linked(self.herald.name("kingdom", number))

    def arms(self, number: int) -> SafeString:
        """The arms of a kingdom; natives bear a sign."""
        return shield(number) if str(number) in self.herald.view["kingdoms"] else sign("GA")
