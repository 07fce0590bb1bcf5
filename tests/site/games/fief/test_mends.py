"""What would disappoint is said beside the draft, with a button that mends it; the board shows what is prepared."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from heraut.games.fief.calculators.reach import reach
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from tests.site.games.boards import answer
from tests.site.games.fief.conftest import new_match, until

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def drafted(client: Client, match: Match, **fields: str) -> str:
    """The table after a button of the answer."""
    address = f"/partie/{match.code}/"
    key = re.search(r'name="key" value="(\w+)"', client.get(address).content.decode())
    assert key is not None
    return unescape(client.post(address, {"key": key[1], **fields}).content.decode())


def mend(page: str) -> tuple[str, str]:
    """What is amiss, and what the button sends."""
    found = re.search(r'<ul class="mends.*?<span data-say="mend-1">(.*?)</span>.*?value="([^"]*)"', page, re.S)
    assert found is not None
    return found[1], found[2]


def departure(owed: Any) -> tuple[str, str, str]:
    """A free step of the first lord who can make one: his name, whence, whither."""
    me = owed.view["own"]["seat"]
    walks = [one for one in reach(owed.view).values() if one.seat == me and not one.stays]
    return next(
        (walk.lord, str(walk.start), to)
        for walk in walks
        for to, arrival in walk.arrivals.items()
        if arrival.free and arrival.steps == 1
    )


def text_of(page: str) -> str:
    """The orders so far, as they are written."""
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert found is not None
    return found[1].strip()


def test_a_village_that_is_left_empty_keeps_a_token_by_one_button(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    owed = until(match, alice, "move")
    lord, start, to = departure(owed)
    tokens = next(one["tokens"] for one in owed.view["stacks"] if one["seat"] == owed.view["own"]["seat"])
    others = [name for name, one in owed.view["lords"].items() if one["village"] == start and name != lord]
    lords = "+".join([lord, *others])
    line = f"MARCHER {lords}, {to}, " + "+".join(f"{n}x{v}" for n, v in zip(tokens, (1, 3, 6), strict=True) if n)
    page = drafted(browser(alice), match, add=line)
    words, value = mend(page)
    assert "Plus personne" in words and "ni revenu ni défense" in words
    assert f'data-from="{start}" data-to="{to}"' in page
    mended = drafted(browser(alice), match, text=text_of(page), do=value)
    assert 'class="mends' not in mended and "MARCHER" in text_of(mended) and text_of(mended) != text_of(page)
    assert 'class="prepared"' not in browser(bob).get(f"/partie/{match.code}/").content.decode()


def test_idle_money_is_turned_into_a_mill(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "purchase")
    page = unescape(browser(alice).get(f"/partie/{match.code}/").content.decode())
    words, value = mend(page)
    assert "remboursé en 2 tours" in words and value.startswith("line:BATIR moulin")
    assert 'class="mends' not in drafted(browser(alice), match, do=value)


def test_a_button_that_mends_nothing_changes_nothing(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "purchase")
    for odd in ("rewrite:", "rewrite:9:FIN", "rewrite:-1:FIN", "rewrite:0:", "line:", "line:N'IMPORTE"):
        assert "<textarea" in drafted(browser(alice), match, do=odd), odd


def test_a_chronicle_begins_with_what_the_turn_means(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    for player in (alice, bob):
        answer(match, player, "PRET")
    until(match, alice, "cards")
    page = unescape(browser(alice).get(f"/partie/{match.code}/bilan/1/").content.decode())
    summary = re.search(r'<section class="card chronicle-summary".*?</section>', page, re.S)
    assert summary is not None and "village" in summary[0] and "Le fief le plus proche" in summary[0]
    assert "chronicle-summary" not in Client().get(f"/partie/{match.code}/bilan/1/").content.decode()
