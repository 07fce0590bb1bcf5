"""The table without squares in a browser: few taps, every hand, no script at all.

The battles are made to measure and set down in the database of the demonstration, by its own player.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import expect

from heraut.games import vassaux
from tests.games.vassaux.builders import line, lord, table, troop
from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import Visitor

CENTRE = """name => {
  const unit = document.querySelector(`svg.scene .unit[data-group="${name}"]`);
  const man = unit.querySelector(".man.leader") || unit.querySelector(".man");
  man.scrollIntoView({ block: "center", inline: "center" });
  const box = man.querySelector("use[href^='#plate']").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
SPOT = """([x, y]) => {
  const svg = document.querySelector("svg.scene"), at = new DOMPoint(x / 10, (Number(svg.dataset.high) - y) / 10);
  const there = at.matrixTransform(svg.getScreenCTM());
  return [there.x, there.y];
}"""
FREE = """name => {
  const svg = document.querySelector("svg.scene"), high = Number(svg.dataset.high);
  const at = (man) => { const { e, f } = man.transform.baseVal.consolidate().matrix; return [e * 10, high - f * 10]; };
  const men = [...svg.querySelectorAll(".unit .man, .ghost .man")].map(at);
  const unit = svg.querySelector(`.unit[data-group="${name}"]`);
  const [x, y] = at(unit.querySelector(".man.leader") || unit.querySelector(".man"));
  const spots = [];
  for (let far = 900; far < 2400; far += 150) for (let turn = 0; turn < 24; turn++) {
    const spot = [x + far * Math.cos(turn * Math.PI / 12), y + far * Math.sin(turn * Math.PI / 12)];
    const alone = Math.min(...men.map(([u, v]) => Math.hypot(u - spot[0], v - spot[1])));
    if (alone > 700 && spot.every(one => one > 500 && one < high - 500)) spots.push(spot);
  }
  return spots;
}"""
"""Places near a unit where nobody stands, in mR."""


class General(Visitor):
    """One who commands in the battle of the demonstration."""

    posts: int = 0

    def __init__(self, chromium: Any, site: Site, **choices: Any) -> None:
        super().__init__(chromium, site.url, **choices)
        self.site = site
        self.go("/compte/demo/")
        self.go(f"/partie/{site.codes['vassaux']}/")
        self.page.on("request", self.count)

    def count(self, request: Any) -> None:
        """What is sent to the table."""
        self.posts += request.method == "POST"

    @property
    def draft(self) -> str:
        """The draft."""
        return str(self.page.locator("#reponse textarea[name=text]").input_value())

    @property
    def own(self) -> str:
        """A troop of one's own that may still act and is not the Lord's."""
        found = self.page.evaluate(OWN)
        assert found, "nobody may act"
        return str(found)

    def settled(self) -> None:
        """Nothing is under way."""
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        self.page.wait_for_timeout(60)

    def centre(self, group: str) -> tuple[float, float]:
        """Where the leader of a group is on the screen, once he has been scrolled there."""
        x, y = self.page.evaluate(CENTRE, group)
        return x, y

    def tap(self, group: str) -> None:
        """Touches a group."""
        with self.answered():
            self.page.mouse.click(*self.centre(group))
        self.settled()

    def tap_beside(self, group: str, number: int = 0) -> None:
        """Touches a free place near a group: one of those that there are."""
        with self.answered():
            self.page.mouse.click(*self.beside(group, number))
        self.settled()

    def beside(self, group: str, number: int = 0) -> tuple[float, float]:
        """A free place near a group, on the screen."""
        spots = self.page.evaluate(FREE, group)
        x, y = self.page.evaluate(SPOT, spots[number % len(spots)])
        return x, y

    def answered(self) -> Any:
        """While the table answers."""
        return self.page.expect_response(lambda response: f"/partie/{self.site.codes['vassaux']}/" in response.url)

    def chosen(self, group: str) -> None:
        """This group is chosen."""
        expect(self.page.locator("#table")).to_have_attribute("data-chosen", group)


OWN = """() => {
  const place = document.querySelector("#table").dataset.place;
  const free = one => one.dataset.seat === place && !one.matches(".acted, .band");
  const own = [...document.querySelectorAll(".unit[data-group]")].filter(free);
  return own.map(one => one.dataset.group).find(name => name === "2");
}"""


def field_of_battle() -> Any:
    """Swordsmen and archers in the south, two troops in the north, not yet at blows; a wood and a house."""
    archers = troop(*line((9500, 4500), 4), profile="SOLDAT", weapon="LIGHT_MISSILE", armour="LIGHT")
    return table(
        [troop(*line((4500, 5000), 5)), archers],
        [troop(*line((4500, 7300), 4)), troop(*line((9500, 9000), 3))],
        lords=(lord((7000, 3500)), lord((7000, 11500))),
        elements=[("WOOD", 1, 3, 6, 8), ("HOUSE", 12, 13, 6, 7)],
    )


def of_no_unit(events: bytes) -> bytes:
    """Those of these events that name no unit: the others are of units that were there, and are not in this battle."""
    return json.dumps([one for one in json.loads(events) if one["kind"] in ("battle", "turn_begins")]).encode()


@pytest.fixture(scope="module")
def battle(site: Site) -> Iterator[Callable[[], None]]:
    """`battle()` sets the battle down in the match of the demonstration, anew; at the end that is as it was."""
    code = site.codes["vassaux"]
    with closing(sqlite3.connect(site.data / "heraut.sqlite3", timeout=30)) as data:
        match, number, *kept = data.execute(
            "SELECT id, step, state, digest, turn FROM matches_match WHERE code = ?", [code]
        ).fetchone()
        step = data.execute(
            "SELECT state, base, digest FROM matches_step WHERE match_id = ? AND number = ?", [match, number]
        ).fetchone()
        log = data.execute("SELECT events, match_id, number FROM matches_step WHERE match_id = ?", [match]).fetchall()
        former, made = vassaux.load(bytes(kept[0])), 0

        def say(steps: list[tuple[bytes, int, int]]) -> None:
            data.executemany("UPDATE matches_step SET events = ? WHERE match_id = ? AND number = ?", steps)
            data.commit()

        def laid(state: bytes, digest: str, turn: int, of_step: tuple[Any, ...]) -> None:
            whole = "UPDATE matches_match SET state = ?, digest = ?, turn = ?, step = ? WHERE id = ?"
            data.execute("DELETE FROM matches_step WHERE match_id = ? AND number > ?", [match, number])
            data.execute(whole, [state, digest, turn, number, match])
            one = "UPDATE matches_step SET state = ?, base = ?, digest = ? WHERE match_id = ? AND number = ?"
            data.execute(one, [*of_step, match, number])
            data.execute(
                "DELETE FROM matches_sheet WHERE seat_id IN (SELECT id FROM matches_seat WHERE match_id = ?)", [match]
            )
            data.execute("UPDATE matches_seat SET sealed = 0, notes = '' WHERE match_id = ?", [match])
            data.commit()

        def anew() -> None:
            nonlocal made
            made += 1
            state = field_of_battle()
            for host, other in zip(state.hosts, former.hosts, strict=True):
                host.seat, host.name = other.seat, other.name
            told = vassaux.dump(state)
            digest = sha256(told + bytes([made])).hexdigest()
            laid(told, digest, state.turn, (told, None, digest))

        say([(of_no_unit(events), *step) for events, *step in log])
        yield anew
        say(log)
        laid(*kept, step)


@pytest.fixture
def general(chromium: Any, site: Site, battle: Callable[[], None]) -> Any:
    """One person; at the end he must not have met a fault."""
    people: list[General] = []
    battle()

    def come(**choices: Any) -> General:
        people.append(General(chromium, site, **choices))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []


Come = Callable[..., General]


def test_a_march_is_two_taps_and_the_button_that_binds(general: Come) -> None:
    person = general()
    unit = person.own
    person.tap(unit)
    person.chosen(unit)
    assert person.draft == ""
    person.tap_beside(unit)
    assert re.match(rf"ORDRE {unit} (MAR|MT)\nALLER \d+,\d+", person.draft)
    expect(person.page.locator(".ghost [data-ghost]").first).to_be_visible()
    expect(person.page.locator("#reponse button[value=send]")).to_be_visible()
    assert person.posts == 2


def test_what_the_arrows_have_just_moved_is_shown_before_it_binds(general: Come) -> None:
    person = general()
    unit = person.own
    person.tap(unit)
    person.tap_beside(unit)
    shown = person.draft
    person.page.locator(f'.unit[data-group="{unit}"]').focus()
    person.page.keyboard.press("ArrowLeft")
    person.page.evaluate("document.querySelector('#reponse button[value=send]').click()")
    person.awaits(f"document.querySelector('#reponse textarea[name=text]').value !== {shown!r}")
    person.settled()
    assert person.posts == 3 and person.page.locator(".v-fault").count() == 0  # nothing was declared
    expect(person.page.locator("#table > .notice.warn")).to_contain_text("Pas envoyé")


def test_a_unit_pressed_while_another_is_looked_at_is_looked_at_next(general: Come) -> None:
    person = general()
    for unit in ("2", "3"):
        person.page.evaluate(f"document.getElementById('carte-{unit}').click()")
    person.chosen("3")
    assert person.posts == 2


def test_a_charge_is_three_taps(general: Come) -> None:
    person = general()
    person.tap("2")
    expect(person.page.locator(".option").first).to_be_visible()
    person.tap("52")
    assert re.match(r"ORDRE 2 (CHA|CHC)\nCHARGER 52", person.draft)
    expect(person.page.locator('.unit[data-group="52"]')).to_have_class(re.compile("aimed"))
    expect(person.page.locator(".touch").first).to_be_attached()
    assert person.posts == 2


def test_another_place_is_another_end(general: Come) -> None:
    person = general()
    unit = person.own
    person.tap(unit)
    person.tap_beside(unit)
    first = person.draft
    person.tap_beside(unit, 5)
    assert person.draft != first
    assert person.draft.count("\n") == 1


def test_a_unit_is_dragged_to_its_place(general: Come) -> None:
    person = general()
    unit = person.own
    x, y = person.centre(unit)
    u, v = person.beside(unit)
    mouse = person.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 9, y + 4, steps=2)
    expect(person.page.locator("#fil .hand-words")).to_contain_text("R")
    mouse.move(u, v, steps=5)
    mouse.up()
    expect(person.page.locator(".ghost [data-ghost]").first).to_be_visible()
    assert person.draft.startswith(f"ORDRE {unit} M")


