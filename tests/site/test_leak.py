"""Two worlds that differ only in what a seat may not know: every page, file and letter of that seat is the same bytes.

The API has a test of its own (`api/test_leak.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import digest
from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.api.bearer import URLCONF
from heraut.site.forum.demonstration import speak_in_forum
from heraut.site.forum.models import Post, Reading
from heraut.site.games.gloire.drawing import map_url
from heraut.site.lobby.tables import open_table
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.records import recorded
from heraut.site.matches.services import write_activity
from heraut.site.matches.steps import stored_events
from heraut.site.matches.turn_status import statuses_of
from heraut.site.matchpage.polling import sign
from heraut.site.messaging.models import Message, Thread
from heraut.site.messaging.posting import mails_of
from heraut.site.messaging.reading import addressees
from heraut.site.notifications.devices import allow
from heraut.site.notifications.hooks import activity_deliveries, awaited_deliveries, turn_deliveries
from heraut.site.notifications.match_mails import delay_letters, reminder_letters, start_letters, turn_letters
from heraut.site.notifications.models import Hook, Letter, Push
from heraut.site.notifications.outbox import post
from heraut.site.treaties.kinds import OTHER
from heraut.site.treaties.models import Treaty
from heraut.site.treaties.proposing import propose
from tests.games.gloire.scramble import scramble
from tests.site.api.test_leak import other_events
from tests.site.matches.builders import OPTIONS, WEEKLY, give_orders, pass_deadline, running, seat_of
from tests.site.matchpage.conftest import forget_views
from tests.site.messaging.builders import write
from tests.site.notifications.services import Browser
from tests.site.pages import TOOLS
from tests.site.test_authorisation import walk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("GP-INF-03", "GP-INF-04", "GP-INF-12")]

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
# Drawn or counted anew each time: the seal of forms, the hour of a file, what is left of the time
PASSING = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|DTSTAMP:\w+|(?<=class="left">)[^<]+')
PASSING_TIME = re.compile(r'"at": "[^"]*"')
UNSAFE = ("/api/", "/compte/demo/", "/styleguide/")  # with a test of their own; or not there

# What is asked of a page in its address: of a land of one's own, of another's, of a neutral one; of every turn
QUERIES = {
    "/partie/<slug:code>/": ("", "liste=1", "terre={land}", "terre={land}&vue=happiness&chevalier=1"),
    "/partie/<slug:code>/fiche/": ("terre={land}", "liste=1"),
    "/partie/<slug:code>/histoire/": ("", "tour={turn}"),
    "/partie/<slug:code>/bilan/<int:turn>/": ("", "seigneur=j2"),
    "/partie/<slug:code>/ordres/": ("", "ligne=1"),
    "/partie/<slug:code>/outils/<slug:tool>/": ("", "terre={land}&hommes1=50&renommee1=40&hommes=50&calcul=1"),
    "/tables/": ("", "place=SCANDINAVIE"),
    "/partie/<slug:code>/forum/<int:thread>/": ("", "citer=2"),
    "/partie/<slug:code>/forum/recherche/": ("q=joute", "q=alice"),
}


@pytest.fixture
def match(alice: Player, bob: Player, settings: Any) -> Match:
    """A match of two people and four bots, three turns old, with orders of both for the fourth; and an open table."""
    settings.MAIL = "smtp://mail.example.org"  # elsewhere /lettres/ shows everybody's, on purpose
    match = running(alice, bob, bots=4)
    for _ in range(3):
        give_orders(match, alice)
        give_orders(match, bob)
        pass_deadline(match)
    give_orders(match, alice)
    give_orders(match, bob, seal=True)
    match.seats.update(read=match.step)  # no page is another one for having been read before
    hers, his = seat_of(match, alice), seat_of(match, bob)
    write(hers, addressees(hers)[0], "Salut", mark="EJ")
    write(his, addressees(his)[-1], "Méfions-nous d'Alice", mark="HJ")
    propose(hers, OTHER, addressees(hers)[:1], {"words": "Paix", "until": "9"})
    propose(his, OTHER, addressees(his)[-1:], {"words": "Sus à Alice", "until": "9"})
    open_table(bob, "Une autre table", {**OPTIONS, "lords": 4}, WEEKLY, game="gloire")
    speak_in_forum(match, [(his, bob), (hers, alice)])
    for thread in Post.objects.filter(place=1).values_list("thread", flat=True):  # read already, by her as by him
        Reading.objects.bulk_create(
            [Reading(thread_id=thread, player=one, read=9) for one in (alice, bob)], ignore_conflicts=True
        )
        Reading.objects.filter(thread=thread).update(read=9)
    match.seats.update(unseen_posts=0)
    return match


def addresses(match: Match) -> Iterator[str]:
    """Every address of the site that a GET may ask; of pages of a match, for several lands, turns and tools."""
    owners = {land.owner: name for name, land in match.realm.lands.items()}
    lands = [owners["j1"], owners["j2"], owners[None]]
    name, version, _ = map_url("SCANDINAVIE").rpartition("/")[2].split(".")
    letter = Letter.objects.filter(player__username="Alice").latest("pk")
    hers = match.seats.get(user__username="Alice").pk
    values: dict[str, tuple[Any, ...]] = {
        "code": (match.code,),
        "turn": tuple(range(match.step + 1)),
        "tool": TOOLS,
        "digest": (version,),
        "number": (letter.pk, 1, 2),
        "player": (letter.player_id,),
        "key": (letter.player.unsubscribe_key,),
        "choice": ("reports",),
        "game": ("gloire",),
        "rule": ("GP-ATT-07",),
        "seat": (hers,),
        "signature": (sign(match.code, hers, match.seats.get(pk=hers).user_id),),
        "language": ("fr", "en"),
        "form": ("txt", "json"),
        "kind": ("truce", "other"),
        "treaty": tuple(Treaty.objects.order_by("pk").values_list("code", flat=True)),
        **dict.fromkeys(("article", "piece", "printing"), ("rien",)),  # `gazette/test_authors.py` has some
        "thread": (*Thread.objects.order_by("pk").values_list("code", flat=True), 1),
        "board": ("suggestions",),
    }
    for pattern in sorted({pattern for pattern, _ in walk(get_resolver(URLCONF)) if not pattern.startswith(UNSAFE)}):
        values["name"] = (name,) if "cartes/<slug" in pattern else ("SCANDINAVIE",)
        places = PLACE.findall(pattern)
        for chosen in product(*(values[place] for place in places)):
            address = PLACE.sub(r"{\1}", pattern).format(**dict(zip(places, chosen, strict=True)))
            for query in QUERIES.get(pattern, ("",)):
                for land, turn in product(
                    lands if "{land}" in query else [""], values["turn"] if "{turn}" in query else [0]
                ):
                    yield f"{address}?{query.format(land=land, turn=turn)}".rstrip("?")


def told(client: Client, places: list[str]) -> dict[str, bytes]:
    """What a browser is answered there."""
    forget_views()
    return {address: bytes_of(client.get(address)) for address in places}


def bytes_of(answer: Any) -> bytes:
    """An answer without what is drawn or counted anew each time."""
    content = b"".join(answer) if answer.streaming else answer.content
    headers = {name: value for name, value in answer.headers.items() if name in ("Location", "Content-Disposition")}
    return f"{answer.status_code} {sorted(headers.items())}\n".encode() + PASSING.sub(b"", content)


def other_world(match: Match, seat: str) -> None:
    """Changes in the database all that this seat may not know: states, events, orders, seed, notes, letters.

    The digests of the steps stay: the record shows them to everyone, and keyed by the seed they fit any world.
    """
    rng = Rng(b"another world")
    for step in match.steps.all():
        step.state = match.rules.dump(scramble(match.rules.load(bytes(step.state)), seat, rng.at(step.number)))
        step.events = msgspec.json.encode(other_events(step, seat))
        step.answers = [[name, text if name == seat else "; autre chose"] for name, text in step.answers]
        step.save()
    last = match.steps.get(number=match.step)
    Match.objects.filter(pk=match.pk).update(state=last.state, seed=b"une autre graine")
    others = Seat.objects.filter(match=match).exclude(name=seat)
    Sheet.objects.filter(seat__in=others).update(text="; autre chose", kept="IMP 9 Thulé", signature="0" * 64)
    others.update(notes="ne jamais croire Alice")
    Message.objects.exclude(thread__sides__seat__name=seat).update(text="autre chose", mark="EJ", signed=True)
    Treaty.objects.exclude(parties__seat__name=seat).update(words="autre chose", until=2, status="refused")
    players = Player.objects.filter(seats__in=others)
    players.update(email="ailleurs@example.org", mail_failing="550", time_zone="UTC", language="en")
    Letter.objects.filter(player__in=players).update(text="; autre chose", html="<p>autre chose</p>", subject="?")


def test_a_seat_learns_nothing_of_what_it_may_not_know(
    match: Match, alice: Player, bob: Player, client_of: Any
) -> None:
    hers, his = client_of(alice), client_of(bob)
    for visitor in (hers, his):  # who has been there is told of no visit before that
        visitor.get(f"/partie/{match.code}/bilan/{match.step}/")
    places = list(addresses(match))
    before, his_before = told(hers, places), told(his, places)
    other_world(match, "j1")
    assert different(before, told(hers, places)) == []
    changed = {address.partition("?")[0] for address in different(his_before, told(his, places))}
    for page in (
        "",
        "lettres/",
        "traites/",
        "ordres/",
        "bilan/",
        "bilan/1/",
        "histoire/",
        "outils/bataille/",
    ):  # the worlds do differ
        assert f"/partie/{match.code}/{page}" in changed


def test_a_passer_by_learns_nothing_that_is_anybodys_own(match: Match, charlie: Player, client_of: Any) -> None:
    places = list(addresses(match))
    nobody, stranger = Client(), client_of(charlie)
    before, his_before = told(nobody, places), told(stranger, places)
    other_world(match, "nobody")
    assert different(before, told(nobody, places)) == []
    assert different(his_before, told(stranger, places)) == []


def different(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The addresses with other bytes."""
    return [address for address in one if one[address] != other[address]]


