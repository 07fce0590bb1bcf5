"""Phase 5: battles, several players, aiming, mercy, what follows (FI-BAT, FI-MUL, FI-AIM, FI-MER, FI-AFT)."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.entries import Attack, Guest, PlayerAt
from heraut.games.fief.identities import BESIEGER, FORTS, REBELS
from heraut.games.fief.phases.camps import COMBAT, dice, row
from heraut.games.fief.phases.rounds import fell, fight_round, share
from heraut.games.fief.state import Plan, replaced
from heraut.games.fief.tasks import Battle, Camp, Party
from tests.games.fief.builders import Dice, Table


def siege(
    attack: int, defence: int, fort: str = "open", *, players: int = 3, ladies: bool = False, **options: Any
) -> Table:
    """Henry, at the gates of Bourg with soldiers, against Arnaud inside with his; phase 5 begins."""
    table = Table(players, **options)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "bourg", position="besieger", road="villeneuve")
    if players > 2:
        table.lord("othon", 2, "sennecy")
    ones, threes = attack % 3 if attack > 12 else attack, attack // 3 if attack > 12 else 0
    table.troops(1, "bourg", ones, threes, position="besieger", road="villeneuve")
    table.troops(0, "bourg", defence)
    table.own(0, "bourg", fort=fort, mills=1, presses=1)
    if ladies:
        table.lord("blanche", 0, "bourg")
        table.lord("isabelle", 1, "bourg", position="besieger", road="villeneuve")
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, None),)
    for one in table.realm.families:
        one.plan = Plan(ask="never")
    return table


def go(table: Table, *rounds: tuple[int, ...]) -> Table:
    """The battle begins, and goes on without a word, with these dice."""
    table.phase("combat")
    for thrown in rounds:
        assert table.kind == "round", table.kind
        table.silence(*thrown)
    return table


def battle(table: Table) -> dict[str, Any]:
    seen: dict[str, Any] = fief.view(table.realm, None)["battle"]
    return seen


def blow(table: Table, seat: str) -> dict[str, Any]:
    """What a player's camp threw in the last round."""
    found: dict[str, Any] = next(b for b in table.told("battle_round")[-1]["blows"] if seat in b["camp"])
    return found


# FI-BAT


@pytest.mark.rule("FI-EX-01", "FI-BAT-06", "FI-BAT-10", "FI-MER-01", "FI-MER-04", "FI-DP-24", "FI-DP-25")
def test_the_example_of_the_rulebook() -> None:
    table = siege(8, 5, "castle")
    table.lord("eric", 1, "bourg", position="besieger", road="villeneuve")
    table.phase("combat")
    assert [camp["points"] for camp in battle(table)["camps"]] == [6, 10]  # B inside, A outside

    table.silence(6, 5, 3)  # B throws 6, A 5 + 3
    assert (table.points(0, "bourg"), table.points(1, "bourg")) == (3, 5)
    table.silence(3, 3, 3)
    assert (table.points(0, "bourg"), table.points(1, "bourg")) == (1, 4)
    table.say("j1", "GRACE")
    assert table.kind == "mercy" and table.asked == ["j2"]
    table.say("j2", "NON", dice=(6, 6))
    # B still throws his six
    assert not table.alive("arnaud") and table.points(0, "bourg") == 0
    assert table.points(1, "bourg") == 1 and table.alive("henry") and table.alive("eric")
    assert table.owner("bourg") == 1 and table.buildings("bourg") == (0, 0, "castle")


@pytest.mark.rule("FI-BAT-07")
def test_dice_by_points() -> None:
    assert [dice(n) for n in (0, 1, 6, 7, 12, 13, 45)] == [0, 1, 1, 2, 2, 3, 3]
    table = siege(6, 12).phase("combat")
    assert sorted(camp["points"] for camp in battle(table)["camps"]) == [7, 13]  # soldiers and fighting lords
    assert sorted(camp["dice"] for camp in battle(table)["camps"]) == [2, 3]
    tokens = siege(6, 0)
    tokens.troops(0, "bourg", 1, 1, 1)  # a one, a three, a six, and Arnaud
    assert [camp["points"] for camp in battle(tokens.phase("combat"))["camps"]] == [11, 7]


@pytest.mark.rule("FI-BAT-08", "FI-BAT-09", "FI-DP-23")
@pytest.mark.parametrize(("fort", "loss"), [("open", 5), ("castle", 3), ("city", 2)])
def test_the_sum_is_looked_up_in_the_row_of_the_enemy(fort: str, loss: int) -> None:
    table = siege(8, 12, fort if fort != "city" else "castle")
    if fort == "city":
        table.fief("r_bourg", 0, "bourg", "arnaud")
    go(table, (1, 1, 1, 5, 5))  # the defender throws three ones, the attacker 10
    assert table.points(0, "bourg") == 12 - loss
    assert table.points(1, "bourg") == 8 - 1  # 3 in the open
    assert blow(table, "j2")["row"] == fort and blow(table, "j1")["row"] == "open"


@pytest.mark.rule("FI-BAT-09")
def test_a_camp_that_stands_on_both_sides_of_the_walls_is_in_the_open() -> None:
    table, bourg = siege(8, 12, "castle"), VILLAGE_OF["bourg"]
    garrison, relief = Party(0, False), Party(0, True)
    rows = [FORTS[row(table.realm, bourg, Camp(parties))] for parties in ((garrison,), (relief,), (garrison, relief))]
    assert rows == ["castle", "open", "open"]


