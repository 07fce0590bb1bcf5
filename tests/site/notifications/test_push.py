"""Pushes: sealed for one browser, taken by its service once, never with a secret; and the devices that they go to."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02

from heraut.site.accounts.models import Player
from heraut.site.common.words import site_words
from heraut.site.matches.models import Match
from heraut.site.notifications import vapid
from heraut.site.notifications.claims import FAILED, SENT, WAITING, take
from heraut.site.notifications.devices import MOST, NoSubscription, allow, called, read_subscription, renew
from heraut.site.notifications.match_mails import PUSHED, announce_muster
from heraut.site.notifications.models import Device, Letter, Push
from heraut.site.notifications.push_sender import MINUTES, MOST_FAILS, push_due
from heraut.site.notifications.reminders import remind
from tests.site.conftest import PASSWORD
from tests.site.matches.builders import gathering, give_orders, pass_deadline, planned, running, seat_of
from tests.site.notifications.services import Browser, Service

pytestmark = pytest.mark.django_db
Browsers = Callable[[Player], Client]
HOUR = timedelta(hours=1)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def browser(service: Service, alice: Player) -> Browser:
    """Alice's browser, which she has allowed."""
    made = Browser(f"{service.url}/alice")
    allow(alice, made.subscription, FIREFOX)
    return made


def read(service: Service, browser: Browser) -> list[dict[str, Any]]:
    """What has come to a browser."""
    return [browser.read(body) for path, _, body in service.asked if browser.endpoint.endswith(path)]


def test_a_turn_is_told_in_one_sentence_that_the_browser_alone_can_read(
    service: Service, browser: Browser, alice: Player
) -> None:
    match = running(alice, bots=1)
    push_due()
    pass_deadline(match)
    assert push_due() == 1
    told = read(service, browser)
    assert [one["body"] for one in told] == [
        "La partie commence\N{NO-BREAK SPACE}: votre premier bilan est arrivé.",
        "Le tour 1 est résolu\N{NO-BREAK SPACE}: votre bilan est arrivé.",
    ]
    assert told[1] == {
        "title": match.title,
        "body": told[1]["body"],
        "url": f"/partie/{match.code}/bilan/1/",
        "tag": match.code,
        "lang": "fr",
    }
    _, headers, body = service.asked[1]
    assert (headers["content-encoding"], headers["ttl"], headers["topic"]) == ("aes128gcm", "86400", match.code)
    assert match.title.encode() not in body and b"tour" not in body
    assert push_due() == 0 and len(service.asked) == 2


