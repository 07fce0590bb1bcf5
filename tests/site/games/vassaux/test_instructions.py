"""Instructions: given in advance on a page, kept from turn to turn, seen by nobody else (SV-DPR-02, SV-INF-02)."""

from __future__ import annotations

import pytest
from django.test import Client

from heraut.games.vassaux.identities import NO_UNIT
from heraut.games.vassaux.orders import Rule
from heraut.games.vassaux.preview.foresight import cases
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.vassaux.conftest import new_match, until

RULE = {"do": "add", "unit": "*", "order": "*", "gap": "", "deed": "PASSER"}


def say(match: Match, player: Player, **form: str) -> str:
    """Sends a form of the page; the page that comes back."""
    browser = Client()
    browser.force_login(player)
    return browser.post(f"/partie/{match.code}/ordres/", form, follow=True).content.decode()


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-02")
def test_who_is_asked_gives_an_instruction_beside_his_answer(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    say(match, player, **RULE)
    match.refresh_from_db()
    place = match.realm.asked.place
    assert decision(match, player).kind == "activate"
    assert match.realm.hosts[place].instructions.react == (Rule(NO_UNIT, "", None, "pass"),)


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-02")
def test_what_is_said_meanwhile_answers_the_very_next_question(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    other = bob if player == alice else alice
    page = say(match, other, **RULE)
    assert "Notées" in page
    owed = decision(match, player)
    unit = next(one for one in owed.battle.units.values() if one.seat == owed.place and not one.ordered)
    answer(match, player, f"ORDRE {unit.id} WAI")
    assert decision(match, other).kind == "activate"  # the window of reaction is gone: he has let it pass
    assert match.realm.hosts[1 - owed.place].instructions.react
    assert seat_of(match, other).notes == ""


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-02")
def test_a_rule_may_ask_after_all(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    other = bob if player == alice else alice
    say(match, other, **{**RULE, "deed": "DEMANDER"})
    owed = decision(match, player)
    unit = next(one for one in owed.battle.units.values() if one.seat == owed.place and not one.ordered)
    answer(match, player, f"ORDRE {unit.id} WAI")
    assert decision(match, other).kind == "react"


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-02")
def test_rules_are_moved_and_dropped(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    place = match.realm.asked.place
    say(match, player, **RULE)
    say(match, player, **{**RULE, "order": "CHA", "gap": "1,5", "deed": "ATT"})
    say(match, player, do="up-1")
    match.refresh_from_db()
    assert match.realm.hosts[place].instructions.react == (
        Rule(NO_UNIT, "CHA", 1500, "ATT"),
        Rule(NO_UNIT, "", None, "pass"),
    )
    say(match, player, do="drop-0")
    match.refresh_from_db()
    assert match.realm.hosts[place].instructions.react == (Rule(NO_UNIT, "", None, "pass"),)


@pytest.mark.django_db
@pytest.mark.parametrize("gap", ["1e309", "-3", "près", "9" * 11, "1,2,3", "½"])
def test_a_distance_that_is_none_is_told_and_changes_nothing(alice: Player, bob: Player, gap: str) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    page = say(match, player, **{**RULE, "gap": gap})
    assert 'class="notice warn"' in page
    match.refresh_from_db()
    assert match.realm.hosts[match.realm.asked.place].instructions is None


@pytest.mark.django_db
@pytest.mark.rule("SV-INF-02")
def test_nobody_else_sees_them(alice: Player, bob: Player, client: Client) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    other = bob if player == alice else alice
    client.force_login(other)
    pages = [f"/partie/{match.code}/{part}" for part in ("", "ordres/", "bilan/", "histoire/", "spectateur/")]
    before = [client.get(page).content.decode() for page in pages]
    say(match, player, **{**RULE, "order": "CHA", "gap": "1,234", "deed": "ATT"})
    after = [client.get(page).content.decode() for page in pages]
    assert all("1234" not in page and "1 234" not in page for page in after)
    assert len(before) == len(after)
    assert client.get(f"/partie/{match.code}/partie.json").content.decode().count("CONSIGNE") == 0


@pytest.mark.rule("SV-DPR-02")
def test_cases_are_what_the_engine_then_does(alice: Player, bob: Player, db: None) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    owed = decision(match, player)
    rules = (Rule(NO_UNIT, "WAI", None, "pass"),)
    found = {(case.unit, case.order): case for case in cases(owed.battle, 1 - owed.place, rules)}
    waits = [case for (_, order), case in found.items() if order == "WAI"]
    assert waits and all(case.rule == 0 and case.answer is not None for case in waits)
    assert all(case.rule is None and case.answer is None for (_, order), case in found.items() if order == "MAR")
