"""What a report begins with: figures and their change, what happened in a line each, the land to take next."""

from __future__ import annotations

import re

import pytest

from heraut.engine.protocol import Event
from heraut.games.gloire.atlas import atlas
from heraut.site.games.gloire.checked import Seen, draft_in
from heraut.site.games.gloire.conquests import best_conquest
from heraut.site.games.gloire.summary import Tidings, aim, facts, leading, summary
from heraut.site.matches.models import Seat
from heraut.site.matches.orders import save_orders
from tests.site.matchpage.conftest import keep, resolve

pytestmark = pytest.mark.django_db
LAND = "NARVIK"


@pytest.fixture
def view(match):
    """What Alice sees."""
    return match.rules.view(match.realm, "j1")


def told(view, *events, lang="fr"):
    """The happenings of a turn, as pairs of tone and sentence; blanks made simple."""
    lines = Tidings(view, [Event("GP-ATT-01", kind, data) for kind, data in events], lang, "j1").lines()
    return [(line.tone, re.sub(r"[\xa0\u202f]", " ", line.text)) for line in lines]


def battle(**more):
    """A battle of Alice's in a land without a lord."""
    return {
        "land": LAND, "lord": "j1", "defender": None, "attacker_men": 260, "attacker_left": 247, "defender_men": 300,
        "defender_left": 100, "won": True, **more,
    }  # fmt: skip


def test_a_land_that_was_won_tells_what_it_cost(view):
    won = [("battle", battle()), ("attack_won", {"land": LAND, "men": 247, "knight": "A"})]
    taken = ("land_taken", {"land": LAND, "lord": "j1", "former": None})
    assert told(view, *won, taken) == [("good", "Narvik est à vous : 13 hommes tombés, 247 entrés.")]
    assert told(view, *won, taken, lang="en") == [("good", "Narvik is yours: 13 men fell, 247 moved in.")]
    assert told(view, taken, lang="en") == [("good", "Narvik is yours without a blow.")]


def test_a_loss_counts_the_reader_s_own_men_alone(view):
    lost = ("land_taken", {"land": LAND, "lord": "j2", "former": "j1"})
    own, ally = battle(lord="j2", defender="j1"), battle(lord="j2", defender="j3", defender_men=90, defender_left=0)
    assert told(view, ("battle", own), ("battle", ally), lost) == [
        ("bad", "Iseult vous a pris Narvik : 200 de vos hommes sont tombés.")
    ]
    failed = ("attack_failed", {"land": LAND, "men": 40, "knight": "A"})
    assert told(view, ("battle", battle(attacker_left=40, won=False)), failed, lang="en") == [
        ("bad", "Your attack on Narvik failed: 220 men fell, 40 came back.")
    ]


def test_what_concerns_others_alone_is_left_to_the_chronicle(view):
    others = [
        ("land_taken", {"land": LAND, "lord": "j2", "former": "j3"}),
        ("alliance", {"lord": "j2", "other": "j3"}),
        ("title_gained", {"lord": "j3", "title": "baron", "before": None}),
        ("war_declared", {"lord": "j2", "other": "j3"}),
    ]
    assert told(view, *others) == []


def test_alliances_and_orders_without_effect_are_told_in_one_line_each(view):
    names = [view["lords"][seat]["name"] for seat in ("j2", "j3")]
    allied = [("alliance", {"lord": "j1", "other": "j2"}), ("alliance", {"lord": "j3", "other": "j1"})]
    void = [("order_ignored", {"reason": "no_army"})] * 2
    assert told(view, *void, *allied, lang="en") == [
        ("good", f"Allied with {names[0]} and {names[1]}."),
        ("bad", "2 of your orders had no effect: they are marked in red below."),
    ]
    title = ("title_gained", {"lord": "j1", "title": "vicomte", "before": "baron"})
    assert told(view, title, lang="en") == [("good", "You are now viscount: a rent of 1,500 écus every turn.")]


def test_figures_say_what_has_changed_of_them(view, match):
    before = match.rules.view(match.realm, "j1")
    before["own"]["treasury"] = view["own"]["treasury"] + 500
    before["lords"]["j1"]["lands"] = view["lords"]["j1"]["lands"] - 1
    found = {fact.key: (fact.change, fact.way) for fact in facts(before, view, "en")}
    assert found["Lands"] == ("+1", "up") and found["Treasury"] == ("\N{MINUS SIGN}500", "down")
    assert found["Renown"] == ("", "")


def test_the_aim_is_a_land_that_can_be_taken_now(match, view):
    draft = draft_in(Seen("one", view), "")
    found = best_conquest(view, "en", draft)
    assert found is not None and view["lands"][found.land]["owner"] is None and found.chance >= 95
    stands = view["own"]["knights"][found.knight]["land"]
    assert found.land in {stands, *atlas(view["map"]).places[stands].neighbours}
    shown = aim(view, "en", draft)
    assert f"{found.chance} chances in 100" in shown.text
    assert shown.card == f"?terre={found.land}&chevalier={found.knight}#fiche"


