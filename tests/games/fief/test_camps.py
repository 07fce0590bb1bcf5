"""Several camps in one battle: whom dice are thrown at, who loses, who takes the place (FI-AIM, FI-MUL, FI-MER)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games import fief
from heraut.games.fief.board.lords import ransom
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack, PlayerAt
from heraut.games.fief.identities import POSITIONS, REBELS
from heraut.games.fief.phases.rounds import lawful_aims
from heraut.games.fief.state import Plan
from heraut.games.fief.tasks import AimedDice, Battle
from tests.games.fief.builders import Table
from tests.games.fief.test_battle import battle, blow, siege, three

# FI-AIM


def two_enemies() -> Table:
    """Arnaud with thirteen points, Henry with nine and Othon with four before him, not joined."""
    return three(12, 8, 3).phase("combat").silence()


@pytest.mark.rule("FI-AIM-01", "FI-MUL-06", "FI-DP-23")
def test_a_lord_aimed_at_draws_the_blow_to_his_camp() -> None:
    table = two_enemies()
    assert "VISER Othon, 3" in table.offered("j1")
    table.say("j1", "VISER Othon, 1", dice=(6, 5, 4))
    assert blow(table, "j1")["target"] == ["j3"] and blow(table, "j1")["aimed"] == [["othon", 6]]
    assert blow(table, "j1")["dice"] == [5, 4]
    assert table["othon"].position == 3 and table.points(1, "bourg") == 8 and table.points(2, "bourg") == 0
    named = two_enemies().say("j1", "CIBLER j3", "VISER Othon, 3", dice=(1, 2, 3))
    assert blow(named, "j1")["aimed"] == [["othon", 1], ["othon", 2], ["othon", 3]]


@pytest.mark.rule("FI-AIM-01")
def test_all_dice_of_a_camp_go_to_one_camp() -> None:
    table = two_enemies()
    assert table.refused("j1", "CIBLER j2", "VISER Othon, 1") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j1", "VISER Othon, 1", "CIBLER j2") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j1", "VISER Henry, 1", "VISER Othon, 1") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j1", "VISER Henry, 1", "CIBLER j2", "VISER Henry, 2") == []
    assert table.refused("j1", "CIBLER j2", "CIBLER j3") == [("FI-DP-R1", "one_answer")]
    task = table.realm.tasks[-1]
    assert isinstance(task, Battle)
    said = tuple(AimedDice(table[name].number, number) for name, number in (("othon", 1), ("henry", 9), ("henry", 1)))
    assert lawful_aims(table.realm, task, task.camps[1], said, 3) == [(table["henry"].number, 3)]  # none is left


@pytest.mark.rule("FI-AIM-01", "FI-DP-R6")
def test_so_does_the_lord_named_in_a_battle_plan() -> None:
    def fought(target: str) -> Table:
        table = two_enemies()
        number = table["othon"].number
        table.realm.families[0].plan = Plan(ask="never", aim=f"lord {number}", target=target)
        return table.silence(1, 2, 3)

    for target in ("strongest", "weakest", "j3"):
        assert blow(fought(target), "j1")["aimed"] == [["othon", 1], ["othon", 2], ["othon", 3]]
    other = blow(fought("j2"), "j1")  # whose camp the plan names
    assert other["target"] == ["j2"] and other["aimed"] == []


def two_camps() -> Table:
    """Henry before Bourg; Arnaud inside, who keeps his walls, and Eric with relief outside them."""
    table = siege(12, 8, "castle")
    table.lord("eric", 0, "bourg", position="relief")
    table.troops(0, "bourg", 4, position="relief")
    return table.phase("combat").silence()


@pytest.mark.rule("FI-MUL-06", "FI-DP-23")
def test_of_a_players_garrison_and_relief_the_one_that_is_named_is_hit() -> None:
    table = two_camps()
    assert {"CIBLER j1, dedans", "CIBLER j1, dehors", "VISER Eric, 3"} <= set(table.offered("j2"))
    assert table.refused("j2", "CIBLER j1") == [("FI-MUL-06", "which_camp")]
    assert table.refused("j2", "CIBLER j1, devant") == [("FI-MUL-06", "bad_camp_place")]
    assert table.refused("j2", "CIBLER j1, dedans", "VISER Eric, 1") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j2", "CIBLER j1, dehors", "VISER Eric, 1") == []
    for place, row, left in (("dedans", "castle", (5, 4)), ("dehors", "open", (8, 0))):
        hit = two_camps().say("j2", f"CIBLER j1, {place}", dice=(1, 1, 1, 4, 4, 2))
        thrown = blow(hit, "j2")
        assert (thrown["target_place"], thrown["row"], thrown["sum"]) == (place, row, 10)
        assert (points_in(hit, "in"), points_in(hit, "relief")) == left
    assert blow(two_camps().silence(1, 1, 1, 4, 4, 2), "j2")["target_place"] == "dedans"  # by default the strongest
    assert blow(two_enemies().silence(1, 2, 3), "j1")["target_place"] == ""  # nothing to tell apart


@pytest.mark.rule("FI-MUL-06", "FI-DP-23")
def test_a_joint_camp_is_named_by_any_of_its_players() -> None:
    def joint() -> Table:
        table = with_peasants(three(12, 4, 4), sixes=2).phase("combat").until(kind="sides")
        table.say("j2", "AVEC j3", j3="AVEC j2")
        assert [camp["points"] for camp in battle(table)["camps"]] == [13, 10, 12]
        return table

    assert not any(
        line.startswith("CIBLER") for line in siege(8, 8).phase("combat").offered("j2")
    )  # one enemy, no choice
    assert joint().refused("j3", "CIBLER j1") == [("FI-MUL-06", "no_enemy_camp")]  # j2 leads it in the first round
    for name in ("j2", "j3"):
        assert blow(joint().say("j1", f"CIBLER {name}"), "j1")["target"] == ["j2", "j3"]
        assert blow(joint().say("j1", f"PLAN cible, {name}", "COMBATTRE"), "j1")["target"] == ["j2", "j3"]
    assert blow(joint().silence(), "j1")["target"] == ["rebels"]  # else the strongest


@pytest.mark.rule("FI-DP-24", "FI-DP-R6")
def test_a_player_with_two_camps_pleads_by_the_points_of_the_stronger() -> None:
    for least, pleads in ((8, False), (9, True)):
        table = two_camps()  # nine points inside, five outside
        table.realm.families[0].plan = Plan(ask=str(least))
        assert (table.silence().kind == "mercy") is pleads
    for stop, asked in ((8, False), (9, True)):
        table = two_camps()
        table.realm.families[0].plan = Plan(ask="never", run=str(stop))
        assert ("j1" in table.asked) is asked


@pytest.mark.rule("FI-MER-01", "FI-MER-04", "FI-DP-23", "FI-DP-24")
def test_who_asks_mercy_says_as_well_whom_he_fights_if_it_is_refused() -> None:
    table = two_enemies()
    table.realm.families[0].plan = Plan(ask="never", aim="all")
    table.say("j1", "CIBLER j3", "GRACE")
    assert table.kind == "mercy" and table.asked == ["j2"]  # the stronger hears it
    table.say("j2", "NON", dice=(1, 2, 3))
    assert blow(table, "j1")["target"] == ["j3"] and blow(table, "j1")["aimed"] == []  # as he has said
    alone = two_enemies()
    alone.realm.families[0].plan = Plan(ask="never", aim="all")
    alone.say("j1", "GRACE").say("j2", "NON", dice=(1, 2, 3))
    assert blow(alone, "j1")["dice"] == [1, 2, 3]  # whoever speaks aims at those alone whom he names


@pytest.mark.rule("FI-MUL-06", "FI-DP-R6")
@pytest.mark.parametrize(
    ("said", "kept", "place"),
    [
        ("j1 dehors", "j1 dehors", "dehors"), ("F0 Dedans", "j1 dedans", "dedans"), ("j1", "j1", "dedans"),
        ("plus faible", "weakest", "dehors"),
    ],
)  # fmt: skip
def test_a_battle_plan_names_one_of_a_players_two_camps(said: str, kept: str, place: str) -> None:
    table = two_camps().say("j2", f"PLAN cible, {said}", "COMBATTRE", dice=(1,) * 6)
    assert table.realm.families[1].plan.target == kept
    assert blow(table, "j2")["target_place"] == place
    assert table.refused("j2", "PLAN cible, j1 devant") == [("FI-DP-43", "bad_plan")]


def with_peasants(table: Table, ones: int = 0, sixes: int = 0) -> Table:
    """Peasants, led by j3, besiege Bourg as well."""
    table.revolt("bourg", 2, ones, 0, sixes)
    assert table.realm.revolt is not None
    table.realm.revolt.position = POSITIONS.index("besieger")
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["bourg"], REBELS, None))
    return table


@pytest.mark.rule("FI-MUL-06", "FI-REV-12")
def test_the_peasants_too_are_told_which_of_two_camps_they_hit() -> None:
    table = siege(12, 8, "castle")
    table.lord("eric", 0, "bourg", position="relief")
    table.troops(0, "bourg", 4, position="relief")
    with_peasants(table, sixes=2).phase("combat").until(kind="round")
    assert {"SOULEVER j1, dedans", "SOULEVER j1, dehors", "SOULEVER j2"} <= set(table.offered("j3"))
    assert table.refused("j3", "SOULEVER j1") == [("FI-MUL-06", "which_camp")]
    table.say("j3", "SOULEVER j1, dehors", dice=(1,) * 8)
    assert blow(table, "rebels")["target_place"] == "dehors"


@pytest.mark.rule("FI-REV-04", "FI-AFT-03")
@pytest.mark.parametrize(("peasants", "mills"), [(0, 1), (1, 0)])
def test_where_peasants_fight_beside_others_even_the_owner_who_wins_loses_his_mills(peasants: int, mills: int) -> None:
    table = siege(0, 12)
    if peasants:
        with_peasants(table, ones=peasants)
    table.phase("combat").until(kind="round").silence(*[6] * 5).until(kind="window")
    assert table.owner("bourg") == 0 and table.present("bourg") == (0,)
    assert table.buildings("bourg") == (mills, mills, "open")


def points_in(table: Table, position: str) -> int:
    """Arnaud's soldiers at Bourg in this position."""
    place = POSITIONS.index(position)
    return sum(stack.points for stack in table.realm.stacks if (stack.player, stack.position) == (0, place))


