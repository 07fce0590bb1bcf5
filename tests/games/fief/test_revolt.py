"""The peasants' revolt and the bishops who calm it (FI-REV, FI-CAL)."""

from __future__ import annotations

import pytest

from heraut.games import fief
from heraut.games.fief.board.land import refuges
from heraut.games.fief.board.pawns import refresh
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import Vacancy
from heraut.games.fief.phases.revolt import end_revolt
from heraut.games.fief.phases.rounds import lose_rebels
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Plan, Revolt, replaced
from tests.games.fief.builders import Dice, Table


def hungry(*regions: str, players: int = 3) -> Table:
    """Arnaud at Bourg, Henry at Sigy, Othon at Sennecy; j1 holds a revolt, and famine lies on these regions."""
    table = Table(players)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    if players > 2:
        table.lord("othon", 2, "sennecy")
    table.hand(0, "peasant_revolt", "peasant_revolt")
    for region in regions or ("r_tournus",):
        table.famine(region)
    for one in table.realm.families:
        one.plan = Plan(ask="never")
    return table


def revolt(table: Table) -> Revolt:
    found = table.realm.revolt
    assert found is not None
    return found


def led(village: str, points: int = 6, **players: str) -> Table:
    """j1 leads so many peasants from a village, in phase 4."""
    table = Table(3)
    for player, (name, home) in enumerate((("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"))):
        table.lord(name, player, players.get(f"j{player + 1}", home))
    table.revolt(village, 0, 0, points // 3)
    for one in table.realm.families:
        one.plan = Plan(ask="never")
    return table


@pytest.mark.rule("FI-REV-01", "FI-CRD-07")
def test_a_revolt_takes_a_famine_and_there_is_one_at_a_time() -> None:
    table = hungry("r_tournus", "r_sigy")
    table.weather("r_sigy")
    table.phase("cards")
    assert table.refused("j1", "REVOLTE Bourg") == [("FI-REV-01", "no_rising_there")]
    assert table.refused("j1", "REVOLTE Sigy") == [("FI-REV-01", "no_rising_there")]  # pawns and bad weather
    assert table.refused("j1", "REVOLTE Saint-Paul") == []
    table.say("j1", "REVOLTE Tournus", dice=(1, 1, 1))
    assert table.refused("j1", "REVOLTE Mazilles") == [("FI-REV-01", "revolt_already")]


@pytest.mark.rule("FI-REV-02", "FI-REV-05", "FI-REV-08", "FI-WEA-05")
def test_three_dice_of_peasants_burn_an_empty_village() -> None:
    table = hungry()
    table.own(1, "tournus", fort="castle", mills=2, presses=1)
    table.phase("cards").say("j1", "REVOLTE Tournus", dice=(6, 5, 1))
    assert table.told("revolt") == [{"seat": "j1", "village": "tournus", "dice": [6, 5, 1], "points": 12}]
    rebels = revolt(table)
    assert (rebels.points, (rebels.ones, rebels.threes, rebels.sixes)) == (12, (0, 2, 1))  # fewest tokens
    assert rebels.controller == 0 and rebels.card not in table.realm.played
    assert table.buildings("tournus") == (0, 0, "open") and table.owner("tournus") is None


@pytest.mark.rule("FI-REV-03", "FI-REV-04", "FI-REV-12", "FI-REV-16")
def test_where_somebody_stands_they_fight_at_once_against_all_together() -> None:
    def risen(fort: str = "castle") -> Table:
        table = hungry()
        table.own(1, "tournus", fort=fort, mills=1, presses=1)
        table.troops(1, "tournus", 3)
        table.troops(2, "tournus", 3)
        table.lord("gauvain", 1, "tournus")
        table.lord("blanche", 2, "tournus")
        return table.phase("cards").say("j1", "REVOLTE Tournus", dice=(4, 4, 4))

    table = risen()
    assert table.kind == "round" and set(table.asked) == {"j1", "j2", "j3"}
    seen = fief.view(table.realm, None)["battle"]
    assert [(c["row"], c["points"]) for c in seen["camps"]] == [("castle", 7), ("open", 12)]
    assert [seat for seat, _ in seen["camps"][0]["parties"]] == ["j2", "j3"]  # one joint camp
    assert table.refused("j2", "GRACE") == [("FI-MER-05", "no_mercy_from_peasants")]
    table.silence(1, 1, 6, 6)
    table.silence(1, 6, 6)
    assert revolt(table).village == VILLAGE_OF["tournus"] and revolt(table).position == 0
    assert not table.alive("gauvain") and not table.alive("blanche")  # they stone bishops and ladies alike
    assert table.buildings("tournus") == (0, 0, "open") and table.owner("tournus") is None
    assert table.kind == "cards" and table.asked == ["j1"]  # before the next card
    won = risen()
    for _ in range(3):
        if won.kind == "round":
            won.silence(6, 6, 1, 1)
    assert won.realm.revolt is None and won.buildings("tournus") == (0, 0, "castle")  # beaten, they still burn mills
    assert won.told("revolt_over") and [e.rule for e in won.events if e.kind == "ravaged"] == ["FI-REV-04"]


@pytest.mark.rule("FI-REV-06")
def test_anybody_may_arm_them() -> None:
    table = led("tournus", 6)
    table.purse(1, 700)
    table.phase("purchase").silence()
    table.say("j2", "ARMER 6")
    assert revolt(table).points == 12 and table.money(1) == 100 and revolt(table).controller == 0
    assert table.refused("j2", "ARMER 6") == [("FI-MOD-04", "stock_empty")]
    assert table.refused("j2", "ARMER 3") == [("FI-BUY-01", "too_dear")]
    table.purse(1, 500)
    table.say("j2", "ARMER 1", "ARMER 3")
    assert (revolt(table).ones, revolt(table).threes, revolt(table).sixes) == (1, 3, 1) and table.money(1) == 100


@pytest.mark.rule("FI-REV-07", "FI-REV-08", "FI-DP-17")
def test_they_march_two_villages_without_a_lord_burning_what_is_empty() -> None:
    table = led("tournus", 6)
    table.own(1, "st_andromy", fort="castle", mills=1)
    table.own(1, "mazilles", fort="castle", presses=1)
    table.phase("move").say("j1", "MENER Saint-Andromy").say("j1", "MENER Mazilles")
    assert table.told("ravaged") == [{"village": "mazilles", "mills": 0, "presses": 1, "castle": 1}]
    assert table.refused("j1", "MENER Belleville") == [("FI-REV-07", "peasants_cannot_go")]
    table.say("j1", "FIN")
    assert table.buildings("st_andromy") == table.buildings("mazilles") == (0, 0, "open")
    assert (table.owner("st_andromy"), table.owner("mazilles")) == (1, None)  # lost where they stop
    assert table.refused("j2", "MENER Mazilles") == [("FI-REV-07", "peasants_cannot_go")]
    table.until(phase="cards").until(phase="move")
    while table.asked != ["j1"]:
        table.silence()
    table.say("j1", "MENER Saint-Andromy").say("j1", "MENER Mazilles")  # a new turn, new steps
    frozen = led("tournus", 6)
    frozen.weather("r_tournus")
    frozen.phase("move")
    assert frozen.refused("j1", "MENER Saint-Andromy") == [("FI-REV-07", "peasants_cannot_go")]


@pytest.mark.rule("FI-REV-07", "FI-DP-17")
@pytest.mark.parametrize(("leader", "asked"), [(0, "j1"), (1, "j2")])
def test_who_leads_them_is_asked_even_without_a_pawn_of_his_own(leader: int, asked: str) -> None:
    table = led("tournus", 6)
    revolt(table).controller = leader
    table.realm.lords[0] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    assert table.phase("move").asked == [asked]


@pytest.mark.rule("FI-REV-07", "FI-WEA-04", "FI-EVA-02")
def test_they_do_not_march_where_a_storm_forbids_the_fight_nor_on_a_besiegers_road() -> None:
    table = led("les_essarts", 6)
    table.troops(1, "marcamps", 1)
    table.weather("r_sigy")
    table.troops(2, "les_essarts", 1, position="besieger", road="villeneuve")
    table.realm.attacks = (Attack(VILLAGE_OF["les_essarts"], 2, None),)
    table.phase("move")
    places = [line for line in table.offered("j1") if line.startswith("MENER")]
    assert places == ["MENER Saint-Paul"]  # frozen as Marcamps is, but empty; the besieger holds the road to Villeneuve


@pytest.mark.rule("FI-REV-09")
def test_before_a_village_with_pawns_they_stop_and_fight_even_their_leader() -> None:
    table = led("les_essarts", 6, j1="villeneuve")
    table.phase("move").say("j1", "MENER Villeneuve")
    assert revolt(table).position == 1 and table.asked == ["j1"]
    assert table.refused("j1", "MENER Bourg") == [("FI-REV-07", "peasants_cannot_go")]
    table.say("j1", "FIN").until(kind="round")
    assert fief.view(table.realm, None)["battle"]["hostile"] == [["rebels", "j1"]]


@pytest.mark.rule("FI-REV-10", "FI-DP-18")
def test_their_leader_may_set_them_upon_those_who_stand_there() -> None:
    table = led("sennecy", 6)
    table.phase("combat")
    assert table.asked == ["j1"] and "SOULEVER j3" in table.offered("j1")
    table.say("j1", "SOULEVER j3").until(kind="round")
    assert fief.view(table.realm, None)["battle"]["hostile"] == [["rebels", "j3"]]


@pytest.mark.rule("FI-REV-11", "FI-AFT-03")
def test_any_battle_with_peasants_ruins_mills_even_of_the_winner() -> None:
    table = led("sennecy", 3)
    table.own(2, "sennecy", fort="castle", mills=2)
    table.troops(2, "sennecy", 12)
    table.phase("combat")
    table.say("j1", "SOULEVER j3")
    while table.kind != "round":
        table.silence()
    table.silence(6, 6, 6, 1)
    assert table.realm.revolt is None and table.buildings("sennecy") == (0, 0, "castle")


@pytest.mark.rule("FI-REV-12", "FI-AIM-01")
def test_they_may_aim_at_lords_and_their_leader_decides() -> None:
    table = led("sennecy", 9)
    table.phase("combat").say("j1", "SOULEVER j3")
    while table.kind != "round":
        table.silence()
    assert "j1" in table.asked
    table.say("j1", "VISER Othon, 2, jacques", dice=(1, 6, 2))
    assert not table.alive("othon")


@pytest.mark.rule("FI-REV-13", "FI-CAP-09", "FI-CAL-05")
def test_a_city_they_hold_puts_the_title_in_abeyance() -> None:
    table = led("les_essarts", 6, j1="blaye", j2="sigy", j3="st_vivien")
    table.lord("eric", 0, "beaujeu")
    table.lord("roland", 2, "bourg")
    table.fief("r_bourg", 0, "villeneuve", "eric")
    table.troops(2, "bourg", 12)
    table.phase("move").say("j1", "MENER Villeneuve", "FIN")
    assert table.holder("r_bourg") is Vacancy.ABEYANCE and table.bearer("r_bourg") is None
    assert table.buildings("villeneuve")[2] == "city"  # never destroyed
    assert fief.view(table.realm, None)["seats"]["j1"]["fiefs"] == []
    table.say("j2", "FIN").say("j3", "MARCHER Roland, Villeneuve, 12x1, -, assaut", "FIN").until(kind="round")
    rows = {c["parties"][0][0]: c["row"] for c in fief.view(table.realm, None)["battle"]["camps"]}
    assert rows == {"rebels": "city", "j3": "open"}
    for _ in range(4):
        if table.kind == "round":
            table.silence(6, 6, 6, 1)
    assert [event.rule for event in table.events if event.kind == "fief_taken"] == ["FI-CAP-09"]
    assert table.holder("r_bourg") == 2 and table.bearer("r_bourg") == "roland"  # who drove them out, and was there


@pytest.mark.rule("FI-REV-14", "FI-CAL-01", "FI-CAL-02", "FI-CAL-03", "FI-CAL-04", "FI-CAL-05", "FI-DP-16")
def test_a_bishop_among_them_calms_them_or_is_stoned() -> None:
    def there(money: int = 1000) -> Table:
        table = led("villeneuve", 6)
        table["arnaud"].bishop = 0  # of any bishopric
        table.lord("eric", 0, "bourg")
        table.fief("r_st_gerome", Vacancy.ABEYANCE, "st_andre")
        table.purse(0, money)
        table.phase("move")
        assert table.refused("j1", "CALMER Arnaud") == [("FI-CAL-01", "no_bishop_with_rebels")]
        return table.say("j1", "MARCHER Arnaud+Eric, Villeneuve")

    table = there()
    assert table["arnaud"].position == 0  # a group with a bishop enters without fighting
    assert table.refused("j1", "CALMER Eric") == [("FI-CAL-01", "no_bishop_with_rebels")]
    assert table.refused("j1", "CALMER Arnaud, 3") == [("FI-CAL-03", "too_dear")]
    points = ["CALMER Arnaud", "CALMER Arnaud, 1", "CALMER Arnaud, 2"]
    assert [line for line in table.offered("j1") if "CALMER" in line] == points
    assert [line for line in there(3000).offered("j1") if "CALMER" in line] == [*points, "CALMER Arnaud, 3"]
    assert [line for line in there(900).offered("j1") if "CALMER" in line] == points[:2]
    table.say("j1", "CALMER Arnaud, 1", dice=(3,))
    assert table.told("calming") == [
        {"seat": "j1", "lord": "arnaud", "die": 3, "points": 1, "price": 500, "calmed": True}
    ]
    assert table.realm.revolt is None and table.money(0) == 500
    assert table.bearer("r_st_gerome") == "arnaud" and any(card >= 53 for card in table.realm.played)
    stoned = there().say("j1", "CALMER Arnaud", dice=(3,))
    assert not stoned.alive("arnaud") and stoned.alive("eric") and stoned.realm.revolt is not None
    assert there(0).say("j1", "CALMER Arnaud", dice=(4,)).realm.revolt is None


@pytest.mark.rule("FI-CAL-01", "FI-CAL-06")
@pytest.mark.parametrize("fort", ["open", "castle"])
def test_a_bishop_in_the_village_that_they_besiege_calms_them(fort: str) -> None:
    def besieged(position: str = "in") -> Table:
        """j1's peasants before Villeneuve, which j2 holds; his bishop is there."""
        table = led("les_essarts", 6, j2="villeneuve")
        table.own(1, "villeneuve", fort=fort)
        table.lord("eric", 1, "villeneuve", bishop="b_sigy", position=position)
        table.phase("move").say("j1", "MENER Villeneuve", "FIN")
        assert revolt(table).position == 1 and table.asked == ["j2"]
        return table

    table = besieged()
    assert "CALMER Eric" in table.offered("j2")
    table.say("j2", "CALMER Eric", dice=(4,))
    assert table.realm.revolt is None and table.realm.attacks == ()
    table.say("j2", "FIN").until(kind="window")
    assert table.told("battle_begins") == [] and table.present("villeneuve") == (1,)
    assert not besieged().say("j2", "CALMER Eric", dice=(3,)).alive("eric")
    assert besieged("besieger").refused("j2", "CALMER Eric") == [("FI-CAL-01", "no_bishop_with_rebels")]


@pytest.mark.rule("FI-CAL-01", "FI-PAS-12")
def test_a_bishop_who_comes_as_relief_stands_among_the_besieging_peasants() -> None:
    table = led("les_essarts", 6, j2="villeneuve")
    table.own(1, "villeneuve", fort="castle")
    table.lord("eric", 1, "bourg", bishop="b_sigy")
    table.phase("move").say("j1", "MENER Villeneuve", "FIN").say("j2", "MARCHER Eric, Villeneuve")
    assert table["eric"].position == 2
    table.say("j2", "CALMER Eric", dice=(4,))
    assert table.realm.revolt is None
    table.say("j2", "FIN").until(kind="window")
    assert table["eric"].position == 0 and table.told("battle_begins") == []


@pytest.mark.rule("FI-CAL-01")
def test_each_bishop_tries_once_a_turn() -> None:
    table = led("bourg", 6)
    table["arnaud"].bishop = 0
    table.purse(0, 5000)
    table.phase("move")
    table.realm.tried = (table["arnaud"].number,)
    assert table.refused("j1", "CALMER Arnaud") == [("FI-CAL-01", "tried_already")]


@pytest.mark.rule("FI-CAL-02")
def test_a_group_without_a_bishop_besieges_them_and_strangers_there_must_give_leave() -> None:
    table = led("villeneuve", 6)
    table.lord("eric", 0, "bourg", bishop="b_sigy")
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve")
    assert table["arnaud"].position == 1
    shared = led("villeneuve", 6, j2="villeneuve")
    shared.lord("eric", 0, "bourg", bishop="b_sigy")
    shared.phase("move").say("j1", "MARCHER Eric, Villeneuve")
    assert shared.kind == "leave" and shared.asked == ["j2"]
    shared.silence().say("j1", "OUI").say("j1", "FIN").until(kind="round")
    hostile = [set(pair) for pair in fief.view(shared.realm, None)["battle"]["hostile"]]
    assert {"j1", "rebels"} in hostile and {"j1", "j2"} in hostile  # he besieges both


@pytest.mark.rule("FI-CAL-02", "FI-WEA-04")
def test_in_a_storm_whoever_is_with_a_bishop_walks_in_among_them_and_nobody_else() -> None:
    table = led("les_essarts", 6, j2="marcamps")
    table.lord("eric", 1, "marcamps", bishop="b_sigy")
    table.weather("r_bourg")
    table.phase("move").say("j1", "FIN")
    assert table.refused("j2", "MARCHER Henry, Les Essarts") == [("FI-WEA-04", "no_battle_in_storm")]
    assert [line for line in table.offered("j2") if "Les Essarts" in line] == [
        "MARCHER Eric, Les Essarts", "MARCHER Henry+Eric, Les Essarts",
    ]  # fmt: skip
    table.say("j2", "MARCHER Henry+Eric, Les Essarts")
    assert table["henry"].position == table["eric"].position == 0


@pytest.mark.rule("FI-BAT-02")
def test_who_stands_among_the_peasants_may_attack_them_and_nobody_elsewhere() -> None:
    table = led("les_essarts", 6)
    table.lord("eric", 1, "marcamps", bishop="b_sigy")
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Eric, Les Essarts")
    assert table.refused("j2", "ATTAQUER Sigy, jacques") == [("FI-BAT-02", "nobody_to_attack")]
    assert [line for line in table.offered("j2") if "ATTAQUER" in line] == ["ATTAQUER Les Essarts, jacques"]
    table.say("j2", "ATTAQUER Les Essarts, jacques", "FIN").until(kind="round")
    assert fief.view(table.realm, None)["battle"]["hostile"] == [["j2", "rebels"]]
    gone = led("les_essarts", 6)
    gone.lord("eric", 1, "marcamps", bishop="b_sigy")
    gone.realm.first = 1
    gone.phase("move").say("j2", "MARCHER Eric, Les Essarts", "ATTAQUER Les Essarts, jacques", "FIN").say("j3", "FIN")
    gone.say("j1", "MENER Saint-Paul", "FIN").until(kind="window")
    assert gone.told("battle_begins") == [] and gone.realm.revolt is not None  # they have left him alone


@pytest.mark.rule("FI-CAL-06", "FI-CAL-02")
@pytest.mark.parametrize("calmed", [False, True])
def test_calmed_they_fight_no_battle_in_phase_5(calmed: bool) -> None:
    table = led("les_essarts", 6, j2="villeneuve")
    table.own(1, "les_essarts", fort="castle", mills=1)
    table.troops(1, "villeneuve", 9)
    table.lord("eric", 1, "marcamps", bishop="b_sigy")
    table.phase("move").say("j1", "FIN")
    table.say("j2", "MARCHER Henry, Les Essarts, 9x1")  # he besieges them
    table.say("j2", "MARCHER Eric, Les Essarts", "ATTAQUER Les Essarts, jacques")
    assert len(table.realm.attacks) == 2
    if calmed:
        table.say("j2", "CALMER Eric", dice=(4,))
        assert fief.view(table.realm, None)["attacks"] == [["les_essarts", "j2", None]]  # a siege of nobody any more
    table.say("j2", "FIN").say("j3", "FIN")
    told = [event.kind for event in table.events]
    while table.kind != "window":
        table.silence(1, 1, 1, 1)
        told += [event.kind for event in table.events]
    assert ("battle_begins" in told) is not calmed
    if calmed:
        assert table.buildings("les_essarts") == (1, 0, "castle") and table.present("les_essarts") == (1,)
        assert table["henry"].position == table["eric"].position == 0  # his siege is over too


@pytest.mark.rule("FI-REV-16")
def test_they_fight_even_besiegers_who_are_not_their_enemies_until_one_is_left() -> None:
    table = led("villeneuve", 6, j1="blaye", j2="bourg", j3="bourg")
    table.own(1, "bourg", fort="castle")
    table["othon"].position, table["othon"].road = 1, VILLAGE_OF["la_bussiere"]
    table.troops(2, "bourg", 5, position="besieger", road="la_bussiere")
    refresh(table.realm, VILLAGE_OF["bourg"])
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 2, None),)
    table.phase("move").say("j1", "MENER Bourg", "FIN").until(kind="round")
    hostile = fief.view(table.realm, None)["battle"]["hostile"]
    assert hostile == [["j3", "j2"], ["rebels", "j2"]]  # nobody has declared war on the other before the castle
    assert {"SOULEVER j2", "SOULEVER j3"} <= set(table.offered("j1"))
    assert {"CIBLER j2", "CIBLER rebels"} & set(table.offered("j3")) and "j1" in table.asked
    table.say("j1", "SOULEVER j2", j3="CIBLER j2", dice=(1, 6, 6))
    assert table["henry"].position == 3  # the castle has fallen
    assert table.kind == "round" and table.told("battle_over") == []  # it goes on, against their companions
    assert {tuple(camp["parties"][0]) for camp in fief.view(table.realm, None)["battle"]["camps"]} >= {("j3", True)}


