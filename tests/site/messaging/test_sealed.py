"""Letters under seal: when they open, and that nothing tells of them before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging import sealed
from heraut.site.messaging.models import Message, SealedLetter, Thread
from heraut.site.messaging.posting import block
from heraut.site.messaging.sealed import open_due
from heraut.site.notifications.models import Letter
from tests.site.conftest import new_player
from tests.site.messaging.builders import write
from tests.site.messaging.conftest import fell, know
from tests.site.messaging.snapshots import seen
from tests.site.messaging.test_letters import letters, page, refusal

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SeatOf = Callable[[Match, Player], Seat]


def put_under_seal(client: Client, match: Match, to: str, text: str = "Secret de scellé", **seal: str) -> None:
    form = {"to": to, "text": text, "mark": "EJ" if match.game == "gloire" else "", **seal}
    sent = client.post(letters(match), form)
    assert sent.status_code == 302, sent.content.decode()


@pytest.mark.slow
def test_nothing_tells_of_a_sealed_letter_but_to_its_author(
    continent: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    know(continent, "j2", "j1")
    client_of(alice).post(letters(continent), {"to": "Royaume de Bertrand", "text": "Bonjour"})
    place = f"lettres/{Thread.objects.get().code}/"
    page(client_of(bob), f"/partie/{continent.code}/{place}")  # he opens it
    before = [seen(client_of(player), continent, player) for player in (bob, dora)]
    thread = seen(client_of(bob), continent, bob, place)
    for seal in ({"seal": "death"}, {"seal": "turn", "seal_turn": "9"}, {"seal": "day", "seal_day": tomorrow()}):
        put_under_seal(client_of(alice), continent, "Royaume de Bertrand", **seal)
    put_under_seal(client_of(alice), continent, "Royaume de Dorothée", seal="death")  # where there was no letter yet
    open_due()
    after = [seen(client_of(player), continent, player) for player in (bob, dora)]
    assert after == before
    assert seen(client_of(bob), continent, bob, place) == thread
    assert SealedLetter.objects.count() == 4 and Message.objects.count() == 1
    told = page(client_of(alice), letters(continent))
    assert told.count("Secret de scellé") == 4 and "S&#39;ouvre avec le tour 9" in told
    assert len(client_of(alice).get("/compte/donnees/").json()["sealed_letters"]) == 4


def tomorrow() -> str:
    return f"{timezone.localdate() + timedelta(days=1):%Y-%m-%d}"


def test_a_letter_opens_when_its_turn_begins(lands: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    put_under_seal(client_of(alice), lands, "Bertrand", seal="turn", seal_turn="3", signed="on")
    Match.objects.filter(pk=lands.pk).update(step=1)
    bend_step(lands, 1)
    assert open_due() == 0 and SealedLetter.objects.get().checked == 1
    bend_step(lands, 2)  # the third turn is the coming one
    assert open_due() == 1 and not SealedLetter.objects.exists()
    message = Message.objects.get()
    assert message.written is not None and message.written < message.sent and message.mark == "EJ"
    told = page(client_of(bob), f"{letters(lands)}{message.thread.code}/")
    assert "Secret de scellé" in told and "sous scellé depuis" in told
    assert Letter.objects.filter(kind="letter", player=bob).count() == 1
    assert open_due() == 0


def bend_step(match: Match, step: int) -> None:
    """The match stands at this step, its state unchanged."""
    from_step = match.steps.get(number=0)
    from_step.pk, from_step.number = None, step
    match.steps.filter(number=step).delete()
    from_step.save()
    Match.objects.filter(pk=match.pk).update(step=step)


def test_a_letter_opens_on_its_day(lands: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    put_under_seal(client_of(alice), lands, "Bertrand", seal="day", seal_day=tomorrow())
    opens = SealedLetter.objects.get().until_day
    assert opens is not None
    assert open_due(opens - timedelta(seconds=1)) == 0
    Match.objects.update(status="over")
    assert open_due(opens) == 0  # nobody writes any more
    Match.objects.update(status="paused")
    assert open_due(opens) == 1 and Message.objects.get().text == "Secret de scellé"


def test_a_letter_opens_when_its_lord_falls_even_in_the_last_turn(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    put_under_seal(client_of(alice), continent, "Royaume de Bertrand", seal="death")
    know(continent, "j2", "j1")
    fell(continent, "j1")
    Match.objects.update(status="over")
    SealedLetter.objects.update(checked=99)  # another step than the present one
    assert open_due() == 1
    assert "Secret de scellé" in page(client_of(bob), f"{letters(continent)}{Thread.objects.get().code}/")


def test_the_living_keep_theirs(continent: Match, alice: Player, client_of: Browser) -> None:
    put_under_seal(client_of(alice), continent, "Royaume de Bertrand", seal="death")
    fell(continent, "j3")
    SealedLetter.objects.update(checked=99)
    assert open_due() == 0 and SealedLetter.objects.get().checked == continent.step


def test_its_author_burns_it_and_nobody_else(lands: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    put_under_seal(client_of(alice), lands, "Bertrand", seal="death")
    code = SealedLetter.objects.get().code
    client_of(bob).post(letters(lands), {"burn": code})
    assert SealedLetter.objects.exists()
    assert "nul ne l&#39;aura lue" in page(client_of(alice), letters(lands))  # asked before it is done
    client_of(alice).post(letters(lands), {"burn": code})
    assert not SealedLetter.objects.exists()


def test_one_that_reaches_nobody_goes_back_to_its_author(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    thread = write(seat(lands, alice), "Bertrand", "Bonjour", mark="EJ")
    put_under_seal(client_of(alice), lands, "Bertrand", seal="turn", seal_turn="2")
    block(seat(lands, bob), thread, wanted=False)
    bend_step(lands, 1)
    assert open_due() == 0 and Message.objects.count() == 1
    assert "n&#39;a pu être remise" in page(client_of(alice), letters(lands))
    assert open_due() == 0


def test_it_is_void_once_another_holds_the_seat(lands: Match, alice: Player, client_of: Browser, seat: SeatOf) -> None:
    put_under_seal(client_of(alice), lands, "Bertrand", seal="turn", seal_turn="2")
    heir = new_player("Hilda")
    ask_replacement(seat(lands, alice))
    take_over(seat(lands, alice), heir)
    assert "Secret de scellé" not in page(client_of(heir), letters(lands))
    bend_step(lands, 1)
    assert open_due() == 0 and not SealedLetter.objects.exists() and not Message.objects.exists()


@pytest.mark.slow
def test_a_seal_is_refused_in_words(
    lands: Match, alice: Player, client_of: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = f"{timezone.localdate():%Y-%m-%d}"
    for seal in (
        {"seal": "turn", "seal_turn": "1"},
        {"seal": "turn", "seal_turn": "²"},
        {"seal": "turn", "seal_turn": "9" * 50},
        {"seal": "day", "seal_day": today},
        {"seal": "day", "seal_day": "9999-12-31"},
        {"seal": "day", "seal_day": "0001-01-01"},
        {"seal": "day", "seal_day": "demain"},
        {"seal": "jamais"},
    ):
        form = {"to": "Bertrand", "text": "Gardez ce texte", "mark": "EJ", **seal}
        told = client_of(alice).post(letters(lands), form).content.decode()
        assert 'id="fault"' in told and "Gardez ce texte" in told, seal
    assert not SealedLetter.objects.exists()
    monkeypatch.setattr(sealed, "MOST", 0)
    mine = lands.seats.select_related("match").get(user=alice)
    thread = Thread.objects.first() or write(mine, "Bertrand", "Bonjour")
    assert refusal(lambda: sealed.seal_letter(mine, thread, sealed.Seal(death=True), "Trop")) == "seal_many"
