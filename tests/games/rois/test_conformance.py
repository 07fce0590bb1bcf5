"""The engine's promises on many matches, with secrets scrambled, ledgers that balance, and sheets that are nonsense."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut import bots
from heraut.engine.conformance import check_match
from heraut.engine.match import verify
from heraut.engine.play import play
from heraut.engine.protocol import Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.state import World
from tests.thorough import sample

from .builders import HOMES, person, relate, sea, units, world
from .promises import SAMPLE, check_step
from .scramble import scramble

player = bots.player("rois", "classic")


def seats(number: int) -> list[Seat]:
    """j1, j2…"""
    return [Seat(f"j{n}") for n in range(1, number + 1)]


@pytest.mark.slow
@pytest.mark.rule(
    "RO-GEN-04", "RO-GEN-08", "RO-CHAR-08", "RO-INFO-03", "RO-INFO-04", "RO-INFO-06", "RO-DIP-14", "RO-MAP-13"
)
@pytest.mark.parametrize(("number", "options"), sample(SAMPLE, 2))
def test_a_match_keeps_every_promise(number: int, options: dict[str, Any]) -> None:
    seed = f"conformance {number}".encode()
    check_match(rois, seats(number), options, seed, max_steps=9, scramble=scramble, check_step=check_step)


@pytest.mark.slow
@pytest.mark.rule("RO-GEN-08", "RO-INFO-03", "RO-SOLO-01")
def test_a_match_between_bots_keeps_every_promise() -> None:
    """Kings who conquer, hire and search meet other rules than random ones; the long campaign is in benchmarks/soak."""
    players = dict.fromkeys(seats(4), player)
    check_match(
        rois, seats(4), {"turns": 20}, b"bots", max_steps=7, scramble=scramble, players=players, check_step=check_step
    )


def at_home(view: Any, rng: Rng) -> str:
    """A sheet of orders that nobody abroad has a hand in: recruit, study, explore, hand units over, disband."""
    home, lines = view["own"]["home"], []
    garrisons = [unit["number"] for unit in view["own"]["units"] if unit["province"] == home]
    for each in view["own"]["characters"]:
        if each["died"]:
            continue
        lines.append(f"@{each['number']}")
        for season in range(1, 6):
            work = [f"RE GA {rng.randint(1, 2)}", "PR ME", "PR TA", "EX", "PI *"]
            work += [f"LE {rng.choice(garrisons)} G", f"DI {rng.choice(garrisons)}"] if garrisons else []
            lines.append(f"{season}: {rng.choice(work)}")
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03", "RO-INFO-06", "RO-GEN-04")
@pytest.mark.parametrize("number", [2, 4, 8])
def test_what_a_king_does_at_home_depends_on_nothing_that_others_hide(number: int) -> None:
    """Two worlds that he cannot tell apart, the same orders: the same events, the same men under the same numbers."""
    state, rng = rois.setup(seats(number), {}, Rng(b"at home")).state, Rng(f"{number}".encode())
    for year in range(6):
        for seat in seats(number):
            owed = rois.pending(state)
            if seat not in owed or rois.result(state) is not None:
                continue
            sheet = owed[seat].parse(at_home(owed[seat].view, rng.at(year, seat))).answer
            lived = []
            for start in (state, scramble(state, seat, rng.at("secrets", year, seat))):
                silence = {who: each.default for who, each in rois.pending(start).items()}
                step = rois.advance(start, silence | {seat: sheet}, Rng(f"{year} {seat}".encode()))
                own = rois.view(step.state, seat).get("own", {})
                lived.append((seen_by(step.events, seat), own.get("units"), own.get("characters"), own.get("items")))
            assert lived[0] == lived[1], f"{seat}, year {year + 1}"
        answers = {
            seat: player(owed, owed.view, rng.at("bots", year, seat)) for seat, owed in rois.pending(state).items()
        }
        state = rois.advance(state, answers, rng.at("advance", year)).state


def world_at_war(seed: str) -> World:
    """Four Kings whose armies stand anywhere, in each other's lands and at sea, on all sorts of terms."""
    rng = Rng(seed.encode())
    state = world(4)
    sea(state, *(number for number in state.provinces if rng.random() < 0.3 and number not in HOMES))
    for number, province in state.provinces.items():
        if number not in HOMES:
            province.owner = rng.randint(0, 4)
    for one in (1, 2, 3):
        for other in range(one + 1, 5):
            relate(state, one, other, rng.choice(("allied", "neutral", "enemy", "enemy")))
    for kingdom in (1, 2, 3, 4):
        for place in [rng.randint(1, 162) for _ in range(8)]:
            leader = person(state, kingdom, place, DR=4)
            types = [rng.choice(("LE", "BO", "EA", "FL", "DR")) for _ in range(rng.randint(1, 5))]
            units(state, kingdom, place, *types, leader=leader.number if rng.random() < 0.7 else 0)
    state.raised = dict.fromkeys(range(5), 1000)  # the next ones are numbered after all of these
    return state


