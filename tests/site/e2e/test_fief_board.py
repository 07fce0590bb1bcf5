"""Pawns are dragged over the board, with a mouse and with a finger; cards are played by a click; reach is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
SPOT = """place => {
  const spot = document.querySelector(`.village[data-village="${place}"] .spot`);
  spot.scrollIntoView({block: "center", inline: "center"});
  const box = spot.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
PAWN = """what => {
  const box = document.querySelector(`.party.mobile ${what}`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
NEXT = "() => [...document.querySelectorAll('#choix button[data-lords]')].map(one => one.dataset.village)"
HOME = "() => document.querySelector('.party.mobile').dataset.village"


class Player(Visitor):
    """Somebody who plays alone against bots."""

    def open_table(self, name: str) -> None:
        """Somebody new, at a table."""
        self.sign_up(name)
        self.sit_down(name)

    def sit_down(self, name: str) -> None:
        """A table of two, a bot at the other place, no clock."""
        self.begin_match(name, game="fief", lords="2")
        self.answer("M'établir ici")

    def answer(self, name: str) -> None:
        """Presses a button, and waits until the table has gone on."""
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.page.get_by_role("button", name=name, exact=True).click()
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def until(self, words: str) -> None:
        """Ends one's turn until this phase has come."""
        head = self.page.locator("#question")
        for _ in range(12):
            expect(self.page.locator("#table")).to_have_attribute("data-asked", "1")
            if words in head.inner_text():
                return
            if self.page.get_by_role("button", name="Finir mon tour", exact=True).count():
                self.answer("Finir mon tour")
            else:
                with self.page.expect_response(lambda response: response.request.method == "POST"):
                    self.page.locator("#reponse button").first.click()
                expect(self.page.locator(".htmx-request")).to_have_count(0)
        raise AssertionError(head.inner_text())

    def until_a_march(self) -> None:
        """The movements of the first turn; at another table if nobody can go anywhere, as in a storm."""
        for name in ("Aveline", "Brunehaut", "Clémence", "Douce", "Ermesinde"):
            self.until("4. Les mouvements")
            if self.page.evaluate(NEXT):
                return
            self.sit_down(name)
        raise AssertionError("nobody can go anywhere")

    @property
    def draft(self) -> str:
        """The orders that are being put together."""
        return self.page.locator("#texte").input_value()

    def places(self, what: str, to: str) -> list[Any]:
        """Where a pawn of one's own is on the screen, and a village, once the map has come to rest."""
        before, now = None, self.seen(what, to)
        while before != now:
            self.page.wait_for_timeout(150)
            before, now = now, self.seen(what, to)
        return now

    def seen(self, what: str, to: str) -> list[Any]:
        """Where both are at this moment; the village is scrolled to."""
        goal = self.page.evaluate(SPOT, to)
        return [self.page.evaluate(PAWN, what), goal]

    def drag(self, what: str, to: str, *, drop: bool = True) -> None:
        """Drags a pawn with the mouse, as a hand does."""
        (x, y), (u, v) = self.places(what, to)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 9, y + 4, steps=2)
        mouse.move(u, v, steps=6)
        if drop:
            mouse.up()

    def swipe(self, what: str, to: str) -> None:
        """Drags a pawn with a finger."""
        (x, y), (u, v) = self.places(what, to)
        finger = self.context.new_cdp_session(self.page)
        for kind, points in (
            ("touchStart", [(x, y)]),
            *(("touchMove", [(x + (u - x) * n / 8, y + (v - y) * n / 8)]) for n in range(1, 9)),
            ("touchEnd", []),
        ):
            finger.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]}
            )


@pytest.fixture
def player(chromium: Any, site: Any) -> Any:
    """One person; at the end he must not have met a fault."""
    people: list[Player] = []

    def come(**choices: Any) -> Player:
        people.append(Player(chromium, site.url, **choices))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []


def test_a_lord_is_dragged_to_a_village_and_an_illegal_drop_says_why(player: Callable[..., Player]) -> None:
    person = player()
    person.open_table("Mahaut")
    person.until("1. Les cartes")
    discard = person.page.locator(".card-acts button", has_text="Défausser")
    if discard.count():  # a card's button stands outside of the form, and what it says goes along
        discard.first.click()
        expect(person.page.locator("#question .plan li")).to_have_count(1)
        assert person.draft.startswith("DEFAUSSER ")
        person.answer("Annuler le dernier")
        assert person.draft == ""
    person.until_a_march()
    home, near = person.page.evaluate(HOME), person.page.evaluate(NEXT)
    lord = person.page.evaluate("() => document.querySelector('.party.mobile .lord').dataset.lord")

    # While it is dragged, the villages where it may go light up, and no other
    person.drag(".lord", near[0], drop=False)
    goals = person.page.eval_on_selector_all(".village.goal", "found => found.map(one => one.dataset.village)")
    assert set(goals) == set(near)
    expect(person.page.locator("svg.board .ghost")).to_have_count(1)
    person.page.mouse.up()
    expect(person.page.locator("svg.board .ghost")).to_have_count(0)

    # Several ways to go there: the board asks which; what it writes is what the button beside it writes
    here = person.page.locator(".here")
    expect(here).to_be_visible()
    button = person.page.locator(f"#choix button[data-lords='{lord}'][data-village='{near[0]}']").first
    line = button.get_attribute("value")
    here.get_by_role("button").first.click()
    expect(person.page.locator("#question .plan li")).to_have_count(1)
    assert person.draft == line

    # A drop where it cannot go: the game says why, and what was put together stays
    far = person.page.evaluate(
        "near => [...document.querySelectorAll('.village')].map(one => one.dataset.village)"
        ".find(one => !near.includes(one))",
        [home, near[0], *person.page.evaluate(NEXT)],
    )
    person.drag(f".lord[data-lord='{lord}']", far)
    expect(person.page.locator("#reponse .errors")).to_contain_text("Aucune route ne va")
    assert person.draft == line

    # Dropped where it stands, or beside everything: nothing happens
    there = person.page.evaluate(
        f"() => document.querySelector(\".lord[data-lord='{lord}']\").closest('.party').dataset.village"
    )
    person.drag(f".lord[data-lord='{lord}']", there)
    assert person.draft == line and here.is_hidden()
    person.answer("Annuler le dernier")
    assert person.draft == ""


