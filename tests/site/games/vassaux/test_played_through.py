"""Battles played over the pages alone, against the bot, by pressing what they offer: to their end in `make soak`.

Whatever the page calls ready to be declared is taken, whatever is asked has a button or a form that answers, no page
fails, and the record of the battle is verified by playing it again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from benchmarks.forms import forms_of
from heraut.engine.match import verify
from heraut.engine.record import Record
from heraut.games import vassaux
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match
from tests.site.games.vassaux.conftest import new_match
from tests.site.games.vassaux.pages import Page
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
BATTLES, MOST = (30, 2000) if THOROUGH else (2, 12)  # how many, and questions that are answered in each
OUT = ("ABANDONNER", "NULLE", "RECLAMER")
SORTS = ({}, {"scenario": 3}, {"scenario": 4}, {"scenario": 5}, {"magic": True}, {"seats": 1})


@pytest.mark.rule("SV-ORD-01", "SV-GEN-01")
@pytest.mark.parametrize("number", range(BATTLES))
def test_a_battle_is_played_over_its_pages(client_of: Callable[[Player], Client], alice: Player, number: int) -> None:
    match = new_match(alice, **SORTS[number % len(SORTS)])  # type: ignore[arg-type]
    page, chance, answers = Page(client_of(alice), match), Random(number), 0
    while not match.over and answers < MOST:
        if not page.hidden("key"):
            bots_play(match)
            page.read()
            continue
        answered(page, chance)
        answers += 1
        match.refresh_from_db()
    assert answers
    if match.over:
        text = page.client.get(f"/partie/{match.code}/partie.json").content
        verify(vassaux, msgspec.json.decode(text, type=Record))


def bots_play(match: Match) -> None:
    """Whoever is not waited for plays on."""
    before = match.step
    Match.objects.filter(pk=match.pk).update(ready=timezone.now())
    resolve_at_once(match.pk)
    match.refresh_from_db()
    assert match.over or match.step > before


def answered(page: Page, chance: Random) -> None:
    """Touches and presses until something binds, and then gives it."""
    step = page.match.step
    for _ in range(chance.randint(0, 2)):
        pressed(page, chance)
    if not page.binds:
        at_once = page.offers("now")
        if at_once and chance.random() < 0.7:
            page.send(now=chance.choice(at_once))
        else:
            drafted(page, chance)
    if page.binds and page.match.step == step:
        page.send(do="send")
    page.match.refresh_from_db()
    assert page.match.step > step, (page.text, page.words[:2000])


def pressed(page: Page, chance: Random) -> None:
    """One thing that the page offers, or a place."""
    offers = [(field, value) for field in ("touch", "whole", "add", "instead") for value in page.offers(field)]
    offers = [(field, value) for field, value in offers if value.split(" ")[0] not in OUT]
    if offers and chance.random() < 0.7:
        field, value = chance.choice(offers)
        page.send(**{field: value})
    else:
        page.send(place=f"{chance.randint(0, 15000)},{chance.randint(0, 15000)}")


def drafted(page: Page, chance: Random) -> None:
    """A whole act from what is offered; the form with what stands in it where nothing is."""
    for _ in range(20):
        offers = [(field, value) for field in ("whole", "add", "instead") for value in page.offers(field)]
        offers = [(field, value) for field, value in offers if value.split(" ")[0] not in OUT]
        if offers:
            field, value = chance.choice(offers)
            page.send(**{field: value})
        elif touches := page.offers("touch"):
            page.send(touch=chance.choice(touches))
        else:
            filled(page)
        if page.binds:
            return


def filled(page: Page) -> None:
    """The form of the question as it stands."""
    form = next(form for form in forms_of("/", page.html) if ("do", "look") in form.buttons)
    fills = [value for name, value in form.buttons if name == "do" and value not in ("look", "send", "undo", "clear")]
    page.send(**{**form.fields, "do": fills[0]})
