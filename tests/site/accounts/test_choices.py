"""Language, time zone, mails, absence, look."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, available_timezones

from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.accounts.zones import zone_choices
from heraut.site.common.words import site_words
from tests.site.accounts.test_signup import errors_of

CHOICES = {"language": "fr", "time_zone": "Europe/Paris", "theme": "auto"}


def test_the_browser_says_the_language_until_the_reader_does(client: Client) -> None:
    english = {"accept-language": "en-GB,en;q=0.9"}
    assert '<html lang="fr">' in client.get("/compte/login/").content.decode()
    assert '<html lang="en">' in client.get("/compte/login/", headers=english).content.decode()
    answer = client.post("/compte/langue/", {"language": "fr", "next": "/compte/login/"})
    assert answer.headers["Location"] == "/compte/login/"
    page = client.get("/compte/login/", headers=english)
    assert '<html lang="fr">' in page.content.decode()
    assert page.headers["Content-Language"] == "fr"
    assert "Accept-Language" in page.headers["Vary"]


def test_the_language_of_the_page_becomes_that_of_the_account(client_of, alice: Player) -> None:
    client = client_of(alice)
    client.post("/compte/langue/", {"language": "en"})
    alice.refresh_from_db()
    assert alice.language == "en"
    assert "My account" in client.get("/compte/").content.decode()


def test_a_language_that_does_not_exist_changes_nothing(client: Client) -> None:
    assert not client.post("/compte/langue/", {"language": "xx"}).cookies


def test_choices_are_kept(client_of, alice: Player) -> None:
    client = client_of(alice)
    page = client.post("/compte/", {**CHOICES, "time_zone": "Pacific/Noumea"}, follow=True)
    assert "Vos choix sont enregistrés" in page.content.decode()
    alice.refresh_from_db()
    assert (alice.time_zone, alice.mail_reports) == ("Pacific/Noumea", True)


def test_an_absence_without_an_end_goes_on(alice: Player) -> None:
    alice.absent_from = date(2026, 7, 1)
    assert alice.absent_on(date(2030, 1, 1))
    assert not alice.absent_on(date(2026, 6, 30))


def test_a_time_zone_that_does_not_exist_is_refused(client_of, alice: Player) -> None:
    assert errors_of(client_of(alice).post("/compte/", {**CHOICES, "time_zone": "Narvik/Bourg"}))


def test_common_time_zones_come_first_and_every_choice_exists() -> None:
    groups = zone_choices()
    assert groups[0][1][0] == ("Europe/Paris", "Paris")
    assert all(ZoneInfo(zone) for _, zones in groups for zone, _ in zones)


def test_the_look_is_chosen_without_an_account(client: Client, db: None) -> None:
    assert "data-theme" not in client.get("/").content.decode()
    client.post("/compte/apparence/", {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").content.decode()
    for odd in ("€", "z" * 40_000, "auto"):
        answer = client.post("/compte/apparence/", {"theme": odd})
        assert len(answer.cookies["heraut_theme"].value) == 0
    assert "data-theme" not in client.get("/").content.decode()


def test_a_moment_is_told_in_the_readers_own_time(client_of, alice: Player) -> None:
    from heraut.site.common.words import local

    with timezone.override(ZoneInfo("Pacific/Noumea")):
        assert local(datetime(2020, 1, 3, 22, 0, tzinfo=UTC)).endswith("2020, 09:00")


def test_time_zones_are_named_in_the_readers_language_the_common_ones_first(alice: Player, client_of) -> None:
    client = client_of(alice)
    zones = r'<option value="([\w/-]+)"(?: selected)?>([^<]*)</option>'
    for language, names in (("fr", ("Bruxelles", "Londres", "Alger")), ("en", ("Brussels", "London", "Algiers"))):
        Player.objects.update(language=language)
        page = client.get("/compte/").content.decode()
        shown = dict(re.findall(zones, page[page.index('name="time_zone"') :].split("</select>")[0]))
        assert [shown[zone] for zone in ("Europe/Brussels", "Europe/London", "Africa/Algiers")] == list(names)
        assert next(iter(shown)) == "Europe/Paris" and 80 < len(shown) < 130
    assert set(site_words("fr").groups["zone"]) <= available_timezones()


def test_a_zone_that_is_not_in_the_list_is_kept(alice: Player, client_of) -> None:
    Player.objects.update(time_zone="America/Argentina/Ushuaia")
    client = client_of(alice)
    form = {"language": "fr", "time_zone": "America/Argentina/Ushuaia", "theme": "auto"}
    assert "Ushuaia" in client.get("/compte/").content.decode()
    assert client.post("/compte/", form).status_code == 302
    assert Player.objects.get().time_zone == "America/Argentina/Ushuaia"
