"""The first evening in a world: from the first page to a sealed year by the guide alone, and its story."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.site.e2e.test_first_turn import IN_VIEW, PHONE
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
STEPS = ("voisin", "Recrutez", "Envoyez", "Marchez", "plan", "traité")
SHOWN = """() => {  // whether the ringed thing is on the screen, beside the card that speaks of it
  const thing = document.querySelector(".ringed").getBoundingClientRect();
  const card = document.getElementById("premiers-pas").getBoundingClientRect();
  return thing.bottom > 0 && thing.top < innerHeight && card.bottom > 0 && card.top < innerHeight;
}"""

A_ROW_IN_SIGHT = """document.querySelector("#grille tbody tr").getBoundingClientRect().bottom
  <= document.querySelector(".dock").getBoundingClientRect().top"""


def begin(guest: Visitor) -> None:
    """A world to try, from the first page, past its introduction."""
    guest.go("/")
    guest.press("Jouer tout de suite à Rois aventuriers")
    guest.page.locator('button[value="human"]').click()
    guest.sees("Le monde en compte 162")
    guest.follow("Commencer")
    guest.page.wait_for_url("**/partie/*/")


def skips(step: Locator, number: int) -> bool:
    """Whether this step is done by itself: where all are berserks, whom no plan helps."""
    expect(step).not_to_have_attribute("data-n", str(number - 1))
    return STEPS[number - 1] == "plan" and step.get_attribute("data-n") == str(number + 1)


def test_a_guest_follows_the_guide_to_a_sealed_year_and_its_story(visitor: Come) -> None:
    for choices in (PHONE, {"height": 800}):
        guest = visitor(**choices)
        begin(guest)
        page, step = guest.page, guest.page.locator("#premiers-pas li.open")
        assert choices is PHONE or page.evaluate(A_ROW_IN_SIGHT)
        for number, words in enumerate(STEPS, start=1):
            if skips(step, number):
                continue
            expect(step).to_contain_text(words)
            expect(step).to_have_attribute("data-n", str(number))
            expect(page.locator(".ringed")).to_have_count(1)  # the thing itself
            step.get_by_role("link", name="Montrez-le-moi").click()
            if words != "plan":  # the text, which is folded on a small screen
                guest.awaits(SHOWN)
            guest.awaits(IN_VIEW)
            step.locator("button").click()
        expect(step).to_contain_text("Scellez")
        expect(page.locator("#barre")).to_contain_text("ordres")
        expect(page.locator(".dots .idle")).to_have_count(0)  # nobody has a season without an order
        assert guest.fits()
        step.get_by_role("button", name="Sceller").click()
        told = page.locator("#suivi").get_by_role("link", name="Bilan du tour 1")
        expect(told).to_be_visible(timeout=60_000)
        expect(page.locator("#grille th").first).to_have_text("An 2")  # an empty sheet, not that of the year before
        expect(page.locator("#grille code")).to_have_count(0)
        told.click()
        page.wait_for_url("**/bilan/1/")
        expect(page.locator("#en-bref")).not_to_be_empty()
        assert guest.fits()
        assert guest.faults == []


def test_without_a_script_each_step_is_one_press(visitor: Come) -> None:
    guest = visitor(scripts=False)
    begin(guest)
    step = guest.page.locator("#premiers-pas li.open")
    for number, words in enumerate(STEPS, start=1):
        if skips(step, number):
            continue
        expect(step).to_contain_text(words)
        step.locator("button").click()
    expect(step).to_contain_text("Scellez")
    guest.page.locator("#premiers-pas li[data-n='2'] button").click()  # taken back
    expect(step).to_contain_text("Recrutez")
