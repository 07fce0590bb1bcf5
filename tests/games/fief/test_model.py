"""Money, tokens, change, owners, gatekeepers (FI-MOD)."""

from __future__ import annotations

import pytest

from heraut.games import fief
from heraut.games.fief.board.change import compositions, lose
from heraut.games.fief.board.land import controls, gatekeeper, is_enemy, is_guest, owner
from heraut.games.fief.board.lords import can_be_darc, is_bare
from heraut.games.fief.board.pawns import ally, family, fights, is_crowned_woman, is_titled
from heraut.games.fief.board.places import VILLAGE_OF, VILLAGES
from heraut.games.fief.entries import Attack, Guest
from heraut.games.fief.identities import IN
from heraut.games.fief.phases.plague import pawns_in
from heraut.games.fief.state import Plan, Revolt, Settings, copy, replaced
from tests.games.fief.builders import Table


def tokens(table: Table, player: int, village: str) -> tuple[int, ...]:
    stacks = [s for s in table.realm.stacks if s.player == player and s.village == VILLAGE_OF[village]]
    return tuple(sum(stack.tokens[place] for stack in stacks) for place in range(3))


@pytest.mark.rule("FI-MOD-01")
def test_money_is_in_hundreds_and_purses_are_never_negative() -> None:
    table = Table(2)
    table.troops(0, "bourg", 1)
    table.troops(1, "sigy", 1)
    table.purse(0, 500)
    table.phase("negotiation")

    assert table.refused("j1", "DONNER j2, 150") == [("FI-MOD-01", "not_hundreds")]
    assert table.refused("j1", "DONNER j2, 0") == [("FI-MOD-01", "not_hundreds")]
    assert table.refused("j1", "DONNER j2, 600") == [("FI-NEG-05", "too_dear")]
    table.say("j1", "DONNER j2, 500")
    assert (table.money(0), table.money(1)) == (0, 500)


@pytest.mark.rule("FI-MOD-02", "FI-MOD-03")
def test_soldiers_are_points_pawns_are_pieces_and_prisoners_neither_occupy_nor_fight() -> None:
    table = Table(2)
    table.troops(0, "bourg", 1, 1, 1)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "bourg", captor=0)
    table.troops(0, "bourg", 2, series="king_guard")
    table.revolt("bourg", 1, 3)

    assert table.points(0, "bourg") == 12  # 1 + 3 + 6, and two guards
    assert pawns_in(table.realm, VILLAGE_OF["bourg"]) == 7  # 3 + 2 tokens, 2 lords; rebels are nobody's pawns
    assert table.present("bourg") == (0,) and not fights(table.realm, table["henry"])
    assert len(family(table.realm, 1)) == 1  # still a lord of his family


@pytest.mark.rule("FI-MOD-04")
def test_pieces_are_limited_unless_the_option_says_otherwise() -> None:
    for limits in (True, False):
        table = Table(2, stock_limits=limits)
        table.own(0, "bourg", fort="castle")
        table.own(0, "sigy", mills=3)
        table.own(0, "beaujeu", mills=3)
        table.own(0, "blaye", mills=3)
        table.own(0, "tournus", mills=3)
        table.troops(0, "bourg", 12, 5, 1)
        table.troops(1, "sennecy", 1)
        table.purse(0, 9000)
        table.phase("purchase")
        wanted = [("FI-MOD-04", "stock_empty")] if limits else []
        for value in (1, 3):
            assert table.refused("j1", f"RECRUTER {value}, Bourg") == wanted
        assert table.refused("j1", "BATIR moulin, Bourg") == wanted
        assert table.refused("j1", "RECRUTER 6, Bourg, 3") == wanted
        assert table.refused("j1", "RECRUTER 6, Bourg, 2") == []
    for castles in (11, 12):
        table = Table(2)
        table.own(0, "bourg")
        table.castle(*[village.id for village in VILLAGES if village.id != "bourg"][:castles])
        table.troops(0, "bourg", 1)
        table.troops(1, "sennecy", 1)
        table.purse(0, 9000)
        left = table.phase("purchase").refused("j1", "BATIR chateau, Bourg")
        assert left == ([("FI-MOD-04", "stock_empty")] if castles == 12 else [])


