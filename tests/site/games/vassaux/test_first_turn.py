"""The guided first battle of Seigneurs & Vassaux: steps that follow the table, on a match to try."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match
from tests.site.matchpage.conftest import forget_views

pytestmark = pytest.mark.django_db


def page_of(client: Client, match: Match) -> str:
    """The table, as it is read."""
    return unescape(client.get(f"/partie/{match.code}/").content.decode())


def card(client: Client, match: Match) -> str:
    """The card of the guide."""
    found = re.search('<section id="premiers-pas".*?</section>', page_of(client, match), re.S)
    return found[0] if found else ""


def present(client: Client, match: Match) -> str:
    """The step that is open."""
    found = re.search('data-step="([^"]+)"', card(client, match))
    return found[1] if found else ""


def press(client: Client, match: Match) -> str:
    """Presses the button of the open step; what it said."""
    page, shown = page_of(client, match), card(client, match)
    button = re.search('form="reponse" name="do" value="([^"]+)"', shown)
    key = re.search('name="key" value="([^"]+)"', page)
    assert button and key, shown
    client.post(f"/partie/{match.code}/", {"key": key[1], "text": "", "do": button[1]})
    resolve_at_once(match.pk)
    match.refresh_from_db()
    forget_views()
    return button[1]


def begun(client: Client, way: str = "table") -> Match:
    """A match to try, against the reaction table."""
    client.post("/jouer/", {"jeu": "vassaux", "contre": way})
    match = Match.objects.get()
    resolve_at_once(match.pk)
    match.refresh_from_db()
    forget_views()
    return match


def test_before_the_table_stands_who_one_is_and_how_one_wins(client: Client) -> None:
    match = begun(client)
    page = unescape(client.get(f"/partie/{match.code}/presentation/").content.decode())
    assert "un Baron et quatre troupes" in page and "en tuant le Seigneur adverse" in page


def test_a_whole_host_is_deployed_by_one_button_and_the_first_turn_waited_through(client: Client) -> None:
    match = begun(client)
    assert present(client, match) == "deploy"
    assert press(client, match).count("DEPLOYER") == 5
    assert match.turn == 1
    assert present(client, match) == "wait"
    pressed = []
    while match.turn == 1 and len(pressed) < 20:
        pressed.append(press(client, match))
    assert all(one == "give:PASSER" or one.endswith(" WAI") for one in pressed) and len(pressed) >= 5
    shown = card(client, match)
    assert match.turn == 2 and 'data-step="react"' in shown


def test_what_the_guide_prepares_is_never_refused(client: Client) -> None:
    match = begun(client)
    while match.turn < 2:
        press(client, match)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "seen", "step": "react"})
    for _ in range(12):
        step = present(client, match)
        if match.turn > 2 or not step:
            break
        page, shown = page_of(client, match), card(client, match)
        button = re.search('form="reponse" name="do" value="(prepare:[^"]+)"', shown)
        key = re.search('name="key" value="([^"]+)"', page)
        assert key is not None
        if button is None:  # nothing to propose now: silence
            client.post(f"/partie/{match.code}/", {"key": key[1], "line": "PASSER", "text": "PASSER", "do": "send"})
        else:
            drafted = unescape(
                client.post(f"/partie/{match.code}/", {"key": key[1], "text": "", "do": button[1]}).content.decode()
            )
            text = re.search('<textarea name="text"[^>]*>([^<]+)</textarea>', drafted)
            assert text and text[1].split() == button[1].removeprefix("prepare:").replace("|", " ").split()
            client.post(f"/partie/{match.code}/", {"key": key[1], "text": text[1], "do": "send"})
        resolve_at_once(match.pk)
        match.refresh_from_db()
        forget_views()


def test_the_lesson_can_be_skipped_and_shown_again(client: Client) -> None:
    match = begun(client)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "skip"})
    assert "Déployez" not in card(client, match)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "again"})
    assert "Déployez" in card(client, match)