# FI-MER


@pytest.mark.rule("FI-MER-06", "FI-DP-24", "FI-DP-25")
@pytest.mark.parametrize("grant", ["always", "never", "ask"])
def test_soldiers_without_a_lord_capitulate_without_anybodys_leave(grant: str) -> None:
    table = siege(8, 3)
    table.realm.lords[0] = None
    table.realm.families[1].plan = Plan(grant=grant)
    table.phase("combat").say("j1", "GRACE")
    assert table.told("arms_laid_down") == [{"seat": "j1", "village": "bourg"}] and table.told("battle_round") == []
    assert table.points(0, "bourg") == 0 and table.points(1, "bourg") == 8 and table.owner("bourg") == 1
    begged = siege(8, 3).phase("combat").say("j1", "GRACE")  # with a lord it is mercy, which is granted or not
    assert begged.kind == "mercy" and begged.told("arms_laid_down") == []


@pytest.mark.rule("FI-MER-05")
def test_mercy_is_asked_of_players_even_where_peasants_fight_too() -> None:
    table = with_peasants(siege(12, 3), ones=1).phase("combat").until(kind="round")
    assert "GRACE" in table.offered("j1")
    table.say("j1", "GRACE")
    assert table.kind == "mercy" and table.asked == ["j2"]


@pytest.mark.rule("FI-DP-24", "FI-MUL-03")
def test_a_plan_asks_no_mercy_while_a_companion_has_soldiers() -> None:
    def joined(soldiers: int) -> Table:
        table = three(12, 0, soldiers)
        table.realm.families[1].plan = Plan()
        return table.phase("combat").say("j2", "AVEC j3", j3="AVEC j2").silence(1, 1, 1, 1)

    equal = siege(0, 0)
    equal.realm.families[0].plan = equal.realm.families[1].plan = Plan()
    assert len(equal.phase("combat").silence(1, 1).told("battle_round")) == 1  # nor of one who is no stronger
    assert len(joined(5).told("battle_round")) == 1
    assert joined(0).kind == "mercy"


