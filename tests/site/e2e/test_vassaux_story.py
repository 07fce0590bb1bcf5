"""A battle as it is guided and told: the first turn by the guide's buttons, the film, a line that lights its men."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.visitor import Visitor

ANSWERED = "() => !document.querySelector('.htmx-request')"

SEVERAL_THOUGHTS = 90_000  # ms: the master deploys unit by unit, and may think eight seconds about each


def test_a_guest_deploys_in_one_act_and_waits_by_the_guide(chromium: Any, site: Any) -> None:
    guest = Visitor(chromium, site.url, height=800)
    page = guest.page
    guest.go("/")
    page.locator("form:has(input[value='vassaux']) button").first.click()
    page.wait_for_url("**/partie/**")
    if "presentation" in page.url:
        guest.sees("un Baron, et quatre troupes")
        guest.follow("Commencer")
    page.wait_for_url("**/partie/*/")
    step = page.locator("#premiers-pas li.open")
    expect(step).to_contain_text("Déployez")
    for _ in range(12):
        if "Attendez" in step.inner_text():
            break
        expect(page.locator("#table")).to_have_attribute("data-asked", "1", timeout=SEVERAL_THOUGHTS)
        with page.expect_response(lambda response: response.request.method == "POST"):
            step.locator("button[name=do]").click()
        page.wait_for_function(ANSWERED)
    expect(step).to_contain_text("Attendez")
    expect(page.locator("#premiers-pas li.done")).to_have_count(1)
    guest.context.close()


def test_the_film_plays_pauses_steps_and_is_shared_at_a_moment(chromium: Any, site: Any) -> None:
    passer = Visitor(chromium, site.url)
    page, code = passer.page, site.codes["vassaux"]
    passer.go(f"/partie/{code}/film/?tour=0")
    image, place = page.locator(".film img"), page.locator("[data-place]")
    expect(place).to_have_text("1")
    page.locator("[data-go=on]").click()
    expect(place).to_have_text("2")
    assert "?pas=" in page.url
    page.locator("[data-speed]").select_option("500")
    page.locator("[data-play]").click()
    expect(place).not_to_have_text("2")
    page.locator("[data-play]").click()
    at, shared = place.inner_text(), page.url
    page.wait_for_timeout(900)
    assert place.inner_text() == at, "paused"
    words, drawn = page.locator("[data-words]").inner_text(), image.get_attribute("src")
    friend = Visitor(chromium, site.url)
    friend.go(shared)
    expect(friend.page.locator("[data-place]")).to_have_text(at)
    assert friend.page.locator("[data-words]").inner_text() == words
    assert friend.page.locator(".film img").get_attribute("src") == drawn
    assert passer.faults == friend.faults == []
    passer.context.close()
    friend.context.close()


def test_without_a_script_every_moment_is_a_page(chromium: Any, site: Any) -> None:
    plain = Visitor(chromium, site.url, scripts=False)
    page, code = plain.page, site.codes["vassaux"]
    plain.go(f"/partie/{code}/film/?tour=0")
    page.locator("[data-go=on]").click()
    assert "?pas=" in page.url and page.locator("[data-place]").inner_text() == "2"
    plain.go(f"/partie/{code}/bilan/2/")
    page.locator("details.chapter[open] details.deed summary").first.click()
    assert page.locator("details.deed[open] .rule").first.is_visible()
    plain.context.close()


def test_a_line_lights_its_men_on_the_table(chromium: Any, site: Any) -> None:
    passer = Visitor(chromium, site.url)
    page, code = passer.page, site.codes["vassaux"]
    passer.go(f"/partie/{code}/histoire/")
    while not page.locator("details.deed[data-men]:not([data-men=''])").count():
        page.locator("a[rel=prev]").click()
    page.locator("details.deed[data-men]:not([data-men='']) summary").first.click()
    men = page.locator("details.deed[open]").first.get_attribute("data-men").split()
    expect(page.locator(".scene .lit")).to_have_count(len(men))
    page.locator("details.deed[open] summary").first.click()
    passer.context.close()
