"""Webhooks: who may set them, what they are told, how they are sent, and what becomes of those that fail."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import threading
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.words import site_words
from heraut.site.matches import host_actions
from heraut.site.matches.models import Match
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import write_activity
from heraut.site.notifications import hook_sender
from heraut.site.notifications.claims import FAILED, WAITING
from heraut.site.notifications.hook_sender import MINUTES, MOST_FAILS, TRIES, hooks_due
from heraut.site.notifications.hooks import AWAITED, CHRONICLE, MOST, MOST_WAITING, TEST, TURN, post_deliveries
from heraut.site.notifications.hooks import test_delivery as trial_of
from heraut.site.notifications.models import Delivery, Hook, Letter
from heraut.site.notifications.reminders import remind
from tests.site.matches.builders import give_orders, pass_deadline, planned, running
from tests.site.notifications.services import Service, listening

pytestmark = pytest.mark.django_db
Browsers = Callable[[Player], Client]
MINUTE = timedelta(minutes=1)


def hook_of(match: Match, service: Service, **more: Any) -> Hook:
    """A webhook of this match."""
    told = {"form": "json", "turns": True, "secret": "whsec_x", **more}
    return Hook.objects.create(match=match, owner=match.host, url=f"{service.url}/hook", **told)


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """A match that Alice looks after, and plays in."""
    return running(alice, bob, bots=1)


def test_a_turn_is_told_signed_and_once(match: Match, service: Service) -> None:
    hook_of(match, service)
    pass_deadline(match)
    assert hooks_due() == 1 and hooks_due() == 0
    _, headers, body = service.asked[0]
    moment, signature = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", headers["heraut-signature"]).groups()  # type: ignore[union-attr]
    assert hmac.new(b"whsec_x", f"{moment}.".encode() + body, hashlib.sha256).hexdigest() == signature
    assert headers["heraut-event"] == "turn" and headers["heraut-delivery"] == Delivery.objects.get().key
    told = json.loads(body)
    assert (told["event"], told["turn"], told["over"], told["version"]) == ("turn", 1, False, 1)
    assert told["match"]["code"] == match.code and told["match"]["url"].endswith(f"/partie/{match.code}/")
    assert told["deadline"] == planned(match).isoformat() and "le tour 1 est résolu" in told["text"]
    assert "whsec_x" not in body.decode()


@pytest.mark.parametrize(("form", "key"), [("discord", "content"), ("matrix", "text")])
def test_bridges_get_the_form_that_they_take(match: Match, service: Service, form: str, key: str) -> None:
    Match.objects.update(title="@everyone")
    match.refresh_from_db()
    hook_of(match, service, form=form)
    pass_deadline(match)
    hooks_due()
    told = service.bodies[0]
    assert told["username"] == "Héraut" and "@everyone" in told[key] and f"/partie/{match.code}/" in told[key]
    assert form != "discord" or told["allowed_mentions"] == {"parse": []}


def test_who_is_awaited_is_told_when_reminders_go_out(match: Match, service: Service, alice: Player) -> None:
    hook_of(match, service, turns=False, awaited=True)
    give_orders(match, alice, seal=True)
    remind(planned(match) - MINUTE)
    remind(planned(match) - MINUTE)
    hooks_due()
    [told] = service.bodies
    assert told["event"] == "awaited" and told["awaited"] == [match.seats.get(user__username="Bob").lord]


def test_the_chronicle_is_told_in_the_words_of_its_host(match: Match, service: Service, alice: Player) -> None:
    Player.objects.update(language="en")
    hook_of(match, service, turns=False, chronicle=True)
    host_actions.pause(match, alice, timezone.now() + timedelta(days=2), "panne")
    hooks_due()
    [told] = service.bodies
    assert (told["event"], told["kind"]) == ("chronicle", "pause") and "panne" in told["text"]


def test_where_players_are_a_secret_nothing_tells_who_they_are(match: Match, service: Service) -> None:
    hook_of(match, service, awaited=True, chronicle=True)
    Match.objects.update(game="daifen")
    match.refresh_from_db()
    write_activity(match, "silent", seats=["j1"], turn=1)
    write_activity(match, "started", lords=4, bots=3)
    [told] = Delivery.objects.all()
    assert json.loads(told.body)["kind"] == "started" and "3" not in json.loads(told.body)["text"]


def test_a_hook_of_another_match_is_told_nothing(match: Match, service: Service, alice: Player) -> None:
    hook_of(running(alice, bots=1), service, chronicle=True)
    pass_deadline(match)
    assert not Delivery.objects.filter(event="turn", body__contains=match.code).exists()


# What fails


def test_what_fails_is_tried_again_later_each_time_and_in_the_end_no_more(match: Match, service: Service) -> None:
    hook_of(match, service)
    pass_deadline(match)
    service.status, now = 500, timezone.now()
    for number in range(TRIES):
        assert hooks_due(now) == 0 and hooks_due(now + timedelta(seconds=30)) == 0
        assert len(service.asked) == number + 1
        now += timedelta(minutes=MINUTES[number], seconds=1)
    assert Delivery.objects.get().status == FAILED and Delivery.objects.get().answer == "500"
    assert hooks_due(now) == 0 and len(service.asked) == TRIES


def test_a_hook_that_keeps_failing_is_switched_off_and_its_host_is_told(match: Match, service: Service) -> None:
    hook = hook_of(match, service)
    Hook.objects.update(fails=MOST_FAILS - 1)
    service.status = 404
    pass_deadline(match)
    hooks_due()
    hook.refresh_from_db()
    assert hook.stopped and not hook.deliveries.filter(status=WAITING).exists()
    letter = Letter.objects.get(kind="hook_off")
    assert letter.player == match.host and "/annonces/" in letter.text and hook.url not in letter.text
    pass_deadline(match)
    assert hooks_due(timezone.now() + timedelta(days=1)) == 0 and len(service.asked) == 1


def test_a_hook_that_works_again_is_as_before(match: Match, service: Service) -> None:
    hook_of(match, service)
    Hook.objects.update(fails=5)
    pass_deadline(match)
    assert hooks_due() == 1
    assert Hook.objects.get().fails == 0


def test_what_has_become_private_is_not_asked(match: Match, service: Service, settings: Any) -> None:
    hook_of(match, service)
    pass_deadline(match)
    settings.OUTBOUND = "127.0.0.9/32"
    hooks_due()
    assert not service.asked and Delivery.objects.get().answer == "forbidden"
    for lang in ("fr", "en"):  # a host learns nothing by it of what names mean within this network
        words = site_words(lang)
        assert words.say("hooks", "fault_forbidden") == words.say("hooks", "fault_name")


def test_a_slow_hook_comes_after_the_quick_ones(
    match: Match, service: Service, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_sender.outbound, "LIMIT", 0.3)
    hook_of(match, service)
    Hook.objects.update(fails=1)
    other = running(alice, bots=1)
    with listening() as quick:
        hook_of(other, quick)
        pass_deadline(match)
        service.drips.set()
        assert hooks_due() == 1
        assert quick.asked and Delivery.objects.get(hook__match=match).answer == "time"


def test_a_queue_has_an_end(match: Match, service: Service) -> None:
    hook = hook_of(match, service)
    Delivery.objects.bulk_create(
        Delivery(key=f"k{number}", hook=hook, event="turn", body="{}", due=timezone.now())
        for number in range(MOST_WAITING)
    )
    post_deliveries([trial_of(hook)])
    assert Delivery.objects.count() == MOST_WAITING


# The page


def page_of(client: Client, match: Match, **sent: str) -> str:
    """The page of the webhooks, after what was sent."""
    address = f"/table/{match.code}/annonces/"
    answer = client.post(address, sent) if sent else client.get(address)
    return answer.content.decode()


GOOD = {"url": "https://discord.com/api/webhooks/1/clef", "form": "discord", "turns": "on"}


def test_a_host_sets_a_hook_and_sees_its_secret_once(match: Match, client_of: Browsers, alice: Player) -> None:
    client = client_of(alice)
    made = page_of(client, match, **GOOD)
    secret = Hook.objects.get().secret
    assert secret in made and secret.startswith("whsec_")
    again = page_of(client, match)
    assert secret not in again and "clef" not in again.replace("…clef", "") and "discord.com/…clef" in again


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/",
        "https://[::ffff:10.0.0.1]/",
        "x",
    ],
)
def test_an_address_that_cannot_be_asked_is_refused_by_one_answer_for_all(
    match: Match, client_of: Browsers, alice: Player, url: str
) -> None:
    told = page_of(client_of(alice), match, **{**GOOD, "url": url}).partition('class="errors')[2][:600]
    assert "il en faut une de l'internet ouvert, qui commence par https://" in unescape(told)
    assert not Hook.objects.exists()


def test_a_table_has_so_many_hooks_and_each_tells_something(match: Match, client_of: Browsers, alice: Player) -> None:
    client = client_of(alice)
    assert "au moins une chose" in page_of(client, match, url=GOOD["url"], form="json")
    for _ in range(MOST):
        page_of(client, match, **GOOD)
    assert f"au plus {MOST} webhooks" in page_of(client, match, **GOOD) and Hook.objects.count() == MOST


def test_a_trial_shows_what_was_answered_and_never_more(
    match: Match, service: Service, client_of: Browsers, alice: Player
) -> None:
    hook, client = hook_of(match, service), client_of(alice)
    client.post(f"/table/{match.code}/annonces/{hook.pk}/essayer/")
    service.status = 418
    hooks_due()
    page = page_of(client, match)
    assert "Essai : statut 418" in page and "1 échec" in page and " ms" in page
    client.post(f"/table/{match.code}/annonces/{hook.pk}/retirer/")
    assert not Hook.objects.exists()


def test_where_it_is_a_secret_who_is_awaited_it_is_not_offered(
    match: Match, client_of: Browsers, alice: Player
) -> None:
    client = client_of(alice)
    assert 'name="awaited"' in page_of(client, match)
    Match.objects.update(game="fief")
    assert 'name="awaited"' not in page_of(client, match)
    page_of(client, match, **GOOD, awaited="on")
    assert not Hook.objects.get().awaited


def test_two_workers_never_send_the_same(match: Match, service: Service) -> None:
    hook_of(match, service)
    pass_deadline(match)
    held = hook_sender.claims(hook_sender.sendable(timezone.now()))
    assert next(held) and not list(held)
    assert hooks_due() == 0 and not service.asked


def test_a_fast_match_tells_each_of_its_turns(alice: Player, service: Service) -> None:
    match = running(alice, bots=1, pace=Pace(seconds=60, grace=0))
    hook_of(match, service)
    for _ in range(3):
        pass_deadline(match)
    assert hooks_due() == 3
    assert [told["turn"] for told in service.bodies] == [1, 2, 3]
    assert threading.active_count() < 60


@pytest.mark.django_db
def test_the_page_of_the_interface_tells_what_a_program_gets(client: Client) -> None:
    page = client.get("/api/").content.decode()
    told = page[page.index('id="webhooks"') :]
    assert all(f"«\xa0{event}\xa0»" in told for event in (TURN, AWAITED, CHRONICLE, TEST))
    assert "après 1, 5 et 30 minutes" in told and MINUTES[: TRIES - 1] == (1, 5, 30)
    assert "après dix échecs" in told and MOST_FAILS == 10
