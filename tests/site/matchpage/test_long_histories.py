"""Matches with more turns, decisions and acts than a page holds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.paging import LENGTH
from heraut.site.matches.models import Match, Step
from heraut.site.matches.services import write_activity
from tests.site.games.fief.conftest import new_match
from tests.site.lobby.test_lists import asked, other_page
from tests.site.matches.builders import running
from tests.site.matchpage.conftest import forget_views

pytestmark = pytest.mark.django_db
MANY = 2 * LENGTH + 20


def lengthened(match: Match, turns: int, *, by_turn: bool = False) -> None:
    """So many more steps, each as the last one left it; of one turn, or each of its own."""
    last = match.steps.get(number=match.step)
    rows = [
        Step(
            match=match, number=last.number + n, turn=last.turn + (n if by_turn else 0), resolved=timezone.now(),
            answers=[], events=last.events, state=last.state, base=last.base, digest=last.digest,
            rules_version=last.rules_version,
        )
        for n in range(1, turns + 1)
    ]  # fmt: skip
    Step.objects.bulk_create(rows)
    Match.objects.filter(pk=match.pk).update(step=rows[-1].number, turn=rows[-1].turn)
    match.refresh_from_db()
    forget_views()


def test_turns_are_shown_around_the_one_that_is_asked_for(alice: Player, client_of: Any) -> None:
    match = running(alice, bots=2)
    address, client = f"/partie/{match.code}/histoire/", client_of(alice)
    lengthened(match, 5)
    _, few = asked(client, address)
    lengthened(match, MANY)
    page, many = asked(client, address)
    assert many <= few + 1
    links = re.findall(r'<li><a href="\?tour=(\d+)"', page)
    assert len(links) == LENGTH and links[0] == str(match.step)
    page, _ = asked(client, address + "?tour=30")
    links = re.findall(r'<li><a href="\?tour=(\d+)"( aria-current)?', page)
    assert ("30", " aria-current") in links and len(links) <= LENGTH
    assert "tour=30" in other_page(page, "prev")  # the map stays, the list moves


def test_decisions_and_turns_of_a_match_that_goes_decision_by_decision(alice: Player, client_of: Any) -> None:
    match = new_match(alice)
    address, client = f"/partie/{match.code}/histoire/", client_of(alice)
    lengthened(match, 5)
    _, few = asked(client, address)
    first = match.step
    lengthened(match, MANY)
    page, many = asked(client, address + f"?pas={first}")
    assert many <= few + 2
    steps = re.findall(r'<ul class="step-list">(.*?)</ul>', page)[0]
    assert 0 < steps.count("<li>") <= LENGTH and f'?pas={first}" aria-current' in steps
    assert "decisions=2" in page
    lengthened(match, MANY, by_turn=True)
    page, _ = asked(client, address)
    assert page.count('<th scope="row">') == LENGTH
    assert f'<tr class="me"><th scope="row"><a href="?pas={match.step}"' in page


def test_acts_of_a_history_come_a_page_at_a_time(alice: Player, client_of: Any) -> None:
    match = running(alice, bots=2)
    for turn in range(MANY):
        write_activity(match, "silent", seats=["j1"], turn=turn)
    page, _ = asked(client_of(alice), f"/partie/{match.code}/histoire/")
    activities = re.findall(r'<ul class="plain-list activities">(.*?)</ul>', page, re.S)[0]
    assert activities.count("<li>") == LENGTH and "actes=2" in page