def test_either_hand_can_be_switched_off(general: Come) -> None:
    person = general()
    unit = person.own
    person.page.get_by_label("Toucher l'unité, puis le lieu").uncheck()
    person.page.mouse.click(*person.centre(unit))
    person.page.wait_for_timeout(200)
    assert person.posts == 0
    person.page.reload()
    expect(person.page.get_by_label("Toucher l'unité, puis le lieu")).not_to_be_checked()
    person.page.get_by_label("Glisser l'unité").uncheck()  # one of them must remain
    expect(person.page.get_by_label("Toucher l'unité, puis le lieu")).to_be_checked()


def test_a_ruler_is_laid_in_two_taps(general: Come) -> None:
    person = general()
    unit = person.own
    person.page.mouse.click(*person.centre(unit), delay=700)  # a long press
    expect(person.page.locator("#mesure")).to_contain_text("touchez l'arrivée")
    foe = person.page.locator(".unit.side1[data-group]").first.get_attribute("data-group")
    person.page.mouse.click(*person.centre(str(foe)))
    expect(person.page.locator("#mesure b")).to_have_text(re.compile(r"\d+,\d\sR"))
    assert person.posts == 0


def test_overlays_are_one_at_a_time_and_keep_the_draft(general: Come) -> None:
    person = general()
    unit = person.own
    person.tap(unit)
    person.tap_beside(unit)
    text = person.draft
    for name, mark in (("Portée", ".ring.march"), ("Vue", ".eye"), ("Auras", ".ring.aura"), ("Front", ".front")):
        person.page.get_by_role("button", name=name, exact=True).click()
        expect(person.page.locator(f"svg.scene {mark}").first).to_be_attached()
        expect(person.page.locator('.v-layers [aria-pressed="true"]')).to_have_text(name)
        assert person.draft == text
    person.page.get_by_role("button", name="Front", exact=True).click()
    expect(person.page.locator('.v-layers [aria-pressed="true"]')).to_have_count(0)


