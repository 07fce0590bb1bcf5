"""The guided first battle of Seigneurs & Vassaux: steps that follow the table, on a match to try."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client

from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_FIGURE, SOUTH, GroupId, UnitId
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.games.vassaux.first_turn import GUIDE, Plan
from heraut.site.matches.models import PAUSED, RUNNING, Match
from heraut.site.matches.orders import decision_of
from heraut.site.matchpage.guide_cards import steps_of
from tests.games.vassaux.builders import table as battle_table
from tests.games.vassaux.builders import troop
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


def test_a_pause_takes_no_button_from_the_guide(client: Client) -> None:
    match = begun(client)
    Match.objects.filter(pk=match.pk).update(status=PAUSED)
    assert 'form="reponse"' not in card(client, match)
    Match.objects.filter(pk=match.pk).update(status=RUNNING)
    assert press(client, match).count("DEPLOYER") == 5


def test_before_the_table_stands_who_one_is_and_how_one_wins(client: Client) -> None:
    match = begun(client)
    page = unescape(client.get(f"/partie/{match.code}/presentation/").content.decode())
    assert "un Baron, et quatre troupes" in page and "en tuant le Seigneur adverse" in page
    assert "tout se mesure en réglettes (R)" in page
    picture = re.search(r'src="([^"]+carte.svg[^"]*)"', page)
    assert picture and 'class="rim"' in client.get(picture[1]).content.decode(), "the zone of deployment"


@pytest.mark.parametrize("way", ["table", ""])
def test_a_whole_host_is_deployed_by_one_button_and_the_first_turn_waited_through(client: Client, way: str) -> None:
    match = begun(client, way)
    assert present(client, match) == "deploy" and "le Seigneur au milieu" in card(client, match)
    assert "<small>399 points</small>" in page_of(client, match), "nothing is lost yet"
    assert press(client, match).count("DEPLOYER") == 5
    assert match.turn == 1
    pressed = []
    while match.turn == 1 and len(pressed) < 20:
        step, told = present(client, match), card(client, match)
        pressed.append((step, press(client, match)))
        if step == "react":
            assert "agir pendant l'ordre de l'ennemi" in told
    assert len(pressed) >= 5 and match.turn == 2
    assert all(act == "give:PASSER" if step == "react" else act.endswith(" WAI") for step, act in pressed)


@pytest.mark.parametrize("way", ["table", ""])
def test_what_the_guide_prepares_is_never_refused_and_its_end_says_how_to_go_on(client: Client, way: str) -> None:
    match = begun(client, way)
    match.seats.filter(user=None).update(bot="classic")  # who claims no victory over the silent
    while match.turn < 2:
        press(client, match)
    for _ in range(30):
        if match.turn > 2:
            break
        page, shown = page_of(client, match), card(client, match)
        button = re.search('form="reponse" name="do" value="(prepare:[^"]+)"', shown)
        key = re.search('name="key" value="([^"]+)"', page)
        assert key is not None
        if button is None:  # nothing to propose now: silence
            owed = decision_of(match, match.seats.get(user__isnull=False))
            client.post(f"/partie/{match.code}/", {"key": key[1], "text": owed.write(owed.default), "do": "send"})
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
    assert match.turn == 3 and present(client, match) == "onward"
    assert f"jusqu'au tour {match.realm.settings.turns}" in card(client, match)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "seen", "step": "onward"})
    assert card(client, match) == ""


def test_a_reaction_is_explained_the_first_time_one_is_asked_for() -> None:
    """In the middle of the first turn, whose orders are not all given; once the guide has ended it is let be."""
    for turn, kind, opened in ((1, "react", "react"), (1, "activate", "wait"), (2, "react", "react"), (3, "react", "")):
        battle = battle_table([troop((5000, 3000), (5000, 2500))], [troop((5000, 7200), (5500, 7200))])
        battle.turn = turn
        plan = Plan({}, battle, SOUTH, "fr", cast(BattleDecision, SimpleNamespace(kind=kind)), "")
        steps = steps_of(GUIDE, plan, ["onward"])
        assert next((one.step.key for one in steps if one.open), "") == opened, (turn, kind)


def test_a_match_that_waits_for_ever_does_not_say_what_silence_costs(client: Client) -> None:
    match = begun(client)
    assert "Au silence" not in page_of(client, match)


def test_one_button_alone_deploys_everybody(client: Client) -> None:
    match = begun(client)
    assert "deploy_all" not in page_of(client, match), "the guide's own"
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "skip"})
    assert page_of(client, match).count('value="deploy_all"') == 1


def test_who_has_lost_a_vassal_is_not_told_to_deploy_again() -> None:
    battle = battle_table([troop((5000, 3000), (5000, 2500))], [troop((5000, 7200), (5500, 7200))])
    battle.units[UnitId(GroupId(2))].leader = NO_FIGURE
    assert Plan({}, battle, SOUTH, "fr", None, "").undeployed == []


def test_the_lesson_can_be_skipped_and_shown_again(client: Client) -> None:
    match = begun(client)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "skip"})
    assert "Déployez" not in card(client, match)
    client.post(f"/partie/{match.code}/premiers-pas/", {"do": "again"})
    assert "Déployez" in card(client, match)


def test_archers_whom_nobody_is_near_enough_to_are_brought_closer_first(client: Client) -> None:
    """A button in each step of the second turn, whether a shot reaches anybody or not."""
    match = begun(client, "")
    while match.turn < 2:
        press(client, match)
    while present(client, match) == "react":
        press(client, match)
    assert present(client, match) == "shoot"
    shown = card(client, match)
    far = "Personne à portée de vos archers" in shown
    assert re.search('value="prepare:ORDRE 3 %s[^"]*"' % (r"MAR\|ALLER" if far else r"AT.\|TIRER"), shown), shown
    assert ("Préparer la marche" if far else "Préparer le tir") in shown
