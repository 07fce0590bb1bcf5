"""The ruler of the page (SV-GEN-01): gap, sight and cover both ways, for players and passers-by."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from time import process_time

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from tests.busy import times_slower
from tests.site.games.vassaux.pages import page_of
from tests.site.games.vassaux.test_scene import field_of

pytestmark = pytest.mark.django_db
Ask = Callable[..., str]


@pytest.fixture
def ask(alice: Player, bob: Player, client_of: Callable[[Player], Client]) -> Ask:
    """`ask(de, a)`: what the ruler tells Alice, as text; `html` for the page around it, `who` for another browser."""
    match = page_of(client_of(alice), alice, field_of(), bob).match
    own = client_of(alice)

    def asked(one: str, other: str, *, whole: bool = False, who: Client | None = None) -> str:
        headers = {} if whole else {"HTTP_HX_REQUEST": "true"}
        answer = (who or own).get(f"/partie/{match.code}/outils/mesure/", {"de": one, "a": other}, **headers)
        assert answer.status_code == 200
        html = answer.content.decode()
        return html if whole else re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()

    return asked


def test_between_two_units_the_nearest_men_and_the_leaders_are_measured(ask: Ask) -> None:
    told = ask("2", "53")
    assert told.startswith(("1,6 R à l'est", "1,6 R au nord-est"))
    assert "de chef à chef 3,3 R" in told
    assert told.count("à découvert") == 2


def test_figures_and_places_can_be_measured(ask: Ask) -> None:
    assert ask("201", "5201").startswith("2,5 R au nord")
    assert ask("201", "6000,6000").startswith("0,8 R au nord")
    assert ask("0,0", "3000,4000").startswith("5,0 R au nord-est")


def test_what_is_not_on_the_table_is_told(ask: Ask) -> None:
    for one in ("99", "9901", "B2", "nulle part", "99999999999999999999"):
        assert ask("2", one) == "Il n'y a rien de tel sur la table."


def test_passers_by_measure_too(ask: Ask) -> None:
    assert ask("2", "52", who=Client()) == ask("2", "52")


def test_without_a_script_it_is_a_page_with_a_form(ask: Ask) -> None:
    html = ask("2", "52", whole=True)
    assert '<select id="de" name="de">' in html
    assert '<option value="52" selected>' in html
    assert "2,5 R" in html


def test_an_overlay_comes_alone(ask: Ask, alice: Player, bob: Player, client_of: Callable[[Player], Client]) -> None:
    page = page_of(client_of(alice), alice, field_of(), bob)
    answer = page.client.get(f"/partie/{page.match.code}/outils/calque/?calque=menaces&unite=53")
    assert answer["Content-Type"] == "image/svg+xml"
    assert b'id="dessus"' in answer.content and b"aim side1" in answer.content
    assert page.client.get(f"/partie/{page.match.code}/outils/calque/").status_code == 404
    assert page.client.get(f"/partie/{page.match.code}/outils/autre/").status_code == 404


def test_the_answer_comes_quickly(ask: Ask) -> None:
    times = []
    for _ in range(7):
        begun = process_time()
        ask("2", "53")
        times.append(process_time() - begun)
    assert sorted(times)[3] < 0.15 * times_slower()
