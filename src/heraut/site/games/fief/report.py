"""The chronicle of a turn: what it means for its reader on one screen, then what happened, phase by phase."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from heraut.site.games.fief.chronicle import Teller, chapters, events_of_turn
from heraut.site.games.fief.panels import ending, realm_context
from heraut.site.games.fief.summary import summary
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess

FIRST_PHASE = "cards"


def latest(access: MatchAccess) -> int:
    """The turn that there is most to read of: while cards are played, the one that has just ended."""
    begun = access.match.turn > 1 and access.view["phase"] == FIRST_PHASE and access.view["road"] is None
    return access.match.turn - begun


def page(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """The chronicle of a turn, as its reader may know it; 0 is the setup."""
    last = access.match.turn
    number = latest(access) if turn is None else turn
    if number > last:
        raise Http404
    if number == last or turn is None:
        has_read(access, access.match.step)
    events = events_of_turn(access, number)
    teller = Teller(access.view, access.lang)
    return show(
        access,
        "play/fief/chronicle.html",
        "report",
        **realm_context(access),
        summary=summary(access.view, events, teller, access.lang, now=number >= last - 1),
        ending=ending(access.view, access.lang) if number == last else None,
        chapters=chapters(events, access.view, access.lang),
        number=number,
        last=last,
    )
