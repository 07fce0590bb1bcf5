"""What a report begins with, on one screen: what I have, what happened to me, what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event, Json
from heraut.games.daifen.herald import fortunes
from heraut.games.daifen.orders import Form
from heraut.games.daifen.races import ROLES
from heraut.site.common.words import site_words
from heraut.site.games.daifen.counsel import QUARRY, next_aim
from heraut.site.games.daifen.forecast import forecast
from heraut.site.games.daifen.pictures import picture
from heraut.site.games.daifen.realm import soldiers

MOST_TOLD = 6  # happenings that a summary names
SUFFERED = ("assault_defender", "theft_victim", "sabotage_victim")
WORTH_TELLING = (
    "assault_defender", "assault_attacker", "kingdom_fallen", "assault_supporter", "sabotage_victim", "theft_victim",
    "spy_caught", "spy_report", "explore_found", "reveal_received", "theft_gain", "spy_lost", "gift_received",
    "explore_event", "tech_done", "upkeep_building", "upkeep_unit", "abandon_warning", "no_form", "build_done",
    "train_done",
)  # fmt: skip


@dataclass(frozen=True)
class Fact:
    """One thing that the lord has, with its picture."""

    picture: SafeString
    head: str
    more: str


@dataclass(frozen=True)
class Summary:
    """The first screen of a report. `left_out`: happenings that only the phases below tell. A lord who has fallen has
    no facts, and nothing to aim at; nor has anybody once the match is over.
    """

    facts: list[Fact]
    happened: list[str]
    left_out: int
    calm: str
    aim: str


def summary(view: Json, private: Sequence[Event], teller: Any) -> Summary | None:
    """The summary of a lord's report, of the turn in which he falls too: `private` are the events that are his own."""
    told = sorted((event for event in private if is_worth_telling(event)), key=weight)
    lives, over = "own" in view, view["road"] is not None
    if not lives and not told:
        return None
    say = site_words(teller.lang).say
    calm = lives and not over and not any(event.kind in SUFFERED for event in told)
    return Summary(
        facts=facts(view, private, teller.lang) if lives else [],
        happened=[sentence(event, teller) for event in told[:MOST_TOLD]],
        left_out=len(told[MOST_TOLD:]),
        calm=say("daifen_summary", "calm", {"living": view["living"]}) if calm else "",
        aim=next_aim(view, teller.lang) if lives and not over else "",
    )


def is_worth_telling(event: Event) -> bool:
    """Whether a summary names it; not an explorer who has found nothing."""
    return event.kind in WORTH_TELLING and event.data.get("event") != "nothing"


def weight(event: Event) -> int:
    """What comes first in a summary."""
    return WORTH_TELLING.index(event.kind)


def sentence(event: Event, teller: Any) -> str:
    """One happening; of an assault its end as well, and what it has brought or cost in gold and buildings."""
    told = teller.tell(event)
    if not told.assault:
        return str(told.text)
    return " ".join([told.text, told.assault.ending_words, *fortunes(teller.herald, event.data)])


def facts(view: Json, private: Sequence[Event], lang: str) -> list[Fact]:
    """Buildings, gold, soldiers, and what is known of the world."""
    own, say = view["own"], site_words(lang).say
    ahead = forecast(view, Form())
    lost = sum((Counter(one.data["lost"]) for one in private if "assault" in one.kind), Counter[str]()).total()
    units = own["units"]
    data = {
        "buildings": sum(own["buildings"].values()),
        "quarries": own["buildings"].get(QUARRY, 0),
        "income": ahead.gold_income,
        "gold": own["gold"],
        "after": ahead.gold_after,
        "soldiers": soldiers(units),
        "spies": units.get(ROLES.spy, 0),
        "lost": lost,
        "known": sum(other["alive"] for other in own["known"].values()),
        "living": view["living"],
    }
    shown = (("lands", QUARRY), ("gold", "or"), ("soldiers", "guerrier"), ("world", ROLES.spy))
    return [
        Fact(
            picture(code),
            say("daifen_summary", key, data),
            say("daifen_summary", f"{key}_more", data),
        )
        for key, code in shown
    ]