def test_the_service_knows_the_site_by_its_signature(service: Service, browser: Browser, alice: Player) -> None:
    running(alice, bots=1)
    push_due()
    token, key = re.fullmatch(r"vapid t=(\S+),k=(\S+)", service.asked[0][1]["authorization"]).groups()  # type: ignore[union-attr]
    assert key == vapid.public_key() and Vapid02.verify(service.asked[0][1]["authorization"])
    claims = json.loads(urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == service.url and claims["sub"].startswith("mailto:")
    assert timezone.now().timestamp() < claims["exp"] < (timezone.now() + 24 * HOUR).timestamp()


def test_the_key_follows_from_the_secret_of_the_site(settings: Any) -> None:
    first = vapid.public_key()
    point = urlsafe_b64decode(first + "=")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    settings.SECRET_KEY = "another"
    assert vapid.public_key() != first
    assert settings.SECRET_KEY not in vapid.public_key()


def test_two_workers_never_send_the_same(service: Service, browser: Browser, alice: Player) -> None:
    running(alice, bots=1)
    assert take(Push.objects.all()) is not None
    assert take(Push.objects.all()) is None
    assert push_due() == 0 and not service.asked
    assert push_due(timezone.now() + timedelta(minutes=6)) == 1  # that worker is dead


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_no_more_goes_with_all_that_waits(
    service: Service, browser: Browser, alice: Player, status: int
) -> None:
    match = running(alice, bots=1)
    service.status = status
    pass_deadline(match)
    push_due()
    assert not Device.objects.exists() and not Push.objects.exists()
    assert len(service.asked) == 1


def test_a_service_that_fails_is_asked_later_some_times(service: Service, browser: Browser, alice: Player) -> None:
    running(alice, bots=1)
    service.status, now = 503, timezone.now()
    for minutes in MINUTES:
        assert push_due(now) == 0
        assert push_due(now + timedelta(seconds=30)) == 0
        now += timedelta(minutes=minutes, seconds=1)
    assert len(service.asked) == len(MINUTES)
    push_due(now)
    assert Push.objects.get().status == FAILED and Device.objects.get().fails == 1


def test_a_device_that_nothing_reaches_is_forgotten(service: Service, browser: Browser, alice: Player) -> None:
    Device.objects.update(fails=MOST_FAILS - 1)
    service.status = 400
    running(alice, bots=1)
    push_due()
    assert not Device.objects.exists()


def test_what_nobody_has_seen_in_a_day_is_no_news(service: Service, browser: Browser, alice: Player) -> None:
    running(alice, bots=1)
    assert push_due(timezone.now() + 25 * HOUR) == 0 and not service.asked


def test_a_push_never_goes_to_an_address_that_became_private(
    service: Service, browser: Browser, alice: Player, settings: Any
) -> None:
    running(alice, bots=1)
    settings.OUTBOUND = ""
    push_due()
    assert not service.asked and not Device.objects.exists()


def test_mail_and_push_are_chosen_apart(service: Service, browser: Browser, alice: Player) -> None:
    alice.mail_reports = False
    alice.save()
    match = running(alice, bots=1)
    assert Push.objects.get(kind="start").status == WAITING
    assert {letter.kind for letter in Letter.objects.all()} == {"begun"}  # who gets no reports is told all the same
    assert not Push.objects.filter(kind="begun").exists()  # though not twice
    Player.objects.update(mail_reports=True, push_reports=False, push_news=False)
    pass_deadline(match)
    assert Letter.objects.filter(kind="turn").exists() and not Push.objects.filter(kind="turn").exists()


def test_who_has_no_address_is_told_by_push_alone(service: Service, browser: Browser, alice: Player) -> None:
    Player.objects.update(email="")
    alice.refresh_from_db()
    running(alice, bots=1)
    assert not Letter.objects.exists() and Push.objects.filter(kind="start").exists()


def test_a_reminder_a_muster_and_news_are_told(service: Service, browser: Browser, alice: Player) -> None:
    match = running(alice, bots=1)
    remind(planned(match) - HOUR)
    announce_muster(gathering(alice, bots=1))
    assert {push.kind for push in Push.objects.all()} == {"start", "reminder", "muster"}


def test_every_sentence_is_there_and_holds_no_more_than_a_turn() -> None:
    for lang in ("fr", "en"):
        groups = site_words(lang).groups
        assert set(groups["push"]) == {*PUSHED, "forum", "trial"}
        pushed = {f"{kind}_subject" for kind in PUSHED}  # which have a sentence of their own
        subjects = {key: text for key, text in groups["letter"].items() if key.endswith("_subject")}
        told = [*groups["push"].values(), *(text for key, text in subjects.items() if key not in pushed)]
        assert {name for text in told for name in re.findall(r"{(\w+)", str(text))} <= {"title", "turn", "count"}


# Devices


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://10.0.0.1/x"}, {"endpoint": "https://user@push.example.org/"}, {"endpoint": "ftp://x.org/"},
        {"endpoint": 7}, {"keys": {}}, {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, {"keys": None},
    ],
)  # fmt: skip
def test_what_is_no_subscription_is_refused(change: dict[str, Any], client_of: Browsers, alice: Player) -> None:
    good = Browser("https://push.example.org/x").subscription
    text = json.dumps({**json.loads(good), **change})
    with pytest.raises(NoSubscription):
        read_subscription(text)
    for sent in (text, "", "[1]", "null", good[:-9], "[" * 5000):
        page = client_of(alice).post("/compte/avis/appareil/", {"subscription": sent}, follow=True)
        assert "rien envoyé" in page.content.decode()
    assert not Device.objects.exists()


def test_a_browser_shows_the_messages_of_one_player_and_of_nobody_once_he_logs_out(
    client_of: Browsers, alice: Player, bob: Player
) -> None:
    sent = {"subscription": Browser("https://push.example.org/x").subscription}
    hers, his = client_of(alice), client_of(bob)
    page = hers.post("/compte/avis/appareil/", sent, follow=True, headers={"User-Agent": FIREFOX})
    assert "Firefox · Linux" in page.content.decode() and "celui-ci" in page.content.decode()
    his.post("/compte/avis/appareil/", sent)
    assert Device.objects.get().player == bob
    hers.post("/compte/logout/")
    assert Device.objects.get().player == bob
    his.post("/compte/logout/")
    assert not Device.objects.exists()


