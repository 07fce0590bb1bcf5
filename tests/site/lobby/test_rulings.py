"""What the rules leave to the organiser and the administrator enters the record; and how a lord leaves (DA-END)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from heraut.engine.match import verify
from heraut.games import daifen
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import claim, compute, open_step, publish, resolve_due
from heraut.site.common.refusals import Refused
from heraut.site.lobby import host
from heraut.site.lobby.chronicle import readable
from heraut.site.lobby.chronicle import told as in_words
from heraut.site.lobby.takeover import check_successor, resign
from heraut.site.matches import host_actions
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Ruling, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.records import public_record, record_of
from heraut.site.matches.services import Closed, open_match, start
from heraut.site.moderation.models import Sanction
from heraut.site.notifications.models import Letter
from heraut.site.privacy.closing import close
from tests.site.lobby.builders import running
from tests.site.matches.builders import pass_deadline

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def continent(
    *players: Player | None, host: Player | None = None, pace: Pace | None = None, **options: object
) -> Match:
    """A continent under way between these players; None: a kingdom without any."""
    chosen = {"continent": "Brumes", "lords": 8, "abandon_after": 5, **options}
    match = open_match("daifen", "Les brumes", chosen, pace or Pace(grace=0, missed=3), host=host)
    for number, player in enumerate(players):
        Seat.objects.create(match=match, name=f"s{number}", user=player, lord=f"Sire {number}")
    start(match)
    match.refresh_from_db()
    return match


def seat(match: Match, name: str) -> Seat:
    return match.seats.select_related("user", "match").get(name=name)


def told(match: Match) -> list[str]:
    return [" ".join(entry.text.split()) for entry in in_words(match, match.seats.all(), readable(match))]


def verified(match: Match) -> bytes:
    """The state that the record of a match leads to."""
    match.refresh_from_db()
    return daifen.dump(verify(daifen, record_of(match)).state)


@pytest.mark.rule("DA-END-11")
def test_the_host_ends_a_match_at_once_and_the_record_says_so(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, None, host=charlie)
    pass_deadline(match)
    save_orders(seat(match, "j1"), "CONSTRUIRE Mine 1")
    page = client_of(charlie).get(f"/table/{match.code}/").content.decode()
    assert "Mettre fin à la partie" in page and "Retirer des seigneurs" in page
    answer = client_of(charlie).post(f"/table/{match.code}/hote/clore/", {"reason": "les serveurs ferment"})
    assert answer.status_code == 302
    assert resolve_due() == 1

    match.refresh_from_db()
    assert match.over and match.result is not None and match.result.road == "closed"
    assert set(match.result.scores.values()) == {0.0} and match.realm.kingdoms["j1"].buildings.get("mine") is None
    assert "L'hôte met fin à la partie, sans vainqueur. Raison : les serveurs ferment" in told(match)
    assert verified(match) == bytes(match.state or b"")
    assert [step.ruling for step in record_of(match).steps] == ["", "CLORE"]
    downloaded = client_of(alice).get(f"/partie/{match.code}/partie.json").json()
    assert downloaded["steps"][1]["ruling"] == "CLORE"
    assert {letter.player for letter in Letter.objects.filter(kind="end")} == {alice, bob}
    with pytest.raises(Refused, match="closed"):
        host.close(match, charlie, "encore")


def test_an_end_that_was_decided_is_told_as_such_and_not_as_a_turn(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, None, host=charlie)
    pass_deadline(match)
    hers, his = client_of(alice), client_of(charlie)
    hers.get(f"/partie/{match.code}/bilan/")
    his.post(f"/table/{match.code}/hote/clore/", {"reason": "les serveurs ferment"})
    assert ">La partie prend fin</span>" in his.get(f"/table/{match.code}/").content.decode()
    page = hers.get(f"/partie/{match.code}/").content.decode()
    assert "La partie prend fin" in page and "en cours de résolution" not in page

    resolve_due()
    match.refresh_from_db()
    assert match.step == 2 and match.turns == 1
    page = hers.get(f"/partie/{match.code}/").content.decode()
    assert "La partie est finie." in page and "est résolu" not in page
    report = hers.get(f"/partie/{match.code}/bilan/").content.decode()
    assert "Le tour 2 n&#39;a pas été joué" in report and "La fin, avant le tour 2" in report
    assert "Aucun formulaire" not in report and "tranquille" not in report


def test_the_page_of_an_end_that_was_decided_is_its_report(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, host=charlie)
    host_actions.close(match, charlie, "les serveurs ferment")
    resolve_due()
    hers = client_of(alice)
    hers.get(f"/partie/{match.code}/fin/")
    assert seat(match, "j1").read == 1
    assert "La partie est finie." not in hers.get(f"/partie/{match.code}/").content.decode()


def test_the_end_that_a_host_decides_is_told_alike_to_those_who_played_and_those_who_watch(
    alice: Player, bob: Player, charlie: Player, client: Client, client_of: Browser
) -> None:
    match = continent(alice, bob, None, host=charlie)
    host_actions.close(match, charlie, "les serveurs ferment")
    resolve_due()
    for reader in (client_of(alice), client_of(charlie), client):
        page = reader.get(f"/partie/{match.code}/fin/").content.decode()
        assert "<h2>L&#39;hôte a mis fin à la partie" in page and "Plus aucun royaume" not in page
        assert "royaume vaincu" not in page
    assert page.count("royaume encore debout") == 3


@pytest.mark.rule("DA-END-11")
def test_a_paused_match_is_ended_too_and_nobody_is_waited_for(alice: Player, bob: Player, charlie: Player) -> None:
    match = continent(alice, bob, host=charlie, pace=Pace(grace=2))
    host.pause(match, charlie, timezone.now() + timedelta(days=3), "vendanges")
    host.close(match, charlie, "personne ne revient")
    with pytest.raises(Refused, match="decided"):
        host.eliminate(match, charlie, [seat(match, "j1")], "trop tard")
    resolve_due()
    match.refresh_from_db()
    assert match.over and not match.activities.filter(kind="delay").exists()


@pytest.mark.rule("DA-END-08", "DA-ORD-20")
def test_the_host_removes_the_kingdoms_of_one_person_before_the_turn_is_played(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, None, None, host=charlie)
    save_orders(seat(match, "j1"), "CONSTRUIRE Mine 1")
    save_orders(seat(match, "j2"), "CONSTRUIRE Mine 2")
    data = {"seat": [seat(match, "j2").pk, seat(match, "j3").pk], "reason": "une seule personne"}
    assert client_of(charlie).post(f"/table/{match.code}/hote/eliminer/", data).status_code == 302
    assert Letter.objects.get(kind="ruled_eliminate").player == bob
    assert told(match)[0] == (
        "L'hôte retire de la partie 2 seigneurs, avant que le tour soit joué. Raison : une seule personne"
    )
    pass_deadline(match)

    realm = match.realm
    assert [kingdom.alive for kingdom in realm.kingdoms.values()] == [True, False, False, True]
    assert (realm.turn, realm.kingdoms["j1"].buildings["mine"]) == (2, 1)
    assert verified(match) == bytes(match.state or b"")
    pass_deadline(match)  # the match goes on, and the next step holds none
    assert [step.ruling for step in record_of(match).steps] == ["ELIMINER j2 j3", ""]
    assert verified(match) == bytes(match.state or b"")


def test_a_kingdom_is_removed_once_however_often_its_host_presses(alice: Player, bob: Player, charlie: Player) -> None:
    match = continent(alice, bob, None, None, host=charlie)
    host.eliminate(match, charlie, [seat(match, "j2")], "deux comptes")
    with pytest.raises(Refused, match="decided"):
        host.eliminate(match, charlie, [seat(match, "j2")], "deux comptes")
    host.eliminate(match, charlie, [seat(match, "j2"), seat(match, "j3")], "une seule personne")
    assert Sanction.objects.filter(player=bob).count() == Letter.objects.filter(kind="ruled_eliminate").count() == 1
    assert list(match.rulings.values_list("text", flat=True)) == ["ELIMINER j2", "ELIMINER j3"]


@pytest.mark.rule("DA-END-08")
def test_whoever_is_left_alone_by_it_has_won(alice: Player, bob: Player, charlie: Player) -> None:
    match = continent(alice, bob, host=charlie)
    host.eliminate(match, charlie, [seat(match, "j2")], "deux comptes")
    pass_deadline(match)
    assert match.over and match.result is not None
    assert (match.result.road, match.result.scores) == ("conquest", {"j1": 1.0, "j2": 0.0})


@pytest.mark.rule("DA-END-08")
def test_an_end_by_removal_is_told_as_such_and_counts_no_turn(
    alice: Player, bob: Player, charlie: Player, client: Client, client_of: Browser
) -> None:
    match = continent(alice, bob, host=charlie)
    pass_deadline(match)
    host.eliminate(match, charlie, [seat(match, "j2")], "deux comptes")
    pass_deadline(match)
    assert (match.over, match.unplayed, match.step, match.turns) == (True, True, 2, 1)
    for reader in (client_of(alice), client_of(bob)):
        report = reader.get(f"/partie/{match.code}/bilan/").content.decode()
        assert "La fin, avant le tour 2" in report and "n&#39;a pas été joué" in report
        assert "tranquille" not in report and "Aucun formulaire n&#39;était arrivé" not in report
        history = reader.get(f"/partie/{match.code}/histoire/?tour=2").content.decode()
        assert ">♛ La fin</a>" in history and "La fin, avant le tour 2" in history
        end = reader.get(f"/partie/{match.code}/fin/").content.decode()
        assert "royaume retiré avant le tour 2" in end and "royaume tombé" not in end
    assert seat(match, "j1").read == seat(match, "j2").read == 2
    assert '<td class="num" data-label="Tours">1</td>' in client.get("/palmares/").content.decode()
    letters = Letter.objects.filter(kind="end")
    assert letters
    for letter in letters:
        assert "LA FIN, AVANT LE TOUR 2" in letter.text.upper() and "tranquille" not in letter.text


@pytest.mark.rule("DA-END-08", "DA-END-11")
def test_older_matches_that_a_decision_ended_are_known_by_their_last_step(
    alice: Player, bob: Player, charlie: Player
) -> None:
    ended, played, closed = (continent(alice, bob, host=charlie) for _ in range(3))
    host.eliminate(ended, charlie, [seat(ended, "j2")], "deux comptes")
    host_actions.close(closed, charlie, "les serveurs ferment")
    host_actions.rule(played, "absent", [seat(played, "j2")])
    pass_deadline(ended)  # and all others
    Match.objects.filter(pk=played.pk).update(status=m.OVER)
    Match.objects.update(unplayed=False)
    import_module("heraut.site.matches.migrations.0025_unplayed").note_unplayed(apps, None)
    assert set(Match.objects.filter(unplayed=True)) == {ended, closed}


@pytest.mark.rule("DA-END-08", "DA-FOG-08")
def test_a_host_who_plays_learns_nobodys_name_and_removes_nobody(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, host=alice)
    page = client_of(alice).get(f"/table/{match.code}/").content.decode()
    assert "Mettre fin à la partie" in page and "Retirer des seigneurs" not in page
    data = {"seat": [seat(match, "j2").pk], "reason": "je n'aime pas Bob"}
    assert client_of(alice).post(f"/table/{match.code}/hote/eliminer/", data).status_code == 404
    assert client_of(bob).post(f"/table/{match.code}/hote/clore/", {"reason": "moi"}).status_code == 403
    assert not Ruling.objects.exists()


def test_other_games_leave_no_such_power_to_their_hosts(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob, host=charlie)
    with pytest.raises(Refused, match="no_ruling"):
        host.close(match, charlie, "?")


def test_a_reason_is_given_and_somebody_living_chosen(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, None, host=charlie)
    client = client_of(charlie)
    for act, data in (("clore", {}), ("eliminer", {"seat": seat(match, "j2").pk}), ("eliminer", {"reason": "?"})):
        client.post(f"/table/{match.code}/hote/{act}/", data)
    assert not Ruling.objects.exists() and not match.activities.exists()


def test_nothing_is_decided_while_a_turn_is_resolved_and_nothing_decided_is_lost(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match = continent(alice, bob, None, host=charlie)
    late = (match.deadline or timezone.now()) + timedelta(seconds=1)
    held = claim(late)
    assert held is not None
    with pytest.raises(Closed):
        host_actions.close(match, charlie, "?")
    computed = compute(held.match, open_step(held.match, late), late)
    host_actions.rule(match, "absent", [seat(match, "j2")])  # an account may be deleted at any moment
    assert publish(held, computed, late)
    assert match.rulings.get().step is None
    pass_deadline(match)
    assert match.realm.kingdoms["j2"].lord == "Seigneur absent"
    assert [step.ruling for step in record_of(match).steps] == ["", "ABSENT j2"]


@pytest.mark.rule("DA-END-08")
def test_before_the_end_a_record_does_not_tell_who_was_removed(alice: Player, bob: Player, charlie: Player) -> None:
    match = continent(alice, bob, None, None, host=charlie)
    host.eliminate(match, charlie, [seat(match, "j3")], "deux comptes")
    pass_deadline(match)
    assert "ELIMINER" not in str(public_record(match))


# Leaving


@pytest.mark.rule("DA-ACC-04", "DA-END-10")
def test_a_deleted_account_leaves_its_kingdom_in_play_under_a_neutral_name(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, None)
    before = match.realm.kingdoms["j1"]
    close(alice)
    pass_deadline(match)

    kingdom = match.realm.kingdoms["j1"]
    assert (kingdom.name, kingdom.lord, kingdom.alive, kingdom.missed) == (before.name, "Seigneur absent", True, 1)
    assert kingdom.units == before.units and kingdom.gold > before.gold
    assert (seat(match, "j1").user, seat(match, "j1").lord) == (None, "Seigneur absent")
    assert verified(match) == bytes(match.state or b"")


@pytest.mark.rule("DA-END-10")
def test_a_lord_who_resigns_leaves_his_kingdom_in_play_without_orders(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = continent(alice, bob, None)
    page = f"/table/{match.code}/"
    assert "Renoncer à cette partie" in client_of(alice).get(page).content.decode()
    assert client_of(alice).post(f"{page}joueur/renoncer/").status_code == 302
    pass_deadline(match)

    kingdom = match.realm.kingdoms["j1"]
    assert kingdom.alive and kingdom.missed == 1
    assert (seat(match, "j1").user, seat(match, "j1").offered, seat(match, "j1").bot) == (None, True, "")
    assert "Sire 0" not in " ".join(told(match))  # in the fog, nobody is told who has gone
    with pytest.raises(Refused, match="was_there"):
        check_successor(match, alice)
    Match.objects.update(status=m.OVER)
    with pytest.raises(Refused, match="closed"):
        resign(seat(match, "j2"))


# Silence


@pytest.mark.rule("DA-END-10", "DA-END-12")
def test_a_silent_lord_keeps_his_seat_until_the_rule_ends_his_kingdom(alice: Player, bob: Player) -> None:
    match = continent(alice, bob, None)
    for _ in range(4):
        save_orders(seat(match, "j1"), "CONSTRUIRE Mine 1")
        pass_deadline(match)
        assert not seat(match, "j2").offered
    assert seat(match, "j2").missed == 4 and match.realm.kingdoms["j2"].alive
    save_orders(seat(match, "j1"), "EXPLORER 1" if match.realm.kingdoms["j1"].units.get("espion") else "")
    pass_deadline(match)
    assert not match.realm.kingdoms["j2"].alive
    assert not seat(match, "j2").offered and seat(match, "j2").user == bob  # nobody can take over what is no more


@pytest.mark.rule("DA-END-10", "DA-END-12")
def test_where_no_kingdom_is_abandoned_a_silent_lord_keeps_his_for_good(alice: Player, bob: Player) -> None:
    match = continent(alice, bob, abandon_after=None)
    for _ in range(7):
        pass_deadline(match)
    assert seat(match, "j2").missed == 7 and not seat(match, "j2").offered and match.realm.kingdoms["j2"].alive
    page = f"/table/{match.code}/"
    assert "jamais détruit" in Client().get(page).content.decode()


def test_the_table_says_what_silence_costs(alice: Player, bob: Player, client_of: Browser) -> None:
    match, lands = continent(alice, bob), running(alice, bob)
    assert "5 tours de suite est détruit" in client_of(alice).get(f"/table/{match.code}/").content.decode()
    told_there = client_of(alice).get(f"/table/{lands.code}/").content.decode()
    assert "3 tours manqués de suite, le seigneur est offert" in told_there
    new = client_of(alice).get("/tables/nouvelle/?jeu=daifen").content.decode()
    assert 'name="missed"' not in new and 'name="abandon_after"' in new


# What a record tells before the end


@pytest.mark.rule("DA-FOG-08")
def test_a_record_downloaded_before_the_end_tells_neither_who_plays_nor_their_words(
    alice: Player, bob: Player, client: Client
) -> None:
    match = continent(alice, bob, names_secret=True, kingdoms_secret=True, races_secret=True, returning_secret=True)
    match.seats.filter(user=bob).update(word="mon mot à moi")
    pass_deadline(match)
    text = client.get(f"/partie/{match.code}/partie.json").content.decode()
    record = json.loads(text)
    assert record["seats"] == ["j1", "j2"] and "seed" not in record and "words" not in record
    assert not {"names", "kingdoms", "races", "returning"} & set(record["options"])
    for secret in ("Sire 0", "Alice", "Bob", "mon mot", "CONSTRUIRE"):
        assert secret not in text
    host_actions.close(match, None, "fin")
    resolve_due()
    assert json.loads(client.get(f"/partie/{match.code}/partie.json").content)["words"] == {"j2": "mon mot à moi"}


@pytest.mark.rule("DA-FOG-05", "DA-FOG-08")
def test_lords_who_chose_one_name_are_told_apart_by_a_number(alice: Player, bob: Player, charlie: Player) -> None:
    match = open_match("daifen", "Les brumes", {"continent": "Brumes", "lords": 3}, Pace(grace=0))
    for number, (player, lord) in enumerate(((alice, "Jean"), (bob, "Jean 2"), (charlie, "JEAN"))):
        Seat.objects.create(match=match, name=f"s{number}", user=player, lord=lord)
    start(match)
    assert [kingdom.lord for kingdom in match.realm.kingdoms.values()] == ["Jean", "Jean 2", "JEAN 3"]
    assert list(match.seats.values_list("lord", flat=True)) == ["Jean", "Jean 2", "JEAN 3"]
