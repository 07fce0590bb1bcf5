"""A match of a campaign as a record, which the commands for matches take."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

from heraut.cli import main as heraut
from heraut.lab import record
from heraut.lab.campaign import Campaign, plan


def test_a_match_of_a_campaign_is_written_as_a_record_that_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = plan("fief", bots=("player", "random"), seats=2, seed="09", max_turns=30)
    campaign = Campaign.begin(tmp_path / "campaign", chosen)
    list(campaign.run(3))
    file = tmp_path / "match.json"
    assert record.main([str(campaign.folder), "2", str(file)]) == 0
    assert heraut(["verify", str(file)]) == 0
    assert "30 étapes" in capsys.readouterr().out
    for words, told in (
        (["campaign", "2", "match.json"], "exists already"),
        (["campaign", "3", "other.json"], "no match 3 is there; it holds 3"),
        (["nowhere", "2", "other.json"], "nothing is there"),
    ):
        folder, number, name = words
        assert record.main([str(tmp_path / folder), number, str(tmp_path / name)]) == 2
        assert told in capsys.readouterr().err
    assert not (tmp_path / "other.json").exists()


def test_a_bot_that_plays_otherwise_by_now_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def mine(decision, view, rng):\n    return decision.default\n")
    made = plan("daifen", bots=(f"{bot}:mine", "player"), seats=2, seed="09", max_turns=30)
    list(Campaign.begin(tmp_path / "campaign", made).run(1))
    bot.write_text("def mine(decision, view, rng):\n    return decision.sample(rng)\n")
    assert record.main([str(tmp_path / "campaign"), "0", str(tmp_path / "match.json")]) == 2
    assert "mine.py" in capsys.readouterr().err and not (tmp_path / "match.json").exists()