@pytest.mark.rule("FI-BAT-08")
def test_the_table_is_the_one_that_is_printed() -> None:
    printed = {
        "city": "0 0 0 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6",
        "castle": "0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8",
        "open": "0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12",
    }
    for fort, figures in printed.items():
        assert getattr(COMBAT, fort) == (0, *map(int, figures.split()))


@pytest.mark.rule("FI-ARC-04", "FI-ARC-05")
def test_darc_fights_and_adds_six_each_round_once() -> None:
    table = siege(1, 12)
    table.lord("jeanne", 1, "bourg", darc=True, position="besieger", road="villeneuve")
    go(table, (1, 1, 1, 4))
    assert blow(table, "j2") | {"lost": 0} == {
        "camp": ["j2"], "camp_place": "", "target": ["j1"], "target_place": "", "points": 3, "dice": [4],
        "aimed": [], "bonus": 6, "sum": 10, "row": "open",
        "loss": 5, "lost": 0,
    }  # fmt: skip
    table = siege(1, 12)
    table.lord("jeanne", 1, "bourg", darc=True, position="besieger", road="villeneuve")
    table.phase("combat").say("j2", "VISER Arnaud, 1", dice=(1, 1, 1, 2))
    assert blow(table, "j2")["sum"] == 6 and blow(table, "j2")["loss"] == 3  # with no die left, six alone


@pytest.mark.rule("FI-BAT-01", "FI-BAT-02", "FI-DP-18")
def test_nobody_must_attack_and_attacks_lapse_without_attacker_or_target() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "bourg")
    table.lord("blanche", 2, "bourg")
    table.phase("move")
    assert table.refused("j1", "ATTAQUER Sigy, j2") == [("FI-BAT-03", "nobody_fights")]
    assert table.refused("j1", "ATTAQUER Bourg, j1") == [("FI-BAT-02", "nobody_to_attack")]
    assert table.refused("j1", *["ATTAQUER Bourg, j2"] * 2) == [("FI-BAT-02", "declared_already")]
    table.say("j1", "ATTAQUER Bourg, j2")
    assert table.told("attack_declared") == [{"seat": "j1", "village": "bourg", "target": "j2"}]
    table.say("j1", "FIN").say("j2", "MARCHER Henry, Villeneuve", "FIN")
    assert table.refused("j3", "ATTAQUER Bourg, j1") == [("FI-BAT-03", "nobody_fights")]
    table.say("j3", "FIN")
    assert table.kind == "attacks" and table.asked == ["j1"] and table.realm.attacks == ()
    assert table.refused("j1", "ATTAQUER Sigy, j2", "ATTAQUER Bourg, j2", "ARRETER Bourg, j3", "SOULEVER j3") == [
        ("FI-BAT-03", "nobody_fights"), ("FI-BAT-02", "nobody_to_attack"), ("FI-BAT-04", "no_arrest_there"),
        ("FI-REV-10", "nobody_to_attack"),
    ]  # fmt: skip
    table.silence()
    assert table.kind == "window"

    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "bourg")
    table.phase("combat")
    assert table.kind == "attacks" and table.asked == ["j1"]
    table.silence()
    assert table.asked == ["j2"]
    table.say("j2", "ATTAQUER Bourg, j1")
    assert table.kind == "round"


@pytest.mark.rule("FI-BAT-05")
def test_villages_fight_in_the_order_of_the_first_attack_and_all_of_one_village_together() -> None:
    table = Table(4)
    for player, name in enumerate(("arnaud", "henry", "othon", "roland")):
        table.lord(name, player, "bourg")
        table.troops(player, "sigy", 1)
    bourg, sigy = VILLAGE_OF["bourg"], VILLAGE_OF["sigy"]
    table.realm.attacks = (Attack(sigy, 3, 2), Attack(bourg, 1, 0), Attack(sigy, 0, 1))
    table.phase("combat")
    while table.kind == "attacks":
        table.silence()
    table.until(kind="round")
    assert battle(table)["village"] == "sigy"
    assert sorted(map(sorted, battle(table)["hostile"])) == [["j1", "j2"], ["j3", "j4"]]
    assert len(battle(table)["camps"]) == 4
    table.silence(2, 2, 2, 2)  # all fall
    assert battle(table)["village"] == "bourg" and battle(table)["hostile"] == [["j2", "j1"]]
    assert fief.view(table.realm, None)["attacks"] == [["bourg", "j2", "j1"]]  # what has been fought out is no attack


@pytest.mark.rule("FI-BAT-05", "FI-MOD-05")
def test_a_siege_that_has_been_fought_out_is_no_siege() -> None:
    table = siege(12, 1)
    table.troops(0, "sennecy", 1)
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["sennecy"], 2, 0))
    table.phase("combat").until(kind="round").silence(1, 6, 6, 6)
    assert table.owner("bourg") == 1 and battle(table)["village"] == "sennecy"
    assert fief.view(table.realm, None)["attacks"] == [["sennecy", "j3", "j1"]]


