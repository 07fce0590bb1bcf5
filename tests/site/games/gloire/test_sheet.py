"""The order sheet as a browser without scripts uses it, and as one with scripts does."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.sheet.writing import quoted
from heraut.site.games.gloire.choices import Menu
from heraut.site.matches.models import Match, Sheet
from heraut.site.matches.pace import MONTH
from heraut.site.matches.receipts import USED, WAITING, check_receipt, receipt, receipt_text
from heraut.site.matchpage.saving import LONGEST_TEXT
from tests.site.matchpage.conftest import keep, resolve

pytestmark = pytest.mark.django_db


class OrderPage:
    """A player at his sheet."""

    def __init__(self, client, match):
        self.client, self.match = client, match
        self.url = f"/partie/{match.code}/ordres/"

    @property
    def sheet(self):
        """The last version."""
        return Sheet.objects.filter(seat__match=self.match).order_by("-sequence").first()

    def post(self, **fields):
        """One change, made from the last version."""
        fields.setdefault("base", self.sheet.sequence if self.sheet else 0)
        return self.client.post(self.url, fields)

    def page(self, query=""):
        """The page."""
        return self.client.get(self.url + query).content.decode()


@pytest.fixture
def orders(match, alice, client_of):
    """Alice's sheet."""
    return OrderPage(client_of(alice), match)


@pytest.fixture
def land(match):
    """One of Alice's lands."""
    return next(name for name, land in match.realm.lands.items() if land.owner == "j1")


def test_a_text_is_saved_and_checked_line_by_line(orders, land):
    orders.post(do="save", text=f"IMP 2 {land}\r\nIMP 12 {land}\r\n; note\r\nATT Personne {land}")
    assert orders.sheet.kept == f"IMP 2 {land}"
    page = orders.page()
    assert page.count('class="good"') == 1 and page.count('class="refused"') == 2 and page.count('class="silent"') == 1
    assert "rapporte" in page and "choisissez un nombre de 0 à 10" in page


@pytest.mark.parametrize("htmx", [False, True])
def test_a_sheet_too_long_is_not_saved_and_stays_on_the_page(orders, htmx):
    headers = {"HX-Request": "true"} if htmx else {}
    longest = "\n".join(["; " + "x" * 97] * 600 + ["CHE 2"])[-LONGEST_TEXT:]
    assert len(longest) == LONGEST_TEXT
    for more in ("x", "xx"):
        answer = orders.client.post(orders.url, {"base": 0, "do": "save", "text": more + longest}, headers=headers)
        page = answer.content.decode()
        assert "La feuille est trop longue" in page and more + longest[:50] in page and orders.sheet is None
    orders.post(do="save", text=longest)
    assert orders.sheet.text == longest and orders.sheet.kept == "CHE 2"
    added = orders.post(do="add", code="CHE", number="3").content.decode()
    assert "La feuille est trop longue" in added and orders.sheet.text == longest


def test_a_form_adds_a_line(orders, land):
    orders.post(do="add", code="IMP", level="3", land=land)
    orders.post(do="add", code="CHE", number="2")
    orders.post(do="add", code="ARM", land=land, amount="500", knight="-")
    assert orders.sheet.text.split("\n")[:3] == [f"IMP 3 {land}", "CHE 2", f"ARM {land} 500"]


def test_a_form_offers_only_what_is_legal(orders, match):
    page = orders.page()
    marches = re.findall(r'<option value="(?:&quot;[^;]+&quot;|\S+) (\S+)">[^<]*→', page)
    here = {knight.land for knight in match.realm.knights.values() if knight.lord == "j1"}
    near = atlas("SCANDINAVIE").adjacent
    assert marches and set(marches) <= {*here, *(name for land in here for name in near[land])}


@pytest.mark.rule("GP-PAR-02")
@pytest.mark.parametrize(
    ("organiser", "password", "behind"), [("-", "", ""), ("Iseult", "or et lys", ' Iseult "or et lys"')]
)
def test_every_knight_enters_a_joust_by_one_form(orders, match, organiser, password, behind):
    orders.post(do="add", code="PAR", knight="*", organiser=organiser, password=password)
    knights = [quoted(knight.name) for knight in match.realm.knights.values() if knight.lord == "j1"]
    assert len(knights) > 1 and orders.sheet.kept.split("\n") == [f"PAR {name}{behind}" for name in knights]


