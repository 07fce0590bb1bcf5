"""What happened in a turn."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from heraut.site.games.vassaux.panels import realm_context
from heraut.site.games.vassaux.told import Teller, events_of_turn
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """The report of a turn, as its reader may know it; 0 is the deployment."""
    last = access.match.turn
    number = last if turn is None else turn
    if number > last:
        raise Http404
    if number == last:
        has_read(access, access.match.step)
    return show(
        access,
        "play/vassaux/report.html",
        "report",
        **realm_context(access),
        lines=Teller(access.view, access.lang).lines(events_of_turn(access, number)),
        number=number,
        last=last,
    )
