"""The test that every game must pass, tested: an honest toy game passes, each broken promise is caught."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from heraut.engine.conformance import check_match, check_secrecy, random_player
from heraut.engine.protocol import Event, Game, Reading, Refusal, Result, Seat, Step, TableDecision
from heraut.engine.record import RecordError
from heraut.engine.rng import Rng
from tests.engine.mora import Mora, Stake, Table, hide_others

SEATS = [Seat("j1"), Seat("j2"), Seat("j3")]


def check(game: Game[Table, int], **changes: Any) -> Any:
    """Conformance of this game, over a whole match."""
    return check_match(game, SEATS, {}, b"conformance", max_steps=9, **{"scramble": hide_others, **changes})


def test_an_honest_game_passes_to_its_end() -> None:
    match = check(Mora())

    assert len(match.record.steps) == 3
    assert match.game.result(match.state) is not None


def test_a_match_stops_at_the_limit() -> None:
    assert len(check_match(Mora(), SEATS, {}, b"x", max_steps=2).record.steps) == 2


def test_given_players_play() -> None:
    asked = []

    def player(decision: Stake, view: Any, rng: Rng) -> int:
        asked.append(view["purse"])
        return decision.sample(rng)

    check(Mora(), players=dict.fromkeys(SEATS, player))

    assert len(asked) == 9


def test_a_games_own_promises_are_checked_at_every_step() -> None:
    seen = []

    def check_step(before: Table, after: Table, events: tuple[Event, ...]) -> None:
        seen.append((before.round, after.round, len(events)))

    check(Mora(), check_step=check_step)

    assert seen == [(1, 2, 4), (2, 3, 4), (3, 4, 4)]


class LeakingView(Mora):
    def view(self, state: Table, seat: Seat | None) -> dict[str, Any]:
        return {**super().view(state, seat), "richest": max(state.purses.values())}


class LeakingSample(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for seat, decision in owed.items():
            rich = max(coins for other, coins in state.purses.items() if other != seat) % 7
            decision.sample = lambda rng, rich=rich, purse=decision.purse: min(rich, purse)  # type: ignore[method-assign]
        return owed


class LeakingSort(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.kind = f"stake_{max(state.purses.values())}"
        return owed


class LeakingDefault(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.default = min(sum(state.purses.values()) % 7, decision.purse)
        return owed


class LeakingList(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            least = min(decision.purse, max(state.purses.values()) % 7)
            decision.answers = lambda least=least, purse=decision.purse: range(least, purse + 1)  # type: ignore[method-assign]
        return owed


class LeakingJudgement(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            told = {"purses": list(state.purses.values())}
            decision.check = lambda answer, purse=decision.purse, told=told: (  # type: ignore[method-assign]
                [Refusal("MO-01", "too_much", told, 1)] if answer > purse else []
            )
        return owed


class OfferedStake(Stake):
    """A stake as a table asks for it: some are offered."""

    alone = at_once = False
    offered: tuple[int, ...] = (0,)

    def offers(self) -> tuple[int, ...]:
        return self.offered


class LeakingOffers(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed: dict[Seat, Stake] = {}
        for seat in super().pending(state):
            decision = owed[seat] = OfferedStake(self.view(state, seat))
            decision.offered = (0, max(state.purses.values()))
        return owed


def test_a_decision_that_says_who_waits_for_whom_is_one_of_a_table() -> None:
    view = {"purse": 1}

    assert isinstance(OfferedStake(view), TableDecision)
    assert not isinstance(Stake(view), TableDecision)


class LeakingText(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            zeros = "0" * (sum(state.purses.values()) % 5)
            decision.write = lambda answer, zeros=zeros: f"{zeros}{answer}"  # type: ignore[method-assign]
        return owed


class LeakingEvents(Mora):
    def advance(self, state: Table, answers: Mapping[Seat, int], rng: Rng) -> Step[Table]:
        step = super().advance(state, answers, rng)
        return Step(step.state, (*step.events, Event("MO-02", "gossip", {"purses": dict(state.purses)})))


class ChangingAdvance(Mora):
    def advance(self, state: Table, answers: Mapping[Seat, int], rng: Rng) -> Step[Table]:
        step = super().advance(state, answers, rng)
        state.points["j1"] += 1  # type: ignore[index]
        return step


class ForgetfulDump(Mora):
    def dump(self, state: Table) -> bytes:
        return super().dump(Table(state.round, dict.fromkeys(state.purses, 50), state.points))


class UnstableDump(Mora):
    times = 0

    def dump(self, state: Table) -> bytes:
        self.times += 1
        return super().dump(state) + b" " * (self.times % 2)


class DumpThatIsNoJson(Mora):
    def dump(self, state: Table) -> bytes:
        return b"#" + super().dump(state)

    def load(self, data: bytes) -> Table:
        return super().load(data[1:])


class PendingWhenOver(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        return {seat: Stake(self.view(state, seat)) for seat in state.purses}


class OverForNobody(Mora):
    def result(self, state: Table) -> Result | None:
        return None


class ViewOfTuples(Mora):
    def view(self, state: Table, seat: Seat | None) -> dict[str, Any]:
        return {**super().view(state, seat), "rounds": (1, 2, 3)}


class AnotherView(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        return {seat: Stake({"purse": state.purses[seat]}) for seat in super().pending(state)}


class IllegalDefault(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.default = -1
        return owed


class IllegalSample(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.sample = lambda rng, purse=decision.purse: purse + 1  # type: ignore[method-assign]
        return owed


class ForgetfulText(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.parse = lambda text: Reading(0)  # type: ignore[method-assign]
        return owed


class RefusedText(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.write = lambda answer: f"{answer} coins"  # type: ignore[method-assign]
        return owed


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (LeakingView, "sees something hidden"),
        (LeakingSample, "the decision betrays something hidden by its sample"),
        (LeakingSort, "the decision betrays something hidden by its sort"),
        (LeakingDefault, "the decision betrays something hidden by its default"),
        (LeakingList, "the decision betrays something hidden by its list"),
        (LeakingOffers, "the decision betrays something hidden by its offers"),
        (LeakingText, "the written decision betrays something hidden"),
        (LeakingEvents, "events of a silent step betray something hidden"),
        (ForgetfulDump, r"load\(dump\(state\)\) is another state"),
        (UnstableDump, "dumps to other bytes"),
        (PendingWhenOver, "over, yet pending"),
        (OverForNobody, "pending nothing, yet not over"),
        (ViewOfTuples, "is not plain JSON"),
        (AnotherView, "made from another view"),
        (IllegalDefault, "offers an answer that it refuses"),
        (IllegalSample, "offers an answer that it refuses"),
        (ForgetfulText, "reads back as another answer"),
        (RefusedText, "a written answer is refused"),
    ],
)
def test_a_broken_promise_is_caught(broken: type[Mora], promise: str) -> None:
    with pytest.raises(AssertionError, match=promise):
        check(broken())


def test_a_judgement_that_betrays_something_hidden_is_caught() -> None:
    game, rng = LeakingJudgement(), Rng(b"judgement")
    table = game.setup(SEATS, {}, rng).state

    check_secrecy(Mora(), table, SEATS[0], hide_others, rng, tried=(1000,))
    with pytest.raises(AssertionError, match="the decision betrays something hidden by its judgement"):
        check_secrecy(game, table, SEATS[0], hide_others, rng, tried=(1000,))


def test_what_others_have_answered_is_tried() -> None:
    class Judging(Mora):
        def pending(self, state: Table) -> dict[Seat, Stake]:
            owed = super().pending(state)
            for seat, decision in owed.items():
                judge = decision.check
                decision.check = lambda answer, judge=judge, seat=seat: (
                    judged.add((state.round, seat, answer)) or judge(answer)
                )  # type: ignore[method-assign]
            return owed

    judged: set[tuple[int, Seat, int]] = set()
    first = {seat: number + 1 for number, seat in enumerate(SEATS)}

    check(Judging(), players={seat: lambda decision, view, rng, stake=stake: stake for seat, stake in first.items()})

    assert {(2, SEATS[1], stake) for stake in first.values()} <= judged


def test_an_advance_that_changes_its_input_is_caught() -> None:
    with pytest.raises(AssertionError, match="advance changed its input"):
        check(ChangingAdvance(), scramble=None)


def test_a_dump_that_is_no_json_is_caught() -> None:
    with pytest.raises(ValueError, match=r"Expecting value|malformed"):
        check(DumpThatIsNoJson())


def test_chance_of_its_own_is_caught_by_the_replay() -> None:
    class Moody(Mora):
        times = 0

        def advance(self, state: Table, answers: Mapping[Seat, int], rng: Rng) -> Step[Table]:
            step = super().advance(state, answers, rng)
            self.times += 1
            step.state.purses[SEATS[0]] += self.times
            return step

    with pytest.raises(RecordError, match="another state than the recorded one"):
        check(Moody(), scramble=None)


def test_a_scramble_that_changes_nothing_proves_nothing() -> None:
    with pytest.raises(AssertionError, match="proves nothing"):
        check(Mora(), scramble=lambda state, seat, rng: state)


def test_random_players_answer_what_the_decision_offers() -> None:
    decision = Stake({"purse": 7})

    assert random_player(decision, {}, Rng(b"a")) == decision.sample(Rng(b"a"))
