"""The film of a continent: who may be told what of each turn, before its end and after."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches import services
from heraut.site.matches.host_actions import close
from heraut.site.matches.models import Match
from heraut.site.matches.steps import stored_events
from tests.site.games.daifen.conftest import new_continent

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DA-FOG-08", "DA-FOG-11")]
Browser = Callable[[Player], Client]


def told(client: Client, match: Match) -> list[list[str]]:
    """The lines of each turn."""
    page = client.get(f"/partie/{match.code}/film/?tour=1").content.decode()
    found = re.search(r'<script id="film-words" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    frames: list[list[str]] = json.loads(found[1])
    assert len(frames) == match.turns + 1, "none of the turn that an end has taken the place of"
    return frames


@pytest.fixture
def match(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Five turns in; the same in every run."""
    monkeypatch.setattr(services.secrets, "token_bytes", lambda count: bytes(range(count)))
    return new_continent(alice, bob, turns=5)


def ended(match: Match) -> Match:
    """The same, closed."""
    close(match, None, "les serveurs ferment")
    resolve_due(timezone.now())
    match.refresh_from_db()
    assert match.over
    return match


def kingdoms(match: Match) -> list[str]:
    return [kingdom.name for kingdom in match.realm.kingdoms.values()]


def test_before_the_end_a_passer_by_is_told_how_many_live_and_a_lord_his_own_news(
    match: Match, alice: Player, client: Client, client_of: Browser
) -> None:
    for number, lines in enumerate(told(client, match)):
        assert len(lines) == (number > 0) and all("sur le continent" in line for line in lines)
    hers = told(client_of(alice), match)
    assert not any("Les plus forts" in line for lines in hers for line in lines)
    attacked = [
        number
        for number, step in enumerate(match.steps.order_by("number"))
        if any(event.kind == "assault_defender" and event.seen_by == ("j1",) for event in stored_events(step.events))
    ]
    assert attacked and all(any("attaqué par" in line for line in hers[number]) for number in attacked)


def test_after_the_end_its_players_are_told_who_fought_whom_and_who_was_ahead(
    match: Match, alice: Player, client: Client, client_of: Browser
) -> None:
    match = ended(match)
    frames = told(client_of(alice), match)
    assert all(any(line.startswith("Les plus forts") for line in lines) for lines in frames)
    names = kingdoms(match)
    fought = re.compile("|".join(rf"« {re.escape(name)} »" for name in names))
    assaults = [
        (number, event)
        for number, step in enumerate(match.steps.order_by("number"))
        for event in stored_events(step.events)
        if event.kind == "assault_attacker" and event.seen_by
    ]
    assert assaults
    for number, event in assaults:
        attacker = match.realm.kingdoms[event.seen_by[0]].name
        lines = [line.replace("\xa0", " ").replace("\u202f", " ") for line in frames[number]]
        assert any(attacker in line and event.data["kingdom"] in line and "attaque" in line for line in lines), lines
        assert all(fought.search(line) for line in lines if "attaque" in line)
    assert "n'a pas été joué" in " ".join(frames[-1]).replace("’", "'")
    for lines in told(client, match):  # a passer-by was told nothing of it
        assert not any("attaque" in line or "Les plus forts" in line for line in lines)