@pytest.mark.rule("FI-MOD-05", "FI-MOD-06")
def test_who_occupies_and_who_owns() -> None:
    table = Table(3)
    table.own(0, "bourg")
    table.troops(1, "bourg", 1, position="besieger", road="villeneuve")
    assert table.present("bourg") == ()  # at the entrance is not inside
    table.lord("arnaud", 0, "bourg")
    assert table.present("bourg") == (0,) and owner(table.realm, VILLAGE_OF["bourg"]) == 0
    table.fief("r_bourg", 2, "villeneuve")
    assert owner(table.realm, VILLAGE_OF["bourg"]) == 2  # a fief's village is owned through the title
    assert owner(table.realm, VILLAGE_OF["sigy"]) is None


@pytest.mark.rule("FI-MOD-07")
def test_control_takes_ownership_and_presence_without_uninvited_strangers() -> None:
    table = Table(3)
    bourg, villeneuve = VILLAGE_OF["bourg"], VILLAGE_OF["villeneuve"]
    table.own(0, "bourg")
    assert not controls(table.realm, 0, bourg)  # owned, but empty
    table.troops(0, "bourg", 1)
    assert controls(table.realm, 0, bourg)
    table.troops(1, "bourg", 1)
    assert not controls(table.realm, 0, bourg)
    table.realm.guests = (Guest(bourg, 1, 0),)
    assert controls(table.realm, 0, bourg)
    table.revolt("bourg", 1, 3)
    assert not controls(table.realm, 0, bourg)
    table.realm.revolt = None
    table.fief("r_bourg", 0, "bourg")
    assert controls(table.realm, 0, villeneuve)  # empty, but of a fief whose capital he occupies
    table.lord("blanche", 0, "sigy")
    table.lord("henry", 2, "villeneuve")
    assert not controls(table.realm, 0, villeneuve)
    table.marry("blanche", "henry")
    assert controls(table.realm, 0, villeneuve)  # an ally's pawns disturb nobody


@pytest.mark.rule("FI-MOD-08")
def test_the_gatekeeper_is_the_owner_or_who_came_first() -> None:
    table = Table(4)
    bourg = VILLAGE_OF["bourg"]
    assert gatekeeper(table.realm, bourg) is None
    table.troops(3, "bourg", 1)
    assert gatekeeper(table.realm, bourg) == 3
    table.troops(1, "bourg", 1)
    assert gatekeeper(table.realm, bourg) == 3  # arrived first
    table.own(1, "bourg")
    assert gatekeeper(table.realm, bourg) == 1  # the owner, who is there
    table.realm.stacks = []
    table.realm.present = replaced(table.realm.present, bourg, ())
    table.troops(2, "bourg", 1, position="relief")
    table.realm.attacks = (Attack(bourg, 0, None),)
    assert gatekeeper(table.realm, bourg) == 2  # nobody inside: the relief's player
    table.realm.stacks = []
    table.revolt("bourg", 0, 3)
    assert gatekeeper(table.realm, bourg) is None


