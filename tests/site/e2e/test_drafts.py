"""No path loses a typed line: each way in which writing may be interrupted, in a browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.site.e2e.visitor import PASSWORD, PATIENCE, Visitor, new_name, other_clock
from tests.thorough import sample

Come = Callable[..., Visitor]
TYPED = "; une ligne qui compte"


@pytest.fixture(scope="module")
def player(chromium: Any, site: Any) -> Any:
    """A lady at a match of her own, which goes on as soon as she seals; her cookies, and its code."""
    lady = Visitor(chromium, site.url)
    lady.sign_up("Brangien")
    code = lady.begin_match("Brangien la Sage", lords="3")
    yield lady.context.storage_state(), code
    lady.context.close()


class Writer(Visitor):
    """Somebody at her orders."""

    match: str

    @property
    def orders(self) -> str:
        """Where her orders are written."""
        return f"/partie/{self.match}/ordres/"

    def stored(self) -> str:
        """The orders as the site has them: of the page as it is sent, which no script of a window has touched."""
        page = self.context.request.get(self.orders).text()
        found = re.search(r'<textarea[^>]* id="feuille-texte"[^>]*>(.*?)</textarea>', page, re.DOTALL)
        assert found is not None, page
        return unescape(found[1])

    def has_stored(self, words: str) -> None:
        """The site has these words, or gets them."""
        for _ in range(40):
            if words in self.stored():
                return
            self.page.wait_for_timeout(250)
        raise AssertionError(self.stored())

    def has_exactly(self, text: str) -> None:
        """The site has these orders and nothing else, and the page knows it."""
        until = time.monotonic() + PATIENCE
        while self.stored().strip() != text:
            assert time.monotonic() < until, self.stored()
            self.page.wait_for_timeout(100)
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def type(self, words: str) -> None:
        """Types at the end of the sheet, without waiting for anything."""
        self.open_text()
        self.sheet.focus()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(words)

    def start_again(self) -> None:
        """An empty sheet, which the site has."""
        self.go(self.orders)
        self.page.wait_for_timeout(100)
        self.sheet.fill("; rien")
        self.press("Enregistrer", "#feuille-form")
        self.has_exactly("; rien")
        self.page.evaluate("localStorage.clear()")


@pytest.fixture
def lady(chromium: Any, site: Any, player: Any) -> Any:
    """She, with an empty sheet. `faults` are looked at where none is provoked."""
    cookies, code = player
    person = Writer(chromium, site.url, storage_state=cookies)
    person.match = code
    person.start_again()
    yield person
    person.context.close()


def cut(route: Route) -> None:
    """The line is cut."""
    route.abort()


def only_posts(then: Callable[[Route], None]) -> Callable[[Route], None]:
    """What happens to orders on their way, and to nothing else."""
    return lambda route: then(route) if route.request.method == "POST" else route.continue_()


# Clicks


def test_a_line_saved_by_itself_then_a_click_on_the_card_of_the_land(lady: Writer) -> None:
    lady.go(f"/partie/{lady.match}/")
    home = lady.own_lands()[0]
    lady.go(f"/partie/{lady.match}/?terre={home}")
    lady.type(f"\n{TYPED}")
    lady.has_stored(TYPED)
    lady.offer("IMP").click()
    expect(lady.sheet).to_have_value(re.compile(rf"{TYPED}\nIMP \d+ {home}"))
    expect(lady.page.locator(".notice.bad")).to_have_count(0)
    lady.has_stored(f"{TYPED}\nIMP")
    assert lady.faults == []


def test_a_figure_filled_in_at_a_card_stays_when_the_card_comes_anew(lady: Writer) -> None:
    lady.go(f"/partie/{lady.match}/")
    home = lady.own_lands()[0]
    lady.point_at(home)
    figure = lady.page.locator("#fiche").get_by_role("spinbutton").first
    chosen = str(int(figure.get_attribute("min") or 0) + 1)
    assert figure.input_value() != chosen
    figure.fill(chosen)
    lady.point_at(home)
    expect(figure).to_have_value(chosen)
    lady.type(f"\n{TYPED}")  # the sheet saves itself, and brings the card
    lady.has_stored(TYPED)
    expect(lady.page.locator(".htmx-request")).to_have_count(0)
    expect(figure).to_have_value(chosen)


def test_letters_typed_while_the_answer_to_a_click_is_on_its_way(lady: Writer) -> None:
    lady.go(f"/partie/{lady.match}/")
    home = lady.own_lands()[0]
    lady.go(f"/partie/{lady.match}/?terre={home}")
    lady.page.route("**/ordres/", only_posts(lambda route: (lady.page.wait_for_timeout(700), route.continue_())[1]))
    lady.offer("IMP").click()
    lady.type(f"\n{TYPED}")
    expect(lady.sheet).to_have_value(re.compile(rf"{TYPED}\n?IMP|IMP[^\n]*\n*{TYPED}"))
    lady.page.unroute("**/ordres/")
    lady.has_stored(TYPED)
    lady.has_stored("IMP")


def test_a_click_on_the_map_and_on_a_form(lady: Writer) -> None:
    lady.go(f"/partie/{lady.match}/")
    home = lady.own_lands()[0]
    lady.type(f"\n{TYPED}")
    lady.point_at(home)
    expect(lady.page.locator("#fiche .proposals").first).to_be_visible()
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.go(lady.orders)
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.type("\n; encore")
    lady.page.locator("section.forms summary", has_text="CHE").click()
    call = lady.page.locator("section.forms form", has=lady.page.locator("input[name=code][value=CHE]"))
    call.get_by_label("Nombre").fill("1")
    call.get_by_role("button", name="Ajouter").click()
    expect(lady.sheet).to_have_value(re.compile(f"{TYPED}\n; encore\nCHE 1"))


def test_a_line_that_a_tool_adds_is_never_made_from_an_old_version(lady: Writer) -> None:
    lady.go(f"/partie/{lady.match}/outils/argentier/")
    other = lady.context.new_page()
    other.goto(lady.orders)
    other.locator("#feuille-texte").fill(TYPED)
    other.locator("#feuille-form").get_by_role("button", name="Enregistrer").click()
    expect(other.locator(".htmx-request")).to_have_count(0)
    lady.page.locator("form.write button").first.click()
    expect(lady.sheet).to_have_value(re.compile(f"{TYPED}\nIMP"))


# Answers that cross what is done meanwhile: each waits until the test lets it go


class Held:
    """Of what is sent to the page of orders, or of what a pattern names, this waits until it is let go."""

    def __init__(self, lady: Writer, pattern: str = "**/ordres/", method: str = "POST") -> None:
        self.lady, self.method, self.routes, self.shut = lady, method, list[Route](), True
        lady.page.route(pattern, self.meet)

    def meet(self, route: Route) -> None:
        if self.shut and route.request.method == self.method:
            self.routes.append(route)
        else:
            route.fallback()

    def await_one(self) -> Route:
        """The first that has come."""
        until = time.monotonic() + PATIENCE
        while not self.routes:
            assert time.monotonic() < until, "nothing was sent"
            self.lady.page.wait_for_timeout(20)
        return self.routes[0]

    def let_go(self) -> None:
        """What waits goes on, and nothing waits any more."""
        self.await_one()
        self.shut = False
        for route in self.routes:
            route.continue_()


def at_home(lady: Writer) -> None:
    """At the card of her land, the orders as text before her."""
    lady.go(f"/partie/{lady.match}/")
    lady.go(f"/partie/{lady.match}/?terre={lady.own_lands()[0]}")
    lady.open_text()


def test_offers_pressed_in_one_breath_are_all_put_down(lady: Writer) -> None:
    at_home(lady)
    held = Held(lady)
    lady.offer("IMP").click()
    held.await_one()
    lady.offer("CHE").click()
    held.let_go()
    lady.has_stored("CHE")
    lady.has_stored("IMP")
    assert lady.faults == []


def test_an_offer_pressed_twice_is_put_down_once(lady: Writer) -> None:
    at_home(lady)
    held = Held(lady)
    lady.offer("IMP").dblclick()
    held.let_go()
    expect(lady.offer("IMP")).to_have_attribute("aria-pressed", "true")
    lady.page.wait_for_timeout(300)
    expect(lady.page.locator(".htmx-request")).to_have_count(0)
    assert lady.stored().count("IMP") == 1


def test_a_click_and_letters_that_wait_for_an_answer_are_both_saved(lady: Writer) -> None:
    """The answer takes the button away that waits for it, and what was typed waits behind that button."""
    at_home(lady)
    held = Held(lady)
    lady.type("\n; un")
    held.await_one()
    lady.offer("IMP").click()
    lady.type("\n; deux")
    lady.page.wait_for_timeout(900)  # until the sheet would save itself again
    held.let_go()
    lady.has_stored("; deux")
    lady.has_stored("IMP")


def test_a_line_is_dropped_by_its_words_whatever_was_just_typed_above_it(lady: Writer) -> None:
    lady.sheet.fill("; un\n; deux\n; trois")
    lady.has_stored("; trois")
    drop = lady.page.get_by_role("button", name="Retirer la ligne 2")
    expect(drop).to_have_count(1)
    lady.sheet.press("Control+Home")
    lady.page.keyboard.insert_text("; en tête\n")
    drop.click()
    lady.has_exactly("; en tête\n; un\n; trois")


@pytest.mark.parametrize("text", ["", "; rien"])
def test_letters_typed_while_a_click_is_on_its_way_stay_a_line_of_their_own(lady: Writer, text: str) -> None:
    lady.sheet.fill(text)
    lady.has_exactly(text)
    at_home(lady)
    held = Held(lady)
    lady.offer("IMP").click()
    held.await_one()
    lady.type(f"\n{TYPED}")
    held.let_go()
    lady.has_stored(TYPED)
    lines = lady.stored().split("\n")
    assert TYPED in lines
    assert sum(line.startswith("IMP") for line in lines) == 1


def test_letters_typed_while_a_gesture_is_taken_back_stay(lady: Writer) -> None:
    at_home(lady)
    lady.offer("IMP").click()
    lady.has_stored("IMP")
    expect(lady.page.locator(".htmx-request")).to_have_count(0)
    held = Held(lady)
    lady.press("Annuler le dernier geste", "#barre")
    held.await_one()
    lady.type(f"\n{TYPED}")
    held.let_go()
    expect(lady.sheet).to_have_value(re.compile(f"; rien\n+{TYPED}"))
    lady.has_stored(TYPED)
    assert "IMP" not in lady.stored()


def test_an_answer_that_never_comes_holds_up_nothing_for_ever(lady: Writer) -> None:
    at_home(lady)
    assert 30_000 <= lady.page.evaluate("htmx.config.timeout") <= 120_000
    lady.page.evaluate("htmx.config.timeout = 1500")
    held = Held(lady)
    lady.type(TYPED)
    held.await_one()
    lady.offer("IMP").click()  # waits for its turn
    held.shut = False
    lady.has_stored("IMP")
    lady.has_stored(TYPED)


@pytest.mark.parametrize("late", [True, False])
def test_a_page_asked_for_before_an_act_takes_nothing_of_it_back(lady: Writer, late: bool) -> None:
    """The clock says something else, and the whole page comes anew: after an act, or in the midst of it."""
    at_home(lady)
    page = Held(lady, "**/partie/*/?terre=*", "GET")
    lady.page.route("**/pouls/**", other_clock)
    old = page.await_one().fetch()
    acts = Held(lady)
    lady.offer("IMP").click()
    acts.await_one()
    if late:
        acts.let_go()
        expect(lady.sheet).to_have_value(re.compile("IMP"))
    lady.page.unroute("**/pouls/**")
    with lady.page.expect_response(lambda response: "terre=" in response.url):
        page.routes.pop().fulfill(response=old)
    lady.page.wait_for_timeout(200)  # for the page to be put in
    page.shut = False
    if not late:
        acts.let_go()
    expect(lady.sheet).to_have_value(re.compile("IMP"))
    lady.type(f"\n{TYPED}")
    lady.has_stored(TYPED)
    assert "IMP" in lady.stored()


# The sheet of Rois aventuriers saves itself as well, and every click brings the whole of it anew


@pytest.fixture
def king(chromium: Any, site: Any, lady: Writer) -> Any:
    """Somebody at a year of Rois aventuriers, nothing written yet."""
    person = Writer(chromium, site.url)
    person.sign_up(new_name("Roi"))
    person.match = person.begin_match("Roi Lear", game="rois", page="ordres/")
    yield person
    person.context.close()


def test_what_is_typed_for_a_king_stays_when_another_season_is_opened(king: Writer) -> None:
    king.type(TYPED)
    king.page.locator("#annee-grille a[data-cell]").nth(2).click()
    expect(king.page.locator("#annee-grille td.open a[data-cell$='.3']")).to_have_count(1)
    expect(king.sheet).to_have_value(re.compile(TYPED))
    held = Held(king, "**/ordres/?*", "GET")
    king.page.locator("#annee-grille a[data-cell]").nth(3).click()
    held.await_one()
    king.type("\n; et la suite")
    held.let_go()
    king.has_stored("; et la suite")
    king.has_stored(TYPED)


def test_what_is_typed_for_a_king_stays_while_an_order_is_put_down(king: Writer) -> None:
    king.page.locator("#ordre a.chip[href*='ordre=Move']").first.click()
    order = king.page.locator(".open-order button[value^='put:']").first
    line = (order.get_attribute("value") or "").removeprefix("put:")
    held = Held(king)
    order.click()
    held.await_one()
    king.type(TYPED)
    held.let_go()
    king.has_stored(TYPED)
    king.has_stored(line)


def test_a_note_that_is_not_put_down_yet_stays_when_the_year_comes_anew(king: Writer) -> None:
    note, notes = king.page.get_by_label("Une tâche à moi"), king.page.locator(".tasks li")
    note.fill("Rappeler Cordélia")
    king.page.locator("#annee-grille a[data-cell]").nth(2).click()
    expect(king.page.locator("#annee-grille td.open a[data-cell$='.3']")).to_have_count(1)
    expect(note).to_have_value("Rappeler Cordélia")
    king.press("Noter", ".todo-form")
    expect(notes.get_by_text("Rappeler Cordélia")).to_have_count(1)
    expect(note).to_have_value("")


def test_a_king_s_failure_to_save_is_told_and_tried_again(king: Writer) -> None:
    king.page.route("**/ordres/", only_posts(cut))
    king.type(TYPED)
    expect(king.page.locator(".draft-here .unsaved")).to_contain_text("gardé dans ce navigateur")
    king.page.unroute("**/ordres/")
    king.has_stored(TYPED)
    expect(king.page.locator(".draft-here .unsaved")).to_have_count(0)


# Leaving the page in the middle of a word


LEAVING: dict[str, Callable[[Writer], Any]] = {
    "another tab of the match": lambda lady: lady.follow("Règles", "main nav"),
    "the other language": lambda lady: lady.press("English", "footer"),
    "the other look": lambda lady: lady.press("Sombre", "footer"),
    "a reload": lambda lady: lady.page.reload(),
    "another site": lambda lady: lady.go("about:blank") if False else lady.page.goto("data:text/html,loin"),
}


@pytest.mark.parametrize("way", LEAVING)
def test_what_was_typed_an_instant_before_leaving(lady: Writer, way: str) -> None:
    lady.type(f"\n{TYPED}")
    LEAVING[way](lady)
    lady.go(lady.orders)
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.has_stored(TYPED)
    if way == "the other language":
        lady.press("Français", "footer")
    assert lady.faults == []


def test_the_way_back(lady: Writer) -> None:
    lady.type(f"\n{TYPED}")
    lady.follow("Histoire", "main nav")
    lady.page.wait_for_url("**/histoire/")
    lady.page.go_back()
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.has_stored(TYPED)


@pytest.mark.parametrize("way", sample(LEAVING))
def test_the_same_while_the_site_cannot_be_reached(lady: Writer, way: str) -> None:
    lady.page.route("**/ordres/", only_posts(cut))
    lady.type(f"\n{TYPED}")
    LEAVING[way](lady)
    lady.page.unroute("**/ordres/")
    lady.go(lady.orders)
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.has_stored(TYPED)
    if way == "the other language":
        lady.press("Français", "footer")


# What goes wrong


def test_a_network_that_fails_is_told_and_tried_again(lady: Writer) -> None:
    lady.page.route("**/ordres/", only_posts(cut))
    lady.type(f"\n{TYPED}")
    expect(lady.page.locator(".draft-here .unsaved")).to_contain_text("gardé dans ce navigateur")
    lady.page.unroute("**/ordres/")
    expect(lady.page.locator(".draft-here .unsaved")).to_have_count(0)
    lady.has_stored(TYPED)


def test_an_answer_that_is_lost_makes_no_conflict(lady: Writer) -> None:
    """The site has saved it and the page does not know."""
    lady.page.route("**/ordres/", only_posts(lambda route: (route.fetch(), route.abort())[1]))
    lady.type(f"\n{TYPED}")
    expect(lady.page.locator(".draft-here .unsaved")).to_be_visible()
    lady.page.unroute("**/ordres/")
    lady.type("\n; et la suite")
    lady.has_stored("; et la suite")
    expect(lady.page.locator(".stale")).to_have_count(0)


def test_a_session_that_ends(lady: Writer, site: Any) -> None:
    cookies = lady.context.cookies()
    lady.context.clear_cookies(name="sessionid")
    lady.type(f"\n{TYPED}")
    box = lady.page.locator(".draft-here .unsaved")
    expect(box).to_contain_text("plus connecté")
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    box.get_by_role("link", name="Se connecter").click()
    lady.fill("Nom de joueur ou adresse de courriel", "Brangien")
    lady.fill("Mot de passe", PASSWORD)
    lady.press("Se connecter", "main")
    lady.page.wait_for_url(f"**{lady.orders}")
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.has_stored(TYPED)
    assert cookies


def test_without_scripts_a_session_that_ends_shows_what_was_typed(chromium: Any, site: Any, player: Any) -> None:
    plain = Writer(chromium, site.url, scripts=False, storage_state=player[0])
    plain.go(f"/partie/{player[1]}/ordres/")
    plain.sheet.fill(TYPED)
    plain.context.clear_cookies(name="sessionid")
    plain.press("Enregistrer", "#feuille-form")
    plain.sees("Vous n'êtes plus connecté")
    assert plain.page.locator("textarea").input_value() == TYPED
    plain.context.close()


def test_a_page_from_another_login(lady: Writer) -> None:
    """Its form is refused; loaded again it has the text."""
    lady.page.evaluate("document.querySelector('#feuille-form [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)")
    lady.type(f"\n{TYPED}")
    box = lady.page.locator(".draft-here .unsaved")
    expect(box).to_contain_text("autre connexion")
    box.get_by_role("link", name="Recharger la page").click()
    expect(lady.sheet).to_have_value(re.compile(TYPED))
    lady.has_stored(TYPED)


def answer_lost(route: Route) -> None:
    """The site has it, and the page does not know."""
    route.fetch()
    route.abort()


def test_what_is_sent_after_an_answer_was_lost_is_not_taken_for_what_the_site_has(lady: Writer) -> None:
    lady.page.route("**/ordres/", only_posts(answer_lost))
    lady.type("\n; un")
    lady.has_stored("; un")
    expect(lady.page.locator(".draft-here .unsaved")).to_be_visible()
    lady.page.unroute("**/ordres/")
    lady.page.route("**/ordres/", only_posts(cut))
    with lady.page.expect_request(lambda request: "deux" in (request.post_data or "")):
        lady.type("\n; deux")
    lady.page.wait_for_timeout(100)
    lady.page.reload()
    expect(lady.sheet).to_have_value("; rien\n; un\n; deux")
    lady.page.unroute("**/ordres/")
    lady.has_stored("; deux")


def test_a_line_typed_after_one_whose_answer_is_awaited_is_in_the_sheet_after_a_reload(lady: Writer) -> None:
    lady.page.route("**/ordres/", only_posts(answer_lost))
    lady.type("\n; un")
    lady.has_stored("; un")
    lady.page.unroute("**/ordres/")
    lady.page.route("**/ordres/", only_posts(cut))
    lady.type("\n; deux")
    lady.page.reload()
    expect(lady.sheet).to_have_value("; rien\n; un\n; deux")
    expect(lady.page.locator(".offered")).to_have_count(0)
    lady.page.unroute("**/ordres/")
    lady.has_stored("; deux")


# Two windows


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("Réunir les deux", r"; de l'autre\n; rien\n; d'ici|; de l'autre\n(; rien\n)?; d'ici"),
        ("Garder mon texte", "^; rien\n; d'ici$"),
        ("Prendre l'autre", "^; de l'autre$"),
    ],
)
def test_two_windows_show_both_texts_and_lose_neither(lady: Writer, way: str, expected: str) -> None:
    other = lady.context.new_page()
    other.goto(lady.orders)
    other.locator("#feuille-texte").fill("; de l'autre")
    other.locator("#feuille-form").get_by_role("button", name="Enregistrer").click()
    expect(other.locator(".htmx-request")).to_have_count(0)
    other.close()
    lady.page.bring_to_front()
    lady.type("\n; d'ici")
    box = lady.page.locator(".stale")
    expect(box).to_contain_text("; de l'autre")
    expect(lady.sheet).to_have_value(re.compile("; d'ici"))
    lady.type(" !")  # goes on typing: nothing is overwritten by that
    lady.page.wait_for_timeout(1200)
    assert lady.stored() == "; de l'autre"
    lady.page.keyboard.press("Backspace")
    lady.page.keyboard.press("Backspace")
    lady.page.wait_for_timeout(1000)
    box.get_by_role("button", name=way).click()
    expect(lady.page.locator(".stale")).to_have_count(0)
    assert re.search(expected, lady.stored().rstrip("\n")), lady.stored()
    expect(lady.sheet).to_have_value(re.compile(expected.rstrip("$")))


def test_two_windows_while_the_line_was_cut_offer_what_was_typed(lady: Writer) -> None:
    lady.page.route("**/ordres/", only_posts(cut))
    lady.type(f"\n{TYPED}")
    other = lady.context.new_page()
    other.add_init_script("Storage.prototype.getItem = () => null;")
    other.goto(lady.orders)
    other.locator("#feuille-texte").fill("; de l'autre")
    other.locator("#feuille-form").get_by_role("button", name="Enregistrer").click()
    expect(other.locator(".htmx-request")).to_have_count(0)
    other.close()
    lady.page.bring_to_front()
    lady.page.unroute("**/ordres/")
    lady.page.reload()
    offered = lady.page.locator(".offered")
    expect(offered).to_contain_text(TYPED)
    offered.get_by_role("button", name="Les remettre dans ma feuille").click()
    lady.has_stored(f"; de l'autre\n{TYPED}")
    expect(offered).to_have_count(0)


# The end of the turn


def test_sealing_takes_what_was_typed_last(lady: Writer) -> None:
    turn = int(re.findall(r"\d+", lady.page.locator("h1").inner_text())[0])
    lady.type("\nCHE 1")
    lady.seal()
    lady.await_report(turn)
    expect(lady.page.locator("article.report code", has_text="CHE 1").first).to_be_visible()


@pytest.mark.parametrize("page", ["ordres/", ""])
def test_the_turn_ends_under_the_draft(lady: Writer, page: str) -> None:
    lady.go(f"/partie/{lady.match}/{page}")
    lady.page.route("**/ordres/", only_posts(cut))
    lady.type(f"\n{TYPED}")
    other = lady.context.new_page()
    other.add_init_script("Storage.prototype.getItem = () => null;")
    other.goto(lady.orders)
    other.locator("#barre").get_by_role("button", name="Sceller").click()
    expect(other.locator(".htmx-request")).to_have_count(0)
    other.close()
    lady.page.bring_to_front()
    offered = lady.page.locator(".offered")
    expect(offered.get_by_role("button", name="Les remettre dans ma feuille")).to_be_visible(timeout=60_000)
    expect(offered).to_contain_text(TYPED)
    assert "; rien" not in offered.inner_text()  # the site had that: it was counted
    lady.page.unroute("**/ordres/")
    lady.page.reload()  # still offered: it was neither taken nor thrown away
    lady.page.locator(".offered").get_by_role("button", name="Les remettre dans ma feuille").click()
    lady.has_stored(TYPED)
    expect(lady.sheet).to_have_value(f"{TYPED}\n")
