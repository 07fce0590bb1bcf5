"""The rehearsal: the coming turn of the sheet played on guesses, beside another sheet, and poured back as a draft.

A POST plays on from where the page stands; nothing is stored. Fields: `others` (the manner of all), `lord`, `land` and
`men` (attacks that are expected, a row each), `how:SEAT` (the manner of one neighbour), `variant` (another text of the
sheet), `trials` (played so far), `of` (which of the sheets is told), `do`: "play", "more" or "of:PLACE".
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from allauth.core import ratelimit

from heraut.engine.protocol import Json, Seat, Unguessed
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.herald import labels
from heraut.games.gloire.rehearsal import Summary
from heraut.games.gloire.state import LandName
from heraut.games.gloire.suppositions import HOSTILE, MANNERS, MOST_MEN, USUAL, Assault, Suppositions, fitting
from heraut.site.common.words import say
from heraut.site.games.gloire.rehearsal_stage import stage
from heraut.site.games.gloire.rehearsal_words import outcome
from heraut.site.games.gloire.sheet import number
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import AT_ONCE, MOST_TRIALS, Busy
from heraut.site.matchpage.saving import LONGEST_TEXT, own_text

ATTACKS = 3  # rows of the form
MOST_NEIGHBOURS = 12  # lords of whom one by one something may be supposed


@dataclass(frozen=True)
class Variant:
    """A sheet that is rehearsed: its text, what it is called."""

    name: str
    text: str
    own: bool = False


@dataclass(frozen=True)
class Asked:
    """What the page is asked for. `rows` are the attacks as they were typed."""

    supposed: Suppositions
    rows: list[tuple[str, str, str]]
    variant: str
    trials: int
    of: int
    act: str


def context(access: MatchAccess) -> dict[str, Any]:
    """What the page of a living lord shows; a POST plays."""
    asked = asked_of(access)
    found: dict[str, Any] = {}
    if access.request.method == "POST" and access.view["road"] is None:
        if ratelimit.consume(access.request, action="rehearse"):
            found = played(access, asked)
        else:
            found = {"fault": say("rehearsal.often")}
    own, names = access.view["own"], labels(access.view["map"], access.lang)
    seats = neighbours(access.view)
    return {
        "asked": asked,
        "manners": [(one, say(f"gloire_rehearsal.manner_{one}")) for one in MANNERS],
        "neighbours": [
            (seat, access.view["lords"][seat]["name"], asked.supposed.manners.get(seat, "")) for seat in seats
        ],
        "foes": [(seat, lord["name"]) for seat, lord in access.view["lords"].items() if may_come(access.view, seat)],
        "own_lands": sorted(((name, names[name]) for name in own["lands"]), key=lambda land: land[1]),
        "most_men": MOST_MEN,
        **found,
    }


def may_come(view: Json, seat: str) -> bool:
    """Whether a lord may be supposed to attack: he lives, and is neither oneself nor an ally."""
    own = view["own"]["seat"]
    return bool(view["lords"][seat]["alive"]) and seat != own and seat not in view["lords"][own]["allies"]


def neighbours(view: Json) -> list[Seat]:
    """The lords who own a land next to one's own, and one's enemies."""
    places, lands = atlas(view["map"]), view["lands"]
    near = {lands[there]["owner"] for land in view["own"]["lands"] for there in places.neighbours(LandName(land))}
    near |= set(view["lords"][view["own"]["seat"]]["enemies"])
    return [Seat(seat) for seat in view["lords"] if seat in near and may_come(view, seat)][:MOST_NEIGHBOURS]


def asked_of(access: MatchAccess) -> Asked:
    """What the form asks for; before it is sent, that everybody plays as usual."""
    posted = access.request.POST
    if access.request.method != "POST":
        return Asked(Suppositions(USUAL), [("", "", "")] * ATTACKS, own_text(access), 0, 0, "")
    lists = [posted.getlist(name)[:ATTACKS] for name in ("lord", "land", "men")]
    rows = [(lord, land, men) for lord, land, men in zip_longest(*lists, fillvalue="")]
    rows += [("", "", "")] * (ATTACKS - len(rows))
    manners = {seat: posted.get(f"how:{seat}", "") for seat in neighbours(access.view)}
    manner = posted.get("others", USUAL)
    supposed = Suppositions(
        manner if manner in MANNERS else USUAL,
        manners,
        tuple(Assault(Seat(lord), LandName(land), number(men)) for lord, land, men in rows),
    )
    act, _, place = posted.get("do", "").partition(":")
    return Asked(
        fitting(access.view, supposed),
        rows,
        posted.get("variant", "")[:LONGEST_TEXT].replace("\r\n", "\n"),
        min(number(posted.get("trials", "")), MOST_TRIALS),
        number(place) if act == "of" else number(posted.get("of", "")),
        act,
    )


def variants(access: MatchAccess, asked: Asked) -> list[Variant]:
    """One's own sheet, and the text beside it if it is another."""
    own = own_text(access)
    found = [Variant(say("gloire_rehearsal.own"), own, own=True)]
    if asked.variant.strip() != own.strip():
        found.append(Variant(say("gloire_rehearsal.variant"), asked.variant))
    return found


def played(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """The variants, played."""
    found, where = variants(access, asked), stage(access, asked.supposed)
    least = asked.trials + AT_ONCE if asked.act in ("play", "more") else max(asked.trials, 1)
    try:
        trials = where.play([one.text for one in found], least)
    except Busy:
        return {"fault": say("rehearsal.busy")}
    except Unguessed:
        return {"fault": say("gloire_rehearsal.unguessed")}
    sums: list[Summary] = [where.summary(each) for each in trials]
    told = min(asked.of, len(found) - 1)
    return {
        "results": [outcome(access, one, its, sums) for one, its in zip(found, sums, strict=True)],
        "refused": refusals(access, found),
        "told": outcome(access, found[told], sums[told], sums),
        "of": told,
        "trials": len(trials[0]),
        "more": len(trials[0]) < MOST_TRIALS,
        "undisturbed": undisturbed(asked.supposed),
    }


def undisturbed(supposed: Suppositions) -> bool:
    """Whether nobody is supposed to do anything."""
    manners = {supposed.manner, *supposed.manners.values()}
    return not supposed.assaults and not manners & {USUAL, HOSTILE}


def refusals(access: MatchAccess, found: list[Variant]) -> list[tuple[str, int]]:
    """The variants of which lines are refused, and how many."""
    counted = [(one.name, len(SheetDecision(access.view).parse(one.text).refusals)) for one in found]
    return [(name, count) for name, count in counted if count]