@pytest.mark.rule("FI-BAT-05", "FI-BAT-12")
def test_whoever_has_no_enemy_left_is_asked_no_more_while_others_fight() -> None:
    table = Table(4)
    for player, name in enumerate(("arnaud", "henry", "othon", "roland")):
        table.lord(name, player, "bourg")
        table.realm.families[player].plan = Plan(ask="never", combine="none")
    bourg = VILLAGE_OF["bourg"]
    table.realm.attacks = (Attack(bourg, 1, 0), Attack(bourg, 3, 2))
    table.phase("combat").until(kind="round")
    assert table.asked == ["j1", "j2", "j3", "j4"]
    table.silence(1, 6, 1, 1)  # Henry strikes Arnaud down
    assert table["arnaud"].position == 3 and table.kind == "round" and table.asked == ["j3", "j4"]


@pytest.mark.rule("FI-BAT-11", "FI-DP-26")
def test_soldiers_first_then_lords_by_rank_or_as_wanted() -> None:
    def fallen(*plan: str) -> list[str]:
        table = siege(8, 1)
        table.lord("eric", 0, "bourg")
        table.lord("gauvain", 0, "bourg", bishop="b_sigy")
        table.fief("r_sennecy", 0, "sennecy", "eric")
        table.phase("combat")
        if plan:
            table.say("j1", *plan, "COMBATTRE", dice=(1, 2, 3))  # five: two points
        else:
            table.silence(1, 2, 3)
        assert blow(table, "j1")["lost"] == 2  # a soldier and a lord
        return [
            name
            for name in ("arnaud", "eric", "gauvain")
            if table.realm.lords[{"arnaud": 0, "eric": 3, "gauvain": 5}[name]].position == 3
        ]  # type: ignore[union-attr]

    assert fallen() == ["arnaud"]  # one soldier, then the untitled
    assert fallen("PLAN seigneurs, Gauvain+Eric") == ["gauvain"]

    table = siege(2, 1)
    table.lord("charles", 0, "bourg")
    go(table, (1, 4))  # of two untitled lords, the newest first
    assert table.alive("charles") is True and table.realm.lords[2].position == 3  # type: ignore[union-attr]


@pytest.mark.rule("FI-BAT-11", "FI-DP-26", "FI-DP-43")
@pytest.mark.parametrize(("plan", "soldiers", "guards"), [("soldats", 4, 5), ("gardes", 8, 1)])
def test_of_soldiers_and_guards_those_are_lost_first_whom_the_plan_names(plan: str, soldiers: int, guards: int) -> None:
    table = siege(12, 8)
    table.king("arnaud")
    table.troops(0, "bourg", 5, series="king_guard")
    table.phase("combat").say("j1", f"PLAN pertes, {plan}", "COMBATTRE", dice=(1, 1, 1, 4, 4, 1))  # nine: four points
    kept = {s.series: s.points for s in table.realm.stacks if s.player == 0}
    assert (kept[0], kept[1]) == (soldiers, guards)


@pytest.mark.rule("FI-BAT-12", "FI-BAT-13", "FI-AFT-03")
def test_if_all_fall_together_nobody_wins() -> None:
    table = siege(0, 0)
    go(table, (2, 2))
    assert not table.alive("arnaud") and not table.alive("henry")
    assert table.told("battle_over")[0]["winners"] == [] and table.present("bourg") == ()
    assert table.owner("bourg") == 0 and table.buildings("bourg") == (0, 0, "open")


@pytest.mark.rule("FI-BAT-14", "FI-PRI-01")
def test_women_who_do_not_fight_are_captured_or_free() -> None:
    table = siege(6, 0, ladies=True)
    go(table, (1, 2, 2))
    assert table["blanche"].captor == 1 and table.place("blanche") == "bourg"
    table = siege(0, 0, ladies=True)
    table.troops(2, "pugnac", 1)
    go(table, (2, 2))
    assert (table.owner("villeneuve"), table.owner("pugnac")) == (None, 2)  # who falls back takes nothing; others do
    assert table["blanche"].captor is None and table.place("blanche") == "bourg"  # nobody won: she stays
    assert table["isabelle"].captor is None and table.place("isabelle") == "villeneuve"  # a besieger's falls back


@pytest.mark.rule("FI-BAT-15")
def test_who_cannot_fight_is_beaten_without_a_throw() -> None:
    table = Table(2)
    table.lord("blanche", 0, "bourg")
    table.lord("henry", 1, "bourg")
    table.own(0, "bourg", mills=2)
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, 0),)
    table.phase("combat").until(kind="window")
    assert table.told("battle_round") == [] and table["blanche"].captor == 1
    assert table.owner("bourg") == 1 and table.buildings("bourg") == (0, 0, "open")


@pytest.mark.rule("FI-BAT-02", "FI-BAT-15")
def test_a_siege_by_nobody_who_could_fight_is_no_battle() -> None:
    table = siege(0, 3)
    table.realm.lords[table["henry"].number] = None
    table.lord("isabelle", 1, "bourg", position="besieger", road="villeneuve")
    table.lord("roland", 2, "sigy")
    table.troops(0, "sigy", 1)
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["sigy"], 2, 0))
    table.phase("combat").until(kind="window")
    assert [one["village"] for one in table.told("battle_begins")] == ["sigy"]  # attacks elsewhere do not lapse with it
    assert table.place("isabelle") == "villeneuve"
    assert table["isabelle"].captor is None


