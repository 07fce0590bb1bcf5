"""A King of Rois aventuriers in a browser: his pages by a finger or by keys, taps counted, each answer looked at."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from playwright.sync_api import Locator, expect

from heraut.engine.rng import commitment
from heraut.games.rois.world.geography import NEIGHBOURS
from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import PATIENCE, Visitor

TALLEST, HEAVIEST = 6_000, 300_000  # pixels of a form on a phone; bytes of the page of the year
FIRST = ""  # the first of what is offered
STROKES = 250  # of Tab to what is wanted
SETTLED = """addEventListener("DOMContentLoaded", () => {
  const root = document.documentElement;
  root.dataset.settled = "0";
  document.addEventListener("htmx:afterSettle", () => { root.dataset.settled = Number(root.dataset.settled) + 1; });
});"""
COUNT = "Number(document.documentElement.dataset.settled)"
IDLE = "!document.querySelector('.htmx-request')"
FOCUSED = "document.activeElement !== document.body"
HELD = "one => one === document.activeElement"
SEEN = """() => {
  const bar = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll("#ordre, .slots .open, .rmap-frame")].some(one => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.top < bar - 40 && box.bottom > 40;
  });
}"""
LIT = """() => {
  const bar = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll(".rmap a[data-lit]")].map(one => {
    const box = one.getBoundingClientRect();
    return { number: one.dataset.n, x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }).filter(one => document.elementFromPoint(one.x, one.y)?.closest("a[data-lit]")?.dataset.n === one.number);
}"""


class King(Visitor):
    """One who writes his years. `line` is what the last act wrote; `taps` how many touches it took."""

    def __init__(self, chromium: Any, site: Site, **choices: Any) -> None:
        super().__init__(chromium, site.url, **choices)
        self.data = site.data / "heraut.sqlite3"
        self.taps = 0
        self.context.add_init_script(SETTLED)

    def dice(self, seed: int) -> None:
        """The dice of the table that is open, before its world begins: the same in every run."""
        secret = bytes([seed]) * 32
        with closing(sqlite3.connect(self.data, timeout=30)) as data:
            drawn = "UPDATE matches_match SET seed = ?, commitment = ? WHERE code = ? AND status = 'gathering'"
            assert data.execute(drawn, [secret, commitment(secret), self.code]).rowcount == 1
            data.commit()

    # Hands

    def touch(self, what: Locator) -> None:
        """What a finger does."""
        what.tap()

    def use(self, what: Locator) -> None:
        """One touch of something that answers in the page; the answer is seen."""
        with self.anew():
            self.touch(what)

    def leave(self, what: Locator) -> None:
        """One touch of something that leads to another page."""
        self.taps += 1
        with self.page.expect_event("load"):
            self.touch(what)

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Until the year has come anew; it is in view, nothing wider than the window."""
        self.taps += 1
        before, until = self.page.evaluate(COUNT), time.monotonic() + PATIENCE
        yield
        while self.page.evaluate(COUNT) == before or not self.page.evaluate(IDLE):
            assert time.monotonic() < until, "the page has not answered"
            self.page.wait_for_timeout(15)
        assert self.page.evaluate(SEEN), "the answer is out of view"
        assert self.fits()

    # The pages

    def tab(self, name: str) -> None:
        """A page of the match, from its tabs."""
        self.leave(self.page.locator("#onglets").get_by_role("link", name=name, exact=True))
        assert self.fits()
        if self.page.viewport_size and self.page.viewport_size["width"] < 400 and name not in ("Récit", "Règles"):
            assert self.page.evaluate("document.documentElement.scrollHeight") <= TALLEST, name

    def year(self) -> None:
        """The page of the year, which is not heavy."""
        answer = self.page.goto(f"/partie/{self.code}/")
        assert answer is not None and len(answer.body()) < HEAVIEST
        expect(self.page.locator(".rmap-frame.live")).to_be_visible()

    @property
    def people(self) -> list[str]:
        """His people by name, himself first."""
        names: list[str] = self.page.locator("#annee-gens li a b").all_inner_texts()
        return names[:-1]

    def person(self, name: str) -> None:
        """One of them, opened at his first idle season."""
        self.use(self.page.locator("#annee-gens").get_by_role("link", name=re.compile(rf"^{re.escape(name)}(\s|$)")))

    def chip(self, *names: str) -> bool:
        """An order by its chips, one after the other; whether there is such an order."""
        for name in names:
            place = self.page.locator("#ordre .options" if name == FIRST else "#ordre")
            wanted, exact = name or None, name != FIRST
            buttons = place.get_by_role("button", name=wanted, exact=exact)
            found = buttons.or_(place.get_by_role("link", name=wanted, exact=exact)).first
            if not found.count():
                return False
            self.use(found)
        return True

    def target(self, lit: list[str]) -> str:
        """Of the provinces that are lit, one beside the person that is open, if there is one."""
        here = re.search(r"\((\d+)\)", self.page.locator(".slots .open > a").inner_text())
        near = NEIGHBOURS[int(here[1])] if here else ()
        return min(lit, key=lambda one: (int(one) not in near, int(one)))

    def province(self) -> str:
        """A province that is lit on the map, tapped; its number."""
        self.page.locator(".rmap-frame").evaluate("one => scrollBy(0, one.getBoundingClientRect().top - 60)")
        found = {str(one["number"]): one for one in self.page.evaluate(LIT)}
        number = self.target(list(found))
        with self.anew():
            self.page.touchscreen.tap(found[number]["x"], found[number]["y"])
        return number

    @property
    def written(self) -> str:
        """The text of the sheet as the page shows it."""
        return self.sheet.input_value()

    def seals(self) -> None:
        """The year in one touch of the bar, which is always in view."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as sent:
            self.touch(self.page.locator("#barre-sceller"))
        assert sent.value.ok

    def forget(self) -> None:
        """Touches do not count."""
        self.taps = 0

    def taken(self) -> int:
        """How many touches there were since it was last asked."""
        taps, self.taps = self.taps, 0
        return taps


class Typist(King):
    """One who has no mouse: Tab, arrows, Enter; never without something in hand."""

    def touch(self, what: Locator) -> None:
        """By Tab to it; Enter."""
        self.tab_to(what)
        self.page.keyboard.press("Enter")

    @contextmanager
    def anew(self) -> Iterator[None]:
        """The focus is kept."""
        with super().anew():
            yield
        assert self.page.evaluate(FOCUSED), "the focus is lost"

    def tab(self, name: str) -> None:
        """A page of the match by its digit."""
        names = self.page.locator("#onglets .tabs a").all_inner_texts()
        digit = next(place for place, one in enumerate(names, start=1) if one.strip().startswith(name))
        self.taps += 1
        with self.page.expect_event("load"):
            self.page.keyboard.press(str(digit))

    def tab_to(self, what: Locator) -> None:
        """Tab, until it has the focus."""
        what.wait_for()
        for _ in range(STROKES):
            if what.evaluate(HELD):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {what}")

    def province(self) -> str:
        """One that is lit, by its number in the field that finds provinces."""
        number = self.target(
            self.page.locator(".rmap a[data-lit]").evaluate_all("all => all.map(one => one.dataset.n)")
        )
        self.page.keyboard.press("/")
        self.page.keyboard.type(number)
        with self.anew():
            self.page.keyboard.press("Enter")
        return number

    def seals(self) -> None:
        """A key leads to the button; Enter."""
        self.page.keyboard.press("s")
        assert self.page.locator("#barre-sceller").evaluate(HELD)
        super().seals()

    def press(self, name: str, within: str = "body") -> None:
        """By Tab to the button; Enter."""
        self.touch(self.page.locator(within).get_by_role("button", name=name, exact=True).first)

    def follow(self, name: str, within: str = "body") -> None:
        """By Tab to the link; Enter."""
        self.touch(self.page.locator(within).get_by_role("link", name=name, exact=True).first)

    def fill(self, label: str, value: str, within: str = "main") -> None:
        """By Tab to the field; types."""
        self.tab_to(self.page.locator(within).get_by_label(label, exact=True))
        self.page.keyboard.type(value)
