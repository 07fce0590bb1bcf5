"""The map and what stands around it."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import heraut.site
from heraut.engine.arms import arms_of
from heraut.games.gloire.herald import labels
from heraut.site.games.gloire.drawing import map_file
from heraut.site.games.gloire.first_turn import GUIDE, Plan
from heraut.site.games.gloire.lines import add_line, change_line, drop_line, move_line
from heraut.site.games.gloire.realm import lord_lines
from heraut.site.matches.orders import save_orders
from heraut.site.matchpage.guide_cards import steps_of
from tests.site.matchpage.conftest import resolve

STATIC = Path(heraut.site.__file__).parent / "static" / "play"


@pytest.fixture
def page_of(match, alice, client_of):
    """A page as Alice reads it."""
    client = client_of(alice)
    return lambda page: client.get(f"/partie/{match.code}/{page}").content.decode()


def test_the_stylesheet_has_the_colours_of_a_hundred_lords():
    rules = (STATIC / "lords.css").read_text()
    assert all(f".o{number}{{fill:url(#f{number}) {arms_of(number)[0]}}}" in rules for number in range(1, 101))


@pytest.mark.django_db
def test_nothing_of_a_match_is_in_the_drawing_of_its_map():
    drawn = map_file("SCANDINAVIE").decode()
    assert "style=" not in drawn and "<script" not in drawn and len(re.findall(r'id="l\d', drawn)) == 45


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["", "ordres/", "bilan/", "histoire/", "statistiques/", "outils/", "regles/"])
def test_no_page_needs_an_inline_style_or_script(page_of, where):
    text = page_of(where)
    assert " style=" not in text and "<style" not in text and not re.search(r"<script(?! src)", text)
    assert not re.search(r"\son\w+=", text) and not re.search(r'(?:href|src)="https?:', text)


@pytest.mark.django_db
@pytest.mark.rule("GP-SITE-20", "GP-SITE-21")
def test_the_map_has_every_land_its_owner_and_the_reader_s_own_forces(page_of, match):
    page = page_of("")
    assert page.count('class="t o') == 45 and 'class="knight"' in page
    mine = re.search(r'data-mine="([^"]+)"', page)
    assert mine and set(mine[1].split()) == {name for name, land in match.realm.lands.items() if land.owner == "j1"}


@pytest.mark.django_db
def test_the_map_is_told_in_words_too(page_of, match, seat_of, alice, client):
    home = next(name for name, land in match.realm.lands.items() if land.owner == "j1")
    label = labels("SCANDINAVIE", "fr")[home]
    save_orders(seat_of(alice), f"IMP 2 {home}")
    board = unescape(page_of(""))
    assert len(re.findall(r"<title>[^<]+, (?:à [^<]+|terre neutre), \d[\d\s]* âmes</title><use", board)) == 45
    assert 'id="carte-ordres" class="layer carte-ordres" overflow="visible" aria-hidden="true"' in board
    assert (
        "Chez vous" not in board and f"{reverse('match_card', args=[match.code])}?liste=1" in board
    )  # when it is unfolded
    listed = unescape(page_of("fiche/?liste=1"))
    assert listed.count("<li>") == 45 and listed.index("Chez vous") < listed.index("À vos frontières")
    told = re.search(rf'data-land="{home}">{label}</a>, ([^<]+)</li>', listed)[1]
    assert re.match(r"à vous\s; \d+\s\d+ âmes\s; bonheur ", told) and "voisine" in told
    assert re.search(r"ordre 1\s: Imposer .* au niveau 2", told)
    assert listed.strip() in unescape(page_of("?liste=1"))  # without scripts
    everyones = unescape(client.get(f"/partie/{match.code}/fiche/?liste=1").content.decode())
    assert everyones.count("<li>") == 45 and not re.search("à vous|ordre 1|hommes|Chez vous", everyones)


@pytest.mark.django_db
def test_no_part_that_comes_anew_is_read_aloud_whole(page_of):
    page = page_of("")
    assert re.search(r'<section class="card" id="fiche" tabindex="-1">.*?<h2 [^>]*data-say="[A-Z-]+">', page, re.S)
    assert "aria-live" not in page + page_of("ordres/")


@pytest.mark.django_db
def test_a_passer_by_sees_no_forces(match, client):
    page = client.get(f"/partie/{match.code}/").content.decode()
    assert 'class="knight"' not in page and 'class="t o1' in page


@pytest.mark.django_db
def test_a_land_has_its_card_by_a_plain_link(page_of, match):
    land = next(name for name, land in match.realm.lands.items() if land.owner == "j1")
    card = page_of(f"?terre={land}")
    assert "Ordres possibles" in card and f'value="IMP {{}} {land}"' in card
    assert "Ordres possibles" not in page_of("?terre=NULLEPART")


@pytest.mark.django_db
def test_who_has_sealed_his_orders_is_told(page_of, match, bob):
    save_orders(match.seats.get(user=bob), "", seal=True)
    assert "scellés" in page_of("spectateur/")


def test_lines_are_edited_one_at_a_time():
    assert add_line("A\n\n", "B") == "A\nB\n"
    assert drop_line("A\nB\nC", 2) == "A\nC"
    assert change_line("A\nB", 2, " X  Y ") == "A\nX Y" and change_line("A\nB", 2, " ") == "A"
    assert move_line("A\n\nB", 3, -1) == "B\n\nA" and move_line("A\nB", 1, -1) == "A\nB"


@pytest.mark.django_db
def test_a_seal_on_the_board_reaches_the_lord_s_own_row(match, alice, client_of):
    browser = client_of(alice)
    sent = {"do": "seal", "base": 0, "turn": match.step + 1, "text": "", "back": "board"}
    answer = browser.post(f"/partie/{match.code}/ordres/", sent, headers={"HX-Request": "true"}).content.decode()
    assert 'id="given-row" class="badge good" data-hx-swap-oob="true">scellés' in answer
    assert browser.get(f"/partie/{match.code}/").content.decode().count('id="given-row"') == 1


@pytest.mark.django_db
def test_a_war_against_the_reader_is_told_once(match, alice):
    world = match.realm
    view = match.rules.view(world, "j1")
    view["lords"]["j1"]["enemies"], view["lords"]["j2"]["enemies"] = ["j2"], ["j1"]
    rows = {line.seat: line for line in lord_lines(SimpleNamespace(lang="fr", players={}), view, {})}
    assert (
        rows["j2"].bond == "enemy" and rows["j2"].enemies == [] and rows["j1"].enemies == [view["lords"]["j2"]["name"]]
    )


def test_a_sealed_lesson_counts_what_was_done_and_asks_nothing_more():
    plan = SimpleNamespace(sealed=True, read=False, draft=SimpleNamespace(find=lambda line: None))
    plan.raising, plan.march, plan.taxing, plan.court = "ARM", "ATT", ("IMP", "RED"), ("CHE",)
    plan.has = partial(Plan.has, plan)
    steps = steps_of(GUIDE, plan, [])
    assert [step.step.key for step in steps if step.done] == ["look", "seal"]
    assert not any(step.open for step in steps)


@pytest.mark.django_db
@pytest.mark.rule("GP-ELI-04")
def test_a_dead_lord_is_told_since_when_how_and_what_is_left_to_him(match, seat_of, alice, bob, client_of):
    turn = match.coming_turn
    save_orders(seat_of(alice), "ABD", seal=True)
    resolve(match)
    resolve(match)
    days = {"regent_from": timezone.now(), "regent_until": timezone.now() + timedelta(days=2)}
    match.seats.filter(user=alice).update(regent_bot="player", **days)
    page = unescape(client_of(alice).get(f"/partie/{match.code}/").content.decode())
    told = page.split('<div class="notice bad">')[1].split("</div>")[0]
    assert f"n'est plus, depuis le tour {turn}." in told and "Ainsi finit l'histoire" in told
    assert f'href="/partie/{match.code}/bilan/{turn}/"' in told and 'href="/tables/"' in told
    assert "automate régent" not in page  # whom he had named has nothing left to play
    for other in (client_of(bob).get(f"/partie/{match.code}/"), Client().get(f"/partie/{match.code}/")):
        assert "depuis le tour" not in other.content.decode()


@pytest.mark.django_db
def test_after_the_end_the_map_asks_for_no_orders_and_leads_to_the_end(finished, alice, client_of):
    page = unescape(client_of(alice).get(f"/partie/{finished.code}/").content.decode())
    assert "Aucun ordre" not in page and f'href="/partie/{finished.code}/ordres/"' not in page
    assert f'<a class="button" href="/partie/{finished.code}/fin/">Voir la fin</a>' in page
