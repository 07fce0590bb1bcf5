"""The report of a year: every year of every seat, what mattered, battles drawn, gold that adds up."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import html5lib
import msgspec
import pytest
from django.test import RequestFactory

from heraut.engine.protocol import Event, Seat
from heraut.games.rois.report import report as told_as_text
from heraut.site.games.rois.gold import account
from heraut.site.games.rois.linked_names import Places, StoryHerald, unmarked
from heraut.site.games.rois.tidings import MOST, Year, tidings
from heraut.site.games.rois.year_story import YearStory
from heraut.site.matches.models import Match
from heraut.site.matches.state_storage import states
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import MatchAccess
from tests.site.games.rois.conftest import KINGDOMS, YEARS, bend, forget, new_world

pytestmark = pytest.mark.django_db


def words_of(page: str) -> str:
    """The words of a page, tags and blanks made simple."""
    bare = re.sub(r"</?a\b[^>]*>", "", page)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def events_of(match: Match, year: int, seat: str) -> list[Event]:
    """What a seat was told of a year."""
    events = stored_events(match.steps.get(number=year).events)
    return [event for event in events if event.seen_by is None or seat in event.seen_by]


def views_of(match: Match, seat: str) -> list[dict]:
    """What a seat saw after each year."""
    numbers = range(match.step + 1)
    return [match.rules.view(match.rules.load(state), Seat(seat)) for _, state in sorted(states(match.pk, numbers))]


def years_of(match: Match, seat: str, lang: str = "fr") -> list[Year]:
    """The years of a seat, as the page tells them."""
    views = views_of(match, seat)
    return [
        Year(StoryHerald(after, lang, before), before, after, events_of(match, number, seat))
        for number, (before, after) in enumerate(pairwise(views), start=1)
    ]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_report_of_every_year_of_every_seat_can_be_read(lang, match, alice, client_of):
    alice.language = lang
    alice.save()
    browser = client_of(alice)
    for number in range(KINGDOMS):
        match.seats.filter(user=alice).update(user=None)
        match.seats.filter(name=f"j{number + 1}").update(user=alice)
        for year in range(YEARS + 1):
            forget()
            answer = browser.get(f"/partie/{match.code}/bilan/{year}/")
            assert answer.status_code == 200
            html5lib.HTMLParser(strict=True).parse(answer.content.decode())
            assert [part[-80:] for part in answer.content.decode().split("\ue000")[:-1]] == []


def test_every_kind_of_event_that_a_king_is_told_stands_on_the_page(match, alice, client_of):
    """Nothing that the text report of the game says is missing from the page, whatever the year brought."""
    for year in range(1, YEARS + 1):
        page = words_of(client_of(alice).get(f"/partie/{match.code}/bilan/{year}/").content.decode())
        view = views_of(match, "j1")[year]
        herald = StoryHerald(view, "fr", views_of(match, "j1")[year - 1])
        for event in events_of(match, year, "j1"):
            if event.kind in ("year_over", "election_called", "level_gained", "aptitude_gained", "battle"):
                continue  # said in other words: the lead, one line for all, badges, a drawing
            said = words_of(unmarked(herald.sentence(event)))
            assert said[:60] in page, (year, event.kind)
        assert told_as_text(view, events_of(match, year, "j1"), "fr")


def test_ten_lines_at_most_say_what_mattered(match):
    for seat in ("j1", "j2", "j3"):
        for year in years_of(match, seat):
            lines = tidings(year)
            assert 0 < len(lines) <= MOST
            assert len({line.text for line in lines}) == len(lines)


def test_what_was_won_is_among_the_ten_lines(match):
    won = [
        (year, data)
        for seat in ("j1", "j2", "j3", "j4", "j5", "j6")
        for year in years_of(match, seat)
        for data in year.all("conquered")
    ]
    assert won
    for year, data in won:
        name = unmarked(year.herald.name("province", data["province"]))
        assert any(name in unmarked(line.text) and line.tone == "good" for line in tidings(year))


def test_the_account_of_gold_adds_up_to_the_last_piece(match):
    """Whatever came or went, its King was told of it."""
    for seat in (f"j{number + 1}" for number in range(KINGDOMS)):
        for year in years_of(match, seat):
            found = account(year)
            assert found is not None
            came, went = (sum(entry.gold for entry in entries) for entries in (found.came, found.went))
            assert found.before + came - went == found.after
            assert "rest" not in {entry.key for entry in (*found.came, *found.went)}


def test_names_lead_to_their_pages(match, alice, client_of):
    page = client_of(alice).get(f"/partie/{match.code}/bilan/1/").content.decode()
    own = match.rules.view(match.realm, Seat("j1"))["own"]
    king = own["characters"][0]
    assert f'href="/partie/{match.code}/outils/gens/?personne={king["number"]}"' in page
    assert re.search(rf'href="/partie/{match.code}/\?province=\d+"', page)


def test_a_passer_by_is_led_nowhere_and_told_what_is_public(match, client):
    page = client.get(f"/partie/{match.code}/bilan/2/").content.decode()
    assert "?personne=" not in page and "?province=" not in page
    assert "Chronique de l'an 2" in words_of(page)


def test_a_name_that_holds_html_stays_a_name(match):
    def rename(world):
        world.characters[world.seat(Seat("j1")).king].name = "<b>Ogre</b>"

    bend(match, rename)
    view = match.rules.view(match.realm, Seat("j1"))
    herald = StoryHerald(view, "fr")
    event = Event("RO-INFO-08", "crowned", {"king": view["own"]["king"], "home": view["own"]["home"]})
    shown = Places(herald, "code", view).linked(herald.sentence(event))
    assert "&lt;b&gt;Ogre&lt;/b&gt;</a>" in shown and "<b>Ogre" not in shown


def test_an_order_that_failed_shows_its_line(match, alice, client_of):
    failed = [
        (year, event)
        for year in range(1, YEARS + 1)
        for event in events_of(match, year, "j1")
        if event.kind == "ignored"
    ]
    assert failed
    for year, _ in failed:
        page = words_of(client_of(alice).get(f"/partie/{match.code}/bilan/{year}/").content.decode())
        assert "Ordres sans effet" in page and re.search(r"Ligne \d+ de la feuille", page)


def test_a_battle_is_drawn_with_all_who_fought(alice, bob, client_of):
    match = new_world(alice, bob, 3)
    drawn = 0
    for year in range(1, 4):
        page = client_of(alice).get(f"/partie/{match.code}/bilan/{year}/").content.decode()
        fights = [event.data for event in events_of(match, year, "j1") if event.kind == "battle"]
        assert page.count('class="man ') == sum(len(data["own"]) + len(data["enemy"]) for data in fights)
        drawn += len(fights)
    assert drawn


def test_a_fallen_king_reads_the_year_of_his_fall(match, alice, client_of):
    def fell(world):
        kingdom = world.seat(Seat("j1"))
        kingdom.fallen = match.step

    bend(match, fell)
    last = match.steps.get(number=match.step)
    told = Event("RO-ELIM-01", "valhalla", {"gold": 7, "season": 6}, (Seat("j1"),))
    events = stored_events(last.events)
    match.steps.filter(pk=last.pk).update(events=msgspec.json.encode([*events, told]))
    forget()
    page = words_of(client_of(alice).get(f"/partie/{match.code}/bilan/{match.step}/").content.decode())
    assert "Votre royaume n'est plus" in page and "Walhalla" in page and "Perdu avec le royaume" in page
    board = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert f'<a href="/partie/{match.code}/bilan/{match.step}/">Le bilan de ce tour</a>' in board


def test_after_the_last_year_nobody_is_told_that_he_may_call_an_election(match, alice, client_of):
    request = RequestFactory().get("/")
    request.user, request.session = alice, {}
    told = Event("RO-VIC-02", "may_call", {"turn": match.step + 1}, (Seat("j1"),))
    last = match.steps.get(number=match.step)
    events = [event for event in stored_events(last.events) if event.kind not in ("may_call", "final_scores")]
    ended = Event("RO-VIC-05", "final_scores", {"scores": [], "winners": [], "kingdoms": []}, None)
    year = YearStory(MatchAccess(request, match), {}, match.rules.view(match.realm, Seat("j1")), [*events, told])
    assert "may_call" in [event.kind for event in year.private]
    year = YearStory(MatchAccess(request, match), {}, match.rules.view(match.realm, Seat("j1")), [*events, told, ended])
    assert "may_call" not in [event.kind for event in year.private]


def test_nothing_that_is_hidden_from_readers_can_be_reached_by_the_keyboard(match, alice, client_of):
    for year in range(1, YEARS + 1):
        page = client_of(alice).get(f"/partie/{match.code}/bilan/{year}/").content.decode()
        hidden = re.findall(r'<(ol|p) class="(?:front|rear)" aria-hidden="true">(.*?)</\1>', page, re.S)
        assert not any("<a " in inner for _, inner in hidden)
        assert 'class="field" aria-hidden' not in page


def told_of_kings(match: Match, *events: tuple[str, str, dict]) -> str:
    """What stands at the head of a year that brought the first King these events: rule, kind and data."""
    view = views_of(match, "j1")[-1]
    known = [Event(kind=kind, rule=rule, data=data, seen_by=("j1",)) for rule, kind, data in events]
    return " ".join(unmarked(line.text) for line in tidings(Year(StoryHerald(view, "fr", view), view, view, known)))


def change(rule: str, kingdom: int, relation: str, breaker: str = "") -> tuple[str, str, dict]:
    """One relation that changed."""
    data = {"kingdom": kingdom, "relation": relation, "broken": bool(breaker), "breaker": breaker}
    return (rule, "relation_changed", data)


def test_each_ally_is_told_with_his_own_reason_and_a_break_with_who_broke(match):
    told = told_of_kings(match, change("RO-DIP-03", 2, "allied"), change("RO-DIP-05", 3, "allied"))
    assert told.count("est désormais votre allié") == 2 and told.count("druidique") == 1
    assert "Vous avez rompu l'alliance" in told_of_kings(match, change("RO-DIP-06", 2, "neutral", "own"))
    assert "a rompu son alliance avec vous" in told_of_kings(match, change("RO-DIP-06", 2, "neutral", "other"))
    older = {"kingdom": 2, "relation": "neutral", "broken": True}
    assert "est rompue" in told_of_kings(match, ("RO-DIP-06", "relation_changed", older))


def test_an_offer_of_a_treaty_is_an_order_of_its_year_and_no_seal(match):
    told = told_of_kings(match, ("RO-DIP-03", "treaty_offered", {"kingdom": 2}))
    assert "resté sans réponse" in told and "TRAITE" in told and "sceau" not in told
    event = Event(kind="treaty_offered", rule="RO-DIP-03", data={"kingdom": 2}, seen_by=("j1",))
    view = views_of(match, "j1")[-1]
    sentence = unmarked(StoryHerald(view, "fr", view).sentence(event))
    assert "TRAITE 2" in sentence and "la même année" in sentence and "sceau" not in sentence


def test_of_several_years_an_offer_is_told_once_and_not_of_who_is_an_ally_by_now(match):
    offers = [("RO-DIP-03", "treaty_offered", {"kingdom": kingdom}) for kingdom in (2, 3, 2)]
    assert "et" not in told_of_kings(match, *offers[::2]).partition(" vous ")[0].split()
    told = told_of_kings(match, *offers, change("RO-DIP-03", 2, "allied"))
    assert told.count("allié") == 1 and "a offert" in told and "ont offert" not in told


def test_a_place_that_was_found_is_named_with_its_province(match):
    view = views_of(match, "j1")[-1]
    herald = StoryHerald(view, "fr", view)
    feature, province = next(iter(herald.names["feature"])), view["own"]["home"]
    told = told_of_kings(match, ("RO-ORD-02", "feature_discovered", {"feature": feature, "province": province}))
    where = unmarked(herald.names["province"][province])
    assert f"1 lieu s'est découvert : {herald.names['feature'][feature]} ({where})" in told.replace(
        "\N{NO-BREAK SPACE}", " "
    )