@pytest.mark.rule("FI-MOD-09", "FI-MOD-10", "FI-MOD-11", "FI-MOD-12")
def test_allies_fighting_lords_crowned_women_family_order() -> None:
    table = Table(3)
    for name, player in (("henry", 0), ("blanche", 0), ("arnaud", 0), ("mireille", 1)):
        table.lord(name, player, "bourg")
    realm = table.realm

    assert ally(realm, 0) is None
    table.marry("henry", "mireille")
    assert (ally(realm, 0), ally(realm, 1), ally(realm, 2)) == (1, 0, None)
    assert fights(realm, table["henry"]) and not fights(realm, table["blanche"])
    assert can_be_darc(realm, table["blanche"]) and is_bare(realm, table["blanche"])
    table.fief("r_sennecy", 0, "sennecy", "blanche")
    assert is_crowned_woman(realm, 1) and is_titled(realm, 1) and fights(realm, table["blanche"])
    assert not can_be_darc(realm, table["blanche"]) and not is_bare(realm, table["blanche"])
    assert not fights(realm, table["mireille"])
    table.queen("mireille")
    assert fights(realm, table["mireille"]) and not is_titled(realm, table["mireille"].number)
    table["blanche"].captor = 1
    assert not fights(realm, table["blanche"])
    table.lord("jeanne", 2, "bourg", darc=True)
    assert fights(realm, table["jeanne"]) and not is_crowned_woman(realm, table["jeanne"].number)
    table["arnaud"].bishop = 0
    assert not is_bare(realm, table["arnaud"])
    assert [lord.number for lord in family(realm, 0)] == [6, 1, 0]  # Henry came first, Arnaud last


@pytest.mark.rule("FI-MOD-13")
def test_change_is_made_with_the_bank_then_with_another_stack_then_more_is_lost() -> None:
    def losing(points: int, here: tuple[int, int, int], there: tuple[int, int, int] = (0, 0, 0)) -> tuple[int, Table]:
        table = Table(2)
        table.troops(0, "bourg", *here)
        if any(there):
            table.troops(0, "sigy", *there)
        return lose(table.realm, 0, VILLAGE_OF["bourg"], IN, points), table

    # (a) the bank changes: a six that loses one becomes 3 + 1 + 1
    lost, table = losing(1, (0, 0, 1))
    assert lost == 1 and tokens(table, 0, "bourg") == (2, 1, 0)
    # as many present tokens as possible stay in place
    lost, table = losing(2, (2, 2, 0))
    assert lost == 2 and tokens(table, 0, "bourg") == (0, 2, 0)
    # (b) all ones and threes are in Sigy: they are exchanged, both totals exact
    lost, table = losing(1, (0, 0, 3), (12, 5, 0))
    assert lost == 1 and table.points(0, "bourg") == 17 and table.points(0, "sigy") == 27
    # (c) every one stands alone in some village: no stack can give one and keep its own, so the whole three is lost
    table = Table(2)
    table.troops(0, "bourg", 0, 1, 0)
    for village in VILLAGES[:12]:
        table.troops(0, village.id, 1)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 2) == 3 and tokens(table, 0, "bourg") == (0, 0, 0)
    # of two threes one is enough: no more is lost than must be
    table = Table(2)
    table.troops(0, "bourg", 0, 2, 0)
    for village in VILLAGES[:12]:
        table.troops(0, village.id, 1)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 2) == 3 and tokens(table, 0, "bourg") == (0, 1, 0)
    # tokens that have come different ways are one heap
    table = Table(2)
    table.troops(0, "bourg", 0, 1, 1)
    table.realm.stacks[0].steps = 1
    table.troops(0, "bourg", 2, 1, 1)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 1) == 1 and tokens(table, 0, "bourg") == (1, 2, 2)
    # losing all there is
    lost, table = losing(9, (1, 1, 0))
    assert lost == 4 and tokens(table, 0, "bourg") == (0, 0, 0)
    # points alone, where pieces are no limit
    table = Table(2, stock_limits=False)
    table.troops(0, "bourg", 0, 0, 1)
    table.troops(0, "sigy", 12, 5, 0)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 1) == 1 and table.points(0, "bourg") == 5
    table.troops(0, "beaujeu", 0, 0, 30)  # more than there are in the box
    assert lose(table.realm, 0, VILLAGE_OF["beaujeu"], IN, 1) == 1 and table.points(0, "beaujeu") == 179


