"""Two worlds that differ only in what a reader may not know: pages, fragments, API, mails, pushes, hooks are the same.

The reader is one of the two at the table, or nobody: a spectator (SV-INF-02). What changes are secret numbers and
instructions, of every step that was taken, what was told to the others alone, their answers as typed, their notes.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.protocol import seen_by
from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match, Seat, Sheet, Step
from heraut.site.matches.state_storage import state_after
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.polling import sign
from heraut.site.notifications.devices import allow
from heraut.site.notifications.models import Delivery, Hook, Letter, Push
from tests.games.vassaux.scramble import scramble
from tests.site.api.caller import Program, program_of
from tests.site.api.test_leak import addresses, other_events
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.vassaux.battles import up_to
from tests.site.games.vassaux.conftest import POST, new_match, placed
from tests.site.games.vassaux.pages import Page
from tests.site.matchpage.conftest import forget_views
from tests.site.notifications.services import Browser
from tests.site.stored import stored_match

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SV-INF-02", "SV-SCN-32", "SV-DPR-02")]
PASSING = re.compile(
    rb'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"|DTSTAMP:\w+|data-units="[^"]*"|<time[^>]*>.*?</time>'
)
PAGES = (
    "", "?unite=2", "?unite=52&calque=menaces", "?calque=portee", "?calque=vue", "spectateur/", "consignes/", "ordres/",
    "bilan/", "bilan/0/", "bilan/1/", "histoire/", "histoire/?pas=3", "film/", "film/?pas=3", "statistiques/",
    "outils/chance/", "outils/mesure/?de=1&a=51", "outils/melee/", "regles/", "carte.svg", "carte.svg?pas=3",
    "carte.svg?table=1&unite=2&brouillon=ORDRE%202%20MAR", "echeances.ics", "presentation/", "fin/", "partie.json",
    "propos/", "lettres/",
)  # fmt: skip
OUTSIDE = ("/", "/parties/", "/palmares/", "/joueurs/Alice/", "/joueurs/Bob/", "/tables/", "/regles/vassaux/?q=nombre")
MOVES = 3  # questions that silence answers, one after the other


@pytest.fixture
def duel(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Match:
    """The duel of numbers, both of which are still to come, with instructions on either side; mails, pushes, a hook."""
    monkeypatch.setitem(bearer.RATES, "ask", "100000/m/key")
    settings.MAIL = "smtp://mail.example.org"
    return stored_match("duel of numbers", lambda: begun_duel(alice, bob))


def begun_duel(alice: Player, bob: Player) -> Match:
    """The same, made."""
    match = up_to(new_match(alice, bob, pace=POST, scenario=3), 1)
    for player in (alice, bob):
        allow(player, Browser(f"https://push.example.org/{player.pk}").subscription, "")
    Hook.objects.create(
        match=match, owner=alice, url="https://example.org/", form="json", awaited=True, chronicle=True, secret="x"
    )
    asked = next(player for player in (alice, bob) if decision(match, player) is not None)
    answer(match, asked, "CONSIGNE CEDER OUI")
    battle = match.realm
    battle.hosts[0].number, battle.hosts[1].number = 4, 3
    placed(match, battle)
    return match


def other_world(match: Match, seat: str) -> None:
    """Changes in the database all that this seat may not know of steps, answers, notes and the seed."""
    rng, steps = Rng(b"another world"), list(Step.objects.filter(match=match))
    states = [state_after(match.pk, step.number) for step in steps]  # kept as what has changed since a former one
    for step, state in zip(steps, states, strict=True):
        step.state = scrambled(match, state, seat, rng.at(step.number))
        step.base = None
        step.events = msgspec.json.encode(other_events(step, seat))
        step.answers = [[name, text if name == seat else "; autre chose"] for name, text in step.answers]
        step.save()
    last = Step.objects.get(match=match, number=match.step)
    Match.objects.filter(pk=match.pk).update(state=last.state)
    Sheet.objects.exclude(seat__name=seat).filter(seat__match=match).update(text="; autre", kept="PASSER")


def scrambled(match: Match, state: bytes, seat: str, rng: Rng) -> bytes:
    """A state with the secrets of both sides changed, but for those of this seat."""
    battle = match.rules.load(state)
    for host in battle.hosts:
        if host.seat != seat:
            other = next(one for one in battle.hosts if one.seat != host.seat)
            battle = scramble(battle, SeatName(other.seat), rng.at(host.seat))
    return bytes(match.rules.dump(battle))


def told(client: Client, program: Program, match: Match, seat: Seat | None) -> dict[str, bytes]:
    """Every page, the living part of the table, the poll, every address of the API."""
    forget_views()
    number, holder = (seat.pk, seat.user_id) if seat is not None else (0, None)
    poll = f"/partie/{match.code}/pouls/{number}/{sign(match.code, number, holder)}/"
    places = [*(f"/partie/{match.code}/{page}" for page in PAGES), *OUTSIDE, poll]
    found = {place: client.get(place) for place in places}
    found["fragment"] = client.get(f"/partie/{match.code}/", headers={"HX-Request": "true"})
    found |= {f"api{address}": program.client.get(address) for address in addresses(match)}
    return {place: b"%d" % one.status_code + PASSING.sub(b"", one.content) for place, one in found.items()}


READERS = ("alice", "bob", "charlie", "nobody")


@pytest.mark.parametrize("who", READERS)
def test_no_page_and_no_answer_of_the_api_tells_what_its_reader_may_not_know(
    duel: Match, client_of: Callable[[Player], Client], alice: Player, bob: Player, charlie: Player, who: str
) -> None:
    player = {"alice": alice, "bob": bob, "charlie": charlie}.get(who)
    seat = duel.seats.filter(user=player).first() if player is not None else None
    client, program = (client_of(player), program_of(player)) if player is not None else (Client(), Program())
    told(client, program, duel, seat)  # what is read for the first time is marked as read
    before = told(client, program, duel, seat)
    other_world(duel, seat.name if seat is not None else "nobody")
    Seat.objects.filter(match=duel).exclude(user=player).update(notes="CONSIGNE MARTYRS OUI\n#abc ORDRE 2 MAR")
    after = told(client, program, duel, seat)
    assert [place for place in before if before[place] != after[place]] == []
    assert sum(one.startswith(b"200") for one in before.values()) > 60


def test_the_worlds_differ_for_whoever_lives_there(
    duel: Match, client_of: Callable[[Player], Client], bob: Player
) -> None:
    client, program, seat = client_of(bob), program_of(bob), seat_of(duel, bob)
    before = told(client, program, duel, seat)
    other_world(duel, "j1")
    after = told(client, program, duel, seat)
    changed = {place.removeprefix(f"/partie/{duel.code}/") for place in before if before[place] != after[place]}
    assert {"ordres/", "bilan/0/", f"api/api/matches/{duel.code}/view"} <= changed


def test_no_preview_tells_what_the_other_side_hides(
    duel: Match, client_of: Callable[[Player], Client], alice: Player, bob: Player
) -> None:
    asked = next(player for player in (alice, bob) if decision(duel, player) is not None)
    before = drafts(Page(client_of(asked), duel))
    other_world(duel, seat_of(duel, asked).name)
    forget_views()
    assert drafts(Page(client_of(asked), duel)) == before


def drafts(page: Page) -> list[bytes]:
    """What the page shows of every offer."""
    start, found = page.html, []
    for field, value, grey in page.buttons():
        if field != "now" and not grey:
            page.html = start
            found.append(PASSING.sub(b"", page.send(**{field: value}).html.encode()))
    assert found
    return found


@pytest.mark.parametrize("who", READERS[:2])
def test_no_mail_no_push_no_hook_and_no_line_of_the_journal_tells_it_as_the_battle_goes_on(
    duel: Match, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture, who: str
) -> None:
    caplog.set_level(logging.DEBUG, "heraut")
    reader = {"alice": alice, "bob": bob}[who]
    before = goes_on(duel, reader, caplog)
    assert before["mails"] and before["pushes"] and before["hooks"]
    other_world(duel, seat_of(duel, reader).name)
    duel.refresh_from_db()
    placed(duel, duel.realm)
    assert goes_on(duel, reader, caplog) == before


def goes_on(match: Match, reader: Player, caplog: pytest.LogCaptureFixture) -> dict[str, list[Any]]:
    """What silence brings to this reader and to the hooks, question by question; it is all taken back."""
    caplog.clear()
    forget_views()
    seat, known = seat_of(match, reader).name, set(Letter.objects.values_list("pk", flat=True))
    pushed, delivered = (set(sort.objects.values_list("pk", flat=True)) for sort in (Push, Delivery))
    with transaction.atomic():
        steps: list[Any] = []
        for _ in range(MOVES):
            past = timezone.now() - timedelta(seconds=1)
            Seat.objects.filter(match=match).update(grace_used=99, missed=0, notes="")
            Match.objects.filter(pk=match.pk).update(deadline=past)
            resolve_at_once(match.pk)
            match.refresh_from_db()
            events = stored_events(match.steps.get(number=match.step).events)
            steps.append(seen_by(events, SeatName(seat)))
        mails = [as_sent(one) for one in Letter.objects.filter(player=reader).exclude(pk__in=known)]
        rows = Push.objects.filter(device__player=reader).exclude(pk__in=pushed)
        found = {
            "steps": steps,
            "mails": sorted(mails, key=repr),
            "pushes": [(one.kind, one.title, one.sentence, one.link) for one in rows],
            "hooks": [
                (one.event, re.sub(r'"at": "[^"]*"|\d\d:\d\d', "", one.body))
                for one in Delivery.objects.exclude(pk__in=delivered)
            ],
            "journal": [record.getMessage() for record in caplog.records],
        }
        transaction.set_rollback(True)
    match.refresh_from_db()
    return found


def as_sent(letter: Letter) -> tuple[Any, ...]:
    """A letter as its reader gets it, without the hours that pass."""
    texts = (re.sub(r"\d{1,2}:\d\d|\d\d h \d\d", "", text) for text in (letter.subject, letter.text, letter.html))
    return letter.kind, letter.address, *texts, letter.svg
