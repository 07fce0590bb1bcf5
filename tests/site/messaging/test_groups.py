"""Letters of several lords: who belongs to a group, which names each of them sees, how one leaves."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging import groups
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.messaging.posting import NotSent, answer, block
from heraut.site.messaging.reading import addressees, circle, last_letters, lines, readable
from heraut.site.notifications.models import Letter
from tests.site.conftest import new_player
from tests.site.messaging.builders import write
from tests.site.messaging.conftest import fell, know
from tests.site.messaging.snapshots import seen
from tests.site.messaging.test_letters import letters, page, refusal

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SeatOf = Callable[[Match, Player], Seat]


def found(client: Client, match: Match, *names: str, text: str = "Entre nous.", group: str = "La ligue") -> str:
    """Founds a group on the page; the address of its thread."""
    first, *others = names
    form = {"to": first, "also": others, "group": group, "text": text, "mark": "EJ" if match.game == "gloire" else ""}
    sent = client.post(letters(match), form)
    assert sent.status_code == 302, sent.content.decode()
    return str(sent.headers["Location"])


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-33")
def test_a_group_reads_and_answers_as_one(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    place = found(client_of(alice), lands, "Bertrand", "Dorothée", text="Marchons ensemble.")
    for player in (bob, dora):
        told = page(client_of(player), place)
        assert "Marchons ensemble." in told and "La ligue" in told and "Aline" in told
        assert Seat.objects.get(match=lands, user=player).unread == 0  # it has been opened
    assert client_of(bob).post(place, {"text": "D'accord.", "mark": "HJ"}).status_code == 302
    for player in (alice, dora):
        told = page(client_of(player), place)
        assert "<strong>Bertrand</strong>" in told and "D&#x27;accord." in told and "Hors jeu</span>" in told
        listed = page(client_of(player), letters(lands))
        assert ("Reçue de Bertrand" in listed, "Vous avez écrit" in listed) == (True, False)
    assert Letter.objects.filter(kind="letter", player=dora).count() == 2
    assert (
        "Aline écrit au groupe «\N{NO-BREAK SPACE}La ligue\N{NO-BREAK SPACE}»"
        in Letter.objects.filter(player=bob, kind="letter")[0].text
    )
    hers = client_of(dora).get("/compte/donnees/").json()["correspondence"]
    assert [(one["group"], one["from"], one["with"]) for one in hers] == [
        ("La ligue", "Aline", sorted_names(lands, dora)),
        ("La ligue", "Bertrand", sorted_names(lands, dora)),
    ]


def sorted_names(match: Match, player: Player) -> list[str]:
    seat = match.seats.select_related("match").get(user=player)
    return [one.name for one in circle(seat, Thread.objects.get())]


@pytest.mark.slow
@pytest.mark.rule("DA-MSG-02", "DA-FOG-03")
def test_a_group_makes_nobody_known(
    continent: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = found(client_of(alice), continent, "Royaume de Bertrand", "Royaume de Dorothée")
    assert client_of(dora).post(place, {"text": "Je suis là."}).status_code == 302
    for player in (bob, dora):
        told = page(client_of(player), place)
        assert "Un inconnu (1)" in told and "Un inconnu (2)" in told
        everything = " ".join(seen(client_of(player), continent, player, f"lettres/{Thread.objects.get().code}/"))
        mine = {bob: "Bertrand", dora: "Dorothée"}[player]
        assert not [name for name in {"Aline", "Bertrand", "Dorothée"} - {mine} if name in everything]
        assert addressees(seat(continent, player)) == []
    assert continent.realm.kingdoms["j2"].known == continent.realm.kingdoms["j3"].known == {}

    know(continent, "j2", "j1")
    told = page(client_of(bob), place)
    assert "Royaume d&#39;Aline" in told and "Un inconnu" in told and "Dorothée" not in told


@pytest.mark.slow
def test_whoever_is_the_stranger_of_a_group_the_others_see_the_same(
    continent: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    know(continent, "j1", "j2", "j3", "j4")
    know(continent, "j2", "j1")

    def world(stranger: str) -> list[str]:
        with transaction.atomic():
            place = found(client_of(alice), continent, "Royaume de Bertrand", stranger)
            told = seen(client_of(bob), continent, bob, place.removeprefix(f"/partie/{continent.code}/"))
            transaction.set_rollback(True)
        return [re.sub(r"\b\d\d:\d\d\b", "", text) for text in told]  # the minute may change between the two

    told = world("Royaume de Dorothée")
    assert told == world("Royaume d'Enguerrand")
    assert any("Un inconnu" in text for text in told)


@pytest.mark.rule("DA-MSG-01")
def test_members_are_those_whom_the_founder_knows(continent: Match, lands: Match, alice: Player, seat: SeatOf) -> None:
    mine = seat(continent, alice)
    for name in ("Royaume d'Enguerrand", "Royaume de Personne"):
        assert refusal(lambda name=name: groups.found(mine, "Ligue", ["Royaume de Bertrand", name])) == "unknown"
    assert refusal(lambda: groups.found(mine, " \u202e ", ["Royaume de Bertrand"])) == "group_name"
    assert refusal(lambda: groups.found(mine, "x" * 61, ["Royaume de Bertrand"])) == "group_name_long"
    assert not Thread.objects.exists()


def test_a_refused_group_keeps_what_was_typed(lands: Match, alice: Player, client_of: Browser) -> None:
    form = {"to": "Bertrand", "also": ["Dorothée"], "group": "", "text": "À tous.", "mark": "EJ"}
    told = client_of(alice).post(letters(lands), form).content.decode()
    assert "Donnez un nom au groupe." in told and "À tous." in told
    assert 'value="Dorothée" checked' in told and not Thread.objects.exists()


@pytest.mark.slow
def test_its_founder_adds_and_whoever_is_added_reads_from_then_on(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = found(client_of(alice), lands, "Bertrand", "Enguerrand", text="Avant.")
    assert client_of(dora).get(place).status_code == 404
    assert "Faire entrer" not in page(client_of(bob), place)
    refused = client_of(bob).post(place, {"act": "add", "add": "Dorothée"}).content.decode()
    assert "ne peut pas entrer" in refused

    assert client_of(alice).post(place, {"act": "add", "add": "Dorothée"}).status_code == 302
    assert client_of(dora).get(place).status_code == 404  # nothing has been written to her yet
    answer(seat(lands, bob), Thread.objects.get(), "Après.")
    told = page(client_of(dora), place)
    assert "Après." in told and "Avant." not in told
    assert "Avant." not in client_of(dora).get("/compte/donnees/").content.decode()


@pytest.mark.slow
def test_who_leaves_reads_what_was_and_nothing_more(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = found(client_of(alice), lands, "Bertrand", "Dorothée", text="Avant.")
    assert client_of(bob).post(place, {"act": "leave"}).status_code == 302
    answer(seat(lands, alice), Thread.objects.get(), "Après.")
    told = page(client_of(bob), place)
    assert "Avant." in told and "Après." not in told and "Vous avez quitté ce groupe" in told
    assert seat(lands, bob).unread == 0 and Letter.objects.filter(player=bob, kind="letter").count() == 1
    assert refusal(lambda: answer(seat(lands, bob), Thread.objects.get(), "Encore")) == "left"
    told = page(client_of(dora), place)
    assert "Bertrand" not in told.partition("À plusieurs")[2].partition("</p>")[0]
    assert "A quitté le groupe\u00a0: Bertrand." in told

    assert client_of(dora).post(place, {"act": "leave"}).status_code == 302
    assert refusal(lambda: answer(seat(lands, alice), Thread.objects.get(), "Seule")) == "alone"
    pair = write(seat(lands, alice), "Bertrand", "Toi")
    groups.leave(seat(lands, bob), pair)
    assert Side.objects.get(thread=pair, seat__user=bob).left is None  # two have no group to leave


@pytest.mark.slow
def test_blocking_a_group_or_a_lord_in_it(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = found(client_of(alice), lands, "Bertrand", "Dorothée", text="Un.")
    thread = Thread.objects.get()
    assert client_of(bob).post(place, {"act": "block"}).status_code == 302
    answer(seat(lands, alice), thread, "Deux.")
    assert "Deux." not in page(client_of(bob), place) and "Deux." in page(client_of(dora), place)
    assert "Deux." in page(client_of(alice), place)  # and nobody tells her who does not read it
    assert client_of(bob).post(place, {"act": "allow"}).status_code == 302
    answer(seat(lands, alice), thread, "Trois.")
    assert "Trois." in page(client_of(bob), place) and "Deux." not in page(client_of(bob), place)

    block(seat(lands, dora), write(seat(lands, alice), "Dorothée", "À toi"), wanted=False)
    answer(seat(lands, alice), thread, "Quatre.")
    assert "Quatre." not in page(client_of(dora), place) and "Quatre." in page(client_of(bob), place)
    assert refusal(lambda: groups.found(seat(lands, alice), "Autre", ["Bertrand", "Dorothée"])) == "group_blocked"


@pytest.mark.slow
@pytest.mark.rule("DA-END-03")
def test_a_stranger_who_has_fallen_stays_a_member_who_reads_nothing(
    continent: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = found(client_of(alice), continent, "Royaume de Bertrand", "Royaume de Dorothée")
    thread = Thread.objects.get()

    def of_bob() -> str:
        return page(client_of(bob), place).partition("À plusieurs")[2].partition("</p>")[0]

    before = of_bob()
    fell(continent, "j3")
    assert of_bob() == before
    answer(seat(continent, bob), thread, "Tous là ?")
    assert list(Message.objects.latest("pk").withheld.values_list("name", flat=True)) == ["j3"]
    assert [one.text for one in readable(seat(continent, dora))] == ["Entre nous."]
    assert "n&#39;est plus" in page(client_of(alice), place)  # she knows that kingdom


@pytest.mark.slow
def test_whoever_takes_a_seat_over_reads_nothing_of_before(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = found(client_of(alice), lands, "Bertrand", "Dorothée", text="Avant.")
    heir = new_player("Hilda")
    ask_replacement(seat(lands, bob))
    take_over(seat(lands, bob), heir)
    assert client_of(heir).get(place).status_code == client_of(bob).get(place).status_code == 404
    answer(seat(lands, alice), Thread.objects.get(), "Après.")
    told = page(client_of(heir), place)
    assert "Après." in told and "Avant." not in told


@pytest.mark.slow
def test_a_group_in_the_list_and_as_a_file(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    found(client_of(alice), lands, "Bertrand", "Dorothée")
    write(seat(lands, alice), "Bertrand", "À toi seul", mark="EJ")
    mine = seat(lands, bob)
    listed = [(one.name, one.group, one.unread) for one in lines(mine, last_letters(mine))]
    assert listed == [("Aline", False, 1), ("La ligue", True, 1)]
    text = client_of(bob).get(f"{letters(lands)}lettres.txt")
    assert text.headers["Content-Disposition"].startswith("attachment") and "no-store" in text.headers["Cache-Control"]
    assert "Aline – La ligue –" in text.content.decode() and "À toi seul" in text.content.decode()
    assert [one["group"] for one in client_of(bob).get(f"{letters(lands)}lettres.json").json()] == ["La ligue", None]
    assert client_of(bob).get(f"{letters(lands)}lettres.exe").status_code == 404


def test_a_group_has_a_largest_number(
    lands: Match, alice: Player, seat: SeatOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "MOST", 3)
    mine = seat(lands, alice)
    with pytest.raises(NotSent, match="group_full"):
        groups.found(mine, "Trop", ["Bertrand", "Dorothée", "Enguerrand"])
    thread = groups.found(mine, "Assez", ["Bertrand", "Dorothée"])
    assert groups.to_add(mine, thread) == []
