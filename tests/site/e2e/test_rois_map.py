"""The world of a King under mouse, fingers and keys: it has no end to the west, and shows two things at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
ROUND = 1872  # units around the world
SEEN = "() => document.querySelector('svg.rmap').getAttribute('viewBox').split(' ').map(Number)"
HELD = "() => document.activeElement.dataset.n"
LINK_IN_VIEW = """() => {
  const frame = document.querySelector('.rmap-frame').getBoundingClientRect();
  return [...document.querySelectorAll('.rmap a[data-n]')].filter((link) => {
    const box = link.getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  }).length;
}"""


def at_the_map(person: Visitor, site: Any) -> Page:
    """The year of the King of the demonstration, the map drawn and alive."""
    page = person.page
    page.goto("/compte/demo/")
    page.goto(f"/partie/{site.codes['rois']}/")
    expect(page.locator(".rmap-frame.live")).to_be_visible()
    page.wait_for_timeout(200)
    return page


def test_the_world_goes_around_under_a_mouse(visitor: Come, site: Any) -> None:
    king = visitor()
    page = at_the_map(king, site)
    box = page.locator(".rmap-frame").bounding_box()
    assert box is not None
    turned = 0.0
    before = page.evaluate(SEEN)
    for _ in range(6):
        x, y = box["x"] + box["width"] - 60, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 200, y, steps=3)
        page.mouse.move(box["x"] + 30, y, steps=3)
        page.mouse.up()
        page.wait_for_timeout(120)
        now = page.evaluate(SEEN)
        turned += (now[0] - before[0]) % ROUND
        before = now
        assert -ROUND / 2 <= now[0] < ROUND / 2
        assert page.evaluate(LINK_IN_VIEW) > 20, "there are provinces to choose wherever one looks"
    assert turned > ROUND, "once around the world"
    page.locator("[data-zoom=all]").click()
    page.wait_for_timeout(120)
    assert page.evaluate(SEEN)[2] == ROUND
    assert king.faults == []


def test_keys_lead_from_province_to_province_and_a_name_jumps(visitor: Come, site: Any) -> None:
    king = visitor()
    page = at_the_map(king, site)
    page.locator(".rmap-frame").focus()
    page.keyboard.press("h")
    home = int(page.evaluate(HELD))
    assert home == int(page.locator("svg.rmap").first.get_attribute("data-home") or 0)
    there, back, row = ("ArrowDown", "ArrowUp", 18) if home + 18 <= 162 else ("ArrowUp", "ArrowDown", -18)
    east = home + (1 if home % 18 else -17)  # the world is round
    for key, held in ((there, home + row), ("ArrowRight", east + row), (back, east), ("ArrowLeft", home)):
        page.keyboard.press(key)
        assert int(page.evaluate(HELD)) == held
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**province={east}*")
    expect(page.locator(f".rmap a[data-n='{east}'][aria-current]")).to_be_focused()
    expect(page.locator("#dit")).to_contain_text(page.locator("#province-titre").inner_text())  # read aloud
    page.keyboard.press("/")
    name = page.locator(".rmap-find input[list]")
    expect(name).to_be_focused()
    name.fill(str(home))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**province={home}*")
    expect(page.locator(".rmap-frame.live")).to_be_visible()
    assert king.faults == []


def test_what_was_chosen_and_ordered_is_read_aloud(visitor: Come, site: Any) -> None:
    king = visitor()
    king.sign_up("Oyante")
    king.begin_match("Oyante", game="rois")
    page, said = king.page, king.page.locator("#dit")
    person = page.locator(".year-grid tbody th a").first
    name = person.inner_text()
    person.press("Enter")
    expect(said).to_contain_text(name)
    season = page.locator(".slots .open .slot-season").inner_text()
    page.locator("#ordre a.chip").first.press("Enter")
    page.locator("#ordre .open-order button").first.press("Enter")
    expect(said).to_contain_text(season)
    assert king.faults == []


def test_two_layers_are_shown_and_a_third_takes_the_place_of_the_first(visitor: Come, site: Any) -> None:
    king = visitor()
    page = at_the_map(king, site)
    page.locator("label", has=page.locator("#couche-wealth")).click()
    expect(page.locator("#rm-under-wealth")).to_have_count(1)
    assert page.locator("svg.rmap").first.get_attribute("data-layers") == "routes wealth"
    expect(page.locator("#couche-owners")).not_to_be_checked()
    expect(page.locator("#rm-under-owners")).to_be_hidden()
    assert "couche=routes&couche=wealth" in page.url
    page.reload()
    expect(page.locator("#couche-wealth")).to_be_checked()
    assert king.faults == []


def test_without_a_script_layers_and_provinces_are_links_and_forms(visitor: Come, site: Any) -> None:
    king = visitor(scripts=False)
    page = king.page
    page.goto("/compte/demo/")
    page.goto(f"/partie/{site.codes['rois']}/")
    page.locator("label", has=page.locator("#couche-forces")).click()
    page.locator("label", has=page.locator("#couche-routes")).click()
    page.get_by_role("button", name="Montrer").click()
    assert page.locator("svg.rmap").first.get_attribute("data-layers") == "owners forces"
    home = page.locator("svg.rmap").first.get_attribute("data-home")
    page.locator(f".rmap a[data-n='{home}']").click()
    page.wait_for_url(f"**province={home}**")
    expect(page.locator(f".rmap a[data-n='{home}'][aria-current]")).to_have_count(1)
    assert page.locator("svg.rmap").first.get_attribute("data-layers") == "owners forces", "as before"
