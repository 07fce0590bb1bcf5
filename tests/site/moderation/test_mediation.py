"""Mediators, reports of mistakes and of words, public notes, bans from a match (GP-SITE-35, GP-SITE-37)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby import host, takeover
from heraut.site.lobby.tables import join
from heraut.site.lobby.takeover import check_successor
from heraut.site.matches.models import Activity, Match
from heraut.site.messaging.table_talk import speak
from heraut.site.moderation import faults, mediation, reports, sanctions
from heraut.site.moderation.forms import FaultForm
from heraut.site.moderation.models import Fault, Sanction
from heraut.site.notifications.models import Letter
from heraut.site.privacy.closing import close
from tests.site.conftest import new_player
from tests.site.games.fief.conftest import new_match
from tests.site.lobby.builders import kinds, new_table, running
from tests.site.matches.builders import seat_of
from tests.site.moderation.builders import WORDS, last_step, mediate, new_staff, play_turn, report_of

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """A match of Alice and Bob, which Alice looks after and plays in."""
    return running(alice, bob)


@pytest.mark.rule("GP-SITE-35")
def test_a_mediator_is_asked_and_accepts_and_can_play_no_more(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    at = client_of(alice)
    at.post(f"/table/{match.code}/arbitrage/", {"do": "appeler", "player": "charlie"})
    assert Letter.objects.get(kind="mediator_call").player == charlie and not match.mediators.exists()
    page = client_of(charlie).get(f"/table/{match.code}/").content.decode()
    assert "Voulez-vous être aide de camp" in page
    client_of(charlie).post(f"/table/{match.code}/aide-de-camp/", {"do": "accepter"})
    assert list(match.mediators.all()) == [charlie] and "mediator_named" in kinds(match)
    assert "Aides de camp" in Client().get(f"/table/{match.code}/").content.decode()
    takeover.ask_replacement(seat_of(match, bob))
    with pytest.raises(Refused, match="keeps_the_peace"):
        check_successor(match, charlie)
    at.post(f"/table/{match.code}/arbitrage/", {"do": "congedier", "player": charlie.pk})
    assert not match.mediators.exists()
    with pytest.raises(Refused, match="keeps_the_peace"):  # what he has read he knows
        check_successor(match, charlie)


def test_whoever_plays_or_has_no_account_is_no_mediator(match: Match, alice: Player, bob: Player) -> None:
    for somebody in (alice, bob, new_guest("fr")):
        with pytest.raises(Refused, match="no_mediator"):
            mediation.call(match, alice, somebody)
    host.replace(match, new_staff("Kalan"), seat_of(match, bob))
    takeover.take_over(seat_of(match, bob), new_staff("Autre"))
    with pytest.raises(Refused, match="no_mediator"):  # he played here once
        mediation.call(match, alice, bob)


def test_a_mediator_may_decline(match: Match, alice: Player, charlie: Player, client_of: Browser) -> None:
    mediation.call(match, alice, charlie)
    assert "aide de camp de «" in client_of(charlie).get("/").content.decode()
    client_of(charlie).post(f"/table/{match.code}/aide-de-camp/", {"do": "decliner"})
    assert "aide de camp de «" not in client_of(charlie).get("/").content.decode()
    assert not match.mediators.exists() and not match.mediator_calls.exists()
    assert client_of(charlie).post(f"/table/{match.code}/aide-de-camp/", {"do": "accepter"}).status_code == 404


@pytest.mark.rule("GP-SITE-35")
def test_a_mediator_pauses_and_replaces_and_does_no_more(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    mediate(match, alice, charlie)
    at = client_of(charlie)
    at.post(f"/table/{match.code}/hote/pause/", {"days": 3, "reason": "dispute"})
    match.refresh_from_db()
    assert match.status == "paused" and match.activities.last().author == charlie  # type: ignore[union-attr]
    at.post(f"/table/{match.code}/hote/lever/")
    at.post(f"/table/{match.code}/hote/offrir/", {"seat": seat_of(match, bob).pk})
    assert seat_of(match, bob).offered
    for act in ("prolonger", "clore", "eliminer", "annuler", "exclure"):
        assert at.post(f"/table/{match.code}/hote/{act}/", {"reason": "x", "hours": 1}).status_code == 403, act


@pytest.mark.parametrize(("game", "prefix"), [("daifen", "DA-"), ("gloire", "GP-"), ("rois", "RO-")])
def test_the_form_of_a_mistake_gives_a_rule_of_its_game_as_example(game: str, prefix: str) -> None:
    assert f"Par exemple {prefix}" in FaultForm(game, 1).fields["rule"].help_text


@pytest.mark.rule("GP-SITE-35")
def test_a_report_of_a_mistake_has_its_turn_attached_and_is_answered(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    mediate(match, alice, charlie)
    play_turn(match)
    at, address = client_of(bob), f"/partie/{match.code}/signaler/"
    page = at.get(address, headers={"Referer": f"http://testserver/partie/{match.code}/bilan/1/"}).content.decode()
    assert f'value="/partie/{match.code}/bilan/1/"' in page
    typed = {"step": 1, "rule": "gp-att-07", "words": WORDS, "page": f"/partie/{match.code}/bilan/1/"}
    assert at.post(address, typed).status_code == 302
    fault, step = match.faults.get(), last_step(match)
    assert (fault.turn, fault.digest, fault.rules_version) == (1, step.digest, match.rules_version)
    assert (fault.author, fault.rule, fault.status, fault.page) == (bob, "GP-ATT-07", "new", typed["page"])
    mediator = client_of(charlie)
    assert WORDS in mediator.get(f"/table/{match.code}/arbitrage/").content.decode()
    answer = {"do": "repondre", "answer": "C'est corrigé.", "notice": "Le tour 1 comptait mal les paysans."}
    one = f"/table/{match.code}/arbitrage/{fault.pk}/"
    mediator.get(one)
    fault.refresh_from_db()
    assert fault.status == "seen"
    assert mediator.post(one, answer).status_code == 302
    assert "C'est corrigé." in Letter.objects.get(kind="fault_settled", player=bob).text
    told = Client().get(f"/partie/{match.code}/fautes/").content.decode()
    told = told.partition('id="told"')[2].partition("</section>")[0]
    assert "comptait mal les paysans" in told and WORDS not in told and "Bob" not in told
    own = at.get(f"/partie/{match.code}/fautes/").content.decode()
    assert WORDS in own and "C&#x27;est corrigé." in own
    assert "mal les paysans" in mediator.get(one).content.decode()
    assert mediator.post(one, answer).status_code == 200  # it is settled
    assert Letter.objects.filter(kind="fault_settled").count() == 1


def test_a_bad_report_says_why_and_keeps_what_was_typed(match: Match, bob: Player, client_of: Browser) -> None:
    at, address = client_of(bob), f"/partie/{match.code}/signaler/"
    page = at.post(address, {"step": 99, "rule": "GP-XXX-99", "words": WORDS}).content.decode()
    assert "Aucune règle de ce jeu ne s&#39;appelle GP-XXX-99." in page and WORDS in page
    assert not Fault.objects.exists()
    page = at.post(address, {"step": 0, "words": "x" * 4001}).content.decode()
    assert "x" * 4001 in page and not Fault.objects.exists()
    foreign = {"step": 0, "words": WORDS, "page": "https://evil.example/<script>"}
    assert at.post(address, foreign).status_code == 302 and Fault.objects.get().page == ""


@pytest.mark.rule("GP-SITE-35")
def test_nobody_who_plays_reads_what_others_report(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    fault = report_of(match, bob, shared=True)
    reports.report(bob, "post", "/", "vilaines paroles", "insulte de Bob", match)
    referee = new_staff("Kalan")
    for player in (alice, referee):
        if player == referee:
            host.replace(match, referee, seat_of(match, bob))
            takeover.take_over(seat_of(match, bob), referee)
        at = client_of(player)
        page = at.get(f"/table/{match.code}/arbitrage/").content.decode()
        assert "1 erreur signalée" in page and WORDS not in page and "insulte de Bob" not in page
        assert at.get(f"/table/{match.code}/arbitrage/{fault.pk}/").status_code == 403
        assert at.post(f"/table/{match.code}/arbitrage/{fault.pk}/", {"do": "lire"}).status_code == 403
        number = {"do": "classer", "number": match.reports.get().pk, "outcome": "rien"}
        assert at.post(f"/table/{match.code}/arbitrage/", number).status_code == 403
    assert WORDS not in client_of(referee).get("/moderation/arbitre/").content.decode()
    assert client_of(charlie).get(f"/table/{match.code}/arbitrage/").status_code == 403


def test_what_was_reported_is_answered_even_if_its_author_has_left(alice: Player, bob: Player) -> None:
    found = reports.report(bob, "name", "/joueurs/Alice/", "Alice", "un nom blessant", None, "Alice", alice)
    close(alice)
    found.refresh_from_db()
    assert found.writer is None and reports.settle(found, new_staff("Kalan"), "vu")
    assert Letter.objects.filter(kind="report_settled", player=bob).exists()


@pytest.mark.rule("GP-SITE-35")
def test_a_players_report_is_read_only_where_he_attached_it_and_the_log_says_so(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    mediate(match, alice, charlie)
    play_turn(match)
    closed, shared = report_of(match, bob), report_of(match, bob, shared=True)
    at = client_of(charlie)
    page = at.post(f"/table/{match.code}/arbitrage/{closed.pk}/", {"do": "lire"}).content.decode()
    assert 'id="bilan"' not in page and "report_read" not in kinds(match)
    page = at.post(f"/table/{match.code}/arbitrage/{shared.pk}/", {"do": "lire"}).content.decode()
    assert 'id="bilan"' in page and "Bob de Narvik" in page
    assert Activity.objects.get(kind="report_read").author == charlie
    step = last_step(match)
    step.digest = "0" * 64  # a rewind has put another in its place
    step.save()
    page = at.post(f"/table/{match.code}/arbitrage/{shared.pk}/", {"do": "lire"}).content.decode()
    assert 'id="bilan"' not in page and "rejoué" in page


@pytest.mark.rule("GP-SITE-37")
def test_a_note_is_pinned_for_all_and_says_when_it_was_rewritten(
    match: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    at, address = client_of(alice), f"/table/{match.code}/arbitrage/"
    at.post(address, {"do": "noter", "note": "Le tour 3 est corrigé.\n<script>alert(1)</script>"})
    page = Client().get(f"/table/{match.code}/").content.decode()
    assert "Le tour 3 est corrigé." in page and "<script>alert" not in page and "récrite" not in page
    at.post(address, {"do": "corriger", "number": match.notes.get().pk, "note": "Le tour 4 est corrigé."})
    page = Client().get(f"/table/{match.code}/").content.decode()
    assert "Le tour 4 est corrigé." in page and "récrite" in page and "tour 3" not in page
    assert kinds(match)[-2:] == ["noted", "note_edited"]
    at.post(address, {"do": "corriger", "number": match.notes.get().pk, "note": "Le tour\u202e 4\r\n\n\n\nest joué."})
    assert match.notes.get().text == "Le tour 4\n\nest joué."  # nothing in it turns it round
    long = at.post(address, {"do": "noter", "note": "x" * 2001}).content.decode()
    assert "x" * 2001 in long and match.notes.count() == 1


@pytest.mark.rule("GP-SITE-37")
def test_a_banned_player_loses_his_seat_for_good(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob, host=charlie)
    seat = seat_of(match, bob)
    form = {"do": "exclure", "seat": seat.pk, "reason": "deux comptes"}
    assert client_of(charlie).post(f"/table/{match.code}/arbitrage/", form).status_code == 302
    seat.refresh_from_db()
    assert seat.user is None and seat.offered
    assert "deux comptes" in Letter.objects.get(kind="sanction_match_ban", player=bob).text
    assert "deux comptes" in Client().get(f"/table/{match.code}/").content.decode()
    for page in (f"/table/{match.code}/", f"/partie/{match.code}/"):
        told = "tient hors de cette partie"
        assert told in client_of(bob).get(page).content.decode() and told not in Client().get(page).content.decode()
    with pytest.raises(Refused, match="banned"):
        check_successor(match, bob)


def test_a_host_who_plays_bans_nobody(match: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    form = {"do": "exclure", "seat": seat_of(match, bob).pk, "reason": "il gagne"}
    assert client_of(alice).post(f"/table/{match.code}/arbitrage/", form).status_code == 403
    assert not Sanction.objects.exists()


@pytest.mark.rule("GP-SITE-37", "GP-ELI-01")
def test_the_referee_eliminates_a_lord_before_the_turn(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob, host=charlie, bots=2)
    name = seat_of(match, bob).name
    form = {"seat": seat_of(match, bob).pk, "reason": "deux comptes"}
    client_of(charlie).post(f"/table/{match.code}/hote/eliminer/", form)
    assert Sanction.objects.get().kind == "removed"
    play_turn(match)
    lords = match.rules.view(match.realm, None)["lords"]
    assert [seat for seat, lord in lords.items() if not lord["alive"]] == [name]
    assert match.step == 1 and match.rulings.get().step == 1


def test_a_host_who_plays_eliminates_nobody(match: Match, alice: Player, bob: Player) -> None:
    with pytest.raises(Refused, match="plays_himself"):
        host.eliminate(match, alice, [seat_of(match, bob)], "il gagne")


def test_one_who_was_asked_finds_a_locked_table(alice: Player, charlie: Player, client_of: Browser) -> None:
    table = new_table(alice, private=True, password="sésame")
    join(table, alice, "Alice de Narvik")
    assert "Voulez-vous" not in client_of(charlie).get(f"/table/{table.code}/").content.decode()
    mediation.call(table, alice, charlie)
    assert "Voulez-vous" in client_of(charlie).get(f"/table/{table.code}/").content.decode()


def test_words_that_were_reported_are_settled_and_answered(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    mediate(match, alice, charlie)
    report = reports.report(bob, "post", f"/partie/{match.code}/", "vilaines paroles", "insulte", match, "Godefroy")
    for address, reader in ((f"/table/{match.code}/arbitrage/", charlie), ("/moderation/arbitre/", new_staff("Kalan"))):
        page = client_of(reader).get(address).content.decode()
        assert "Écrit par Godefroy" in page and "Signalé par Bob" in page
    form = {"do": "classer", "number": report.pk, "outcome": "Retiré."}
    assert client_of(charlie).post(f"/table/{match.code}/arbitrage/", form).status_code == 302
    assert "Retiré." in Letter.objects.get(kind="report_settled", player=bob).text
    assert not reports.settle(report, charlie, "encore")


def told(kind: str) -> set[str]:
    """To whom such mails have gone."""
    return {letter.player.username for letter in Letter.objects.filter(kind=kind) if letter.player}


@pytest.mark.rule("GP-SITE-35")
def test_who_keeps_the_peace_is_told_of_what_waits(
    match: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    kalan = new_staff("Kalan")
    reports.report(bob, "post", "/", "vilaines paroles", "insulte", match)  # its host plays: the referee's
    assert told("report_waits") == {"Kalan"}
    mediate(match, alice, charlie)
    fault = report_of(match, bob)
    reports.report(bob, "post", "/", "encore", "insulte", match)
    assert told("report_waits") == {"Kalan", "Charlie"} and Letter.objects.filter(kind="report_waits").count() == 2
    mail = Letter.objects.get(kind="report_waits", player=charlie)
    assert f"/table/{match.code}/arbitrage/" in mail.text and "vilaines" not in mail.text
    assert "3 signalements attendent" in client_of(charlie).get("/").content.decode()
    assert "3 signalements ou appels attendent" in client_of(kalan).get("/").content.decode()
    assert "attendent" not in client_of(alice).get("/").content.decode()
    faults.settle(fault, charlie, "C'est fait.", "")
    assert "2 signalements attendent" in client_of(charlie).get("/").content.decode()


def test_who_may_answer_an_appeal_is_told_of_it(bob: Player, client_of: Browser) -> None:
    kalan, other = new_staff("Kalan"), new_staff("Hyliath")
    sanctions.appeal(sanctions.warn(bob, kalan, "Du calme."), "Non.")
    assert told("appeal_waits") == {"Hyliath"}
    assert "1 signalement ou appel attend" in client_of(other).get("/").content.decode()
    assert "attend une réponse" not in client_of(kalan).get("/").content.decode()


def test_the_name_of_a_player_is_reported_to_the_referee(bob: Player, client_of: Browser) -> None:
    guilty, kalan = new_player("Gros Mot"), new_staff("Kalan")
    address, form = "/joueurs/Gros%20Mot/", {"why": "C'est grossier."}
    assert "Signaler ce nom" in client_of(bob).get(address).content.decode()
    for client in (client_of(guilty), Client()):
        assert "Signaler ce nom" not in client.get(address).content.decode()
    assert client_of(guilty).post(address, form).status_code == 404
    assert client_of(new_guest("fr")).post(address, form).status_code == 404
    assert Client().post(address, form).headers["Location"].startswith("/compte/login/")
    assert "Dites ce qui ne va pas" in client_of(bob).post(address, {"why": " "}).content.decode()
    assert client_of(bob).post(address, form).status_code == 302
    page = client_of(kalan).get("/moderation/arbitre/").content.decode()
    assert "<p>Gros Mot</p>" in page and "compte de Gros Mot" in page and told("report_waits") == {"Kalan"}


def test_faults_of_a_closed_account_go_with_it(match: Match, bob: Player) -> None:
    report_of(match, bob)
    bob.delete()
    assert not Fault.objects.exists()
    assert faults.told_to_all(match).count() == 0 and sanctions.in_force().count() == 0


@pytest.mark.rule("GP-SITE-35")
def test_a_mediator_hears_a_private_table_and_takes_a_line_away(
    alice: Player, charlie: Player, bob: Player, client_of: Browser
) -> None:
    match = new_match(alice, bot="random", seats=3)
    type(match).objects.filter(pk=match.pk).update(private=True, host=alice)
    match.refresh_from_db()
    said = speak(seat_of(match, alice), "Vilaines paroles")
    mediate(match, alice, charlie)
    address = f"/partie/{match.code}/propos/"
    assert "Vilaines paroles" in client_of(charlie).get(address).content.decode()
    assert "Vilaines paroles" not in client_of(bob).get(address).content.decode()
    form = {"line": said.number, "reason": "insulte"}
    assert client_of(bob).post(f"/table/{match.code}/hote/retirer/", form).status_code == 403
    assert client_of(charlie).post(f"/table/{match.code}/hote/retirer/", form).status_code == 302
    said.refresh_from_db()
    assert said.removed and kinds(match)[-1] == "line_removed"
