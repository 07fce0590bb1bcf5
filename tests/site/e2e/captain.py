"""A whole battle of Seigneurs & Vassaux in a browser: one who reads the page, decides, and acts by the hands he has.

What a captain does is the same for all: he charges or shoots whom he may, else marches at the nearest enemy, else
waits. How he does it is his hands' matter (`hands.py`): a mouse, a finger, the keys, or forms alone.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Any, Protocol

from playwright.sync_api import Locator, expect

from heraut.engine.rng import commitment
from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import PATIENCE, Visitor

Point = tuple[float, float]
MOST = 300  # answers of one captain in a battle
STROKES = 60  # of Tab to what is wanted
STRIDES = (3000, 2200, 1600, 1100)  # mR that he would march, the longest that finds room
TURNS = (0, 1, -1, 2, -2, 3, -3)  # by which he turns aside for it, in twelfths of a half circle
ROOM = 900  # mR around the end of a march in which nobody stands
SLIP = 100  # mR from a label
EDGE = 500  # mR from the edge of the table that he keeps
GUIDED = "#premiers-pas .guide-acts button[name=do]"  # what the guide of a first battle does in one act
TARGET = re.compile(r"(?:CHARGER|TIRER|FRAPPER) (B?\d+)")
TABLE = """() => {
  const table = document.querySelector("#table"), svg = table.querySelector("svg.scene");
  const high = Number(svg.dataset.high);
  const form = document.querySelector("#reponse"), draft = form && form.querySelector("textarea[name=text]");
  const at = (man) => { const { e, f } = man.transform.baseVal.consolidate().matrix; return [e * 10, high - f * 10]; };
  const units = [...svg.querySelectorAll(".unit[data-group]")].map(one => ({
    name: one.dataset.group, mine: one.dataset.seat === table.dataset.place, free: !one.matches(".acted, .band"),
    at: at(one.querySelector(".man.leader") || one.querySelector(".man")),
    men: [...one.querySelectorAll(".man")].map(at),
  }));
  const glass = svg.getScreenCTM().inverse(), on = (x, y) => new DOMPoint(x, y).matrixTransform(glass);
  const tags = [...svg.querySelectorAll(".tagged")].map(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect(), low = on(left, bottom), far = on(right, top);
    return [low.x * 10, high - low.y * 10, far.x * 10, high - far.y * 10];
  });
  const offers = form ? [...form.querySelectorAll(".v-offers button.propose:not([disabled])")] : [];
  return {
    asked: Boolean(table.dataset.asked), kind: table.dataset.kind || "", chosen: table.dataset.chosen, units, tags,
    wide: Number(svg.dataset.wide), high, draft: draft ? draft.value : "",
    binds: Boolean(form && form.querySelector("button[value=send]")),
    offers: offers.map(one => ({ group: one.closest("details").id.slice(6), field: one.name, value: one.value })),
  };
}"""


@dataclass(frozen=True)
class Offer:
    """A button of the question: its heading, what it does with the draft, its lines."""

    group: str
    field: str
    value: str


@dataclass(frozen=True)
class Unit:
    """A unit or a band on the table; places in mR."""

    name: str
    mine: bool
    free: bool
    at: Point
    men: list[Point]


@dataclass(frozen=True)
class Sight:
    """The table as its page shows it."""

    asked: bool
    kind: str
    chosen: str
    wide: float
    high: float
    draft: str
    binds: bool
    units: list[Unit]
    tags: list[tuple[float, float, float, float]]
    offers: list[Offer]

    def of(self, *groups: str) -> list[Offer]:
        """The offers under these headings."""
        return [one for one in self.offers if one.group in groups]

    @property
    def leader(self) -> str:
        """The chosen unit that may be drawn: one of one's own, on the table; "" without one."""
        return next((one.name for one in self.units if one.mine and one.name == self.chosen), "")

    def unit(self, name: str) -> Unit:
        """A unit by its number."""
        return next(one for one in self.units if one.name == name)

    def way(self, unit: Unit) -> Point | None:
        """A free place nearer to the nearest enemy; None where there is no room."""
        foe = min((one for one in self.units if not one.mine), key=lambda one: apart(one.at, unit.at))
        east, north = foe.at[0] - unit.at[0], foe.at[1] - unit.at[1]
        gap = hypot(east, north)
        for stride in STRIDES:
            for turn in TURNS:
                c, s = cos(turn * pi / 12) * stride / gap, sin(turn * pi / 12) * stride / gap
                end = unit.at[0] + east * c - north * s, unit.at[1] + east * s + north * c
                if stride < gap and self.is_free(end):
                    return end
        return None

    def is_free(self, place: Point) -> bool:
        """Whether a place lies within the table, nobody near it and no label on it, which stands for its unit."""
        within = EDGE < place[0] < self.wide - EDGE and EDGE < place[1] < self.high - EDGE
        named = any(
            west - SLIP < place[0] < east + SLIP and south - SLIP < place[1] < north + SLIP
            for west, south, east, north in self.tags
        )
        return within and not named and all(apart(place, man) > ROOM for one in self.units for man in one.men)