def test_devices_are_removed_by_their_owner_alone_and_are_not_too_many(
    client_of: Browsers, alice: Player, bob: Player
) -> None:
    for number in range(MOST + 2):
        allow(alice, Browser(f"https://push.example.org/{number}").subscription, "")
    assert alice.devices.count() == MOST and not alice.devices.filter(endpoint__endswith="/0").exists()
    number = alice.devices.latest("pk").pk
    client_of(bob).post(f"/compte/avis/appareil/{number}/retirer/")
    assert alice.devices.count() == MOST
    client_of(alice).post(f"/compte/avis/appareil/{number}/retirer/")
    assert alice.devices.count() == MOST - 1


def test_a_browser_that_changes_its_address_says_so_by_the_old_one(client: Client, alice: Player) -> None:
    allow(alice, Browser("https://push.example.org/old").subscription, FIREFOX)
    fresh = Browser("https://push.example.org/new").subscription
    assert not renew("https://push.example.org/guessed", fresh)
    sent = {"old": "https://push.example.org/old", "subscription": fresh}
    answer = client.post("/compte/avis/appareil/renouveler/", sent)
    assert answer.status_code == 204
    device = Device.objects.get()
    assert (device.endpoint, device.player, device.name) == ("https://push.example.org/new", alice, "Firefox · Linux")


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("<script>", "Navigateur"),
    ],
)
def test_a_browser_is_called_in_two_words(agent: str, name: str) -> None:
    assert called(agent) == name


def test_the_page_keeps_what_is_chosen_and_sends_a_trial(
    service: Service, browser: Browser, client_of: Browsers, alice: Player
) -> None:
    client = client_of(alice)
    page = client.get("/compte/avis/").content.decode()
    assert page.count('type="checkbox"') == 12 and vapid.public_key() in page
    client.post("/compte/avis/", {"mail_asked": "on", "push_letters": "on"})
    alice.refresh_from_db()
    assert (alice.mail_asked, alice.mail_reports, alice.push_letters, alice.push_news) == (True, False, True, False)
    client.post("/compte/avis/essai/")
    assert push_due() == 1
    assert read(service, browser)[0]["url"] == "/compte/avis/"
    assert Letter.objects.get(kind="trial").address == alice.email


@pytest.mark.parametrize(
    ("device", "address", "told"),
    [
        (True, True, "Envoyé à 1 appareil et par courriel (alice@example.org)."),
        (True, False, "Envoyé à 1 appareil."),
        (False, True, "Envoyé par courriel (alice@example.org)."),
        (False, False, "Rien n'est parti"),
    ],
)
def test_a_trial_says_where_it_went(
    browser: Browser, client_of: Browsers, alice: Player, *, device: bool, address: bool, told: str
) -> None:
    if not device:
        Device.objects.all().delete()
    if not address:
        Player.objects.filter(pk=alice.pk).update(email="")
    page = client_of(alice).post("/compte/avis/essai/", follow=True)
    assert told in unescape(page.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


def test_all_goes_with_the_account(service: Service, browser: Browser, client_of: Browsers, alice: Player) -> None:
    client = client_of(alice)
    kept = client.get("/compte/donnees/").json()
    assert kept["devices"][0]["endpoint"] == browser.endpoint and kept["account"]["push_news"] is True
    assert json.loads(browser.subscription)["keys"]["auth"] not in json.dumps(kept)
    running(alice, bots=1)
    client.post("/compte/supprimer/", {"password": PASSWORD, "sure": "on"})
    assert not Device.objects.exists() and not Push.objects.exists()


def test_what_has_been_answered_is_not_told_any_more(service: Service, browser: Browser, alice: Player) -> None:
    """As the letter is withdrawn, so is the push (`withdraw`)."""
    from heraut.site.notifications.decision_mails import withdraw

    match = running(alice, bots=1)
    key = f"asked:{match.pk}:1:j1:1"
    device = Device.objects.get()
    Push.objects.create(key=key, device=device, match=match, kind="asked", title="x", sentence="x", due=timezone.now())
    withdraw(match, [seat_of(match, alice).name])
    assert not Push.objects.filter(kind="asked").exists()
    assert Push.objects.filter(kind="start", status__in=(WAITING, SENT)).exists()
    assert Match.objects.count() == 1 and give_orders(match, alice)
