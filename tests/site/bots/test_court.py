"""Bots answer letters and treaties by their view and temper, without flooding anybody, and most keep their word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from heraut.bots import diplomacy
from heraut.games.gloire import orders as o
from heraut.site.accounts.models import Player
from heraut.site.bots import treaties as bot_treaties
from heraut.site.bots.letters import letters_due
from heraut.site.bots.seats import called as seat_called
from heraut.site.bots.treaties import honoured, proposals_due, treaties_due
from heraut.site.matches.models import Match
from heraut.site.messaging.models import Message, Thread
from heraut.site.messaging.posting import block
from heraut.site.messaging.reading import letters_of, names, view_for
from heraut.site.notifications.models import Letter
from heraut.site.treaties.models import PROPOSED, REFUSED, SIGNED, Treaty
from heraut.site.treaties.proposing import propose
from heraut.site.treaties.reading import game_treaties
from tests.site.games.daifen.conftest import new_continent
from tests.site.matches.builders import pass_deadline, running, seat_of
from tests.site.messaging.builders import write

pytestmark = pytest.mark.django_db

LATER = {"until": "6"}


@pytest.fixture(autouse=True)
def unasked() -> None:
    """No worker has asked anybody yet."""
    bot_treaties._looked.clear()


@pytest.fixture
def match(alice: Player) -> Match:
    """Alice among nine loyal bots."""
    found = running(alice, bots=9)
    found.seats.filter(user=None).update(bot="player:loyal")
    return found


def called(match: Match) -> str:
    """What the bot beside her is called."""
    return names(match)["j2"][0]


def offered(match: Match, player: Player, kind: str = "truce", **form: str) -> Treaty:
    """A treaty proposed to the bot beside a player."""
    found = game_treaties(match).kind(kind)
    assert found is not None
    return propose(seat_of(match, player), found, [called(match)], {**LATER, **form})


def letters(match: Match) -> list[tuple[str, str]]:
    """What the bots wrote, in order, as keys."""
    return list(Message.objects.exclude(bot="").order_by("pk").values_list("bot", "text"))


def test_a_letter_is_answered_once_a_turn_however_many_came(match: Match, alice: Player) -> None:
    seat = seat_of(match, alice)
    for text in ("Salut.", "Répondez !", "Répondez donc !"):
        write(seat, called(match), text)
        letters_due()
    assert letters(match) == [("player:loyal", "thanks_loyal")]
    pass_deadline(match)
    letters_due()
    assert len(letters(match)) == 1  # nobody has written since
    write(seat_of(match, alice), called(match), "Encore.")
    letters_due()
    letters_due()
    assert len(letters(match)) == 2


def test_the_letter_is_marked_and_told_in_the_language_of_its_reader(
    match: Match, alice: Player, client_of: Callable[[Player], Client]
) -> None:
    write(seat_of(match, alice), called(match), "Salut.")
    letters_due()
    thread = Thread.objects.get()
    page = client_of(alice).get(f"/partie/{match.code}/lettres/{thread.code}/").content.decode()
    assert "écrite par un automate aguerri, loyal" in page and "Votre lettre m" in page
    with override("en"):
        assert letters_of(seat_of(match, alice))[-1]["text"].startswith("Your letter has reached me")
    assert Letter.objects.filter(player=alice, kind="letter").count() <= 1
    assert seat_of(match, alice).unread in (0, 1)


def test_who_is_a_bot_is_seen_before_one_writes_to_it(match: Match, alice: Player, client: Client) -> None:
    match.seats.filter(name="j3").update(bot="classic")
    client.force_login(alice)
    write(seat_of(match, alice), called(match), "Salut.")
    page = client.get(f"/partie/{match.code}/lettres/").content.decode()
    assert f"{called(match)} (automate)</option>" in page and f'value="{called(match)}"' in page
    assert '<span class="badge">automate aguerri, loyal</span>' in page  # beside the thread
    code = Thread.objects.get().code
    assert "phrase toute faite" in client.get(f"/partie/{match.code}/lettres/{code}/").content.decode()
    other = names(match)["j3"][0]
    assert client.post(f"/partie/{match.code}/lettres/", {"to": other, "text": "Salut."}).status_code == 302
    silent = Thread.objects.latest("pk").code
    assert "phrase toute faite" not in client.get(f"/partie/{match.code}/lettres/{silent}/").content.decode()


def test_who_wants_no_letters_of_a_bot_gets_none(match: Match, alice: Player) -> None:
    thread = write(seat_of(match, alice), called(match), "Salut.")
    block(seat_of(match, alice), thread, wanted=False)
    letters_due()
    assert letters(match) == []


def test_the_bots_of_the_first_release_stay_silent(match: Match, alice: Player) -> None:
    match.seats.filter(user=None).update(bot="classic")
    write(seat_of(match, alice), called(match), "Salut.")
    treaty = offered(match, alice)
    letters_due()
    treaties_due()
    treaty.refresh_from_db()
    assert letters(match) == [] and treaty.status == PROPOSED


def test_a_truce_is_sealed_with_a_letter_and_what_binds_is_refused(match: Match, alice: Player) -> None:
    truce, words = offered(match, alice), offered(match, alice, "other", words="Vous me cédez tout.")
    assert treaties_due() == 2
    truce.refresh_from_db()
    words.refresh_from_db()
    assert (truce.status, words.status) == (SIGNED, REFUSED)
    assert letters(match) == [("player:loyal", "accept_loyal")]  # one letter a turn
    assert seat_of(match, alice).bound == 1 and treaties_due() == 0


def test_the_answer_depends_on_the_view_alone(match: Match, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def regard(game: str, view: object, seat: str) -> float:
        seen.append(view)
        return -1.0

    monkeypatch.setattr(diplomacy, "regard_of", regard)
    treaty = offered(match, alice)
    treaties_due()
    treaty.refresh_from_db()
    assert treaty.status == REFUSED and letters(match) == [("player:loyal", "decline_loyal")]
    assert seen == [match.rules.view(match.realm, "j2")]


def test_where_who_plays_is_a_secret_no_bot_writes_and_it_answers_later(alice: Player, bob: Player) -> None:
    match = new_continent(alice, bob)
    seat = match.seats.get(user=bob)
    treaty = Treaty.objects.create(
        match=match,
        code="abcdefghij",
        kind="truce",
        until=6,
        author=match.seats.get(user=alice),
        proposed=timezone.now(),
    )
    for one in (treaty.author, seat):
        treaty.parties.create(seat=one, signed=timezone.now() if one == treaty.author else None)
    match.seats.filter(pk=seat.pk).update(user=None, bot="player:loyal")
    assert treaties_due() == 0  # not before some time of the turn has gone by
    Treaty.objects.update(proposed=timezone.now() - (match.deadline - match.started) * 50)
    seat = match.seats.select_related("match").get(pk=seat.pk)
    assert bot_treaties.answers_at(seat, treaty) > treaty.proposed
    assert letters(match) == []


def test_a_kingdom_is_weighed_by_its_name_where_seats_are_a_secret(alice: Player, bob: Player) -> None:
    match = new_continent(alice, bob)
    seat = match.seats.select_related("match").get(user=bob)
    name = seat_called(seat, seat)
    assert name == names(match)["j2"][0] and diplomacy.strength_of("daifen", view_for(seat), name) is not None
    other = match.seats.select_related("match").exclude(pk=seat.pk)[0]
    assert seat_called(seat, other) != other.name  # nobody sees who sits where


def test_bots_propose_seldom_and_never_twice(match: Match, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    assert proposals_due() <= 4
    Treaty.objects.all().delete()
    Message.objects.all().delete()
    monkeypatch.setattr(diplomacy, "in_mood", lambda *_: True)
    for _ in range(3):
        bot_treaties._looked.clear()
        proposals_due()
    made = list(Treaty.objects.all())
    assert len(made) == 9 and {one.kind for one in made} == {"truce"}
    assert {one.status for one in made} == {PROPOSED}
    assert len(letters(match)) == 9 == len(set(Message.objects.values_list("author", flat=True)))
    assert all(match.coming_turn + 4 <= (one.until or 0) <= match.coming_turn + 8 for one in made)


def test_two_workers_at_once_do_not_propose_twice(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diplomacy, "in_mood", lambda *_: True)
    wooed, inside = diplomacy.wooed, []

    def while_another_worker_asks(*given: Any) -> Any:
        if not inside:
            inside.append(True)
            bot_treaties.proposed(Match.objects.get(pk=match.pk))
        return wooed(*given)

    monkeypatch.setattr(diplomacy, "wooed", while_another_worker_asks)
    proposals_due()
    assert inside and Treaty.objects.count() == 9 == len(set(Treaty.objects.values_list("author", flat=True)))


def test_a_loyal_bot_leaves_out_what_would_break_its_word(match: Match, alice: Player) -> None:
    offered(match, alice)
    treaties_due()
    seat = match.seats.select_related("match").get(name="j2")
    decision = match.rules.pending(match.realm)["j2"]
    war = (o.DeclareWar(lord="j1"),)
    assert war and seat.bound == 1
    assert honoured(match, seat, "player:loyal", decision, war) == ()
    assert honoured(match, seat, "classic", decision, war) == war
