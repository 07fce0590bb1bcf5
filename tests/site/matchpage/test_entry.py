"""Who may come in, page by page and person by person."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from icalendar import Calendar
from msgspec import to_builtins

from heraut.site.common.words import day
from heraut.site.games.gloire.drawing import map_url
from heraut.site.lobby.presets import PRESETS, SEALED
from heraut.site.matches.models import GATHERING, Match
from heraut.site.matches.orders import save_orders
from heraut.site.notifications.match_mails import until
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db

FOR_ALL = (
    "",
    "spectateur/",
    "bilan/",
    "bilan/0/",
    "bilan/1/",
    "histoire/",
    "histoire/?tour=1",
    "statistiques/",
    "regles/",
)
FOR_ALL += ("carte.svg", "echeances.ics")
FOR_LORDS = ("ordres/", "outils/", "outils/levee/", "outils/chevaliers/", "outils/bataille/", "outils/retraite/")
FOR_LORDS += ("outils/renommee/",)


def answers(client: Client, match: Match, pages: tuple[str, ...]) -> set[int]:
    """The answers to these pages."""
    return {client.get(f"/partie/{match.code}/{page}").status_code for page in pages}


def test_a_player_has_every_page(match, alice, client_of):
    assert answers(client_of(alice), match, FOR_ALL + FOR_LORDS) == {200}


def test_a_stranger_watches_and_gives_no_orders(match, charlie, client_of):
    assert answers(client_of(charlie), match, FOR_ALL) == {200}
    assert answers(client_of(charlie), match, FOR_LORDS) == {404}


def test_a_passer_by_watches_and_is_asked_who_he_is_before_giving_orders(match, client):
    assert answers(client, match, FOR_ALL) == {200}
    assert answers(client, match, FOR_LORDS) == {302}


@pytest.mark.rule("GP-SITE-12")
def test_behind_a_password_a_match_is_not_there_for_strangers(match, alice, charlie, client, client_of):
    Match.objects.filter(pk=match.pk).update(private=True, password="hash")
    assert answers(client_of(alice), match, FOR_ALL) == {200}
    assert answers(client_of(charlie), match, FOR_ALL) == {404}
    assert answers(client, match, FOR_ALL) == {404}


def test_a_private_match_is_found_by_its_code_alone(match, client):
    Match.objects.filter(pk=match.pk).update(private=True)
    assert client.get(f"/partie/{match.code}/").status_code == 200
    assert client.get("/partie/aaaaaaaaaa/").status_code == 404


def test_before_the_start_the_table_stands_for_the_match(match, client):
    Match.objects.filter(pk=match.pk).update(status=GATHERING)
    assert client.get(f"/partie/{match.code}/").url.endswith(f"/{match.code}/")


@pytest.mark.rule("GP-ELI-04")
def test_an_eliminated_lord_watches(match, alice, client_of, seat_of):
    save_orders(seat_of(alice), "ABD")
    resolve(match)
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert "Votre maison n&#39;est plus" in page
    assert answers(client_of(alice), match, FOR_ALL) == {200}
    assert answers(client_of(alice), match, FOR_LORDS) == {404}
    assert "Ainsi finit l&#39;histoire" in client_of(alice).get(f"/partie/{match.code}/bilan/3/").content.decode()


def test_there_is_no_turn_after_the_last(match, alice, client_of):
    assert client_of(alice).get(f"/partie/{match.code}/bilan/3/").status_code == 404


def test_the_record_is_whole_for_those_who_have_seen_the_end(finished, client):
    record = client.get(f"/partie/{finished.code}/partie.json").json()
    assert record["seed"] == bytes(finished.seed).hex() and record["state"]
    assert all(step["answers"] for step in record["steps"])


@pytest.mark.rule("GP-INF-04")
def test_before_the_end_the_record_commits_and_tells_nothing(match, alice, client_of):
    Match.objects.filter(pk=match.pk).update(options=match.options | {"turn_limit": 9, "turn_limit_secret": True})
    record = client_of(alice).get(f"/partie/{match.code}/partie.json").json()
    assert (record["commitment"], record["steps"][-1]["digest"]) == (match.commitment, match.digest)
    assert not record.keys() & {"seed", "state", "drafts"} and "turn_limit" not in record["options"]
    assert [step["answers"] for step in record["steps"]] == [[], []]


def test_there_is_no_record_before_the_start(match, client):
    Match.objects.filter(pk=match.pk).update(status=GATHERING)
    assert client.get(f"/partie/{match.code}/partie.json").status_code == 404


@pytest.mark.rule("GP-SITE-18")
def test_where_turns_end_with_the_seal_no_deadline_is_shown(match, alice, client, client_of):
    Match.objects.filter(pk=match.pk).update(pace_data=to_builtins(PRESETS[SEALED]))
    for page in (f"/partie/{match.code}/", "/"):
        text = client_of(alice).get(page).content.decode()
        assert "dès que tous les joueurs ont scellé, et au plus tard le" in text and "countdown" not in text
    assert "countdown" not in client_of(alice).get(f"/table/{match.code}/").content.decode()
    assert "Le tour finit dès que tous ont scellé" in client.get(f"/partie/{match.code}/").content.decode()
    assert b"VEVENT" not in client.get(f"/partie/{match.code}/echeances.ics").content
    match.refresh_from_db()
    assert until(match) == [
        f"Le tour finit dès que tous les joueurs ont scellé, et au plus tard le {day(match.deadline)}."
    ]


@pytest.mark.rule("GP-INF-11")
def test_after_the_end_players_read_every_report_and_others_do_not(finished, alice, charlie, client_of):
    url = f"/partie/{finished.code}/bilan/1/?seigneur=j2"
    assert "à\u00a0: Iseult" in client_of(alice).get(url).content.decode()
    assert "à\u00a0: Iseult" not in client_of(charlie).get(url).content.decode()


@pytest.mark.rule("GP-INF-04")
def test_before_the_end_nobody_reads_the_report_of_another(match, alice, client_of):
    page = client_of(alice).get(f"/partie/{match.code}/bilan/1/?seigneur=j2").content.decode()
    assert "à\u00a0: Galehaut des Îles" in page and "à\u00a0: Iseult" not in page


def test_the_drawing_of_a_map_is_kept_for_ever_and_packed(match, client):
    answer = client.get(map_url("SCANDINAVIE"), headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip" and "immutable" in answer["Cache-Control"]
    assert client.get("/partie/cartes/scandinavie.00000000.svg").status_code == 404


@pytest.mark.rule("GP-SITE-18")
def test_the_calendar_tells_the_deadlines_and_nothing_of_anyone(match, client):
    text = client.get(f"/partie/{match.code}/echeances.ics").content.decode()
    assert text.count("BEGIN:VEVENT") == 8
    assert f"DTEND:{match.deadline:%Y%m%dT%H%M%SZ}" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "Galehaut" not in text


def test_a_calendar_bears_the_title_of_its_match_whatever_stands_in_it(match, client):
    match.title = "Joute; « deux, trois » \\ et une très longue fin qui ne tient pas sur une seule ligne du fichier"
    match.save()
    text = client.get(f"/partie/{match.code}/echeances.ics").content.decode()
    named = "Joute\\; « deux\\, trois » \\\\ et une très longue fin qui ne tient pas sur une seule ligne du fichier\r\n"
    assert f"X-WR-CALNAME:{named}" in text.replace("\r\n ", "")
    found = Calendar.from_ical(text)
    first = found.walk("VEVENT")[0]
    assert match.title in first["summary"] and first.decoded("dtend") == match.deadline.replace(microsecond=0)
    (alarm,) = found.walk("VALARM")[:1]
    assert alarm.decoded("trigger") == timedelta(days=-1)
