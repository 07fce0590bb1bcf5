"""The map under fingers, in frames without a size for a while, and what stands around it: nothing moves by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
VIEW = "() => document.querySelector('svg.map').getAttribute('viewBox')"
TOP = "() => document.querySelector('.map-frame').getBoundingClientRect().top"
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def at_the_map(person: Visitor) -> CDPSession:
    """A match of one's own, and fingers."""
    person.play_at_once()
    expect(person.page.locator(".map-frame.live")).to_be_visible()
    person.page.wait_for_timeout(200)
    return person.context.new_cdp_session(person.page)


def view(person: Visitor) -> list[float]:
    """What is seen of the map."""
    person.page.wait_for_timeout(120)
    return [float(figure) for figure in person.page.evaluate(VIEW).split()]


def touch(hand: CDPSession, *moments: list[tuple[float, float]]) -> None:
    """Fingers laid down, moved, taken away."""
    for number, points in enumerate(moments):
        touched = [{"x": x, "y": y, "id": place} for place, (x, y) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": touched})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_map_whose_frame_had_no_size_comes_back(visitor: Come) -> None:
    lady = visitor()
    at_the_map(lady)
    before = view(lady)
    lady.page.evaluate(
        "document.querySelector('.map-frame').style.display = 'none'; dispatchEvent(new Event('resize'))"
    )
    lady.page.set_viewport_size({"width": 1000, "height": 700})
    lady.page.wait_for_timeout(200)
    lady.page.evaluate("document.querySelector('.map-frame').style.display = ''")
    found = view(lady)
    assert all(figure == figure for figure in found), found  # NaN is not itself
    assert abs(found[2] - before[2]) < before[2] / 2
    lady.page.locator("[data-zoom=in]").click()
    lady.awaits(f"Number(({VIEW})().split(' ')[2]) < {found[2]}")


def test_a_map_that_is_opened_hidden_shows_one_s_own_lands_later(visitor: Come) -> None:
    lady = visitor()
    lady.context.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => { const style = document.documentElement.style;"
        " style.display = 'none'; setTimeout(() => { style.display = ''; }, 400); });"
    )
    lady.go("/")
    lady.page.wait_for_timeout(600)
    at_the_map(lady)
    lady.page.wait_for_timeout(600)
    assert all(figure == figure for figure in view(lady))
    assert lady.own_lands() and not set(lady.own_lands()) & set(lady.lands_out_of_sight())


def test_a_land_is_reached_within_five_tabs(visitor: Come) -> None:
    lady = visitor()
    at_the_map(lady)
    lady.go(f"/partie/{lady.code}/")
    for key in ("Tab", "Tab", "Enter", "Tab"):  # past the way to the text, the way to the map, a land
        lady.page.keyboard.press(key)
    assert lady.page.evaluate("Boolean(document.activeElement.closest('svg.map a.t'))")


def test_one_finger_scrolls_the_page_and_leaves_the_map(visitor: Come) -> None:
    lady = visitor(**PHONE)
    hand = at_the_map(lady)
    lady.page.locator(".map-frame").scroll_into_view_if_needed()
    before, down = view(lady), lady.page.evaluate("scrollY")
    box = lady.page.locator(".map-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + 150, min(box["y"] + box["height"], 844) - 60
    touch(hand, *[[(x, y - n * 15)] for n in range(20)])
    lady.page.wait_for_timeout(300)
    assert lady.page.evaluate("scrollY") > down + 150
    assert view(lady) == before


def test_two_fingers_move_and_enlarge_the_map_and_leave_the_page(visitor: Come) -> None:
    lady = visitor(**PHONE)
    hand = at_the_map(lady)
    lady.page.locator(".map-frame").scroll_into_view_if_needed()
    box = lady.page.locator(".map-frame").bounding_box()
    assert box is not None
    x, y, down = box["x"] + 120, box["y"] + 150, lady.page.evaluate("scrollY")
    before = view(lady)
    apart = [[(x - n * 6, y), (x + 100 + n * 6, y)] for n in range(10)]
    touch(hand, *apart)
    closer = view(lady)
    assert closer[2] < before[2] * 0.8
    touch(hand, *[[(x - n * 5, y - n * 5), (x + 100 - n * 5, y - n * 5)] for n in range(12)])
    moved = view(lady)
    assert abs(moved[2] - closer[2]) < closer[2] * 0.1
    assert moved[0] > closer[0] + closer[2] * 0.05 and moved[1] > closer[1]
    assert lady.page.evaluate("scrollY") == down
    assert lady.page.evaluate("visualViewport.scale") == 1


def test_choosing_a_knight_moves_nothing_under_the_finger(visitor: Come) -> None:
    for choices in ({}, PHONE):
        lady = visitor(**choices)
        at_the_map(lady)
        knight = lady.page.locator("svg.map a.knight").first
        knight.evaluate("one => one.scrollIntoView({ block: 'center' })")  # clear of the bar, where a finger reaches it
        top, seen = lady.page.evaluate(TOP), view(lady)
        knight.locator("text").first.tap() if choices else knight.click()
        expect(lady.page.locator("#knight-chosen")).to_be_visible()
        expect(lady.page.locator("#fiche .forces").first).to_be_attached()
        lady.page.wait_for_timeout(600)
        assert abs(lady.page.evaluate(TOP) - top) < 1  # pixel
        assert view(lady) == seen


def test_the_mouse_still_drags_the_map(visitor: Come) -> None:
    lady = visitor()
    at_the_map(lady)
    lady.page.locator("[data-zoom=in]").click()
    before = view(lady)
    box = lady.page.locator(".map-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + 400, box["y"] + 300
    lady.page.mouse.move(x, y)
    lady.page.mouse.down()
    lady.page.mouse.move(x - 120, y - 60, steps=6)
    lady.page.mouse.up()
    after = view(lady)
    assert after[0] > before[0] and after[1] > before[1]