# Letters


def letters_of(match: Match, player: Player) -> list[tuple[Any, ...]]:
    """Every letter about the match as it stands that this player can be sent, as it would be sent."""
    match.refresh_from_db()
    events = stored_events(match.steps.get(number=match.step).events)
    state = match.realm
    now = statuses_of(match, match.rules.pending(state), match.deadline)
    written = [
        *start_letters(match, state, events, match.deadline),
        *turn_letters(match, state, events, now, match.deadline),
        *reminder_letters(match, now),
        *delay_letters(match, now),
    ]
    return [as_sent(letter) for letter in written if letter.player_id == player.pk]


def as_sent(letter: Letter) -> tuple[Any, ...]:
    """A letter as its reader gets it."""
    return letter.kind, letter.address, letter.subject, letter.text, letter.html, letter.headers, letter.svg


def test_no_letter_tells_what_its_reader_may_not_know(match: Match, alice: Player, bob: Player) -> None:
    Sheet.objects.filter(step=match.step + 1).delete()  # so that there is a reminder too
    hers, his = letters_of(match, alice), letters_of(match, bob)
    assert {letter[0] for letter in hers} == {"start", "turn", "reminder", "delay"}
    other_world(match, "j1")
    assert letters_of(match, alice) == hers
    assert letters_of(match, bob) != his


