"""The sequence of a year, initiative, waiting, defenders; dice and their audit (TURN, GEN, ORD-15)."""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois import turn as the_turn
from heraut.games.rois.abilities import initiative, level
from heraut.games.rois.dice import Chance, Dice, written
from heraut.games.rois.orders import Sheet
from heraut.games.rois.phases.actions import Queue, give_out_orders
from heraut.games.rois.phases.faults import fault_of
from heraut.games.rois.state import Tactic, World
from heraut.games.rois.turn import END, SEASON, START, advance

from .builders import (
    NO,
    YES,
    Fate,
    Told,
    face,
    feature,
    find,
    free_hero,
    item,
    king,
    land,
    meet,
    one,
    own,
    person,
    play,
    reasons,
    relate,
    season,
    sheets,
    turn_of,
    units,
    world,
)


@pytest.mark.rule("RO-GEN-01", "RO-GEN-02")
def test_dice_are_uniform_and_percentages_round_down() -> None:
    dice = Dice(Rng(b"dice"))
    assert {dice.d(6) for _ in range(200)} == set(range(1, 7))
    assert {dice.between(-1, 1) for _ in range(60)} == {-1, 0, 1}
    assert {dice.roll(2, 4) for _ in range(300)} == set(range(2, 9))
    assert Dice(Told(face(40))).pct(Fraction(81, 2)) and not Dice(Told(face(41))).pct(Fraction(81, 2))
    assert Dice(Told(face(100))).pct(250) and not Dice(Told(face(1))).pct(-5)


@pytest.mark.rule("RO-GEN-04")
@pytest.mark.parametrize("name", [(1, "action", 12), (6, "heir"), (3, "meeting", 4, 5), (0, "order", 162)])
def test_a_stream_is_the_hash_of_its_name_block_by_block(name: tuple[str | int, ...]) -> None:
    secret = Rng(b"secret")
    key = b"".join(int(secret.random() * 2**53).to_bytes(7, "big") for _ in range(8))
    blocks = b"".join(blake2b(f"{n} {name!r}".encode(), key=key).digest() for n in range(3))
    draws = [(int.from_bytes(blocks[at : at + 8], "little") >> 11) * 2.0**-53 for at in range(0, 160, 8)]
    dice = Chance(Rng(b"secret")).dice(name)

    assert [dice.d(100) for _ in draws] == [1 + int(draw * 100) for draw in draws] == dice.drawn
    assert written(name) == repr(name)


def test_the_attributes_of_a_turn_stay_few_enough_to_be_looked_up_fast() -> None:
    """Python shares the names of attributes between the objects of a class, and forgets to beyond twenty-nine."""
    assert len(vars(turn_of(world(2)))) <= 29


@pytest.mark.rule("RO-GEN-04")
def test_one_players_extra_order_does_not_change_an_unrelated_draw() -> None:
    state = world(2)
    land(state, 41, terrain="forest", recruited=0)
    orders = {"j1": "@1\n1: PR TA\n2: EX\n3: PR ME"}
    alone = advance(state, sheets(state, orders), Rng(b"same"))
    beside = advance(state, sheets(state, {**orders, "j2": "@2\n1: EX\n2: PR SP\n3: MO 51"}), Rng(b"same"))

    assert alone.state.characters[1] == beside.state.characters[1]
    assert advance(state, sheets(state, orders), Rng(b"same")).events == alone.events
    kept = {name: faces for name, faces in one(alone, "dice").data["drawn"].items() if name.endswith("action 1")}
    assert kept and kept.items() <= one(beside, "dice").data["drawn"].items()


@pytest.mark.rule("RO-GEN-04")
def test_the_order_of_the_sheets_changes_nothing() -> None:
    state = world(3)
    answers = sheets(state, {"j1": "@1\n1: MO 42", "j2": "@2\n1: EX", "j3": "@3\n1: PR TA"})
    turned = dict(reversed(answers.items()))

    assert advance(state, answers, Rng(b"x")).events == advance(state, turned, Rng(b"x")).events


@pytest.mark.rule("RO-INFO-07")
def test_every_draw_is_in_an_audit_that_nobody_sees_before_the_end() -> None:
    step = play(world(2), {"j1": "@1\n1: PR TA"})
    audit = one(step, "dice")

    assert audit.seen_by == () and audit.data["drawn"]["1 action 1"] == [100]
    assert not any(event.seen_by == (Seat("j1"),) and "drawn" in event.data for event in step.events)
    assert "100" not in str(one(step, "practised", "j1").data)