@pytest.mark.rule("FI-REV-15")
def test_control_passes_to_the_left_when_the_leader_is_eliminated() -> None:
    table = led("tournus", 6)
    table.realm.lords[0] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    table.phase("negotiation").until(phase="cards")
    assert not table.realm.families[0].alive and revolt(table).controller == 1


@pytest.mark.rule("FI-EVA-03", "FI-REV-08")
def test_peasants_who_besiege_first_enter_an_evacuated_village() -> None:
    table = led("les_essarts", 6, j2="villeneuve")
    table.own(1, "villeneuve", fort="castle", mills=1)
    table.phase("move").say("j1", "MENER Villeneuve", "FIN").say("j2", "MARCHER Henry, Charolles", "FIN")
    assert revolt(table).position == 0 and table.buildings("villeneuve") == (0, 0, "open")
    assert table.owner("villeneuve") is None
    defended = led("les_essarts", 6, j2="villeneuve")
    defended.fief("r_bourg", 1, "villeneuve", "henry")
    defended.phase("move").say("j1", "MENER Villeneuve", "FIN")
    assert defended.holder("r_bourg") == 1 and defended.told("fief_abeyance") == []  # besieged is not lost


@pytest.mark.rule("FI-EVA-03", "FI-PAS-13", "FI-MUL-12")
@pytest.mark.parametrize(("intent", "hostile"), [(", combattre", [["j1", "rebels"]]), ("", [])])
def test_another_besieger_fights_the_peasants_who_have_entered_if_he_has_said_so(
    intent: str, hostile: list[list[str]]
) -> None:
    table = led("les_essarts", 6, j2="villeneuve")
    revolt(table).controller, table.realm.first = 2, 2
    table.own(1, "villeneuve")
    table.phase("move").say("j3", "MENER Villeneuve", "FIN")
    table.say("j1", f"MARCHER Arnaud, Villeneuve, -, -, assaut{intent}", "FIN")
    table.say("j2", "MARCHER Henry, Charolles", "FIN")
    assert table.told("entered_unopposed") == [{"seat": "rebels", "village": "villeneuve"}]
    table.until(kind="round" if hostile else "window")
    seen = fief.view(table.realm, None)["battle"]
    assert (seen["hostile"] if seen else []) == hostile and table.place("arnaud") == (
        "villeneuve" if intent else "bourg"
    )