@pytest.mark.rule("FI-DP-43", "FI-DP-R6", "FI-AIM-01")
def test_a_plan_aims_at_the_lord_of_the_highest_rank() -> None:
    table = siege(8, 8)
    table.lord("eric", 0, "bourg")
    table.lord("charles", 0, "bourg")
    table.fief("r_sigy", 0, "sigy", "eric")
    table.phase("combat").say("j2", "PLAN viser, tous", dice=(1, 1, 2, 3))
    assert blow(table, "j2")["aimed"] == [["eric", 2], ["eric", 3]]


@pytest.mark.rule("FI-DP-43", "FI-DP-R6")
def test_a_plan_for_one_village_takes_the_place_of_the_former_for_that_village() -> None:
    table = siege(8, 8).phase("combat")
    table.say("j2", "PLAN viser, 1, Sigy", "PLAN viser, 2, Bourg", "PLAN viser, tous, Bourg", "COMBATTRE")
    aims = {VILLAGE_IDS[place]: plan.aim for place, plan in table.realm.families[1].plans}
    assert aims == {"sigy": "1", "bourg": "all"} and len(table.realm.families[1].plans) == 2


@pytest.mark.rule("FI-BAT-16", "FI-INF-04", "FI-DP-23")
def test_points_and_dice_are_public_from_the_first_round_on() -> None:
    table = siege(8, 5).phase("combat")
    seen = {s["seat"]: s["points"] for s in fief.view(table.realm, "j3")["stacks"] if s["village"] == "bourg"}  # type: ignore[arg-type]
    assert seen == {"j1": 5, "j2": 8}
    table.silence(1, 2, 2)
    (event,) = [event for event in table.events if event.kind == "battle_round"]
    assert [camp["lords"] for camp in battle(table)["camps"]] == [["arnaud"], ["henry"]]
    assert event.seen_by is None and blow(table, "j2")["dice"] == [2, 2] and blow(table, "j2")["points"] == 9


@pytest.mark.rule("FI-BAT-17")
def test_a_battle_without_an_end_is_broken_off() -> None:
    table = siege(0, 0).phase("combat")
    task = table.realm.tasks[-1]
    assert isinstance(task, Battle)
    table.silence(1, 1)
    task = table.realm.tasks[-1]
    assert isinstance(task, Battle) and task.idle == 1 and task.round == 2
    bloody = siege(3, 3).phase("combat")
    fought = bloody.realm.tasks[-1]
    assert isinstance(fought, Battle)
    fought.idle = 499
    fought = bloody.silence(1, 4).realm.tasks[-1]
    assert isinstance(fought, Battle) and fought.idle == 0  # a loss of one of them begins the count anew
    task.idle = 499
    for name in ("eric", "gauvain"):
        table.lord(name, 0, "bourg")
    fell(table.realm, task, table["eric"].number)
    table.silence(1, 1)
    assert not table.alive("eric") and table.alive("gauvain")  # who has fallen is dead all the same
    assert table.told("battle_broken_off") and table.place("henry") == "villeneuve" and table.place("arnaud") == "bourg"


# FI-MUL


def three(holder: int = 10, first: int = 6, second: int = 6, **options: Any) -> Table:
    """Henry and Othon, each at the gates of Bourg from his own side, against Arnaud inside."""
    table = siege(first, holder, **options)
    table.realm.lords[11] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["sennecy"], ())
    table.lord("othon", 2, "bourg", position="besieger", road="st_vivien")
    table.troops(2, "bourg", second, position="besieger", road="st_vivien")
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["bourg"], 2, None))
    return table


@pytest.mark.rule("FI-MUL-01", "FI-DP-20")
def test_third_parties_join_or_stay_out() -> None:
    def asked() -> Table:
        table = siege(6, 3)
        table.lord("roland", 2, "bourg")
        table.troops(2, "bourg", 4)
        table.phase("combat").until(kind="sides")
        return table

    table = asked()
    assert {"REJOINDRE j1", "REJOINDRE j2", "PASSER"} <= set(table.offered("j3"))
    out = asked().silence()
    assert [c["parties"] for c in battle(out)["camps"]] == [[["j1", False]], [["j2", True]]]
    with_holder = asked().say("j3", "REJOINDRE j1")
    assert ["j3", "j2"] in battle(with_holder)["hostile"] and len(battle(with_holder)["camps"]) == 3
    with_attacker = asked().say("j3", "REJOINDRE j2")
    assert ["j3", "j1"] in battle(with_attacker)["hostile"]
    said = asked()
    said.realm.allies_of = (PlayerAt(VILLAGE_OF["bourg"], 2),)  # as he said on entering
    assert ["j3", "j2"] in battle(said.silence())["hostile"]


@pytest.mark.rule("FI-MUL-02", "FI-MUL-03", "FI-DP-21")
def test_forces_are_added_up_if_both_want_it_and_led_in_turn() -> None:
    table = three().phase("combat")
    assert table.kind == "sides"
    table.say("j2", "AVEC j3", j3="AVEC j2")
    assert [c["parties"] for c in battle(table)["camps"]] == [[["j1", False]], [["j2", True], ["j3", True]]]
    assert battle(table)["camps"][1] | {} and battle(table)["camps"][1]["points"] == 14
    assert [c["leader"] for c in battle(table)["camps"]] == ["j1", "j2"]
    table.silence(1, 1, 1, 1, 1)
    assert battle(table)["camps"][1]["leader"] == "j3"
    one_sided = three().phase("combat").say("j2", "AVEC j3")
    assert len(battle(one_sided)["camps"]) == 3
    allied = three()
    allied.lord("blanche", 1, "sigy")
    allied.marry("othon", "blanche")
    assert len(battle(allied.phase("combat").silence())["camps"]) == 2  # the ally, by default
    alone = three()
    alone.lord("blanche", 1, "sigy")
    alone.marry("othon", "blanche")
    alone.phase("combat").say("j2", "PLAN avec, personne", j3="PLAN avec, personne")
    assert len(battle(alone)["camps"]) == 3


