"""A draft begun on the telephone is ended at the desk: kept by the site while it is typed, posted, gone from both."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import Visitor

pytestmark = pytest.mark.slow
SAID = "J'arme, et je prie."


def test_a_draft_goes_from_the_telephone_to_the_desk(visitor: Callable[..., Visitor], site: Site) -> None:
    phone, desk = visitor(width=390, height=844), visitor(width=1280)
    phone.go("/compte/demo/")
    desk.go("/compte/demo/")
    address = f"/partie/{site.codes['running']}/forum/1/"
    phone.go(address)
    field = phone.page.get_by_label("Message", exact=True)
    field.press_sequentially("J'arme, et")
    expect(phone.page.locator("#brouillon-garde")).to_contain_text("Brouillon gardé", timeout=20_000)
    desk.go(address)
    there = desk.page.get_by_label("Message", exact=True)
    expect(there).to_have_value("J'arme, et")
    there.fill(SAID)
    desk.page.get_by_label("Le joueur (HJ)").check()
    desk.page.get_by_role("button", name="Répondre").click()
    expect(desk.page).to_have_url(re.compile(r"\?page=1#m\d+$"))
    expect(desk.page.locator(".forum-post.own .forum-text")).to_have_text(SAID)
    expect(there).to_have_value("")
    phone.page.reload()
    expect(phone.page.locator(".forum-post.own")).to_contain_text(SAID)
    desk.page.reload()
    expect(there).to_have_value("")  # and no draft of this browser comes back
    expect(desk.page.locator(".draft-here .notice")).to_have_count(0)
