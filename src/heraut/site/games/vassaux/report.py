"""What happened in a turn: what it means on one screen, then order by order, each line open to every die and rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse
from django.utils.safestring import SafeString

from heraut.games.vassaux.identities import place_of
from heraut.site.common.words import say
from heraut.site.games.vassaux.panels import realm_context, shield
from heraut.site.games.vassaux.statistics import counts_around
from heraut.site.games.vassaux.summary import summary
from heraut.site.games.vassaux.told import OPENING, Line, Teller, Told, told_of_turn
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess

LONG = 30  # lines of a turn, above which its quiet orders are folded
BLOODY = ("fallen", "vassal_fell", "lord_fell", "fled", "over")  # what keeps a chapter open
CLOSING = ("brazier", "left", "point_captured", "scores", "over", "conceded", "draw_agreed", "claimed")


@dataclass(frozen=True)
class Chapter:
    """What a unit did with its orders, or what came before all orders and after them."""

    name: str
    shield: SafeString | None
    lines: Sequence[Line]
    open: bool = True


def page(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """The report of a turn, as its reader may know it; 0 is the deployment. Raises Http404."""
    last = access.match.turn
    number = last if turn is None else turn
    if number > last:
        raise Http404
    if number == last:
        has_read(access, access.match.step)
    found = told_of_turn(access, number)
    teller = Teller(access.view, access.lang)
    chapters = chapters_of(found, teller)
    lines = [line for chapter in chapters for line in chapter.lines]
    before, after = counts_around(access.match, number)
    return show(
        access,
        "play/vassaux/report.html",
        "report",
        **realm_context(access),
        summary=summary(access.view, number, lines, before, after, access.lang),
        points=access.view["battle"]["settings"]["scenario"] == 5,
        chapters=chapters,
        number=number,
        last=last,
    )


def chapters_of(found: Sequence[Told], teller: Teller) -> list[Chapter]:
    """The events of a turn, order by order; of a long one only what cost blood stands open."""
    chapters = []
    for head, told in grouped(found):
        lines = teller.told(told)
        if lines:
            chapters.append(replace(named(head, teller), lines=lines))
    if sum(len(chapter.lines) for chapter in chapters) <= LONG:
        return chapters
    return [replace(one, open=any(line.kind in BLOODY for line in one.lines)) for one in chapters]


def grouped(found: Sequence[Told]) -> Iterator[tuple[Told | None, list[Told]]]:
    """Events behind the order that they came of; None: before all orders, or after them."""
    head: Told | None = None
    group: list[Told] = []
    for one in found:
        kind = one.event.kind
        new = one if kind in OPENING else None if kind in CLOSING or kind == "turn_begins" else head
        if new is not head:
            yield head, group
            head, group = new, []
        group.append(one)
    yield head, group


def named(head: Told | None, teller: Teller) -> Chapter:
    """A chapter by the unit that acts in it."""
    if head is None:
        return Chapter(say("vassaux_story.chapter_command"), None, [])
    unit = head.event.data["unit"]
    return Chapter(teller.herald.names["unit"][unit], shield(place_of(unit)), [])