@pytest.mark.rule("FI-MOD-13", "FI-MOD-15")
@pytest.mark.parametrize(
    ("elsewhere", "lost"), [((10, 0), 1), ((11, 0), 2), ((12, 0), 3), ((11, 4), 2), ((11, 5), 5), ((12, 5), 6)]
)
def test_change_is_made_of_the_tokens_that_stand_nowhere_else(elsewhere: tuple[int, int], lost: int) -> None:
    table = Table(2)
    table.troops(0, "bourg", 0, 0, 1)
    others = iter([village.id for village in VILLAGES if village.id != "bourg"])
    for _ in range(elsewhere[0]):  # each alone, so that no stack has change to give
        table.troops(0, next(others), 1)
    for _ in range(elsewhere[1]):
        table.troops(0, next(others), 0, 1)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 1) == lost


@pytest.mark.rule("FI-MOD-13")
def test_one_other_stack_of_ones_own_gives_change_the_first_in_village_order() -> None:
    table = Table(2)
    table.troops(0, "bourg", 0, 0, 1)
    table.troops(0, "sigy", 6)  # all ones stand in two villages; Beaujeu comes first
    table.troops(0, "beaujeu", 6)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 1) == 1
    assert tokens(table, 0, "bourg") == (2, 1, 0)
    assert tokens(table, 0, "beaujeu") == (3, 1, 0)  # its total is the same
    assert tokens(table, 0, "sigy") == (6, 0, 0)


@pytest.mark.rule("FI-MOD-13")
def test_nobody_elses_stack_gives_change_nor_two_of_ones_own_together() -> None:
    table = Table(2)
    table.troops(0, "bourg", 0, 1)
    table.troops(1, "beaujeu", 6)
    for village in VILLAGES[1:13]:
        table.troops(0, village.id, 1)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 1) == 3  # no single stack can give two ones and keep its own
    assert tokens(table, 1, "beaujeu") == (6, 0, 0)


@pytest.mark.rule("FI-MOD-14")
def test_a_token_may_be_broken_in_ones_own_movement_turn() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.troops(0, "bourg", 0, 0, 1)
    table.troops(0, "sigy", 11)
    table.troops(1, "sennecy", 1)
    table.phase("move")

    assert table.refused("j1", "MONNAYER Bourg, 6, 3x1+1x3") == [("FI-MOD-04", "stock_empty")]
    assert table.refused("j1", "MONNAYER Bourg, 6, 1x3") == [("FI-MOD-14", "bad_change")]
    assert table.refused("j1", "MONNAYER Bourg, 3, 3x1") == [("FI-MOD-14", "no_token_there")]
    for out, offered in ((3, ["MONNAYER Bourg, 6, 2x3"]), (4, [])):  # five threes in all
        table.troops(0, "tournus", 0, out - tokens(table, 0, "tournus")[1])
        assert [line for line in table.offered("j1") if line.startswith("MONNAYER Bourg, 6")] == offered
    table.realm.stacks = [stack for stack in table.realm.stacks if stack.village != VILLAGE_OF["tournus"]]
    table.say("j1", "MARCHER Arnaud, Villeneuve, 1x6")
    table.say("j1", "MONNAYER Villeneuve, 6, 2x3")
    (broken,) = [event for event in table.events if event.kind == "token_broken"]
    assert broken.seen_by == ("j1",) and broken.data == {"village": "villeneuve", "value": 6}
    assert tokens(table, 0, "villeneuve") == (0, 2, 0)
    table.say("j1", "MARCHER Arnaud, Charolles, 1x3")
    assert table.refused("j1", "MARCHER Arnaud, Blaye, 1x3") == [("FI-MOV-04", "no_step_left")]  # steps are kept
    assert table.points(0, "villeneuve") == 3


@pytest.mark.rule("FI-MOD-04", "FI-MOD-14")
@pytest.mark.parametrize(("ones", "offered"), [(9, ["MONNAYER Bourg, 3, 3x1"]), (10, [])])
def test_a_three_is_broken_while_three_ones_are_left_of_twelve(ones: int, offered: list[str]) -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.troops(0, "bourg", ones, 1)
    assert [line for line in table.phase("move").offered("j1") if line.startswith("MONNAYER")] == offered


