"""Whatever a stranger sends to the table: odd bytes, giants, figures that no number holds, answers that are not his."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.http import urlencode

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from tests.busy import most
from tests.games.vassaux.asked import ASKED
from tests.site.api.caller import program_of
from tests.site.games.vassaux.conftest import decision, new_match, placed
from tests.site.games.vassaux.pages import Page
from tests.site.matchpage.conftest import forget_views
from tests.thorough import sample

pytestmark = pytest.mark.django_db
FIELDS = (
    "text", "place", "touch", "man", "add", "instead", "whole", "now", "line", "key", "unit", "held", "points", "do",
    "bend", "place.x", "place.y", "wind", "far", "aim", "length", "reaction", "point", "spell", "extra", "invocation",
    "power", "men", "deployed", "x", "y", "mover", "hand-x", "hand-y",
)  # fmt: skip
BUTTONS = (
    "look", "send", "undo", "clear", "deploy_all", "march", "bend", "charge", "fight", "cast", "react", "name", "set",
    "hand",
)  # fmt: skip
ODD = (
    "", "\x00", "\u202e\ufeff", "🐎" * 1000, "NaN", "1e309", "-1e309", "inf", "-1", "-9999999,-9999999", "9" * 400,
    "²,٣", f"{'9' * 300},{'9' * 300}", "1,2,3", "B" * 60_000, "\n" * 60_000, "ORDRE 2 MAR\n" * 4000,
    "give:" + "ORDRE 2 MAR|" * 4000, "ORDRE 2" + " SPL" * 10_000, "ALLER " + "4000,5000 " * 5000,
    "DEPLOYER 1 EN 9,9 AVEC " + "2=3,4 " * 8000, "CONSIGNE REAGIR " + " PUIS ".join(["* * * PASSER"] * 3000),
    "REAGIR 2 CHA EN 1e309", "ABANDONNER\x00", "VISER NaN", "4000,5000 " * 6000, "-0", "0x7f", "1_000,2_000", "２,３",
    "' OR 1=1 --", "<script>alert(1)</script>", "B-1", "-52", "B999999999",
)  # fmt: skip
ADDRESSES = (
    "?unite={}", "?calque={}", "?unite=2&calque={}", "carte.svg?table=1&unite={}",
    "carte.svg?table=1&unite=2&calque={}", "carte.svg?table=1&brouillon={}", "carte.svg?pas={}", "film/?pas={}",
    "histoire/?pas={}", "outils/mesure/?de={}&a=51", "outils/mesure/?de=1&a={}",
    "outils/melee/?calcul=1&hommes={}&ennemis=8", "outils/attaque/?calcul=1&des={}&defense=1&sante=1",
    "outils/epreuve/?calcul=1&des=6&cible={}", "outils/sort/?calcul=1&des=9&puissance={}", "ordres/?ligne={}",
)  # fmt: skip
SHARE = 80  # of what could be sent, one in so many where the campaign is not thorough


def sent(kind: str) -> Iterator[dict[str, str]]:
    """A field with something odd in it, and a button."""
    chance = Random(kind)
    for field, value in sample(product(FIELDS, ODD), SHARE, kind):
        yield {"do": chance.choice(BUTTONS), field: value}
    for button in sample(BUTTONS, 3, kind):  # the form, odd in all its fields at once
        value = chance.choice(ODD)[:1500]
        yield {**dict.fromkeys(FIELDS[12:], value), "do": button}


@pytest.mark.parametrize("kind", list(ASKED))
def test_nothing_odd_in_a_field_fails_or_takes_a_second(
    client_of: Callable[[Player], Client], alice: Player, bob: Player, kind: str
) -> None:
    match = new_match(alice, bob)
    placed(match, ASKED[kind]())
    page, slow = Page(client_of(alice), match), []
    start = page.html
    for fields in sent(kind):
        page.html = start
        carried = {name: page.hidden(name) for name in ("key", "unit", "held", "points")}
        begun = time.process_time()
        answer = page.client.post(f"/partie/{match.code}/", {**carried, "text": "", **fields})
        took = time.process_time() - begun
        assert answer.status_code in (200, 302), (answer.status_code, short(fields))
        if took > most():
            slow.append((took, short(fields)))
        if answer.status_code == 302:  # it was an answer
            placed(match, ASKED[kind]())
            start = page.read().html
    assert not slow


def short(fields: dict[str, str]) -> dict[str, str]:
    """What was sent, as far as anybody wants to read it."""
    return {name: f"{value[:40]!r} ({len(value)})" for name, value in fields.items()}


@pytest.mark.parametrize("who", ["alice", "nobody"])
def test_nothing_odd_in_an_address_fails_or_takes_a_second(
    client_of: Callable[[Player], Client], alice: Player, bob: Player, who: str
) -> None:
    match = new_match(alice, bob)
    placed(match, ASKED["activate"]())
    client = client_of(alice) if who == "alice" else Client()
    for address, value in sample(product(ADDRESSES, [value[:3000] for value in ODD]), 20, who):
        begun = time.process_time()
        answer = client.get(f"/partie/{match.code}/{address.format(urlencode({'': value})[1:])}")
        assert answer.status_code in (200, 302, 400, 403, 404), (answer.status_code, address, value[:40])
        assert time.process_time() - begun < most(), (address, value[:40])


# Whose answer it is


def state(match: Match) -> tuple[int, str]:
    """How far the match is."""
    match.refresh_from_db()
    return match.step, match.digest


def test_nobody_answers_for_another_and_no_spectator_answers_at_all(
    client_of: Callable[[Player], Client], alice: Player, bob: Player, charlie: Player
) -> None:
    match = new_match(alice, bob)
    placed(match, ASKED["activate"]())
    key, before = Page(client_of(alice), match).hidden("key"), state(match)
    given: dict[str, Any] = {"key": key, "text": "ORDRE 2 ATT", "do": "send"}
    for client in (client_of(bob), client_of(charlie), Client()):
        for fields in (given, {**given, "do": "give:ABANDONNER"}, {"key": key, "now": "ABANDONNER"}):
            assert client.post(f"/partie/{match.code}/", fields).status_code in (200, 302, 401, 403, 404)
            assert client.post(f"/partie/{match.code}/spectateur/", fields).status_code in (302, 401, 403, 404, 405)
    assert state(match) == before
    assert decision(match, alice) is not None


def test_of_two_windows_the_first_answers_and_the_second_is_told(
    client_of: Callable[[Player], Client], alice: Player, bob: Player
) -> None:
    match = new_match(alice, bob)
    placed(match, ASKED["move"]())
    one, two = Page(client_of(alice), match), Page(client_of(alice), match)
    one.send(whole="RESTER")
    two.send(whole="ALLER 4000,5200")
    assert one.binds and two.binds
    one.declare()
    after = state(match)
    forget_views()
    two.send(do="send")
    assert state(match) == after
    assert 'data-fault="closed"' in two.html and "Rien ne vous est demandé" in two.words


def test_a_draft_has_no_more_lines_than_an_act_can_need(
    client_of: Callable[[Player], Client], alice: Player, bob: Player
) -> None:
    match = new_match(alice, bob)
    placed(match, ASKED["activate"]())
    page, begun = Page(client_of(alice), match), time.process_time()
    page.send(whole="CONSIGNE CEDER OUI\n" * 3000)
    assert len(page.lines) <= 26
    assert time.process_time() - begun < most()


def test_nothing_odd_that_a_program_sends_fails_or_takes_a_second(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    placed(match, ASKED["activate"]())
    program = program_of(alice)
    before = state(match)
    for value in (*ODD, *(f"{verb} {value[:3000]}" for verb in ("ORDRE", "CONSIGNE") for value in ODD[::3])):
        begun = time.process_time()
        answer = program.put(f"/matches/{match.code}/orders", text=value, seal=True)
        assert answer.status_code in (200, 400, 409, 413, 422, 429), (answer.status_code, value[:40])
        assert time.process_time() - begun < most(), value[:40]
        if value.strip():
            assert state(match) == before, value[:40]