@pytest.mark.rule("RO-GEN-05")
def test_ties_go_to_the_lower_number() -> None:
    state = world(1)
    for _ in range(3):
        person(state, 1, 41, ME=2)
    turn = turn_of(state, {"j1": "@3\n1: EX\n@4\n1: EX\n@2\n1: EX\n@1\n1: EX"})
    turn.order_of = give_out_orders(turn)[1]

    assert list(Queue(turn).left) == [2, 3, 4, 1]


@pytest.mark.rule("RO-GEN-10")
def test_an_effective_level_is_the_natural_one_and_the_best_item_up_to_nine() -> None:
    state = world(1)
    ruler = king(state, 1, ME=2, NE=0, EL=1, SP=9)
    for kind in ("LM", "1", "CP"):
        item(state, kind, ruler)
    item(state, "GR", ruler, domain="NE")
    item(state, "GR", ruler, domain="EL")

    assert [level(state.items, ruler, code) for code in ("ME", "NE", "EL", "SP", "TA")] == [4, 0, 2, 9, 0]
    ruler.levels["NE"] = 1
    assert level(state.items, ruler, "NE") == 2


@pytest.mark.rule("RO-TURN-01", "RO-TURN-02")
def test_the_steps_stand_in_the_order_of_the_catalogue() -> None:
    assert [phase.code for phase in START] == ["A1", "A2", "A3"]
    assert sorted(phase.code for phase in SEASON) == [phase.code for phase in SEASON]
    codes = [phase.code for phase in END]
    assert codes == sorted(codes, key=lambda code: int(code[1:])) and {f"C{n}" for n in range(1, 13)} <= set(codes)
    assert the_turn.SEASONS == (1, 2, 3, 4, 5)
    step = play(world(1), {"j1": "@1\n" + "\n".join(f"{n}: PR TA" for n in range(1, 6))})
    assert [event.data["season"] for event in find(step, "practised")] == [1, 2, 3, 4, 5]


@pytest.mark.rule("RO-TURN-02", "RO-FIN-03")
def test_taxes_come_before_pay_and_pay_before_treaties() -> None:
    state = world(2)
    units(state, 1, 41, *["LE"] * 9)
    state.kingdoms[1].gold = 0
    step = play(state, {"j1": "@ROYAUME\nTRAITE 2", "j2": "@ROYAUME\nTRAITE 1"})
    told = [event.kind for event in step.events if event.kind in ("taxes", "paid", "relation_changed", "year_over")]

    assert told == ["taxes", "taxes", "paid", "paid", "relation_changed", "relation_changed", "year_over"]
    assert one(step, "paid", "j1").data["units"] == 5


@pytest.mark.rule("RO-TURN-03")
def test_initiative_counts_forced_march_three_times_and_items() -> None:
    state = world(1)
    ruler = king(state, 1, TA=2, MA=2, EX=1)
    assert initiative(state.items, ruler) == 2 + 6 + 1
    item(state, "BM", ruler)
    item(state, "LV", ruler)
    assert initiative(state.items, ruler) == 2 + 9 + 2
    item(state, "CP", ruler)
    assert initiative(state.items, ruler) == 2 + 9 + 2 + level(state.items, ruler, "SP") > 13, "a talent of his cloak's"


def acting(state: object, text: str) -> list[int]:
    """The order in which the characters of j1 act in spring, read from what they are told."""
    step = play(state, {"j1": text})  # type: ignore[arg-type]
    return [event.data["who"] for event in step.events if event.data.get("season") == 1 and "who" in event.data]


@pytest.mark.rule("RO-TURN-03", "RO-TURN-04")
def test_the_quickest_act_first_and_defenders_last() -> None:
    state = world(1)
    person(state, 1, 41, MA=1)
    person(state, 1, 41, MA=2, TA=1)
    assert acting(state, "@1\n1: PR TA\n@2\n1: PR TA\n@3\n1: PR TA") == [3, 2, 1]
    land(state, 42, owner=1)
    turn = turn_of(state, {"j1": "@1\n1: PR TA\n@3\n1: DE"})
    turn.order_of = give_out_orders(turn)[1]
    queue = Queue(turn)
    assert (list(queue.left), queue.last) == ([1], [3])


