"""The form of a lord: fields and text, sent whole or not at all, counted as it is typed; without any script."""

from __future__ import annotations

import html
import re
from importlib import import_module

import pytest
from django.apps import apps

from heraut.games.daifen.decision import SILENT, SheetDecision
from heraut.games.daifen.races import BUILDINGS, RACES
from heraut.site.api.orders import line_told
from heraut.site.games.daifen.entry import text_of, values_of
from heraut.site.games.daifen.lines import check
from heraut.site.matches.models import Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.matches.services import Closed
from heraut.site.matchpage.saving import LONGEST_TEXT
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db
HIS = "Royaume de Bertrand"


@pytest.fixture
def send(match, alice, client_of):
    browser = client_of(alice)
    address = f"/partie/{match.code}/ordres/"

    def post(follow=True, htmx=False, **fields):
        base = str(match.seats.get(user=alice).sheets.filter(step=match.step + 1).count())
        headers = {"HX-Request": "true"} if htmx else {}
        return browser.post(address, {"base": base, "do": "save", **fields}, follow=follow, headers=headers)

    return post


def kept(match, alice):
    """The text that counts for the coming turn; None if there is none."""
    sheet = match.seats.get(user=alice).sheets.filter(step=match.step + 1).order_by("-sequence").first()
    return sheet and sheet.kept


def fields(**values):
    """Fields as a browser sends them; _ stands for the hyphen of their names."""
    return {"fields": "1"} | {name.replace("_", "-", 1): str(value) for name, value in values.items()}


def test_a_form_too_long_is_not_sent_and_stays_on_the_page(match, alice, send):
    longest = "\n".join(["# " + "x" * 897] * 100 + ["EXPLORER 1"])[-LONGEST_TEXT:]
    longest = "# " + longest[2:]
    assert len(longest) == LONGEST_TEXT
    answer = send(text=longest + "1")
    page = answer.content.decode()
    assert answer.status_code == 409 and "La feuille est trop longue" in page and longest[-50:] in page
    assert kept(match, alice) is None
    assert send(text=longest).status_code == 200
    assert kept(match, alice) == "EXPLORER 1"


def test_every_field_writes_its_line(match, alice, send):
    typed = fields(b_mine=2, u_guerrier=1, a1_guerrier=3, d1_n=5, d1_c="or", x=1, g=1, r_s="OR_PEU")
    typed |= {"a1-k": HIS, "d1-k": HIS, "r-k": HIS}
    page = send(**typed)
    assert page.status_code == 200 and "Formulaire envoyé" in page.content.decode()
    assert kept(match, alice).split("\n") == [
        "CONSTRUIRE Mine 2",
        "ENTRAINER Guerrier 1",
        f'ATTAQUER "{HIS}" : Guerrier 3',
        f'DONNER "{HIS}" : OR 5',
        "EXPLORER 1",
        "CONTRE-ESPIONNER 1",
        f'RUMEUR "{HIS}" : OR_PEU',
    ]


def test_what_was_sent_stands_in_the_fields_again(match, alice, send):
    send(**fields(b_mine=2), **{"e-" + HIS: "1"})
    page = send(follow=True, do="check", **fields(b_mine=3)).content.decode()
    assert 'name="b-mine" value="3"' in page
    assert kept(match, alice) == f'CONSTRUIRE Mine 2\nESPIONNER "{HIS}" 1'


def first_button(form):
    """The button that Enter in a field presses: the first of its form, wherever in the page it stands."""
    name, value = (re.search(rf'{what}="([^"]*)"', form)[1] for what in ("name", "value"))
    return name, value


def test_enter_in_a_field_verifies_whatever_button_stands_before_it(match, alice, client_of, send):
    for page in (client_of(alice).get(f"/partie/{match.code}/ordres/"), send(do="check", **fields(b_mine=40))):
        text = page.content.decode()
        before = text[: text.index('id="champs"')]
        assert 'value="fill:' in before
        assert first_button(re.search(r'<button[^>]*form="champs"[^>]*>', before)[0]) == ("do", "check")


def test_enter_in_the_calculator_of_assaults_calculates(match, alice, client_of):
    page = client_of(alice).get(f"/partie/{match.code}/outils/assaut/?cible={HIS}").content.decode()
    form = page[page.index('action="#chances"') :]
    assert first_button(re.search(r"<button[^>]*name=[^>]*>", form)[0]) == ("calcul", "1")


