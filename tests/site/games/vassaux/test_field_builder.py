"""The field builder: terrain by taps and by numbers, checked by the rules; battlefields kept and shared."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from heraut.games.vassaux.picture.scenery import EDGE
from heraut.games.vassaux.setup import elements_of
from heraut.games.vassaux.tables import maps
from heraut.games.vassaux.terrain import write_terrain
from heraut.site.accounts.models import Player
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.field_builder.draft import PICTURES
from heraut.site.games.vassaux.models import SavedField
from heraut.site.privacy.export import everything_about

pytestmark = pytest.mark.django_db

WOOD = "BOIS 3000,6000 5000,8000\n"
HILL = "PENTE 6000,6000 9000,9000\nSOMMET 6500,6500 8500,8500\n"
ClientOf = Callable[[Player], Client]


class Ground:
    """The page of the builder: read, tapped, pressed, without a script."""

    def __init__(self, client: Client, text: str = WOOD, **asked: str) -> None:
        self.client, self.hand = client, {"champ": text, "cote": "15", **asked}
        self.show(client.get("/champ/", self.hand))

    def show(self, response: Any) -> Ground:
        assert response.status_code == 200
        self.html = response.content.decode()
        self.plain = " ".join(unescape(re.sub(r"<[^>]+>", " ", self.html)).split())
        for name in ("champ", "pris"):
            found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', self.html)
            assert found is not None
            self.hand[name] = unescape(found[1]).replace("\r", "")
        return self

    def press(self, do: str = "", **fields: str) -> Ground:
        """Presses a button with these fields, and reads the page that it leads to."""
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.show(self.client.post("/champ/", {**self.hand, **named, "do": do}, follow=True))

    def tap(self, x: int, y: int, tool: str = "poser", terrain: str = "BOIS", **fields: str) -> Ground:
        """Taps on a place, in mR, as a script tells it."""
        return self.press("tap", x=str(x), y=str(y), tool=tool, terrain=terrain, **fields)

    @property
    def text(self) -> str:
        """The battlefield as the page writes it."""
        return self.hand["champ"]


@pytest.fixture
def nobody() -> Client:
    return Client()


# Putting terrain down


def test_the_page_begins_with_the_plain(nobody: Client) -> None:
    page = Ground(nobody)
    page.show(nobody.get("/champ/"))

    assert page.text == write_terrain(elements_of("M0"))
    assert "Bon pour la bataille" in page.plain


def test_a_tap_puts_chooses_and_moves(nobody: Client) -> None:
    page = Ground(nobody).tap(10_100, 3_040, terrain="MAISON")
    assert page.text == WOOD + "MAISON 9500,2500 10500,3500\n"
    assert page.tap(4_000, 7_000, "choisir").hand["pris"] == "1"
    assert page.tap(4_000, 12_000, "deplacer").text.startswith("BOIS 3000,11000 5000,13000\n")
    assert page.tap(14_900, 14_900, "deplacer").text.startswith("BOIS 13000,13000 15000,15000\n")  # wholly on the table
    assert page.tap(1_000, 1_000, "choisir").hand["pris"] == "0"


def test_a_counterpart_makes_both_edges_alike(nobody: Client) -> None:
    assert Ground(nobody).tap(12_000, 2_000, terrain="EAU", pair="1").text.splitlines()[1:] == [
        "EAU 10500,1000 13500,3000",
        "EAU 1500,12000 4500,14000",
    ]
    assert Ground(nobody, pris="1").press("twin").text == WOOD + "BOIS 10000,7000 12000,9000\n"


@pytest.mark.parametrize(("name", "wide"), PICTURES.items())
def test_a_picture_is_tapped_where_there_is_no_script(nobody: Client, name: str, wide: int) -> None:
    across = 1500 + 2 * EDGE
    pixel = {
        f"{name}.x": str(round((500 + EDGE) * wide / across)),
        f"{name}.y": str(round((1000 + EDGE) * wide / across)),
    }
    page = Ground(nobody).press("", tool="poser", terrain="ROCHER", **pixel)

    assert page.text == WOOD + "ROCHER 4500,4500 5500,5500\n"


def test_the_same_is_done_by_numbers(nobody: Client) -> None:
    page = Ground(nobody).press("place", terrain="MURET", new_x="7,5", new_y="7.5", new_wide="2", new_high="0,2")
    assert page.text == WOOD + "MURET 6500,7500 8500,7700\n"
    page.press("edit", piece_terrain="ROCHER", piece_x="6,3", piece_y="7", piece_wide="1,5", piece_high="1")
    assert page.text == WOOD + "ROCHER 6300,7000 7800,8000\n"
    assert page.press("turn").text == WOOD + "ROCHER 6500,6700 7500,8200\n"
    assert page.press("take:1").press("drop").text == "ROCHER 6500,6700 7500,8200\n"


@pytest.mark.parametrize("typed", ["", "x", "1e309", "-1", "1,55", "9" * 30, "٣", "nan"])
def test_a_number_that_cannot_be_read_changes_nothing(nobody: Client, typed: str) -> None:
    page = Ground(nobody, pris="1")
    assert page.press("edit", piece_x=typed, piece_y=typed, piece_wide=typed, piece_high=typed).text == WOOD
    assert page.press("place", terrain="BOIS", new_x=typed, new_y=typed).text == WOOD


def test_what_lies_on_top_is_chosen(nobody: Client) -> None:
    page = Ground(nobody, WOOD + "MARAIS 3000,6000 4000,7000\n", pris="1")

    assert page.press("raise").text == "MARAIS 3000,6000 4000,7000\n" + WOOD
    assert "Pas encore permis" in page.plain and "tout entier sous d'autres" in page.plain
    assert page.press("lower").text == WOOD + "MARAIS 3000,6000 4000,7000\n"


@pytest.mark.rule("SV-TER-01")
@pytest.mark.parametrize("code", maps())
def test_the_five_maps_are_beginnings(nobody: Client, code: str) -> None:
    assert Ground(nobody).press("map", map=code).text == write_terrain(elements_of(code))


@pytest.mark.rule("SV-SCN-50")
def test_a_word_always_draws_the_same_battlefield(nobody: Client) -> None:
    one, other = Ground(nobody).press("draw", seed="azur"), Ground(nobody).press("draw", seed="sable")

    assert one.text == Ground(nobody, "").press("draw", seed="azur").text != other.text
    assert "Bon pour la bataille" in one.plain and 'value="azur"' in one.html
    assert re.search(r'id="seed"[^>]* value="\w+-\d+"', Ground(nobody).press("draw", seed="").html)


def test_the_table_may_be_larger_and_is_emptied(nobody: Client) -> None:
    page = Ground(nobody).press("side", cote="20")
    page.hand["cote"] = "20"
    assert 'data-side="20000"' in page.html
    assert page.press("clear").text == "" and "La table est nue" in page.plain


# Checked by the rules


@pytest.mark.rule("SV-TER-01", "SV-GEO-02", "SV-MOV-09")
@pytest.mark.parametrize(
    ("text", "side", "told", "rule"),
    [
        ("SOMMET 3000,6000 5000,8000", "15", "serait une falaise", "SV-MOV-09"),
        ("BOIS 14000,6000 16000,8000", "15", "dépasse le bord", "SV-GEO-02"),
        ("BOIS 9000,6000 11000,8000", "10", "dépasse le bord", "SV-GEO-02"),
        ("BOIS 3000,6000 3050,8000", "15", "au moins 0,2 R", "SV-TER-01"),
        (WOOD + "EAU 2000,5000 6000,9000", "15", "n'aurait aucun effet", "SV-TER-01"),
    ],
)
def test_a_refusal_stands_beside_its_piece(nobody: Client, text: str, side: str, told: str, rule: str) -> None:
    page = Ground(nobody, text, cote=side)
    (piece,) = re.findall(r'<li class="refused">(.*?)</li>\s*</ul>', page.html, re.S)

    assert told in unescape(piece) and rule in piece
    assert "Pas encore permis" in page.plain and "Essayer" not in page.plain


def test_what_is_legal_and_odd_is_told(nobody: Client) -> None:
    page = Ground(nobody, "EAU 0,7000 15000,8000\nROCHER 0,0 15000,2000")

    assert "Bon pour la bataille" in page.plain
    assert "Personne à pied ne peut aller d'un bord à l'autre" in page.plain
    assert "Le bord sud laisse peu de place" in page.plain


def test_each_half_is_measured(nobody: Client) -> None:
    page = Ground(nobody, "BOIS 0,0 15000,7500")

    assert "sud (siège A) 100 % 100 % 0 %" in page.plain.replace("\u202f", " ")
    assert "nord (siège B) 0 % 0 % 0 %" in page.plain.replace("\u202f", " ")


@pytest.mark.rule("SV-SCN-11", "SV-SCN-21", "SV-DEP-02")
def test_where_it_may_be_fought_on(nobody: Client) -> None:
    page = Ground(nobody)
    assert page.plain.count("se joue sur sa propre carte") == 2
    assert "les deux osts y tiennent" in page.press("check:0").plain
    full = Ground(nobody, "ROCHER 0,0 15000,15000")
    assert "ne tiennent pas sur cette table" in full.press("check:3").plain


# Odd input


@pytest.mark.parametrize("text", ["BOIS", "x" * 9_000, WOOD * 500, "\u202e", "BOIS 1e309,1 2,2", "[" * 5_000])
def test_what_cannot_be_read_is_told(nobody: Client, text: str) -> None:
    for page in (
        nobody.get("/champ/", {"champ": text}),
        nobody.post("/champ/", {"champ": WOOD, "text": text, "do": "paste"}),
    ):
        assert page.status_code == 200
        assert 'role="alert"' in page.content.decode()
    assert nobody.get("/champ/dessin.svg", {"champ": text}).status_code == 404


@pytest.mark.parametrize(
    "sent",
    [
        {}, {"do": "take:99"}, {"do": "turn"}, {"do": "check:9"}, {"do": "check:x"}, {"do": "map", "map": "M9"},
        {"do": "tap", "x": "9" * 40, "y": "-1", "terrain": "BOIS"}, {"do": "tap", "x": "1", "y": "1", "terrain": "x"},
        {"grand.x": "9999", "grand.y": "0", "terrain": "BOIS"}, {"cote": "1e309"}, {"pris": "99", "do": "drop"},
        {"do": "draw", "seed": "\u202e" * 5_000}, {"do": "move", "x": "1", "y": "1"}, {"do": "undo"},
    ],
)  # fmt: skip
def test_odd_forms_get_a_page(nobody: Client, sent: dict[str, str]) -> None:
    assert nobody.post("/champ/", sent, follow=True).status_code == 200
    assert nobody.post("/champ/", sent, headers={"HX-Request": "true"}).status_code == 200


def test_no_more_pieces_are_put_down_than_may_lie(nobody: Client) -> None:
    many = write_terrain([*elements_of("M4")] * 4)

    assert Ground(nobody, many).tap(1_000, 1_000).text == many


def test_a_script_gets_the_form_alone(nobody: Client) -> None:
    sent = {"champ": WOOD, "cote": "15", "do": "tap", "x": "9000", "y": "9000", "terrain": "MAISON", "tool": "poser"}
    response = nobody.post("/champ/", sent, headers={"HX-Request": "true"})
    html = response.content.decode()

    assert "<html" not in html and "2 éléments sur la table. Bon pour la bataille." in html
    (text,) = parse_qs(urlsplit(response.headers["HX-Replace-Url"]).query)["champ"]
    assert text == WOOD + "MAISON 8500,8500 9500,9500\n"
    assert unescape(re.search(r'name="before" value="([^"]*)"', html)[1]).replace("\r", "") == WOOD  # type: ignore[index]


def test_the_picture_is_drawn_of_its_address(nobody: Client) -> None:
    response = nobody.get("/champ/dessin.svg", {"champ": HILL, "cote": "10"})

    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.content.count(b"t-SLOPE") == 1 and b"t-HILLTOP" in response.content


# Kept, and shared


@pytest.fixture
def kept(alice: Player) -> SavedField:
    return keeping.keep(SavedField, alice, "La mare", text=WOOD, side=20)


def test_a_battlefield_is_kept_and_changed(alice: Player, client_of: ClientOf) -> None:
    client = client_of(alice)
    client.post("/champ/", {"champ": WOOD, "cote": "20", "do": "keep", "name": "La mare"})
    one = SavedField.objects.get(owner=alice)
    assert (one.name, one.text, one.side) == ("La mare", WOOD, 20)
    client.post("/champ/", {"champ": HILL, "cote": "10", "garde": str(one.pk), "do": "keep", "name": "Le mont"})
    one.refresh_from_db()
    assert (one.name, one.text, one.side) == ("Le mont", HILL, 10)
    assert "Le mont" in client.get("/champ/gardes/").content.decode()


def test_a_kept_battlefield_is_its_owners_until_it_is_shared(
    alice: Player, bob: Player, kept: SavedField, client_of: ClientOf, nobody: Client
) -> None:
    stranger, owner = client_of(bob), client_of(alice)
    for word in ("copier", "supprimer", "partager", "reprendre", "rien"):
        assert stranger.post("/champ/gardes/", {"do": f"{word}:{kept.pk}"}).status_code == 404
    assert "La mare" not in stranger.get("/champ/gardes/").content.decode()
    assert "La mare" not in stranger.get("/champ/", {"champ": WOOD, "garde": kept.pk}).content.decode()
    owner.post("/champ/gardes/", {"do": f"partager:{kept.pk}"})
    kept.refresh_from_db()
    shown = nobody.get(f"/champ/lien/{kept.share}/", follow=True).content.decode()
    assert "La mare" in shown and 'data-side="20000"' in shown and alice.username not in shown
    owner.post("/champ/gardes/", {"do": f"reprendre:{kept.pk}"})
    assert nobody.get(f"/champ/lien/{kept.share}/").status_code == 404
    assert everything_about(alice)["kept"]["vassaux"]["fields"][0]["side"] == 20


def test_a_stranger_is_asked_in_and_finds_it_again(nobody: Client) -> None:
    response = nobody.post("/champ/", {"champ": HILL, "cote": "15", "do": "keep", "name": "x"})

    (back,) = parse_qs(urlsplit(response.headers["Location"]).query)["next"]
    assert parse_qs(urlsplit(back).query)["champ"] == [HILL]


def test_the_page_speaks_english(nobody: Client) -> None:
    html = nobody.get("/champ/", headers={"Accept-Language": "en"}).content.decode()

    assert "Draw a battlefield" in html and "Fit for battle" in html and "low wall" in html
