"""The guided first turn of Fief: steps that follow the table, on a match to try."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match

pytestmark = pytest.mark.django_db


def card(client: Client, match: Match) -> str:
    """The card of the guide, as it is read."""
    page = unescape(client.get(f"/partie/{match.code}/").content.decode())
    found = re.search('<section id="premiers-pas".*?</section>', page, re.S)
    return found[0] if found else ""


def begun(client: Client) -> Match:
    """A match to try, in which the bots that choose first have chosen."""
    client.post("/jouer/", {"jeu": "fief"})
    match = Match.objects.get()
    resolve_at_once(match.pk)
    return match


def test_before_the_table_stands_who_one_is_and_how_one_wins(client: Client) -> None:
    match = begun(client)
    page = unescape(client.get(f"/partie/{match.code}/presentation/").content.decode())
    assert "Vous menez une famille noble" in page and "trois fiefs" in page


def test_the_steps_follow_the_table(client: Client) -> None:
    match = begun(client)
    first = card(client, match)
    assert "Choisissez un village" in first and "svg.board .advised" in first
    page = unescape(client.get(f"/partie/{match.code}/").content.decode())
    assert 'class="advised"' in page  # without a script too
    key = re.search('name="key" value="([^"]+)"', page)
    village = re.search('<select id="village".*?<option value="([^"]+)"', page)
    blazon = re.search('name="blazon" value="([^"]+)"', page)
    assert key and village and blazon
    client.post(
        f"/partie/{match.code}/",
        {"key": key[1], "village": village[1], "blazon": blazon[1], "do": "settle"},
    )
    match.refresh_from_db()
    if match.turn == 0:  # the others have not settled yet; the step is done all the same
        assert re.search("<s[^>]*>Choisissez", card(client, match))
    assert "Choisissez" not in re.sub("<s.*?</s>", "", card(client, match))


def test_the_lesson_can_be_skipped_and_shown_again(client: Client) -> None:
    match = begun(client)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "skip"})
    assert "Choisissez" not in card(client, match)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "again"})
    assert "Choisissez" in card(client, match)
