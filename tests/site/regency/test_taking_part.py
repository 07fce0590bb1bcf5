"""Whoever plays for somebody else plays: he keeps no peace there, and who has kept it plays for nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.clock.rewind import may_rewind
from heraut.site.common.refusals import CannotBeDone
from heraut.site.gazette.authorship import may_look
from heraut.site.matches.models import Match
from heraut.site.moderation import mediation, sanctions
from heraut.site.regency.models import Regency
from heraut.site.regency.naming import accept, may_rule
from tests.site.conftest import new_player
from tests.site.matches.builders import running, seat_of
from tests.site.moderation.builders import WORDS, mediate, new_staff, report_of
from tests.site.regency.builders import in_force, offered, over

pytestmark = [pytest.mark.django_db, pytest.mark.rule("GP-SITE-35")]
Browser = Callable[[Player], Client]


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """A match that Charlie looks after without playing."""
    match = running(alice, bob, bots=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    match.refresh_from_db()
    return match


def test_a_host_who_is_regent_reads_no_report_and_prepares_no_rewind(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    fault, page = report_of(match, bob), f"/table/{match.code}/arbitrage/"
    assert client_of(charlie).get(f"{page}{fault.pk}/").status_code == 200 and may_rewind(match, charlie)
    regency = in_force(seat_of(match, alice), charlie)
    assert WORDS not in client_of(charlie).get(page).content.decode()
    assert client_of(charlie).get(f"{page}{fault.pk}/").status_code == 403
    assert not may_rewind(match, charlie)
    over(regency)  # he knows what he knows
    assert client_of(charlie).get(f"{page}{fault.pk}/").status_code == 403


def test_who_keeps_the_peace_or_did_is_regent_of_nobody(match: Match, alice: Player, charlie: Player) -> None:
    mona, seat = new_player("Mona"), seat_of(match, alice)
    early = offered(seat, mona)
    mediate(match, charlie, mona)
    with pytest.raises(Regency.DoesNotExist):
        accept(early.pk, mona)
    mediation.dismiss(match, charlie, mona)
    assert not may_rule(seat, mona)


def test_a_regent_is_no_mediator(match: Match, alice: Player, charlie: Player) -> None:
    dora = new_player("Dora")
    in_force(seat_of(match, alice), dora)
    with pytest.raises(CannotBeDone):
        mediation.call(match, charlie, dora)


def test_whom_a_match_has_banned_is_regent_of_nobody_there(
    match: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    sanctions.ban_from_match(seat_of(match, bob), charlie, "Il triche.")
    assert not may_rule(seat_of(match, alice), bob)


def test_a_referee_who_is_regent_looks_at_no_author_and_no_appeal(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    judge = new_staff("Juge")
    sanctions.ban_from_match(seat_of(match, bob), charlie, "Il triche.")
    sanctions.appeal(bob.sanctions.get(), "Mon ordre secret n'était pas triché.")
    assert may_look(match, judge) and "ordre secret" in client_of(judge).get("/moderation/arbitre/").content.decode()
    in_force(seat_of(match, alice), judge)
    page = client_of(judge).get("/moderation/arbitre/").content.decode()
    assert not may_look(match, judge) and "ordre secret" not in page
    form = {"do": "juger", "number": bob.sanctions.get().appeal.pk, "verdict": "Non"}
    assert client_of(judge).post("/moderation/arbitre/", form).status_code == 403
