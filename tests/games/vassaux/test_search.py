"""What search needs of a battle: guesses of what is hidden, usual answers, playouts without views."""

from __future__ import annotations

import pytest

from heraut.engine.conformance import check_guess, check_offers, check_search
from heraut.engine.protocol import Event, Guessing, Searchable
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.guess import latest_hour
from heraut.games.vassaux.orders import Claim, Concede, Draw, Fight, Move, Orders, React
from heraut.games.vassaux.state import Asked, Battle, Instructions
from tests.bots.vassaux.matches import magic
from tests.games.vassaux.builders import SEATS

STARTS = [{"scenario": number} for number in range(6)] + [magic("ROUGE"), magic("NOIRE")]


def begun(options: dict[str, object], seed: bytes, steps: int) -> Battle:
    """A battle after so many offered answers, taken at random."""
    rng = Rng(seed)
    state = vassaux.setup(SEATS, options, rng.at("setup")).state
    for index in range(steps):
        opened = vassaux.open_decisions(state)
        if not opened:
            break
        ((seat, decision),) = opened.items()
        state = vassaux.apply(state, {seat: rng.choice(decision.offers())}, rng.at("step", index))
    return state


def test_a_battle_is_guessed_and_searched() -> None:
    assert isinstance(vassaux, Guessing)
    assert isinstance(vassaux, Searchable)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(STARTS)))
def test_offers_are_legal_and_search_agrees_whatever_is_asked(number: int) -> None:
    rng, kinds = Rng(b"asked %d" % number), set()
    state = vassaux.setup(SEATS, STARTS[number], rng.at("setup")).state
    for index in range(70):
        opened = vassaux.open_decisions(state)
        if not opened:
            break
        ((seat, decision),) = opened.items()
        if index % 3 == 0 or decision.kind not in kinds:
            check_offers(vassaux, state, seat, rng.at("offers", index))
            check_search(vassaux, state, {}, rng.at("search", index))
            check_guess(vassaux, state, (), SEATS, rng.at("guess", index))
        kinds.add(decision.kind)
        state = vassaux.apply(state, {seat: rng.choice(decision.offers())}, rng.at("step", index))
    assert {"activate", "move"} <= kinds


def test_offers_hold_what_an_arm_can_do() -> None:
    state = begun({}, b"offers", 10)
    ((_, decision),) = vassaux.open_decisions(state).items()
    assert decision.kind == "activate"
    codes = {answer.orders for answer in decision.offers() if isinstance(answer, Orders)}
    assert {("WAI",), ("MAR",), ("MT",), ("ALE",), ("FOR",)} <= codes
    assert any(len(chain) > 1 for chain in codes), "composed orders in chains"


def test_a_figure_between_two_enemies_may_strike_either() -> None:
    state = vassaux.setup(SEATS, {}, Rng(b"split")).state
    split = {Fight((51, 52), {101: 52}), Fight((51, 52), {101: 51}), Fight((51, 52), {101: 52})}
    assert len(split) == 2, "answers that set figures down by hand are hashable"
    assert hash(Move("move", ((1, 2),), {102: (3, 4)})) == hash(Move("move", ((1, 2),), {102: (3, 4)}))
    assert state.asked is not None


def test_the_end_is_offered_where_it_is_due() -> None:
    state = begun({}, b"ends", 12)
    place = state.asked.place if state.asked else 0

    def offered() -> set[type]:
        ((_, decision),) = vassaux.open_decisions(state).items()
        return {type(answer) for answer in decision.offers()}

    assert not {Claim, Concede, Draw} & offered()
    state.hosts[1 - place].offers_draw = True
    assert Draw in offered()
    state.hosts[1 - place].silences = 3
    assert Claim in offered()
    state.hosts[place].lord_lost = True
    assert Concede in offered()


def duel(number: int) -> Battle:
    """The duel in its second turn, seat A being asked; the number of seat B is this."""
    state = vassaux.setup(SEATS, {"scenario": 3}, Rng(b"duel")).state
    state.phase, state.turn, state.asked, state.stack = "orders", 2, Asked(0, "activate"), []
    state.hosts[0].number, state.hosts[1].number = 3, number
    state.hosts[1].instructions = Instructions(cede=True)
    return state


def guessed(state: Battle, events: tuple[Event, ...] = ()) -> set[int]:
    """The numbers of seat B that seat A supposes."""
    view = vassaux.view(state, SEATS[0])
    found = [vassaux.guess(view, events, SEATS[0], Rng(b"guess %d" % index)) for index in range(60)]
    assert all(battle.hosts[0].number == 3 and battle.hosts[1].instructions is None for battle in found)
    return {battle.hosts[1].number for battle in found}


@pytest.mark.rule("SV-SCN-31", "SV-SCN-32", "SV-INF-02")
def test_the_number_of_the_duel_is_drawn_among_those_that_agree() -> None:
    assert guessed(duel(5)) == {1, 2, 3, 4, 5, 6}
    state = duel(2)
    state.units[52].ordered = True
    assert guessed(state) == {1, 2}, "whoever moves another than his Lord has waited for his hour"
    state = duel(1)
    before = (Event("SV-ORD-01", "announced", {"unit": 52, "forced": False}), Event("SV-CMD-03", "turn_begins", {}))
    assert guessed(state, before) == {1}
    begins = [Event("SV-CMD-03", kind, {}) for kind in ("turn_begins", "reactivity", "initiative")]
    assert guessed(duel(2), (*begins, before[0])) == {1, 2}, "he has moved another in this turn"
    assert latest_hour(duel(5), 1, (Event("SV-ORD-01", "announced", {"unit": 51, "forced": False}),)) is None


@pytest.mark.rule("SV-SCN-31")
@pytest.mark.parametrize(("scenario", "steps"), [(0, 12), (3, 2)])
def test_where_no_number_has_been_drawn_none_is_guessed(scenario: int, steps: int) -> None:
    state = begun({"scenario": scenario}, b"no number", steps)
    assert (state.phase == "deployment") is (scenario == 3)
    guess = vassaux.guess(vassaux.view(state, SEATS[0]), (), SEATS[0], Rng(b"guess"))
    assert [host.number for host in guess.hosts] == [0, 0]


def test_a_battle_that_is_over_has_no_guess() -> None:
    state = begun({}, b"over", 12)
    over = vassaux.advance(state, {SEATS[0]: Concede()}, Rng(b"over")).state
    with pytest.raises(ValueError, match="over"):
        vassaux.guess(vassaux.view(over, SEATS[0]), (), SEATS[0], Rng(b"over"))


def test_many_playouts_from_one_position_find_its_table_out_once() -> None:
    state = begun({}, b"root", 14)
    ((seat, decision),) = vassaux.open_decisions(state).items()
    for answer in decision.offers()[:3]:
        twin = vassaux.clone(state)
        assert vassaux.open_decisions(twin)[seat].field.cache is decision.field.cache
        vassaux.apply(twin, {seat: answer}, Rng(b"dice"))


@pytest.mark.slow
def test_a_pass_is_offered_in_every_window() -> None:
    seen = 0
    for number in range(12):
        state = begun({}, b"window %d" % number, 20)
        for decision in vassaux.open_decisions(state).values():
            if decision.kind == "react":
                assert decision.offers()[0] == React(0)
                seen += 1
    assert seen
