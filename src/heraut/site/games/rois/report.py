"""The report of a year, told like a story: what mattered, the battles, the year of each, gold, court, rumours.

Which event belongs where is the game's own affair (`games/rois/report.py`); here each becomes part of a page. To a King
who has just fallen it is his last, to a passer-by the chronicle: what is public.
"""

from __future__ import annotations

from django.http import HttpResponse

from heraut.engine.protocol import Json, Seat
from heraut.site.games.rois.king_roll import roll
from heraut.site.games.rois.realm import realm_context, seat_of
from heraut.site.games.rois.year_story import YearStory
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """The report of a year for its visitor: his own, or the chronicle. 0 is the report of the setup."""
    number = access.match.step if turn is None else turn
    step = access.step(number)
    has_read(access, number)
    story = story_of(access, step, sheet_text(access, number))
    context = story.context()
    return show(
        access,
        "play/rois/report.html",
        "report",
        **realm_context(access),
        **context,
        roll=None if context["told_for"] else roll(access, story.view),
        number=number,
        last=access.match.step,
        years=range(access.match.step + 1),
        step=step,
        readers=readers(access),
        told_seat=access.told_seat or access.name,
        proof=access.sealed_hashes(step).get(access.name, "") if access.name else "",
    )


def story_of(access: MatchAccess, step: Step, text: str = "") -> YearStory:
    """The story of a year as the visitor may know it; to players of a match that is over, as `?seigneur` knew it.

    `text`: the sheet that he had given for it.
    """
    number, seat = step.number, access.told_seat
    before = access.view_after(number - 1, access.step(number - 1).digest, seat) if number else {}
    view = access.view_after(number, step.digest, seat)
    return YearStory(access, before, view, access.events(step, seat), text)


def sheet_text(access: MatchAccess, number: int) -> str:
    """What the visitor had written for a year; "" where he had given no orders, or reads another's report."""
    if access.name is None or access.told_seat not in (None, access.name):
        return ""
    found = Step.objects.filter(match=access.match, number=number).values_list("answers", flat=True).first()
    return next((text or "" for seat, text in found or () if seat == access.name), "")


def readers(access: MatchAccess) -> list[tuple[Seat, str]]:
    """Whose reports may be read: every King's, by the players of a match that is over."""
    if not access.may_see_all:
        return []
    kingdoms: Json = access.view["kingdoms"]
    return [(seat_of(number), one["name"]) for number, one in kingdoms.items()]