@pytest.mark.rule("FI-MUL-04")
def test_losses_of_a_joint_camp_are_shared_from_the_strongest() -> None:
    order = (0, 1, 2)
    assert share({Party(0, True): 5, Party(1, True): 3}, 4, order) == {(0, True): 3, (1, True): 1}
    assert share({Party(0, True): 2, Party(1, True): 2}, 3, order) == {(0, True): 2, (1, True): 1}
    assert share({Party(0, True): 6, Party(1, True): 2}, 4, order) == {(0, True): 4, (1, True): 0}
    assert share({Party(2, True): 2, Party(1, True): 2}, 1, order) == {(2, True): 0, (1, True): 1}
    assert share({Party(0, True): 2, Party(0, False): 2}, 1, order) == {(0, True): 0, (0, False): 1}
    table = three(10, 3, 6).phase("combat").say("j2", "AVEC j3", j3="AVEC j2")
    table.silence(4, 4, 1, 1)  # eight on two dice: four points lost, three of them by j3
    assert (table.points(1, "bourg"), table.points(2, "bourg")) == (2, 3)


@pytest.mark.rule("FI-MUL-05", "FI-MUL-06")
def test_separate_camps_throw_separately_and_a_camp_hits_one_of_them() -> None:
    table = three().phase("combat").silence()
    table.say("j1", "CIBLER j3", dice=(2, 2, 3, 3, 4, 4))
    # j1's 4 hits j3 alone: two points; j2's 6 and j3's 8 both hit j1: 3 + 4
    assert (table.points(0, "bourg"), table.points(1, "bourg"), table.points(2, "bourg")) == (3, 6, 4)
    table = three(10, 4, 6).phase("combat").silence()
    assert table.refused("j1", "CIBLER j1") == [("FI-MUL-06", "no_enemy_camp")]
    table.silence(2, 2)  # by default the strongest
    assert table.points(2, "bourg") == 4 and table.points(1, "bourg") == 4


@pytest.mark.rule("FI-MUL-07", "FI-MUL-08", "FI-EX-14", "FI-DP-27")
def test_the_strongest_camp_takes_the_place_and_the_other_goes_back() -> None:
    table = three(0, 1, 12)
    table.lord("blanche", 0, "bourg")
    table.phase("combat").silence()  # no camp is formed together
    table.silence(1, 3, 3, 3, 3)
    assert table.told("battle_over")[0]["claimant"] == "j3" and table["blanche"].captor == 2
    assert table.kind == "admit" and table.asked == ["j3"]
    assert fief.view(table.realm, None)["attacks"] == [["bourg", "j2", None]]  # who is still at the gates
    table.realm.stubborn = (PlayerAt(VILLAGE_OF["bourg"], 1),)  # would fight on after an evacuation, not after a battle
    table.silence()
    assert table.place("henry") == "villeneuve" and table.owner("bourg") == 2
    joint = three(0, 1, 12)
    joint.troops(0, "sigy", 1)
    joint.troops(1, "sigy", 1)
    joint.realm.guests = (Guest(VILLAGE_OF["sigy"], 1, 0),)
    joint.phase("combat").until(kind="sides").say("j2", "AVEC j3", j3="AVEC j2").silence(1, 3, 3, 3)
    assert joint.told("battle_over")[0]["claimant"] == "j2"  # who declared first, in one camp
    assert joint.present("bourg") == (1, 2) and set(joint.realm.guests) == {
        (VILLAGE_OF["bourg"], 2, 1),
        (VILLAGE_OF["sigy"], 1, 0),
    }  # his companion is admitted; elsewhere he is a guest as before


@pytest.mark.rule("FI-MUL-09", "FI-DP-22")
def test_a_holder_with_relief_keeps_his_walls_or_makes_a_sortie() -> None:
    def asked() -> Table:
        table = siege(12, 3, "castle")
        table.lord("eric", 0, "bourg", position="relief")
        table.troops(0, "bourg", 4, position="relief")
        table.phase("combat")
        assert table.kind == "sides" and "SORTIE" in table.offered("j1")
        return table

    hold = battle(asked().silence())
    assert [(c["parties"], c["row"], c["points"]) for c in hold["camps"][:2]] == [
        ([["j1", False]], "castle", 4), ([["j1", True]], "open", 5),
    ]  # fmt: skip
    sortie = battle(asked().say("j1", "SORTIE"))
    assert [(c["row"], c["points"]) for c in sortie["camps"]] == [("open", 9), ("open", 13)]
    for answer, camps in (("", 2), ("PASSER", 3)):  # as the plan has it, unless he answers
        planned = asked()
        planned.realm.families[0].plan = Plan(holder="sortie")
        assert len(battle(planned.say("j1", answer))["camps"]) == camps


