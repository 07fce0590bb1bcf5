"""The list of a table: who may enter, under which name, who waits behind."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby.tables import exclude, join, leave
from heraut.site.lobby.waiting_list import places
from heraut.site.matches import models as m
from tests.site.lobby.builders import kinds, lords, neighbours, new_table, seat_of, sit


def refusal(*args: object, **kwargs: object) -> str:
    with pytest.raises(Refused) as caught:
        join(*args, **kwargs)  # type: ignore[arg-type]
    return caught.value.key


@pytest.mark.rule("GP-SITE-08", "GP-SITE-11")
def test_who_sits_down_takes_one_of_the_places(alice: Player, bob: Player) -> None:
    table = new_table(alice, 3)
    sit(table, alice, bob)
    listed = places(table)
    assert [seat.user for seat in listed.seated] == [alice, bob]
    assert listed.free == 1


@pytest.mark.rule("GP-SITE-05")
def test_one_person_has_one_seat(alice: Player) -> None:
    table = new_table(alice)
    sit(table, alice)
    assert refusal(table, alice, "Un autre nom") == "seated"


@pytest.mark.rule("GP-SITE-15")
def test_a_player_sits_at_several_tables(alice: Player, bob: Player) -> None:
    first, second = new_table(alice), new_table(bob)
    sit(first, bob)
    sit(second, bob)
    assert bob.seats.count() == 2


@pytest.mark.rule("GP-SITE-03")
def test_a_guest_enters_no_table(alice: Player) -> None:
    assert refusal(new_table(alice), new_guest("fr"), "Gontran") == "guest"


@pytest.mark.rule("GP-SET-02")
@pytest.mark.parametrize("lord", ["", "1er du nom", "Trop" * 10, "A<b>", " Blanc"])
def test_a_lord_has_a_well_formed_name(alice: Player, lord: str) -> None:
    assert refusal(new_table(alice), alice, lord) == "bad_lord"


@pytest.mark.rule("GP-SET-02", "GP-SITE-08")
def test_no_two_lords_of_a_list_bear_the_same_name(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice, 2)
    join(table, alice, "Aliénor d'Åland")
    assert refusal(table, bob, "ALIENOR D’ALAND") == "lord_taken"
    join(table, bob, "Bohémond")
    assert refusal(table, charlie, "bohemond", behind=True) == "lord_taken"


@pytest.mark.rule("GP-SITE-08")
def test_a_full_table_has_a_waiting_list_that_moves_up(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice, 2)
    sit(table, alice, bob)
    assert refusal(table, charlie, "Charlemagne") == "full"
    sit(table, charlie, behind=True)
    assert [seat.user for seat in places(table).behind] == [charlie]
    table.seats.update(confirmed=False)  # nobody has confirmed yet: the match waits for them
    leave(table, alice)
    assert [seat.user for seat in places(table).seated] == [bob, charlie]


def test_whoever_was_excluded_does_not_come_back(alice: Player, bob: Player) -> None:
    table = new_table(alice)
    sit(table, alice, bob)
    exclude(table, alice, seat_of(table, bob), "il n'a pas confirmé la dernière fois")
    assert lords(table) == ["Alice"]
    assert refusal(table, bob, "Bob") == "excluded"
    assert kinds(table)[-1] == "excluded"


def test_a_closed_account_holds_no_place(alice: Player, bob: Player) -> None:
    table = new_table(alice, 2)
    sit(table, bob)
    bob.delete()
    assert places(table).free == 2


def test_nobody_enters_or_leaves_a_match_that_runs(alice: Player, bob: Player) -> None:
    table = new_table(alice, 2)
    sit(table, alice)
    table.status = m.RUNNING
    table.save()
    assert refusal(table, bob, "Bob") == "started"
    with pytest.raises(Refused):
        leave(table, alice)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_place_at_once_one_gets_it() -> None:
    host, *rivals = neighbours(5)
    table = new_table(host, 2)
    sit(table, host)
    start, outcomes = threading.Barrier(4), []

    def try_it(player: Player) -> None:
        start.wait()
        try:
            join(table, player, player.username)
            outcomes.append("seated")
        except Refused as refused:
            outcomes.append(refused.key)
        finally:
            connection.close()

    threads = [threading.Thread(target=try_it, args=(player,)) for player in rivals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["full", "full", "full", "seated"]
    assert table.seats.count() == 2
