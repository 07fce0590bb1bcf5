"""The first evening: from the first page to a second land by the guide alone, and what the commonest acts cost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.site.e2e.visitor import Visitor, other_clock

Come = Callable[..., Visitor]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
IN_VIEW = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const bar = box("barre"), seal = box("barre-sceller");
  const boxes = []; // a scrolling box around the bar
  for (let one = document.getElementById("barre").parentElement; one && one !== document.body; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) boxes.push(one.localName);
  const within = bar.top >= 0 && bar.bottom <= innerHeight + 1 && seal.right <= innerWidth;
  return within && seal.bottom <= innerHeight && !boxes.length;
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("svg.map :is(.forces, .layer) text")].map((text) => {
  const matrix = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
}))"""
NAMES = """() => {  // the smallest name of a land, in pixels
  const map = document.querySelector("svg.map");
  return Number(map.dataset.small) / Number(map.style.getPropertyValue("--u"));
}"""
COVERED = """() => {  // square pixels of names that flags and other marks of one's own forces cover
  const map = document.querySelector("svg.map"), matrix = map.getScreenCTM();
  const names = [...map.querySelectorAll("a.t")].map((land) => {
    const [x, y, w, h] = land.dataset.name.split(" ").map(Number);
    const from = new DOMPoint(x - w / 2, y - h / 2).matrixTransform(matrix);
    const to = new DOMPoint(x + w / 2, y + h / 2).matrixTransform(matrix);
    return {left: from.x, right: to.x, top: from.y, bottom: to.y};
  });
  const common = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const flags = [...map.querySelectorAll(".forces .px")].map((mark) => mark.getBoundingClientRect());
  return Math.max(...flags.map((flag) => Math.max(...names.map((name) => common(flag, name)))));
}"""
HEAD = """() => document.querySelector("#onglets .tabs").getBoundingClientRect().bottom
  - document.getElementById("tete").getBoundingClientRect().top"""
CLICKS = "() => { const n = Number(sessionStorage.clicks || 0); sessionStorage.clicks = 0; return n; }"
FOREIGN = """() => {  // a land of another lord, well within what the map shows
  const map = document.querySelector("svg.map"), mine = map.dataset.mine.split(" ");
  const seen = map.parentNode.getBoundingClientRect();
  const lands = [...map.querySelectorAll("a.t:not(.o0)")].filter((land) => {
    const at = new DOMPoint(...land.dataset.at.split(" ").map(Number)).matrixTransform(map.getScreenCTM());
    return at.x > seen.left + 20 && at.x < seen.right - 20 && at.y > seen.top + 20 && at.y < seen.bottom - 80;
  }).map((land) => land.dataset.land);
  return lands.find((land) => !mine.includes(land));
}"""


def count_clicks(person: Visitor) -> Callable[[], int]:
    """How many clicks there have been since this was last asked."""
    person.context.add_init_script(
        "addEventListener('click', (event) => { if (event.isTrusted && event.detail)"
        " sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1; }, true);"
    )

    def asked() -> int:
        found = person.page.evaluate(CLICKS)
        return int(found)

    return asked


