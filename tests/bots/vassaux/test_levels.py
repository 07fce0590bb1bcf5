"""Levels, tempers and what has been learnt since the first release: each test of a fault fails on `classic`."""

from __future__ import annotations

import msgspec
import pytest

from heraut.bots.character import LEVELS, TEMPERS, Character
from heraut.bots.vassaux import answer
from heraut.bots.vassaux.counsels import advice
from heraut.bots.vassaux.diplomacy import regard, strength
from heraut.bots.vassaux.endings import ending
from heraut.bots.vassaux.evaluation import evaluate
from heraut.bots.vassaux.master import CaptainGuide
from heraut.bots.vassaux.traits import CLASSIC, PLAYER, Traits, traits_of
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw, Orders
from heraut.games.vassaux.state import Battle
from tests.bots.vassaux.matches import SEATS, battle, bot, digest, magic

STAUNCH = msgspec.structs.replace(PLAYER, staunch=True)

BRIEF = 0.02  # of a master's time


def begun(options: dict[str, object], seed: bytes, steps: int, kind: str = "activate") -> BattleDecision:
    """The first decision of this kind after so many answers of captains."""
    rng = Rng(seed)
    state: Battle = vassaux.setup(SEATS, options, rng.at("setup")).state
    for index in range(steps + 200):
        ((seat, decision),) = vassaux.open_decisions(state).items()
        if index >= steps and decision.kind == kind:
            return decision
        given = advice(decision, CLASSIC, rng.at("answer", index))
        state = vassaux.apply(state, {seat: given}, rng.at("step", index))
    raise AssertionError(f"nobody is asked to {kind}")


def answers(character: Character, decision: BattleDecision, number: int = 1) -> set[Answer]:
    """What a captain of this character answers, asked so many times."""
    return {answer(decision, decision.view, Rng(b"asked %d" % index), character) for index in range(number)}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [{}, {"scenario": 3}, magic("ROUGE")], ids=["plain", "duel", "magic"])
def test_all_that_a_captain_answers_is_legal(level: str, options: dict[str, object]) -> None:
    character = msgspec.convert({"level": level, "temper": "greedy", "budget": 0.005}, Character)
    battle(bot(character), bot(Character("player", "warlike")), options, b"legal")


@pytest.mark.slow
@pytest.mark.parametrize("temper", TEMPERS)
def test_tempers_and_levels_play_otherwise(temper: str) -> None:
    kinds = {("player", "loyal"), ("player", temper), ("novice", temper), ("classic", temper)}
    told: dict[tuple[str, str], list[str]] = {kind: [] for kind in kinds}
    for seed in (b"tempers", b"levels", b"moods"):
        for (level, other), lines in told.items():
            one = bot(msgspec.convert({"level": level, "temper": other}, Character), lines)
            battle(one, bot(Character("classic")), {}, seed)
        if len({digest(lines) for lines in told.values()}) == len(told):
            return  # who has once played otherwise has done so in all
    pytest.fail("two of them play alike")


def test_a_temper_is_a_few_constants() -> None:
    assert len({traits_of(Character("player", temper)) for temper in TEMPERS}) == len(TEMPERS)
    assert all(traits_of(Character("classic", temper)) == Traits() for temper in TEMPERS)


@pytest.mark.slow
def test_the_same_view_does_not_always_give_the_same_answer() -> None:
    decisions = [begun({}, b"whim %d" % number, 12) for number in range(12)]
    assert any(len(answers(Character("player"), one, 12)) > 1 for one in decisions)
    assert all(len(answers(Character("classic"), one, 12)) == 1 for one in decisions)


@pytest.mark.slow
def test_a_novice_loses_to_a_player() -> None:
    won = sum(
        battle(bot(Character("novice")), bot(Character("player")), {}, b"novice %d" % number)[SEATS[0]]
        + battle(bot(Character("player")), bot(Character("novice")), {}, b"novice %d" % number)[SEATS[1]]
        for number in range(5)
    )
    assert won <= 4, f"of 10 battles a novice wins {won}"


@pytest.mark.slow
def test_who_waits_whatever_happens_loses() -> None:
    """A planted weakness."""
    player, won = bot(Character("player")), 0.0
    for number in range(3):
        won += battle(lambda one, view, rng: one.default, player, {}, b"lamb %d" % number)[SEATS[0]]
        won += battle(player, lambda one, view, rng: one.default, {}, b"lamb %d" % number)[SEATS[1]]
    assert won <= 1


# Faults of the first release


@pytest.mark.slow
def test_a_spell_is_cast_on_purpose() -> None:
    cast = {
        type(answered)
        for number in range(12)
        for answered in answers(Character("player"), begun(magic("ROUGE"), b"cast %d" % number, 25))
        if isinstance(answered, Orders) and "SPL" in answered.orders
    }
    assert cast == {Orders}
    assert not any(
        isinstance(answered, Orders) and "SPL" in answered.orders
        for number in range(12)
        for answered in answers(Character("classic"), begun(magic("ROUGE"), b"cast %d" % number, 25))
    )