@pytest.mark.rule("FI-MUL-09", "FI-MOD-18")
def test_victorious_relief_goes_in_as_a_guest_of_the_holder() -> None:
    table = siege(0, 12, "castle")
    table.lord("roland", 2, "bourg", position="relief")
    table.realm.allies_of = (PlayerAt(VILLAGE_OF["bourg"], 2),)
    table.phase("combat").until(kind="round").silence(*[6] * 8)
    over = table.told("battle_over")[0]
    assert over["claimant"] == "j1" and over["winners"] == ["j1", "j3"]
    assert table["roland"].position == 0 and (VILLAGE_OF["bourg"], 2, 0) in table.realm.guests


@pytest.mark.rule("FI-MUL-02", "FI-DP-21")
def test_one_may_stand_together_with_several_at_once() -> None:
    table = three(players=4)
    table.lord("roland", 3, "bourg", position="besieger", road="la_bussiere")
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["bourg"], 3, None))
    table.phase("combat").until(kind="sides")
    assert table.refused("j2", "AVEC j3+j1") == [("FI-MUL-01", "no_such_side")]  # an enemy
    assert table.refused("j2", "AVEC j3", "AVEC j4") == [("FI-DP-R1", "one_answer")]
    table.say("j2", "AVEC j3+j4", j3="AVEC j2+j4", j4="AVEC j2+j3")
    assert [[seat for seat, _ in camp["parties"]] for camp in battle(table)["camps"]] == [["j1"], ["j2", "j3", "j4"]]
    assert battle(table)["camps"][1]["leader"] == "j2"


@pytest.mark.rule("FI-MUL-11")
def test_besiegers_are_not_hostile_to_each_other() -> None:
    table = three().phase("combat").silence()
    assert sorted(map(tuple, battle(table)["hostile"])) == [("j2", "j1"), ("j3", "j1")]


@pytest.mark.rule("FI-MUL-12")
def test_who_falls_back_takes_nothing_and_is_a_guest_of_whoever_came() -> None:
    table = three(0, 1, 12)
    table.own(0, "villeneuve")
    table.phase("combat").silence().silence(1, 3, 3, 3, 3).silence()
    assert table.place("henry") == "villeneuve" and table.owner("villeneuve") == 0
    table = three(0, 1, 12)
    table.lord("eric", 0, "villeneuve")
    table.phase("combat").silence().silence(1, 3, 3, 3, 3).silence()
    assert table.present("villeneuve") == (0, 1) and (VILLAGE_OF["villeneuve"], 1, 0) in table.realm.guests


# FI-AIM


@pytest.mark.rule("FI-AIM-01", "FI-AIM-02", "FI-AIM-04", "FI-EX-02")
def test_aimed_dice_kill_on_six_and_do_not_count() -> None:
    table = siege(8, 8).phase("combat")
    table.say("j2", "VISER Arnaud, 1", dice=(1, 1, 5, 4))
    assert table.alive("arnaud") and table["arnaud"].position == 0
    assert blow(table, "j2")["aimed"] == [["arnaud", 5]] and blow(table, "j2")["sum"] == 4
    assert table.points(0, "bourg") == 6  # the 4 alone: two soldiers
    table.say("j2", "VISER Arnaud, 2", dice=(1, 1, 6, 2))
    assert table["arnaud"].position == 3 and table.points(0, "bourg") == 6  # in addition to the losses of the table
    assert table.refusals("j2", "VISER Arnaud, 1")


@pytest.mark.rule("FI-AIM-01", "FI-AIM-03")
def test_no_aiming_behind_walls_at_ladies_captives_or_with_too_many_dice() -> None:
    table = siege(8, 8)
    table.lord("blanche", 0, "bourg")
    table.lord("gauvain", 1, "bourg", captor=0)
    table.phase("combat")
    assert table.refused("j2", "VISER Blanche, 1") == [("FI-AIM-03", "no_such_fighter")]
    assert table.refused("j2", "VISER Gauvain, 1") == [("FI-AIM-03", "no_such_fighter")]
    assert table.refused("j2", "VISER Arnaud, 3") == [("FI-AIM-01", "too_many_dice")]
    assert table.refused("j2", "VISER Arnaud, 2") == []
    walls = siege(8, 8, "castle").phase("combat")
    assert walls.refused("j2", "VISER Arnaud, 1") == [("FI-AIM-03", "behind_walls")]
    assert walls.refused("j1", "VISER Henry, 1") == []


@pytest.mark.rule("FI-AIM-03", "FI-DP-43")
def test_a_plan_aims_at_nobody_behind_walls() -> None:
    for fort, aimed in (("castle", []), ("open", [["arnaud", 2], ["arnaud", 3]])):
        table = siege(8, 8, fort)
        table.realm.families[1].plan = Plan(ask="never", aim="all")
        assert blow(go(table, (1, 1, 2, 3)), "j2")["aimed"] == aimed


@pytest.mark.rule("FI-AIM-05")
def test_a_second_six_is_wasted() -> None:
    table = siege(8, 8)
    table.lord("eric", 0, "bourg")
    table.phase("combat").say("j2", "VISER Arnaud, 2", dice=(1, 1, 6, 6))
    assert table.told("battle_round")[0]["killed"] == ["arnaud"]
    assert table.points(0, "bourg") == 8 and table["eric"].position == 0