def test_lines_move_change_and_go(orders, land):
    orders.post(do="save", text=f"CHE 1\nIMP 2 {land}\nESP NARVIK")
    orders.post(do="up:2")
    assert orders.sheet.text == f"IMP 2 {land}\nCHE 1\nESP NARVIK"
    orders.post(do="down:1")
    orders.post(do="drop:3")
    assert orders.sheet.text == f"CHE 1\nIMP 2 {land}"
    form = orders.page("?ligne=2").partition('name="rewritten"')[0].rpartition("<form")[2]
    assert re.search(r'<button[^>]*value="([^"]*)"', form)[1] == "change:2"  # what Enter presses
    orders.post(do="change:1", rewritten="CHE 4")
    assert orders.sheet.text == f"CHE 4\nIMP 2 {land}"


def test_a_click_on_the_map_adds_a_line_and_comes_back_to_its_card(orders, land):
    answer = orders.post(do="add", line=f"IMP {{}} {land}", figure="4", back="board", terre=land)
    assert orders.sheet.text == f"IMP 4 {land}\n"
    assert answer.url == f"/partie/{orders.match.code}/?terre={land}#fiche"


def test_a_script_gets_the_panel_alone(orders, land):
    orders.client.defaults["HTTP_HX_REQUEST"] = "true"
    page = orders.post(do="add", line=f"IMP 2 {land}").content.decode()
    assert "<html" not in page and f"IMP 2 {land}" in page and 'id="feuille-texte"' in page


def said(answer):
    """What a script says of an act."""
    found = re.search(r"<p class=\"visually-hidden\" data-say>(.*?)</p>", answer.content.decode(), re.S)
    return found and unescape(found[1]).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_what_an_act_has_changed_is_said_in_few_words(orders, land):
    orders.client.defaults["HTTP_HX_REQUEST"] = "true"
    name = atlas("SCANDINAVIE").places[land].label["fr"]
    assert said(orders.post(do="add", line="CHE 1")).startswith(
        "Ordre 1 ajouté : Appeler 1 chevalier. Trésor après le tour : "
    )
    two = said(orders.post(do="add_lines", lines=[f"IMP 2 {land}", "ABD non"]))
    assert two.startswith(f"Ordre 2 ajouté : Imposer {name} au niveau 2. Trésor")
    assert said(orders.post(do="change:2", rewritten=f"IMP 3 {land}")).startswith("Ordre 2 changé : Imposer")
    assert said(orders.post(do="up:2")).startswith("Les ordres ont changé de rang. Trésor")
    assert said(orders.post(do="drop:1")).startswith(f"Ordre 1 retiré : Imposer {name} au niveau 3. Trésor")
    assert said(orders.post(do="undo")).startswith(
        f"Dernier geste annulé. Ordre 1 ajouté : Imposer {name} au niveau 3."
    )
    text = orders.sheet.text
    assert said(orders.post(text=text)).startswith("Ordres enregistrés. 2 ordres compris, 1 ligne refusée. Trésor")
    assert said(orders.post(do="drop:1,2")).startswith("2 ordres retirés : Imposer")
    assert said(orders.post(do="seal:anyway", text=text)).startswith("2 ordres ajoutés : ")
    orders.client.defaults["HTTP_HX_TARGET"] = "checked"
    assert said(orders.post(text=f"{text}CHE 2")) is None  # of letters that are being typed the refusals alone are told


def test_refused_lines_are_told_of_at_the_text(orders, land):
    page = orders.page()
    assert "aria-invalid" not in page and 'id="feuille-refus" data-say="refused"></p>' in page
    orders.post(text=f"IMP 12 {land}\nCHE 1\nIMP 2 Nulle-part")
    page = orders.page()
    assert re.search(r'<textarea[^>]* aria-describedby="feuille-refus [^>]* aria-invalid="true"', page)
    told = re.search(r'class="visually-hidden bad" id="feuille-refus"[^>]*>2 lignes refusées\. (.*?)</p>', page)
    assert re.match(r"Ligne 1\s: .* Ligne 3\s: ", told[1])


def test_every_button_of_a_line_and_of_a_form_says_which(orders, land):
    orders.post(text=f"CHE 1\nIMP 2 {land}")
    page = orders.page()
    for number in (1, 2):
        assert page.count(f'aria-describedby="ligne-{number}"') == 4 and page.count(f'id="ligne-{number}"') == 1
    adding = re.findall(r'value="add">Ajouter<span class="visually-hidden">\s*([^<]+)</span>', page)
    assert len(adding) > 10 and len(set(adding)) == len(adding)


