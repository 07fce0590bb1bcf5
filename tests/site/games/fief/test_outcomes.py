"""What befalls a family stays in view until its player has read it, however far the table has gone on meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import decision_of, save_orders
from tests.games.fief.builders import Table
from tests.site.games.fief.conftest import new_match, placed
from tests.site.matchpage.conftest import forget_views

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """Alice's only lord holds Bourg, her only fief, with one man; Bob attacks with twelve; Charlie is far."""
    table = Table(3, mode="points")
    table.lord("arnaud", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(0, "bourg", 1)
    table.lord("henry", 1, "bourg")
    table.lord("roland", 1, "villeneuve")
    table.troops(1, "bourg", 12)
    table.lord("othon", 2, "sennecy")
    found = new_match(alice, bob, charlie, seats=3)
    Seat.objects.filter(match=found).update(read=found.step)
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, 0),)
    placed(found, table.phase("combat"))
    fought_out(found)
    return found


def fought_out(match: Match, most: int = 60) -> None:
    """All stay silent, whatever they are asked, until the battle is over and some questions more are answered."""
    for _ in range(most):
        match.refresh_from_db()
        for seat in match.seats.filter(user__isnull=False):
            if decision_of(match, seat) is not None:
                save_orders(seat, "", seal=True)
        resolve_at_once(match.pk)
        forget_views()
        match.refresh_from_db()
        if any(b'"battle_over"' in bytes(events) for events in match.steps.values_list("events", flat=True)):
            return
    raise AssertionError("no end of the battle")


def shown(client: Client, match: Match) -> list[tuple[str, str]]:
    """What the table tells of one's outcomes: bad or good, and the sentence."""
    page = unescape(client.get(f"/partie/{match.code}/").content.decode())
    found = re.findall(r'<li class="outcome (\w*)">(?:<span[^>]*>[^<]*</span>)?\s*([^<]*)</li>', page)
    return [(how, words.strip()) for how, words in found]


def marked(client: Client, match: Match, *kinds: str) -> str:
    """What the board says of the villages that it marks so."""
    page = unescape(client.get(f"/partie/{match.code}/").content.decode())
    layer = re.search(r'<g class="happened".*?</g></g>', page, re.S)
    found = re.findall(rf'<g class="(?:{"|".join(kinds)})"[^>]*><title>([^<]*)', layer[0]) if layer else []
    return " ".join(found)


def test_who_lost_a_battle_his_fief_and_his_only_lord_is_told_so(
    match: Match, alice: Player, bob: Player, browser: Browser
) -> None:
    hers = shown(browser(alice), match)
    assert [how for how, _ in hers] == ["bad"] * 3
    lord, fief, battle = [words for _, words in hers]  # the latest first
    assert "Arnaud (Alice)" in lord and "Duché de Bourg" in fief and "Alice" in fief
    assert "Bourg" in battle and "Tombés" in battle and battle.endswith("Arnaud.")
    assert "Bourg" in marked(browser(alice), match, "lost")
    his = shown(browser(bob), match)
    won = marked(browser(bob), match, "won")  # the battle, and the owner that it brought, under one mark
    assert "victoire de Bob" in won
    assert not marked(browser(bob), match, "gained")
    assert his and "bad" not in {how for how, _ in his}


def test_whom_it_does_not_concern_is_told_nothing(match: Match, charlie: Player, browser: Browser) -> None:
    assert shown(browser(charlie), match) == []
    assert shown(Client(), match) == []


def test_it_stays_until_it_is_read_and_goes_for_good(match: Match, alice: Player, browser: Browser) -> None:
    client = browser(alice)
    before = shown(client, match)
    for _ in range(3):  # the table goes on
        for seat in match.seats.filter(user__isnull=False):
            if decision_of(match, seat) is not None:
                save_orders(seat, "", seal=True)
        resolve_at_once(match.pk)
        match.refresh_from_db()
    forget_views()
    assert set(before) <= set(shown(client, match)) and before
    page = client.get(f"/partie/{match.code}/").content.decode()
    step = re.search(r'name="read" value="(\d+)"', page)
    assert step is not None
    client.post(f"/partie/{match.code}/", {"do": "read", "read": step[1]})
    assert shown(client, match) == []
    assert match.seats.get(user=alice).read == int(step[1])


def test_what_happened_after_the_page_was_made_is_not_taken_for_read(
    match: Match, alice: Player, browser: Browser
) -> None:
    client = browser(alice)
    lost = max(step.number for step in match.steps.all() if b'"battle_over"' in bytes(step.events))
    client.post(f"/partie/{match.code}/", {"do": "read", "read": str(lost - 1)})
    assert shown(client, match) != []
    client.post(f"/partie/{match.code}/", {"do": "read", "read": "999999"})  # nobody has read what is still to come
    assert match.seats.get(user=alice).read == match.step


def test_nobody_reads_for_another(match: Match, alice: Player, bob: Player, browser: Browser) -> None:
    before = match.seats.get(user=alice).read
    browser(bob).post(f"/partie/{match.code}/", {"do": "read", "read": str(match.step)})
    assert Client().post(f"/partie/{match.code}/", {"do": "read", "read": str(match.step)}).status_code in (302, 401)
    assert match.seats.get(user=alice).read == before
