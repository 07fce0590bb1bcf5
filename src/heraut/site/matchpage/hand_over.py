"""Two at one screen: who sits before it, and the page that hands it over, on which neither sees what is the other's.

The second seat belongs to a companion of the visitor (`accounts.guests.companion_of`). His session says who sits before
the screen; a page shows what that seat may see. When the other one is asked, the page that hands over stands between.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Seat
from heraut.site.matches.orders import open_to_orders, pending_in
from heraut.site.matchpage.layout import layout_context
from heraut.site.matchpage.match_access import AT_SCREEN, MatchAccess, access_to


def at_this_screen(access: MatchAccess) -> list[Seat]:
    """The visitor's own seat and that of his companion; none where nobody plays beside him."""
    user = access.request.user
    if access.spectator or not user.is_authenticated or not adapter(access.match.game).quick_ways:
        return []
    companions = [seat for seat in access.seats if seat.user is not None and seat.user.companion_of_id == user.pk]
    return [*(seat for seat in access.seats if seat.user_id == user.pk), *companions] if companions else []


def awaited_beside(access: MatchAccess) -> Seat | None:
    """Whoever at this screen is asked now, and does not sit before it; None: nobody."""
    seats = at_this_screen(access)
    if not seats or not open_to_orders(access.match):
        return None
    access.match.refresh_from_db(fields=["state"])
    asked = pending_in(access.match.game, bytes(access.match.state or b""))
    if access.name in asked:
        return None
    return next((seat for seat in seats if seat.name in asked), None)


def page(access: MatchAccess, other: Seat) -> HttpResponse:
    """The page that hands over: what all may see of the match, and a button for whoever is asked."""
    shared = MatchAccess(access.request, access.match, spectator=True)
    live = access.request.headers.get("HX-Request") == "true"
    context: dict[str, Any] = {**layout_context(shared, "board"), "me": None, "handed_to": other, "former": access.seat}
    return render(access.request, "play/hand_over_part.html" if live else "play/hand_over.html", context)


@require_POST
def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody else sits down before the screen. Raises Http404 where nobody plays beside the visitor."""
    access = access_to(request, code)
    seats = {str(seat.pk): seat for seat in at_this_screen(access)}
    chosen = seats.get(request.POST.get("seat", ""))
    if chosen is None:
        raise Http404
    sitting = dict(request.session.get(AT_SCREEN, {}))
    sitting.pop(code, None)
    if chosen.user_id != request.user.pk:
        sitting[code] = chosen.pk
    request.session[AT_SCREEN] = sitting
    return redirect("match", code)
