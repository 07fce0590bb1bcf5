"""A new match and the course of a turn (FI-SET, FI-TRN, FI-DP-01, FI-DP-02)."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.protocol import Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.pawns import playing_order
from heraut.games.fief.board.places import VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.cards import is_lord
from heraut.games.fief.identities import PHASES
from heraut.games.fief.phases.acting import foresee
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Act
from tests.games.fief.builders import Dice, Table, seats


def refusals(number: int = 4, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(SetupError) as caught:
        fief.setup(seats(number), options, Rng(b"setup"))
    return [(refusal.rule, refusal.code) for refusal in caught.value.refusals]


def new(number: int = 4, *dice: int, **options: Any) -> Realm:
    return fief.setup(seats(number), options, Dice(*dice) if dice else Rng(b"setup")).state


BLAZONS = ("gueules", "azur", "sinople", "or", "sable", "argent")


def settled(number: int, *villages: str, **options: Any) -> Table:
    """A match whose players have chosen these villages, in their order of choice."""
    table = Table(number)
    table.realm = new(number, **options)
    for village in villages:
        (seat,) = table.asked
        table.say(seat, f"FONDER {village}, {BLAZONS[villages.index(village)]}")
    return table


@pytest.mark.rule("FI-SET-01")
def test_two_to_six_players() -> None:
    assert refusals(1) == [("FI-SET-01", "seats_out_of_range")]
    assert refusals(7) == [("FI-SET-01", "seats_out_of_range")]
    assert all(len(new(number).families) == number for number in range(2, 7))


@pytest.mark.rule("FI-SET-02", "FI-PTS-05")
def test_options_and_what_they_are_without_a_choice() -> None:
    assert [new(number).settings.mode for number in (2, 3, 4, 6)] == ["points", "points", "normal", "normal"]
    settings = new(4).settings
    assert (settings.points_turns, settings.turn_limit, settings.stock_limits, settings.hidden_stacks) == (
        15,
        None,
        True,
        True,
    )
    assert not (settings.bishop_auction or settings.population_pressure or settings.disease_concentration)
    assert not (settings.surrender or settings.choose_lord or settings.batch) and settings.live
    assert new(4, pace="async").settings.batch and not new(4, pace="async", batch=False).settings.batch
    assert new(4, batch=True).settings.batch and new(3, mode="normal").settings.mode == "normal"
    assert refusals(mode="chess") == [("FI-SET-02", "unknown_choice")]
    assert refusals(points_turns=12) == [("FI-SET-02", "bad_length")]
    assert refusals(turn_limit=9) == refusals(turn_limit=101) == [("FI-SET-02", "bad_turn_limit")]
    assert refusals(tempo="live") == [("FI-SET-02", "unknown_option")]
    assert refusals(batch="yes") == [("FI-SET-02", "bad_option")]
    assert refusals(names={"j9": "Nobody"}) == [("FI-SET-02", "unknown_seat")]


@pytest.mark.rule("FI-SET-03")
def test_choices_are_made_in_decreasing_order_of_dice_and_equals_throw_again() -> None:
    # j1: 6, j2: 12, j3: 6, j4: 15; j1 and j3 again: 3 and 18
    state = new(4, 2, 2, 2, 4, 4, 4, 1, 1, 4, 5, 5, 5, 1, 1, 1, 6, 6, 6)

    order = []
    while fief.pending(state) and next(iter(fief.pending(state).values())).kind == "settle":
        (seat,) = fief.pending(state)
        order.append(seat)
        state = fief.advance(state, {seat: ()}, Rng(b"")).state
    assert order == ["j4", "j2", "j3", "j1"]


@pytest.mark.rule("FI-SET-04", "FI-DP-01")
def test_each_chooses_a_free_village_and_a_free_blazon() -> None:
    table = settled(4, "Bourg")
    (seat,) = table.asked

    assert table.kind == "settle" and len(table.offered(seat)) == 23 * 5
    assert table.refused(seat, "FONDER Bourg, azur") == [("FI-DP-R1", "not_offered")]
    assert table.refused(seat, "FONDER Sigy, gueules") == [("FI-DP-R1", "not_offered")]
    table.say(seat, "FONDER Villeneuve, argent")  # the same region may be shared
    assert table.owner("villeneuve") == table.realm.seats.index(seat)  # type: ignore[arg-type]
    assert table.told("village_chosen")[0]["blazon"] == "argent"


@pytest.mark.rule("FI-SET-05", "FI-SET-06", "FI-SET-08", "FI-EX-10")
def test_a_castle_eight_soldiers_a_lord_and_300_ecus() -> None:
    table = settled(2, "Bourg", "Sigy")
    player = table.owner("bourg")

    assert table.buildings("bourg") == (0, 0, "castle")
    (stack,) = [s for s in table.realm.stacks if s.village == VILLAGE_OF["bourg"]]
    assert stack.tokens == (5, 1, 0) and stack.points == 8 and stack.player == player
    (lord,) = [one for one in table.realm.lords if one is not None and one.player == player]
    assert lord.village == VILLAGE_OF["bourg"] and table.money(player) == 300


@pytest.mark.rule("FI-SET-06")
def test_first_lords_are_drawn_among_the_sixteen_women_too() -> None:
    drawn = set()
    for n in range(60):
        state = fief.setup(seats(2), {}, Rng(b"%d" % n)).state
        drawn |= {one.number for one in state.lords if one is not None}
    assert drawn == set(range(16))


@pytest.mark.rule("FI-SET-06", "FI-DP-02")
def test_with_a_choice_lords_are_chosen_in_the_order_of_the_dice() -> None:
    table = settled(2, "Bourg", "Sigy", starting_lord="choice")
    first, second = table.owner("bourg"), table.owner("sigy")

    assert table.kind == "first_lord" and table.asked == [f"j{first + 1}"] and len(table.offered(table.asked[0])) == 16
    table.say(f"j{first + 1}", "CHOISIR Jeanne")
    assert table["jeanne"].player == first and table.place("jeanne") == "bourg"
    assert "CHOISIR Jeanne" not in table.offered(f"j{second + 1}")
    table.silence()
    (lord,) = [one for one in table.realm.lords if one is not None and one.player == second]
    assert lord.village == VILLAGE_OF["sigy"] and 8 not in table.realm.draw


@pytest.mark.rule("FI-SET-07", "FI-SET-09")
def test_seats_follow_the_villages_and_the_first_to_choose_begins() -> None:
    # clockwise ranks: Châteauneuf 1, Bourg 12, Sigy 17, La Salle 23
    table = settled(4, "Sigy", "Châteauneuf", "La Salle", "Bourg")
    home = [VILLAGE_IDS[table.realm.owners.index(player)] for player in table.realm.order]

    assert home == ["chateauneuf", "bourg", "sigy", "la_salle"]
    assert table.realm.first == table.owner("sigy")
    assert [VILLAGE_IDS[table.realm.owners.index(p)] for p in playing_order(table.realm)] == [
        "sigy", "la_salle", "chateauneuf", "bourg",
    ]  # fmt: skip
    realm = table.realm
    assert len(realm.draw) == 57 - 4 - 4 * 3 and not realm.played and not realm.dropped
    assert sum(is_lord(card) for card in (*realm.draw, *(c for f in realm.families for c in f.hand))) == 12


@pytest.mark.rule("FI-SET-10", "FI-DP-01", "FI-DP-R2")
def test_silence_takes_the_first_village_of_a_region_without_a_castle() -> None:
    table = settled(6, "Beaujeu", "Sennecy")
    table.silence()
    assert table.owner("mazilles") is not None  # after Beaujeu's and Sennecy's, the region of Tournus comes first
    assert table.told("village_chosen")[0]["blazon"] == "sinople"
    table.silence().silence()
    assert table.owner("st_medard") is not None and table.owner("bourg") is not None
    table.silence()
    assert table.owner("st_paul") is not None
    full = settled(2, "Beaujeu")
    full.realm.forts = tuple(int(n not in (1, 5)) for n in range(24))
    full.silence()
    assert full.owner("la_salle") is not None  # every region has its castle: the first free village


@pytest.mark.rule("FI-TRN-01", "FI-TRN-02", "FI-TRN-05", "FI-CRD-01")
def test_six_phases_each_a_round_of_the_table_in_one_order() -> None:
    table = settled(3, "Bourg", "Sigy", "Sennecy")
    order = [table.realm.seats[player] for player in playing_order(table.realm)]
    asked: dict[str, list[str]] = {}
    phases = []
    while table.realm.turn == 1:
        phase = PHASES[table.realm.phase]
        phases += [phase] if phase not in phases else []
        if table.kind in ("cards", "purchase", "move"):
            assert len(table.asked) == 1  # only the active player may give orders
            asked.setdefault(phase, []).extend(table.asked)
        table.silence()
        phases += [event["phase"] for event in table.told("phase") if event["phase"] not in phases]

    assert phases[:6] == ["cards", "income", "purchase", "move", "combat", "negotiation"]
    assert asked == {"cards": order, "purchase": order, "move": order}
    assert all(len(one.hand) == 3 for one in table.realm.families)


@pytest.mark.rule("FI-TRN-03")
def test_the_first_player_shifts_one_seat_to_the_left_over_the_eliminated() -> None:
    table = Table(4)
    for player, village in enumerate(("bourg", "sigy", "sennecy", "tournus")):
        table.troops(player, village, 1)
    table.phase("cards").until(phase="negotiation").silence()
    assert table.realm.first == 1 and table.realm.turn == 2
    table.realm.stacks = [stack for stack in table.realm.stacks if stack.player not in (1, 2)]
    table.until(phase="negotiation").silence()

    assert not table.realm.families[1].alive and not table.realm.families[2].alive
    assert table.realm.first == 3  # of turn 3: next survivor left of j2


@pytest.mark.rule("FI-TRN-04")
def test_incomes_ask_nobody_battles_are_by_village_and_the_window_asks_everybody() -> None:
    table = Table(3)
    for player, village in enumerate(("bourg", "sigy", "sennecy")):
        table.troops(player, village, 3)
    table.phase("income")
    assert PHASES[table.realm.phase] == "purchase"
    table.until(phase="negotiation")
    assert table.asked == ["j1", "j2", "j3"] and table.kind == "window"


@pytest.mark.rule("FI-TRN-06", "FI-DP-R3", "FI-DP-43")
def test_orders_given_in_advance_are_executed_ignored_or_asked_about() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.castle("bourg")
    table.own(0, "bourg", fort="castle")
    table.purse(0, 300)
    table.hand(0, "sun")
    table.hand(1, "plague")
    table.phase("cards")
    table.say(
        "j1", "POUR achats, RECRUTER 1, Bourg", "POUR achats, RECRUTER 6, Bourg", "POUR achats, BATIR pressoir, Bourg",
        "POUR mouvements, MARCHER Arnaud, Villeneuve", "POUR mouvements, demander si touché", "FIN",
    )  # fmt: skip
    table.say("j2", "PESTE bourg", dice=(6,))
    table.say("j2", "FIN")

    # the purchases are done without a question; the six that cannot be paid is ignored, and the press is bought
    assert table.told("order_ignored") == [{"line": "RECRUTER 6, Bourg", "code": "too_dear", "reason": "FI-BUY-01"}]
    assert table.points(0, "bourg") == 1 and table.buildings("bourg") == (0, 1, "castle")
    assert table.asked == ["j2"] and table.kind == "purchase"
    table.silence()
    assert table.asked == ["j1"] and table.kind == "move"  # plague has hit Arnaud's region: he wants to be asked
    assert table.place("arnaud") == "bourg"


@pytest.mark.rule("FI-TRN-05", "FI-DP-04", "FI-DP-12", "FI-INF-01")
@pytest.mark.parametrize(
    ("phase", "line", "closed"),
    [
        ("cards", "DEFAUSSER soleil", False), ("cards", "SEIGNEUR Gauvain, Sigy", True), ("cards", "FIN", True),
        ("move", "MARCHER Arnaud, Villeneuve", False), ("move", "MARCHER Arnaud, Saint-Vivien", True),
    ],
)  # fmt: skip
def test_a_list_is_foreseen_up_to_what_others_or_its_end_decide(phase: str, line: str, closed: bool) -> None:
    table = Table(2)
    for name, player, village in (("arnaud", 0, "bourg"), ("henry", 1, "st_vivien"), ("blanche", 1, "st_vivien")):
        table.lord(name, player, village)
    table.own(1, "sigy")
    table.troops(1, "sigy", 1)
    table.marry("arnaud", "blanche")
    table.hand(0, "sun", "gauvain")
    table.phase(phase)
    decision = table.pending[Seat("j1")]
    task = table.realm.tasks[-1]
    assert isinstance(task, Act)
    assert foresee(table.realm, task, decision.parse(line).answer).closed is closed


@pytest.mark.rule("FI-TRN-06", "FI-DP-43")
@pytest.mark.parametrize(
    ("murders", "condemns", "asked"),
    [
        ("ASSASSINER Gauvain", "", ["j2"]), ("ASSASSINER Gauvain", "JUSTICE Eric", ["j1"]),
        ("", "ASSASSINER Eric", ["j1"]),
    ],
)  # fmt: skip
def test_murder_and_justice_hit_the_family_that_loses_a_lord(murders: str, condemns: str, asked: list[str]) -> None:
    table = Table(2)
    for name, player, village in (("arnaud", 0, "bourg"), ("eric", 0, "bourg"), ("henry", 1, "sigy")):
        table.lord(name, player, village)
    table.lord("gauvain", 1, "sigy")
    table.hand(0, "assassination" if murders else "sun")
    table.hand(1, "justice" if murders else "assassination")
    table.phase("cards")
    table.say("j1", "POUR mouvements, MARCHER Arnaud, Villeneuve", "POUR mouvements, demander si touché")
    if murders:
        table.say("j1", murders).say("j2", condemns)
    table.say("j1", "FIN")
    if not murders:
        table.say("j2", condemns)
    table.until(phase="move")
    assert table.asked == asked and table.place("arnaud") == ("bourg" if asked == ["j1"] else "villeneuve")


@pytest.mark.rule("FI-TRN-06", "FI-DP-43", "FI-REV-03")
@pytest.mark.parametrize(("village", "asked"), [("tournus", ["j1"]), ("mazilles", ["j2"])])
def test_a_revolt_hits_those_who_stand_where_it_rises(village: str, asked: list[str]) -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.troops(0, "tournus", 12)
    table.famine("r_tournus")
    table.hand(1, "peasant_revolt")
    table.phase("cards")
    table.say("j1", "POUR mouvements, MARCHER Arnaud, Villeneuve", "POUR mouvements, demander si touché", "FIN")
    table.say("j2", f"REVOLTE {village}").until(phase="move")
    assert table.asked == asked


@pytest.mark.rule("FI-DP-43", "FI-TRN-06")
def test_whoever_gives_instructions_only_is_still_asked() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.phase("move").say("j1", "POLITIQUE j2, passer")
    assert table.asked == ["j1"] and table.realm.families[0].entry == ("ask", "pass")


@pytest.mark.rule("FI-TRN-06")
def test_a_list_ends_with_end_or_with_ask_me_and_may_be_withdrawn() -> None:
    def moved(*lines: str) -> Table:
        table = Table(2)
        table.lord("arnaud", 0, "bourg")
        table.lord("henry", 1, "sigy")
        table.phase("cards").say("j1", *lines, "FIN")
        return table.until(phase="move") if "rien" in lines[-1] else table.silence().silence().silence()

    line = "POUR mouvements, MARCHER Arnaud, Villeneuve"
    done = moved(line)
    assert done.place("arnaud") == "villeneuve" and done.asked == ["j2"]
    asking = moved(line, "POUR mouvements, demander")
    assert asking.place("arnaud") == "villeneuve" and asking.asked == ["j1"]
    forgotten = moved(line, "POUR mouvements, rien")
    assert forgotten.place("arnaud") == "bourg" and forgotten.asked == ["j1"]


@pytest.mark.rule("FI-TRN-05", "FI-DP-R1")
def test_lines_that_cannot_be_read_or_taken_are_refused_one_by_one() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.phase("move")

    refusals = table.refusals("j1", "MARCHER Arnaud, Bourges", "DANSER", "MARCHER Arnaud, Sigy")
    assert [(r.line, r.code) for r in refusals] == [(1, "unknown_name"), (2, "unknown_order"), (3, "no_road")]
    assert table.refused("j1", "RECRUTER 1, Bourg") == [("FI-TRN-05", "not_now")]
    assert table.refused("j1", "MARCHER Arnaud, Villeneuve, 1x7") == [("FI-TRN-05", "not_tokens")]
    assert table.refused("j1", "MARCHER Arnaud") == [("FI-TRN-05", "too_few_fields")]
    assert table.refused("j1", "FIN, Bourg") == [("FI-TRN-05", "too_many_fields")]
    reading = table.pending["j1"].parse("MARCHER Arnaud, Villeneuve\nMARCHER Arnaud, Sigy\nFIN")  # type: ignore[index]
    assert len(reading.answer) == 2 and [r.line for r in reading.refusals] == [2]  # the rest of the list stands


@pytest.mark.rule("FI-DP-R4")
def test_answers_to_a_question_to_all_wait_for_each_other() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.lord("othon", 2, "sennecy")
    table.hand(0, "assassination")
    table.hand(2, "justice")
    table.phase("cards").say("j1", "ASSASSINER Henry")

    assert table.asked == ["j1", "j2", "j3"]  # all at once, and one step takes all the answers
    table.say("j3", "JUSTICE Arnaud")
    assert not table.alive("arnaud") and [e.kind for e in table.events].count("justice") == 1