@pytest.mark.rule("FI-MER-02")
def test_at_equality_the_defenders_are_heard_before_attackers_with_companions() -> None:
    table = siege(2, 7)
    table.lord("roland", 2, "bourg")
    table.troops(2, "bourg", 4)
    table.realm.first = 1
    table.phase("combat").until(kind="sides")
    table.say("j2", "AVEC j3", j3="REJOINDRE j2\nAVEC j2")
    assert [camp["points"] for camp in battle(table)["camps"]] == [8, 8]
    table.say("j2", "GRACE", j1="GRACE")
    assert table.kind == "mercy" and fief.view(table.realm, Seat(table.asked[0]))["own"]["asked"]["seat"] == "j1"


@pytest.mark.rule("FI-DP-25")
@pytest.mark.parametrize(("least", "granted"), [(600, True), (700, True), (701, False)])
def test_a_plan_grants_mercy_to_lords_who_are_worth_so_much(least: int, granted: bool) -> None:
    table = siege(8, 3)
    table.fief("r_sigy", 0, "sigy", "arnaud")
    table.lord("eric", 0, "bourg")
    assert ransom(table.realm, table["arnaud"]) == 700  # the higher of the two
    table.phase("combat").say("j2", f"PLAN merci, {least}", "COMBATTRE", j1="GRACE")
    assert bool(table.told("mercy_granted")) is granted and bool(table.told("mercy_refused")) is not granted


