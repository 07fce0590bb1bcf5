"""A match is rewound: prepared by the worker, written whole or not at all, told to all, and nothing of it is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from heraut.cli.record_files import write_record
from heraut.engine.layout import fold, heading, table
from heraut.engine.match import verify
from heraut.site.accounts.models import Player
from heraut.site.clock import rewind
from heraut.site.clock.bots import bot_draws
from heraut.site.clock.models import FAILED, ORDER, OVERTAKEN, READY, REOPEN, RULING, Branch, PreparedStep, Rewind
from heraut.site.clock.resolution import resolve_due
from heraut.site.clock.rewind import CannotRewind, agree, ask, claim, computed, keep, may_rewind, rewinds_due
from heraut.site.clock.rewind_diff import COME, GONE, compared, of_branch, of_rewind, sentences
from heraut.site.clock.rewind_writing import carry_out
from heraut.site.matches import models as m
from heraut.site.matches.host_actions import close, rule
from heraut.site.matches.models import Match, Presence, Seat, Sheet
from heraut.site.matches.orders import last_sheet, save_orders
from heraut.site.matches.receipts import SET_ASIDE, USED, WAITING, check_receipt, receipt
from heraut.site.matches.records import public_record, record_of
from heraut.site.notifications.models import Letter
from tests.site.conftest import new_player
from tests.site.games.daifen.conftest import new_continent
from tests.site.games.fief.conftest import new_match as new_banquet
from tests.site.games.rois.conftest import new_world
from tests.site.games.vassaux.conftest import new_match as new_battle
from tests.site.matches.builders import give_orders, pass_deadline, running, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """Three turns of Gloire between two people and a bot; its host does not play."""
    match = running(alice, bob, bots=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    for _ in range(3):
        give_orders(match, alice)
        give_orders(match, bob)
        pass_deadline(match)
    return match


def corrected(match: Match, host: Player, first: int = 2, text: str | None = None, seat: str = "j1") -> Rewind:
    """A rewind that corrects an order of alice, prepared."""
    found = ask(match, host, ORDER, first, seat=seat, text=other_order(match, first) if text is None else text)
    prepare(found)
    return found


def other_order(match: Match, first: int) -> str:
    """An order that alice could have given for this turn, and did not."""
    seat = match.seats.get(name="j1")
    view = match.rules.view(match.rules.load(rewind.state_after(match.pk, first - 1)), seat.name)
    return f"IMP 1 {next(iter(view['own']['lands']))}"


def prepare(found: Rewind) -> None:
    """Has the worker compute it."""
    rewinds_due()
    found.refresh_from_db()
    assert found.status == READY


def apply(found: Rewind, reason: str = "Un ordre mal lu") -> Match:
    """Has it carried out; the match."""
    agree(found, reason)
    assert rewinds_due() == 1
    assert not Rewind.objects.exists() and not PreparedStep.objects.exists()
    return Match.objects.get(pk=found.match_id)


def verified(match: Match) -> None:
    """The record of the match holds every line that was played, and each is verified."""
    record = record_of(match)
    assert bytes(verify(match.rules, record).record.state) == bytes(match.state or b"")
    assert len(record.branches) == match.branch


@pytest.mark.rule("GP-SITE-37")
def test_an_order_is_corrected_and_every_later_turn_computed_again(
    match: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    old = {step.number: step for step in match.steps.all()}
    receipts = [receipt(sheet) for sheet in Sheet.objects.select_related("seat__match").order_by("pk")]
    assert {check_receipt(one) for one in receipts} == {USED}
    give_orders(match, bob)  # a draft for the coming turn
    waiting = receipt(Sheet.objects.select_related("seat__match").latest("pk"))

    found = corrected(match, charlie)
    assert match.steps.get(number=2).digest == old[2].digest  # nothing has changed yet
    match = apply(found)

    assert (match.branch, match.step, match.status) == (1, 3, m.RUNNING)
    new = {step.number: step for step in match.steps.all()}
    assert new[1].digest == old[1].digest and new[2].digest != old[2].digest and new[3].digest != old[3].digest
    assert new[3].answers == old[3].answers
    assert new[2].answers[0] == ["j1", other_order(match, 2)] and new[2].answers[1:] == old[2].answers[1:]
    assert [step.resolved for step in new.values()] == [step.resolved for step in old.values()]
    branch = match.branches.get()
    assert [step.digest for step in branch.steps.all()] == [old[2].digest, old[3].digest]
    sheet = Sheet.objects.select_related("seat__match").get(by_arbiter=True)
    assert (sheet.seat.name, sheet.step, sheet.sequence) == ("j1", 2, 2)
    assert check_receipt(receipt(sheet)) == USED
    verdicts = {(one.seat, one.turn): check_receipt(one) for one in receipts}
    assert verdicts.pop(("j1", 2)) == SET_ASIDE and set(verdicts.values()) == {USED}
    assert check_receipt(waiting) == WAITING and last_sheet(seat_of(match, bob), 4) is not None
    verified(match)
    give_orders(match, alice)
    pass_deadline(match)
    verified(Match.objects.get(pk=match.pk))


@pytest.mark.rule("GP-SITE-37")
def test_a_turn_is_played_again_its_orders_drafts_its_dice_others(
    match: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    Seat.objects.filter(match=match, user=alice).update(read=3)
    old = match.steps.get(number=3)
    give_orders(match, bob, seal=True)
    found = ask(match, charlie, REOPEN, 3)
    assert found.status == READY
    match = apply(found)

    assert (match.branch, match.step) == (1, 2) and match.deadline is not None and match.deadline > timezone.now()
    assert not match.steps.filter(number=3).exists()
    draft = last_sheet(seat_of(match, alice), 3)
    assert draft is not None and not draft.sealed and draft.sequence == 2
    assert last_sheet(seat_of(match, bob), 4) is None  # what was given for a turn that there is none of yet
    assert (seat_of(match, alice).read, seat_of(match, bob).sealed) == (2, 0)
    former = receipt(Sheet.objects.select_related("seat__match").get(seat__user=alice, step=3, sequence=1))
    assert check_receipt(former) == SET_ASIDE
    pass_deadline(match)
    fresh = match.steps.get(number=3)
    assert fresh.rewinds == 1 and fresh.digest != old.digest
    assert [answer for answer in fresh.answers if answer[0] != "j3"] == [a for a in old.answers if a[0] != "j3"]
    mails = Letter.objects.filter(kind="turn", player=alice, key__startswith=f"turn:{match.pk}:3")
    assert len(set(mails.values_list("key", flat=True))) == 2  # of the turn as it was played first, and as it is now
    give_orders(match, bob)
    assert last_sheet(seat_of(match, bob), 4).sequence == 2  # type: ignore[union-attr]
    verified(match)


def test_rewinds_follow_rewinds_and_each_tells_what_it_changed(match: Match, charlie: Player) -> None:
    first = apply(corrected(match, charlie))
    told = tells(first, 1)
    assert told[2] and told[3] is not None
    second = apply(ask(first, charlie, REOPEN, 2))
    assert tells(second, 1) == told  # as it was then, wherever it stands now
    pass_deadline(second)
    third = apply(corrected(second, charlie, first=1))
    assert tells(third, 1) == told
    assert third.branch == 3
    verified(third)


def tells(match: Match, number: int, seat: Any = None) -> dict[int, Any]:
    """What a rewind changed, turn by turn."""
    lines = of_branch(match.branches.get(number=number))
    return {turn: lines.diff(turn, seat, "fr").parts for turn in lines.turns}


def test_a_line_that_the_new_state_refuses_falls_away_and_its_player_alone_is_told(
    match: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    land = next(iter(match.rules.view(match.realm, "j1")["own"]["lands"]))
    save_orders(seat_of(match, alice), f"IMP 3 {land}")
    pass_deadline(match)
    found = ask(match, charlie, ORDER, 1, seat="j1", text="ABD")
    prepare(found)
    fallen = {seat for step in found.steps.all() for seat in step.dropped}
    assert fallen == {"j1"}
    match = apply(found)
    branch = match.branches.get()
    assert branch.told["j1"]["corrected"] and 4 in {turn for turn, _ in branch.told["j1"]["dropped"]}
    mails = {letter.player: letter.text for letter in Letter.objects.filter(kind="rewound")}
    assert set(mails) == {alice, bob}
    assert f"IMP 3 {land}" in mails[alice] and f"IMP 3 {land}" not in mails[bob]
    verified(match)


def test_what_was_read_and_looked_at_before_is_news_again(match: Match, alice: Player, charlie: Player) -> None:
    Seat.objects.filter(match=match, user=alice).update(read=3)
    Presence.objects.update_or_create(match=match, player=alice, defaults={"last_step": 3, "since_step": 2})
    owed = Presence.objects.get(match=match, player=alice)
    assert (owed.owed, owed.given) == (3, 3)
    match = apply(ask(match, charlie, REOPEN, 2))
    looked = Presence.objects.get(match=match, player=alice)
    assert (looked.last_step, looked.since_step, seat_of(match, alice).read) == (1, 1, 1)
    assert (looked.owed, looked.given) == (1, 1)  # the two turns that are played again are counted again


def test_the_letters_and_the_chronicle_tell_everyone(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Any
) -> None:
    match = apply(corrected(match, charlie), "L'ordre d'Aline a été mal lu")
    mails = Letter.objects.filter(kind="rewound")
    assert {letter.player for letter in mails} == {alice, bob}
    assert all(
        "L'ordre d'Aline a été mal lu" in letter.text and f"/partie/{match.code}/retours/1/" in letter.text
        for letter in mails
    )
    kinds = list(match.activities.values_list("kind", flat=True))
    assert kinds[-2:] == ["rewind_asked", "rewound_order"]
    page = client_of(bob).get(f"/table/{match.code}/").content.decode()
    assert "L&#39;ordre d&#39;Aline a été mal lu" in page and "Retour 1" in page


def test_drafts_that_are_refused_now_are_unsealed_and_told(match: Match, alice: Player, charlie: Player) -> None:
    save_orders(seat_of(match, alice), "CHE 1")
    pass_deadline(match)
    hired = list(match.rules.view(match.realm, "j1")["own"]["knights"].values())[-1]["name"]
    save_orders(seat_of(match, alice), f'LIB "{hired}"', seal=True)
    match = apply(corrected(match, charlie, 4, ""))  # nobody was hired
    draft = last_sheet(seat_of(match, alice), 5)
    assert draft is not None and (draft.sequence, draft.sealed, draft.kept) == (2, False, "")
    assert draft.text == f'LIB "{hired}"' and seat_of(match, alice).sealed == 0
    assert "revenue en arrière" in Letter.objects.get(kind="reread_rewound", player=alice).text


def test_a_match_that_was_over_goes_on_and_one_that_is_decided_otherwise_ends(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match = running(alice, bob, bots=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    pass_deadline(match)
    for player in (alice, bob):
        save_orders(seat_of(match, player), "ABD")
    pass_deadline(match)
    assert match.over and match.result is not None
    record = public_record(match)
    assert record.seed
    match = apply(ask(match, charlie, REOPEN, 2))
    assert (match.status, match.step, match.result, match.ended) == (m.RUNNING, 1, None, None)
    assert public_record(match).seed is None and not any(
        step.answers for step in public_record(match).branches[0].steps
    )
    save_orders(seat_of(match, alice), "")
    save_orders(seat_of(match, bob), "")
    pass_deadline(match)
    assert not match.over
    verified(match)
    match = apply(corrected(match, charlie, 2, "ABD", "j1"))
    match = apply(corrected(match, charlie, 2, "ABD", "j2"))
    assert match.over and match.ended is not None and match.deadline is None
    verified(match)


def gloire(alice: Player, bob: Player) -> Match:
    """Three turns of Gloire et Pouvoir."""
    match = running(alice, bob, bots=2)
    for _ in range(3):
        give_orders(match, alice)
        pass_deadline(match)
    return match


def fief(alice: Player, bob: Player) -> Match:
    """Some decisions of Fief, silence answering for the people."""
    return silent(new_banquet(alice, bob, seats=3), 40)


def vassaux(alice: Player, bob: Player) -> Match:
    """Some decisions of Seigneurs & Vassaux."""
    return silent(new_battle(alice, bob), 12)


def silent(match: Match, steps: int) -> Match:
    """The match after so many steps at least, nobody having said anything."""
    while match.step < steps:
        assert match.deadline is not None
        resolve_due(match.deadline + timedelta(seconds=1))
        match.refresh_from_db()
    return match


GAMES: dict[str, Callable[[Player, Player], Match]] = {
    "gloire": gloire,
    "daifen": lambda alice, bob: new_continent(alice, bob, turns=3),
    "rois": lambda alice, bob: new_world(alice, bob, years=2),
    "fief": fief,
    "vassaux": vassaux,
}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_rewound_corrected_and_played_again(
    game: str, alice: Player, bob: Player, charlie: Player, tmp_path: Path
) -> None:
    match = GAMES[game](alice, bob)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    first, seat, text = something_else(match)
    found = corrected(match, charlie, first, text, seat)
    changed = of_rewind(found)
    assert changed.turns
    for reader in (None, *(name for name in match.seats.values_list("name", flat=True))):
        for turn in changed.turns:
            changed.diff(turn, reader, "en")
    match = apply(found)
    verified(match)
    again = max(1, match.step - 1)
    match = apply(ask(match, charlie, REOPEN, again))
    assert match.step == again - 1
    resolve_due((match.deadline or timezone.now()) + timedelta(seconds=1))
    match = Match.objects.get(pk=match.pk)
    assert match.step >= again or match.over
    verified(match)
    write_record(tmp_path / "match.json", record_of(match))
    command = [sys.executable, "-m", "heraut", "verify", str(tmp_path / "match.json"), "--lang", "en"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Rewind 1" in ran.stdout and "Rewind 2" in ran.stdout


def something_else(match: Match) -> tuple[int, str, str]:
    """A step that can be rewound, a seat that owed an answer, and another answer that it could have given."""
    rng = bot_draws(match, "test", 0)
    for number in range(max(1, match.step - 2), 0, -1):
        answers = dict(match.steps.get(number=number).answers)
        pending = match.rules.pending(match.rules.load(rewind.state_after(match.pk, number - 1)))
        for seat, decision in pending.items():
            text = decision.write(decision.sample(rng.at(seat, number)))
            if text not in (answers.get(seat), decision.write(decision.default)):
                return number, seat, text
    raise AssertionError("nothing else could have been answered")


# Who may, and what is refused


def test_whoever_plays_and_whoever_is_a_stranger_may_not(
    match: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    mediator, staff, stranger = new_player("Mediane"), new_player("Kalan", is_staff=True), new_player("Passant")
    match.mediators.add(mediator, alice)
    Player.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.refresh_from_db()
    match.refresh_from_db()
    assert [may_rewind(match, one) for one in (charlie, mediator, staff)] == [True] * 3
    assert [may_rewind(match, one) for one in (alice, bob, stranger)] == [False] * 3


@pytest.mark.parametrize(
    ("kind", "first", "seat", "text", "key"),
    [
        (ORDER, 0, "j1", "", "no_step"),
        (ORDER, 4, "j1", "", "no_step"),
        (ORDER, 2, "j1", "FAIRE LE MÉNAGE", "refused_lines"),
        (ORDER, 2, "j9", "", "owed_nothing"),
        (ORDER, 2, "j1", "x" * 60_001, "too_long"),
        (RULING, 2, "", "", "no_ruling"),
        (RULING, 2, "", "CLORE", "bad_ruling"),
    ],
)
def test_what_cannot_be_asked_for(
    match: Match, charlie: Player, kind: str, first: int, seat: str, text: str, key: str
) -> None:
    with pytest.raises(CannotRewind) as caught:
        ask(match, charlie, kind, first, seat=seat, text=text)
    assert caught.value.key == key and not Rewind.objects.exists()


def test_a_rewind_that_the_match_has_overtaken_changes_nothing(match: Match, alice: Player, charlie: Player) -> None:
    found = corrected(match, charlie)
    pass_deadline(match)
    with pytest.raises(CannotRewind):
        agree(found, "Trop tard")
    Rewind.objects.filter(pk=found.pk).update(status="agreed")
    rewinds_due()
    found.refresh_from_db()
    assert found.status == OVERTAKEN and not found.steps.exists()
    assert not Branch.objects.exists() and Match.objects.get(pk=match.pk).branch == 0


def test_a_ruling_is_corrected_and_the_match_that_it_had_ended_goes_on(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match = new_continent(alice, bob, turns=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    close(match, charlie, "Par erreur")
    resolve_due(timezone.now() + timedelta(seconds=1))
    match = Match.objects.get(pk=match.pk)
    assert match.over and match.unplayed
    found = ask(match, charlie, RULING, match.step, text="")
    prepare(found)
    match = apply(found)
    assert match.status == m.RUNNING and not match.rulings.exists() and not match.unplayed
    assert match.branches.get().steps.get().ruling == "CLORE"
    verified(match)


def test_a_ruling_corrected_into_the_end_of_a_match_leaves_its_turn_unplayed(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match = new_continent(alice, bob, turns=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    rule(match, "absent", [match.seats.get(name="j2")])
    pass_deadline(match)
    found = ask(match, charlie, RULING, 2, text="CLORE")
    prepare(found)
    match = apply(found)
    assert (match.status, match.step, match.turns, match.unplayed) == (m.OVER, 2, 1, True)
    verified(match)


# Killed anywhere: all or nothing


def test_a_worker_that_lost_its_claim_writes_nothing(match: Match, charlie: Player) -> None:
    found = ask(match, charlie, ORDER, 2, seat="j1", text=other_order(match, 2))
    now = timezone.now()
    first = claim(now)
    assert first is not None and claim(now) is None
    steps, finished = computed(first)
    second = claim(now + rewind.CLAIM + timedelta(seconds=1))  # the first is thought dead
    assert second is not None
    assert not keep(first, steps, finished) and not PreparedStep.objects.exists()
    assert keep(second, *computed(second))
    found.refresh_from_db()
    assert (found.status, found.done) == (READY, 2)
    agree(found, "Motif")
    one, other = claim(now), claim(now + 2 * rewind.CLAIM)
    assert one is not None and other is not None
    assert not carry_out(one, now) and carry_out(other, now)
    assert Match.objects.get(pk=match.pk).branch == 1


def test_what_is_killed_while_it_is_written_has_not_happened(
    match: Match, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [(step.number, step.digest) for step in match.steps.order_by("number")]
    found = corrected(match, charlie)
    agree(found, "Motif")
    for last in ("write_rulings", "drafts_anew", "marks_anew", "write_activity"):
        with monkeypatch.context() as patch:
            patch.setattr(f"heraut.site.clock.rewind_writing.{last}", killed)
            held = claim(timezone.now() + 2 * rewind.CLAIM)
            assert held is not None
            with pytest.raises(KeyboardInterrupt):
                carry_out(held, timezone.now())
        Rewind.objects.update(claimed_until=None)
        assert [(step.number, step.digest) for step in match.steps.order_by("number")] == before
        assert not Branch.objects.exists() and not Sheet.objects.filter(by_arbiter=True).exists()
    assert rewinds_due() == 1
    verified(Match.objects.get(pk=match.pk))


def killed(*_: Any, **__: Any) -> None:
    """As if the process ended here."""
    raise KeyboardInterrupt


def test_one_that_cannot_be_computed_is_given_up_and_holds_up_nothing(
    match: Match, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ask(match, charlie, ORDER, 2, seat="j1", text=other_order(match, 2))
    monkeypatch.setattr("heraut.site.clock.rewind.computed", lambda rewind: 1 / 0)
    rewinds_due()
    found.refresh_from_db()
    assert found.status == FAILED
    pass_deadline(match)
    assert match.step == 4


# What is told


def test_folded_lines_are_read_as_one_and_compared_where_they_stand() -> None:
    long = "· Galahad " + "marche sur Thulé " * 8 + "et la prend."
    old = "\n".join([*heading("Guerre"), *fold(long, "  ", "    "), "  Or      12"])
    new = "\n".join([*heading("Guerre"), "  Or      13"])
    parts = compared(list(sentences(old)), list(sentences(new)))
    assert [(part.section, [(c.sort, c.text) for c in part.changes]) for part in parts] == [
        ("Guerre", [(GONE, long[2:]), (GONE, "Or · 12"), (COME, "Or · 13")])
    ]


def test_the_figures_of_a_table_are_named_by_its_head() -> None:
    """A row stands by itself in a comparison: blank cells, and figures with spaces of their own, lose nothing."""

    def report(people: str, lord: str) -> str:
        rows = [("Thulé", people, lord), ("Bergen", "16\u202f500", "Aline")]
        return "\n".join([*heading("Terres"), *table("terre|population|seigneur", rows, "<><"), "", "  Or      12"])

    old, new = (list(sentences(report(*figures))) for figures in (("900", "Bertrand"), ("1\u202f200", "")))
    assert [(part.section, [(c.sort, c.text) for c in part.changes]) for part in compared(old, new)] == [
        (
            "Terres",
            [
                (GONE, "terre Thulé · population 900 · seigneur Bertrand"),
                (COME, "terre Thulé · population 1\u202f200"),
            ],
        )
    ]
    assert ("Terres", "terre Bergen · population 16\u202f500 · seigneur Aline") in new and ("Terres", "Or · 12") in new