@pytest.mark.rule("FI-REV-08", "FI-REV-13")
def test_in_a_village_of_a_fief_that_is_not_its_city_they_take_no_title() -> None:
    table = led("les_essarts", 6, j1="blaye", j2="sigy", j3="st_vivien")
    table.fief("r_bourg", 2, "bourg", "othon")
    table.phase("move").say("j1", "MENER Villeneuve", "FIN")
    assert revolt(table).position == 0 and table.holder("r_bourg") == 2 and table.bearer("r_bourg") == "othon"
    city = led("les_essarts", 6, j1="blaye", j2="sigy")
    city.fief("r_bourg", Vacancy.ABEYANCE, "villeneuve")
    city.phase("move").say("j1", "MENER Villeneuve", "FIN")
    assert city.told("fief_abeyance") == []  # it was so before


@pytest.mark.rule("FI-CAL-05", "FI-CAP-09")
def test_a_bishop_has_only_the_fiefs_that_this_revolt_has_taken() -> None:
    def after(first_ends: bool) -> Table:
        table = led("les_essarts", 6, j1="blaye", j2="sigy")
        table.lord("eric", 1, "st_paul", bishop="b_bourg")
        table.fief("r_bourg", 2, "villeneuve", "othon")
        table.phase("move").say("j1", "MENER Villeneuve", "FIN")
        assert table.holder("r_bourg") is Vacancy.ABEYANCE
        if first_ends:  # elsewhere, the city left behind; another revolt rises
            end_revolt(Turn(table.realm, Dice()))
            table.revolt("st_paul", 0, 3)
        else:
            revolt(table).village = VILLAGE_OF["st_paul"]
        return table.say("j2", "CALMER Eric", dice=(5,))

    assert after(first_ends=False).bearer("r_bourg") == "eric"
    late = after(first_ends=True)
    assert late.bearer("r_bourg") is None and late.holder("r_bourg") is Vacancy.VACANT
    late.say("j2", "FIN").say("j3", "FIN")
    assert late.holder("r_bourg") is Vacancy.VACANT  # for the first to occupy the city