@pytest.mark.rule("RO-TURN-05", "RO-SPY-09", "RO-SPY-08")
def test_a_pursuer_acts_right_after_whom_he_pursues() -> None:
    state = world(1)
    person(state, 1, 41, MA=3)
    person(state, 1, 41, MA=1)
    step = play(state, {"j1": "@2\n1: PU 1\n@1\n1: MO 42\n@3\n1: PR TA"})

    assert [event.data["who"] for event in find(step, "moved")] == [1, 2]
    assert step.state.characters[2].province == 42
    state.characters[1].levels["MA"] = 5
    assert acting(state, "@2\n1: PU 1\n@1\n1: MO 42\n@3\n1: PR TA") == [1, 2, 3]


@pytest.mark.rule("RO-TURN-06")
def test_who_leaves_waits_for_comrades_who_help_him() -> None:
    """The King is the quickest, and would be gone; (a) each helper order keeps him until it is done."""
    state = world(1)
    king(state, 1, MA=5)
    person(state, 1, 41, WH=2)
    units(state, 1, 41, "LE", leader=2)
    units(state, 1, 41, "LE", leader=1)
    item(state, "ER", state.characters[2])
    for text in ("LE 1 1", "GI 11 1", "CA GU 1", "EN 1", "RE LE 1 POUR 1", "PI 2"):
        told = acting(state, f"@1\n1: MO 42\n@2\n1: {text}")
        assert told[0] == 2, text
    assert acting(state, "@1\n1: MO 42\n@2\n1: PR TA")[0] == 1


@pytest.mark.rule("RO-TURN-06")
def test_a_helper_waits_for_a_comrade_who_comes_and_nobody_waits_for_ever() -> None:
    state = world(1)
    king(state, 1, province=42)
    helper = person(state, 1, 41, MA=5)
    item(state, "ER", helper)
    step = play(state, {"j1": "@1\n1: MO 41\n@2\n1: GI 11 1"})
    assert step.state.characters[1].items == [11]
    step = play(state, {"j1": "@1\n1: PU 2\n@2\n1: PU 1"})
    assert len(find(step, "track_kept")) + len(find(step, "moved")) == 2


def order_of_acts(state: World, **texts: str) -> list[int]:
    """Who acts after whom in spring, of all kingdoms: each of them draws dice of his own when his turn comes."""
    turn = turn_of(state, texts)
    turn.order_of = give_out_orders(turn)[1]
    queue, acted = Queue(turn), []
    act = queue.act
    queue.act = lambda number: (acted.append(number), act(number))[1]  # type: ignore[method-assign]
    queue.run()
    return acted


@pytest.mark.rule("RO-TURN-05", "RO-TURN-06")
@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("@1\n1: MO 42\n@3\n1: PR TA\n@4\n1: PU 1", [1, 3, 4]),  # he is not where his prey was
        ("@4\n1: PR TA\n@3\n1: PU 4", [3, 4]),  # nor does he wait for it elsewhere
        ("@3\n1: PU 1\n@2\n1: PR TA", [3, 2]),  # nor here, if it rests
        ("@2\n1: GI 11 3\n@1\n1: PR TA\n@3\n1: PU 1", [1, 2, 3]),  # a gift comes before the pursuit
        ("@1\n1: MO 42\n@2\n1: GI 11 1\n@4\n1: CA GU 1", [2, 1, 4]),  # one helper is here, the other is not
        ("@1\n1: MO 42\n@2\n1: GI 11 1\n@3\n1: CA GU 1", [3, 2, 1]),  # nobody is forgotten
        ("@2\n1: GI 11 4\n@4\n1: MO 61", [2, 4]),  # whom he would help goes elsewhere
        ("@2\n1: PU 3\n@3\n1: PU 2", [3, 2]),  # of those who wait for each other the quicker
    ],
)
def test_who_waits_for_whom(text: str, acts: list[int]) -> None:
    """King 1 is quicker than 3, who is quicker than 2; the slowest of them, 4, stands elsewhere."""
    state = world(1)
    king(state, 1, MA=5)
    item(state, "ER", person(state, 1, 41, MA=1))
    person(state, 1, 41, WH=2, MA=2)
    person(state, 1, 60, WH=2)
    assert order_of_acts(state, j1=text) == acts


