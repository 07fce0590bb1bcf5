"""The host's powers and their limits, and the seats that change hands."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone
from msgspec import to_builtins

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.common.words import local
from heraut.site.lobby import host
from heraut.site.lobby.presets import PRESETS, SEALED
from heraut.site.lobby.tables import cancel, exclude
from heraut.site.lobby.takeover import appoint, ask_replacement, offered_seats, stay, take_over
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from heraut.site.moderation import mediation
from heraut.site.notifications.models import Letter
from heraut.site.regency.naming import accept
from heraut.site.regency.naming import name as name_regent
from tests.site.conftest import new_player
from tests.site.lobby.builders import after, kinds, neighbours, new_table, running, seat_of, sit


def in_days(days: int) -> object:
    return timezone.now() + timedelta(days=days)


def test_a_pause_is_an_entry_of_the_chronicle_with_its_reason(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    host.pause(match, alice, in_days(5), "vendanges")  # type: ignore[arg-type]
    match.refresh_from_db()
    assert match.status == m.PAUSED
    activity = match.activities.last()
    assert activity is not None and (activity.kind, activity.author, activity.data["reason"]) == (
        "pause",
        alice,
        "vendanges",
    )


def test_a_playing_host_pauses_for_a_week_at_most_and_once_a_turn(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    with pytest.raises(Refused, match="pause_too_long"):
        host.pause(match, alice, in_days(8), "vendanges")  # type: ignore[arg-type]
    host.pause(match, alice, in_days(6), "vendanges")  # type: ignore[arg-type]
    host.lift(match, alice)
    match.refresh_from_db()
    with pytest.raises(Refused, match="once_a_turn"):
        host.pause(match, alice, in_days(6), "encore")  # type: ignore[arg-type]


def test_a_neutral_host_is_not_so_bound(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob, host=charlie)
    host.pause(match, charlie, in_days(30), "été")  # type: ignore[arg-type]
    match.refresh_from_db()
    assert match.status == m.PAUSED


def test_the_others_lift_a_pause_by_more_than_half_of_their_votes(alice: Player) -> None:
    others = neighbours(3)
    match = running(alice, *others)
    host.pause(match, alice, in_days(6), "vendanges")  # type: ignore[arg-type]
    host.vote(match, others[0])
    for nobody in (alice, others[0]):  # its author has no vote, and nobody has two
        with pytest.raises(Refused, match="no_voice"):
            host.vote(match, nobody)
    match.refresh_from_db()
    assert match.status == m.PAUSED
    host.vote(match, others[1])
    match.refresh_from_db()
    assert match.status == m.RUNNING
    assert kinds(match)[-3:] == ["lift_vote", "lift_vote", "lift"]


def test_a_stranger_has_no_vote(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    host.pause(match, alice, in_days(6), "vendanges")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="no_voice"):
        host.vote(match, charlie)


def test_votes_on_a_former_pause_do_not_count(alice: Player, charlie: Player) -> None:
    first, second = neighbours(2)
    match = running(first, second, host=charlie)
    host.pause(match, charlie, in_days(6), "vendanges")  # type: ignore[arg-type]
    host.vote(match, first)
    host.lift(match, charlie)
    host.pause(match, charlie, in_days(6), "moissons")  # type: ignore[arg-type]
    match.refresh_from_db()
    count = host.poll(match)
    assert count is not None and (len(count.given), count.needed) == (0, 2)


def test_a_deadline_moves_by_the_hours_that_were_asked(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    before = after(match.deadline)
    host.extend(match, alice, 48, "panne chez Bob")
    match.refresh_from_db()
    assert after(match.deadline) - before == timedelta(hours=48)
    with pytest.raises(Refused):
        host.extend(match, alice, 49, "encore")
    with pytest.raises(Refused, match="once_a_turn"):
        host.extend(match, alice, 1, "encore")


def test_where_no_deadline_presses_none_is_put_off(
    alice: Player, bob: Player, client_of: Callable[..., Client]
) -> None:
    match = running(alice, bob)
    page, address = f"/table/{match.code}/", f"/table/{match.code}/hote/prolonger/"
    told = client_of(alice).post(address, {"hours": 48, "reason": "panne"}, follow=True).content.decode()
    match.refresh_from_db()
    assert f"reportée au {local(after(match.deadline))}" in told and "/hote/prolonger/" in told
    Match.objects.update(pace_data=to_builtins(PRESETS[SEALED]))
    match.refresh_from_db()
    assert "/hote/prolonger/" not in client_of(alice).get(page).content.decode()
    with pytest.raises(Refused, match="no_deadline"):
        host.extend(match, alice, 1, "encore")


def test_where_a_lord_who_wants_a_player_is_shown_is_said_as_it_is(
    alice: Player, bob: Player, client_of: Callable[..., Client]
) -> None:
    match = running(alice, bob)
    told = client_of(bob).get(f"/table/{match.code}/").content.decode()
    assert "liste publique" in told
    Match.objects.update(private=True)
    told = client_of(bob).get(f"/table/{match.code}/").content.decode()
    assert "liste publique" not in told and "sur aucune liste" in told


@pytest.mark.rule("GP-SITE-14")
def test_a_playing_host_replaces_only_a_ghost(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    with pytest.raises(Refused, match="not_a_ghost"):
        host.replace(match, alice, seat_of(match, bob))
    match.seats.filter(user=bob).update(missed=2)
    host.replace(match, alice, seat_of(match, bob), "player")
    seat = seat_of(match, bob)
    assert (seat.bot.partition(":")[0], seat.offered, seat.user) == ("player", True, bob)
    assert kinds(match)[-1] == "stand_in"


def test_a_neutral_host_replaces_whom_he_must(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob, host=charlie)
    host.replace(match, charlie, seat_of(match, bob))
    assert seat_of(match, bob).offered


@pytest.mark.rule("GP-SITE-13")
def test_a_player_who_asked_to_be_replaced_hands_everything_over(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    seat = seat_of(match, bob)
    type(seat).objects.filter(pk=seat.pk).update(notes="mes secrets")
    save_orders(seat, "")
    ask_replacement(seat)
    assert [offered.lord for offered in offered_seats()] == [seat.lord]
    take_over(seat_of(match, bob), charlie)
    seat.refresh_from_db()
    assert (seat.user, seat.offered, seat.notes, seat.lord) == (charlie, False, "", "Bob de Narvik")
    assert not offered_seats()


def test_a_lord_who_wants_a_player_is_listed_with_his_game(alice: Player, bob: Player, client: Client) -> None:
    ask_replacement(seat_of(running(alice, bob), bob))
    page = client.get("/tables/").content.decode()
    assert "</a> · Gloire et Pouvoir · tour" in page[page.index("Seigneurs à reprendre") :]


@pytest.mark.rule("GP-SITE-13")
def test_the_host_may_offer_a_lord_to_one_player_alone(alice: Player, bob: Player, charlie: Player) -> None:
    match, dora = running(alice, bob), new_player("Dora")
    ask_replacement(seat_of(match, bob))
    appoint(match, alice, seat_of(match, bob), "charlie")
    letter = Letter.objects.get(kind="appointed")
    assert letter.player == charlie and "Bob de Narvik" in letter.text and f"/table/{match.code}/" in letter.text
    assert not offered_seats()
    with pytest.raises(Refused, match="meant_for_another"):
        take_over(seat_of(match, bob), dora)
    host.replace(match, alice, seat_of(match, bob))  # to whoever will, after all
    assert [offered.lord for offered in offered_seats()] == ["Bob de Narvik"]
    appoint(match, alice, seat_of(match, bob), "Charlie")
    take_over(seat_of(match, bob), charlie)
    assert seat_of(match, charlie).lord == "Bob de Narvik" and seat_of(match, charlie).meant_for is None
    assert kinds(match)[-4:] == ["appointed", "offered", "appointed", "taken_over"]


def test_a_host_fills_nobodys_letterbox(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[..., Client]
) -> None:
    match, browser = running(alice, bob, host=charlie), client_of(charlie)
    dora, desk = new_player("Dora"), f"/table/{match.code}/hote"

    def appointed() -> int:
        return browser.post(f"{desk}/designer/", {"seat": seat_of(match, bob).pk, "player": "Dora"}).status_code

    assert [appointed() for _ in range(12)] == [302] * 10 + [429] * 2
    assert Letter.objects.filter(player=dora).count() == 10
    told = [browser.post(f"{desk}/prolonger/", {"hours": 1, "reason": "encore"}).status_code for _ in range(20)]
    assert (told[0], told[-1]) == (302, 429)
    assert Letter.objects.filter(player=alice).count() < 25


def test_nobody_fills_the_list_of_tables(alice: Player, client_of: Callable[..., Client]) -> None:
    browser = client_of(alice)
    assert [browser.post("/tables/nouvelle/", {}).status_code for _ in range(21)] == [200] * 20 + [429]
    assert browser.get("/tables/nouvelle/").status_code == 200


@pytest.mark.rule("GP-SITE-13")
def test_whom_the_host_may_not_appoint(alice: Player, bob: Player, charlie: Player) -> None:
    match, guest = running(alice, bob, host=charlie), new_guest("fr")
    for name, why in (("Personne", "nobody_so_named"), ("Alice", "no_successor"), (guest.username, "no_successor")):
        with pytest.raises(Refused, match=why):
            appoint(match, charlie, seat_of(match, bob), name)
    with pytest.raises(Refused, match="not_a_ghost"):  # a host who plays drives nobody out
        appoint(running(alice, bob), alice, running(alice, bob).seats.get(user=bob), "Charlie")
    assert not seat_of(match, bob).offered


@pytest.mark.rule("GP-SITE-13", "GP-SITE-12")
def test_whom_the_host_invites_comes_in_without_the_password(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match, browser = running(alice, bob), client_of(charlie)
    match.private, match.password = True, make_password("sésame")
    match.save()
    ask_replacement(seat_of(match, bob))
    assert "Reprendre" not in browser.get(f"/table/{match.code}/").content.decode()
    form = {"seat": seat_of(match, bob).pk, "player": "Charlie"}
    assert client_of(alice).post(f"/table/{match.code}/hote/designer/", form).status_code == 302
    assert "Reprendre ce seigneur" in browser.get(f"/table/{match.code}/").content.decode()
    dora = client_of(new_player("Dora"))
    assert "Reprendre" not in dora.get(f"/table/{match.code}/").content.decode()
    browser.post(f"/table/{match.code}/joueur/reprendre/", {"seat": seat_of(match, bob).pk})
    assert seat_of(match, charlie).lord == "Bob de Narvik"
    assert browser.get(f"/partie/{match.code}/ordres/").status_code == 200


def test_he_may_stay_after_all(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    ask_replacement(seat_of(match, bob))
    stay(seat_of(match, bob))
    assert not seat_of(match, bob).offered
    assert kinds(match)[-1] == "stays"


def test_an_act_on_a_seat_that_has_changed_hands_meanwhile_does_nothing(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match = running(alice, bob)
    ask_replacement(seat_of(match, bob))
    seen, told = seat_of(match, bob), kinds(match)
    take_over(seat_of(match, bob), charlie)
    for act in (host.replace, appoint_dora, lambda *places: host.replace(*places, "random")):
        act(match, alice, copy(seen))
    his = seat_of(match, charlie)
    assert (his.bot, his.offered, his.meant_for) == ("", False, None)
    ask_replacement(his)
    stay(seen)
    assert seat_of(match, charlie).offered and kinds(match) == [*told, "taken_over", "offered"]


def appoint_dora(match: Match, host: Player, seat: Any) -> None:
    """The host offers a lord to somebody new."""
    appoint(match, host, seat, new_player("Dora").username)


@pytest.mark.rule("GP-SITE-13", "GP-SITE-05")
def test_who_may_not_take_a_seat_over(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    ask_replacement(seat_of(match, bob))
    for somebody, why in ((alice, "seated"), (new_guest("fr"), "guest")):
        with pytest.raises(Refused, match=why):
            take_over(seat_of(match, bob), somebody)
    with pytest.raises(Refused, match="not_offered"):
        take_over(seat_of(match, alice), charlie)
    take_over(seat_of(match, bob), charlie)
    ask_replacement(seat_of(match, alice))
    with pytest.raises(Refused, match="was_there"):  # Bob knows what his former lord knows
        take_over(seat_of(match, alice), bob)
    take_over(seat_of(match, alice), new_player("Dora"))


def test_who_may_not_come_in_is_told_why_in_place_of_the_form(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[..., Client]
) -> None:
    def shown(player: Player) -> str:
        return unescape(client_of(player).get(f"/table/{table.code}/").content.decode())

    table = new_table(alice)
    sit(table, alice, bob)
    exclude(table, alice, seat_of(table, bob), "trop tard")
    assert "L'hôte vous a retiré de cette table" in shown(bob) and "/rejoindre/" not in shown(bob)
    assert "/rejoindre/" in shown(charlie)
    table = running(alice, bob)
    ask_replacement(seat_of(table, bob))
    assert "/reprendre/" in shown(charlie)
    today = timezone.localdate()
    named = name_regent(seat_of(table, alice), "Charlie", today, today, orders=True)
    accept(named.pk, charlie)
    assert "Vous avez été régent d'un autre siège" in shown(charlie) and "/reprendre/" not in shown(charlie)
    with pytest.raises(Refused) as told:
        appoint(table, alice, seat_of(table, bob), "Charlie")
    assert "y a été régent" in told.value.words
    with pytest.raises(Refused) as told:
        mediation.call(table, alice, charlie)
    assert "y a été régent" in told.value.words


def test_a_private_match_offers_its_lords_in_no_list(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    match.private = True
    match.save()
    ask_replacement(seat_of(match, bob))
    assert not offered_seats()


def test_a_cancelled_table_starts_no_more(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice)
    sit(table, alice, bob)
    cancel(table, alice, "trop peu de monde")
    with pytest.raises(Refused, match="started"):
        sit(table, charlie)
    assert kinds(table)[-1] == "cancelled"


def test_nothing_of_this_is_possible_before_the_start(alice: Player) -> None:
    table = new_table(alice)
    sit(table, alice)
    for act in (
        lambda: host.pause(table, alice, in_days(1), "trop tôt"),  # type: ignore[arg-type]
        lambda: host.extend(table, alice, 1, "trop tôt"),
        lambda: host.replace(table, alice, seat_of(table, alice)),
        lambda: ask_replacement(seat_of(table, alice)),
        lambda: host.vote(table, alice),
    ):
        with pytest.raises(Refused):
            act()
