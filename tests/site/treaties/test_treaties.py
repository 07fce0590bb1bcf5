"""A treaty from its proposal to its end: who sees it, who may do what, what is told of it."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.lobby.cleanup import remove_guests
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches.models import Activity, Match
from heraut.site.matches.orders import save_orders
from heraut.site.messaging.posting import block
from heraut.site.notifications.models import Letter
from heraut.site.treaties import proposing
from heraut.site.treaties.judging import judge_due
from heraut.site.treaties.models import Treaty
from tests.site.conftest import new_player
from tests.site.messaging.builders import write
from tests.site.messaging.conftest import fell, know
from tests.site.messaging.snapshots import seen
from tests.site.regency.builders import in_force
from tests.site.treaties.conftest import Browser, SeatOf, act, ledger, page, play, proposed, signed

pytestmark = pytest.mark.django_db


def test_a_treaty_is_proposed_signed_and_told_to_its_parties_alone(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    treaty = proposed(client_of(alice), lands, "truce", "Bertrand", words="Sur l'honneur.")
    place = f"{ledger(lands)}{treaty.code}/"
    assert (treaty.status, treaty.until, treaty.author.user) == ("proposed", 4, alice)
    told = page(client_of(bob), ledger(lands))
    assert (
        "Proposés à votre sceau" in told
        and "Trêve entre Aline et vous" in told
        and "jusqu&#39;au tour 4" in told
        and "Sur l&#39;honneur." in told
    )
    mail = Letter.objects.get(kind="treaty", player=bob).text
    assert "Aline vous propose un traité" in mail and "Sur l'honneur." in mail and place in mail
    assert client_of(dora).get(place).status_code == 404 and "Trêve entre" not in page(client_of(dora), ledger(lands))

    assert '<span class="badge">proposition</span>' in told  # no "Trêve proposé"

    assert "Votre sceau est posé." in act(client_of(bob), treaty, "sign")
    treaty.refresh_from_db()
    assert (treaty.status, treaty.signed_turn, treaty.public) == ("signed", 1, False)
    assert "Tous ont scellé" in Letter.objects.get(kind="treaty", player=alice).text
    assert client_of(dora).get(place).status_code == 404 and not Activity.objects.filter(kind="treaty_signed").exists()
    assert "En vigueur" in page(client_of(alice), ledger(lands))
    for client in (client_of(alice), client_of(bob), client_of(dora)):  # nothing to be done with it any more
        for late in ("sign", "refuse", "kept", "broken", "?"):
            assert client.post(place, {"act": late}).status_code in (200, 404)
    treaty.refresh_from_db()
    assert treaty.status == "signed"


def test_a_treaty_that_awaits_a_seal_is_told_by_the_tabs_and_at_home(
    lands: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    told, awaits = "traité attend votre sceau ou votre avis", lambda player: lands.seats.get(user=player).unsealed
    treaty = proposed(client_of(alice), lands, "truce", "Bertrand")
    assert (awaits(alice), awaits(bob)) == (0, 1)
    letters = page(client_of(bob), f"/partie/{lands.code}/lettres/")
    assert letters.count(told) == 2  # the tab of the chancery, and that of treaties in it
    assert f"1 {told}" in page(client_of(bob), "/") and told not in page(client_of(alice), "/")
    act(client_of(bob), treaty, "sign")
    assert awaits(bob) == 0 and told not in page(client_of(bob), ledger(lands))
    for undo in (alice, bob):
        other = proposed(client_of(alice), lands, "truce", "Bertrand")
        assert awaits(bob) == 1
        act(client_of(undo), other, "refuse")
        assert awaits(bob) == 0


def test_a_treaty_is_refused_withdrawn_and_countered(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    one = proposed(client_of(alice), lands, "truce", "Bertrand", "Dorothée")
    act(client_of(dora), one, "refuse")
    table = page(client_of(bob), f"{ledger(lands)}{one.code}/").partition("<tbody>")[2].partition("</tbody>")[0]
    rows = table.split("</tr>")
    assert ["scellé" in rows[1], "refusé" in rows[2], "attendu" in table] == [True, True, False]
    two = proposed(client_of(alice), lands, "truce", "Bertrand")
    act(client_of(alice), two, "refuse")
    three = proposed(client_of(alice), lands, "truce", "Bertrand", until="9")
    form = page(client_of(bob), f"{ledger(lands)}proposer/truce/?contre={three.code}")
    assert 'value="9"' in form and "En réponse à Aline" in form
    four = proposed(client_of(bob), lands, "truce", contre=three.code, until="5")
    assert [Treaty.objects.get(pk=each.pk).status for each in (one, two, three, four)] == [
        "refused", "withdrawn", "countered", "proposed",
    ]  # fmt: skip
    assert [party.seat.user for party in four.parties.all() if party.signed] == [bob]
    act(client_of(alice), four, "sign")
    four.refresh_from_db()
    assert four.status == "signed" and four.counters == three
    url = f"{ledger(lands)}proposer/truce/?contre={four.code}"
    assert client_of(alice).get(url).status_code == 404  # it is no proposal any more
    assert client_of(dora).post(f"{ledger(lands)}proposer/truce/", {"contre": three.code}).status_code == 404


@pytest.mark.parametrize("last", ["sign", "kept"])
def test_the_seats_of_a_treaty_are_counted_in_one_order_whoever_acts_last(
    lands: Match, alice: Player, bob: Player, client_of: Browser, last: str
) -> None:
    """PostgreSQL would let two acts wait for each other, and break one of them off."""
    treaty = proposed(client_of(alice), lands, "other", "Bertrand", words="Paix")
    if last == "kept":
        Treaty.objects.filter(pk=treaty.pk).update(status="lapsed")
        act(client_of(alice), treaty, "kept")
    with CaptureQueriesContext(connection) as asked:
        act(client_of(bob), treaty, last)
    counted = re.findall(r'UPDATE "matches_seat" SET "bound".*?"id" = (\d+)', "\n".join(one["sql"] for one in asked))
    assert counted == [str(one.pk) for one in lands.seats.filter(user__in=(alice, bob)).order_by("pk")]


def test_a_public_treaty_is_a_line_of_the_chronicle_and_a_secret_one_is_not(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    public = signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, public="on")
    half = proposed(client_of(alice), lands, "other", "Bertrand", words="En secret", public="on")
    act(client_of(bob), half, "sign")
    assert list(Activity.objects.filter(kind="treaty_signed").values_list("data", flat=True)) == [
        {"seats": ["j1", "j2"], "others": [], "treaty": "truce", "last": 4}
    ]
    chronicle = page(client_of(dora), f"/table/{lands.code}/")
    assert "scellent un traité : Trêve" in chronicle.replace("\N{NO-BREAK SPACE}", " ").replace("\u202f", " ")
    hers = page(client_of(dora), ledger(lands))
    assert "Traités publics des autres" in hers and "En secret" not in hers
    assert client_of(dora).get(f"{ledger(lands)}{public.code}/").status_code == 200
    assert client_of(dora).get(f"{ledger(lands)}{half.code}/").status_code == 404
    assert 'value="sign"' not in page(client_of(dora), f"{ledger(lands)}{public.code}/")


def test_a_broken_word_is_recalled_judged_and_told(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    treaty = signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, public="on")
    orders = f"/partie/{lands.code}/ordres/"
    save_orders(seat(lands, alice), "GUE Dorothée")
    assert "le rompraient" not in page(client_of(alice), orders).replace("rompraient :", "rompraient")
    save_orders(seat(lands, alice), "GUE Bertrand")
    told = page(client_of(alice), orders)
    assert "Vos ordres le rompraient" in told and "<code>GUE Bertrand</code>" in told and treaty.code in told
    assert "<code>GUE Bertrand</code>" not in page(client_of(bob), orders).partition('id="rappels"')[2][:600]
    play(lands)  # and nothing was kept from being ordered
    assert judge_due() == 1 and judge_due() == 0
    treaty.refresh_from_db()
    assert (treaty.status, treaty.breaker, treaty.ended_step) == ("broken", seat(lands, alice), 1)
    assert seat(lands, alice).bound == seat(lands, bob).bound == 0
    broken = Activity.objects.get(kind="treaty_broken")
    assert broken.data == {"seats": ["j1"], "others": ["j2"], "treaty": "truce", "last": 4}
    assert "Aline manque à sa parole envers Bertrand" in page(client_of(dora), f"/table/{lands.code}/")
    assert "Rompu par" in page(client_of(bob), f"{ledger(lands)}{treaty.code}/")
    assert "rompu par Aline" in Letter.objects.filter(kind="treaty", player=bob).latest("pk").text


def test_a_kept_truce_ends_with_its_last_turn(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    treaty = signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, until="2")
    play(lands)
    assert judge_due() == 0
    treaty.refresh_from_db()
    assert (treaty.status, treaty.judged) == ("signed", 1)
    save_orders(seat(lands, alice), "GUE Dorothée")
    play(lands)
    assert judge_due() == 1
    treaty.refresh_from_db()
    assert treaty.status == "kept" and not Activity.objects.filter(kind__startswith="treaty").exists()
    Match.objects.filter(pk=lands.pk).update(step=1)  # rewound: it is in force again
    judge_due()
    treaty.refresh_from_db()
    assert (treaty.status, treaty.judged) == ("signed", 1)


def test_what_no_event_tells_its_parties_say(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    others = {"Bertrand": client_of(bob), "Dorothée": client_of(dora)}
    kept, broken = (
        signed(lands, "other", client_of(alice), others, words=words, until="1", public="on") for words in "ab"
    )
    play(lands)
    assert judge_due() == 2
    assert "À vous d&#39;en juger" in page(client_of(alice), ledger(lands))

    def waits() -> list[int]:
        return [lands.seats.get(user=one).unsealed for one in (alice, bob, dora)]

    assert waits() == [2, 2, 2] and "2 traités attendent votre sceau ou votre avis" in page(client_of(dora), "/")
    assert not Activity.objects.filter(kind="treaty_kept").exists()
    for player in (alice, bob):
        act(client_of(player), kept, "kept")
        act(client_of(player), kept, "broken")  # a word is given once
    kept.refresh_from_db()
    assert kept.status == "lapsed" and waits() == [1, 1, 2]
    act(client_of(dora), kept, "kept")
    act(client_of(bob), broken, "broken")
    assert waits() == [0, 0, 0]
    assert [Treaty.objects.get(pk=one.pk).status for one in (kept, broken)] == ["kept", "broken"]
    assert Activity.objects.get(kind="treaty_said_broken").data["seats"] == ["j2"]
    assert Treaty.objects.get(pk=broken.pk).breaker is None  # he says so: nobody knows who did it
    for url in (ledger(lands), f"{ledger(lands)}{broken.code}/"):
        assert "Déclaré rompu par\u00a0: Bertrand." in page(client_of(alice), url)
    rows = page(client_of(alice), f"{ledger(lands)}{broken.code}/").partition("<tbody>")[2].split("</tr>")
    assert "Bertrand" in rows[1] and "Il fut rompu" in rows[1] and "Il fut rompu" not in rows[0]


def test_forms_refuse_in_words_and_keep_what_was_typed(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf, settings: LazySettings
) -> None:
    client = client_of(alice)
    settings.ACCOUNT_RATE_LIMITS = False

    def fault(kind: str, **form: object) -> str:
        told = client.post(
            f"{ledger(lands)}proposer/{kind}/", {"with": "Bertrand", "until": "5", **form}
        ).content.decode()
        assert not Treaty.objects.exists() and 'id="fault"' in told, form
        return told

    assert "Choisissez avec qui" in fault("truce", **{"with": ""})
    assert "personne de ce nom" in fault("truce", **{"with": "Personne"})
    for until in ("0", "102", "", "²", "demain", "9" * 40):
        assert "Un nombre de 1 à 101" in fault("truce", until=until).replace("\u202f", " ")
    assert "Écrivez ce que vous vous promettez" in fault("other")
    assert "Gardez ceci" in fault("truce", until="", words="Gardez ceci")
    assert "600 au plus" in fault("other", words="x" * 601)
    assert "Dites qui s" in fault("sale", land="?", price="1")
    assert "choisissez dans la liste" in fault("sale", owes="me", land="Atlantide", price="1")
    assert client.get(f"{ledger(lands)}proposer/marriage/").status_code == 404
    block(seat(lands, bob), write(seat(lands, alice), "Bertrand", "Bonjour"), wanted=False)
    assert "ne veut rien recevoir" in fault("truce")


def test_the_form_of_a_sale_tells_who_holds_each_land(lands: Match, alice: Player, client_of: Browser) -> None:
    held = lands.rules.view(lands.realm, None)["lands"].items()
    his = next(name for name, land in held if land["owner"] == "j2")
    form = page(client_of(alice), f"{ledger(lands)}proposer/sale/")
    option = html.unescape(form).partition(f'<option value="{his}"')[2].partition("</option>")[0]
    assert option.endswith("(Bertrand)")
    treaty = proposed(client_of(alice), lands, "sale", "Bertrand", owes="other", land=his, price="5")
    assert "Bertrand" not in treaty.terms["land_words"]  # the promise names the land alone


def test_the_largest_number_and_the_allowance(
    lands: Match, alice: Player, client_of: Browser, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    monkeypatch.setattr(proposing, "MOST_OPEN", 1)
    proposed(client_of(alice), lands, "truce", "Bertrand")
    form = {"with": "Bertrand", "until": "5"}
    told = client_of(alice).post(f"{ledger(lands)}proposer/truce/", form).content.decode()
    assert "Vous avez déjà 1 trait" in told
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "treaty": "1/m/user"}
    client_of(alice).post(f"{ledger(lands)}proposer/truce/", form)
    told = client_of(alice).post(f"{ledger(lands)}proposer/truce/", form).content.decode()
    assert "Vous traitez beaucoup" in told


def test_a_bot_is_said_to_seal_by_its_temper(lands: Match, continent: Match, alice: Player, client_of: Browser) -> None:
    told = page(client_of(alice), ledger(lands)).replace("\N{NO-BREAK SPACE}", " ")
    assert "ce qui se tient en s'abstenant : Enguerrand" in html.unescape(told)
    secret = page(client_of(alice), ledger(continent))
    assert "Enguerrand" not in secret and "lequel, nul ne le sait" in secret


def test_a_realm_keeps_its_word_whoever_holds_it_and_words_go_with_their_writer(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    treaty = signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, words="De ma main")
    waiting = proposed(client_of(alice), lands, "other", "Bertrand", words="Pas encore")
    assert [one["status"] for one in client_of(bob).get("/compte/donnees/").json()["treaties"]] == [
        "proposed",
        "signed",
    ]
    heir = new_player("Hilda")
    ask_replacement(seat(lands, bob))
    take_over(seat(lands, bob), heir)
    assert "Trêve entre" in page(client_of(heir), ledger(lands))
    assert "Aucune lettre" in page(client_of(heir), f"/partie/{lands.code}/lettres/")
    assert client_of(bob).get(f"{ledger(lands)}{treaty.code}/").status_code == 404
    client_of(alice).post("/compte/supprimer/", {"password": "un mot de passe de seigneur", "sure": "on"})
    treaty.refresh_from_db()
    assert (treaty.words, treaty.writer, treaty.status) == ("", None, "signed")
    assert not Treaty.objects.filter(pk=waiting.pk).exists()


# Strangers


@pytest.mark.rule("DA-FOG-03", "DA-FOG-08")
def test_a_treaty_makes_nobody_known(
    continent: Match, alice: Player, bob: Player, dora: Player, client_of: Browser, seat: SeatOf
) -> None:
    names = ("Royaume de Bertrand", "Royaume de Dorothée")
    treaty = proposed(client_of(alice), continent, "truce", *names, public="on")
    place = f"traites/{treaty.code}/"
    act(client_of(bob), treaty, "sign", public="on")
    act(client_of(dora), treaty, "sign", public="on")
    treaty.refresh_from_db()
    assert treaty.status == "signed" and treaty.public
    for player, mine in ((bob, "Bertrand"), (dora, "Dorothée")):
        everything = " ".join(seen(client_of(player), continent, player, "traites/", place))
        assert "Un inconnu (1)" in everything
        assert not [name for name in {"Aline", "Bertrand", "Dorothée"} - {mine} if name in everything]
    assert continent.realm.kingdoms["j2"].known == continent.realm.kingdoms["j3"].known == {}
    outsider = new_player("Otto")
    for client in (client_of(outsider), client_of(alice)):
        assert "scellent" not in page(client, f"/table/{continent.code}/")  # nobody may know who plays
    know(continent, "j2", "j1")
    assert "Royaume d&#39;Aline" in page(client_of(bob), f"/partie/{continent.code}/{place}")


def test_whoever_is_the_stranger_of_a_treaty_the_others_see_the_same(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    know(continent, "j1", "j2", "j3", "j4")
    know(continent, "j2", "j1")

    def world(stranger: str) -> list[str]:
        with transaction.atomic():
            treaty = proposed(client_of(alice), continent, "truce", "Royaume de Bertrand", stranger)
            told = seen(client_of(bob), continent, bob, "traites/", f"traites/{treaty.code}/")
            transaction.set_rollback(True)
        return [text.replace(treaty.code, "treaty") for text in told]

    told = world("Royaume de Dorothée")
    assert told == world("Royaume d'Enguerrand")
    assert any("Un inconnu" in text for text in told)


def test_what_others_agree_on_in_secret_changes_nothing_for_a_third(
    lands: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    pages = ("traites/", "ordres/", "bilan/", "histoire/")
    before = seen(client_of(dora), lands, dora, *pages), page(client_of(dora), f"/table/{lands.code}/")
    treaty = signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, words="Contre Dorothée")
    proposed(client_of(bob), lands, "other", "Aline", words="Contre elle encore", public="on")
    after = seen(client_of(dora), lands, dora, *pages), page(client_of(dora), f"/table/{lands.code}/")
    assert after[0] == before[0]
    assert treaty.code not in after[1] and "Contre" not in after[1]


def test_the_fallen_treat_no_more(continent: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    know(continent, "j2", "j1")
    treaty = proposed(client_of(alice), continent, "truce", "Royaume de Bertrand")
    fell(continent, "j2")
    assert "déchu" in act(client_of(bob), treaty, "sign")
    treaty.refresh_from_db()
    assert treaty.status == "proposed"


def test_a_regent_and_a_successor_find_in_their_file_what_binds_their_lord(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, words="Sur l'honneur.")
    proposed(client_of(alice), lands, "alliance", "Bertrand")  # binds nobody yet
    regent, successor = new_player("Régente"), new_player("Successeure")
    in_force(seat(lands, alice), regent)
    ask_replacement(seat(lands, bob))
    take_over(seat(lands, bob), successor)
    for player, other in ((regent, "Bertrand"), (successor, "Aline")):
        told = page(client_of(player), f"/partie/{lands.code}/regence/")
        assert "Trêve entre" in told and other in told and "Sur l&#x27;honneur." in told, player
        assert "Alliance" not in told.partition('id="dossier"')[2].partition("</section>")[0]


def test_the_words_of_a_guest_go_with_him(
    lands: Match, alice: Player, bob: Player, client_of: Browser, settings: LazySettings
) -> None:
    treaty = signed(lands, "truce", client_of(alice), {"Bertrand": client_of(bob)}, words="De ma main")
    proposed(client_of(alice), lands, "other", "Bertrand", words="Pas encore")
    Player.objects.filter(pk=alice.pk).update(guest=True)
    remove_guests(timezone.now() + timedelta(days=settings.GUEST_DAYS + 1))
    treaty.refresh_from_db()
    assert not Player.objects.filter(pk=alice.pk).exists() and (treaty.words, treaty.status) == ("", "signed")
    assert Treaty.objects.count() == 1