@pytest.mark.rule("RO-TURN-06", "RO-REC-03")
def test_an_ally_recruits_after_all_of_the_owner_s_people_and_at_once() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 2, 42)
    king(state, 1, province=42, MA=4)
    king(state, 2, province=42, MA=5)
    person(state, 2, 42, MA=2)  # 3
    person(state, 1, 42)  # 4
    both = {"j1": "@1\n1: RE LE 1\n@4\n1: PR TA", "j2": "@2\n1: RE LE 1\n@3\n1: RE LE 1"}
    assert order_of_acts(state, **both) == [2, 3, 1, 4]


@pytest.mark.rule("RO-TURN-07", "RO-ORD-15a")
def test_a_silent_kingdom_defends_and_keeps_its_plans() -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    king(state, 1, plan=(Tactic("ME"),))
    own(state, 1, 42)
    king(state, 2, province=43)
    units(state, 1, 41, "LE", "LE", leader=1)
    units(state, 2, 43, "LE", leader=2)
    answers = sheets(state, {"j2": "@2\n3: MO 42"})
    del answers[Seat("j1")]
    step = advance(state, answers, Fate())

    assert one(step, "reacted", "j1").data["province"] == 42
    assert step.state.characters[1].plan == (Tactic("ME"),)
    answers[Seat("j1")] = Sheet()
    assert not find(advance(state, answers, Fate()), "reacted")


def invaded() -> object:
    """Kingdom 2 stands beside two provinces of kingdom 1, whose King defends at home."""
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 1, 42, 40)
    king(state, 2, province=43)
    units(state, 1, 41, "LE", "LE", leader=1)
    units(state, 2, 43, "LE", leader=2)
    return state


@pytest.mark.rule("RO-TURN-08", "RO-ORD-15a")
@pytest.mark.parametrize(
    ("orders", "reacts"),
    [
        ("1: DE", True),
        ("1: DE\n2: PR TA", False),
        ("1: DE\n2: MO 99", True),  # ignored: the defence stays in force
        ("2: PR TA", False),
        ("1: DE 42", True),
        ("1: DE 40", False),
    ],
)
def test_defence_is_in_force_until_another_order_is_carried_out(orders: str, reacts: bool) -> None:
    step = play(invaded(), {"j1": f"@1\n{orders}", "j2": "@2\n3: MO 42"})  # type: ignore[arg-type]
    assert bool(find(step, "reacted", "j1")) is reacts


CARRIED_OUT = (
    "PR TA", "EX", "SE 1", "RE LE 1", "HI 6", "DI 2", "FI 3", "LE 2 G", "PI 3", "CA MO", "US 12", "EN 3", "SP 42",
    "PU 2", "GI 11 3", "GI 1 OR 4", "MO 42",
)  # fmt: skip
IGNORED = (
    "SE 9", "RE BO 1", "HI 7", "DI 4", "FI 8", "LE 4 G", "LE 2 5", "LE 5 3", "PI 4", "CA TT 44", "US 11", "EN 5",
    "SP 99",
    "GI 11 5", "GI 99 OR 4", "MO 99", "MO 40", "TR 2",
)  # fmt: skip


@pytest.mark.rule("RO-TURN-08", "RO-GEN-07")
@pytest.mark.parametrize(
    ("text", "ends", "luck"),
    [
        *[(text, True, NO) for text in CARRIED_OUT],
        *[(text, False, NO) for text in IGNORED],
        ("HI 6", True, YES),
        ("PU 9", False, YES),
    ],
)
def test_every_order_that_is_carried_out_ends_the_defence_and_none_that_is_ignored(
    text: str, ends: bool, luck: float
) -> None:
    """With the defender are a comrade (3), a stranger (4), a free Hero (6) and a dead comrade (8); 5 and 7 are away."""
    state = world(2)
    king(state, 1, WH=4, EL=3)
    king(state, 2, province=41)
    person(state, 1, 41)
    person(state, 2, 41)
    person(state, 1, 60)
    free_hero(state, 41, known_to=1)
    free_hero(state, 60, known_to=1)
    person(state, 1, 41, died=1)
    person(state, 2, 40)
    own(state, 2, 40)
    meet(state, 1, 2, 4, 9)
    units(state, 1, 41, "LE", "LE", leader=1)
    units(state, 1, 41, "LE")
    units(state, 1, 42, "LE")
    units(state, 1, 41, "BO", leader=1, race="elf")
    feature(state, 41)
    item(state, "ER", king(state, 1))
    item(state, "PG", king(state, 1))
    turn = turn_of(state, {"j1": f"@1\n1: DE\n2: {text}"}, chance=Fate(action=luck))
    orders = give_out_orders(turn)
    turn.order_of = orders[1]
    season(turn, "B2")
    foreseen = fault_of(turn, turn.characters[1], orders[2][1])
    turn.order_of = orders[2]
    season(turn, "B2")
    assert (1 not in turn.defending) is ends and bool(find(turn, "ignored", "j1")) is not ends
    assert [each.data["reason"] for each in find(turn, "ignored", "j1")] == ([foreseen.reason] if foreseen else [])


