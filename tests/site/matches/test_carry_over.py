"""A site of the first release under this one: its matches go on, and nothing of them is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from heraut.engine.match import verify
from heraut.games import game
from heraut.site.accounts.models import Player
from heraut.site.backup import restore
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches import models as m
from heraut.site.matches.carry_over import carry_all_over, left_behind
from heraut.site.matches.conduct import record_of
from heraut.site.matches.models import CarriedOver, Match, Sheet, Step

SITE = Path(__file__).parents[2] / "records" / "site-0.1.0.backup"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data(settings: object, tmp_path: Path) -> None:
    """A folder of its own: a backup brings its key along."""
    settings.DATA = tmp_path  # type: ignore[attr-defined]


def test_a_site_of_the_first_release_goes_on_under_the_present_rules() -> None:
    assert restore(SITE) == 251
    going_on = Match.objects.filter(status=m.RUNNING)
    assert going_on.count() == 3 and not left_behind().exists()
    for match in going_on:
        rules = game(match.game)
        assert match.rules_version == rules.rules_version
        assert [(over.after, over.rules_version) for over in match.carried.all()] == [(match.step, "1")]
        assert match.deeds.filter(kind="carried_over").count() == 1
        before = match.step
        Match.objects.filter(pk=match.pk).update(deadline=timezone.now())
        resolve_due()
        match.refresh_from_db()
        assert match.step > before and not match.fault
        assert verify(rules, record_of(match)).state == match.realm
        versions = match.steps.order_by("number").values_list("rules_version", flat=True)
        assert list(versions) == ["1"] * (before + 1) + [rules.rules_version] * (match.step - before)


def test_it_is_carried_over_once_and_what_is_over_stays_as_it_was() -> None:
    restore(SITE)
    assert carry_all_over() == 0
    assert CarriedOver.objects.count() == 3
    over = Match.objects.get(status=m.OVER)
    assert (over.rules_version, over.carried.count()) == ("1", 0)


def test_every_page_of_every_step_is_still_told() -> None:
    restore(SITE)
    client = Client()
    client.force_login(Player.objects.filter(seats__match__status=m.RUNNING).distinct()[0])
    for match in Match.objects.filter(status__in=(m.RUNNING, m.OVER)):
        for number in match.steps.values_list("number", flat=True):
            for page in ("", f"bilan/{number}/", f"histoire/?tour={number}"):
                answer = client.get(f"/parties/{match.code}/{page}", follow=True)
                assert answer.status_code in (200, 404), (match.game, page)
        realm = client.get(f"/api/matches/{match.code}/view")
        assert realm.status_code in (200, 404), match.game


def test_orders_that_newer_rules_refuse_are_open_again_as_they_were_typed() -> None:
    restore(SITE)
    match = Match.objects.get(game="gloire", status=m.RUNNING)
    seat = match.seats.exclude(user=None)[0]
    sheet = Sheet.objects.filter(seat=seat).latest("pk")
    Sheet.objects.filter(pk=sheet.pk).update(step=match.step + 1, sequence=9, text="XYZ 3", kept="XYZ 3", sealed=True)
    seat.sealed = match.step + 1
    seat.save()
    went_on = match.carried.get()
    state = Step.objects.get(match=match, number=match.step)
    Match.objects.filter(pk=match.pk).update(rules_version="1", state=bytes(state.state), digest=state.digest)
    went_on.delete()
    assert carry_all_over() == 1
    seat.refresh_from_db()
    again = Sheet.objects.filter(seat=seat, step=match.step + 1).latest("sequence")
    assert (again.sequence, again.text, again.kept, again.sealed, seat.sealed) == (10, "XYZ 3", "", False, 0)


def test_the_record_that_is_given_away_says_where_it_went_on_and_hides_the_state() -> None:
    restore(SITE)
    match = Match.objects.get(game="fief", status=m.RUNNING)
    record = json.loads(Client().get(f"/api/matches/{match.code}/record").content)
    assert [(over["after"], over["rules_version"], "state" in over) for over in record["carried"]] == [
        (match.step, "1", False)
    ]
