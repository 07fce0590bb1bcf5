"""What stands beside the fields of a form, the buttons that mend it, the guided first form, the summary of a report."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest

from heraut.games.daifen.races import BUILDINGS
from heraut.site.matches.models import Seat
from heraut.site.matchpage.models import GuidedTurn
from tests.site.games.daifen.conftest import bend, new_continent
from tests.site.games.daifen.test_orders import HIS, fields, kept, send  # noqa: F401  a fixture
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db


def read(answer):
    """The words of a page."""
    return " ".join(
        re.sub(r"<[^>]+>", " ", unescape(answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")).split()
    )


def buttons(answer):
    """What the buttons of a page that fill fields in say, by their words."""
    found = re.findall(r'<button[^>]*value="fill:([^"]*)"[^>]*>([^<]*)</button>', answer.content.decode())
    return {unescape(words): dict(parse_qsl(unescape(act), keep_blank_values=True)) for act, words in found}


def beside(answer, place):
    """What stands beside a field: its state and its words."""
    found = re.search(rf'class="why-field (\w*)" id="pourquoi-{place}"[^>]*>(.*?)</p>', answer.content.decode(), re.S)
    return found[1], " ".join(re.sub(r"<[^>]+>", " ", unescape(found[2])).split())


def wrong(answer):
    """The fields that are marked as wrong; each is told by what stands beside it."""
    marked = re.findall(
        r'name="([^"]+)"[^>]* aria-describedby="([^"]+)" data-checked aria-invalid="true"', answer.content.decode()
    )
    assert all(beside(answer, place.removeprefix("pourquoi-"))[0] == "bad" for _, place in marked)
    return [name for name, _ in marked]


def test_each_line_tells_its_price_and_what_is_left(match, send):  # noqa: F811
    page = send(do="check", **fields(b_mine=2, u_guerrier=1))
    assert beside(page, "b-mine") == ("good", "40 or, reste 160")
    assert beside(page, "u-guerrier") == ("good", "3 or, reste 157")
    assert beside(page, "u-espion") == ("", "")
    assert "Bâtir 2 Mines" in read(page) and "CONSTRUIRE Mine 2" in read(page)


def test_a_figure_too_great_says_why_beside_it_and_is_lowered_by_one_button(match, send):  # noqa: F811
    page = send(do="check", **fields(u_guerrier=9))
    state, words = beside(page, "u-guerrier")
    assert state == "bad" and "Places d'entraînement" in words
    assert buttons(page)["Mettre 6"] == {"u-guerrier": "6"}
    assert wrong(page) == ["u-guerrier"]
    mended = send(do="fill:u-guerrier=6", **fields(u_guerrier=9))
    assert (
        not wrong(mended)
        and beside(mended, "u-guerrier")[0] == "good"
        and 'name="u-guerrier" value="6"' in mended.content.decode()
    )


def test_a_form_that_leaves_nobody_at_home_keeps_one_there_by_one_button(match, send):  # noqa: F811
    bend(match, lambda continent: continent.kingdoms["j1"].units.clear())
    bend(match, lambda continent: continent.kingdoms["j1"].units.update(guerrier=4, espion=2))
    page = send(do="check", **fields(a1_guerrier=4), **{"a1-k": HIS})
    assert "Ville vide : tout l'or que laisse ce formulaire, 200, est à prendre" in read(page)
    built = read(send(do="check", **fields(a1_guerrier=4, b_carriere=2), **{"a1-k": HIS}))
    assert f"que laisse ce formulaire, {200 - 2 * BUILDINGS['carriere'].cost}," in built
    assert buttons(page)["Garder 1 Guerrier chez soi"] == {"a1-guerrier": "3"}
    assert "Ville vide" not in read(send(do="check", **fields(a1_guerrier=3), **{"a1-k": HIS}))


def test_a_blind_attack_is_sealed_only_when_it_was_asked(match, alice, send):  # noqa: F811
    blind = {**fields(a1_guerrier=1, x=1), "a1-k": HIS}
    page = send(do="seal", **blind)
    assert (
        f"Enregistré, pas encore scellé : vous attaquez « {HIS} »" in read(page)
        and 'value="seal:anyway"' in page.content.decode()
    )
    assert kept(match, alice).startswith("ATTAQUER") and not Seat.objects.get(user=alice).sealed
    first = buttons(page)["Espionner d'abord"]
    assert first["a1-k"] == "" and first[f"e-{HIS}"] == "1" and first["a1-guerrier"] == ""
    send(do="seal:anyway", **blind)
    assert Seat.objects.get(user=alice).sealed == match.step + 1


def test_an_attack_on_what_a_spy_has_seen_of_late_is_not_blind(match, alice, send):  # noqa: F811
    send(do="seal", **{f"e-{HIS}": "2"}, fields="1")
    resolve(match)
    match.refresh_from_db()
    bend(match, lambda continent: continent.kingdoms["j1"].units.update(guerrier=9))
    view = match.rules.view(match.realm, "j1")
    seen = view["own"]["known"][HIS]["report"] is not None
    page = send(do="check", **fields(a1_guerrier=1), **{"a1-k": HIS})
    assert ("à l'aveugle" in read(page)) != seen


def test_spies_without_orders_are_sent_by_one_button(match, send):  # noqa: F811
    page = send(do="check", fields="1")
    name, filled = next((words, act) for words, act in buttons(page).items() if words.startswith("Espionner «"))
    assert list(filled.values()) == ["1"] and next(iter(filled)).removeprefix("e-") in name
    assert "sans ordre" not in read(send(do="check", **fields(x=1, g=1)))


def test_a_technology_without_intellect_is_answered_by_a_library(match, send):  # noqa: F811
    def poor(continent):
        kingdom = continent.kingdoms["j1"]
        kingdom.intellect, kingdom.buildings, kingdom.units = 0, {"carriere": 5}, {"guerrier": 4}
        kingdom.technologies.clear()

    bend(match, poor)
    page = send(do="check", **fields(t_fleches=1))
    assert "d'abord Bibliothèque (20 or)" in read(page)
    assert beside(page, "t-fleches")[0] == "warn"
    assert {"t-fleches": "", "b-bibliotheque": "1"} in buttons(page).values()


def test_undo_takes_back_what_was_sent_version_by_version(match, alice, send):  # noqa: F811
    send(**fields(b_mine=1))
    send(**fields(b_mine=2))
    send(do="undo")
    assert kept(match, alice) == "CONSTRUIRE Mine 1"
    send(do="undo")
    assert kept(match, alice) == "# rien"
    send(**fields(b_mine=3))
    send(do="undo", unsent="1")  # what was filled in and not sent: the last form stays
    assert kept(match, alice) == "CONSTRUIRE Mine 3"


def test_a_sealed_form_is_not_undone(match, alice, send):  # noqa: F811
    send(do="seal", **fields(b_mine=1))
    send(do="undo")
    assert kept(match, alice) == "CONSTRUIRE Mine 1"


@pytest.mark.parametrize(
    "act", ["fill:", "fill:b-mine", "fill:a=1&" * 60, "fill:%ff=%00", "fill:b-mine=<b>", "seal:x", "x"]
)
def test_no_act_makes_the_form_fall(act, match, send):  # noqa: F811
    assert send(do=act, **fields(b_mine=1)).status_code in (200, 409)


@pytest.fixture
def first(alice, bob, client_of):
    """The first turn of Alice's first continent: the page, and what its buttons send."""
    match = new_continent(alice, bob)
    browser = client_of(alice)
    address = f"/partie/{match.code}/ordres/"

    def act(do=None, **more):
        return (
            browser.get(address) if do is None else browser.post(address, {"do": do, "base": "0", **more}, follow=True)
        )

    return match, act


