"""At a board no line that is written is lost: the table goes on, is loaded again, is answered elsewhere."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.site.e2e.test_fief_board import Player
from tests.site.e2e.visitor import PATIENCE, new_name

WRITTEN = "RECRUTER une ligne à finir"
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def lady(chromium: Any, site: Any) -> Any:
    """Somebody alone at a table with a bot, asked to buy something."""
    person = Player(chromium, site.url)
    person.open_table(new_name("Dame"))
    person.until("3. Les achats")
    yield person
    person.context.close()
    assert person.faults == []


def write(lady: Player, words: str = WRITTEN) -> None:
    """Writes in the field of orders as text."""
    lady.page.locator("details.typed > summary").click()
    lady.page.locator("#texte").fill(words)


def test_what_is_written_is_there_after_a_reload(lady: Player) -> None:
    write(lady)
    lady.page.reload()
    expect(lady.page.locator("#texte")).to_have_value(WRITTEN)
    lady.follow("Chronique", "main nav")
    lady.page.go_back()
    expect(lady.page.locator("#texte")).to_have_value(WRITTEN)


def test_what_is_written_stays_while_the_table_is_shown_anew(lady: Player) -> None:
    write(lady)
    talk = lady.page.locator("#propos-texte")
    talk.fill("Je pense")
    with lady.page.expect_response(
        lambda response: response.request.method in ("GET", "POST") and "/partie/" in response.url
    ):
        lady.page.evaluate(LOOK_AGAIN)
    expect(lady.page.locator(".htmx-request")).to_have_count(0)
    expect(lady.page.locator("#texte")).to_have_value(WRITTEN)
    lady.page.reload()
    expect(talk).to_have_value("Je pense")


def is_post(response: Response) -> bool:
    """Whether something was sent."""
    return response.request.method == "POST"


def is_answered(response: Response) -> bool:
    """Whether this is what the site says to an answer, and not to a look at what is being written."""
    return is_post(response) and "do=look" not in (response.request.post_data or "")


def test_an_answer_given_in_another_window_leaves_what_was_written(lady: Player) -> None:
    write(lady)
    other = lady.context.new_page()
    # It takes the text over, and looks what would come of it: what would bind is not sent meanwhile
    with other.expect_response(lambda response: is_post(response) and not is_answered(response)):
        other.goto(lady.page.url)
    expect(other.locator(".htmx-request")).to_have_count(0)
    with other.expect_response(is_answered):  # not closed before it is given
        other.get_by_role("button", name="Finir mon tour", exact=True).click()
    expect(other.locator(".htmx-request")).to_have_count(0)
    other.close()
    lady.page.bring_to_front()  # the other had taken the text over, and gave another answer
    offered = lady.page.locator(".offered")
    expect(offered).to_contain_text("La table a continué", timeout=30_000)
    expect(offered).to_contain_text(WRITTEN)
    lady.page.reload()
    expect(lady.page.locator(".offered")).to_contain_text(WRITTEN)
    lady.page.locator(".offered").get_by_role("button", name="Les jeter").click()
    lady.page.reload()
    expect(lady.page.locator("#question")).to_be_visible()
    lady.page.wait_for_timeout(300)
    expect(lady.page.locator(".offered")).to_have_count(0)


def test_an_answer_that_was_given_is_offered_no_more(lady: Player) -> None:
    write(lady, "FIN")
    lady.page.locator("#choix .typed button[value=send]").click()
    expect(lady.page.locator(".htmx-request")).to_have_count(0)
    lady.page.wait_for_timeout(1500)
    expect(lady.page.locator(".offered")).to_have_count(0)
    lady.page.reload()
    lady.page.wait_for_timeout(300)
    expect(lady.page.locator(".offered")).to_have_count(0)


def test_orders_put_together_by_clicks_are_there_after_a_reload(lady: Player) -> None:
    offers = lady.page.locator("#choix button.option")
    assert offers.count()
    first = lady.page.locator("#choix details.options").first
    if not first.evaluate("node => node.open"):
        first.locator("summary").click()
    with lady.page.expect_response(is_post):
        first.locator("button.option").first.click()
    expect(lady.page.locator(".plan li")).to_have_count(1)
    step = lady.page.locator(".plan li").inner_text()
    lady.page.reload()
    expect(lady.page.locator(".plan li")).to_have_text(step)


class Held:
    """The first answer that a page sends is held back, until a test lets it go."""

    def __init__(self, page: Page) -> None:
        self.page, self.routes = page, list[Route]()
        page.route("**/partie/**", self.meet)

    def meet(self, route: Route) -> None:
        if not self.routes and route.request.method == "POST":
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self.routes:
            assert time.monotonic() < until, "nothing was sent"
            self.page.wait_for_timeout(20)
        self.routes[0].continue_()


def two_orders(lady: Player) -> tuple[Locator, Locator]:
    """Two different orders that are offered, before one's eyes."""
    for fold in lady.page.locator("#choix details.options:not([open]) > summary").all():
        fold.click()
    offers = lady.page.locator("#choix button.option:not([disabled])")
    assert offers.count() > 1
    return offers.first, offers.last


