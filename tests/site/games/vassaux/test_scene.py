"""The table on its page: the drawing, the hosts, what is always in sight, the table in words, without any script."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from time import process_time
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from heraut.games.vassaux.picture.layers import LAYERS
from heraut.games.vassaux.state import Battle
from heraut.site.accounts.models import Player
from tests.busy import times_slower
from tests.games.vassaux.builders import line, marked, table, troop
from tests.site.games.vassaux.conftest import new_match
from tests.site.games.vassaux.pages import Page, page_of
from tests.site.matches.builders import said_in_time

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def field_of(**more: Any) -> Battle:
    """Swordsmen and archers in the south, two troops in the north, a wood between them."""
    archers = troop(*line((9000, 4000), 4), profile="SOLDAT", weapon="LIGHT_MISSILE", armour="LIGHT")
    return table(
        [troop(*line((6000, 5000), 5)), archers],
        [troop(*line((6000, 8000), 4)), troop(*line((9500, 6500), 3))],
        elements=[("WOOD", 2, 4, 6, 8)],
        **more,
    )


@pytest.fixture
def page(alice: Player, bob: Player, client_of: Browser) -> Page:
    """Alice's page of this battle, she in the south."""
    return page_of(client_of(alice), alice, field_of(), bob)


def svg(html: str) -> ElementTree.Element:
    """The drawing of a page."""
    return ElementTree.fromstring(unescape_names(re.search(r'<svg class="scene".*?</svg>', html, re.S)[0]))  # type: ignore[index]


def unescape_names(text: str) -> str:
    """Entities that XML does not know by name."""
    return text.replace("&nbsp;", " ")


def card(page: Page, number: str) -> str:
    """The card of a group, as HTML."""
    found = re.search(rf'<(button|a) [^>]*data-touch="{number}".*?</\1>', page.html, re.S)
    assert found is not None, number
    return found[0]


def test_the_page_draws_every_unit_as_a_button(page: Page) -> None:
    names = [one.get("data-group") for one in svg(page.html).iter() if one.get("data-group")]
    assert sorted(str(name) for name in names) == ["1", "2", "3", "51", "52", "53"]


def test_a_touched_unit_is_chosen_and_its_card_says_so(page: Page) -> None:
    page.send(touch="3")
    assert 'aria-pressed="true"' in card(page, "3")
    assert 'aria-pressed="true"' not in card(page, "2")
    assert 'class="rim"' in page.html  # how far it can go


def test_a_march_is_drawn_before_it_binds(page: Page) -> None:
    page.send(touch="2").send(place="6000,6200")
    drawing = svg(page.html)
    assert len([one for one in drawing.iter() if one.get("data-ghost")]) == 5
    assert "en cohésion" in re.search(r'class="v-sentence">([^<]*)', page.html)[1]  # type: ignore[index]


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_overlays_are_chosen_by_a_button_of_the_answer_and_keep_the_draft(page: Page, layer: str) -> None:
    page.send(touch="2").send(place="6000,6200")
    text = page.text
    page.send(calque=layer)
    assert page.text == text
    assert re.search(rf'id="calque-{layer}" aria-pressed="true"', page.html)
    assert page.hidden("calque") == layer


def test_a_passer_by_chooses_units_and_overlays_by_links(page: Page) -> None:
    stranger = Page(Client(), page.match)
    assert "<button" not in stranger.html.partition('id="osts"')[2].partition("</section>")[0]
    stranger.read(unite="53", calque="menaces")
    assert 'aria-current="true"' in card(stranger, "53")
    assert "aim side1" in stranger.html


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"ordered": True}, "a agi"),
        ({"alert": True}, "en alerte"),
        ({"fortified": True}, "retranchés"),
        ({"effects": ["LUNE_VOILEE"]}, "sous un sort"),
    ],
)
def test_cards_tell_states_in_words_and_signs(
    alice: Player, bob: Player, client_of: Browser, fields: dict[str, Any], words: str
) -> None:
    page = page_of(client_of(alice), alice, marked(field_of(), 3, **fields), bob)
    assert words in unescape(card(page, "3"))
    assert "<svg" in card(page, "3")
    assert "<svg" not in card(page, "2")


def test_cards_count_men_and_show_stragglers_apart(alice: Player, bob: Player, client_of: Browser) -> None:
    battle = field_of()
    battle.units[2].men, battle.units[2].band = [201, 202, 203], [205]
    del battle.at[204]
    page = page_of(client_of(alice), alice, battle, bob)
    assert "3<small>/5</small>" in card(page, "2")
    assert "confus" in card(page, "B2")


def test_what_must_always_be_seen_is_there(page: Page) -> None:
    state = re.search(r'id="etat".*?</section>', page.html, re.S)[0]  # type: ignore[index]
    words = unescape(re.sub(r"<[^>]+>", " ", state))
    for one in (
        "À vous",
        "Tour",
        "1 / 10",
        "Horloge",
        "Initiative",
        "Réactivité",
        "Dés d'ordre",
        "Peuvent agir",
        "But du scénario",
    ):
        assert one in words
    host = page.battle().hosts[0]
    assert f'title="{host.name} : {host.reserve} dés en réserve' in unescape(state).replace("\xa0", " ")