def test_without_money_or_free_land_the_aim_says_how_to_come_by_one(view):
    view["own"] |= {"treasury": 0, "armies": {}}
    for knight in view["own"]["knights"].values():
        knight["army"] = None
    assert "no knight can take" in aim(view, "en", draft_in(Seen("poor", view), "")).text
    for land in view["lands"].values():
        land["owner"] = land["owner"] or "j2"
    assert "declare war this turn" in aim(view, "en", draft_in(Seen("walled", view), "")).text
    view["lords"]["j1"]["enemies"] = ["j2"]  # it is declared already: there is nothing to wait for
    said = aim(view, "en", draft_in(Seen("at war", view), "")).text
    assert f"at war with {view['lords']['j2']['name']};" in said and "attack at once" in said


def test_a_quiet_turn_says_so_and_only_the_last_report_says_what_to_do(match, alice, client_of, seat_of):
    save_orders(seat_of(alice), "")
    resolve(match)
    page = client_of(alice)
    last, older = (page.get(f"/partie/{match.code}/bilan/{turn}/").content.decode() for turn in (3, 2))
    assert last.count('class="card in-short"') == 1 and last.count('class="aim') == 1
    assert 'class="card in-short"' in older and 'class="aim' not in older
    view = match.rules.view(match.realm, "j1")
    quiet = summary(view, view, [], "en", None)
    assert quiet.happened == [] and quiet.aim is None


def test_who_is_nearest_to_the_throne_is_named_by_renown_and_by_lands(view):
    famed = view["order"][-1]
    view["lords"][famed] |= {"name": "Aldric", "global_renown": 640.5}
    view["lords"][view["order"][0]] |= {"name": "Berthe", "lands": 12}
    assert re.sub(r"[\xa0\u202f]", " ", leading(view, "fr")) == (
        "En tête : Aldric, 640,5 de renommée sur 999 ; le plus grand domaine : Berthe, 12 terres sur 16."
    )
    assert summary(view, view, [], "en", None).leading.startswith("Ahead: Aldric, 640.5 renown of 999; the largest")


def test_the_last_report_says_who_is_king_also_to_whom_that_turn_has_felled(view):
    crowned = Event("GP-VIC-01", "crowned", {"lord": "j2", "road": "renown", "renown": 1000.0, "lands": 3})
    lost = Event("GP-ATT-01", "land_taken", {"land": LAND, "lord": "j2", "former": "j1"})
    last = summary(view, view | {"road": "renown", "king": "j2"}, [lost, crowned], "en", None)
    assert (
        last.facts and last.leading == "" and [line.text for line in last.happened] == ["Iseult took Narvik from you."]
    )
    assert len(last.ending) == 1 and last.ending[0].startswith("Iseult ascends the throne")
    fallen = {key: value for key, value in view.items() if key != "own"}
    told = summary(view, fallen, [lost], "en", None)
    assert told.facts == [] and told.happened == last.happened and told.ending == [] and told.leading


def test_an_order_is_told_in_words_and_the_chronicle_is_folded(match, alice, client_of, seat_of):
    home = next(name for name, land in match.realm.lands.items() if land.owner == "j1")
    save_orders(seat_of(alice), f"IMP 2 {home}")
    resolve(match)
    page = client_of(alice).get(f"/partie/{match.code}/bilan/3/").content.decode()
    assert re.search(rf'<p class="said"><b>Imposer [^<]+ au niveau 2</b> <code>IMP 2 {home}</code>', page)
    long = re.findall(r'<details class="chapter"( open)?>.*?<span class="quiet">(\d+)</span>', page)
    assert long and all(bool(unfolded) == (int(count) <= 3) for unfolded, count in long)


def test_a_passer_by_and_a_first_report_have_no_summary(match, alice, client, client_of):
    assert "in-short" not in client.get(f"/partie/{match.code}/spectateur/").content.decode()
    assert "in-short" not in client_of(alice).get(f"/partie/{match.code}/bilan/0/").content.decode()


def test_the_card_that_opens_by_itself_is_that_of_the_next_conquest(match, alice, client_of, view):
    found = best_conquest(view, "fr", draft_in(Seen("card", view), ""))
    land = view["own"]["knights"][found.knight]["land"]
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert f'name="terre" value="{land}"' in page
    assert re.search(r'<ul class="proposals"[^>]*><li class="proposal k-ATT', page)


def test_a_knight_with_nothing_to_attack_is_offered_the_border(match, alice, client_of):
    realm, places = match.realm, atlas("SCANDINAVIE").places
    knight = realm.lords["j1"].knight
    inland, border = "LAPPLAND", "OULANKA"
    assert border in places[inland].neighbours
    for name, land in realm.lands.items():
        land.owner = "j1" if name in (inland, *places[inland].neighbours) else None
    realm.knights[knight].land = inland
    for army in realm.armies.values():
        if army.knight == knight:
            army.land = inland
    keep(match, realm)
    page = client_of(alice).get(f"/partie/{match.code}/?terre={inland}&chevalier={knight}").content.decode()
    assert re.search(r'<ul class="proposals"[^>]*><li class="proposal k-MOV', page)
    assert "de là, une terre sans seigneur" in page and Seat.objects.filter(match=match).exists()
