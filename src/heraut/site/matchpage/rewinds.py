"""Where a match was rewound, for all to see: what was set aside, why, and what each reader is told otherwise since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from heraut.engine.protocol import Seat as SeatName
from heraut.site.clock.models import Branch
from heraut.site.clock.rewind_diff import Lines, TurnDiff, of_branch
from heraut.site.common.paging import page_of
from heraut.site.common.words import lang, say
from heraut.site.matches.activity_words import hides_lords
from heraut.site.matches.adapters import adapter
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to

WORD, LENGTH = "tours", 4  # turns of a page: each is two reports, compared


class Told(msgspec.Struct, frozen=True):
    """A rewind as its readers are told of it: its number, when, by whom ("": that is a secret, or nobody any more)."""

    number: int
    at: datetime
    author: str
    words: str
    reason: str


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """All rewinds of a match, the last first."""
    access = access_to(request, code)
    if access.match.status in NOT_BEGUN:
        return redirect("table", code)
    branches = access.match.branches.select_related("author").order_by("-number")
    return shown(access, "play/rewinds.html", rewinds=page_of(request, branches, read=lambda rows: told(access, rows)))


@require_safe
def one(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One rewind, with what the reader is told otherwise since, some turns a page. Raises Http404."""
    access = access_to(request, code)
    branch = Branch.objects.select_related("author").filter(match=access.match, number=number).first()
    if branch is None:
        raise Http404
    branch.match = access.match
    lines, name = of_branch(branch), ("rewind", access.match.pk, number)

    def read(turns: Sequence[int]) -> list[TurnDiff]:
        return diffs(lines, turns, access.name, name)

    return shown(
        access,
        "play/rewind.html",
        rewind=told(access, [branch])[0],
        own=own_part(branch, access.name),
        turns=page_of(request, lines.turns, word=WORD, length=LENGTH, read=read),
    )


def shown(access: MatchAccess, template: str, **context: Any) -> HttpResponse:
    """A page about rewinds in the layout of the match."""
    response = show(access, template, "rewinds", **adapter(access.match.game).realm_context(access), **context)
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def told(access: MatchAccess, branches: Sequence[Branch]) -> list[Told]:
    """These rewinds in words."""
    lords = {seat.name: seat.lord for seat in access.seats}
    return [
        Told(
            number=branch.number,
            at=branch.at,
            author=branch.author.username if branch.author and may_be_named(access, branch) else "",
            words=say(f"rewind.done_{branch.change['what']}", **branch.change, lords=lords_of(branch, lords)),
            reason=branch.reason,
        )
        for branch in branches
    ]


def may_be_named(access: MatchAccess, branch: Branch) -> bool:
    """Whether it is told who did it: where it is a secret who plays, of the host alone."""
    return not hides_lords(access.match) or branch.author_id == access.match.host_id


def lords_of(branch: Branch, lords: dict[str, str]) -> list[str]:
    """Whose order was corrected, where everyone may know it."""
    return [lords.get(str(seat), str(seat)) for seat in branch.change.get("seats", ())]


def own_part(branch: Branch, name: SeatName | None) -> dict[str, Any]:
    """What was done to the reader's own orders."""
    found: dict[str, Any] = branch.told.get(name, {}) if name is not None else {}
    return found


def diffs(lines: Lines, turns: Sequence[int], seat: SeatName | None, name: tuple[object, ...]) -> list[TurnDiff]:
    """What changes in these turns for a seat, or a passer-by; compared once and kept under this name."""
    language, branch = lang(), lines.match.branch
    return [
        fragment(lambda turn=turn: lines.diff(turn, seat, language), *name, branch, turn, seat, language)  # type: ignore[misc]
        for turn in turns
    ]
