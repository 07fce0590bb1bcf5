"""The rehearsal: the coming turn of the sheet played on guesses, beside another sheet, and poured back as a draft.

Fields beside those of all rehearsals (`matchpage/rehearsal_page.py`): `lord`, `land` and `men` (attacks that are
expected, a row each), `stance:SEAT` (how one neighbour acts).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.http import HttpResponse

from heraut.engine.protocol import Json, Seat, Unguessed
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.herald import labels
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.outcomes import summary
from heraut.games.gloire.state import LandName
from heraut.games.gloire.suppositions import MOST_MEN, STANCES, Assault, Stance, Suppositions, fitting
from heraut.site.common.words import say
from heraut.site.games.gloire.realm import realm_context
from heraut.site.games.gloire.rehearsal_setup import setup_for
from heraut.site.games.gloire.rehearsal_words import outcome
from heraut.site.games.gloire.sheet import number
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsal_page import Pressed, attempt, pressed, refused, results
from heraut.site.matchpage.rehearsals import STILL, USUAL, Variant
from heraut.site.matchpage.saving import LONGEST_TEXT, own_text, version

ATTACKS = 3  # rows of the form
MOST_NEIGHBOURS = 12  # lords of whom one by one something may be supposed


@dataclass(frozen=True)
class Asked:
    """What the page is asked for. `rows` are the attacks as they were typed."""

    supposed: Suppositions
    rows: list[tuple[str, str, str]]
    variant: str
    pressed: Pressed

    @property
    def others(self) -> Stance:
        """How everybody acts of whom nothing else is supposed."""
        return self.supposed.stance


def page(access: MatchAccess, tools: list[tuple[str, str]]) -> HttpResponse:
    """The page of a living lord, one of these tools; a POST plays."""
    asked = asked_of(access)
    lords, stances = access.view["lords"], asked.supposed.stances
    own, names = access.view["own"], labels(access.view["map"], access.lang)
    return show(
        access,
        "play/gloire/rehearsal.html",
        "tools",
        **realm_context(access),
        tool="essai",
        tools=tools,
        asked=asked,
        others=[(one, say(f"gloire_rehearsal.others_{one}")) for one in STANCES],
        stances=[(one, say(f"gloire_rehearsal.stance_{one}")) for one in STANCES],
        neighbours=[(seat, lords[seat]["name"], stances.get(seat, "")) for seat in neighbours(access.view)],
        foes=[(seat, lord["name"]) for seat, lord in lords.items() if may_come(access.view, seat)],
        own_lands=sorted(((name, names[name]) for name in own["lands"]), key=lambda land: land[1]),
        most_men=MOST_MEN,
        base=version(access.sheet),
        **attempt(access, lambda: played(access, asked)),
    )


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
        return Asked(Suppositions(USUAL), [("", "", "")] * ATTACKS, own_text(access), pressed(posted))
    lists = [posted.getlist(name)[:ATTACKS] for name in ("lord", "land", "men")]
    rows = [(lord, land, men) for lord, land, men in zip_longest(*lists, fillvalue="")]
    rows += [("", "", "")] * (ATTACKS - len(rows))
    stances = {seat: stance_of(posted.get(f"stance:{seat}", "")) for seat in neighbours(access.view)}
    supposed = Suppositions(
        stance_of(posted.get("others", "")) or USUAL,
        {seat: stance for seat, stance in stances.items() if stance is not None},
        tuple(Assault(Seat(lord), LandName(land), number(men)) for lord, land, men in rows),
    )
    return Asked(
        fitting(access.view, supposed),
        rows,
        posted.get("variant", "")[:LONGEST_TEXT].replace("\r\n", "\n"),
        pressed(posted),
    )


def stance_of(text: str) -> Stance | None:
    """The stance that a field names; None for anything else."""
    return next((one for one in STANCES if one == text), None)


def variants(access: MatchAccess, asked: Asked) -> list[Variant[Sheet]]:
    """One's own sheet, and the text beside it if it is another."""
    decision, own = SheetDecision(access.view), own_text(access)
    texts = [("own", own)] + ([("variant", asked.variant)] if asked.variant.strip() != own.strip() else [])
    found = [(key, text, decision.parse(text)) for key, text in texts]
    return [
        Variant(say(f"gloire_rehearsal.{key}"), text, reading.answer, reading.refusals, own=key == "own")
        for key, text, reading in found
    ]


def played(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """The variants, played. Raises Busy."""
    found = variants(access, asked)
    try:
        trials = setup_for(access, asked.supposed).play(found, asked.pressed.least)
    except Unguessed:
        return {"fault": say("gloire_rehearsal.unguessed")}
    sums = [summary(access.view, its) for its in trials]
    outcomes = [outcome(access, one, its, sums) for one, its in zip(found, sums, strict=True)]
    return {
        **results(outcomes, len(trials[0]), asked.pressed.of),
        "refused": refused(found),
        "undisturbed": undisturbed(asked.supposed),
    }


def undisturbed(supposed: Suppositions) -> bool:
    """Whether nobody is supposed to do anything."""
    return not supposed.assaults and {supposed.stance, *supposed.stances.values()} == {STILL}