@pytest.mark.rule("FI-DP-23", "FI-DP-R6", "FI-DP-43")
def test_plans_fight_by_correspondence_and_are_read_field_by_field() -> None:
    table = siege(8, 8, pace="async")
    table.phase("combat")
    assert table.kind == "sides"
    table.say("j2", "PLAN viser, tous", "PLAN grace, jamais", j1="PLAN grace, 9")
    # the whole battle is resolved in one go, until j1 asks mercy, which is granted by default
    assert table.kind == "window"
    rounds = table.told("battle_round")
    assert rounds == [] and table["arnaud"].captor == 1  # nine points or fewer: at once
    table = siege(8, 8, pace="async").phase("combat")
    table.say("j2", "PLAN viser, tous", "PLAN merci, jamais", j1="PLAN grace, 9", dice=(1, 1, 6, 6, 1, 1))
    assert table.told("mercy_refused") and table.told("battle_round")[0]["killed"] == ["arnaud"]
    assert table.told("battle_round")[0]["blows"][1]["aimed"] == [["arnaud", 6], ["arnaud", 6]]
    assert siege(1, 1, pace="async").phase("combat").refused("j1", "PLAN viser, lune") == [("FI-DP-43", "bad_plan")]


@pytest.mark.rule("FI-DP-R6", "FI-DP-43")
def test_a_plan_may_stop_at_so_many_points_or_at_a_plea() -> None:
    table = siege(8, 8, pace="async").phase("combat")
    table.say("j1", "PLAN arret, 5", j2="PLAN merci, demander", dice=(1, 1, 6, 2))
    assert table.kind == "round" and table.asked == ["j1"]  # nine points less four: five
    table.say("j1", "GRACE")
    assert table.kind == "mercy" and table.asked == ["j2"]
    fast = siege(8, 8)
    fast.phase("move").say("j1", "PLAN arret, fin", "FIN")
    fast.until(kind="round")
    assert fast.asked == ["j2"]  # live, the others are asked each round


# FI-MER


@pytest.mark.rule("FI-MER-01", "FI-MER-03", "FI-PRI-01", "FI-PRI-14", "FI-AFT-04", "FI-EX-01")
def test_mercy_makes_prisoners_of_lords_and_an_end_of_soldiers() -> None:
    table = siege(8, 3)
    table.lord("eric", 0, "bourg")
    table.lord("gauvain", 1, "bourg", captor=0)
    table.lord("roland", 2, "bourg", captor=0)
    table.king("arnaud")
    table.troops(0, "bourg", 4, series="king_guard")
    table.phase("combat").say("j1", "GRACE").silence()  # silence grants

    assert table["arnaud"].captor == table["eric"].captor == table["roland"].captor == 1
    assert table["gauvain"].captor is None and table.place("gauvain") == "bourg"  # the captor's own is free
    assert table.points(0, "bourg") == 0 and table.owner("bourg") == 1
    assert table.buildings("bourg") == (0, 0, "open")  # as after any battle
    assert table.told("battle_over")[0]["winners"] == ["j2"]


@pytest.mark.rule("FI-MER-02")
def test_pleas_are_heard_from_the_weakest_camp_on() -> None:
    table = three(10, 2, 6).phase("combat").silence()
    table.say("j2", "GRACE", j1="GRACE", j3="GRACE")
    asked = fief.view(table.realm, "j1")["own"]["asked"]  # type: ignore[arg-type]
    assert table.asked == ["j1"] and asked["seat"] == "j2"  # three points; Arnaud's camp is the strongest hostile one
    table.say("j1", "NON")
    assert fief.view(table.realm, "j1")["own"]["asked"]["seat"] == "j3"  # type: ignore[arg-type]
    table.say("j1", "NON")
    assert table.asked == ["j3"]  # the strongest camp hostile to j1
    equal = siege(5, 5).phase("combat").say("j1", "GRACE", j2="GRACE")
    assert equal.asked == ["j2"]  # at equality the defender's side is heard first


@pytest.mark.rule("FI-MER-02", "FI-MER-05", "FI-REV-12")
def test_a_plea_that_only_peasants_are_left_to_hear_is_heard_by_nobody() -> None:
    """Both ask; the first has mercy and is gone, the other finds none but rebels before him, and fights on."""
    table = siege(3, 5)
    table.revolt("bourg", 2, 3)
    assert table.realm.revolt is not None
    table.realm.revolt.position, table.realm.revolt.road = BESIEGER, VILLAGE_OF["st_vivien"]
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["bourg"], REBELS, None))
    table.phase("combat").say("j1", "GRACE", j2="GRACE")
    assert table.kind == "mercy" and table.asked == ["j1"]
    table.say("j1", "OUI")
    assert [event.kind for event in table.events] == ["mercy_granted", "lord_captured", "battle_round"]
    assert table.kind == "round" and table.asked == ["j1", "j3"]


@pytest.mark.rule("FI-MER-04")
def test_refused_the_round_is_fought_and_one_may_ask_again() -> None:
    table = siege(8, 8).phase("combat").say("j1", "GRACE").say("j2", "NON", dice=(1, 1, 1, 1))
    assert len(table.told("battle_round")) == 1 and table.kind == "round"
    table.say("j1", "GRACE")
    assert table.kind == "mercy"


@pytest.mark.rule("FI-MER-06")
def test_soldiers_without_a_lord_may_lay_down_their_arms() -> None:
    table = siege(8, 3)
    table.realm.lords[0] = None
    table.phase("combat").say("j1", "GRACE").silence()
    assert table.points(0, "bourg") == 0 and table.owner("bourg") == 1 and table.points(1, "bourg") == 8


