"""Whoever goes by the keyboard sees where he is: what changes around a control stands out from what was there."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import Visitor

CLEAR = 3.0  # contrast of a pixel with what it was, at least
# Page, by the code of its match; the control; all that have stood out too little
CONTROLS = [
    ("/tables/nouvelle/", "", ".tabs a:not([aria-current])"),
    ("/partie/{}/", "running", ".map-layers input:checked, .choice input:checked"),
    ("/partie/{}/", "running", ".map a.knight"),
    ("/partie/{}/", "fief", ".board .village[tabindex], .board .village a, .board a .village"),
    ("/partie/{}/", "vassaux", ".scene .unit.mobile"),
]


def light(pixel: tuple[int, int, int]) -> float:
    """The relative luminance of a pixel (WCAG)."""
    parts = [one / 255 / 12.92 if one <= 10 else ((one / 255 + 0.055) / 1.055) ** 2.4 for one in pixel]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Of two pixels (WCAG)."""
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def shot(person: Visitor, box: dict[str, float]) -> Any:
    """The pixels around a control."""
    taken = person.page.screenshot(clip={**box, "x": max(0, box["x"] - 10), "y": max(0, box["y"] - 10),
                                         "width": box["width"] + 20, "height": box["height"] + 20})  # fmt: skip
    picture = Image.open(io.BytesIO(taken)).convert("RGB")
    return [picture.getpixel((x, y)) for y in range(picture.height) for x in range(picture.width)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ring_of_a_focus_stands_out(whole_chromium: Browser, site: Site, theme: str) -> None:
    person = Visitor(whole_chromium, site.url, color_scheme=theme)  # the other one paints nothing
    person.go("/compte/demo/")
    for address, name, control in CONTROLS:
        person.go(address.format(site.codes[name]) if name else address)
        thing = person.page.locator(control).first
        thing.evaluate("one => { document.activeElement.blur(); one.scrollIntoView({ block: 'center' }); }")
        person.page.mouse.move(1, 1)
        person.page.wait_for_timeout(200)
        box: Any = thing.bounding_box()
        before = shot(person, box)
        person.page.keyboard.press("Shift")  # a ring is drawn for whoever uses the keyboard
        thing.evaluate("one => one.focus({ preventScroll: true })")
        person.page.wait_for_timeout(200)
        clear = [pair for pair in zip(before, shot(person, box), strict=True) if contrast(*pair) >= CLEAR]
        assert len(clear) >= 1.2 * (box["width"] + box["height"]), (address, control, len(clear))
