"""Several threads make pages in one process: what one of them forgets, another does not miss."""

from __future__ import annotations

from django.test import RequestFactory

from heraut.site.accounts.models import Player
from heraut.site.games.daifen import dossier
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import access_to


def test_events_are_told_to_the_end_though_another_thread_forgets_them(
    match: Match, alice: Player, rf: RequestFactory
) -> None:
    request = rf.get("/")
    request.user = alice
    whole = list(dossier.own_events(access_to(request, match.code)))
    assert len(whole) > 2
    told = dossier.own_events(access_to(request, match.code))
    first = next(told)
    dossier.kept.clear()
    assert [first, *told] == whole
