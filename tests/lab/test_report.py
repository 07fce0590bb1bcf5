"""The page of a campaign: one file, whole, that a browser shows without anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import html5lib
import pytest

pytest.importorskip("pyarrow", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")
pytest.importorskip("matplotlib", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

from heraut.lab import report
from heraut.lab.campaign import Campaign, plan


def made(folder: Path, game: str = "fief", matches: int = 4, **more: Any) -> Path:
    """A campaign of a few short matches; its folder."""
    chosen: dict[str, Any] = {"bots": ("novice", "random"), "seats": 2, "seed": "09", "max_turns": 20, **more}
    list(Campaign.begin(folder, plan(game, **chosen)).run(matches))
    return folder


@pytest.mark.slow
def test_a_page_shows_bots_ends_lengths_starts_and_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report.main([str(made(tmp_path, trajectories=True))]) == 0
    file = tmp_path / "report.html"
    assert capsys.readouterr().out.strip() == str(file)
    text = file.read_text(encoding="utf-8")
    page = html5lib.parse(text, namespaceHTMLElements=False)
    titles = [one.text for one in page.iter("h2")]
    assert titles[:2] == ["Bots", "Bots and tempers"]
    assert {"How matches ended", "Length", "Seats", "Starts", "purse, by step", "soldiers, by step"} <= set(titles)
    pictures = list(page.iter("img"))
    assert [one.get("alt") for one in pictures] == titles
    assert all(one.get("src", "").startswith("data:image/svg+xml;base64,") for one in pictures)
    assert "http" not in text  # nothing is fetched from anywhere


@pytest.mark.slow
def test_the_same_campaign_makes_the_same_page(tmp_path: Path) -> None:
    one, two = made(tmp_path / "one"), made(tmp_path / "two")
    for folder in (one, two):
        report.main([str(folder)])
    assert (one / "report.html").read_bytes() == (two / "report.html").read_bytes()


@pytest.mark.slow
def test_hosts_are_shown_against_each_other(tmp_path: Path) -> None:
    report.main([str(made(tmp_path, "vassaux", max_turns=2))])
    assert "Hosts against each other" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_what_is_no_campaign_has_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path}: no campaign is kept there")
    Campaign.begin(tmp_path, plan("fief", bots=("random",), seats=2, seed="09"))
    assert report.main([str(tmp_path)]) == 2
    assert "no match" in capsys.readouterr().err
    (tmp_path / "plan.json").write_text("not ours")
    assert report.main([str(tmp_path)]) == 2
    assert "no campaign of this release: JSON is malformed" in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_no_campaign_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made(tmp_path / "damaged", trajectories=True)
    (part,) = (folder / "trajectories").glob("00000000-*.parquet")
    part.write_bytes(part.read_bytes()[:200])
    other = made(tmp_path / "other")
    (other / "plan.json").write_text('{"game": "tric-trac", "rules_version": "1", "bots": [], "seats": 2, "seed": ""}')
    for place in (folder, other, tmp_path):
        assert report.main([str(place)]) == 2
        told = capsys.readouterr().err
        assert str(place) in told and told.count("\n") == 1
