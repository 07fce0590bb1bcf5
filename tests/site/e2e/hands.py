"""The hands of a captain (`captain.py`): a mouse, a finger, the keys, forms and links without a script."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page

from tests.site.e2e.captain import STROKES, Captain, Point, Typist
from tests.site.e2e.visitor import PATIENCE

SETTLED = """addEventListener("DOMContentLoaded", () => {
  const root = document.documentElement;
  root.dataset.settled = "0";
  document.addEventListener("htmx:afterSettle", () => { root.dataset.settled = Number(root.dataset.settled) + 1; });
});"""
MAN = """name => {
  const unit = document.querySelector(`svg.scene .unit[data-group="${name}"]`);
  const man = unit.querySelector(".man.leader") || unit.querySelector(".man");
  const box = man.querySelector("use[href^='#plate']").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
SPOT = """([x, y]) => {
  const svg = document.querySelector("svg.scene"), at = new DOMPoint(x / 10, (Number(svg.dataset.high) - y) / 10);
  const there = at.matrixTransform(svg.getScreenCTM());
  return [there.x, there.y];
}"""
SEEN = """([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest("svg.scene"))"""
IDLE = "() => !document.querySelector('.htmx-request')"


def button_of(page: Page, field: str, value: str) -> Locator:
    """The button of the question, or of the guide, that sends this."""
    answers = page.locator("#reponse button, button[form=reponse]")
    return answers.and_(page.locator(f'[name="{field}"]')).and_(page.locator(f'[value="{value}"]')).first


class Scripted:
    """What all hands share on a page that lives."""

    def __init__(self, captain: Captain) -> None:
        self.captain, self.page = captain, captain.page
        captain.context.add_init_script(SETTLED)

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Until the table has come anew."""
        count = "Number(document.documentElement.dataset.settled)"
        before, until = self.page.evaluate(count), time.monotonic() + PATIENCE
        yield
        while self.page.evaluate(count) == before or not self.page.evaluate(IDLE):
            assert time.monotonic() < until, "the table has not answered"
            self.wait(15)

    def wait(self, milliseconds: float = 60) -> None:
        """A moment."""
        self.page.wait_for_timeout(milliseconds)

    def button(self, field: str, value: str) -> Locator:
        """A button of the question, its fold opened, or of the guide."""
        found = button_of(self.page, field, value)
        if not found.is_visible():
            self.open(self.page.locator("#reponse details:not([open])", has=found).locator("summary").first)
        return found

    def open(self, summary: Locator) -> None:
        """Unfolds what a summary stands for."""
        summary.click()


class Mouse(Scripted):
    """Clicks on figures, places and buttons."""

    def choose(self, unit: str) -> None:
        """Its leader, on the table."""
        self.click(self.page.evaluate(MAN, unit))

    def point(self, place: Point) -> None:
        """Where it is on the screen."""
        self.click(self.page.evaluate(SPOT, place))

    def press(self, field: str, value: str) -> None:
        """A click."""
        with self.anew():
            self.button(field, value).click()

    def click(self, at: Any) -> None:
        """On the table, which is in view."""
        assert self.page.evaluate(SEEN, at), "not in view"
        with self.anew():
            self.page.mouse.click(*at)


class Finger(Scripted):
    """Taps on figures, places and buttons; what is out of view is scrolled to, or the whole table is shown.

    Every other march is drawn from its leader to its end: `drags` counts those.
    """

    def __init__(self, captain: Captain) -> None:
        super().__init__(captain)
        self.glass, self.points, self.drags = captain.context.new_cdp_session(captain.page), 0, 0

    def choose(self, unit: str) -> None:
        """Its leader, on the table."""
        self.tap(MAN, unit)

    def point(self, place: Point) -> None:
        """Where it is on the screen; every other time the chosen unit is drawn there."""
        self.points += 1
        chosen = self.captain.look().leader
        if chosen and self.points % 2 == 0 and self.draws(self.page.evaluate(MAN, chosen), place):
            self.drags += 1
        else:
            self.tap(SPOT, place)

    def draws(self, start: Any, place: Point) -> bool:
        """A finger that goes from here to a place without leaving the table; False where that is out of view."""
        end = self.page.evaluate(SPOT, place)
        if not (self.page.evaluate(SEEN, start) and self.page.evaluate(SEEN, end)):
            return False
        way = [(start[0] + (end[0] - start[0]) * n / 6, start[1] + (end[1] - start[1]) * n / 6) for n in range(7)]
        with self.anew():
            for number, (x, y) in enumerate(way):
                self.touch("touchMove" if number else "touchStart", {"x": x, "y": y})
            self.touch("touchEnd")
        return True

    def touch(self, kind: str, *fingers: dict[str, float]) -> None:
        """What the glass feels."""
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(fingers)})

    def press(self, field: str, value: str) -> None:
        """A tap."""
        with self.anew():
            self.button(field, value).tap()

    def open(self, summary: Locator) -> None:
        """A tap."""
        summary.tap()

    def tap(self, where: str, what: Any) -> None:
        """On the table."""
        if not self.page.evaluate(SEEN, self.page.evaluate(where, what)):
            self.page.get_by_role("button", name="Toute la table").tap()
        at = self.page.evaluate(where, what)
        if not self.page.evaluate(SEEN, at):
            self.page.evaluate("y => scrollBy(0, y - innerHeight / 4)", at[1])
            at = self.page.evaluate(where, what)
        assert self.page.evaluate(SEEN, at), ("out of reach", what, at)
        with self.anew():
            self.page.touchscreen.tap(*at)


class Keys(Scripted):
    """Letters that lead to units and to the question, arrows, Tab and Enter: nothing else."""

    captain: Typist

    def choose(self, unit: str) -> None:
        """Units, one's own by `u`, the enemy's by `e`, until it is the one; Enter."""
        mine = self.captain.look().unit(unit).mine
        for _ in range(STROKES):
            self.page.keyboard.press("u" if mine else "e")
            if self.page.evaluate("document.activeElement.dataset.group || ''") == unit:
                break
        with self.anew():
            self.page.keyboard.press("Enter")

    def point(self, place: Point) -> None:
        """Arrows from where the unit stands, a ruler at a time."""
        seen = self.captain.look()
        here = next((one.at for one in seen.units if one.name == seen.chosen), (seen.wide / 2, place[1]))
        if seen.chosen not in {one.name for one in seen.units}:
            self.page.keyboard.press("f")
        with self.anew():
            for gap, more, less in zip(
                (place[0] - here[0], place[1] - here[1]),
                ("ArrowRight", "ArrowUp"),
                ("ArrowLeft", "ArrowDown"),
                strict=True,
            ):
                for _ in range(round(abs(gap) / 1000)):
                    self.page.keyboard.press(more if gap > 0 else less)
            self.wait(300)  # the page itself waits for the last arrow

    def press(self, field: str, value: str) -> None:
        """From the question by Tab to the button; Enter."""
        self.page.keyboard.press("o")
        button = self.button(field, value)
        with self.anew():
            self.captain.strike("Enter", button)

    def open(self, summary: Locator) -> None:
        """By Tab to it; Enter."""
        self.captain.strike("Enter", summary)


class Forms:
    """Cards, the picture, lists, the text line: what a page without a script sends."""

    def __init__(self, captain: Captain) -> None:
        self.captain, self.page, self.sent = captain, captain.page, 0

    def choose(self, unit: str) -> None:
        """Its card."""
        self.send(self.page.locator(f"#carte-{unit}"))

    def point(self, place: Point) -> None:
        """A pixel of the picture."""
        picture = self.page.locator("input.v-picture")
        box, edge = picture.bounding_box(), float(self.page.locator("svg.scene").get_attribute("data-edge") or 0)
        seen = self.captain.look()
        assert box is not None
        scale = box["width"] / (seen.wide + 2 * edge)
        self.send(picture, position={"x": (place[0] + edge) * scale, "y": (seen.high - place[1] + edge) * scale})

    def press(self, field: str, value: str) -> None:
        """A button; every other answer that is given at once is typed."""
        self.sent += field == "now"
        if field == "now" and self.sent % 2:
            return self.type(value)
        button = button_of(self.page, field, value)
        if not button.is_visible():
            self.page.locator("#reponse details:not([open])", has=button).locator("summary").first.click()
        self.send(button)

    def send(self, button: Locator, **how: Any) -> None:
        """A click; another page."""
        with self.page.expect_navigation():
            button.click(**how)

    def type(self, line: str) -> None:
        """A line of text, looked at before it is declared."""
        self.page.locator(".v-line summary").click()
        self.page.locator("#ligne").fill(line)
        self.send(self.page.locator("#ligne + button"))
        self.press("do", "send")

    def wait(self) -> None:
        """Asks for the page again."""
        self.page.wait_for_timeout(150)
        self.page.reload()
