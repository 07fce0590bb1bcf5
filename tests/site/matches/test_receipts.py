"""Receipts and records: what the site has promised can be proved by whoever holds it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from heraut.cli import main
from heraut.engine.record import Record
from heraut.site.accounts.models import Player
from heraut.site.matches.host_actions import offer, take_over
from heraut.site.matches.models import Match, Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.matches.receipts import (
    FORGED,
    LOST,
    REPLACED,
    UNUSED,
    USED,
    WAITING,
    Receipt,
    check_receipt,
    receipt,
    receipt_line,
    receipt_text,
    sha256,
)
from heraut.site.matches.records import public_record
from heraut.site.matches.services import start
from tests.site.matches.builders import gathering, give_orders, one_order, pass_deadline, running, seat_of

pytestmark = pytest.mark.django_db


def saved(match: Match, player: Player) -> Receipt:
    """The receipt of one more save of this player."""
    seat = give_orders(match, player)
    return receipt(Sheet.objects.filter(seat=seat).latest("pk"))


def test_each_save_gives_a_receipt_that_tells_what_became_of_it(alice: Player) -> None:
    match = running(alice, bots=1)
    first = saved(match, alice)
    assert check_receipt(first) == WAITING
    second = saved(match, alice)
    assert (first.sequence, second.sequence, second.turn, second.seat) == (1, 2, 1, "j1")
    assert (check_receipt(first), check_receipt(second)) == (REPLACED, WAITING)
    pass_deadline(match)
    assert (check_receipt(first), check_receipt(second)) == (REPLACED, USED)
    assert match.steps.get(number=1).sealed_hashes == {"j1": second.hash}
    assert match.steps.get(number=1).sealed_root == sha256(second.hash)


@pytest.mark.parametrize(
    "change", [{"turn": 2}, {"seat": "j2"}, {"sequence": 9}, {"orders": "0" * 64}, {"hash": "0" * 64}]
)
def test_a_receipt_that_was_changed_is_forged(alice: Player, change: dict[str, object]) -> None:
    shown = saved(running(alice, bots=1), alice)
    assert check_receipt(msgspec.structs.replace(shown, **change)) == FORGED


def test_orders_that_the_site_has_lost_or_altered_are_found_out(alice: Player) -> None:
    match = running(alice, bots=1)
    shown = saved(match, alice)
    Sheet.objects.update(kept="ABD")
    assert check_receipt(shown) == LOST
    Sheet.objects.all().delete()
    assert check_receipt(shown) == LOST


def test_a_receipt_from_a_player_who_was_replaced_is_genuine_and_unused(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    shown = saved(match, alice)
    seat = seat_of(match, alice)
    offer(seat, alice)
    take_over(seat, bob)
    pass_deadline(match)
    assert check_receipt(shown) == UNUSED


def test_the_published_hash_betrays_nothing_to_whoever_guesses_the_orders(alice: Player) -> None:
    match = running(alice, bots=1)
    shown = saved(match, alice)
    guess = receipt_line(match.code, 1, "j1", 1, shown.saved, sha256(one_order(seat_of(match, alice)).upper()))
    assert sha256(guess) != shown.hash  # the right guess, without the signature, proves nothing


def test_a_receipt_is_checked_on_a_page_by_whoever_holds_it(alice: Player, client: Client) -> None:
    match = running(alice, bots=1)
    sheet, _ = save_orders(seat_of(match, alice), "")
    address = reverse("matches:receipt")
    assert client.get(address).status_code == 200
    answer = client.post(address, {"receipt": receipt_text(sheet)})
    assert "authentique" in answer.content.decode()
    assert client.post(address, {"receipt": "n'importe quoi"}).status_code == 400
    assert client.post(address, {"receipt": '{"match": "x"}'}).status_code == 400


# Records


def test_the_record_before_the_end_holds_no_secret(alice: Player) -> None:
    match = gathering(alice, bots=1)
    match.options = {**match.options, "turn_limit": 9, "turn_limit_secret": True}
    match.save()
    start(match)
    give_orders(match, alice)
    pass_deadline(match)
    copy = public_record(match)
    assert copy.seed is None
    assert not bytes(copy.state)
    assert copy.steps[0].answers == ()
    assert "turn_limit" not in copy.options
    assert (copy.commitment, copy.steps[0].digest) == (match.commitment, match.digest)


def test_the_record_of_a_match_that_is_over_is_verified_by_the_command(
    alice: Player, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = gathering(alice, bots=1)
    match.options = {**match.options, "turn_limit": 2}
    match.save()
    seat = seat_of(match, alice)
    seat.word = "Montjoie"
    seat.save()
    start(match)
    give_orders(match, alice)
    pass_deadline(match)
    pass_deadline(match)
    answer = client.get(reverse("match_record", args=[match.code]))
    path = tmp_path / "record.json"
    path.write_bytes(answer.content)
    assert main(["verify", str(path)]) == 0
    record = msgspec.json.decode(answer.content, type=Record)
    assert record.words == {"j1": "Montjoie"}
    path.write_bytes(answer.content.replace(b'"IMP 3', b'"IMP 4'))
    assert main(["verify", str(path)]) != 0
    capsys.readouterr()
