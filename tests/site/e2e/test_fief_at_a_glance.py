"""The whole board and the question in one look, on a desk and on a phone; fingers; a village that is typed."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.test_fief_first_turn import SMALLEST, Guest
from tests.site.e2e.test_first_turn import HEAD, IN_VIEW

# How far the foot of the board stands above the bar, and whether the guide and the question are above it too
ROOM = """() => {
  const foot = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  const bar = document.querySelector("#barre").getBoundingClientRect().top;
  return ["svg.board", "#premiers-pas", "#question h2"].map((one) => bar - foot(one));
}"""
NEAR = "() => Number(document.querySelector('.board-frame').style.getPropertyValue('--near'))"
MIDDLE = """() => {
  const frame = document.querySelector(".board-frame");
  frame.scrollIntoView({block: "center", behavior: "instant"});
  const box = frame.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
FLAT = "() => document.documentElement.scrollHeight"


def touch(session: Any, kind: str, *points: tuple[float, float]) -> None:
    """Fingers on the glass."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_board_guide_and_question_are_seen_in_one_look_at_1280_by_800(chromium: Any, site: Any) -> None:
    guest = Guest(chromium, site.url, height=800)
    page = guest.page
    guest.begin()
    assert all(room >= 0 for room in page.evaluate(ROOM)), page.evaluate(ROOM)
    assert page.evaluate(SMALLEST) >= 11 and page.evaluate(IN_VIEW)
    find = page.get_by_label("Chercher un village")
    find.fill("Zanzibar")
    find.press("Enter")
    assert "Aucun village" in find.evaluate("one => one.validationMessage")
    find.fill("marc")
    find.press("Enter")
    expect(page.locator(".village[data-village='marcamps']")).to_be_focused()
    expect(page.locator("#village")).to_have_value("marcamps")  # while one settles, it is chosen as well
    page.keyboard.press("?")
    expect(page.locator("#raccourcis")).to_be_visible()
    page.keyboard.press("Escape")
    guest.follow_until("4")  # the purchases: the board stays in sight while the side goes by
    page.evaluate("() => scrollTo(0, 500)")
    frame = page.locator(".board-frame").bounding_box()
    assert frame is not None and frame["y"] >= 0
    guest.context.close()
    assert guest.faults == []


def test_on_a_phone_one_finger_scrolls_the_page_and_two_move_the_board(chromium: Any, site: Any) -> None:
    guest = Guest(chromium, site.url, width=390, height=844, has_touch=True, is_mobile=True)
    page = guest.page
    glass = guest.context.new_cdp_session(page)
    guest.begin()
    assert guest.fits() and page.evaluate(HEAD) <= 120 and page.evaluate(FLAT) < 6000
    assert page.evaluate(SMALLEST) >= 11
    x, y = page.evaluate(MIDDLE)
    page.wait_for_function("() => document.querySelector('.board-frame.live')")
    before = page.evaluate("() => scrollY")
    touch(glass, "touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 7):
        touch(glass, "touchMove", (x - 20 - 10 * step, y), (x + 20 + 10 * step, y))
    touch(glass, "touchEnd")
    page.wait_for_function(f"() => ({NEAR})() > 1.5")
    expect(page.get_by_label("Agrandir")).to_be_checked()
    assert page.evaluate("() => scrollY") == before and guest.fits()
    near, left = page.evaluate(NEAR), page.evaluate("() => document.querySelector('.board-frame').scrollLeft")
    touch(glass, "touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 7):
        touch(glass, "touchMove", (x - 20 - 8 * step, y), (x + 20 - 8 * step, y))
    touch(glass, "touchEnd")
    page.wait_for_function("left => document.querySelector('.board-frame').scrollLeft > left + 30", arg=left)
    touch(glass, "touchStart", (x, y))
    for step in range(1, 9):
        touch(glass, "touchMove", (x, y - 25 * step))
    touch(glass, "touchEnd")
    page.wait_for_function("before => scrollY > before + 60", arg=before)
    guest.follow_step()  # the table goes on, and what one sees of the board stays
    assert abs(page.evaluate(NEAR) - near) < 0.2
    page.get_by_label("Agrandir").click()
    page.wait_for_function(f"() => ({NEAR})() === 1")
    guest.context.close()
    assert guest.faults == []
