"""The test that every game must pass, tested: an honest toy game passes, each broken promise is caught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from heraut.engine.conformance import check_match, check_secrecy, random_player
from heraut.engine.protocol import (
    Event,
    Game,
    Guessing,
    Reading,
    Refusal,
    Result,
    Searchable,
    Seat,
    Step,
    TableDecision,
)
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

    def offers(self, taken: Sequence[int] = ()) -> tuple[int, ...]:
        return () if taken else self.offered


class LeakingOffers(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed: dict[Seat, Stake] = {}
        for seat in super().pending(state):
            decision = owed[seat] = OfferedStake(self.view(state, seat))
            decision.offered = (0, 1 + max(state.purses.values()) % 7)
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


class DearOffers(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.offers = lambda taken=(), purse=decision.purse: (purse + 1,)  # type: ignore[method-assign]
        return owed


class TwiceOffered(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.offers = lambda taken=(): (0, 1, 0)  # type: ignore[method-assign]
        return owed


class OneNameForAll(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            decision.write = lambda answer: "1"  # type: ignore[method-assign]
            decision.parse = lambda text: Reading(0)  # type: ignore[method-assign]
            decision.sample = lambda rng: 0  # type: ignore[method-assign]
        return owed


class OtherNames(Mora):
    def pending(self, state: Table) -> dict[Seat, Stake]:
        owed = super().pending(state)
        for decision in owed.values():
            shift = 1 - state.round  # a text means one more coin at every step
            decision.write = lambda answer, shift=shift: str(answer + shift)  # type: ignore[method-assign]
            decision.parse = lambda text, shift=shift: Reading(int(text) - shift)  # type: ignore[method-assign]
        return owed


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (DearOffers, "offers what it refuses"),
        (TwiceOffered, "offers an order twice"),
        (OneNameForAll, "offers orders that are written alike"),
        (OtherNames, "has meant something else"),
    ],
)
def test_an_offer_that_cannot_stand_for_an_order_is_caught(broken: type[Mora], promise: str) -> None:
    with pytest.raises(AssertionError, match=promise):
        check_match(broken(), SEATS[:2], {}, b"offers", max_steps=9, players=dict.fromkeys(SEATS, lambda *asked: 0))


class Searched(Mora):
    """Mora with what search asks for."""

    def clone(self, state: Table) -> Table:
        return Table(state.round, dict(state.purses), dict(state.points))

    def open_decisions(self, state: Table) -> dict[Seat, Stake]:
        return self.pending(state)

    def apply(self, state: Table, answers: Mapping[Seat, int], rng: Rng) -> Table:
        best = max(answers.values())
        winners = [seat for seat, stake in answers.items() if stake == best]
        if len(winners) == 1:
            state.points[winners[0]] += 1
        for seat, stake in answers.items():
            state.purses[seat] -= stake
        state.round += 1
        return state


class SharingClone(Searched):
    def clone(self, state: Table) -> Table:
        return Table(state.round, dict(state.purses), state.points)


class GenerousApply(Searched):
    def apply(self, state: Table, answers: Mapping[Seat, int], rng: Rng) -> Table:
        return super().apply(state, dict.fromkeys(answers, 0), rng)


class OpenedForSome(Searched):
    def open_decisions(self, state: Table) -> dict[Seat, Stake]:
        return dict(list(self.pending(state).items())[1:])


class OpenedOtherwise(Searched):
    def open_decisions(self, state: Table) -> dict[Seat, Stake]:
        opened = self.pending(state)
        for decision in opened.values():
            decision.offers = lambda taken=(): (0,)  # type: ignore[method-assign]
        return opened


def test_a_game_that_can_be_searched_passes() -> None:
    assert isinstance(Searched(), Searchable)
    assert not isinstance(Mora(), Searchable)
    check(Searched())


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (SharingClone, "a clone shares with its state"),
        (GenerousApply, "apply leads elsewhere"),
        (OpenedForSome, "other seats decide"),
        (OpenedOtherwise, "other offers"),
    ],
)
def test_a_search_that_leaves_the_game_is_caught(broken: type[Mora], promise: str) -> None:
    with pytest.raises(AssertionError, match=promise):
        check(broken())


class Guesser(Mora):
    """Mora with a guess: the purses of the others are dealt again."""

    def guess(self, view: Mapping[str, Any], events: Sequence[Event], seat: Seat, rng: Rng) -> Table:
        purses = {other: view["purse"] if other == seat else rng.at(other).randint(0, 99) for other in view["points"]}
        return Table(view["round"], purses, dict(view["points"]))


class BlindGuesser(Guesser):
    def guess(self, view: Mapping[str, Any], events: Sequence[Event], seat: Seat, rng: Rng) -> Table:
        return super().guess({**view, "purse": 0}, events, seat, rng)


class MoodyGuesser(Guesser):
    times = 0

    def guess(self, view: Mapping[str, Any], events: Sequence[Event], seat: Seat, rng: Rng) -> Table:
        self.times += 1
        return super().guess(view, events, seat, rng.at(self.times))


class LonelyGuesser(Guesser):
    def guess(self, view: Mapping[str, Any], events: Sequence[Event], seat: Seat, rng: Rng) -> Table:
        guessed = super().guess(view, events, seat, rng)
        guessed.purses = {other: coins for other, coins in guessed.purses.items() if other == seat}
        return guessed


class StrangerGuesser(Guesser):
    """It knows how many others there are, and not who."""

    def guess(self, view: Mapping[str, Any], events: Sequence[Event], seat: Seat, rng: Rng) -> Table:
        guessed = super().guess(view, events, seat, rng)
        guessed.purses = {other if other == seat else Seat(f"?{other}"): n for other, n in guessed.purses.items()}
        return guessed


class CuriousGuesser(Guesser):
    """It looks at what it is handed."""

    def guess(self, view: Mapping[str, Any], events: Sequence[Event], seat: Seat, rng: Rng) -> Table:
        assert all(event.seen_by is None or seat in event.seen_by for event in events), "it is told of others"
        return super().guess(view, events, seat, rng)


def test_an_honest_guess_passes_from_what_the_seat_may_know() -> None:
    assert isinstance(Guesser(), Guessing) and not isinstance(Mora(), Guessing)
    assert len(check(CuriousGuesser()).record.steps) == 3


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (BlindGuesser, "sees something else in its guess"),
        (MoodyGuesser, "the same stream gives another guess"),
        (LonelyGuesser, "others decide in its guess"),
    ],
)
def test_a_guess_that_breaks_a_promise_is_caught(broken: type[Guesser], promise: str) -> None:
    with pytest.raises(AssertionError, match=promise):
        check(broken())


def test_where_players_are_strangers_a_guess_has_as_many_of_them() -> None:
    with pytest.raises(AssertionError, match="others decide in its guess"):
        check(StrangerGuesser())
    assert len(check(StrangerGuesser(), strangers=True).record.steps) == 3
    with pytest.raises(AssertionError, match="others decide in its guess"):
        check(LonelyGuesser(), strangers=True)


def test_a_scramble_that_changes_nothing_proves_nothing() -> None:
    with pytest.raises(AssertionError, match="proves nothing"):
        check(Mora(), scramble=lambda state, seat, rng: state)


def test_random_players_answer_what_the_decision_offers() -> None:
    decision = Stake({"purse": 7})

    assert random_player(decision, {}, Rng(b"a")) == decision.sample(Rng(b"a"))