@pytest.mark.rule("FI-REV-09", "FI-REV-16")
def test_they_besiege_even_a_lord_alone_before_the_walls() -> None:
    table = led("villeneuve", 6, j3="sennecy")
    table["arnaud"].position = 2  # alone, as relief; nobody is inside any more
    table["henry"].village, table["henry"].position, table["henry"].road = 15, 1, VILLAGE_OF["la_bussiere"]
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    table.own(0, "bourg", fort="castle", mills=1)
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, None),)
    table.phase("move").say("j1", "MENER Bourg")
    assert revolt(table).position == 1 and table.buildings("bourg") == (1, 0, "castle")
    table.until(kind="round")
    pairs = [set(pair) for pair in fief.view(table.realm, None)["battle"]["hostile"]]
    assert {"rebels", "j1"} in pairs and {"j1", "j2"} in pairs


@pytest.mark.rule("FI-PRI-12")
def test_a_village_before_which_a_lord_alone_stands_is_not_empty() -> None:
    table = led("villeneuve", 6, j3="mazilles")
    table["arnaud"].position = 2
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    table["henry"].village, table["henry"].position, table["henry"].road = 15, 1, VILLAGE_OF["la_bussiere"]
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, None),)
    assert VILLAGE_OF["bourg"] not in refuges(table.realm, 2) and VILLAGE_OF["tournus"] in refuges(table.realm, 2)