def test_a_finger_drags_a_troop_over_the_board_of_a_telephone(player: Callable[..., Player]) -> None:
    person = player(width=390, height=844, has_touch=True)
    person.open_table("Sibylle")
    person.until_a_march()
    near = person.page.evaluate(NEXT)
    scrolled = person.page.evaluate(SPOT, near[0]) and person.page.evaluate("scrollY")
    person.swipe(".soldiers", near[0])
    expect(person.page.locator("#question .plan li, .here:not([hidden])")).not_to_have_count(0)
    assert person.page.evaluate("scrollY") == scrolled or person.draft  # the page stayed where it was
    if person.page.locator(".here").is_visible():
        person.page.locator(".here").get_by_role("button").first.tap()
        expect(person.page.locator("#question .plan li")).to_have_count(1)
    assert person.draft.startswith("MARCHER ")
    assert person.fits()


def test_the_reach_map_keeps_what_is_put_together(player: Callable[..., Player]) -> None:
    person = player()
    person.open_table("Ermengarde")
    person.until_a_march()
    first = person.page.locator("#choix button[data-lords]").first
    person.page.locator("#choix-march summary").click()
    first.click()
    expect(person.page.locator("#question .plan li")).to_have_count(1)
    draft = person.draft
    person.page.get_by_label("Jusqu'où peut aller").select_option(index=1)
    expect(person.page.locator("svg.board .reach .steps")).not_to_have_count(0)
    assert person.draft == draft and "?portee=" in person.page.url
    person.follow("Effacer")
    expect(person.page.locator("svg.board .reach")).to_have_count(0)
    assert person.draft == draft and "portee" not in person.page.url


def test_without_scripts_the_reach_map_is_a_form_and_a_link(chromium: Any, site: Any) -> None:
    person = Visitor(chromium, site.url, scripts=False)
    person.go("/partie/{fief}/".format(**site.codes))
    person.page.get_by_label("Jusqu'où peut aller").select_option(index=1)
    person.press("Voir")
    assert "?portee=" in person.page.url
    expect(person.page.locator(".reach-told")).to_be_visible()
    person.follow("Effacer")
    expect(person.page.locator(".reach-told")).to_have_count(0)
    person.context.close()


def test_a_village_is_reached_within_five_tabs(chromium: Any, site: Any) -> None:
    person = Player(chromium, site.url)
    person.open_table("Aenor")
    person.page.locator(".skip").nth(1).focus()  # where a second Tab leads, unless a question has taken the focus
    for key in ("Enter", "Tab", "Tab"):
        person.page.keyboard.press(key)
    expect(person.page.locator("#chercher-village")).to_be_focused()
    person.context.close()


def test_the_keys_go_on_at_the_next_question_which_is_said(player: Callable[..., Player]) -> None:
    person = player()
    person.open_table("Yolande")
    page, question, said = person.page, person.page.locator("#question"), person.page.locator("#dit")
    expect(question).to_be_focused()
    expect(said).to_contain_text("Tour 1, 1. Les cartes.")
    assert page.locator("svg.board .village:not(.can)[tabindex='0']").count() == 0  # nothing can be done there
    page.locator("#barre-sceller").focus()
    page.keyboard.press("Enter")
    expect(said).not_to_contain_text("1. Les cartes. À vous")
    expect(question).to_be_focused()  # and not the button, which would now end the purchases
    person.until("3. Les achats")
    expect(said).to_contain_text(re.compile(r"tire .* écus.* Tour 1, 3\. Les achats\. "))
    place = page.locator("svg.board .village.can").first
    place.focus()
    for key in ("Enter", "Escape", "Enter", "Enter"):  # looked at, closed, looked at again, and bought there
        page.keyboard.press(key)
    expect(page.locator("#question .plan li")).to_have_count(1)
    expect(said).to_contain_text(re.compile("1 .* à .* Il vous resterait"))
    expect(page.locator("svg.board .village.can").first).to_be_focused()