@pytest.mark.slow
@pytest.mark.rule("RO-GEN-08")
def test_whatever_war_does_to_an_army_is_told_to_its_king() -> None:
    causes = set()
    for n in range(12):
        state = world_at_war(f"war {n}")
        answers = {seat: owed.sample(Rng(f"{n} {seat}".encode())) for seat, owed in rois.pending(state).items()}
        step = rois.advance(state, answers, Rng(f"{n}".encode()))
        check_step(state, step.state, step.events)
        causes |= {event.data["why"] for event in step.events if event.kind == "unit_gone" and event.data["kingdom"]}
    assert causes >= {"battle", "no_refuge", "drowned", "leaderless"}


def test_a_match_is_replayed_bit_for_bit() -> None:
    match = play(rois, dict.fromkeys(seats(4), lambda owed, seen, rng: owed.sample(rng)), {"turns": 8}, b"replay")
    assert rois.result(match.state) is not None
    verify(rois, match.record)


@pytest.mark.rule("RO-INFO-05")
def test_every_report_of_a_match_can_be_read_in_both_languages() -> None:
    state = rois.setup(seats(5), {"turns": 10}, Rng(b"reports")).state
    rng = Rng(b"reading")
    while rois.result(state) is None:
        owed = rois.pending(state)
        step = rois.advance(
            state, {seat: each.sample(rng.at(state.turn, seat)) for seat, each in owed.items()}, rng.at(state.turn)
        )
        state = step.state
        for lang in ("fr", "en"):
            for seat in seats(5):
                over = rois.result(state) is not None
                text = rois.report(rois.view(state, seat), seen_by(step.events, seat, over=over), lang)
                assert "{" not in text.replace("{…}", "")
            assert rois.chronicle(rois.view(state, None), seen_by(step.events, None), lang)


FRAGMENTS = [
    "ST",
    "CA-FI",
    "CA-IN",
    "ME",
    "SC",
    "US-11",
    "GI-3",
    'SA-"x"',
    "FL",
    "TA",
    "FU",
    "ZZ",
    "CA-ZZ",
    "US-0",
    ",",
    "{",
    "}",
    '"',
    ";",
    "-",
    "@",
    "é",
    " ",
]


@pytest.mark.slow
@pytest.mark.rule("RO-ORD-22", "RO-ENC-02", "RO-ENC-04")
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.tuples(st.integers(0, 400), st.sampled_from(FRAGMENTS)), max_size=8))
def test_mutated_sheets_and_plans_raise_nothing(seed: int, cuts: list[tuple[int, str]]) -> None:
    owed = SheetDecision(VIEW)
    text = owed.write(owed.sample(Rng(f"{seed}".encode())))
    for place, fragment in cuts:
        place %= len(text) + 1
        text = text[:place] + fragment + text[place + 1 :]
    reading = owed.parse(text)
    assert owed.check(reading.answer) == []
    for refusal in reading.refusals:
        assert rois.explain(refusal, "fr") and rois.explain(refusal, "en") and refusal.line >= 1


VIEW = rois.view(rois.setup(seats(3), {}, Rng(b"view")).state, Seat("j1"))