# FI-MUL


@pytest.mark.rule("FI-MUL-09", "FI-MUL-02")
@pytest.mark.parametrize(("fort", "camps"), [("castle", 3), ("open", 2)])
def test_a_garrison_that_keeps_its_walls_does_not_fight_beside_relief(fort: str, camps: int) -> None:
    table = siege(8, 3, fort)
    table.lord("roland", 2, "bourg", position="relief")
    table.realm.allies_of = (PlayerAt(VILLAGE_OF["bourg"], 2),)
    table.phase("combat").until(kind="sides").say("j1", "AVEC j3", j3="AVEC j1\nREJOINDRE j1")
    assert len(battle(table)["camps"]) == camps


@pytest.mark.rule("FI-MUL-09", "FI-MUL-02")
def test_a_garrison_that_makes_a_sortie_fights_beside_a_friend_outside() -> None:
    table = siege(8, 3, "castle")
    table.lord("eric", 0, "bourg", position="relief")
    table.lord("roland", 2, "bourg", position="relief")
    table.phase("combat").until(kind="sides").say("j1", "SORTIE", "AVEC j3", j3="REJOINDRE j1\nAVEC j1")
    assert [camp["parties"] for camp in battle(table)["camps"]] == [
        [["j1", False], ["j1", True], ["j3", True]], [["j2", True]],
    ]  # fmt: skip


@pytest.mark.rule("FI-MUL-01", "FI-DP-20", "FI-DP-43")
@pytest.mark.parametrize(("answer", "joins"), [("", True), ("PASSER", False)])
def test_a_third_party_joins_as_its_plan_has_it_unless_it_passes(answer: str, joins: bool) -> None:
    table = siege(8, 3)
    table.lord("roland", 2, "bourg")
    table.phase("combat").until(kind="sides")
    table.realm.families[2].plan = Plan(ask="never", join="j1")
    table.say("j3", answer)
    assert table.told("side_taken") == ([{"seat": "j3", "friend": "j1", "village": "bourg"}] if joins else [])
    assert battle(table)["hostile"] == [["j2", "j1"], *([["j3", "j2"]] if joins else [])]


@pytest.mark.rule("FI-MUL-01", "FI-DP-43")
def test_who_fights_already_joins_nobody_whatever_his_plan_says() -> None:
    table = siege(8, 3)
    table.realm.families[1].plan = Plan(ask="never", join="j1")
    table.phase("combat")
    assert battle(table)["hostile"] == [["j2", "j1"]] and table.told("side_taken") == []