def apart(one: Point, other: Point) -> float:
    """How far two places are apart."""
    return hypot(one[0] - other[0], one[1] - other[1])


def sight_of(found: dict[str, Any]) -> Sight:
    """The table, as `TABLE` found it."""
    units, offers = [Unit(**one) for one in found["units"]], [Offer(**one) for one in found["offers"]]
    return Sight(**found | {"units": units, "offers": offers})


class Hands(Protocol):
    """How a captain acts on his page: each act is one tap, one form, a few keys; then the table has come anew."""

    def choose(self, unit: str) -> None:
        """A unit of one's own, or an enemy, by its number."""

    def point(self, place: Point) -> None:
        """A place on the table, in mR."""

    def press(self, field: str, value: str) -> None:
        """A button of the question, by what it sends."""

    def wait(self) -> None:
        """A moment, until the page may have come anew."""


class Captain(Visitor):
    """One who fights a battle to its end.

    `given` holds what he declared, and how many acts that took; `touched` counts all acts, those in vain too. At every
    question who is awaited and what is asked is in view, and nothing is wider than the window; nothing that he declares
    is refused.
    """

    hands: Hands

    def __init__(self, chromium: Any, site: Site, **choices: Any) -> None:
        super().__init__(chromium, site.url, **choices)
        self.data = site.data / "heraut.sqlite3"
        self.given: list[tuple[str, int]] = []
        self.taps = self.questions = self.touched = 0

    def dice(self, seed: int) -> None:
        """The dice of the table that is open, before its battle begins, and the bot there: the same in every run."""
        secret = bytes([seed]) * 32
        with closing(sqlite3.connect(self.data, timeout=30)) as data:
            drawn = "UPDATE matches_match SET seed = ?, commitment = ? WHERE code = ? AND status = 'gathering'"
            assert data.execute(drawn, [secret, commitment(secret), self.code]).rowcount == 1
            data.execute("UPDATE matches_match SET bots = 'classic' WHERE code = ? AND bots <> ''", [self.code])
            data.commit()

    # Looking

    def look(self) -> Sight:
        """The table as it lies there."""
        return sight_of(self.page.evaluate(TABLE))

    @property
    def over(self) -> bool:
        """Whether his page says that the battle is over."""
        return self.page.locator("#question.ended").count() > 0

    def sees_table(self) -> Sight:
        """The table, with what always has to be in view: who is awaited, and the question."""
        assert self.page.locator("#attendu").inner_text().strip()
        expect(self.page.locator("#question h2")).to_be_in_viewport()
        assert self.fits()
        return self.look()

    # Answering

    def fights(self, *others: Captain, enough: Callable[[], bool] = bool) -> None:
        """He and the others answer whenever they are asked, until the battle is over for all, or there is enough."""
        everybody, until = (self, *others), time.monotonic() + PATIENCE
        while not all(one.over for one in everybody) and not enough():
            assert time.monotonic() < until, [one.text for one in everybody]
            answered = [one.answers() for one in everybody]
            if any(answered):
                until = time.monotonic() + PATIENCE
            else:
                self.hands.wait()
        for one in everybody:
            one.sees_table()

    def answers(self) -> bool:
        """Answers what he is asked now, if anything."""
        found = self.look()
        if not found.asked:
            return False
        self.questions += 1
        assert self.questions < MOST, "a battle without end"
        self.sees_table()
        {"deploy": self.deploy, "activate": self.order, "react": self.react}.get(found.kind, self.pick)(found)
        return True

    def do(self, act: Callable[..., None], *asked: Any) -> Sight:
        """One act of his hands; the table after it."""
        self.taps += 1
        self.touched += 1
        act(*asked)
        return self.look()

    def declare(self, found: Sight) -> None:
        """Binds the draft: it has been judged before, and is not refused."""
        assert found.binds and found.draft, self.text
        self.do(self.hands.press, "do", "send")
        self.gave(found.draft)

    def gave(self, answer: str) -> None:
        """Notes an answer and what it took."""
        refused = self.page.locator(".v-fault, #question .notice.warn")
        assert not refused.count(), (answer, refused.all_inner_texts())
        self.given.append((answer, self.taps))
        self.taps = 0

    def deploy(self, found: Sight) -> None:
        """The first two by hand; the others by the guide in one act, or as they stand by default without it."""
        here, guided = [one for one in found.units if one.mine], self.page.locator(GUIDED)
        if len(here) < 2:
            south = self.page.locator("#table").get_attribute("data-place") == "0"
            place = found.wide * (1 + len(here)) / 3, 2000 if south else found.high - 2000
            self.declare(self.do(self.hands.point, place))
        elif guided.count():
            self.do(self.hands.press, "do", guided.get_attribute("value"))
            self.gave("DEPLOYER")
        else:
            self.declare(self.do(self.hands.press, "do", "deploy_all"))

    def order(self, found: Sight) -> None:
        """The first unit that may charges or shoots, else marches, else waits, or does what it must."""
        able = [one.value for one in found.of("units") if one.field == "touch"]
        if not able:  # in a duel the others may be let stand (SV-DP-18)
            return self.pick(found)
        seen = self.do(self.hands.choose, able[0])
        assert seen.chosen == able[0]
        target = next((TARGET.search(one.value) for one in seen.of("targets")), None)
        way = seen.way(seen.unit(able[0])) if seen.of("marches") else None
        if target is not None:
            seen = self.do(self.hands.choose, target[1])
        elif way is not None:
            seen = self.do(self.hands.point, way)
        if not seen.draft:  # nobody to fight, no room: the page says so, and the unit stays chosen
            self.taps = 1
            orders = seen.of("orders")
            order = next((one for one in orders if one.value.endswith(" WAI")), orders[0])
            seen = self.do(self.hands.press, order.field, order.value)
        self.declare(seen)

    def react(self, found: Sight) -> None:
        """Every other time, a unit that may; else it is let pass in one act."""
        able = [one for one in found.offers if one.group.startswith("react-")]
        if not able or self.questions % 2:
            return self.pick(found)
        unit = able[0].group
        order = self.do(self.hands.choose, unit.removeprefix("react-")).of(unit)[0]
        self.declare(self.do(self.hands.press, order.field, order.value))

    def pick(self, found: Sight) -> None:
        """The first answer that is offered; what changes nothing is given at once."""
        first = found.offers[0]
        seen = self.do(self.hands.press, first.field, first.value)
        if first.field == "now":
            self.gave(first.value)
        else:
            self.declare(seen)