def test_a_guest_follows_the_guide_to_a_second_land(visitor: Come) -> None:
    for choices in ({"height": 800}, PHONE):
        guest = visitor(**choices)
        guest.play_at_once()
        step = guest.page.locator("#premiers-pas li.open")
        for number, words in enumerate(("choisissez", "Levez", "Attaquez", "Imposez", "Appelez"), start=1):
            expect(step).to_contain_text(words)
            expect(step).to_have_attribute("data-n", str(number))
            expect(guest.page.locator(".ringed")).to_have_count(1)  # the thing itself
            assert guest.page.evaluate(IN_VIEW)
            step.locator("form button").click()
            expect(guest.page.locator("#etape")).to_be_focused()  # the next step
        expect(step).to_contain_text("Scellez")
        expect(guest.page.locator("#barre-sceller.ringed")).to_be_visible()
        expect(guest.page.locator("#carte-ordres .arrow.k-ATT")).to_have_count(1)
        expect(guest.page.locator("#barre")).to_contain_text("8 ordres")
        assert guest.page.evaluate(SMALLEST) >= 11
        assert guest.page.evaluate(HEAD) <= 120
        guest.press("Sceller", "#barre")
        guest.page.locator("#suivi").get_by_role("link", name="Bilan du tour 1").click(timeout=60_000)
        guest.page.wait_for_url("**/bilan/1/")
        short = guest.page.locator(".in-short")
        expect(short.locator(".good").first).to_contain_text("est à vous")
        assert short.evaluate("one => one.getBoundingClientRect().bottom + scrollY") <= 844  # on the first screen
        aim = short.locator(".aim a")  # what to do next: the land to take, or the map where none is likely to fall
        land = "?terre=" in (aim.get_attribute("href") or "")
        aim.click()
        guest.page.wait_for_url("**/partie/*/?**" if land else "**/partie/*/")
        if land:
            expect(guest.page.locator("#fiche [data-offer$=ATT]").first).to_be_attached()
        guest.go(f"/partie/{guest.code}/")
        assert len(guest.own_lands()) == 2
        guest.awaits(f"({COVERED})() <= 4")  # marks stand apart once the map has settled
        assert guest.page.evaluate(NAMES) >= 11
        expect(guest.page.locator(".layer.fait .won")).to_have_count(1)
        expect(guest.page.locator("#premiers-pas")).to_have_count(0)


def test_the_commonest_acts_take_few_clicks(visitor: Come) -> None:
    guest = visitor(height=800)
    clicks = count_clicks(guest)
    guest.play_at_once()
    clicks()
    offer = guest.offer("ARM ATT")
    offer.click()
    expect(guest.page.locator("#checked .k-ATT")).to_have_count(1)
    assert clicks() <= 3  # an attack, men raised for it included
    guest.page.keyboard.press("?")
    expect(guest.page.get_by_role("dialog", name="Raccourcis clavier").get_by_role("heading")).to_be_focused()
    guest.page.keyboard.press("Escape")
    guest.press("Annuler le dernier geste", "#barre")
    expect(guest.page.locator("#checked .k-ATT")).to_have_count(0)
    assert clicks() == 1
    expect(guest.offer("ARM ATT")).to_have_attribute("aria-pressed", "false")
    other = "Dolon" if "DOLON" not in guest.own_lands() else "Kola"
    guest.page.keyboard.press("/")
    guest.page.keyboard.type("zzz")
    guest.page.keyboard.press("Enter")
    assert "zzz" in guest.page.locator("#terre").evaluate("one => one.validationMessage")
    guest.page.keyboard.press("Control+a")
    guest.page.keyboard.type(other[:-1].lower())
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#fiche h2")).to_have_text(other)
    expect(guest.page.locator("#dit")).to_contain_text(f"{other}. ")
    guest.offer("ESP").click()
    expect(guest.page.locator("#carte-ordres .k-ESP")).to_have_count(1)
    guest.offer("ESP").click()  # a second touch withdraws it
    expect(guest.page.locator("#carte-ordres .k-ESP")).to_have_count(0)
    clicks()
    guest.press("Sceller", "#barre")
    guest.sees("Ordres scellés")
    assert clicks() == 1
    guest.page.locator("#suivi").get_by_role("link", name="Bilan du tour 1").click(timeout=60_000)
    guest.page.wait_for_url("**/bilan/1/")
    assert clicks() == 1
    guest.go(f"/partie/{guest.code}/")
    guest.page.wait_for_load_state("networkidle")  # the map has come to his lands
    land = guest.page.evaluate(FOREIGN)
    clicks()
    guest.point_at(land)
    guest.page.locator("#fiche .card-line a").click()
    guest.page.wait_for_url("**/lettres/**")
    assert clicks() == 2
    expect(guest.page.locator("#to")).not_to_have_value("")