@pytest.mark.rule("FI-MOD-14", "FI-MOV-04")
def test_of_two_tokens_the_one_that_has_marched_less_is_broken() -> None:
    table = Table(2)
    table.lord("henry", 1, "sigy")
    table.lord("arnaud", 0, "bourg")
    table.lord("eric", 0, "villeneuve")
    table.troops(0, "bourg", 0, 1)
    table.troops(0, "villeneuve", 0, 1)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve, 1x3").say("j1", "MONNAYER Villeneuve, 3, 3x1")
    table.say("j1", "MARCHER Eric, Les Essarts, 3x1").say("j1", "MARCHER Eric, Marcamps, 3x1")
    assert table.points(0, "marcamps") == table.points(0, "villeneuve") == 3


@pytest.mark.rule("FI-MOD-02", "FI-MOV-10", "FI-BUY-02")
def test_tokens_keep_their_values_where_stacks_are_put_together() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("eric", 0, "bourg")
    table.own(0, "bourg", fort="castle")
    table.troops(0, "bourg", 3, 2, 2)
    table.troops(1, "sigy", 1)
    table.purse(0, 1000)
    table.phase("purchase").say("j1", "RECRUTER 1, Bourg", "RECRUTER 3, Bourg", "RECRUTER 6, Bourg")
    assert tokens(table, 0, "bourg") == (4, 3, 3)  # bought ones join those that stand there
    table.until(phase="move").say("j1", "MARCHER Arnaud, Villeneuve, 1x1+1x3+1x6")
    table.say("j1", "MARCHER Eric, Villeneuve, 2x1+1x3+2x6", "FIN")
    assert tokens(table, 0, "villeneuve") == (3, 2, 3) and tokens(table, 0, "bourg") == (1, 1, 0)
    assert len(table.realm.stacks) == 3  # at the end of his turn they are one stack in each village


@pytest.mark.rule("FI-MOD-15")
def test_soldiers_or_guards_go_first_as_the_player_prefers() -> None:
    for guards_first, left in ((False, (0, 5)), (True, (4, 1))):
        table = Table(2)
        table.lord("arnaud", 0, "bourg")
        table.king("arnaud")
        table.troops(0, "bourg", 4)
        table.troops(0, "bourg", 5, series="king_guard")
        assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 4, guards_first=guards_first) == 4
        by_series = [sum(s.points for s in table.realm.stacks if s.series == series) for series in (0, 1)]
        assert tuple(by_series) == left
        assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 3, guards_first=guards_first) == 3
    # a three that cannot be changed is lost for two; the guards lose one point less
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.troops(0, "bourg", 0, 1, 0)
    table.troops(0, "bourg", 5, series="king_guard")
    for village in VILLAGES[:12]:
        table.troops(0, village.id, 1)
    assert lose(table.realm, 0, VILLAGE_OF["bourg"], IN, 2) == 3
    assert [s.points for s in table.realm.stacks if s.series == 1] == [5]
    assert all(compositions(points, (5, 3, 1)) for points in range(21))  # the King's guards can always be paid exactly
    assert all(compositions(points, (4, 2, 0)) for points in range(11))
    assert all(compositions(points, (3, 3, 1)) for points in range(19))


@pytest.mark.rule("FI-MOD-16")
def test_every_die_is_told() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "bourg")
    table.hand(0, "plague")
    table.phase("cards").say("j1", "PESTE bourg", dice=(4, 3))

    assert [(d["lord"], d["die"], d["dies"]) for d in table.told("plague_lord")] == [
        ("arnaud", 4, False),
        ("henry", 3, True),
    ]


def hosted() -> Table:
    """Henry is Arnaud's guest at Bourg, a castle of Arnaud's."""
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "villeneuve")
    table.lord("othon", 2, "sennecy")
    table.own(0, "bourg", fort="castle")
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg, -, -, demander").say("j1", "LAISSER camper")
    return table