class Typist(Captain):
    """One who has no mouse: to buttons, links and fields he comes by Tab as well."""

    def press(self, name: str, within: str = "body") -> None:
        """By Tab to the button; Enter."""
        self.strike("Enter", self.page.locator(within).get_by_role("button", name=name, exact=True).first)

    def follow(self, name: str, within: str = "body") -> None:
        """By Tab to the link; Enter."""
        self.strike("Enter", self.page.locator(within).get_by_role("link", name=name, exact=True).first)

    def fill(self, label: str, value: str, within: str = "main") -> None:
        """By Tab to the field; types."""
        self.tab_to(self.page.locator(within).get_by_label(label, exact=True))
        self.page.keyboard.type(value)

    def pick_option(self, field: str, option: str) -> None:
        """By Tab to a list, or to its first dot; down, until it is the one."""
        found = self.page.locator(f"[name={field}]")
        self.tab_to(found.and_(self.page.locator("select, :checked")))
        shown = "one => (one.selectedOptions ? one.selectedOptions[0] : one.labels[0]).textContent.trim()"
        for _ in range(STROKES):
            if option in self.page.evaluate_handle("document.activeElement").evaluate(shown):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no {option}")

    def strike(self, key: str, what: Locator) -> None:
        """By Tab to it; this key."""
        self.tab_to(what)
        self.page.keyboard.press(key)

    def tab_to(self, what: Locator) -> None:
        """Tab, until it has the focus."""
        what.wait_for()
        for _ in range(STROKES):
            if what.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {what}")
