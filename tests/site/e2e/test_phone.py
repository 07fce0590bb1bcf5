"""What has to fit a phone, or paper: one row of tabs in one order, plots with their names, tables, reports."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import Visitor
from tests.site.pages import LESSONS

Come = Callable[..., Visitor]
TALLEST = 6000  # pixels of a page
TABS = """() => {
  const tabs = document.querySelector("#onglets .tabs"), box = tabs.getBoundingClientRect();
  const items = [...tabs.children].map(item => item.getBoundingClientRect());
  const here = tabs.querySelector("[aria-current]").getBoundingClientRect();
  return {
    names: [...tabs.children].map(item => item.firstElementChild.firstChild.textContent.trim()),
    rows: new Set(items.map(item => Math.round(item.bottom))).size,
    inOrder: items.every((item, place) => !place || item.left > items[place - 1].left),
    seen: here.left >= box.left - 1 && here.right <= box.right + 1,
  };
}"""
NAMES = """() => [...document.querySelectorAll(".plot .end-name")].every(name => {
  const box = name.closest("figure").getBoundingClientRect(), at = name.getBoundingClientRect();
  return at.left >= box.left && at.left < box.right;
})"""


@pytest.mark.parametrize("game", ["running", "daifen", "fief"])
def test_tabs_stand_in_one_row_and_one_order(visitor: Come, site: Site, game: str) -> None:
    person = visitor(width=390, height=844)
    person.page.goto("/compte/demo/")
    found = []
    for page in ("", "lettres/", "histoire/", "statistiques/", "regles/"):
        person.go(f"/partie/{site.codes[game]}/{page}")
        found.append(person.page.evaluate(TABS))
        if page == "statistiques/":
            assert person.page.evaluate(NAMES)
    assert all(one["rows"] == 1 and one["inOrder"] and one["seen"] for one in found), found
    assert all(one["names"] == found[0]["names"] for one in found)


YEAR = """() => {
  const row = document.querySelector(".years ol"), box = row.getBoundingClientRect();
  const here = row.querySelector("[aria-current]").getBoundingClientRect();
  return [row.scrollWidth > row.clientWidth, here.left >= box.left - 1 && here.right <= box.right + 1];
}"""


def test_the_present_year_is_in_view_in_a_row_of_years_that_is_longer(visitor: Come, site: Site) -> None:
    person = visitor(width=200, height=844)
    person.page.goto("/compte/demo/")
    person.go(f"/partie/{site.codes['rois']}/bilan/5/")
    person.page.wait_for_load_state()
    assert person.page.evaluate(YEAR) == [True, True]


@pytest.mark.parametrize("game", ["gloire", "daifen", "fief"])
def test_lessons_and_searches_can_be_read_on_a_phone(visitor: Come, game: str) -> None:
    person = visitor(width=390, height=844, scripts=False)
    pages = [f"/apprendre/{game}/{page}" for page in LESSONS]
    for address in (*pages, "/apprendre/", "/regles/", "/regles/?q=or", f"/regles/{game}/?q=a"):
        person.page.goto(address)
        assert person.fits(), address
        assert person.page.locator("html").evaluate("page => page.scrollHeight") <= TALLEST, address
    person.page.locator("header summary").click()
    person.page.locator("header .menu a", has_text="Apprendre").click()
    assert person.page.url.endswith("/apprendre/")


COURT = (
    "lettres/",
    "forum/",
    "forum/nouveau/",
    "gazette/",
    "gazette/ecrire/",
    "traites/",
    "traites/proposer/sale/",
    "regence/",
)


def test_pages_of_the_court_fit_a_phone(visitor: Come, site: Site) -> None:
    person = visitor(width=390, height=844)
    person.page.goto("/compte/demo/")
    for page in COURT:
        person.go(f"/partie/{site.codes['running']}/{page}")
        assert person.fits(), page


@pytest.mark.parametrize(
    ("game", "page", "controls"),
    [
        ("running", "outils/chevaliers/", ".table button"),  # calls one to five knights
        ("daifen", "ordres/", ".missions input"),  # what spies do in each kingdom that is known
    ],
)
def test_a_table_hides_none_of_its_controls_on_a_phone(
    visitor: Come, site: Site, game: str, page: str, controls: str
) -> None:
    person = visitor(width=390, height=844)
    person.page.goto("/compte/demo/")
    person.go(f"/partie/{site.codes[game]}/{page}")
    ends = [box["x"] + box["width"] for one in person.page.locator(controls).all() if (box := one.bounding_box())]
    assert len(ends) > 2 and max(ends) <= 390


def test_a_report_on_paper_is_whole(visitor: Come, site: Site) -> None:
    person = visitor()
    person.page.goto("/compte/demo/")
    person.go(f"/partie/{site.codes['running']}/bilan/3/")
    folded = person.page.locator(".chapter:not([open]) .told p").first
    assert not folded.is_visible()
    person.page.emulate_media(media="print")
    assert folded.is_visible() and not person.page.locator("[data-sound]").is_visible()


def test_all_pages_of_daifen_have_their_tab_in_view_on_a_desk(visitor: Come, site: Site) -> None:
    person = visitor(width=1280, height=800)
    person.page.goto("/compte/demo/")
    person.go(f"/partie/{site.codes['daifen']}/")
    assert person.page.locator("#onglets .tabs").evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")
    menu = person.page.locator("header .menu-wide")
    assert menu.get_by_role("link", name="Forums").is_visible()
    assert menu.evaluate("menu => menu.scrollWidth <= menu.clientWidth && menu.clientHeight < 60")


WHOLE_NAME = """() => {
  const [name, join] = [".me span", ".join"].map(one => document.querySelector(`header .menu-wide ${one}`));
  const right = name.getBoundingClientRect().right, left = join.getBoundingClientRect().left;
  return name.scrollWidth <= name.clientWidth && right < left && document.documentElement.scrollWidth <= innerWidth;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_guest_reads_his_whole_name_beside_the_way_to_keep_his_seat(visitor: Come, scheme: str) -> None:
    person = visitor(width=1280, height=800, color_scheme=scheme)
    person.go("/compte/login/")
    person.press("Jouer comme invité")
    person.page.locator("header .menu-wide .me").wait_for()
    for width in (1280, 1265, 1440):  # the narrowest has the wide menu just so
        person.page.set_viewport_size({"width": width, "height": 800})
        person.go("/")
        person.awaits("document.fonts.status === 'loaded'")
        assert person.page.evaluate(WHOLE_NAME), width
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.page.locator("header summary").click()
    assert person.page.locator("header .menu .me span").evaluate("name => name.scrollWidth <= name.clientWidth")
    assert person.fits()
