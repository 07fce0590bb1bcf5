"""The calculators of Seigneurs & Vassaux at the command line."""

from __future__ import annotations

import pytest

from tests.cli.door import Door


def test_an_attack_in_plain_dice(heraut: Door) -> None:
    answer = heraut("odds", "vassaux", "attack", "--dice", 2, "--defence", 1)
    assert answer.status == 0 and "55/216" in answer.out and "289/648" in answer.out
    found = heraut("odds", "vassaux", "attack", "--dice", 4, "--defence", 2, "--barred", "--json").json
    assert found["mean_hits"]["exact"] == "91/54" and found["hits"]["0"]["exact"] == "9829/46656"
    worst = heraut("odds", "vassaux", "attack", "--dice", 4, "--defence", 2, "--worst", "--json").json
    assert worst["mean_hits"]["exact"] == "3815585/1259712"


@pytest.mark.parametrize(
    ("lang", "ours", "theirs"), [("fr", "6 bretteurs", "8 lanciers"), ("en", "6 swashbucklers", "8 spearmen")]
)
def test_a_melee_between_ready_made_fighters(heraut: Door, lang: str, ours: str, theirs: str) -> None:
    answer = heraut("odds", "vassaux", "melee", ours, theirs, "--charge", "--bonus", "--lang", lang)
    assert answer.status == 0 and " 12 " in f" {answer.out}" and "4" in answer.out.splitlines()[0]
    plain = heraut("odds", "vassaux", "melee", ours, theirs, "--json").json["attack"]
    charged = heraut("odds", "vassaux", "melee", ours, theirs, "--charge", "--json").json["attack"]
    forted = heraut("odds", "vassaux", "melee", ours, theirs, "--fortified", "--json").json["attack"]
    assert plain["thresholds"]["6"]["exact"] == "11/36"  # Df 2; siege armour doubles it in a charge, as does a palisade
    assert charged == forted and charged["thresholds"]["6"]["exact"] == "671/1296"


def test_a_melee_returns_no_more_than_there_are(heraut: Door) -> None:
    found = heraut("odds", "vassaux", "melee", "2 milicien", "10 barbares", "--json").json
    assert set(found["returned"]) == {"0", "1", "2"}
    assert abs(sum(share["value"] for share in found["returned"].values()) - 1) < 1e-12


def test_a_shot(heraut: Door) -> None:
    clear = heraut("odds", "vassaux", "shot", "8 archers", "10 miliciens", "--json").json
    cover = heraut("odds", "vassaux", "shot", "8 archers", "10 miliciens", "--cover", "--json").json
    above = heraut("odds", "vassaux", "shot", "8 archers", "10 miliciens", "--above", "--json").json
    means = [found["mean_hits"]["value"] for found in (cover, clear, above)]
    assert means == sorted(means) and len(set(means)) == 3
    crossbows = heraut("odds", "vassaux", "shot", "2 arbalétriers", "10 miliciens", "--json").json
    assert max(map(int, crossbows["hits"])) == 6  # two dice more for each of them


def test_a_test_and_a_spell(heraut: Door) -> None:
    assert "241/388" in heraut("odds", "vassaux", "test", "--own", 4, "--other", 5).out
    assert (
        heraut("odds", "vassaux", "test", "--dice", 1, "--own", 5, "--other", 3, "--json").json["first"]["exact"]
        == "9/34"
    )
    assert "7/108" in heraut("odds", "vassaux", "spell", "--dice", 2, "--power", 12).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("melee", "bretteurs", "8 lanciers"), "6 bretteurs"),
        (("melee", "0 bretteurs", "8 lanciers"), "0 bretteurs"),
        (("melee", "41 bretteurs", "8 lanciers"), "40"),
        (("melee", "6 zouaves", "8 lanciers"), "Bretteur"),
        (("shot", "6 bretteurs", "8 lanciers"), "tir"),
    ],
)
def test_a_force_that_cannot_be_read_is_misuse(heraut: Door, words: tuple[str, ...], said: str) -> None:
    answer = heraut("odds", "vassaux", *words)
    assert answer.status == 2 and said in answer.err
