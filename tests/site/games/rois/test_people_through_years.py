"""The story of a person through the years: one's own as they were, strangers as they were seen, paler each year."""

from __future__ import annotations

import html5lib
import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from heraut.site.games.rois.person_story import fade_of, person_story
from heraut.site.matchpage.match_access import MatchAccess
from tests.site.games.rois.conftest import forget, other_world
from tests.site.games.rois.test_story import views_of, words_of

pytestmark = pytest.mark.django_db


def access_of(match, player=None):
    """Somebody who reads a page of the match."""
    request = RequestFactory().get("/")
    request.user = player or AnonymousUser()
    request.session = {}
    return MatchAccess(request, match)


def shown(story, match):
    """The part of the page, as HTML."""
    text = render_to_string("play/rois/person_story.html", {"story": story, "match": match})
    html5lib.HTMLParser(strict=True).parseFragment(text)
    return text


def test_ones_own_are_told_of_year_by_year(match, alice):
    view = views_of(match, "j1")[-1]
    assert view["own"]["characters"]
    for person in view["own"]["characters"]:
        story = person_story(access_of(match, alice), person["number"])
        assert story is not None and story.own
        assert person["name"] in story.name and "?personne=" in story.name
        assert words_of(shown(story, match)).startswith("Sa vie")
        assert len(story.years) <= match.step + 1
        assert story.years[-1].year == min(one.year for one in story.years)


def test_levels_and_items_stand_in_the_year_in_which_they_came(match, alice):
    views = views_of(match, "j1")
    levels = 0
    for person in views[-1]["own"]["characters"]:
        story = person_story(access_of(match, alice), person["number"])
        for one in story.years:
            before = next(
                (
                    each
                    for each in views[max(0, one.year - 1)]["own"]["characters"]
                    if each["number"] == person["number"]
                ),
                None,
            )
            now = next(each for each in views[one.year]["own"]["characters"] if each["number"] == person["number"])
            if before is not None:
                grown = [code for code, level in now["levels"].items() if level > before["levels"].get(code, 0)]
                assert len(one.gained) == len(grown)
                levels += len(grown)
                assert len(one.found) == len(set(now["items"]) - set(before["items"]))
    assert levels


def test_a_stranger_is_told_of_as_he_was_seen(match, alice):
    met = views_of(match, "j1")[-1]["own"]["met"]
    assert met
    for number in met:
        story = person_story(access_of(match, alice), int(number))
        assert story is not None and not story.own
        assert all(one.age == match.step - one.year and one.fade == fade_of(one.age) for one in story.years)
        shown(story, match)
    with translation.override("en"):
        assert "A life, year by year" in shown(person_story(access_of(match, alice), int(next(iter(met)))), match)


def test_sightings_fade_with_their_age():
    assert [fade_of(age) for age in (0, 1, 2, 3, 9)] == ["fresh", "fading", "fading", "old", "old"]


def test_nobody_is_told_of_whom_he_has_never_met(match, alice):
    known = [view["own"] for view in views_of(match, "j1")]
    mine = {each["number"] for own in known for each in own["characters"]} | {
        int(n) for own in known for n in own["met"]
    }
    hidden = [number for number in match.realm.characters if number not in mine]
    assert hidden and all(person_story(access_of(match, alice), number) is None for number in hidden)
    assert all(person_story(access_of(match), number) is None for number in match.realm.characters)


def test_what_is_hidden_changes_nothing_in_a_life(match, alice):
    view = views_of(match, "j1")[-1]["own"]
    numbers = [each["number"] for each in view["characters"]] + list(map(int, view["met"]))
    before = [shown(person_story(access_of(match, alice), number), match) for number in numbers]
    other_world(match, "j1")
    forget()
    after = [shown(person_story(access_of(match, alice), number), match) for number in numbers]
    assert before == after