def test_the_keyboard_alone_marches_measures_and_never_commits(general: Come) -> None:
    person = general()
    keys = person.page.keyboard
    keys.press("u")
    while person.page.evaluate("document.activeElement.dataset.group") != person.own:
        keys.press("u")
    unit = person.own
    keys.press("Enter")
    person.chosen(unit)
    focused = person.page.evaluate("document.activeElement.dataset.group")
    assert focused == unit
    keys.press("ArrowLeft")
    expect(person.page.locator("svg.scene .ghost [data-ghost]").first).to_be_attached()
    first = person.draft
    keys.press("Shift+ArrowDown")
    person.awaits(f"document.querySelector('#reponse textarea[name=text]').value !== {first!r}")
    expect(person.page.locator("#phrase")).to_contain_text("en cohésion")
    keys.press("Enter")  # names a unit, never gives the answer
    person.settled()
    assert person.page.locator("#reponse").count() == 1
    keys.press("m")
    keys.press("e")
    keys.press("Enter")
    expect(person.page.locator("#mesure b")).to_be_visible()
    keys.press("Escape")
    expect(person.page.locator("#mesure")).to_be_hidden()
    keys.press("w")
    assert person.page.evaluate("document.activeElement.id") == "attendu"
    keys.press("l")
    assert person.page.evaluate("document.activeElement.closest('.v-log') !== null")
    keys.press("o")
    assert person.page.evaluate("document.activeElement.closest('.v-ask') !== null")