def open_step(answer):
    """The number of the step that is open, and what its button says."""
    found = re.search(r'data-n="(\d)" class="open".*?</li>', answer.content.decode(), re.S)
    return int(found[1]), re.findall(r'<button[^>]*name="do" value="([^"]*)"', found[0])


def test_the_first_form_is_guided_without_any_script(first, alice, client_of):
    match, act = first
    assert open_step(act()) == (1, ["seen"])
    client_of(alice).post(f"/partie/{match.code}/premiers-pas/", {"do": "seen", "step": "purse"})
    number, buttons_of = open_step(act())
    assert (number, buttons_of) == (2, ["fill:b-carriere=1"])
    page = act("fill:b-carriere=1", fields="1")
    assert open_step(page) == (3, ["fill:u-espion=1"]) and "Pas encore envoyé" in read(page)
    assert 'value="fill:b-carriere="' in page.content.decode()  # the step can be undone
    form = fields(b_carriere=1)
    assert open_step(act("fill:u-espion=1", **form)) == (4, ["check"])
    form = fields(b_carriere=1, u_espion=1)
    assert open_step(act("check", **form)) == (5, ["seal"])
    assert GuidedTurn.objects.get(player=alice).seen == ["purse", "check"]
    page = act("seal", **form)
    assert open_step(page)[0] == 6 and kept(match, alice) == "CONSTRUIRE Carrière 1\nENTRAINER Espion 1"
    resolve(match)
    match.refresh_from_db()
    page = act()
    assert open_step(page)[0] == 6 and f"/partie/{match.code}/bilan/" in page.content.decode()
    assert "Conseil pour le tour 2 : bâtir 1 Carrière, entraîner 3 Guerriers et e" in read(page)
    report = client_of(alice).get(f"/partie/{match.code}/bilan/1/")
    assert "6 carrières" in read(report) and "Ensuite :" in read(report)
    assert "premiers-pas" not in act().content.decode()