def test_who_hears_the_state_hears_whose_each_figure_is(page: Page) -> None:
    state = re.search(r'id="etat".*?</section>', page.html, re.S)[0]  # type: ignore[index]
    seen = re.sub(r'<span aria-hidden="true">.*?</span>|<i [^>]*></i>', "", state)
    heard = " ".join(unescape(re.sub(r"<[^>]+>", " ", seen)).split())
    one, other = (host.name for host in page.battle().hosts)
    reserve, discard = page.battle().hosts[0].reserve, page.battle().hosts[0].discard
    assert f"{one} : {reserve} dés en réserve, {discard} en défausse. {other} :" in heard
    assert f"Peuvent agir {one} : 3 , {other} : 3" in heard
    assert f"But du scénario {one} : 0 % , {other} : 0 %" in heard


def test_the_table_can_be_read(page: Page) -> None:
    page.send(touch="2")
    found = re.search(r'id="en-mots".*?</details>', page.html, re.S)[0]  # type: ignore[index]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr.*?</tr>", found, re.S)]
    by_name = {unescape(row[0]).replace("\xa0", " "): [unescape(cell) for cell in row[1:]] for row in rows}
    (foe,) = [cells for name, cells in by_name.items() if "(52)" in name]
    assert foe[:4] == ["6,0 R de l'ouest, 8,0 R du sud", "au nord", "2,5 R", "à découvert"]
    assert foe[5] == "bois à 2,0 R à l'ouest"  # where it lies from them
    assert by_name["bois"] == ["de 2,0 à 4,0 R de l'ouest, de 6,0 à 8,0 R du sud", "au nord-ouest", "2,2 R"]
    told = unescape(re.search(r'<p class="hint">(.*?)</p>', found, re.S)[1]).replace("\xa0", " ")  # type: ignore[index]
    assert told.startswith("Direction, écart et vue : depuis ") and "(2)" in told


def test_the_table_in_words_says_who_is_not_on_it_yet(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_match(alice, bob)
    found = re.search(
        r'id="en-mots".*?</details>', client_of(alice).get(f"/partie/{match.code}/").content.decode(), re.S
    )
    assert found is not None
    assert "qui ne sont pas encore déployées" in found[0] and "Choisissez une unité" in found[0]


def test_without_a_script_the_table_is_a_picture_that_posts_a_place(page: Page) -> None:
    page.send(touch="2")
    field = re.search(r'<input type="image"[^>]*>', page.html)[0]  # type: ignore[index]
    assert 'name="place"' in field and 'form="reponse"' in field and 'width="704"' in field
    source = unescape(re.search(r'src="([^"]*)"', field)[1])  # type: ignore[index]
    picture = page.client.get(source)
    assert picture["Content-Type"] == "image/svg+xml"
    assert b'class="rim"' in picture.content
    page.send(**{"place.x": "303", "place.y": "402"})  # about 6,0 R and 6,4 R
    assert page.lines[0] == "ORDRE 2 MAR"
    source = unescape(re.search(r'type="image"[^>]*src="([^"]*)"', page.html)[1])  # type: ignore[index]
    assert b"data-ghost" in page.client.get(source).content


def test_the_picture_shows_nobody_what_he_may_not_see(page: Page) -> None:
    address = f"/partie/{page.match.code}/carte.svg?table=1&unite=2&calque=portee&brouillon=ORDRE 2 MAR"
    assert b"data-ghost" not in Client().get(address).content
    assert Client().get(address).status_code == 200


def test_the_style_of_the_drawing_is_a_file(client: Client) -> None:
    answer = client.get("/partie/cartes/vassaux.css")
    assert answer["Content-Type"].startswith("text/css")
    assert b".g-plate" in answer.content


def test_a_preview_is_drawn_quickly(page: Page) -> None:
    page.send(touch="2")
    times = []
    for number in range(7):
        begun = process_time()
        page.send(place=f"{6000 + 20 * number},6200")
        times.append(process_time() - begun)
    assert sorted(times)[3] < 0.15 * times_slower()


def test_a_side_that_a_bot_plays_is_marked(alice: Player, client: Client) -> None:
    match = new_match(alice, bot="master:greedy")
    client.force_login(alice)
    page = client.get(f"/partie/{match.code}/").content.decode()
    assert page.count('<span class="badge">maître automate, cupide</span>') == 1


def test_the_clock_says_how_long_a_master_may_think(alice: Player, client: Client) -> None:
    match = new_match(alice, bot="master:greedy")
    asked = match.rules.view(match.realm, None)["asked"][0]
    match.seats.update(user=None)
    match.seats.filter(name=f"j{2 - asked}").update(user=alice, bot="")
    client.force_login(alice)
    assert said_in_time(client, match, "réfléchit, {} s au plus")