def inside(
    forces: tuple[int, ...],
    attacks: tuple[tuple[int, int], ...],
    *joined: tuple[str, str],
    owner: int | None = None,
) -> Table:
    """Arnaud, Henry, Othon and perhaps Roland inside Bourg with soldiers; who attacks whom, who add up their forces."""
    table = Table(len(forces))
    table.own(owner, "bourg")
    for player, name in enumerate(("arnaud", "henry", "othon", "roland")[: len(forces)]):
        table.lord(name, player, "bourg")
        table.troops(player, "bourg", forces[player])
        table.realm.families[player].plan = Plan(ask="never", combine="none")
    for one, other in joined:
        numbers = {seat: player for player, seat in enumerate(("j1", "j2", "j3"))}
        table.realm.families[numbers[one]].plan = Plan(ask="never", combine=other)
    table.realm.attacks = tuple(Attack(VILLAGE_OF["bourg"], a, b) for a, b in attacks)
    table.phase("combat")
    while table.kind in ("attacks", "sides"):
        table.silence()
    return table


@pytest.mark.rule("FI-MUL-02")
def test_the_earlier_member_must_have_named_the_newcomer_too() -> None:
    wooed = three().phase("combat").say("j2", "PASSER", j3="AVEC j2")
    assert [c["parties"] for c in battle(wooed)["camps"]] == [[["j1", False]], [["j2", True]], [["j3", True]]]
    both = three().phase("combat").say("j2", "AVEC j3", j3="AVEC j2")
    assert len(battle(both)["camps"]) == 2


@pytest.mark.rule("FI-MUL-04")
def test_lords_too_are_lost_from_the_member_who_has_most() -> None:
    table = three(10, 0, 0)
    table.lord("roland", 2, "bourg", position="besieger", road="st_vivien")
    table.phase("combat").say("j2", "AVEC j3", j3="AVEC j2")
    table.silence(1, 1, 1)  # two in open ground: a point, of two lords against one
    assert table["roland"].position == 3 and table["othon"].position == table["henry"].position == 1
    table.silence(1, 1, 1)  # one against one: the first in playing order
    assert table["henry"].position == 3 and table["othon"].position == 1


@pytest.mark.rule("FI-MUL-07")
def test_the_owner_takes_the_place_before_who_declared_first() -> None:
    for owner, claimant in ((None, "j2"), (0, "j1")):  # of nobody's village, who declared first
        table = inside((5, 5, 1), ((1, 2), (0, 2)), ("j1", "j2"), ("j2", "j1"), owner=owner)
        assert len(battle(table)["camps"]) == 2
        assert table.silence(6, 6, 1).told("battle_over")[0]["claimant"] == claimant


@pytest.mark.rule("FI-MUL-07")
def test_of_several_camps_that_win_the_owners_comes_before_the_strongest() -> None:
    for owner, claimant in ((None, "j2"), (0, "j1")):
        table = inside((2, 9, 1), ((1, 2), (0, 2)), owner=owner)
        table.silence(1, 6, 6, 1)
        assert table.told("battle_over")[0]["winners"] == ["j1", "j2"]
        assert table.told("battle_over")[0]["claimant"] == claimant


@pytest.mark.rule("FI-MUL-07")
def test_of_several_camps_that_win_with_as_many_points_the_one_that_declared_first_takes_it() -> None:
    for first, claimant in (((0, 1, 2), "j1"), ((1, 2, 0), "j2"), ((2, 1, 0), "j3")):
        attacks = tuple((player, 3) for player in first)
        table = inside((2, 4, 1, 0), attacks, ("j1", "j3"), ("j3", "j1"))
        assert [camp["points"] for camp in battle(table)["camps"]] == [5, 5, 1]
        assert table.silence(6, 6, 1).told("battle_over")[0]["claimant"] == claimant


@pytest.mark.rule("FI-MUL-07")
def test_where_no_member_has_declared_the_one_with_most_points_takes_it() -> None:
    for forces, claimant in (((1, 2, 6), "j3"), ((1, 6, 2), "j2"), ((1, 4, 4), "j2")):
        table = inside(forces, ((0, 1), (0, 2)), ("j2", "j3"), ("j3", "j2"))
        assert len(battle(table)["camps"]) == 2
        table.silence(1, 6, 6)
        assert table.told("battle_over")[0]["claimant"] == claimant


