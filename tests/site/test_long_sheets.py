"""Texts longer than any that the rules can use, at every door: bounded, told with their bound, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest
from django.conf import LazySettings
from django.test import Client

from benchmarks.tables import replace
from heraut.engine.sheets import TOLD
from heraut.games import gloire
from heraut.games.fief.cards import LORD_NAMES
from heraut.games.fief.decision import BOUNDS as FIEF_BOUNDS
from heraut.games.fief.instructions import MOST_DEPOSITED
from heraut.games.gloire.decision import BOUNDS
from heraut.site import server
from heraut.site.accounts.models import Player
from heraut.site.api.faults import MOST
from heraut.site.common.words import site_words
from heraut.site.games.fief.instructions import LONGEST
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matchpage.checked_lines import MOST_SHOWN, CheckedLine, excerpt
from heraut.site.matchpage.saving import LONGEST_TEXT
from tests.games.gloire import builders
from tests.games.test_bounds import filled
from tests.site.api.caller import program_of
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.daifen.conftest import new_continent
from tests.site.games.fief.conftest import new_match as new_banquet
from tests.site.games.fief.conftest import until
from tests.site.games.fief.test_table import key_of, read
from tests.site.matches.builders import one_order, pass_deadline, running
from tests.site.matchpage.conftest import forget_views, fresh_views

__all__ = ["fresh_views"]

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
TOO_LONG = "zzz\n" * (LONGEST_TEXT // 4) + "z"
BOUND = f"{LONGEST_TEXT:,} caractères".replace(",", "\u202f")


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """A match of Gloire et Pouvoir that runs."""
    return running(alice, bob, bots=1)


def said(page: object) -> str:
    """What a page says."""
    return unescape(page.content.decode())  # type: ignore[attr-defined]


# A sheet of more signs than are taken


def test_the_page_refuses_it_and_keeps_the_sheet_before(alice: Player, match: Match, client_of: Browser) -> None:
    browser, order = client_of(alice), one_order(match.seats.get(user=alice))
    address = f"/partie/{match.code}/ordres/"
    assert browser.post(address, {"text": order, "base": 0}).status_code == 302
    for headers in ({}, {"HX-Request": "true"}):
        page = browser.post(address, {"text": TOO_LONG, "base": 1}, headers=headers)
        assert BOUND in said(page) and TOO_LONG[:4000] in said(page)  # it is still in its field
    assert [sheet.text for sheet in Sheet.objects.all()] == [order]


def test_so_does_the_page_of_daifen(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_continent(alice, bob)
    browser, address = client_of(alice), f"/partie/{match.code}/ordres/"
    browser.post(address, {"text": "EXPLORER 1", "base": 0, "do": "save"})
    before = list(Sheet.objects.values_list("text", flat=True))
    page = browser.post(address, {"text": TOO_LONG, "base": len(before), "do": "save"})
    assert page.status_code == 409 and BOUND in said(page)
    assert list(Sheet.objects.values_list("text", flat=True)) == before


@pytest.mark.parametrize("do", ["send", "look", "undo", "weigh", "end"])
def test_so_does_the_table_of_fief(alice: Player, bob: Player, client_of: Browser, do: str) -> None:
    match = new_banquet(alice, bob)
    until(match, alice, "cards")
    browser, step = client_of(alice), match.step
    key = key_of(read(browser, match))
    page = browser.post(f"/partie/{match.code}/", {"key": key, "do": do, "text": TOO_LONG})
    assert BOUND in said(page) and TOO_LONG[:4000] in said(page)
    match.refresh_from_db()
    assert match.step == step and not Sheet.objects.filter(step=step + 1).exists()


def test_programs_are_told_the_bound(alice: Player, match: Match) -> None:
    program, order = program_of(alice), one_order(match.seats.get(user=alice))
    program.put(f"/matches/{match.code}/orders", text=order)
    for answered in (
        program.post(f"/matches/{match.code}/orders/check", text=TOO_LONG),
        program.put(f"/matches/{match.code}/orders", text=TOO_LONG),
    ):
        told = answered.json()
        assert (answered.status_code, told["code"], told["where"]) == (422, "long", ["body.orders.text"])
        assert BOUND in told["message"]
    assert Sheet.objects.get().text == order


# A sheet of more lines than are read


def test_lines_beyond_the_bound_are_counted_and_those_before_count(
    alice: Player, match: Match, client_of: Browser
) -> None:
    order = one_order(match.seats.get(user=alice))
    text = "\n".join([order] * BOUNDS.lines + ["zzz"] * 7)
    browser, address = client_of(alice), f"/partie/{match.code}/ordres/"
    browser.post(address, {"text": text, "base": 0})
    sheet = Sheet.objects.get()
    assert sheet.text == text and sheet.kept.count("\n") + 1 == BOUNDS.lines
    page = said(browser.get(address))
    assert "7 lignes n'ont pas été lues" in page and f"{BOUNDS.lines:,} lignes".replace(",", "\u202f") in page
    told = program_of(alice).post(f"/matches/{match.code}/orders/check", text=text).json()
    assert (told["understood"], told["refused"]) == (BOUNDS.lines, 1)


def test_of_a_form_that_is_refused_whole_nothing_is_kept(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_continent(alice, bob)
    browser, address = client_of(alice), f"/partie/{match.code}/ordres/"
    browser.post(address, {"text": "EXPLORER 1", "base": 0, "do": "save"})
    before = list(Sheet.objects.values_list("text", flat=True))
    for do in ("save", "check"):
        page = said(browser.post(address, {"text": "EXPLORER 1\n" * 600, "base": len(before), "do": do}))
        assert "100 lignes n'ont pas été lues" in page
    assert list(Sheet.objects.values_list("text", flat=True)) == before


def test_a_long_answer_of_fief_is_told_in_some_lines(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_banquet(alice, bob)
    until(match, alice, "cards")
    browser, step = client_of(alice), match.step
    text = "\n".join(f"zzz{number}" for number in range(FIEF_BOUNDS.lines + 3))
    page = said(
        browser.post(f"/partie/{match.code}/", {"key": key_of(read(browser, match)), "do": "send", "text": text})
    )
    assert f"… et {FIEF_BOUNDS.lines - TOLD} autres lignes refusées." in page
    assert "3 lignes n'ont pas été lues" in page and "zzz49\u00a0" in page and "zzz50\u00a0" not in page
    match.refresh_from_db()
    assert match.step == step


def test_no_answer_is_cut_in_silence(alice: Player, bob: Player, client_of: Browser) -> None:
    """All of it is read, or none."""
    match = new_banquet(alice, bob)
    until(match, alice, "cards")
    browser = client_of(alice)
    other = match.seats.exclude(user=alice).first()
    lines = [f"POLITIQUE {other.name}, passer, accorder"] * 200 + ["PLAN viser, tous", "FIN"]
    browser.post(
        f"/partie/{match.code}/", {"key": key_of(read(browser, match)), "do": "send", "text": "\n".join(lines)}
    )
    match.refresh_from_db()
    (family,) = [one for one in match.realm.families if one.name == "Alice"]
    assert family.plan.aim == "all"


# What is written out longer than it was typed


def test_a_name_typed_short_stops_no_match(alice: Player, match: Match, client_of: Browser) -> None:
    realm, seat = match.realm, match.seats.get(user=alice)
    land = next(name for name, land in realm.lands.items() if land.owner == seat.name)
    builders.knight(realm, seat.name, f"A{'-' * 28}B", land, men=100)
    replace(match, gloire, realm)
    forget_views()
    browser, address = client_of(alice), f"/partie/{match.code}/ordres/"
    browser.post(address, {"text": "GAR a-b 5\n" * 2000, "base": 0})
    page = said(browser.get(address))
    assert "lignes n'ont pas été lues" in page
    assert len(Sheet.objects.get().kept) <= BOUNDS.signs
    pass_deadline(match)
    match.refresh_from_db()
    assert (match.step, match.fault) == (1, "")


def test_nor_does_a_line_of_fief_without_a_blank(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_banquet(alice, bob)
    until(match, alice, "cards")
    browser, step = client_of(alice), match.step
    line = filled("BULLETIN votes,", list(LORD_NAMES * 40), "+", FIEF_BOUNDS.width)
    for given in (f"{line}\nFIN", "FIN"):
        key = key_of(read(browser, match))
        browser.post(f"/partie/{match.code}/", {"key": key, "give": given})
    match.refresh_from_db()
    assert match.fault == "" and match.step > step


# Orders in advance of Fief


@pytest.mark.rule("FI-TRN-06")
def test_orders_in_advance_are_bounded_over_all_answers(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_banquet(alice, bob)
    until(match, alice, "cards")
    deposit = "POUR mouvements, FIN"
    owed = decision(match, alice)
    assert not owed.parse("\n".join([deposit] * MOST_DEPOSITED)).refusals
    (refused,) = owed.parse("\n".join([deposit] * (MOST_DEPOSITED + 1))).refusals
    assert (refused.code, refused.line) == ("too_many_deposited", MOST_DEPOSITED + 1)
    assert f"{MOST_DEPOSITED} au plus" in match.rules.explain(refused, "fr")
    assert str(MOST_DEPOSITED) in match.rules.explain(refused, "en")
    again = ["POUR mouvements, rien", deposit]  # which makes room
    assert not owed.parse("\n".join([deposit] * MOST_DEPOSITED + again)).refusals
    assert not owed.parse("\n".join([deposit, "POUR achats, FIN"] * MOST_DEPOSITED)).refusals  # each phase has its own
    answer(match, alice, "\n".join([deposit] * (MOST_DEPOSITED - 1) + ["FIN"]))
    until(match, alice, "purchase")
    owed = decision(match, alice)
    assert not owed.parse(f"{deposit}\nPOUR mouvements, demander").refusals
    (refused,) = owed.parse(f"{deposit}\n{deposit}").refusals
    assert (refused.code, refused.line) == ("too_many_deposited", 2)
    browser, lines = client_of(alice), "\n".join([deposit] * 2)
    page = browser.post(notes_address(match), {"text": lines})
    assert f"{MOST_DEPOSITED} au plus" in said(page)
    assert seat_of(match, alice).notes == deposit


def notes_address(match: Match) -> str:
    """Where a player notes what he gives in advance."""
    return f"/partie/{match.code}/ordres/"


def test_notes_that_are_too_long_change_nothing(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_banquet(alice, bob)
    browser = client_of(alice)
    browser.post(notes_address(match), {"text": "PLAN viser, tous"})
    long = "\n".join(["PLAN viser, non"] * (LONGEST // 15))
    page = said(browser.post(notes_address(match), {"text": long}))
    assert f"{LONGEST:,} au plus".replace(",", "\u202f") in page and long in page
    assert Seat.objects.get(match=match, user=alice).notes == "PLAN viser, tous"


# Bodies


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_body_that_no_page_sends_is_told_in_the_language_of_the_player(
    alice: Player, match: Match, client_of: Browser, language: str
) -> None:
    Player.objects.update(language=language)
    words = site_words(language)
    browser, address = client_of(alice), f"/partie/{match.code}/ordres/"
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        page = browser.post(address, b"text=" + b"z" * 1000 * MOST, content_type=kind)
        assert page.status_code == 413 and f'<html lang="{language}"' in page.content.decode()
        assert words.say("error", "413", {"most": MOST}) in said(page) and str(MOST) in said(page)
    program = program_of(alice)
    for method in (program.client.post, program.client.put):
        sent = b'{"text": "' + b"z" * 1000 * MOST + b'"}'
        told = method(f"/api/matches/{match.code}/orders", sent, content_type="application/json")
        assert (told.status_code, told.json()["code"]) == (413, "too_large")
        assert told.json()["message"] == words.say("api_fault", "too_large", {"most": MOST})
    assert not Sheet.objects.exists()


def test_the_largest_sheet_fits_into_a_body(settings: LazySettings) -> None:
    """Four bytes a sign, as a form (three signs a byte) and as JSON (two escapes of six) have it; and a rest."""
    largest = 4 * 3 * LONGEST_TEXT
    assert largest + 50_000 < settings.DATA_UPLOAD_MAX_MEMORY_SIZE < server.LARGEST


def test_the_longest_text_of_the_rarest_signs_is_taken(alice: Player, match: Match, client_of: Browser) -> None:
    text = "🏰" * (LONGEST_TEXT - 1)
    saved = client_of(alice).post(f"/partie/{match.code}/ordres/", {"text": text, "base": 0})
    assert saved.status_code == 302 and Sheet.objects.get().text == text


# What a page shows


def test_a_page_counts_what_it_leaves_out() -> None:
    good = [CheckedLine(number, "x", code="X") for number in range(1, MOST_SHOWN + 31)]
    assert (len(excerpt(good).lines), excerpt(good).left, excerpt(good).refused) == (MOST_SHOWN, 30, 0)
    bad = [CheckedLine(number, "x", refused=lambda: "no") for number in range(1, TOLD + 21)]
    shown = excerpt(bad)
    assert (len(shown.lines), shown.left, shown.refused) == (TOLD + 1, 19, 19)  # the last may tell of others
    assert shown.lines[-1] is bad[-1]
    shown = excerpt([*bad, *good])
    assert (len(shown.lines), shown.left, shown.refused) == (MOST_SHOWN, 50 + TOLD, 20)
    assert excerpt([]) == ([], 0, 0) and excerpt(good[:MOST_SHOWN]).left == 0