@pytest.mark.rule("FI-MOD-13")
def test_they_keep_the_tokens_that_they_have_as_far_as_they_can() -> None:
    table = Table(2)
    table.revolt("bourg", 0, 3, 3)
    assert lose_rebels(table.realm, 1) == 1
    assert (revolt(table).ones, revolt(table).threes, revolt(table).sixes) == (2, 3, 0)
    assert lose_rebels(table.realm, 3) == 3
    assert (revolt(table).ones, revolt(table).threes, revolt(table).sixes) == (2, 2, 0)


@pytest.mark.rule("FI-CAL-03")
def test_what_conviction_has_cost_is_not_given_back() -> None:
    table = led("villeneuve", 6)
    table["arnaud"].bishop = 0
    table.purse(0, 1200)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve").say("j1", "CALMER Arnaud, 1", dice=(2,))
    assert not table.alive("arnaud") and table.realm.revolt is not None and table.money(0) == 700


@pytest.mark.rule("FI-CAP-09")
def test_a_city_of_nobody_is_not_had_while_peasants_are_in_it() -> None:
    table = led("villeneuve", 6)
    table["arnaud"].bishop = 0
    table.fief("r_bourg", Vacancy.ABEYANCE, "villeneuve")
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve").say("j1", "FIN")
    assert table.present("villeneuve") == (0,) and table.holder("r_bourg") is Vacancy.ABEYANCE
    table.realm.revolt = None  # gone, the city is his who stands in it
    table.say("j2", "FIN")
    assert table.holder("r_bourg") == 0


@pytest.mark.rule("FI-EVA-02")
def test_nobody_leaves_by_the_road_on_which_peasants_besiege() -> None:
    table = led("villeneuve", 6)
    table.realm.first = 0
    table.own(0, "bourg", fort="castle")
    table.phase("move").say("j1", "MENER Bourg")
    assert revolt(table).position == 1
    assert table.refused("j1", "MARCHER Arnaud, Villeneuve") == [("FI-EVA-02", "road_closed")]
    marches = [line for line in table.offered("j1") if line.startswith("MARCHER Arnaud")]
    assert marches == ["MARCHER Arnaud, Saint-Vivien", "MARCHER Arnaud, La Bussière"]
