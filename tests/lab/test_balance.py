"""Which starts win more: counted by sort, in matches whose hosts vary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heraut import games
from heraut.engine.balance import Balance, Share, read_balance
from heraut.games.registry import GAMES
from heraut.games.vassaux.tables import scenarios
from heraut.lab.simulate import MatchResult

pytest.importorskip("pyarrow", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

from heraut.lab.balance import measured, table_path, variants
from heraut.lab.campaign import Campaign, plan


def test_wins_are_counted_by_seat_and_host_and_pair() -> None:
    hosts: Any = [{"j1": {"host": "A"}, "j2": {"host": "B"}}, {"j1": {"host": "B"}, "j2": {"host": "A"}}]
    bots: Any = {"j1": "player", "j2": "player"}
    scores: list[Any] = [{"j1": 1.0, "j2": 0.0}, {"j1": 0.0, "j2": 1.0}, {"j1": 0.5, "j2": 0.5}]
    noted = [
        (number, MatchResult("00", 1, score, "road", 0.0, bots, bots), hosts[number % 2])
        for number, score in enumerate(scores)
    ]
    found = measured(plan("vassaux", bots=("player",), seats=2, seed="00"), noted, "seed")
    assert found.by["seat"] == {"j1": Share(1.5, 3), "j2": Share(1.5, 3)}
    assert found.by["host"] == {"A": Share(2.5, 3), "B": Share(0.5, 3)}
    assert found.by["pair"] == {"A B": Share(2.5, 3)}
    assert (found.fair, found.matches) == (0.5, 3)


def test_every_battle_of_the_skirmish_is_measured_and_the_plain_one_from_both_sides() -> None:
    options = variants("vassaux", 2, {"limit": 400})
    assert all(one["limit"] == 400 for one in options)
    assert {one.get("scenario", 0) for one in options} == set(scenarios())
    south, north = scenarios()[0].hosts
    assert {"hosts": {"j1": north, "j2": south}, "limit": 400} in options
    assert variants("gloire", 2, {"lords": 2}) == ({"lords": 2},)


@pytest.mark.slow
def test_a_campaign_takes_the_options_in_turn(tmp_path: Path) -> None:
    made = plan("vassaux", bots=("random",), seats=2, seed="05", options=variants("vassaux", 2, {}), max_turns=3)
    campaign = Campaign.begin(tmp_path, made)
    list(campaign.run(len(made.options)))
    found = measured(made, campaign.results(), "x")
    assert {host for pair in found.by["pair"] for host in pair.split()} == set(found.by["host"])
    assert found.by["host"]["FRANC_400"].matches == 3


@pytest.mark.parametrize("game", [name for name in GAMES if table_path(name).exists()])
def test_the_table_of_a_game_adds_up(game: str) -> None:
    found = read_balance(GAMES[game].packages.game)
    assert isinstance(found, Balance)
    assert int(found.rules_version) <= int(games.game(game).rules_version)
    assert all(0 <= one.wins <= one.matches for rows in found.by.values() for one in rows.values())
    assert sum(one.matches for one in found.by["seat"].values()) == found.matches * found.seats