@pytest.mark.rule("RO-TURN-08", "RO-EXPL-07")
def test_an_exploration_that_a_beast_cuts_short_was_begun_and_ends_the_defence() -> None:
    turn = turn_of(world(1), {"j1": "@1\n1: DE\n2: EX"}, chance=Fate(action=YES))
    king(turn.now, 1).levels = {}
    orders = give_out_orders(turn)
    for number in (1, 2):
        turn.order_of = orders[number]
        season(turn, "B2")
    assert one(turn, "encounter", "j1").data["ending"] == "fled"
    assert not find(turn, "explored") and not turn.defending


@pytest.mark.rule("RO-TURN-08", "RO-SPY-11")
def test_who_trails_somebody_is_on_guard_no_more() -> None:
    state = world(2)
    hero = person(state, 1, 41)
    king(state, 2, province=41)
    meet(state, 1, 2)
    turn = turn_of(state, {"j1": f"@{hero.number}\n1: DE\n2: TR 2"})
    orders = give_out_orders(turn)
    for number, on_guard in ((1, True), (2, False)):
        turn.order_of = orders[number]
        season(turn, "B2")
        assert (hero.number in turn.defending) is on_guard
    assert one(turn, "trail_report", "j1")


@pytest.mark.rule("RO-ORD-15a")
def test_a_reaction_takes_the_most_invaded_province_and_spends_moves() -> None:
    state = invaded()
    helper = person(state, 2, 39)  # type: ignore[arg-type]
    units(state, 2, 39, "LE", "LE", leader=helper.number)  # type: ignore[arg-type]
    turn = turn_of(state, {"j1": "@1\n1: DE", "j2": f"@2\n1: MO 42\n@{helper.number}\n1: MO 40"})  # type: ignore[arg-type]
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2", "B3")

    assert turn.characters[1].province == 40
    assert [unit.moves for unit in turn.contingent(1)] == [1, 1]
    assert turn.kingdoms[1].exploration[40] == 25, "half an exploration"
    turn = turn_of(state, {"j1": "@1\n1: DE", "j2": f"@2\n1: MO 42\n@{helper.number}\n1: MO 40"})  # type: ignore[arg-type]
    turn.order_of = give_out_orders(turn)[1]
    for unit in turn.contingent(1):
        unit.moves = 2
    season(turn, "B2", "B3")
    assert turn.characters[1].province == 41, "no move left"


@pytest.mark.rule("RO-ORD-15a")
@pytest.mark.parametrize(("types", "goes_to"), [("LE LE", 42), ("", 40)])
def test_the_most_invaded_province_comes_before_the_lowest_number(types: str, goes_to: int) -> None:
    state = invaded()
    helper = person(state, 2, 39)  # type: ignore[arg-type]
    units(state, 2, 39, "LE", leader=helper.number)  # type: ignore[arg-type]
    units(state, 2, 43, *types.split(), leader=2)  # type: ignore[arg-type]
    step = play(state, {"j1": "@1\n1: DE", "j2": f"@2\n1: MO 42\n@{helper.number}\n1: MO 40"})  # type: ignore[arg-type]
    assert one(step, "reacted", "j1").data["province"] == goes_to


