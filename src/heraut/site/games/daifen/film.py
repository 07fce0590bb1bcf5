"""The film of a continent: how many kingdoms lived, turn by turn, and what was told of each turn.

Its players are shown all of it once it is over: who fought whom, what changed hands, who was ahead (DA-FOG-11). Under
way a lord finds his own news there; a passer-by never more than everybody knew (DA-FOG-08).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event
from heraut.engine.protocol import Seat as SeatName
from heraut.games.daifen.herald import Herald
from heraut.games.daifen.report import is_no_header
from heraut.site.common.words import say, site_words
from heraut.site.games.daifen import statistics
from heraut.site.matches.models import Step
from heraut.site.matchpage.film import Frame
from heraut.site.matchpage.finale import stopped
from heraut.site.matchpage.match_access import MatchAccess

MOST = 12  # happenings of a turn that are told; the reports have them all
AHEAD = 3  # kingdoms that are named as the strongest
OWN = (
    "assault_attacker", "assault_defender", "assault_supporter", "theft_gain", "theft_victim", "gift_sent",
    "gift_received", "kingdom_fallen", "kingdom_lost",
)  # fmt: skip


def moments(access: MatchAccess) -> list[Frame]:
    """One frame a turn, with what its visitor may be told of it; an end before a turn was played ends the last one."""
    rows = Step.objects.filter(match=access.match).order_by("number").values_list("number", "events")
    teller = Whole(access) if access.may_see_all else Teller(access)
    film = [Frame(turn, turn, teller.lines(turn, access.visible(stored))) for turn, stored in rows]
    if access.match.unplayed:
        *film, last, end = film
        film.append(Frame(last.turn, end.step, [*last.words, *end.words]))
    return film


class Teller:
    """A turn in lines: what all know of it, and a lord's own news."""

    def __init__(self, access: MatchAccess) -> None:
        self.match = access.match
        self.herald = Herald(access.view, access.lang)
        self.words = site_words(access.lang)

    def lines(self, turn: int, events: Sequence[Event]) -> list[str]:
        """What was told of this turn."""
        public = sorted((event for event in events if event.seen_by is None), key=is_no_header)
        if self.match.is_unplayed(turn):
            public = list(filter(is_no_header, public))
        happened = list(self.happened(events))
        told = [*map(self.sentence, public), *happened[:MOST]]
        if self.match.is_unplayed(turn):
            told.insert(0, say("daifen_report.not_played", turn=turn))
            told += filter(None, [stopped(self.match)])
        return [*told, self.say("more", count=len(happened) - MOST)] if len(happened) > MOST else told

    def happened(self, events: Sequence[Event]) -> Iterator[str]:
        """What happened to the reader."""
        for event in events:
            if event.seen_by is not None and event.kind in OWN:
                ending = self.ending(event.data) if event.kind.startswith("assault") else ""
                yield " ".join(filter(None, [self.sentence(event), ending]))

    def sentence(self, event: Event) -> str:
        """An event, as reports tell it."""
        return str(self.herald.words.say("event", event.kind, self.herald.told(event), self.herald.names))

    def ending(self, data: Mapping[str, Any]) -> str:
        """How an assault ended."""
        return str(self.herald.tale("assault", f"ending_{data['ending']}"))

    def say(self, key: str, **data: Any) -> str:
        """A sentence of the film."""
        return str(self.words.say("daifen_film", key, data, self.herald.names))


class Whole(Teller):
    """The same of the whole continent, to those who played it, once it is over."""

    def __init__(self, access: MatchAccess) -> None:
        super().__init__(access)
        self.called = {SeatName(one["seat"]): str(one["name"]) for one in access.view["kingdoms"]}
        self.figures = statistics.kept.of_all(access.match, list(self.called))

    def lines(self, turn: int, events: Sequence[Event]) -> list[str]:
        """What happened in this turn, and who was ahead after it."""
        ahead = [] if self.match.is_unplayed(turn) else self.ahead(turn)
        return [*super().lines(turn, events), *ahead]

    def happened(self, events: Sequence[Event]) -> Iterator[str]:
        """Assaults, one by one, then what was stolen and given, and who fell."""
        yield from self.assaults(events)
        for event in events:
            own = self.called[event.seen_by[0]] if event.seen_by else ""
            if event.kind == "theft_gain":
                yield self.say("theft", thief=own, kingdom=event.data["kingdom"], gold=sum(event.data["amounts"]))
            elif event.kind == "gift_sent":
                yield self.say(
                    "gift", giver=own, recipient=event.data["recipient"], gift=self.herald.told(event)["gift"]
                )
            elif event.kind == "kingdom_lost":
                yield self.say("fallen", kingdom=own)

    def assaults(self, events: Sequence[Event]) -> Iterator[str]:
        """Each kingdom that was attacked: by whom, who stood by it, how it ended, what was taken."""
        led: dict[str, list[Event]] = {}
        for event in events:
            if event.kind == "assault_attacker":
                led.setdefault(event.data["kingdom"], []).append(event)
        for kingdom, told in led.items():
            stood_by = [one for one in events if one.kind == "assault_supporter" and one.data["kingdom"] == kingdom]
            fought = self.say("assault", attackers=self.names(told), kingdom=kingdom, supporters=self.names(stood_by))
            loot = self.say("loot", loot=sum(event.data["share"] for event in told))
            taken = loot if told[0].data["ending"] == "pillage" else ""
            yield " ".join(filter(None, [fought, self.ending(told[0].data), taken]))

    def names(self, events: Sequence[Event]) -> list[str]:
        """Whose events these are."""
        return [self.called[seat] for event in events for seat in event.seen_by or ()]

    def ahead(self, turn: int) -> list[str]:
        """Who had the most units after a turn, the richest first among equals; a fallen kingdom has none."""
        living = [(seat, had) for seat, had in self.figures[turn].items() if "units" in had]
        living.sort(key=lambda one: (-one[1]["units"], -one[1]["gold"]))
        first = [self.say("one", kingdom=self.called[seat], **had) for seat, had in living[:AHEAD]]
        return [self.say("ahead", first=first)] if first else []
