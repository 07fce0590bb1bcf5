"""The sixth game in a browser: one match, from the first page to the last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from heraut.site.clock.resolution import resolve_due
from tests.site.e2e.conftest import CHROMIUM, FLAGS, program
from tests.site.e2e.visitor import Visitor
from tests.sixth_game import NAME


@pytest.fixture
def guest(site: None, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """A passer-by with a browser on a phone, who meets no fault."""
    path = program(CHROMIUM)
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread, and waits meanwhile
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        visitor = Visitor(browser, live_server.url, width=390, height=844)
        yield visitor
        browser.close()
    assert visitor.faults == []


@pytest.mark.django_db(transaction=True)
def test_a_passer_by_plays_a_match_to_its_end(guest: Visitor) -> None:
    guest.go("/")
    guest.page.locator(f"button[name=jeu][value={NAME}]").click()
    guest.page.wait_for_url("**/partie/**")
    board = guest.page.url
    for turn, bid in enumerate(("9", "8", "3"), start=1):
        guest.go(board)
        guest.follow("Miser", "main")
        guest.page.get_by_label("Couronnes pour un lot").fill(bid)
        guest.press("Sceller ma mise")
        guest.sees("Mise scellée.")
        assert guest.fits()
        resolve_due()
        guest.go(f"{board}bilan/{turn}/")
        guest.sees(f"Vous payez {bid} couronnes")
    guest.go(board)
    guest.sees("L'enchère est close. Victoire")
    assert guest.page.evaluate("getComputedStyle(document.querySelector('.auction')).maxWidth") == "576px"