def test_orders_pressed_in_one_breath_are_all_put_down(lady: Player) -> None:
    held = Held(lady.page)
    first, second = two_orders(lady)
    lines = [one.get_attribute("value") for one in (first, second)]
    first.click()
    second.click()
    expect(second).to_have_attribute("aria-busy", "true")
    held.let_go()
    expect(lady.page.locator(".plan li")).to_have_count(2)
    assert lady.page.locator("#texte").input_value().split("\n") == lines


def test_what_is_written_while_an_order_is_put_down_stays(lady: Player) -> None:
    held = Held(lady.page)
    first, _ = two_orders(lady)
    line = first.get_attribute("value")
    first.click()
    write(lady)
    held.let_go()
    expect(lady.page.locator(".plan li")).to_have_count(1)
    expect(lady.page.locator("#texte")).to_have_value(re.compile(f"^({line}\n{WRITTEN}|{WRITTEN}\n{line})$"))
    lady.page.reload()
    expect(lady.page.locator("#texte")).to_have_value(re.compile(WRITTEN))


def test_what_is_written_while_the_table_comes_anew_stays(lady: Player) -> None:
    """A look at what was written is under way; so it is each time that somebody else at the table does something."""
    two_orders(lady)[0].click()
    expect(lady.page.locator(".plan li")).to_have_count(1)
    held = Held(lady.page)
    lady.page.evaluate(LOOK_AGAIN)
    lady.page.locator("details.typed > summary").click()
    lady.page.locator("#texte").press("Control+End")
    lady.page.keyboard.insert_text(f"\n{WRITTEN}")
    held.let_go()
    expect(lady.page.locator(".htmx-request")).to_have_count(0)
    expect(lady.page.locator("#texte")).to_have_value(re.compile(WRITTEN))
    lady.page.reload()
    expect(lady.page.locator("#texte")).to_have_value(re.compile(WRITTEN))


def test_what_is_written_while_an_answer_is_given_is_offered(lady: Player) -> None:
    held = Held(lady.page)
    lady.page.get_by_role("button", name="Finir mon tour", exact=True).click()
    write(lady)
    held.let_go()
    expect(lady.page.locator(".offered")).to_contain_text(WRITTEN)


def test_a_button_that_the_new_board_has_no_more_is_said_not_to_be_sent(lady: Player) -> None:
    held = Held(lady.page)
    first, _ = two_orders(lady)
    first.click()
    lady.page.get_by_role("button", name="Finir mon tour", exact=True).click()
    held.let_go()
    expect(lady.page.locator(".plan li")).to_have_count(1)
    expect(lady.page.locator("#table > .notice.warn")).to_contain_text("Pas envoyé")


def test_a_button_pressed_twice_gives_one_answer(lady: Player) -> None:
    held = Held(lady.page)
    end = lady.page.get_by_role("button", name="Finir mon tour", exact=True)
    before = lady.page.locator("#reponse [name=key]").input_value()
    end.click()
    end.click()
    held.let_go()
    expect(lady.page.locator(f"#reponse [name=key][value='{before}']")).to_have_count(0)
    lady.page.wait_for_timeout(300)
    expect(lady.page.locator("#table > .notice.warn")).to_have_count(0)


LOST: list[tuple[Callable[[Route], None], str]] = [
    (Route.abort, "Le site n'a pas répondu"),
    (lambda route: route.fulfill(status=401, body=""), "Vous n'êtes plus connecté"),
    (
        lambda route: route.fulfill(status=503, body='<div class="empty"><h1>Foule</h1><p>Plus tard.</p></div>'),
        "Foule. Plus tard.",
    ),
]


def lost(lose: Callable[[Route], None], route: Route) -> None:
    """What is sent is lost; what is asked for is not."""
    if route.request.method == "POST":
        lose(route)
    else:
        route.continue_()


def test_a_press_that_came_to_nothing_is_said_until_the_next_one_comes_to_something(lady: Player) -> None:
    first, _ = two_orders(lady)
    for lose, words in LOST:
        lady.page.route("**/partie/**", partial(lost, lose))
        first.click()
        expect(lady.page.locator("#failed")).to_contain_text(words)
        lady.page.unroute("**/partie/**")
    first.click()
    expect(lady.page.locator(".plan li")).to_have_count(1)
    expect(lady.page.locator("#failed")).to_have_count(0)
    lady.faults.clear()