@pytest.mark.rule("RO-ORD-15a")
def test_the_invaders_of_a_province_count_together_whatever_their_kingdoms() -> None:
    state = world(3)
    for other in (2, 3):
        relate(state, 1, other, "enemy")
        king(state, other, province=39)
        units(state, other, 39, "LE", leader=other)
    own(state, 1, 40, 42)
    units(state, 1, 41, "LE", leader=1)
    helper = person(state, 2, 43)
    units(state, 2, 43, *["LE"] * 3, leader=helper.number)
    orders = {"j1": "@1\n1: DE", "j2": f"@2\n1: MO 40\n@{helper.number}\n1: MO 42", "j3": "@3\n1: MO 40"}
    assert one(play(state, orders), "reacted", "j1").data["province"] == 42


@pytest.mark.rule("RO-ORD-15a")
@pytest.mark.parametrize(("owner", "reacts"), [(1, True), (3, False)])
def test_one_reacts_for_provinces_of_one_s_own_kingdom_alone(owner: int, reacts: bool) -> None:
    state = world(3)
    for one_, other, relation in ((1, 2, "enemy"), (2, 3, "enemy"), (1, 3, "allied")):
        relate(state, one_, other, relation)
    own(state, owner, 42)
    king(state, 2, province=43)
    units(state, 1, 41, "LE", leader=1)
    units(state, 2, 43, "LE", leader=2)
    step = play(state, {"j1": "@1\n1: DE", "j2": "@2\n1: MO 42"})
    assert bool(find(step, "reacted", "j1")) is reacts


@pytest.mark.rule("RO-ORD-15a")
@pytest.mark.parametrize(("guards", "invaders", "reacts"), [(1, 1, True), (0, 1, False), (1, 0, False)])
def test_reactions_are_of_armies_to_armies(guards: int, invaders: int, reacts: bool) -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 1, 42)
    king(state, 2, province=43)
    units(state, 1, 41, *["LE"] * guards, leader=1)
    units(state, 2, 43, *["LE"] * invaders, leader=2)
    turn = turn_of(state, {"j1": "@1\n1: DE", "j2": "@2\n1: MO 42"})
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2", "B3")
    assert turn.characters[1].province == (42 if reacts else 41) and bool(turn.reacted) is reacts


@pytest.mark.rule("RO-ORD-15b")
def test_a_defender_who_is_invaded_himself_stays() -> None:
    state = invaded()
    helper = person(state, 2, 58)  # type: ignore[arg-type]
    units(state, 2, 58, "LE", leader=helper.number)  # type: ignore[arg-type]
    turn = turn_of(state, {"j1": "@1\n1: DE", "j2": f"@2\n1: MO 42\n@{helper.number}\n1: MO 41"})  # type: ignore[arg-type]
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2", "B3")

    assert turn.characters[1].province == 41 and not turn.reacted


@pytest.mark.rule("RO-TURN-09")
def test_an_order_names_no_condition() -> None:
    """There is no conditional form: what has no season, or more words than its order takes, is refused."""
    from .builders import refused

    assert refused(world(1), "j1", "@1\n1: SI MO 42\n2: MO 42 SINON EX") == [
        ("RO-ORD-22", "unknown_code", 2), ("RO-ORD-22", "extra_argument", 3),
    ]  # fmt: skip


@pytest.mark.rule("RO-GEN-06", "RO-REC-04")
def test_recruiting_buys_what_the_treasury_allows_and_gold_is_never_negative() -> None:
    state = world(1)
    state.kingdoms[1].gold = 5
    step = play(state, {"j1": "@1\n1: RE LE 4\n2: RE LE 1"})

    assert one(step, "recruited").data | {"season": 0} == one(step, "recruited").data | {
        "count": 2,
        "gold": 4,
        "season": 0,
    }
    assert reasons(step) == ["too_poor"]
    turn = turn_of(state)
    with pytest.raises(ValueError, match="6 gold"):
        turn.add_gold(1, -6, "test")


@pytest.mark.rule("RO-GEN-09")
def test_levels_are_gained_at_the_end_of_the_season() -> None:
    state = world(1)
    turn = turn_of(state, {"j1": "@1\n1: PR TA"}, chance=Fate(action=0.0))
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    assert turn.level(turn.characters[1], "TA") == 0
    season(turn, "B6")
    assert turn.level(turn.characters[1], "TA") == 1
    assert one(turn, "level_gained").data["level"] == 1


