"""The pages of a match on which mistakes are reported, and told of once they are settled."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from heraut.site.common.paging import page_of
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to
from heraut.site.moderation.faults import report_fault, told_to_all
from heraut.site.moderation.forms import FaultForm
from heraut.site.moderation.models import Fault

PATH = re.compile(r"/[\w./-]{1,199}")


def entered(request: HttpRequest, code: str) -> MatchAccess:
    """Who asks for a page of a match that has begun. Raises Http404."""
    access = access_to(request, code)
    if access.match.status in NOT_BEGUN:
        raise Http404
    return access


def shown(access: MatchAccess, template: str, **context: object) -> HttpResponse:
    """A page of these in the layout of the match."""
    response = show(access, template, "", **adapter(access.match.game).realm_context(access), **context)
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def came_from(request: HttpRequest) -> str:
    """The page of the site that led here; "" if none did."""
    parts = urlsplit(request.headers.get("Referer", ""))
    ours = parts.netloc == request.get_host() and PATH.fullmatch(parts.path)
    return parts.path if ours else ""


@require_http_methods(["GET", "HEAD", "POST"])
def fault(request: HttpRequest, code: str) -> HttpResponse:
    """A player reports a mistake; the turn is attached by itself."""
    access = entered(request, code)
    if access.seat is None:
        return turn_away(access)
    match = access.match
    first = {"step": match.step, "rule": request.GET.get("regle", "")[:20], "page": came_from(request)}
    form = FaultForm(match.game, match.step, request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        if ratelimit.consume(request, action="fault"):
            keep(access, form)
            messages.success(request, say("mediation.fault_sent"))
            return redirect("match_faults", code)
        form.add_error(None, say("mediation.often"))
    return shown(access, "moderation/fault.html", form=form)


def keep(access: MatchAccess, form: FaultForm) -> Fault:
    """What a player reports, kept."""
    assert access.seat is not None
    data = form.cleaned_data
    page = data["page"] if PATH.fullmatch(data["page"]) else ""
    access.seat.match = access.match
    more = {"rule": data["rule"], "page": page, "shared": data["shared"]}
    return report_fault(access.seat, access.step(data["step"]), data["words"], **more)


@require_safe
def faults(request: HttpRequest, code: str) -> HttpResponse:
    """What was reported and settled, for all; and to a player what he has reported himself."""
    access = entered(request, code)
    own = access.match.faults.none()
    if access.seat is not None:
        own = access.match.faults.filter(author=request.user.pk)
    told = page_of(request, told_to_all(access.match))
    return shown(access, "moderation/faults.html", told=told, own=page_of(request, own, word="miennes"))
