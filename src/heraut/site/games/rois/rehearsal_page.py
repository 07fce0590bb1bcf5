"""The rehearsal: the coming year of the sheet played on guesses, beside other sheets, and poured back as a draft.

Fields beside those of all rehearsals (`matchpage/rehearsal_page.py`): `person`, `season` and `alternatives` (orders for
one cell, a line each); `do` may be "read:NUMBER" (a year as a story).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from heraut.engine.rehearsal import Trial
from heraut.games.rois import rehearsal
from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.grammar import capital
from heraut.games.rois.orders import SEASONS, Sheet
from heraut.games.rois.outcomes import summary
from heraut.games.rois.rehearsal import Imagined
from heraut.site.common.words import say
from heraut.site.games.rois import cells
from heraut.site.games.rois.acts import LONGEST_LINE
from heraut.site.games.rois.draft import Draft, draft_of
from heraut.site.games.rois.order_forms import line_of, order_of
from heraut.site.games.rois.order_words import Sentences
from heraut.site.games.rois.page_address import number
from heraut.site.games.rois.realm import realm_context
from heraut.site.games.rois.rehearsal_setup import OTHERS, setup_for
from heraut.site.games.rois.rehearsal_words import outcome
from heraut.site.games.rois.year_story import YearStory
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsal_page import Pressed, attempt, pressed, refused, results
from heraut.site.matchpage.rehearsals import STILL, RehearsalSetup, Variant
from heraut.site.matchpage.saving import LONGEST_TEXT, own_text, version

MOST_ALTERNATIVES = 4  # sheets beside one's own that are played in one page


@dataclass(frozen=True)
class SheetVariant(Variant[Sheet]):
    """A sheet that is rehearsed; `line` where it differs from one's own in one cell."""

    line: str = ""


@dataclass(frozen=True)
class Asked:
    """What the page is asked for."""

    others: str
    variant: str
    person: int
    season: int
    alternatives: list[str]
    pressed: Pressed


def page(access: MatchAccess) -> HttpResponse:
    """The page of a living King; a POST plays."""
    asked = asked_of(access)
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
        **attempt(access, lambda: played(access, asked)),
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
    text = posted.get("variant", "")[:LONGEST_TEXT].replace("\r\n", "\n")
    return Asked(
        source.get("others", STILL) if source.get("others") in OTHERS else STILL,
        text if sent else own_text(access),
        person,
        season,
        [line for line in lines if line][:MOST_ALTERNATIVES] if sent else suggestions(access, person, season),
        pressed(posted),
    )


def suggestions(access: MatchAccess, person: int, season: int) -> list[str]:
    """Orders for a cell that ask for nothing: what one might try first."""
    if not person:
        return []
    possible = possible_orders(access.view, draft_of(access).sheet, person, season)
    plain = [order_of(one.kind, {}) for one in possible if one.legal and not one.arguments]
    return [line_of(one, person, season).partition(":")[2].strip() for one in plain if one][:MOST_ALTERNATIVES]


def variants(access: MatchAccess, asked: Asked) -> Iterator[SheetVariant]:
    """One's own sheet, the text beside it, the alternatives of the cell; none twice."""
    own = own_text(access)
    yield variant(access, say("rois_rehearsal.own"), own, own=True)
    seen = {own.strip()}
    if asked.variant.strip() not in seen:
        seen.add(asked.variant.strip())
        yield variant(access, say("rois_rehearsal.variant"), asked.variant)
    for order in asked.alternatives if asked.person else ():
        line = f"{asked.season}: {order}"
        text = cells.put(own, asked.person, line)
        if text.strip() not in seen:
            seen.add(text.strip())
            yield variant(access, called(access, asked, text) or order, text, line=line)


def variant(access: MatchAccess, name: str, text: str, *, line: str = "", own: bool = False) -> SheetVariant:
    """A text of this name, read."""
    draft = Draft(access.view, text)
    return SheetVariant(name, text, draft.sheet, tuple(draft.refusals.values()), own, line)


def called(access: MatchAccess, asked: Asked, text: str) -> str:
    """What a text has somebody do in the cell that is asked for; "" where that is refused."""
    cell = Draft(access.view, text).cells.get((asked.person, asked.season))
    if cell is None or cell.entry is None:
        return ""
    return capital(Sentences(access.view, access.lang).of(cell.entry.order))


def played(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """The variants, played. Raises Busy."""
    found, button = list(variants(access, asked)), asked.pressed
    where = setup_for(access, asked.others)
    trials = where.play(found, button.least)
    sums = [summary(access.view, its) for its in trials]
    outcomes = [outcome(access, one, its, sums) for one, its in zip(found, sums, strict=True)]
    shown = results(outcomes, len(trials[0]), button.of)
    told = shown["of"]
    read = button.act == "read" and button.place < len(trials[told])
    return {
        **shown,
        "refused": refused([one for one in found if not one.own]),
        "samples": samples(trials[told]),
        **(story(access, where, found[told], button.place) if read else {}),
    }


def samples(trials: Sequence[Trial]) -> list[tuple[str, int]]:
    """Years that are worth reading: the worst, the one in the middle, the best, by provinces, then units and gold."""
    order = sorted(trials, key=worth)
    picks = {"worst": order[0], "middle": order[len(order) // 2], "best": order[-1]}
    return [(say(f"rois_rehearsal.{name}"), trial.number) for name, trial in picks.items()]


def worth(trial: Trial) -> tuple[int, int, int, int]:
    """How well a year ended."""
    own = trial.view.get("own")
    if own is None:
        return -1, 0, 0, trial.number
    return len(own["provinces"]), len(own["units"]), own["gold"], trial.number


def story(
    access: MatchAccess, where: RehearsalSetup[Imagined, Sheet, Trial], told: SheetVariant, wanted: int
) -> dict[str, Any]:
    """One of the years, told as the report of a year is."""
    year = rehearsal.played(where.world(wanted), told.sheet)
    tale = YearStory(access, access.view, year.view, year.events, text=told.text)
    return {"read": wanted + 1, "story": tale.context(), "number": access.view["turn"]}
