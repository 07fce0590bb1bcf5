"""The first minutes of Seigneurs & Vassaux on a telephone: zone of deployment and table stay in sight."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
BELOW = """() => document.querySelector(".v-foot").getBoundingClientRect().top -
  document.querySelector("#brouillon .rim").getBoundingClientRect().bottom"""
"""By how many pixels the zone of deployment ends above the sheet."""


def begun(visitor: Come) -> Visitor:
    """Somebody who has begun a battle against the reaction table on his telephone."""
    person = visitor(width=390, height=844, has_touch=True, is_mobile=True)
    person.go("/")
    person.page.get_by_role("button", name="Contre la table de réaction").click()
    person.follow("Commencer")
    expect(person.page.locator("#brouillon .rim")).to_be_attached()
    person.page.wait_for_load_state("load")
    return person


def test_the_zone_of_deployment_lies_above_the_sheet(visitor: Come) -> None:
    person = begun(visitor)
    assert person.page.evaluate(BELOW) >= 0
    assert person.fits()


def test_the_table_stays_in_sight_when_an_answer_brings_it_anew(visitor: Come) -> None:
    person = begun(visitor)
    before = person.page.evaluate("scrollY")
    assert before > 0
    box = person.page.locator("#premiers-pas .guide-acts button").bounding_box()
    assert box is not None
    person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(person.page.locator("#premiers-pas")).to_have_attribute("data-step", re.compile("wait|react"))
    expect(person.page.locator("#table")).to_have_attribute("data-kind", re.compile("activate|react"))
    person.page.wait_for_timeout(300)
    assert abs(person.page.evaluate("scrollY") - before) < 60
    expect(person.page.locator("#premiers-pas .guide-acts button")).to_be_in_viewport()
    expect(person.page.locator("#g1")).to_be_in_viewport()