@pytest.mark.rule("FI-MUL-12", "FI-PAS-12")
@pytest.mark.parametrize(("fort", "position"), [("castle", 2), ("open", 0)])
def test_who_falls_back_to_a_besieged_castle_stands_before_it(fort: str, position: int) -> None:
    table = three(0, 1, 12)
    table.lord("eric", 0, "villeneuve")
    table.troops(0, "villeneuve", 3)
    table.own(0, "villeneuve", fort=fort)
    table.lord("roland", 2, "villeneuve", position="besieger", road="les_essarts")
    table.realm.attacks = (*table.realm.attacks, Attack(VILLAGE_OF["villeneuve"], 2, None))
    table.phase("combat").silence().silence(1, 3, 3, 3, 3).silence()
    assert table.told("fell_back")[0]["village"] == "villeneuve" and battle(table)["village"] == "villeneuve"
    assert table["henry"].position == position


@pytest.mark.rule("FI-CAP-06")
def test_an_ally_who_has_fought_for_the_holder_and_is_left_alone_does_not_have_the_fief() -> None:
    def defended(*, married: bool) -> Table:
        table = Table(3)
        table.lord("arnaud", 0, "sennecy")
        table.lord("blanche", 0, "sennecy")
        table.lord("henry", 1, "bourg")
        if married:
            table.marry("blanche", "henry")
        table.fief("r_bourg", 0, "bourg", "arnaud")
        table.troops(0, "bourg", 1)
        table.troops(1, "bourg", 12)
        table.lord("othon", 2, "bourg", position="besieger", road="villeneuve")
        table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 2, None),)
        plans = (Plan(ask="never", combine="none"), Plan(ask="never", combine="none", join="j1"))
        for player, plan in enumerate((*plans, Plan(ask="never", target="j1"))):
            table.realm.families[player].plan = plan
        table.phase("combat")
        while table.kind in ("attacks", "sides"):
            table.silence()
        assert len(battle(table)["camps"]) == 3
        return table.silence(1, 6, 6, 6, 6)

    table = defended(married=True)
    assert table.told("battle_over")[0]["claimant"] == "j2" and table.present("bourg") == (1,)
    assert table.holder("r_bourg") == 0 and table.bearer("r_bourg") == "arnaud"
    table.until(phase="move")
    while table.asked != ["j2"]:
        table.say(table.asked[0], "FIN")
    table.say("j2", "SAISIR Bourg")
    assert table.holder("r_bourg") == 1
    assert defended(married=False).holder("r_bourg") == 1  # a stranger has it at once


@pytest.mark.rule("FI-AFT-02", "FI-CAP-01", "FI-MAR-06")
def test_an_ally_who_fights_the_owner_and_wins_has_village_or_fief_like_anybody() -> None:
    for is_fief in (False, True):
        table = siege(12, 1, ladies=True)
        table.lord("eric", 0, "sigy")
        table.marry("eric", "isabelle")
        if is_fief:
            table.fief("r_bourg", 0, "bourg", "arnaud")
        table.phase("combat").silence(1, 6, 6, 6)
        assert table.told("battle_over")[0]["claimant"] == "j2"
        assert table.holder("r_bourg") == (1 if is_fief else None) and table.owner("bourg") == (0 if is_fief else 1)


# FI-GRD


@pytest.mark.rule("FI-GRD-04", "FI-DTH-04")
def test_the_guards_of_a_king_who_falls_fight_on_to_the_end_of_the_battle() -> None:
    table = siege(8, 0)
    table.lord("eric", 0, "bourg")
    table.king("arnaud", guards=4)
    table.phase("combat").say("j2", "VISER Arnaud, 2", dice=(1, 6, 1))
    assert table["arnaud"].position == 3 and table.realm.king == table["arnaud"].number
    assert table.points(0, "bourg") == 4 and battle(table)["camps"][0]["points"] == 5
    table.until(kind="window")
    assert not table.alive("arnaud") and table.points(0, "bourg") == 0
