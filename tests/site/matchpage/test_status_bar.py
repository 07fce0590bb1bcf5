"""The bar that is always in view: what it tells, and the undo of the last change."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.common.words import site_words
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Seat, Sheet
from heraut.site.matchpage.guide import nothing_pressed, nothing_sent
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


@pytest.fixture
def orders(match, alice, client_of):
    """`orders(text, do=…)`: Alice changes her orders; what the site has of them then."""
    client = client_of(alice)

    def give(text=None, do="save"):
        last = Sheet.objects.filter(seat__user=alice).order_by("sequence").last()
        sent = {"do": do, "base": last.sequence if last else 0, **({"text": text} if text is not None else {})}
        client.post(f"/partie/{match.code}/ordres/", sent)
        last = Sheet.objects.filter(seat__user=alice).order_by("sequence").last()
        return last.text if last else None

    return give


def bar(client, match, page=""):
    """The words of the bar on a page of the match."""
    page = client.get(f"/partie/{match.code}/{page}").content.decode()
    found = re.search(r'<aside id="barre".*?</aside>', page, re.S)
    return " ".join(unescape(found[0]).replace("\N{NO-BREAK SPACE}", " ").split()) if found else ""


def test_undo_walks_back_change_by_change_to_the_empty_sheet(orders):
    for text in ("CHE 1", "CHE 2", "CHE 3"):
        orders(text)
    assert [orders(do="undo") for _ in range(4)] == ["CHE 2", "CHE 1", "", ""]
    orders("CHE 4")
    assert orders("CHE 5") == "CHE 5"
    assert [orders(do="undo") for _ in range(3)] == ["CHE 4", "", ""]


def test_an_undo_then_a_change_goes_back_to_what_was_before_it(orders):
    orders("CHE 1")
    orders("CHE 2")
    orders(do="undo")
    orders("CHE 5")
    assert [orders(do="undo"), orders(do="undo")] == ["CHE 1", ""]


def test_sealed_orders_are_not_undone(orders, match, alice, client_of):
    orders("CHE 1")
    orders("CHE 2")
    assert 'value="undo"' in bar(client_of(alice), match)
    orders("CHE 2", do="seal")
    assert orders(do="undo") == "CHE 2"
    assert 'value="undo"' not in bar(client_of(alice), match)


def test_every_page_of_a_lord_tells_how_his_orders_stand_and_who_is_awaited(orders, match, alice, bob, client_of):
    client = client_of(alice)
    orders("CHE 1\nESP NARVIK\nBOIRE")
    for page in ("", "ordres/", "lettres/", "bilan/", "histoire/", "outils/"):
        told = bar(client, match, page)
        assert "2 ordres" in told and "Sceller" in told and "Encore attendus : 2 sur 2" in told
        assert "Galehaut des Îles, Iseult" in told
    orders("CHE 1", do="seal")
    assert "Encore attendus : 1 sur 2" in bar(client, match) and "Ordres scellés" in bar(client, match)
    assert "CHE" not in bar(client_of(bob), match) and "1 ordre" not in bar(client_of(bob), match)


def test_a_passer_by_sees_who_is_awaited_and_cannot_seal(match, client, orders):
    orders("CHE 1")
    told = bar(client, match)
    assert "Encore attendus" in told and "Sceller" not in told and "1 ordre" not in told


def test_from_a_page_without_the_sheet_the_last_version_is_sealed(orders, match, alice):
    orders("CHE 1")
    assert orders(do="seal") == "CHE 1"
    assert Seat.objects.get(user=alice).sealed == match.step + 1


def test_beside_letters_nothing_can_be_sealed_before_there_is_an_order(orders, match, alice, client_of):
    client, way = client_of(alice), f'<a class="button" href="/partie/{match.code}/ordres/">Mes ordres</a>'
    assert way in bar(client, match, "lettres/") and "Sceller" not in bar(client, match, "lettres/")
    assert "Sceller" in bar(client, match, "ordres/")
    orders("CHE 1")
    assert "Sceller" in bar(client, match, "lettres/") and way not in bar(client, match, "lettres/")
    orders("")
    assert way in bar(client, match, "lettres/")
    orders(do="seal")
    assert "Sceller" in bar(client, match, "lettres/")  # greyed: it is done, and can be seen to be


def test_what_an_older_player_of_a_seat_wrote_is_nobodys_undo(orders, match, alice):
    orders("CHE 1")
    seat = Seat.objects.get(user=alice)
    seat.taken_over = Sheet.objects.latest("pk").saved.replace(year=2100)
    seat.save()
    assert orders(do="undo") == "CHE 1"


def test_a_match_that_is_over_has_no_bar(finished, alice, client_of):
    resolve(finished)
    assert (
        bar(client_of(alice), finished)
        == '<aside id="barre" class="status-bar" data-live aria-label="Où en est le tour"></aside>'
    )


def test_in_a_match_to_try_nobody_is_said_to_be_awaited(alice: Player, bob: Player, client_of: Browser) -> None:
    """In Daifen too, where who plays is a secret to all but its only player."""
    for game in ("daifen", "rois"):
        match = play_at_once(alice, game)
        told = bar(client_of(alice), match)
        assert "Le tour finit dès que vous scellez." in told and "secret" not in told and "ttendu" not in told
        Seat.objects.filter(match=match, name="j2").update(user=bob, bot="")
        assert "dès que tous les joueurs ont scellé" in bar(client_of(alice), match)


@pytest.mark.parametrize("game", [name for name in names() if adapter(name).guide])
def test_every_step_of_a_guide_has_a_short_name_for_its_row(game: str) -> None:
    guide = adapter(game).guide
    for lang in ("fr", "en"):
        named = [site_words(lang).groups[guide.words].get(f"{step.key}_short", "") for step in guide.steps]
        assert all(0 < len(name) <= 22 for name in named), named


@pytest.mark.parametrize("game", [name for name in names() if adapter(name).guide])
def test_a_step_of_a_guide_has_a_word_for_its_button_where_it_has_one(game: str) -> None:
    guide = adapter(game).guide
    pressed = {f"{step.key}_act" for step in guide.steps if (step.act, step.press) != (nothing_sent, nothing_pressed)}
    for lang in ("fr", "en"):
        words = site_words(lang).groups[guide.words]
        assert {name for name in words if name.endswith("_act")} == pressed
