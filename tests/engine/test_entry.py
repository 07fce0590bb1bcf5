"""When an order was entered: it keeps its time while it stands, edited or moved; a deleted one counts no more."""

from __future__ import annotations

import pytest

from heraut.engine.entry import entry_times

FORMER = (("CHE 1", 1), ("IMP 5 NARVIK", 2), ("ATT Guy KOLA", 3), ("ATT Ode VAASA", 4))


@pytest.mark.rule("GP-GEN-10")
@pytest.mark.parametrize(
    ("lines", "times"),
    [
        (["CHE 1", "IMP 5 NARVIK", "ATT Guy KOLA", "ATT Ode VAASA"], [1, 2, 3, 4]),
        (["ATT Ode VAASA", "CHE 1"], [4, 1]),  # moved, and the others deleted
        (["CHE 2"], [1]),  # edited
        (["ATT Ode VAASA", "ATT Guy OULU"], [4, 3]),  # the one that stands is not the one that was edited
        (["ESP KOLA", "CHE 1"], [9, 1]),
        (["ESP KOLA"], [9]),  # all the others deleted
        (["CHE 1", "CHE 1", "CHE 3"], [1, 9, 9]),  # one order stood, not three
        ([], []),
    ],
)
def test_an_order_keeps_its_time_while_it_stands(lines: list[str], times: list[int]) -> None:
    assert entry_times(FORMER, lines, 9) == times


@pytest.mark.rule("GP-GEN-10")
def test_what_is_deleted_and_entered_again_later_is_new() -> None:
    gone = list(zip(["ESP KOLA"], entry_times(FORMER, ["ESP KOLA"], 8), strict=True))

    assert entry_times(gone, ["CHE 1", "ESP KOLA"], 9) == [9, 8]


def test_ten_thousand_lines_take_no_time_worth_a_thought() -> None:
    lines = [f"CHE {n}" for n in range(10_000)]

    assert entry_times([(line, 1) for line in lines], lines[::-1], 2) == [1] * 10_000
