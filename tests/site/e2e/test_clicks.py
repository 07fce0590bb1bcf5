"""What the commonest acts cost in clicks, from the first page: those of a turn are counted in `test_first_turn.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.test_first_turn import count_clicks
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]


def test_a_private_table_with_bots_is_started_in_four_and_its_link_copied_in_one(visitor: Come, site: Any) -> None:
    lady = visitor(height=800, permissions=["clipboard-read", "clipboard-write"])
    clicks = count_clicks(lady)
    lady.sign_up("Alix")
    lady.go("/")
    clicks()
    lady.follow("Tables", "header")
    lady.follow("Ouvrir une table", "main")
    lady.press("Ouvrir entre amis")
    lady.page.wait_for_url("**/table/**")
    opened = clicks()
    lady.press("Copier", "main")
    expect(lady.page.get_by_role("button", name="Copié")).to_be_visible()
    assert lady.page.evaluate("navigator.clipboard.readText()") == lady.page.url
    assert clicks() == 1
    guest = visitor()
    guest.sign_up("Bertran")
    guest.go(lady.page.url)
    guest.fill("Nom de votre seigneur", "Bertran de Born")
    guest.press("Prendre place")
    expect(lady.page.locator("#places")).to_contain_text("Bertran de Born")
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    assert opened + clicks() == 4
    # who is awaited is in view at once, arms and names
    expect(lady.page.locator("#barre .bar-awaited")).to_contain_text("Encore attendus : 2 sur 2")
    expect(lady.page.locator("#barre .bar-awaited")).to_be_in_viewport()
    expect(lady.page.locator("#barre .bar-arms > span[title='Bertran de Born']")).to_be_in_viewport()
    assert clicks() == 0


def test_a_match_is_watched_in_two_and_the_language_changed_in_one(visitor: Come, site: Any) -> None:
    stranger = visitor(height=800)
    clicks = count_clicks(stranger)
    stranger.go("/")
    clicks()
    stranger.page.get_by_role("link", name=re.compile("^Regarder Le Serment du Nord")).click()
    expect(stranger.page.locator("svg.map")).to_be_visible()
    assert clicks() <= 2
    stranger.press("English", "footer")
    expect(stranger.page.locator("html")).to_have_attribute("lang", "en")
    assert clicks() == 1


def test_a_match_that_is_over_is_watched_again_from_the_first_page(visitor: Come, site: Any) -> None:
    stranger = visitor(height=800, permissions=["clipboard-read", "clipboard-write"])
    stranger.go("/")
    stranger.page.get_by_role("link", name=re.compile("^Revoir La Couronne des glaces")).click()
    caption = stranger.page.locator("[data-caption]")
    expect(caption).to_have_text("Au départ")
    stranger.page.get_by_label("Vitesse").select_option("rapide")
    stranger.press("Lecture")
    expect(caption).to_contain_text("Après le tour")
    stranger.press("Pause")
    stranger.page.locator("[data-go=first]").click()
    stranger.page.locator("[data-go=on]").click()
    expect(caption).to_have_text("Après le tour 1")
    film = stranger.page.locator(".film").get_attribute("data-film") or ""
    last = int(film.split(",")[-1].split(":")[0])
    stranger.page.locator("[data-go=last]").click()
    expect(caption).to_have_text(f"Après le tour {last}")
    stranger.page.locator("[data-go=back]").click()
    expect(caption).to_have_text(f"Après le tour {last - 1}")
    stranger.page.locator("[data-go=on]").click()  # the way on is there, wherever the page was opened
    expect(caption).to_have_text(f"Après le tour {last}")
    stranger.press("Copier le lien de ce moment")
    expect(stranger.page.get_by_role("button", name="Lien copié")).to_be_visible()
    other = visitor(scripts=False)
    other.page.goto(stranger.page.evaluate("navigator.clipboard.readText()"))
    expect(other.page.locator("[data-caption]")).to_have_text(f"Après le tour {last}")
    other.follow("♛ La fin", "#onglets")
    other.sees("monte sur le trône")


def test_hours_are_those_of_the_clock_of_whoever_signs_up(visitor: Come) -> None:
    lady = visitor(timezone_id="Asia/Tokyo")
    lady.sign_up_by_the_form("Marguerite")
    lady.go("/compte/")
    expect(lady.page.get_by_label("Fuseau horaire")).to_have_value("Asia/Tokyo")


def test_a_form_that_comes_back_begins_at_what_is_to_be_mended(visitor: Come) -> None:
    lady = visitor()
    lady.sign_up("Fautive")
    lady.go("/tables/nouvelle/")
    lady.page.locator("#id_lord").fill("")
    lady.press("Ouvrir la table")
    expect(lady.page.locator("#id_lord")).to_be_focused()
    expect(lady.page.locator("#id_lord")).to_be_in_viewport()