@pytest.mark.parametrize("number", range(5))
def test_a_silent_turn_is_told_in_the_same_letter(match: Match, alice: Player, number: int) -> None:
    Sheet.objects.filter(step=match.step + 1).delete()
    match.seats.update(bot="")
    here = silent_turn(match, alice)
    realm = scramble(match.realm, SeatName("j1"), Rng(b"%d" % number))
    last = match.steps.get(number=match.step)
    state = match.rules.dump(realm)
    seal = digest(bytes(match.seed).hex(), recorded(last.answers, "").answers, state)
    match.steps.filter(pk=last.pk).update(state=state, digest=seal)
    Match.objects.filter(pk=match.pk).update(state=state, digest=seal)
    assert silent_turn(match, alice) == here


def silent_turn(match: Match, player: Player) -> tuple[Any, ...]:
    """The letter that tells this player of a turn without orders; the turn is taken back."""
    with transaction.atomic():
        pass_deadline(match)
        letter = Letter.objects.get(player=player, kind="turn", key__startswith=f"turn:{match.pk}:{match.step}:")
        transaction.set_rollback(True)
    match.refresh_from_db()
    return as_sent(letter)


# Pushes, webhooks, pictures


def test_no_push_tells_more_than_the_title_and_that_something_has_happened(
    match: Match, alice: Player, bob: Player
) -> None:
    for player in (alice, bob):
        allow(player, Browser(f"https://push.example.org/{player.pk}").subscription, "")
    Sheet.objects.filter(step=match.step + 1).delete()
    before = pushes_of(match, alice)
    assert {kind for kind, *_ in before} == {"start", "turn", "reminder", "delay", "letter"}
    other_world(match, "j1")
    assert pushes_of(match, alice) == before
    assert pushes_of(match, bob) == before  # nothing in them is anybody's own: not a name, not a figure