def test_the_last_form_counts(match, alice, send):
    send(**fields(b_mine=1))
    send(**fields(b_mine=2))
    assert kept(match, alice) == "CONSTRUIRE Mine 2"


def test_a_form_with_one_wrong_line_is_refused_as_a_whole_and_the_one_before_counts(match, alice, send):
    first = send(follow=False, **fields(u_guerrier=99)).content.decode()
    assert "refusé tout entier" in first and "le précédent compte" not in first
    send(**fields(b_mine=1))
    page = send(follow=False, **fields(b_mine=3, u_guerrier=99))
    text = page.content.decode()
    assert page.status_code == 409 and "le précédent compte toujours" in text and "Places d" in text
    assert 'name="u-guerrier" value="99"' in text  # what was typed is not lost
    assert kept(match, alice) == "CONSTRUIRE Mine 1"


@pytest.mark.rule("DA-ORD-06")
def test_every_reason_to_refuse_a_form_is_shown_and_told_to_programs(match, alice, send):
    text = "CONSTRUIRE Mine 1\nDONNER Nulle-Part : OR 170\nCONSTRUIRE Mine 1\nCONSTRUIRE Chose deux"  # 200 or en tout
    page = send(text=text, follow=False).content.decode()
    shown = page[page.index("checked-lines") :]
    assert re.findall(r'class="rule" href="[^"]*#(DA-[A-Z]+-\d\d)"', shown)[:4] == [
        "DA-FOG-09",
        "DA-ORD-10",
        "DA-ORD-21",
        "DA-ORD-16",
    ]
    told = check(match.rules.view(match.realm, "j1"), text, "en").lines
    assert [(line.number, line.rule, len(line.others), line.left) for line in told] == [
        (1, "", 0, 180),
        (2, "DA-FOG-09", 0, None),
        (3, "DA-ORD-10", 0, None),
        (4, "DA-ORD-21", 1, None),
    ]
    sent = line_told(told[3]).refusal
    assert "is not a building" in sent and "is not a number" in sent


@pytest.mark.rule("DA-ORD-04", "DA-ORD-07")
def test_the_word_silence_is_a_wrong_form_at_every_door(match, alice, send):
    send(text="CONSTRUIRE Mine 1")
    for text in ("SILENCE", SILENT):  # control characters are taken out of what is typed
        page = send(text=text, follow=False).content.decode()
        assert "« SILENCE » n'est pas un ordre" in html.unescape(page).replace("\u00a0", " ")
    assert kept(match, alice) == "CONSTRUIRE Mine 1"


@pytest.mark.rule("DA-ORD-07")
def test_a_form_that_was_that_word_before_counts_as_the_empty_one_that_it_was(match, alice, send):
    send(text="")
    Sheet.objects.filter(seat__match=match).update(kept="SILENCE", text="SILENCE")
    import_module("heraut.site.matches.migrations.0008_sheet_times").as_sent(apps, None)
    resolve(match)
    match.refresh_from_db()
    assert kept_for(match, alice, match.step) == "# rien"
    assert match.realm.kingdoms["j1"].missed == 0


def kept_for(match, alice, step):
    """The text that counted for a turn."""
    return match.seats.get(user=alice).sheets.filter(step=step).order_by("-sequence").first().kept


def test_an_empty_form_is_a_form(match, alice, send):
    send(fields="1")
    assert kept(match, alice) == "# rien"
    resolve(match)
    match.refresh_from_db()
    assert match.realm.kingdoms["j1"].missed == 0


def test_text_is_another_way_to_write_the_form(match, alice, send):
    send(text="# d'abord\nconstruire carrière 1\r\nESPIONNER royaume de bertrand 1")
    assert kept(match, alice) == f'CONSTRUIRE Carrière 1\nESPIONNER "{HIS}" 1'


def test_a_line_of_another_page_is_added_to_the_form(match, alice, send):
    send(text="EXPLORER 1")
    send(line="CONTRE-ESPIONNER 1")
    assert kept(match, alice) == "EXPLORER 1\nCONTRE-ESPIONNER 1"


def test_a_form_made_from_an_older_one_is_not_kept(match, alice, send):
    send(**fields(b_mine=1))
    assert send(follow=False, base="0", **fields(b_mine=2)).status_code == 409
    assert kept(match, alice) == "CONSTRUIRE Mine 1"


