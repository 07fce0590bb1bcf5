"""Two worlds that differ only in what a seat may not know: every page and file of that seat is the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.games.fief.cards import card_name, is_lord
from heraut.games.fief.entries import Deal
from heraut.games.fief.state import Realm, copy
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matchpage.polling import sign
from tests.site.games.boards import decision, seat_of
from tests.site.games.fief.conftest import new_match, until
from tests.site.matchpage.conftest import forget_views

pytestmark = [pytest.mark.django_db, pytest.mark.rule("FI-INF-01", "FI-INF-02")]
# Drawn or counted anew each time: the seal of forms, the hour of a file, what is left of the time
PASSING = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|DTSTAMP:\w+|(?<=class="left">)[^<]+')
PAGES = (
    "", "spectateur/", "ordres/", "bilan/", "bilan/0/", "bilan/1/", "bilan/2/", "histoire/", "histoire/?pas=9",
    "?portee=j1", "?portee=j2", "propos/", "statistiques/",
    "outils/livre/", "outils/combat/", "regles/", "carte.svg", "echeances.ics", "film/", "film/?tour=1",
    "presentation/", "carte.svg?pas=3", "carte.svg?tour=1", "fin/", "partie.json",
)  # fmt: skip


def scrambled(realm: Realm, seat: SeatName, rng: Rng) -> Realm:
    """The same realm to this seat: others' hands, purses, plans and policies, and the pile, are otherwise."""
    twin, own = copy(realm), realm.seats.index(seat)
    unseen = [card for player, one in enumerate(realm.families) if player != own for card in one.hand]
    unseen += [*realm.draw, *realm.dropped]
    rng.shuffle(unseen)
    for player, one in enumerate(twin.families):
        if player == own:
            continue
        number = len(one.hand)
        one.hand, unseen = tuple(sorted(unseen[:number])), unseen[number:]
        one.purse += 700
        one.entry = tuple("refuse" if word else word for word in one.entry)
    twin.draw, unseen = tuple(unseen[: len(realm.draw)]), unseen[len(realm.draw) :]
    twin.dropped = tuple(unseen)
    return twin


def told(client: Client, match: Match, poll: str) -> dict[str, bytes]:
    """Every answer, without what changes by itself."""
    forget_views()
    places = [*(f"/partie/{match.code}/{page}" for page in PAGES), poll, "/"]
    answers = {place: PASSING.sub(b"", client.get(place).content) for place in places}
    live = client.get(f"/partie/{match.code}/", headers={"HX-Request": "true"})
    return answers | {"the living part": PASSING.sub(b"", live.content)}


def test_no_page_tells_what_a_seat_may_not_know(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "move")
    while match.turn < 2 or decision(match, alice) is None:
        until(match, bob, "cards")
        until(match, alice, "cards")
    seat, realm = SeatName(seat_of(match, alice).name), match.realm
    poll = f"/partie/{match.code}/pouls/{seat_of(match, alice).pk}/{sign(match.code, seat_of(match, alice).pk)}/"
    other = scrambled(realm, seat, Rng(b"other world"))
    assert match.rules.view(realm, seat) == match.rules.view(other, seat)
    hands = [{card_name(card) for card in one.hand if is_lord(card)} for one in realm.families]
    assert any(hands)
    for client in (client_of(alice), Client()):
        before = told(client, match, poll)
        state = match.rules.dump(other)
        match.steps.filter(number=match.step).update(state=state, base=None)
        Match.objects.filter(pk=match.pk).update(state=state)
        after = told(client, match, poll)
        assert [place for place in before if before[place] != after[place]] == []
        match.steps.filter(number=match.step).update(state=match.rules.dump(realm))
        Match.objects.filter(pk=match.pk).update(state=match.rules.dump(realm))


@pytest.mark.rule("FI-DP-31", "FI-DP-32")
def test_no_page_and_no_answer_of_the_api_tells_that_others_bargain(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    me = match.realm.seats.index(SeatName(seat_of(match, alice).name))
    one, two = [player for player, _ in enumerate(match.realm.seats) if player != me][:2]
    twin = copy(match.realm)
    twin.deals = (Deal(3, one, two, gives=300, promise="la paix"), Deal(4, two, one, asks=100))
    twin.deal_counts = ((one, two, 4),)
    poll = f"/partie/{match.code}/pouls/{seat_of(match, alice).pk}/{sign(match.code, seat_of(match, alice).pk)}/"
    for client in (client_of(alice), Client()):
        worlds = []
        for realm in (match.realm, twin):
            state = match.rules.dump(realm)
            match.steps.filter(number=match.step).update(state=state, base=None)
            Match.objects.filter(pk=match.pk).update(state=state)
            world = told(client, match, poll)
            for part in ("", "/view", "/acts", "/turns"):
                answer = client.get(f"/api/matches/{match.code}{part}")
                assert answer.status_code == 200, part
                world[f"api{part}"] = PASSING.sub(b"", answer.content)
            worlds.append(world)
        assert [place for place in worlds[0] if worlds[0][place] != worlds[1][place]] == []
