"""Pages keep secrets: whatever the other side hides, they stay the same to the byte (SV-INF-02)."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client

from heraut.engine.rng import Rng
from heraut.games.vassaux.state import Battle
from heraut.site.accounts.models import Player
from tests.games.vassaux.asked import ASKED
from tests.games.vassaux.scramble import scramble
from tests.site.games.vassaux.conftest import placed
from tests.site.games.vassaux.pages import Page, page_of

pytestmark = pytest.mark.django_db
DRAFTS = {
    "activate": [{"touch": "2"}, {"place": "4000,5500"}, {"touch": "52"}, {"touch": "3"}],
    "move": [{"place": "4000,5500"}],
    "charge": [{"touch": "52"}],
    "react": [{"touch": "2"}],
    "spell": [{"touch": "52"}],
}
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"|data-units="[^"]*"')


def secretive(kind: str) -> Battle:
    """A battle at this question in which the other side has something to hide: a duel whose hours are numbered."""
    battle = ASKED[kind]()
    battle.settings = msgspec.structs.replace(battle.settings, scenario=3)
    battle.hosts[0].number, battle.hosts[1].number = 1, 4
    return battle


@pytest.mark.rule("SV-INF-02", "SV-SCN-32")
@pytest.mark.parametrize("kind", list(DRAFTS))
def test_no_page_and_no_preview_tells_what_the_other_side_hides(
    alice: Player, client_of: Callable[[Player], Client], kind: str
) -> None:
    battle = secretive(kind)
    page = page_of(client_of(alice), alice, battle)
    before = told(page, kind)
    twin = scramble(battle, battle.hosts[0].seat, Rng(kind.encode()))
    assert twin.hosts[1] != battle.hosts[1]
    placed(page.match, twin)
    assert told(page.read(), kind) == before


@pytest.mark.rule("SV-SCN-31", "SV-REA-02")
@pytest.mark.parametrize("kind", ["activate", "move", "charge"])
def test_whoever_may_react_is_shown_though_his_hour_may_not_have_come(
    alice: Player, client_of: Callable[[Player], Client], kind: str
) -> None:
    battle = secretive(kind)
    page = page_of(client_of(alice), alice, battle)
    before = told(page, kind)
    battle.hosts[1].number = 1  # his units may react by now; nobody else knows
    placed(page.match, battle)
    assert told(page.read(), kind) == before
    assert any("peut réagir" in one for one in before)


def told(page: Page, kind: str) -> list[str]:
    """The page, and what it shows of each draft."""
    found = [bare(page.html)]
    for fields in DRAFTS[kind]:
        found.append(bare(page.send(**fields).html))
    return found


def bare(html: str) -> str:
    """A page without what changes by itself."""
    return CHANGING.sub("", re.sub(r"<time[^>]*>.*?</time>", "", html, flags=re.S))
