"""The host builder: every choice, refusals beside what causes them and their mends, hosts kept and shared, paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from time import process_time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from heraut.games.vassaux.roster import Roster, ready_made
from heraut.games.vassaux.roster.lines import read_lines, write_lines
from heraut.games.vassaux.tables import FIGHTERS, POWERS, SPELLS, hosts
from heraut.site.accounts.models import Player
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.models import SavedHost
from heraut.site.privacy.export import everything_about

pytestmark = pytest.mark.django_db

FRANC = write_lines(ready_made("FRANC_400"))
KNIGHT = "BARON CHEVALIER ARMES MELEE ARMURE CHEVALIER"
ALL_POWERS = " ".join(POWERS)
WORST = f"BARON NOBLE POUVOIRS {ALL_POWERS}\n" + f"VASSAL 9999 BRETTEUR POUVOIRS {ALL_POWERS}\n" * 15
SECOND = 1.0  # of one processor, the most that a page may take
ClientOf = Callable[[Player], Client]


class Builder:
    """The page of the builder: read, filled in, pressed, without a script."""

    def __init__(self, client: Client, text: str = FRANC, **asked: str) -> None:
        self.client = client
        self.show(client.get("/ost/", {"liste": text, **asked}))

    def show(self, response: Any) -> Builder:
        assert response.status_code == 200
        self.html = response.content.decode()
        self.plain = " ".join(unescape(re.sub(r"<[^>]+>", " ", self.html)).split())
        return self

    def fields(self) -> dict[str, Any]:
        """What the form of the list holds, as a browser would send it."""
        form = self.html[self.html.index('<form class="host-builder') : self.html.index("</form>")]
        found: dict[str, Any] = {}
        for tag in re.findall(r"<input [^>]+>", form):
            name, value = (re.search(rf'{key}="([^"]*)"', tag) for key in ("name", "value"))
            if name and ('type="checkbox"' not in tag or " checked" in tag):
                found[name[1]] = unescape(value[1]) if value else ""
        for name, options in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
            chosen = re.search(r'<option value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
            assert chosen is not None
            found.setdefault(name, []).append(chosen[1]) if name.endswith("-power") else found.update({name: chosen[1]})
        return found

    def press(self, do: str = "", **changed: Any) -> Builder:
        """Changes fields, presses a button, and reads the page that it leads to."""
        fields = {**self.fields(), **{key.replace("_", "-", 1): value for key, value in changed.items()}, "do": do}
        response = self.client.post(
            "/ost/", {key: value for key, value in fields.items() if value is not None}, follow=True
        )
        return self.show(response)

    @property
    def text(self) -> str:
        """The list as the page writes it."""
        found = re.search(r'<textarea id="texte"[^>]*>([^<]*)</textarea>', self.html)
        assert found is not None
        return unescape(found[1]).replace("\r", "")

    def errors(self) -> list[str]:
        """What is refused, in the order of the page."""
        return [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", one)).split())
            for one in re.findall(r'<ul class="errors[^>]*>(.*?)</ul>', self.html, re.S)
        ]


@pytest.fixture
def nobody() -> Client:
    return Client()


# Putting a host together


def test_the_form_says_the_list_back(nobody: Client) -> None:
    assert Builder(nobody).press().text == FRANC


@pytest.mark.parametrize("code", hosts())
def test_any_ready_host_is_a_beginning(nobody: Client, code: str) -> None:
    page = Builder(nobody)
    page.show(nobody.post("/ost/", {"liste": FRANC, "do": "begin", "ready": code}, follow=True))

    assert page.text == write_lines(ready_made(code))


def test_one_may_begin_with_nothing(nobody: Client) -> None:
    page = Builder(nobody)
    page.show(nobody.post("/ost/", {"liste": FRANC, "do": "begin", "ready": ""}, follow=True))

    assert page.text == "BARON CHEVALIER ARMES MELEE\n"
    assert "Un ost compte de 1 à 12 unités" in page.plain


def test_every_choice_of_an_entry(nobody: Client) -> None:
    page = Builder(nobody, KNIGHT + "\nVASSAL 8 BRETTEUR", magie="1")
    page.press(school="ROUGE")
    page.press("spell:1")
    assert page.text.splitlines()[1] == "VASSAL 8 ECUYER ARMES MELEE ARMURE RENFORCEE"
    page.press(**{
        "1_title": "HEROS", "1_size": "12", "1_weapon": "LIGHT_MISSILE", "1_armour": "LIGHT", "1_mounted": "1",
        "1_change": "at-df", "1_power": "VOLANT", "1_name": "Les Faucons", "0_gear": "2-0-0",
        "0_power": ["PRESOMPTUEUX", "MAJE"],
    })  # fmt: skip

    assert page.text == (
        f"{KNIGHT} EQUIPEMENT 2 0 0 POUVOIRS PRESOMPTUEUX MAJE\n"
        "HEROS 12 ECUYER ARMES TIR_LEGER ARMURE LEGERE MONTE CHANGER AT DF POUVOIRS VOLANT NOM Les Faucons\n"
        "MAGIE ROUGE\n"
    )


def test_units_are_added_doubled_moved_and_dismissed(nobody: Client) -> None:
    page = Builder(nobody, KNIGHT + "\nVASSAL 8 BRETTEUR")
    assert page.press("add", fighter="ARCHER").text.splitlines()[2] == "VASSAL 6 ARCHER"
    assert page.press("lift:2").text.splitlines()[1:] == ["VASSAL 6 ARCHER", "VASSAL 8 BRETTEUR"]
    assert page.press("double:2").text.splitlines()[2:] == ["VASSAL 8 BRETTEUR"] * 2
    assert page.press("drop:1").text.splitlines()[1:] == ["VASSAL 8 BRETTEUR"] * 2


@pytest.mark.rule("SV-OST-03", "SV-OST-04", "SV-CMD-01", "SV-OST-01")
def test_points_ratio_reserve_and_capacity_are_told(nobody: Client) -> None:
    page = Builder(nobody)

    assert "399 / 400" in page.plain and "encore 1 point" in page.plain
    assert "5 × 2 = 10, il y en a 26." in page.plain
    assert "Cd du Seigneur 4, et 9 Cd de vassaux partagés entre 5 unités\u00a0: 5 dés." in unescape(page.html)
    assert "de 2 à 37" in page.plain
    assert "Prêt à se battre" in page.plain


@pytest.mark.rule("SV-OST-03", "SV-OST-06", "SV-OST-07", "SV-GEN-04")
def test_each_figure_says_why(nobody: Client) -> None:
    page = Builder(nobody, f"{KNIGHT} MONTE\nHEROS 4 BARBARE")

    assert "Df 6 Chevalier +2, équipement +1, armure de chevalier +3" in page.plain
    assert "Mv 3 Chevalier +2, monture +1" in page.plain
    assert (
        "Prix d'un combattant 12 Écuyer +4, profil modifié +2, armes de corps à corps +2, armure renforcée +4"
        in page.plain
    )


@pytest.mark.rule(
    "SV-OST-01", "SV-OST-03", "SV-OST-04", "SV-OST-05", "SV-OST-09", "SV-OST-10", "SV-OST-11", "SV-SCN-30"
)
@pytest.mark.parametrize(
    ("text", "asked", "beside", "reason", "rule"),
    [
        (f"{KNIGHT}\nVASSAL 40 BRETTEUR", {}, "1-size", "en tient de 2", "SV-OST-01"),
        ("BARON SOLDAT ARMURE CHEVALIER\nVASSAL 8 BRETTEUR", {}, "0-armour", "ne peut porter ceci", "SV-OST-05"),
        (f"{KNIGHT}\nVASSAL 8 PAYSAN ARMES TIR_LOURD", {}, "1-weapon", "ne peut porter ceci", "SV-OST-05"),
        (f"{KNIGHT} EQUIPEMENT 1 1 1\nVASSAL 8 BRETTEUR", {}, "0-gear", "exactement 2 points", "SV-OST-06"),
        (f"{KNIGHT}\nVASSAL 8 PAYSAN CHANGER MV DF", {}, "1-change", "ne peut rien perdre", "SV-OST-07"),
        (f"{KNIGHT}\nVASSAL 8 PAYSAN POUVOIRS FEROCE", {"magie": "1"}, "1-power-1", "pas de cette école", "SV-OST-09"),
        (f"{KNIGHT}\nVASSAL 37 BRETTEUR", {}, "points de trop", "la limite est de 400", "SV-OST-03"),
        (f"{KNIGHT}\nVASSAL 8 SOLDAT_REGULIER", {}, "Gens d'armes", "il faut 18", "SV-OST-04"),
        (f"{KNIGHT} MONTE\nVASSAL 8 BRETTEUR", {"pour": "3-0"}, "Avec magie", "à pied dans ce duel", "SV-SCN-30"),
        (f"{KNIGHT}\nHEROS 8 BRETTEUR", {"pour": "3-1"}, "Avec magie", "titres francs", "SV-OST-11"),
        (FRANC, {"limite": "300"}, "points de trop", "la limite est de 300", "SV-OST-03"),
    ],
)  # fmt: skip
def test_a_refusal_stands_beside_its_cause_and_its_mend_mends(
    nobody: Client, text: str, asked: dict[str, str], beside: str, reason: str, rule: str
) -> None:
    page = Builder(nobody, text, **asked)
    (told,) = [one for one in page.errors() if reason in one]

    assert rule in told
    assert "Pas encore permis" in page.plain
    html = unescape(page.html)
    where = html.index(f'id="{beside}"') if re.match(r"\d-", beside) else html.index(beside)
    assert html.index("errors", where) - where < 6_000  # right behind that field or heading
    mend = re.search(r'name="do" value="(mend:[^"]+)"', page.html)
    assert mend is not None
    assert reason not in page.press(mend[1]).plain


def test_the_waiver_of_the_franks_of_scenario_2_is_known(nobody: Client) -> None:
    text = write_lines(ready_made("S2_FRANCS"))

    assert "Prêt à se battre" in Builder(nobody, text, pour="2-1").plain
    assert "Pas encore permis" in Builder(nobody, text).plain


def test_a_change_is_undone(nobody: Client) -> None:
    headers = {"HX-Request": "true"}
    fields = {**Builder(nobody).fields(), "1-size": "20"}
    after = nobody.post("/ost/", fields, headers=headers).content.decode()
    before = re.search(r'name="before" value="([^"]*)"', after)

    assert before is not None and unescape(before[1]).replace("\r", "") == FRANC
    undone = nobody.post("/ost/", {**fields, "before": FRANC, "do": "undo"}, headers=headers)
    assert parse_qs(urlsplit(undone.headers["HX-Replace-Url"]).query)["liste"] == [FRANC]


def test_a_script_gets_the_form_alone_with_its_address_and_a_sentence(nobody: Client) -> None:
    fields = {**Builder(nobody).fields(), "2-size": "2", "opened": ["3"]}
    response = nobody.post("/ost/", fields, headers={"HX-Request": "true"})
    html = response.content.decode()

    assert "<html" not in html
    assert "311 points sur 400, réserve de 5 dés. Prêt à se battre." in html
    assert re.findall(r'data-entry="(\d)"[^>]* open>', html) == ["3"]
    (text,) = parse_qs(urlsplit(response.headers["HX-Replace-Url"]).query)["liste"]
    assert "VAVASSEUR 2 ARCHER" in text


# Text


def test_a_text_that_is_pasted_is_read(nobody: Client) -> None:
    page = Builder(nobody)
    page.show(
        nobody.post("/ost/", {"liste": FRANC, "text": "baron soldat\nhéros 3 archer", "do": "paste"}, follow=True)
    )

    assert page.text == "BARON SOLDAT\nHEROS 3 ARCHER\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("BARON\nVASSAL 8 BRETEUR", ("Ligne 1", "Ligne 2", "BRETTEUR")),
        ("", ("La liste est vide",)),
        ("BARON CHEVALIER EQUIPEMENT 1e309 0 0", ("1E309",)),
        ("BARON CHEVALIER NOM \ud83d\u202e", ("Ce nom d'unité ne convient pas",)),
        ("VASSAL 2 PAYSAN\n" * 5_000, ("Ce texte est trop long",)),
        ("x" * 50_000, ("Cette ligne est trop longue",)),
        ('{"lord":' * 5_000, ("Cette ligne est trop longue",)),
        ("\u0000\u0007 ٣ BARON", ("Ligne 1",)),
    ],
)
def test_what_cannot_be_read_is_told_and_kept_in_the_field(nobody: Client, text: str, told: tuple[str, ...]) -> None:
    text = text.encode("utf-8", "replace").decode()
    response = nobody.post("/ost/", {"liste": FRANC, "text": text, "do": "paste"}, follow=True)
    page = Builder(nobody).show(response)

    assert all(words in page.plain for words in told), page.plain[-900:]
    assert "Bretteurs de Brantôme" in page.plain  # the list before is not lost


@pytest.mark.parametrize(
    "asked",
    [
        {"liste": "x"}, {"liste": FRANC * 40}, {"pour": "9-9"}, {"pour": "1-7", "limite": "1e309"},
        {"limite": "9" * 400},        {"ost": "9" * 40}, {"ost": "-1"}, {"ouvert": "x"}, {"pour": "٣"},
    ],
)  # fmt: skip
def test_odd_addresses_get_a_page(nobody: Client, asked: dict[str, str]) -> None:
    assert nobody.get("/ost/", asked).status_code == 200
    assert nobody.get("/ost/feuille/", asked).status_code == 200
    assert nobody.get("/ost/cartes/", asked).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {}, {"do": "mend:x:y"}, {"do": "drop:99"}, {"do": "drop:0"}, {"do": "lift:1"}, {"do": "spell:-1"},
        {"do": "add"}, {"0-title": "x"},
        {"0-title": "BARON", "0-who": "x", "0-gear": "9-9", "0-change": "a-b", "1-title": "VASSAL"},
        {"0-title": "BARON", "1-title": "VASSAL", "1-size": "1e309"}, {"do": "begin", "ready": "x"}, {"do": "undo"},
        {f"{n}-title": "VASSAL" for n in range(99)},
    ],
)  # fmt: skip
def test_odd_forms_get_a_page(nobody: Client, sent: dict[str, str]) -> None:
    assert nobody.post("/ost/", sent, follow=True).status_code == 200
    assert nobody.post("/ost/", sent, headers={"HX-Request": "true"}).status_code == 200


def test_a_list_as_long_as_can_be_is_reckoned_in_time(nobody: Client) -> None:
    text = f"{KNIGHT}\n" + "VASSAL 12 BRETTEUR POUVOIRS FEROCE VOLANT MARTYRS\n" * 39
    page = Builder(nobody, text)

    assert "15 unités" not in page.plain and "16 unités" in page.plain  # as many as the form holds, and no more


@pytest.mark.parametrize("page", ["/ost/", "/ost/feuille/", "/ost/cartes/"])
def test_the_worst_list_is_judged_in_time(nobody: Client, page: str) -> None:
    begun = process_time()
    assert nobody.get(page, {"liste": WORST, "limite": "400"}).status_code == 200
    assert process_time() - begun < SECOND


def test_the_list_of_what_is_kept_comes_in_time(alice: Player, client_of: ClientOf) -> None:
    for number in range(keeping.MOST):
        keeping.keep(SavedHost, alice, f"Les pires {number}", text=WORST, brief="limite=400")
    client, begun = client_of(alice), process_time()
    assert client.get("/ost/gardes/").content.decode().count('class="card royal') == keeping.MOST
    assert process_time() - begun < SECOND


# Kept, and shared


@pytest.fixture
def kept(alice: Player) -> SavedHost:
    return keeping.keep(SavedHost, alice, "Les miens", text=FRANC, brief="pour=0")


def test_a_host_is_kept_changed_and_kept_as_another(alice: Player, client_of: ClientOf) -> None:
    client = client_of(alice)
    client.post("/ost/", {"liste": FRANC, "pour": "3-1", "do": "keep", "name": "Ost du Frioul"})
    one = SavedHost.objects.get(owner=alice)
    assert (one.name, one.text, one.brief) == ("Ost du Frioul", FRANC, "pour=3-1")
    again = {"liste": f"{KNIGHT}\nVASSAL 8 BRETTEUR", "ost": str(one.pk), "do": "keep", "name": "Plus petit"}
    client.post("/ost/", again)
    assert [(kept.name, read_lines(kept.text)) for kept in SavedHost.objects.all()] == [
        ("Plus petit", read_lines(again["liste"]))
    ]
    client.post("/ost/", {**again, "anew": "1", "name": "Un autre"})
    assert {kept.name for kept in SavedHost.objects.filter(owner=alice)} == {"Plus petit", "Un autre"}


def test_a_stranger_is_asked_in_and_finds_his_list_again(nobody: Client) -> None:
    response = nobody.post("/ost/", {"liste": FRANC, "do": "keep", "name": "x"})

    assert response.status_code == 302
    (back,) = parse_qs(urlsplit(response.headers["Location"]).query)["next"]
    assert parse_qs(urlsplit(back).query)["liste"] == [FRANC]
    assert not SavedHost.objects.exists()


def test_saved_hosts_are_listed_copied_and_deleted(alice: Player, kept: SavedHost, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "Les miens" in client.get("/ost/gardes/").content.decode()
    client.post("/ost/gardes/", {"do": f"copier:{kept.pk}"})
    assert sorted(SavedHost.objects.values_list("name", flat=True)) == ["Les miens", "Les miens (copie)"]
    client.post("/ost/gardes/", {"do": f"supprimer:{kept.pk}"})
    assert SavedHost.objects.get().name == "Les miens (copie)"


def test_there_is_a_limit_to_what_is_kept(
    alice: Player, kept: SavedHost, client_of: ClientOf, monkeypatch: Any
) -> None:
    monkeypatch.setattr(keeping, "MOST", 1)
    client = client_of(alice)
    said = client.post("/ost/", {"liste": FRANC, "do": "keep", "name": "x"}, follow=True).content.decode()
    assert "Vous en gardez déjà 1" in said
    assert (
        "Vous en gardez déjà 1"
        in client.post("/ost/gardes/", {"do": f"copier:{kept.pk}"}, follow=True).content.decode()
    )
    assert SavedHost.objects.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "\u202e"])
def test_a_name_that_will_not_do(alice: Player, client_of: ClientOf, name: str) -> None:
    said = client_of(alice).post("/ost/", {"liste": FRANC, "do": "keep", "name": name}, follow=True).content.decode()

    assert "Donnez-lui un nom de 1 à 60 caractères" in said
    assert not SavedHost.objects.exists()


def test_a_kept_host_is_its_owners_until_it_is_shared(
    alice: Player, bob: Player, kept: SavedHost, client_of: ClientOf, nobody: Client
) -> None:
    stranger = client_of(bob)
    assert "Les miens" not in stranger.get("/ost/gardes/").content.decode()
    for word in ("copier", "supprimer", "partager", "reprendre", "rien"):
        assert stranger.post("/ost/gardes/", {"do": f"{word}:{kept.pk}"}).status_code == 404
    assert "Les miens" not in stranger.get("/ost/", {"ost": kept.pk, "liste": FRANC}).content.decode()
    stranger.post("/ost/", {"liste": KNIGHT, "ost": kept.pk, "do": "keep", "name": "Volé"})
    kept.refresh_from_db()
    assert (kept.name, kept.text, kept.owner) == ("Les miens", FRANC, alice)  # he has one of his own now
    assert SavedHost.objects.get(owner=bob).name == "Volé"
    assert nobody.get("/ost/gardes/").status_code == 302
    assert nobody.get("/ost/lien//").status_code == 404


def test_a_link_shows_the_host_and_nothing_of_whose_it_is(
    alice: Player, kept: SavedHost, client_of: ClientOf, nobody: Client
) -> None:
    owner = client_of(alice)
    owner.post("/ost/gardes/", {"do": f"partager:{kept.pk}"})
    kept.refresh_from_db()
    link = f"/ost/lien/{kept.share}/"
    assert link in owner.get("/ost/gardes/").content.decode()
    shown = nobody.get(link, follow=True).content.decode()
    assert "Les miens" in shown and "Bretteurs de Brantôme" in shown
    assert alice.username not in shown and alice.email not in shown and f'name="ost" value="{kept.pk}"' not in shown
    owner.post("/ost/gardes/", {"do": f"reprendre:{kept.pk}"})
    assert nobody.get(link).status_code == 404


def test_the_address_itself_is_a_link_for_anyone(nobody: Client) -> None:
    page = Builder(nobody, KNIGHT + "\nVASSAL 8 BRETTEUR NOM Les Huit", pour="3-1", magie="1")
    link = re.search(r'id="lien" readonly value="([^"]+)"', page.html)
    assert link is not None
    shown = Client().get(unescape(link[1]).removeprefix("http://testserver")).content.decode()

    assert "Les Huit" in shown and 'value="3-1" selected' in shown


def test_what_is_kept_is_exported_and_goes_with_the_account(alice: Player, kept: SavedHost) -> None:
    assert everything_about(alice)["kept"]["vassaux"]["hosts"][0]["text"] == FRANC
    alice.delete()
    assert not SavedHost.objects.exists()


# Paper, and words


def test_the_sheet_and_the_cards_say_powers_and_spells_in_words(nobody: Client) -> None:
    asked = {"liste": f"{KNIGHT}\nVASSAL 8 BRETTEUR POUVOIRS VOLANT\nMAGIE NOIRE", "magie": "1"}
    for page in ("/ost/feuille/", "/ost/cartes/"):
        html = unescape(nobody.get(page, asked).content.decode())
        assert "Ignore le terrain difficile" in html
        assert "Nuit éternelle" in html and "puissance 12" in html
        assert html.count('class="chief"') == 2 and html.count("<i") >= 9


def test_paper_says_that_a_list_is_refused(nobody: Client) -> None:
    html = nobody.get("/ost/cartes/", {"liste": f"{KNIGHT}\nVASSAL 37 BRETTEUR"}).content.decode()

    assert "Pas encore permis" in html and "SV-OST-03" in html


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_power_spell_and_fighter_has_its_words(lang: str) -> None:
    from heraut.site.common.words import site_words

    words = site_words(lang).groups
    assert {f"power_{code}" for code in POWERS} | {f"spell_{code}" for code in SPELLS} <= set(words["vassaux_host"])
    assert set(words["vassaux_fighters"]) == set(FIGHTERS)


def test_the_page_speaks_english(nobody: Client) -> None:
    html = nobody.get("/ost/", {"liste": FRANC}, headers={"Accept-Language": "en"}).content.decode()

    assert "Build a host" in html and "Ready for battle" in html and "1 point left" in html


def test_the_list_of_the_page_is_the_roster_of_the_engine(nobody: Client) -> None:
    assert isinstance(read_lines(Builder(nobody).text), Roster)