def test_typing_gets_the_lines_and_leaves_the_text_alone(orders, land):
    orders.client.defaults |= {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "checked"}
    page = orders.post(text=f"IMP 2 {land}").content.decode()
    assert "feuille-texte" not in page.replace("#feuille-texte", "") and 'id="base" value="1"' in page
    assert orders.sheet.text == f"IMP 2 {land}"


def test_saving_the_same_again_makes_no_new_version(orders):
    orders.post(text="CHE 1")
    orders.post(text="CHE 1")
    assert orders.sheet.sequence == 1


def test_sealed_is_not_saved_and_a_change_opens_the_sheet_again(orders, match, alice):
    orders.post(text="CHE 1")
    assert not orders.sheet.sealed
    orders.post(do="seal", text="CHE 1")
    assert orders.sheet.sealed and match.seats.get(user=alice).sealed == match.step + 1
    orders.post(text="CHE 2")
    assert not orders.sheet.sealed and match.seats.get(user=alice).sealed == 0


def test_a_text_from_another_window_overwrites_nothing(orders):
    orders.post(text="CHE 1")
    answer = orders.post(text="CHE 5", base="0")
    assert answer.status_code == 409 and orders.sheet.text == "CHE 1"
    assert "CHE 5" in answer.content.decode()  # what was typed is not lost


def test_the_receipt_shown_is_the_one_that_the_page_of_receipts_reads(orders):
    orders.post(text="CHE 1")
    page = orders.page()
    shown = unescape(re.search(r'<code id="receipt-text">(.*?)</code>', page)[1])
    assert shown == receipt_text(orders.sheet)
    assert f'href="{reverse("matches:receipt")}"' in page
    assert "authentique" in orders.client.post(reverse("matches:receipt"), {"receipt": shown}).content.decode()
    assert check_receipt(receipt(orders.sheet)) == WAITING


def test_what_is_typed_is_kept_without_control_characters(orders, land):
    orders.post(do="save", text=f"CHE 1\x00\n\tIMP 2\x07 {land}\x9f")
    assert orders.sheet.text == f"CHE 1\n\tIMP 2 {land}"
    orders.post(do="change:1", rewritten="CHE\x00 4")
    assert orders.sheet.kept == f"CHE 4\nIMP 2 {land}"
    assert "\x00" not in orders.client.get(f"/partie/{orders.match.code}/?terre=%00{land}").content.decode()


@pytest.mark.rule("GP-ABD-01")
def test_abdication_asks_twice(orders):
    answer = orders.post(text="CHE 1\nABD")
    assert orders.sheet is None and "Confirmer l&#39;abdication" in answer.content.decode()
    orders.post(text="CHE 1\nABD", confirm="ABD")
    assert orders.sheet.kept == "CHE 1\nABD"
    orders.post(text="CHE 2\nABD")  # said once, it is said
    assert orders.sheet.kept == "CHE 2\nABD"


@pytest.mark.rule("GP-ABD-01")
@pytest.mark.parametrize("line", ["ABD;adieu", " abd ; adieu"])
def test_abdication_asks_twice_however_it_is_written(orders, line):
    answer = orders.post(do="seal", text=line)
    assert orders.sheet is None and "Confirmer l&#39;abdication" in answer.content.decode()


def test_a_comment_does_not_abdicate(orders):
    orders.post(text="CHE 1;ABD\n;ABD")
    assert orders.sheet.kept == "CHE 1"


@pytest.mark.rule("GP-SITE-17")
def test_while_the_turn_is_resolved_the_sheet_is_closed(orders, match):
    Match.objects.filter(pk=match.pk).update(claimed_until=timezone.now())
    assert "en cours de résolution" in orders.page() and "<textarea" not in orders.page()
    assert orders.post(text="CHE 1").status_code == 409 and orders.sheet is None


@pytest.mark.parametrize(("line", "words"), [
    ("REC 100", "les plus proches sont REN <chevalier> <nouveau nom> et RED <écus> <terre>"),
    ("BOIRE un coup", "choisissez parmi"),
    ("IMP 99", "Il manque le nom d'une terre, et 99 n'est pas permis : un nombre de 0 à 10."),
    ("IMP 9", "Il manque le nom d'une terre. "),
])  # fmt: skip
def test_a_refusal_says_all_that_is_wrong_and_guesses_nothing(orders, line, words):
    orders.post(do="save", text=line)
    assert words in " ".join(unescape(orders.page()).replace("\N{NO-BREAK SPACE}", " ").split())


