"""The first evening at a board: from the first page to the first answers by the guide alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.test_first_turn import HEAD, IN_VIEW
from tests.site.e2e.visitor import Visitor

ANSWERED = "() => !document.querySelector('.htmx-request, .htmx-settling')"  # and the page is where the guide points
UNDER_WAY = "() => document.getElementById('premiers-pas').getBoundingClientRect().top < 10"
SMALLEST = """() => Math.min(...[...document.querySelectorAll(
  "svg.board :is(.soldiers .count, .lord .initial, .disc text)")].map((text) => {
  const matrix = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
}))"""


class Guest(Visitor):
    """Somebody who follows the guide."""

    def begin(self) -> None:
        """A match to try, past its introduction."""
        self.go("/")
        self.press("Jouer tout de suite à Fief 2")
        self.page.wait_for_url("**/partie/**")
        if "presentation" in self.page.url:
            self.follow("Commencer")
        self.page.wait_for_url("**/partie/*/")

    @property
    def number(self) -> str:
        """Which step is open; "" when none is any more."""
        step = self.page.locator("#premiers-pas li.open")
        return step.get_attribute("data-n") or "" if step.count() else ""

    def follow_step(self) -> None:
        """Presses the button of the open step, once it has one."""
        expect(self.page.locator("#table")).to_have_attribute("data-asked", "1")
        button = self.page.locator("#premiers-pas li.open button")
        if not button.count():  # a question came in between, as whether an assassination is avenged
            button = self.page.locator("#reponse .option-list button").first
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            button.click()
        self.page.wait_for_function(ANSWERED)

    def follow_until(self, number: str) -> None:
        """Goes on until that step is open."""
        for _ in range(12):
            if self.number == number:
                return
            self.follow_step()
        raise AssertionError(self.number)

    def march_by_clicks(self, lord: str, to: str) -> None:
        """A lord with his soldiers: a click on his soldiers, another where they shall go."""
        self.page.locator(f".party.mobile:has([data-lord='{lord}']) .soldiers").click()
        expect(self.page.locator(f"svg.board.picking .village.goal[data-village='{to}']")).to_have_count(1)
        self.page.locator(f".village[data-village='{to}']").focus()
        self.page.keyboard.press("Enter")


def test_a_guest_follows_the_guide_to_his_first_answers(chromium: Any, site: Any) -> None:
    for _ in range(5):  # bad weather, or whoever marched first, may leave nothing to march to: another guest tries
        guest = Guest(chromium, site.url, height=800)
        page, step = guest.page, guest.page.locator("#premiers-pas li.open")
        guest.begin()
        expect(page.locator("svg.board .advised path")).not_to_have_count(0)
        expect(step).to_contain_text("Choisissez un village")
        assert page.evaluate(IN_VIEW)
        guest.follow_until("4")
        expect(step).to_contain_text("Bâtissez un moulin")
        offer = page.locator("#choix-build button.option", has_text="Un moulin")
        expect(offer).to_contain_text("200 écus par tour : remboursé en 2 tours")
        expect(offer).to_contain_text("300 écus")
        expect(page.locator(".mends")).to_contain_text("écus dorment")
        guest.follow_step()
        expect(page.locator("#question .plan li")).to_contain_text("Un moulin")
        expect(page.locator("svg.board .prepared .disc")).to_have_count(1)
        guest.follow_until("5")
        if "Menez" in step.inner_text():
            break
    guest.follow_step()
    arrow = page.locator("svg.board .prepared .arrow")
    expect(arrow).to_have_count(1)
    to = arrow.get_attribute("data-to")
    lord = page.locator("svg.board .party.mobile .lord").first.get_attribute("data-lord")
    guest.press("Annuler le dernier", "#barre")
    expect(arrow).to_have_count(0)
    guest.march_by_clicks(str(lord), str(to))  # the same without the guide, and without dragging; nobody is left behind
    here = page.locator(".here")
    if here.is_visible():
        here.get_by_role("button").first.click()
    expect(arrow).to_have_count(1)
    if page.locator(".mends").count():
        page.locator(".mends button").first.click()
        expect(page.locator(".mends")).to_have_count(0)
        expect(arrow).to_have_count(1)
    assert page.evaluate(SMALLEST) >= 11
    page.set_viewport_size({"width": 390, "height": 844})
    assert guest.fits() and page.evaluate(IN_VIEW) and page.evaluate(HEAD) <= 120
    assert page.evaluate(SMALLEST) >= 11
    guest.follow_until("7")
    expect(step).to_contain_text("Dites que vous êtes prêt")
    guest.follow_step()
    expect(page.locator("#question")).to_contain_text("Tour 2")
    expect(page.locator("#premiers-pas")).to_be_hidden()
    guest.go(f"/partie/{guest.code}/bilan/1/")
    expect(page.locator(".chronicle-summary")).to_contain_text(re.compile("[01] moulin"))  # it may have been lost
    assert guest.fits()
    guest.context.close()
    assert guest.faults == []


def test_a_step_pressed_while_the_page_scrolls_to_what_it_points_at_counts(chromium: Any, site: Any) -> None:
    guest = Guest(chromium, site.url, height=800, reduced_motion="no-preference")
    page = guest.page
    guest.begin()
    guest.follow_step()
    page.wait_for_function(UNDER_WAY)  # to a card in one's hand, further down; the guide stands still by now
    box = page.locator("#premiers-pas li.open button").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.mouse.down()
        page.wait_for_timeout(100)
        before = page.evaluate("scrollY")
        page.wait_for_timeout(100)
        assert page.evaluate("scrollY") == before  # nothing moves under a button that is held down
        page.mouse.up()