# FI-AFT


@pytest.mark.rule("FI-AFT-01", "FI-AFT-02", "FI-AFT-03")
def test_winners_enter_own_and_ruin_what_was_not_theirs() -> None:
    table = siege(12, 0, "castle")
    go(table, (1, 6, 6, 6))
    assert table["henry"].position == 0 and table.present("bourg") == (1,) and table.owner("bourg") == 1
    assert table.buildings("bourg") == (0, 0, "castle")
    assert [(event.rule, event.data["mills"]) for event in table.events if event.kind == "ravaged"] == [
        ("FI-AFT-03", 1)
    ]
    kept = siege(0, 12)
    go(kept, (4, 4, 4, 1))
    assert kept.owner("bourg") == 0 and kept.buildings("bourg") == (1, 1, "open")  # its owner has won
    foreign = siege(12, 0)
    foreign.fief("r_bourg", 2, "villeneuve", "othon")
    foreign.troops(2, "villeneuve", 1)
    go(foreign, (1, 6, 6, 6))
    assert foreign.holder("r_bourg") == 2  # a fief's village stays the fief's


@pytest.mark.rule("FI-MUL-08", "FI-DP-27")
def test_whoever_was_inside_already_or_besieges_another_village_asks_no_admission() -> None:
    table = siege(12, 0)
    table.troops(2, "bourg", 4)
    table.troops(0, "sigy", 1)
    table.troops(2, "sigy", 1, position="besieger", road="st_ciers")
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["sigy"], 2, None))
    table.phase("combat").until(kind="round").silence(1, 6, 6, 6)
    assert table.told("battle_over")[0]["claimant"] == "j2"
    assert table.kind == "round" and battle(table)["village"] == "sigy"  # nobody is asked in between
    assert table.points(2, "bourg") == 4


@pytest.mark.rule("FI-AFT-05", "FI-DTH-04", "FI-DTH-01")
def test_the_dead_lose_their_titles_when_the_battle_is_over() -> None:
    table = siege(12, 3)
    table.lord("eric", 0, "sigy")
    table["arnaud"].bishop, table["arnaud"].cardinal = 3, True
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table.phase("combat").say("j2", "VISER Arnaud, 3", dice=(1, 6, 1, 1))
    assert table.bearer("r_tournus") == "arnaud" and table.kind == "round"  # nothing changes during the battle
    table.silence(1, 6, 6, 6)
    assert table.bearer("r_tournus") == "eric" and 20 in table.realm.played and 0 in table.realm.played
    assert not any(one is not None and one.cardinal for one in table.realm.lords)


@pytest.mark.rule("FI-BAT-06")
def test_both_camps_lose_at_the_same_time() -> None:
    table = siege(3, 3).phase("combat")
    task = table.realm.tasks[-1]
    assert isinstance(task, Battle)
    from heraut.games.fief.resolution import Turn

    turn = Turn(table.realm, Dice(6, 6))
    fight_round(turn, task)
    assert (table.points(0, "bourg"), table.points(1, "bourg")) == (0, 0)


@pytest.mark.rule("FI-DP-24", "FI-DP-R3")
def test_without_a_word_the_plan_asks_for_mercy_when_no_soldier_is_left() -> None:
    table = siege(6, 0)
    table.realm.families[0].plan = Plan()
    table.phase("combat").silence()
    assert table.kind == "mercy" and table.told("battle_round") == []


@pytest.mark.rule("FI-INF-01", "FI-DP-26")
def test_the_order_in_which_lords_take_losses_is_not_seen_in_what_the_enemy_is_offered() -> None:
    def offered(*lords: int) -> list[str]:
        table = siege(8, 3)
        table.lord("eric", 0, "bourg")
        table.lord("charles", 0, "bourg")
        table.realm.families[0].plan = Plan(ask="never", lords=lords)
        return table.phase("combat").offered("j2")

    assert offered() == offered(3, 2, 0) == offered(2, 0, 3)


@pytest.mark.rule("FI-AIM-01", "FI-MUL-09")
def test_who_leads_garrison_and_relief_aims_with_the_dice_of_both_camps() -> None:
    table = siege(12, 3, "castle")
    table.lord("eric", 0, "bourg", position="relief")
    table.troops(0, "bourg", 8, position="relief")
    table.phase("combat").silence()  # four points inside, nine outside
    assert {"VISER Henry, 1", "VISER Henry, 2"} <= set(table.offered("j1"))
    assert table.refused("j1", "VISER Henry, 2") == []
    assert table.refused("j1", "VISER Henry, 3") == [("FI-AIM-01", "too_many_dice")]
    table.say("j1", "VISER Henry, 2", dice=(1, 1, 1, 1, 1, 1))
    blows = [b for b in table.told("battle_round")[0]["blows"] if b["camp"] == ["j1"]]
    assert [len(b["aimed"]) for b in blows] == [1, 2]


@pytest.mark.rule("FI-BAT-08", "FI-ARC-05")
@pytest.mark.parametrize(("position", "points"), [("open", 2), ("castle", 3), ("city", 4)])
def test_every_figure_of_the_combat_table_is_a_half_a_third_or_a_quarter_of_the_dice(
    position: str, points: int
) -> None:
    assert getattr(COMBAT, position) == tuple(dice_sum // points for dice_sum in range(18 + 6 + 1))
