"""Several threads make pages in one process: what one of them forgets, another does not miss."""

from __future__ import annotations

from django.test import RequestFactory

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.play.daifen import dossier
from heraut.site.play.visit import visit


def test_events_are_told_to_the_end_though_another_thread_forgets_them(
    match: Match, alice: Player, rf: RequestFactory
) -> None:
    request = rf.get("/")
    request.user = alice
    whole = list(dossier.own_events(visit(request, match.code)))
    assert len(whole) > 2
    told = dossier.own_events(visit(request, match.code))
    first = next(told)
    dossier.kept.clear()
    assert [first, *told] == whole
