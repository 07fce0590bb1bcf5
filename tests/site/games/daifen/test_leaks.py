"""Two continents that differ only in what a seat may not know give it the same bytes, on every page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import msgspec
import pytest
from django.test import Client

from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.games.daifen import dossier, rehearsal_setup, statistics
from heraut.site.lobby.takeover import resign
from heraut.site.matches import host_actions
from heraut.site.matches.models import Match, Presence, Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import MONTH
from heraut.site.matches.services import write_activity
from heraut.site.matches.steps import stored_events
from heraut.site.messaging.models import Message, Thread
from heraut.site.messaging.posting import answer, keep, thread_between
from heraut.site.notifications.devices import allow
from heraut.site.notifications.models import Hook
from tests.games.daifen.scramble import scramble
from tests.site.games.daifen.conftest import new_continent
from tests.site.games.daifen.test_pages import FOR_ALL, FOR_LORDS
from tests.site.matchpage.conftest import forget_views
from tests.site.messaging.builders import write
from tests.site.notifications.services import Browser
from tests.site.test_leak import hooks_told, pushes_of

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DA-FOG-08")]

NOBODY = "nobody"
PASSING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|DTSTAMP:\w+|\d+ j \d+ h|(?<=class="left">)[^<]+')
HIS = "Royaume%20de%20Bertrand"
MORE = (
    f"outils/espions/?cible={HIS}",
    f"outils/assaut/?cible={HIS}",
    f"outils/assaut/?cible={HIS}&a-guerrier=5&calcul=1",
)
BEYOND = (
    "/table/{code}/",
    "/api/matches/{code}",
    "/api/matches/{code}/view",
    "/api/matches/{code}/acts",
    "/api/matches/{code}/turns",
    "/api/matches/{code}/record",
    "/api/matches/{code}/turns/1/events",
    "/api/matches/{code}/turns/1/report",
    "/api/matches/{code}/turns/1/chronicle",
    "/tables/",
    "/parties/",
    "/parties/?player=Bob",
    "/joueurs/Bob/",
    "/partie/{code}/fin/",
    "/",
)


def everything(client, match, pages):
    """What a browser sees, less what is drawn or counted anew each time."""
    forget_views()
    statistics.kept.clear()
    dossier.kept.clear()
    addresses = [f"/partie/{match.code}/{page}" for page in pages]
    addresses += [address.format(code=match.code) for address in BEYOND]
    return {address: PASSING.sub("", client.get(address).content.decode()) for address in addresses}


def other_world(match, seat):
    """Everything else: states, events, orders of others, the seed."""
    rng = Rng(b"elsewhere")
    for step in match.steps.all():
        continent = match.rules.load(bytes(step.state))
        for holder in [seat] if seat != NOBODY else ["j1", "j2"]:  # of nobody all kingdoms are changed
            continent = scramble(continent, Seat(holder), rng.at(step.number, holder))
        step.state = match.rules.dump(continent)
        events = stored_events(step.events)
        mine = [event for event in events if event.seen_by is None or seat in event.seen_by]
        step.events = msgspec.json.encode(
            [*mine, Event("DA-END-01", "kingdom_lost", {"cause": "no_building"}, (Seat("j9"),))]
        )
        step.answers = [[name, text if name == seat else "EXPLORER 9"] for name, text in step.answers]
        step.sealed_hashes = {name: digest for name, digest in step.sealed_hashes.items() if name == seat}
        step.save()
    last = match.steps.get(number=match.step)
    Match.objects.filter(pk=match.pk).update(state=last.state, seed=b"une autre graine")
    others = match.seats.exclude(name=seat)
    Sheet.objects.filter(seat__in=others).update(text="EXPLORER 9", kept="EXPLORER 9", sealed=False)
    Message.objects.exclude(thread__sides__seat__name=seat).update(text="autre chose", signed=True)
    others.update(
        sealed=0, missed=2, unread=3, notes="ne jamais croire Alice", choices={"kingdom": "Autre", "race": "orcs"}
    )
    for number, other in enumerate(others.exclude(user__isnull=False)):
        other.lord = f"Personne {number}"
        other.save()


TRIALS = (
    {"others": "still"},
    {"others": "usual", "variant": ["", "EXPLORER 1"], "of": "1"},
    {
        "others": "usual",
        "stance:Royaume de Bertrand": "hostile",
        "army:Royaume de Bertrand": "60",
        "stance:": "hostile",
    },
)


@pytest.mark.rule("DA-FOG-10")
def test_no_rehearsal_tells_what_a_seat_may_not_know(match, alice, client_of, monkeypatch):
    monkeypatch.setattr("heraut.site.matchpage.rehearsals.BUDGET", 1_000.0)
    monkeypatch.setattr("heraut.site.matchpage.rehearsal_page.AT_ONCE", 4)
    save_orders(
        match.seats.get(user=alice), 'ATTAQUER "Royaume de Bertrand" : guerrier 3\nESPIONNER "Royaume de Bertrand" 1'
    )
    browser = client_of(alice)

    def rehearsed():
        forget_views()
        rehearsal_setup.kept.forget()  # what is remembered would be the same without being worked out again
        answers = [browser.post(f"/partie/{match.code}/outils/essai/", {"do": "play", **asked}) for asked in TRIALS]
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        return [PASSING.sub("", answer.content.decode()) for answer in answers]

    before = rehearsed()
    assert all('id="bilan"' in page for page in before) and rehearsed() == before
    other_world(match, "j1")
    assert rehearsed() == before


def correspond(match, alice, bob):
    """Alice and Bob write to each other; Bob is written to by a stranger, and answers."""
    hers, his, third = (match.seats.get(name=name) for name in ("j1", "j2", "j3"))
    write(hers, "Royaume de Bertrand", "Faisons la paix.")
    third.user = bob  # whoever holds it
    thread = thread_between(third, his)
    keep(third, thread, "Perdez Aline.", "", signed=False)
    answer(his, thread, "Pourquoi moi ?")


@pytest.mark.parametrize("who", ["alice", "charlie", "nobody"])
def test_no_page_tells_what_a_seat_may_not_know(who, match, alice, bob, charlie, client, client_of):
    reader = {"alice": client_of(alice), "charlie": client_of(charlie), "nobody": client}[who]
    pages = FOR_ALL + (FOR_LORDS + MORE if who == "alice" else ())
    save_orders(match.seats.get(user=bob), "EXPLORER 1", seal=True)
    correspond(match, alice, bob)
    if who == "alice":
        pages += tuple(
            f"lettres/{code}/" for code in Thread.objects.filter(sides__seat__user=alice).values_list("code", flat=True)
        )
    before = everything(reader, match, pages)
    other_world(match, "j1" if who == "alice" else NOBODY)
    after = everything(reader, match, pages)
    assert [address for address in before if before[address] != after[address]] == []


def test_no_page_is_another_because_somebody_plays(match, bob, charlie, client, client_of):
    readers = (client, client_of(charlie))
    before = [everything(reader, match, FOR_ALL) for reader in readers]
    Presence.objects.filter(player=bob).delete()
    match.seats.filter(user=bob).update(user=None, bot="player")
    for reader, pages in zip(readers, before, strict=True):
        after = everything(reader, match, FOR_ALL)
        assert [address for address in pages if pages[address] != after[address]] == []


def test_nothing_that_leaves_the_site_tells_who_plays(match, alice, bob):
    Hook.objects.create(match=match, owner=alice, url="https://example.org/", form="json", chronicle=True, secret="x")
    Hook.objects.create(match=match, owner=alice, url="https://example.org/", form="discord", awaited=True, secret="x")
    host_actions.offer(match.seats.get(user=bob), bob)
    write_activity(match, "silent", seats=["j2"], turn=2)
    correspond(match, alice, bob)
    allow(alice, Browser("https://push.example.org/1").subscription, "")
    told, pushed = hooks_told(match), pushes_of(match, alice)
    assert told and pushed and "Bob" not in str((told, pushed)) and "Bertrand" not in str((told, pushed))
    other_world(match, "j1")
    assert hooks_told(match) == told and pushes_of(match, alice) == pushed


def test_the_worlds_do_differ(match, bob, client_of):
    before = everything(client_of(bob), match, FOR_ALL + FOR_LORDS)
    other_world(match, "j1")
    after = everything(client_of(bob), match, FOR_ALL + FOR_LORDS)
    assert sum(before[address] != after[address] for address in before) > 8


def test_nothing_tells_who_plays(match, alice, bob, client_of, client):
    names = {kingdom.name for kingdom in match.realm.kingdoms.values()} | {"Bertrand", "Bob"}
    for browser in (client, client_of(bob)):
        mine = {"Bertrand", "Bob", "Royaume de Bertrand"} if browser is not client else set()
        for address in (f"/table/{match.code}/", f"/api/matches/{match.code}", f"/partie/{match.code}/spectateur/"):
            answer = browser.get(address)
            text = answer.content.decode()
            assert answer.status_code == 200
            assert [name for name in names - mine if name in text] == [], address


def test_the_bar_tells_of_ones_own_form_alone(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_continent(alice, bob)
    kingdom = match.realm.kingdoms["j1"].name

    def bar(player: Player) -> str:
        page = client_of(player).get(f"/partie/{match.code}/").content.decode()
        found = re.search(r'<aside id="barre".*?</aside>', page, re.S)
        assert found is not None
        return PASSING.sub("", unescape(found[0]))

    before = bar(bob)
    assert "Vous êtes attendu" in bar(alice) and kingdom in bar(alice)
    save_orders(match.seats.get(user=alice), "CONSTRUIRE Carriere 1", seal=True)
    assert "Qui est encore attendu est un secret" in bar(alice)
    assert kingdom not in before and bar(bob) == before


def test_nobody_is_told_that_the_last_of_the_others_has_left(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_continent(alice, bob)
    Match.objects.filter(pk=match.pk).update(private=True, host=alice, pace_data={"early": True, "seconds": MONTH})
    hers = client_of(alice)

    def told() -> tuple[bool, ...]:
        pages = [unescape(hers.get(page).content.decode()) for page in (f"/partie/{match.code}/", "/")]
        return tuple("dès que tous les joueurs ont scellé" in page for page in pages)

    assert told() == (True, True)
    resign(match.seats.select_related("match", "user").get(user=bob))
    assert told() == (True, True)
