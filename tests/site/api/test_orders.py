"""Orders given by a program: checked like the page's, kept like the page's, with the same receipts."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.api.models import READ
from heraut.site.matches.host_actions import offer, pause, take_over
from heraut.site.matches.models import OVER, Match, Sheet
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.saving import LONGEST_TEXT
from tests.site.api.caller import Program, program_of
from tests.site.games.fief.conftest import new_match, until
from tests.site.lobby.test_home import continent
from tests.site.matches.builders import one_order, pass_deadline, running, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """A match that runs."""
    return running(alice, bob, bots=1)


def test_a_check_explains_every_refused_line_and_saves_nothing(alice: Player, match: Match) -> None:
    good = one_order(seat_of(match, alice))
    program = program_of(alice, READ)
    checked = program.post(f"/matches/{match.code}/orders/check", text=f"{good}\nATT Nemo Nulle\n; je médite").json()
    assert (checked["understood"], checked["refused"]) == (1, 1)
    assert [line["state"] for line in checked["lines"]] == ["good", "refused", "silent"]
    assert "Nemo" in checked["lines"][1]["refusal"]
    assert checked["lines"][1]["rule"].startswith("GP-")
    assert not Sheet.objects.exists()
    english = program.client.post(
        f"/api/matches/{match.code}/orders/check?lang=en", {"text": "ATT Nemo Nulle"}, content_type="application/json"
    ).json()
    assert english["lines"][0]["refusal"] != checked["lines"][1]["refusal"]


def test_what_costs_is_above_nothing_and_what_brings_is_below(alice: Player, match: Match) -> None:
    seat = seat_of(match, alice)
    land = next(iter(seat.match.rules.view(seat.match.realm, seat.name)["own"]["lands"]))
    told = program_of(alice).post(f"/matches/{match.code}/orders/check", text=f"IMP 3 {land}\nARM {land} 20").json()
    tax, levy = told["lines"]
    assert tax["cost"] < 0 < levy["cost"] == tax["left"] - levy["left"]


def test_saved_orders_count_and_their_receipt_is_the_pages(alice: Player, match: Match, client: Client) -> None:
    order, program = one_order(seat_of(match, alice)), program_of(alice)
    saved = program.put(f"/matches/{match.code}/orders", text=f"{order}\r\nATT Nemo Nulle", seal=True).json()
    assert (saved["turn"], saved["sequence"], saved["sealed"], saved["kept"]) == (1, 1, True, order)
    assert saved["checked"]["refused"] == 1
    sheet = Sheet.objects.get()
    assert saved["receipt"] == json.loads(receipt_text(sheet))
    assert program.get(f"/matches/{match.code}/orders").json()["receipt"] == saved["receipt"]
    assert program.get(f"/matches/{match.code}/receipts").json() == [saved["receipt"]]
    assert Program().post("/receipts/verify", **saved["receipt"]).json()["verdict"] == "waiting"
    page = client.post("/partie/verifier-un-recu/", {"receipt": json.dumps(saved["receipt"])}).content.decode()
    assert 'class="verdict waiting"' in page
    pass_deadline(match)
    assert Program().post("/receipts/verify", **saved["receipt"]).json()["verdict"] == "used"
    assert dict(match.steps.get(number=1).answers)["j1"] == order


def test_a_receipt_that_was_changed_is_forged(alice: Player, match: Match) -> None:
    program = program_of(alice)
    receipt = program.put(f"/matches/{match.code}/orders", text="").json()["receipt"]
    for changed in ({"turn": 2}, {"turn": 10**40}, {"saved": "hier"}, {"signature": "é"}):
        assert Program().post("/receipts/verify", **{**receipt, **changed}).json()["verdict"] == "forged"
    for broken in ({**receipt, "turn": "deux"}, {**receipt, "turn": "1"}, {**receipt, "turn": True}, {}):
        assert Program().post("/receipts/verify", **broken).status_code == 422


def test_what_comes_in_has_the_type_that_the_document_names(alice: Player, match: Match) -> None:
    typed = [{"text": text} for text in ("\x18SILENCE", "# \x00", "\x7f", 1)]
    for odd in (*typed, {"text": "", "base": False}, {"text": "", "base": "0"}, {"text": "", "seal": "yes"}):
        assert program_of(alice).put(f"/matches/{match.code}/orders", **odd).status_code == 422
    assert not Sheet.objects.exists()


def test_a_token_that_reads_gives_no_orders(alice: Player, match: Match) -> None:
    answer = program_of(alice, READ).put(f"/matches/{match.code}/orders", text="")
    assert (answer.status_code, answer.json()["code"]) == (403, "read_only")
    assert Program().put(f"/matches/{match.code}/orders", text="").status_code == 401
    assert not Sheet.objects.exists()


def test_nobody_touches_the_orders_of_others(alice: Player, bob: Player, charlie: Player, match: Match) -> None:
    secret = one_order(seat_of(match, alice))
    program_of(alice).put(f"/matches/{match.code}/orders", text=secret)
    assert program_of(bob).get(f"/matches/{match.code}/orders").json()["text"] == ""
    assert program_of(bob).get(f"/matches/{match.code}/receipts").json() == []
    for method in ("get", "put"):
        answer = getattr(program_of(charlie), method)(f"/matches/{match.code}/orders", text="")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_seat")


def test_orders_made_from_an_older_version_are_refused(alice: Player, match: Match) -> None:
    program, address = program_of(alice), f"/matches/{match.code}/orders"
    program.put(address, text="; première", base=0)
    answer = program.put(address, text="; d'une autre fenêtre", base=0)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert program.put(address, text="; deuxième", base=1).json()["sequence"] == 2
    assert program.put(address, text="; troisième").json()["sequence"] == 3


def test_orders_for_a_turn_that_is_over_are_refused(alice: Player, match: Match) -> None:
    program, address = program_of(alice), f"/matches/{match.code}/orders"
    turn = program.get(address).json()["turn"]
    assert program.put(address, text="; première", turn=turn).status_code == 200
    pass_deadline(match)
    late = program.put(address, text="; correction", turn=turn)
    assert (late.status_code, late.json()["code"]) == (409, "past")
    assert not Sheet.objects.filter(step=turn + 1).exists()
    assert program.put(address, text="", turn=turn + 1).status_code == 200


def test_a_field_that_is_not_known_is_refused(alice: Player, match: Match) -> None:
    answer = program_of(alice).put(f"/matches/{match.code}/orders", text="", seat="j2")
    assert (answer.status_code, answer.json()["where"]) == (422, ["body.orders.seat"])
    assert not Sheet.objects.exists()


def test_nothing_is_checked_once_a_match_is_over(alice: Player, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=OVER, deadline=None)
    answer = program_of(alice).post(f"/matches/{match.code}/orders/check", text="")
    assert (answer.status_code, answer.json()["code"]) == (409, "closed")


def test_whoever_is_not_asked_is_told_so(alice: Player, bob: Player) -> None:
    banquet = new_match(alice, bob)
    until(banquet, alice, "cards")
    address = f"/matches/{banquet.code}/orders"
    assert program_of(alice).get(address).json()["open"] is True
    assert program_of(bob).get(address).json()["open"] is False
    answer = program_of(bob).put(address, text="")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_asked")


def test_a_program_reads_what_is_asked_and_every_answer_that_can_be_listed(alice: Player, bob: Player) -> None:
    banquet = new_match(alice, bob)
    until(banquet, alice, "cards")
    program, address = program_of(alice), f"/matches/{banquet.code}/orders"
    asked = program.get(address).json()
    assert asked["kind"] == "cards"
    checks = [program.post(f"{address}/check", text=text).json() for text in asked["answers"]]
    assert checks and all(check["refused"] == 0 for check in checks)
    waiting = program_of(bob).get(address).json()
    assert (waiting["kind"], waiting["answers"], waiting["offers"]) == ("", None, [])
    refused = program.put(address, text="PIOCHER deux", seal=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    assert (
        program.post(f"{address}/check", text="PIOCHER deux").json()["lines"][0]["refusal"] in refused.json()["message"]
    )
    assert program.put(address, text=asked["offers"][-1], seal=True).status_code == 200


@pytest.mark.parametrize("made", [running, continent])
def test_a_sheet_is_asked_for_and_has_no_list_of_answers(
    alice: Player, bob: Player, made: Callable[..., Match]
) -> None:
    match = made(alice, bob)
    asked = program_of(alice).get(f"/matches/{match.code}/orders").json()
    assert (asked["kind"], asked["answers"]) == ("order_sheet", None)
    checked = program_of(alice).post(f"/matches/{match.code}/orders/check", text=asked["offers"][0]).json()
    assert (checked["understood"], checked["refused"]) == (1, 0)


def test_closed_orders_are_refused(alice: Player, match: Match) -> None:
    pause(match, alice, timezone.now() + timedelta(days=1), "Noël")
    answer = program_of(alice).put(f"/matches/{match.code}/orders", text="")
    assert (answer.status_code, answer.json()["code"]) == (409, "closed")
    assert program_of(alice).post(f"/matches/{match.code}/orders/check", text="").status_code == 200


def test_orders_that_are_too_long_are_refused(alice: Player, match: Match) -> None:
    for act in ("put", "post"):
        address = f"/matches/{match.code}/orders" + ("/check" if act == "post" else "")
        assert getattr(program_of(alice), act)(address, text=";" * (LONGEST_TEXT + 1)).status_code == 422


@pytest.mark.parametrize("order", ["ABD", "abd", "ABD;adieu", " ABD ; adieu"])
def test_nobody_abdicates_by_mistake(alice: Player, match: Match, order: str) -> None:
    program, address = program_of(alice), f"/matches/{match.code}/orders"
    answer = program.put(address, text=order)
    assert (answer.status_code, answer.json()["code"]) == (409, "abdication")
    assert not Sheet.objects.exists()
    assert program.put(address, text=order, confirm="ABD").json()["kept"] == "ABD"
    assert program.put(address, text=f"{order}\n; je persiste").status_code == 200


def test_a_newcomer_finds_no_orders_of_the_former_player(alice: Player, charlie: Player, match: Match) -> None:
    program_of(alice).put(f"/matches/{match.code}/orders", text=one_order(seat_of(match, alice)))
    former = program_of(alice)
    offer(seat_of(match, alice), alice)
    take_over(match.seats.get(name="j1"), charlie)
    newcomer = program_of(charlie)
    assert newcomer.get(f"/matches/{match.code}/orders").json()["sequence"] == 0
    assert newcomer.get(f"/matches/{match.code}/receipts").json() == []
    assert newcomer.put(f"/matches/{match.code}/orders", text="").status_code == 200
    assert former.get(f"/matches/{match.code}/orders").status_code == 403


def test_saving_has_its_own_rate(alice: Player, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bearer.RATES, "save", "2/m/key")
    program, address = program_of(alice), f"/matches/{match.code}/orders"
    assert [program.put(address, text=f"; {n}").status_code for n in range(3)] == [200, 200, 429]
    assert program.get(address).status_code == 200


def test_a_fallen_lord_reads_and_gives_no_orders(alice: Player, match: Match) -> None:
    program = program_of(alice)
    program.put(f"/matches/{match.code}/orders", text="ABD", confirm="ABD")
    pass_deadline(match)
    answer = program.put(f"/matches/{match.code}/orders", text="")
    assert (answer.status_code, answer.json()["code"]) == (409, "fallen")
    assert program.get(f"/matches/{match.code}").json()["own"] is None
    assert program.get(f"/matches/{match.code}/turns/1/report").status_code == 200