def test_threats_are_shown_while_a_key_is_held(general: Come) -> None:
    person = general()
    person.page.keyboard.press("e")
    person.page.keyboard.down("t")
    expect(person.page.locator("svg.scene .ring.threat").first).to_be_attached()
    person.page.keyboard.up("t")
    expect(person.page.locator("svg.scene .ring.threat")).to_have_count(0)


def test_the_tabulator_goes_from_the_question_to_units_table_and_log(general: Come) -> None:
    person = general()
    parts = person.page.locator("#table").locator(".v-ask, .v-hosts, .v-field, .v-log")
    assert [part.get_attribute("class") for part in parts.all()] == ["v-ask", "v-hosts", "v-field", "v-log"]


def test_whoever_chooses_a_unit_by_the_keys_goes_on_at_its_orders(general: Come) -> None:
    person = general()
    unit = person.page.locator("#question button[name=touch]").first
    number = unit.get_attribute("value")
    unit.focus()
    person.page.keyboard.press("Enter")
    person.chosen(str(number))
    expect(person.page.locator("#question")).to_be_focused()


def test_a_phone_brings_the_chosen_unit_near_and_never_hides_the_table(general: Come) -> None:
    person = general(width=390, height=844, has_touch=True)
    assert person.fits()
    unit = person.own
    person.page.touchscreen.tap(*person.centre(unit))
    person.chosen(unit)
    person.settled()
    ruler = person.page.evaluate("document.querySelector('svg.scene').getScreenCTM().a * 100")
    assert 60 < ruler < 70  # pixels
    sheet = person.page.locator("#feuille").bounding_box()
    assert sheet is not None and sheet["height"] <= 422
    assert person.page.locator('[name="feuille-taille"][value="full"]').count() == 0
    person.page.locator(".grip label").first.click()
    person.page.wait_for_timeout(100)
    folded = person.page.locator("#feuille").bounding_box()
    assert folded is not None and folded["height"] <= 88
    person.page.touchscreen.tap(*person.beside(unit))
    expect(person.page.locator(".ghost [data-ghost]").first).to_be_attached()
    again = person.page.locator("#feuille").bounding_box()
    assert again is not None and again["height"] <= 88  # as it was left
    assert person.fits()