def test_advice_for_a_turn_can_be_paid(first, client_of, alice):
    match, act = first
    bend(match, lambda continent: setattr(continent.kingdoms["j1"], "gold", 5))
    resolve(match)
    match.refresh_from_db()
    bend(match, lambda continent: setattr(continent.kingdoms["j1"], "gold", 36))
    filled = buttons(act())["Remplir ainsi"]
    assert filled == {"b-carriere": "1"}
    assert "serait accepté" in read(act("fill:b-carriere=1", fields="1"))


def test_a_summary_tells_what_happened_and_nothing_that_did_not(match, alice, send, client_of):  # noqa: F811
    send(do="seal", **{f"e-{HIS}": "2"}, fields="1")
    match.seats.exclude(user=alice).update(bot="")
    resolve(match)
    match.refresh_from_db()
    page = client_of(alice).get(f"/partie/{match.code}/bilan/{match.step}/").content.decode()
    summary = " ".join(unescape(re.search(r'<section class="summary.*?</section>', page, re.S)[0]).split())
    assert ("Vu chez" in summary or "pas revenu" in summary) and "Aucun assaut" in summary
    assert page.index("En bref") < page.index("Votre formulaire")


def test_the_kingdom_s_page_shows_what_is_ordered_against_whom(match, send, alice, client_of):  # noqa: F811
    send(**{f"e-{HIS}": "1"}, fields="1")
    page = client_of(alice).get(f"/partie/{match.code}/")
    assert f"Ordre : Espionner « {HIS} » : 1 espion" in read(page)


def test_whoever_has_a_spy_is_told_to_send_him_and_not_to_train_one(alice, bob, client_of):
    match = new_continent(alice, bob)
    for spies, words in ((0, "Entraînez un espion et envoyez-le explorer."), (1, "Envoyez un espion explorer.")):
        bend(match, lambda continent, spies=spies: continent.kingdoms["j1"].units.update(espion=spies))
        page = read(client_of(alice).get(f"/partie/{match.code}/ordres/"))
        assert f"ni attaque, ni soutien, ni don. {words}" in page
