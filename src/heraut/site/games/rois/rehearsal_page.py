"""The rehearsal: the coming year of the sheet played on guesses, beside other sheets, and poured back as a draft.

A POST plays on from where the page stands; nothing is stored. Fields: `others`, `variant` (another text of the sheet),
`person`, `season` and `alternatives` (orders for one cell, a line each), `years` (played so far), `of` (which of the
sheets is told), `do`: "play", "more", "read:NUMBER" (a year as a story) or "of:PLACE".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from allauth.core import ratelimit
from django.http import HttpResponse

from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.grammar import capital
from heraut.games.rois.orders import SEASONS
from heraut.games.rois.rehearsal import Summary, Year
from heraut.site.common.words import say
from heraut.site.games.rois import cells
from heraut.site.games.rois.acts import LONGEST_LINE
from heraut.site.games.rois.draft import Draft, draft_of
from heraut.site.games.rois.order_forms import line_of, order_of
from heraut.site.games.rois.order_words import Sentences
from heraut.site.games.rois.page_address import number
from heraut.site.games.rois.realm import realm_context
from heraut.site.games.rois.rehearsal_stage import OTHERS, Stage, stage
from heraut.site.games.rois.rehearsal_words import outcome
from heraut.site.games.rois.year_story import YearStory
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import AT_ONCE, MOST_TRIALS, STILL, Busy
from heraut.site.matchpage.saving import LONGEST_TEXT, own_text, version

MOST_ALTERNATIVES = 4  # sheets beside one's own that are played in one page


@dataclass(frozen=True)
class Variant:
    """A sheet that is rehearsed: its text, what it is called; `line` where it differs from one's own in one cell."""

    name: str
    text: str
    line: str = ""
    own: bool = False


@dataclass(frozen=True)
class Asked:
    """What the page is asked for."""

    others: str
    variant: str
    person: int
    season: int
    alternatives: list[str]
    years: int
    of: int
    act: str
    place: int


@dataclass(frozen=True)
class Played:
    """A variant and what came of it."""

    variant: Variant
    summary: Summary
    years: list[Year]


def page(access: MatchAccess) -> HttpResponse:
    """The page of a living King; a POST plays."""
    asked = asked_of(access)
    context: dict[str, Any] = {}
    if access.request.method == "POST" and access.view["road"] is None:
        if ratelimit.consume(access.request, action="rehearse"):
            context = played(access, asked)
        else:
            context = {"fault": say("rehearsal.often")}
    return show(
        access,
        "play/rois/rehearsal.html",
        "essai",
        **realm_context(access),
        asked=asked,
        people=[(one["number"], one["name"]) for one in access.view["own"]["characters"] if not one["died"]],
        seasons=[(one, say(f"rois.season_{one}")) for one in SEASONS],
        others=[(one, say(f"rois_rehearsal.others_{one}")) for one in OTHERS],
        base=version(access.sheet),
        own_text=own_text(access),
        orders=len(draft_of(access).entries),
        most=MOST_TRIALS,
        at_once=AT_ONCE,
        **context,
    )


def asked_of(access: MatchAccess) -> Asked:
    """What the address or the form asks for."""
    posted, asked = access.request.POST, access.request.GET
    sent = access.request.method == "POST"
    source = posted if sent else asked
    people = {each["number"] for each in access.view["own"]["characters"] if not each["died"]}
    person = number(source.get("person" if sent else "personne", ""))
    season = number(source.get("season" if sent else "saison", ""))
    person, season = (person, season) if person in people and season in SEASONS else (0, 0)
    lines = [" ".join(line.split())[:LONGEST_LINE] for line in posted.get("alternatives", "").splitlines()]
    act, _, place = posted.get("do", "").partition(":")
    text = posted.get("variant", "")[:LONGEST_TEXT].replace("\r\n", "\n")
    return Asked(
        source.get("others", STILL) if source.get("others") in OTHERS else STILL,
        text if sent else own_text(access),
        person,
        season,
        [line for line in lines if line][:MOST_ALTERNATIVES] if sent else suggestions(access, person, season),
        min(number(posted.get("years", "")), MOST_TRIALS),
        number(place) if act == "of" else number(posted.get("of", "")),
        act,
        number(place),
    )