@pytest.mark.slow
def test_several_orders_are_given_at_once() -> None:
    def chains(character: Character) -> int:
        lines: list[str] = []
        for number in range(3):
            battle(bot(character, lines), bot(Character("classic")), {}, b"chain %d" % number)
        return sum(line.startswith("ORDRE") and len(line.split()) > 3 for line in lines)

    assert chains(Character("player")) > 0
    assert chains(Character("classic")) == 0


def test_a_battle_that_is_lost_is_given_up() -> None:
    decision = begun({}, b"lost", 30)
    own = [unit for unit in decision.battle.units.values() if unit.seat == decision.place]
    for unit in own[1:]:
        unit.men, unit.leader = [], 0
    own[0].ordered, decision.battle.hosts[decision.place].lord_lost = True, True
    decision.battle.hosts[decision.place].eliminated = 200
    lost = BattleDecision(decision.battle)
    assert ending(lost, PLAYER) == Concede()
    assert ending(lost, CLASSIC) is None
    assert ending(lost, STAUNCH) is None, "for a player it gives nothing up"


def test_an_even_battle_ends_in_a_draw_that_is_offered_once() -> None:
    decision = begun({}, b"even", 12)
    battle_ = decision.battle
    battle_.turn = battle_.settings.turns
    for host in battle_.hosts:
        host.eliminated = 0
    assert ending(decision, PLAYER) == Draw()
    battle_.hosts[decision.place].offers_draw = True
    assert ending(decision, PLAYER) is None, "nobody talks for ever"
    battle_.hosts[decision.place].offers_draw = False
    battle_.hosts[1 - decision.place].offers_draw = True
    assert ending(decision, PLAYER) == Draw()
    for other in (CLASSIC, STAUNCH, traits_of(Character("player", "warlike"))):
        assert ending(decision, other) is None


def test_a_battle_is_claimed_from_who_has_fallen_silent() -> None:
    decision = begun({}, b"silent", 12)
    decision.battle.hosts[1 - decision.place].silences = 3
    assert ending(decision, PLAYER) == Claim()
    assert ending(decision, CLASSIC) is None


# The master


def test_a_master_thinks_of_more_than_one_answer() -> None:
    decision = begun({}, b"ideas", 30)
    ideas = CaptainGuide(PLAYER).candidates(decision, Rng(b"ideas"))
    assert len(ideas) > 2
    assert len({one.answer for one in ideas}) == len(ideas)
    assert all(not decision.check(one.answer) and 0 <= one.prior <= 1 for one in ideas)


def test_a_master_in_a_players_place_thinks_of_no_end_that_gives_something_up() -> None:
    battle_ = begun({}, b"given up", 20, "react").battle
    for place, host in enumerate(battle_.hosts):
        host.lord_lost = place == BattleDecision(battle_).place
        host.offers_draw = not host.lord_lost
    decision = BattleDecision(battle_)
    for traits, ends in ((PLAYER, {Draw(), Concede()}), (STAUNCH, set())):
        ideas = {one.answer for one in CaptainGuide(traits).candidates(decision, Rng(b"ideas"))}
        assert ideas & {Draw(), Concede()} == ends
        assert ideas - ends, "it goes on all the same"


def test_a_master_is_the_same_each_time_with_the_same_stream() -> None:
    decision = begun({}, b"same", 25)
    master = Character("master", "cautious", BRIEF)
    assert answers(master, decision) == answers(master, decision)


def test_what_a_battle_is_worth_is_shared_by_both_sides() -> None:
    state = begun({}, b"worth", 30).battle
    assert evaluate(state, 0) + evaluate(state, 1) == pytest.approx(1)
    state.units[52].men = state.units[52].men[:2]
    state.hosts[1].lord_lost = True
    assert evaluate(state, 0) > 0.9


def test_a_loss_weighs_more_the_nearer_the_end() -> None:
    state = begun({}, b"worth", 30).battle
    state.units[52].men = state.units[52].men[:2]
    early = evaluate(state, 0)
    state.turn = state.settings.turns
    assert evaluate(state, 0) > early > 0.5


def test_who_shoots_is_worth_more_than_who_strikes_until_the_last_turn() -> None:
    state = begun({}, b"worth", 30).battle
    archers = state.units[3]
    shooters, swordsmen = archers.sheet, msgspec.structs.replace(archers.sheet, weapon="MELEE")

    def gain() -> float:
        archers.sheet = shooters
        shooting = evaluate(state, 0)
        archers.sheet = swordsmen
        return shooting - evaluate(state, 0)

    assert gain() > 0.1
    state.turn = state.settings.turns
    assert gain() < 0


def test_the_other_side_is_an_enemy() -> None:
    view = begun({}, b"regard", 20).view
    seat, other = view["seats"]
    assert regard(view, other) == -1
    shares = [strength(view, one) for one in (seat, other)]
    assert max(share for share in shares if share is not None) == 1
    assert strength(view, "nobody") is None