def test_what_is_ordered_is_seen_below_the_proposals_without_scrolling(visitor: Come) -> None:
    guest = visitor(height=800)
    guest.play_at_once()
    fold = guest.page.locator("#barre").bounding_box()
    assert fold is not None
    head = guest.page.get_by_role("heading", name="Mes ordres").bounding_box()
    assert head is not None and head["y"] + head["height"] < fold["y"]
    first = guest.page.locator("#fiche .propose").first
    first.click()
    expect(guest.page.locator("#fiche .given").first).to_be_visible()
    guest.page.wait_for_load_state("networkidle")
    guest.page.evaluate("document.fonts.ready.then(() => true)")  # a line set in another face breaks elsewhere
    line = guest.page.locator("#checked .checked-lines li").first.bounding_box()
    assert line is not None and line["y"] + 12 < fold["y"]
    assert guest.page.evaluate("scrollY") == 0


def held_answers(person: Visitor) -> list[Route]:
    """Answers to orders wait from now on until they are let go."""
    found: list[Route] = []
    person.page.route("**/ordres/", lambda route: found.append(route))
    return found


def wait_for(person: Visitor, routes: list[Route]) -> None:
    """Until one of them has come."""
    while not routes:
        person.page.wait_for_timeout(50)


def press_down(person: Visitor, selector: str) -> None:
    """A button of the mouse goes down on a thing, and stays down."""
    box = person.page.locator(selector).first.bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()


def let_go(person: Visitor, answers: list[Route], part: str) -> None:
    """The answer comes while the button is held, and replaces a part of the page; then the button is released."""
    wait_for(person, answers)
    person.page.evaluate(f"document.querySelector('{part}').old = true")
    answers.pop().continue_()
    person.awaits(f"!document.querySelector('{part}').old")
    person.page.unroute("**/ordres/")
    person.page.mouse.up()


def test_a_press_is_not_lost_when_an_answer_replaces_the_bar_meanwhile(visitor: Come) -> None:
    guest = visitor()
    guest.play_at_once()
    guest.open_text()
    answers = held_answers(guest)
    guest.sheet.press_sequentially("CHE 1")
    press_down(guest, "#barre-sceller")
    let_go(guest, answers, "#barre")
    guest.await_report(1)


def test_a_press_does_not_fall_on_a_button_that_does_something_else(visitor: Come) -> None:
    guest = visitor()
    guest.play_at_once()
    answers = held_answers(guest)
    guest.page.locator("#fiche .propose").first.click()
    press_down(guest, "#fiche .propose")
    let_go(guest, answers, "#fiche > *")
    guest.page.wait_for_timeout(500)
    expect(guest.page.locator("#fiche .given")).not_to_have_count(0)  # the order stands: its button now takes it back


def test_the_guide_goes_on_though_the_page_comes_anew_while_its_button_is_answered(visitor: Come) -> None:
    guest = visitor()
    guest.play_at_once()
    step = guest.page.locator("#premiers-pas li.open")
    step.locator("form button").click()
    expect(step).to_contain_text("Levez")
    page: list[Route] = []
    whole = re.compile(r"/partie/\w+/(\?.*)?$")
    guest.page.route(whole, lambda route: page.append(route))
    guest.page.route("**/pouls/**", other_clock)
    wait_for(guest, page)
    old = page[0].fetch()
    answers = held_answers(guest)
    step.locator("form button").click()
    wait_for(guest, answers)
    guest.page.unroute("**/pouls/**")
    page[0].fulfill(response=old)
    guest.page.wait_for_timeout(200)  # for the page to be put in
    answers[0].continue_()
    expect(guest.page.locator("#etape[data-anew=march]")).to_be_focused()
    expect(guest.sheet).to_have_value(re.compile("^ARM "))