def suggestions(access: MatchAccess, person: int, season: int) -> list[str]:
    """Orders for a cell that ask for nothing: what one might try first."""
    if not person:
        return []
    possible = possible_orders(access.view, draft_of(access).sheet, person, season)
    plain = [order_of(one.kind, {}) for one in possible if one.legal and not one.arguments]
    return [line_of(one, person, season).partition(":")[2].strip() for one in plain if one][:MOST_ALTERNATIVES]


def variants(access: MatchAccess, asked: Asked) -> Iterator[Variant]:
    """One's own sheet, the text beside it, the alternatives of the cell; none twice."""
    own = own_text(access)
    yield Variant(say("rois_rehearsal.own"), own, own=True)
    seen = {own.strip()}
    if asked.variant.strip() not in seen:
        seen.add(asked.variant.strip())
        yield Variant(say("rois_rehearsal.variant"), asked.variant)
    for order in asked.alternatives if asked.person else ():
        line = f"{asked.season}: {order}"
        text = cells.put(own, asked.person, line)
        if text.strip() not in seen:
            seen.add(text.strip())
            yield Variant(called(access, asked, text) or order, text, line)


def called(access: MatchAccess, asked: Asked, text: str) -> str:
    """What a text has somebody do in the cell that is asked for; "" where that is refused."""
    cell = Draft(access.view, text).cells.get((asked.person, asked.season))
    if cell is None or cell.entry is None:
        return ""
    return capital(Sentences(access.view, access.lang).of(cell.entry.order))


def played(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """The variants, played."""
    found = list(variants(access, asked))
    where = stage(access, asked.others)
    more = asked.act in ("play", "more")
    try:
        years = where.play([one.text for one in found], asked.years + AT_ONCE if more else max(asked.years, 1))
    except Busy:
        return {"fault": say("rehearsal.busy")}
    results = [Played(one, where.summary(its), its) for one, its in zip(found, years, strict=True)]
    told = results[min(asked.of, len(results) - 1)]
    return {
        "results": [outcome(access, one.variant, one.summary, [each.summary for each in results]) for one in results],
        "refused": refusals(access, found),
        "told": outcome(access, told.variant, told.summary, [told.summary]),
        "of": results.index(told),
        "years": len(years[0]),
        "more": len(years[0]) < MOST_TRIALS,
        "samples": samples(told),
        **(story(access, where, told, asked.place) if asked.act == "read" else {}),
    }


def refusals(access: MatchAccess, found: list[Variant]) -> list[tuple[str, int]]:
    """The variants of which lines are refused, and how many."""
    counted = [(one.name, len(Draft(access.view, one.text).refusals)) for one in found if not one.own]
    return [(name, count) for name, count in counted if count]


def samples(told: Played) -> list[tuple[str, int]]:
    """Years that are worth reading: the worst, the one in the middle, the best, by provinces, then units and gold."""
    order = sorted(told.years, key=worth)
    picks = {"worst": order[0], "middle": order[len(order) // 2], "best": order[-1]}
    return [(say(f"rois_rehearsal.{name}"), year.number) for name, year in picks.items()]


def worth(year: Year) -> tuple[int, int, int, int]:
    """How well a year ended."""
    own = year.view.get("own")
    if own is None:
        return -1, 0, 0, year.number
    return len(own["provinces"]), len(own["units"]), own["gold"], year.number


def story(access: MatchAccess, where: Stage, told: Played, wanted: int) -> dict[str, Any]:
    """One of the years, told as the report of a year is."""
    if wanted >= len(told.years):
        return {}
    year = where.year(told.variant.text, wanted)
    tale = YearStory(access, access.view, year.view, year.events, text=told.variant.text)
    return {"read": wanted + 1, "story": tale.context(), "number": access.view["turn"]}