@pytest.mark.rule("FI-MOD-18")
def test_a_guest_is_one_as_long_as_his_host_keeps_the_gate() -> None:
    table, bourg = hosted(), VILLAGE_OF["bourg"]
    assert table.present("bourg") == (0, 1) and is_guest(table.realm, 1, bourg)
    assert not is_enemy(table.realm, 1, bourg, 0)
    table.lord("blanche", 0, "villeneuve")
    table.lord("mireille", 1, "sigy")
    table.marry("arnaud", "mireille")  # an ally takes nothing by staying: Bourg is still Arnaud's
    table.say("j2", "FIN").until(phase="cards").until(phase="move")
    while table.asked != ["j1"]:
        table.silence()
    table.say("j1", "MARCHER Arnaud, Villeneuve")
    assert gatekeeper(table.realm, bourg) == 1 and not is_guest(table.realm, 1, bourg)  # the host has left
    table.say("j1", "MARCHER Blanche, Bourg, -, -, demander").say("j2", "LAISSER camper")
    assert table.owner("bourg") == 0 and gatekeeper(table.realm, bourg) == 0
    assert not is_guest(table.realm, 1, bourg)  # and is back: the stay has ended all the same
    assert fief.view(table.realm, None)["villages"]["bourg"]["guests"] == {"j1": "j2"}


@pytest.mark.rule("FI-MOD-18", "FI-LRD-03")
def test_a_lord_placed_where_his_family_stands_unbidden_makes_it_no_guest() -> None:
    """Nobody's leave is asked: the party was an intruder, and is one; who comes by his ally's leave is a guest."""
    table, bourg = Table(2), VILLAGE_OF["bourg"]
    table.lord("arnaud", 0, "bourg")
    table.own(0, "bourg")
    table.troops(1, "bourg", 1)
    table.hand(1, "othon")
    table.phase("cards").say("j1", "FIN").say("j2", "SEIGNEUR Othon, Bourg")
    assert table.place("othon") == "bourg" and gatekeeper(table.realm, bourg) == 0
    assert not is_guest(table.realm, 1, bourg) and is_enemy(table.realm, 1, bourg, 0)


@pytest.mark.rule("FI-MOD-18")
@pytest.mark.parametrize(("attacker", "attacked"), [("j2", "j1"), ("j1", "j2")])
def test_whom_a_battle_has_opposed_is_no_guest_any_more(attacker: str, attacked: str) -> None:
    table, bourg = hosted(), VILLAGE_OF["bourg"]
    table.lord("blanche", 0, "bourg")
    table.lord("isabelle", 1, "bourg")
    for one in table.realm.families:
        one.plan = Plan(ask="never")
    table.until(phase="combat")
    while table.asked != [attacker]:
        table.silence()
    table.say(attacker, f"ATTAQUER Bourg, {attacked}").until(kind="round")
    assert is_guest(table.realm, 1, bourg)
    table.silence(6, 6)  # both lords fall; their ladies stay where they were
    assert table.present("bourg") == (0, 1) and not table.alive("arnaud") and not table.alive("henry")
    assert not is_guest(table.realm, 1, bourg) and is_enemy(table.realm, 1, bourg, 0)


def test_a_copy_shares_only_what_cannot_be_changed() -> None:
    table = Table(2)
    table.troops(0, "bourg", 1)
    table.lord("arnaud", 0, "bourg")
    table.revolt("sigy", 1, 3)
    realm, twin = table.realm, copy(table.realm)
    assert twin == realm
    for field in set(realm.__struct_fields__) - {"winners"}:  # set as a whole, once, when all is over
        former, value = getattr(realm, field), getattr(twin, field)
        if isinstance(former, list):
            assert value is not former, field
            for one, other in zip(former, value, strict=True):
                assert one is None or isinstance(one, int) or other is not one, field
        elif isinstance(former, Revolt):
            assert value is not former
        else:
            assert isinstance(former, (int, str, tuple, Settings, type(None))), field