def test_two_fingers_and_buttons_bring_the_table_nearer(general: Come) -> None:
    person = general()
    scale = "document.querySelector('svg.scene').getScreenCTM().a"
    before = person.page.evaluate(scale)
    person.page.get_by_role("button", name="Plus près").click()
    assert person.page.evaluate(scale) > 1.3 * before
    person.page.keyboard.press("-")
    assert person.page.evaluate(scale) == pytest.approx(before, rel=0.01)
    person.page.get_by_role("button", name="Plus près").click()
    person.page.get_by_role("button", name="Toute la table").click()
    assert person.page.evaluate(scale) == pytest.approx(before, rel=0.01)


def test_a_pinch_brings_the_table_nearer_on_a_touch_screen(general: Come) -> None:
    person = general(width=390, height=844, has_touch=True, is_mobile=True)
    x, y = person.page.evaluate(
        "(() => { const b = document.querySelector('#table .board-frame')"
        ".getBoundingClientRect(); return [b.left + b.width / 2, b.top + 120]; })()"
    )
    scale = "document.querySelector('svg.scene').getScreenCTM().a"
    before, hand = person.page.evaluate(scale), person.context.new_cdp_session(person.page)

    def touches(kind: str, *spans: int) -> None:
        """Two fingers so far to the left and to the right."""
        points = [{"x": x + side * span, "y": y, "id": side + 1} for span in spans for side in (-1, 1)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touches("touchStart", 30)
    for span in (40, 50, 60):
        touches("touchMove", span)
    touches("touchEnd")
    assert person.page.evaluate(scale) == pytest.approx(2 * before, rel=0.02)
    assert person.posts == 0 and person.fits()  # neither a touch nor a drag


def test_a_telephone_stays_where_it_was_scrolled_to(general: Come) -> None:
    person = general(width=390, height=844, has_touch=True, is_mobile=True)
    person.page.evaluate("scrollTo(0, 150)")
    unit = person.own
    for _ in range(2):
        person.page.locator(f"#carte-{unit}").tap()
        person.chosen(unit)
        person.settled()
    person.page.get_by_role("button", name="Auras", exact=True).tap()
    expect(person.page.locator("svg.scene .ring.aura").first).to_be_attached()
    assert person.page.evaluate("scrollY") == pytest.approx(150, abs=60)


def test_without_a_script_the_table_answers_to_a_click_on_its_picture(general: Come) -> None:
    person = general(scripts=False)
    unit = person.own
    person.page.locator(f"#carte-{unit}").click()
    picture = person.page.locator("input.v-picture")
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None and box["width"] == 704
    picture.click(position={"x": 300, "y": 600})
    assert person.draft.startswith(f"ORDRE {unit} M")
    person.page.get_by_role("button", name="Auras", exact=True).click()
    assert person.draft.startswith(f"ORDRE {unit} M")
    person.page.get_by_role("button", name="Mesurer").click()
    person.page.get_by_label("De", exact=True).first.select_option(unit)
    person.page.locator("form.v-measure").first.get_by_role("button", name="Mesurer").click()
    expect(person.page.locator(".v-gap b")).to_be_visible()


def test_a_passer_by_looks_and_measures(visitor: Callable[..., Visitor], site: Site) -> None:
    person = visitor()
    person.go(f"/partie/{site.codes['vassaux']}/")
    foe = str(person.page.locator(".unit.side1[data-group]").first.get_attribute("data-group"))
    person.page.mouse.click(*person.page.evaluate(CENTRE, foe))
    expect(person.page.locator("#table")).to_have_attribute("data-chosen", foe)
    person.page.get_by_role("button", name="Menaces", exact=True).click()
    expect(person.page.locator("svg.scene .ring.threat").first).to_be_attached()
    person.page.keyboard.press("m")
    own = str(person.page.locator(".unit.side0[data-group]").first.get_attribute("data-group"))
    person.page.mouse.click(*person.page.evaluate(CENTRE, own))
    expect(person.page.locator("#mesure b")).to_be_visible()