def test_it_is_counted_as_it_is_typed_and_nothing_is_kept(match, alice, send):
    part = send(htmx=True, do="check", **fields(b_mine=2, b_carriere=1)).content.decode()
    assert "75 sur 200" in part and "3 sur 5" in part and "Pas encore envoyé" in part and "<html" not in part
    assert "serait refusé" in send(htmx=True, do="check", **fields(b_mine=6)).content.decode()
    assert kept(match, alice) is None


def test_what_a_script_brings_names_what_is_to_be_said_and_says_again_what_was_asked(send):
    typed = send(htmx=True, do="check", **fields(b_mine=40)).content.decode()
    assert 'data-say="verdict"' in typed and 'data-say="refused-1"' in typed and 'data-say="gauge-1"' in typed
    asked = send(htmx=True, do="check", asked="1", **fields(b_mine=40)).content.decode()
    assert 'data-say="verdict"' not in asked and re.search(r'data-say="">Tel quel', asked)


def test_sealing(match, alice, send):
    send(do="seal", **fields(b_mine=1))
    assert match.seats.get(user=alice).sealed == match.step + 1


@pytest.mark.parametrize("bad", ["-1", "abc", "1e3", "99999999999999", "3.5", "<b>"])
def test_nonsense_in_a_field_is_refused_in_words(match, alice, send, bad):
    page = send(follow=False, **fields(b_mine=bad))
    assert page.status_code == 409 and kept(match, alice) is None
    assert "Mine <b>" not in page.content.decode()


def test_a_stranger_s_kingdom_and_one_that_is_not_there_are_refused_alike(match, alice, send):
    known = set(match.rules.view(match.realm, "j1")["own"]["known"])
    stranger = next(k.name for k in match.realm.kingdoms.values() if k.seat != "j1" and k.name not in known)
    nobody = "Royaume de Sire 9"
    assert stranger[:-1] == nobody[:-1]
    real = send(follow=False, text=f'ESPIONNER "{stranger}" 1').content.decode().replace(stranger, nobody)
    false = send(follow=False, text=f'ESPIONNER "{nobody}" 1').content.decode()
    strip = lambda page: [line for line in page.split("\n") if "csrf" not in line and "left" not in line]  # noqa: E731
    assert strip(real) == strip(false)


def test_orders_are_closed_once_the_turn_is_being_resolved(match, alice, send):
    from datetime import timedelta

    from django.utils import timezone

    match.deadline = timezone.now() - timedelta(seconds=1)
    match.save()
    assert "fermée" in send(follow=False, **fields(b_mine=1)).content.decode()
    with pytest.raises(Closed):
        save_orders(match.seats.get(user=alice), "CONSTRUIRE Mine 1")


def test_fields_and_text_say_the_same(match):
    view = match.rules.view(match.realm, "j1")
    decision = SheetDecision(view)
    from heraut.engine.rng import Rng

    for number in range(60):
        form = decision.sample(Rng(b"%d" % number))
        again = decision.parse(text_of(view, values_of(form)))
        assert not again.refusals
        assert {type(order) for order in again.answer.orders} == {type(order) for order in form.orders}
        assert check(view, decision.write(form), "fr").refused == 0


def test_the_forecast_is_what_comes(match, alice, bob, send):
    """Nobody acts on Alice: the coffers after the turn are those foretold."""
    match.seats.exclude(user=alice).update(bot="")
    view = match.rules.view(match.realm, "j1")
    text = "CONSTRUIRE Mine 2\nENTRAINER Guerrier 3\nDEVELOPPER Flèches"
    ahead = check(view, text, "fr").ahead
    send(text=text)
    resolve(match)
    match.refresh_from_db()
    hers = match.realm.kingdoms["j1"]
    assert (hers.gold, hers.intellect) == (ahead.gold_after, ahead.intellect_after)


def test_more_than_there_is_is_told_as_such(send):
    page = html.unescape(send(do="check", htmx=True, **fields(b_mine=9)).content.decode())
    assert 'class="over"' in page and "de trop" in page
    assert page.index("checked-lines") < page.index("gauges")  # what is wrong comes first
    page = send(do="check", htmx=True, **fields(b_mine=1)).content.decode()
    assert "de trop" not in page and page.index("gauges") < page.index("checked-lines")


def test_a_building_that_is_none_is_answered_by_those_of_the_people(match, send):
    page = html.unescape(send(do="check", htmx=True, text="CONSTRUIRE Xylophone 2").content.decode())
    race = RACES[match.realm.kingdoms["j1"].race]
    assert all(BUILDINGS[code].fr in page for code in race.buildings) and "choisissez parmi" in page