@pytest.mark.rule("RO-GEN-08")
def test_every_birth_and_death_is_told_to_whom_it_concerns() -> None:
    state = world(1)
    units(state, 1, 41, "LE", "LE")
    step = play(state, {"j1": "@1\n1: DI 1\n2: RE LE 1"}, chance=Fate(unpaid_unit=NO))

    assert one(step, "disbanded", "j1").data["units"] == [1] and one(step, "unit_gone").data["unit"] == 1
    assert one(step, "recruited", "j1").data["units"] == [101] == [one(step, "unit_born").data["unit"]]


# Orders that nobody carries out any more


@pytest.mark.rule("RO-ORD-15", "RO-INFO-05")
def test_defending_leaves_a_line() -> None:
    state = world(1)
    own(state, 1, 42)
    person(state, 1, 41)
    step = play(state, {"j1": "@1\n2: DE\n@2\n3: DE 42"})
    told = [(each.data["who"], each.data["season"], each.data["province"]) for each in find(step, "on_guard", "j1")]
    assert told == [(1, 2, 0), (2, 3, 42)]
    silent = advance(state, {}, Fate())
    assert {each.data["who"] for each in find(silent, "on_guard", "j1")} == {1, 2}


@pytest.mark.rule("RO-TURN-07")
def test_the_living_of_a_silent_kingdom_defend_and_nobody_else() -> None:
    state = world(2)
    person(state, 1, 41, died=1)
    step = advance(state, sheets(state, {"j2": "@2\n2: EX"}, absent="j1"), Fate())
    assert [each.data["who"] for each in find(step, "on_guard")] == [1] and not find(step, "ignored")


@pytest.mark.rule("RO-GEN-07", "RO-ORD-21")
def test_every_order_of_the_dead_is_told_as_lost() -> None:
    """He is killed in early summer: what he was still to do stands in the report, season by season."""
    state = world(2)
    hero, slayer = person(state, 1, 60, hp=1, temper="berserk"), person(state, 2, 60, ME=5, MA=3)
    meet(state, 2, hero.number)
    orders = f"@{hero.number}\n1: PR TA\n2: PR TA\n3: MO 61\n5: DE"
    step = play(
        state,
        {"j1": orders, "j2": f"@{slayer.number}\n2: EN {hero.number} {{ME}}"},
        chance=Fate(meeting=YES),
    )
    assert step.state.characters[hero.number].died == 1
    lost = [(each.data["season"], each.data["order"], each.data["reason"]) for each in find(step, "ignored", "j1")]
    assert lost == [(2, "PR", "dead"), (3, "MO", "dead"), (5, "DE", "dead")]
    assert not find(step, "ignored", "j2")


@pytest.mark.rule("RO-GEN-07", "RO-MAG-08")
def test_who_is_woken_in_a_season_is_told_that_its_order_is_lost() -> None:
    state = world(1)
    king(state, 1, WH=5)
    dead = person(state, 1, 41, died=1)
    turn = turn_of(state)
    turn.characters[dead.number].died = 0
    turn.order_of = {dead.number: o.Practise("TA")}
    turn.revived.add(dead.number)
    season(turn, "B2")
    assert one(turn, "ignored", "j1").data["reason"] == "risen"


@pytest.mark.rule("RO-GEN-07", "RO-EXPL-07")
@pytest.mark.parametrize("order", ["EX", "SE 1"])
@pytest.mark.parametrize(("hp", "reason"), [(10, "driven_away"), (1, "dead")])
def test_what_an_encounter_cut_short_is_told(order: str, hp: int, reason: str) -> None:
    state = world(1)
    feature(state, 41)
    king(state, 1, hp=hp, temper="prudent" if hp > 1 else "brave", plan=(Tactic("FL"),) if hp > 1 else ())
    found = set()
    for n in range(60):
        step = play(state, {"j1": f"@1\n1: {order}"}, chance=Rng(str(n).encode()))
        event = find(step, "encounter", "j1")
        if event and event[0].data["lost"]:
            told = one(step, "ignored", "j1").data
            assert (told["order"], told["season"]) == (order[:2], 1)
            assert not find(step, "explored") and not find(step, "searched")
            assert told["reason"] == ("driven_away" if step.state.characters[1].alive else "dead")
            found.add(told["reason"])
        else:
            assert not find(step, "ignored")
    assert reason in found