def pushes_of(match: Match, player: Player) -> list[tuple[str, ...]]:
    """What pushes of all sorts would say to this player; letters from his correspondent among them."""
    match.refresh_from_db()
    Push.objects.all().delete()
    events = stored_events(match.steps.get(number=match.step).events)
    now = statuses_of(match, match.rules.pending(match.realm), match.deadline)
    post(start_letters(match, match.realm, events, match.deadline))
    post(turn_letters(match, match.realm, events, now, match.deadline))
    post(reminder_letters(match, now))
    post(delay_letters(match, now))
    seat = seat_of(match, player)
    message = Message.objects.filter(thread__sides__seat=seat).first()
    assert message is not None
    post(mails_of(message, [seat]))
    Player.objects.update(language="fr")
    rows = Push.objects.filter(device__player=player).order_by("kind")
    return [(push.kind, push.title, push.sentence, push.link.partition("lettres/")[0]) for push in rows]


def test_no_webhook_tells_what_a_passer_by_may_not_know(match: Match, alice: Player) -> None:
    Hook.objects.create(
        match=match, owner=alice, url="https://example.org/", form="json", awaited=True, chronicle=True, secret="x"
    )
    write_activity(match, "silent", seats=["j2"], turn=2)
    before = hooks_told(match)
    assert {event for event, _ in before} == {"turn", "awaited", "chronicle"}
    other_world(match, "nobody")
    Player.objects.filter(pk=alice.pk).update(time_zone=alice.time_zone, language=alice.language)
    assert hooks_told(match) == before


def hooks_told(match: Match) -> list[tuple[str, str]]:
    """All that webhooks would be told of the match as it stands."""
    match = Match.objects.get(pk=match.pk)
    now = statuses_of(match, match.rules.pending(match.realm), match.deadline)
    activities = [one for activity in match.activities.order_by("pk") for one in activity_deliveries(activity)]
    written = [*turn_deliveries(match), *awaited_deliveries(match, now), *activities]
    return [(one.event, PASSING_TIME.sub("", one.body)) for one in written]


def test_the_picture_in_a_mail_shows_what_its_reader_may_see(match: Match, alice: Player, bob: Player) -> None:
    hers, his = ([letter[-1] for letter in letters_of(match, player) if letter[-1]] for player in (alice, bob))
    assert len(hers) == 2 and "<svg" in hers[0]
    assert hers != his  # each has the own lands in gold
