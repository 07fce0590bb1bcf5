"""Mails of a year: what mattered most above the report, the map beside it, and nothing of what others know."""

from __future__ import annotations

import pytest

from heraut.site.games.rois.linked_names import unmarked
from heraut.site.games.rois.tidings import tidings
from heraut.site.notifications.models import Letter
from tests.site.games.rois.test_story import years_of

pytestmark = pytest.mark.django_db


def test_a_mail_begins_with_what_mattered(match, alice):
    letters = Letter.objects.filter(player=alice, kind="turn").order_by("pk")
    assert len(letters) == match.step
    for letter, year in zip(letters, years_of(match, "j1"), strict=True):
        points = [unmarked(line.text) for line in tidings(year)]
        assert points
        assert all(f"· {point}\n" in letter.text for point in points)
        assert letter.text.index(points[0]) < letter.text.index("ROIS AVENTURIERS")
        assert '<ul class="points">' in letter.html and letter.svg.startswith("<svg")


def test_a_mail_is_in_the_language_of_its_reader(match, alice, bob):
    hers, his = (Letter.objects.filter(player=player, kind="turn").last() for player in (alice, bob))
    assert hers is not None and his is not None
    mine = [unmarked(line.text) for line in tidings(years_of(match, "j1")[-1])]
    assert [point for point in mine if f"· {point}\n" not in hers.text] == []
    assert hers.text != his.text
