"""What stands around every page of a match: its name, its turn, its clock, its tabs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from heraut.site.clock.models import REOPEN, Branch
from heraut.site.common.left_behind import by_hand
from heraut.site.common.rendering import rendered
from heraut.site.matches import models as m
from heraut.site.matches.adapters import TabEntry, adapter
from heraut.site.matches.former_parts import sat_before
from heraut.site.matches.orders import open_to_orders
from heraut.site.matches.turn_status import BY_BOT
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.guide_cards import card_of
from heraut.site.matchpage.live_lines import Following
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.polling import calendar_address
from heraut.site.matchpage.saving import taken
from heraut.site.matchpage.shut_out import shut_out
from heraut.site.matchpage.since import band
from heraut.site.matchpage.stand_ins import bot_told, offered_told, regent_told
from heraut.site.matchpage.status_bar import StatusBar
from heraut.site.regency.wills import taken_at

RIGHT_OF = {"orders": "orders", "letters": "letters"}  # what a page asks of a regent


@dataclass(frozen=True)
class Tab:
    """One of the pages of a match; `words` is the key of its words."""

    name: str
    words: str
    url: str


def tabs(access: MatchAccess) -> list[Tab]:
    """The pages that this visitor has."""
    match = access.match
    reads = "lords" if "own" in access.view else "fallen" if access.seat is not None else "others"
    film = filmed(match.game, played=access.seat is not None)
    found = tabs_of(match.game, match.code, reads, match.over, match.branch > 0, access.hears, film)
    if match.over:  # after its end there is nothing to write for
        found = [one for one in found if one.name != "orders"]
    return found if access.regency is None else list(tabs_of_regent(access, found))


def tabs_of_regent(access: MatchAccess, tabs: Iterable[Tab]) -> Iterator[Tab]:
    """Those that his rights open; the chancery by its treaties where he has these and no letters."""
    for tab in tabs:
        if open_to_regent(access, tab.name):
            yield tab
        elif tab.name == "letters" and access.may("treaties") and "treaties" in adapter(access.match.game).speech:
            yield Tab(tab.name, "treaties.tab", reverse("match_treaties", args=[access.match.code]))


def open_to_regent(access: MatchAccess, page: str) -> bool:
    """Whether a page of a match is one that a regent of these rights may open."""
    return access.may(RIGHT_OF[page]) if page in RIGHT_OF else True


def filmed(game: str, *, played: bool) -> bool:
    """Whether a game draws the map of any turn, and tells what happened in it, to those who played or to all."""
    site = adapter(game)
    return {"picture", "history"} <= site.pages.keys() and (played or site.filmed_for_all)


END, FILM = TabEntry("finale", "finale.tab", "match_finale"), TabEntry("film", "film.tab", "match_film")
REWINDS = TabEntry("rewinds", "rewind.tab", "match_rewinds")
OPENED = TabEntry("letters", "chancery.tab", "match_forum", readers="others")  # where the end opens a forum
OVERHEARD = ("match_forum",)  # pages of what is said in the open


@lru_cache(maxsize=200)
def tabs_of(game: str, code: str, reads: str, over: bool, rewound: bool, hears: bool, film: bool) -> list[Tab]:
    """The pages of a match that living "lords" have, those who have "fallen", or "others"; its end once it has come,
    and its rewinds if there was any. Read only.
    """
    own = {"all", "lords" if reads == "lords" else "others"}
    if reads == "lords" or (reads == "fallen" and not over):  # where the end opens a forum, it leads to letters too
        own.add("seated")
    ends = (END, FILM) if film else (END,)
    opened = (OPENED,) if over and "forum" in adapter(game).speech_after else ()
    entries = (*(ends if over else ()), *adapter(game).tabs, *opened, *((REWINDS,) if rewound else ()))
    return [
        Tab(name, words, reverse(address, args=[code, *more]))
        for name, words, address, more, readers in entries
        if readers in own and (hears or address not in OVERHEARD)
    ]


def clock_state(access: MatchAccess) -> str:
    """What the clock of the match says: "open", "resolving", "paused" or "over"."""
    if access.match.status == m.OVER:
        return "over"
    if access.match.status == m.PAUSED:
        return "paused"
    return "open" if open_to_orders(access.match) else "resolving"


def turn_away(access: MatchAccess) -> HttpResponse:
    """A page for lords, asked for by someone else: whoever is not logged in may be one; for others there is none, but
    for whoever was banned: the page of the table says why.

    Whoever has been logged out meanwhile is shown what he had typed; a script keeps it itself, and is told why.
    """
    request = access.request
    if request.user.is_authenticated:
        if request.method == "GET" and sat_before(access.match, request.user, "banned"):
            return redirect("table", access.match.code)
        raise Http404
    typed = by_hand(request)
    if request.method == "POST" and request.headers.get("HX-Request"):
        return HttpResponse(status=401)
    if typed:
        return render(request, "play/logged_out.html", {"match": access.match, "typed": typed}, status=401)
    return redirect_to_login(request.get_full_path())


def foot(access: MatchAccess) -> SafeString:
    """What stands below each page, the same for many."""
    match = access.match
    known = {
        "code": match.code,
        "calendar": calendar_address(access) if clock_state(access) == "open" and not match.pace.at_leisure else "",
        "seals": StatusBar(access, "").seals,
        "plays": access.seat is not None and not match.over and "own" in access.view,
        "stand": access.seat is None or match.over,
        "reports": access.seat is not None,
    }

    def make() -> SafeString:
        return rendered("play/foot.html", {**known, "shortcuts": adapter(match.game).shortcuts})

    return fragment(make, "foot", match.game, access.lang, known)


def recalculated(access: MatchAccess, tab: str, turn: int | None) -> Branch | None:
    """The rewind that has computed anew the turn of a report; None if it is as it was first played."""
    match = access.match
    if not match.branch or tab != "report" or turn is None:
        return None
    first = last = turn
    if match.pace.by_decision:
        numbers = list(match.steps.filter(turn=turn).order_by("number").values_list("number", flat=True))
        first, last = (numbers[0], numbers[-1]) if numbers else (0, 0)
    found = match.branches.filter(first__lte=last).order_by("-number").first()
    anew = found is not None and found.change["what"] != REOPEN and first <= int(str(found.change["last"]))
    return found if anew else None


def show(access: MatchAccess, template: str, tab: str, **context: Any) -> HttpResponse:
    """A page of a match in its layout."""
    return render(access.request, template, layout_context(access, tab, **context))


def will_told(access: MatchAccess, tab: str, number: int) -> str:
    """The key of what the report of a turn says if the visitor's will has played it; else ""."""
    seat = access.seat
    own = seat is not None and access.regency is None and access.told_seat in (None, access.name)
    if seat is None or not own or tab != "report" or access.match.pace.by_decision:
        return ""
    taken = taken_at(seat, number)
    if taken is None:
        return ""
    return f"match.willed_{taken.will if taken.text or taken.will == BY_BOT else 'nothing'}"


