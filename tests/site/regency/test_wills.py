"""What answers for the silent: at the deadline, once, as an answer like any other; the turn was missed all the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import to_builtins

from heraut.bots import names as bot_names
from heraut.bots import player as bot_player
from heraut.engine.match import verify
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.registry import GAMES
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import CLAIM, claim, compute, open_step, publish, resolve_due
from heraut.site.lobby.presets import PRESETS, SEALED
from heraut.site.matches import host_actions
from heraut.site.matches.adapters import adapter, bot_of
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.records import record_of
from heraut.site.matches.services import open_match, start
from heraut.site.notifications.models import Letter
from heraut.site.regency import wills
from heraut.site.regency.models import WillTaken
from tests.site.games.fief.conftest import POST, until
from tests.site.games.fief.conftest import new_match as fief_match
from tests.site.matches.builders import SECOND, give_orders, one_order, pass_deadline, planned, running, seat_of
from tests.site.regency.builders import in_force

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def leave(seat: Seat, will: str, standing: str = "") -> None:
    """The will of a seat."""
    bot = bot_of(seat.match.game) if will == "bot" else ""
    Seat.objects.filter(pk=seat.pk).update(will=will, standing=standing, will_bot=bot)


def answers(match: Match, number: int) -> dict[str, str | None]:
    """What the record holds of a step."""
    return dict(match.steps.get(number=number).answers)


def verified(match: Match) -> None:
    """The match as it is stored plays again to the same states."""
    match.refresh_from_db()
    verify(game(match.game), record_of(match))  # raises what is wrong


def test_standing_orders_answer_the_silent_each_turn(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    line = one_order(seat_of(match, alice))
    leave(seat_of(match, alice), "standing", line)
    for number in (1, 2):
        pass_deadline(match)
        assert answers(match, number)["j1"] == line.upper()
        assert "j1" not in match.steps.get(number=number).sealed_hashes  # nobody saved it: no receipt speaks of it
    taken = WillTaken.objects.order_by("step")
    assert [(one.seat.name, one.step, one.text) for one in taken] == [("j1", 1, line.upper()), ("j1", 2, line.upper())]
    verified(match)


def test_orders_that_were_saved_count_and_no_will_besides(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    leave(seat_of(match, alice), "standing", one_order(seat_of(match, alice)))
    save_orders(seat_of(match, alice), "; rien du tout")
    leave(seat_of(match, bob), "bot")
    in_force(seat_of(match, bob), charlie)
    save_orders(seat_of(match, bob), "; le régent non plus", regent=charlie.pk)
    pass_deadline(match)
    assert answers(match, 1) == {"j1": None, "j2": None}
    assert not WillTaken.objects.exists()


def test_lines_that_are_refused_on_the_day_are_dropped_and_told(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    line = one_order(seat_of(match, alice))
    leave(seat_of(match, alice), "standing", f"ATT Personne NULLEPART 3\n{line}\nn'importe quoi")
    told = client_of(alice).get(f"/partie/{match.code}/regence/").content.decode()
    assert "2 lignes seraient refusées et ne compteraient pas" in told
    assert told.count("Ligne 3") == 1
    pass_deadline(match)
    assert answers(match, 1)["j1"] == line.upper()
    letter = Letter.objects.get(kind="turn", player=alice)
    assert "Ligne 1 de vos ordres permanents, refusée" in letter.text
    assert "Ligne 3 de vos ordres permanents, refusée" in letter.text
    assert "vos ordres permanents ont répondu" in letter.text.lower()
    page = client_of(alice).get(f"/partie/{match.code}/regence/").content.decode()
    assert "Ligne 3" in page and line.upper() in page
    assert "permanents" not in Letter.objects.get(kind="turn", player=bob).text


def test_orders_that_no_line_is_left_of_are_silence(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    leave(seat_of(match, alice), "standing", "n'importe quoi")
    pass_deadline(match)
    taken = WillTaken.objects.get()
    assert taken.text == "" and len(taken.dropped) == 1
    verified(match)


@pytest.mark.rule("GP-SITE-14")
@pytest.mark.parametrize("will", ["standing", "bot"])
def test_a_will_makes_nobody_present_who_is_not(alice: Player, bob: Player, will: str) -> None:
    match = running(alice, bob)
    leave(seat_of(match, bob), will, one_order(seat_of(match, bob)))
    for turn in (1, 2, 3):
        give_orders(match, alice)
        pass_deadline(match)
        assert seat_of(match, bob).missed == turn
        assert match.activities.filter(kind="silent").last().data["seats"] == ["j2"]
    assert Letter.objects.filter(kind="ghost").count() == 1
    assert seat_of(match, bob).offered
    give_orders(match, alice)
    pass_deadline(match)
    assert answers(match, 4)["j2"] is None  # his seat waits for somebody else: his will has had its time
    assert WillTaken.objects.count() == 3


@pytest.mark.rule("GP-SITE-14")
def test_announced_absence_with_a_will_counts_for_nothing(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    sent = {"do": "days", "away_from": timezone.localdate().isoformat(), "away_until": ""}
    client_of(bob).post(f"/partie/{match.code}/regence/", sent)
    leave(seat_of(match, bob), "standing", one_order(seat_of(match, bob)))
    pass_deadline(match)
    assert (seat_of(match, bob).missed, seat_of(match, alice).missed) == (0, 1)
    assert answers(match, 1)["j2"] is not None
    sent["away_from"] = (timezone.localdate() + timedelta(days=90)).isoformat()
    client_of(bob).post(f"/partie/{match.code}/regence/", sent)
    pass_deadline(match)
    assert seat_of(match, bob).missed == 1


def test_a_bot_by_will_plays_by_its_seat_s_view_and_is_verified(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    leave(seat_of(match, alice), "bot")
    pass_deadline(match)
    assert answers(match, 1)["j1"] and not answers(match, 1)["j2"]
    verified(match)


def test_a_will_that_cannot_be_carried_out_holds_up_nobody(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(alice, bob)
    leave(seat_of(match, alice), "bot")

    def broken(*_: Any) -> Any:
        raise RuntimeError

    monkeypatch.setattr(wills, "answer_of", broken)
    pass_deadline(match)
    assert match.step == 1 and not WillTaken.objects.exists()


def test_a_worker_that_dies_between_does_not_make_a_will_answer_twice(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    leave(seat_of(match, alice), "bot")
    now = planned(match) + SECOND
    first = claim(now)
    assert first is not None
    early = compute(first.match, open_step(first.match, now), now)
    later = now + CLAIM + SECOND
    second = claim(later)
    assert second is not None
    again = compute(second.match, open_step(second.match, later), later)
    assert publish(second, again, later) and not publish(first, early, later)
    assert early.after.digest == again.after.digest
    assert WillTaken.objects.count() == 1
    verified(match)


def test_a_will_answers_when_the_others_have_ended_the_turn(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=Pace(seconds=86400, early=True, grace=0))
    bob.absent_from = timezone.localdate()
    bob.save()
    leave(seat_of(match, bob), "standing", one_order(seat_of(match, bob)))
    give_orders(match, alice, seal=True)
    assert resolve_due() == 1
    assert answers(match, 1)["j2"] is not None


def test_decision_by_decision_a_will_answers_when_time_is_up(alice: Player, bob: Player) -> None:
    match = fief_match(alice, bob, pace=POST)
    until(match, alice, "cards")
    leave(seat_of(match, alice), "bot")
    match.refresh_from_db()
    before = match.step
    assert resolve_due(planned(match) - SECOND) == 0
    match.refresh_from_db()
    assert match.step == before
    pass_deadline(match)
    taken = WillTaken.objects.filter(match=match)
    assert taken.exists() and {one.seat.name for one in taken} == {"j1"}
    verified(match)


def test_wills_are_their_player_s_alone(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    leave(seat_of(match, alice), "standing", "; le secret du testament")
    pages = ("", "ordres/", "regence/", "bilan/", "histoire/", "spectateur/", "tribune/")
    pass_deadline(match)
    in_force(seat_of(match, alice), charlie, letters=True, orders=True)
    for other in (bob, charlie):
        for page in pages:
            assert "secret du testament" not in client_of(other).get(f"/partie/{match.code}/{page}").content.decode()
    host_actions.offer(seat_of(match, alice), alice)
    dora = Player.objects.create_user("Dora", "dora@example.org", "x")
    host_actions.take_over(match.seats.get(name="j1"), dora)
    assert "testament" not in client_of(dora).get(f"/partie/{match.code}/regence/").content.decode()
    assert match.seats.get(name="j1").standing == ""


@pytest.mark.parametrize("name", [name for name, entry in GAMES.items() if entry.packages.site])
def test_lines_are_dropped_one_by_one_in_every_game(name: str) -> None:
    """What a bot would answer, with a wrong line before and behind it, is left whole, and read again as it is."""
    options = dict(adapter(name).quick)
    match = open_match(name, "Essai", options, next(iter(adapter(name).paces.values())))
    for number in range(int(options.get("lords") or 2)):
        Seat.objects.create(match=match, name=f"new{number}", lord=adapter(name).lord_names()[number], bot=bot_of(name))
    start(match)
    match.refresh_from_db()
    decision = next(iter(match.rules.pending(match.realm).values()))
    assert bot_of(name) in bot_names(name)
    text = decision.write(bot_player(name, bot_of(name))(decision, decision.view, Rng(bytes(32))))
    kept, dropped = wills.legal(decision, f"zzzz 1 2 3\n{text}\nzzzz", whole=adapter(name).whole)
    assert text and kept == text
    assert dropped and all(refusal.line for refusal in dropped)


def test_the_page_says_what_was_wrong_and_keeps_what_was_typed(alice: Player, client_of: Browser) -> None:
    match = running(alice, bots=1)
    address = f"/partie/{match.code}/regence/"
    page = client_of(alice).post(address, {"do": "will", "will": "standing", "standing": ""}).content.decode()
    assert "Écrivez les ordres" in page
    page = client_of(alice).post(address, {"do": "will", "will": "x", "standing": "IMP 3 <b>"}).content.decode()
    assert "IMP 3 &lt;b&gt;" in page and seat_of(match, alice).standing == ""
    client_of(alice).post(address, {"do": "will", "will": "standing", "standing": "IMP 3 OULU"})
    assert (seat_of(match, alice).will, seat_of(match, alice).standing) == ("standing", "IMP 3 OULU")
    page = client_of(alice).post("/compte/absence/", {"away_from": "2027-02-01", "away_until": "2027-01-01"})
    assert "finit avant de commencer" in page.content.decode()
    number = seat_of(match, alice).pk
    sent = {"away_from": "2027-01-01", "away_until": "2027-02-01", f"{number}-will": "bot"}
    client_of(alice).post("/compte/absence/", sent)
    alice.refresh_from_db()
    assert str(alice.absent_until) == "2027-02-01" and seat_of(match, alice).will == "bot"
    assert seat_of(match, alice).standing == "IMP 3 OULU"  # kept for another time


def test_standing_orders_are_announced_before_the_turn_and_told_after_it(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    seat = seat_of(match, alice)
    leave(seat, "standing", one_order(seat))
    browser, others = client_of(alice), client_of(bob)
    page = unescape(browser.get(f"/partie/{match.code}/ordres/").content.decode())
    assert "vos ordres permanents serviront" in page and "à l'échéance, vos ordres permanents répondent" in page
    assert "Aucun ordre" not in page
    theirs = others.get(f"/partie/{match.code}/").content.decode()
    assert "Aucun ordre donné" in theirs and "permanents" not in theirs
    pass_deadline(match)
    report = browser.get(f"/partie/{match.code}/bilan/").content.decode()
    assert "vos ordres permanents ont répondu." in report
    assert "permanents ont répondu" not in others.get(f"/partie/{match.code}/bilan/").content.decode()


def test_who_is_absent_and_has_left_orders_owes_no_answer_at_home(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    seat = seat_of(match, alice)
    leave(seat, "standing", one_order(seat))
    Match.objects.filter(pk=match.pk).update(pace_data=to_builtins(PRESETS[SEALED]))
    Player.objects.filter(pk=alice.pk).update(absent_from=timezone.now().date() - timedelta(days=2))
    page = unescape(client_of(Player.objects.get(pk=alice.pk)).get("/").content.decode())
    assert "rien à donner pour l'instant" in page and "vos ordres permanents répondent" in page
