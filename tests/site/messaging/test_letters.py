"""Letters between lords: whom one may write to, under which name, and what reaches the other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches.host_actions import resign
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.messaging.posting import LONGEST, NotSent, answer, block, thread_between
from heraut.site.messaging.reading import addressees, circle, last_letters, lines
from heraut.site.moderation.models import Report
from heraut.site.notifications.models import Letter
from tests.site.conftest import new_player
from tests.site.messaging.builders import write
from tests.site.messaging.conftest import fell, know
from tests.site.moderation.builders import new_staff

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SeatOf = Callable[[Match, Player], Seat]


def letters(match: Match) -> str:
    return f"/partie/{match.code}/lettres/"


def page(client: Client, url: str) -> str:
    """What a page says."""
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(NotSent) as caught:
        act()
    return caught.value.key


def send(client: Client, match: Match, to: str, text: str = "Salut", **fields: str) -> str:
    """Writes a letter on the page; the address of its thread."""
    sent = client.post(letters(match), {"to": to, "text": text, **fields})
    assert sent.status_code == 302, sent.content.decode()
    return str(sent.headers["Location"])


# Whom one may write to


@pytest.mark.rule("DA-MSG-01", "DA-FOG-08")
def test_a_lord_writes_to_the_living_kingdoms_that_he_knows_and_to_no_other(
    continent: Match, alice: Player, bob: Player, seat: SeatOf
) -> None:
    assert addressees(seat(continent, alice)) == ["Royaume de Bertrand", "Royaume de Dorothée"]
    assert addressees(seat(continent, bob)) == []
    for name in ("Royaume d'Aline", "Royaume d'Enguerrand", "Royaume de Personne", ""):
        assert refusal(lambda name=name: write(seat(continent, bob), name, "Salut")) == "unknown"

    fell(continent, "j3")
    assert addressees(seat(continent, alice)) == ["Royaume de Bertrand"]
    assert refusal(lambda: write(seat(continent, alice), "Royaume de Dorothée", "Salut")) == "unknown"


@pytest.mark.rule("DA-MSG-01")
def test_a_letter_reaches_the_site_and_the_mailbox_of_its_reader(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    know(continent, "j2", "j1")
    place = send(client_of(alice), continent, "Royaume de Bertrand", "Faisons la paix.\n\nÀ demain.")

    assert place.startswith(letters(continent))
    assert "Faisons la paix." in page(client_of(bob), place)
    mail = Letter.objects.get(kind="letter")
    assert (mail.player, mail.address) == (bob, bob.email)
    assert all(part in mail.text for part in ("Royaume d'Aline vous écrit", "Faisons la paix.", "À demain.", place))
    assert alice.email not in mail.text + mail.html + str(mail.headers)


@pytest.mark.rule("DA-MSG-01")
def test_only_the_living_write_and_only_while_the_match_goes_on(
    continent: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand")
    fell(continent, "j1")
    assert refusal(lambda: write(seat(continent, alice), "Royaume de Bertrand", "Encore")) == "fallen"
    assert "Salut" in page(client_of(alice), place)  # what he had is still his to read

    Match.objects.update(status="over")
    thread = Thread.objects.get()
    assert refusal(lambda: answer(seat(continent, bob), thread, "Trop tard")) == "over"


@pytest.mark.rule("GP-SITE-33")
def test_lords_of_lands_write_to_each_other_in_game_or_out_of_game(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    assert addressees(seat(lands, alice)) == ["Bertrand", "Dorothée", "Enguerrand"]
    place = send(client_of(alice), lands, "Bertrand", "Je serai absent.", mark="HJ")
    send(client_of(alice), lands, "Bertrand", "Sus à Enguerrand !", mark="EJ")

    assert list(Message.objects.values_list("mark", flat=True)) == ["HJ", "EJ"]
    read = page(client_of(bob), place)
    assert read.count('<span class="badge">Hors jeu</span>') == 1 and "Lettres avec Aline" in read
    assert refusal(lambda: write(seat(lands, alice), "Bertrand", "?", mark="XX")) == "mark"


# Names


@pytest.mark.slow
@pytest.mark.rule("DA-MSG-02", "DA-FOG-03")
def test_a_stranger_is_answered_without_being_known(
    continent: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand", "Devinez qui.")
    for told in (page(client_of(bob), letters(continent)), page(client_of(bob), place)):
        assert "inconnu" in told and "Aline" not in told
    assert "Aline" not in str(Letter.objects.filter(player=bob, kind="letter").values_list("subject", "text", "html"))

    assert client_of(bob).post(place, {"text": "Aucune idée."}).status_code == 302
    assert "Aucune idée." in page(client_of(alice), place)
    assert addressees(seat(continent, bob)) == []
    assert continent.realm.kingdoms["j2"].known == {}

    know(continent, "j2", "j1")
    assert "Royaume d&#39;Aline" in page(client_of(bob), place)


@pytest.mark.rule("DA-MSG-02", "DA-FOG-03")
def test_a_signature_gives_a_name_and_nothing_else(
    continent: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand", "C'est moi.", signed="on")

    assert "Lettres avec Royaume d&#39;Aline" in page(client_of(bob), place)
    assert "Royaume d'Aline vous écrit" in Letter.objects.get(kind="letter").text
    assert addressees(seat(continent, bob)) == []
    assert circle(seat(continent, bob), Thread.objects.get())[0].alive is None
    assert refusal(lambda: write(seat(continent, bob), "Royaume d'Aline", "Salut")) == "unknown"


@pytest.mark.slow
@pytest.mark.rule("DA-MSG-02", "DA-FOG-08", "DA-END-03")
def test_the_end_of_a_stranger_is_not_told_by_a_letter_that_cannot_be_sent(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand")
    before = client_of(bob).post(place, {"text": "Qui êtes-vous ?"})
    fell(continent, "j1")
    after = client_of(bob).post(place, {"text": "Répondez !"})

    assert (before.status_code, before.headers["Location"]) == (after.status_code, after.headers["Location"])
    assert "Répondez !" in page(client_of(bob), place)
    assert "Répondez !" not in page(client_of(alice), place)
    assert Letter.objects.filter(kind="letter", player=alice).count() == 1
    assert Seat.objects.get(match=continent, user=alice).unread == 0  # she has read the first


@pytest.mark.rule("DA-MSG-01")
def test_the_end_of_a_kingdom_one_knows_is_told(continent: Match, alice: Player, client_of: Browser) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand")
    fell(continent, "j2")
    answered = client_of(alice).post(place, {"text": "Êtes-vous là ?"})
    assert "Royaume de Bertrand n&#39;est plus" in answered.content.decode()
    assert Message.objects.count() == 1


# What is sent


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (LONGEST + 1)])
def test_a_letter_that_is_empty_or_too_long_is_refused_and_kept_in_its_field(
    continent: Match, alice: Player, client_of: Browser, text: str
) -> None:
    answered = client_of(alice).post(letters(continent), {"to": "Royaume de Dorothée", "text": text})
    told = answered.content.decode()

    assert answered.status_code == 200 and not Message.objects.exists()
    assert "Pas enregistré" not in told[told.index('id="given"') :]  # it is no fault of his orders
    assert (
        "La lettre est vide" if len(text) < 9 else "4 001 caractères" if "\u202f" not in told else "caractères"
    ) in told
    assert text in told and "<option selected>Royaume de Dorothée</option>" in told


def test_a_letter_of_the_greatest_length_is_taken(continent: Match, alice: Player, client_of: Browser) -> None:
    send(client_of(alice), continent, "Royaume de Dorothée", "é" * LONGEST)
    assert len(Message.objects.get().text) == LONGEST


def test_a_letter_is_plain_text(continent: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    place = send(
        client_of(alice), continent, "Royaume de Bertrand", "<script>alert(1)</script>\r\n\r\n\r\n\r\nA\u202eB\x00C \n"
    )
    assert Message.objects.get().text == "<script>alert(1)</script>\n\nABC"
    for told in (page(client_of(bob), place), Letter.objects.get(kind="letter").html):
        assert "&lt;script&gt;" in told and "<script>alert" not in told
    assert plain_text("a\n\n\n\n\nb") == "a\n\nb"


@pytest.mark.slow
def test_so_many_letters_a_minute_and_no_more(continent: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    her = client_of(alice)
    for number in range(8):
        send(her, continent, "Royaume de Bertrand", f"Lettre {number}")
    told = her.post(letters(continent), {"to": "Royaume de Bertrand", "text": "La neuvième"}).content.decode()
    assert "trop de lettres" in told and "La neuvième" in told
    assert Message.objects.count() == 8
    place = f"{letters(continent)}{Thread.objects.get().code}/"
    assert client_of(bob).post(place, {"text": "Assez !"}).status_code == 302  # each has his own measure


@pytest.mark.slow
@pytest.mark.rule("DA-MSG-03")
def test_a_correspondent_is_blocked_and_heard_again(
    continent: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    place, his, her = send(client_of(alice), continent, "Royaume de Bertrand"), client_of(bob), client_of(alice)
    assert "dans cette partie seulement" in page(his, place) and "fermée par vous" not in page(his, letters(continent))
    his.post(place, {"act": "block"})
    assert "fermée par vous" in page(his, letters(continent)) and "fermée par vous" not in page(her, letters(continent))
    assert "ne veut plus recevoir vos lettres" in her.post(place, {"text": "Allô ?"}).content.decode()
    assert refusal(lambda: write(seat(continent, alice), "Royaume de Bertrand", "Allô ?")) == "blocked"
    assert "Vous ne recevez plus ses lettres" in page(his, place) and Message.objects.count() == 1

    his.post(place, {"act": "allow"})
    assert her.post(place, {"text": "Allô ?"}).status_code == 302


@pytest.mark.rule("DA-MSG-03")
def test_mails_that_bring_letters_are_switched_off_by_themselves(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand")
    mail = Letter.objects.get(kind="letter")
    stop = mail.headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert "écrivent vous sont envoyées par courriel" in page(Client(), stop)
    Client().post(stop, {"List-Unsubscribe": "One-Click"})
    bob.refresh_from_db()
    assert (bob.mail_letters, bob.mail_reports, bob.mail_news) == (False, True, True)

    client_of(alice).post(place, {"text": "Encore"})
    assert Letter.objects.filter(kind="letter").count() == 1
    assert "Encore" in page(client_of(bob), place)


# What was read


@pytest.mark.slow
def test_the_tab_counts_letters_until_they_are_opened(
    continent: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    know(continent, "j3", "j2")
    first = send(client_of(alice), continent, "Royaume de Bertrand")
    send(client_of(alice), continent, "Royaume de Bertrand")
    second = send(client_of(dora), continent, "Royaume de Bertrand")
    board = f"/partie/{continent.code}/"

    assert '3<span class="visually-hidden"> lettres non lues' in page(client_of(bob), board)
    mine = seat(continent, bob)
    assert [line.unread for line in lines(mine, last_letters(mine))] == [1, 2]
    page(client_of(bob), first)
    assert seat(continent, bob).unread == 1
    assert '1<span class="visually-hidden"> lettre non lue<' in page(client_of(bob), board)
    assert "non lue" not in page(client_of(bob), second)  # not even around the letter itself
    assert "non lue" not in page(client_of(bob), board)
    assert "non lue" not in page(client_of(alice), board)  # one's own are not counted


def test_two_lords_have_one_thread_whoever_writes_first(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    know(continent, "j2", "j1")
    first = send(client_of(alice), continent, "Royaume de Bertrand")
    assert send(client_of(bob), continent, "Royaume d'Aline") == first
    assert Thread.objects.count() == 1 and Side.objects.count() == 2


def test_nobody_finds_a_thread_whose_sides_are_not_there_yet(
    continent: Match, alice: Player, bob: Player, seat: SeatOf
) -> None:
    def breaks(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith("INSERT") and Side._meta.db_table in sql:
            raise DatabaseError
        return execute(sql, *rest)

    with connection.execute_wrapper(breaks), pytest.raises(DatabaseError):
        thread_between(seat(continent, alice), seat(continent, bob))
    assert not Thread.objects.exists()


def test_a_letter_to_a_bot_is_sent_like_any_other(lands: Match, alice: Player, client_of: Browser) -> None:
    place = send(client_of(alice), lands, "Enguerrand")
    assert "Salut" in page(client_of(alice), place)
    assert not Letter.objects.filter(kind="letter").exists()


# Whose they are


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-06", "DA-ACC-03")
def test_an_address_is_never_shown_to_the_other(lands: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    place = send(client_of(alice), lands, "Bertrand")
    client_of(bob).post(place, {"text": "Bien reçu"})
    shown = page(client_of(alice), place) + page(client_of(bob), place)
    mails = str(list(Letter.objects.filter(kind="letter", player=bob).values("text", "html", "subject", "headers")))
    assert alice.email not in shown + mails
    assert bob.email not in shown


@pytest.mark.slow
def test_nobody_else_reads_a_letter(
    continent: Match, alice: Player, bob: Player, dora: Player, charlie: Player, client_of: Browser
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand", "Très secret")
    host = charlie
    Match.objects.filter(pk=continent.pk).update(host=host)
    staff = Player.objects.create_superuser("Root", "root@example.org", "un mot de passe de seigneur")
    for someone in (dora, host, staff):
        client = client_of(someone)
        assert client.get(place).status_code == client.post(place, {"text": "?"}).status_code == 404
        assert client.post(place, {"act": "block"}).status_code == 404
    assert "Très secret" not in page(client_of(dora), letters(continent))
    for someone in (host, staff):
        assert client_of(someone).get(letters(continent)).status_code == 404
        for url in (f"/table/{continent.code}/", f"/partie/{continent.code}/", f"/partie/{continent.code}/histoire/"):
            assert "Très secret" not in page(client_of(someone), url)
    assert Client().get(place).headers["Location"].startswith("/compte/login/")
    assert Message.objects.count() == 1 and Side.objects.filter(blocked=None).count() == 2


def test_a_thread_is_found_under_its_own_match_alone(
    continent: Match, lands: Match, alice: Player, client_of: Browser
) -> None:
    send(client_of(alice), continent, "Royaume de Bertrand")
    code = Thread.objects.get().code
    assert client_of(alice).get(f"{letters(lands)}{code}/").status_code == 404


@pytest.mark.slow
def test_whoever_takes_a_seat_over_finds_no_letter_of_the_one_before_him(
    continent: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand", "Pour Bob seul")
    client_of(bob).post(place, {"act": "block"})
    ask_replacement(seat(continent, bob))
    take_over(seat(continent, bob), charlie)

    assert client_of(charlie).get(place).status_code == 404
    assert "Pour Bob seul" not in page(client_of(charlie), letters(continent))
    assert client_of(bob).get(place).status_code == 404
    assert client_of(alice).post(place, {"text": "Qui est là ?"}).status_code == 302  # Bob's block went with him
    read = page(client_of(charlie), place)
    assert "Qui est là ?" in read and "Pour Bob seul" not in read


@pytest.mark.slow
def test_what_is_written_to_a_lord_without_a_player_waits_for_whoever_takes_him_over(
    lands: Match, alice: Player, bob: Player, charlie: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    place = send(client_of(alice), lands, "Bertrand", "Pour Bob seul")
    client_of(bob).post(place, {"act": "block"})
    left = seat(lands, bob)
    resign(left)
    assert "Bertrand (plus de joueur)" in page(client_of(alice), letters(lands))
    assert "attend qui reprendra le siège" in page(client_of(alice), place)
    sent = client_of(alice).post(place, {"text": "À qui viendra"}, follow=True).content.decode()
    assert "la lettre attend qui reprendra le siège" in sent

    take_over(left, charlie)
    assert seat(lands, charlie).unread == 1
    read = page(client_of(charlie), place)
    assert "À qui viendra" in read and "Pour Bob seul" not in read
    assert "plus de joueur" not in page(client_of(alice), letters(lands))

    ask_replacement(seat(lands, charlie))
    erik = new_player("Erik")
    take_over(seat(lands, charlie), erik)  # from one who was there: what waited was for him
    assert client_of(erik).get(place).status_code == 404


@pytest.mark.slow
@pytest.mark.rule("DA-MSG-01")
def test_no_page_tells_that_a_lord_has_no_player_where_that_is_a_secret(
    continent: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser, seat: SeatOf
) -> None:
    left = seat(continent, bob)
    resign(left)
    place = send(client_of(alice), continent, "Royaume de Bertrand", "Qui est là ?")
    assert "plus de joueur" not in page(client_of(alice), place) + page(client_of(alice), letters(continent))
    take_over(left, charlie)
    assert "Qui est là ?" in page(client_of(charlie), place)


# The player's own data


@pytest.mark.slow
@pytest.mark.rule("DA-ACC-04")
def test_letters_are_in_the_export_and_go_with_the_account(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    place = send(client_of(alice), continent, "Royaume de Bertrand", "De moi")
    client_of(bob).post(place, {"text": "De lui"})
    hers, his = (client_of(player).get("/compte/donnees/").json()["correspondence"] for player in (alice, bob))
    assert [(one["with"], one["written_by_you"], one["text"]) for one in hers] == [
        (["Royaume de Bertrand"], True, "De moi"),
        (["Royaume de Bertrand"], False, "De lui"),
    ]
    assert [(one["with"], one["text"]) for one in his] == [([None], "De moi"), ([None], "De lui")]

    deleted = client_of(alice).post("/compte/supprimer/", {"password": "un mot de passe de seigneur", "sure": "on"})
    assert deleted.status_code == 302
    assert list(Message.objects.values_list("text", flat=True)) == ["De lui"]
    assert "De moi" not in page(client_of(bob), place)


@pytest.mark.slow
def test_letters_of_a_long_correspondence_are_listed_by_few_queries(
    lands: Match, alice: Player, client_of: Browser, seat: SeatOf, django_assert_max_num_queries: Callable[..., object]
) -> None:
    others = [one for one in lands.seats.all() if one.user_id != alice.pk]
    for number in range(30):
        for other in others:
            thread = write(seat(lands, alice), other.lord, f"Lettre {number}")
            Message.objects.filter(thread=thread).update(sent=timezone.now() - timedelta(hours=number))
    client = client_of(alice)
    client.get(letters(lands))
    with django_assert_max_num_queries(17):
        assert "Lettre 29" in client.get(letters(lands)).content.decode()


@pytest.mark.parametrize("wanted", [True, False])
def test_blocking_is_a_matter_of_one_side(continent: Match, alice: Player, seat: SeatOf, wanted: bool) -> None:
    thread = write(seat(continent, alice), "Royaume de Bertrand", "Salut")
    block(seat(continent, alice), thread, wanted=wanted)
    assert Side.objects.filter(blocked=None).count() == 1 + wanted
    answer(seat(continent, alice), thread, "Je puis encore écrire")


# Reports


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-35")
def test_whoever_received_a_letter_reports_it_to_the_referee_who_reads_no_other(
    lands: Match, alice: Player, bob: Player, dora: Player, charlie: Player, seat: SeatOf, client_of: Browser
) -> None:
    Match.objects.filter(pk=lands.pk).update(host=charlie)
    hers, his = seat(lands, alice), seat(lands, bob)
    thread = write(his, hers.lord, "Un premier pli.")
    answer(hers, thread, "Le mien.")
    answer(his, thread, "Une menace.")
    address, kalan = f"{letters(lands)}{thread.code}/", new_staff("Kalan")
    at, form = client_of(alice), {"act": "report", "report": "3", "why": "Il me menace, hors jeu."}
    page_of = page(at, address)
    assert ["signaler=1" in page_of, "signaler=2" in page_of, "signaler=3" in page_of] == [True, False, True]
    assert "elle seule" in page(at, f"{address}?signaler=3")
    assert "Dites ce qui ne va pas" in at.post(address, {**form, "why": ""}).content.decode()
    for number in ("2", "4", "x"):  # one's own, none, nonsense
        assert "ne se signale pas" in at.post(address, {**form, "report": number}).content.decode()
    assert client_of(dora).post(address, form).status_code == 404
    assert at.post(address, form).status_code == 302
    assert "déjà signalé" in at.post(address, form).content.decode()
    found = Report.objects.get()
    assert (found.kind, found.excerpt, found.writer, found.written_by) == ("letter", "Une menace.", bob, his.lord)
    told = page(client_of(kalan), "/moderation/arbitre/")
    assert "Une menace." in told and "compte de Bob" in told and "premier pli" not in told and "Le mien" not in told
    desk = page(client_of(charlie), f"/table/{lands.code}/arbitrage/")
    assert "Une menace." not in desk and "0 propos" in desk and "signalement" not in page(client_of(charlie), "/")
    number = {"do": "classer", "number": found.pk, "outcome": "rien"}
    assert client_of(charlie).post(f"/table/{lands.code}/arbitrage/", number).status_code == 404
    assert {one.player for one in Letter.objects.filter(kind="report_waits")} == {kalan}


def test_a_bots_letter_cannot_be_reported(lands: Match, alice: Player, seat: SeatOf, client_of: Browser) -> None:
    hers = seat(lands, alice)
    bot = lands.seats.get(user=None)
    thread = write(hers, bot.lord, "Salut")
    Message.objects.create(thread=thread, author=bot, bot="player", sent=timezone.now(), text="accept_loyal")
    assert "signaler=" not in page(client_of(alice), f"{letters(lands)}{thread.code}/")
