"""What players declare of one another, who sees it, and tables that keep them apart (GP-RP-07)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby import takeover
from heraut.site.lobby.tables import join
from heraut.site.matches.adapters import adapter
from heraut.site.moderation import relations
from heraut.site.moderation.models import Relation
from heraut.site.privacy.export import everything_about
from tests.site.lobby.builders import new_table, running, sit
from tests.site.matches.builders import seat_of

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
PAGE = "/compte/relations/"


def known(one: Player, other: Player, kind: str = "house") -> Relation:
    """Both have declared it."""
    relation = relations.declare(one, other, kind)
    relations.confirm(relation, other)
    return relation


@pytest.mark.rule("GP-RP-07")
def test_a_relation_counts_once_both_have_said_so(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice)
    sit(table, alice, bob)
    client_of(alice).post(PAGE, {"do": "declarer", "player": "bob", "relation": "family"})
    assert not relations.at_table(table)
    page = client_of(bob).get(PAGE).content.decode()
    assert "vous le demande" in page
    told = "Alice déclare que vous vous connaissez"
    assert told in client_of(bob).get("/").content.decode() and told not in client_of(alice).get("/").content.decode()
    client_of(bob).post(PAGE, {"do": "confirmer", "number": Relation.objects.get().pk})
    assert told not in client_of(bob).get("/").content.decode()
    assert [one.kind for one in relations.at_table(table)] == ["family"]
    client_of(bob).post(PAGE, {"do": "retirer", "number": Relation.objects.get().pk})
    assert not Relation.objects.exists()


def test_two_declarations_are_one_relation(alice: Player, bob: Player) -> None:
    relations.declare(alice, bob, "friends")
    relations.declare(bob, alice, "friends")
    assert Relation.objects.get().confirmed is not None


def test_another_kind_asks_the_other_again(alice: Player, bob: Player) -> None:
    known(alice, bob, "friends")
    relations.declare(alice, bob, "family")
    assert Relation.objects.get().confirmed is None


def test_nobody_confirms_his_own_nor_meddles(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    relation = relations.declare(alice, bob, "friends")
    for player in (alice, charlie):
        with pytest.raises(Refused, match="not_yours"):
            relations.confirm(relation, player)
    assert client_of(charlie).post(PAGE, {"do": "retirer", "number": relation.pk}).status_code == 200
    assert Relation.objects.exists()
    with pytest.raises(Refused, match="no_relation"):
        relations.declare(alice, alice, "friends")
    page = client_of(alice).post(PAGE, {"do": "declarer", "player": "Personne", "relation": "friends"}).content.decode()
    assert "Personne" in page and Relation.objects.count() == 1


@pytest.mark.rule("GP-RP-07")
def test_the_host_sees_them_and_all_where_the_table_wishes_it(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    known(alice, bob)
    for wish, seen in (("", False), ("shown", True)):
        table = new_table(charlie, relations=wish)
        sit(table, alice, bob)
        assert "Se connaissent" in client_of(charlie).get(f"/table/{table.code}/").content.decode()
        assert ("Se connaissent" in Client().get(f"/table/{table.code}/").content.decode()) is seen


@pytest.mark.rule("GP-RP-07")
def test_a_table_keeps_them_apart(alice: Player, bob: Player, charlie: Player) -> None:
    relation = known(alice, bob)
    table = new_table(charlie, relations="apart")
    sit(table, alice)
    with pytest.raises(Refused, match="related"):
        join(table, bob, "Bob de Narvik")
    relation.delete()
    join(table, bob, "Bob de Narvik")


def test_it_keeps_them_apart_when_a_seat_is_taken_over(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, charlie)
    type(match).objects.filter(pk=match.pk).update(relations="apart")
    known(alice, bob)
    seat = seat_of(match, charlie)
    takeover.ask_replacement(seat)
    seat.refresh_from_db()
    with pytest.raises(Refused, match="related"):
        takeover.take_over(seat, bob)


def test_where_who_plays_is_a_secret_there_is_no_such_choice(alice: Player, bob: Player, client_of: Browser) -> None:
    assert "relations" not in adapter("daifen").table_form(player=alice).fields
    form = client_of(alice).get("/tables/nouvelle/").content.decode()
    assert "Ne jouent pas ensemble" in form


def test_a_table_is_opened_with_it(alice: Player, client_of: Browser) -> None:
    form = {"title": "Table", "preset": "weekly", "map": "SCANDINAVIE", "lords": 10, "early": "no"}
    answer = client_of(alice).post("/tables/nouvelle/", {**form, "relations": "apart"})
    code = answer.headers["Location"].split("/")[2]
    assert "Ne jouent pas ensemble" in Client().get(f"/table/{code}/").content.decode()


def test_they_are_in_the_export_of_both(alice: Player, bob: Player) -> None:
    known(alice, bob)
    for player in (alice, bob):
        assert everything_about(player)["peace"]["relations"][0]["kind"] == "house"
    bob.delete()
    assert not Relation.objects.exists()