def layout_context(access: MatchAccess, tab: str, **context: Any) -> dict[str, Any]:
    """The context of a page of a match."""
    found = tabs(access)
    return {
        "match": access.match,
        "seat": access.seat,
        "view": access.view,
        "spectator": access.spectator,
        "turn": access.match.coming_turn,
        "moon": adapter(access.match.game).moon(timezone.now()),
        "tabs": found,
        "tab": tab,
        "tab_words": next((one.words for one in found if one.name == tab), ""),
        "clock": clock_state(access),
        "sheet": access.sheet,
        "open": access.open,
        "may_order": access.may("orders"),
        "draft": f"{access.match.code}.{access.seat.pk}" if access.seat is not None else "",
        "alone": lambda: access.plays_alone,
        "taken": partial(taken, access),
        "follow": Following(access, tab),
        "since": partial(band, access, tab),
        "bar": StatusBar(access, tab),
        "regency": access.regency,
        "recalculated": partial(recalculated, access, tab, context.get("number")),
        "plays_for_you": partial(regent_told, access, tab),
        "bot_plays": partial(bot_told, access, tab),
        "offered": partial(offered_told, access),
        "shut_out": partial(shut_out, access),
        "willed": partial(will_told, access, tab, context.get("number", 0)),
        "guide": partial(card_of, access, tab),
        "foot": partial(foot, access),
        **context,
    }