def test_sealing_with_refused_lines_is_asked_once(orders, land):
    page = unescape(orders.post(do="seal", text=f"IMP 3 {land}\nBOIRE un coup\nIMP 99 {land}").content.decode())
    assert "2 lignes sont refusées" in page and 'value="seal:anyway"' in page
    assert orders.sheet.kept == f"IMP 3 {land}" and not orders.sheet.sealed
    assert "Enregistrés, 2 lignes refusées" in unescape(orders.page())
    assert orders.post(do="seal:anyway", text=orders.sheet.text).status_code == 302
    assert orders.sheet.sealed


def test_nothing_is_asked_of_who_seals_what_was_understood(orders, land):
    assert orders.post(do="seal", text=f"IMP 3 {land}").status_code == 302
    assert orders.sheet.sealed


@pytest.mark.parametrize(("others", "sealed", "words"), [
    (True, False, "Le tour finit dès que tous les joueurs ont scellé, et au plus tard le "),
    (False, False, "Le tour finit dès que vous scellez."),
    (True, True, "Vous avez scellé : le tour finit dès que tous les joueurs l'ont fait, et au plus tard le "),
])  # fmt: skip
def test_what_ends_the_turn_where_no_clock_presses(orders, land, match, bob, others, sealed, words):
    Match.objects.filter(pk=match.pk).update(pace_data={**match.pace_data, "early": True, "seconds": MONTH})
    if not others:
        match.seats.filter(user=bob).update(user=None, bot="player")
    orders.post(do="seal" if sealed else "save", text=f"IMP 3 {land}")
    assert words in " ".join(unescape(orders.page()).split())


def test_a_levy_that_takes_the_last_ecus_counts_for_the_attack(orders, match):
    realm = match.realm
    lord = realm.knights[realm.lords["j1"].knight]
    realm.lords["j1"].treasury = 5000
    realm.armies = {number: army for number, army in realm.armies.items() if army.knight != lord.id}
    lord.army = None
    keep(match, realm)
    target = next(name for name in atlas("SCANDINAVIE").adjacent[lord.land] if realm.lands[name].owner is None)
    orders.post(do="save", text=f'ARM {lord.land} 100000 "{lord.name}"\nATT "{lord.name}" {target}')
    assert "d'hommes pour attaquer" not in unescape(orders.page())
    orders.post(do="save", text=f'ATT "{lord.name}" {target}')
    assert "d'hommes pour attaquer" in unescape(orders.page())


@pytest.mark.rule("GP-ARM-02")
def test_a_levy_that_raises_nobody_is_said_to_be_in_vain(orders, land):
    orders.post(do="save", text=f"ARM {land} 5")
    assert "5 écus ne lèvent pas un homme" in " ".join(unescape(orders.page()).split())


@pytest.mark.rule("GP-FEL-01")
def test_the_sheet_warns_of_felony(orders, match):
    realm = match.realm
    knight = realm.knights[realm.lords["j1"].knight]
    target = atlas("SCANDINAVIE").places[knight.land].neighbours[0]
    realm.lands[target].owner = "j2"
    realm.lords["j1"].allies.clear()
    realm.lords["j1"].enemies.clear()
    keep(match, realm)
    orders.post(text=f'ATT "{knight.name}" {target}')
    assert "Félonie" in orders.page() and "GP-FEL-01" in orders.page()


@pytest.mark.parametrize("allied", [True, False])
def test_the_form_of_attacks_lists_no_land_of_an_ally(match, allied):
    realm = match.realm
    knight = realm.knights[realm.lords["j1"].knight]
    target = atlas("SCANDINAVIE").places[knight.land].neighbours[0]
    realm.lands[target].owner = "j2"
    realm.lords["j1"].allies = {"j2": 1} if allied else {}
    realm.lords["j2"].allies = {"j1": 1} if allied else {}
    listed = [one.value for group in Menu(match.rules.view(realm, "j1"), "fr").attacks() for one in group.choices]
    assert (f"{quoted(knight.name)} {quoted(target)}" in listed) is not allied


def test_nobody_else_changes_a_sheet(match, charlie, client, client_of):
    for stranger, status in ((client_of(charlie), 404), (client, 401)):
        assert stranger.post(f"/partie/{match.code}/ordres/", {"text": "CHE 1", "base": "0"}).status_code == status
    assert not Sheet.objects.exists()


def test_the_report_shows_the_hash_of_the_sheet_that_was_used(orders, match):
    orders.post(text="CHE 1")
    resolve(match)
    page = orders.client.get(f"/partie/{match.code}/bilan/3/").content.decode()
    assert orders.sheet.hash in page and "la vôtre" in page
    assert check_receipt(receipt(orders.sheet)) == USED
