"""Seigneurs & Vassaux at the command line: a battle, its end, its pictures, and the calculators."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from heraut.cli.files import open_match
from tests.cli.command_line import SEED, CommandLine


def record(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def answer(heraut: CommandLine, match: Path, line: str, *words: str) -> int:
    """This line for whoever is asked, then a step; the status of the first."""
    seat = heraut.asked(match)
    status = heraut("orders", match, "--seat", seat, "-", *words, typed=f"{line}\n").status
    heraut("advance", match)
    return status


def test_a_battle_played_by_text(heraut: CommandLine) -> None:
    match = heraut.new(game="vassaux")
    while heraut("show", match, "--json").json["asked"][1] == "deploy":
        heraut("advance", match, "--bots", "random")
    assert heraut("show", match).status == 0 and "Hawkmoon" in heraut("show", match).out
    assert heraut("show", match, "--seat", "Hawkmoon", "--report").status == 0
    seat, view = heraut.asked(match), heraut("show", match, "--json").json
    assert heraut("orders", match, "--seat", seat, "-", typed="ORDRE 99 MAR\n").status == 1
    unit = 2 if view["asked"][0] == 0 else 52
    told = heraut("orders", match, "--seat", seat, "-", typed=f"ordre {unit} attente\n")
    assert told.status == 1 and "Remède" in told.out and "ORDRE <unité>" in told.out
    assert answer(heraut, match, f"ordre {unit} wai") == 0
    picture, film = heraut.folder / "table.svg", heraut.folder / "film.html"
    assert heraut("show", match, "--map", picture).status == 0 and "Hawkmoon" in picture.read_text(encoding="utf-8")
    assert heraut("replay", match, "--film", film).status == 0 and "<svg" in film.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lang", "duty", "before", "leaderless", "where"),
    [
        ("fr", "doit déployer une unité.", "à déployer", "sans chef", "Qui se tient où"),
        ("en", "must deploy a unit.", "to be deployed", "without a leader", "Who stands"),
    ],
)
def test_show_says_who_is_to_be_deployed_and_where_everybody_stands(
    heraut: CommandLine, lang: str, duty: str, before: str, leaderless: str, where: str
) -> None:
    match = heraut.new(game="vassaux")
    shown = heraut("show", match, "--lang", lang).out
    assert duty in shown
    assert shown.count(before) == 10 and leaderless not in shown and where not in shown
    while heraut("show", match, "--json").json["asked"][1] == "deploy":
        heraut("advance", match)
    view, shown = heraut("show", match, "--json").json, heraut("show", match, "--lang", lang).out
    assert before not in shown and leaderless not in shown and where in shown
    flat = " ".join(shown.split())
    assert all(f"{man} ({x},{y})" in flat for man, (x, y) in view["battle"]["at"].items())
    asked = heraut("sit", match, "--bots", "random", "--lang", lang, typed="voir\nq\n")
    assert where in asked.out


def test_words_of_the_command_line_fit_this_game(heraut: CommandLine) -> None:
    told = heraut("odds", "vassaux", "test", "--help").out
    assert "--own N" in told and "TERRES" not in told
    assert "OWN_LANDS" in heraut("odds", "gloire", "retreat", "--help", "--lang", "en").out
    match = heraut.new(game="vassaux")
    assert "Film écrit dans" in heraut("replay", match, "--film", heraut.folder / "film.html").out
    assert "Film written to" in heraut("replay", match, "--film", heraut.folder / "movie.html", "--lang", "en").out
    assert "existe déjà" in heraut("replay", match, "--film", heraut.folder / "film.html").err
    for lang in ("fr", "en"):
        demo = heraut("demo", "vassaux", "--lang", lang)
        assert demo.status == 2 and "heraut sit" in demo.err and "heraut new vassaux" in demo.err


@pytest.mark.rule("SV-DPR-02", "SV-INF-02", "SV-INF-03")
def test_an_instruction_is_read_told_to_its_player_and_to_nobody_else(heraut: CommandLine) -> None:
    match = heraut.new(game="vassaux")
    seat = heraut.asked(match)
    other = "j2" if seat == "j1" else "j1"
    before = heraut("show", match, "--json").json
    unread = heraut("orders", match, "--seat", seat, "-", "--lang", "en", typed="CONSIGNE REAGIR\n")
    assert unread.status == 1 and "CONSIGNE REAGIR <unit|*> <enemy order|*> <mR|*>" in unread.out
    assert "CONSIGNE" in heraut("orders", match, "--seat", seat, "-", typed="CESSER\n").out  # among the verbs
    foreign = 9 if seat == "j1" else 59
    refused = heraut("orders", match, "--seat", seat, "-", typed=f"CONSIGNE REAGIR {foreign} * * ATT\n")
    assert refused.status == 1 and "SV-DPR-02" in refused.out and "Remède" in refused.out
    assert answer(heraut, match, "consigne réagir * cha 1500 att puis passer") == 0
    assert heraut.asked(match) == seat  # the question remains
    own = heraut("show", match, "--seat", seat, "--report").out
    assert "Vos consignes" in own and "Consigne reçue" in own and "1,5 R au plus" in own
    theirs = heraut("show", match, "--seat", other, "--report").out
    assert "onsigne" not in theirs and heraut("show", match, "--json").json == before
    assert heraut("show", match, "--seat", other, "--json").json["battle"] == before["battle"]
    copy = heraut.folder / "copie.json"
    assert (
        heraut("export", match, "-o", copy).status == 0 and "consigne" not in copy.read_text(encoding="utf-8").lower()
    )


@pytest.mark.rule("SV-DPR-03")
def test_the_host_hands_over_who_has_fallen_silent(heraut: CommandLine) -> None:
    match = heraut.new(game="vassaux")
    while heraut("show", match, "--json").json["asked"][1] != "activate":
        heraut("advance", match, "--bots", "random")
    early = record(match)
    refused = heraut("advance", match, "--ruling", "CONFIER j1")
    assert refused.status == 1 and "CONFIER j1" in refused.err and "--ruling" in refused.err and record(match) == early
    steps = (heraut("advance", match).out for _ in range(24))
    assert any("Hawkmoon se tait (3 fois de suite)" in told for told in steps)
    told = heraut("advance", match, "--ruling", "CONFIER j1").out
    assert "table de réaction" in told
    for _ in range(8):
        assert heraut.asked(match) == "j2"
        heraut("advance", match, "--bots", "random")
    assert heraut("verify", match).status == 0


@pytest.mark.rule("SV-END-06")
def test_whoever_is_not_asked_gives_up_by_a_ruling(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", "--name", "j2=Aubert", game="vassaux")
    other = "j2" if heraut.asked(match) == "j1" else "j1"
    told = heraut("advance", match, "--ruling", f"ABANDONNER {other}")
    assert told.status == 0 and "rend les armes" in told.out and open_match(match).pending() == {}
    winner = "Hawkmoon" if other == "j2" else "Aubert"
    assert f"Vainqueur : {winner} (par abandon)" in heraut("verify", match).out.replace("\xa0", " ")


@pytest.mark.rule("SV-DPR-04")
def test_a_late_answer_is_refused_and_nothing_is_rolled_back(heraut: CommandLine) -> None:
    match = heraut.new(game="vassaux")
    late = heraut.asked(match)
    heraut("advance", match)  # his time is over: the default has been taken
    after = record(match)
    assert heraut.asked(match) != late
    refused = heraut("orders", match, "--seat", late, "-", typed="DEPLOYER 1 EN 7500,1500\n")
    assert refused.status == 1 and "décider" in refused.err and record(match) == after
    while heraut.asked(match) != late:
        heraut("advance", match)
    taken = {1: "DEPLOYER 1 EN 7500,1500", 51: "DEPLOYER 51 EN 7500,13500"}[1 if late == "j1" else 51]
    again = heraut("orders", match, "--seat", late, "-", typed=f"{taken}\n")  # what silence has deployed stays
    assert again.status == 1 and "SV-DEP-01" in again.out
    assert record(match)["steps"][: len(after["steps"])] == after["steps"] and not record(match).get("drafts")


@pytest.mark.rule("SV-INF-04", "SV-INF-02")
def test_once_it_is_over_everything_is_published_seed_included(heraut: CommandLine) -> None:
    match = heraut.new("duel.json", "--option", "scenario=3", game="vassaux")
    while heraut("show", match, "--json").json["asked"][1] == "deploy":
        heraut("advance", match)
    copy = heraut.folder / "copie.json"
    assert heraut("export", match, "-o", copy).status == 0 and "seed" not in record(copy)
    assert heraut("replay", match, "--all").status != 0  # secrets only once it is over
    hidden = heraut("show", match, "--json").json["battle"]["hosts"]
    assert [host.get("number", 0) for host in hidden] == [0, 0]
    assert answer(heraut, match, "ABANDONNER", "--yes") == 0
    assert open_match(match).pending() == {}
    assert heraut("export", match, "-o", heraut.folder / "tout.json").status == 0
    assert record(heraut.folder / "tout.json")["seed"] == SEED
    assert heraut("verify", heraut.folder / "tout.json").status == 0
    assert heraut("replay", heraut.folder / "tout.json", "--all").status == 0
    shown = heraut("show", match, "--json").json["battle"]["hosts"]
    assert all(1 <= host["number"] <= 6 for host in shown)


def test_an_attack_in_plain_dice(heraut: CommandLine) -> None:
    answer = heraut("odds", "vassaux", "attack", "--dice", 2, "--defence", 1)
    assert answer.status == 0 and "55/216" in answer.out and "289/648" in answer.out
    found = heraut("odds", "vassaux", "attack", "--dice", 4, "--defence", 2, "--barred", "--json").json
    assert found["mean_hits"]["exact"] == "91/54" and found["hits"]["0"]["exact"] == "9829/46656"
    worst = heraut("odds", "vassaux", "attack", "--dice", 4, "--defence", 2, "--worst", "--json").json
    assert worst["mean_hits"]["exact"] == "3815585/1259712"


@pytest.mark.parametrize(
    ("lang", "ours", "theirs"), [("fr", "6 bretteurs", "8 lanciers"), ("en", "6 swashbucklers", "8 spearmen")]
)
def test_a_melee_between_ready_made_fighters(heraut: CommandLine, lang: str, ours: str, theirs: str) -> None:
    answer = heraut("odds", "vassaux", "melee", ours, theirs, "--charge", "--bonus", "--lang", lang)
    assert answer.status == 0 and " 12 " in f" {answer.out}" and "4" in answer.out.splitlines()[0]
    plain = heraut("odds", "vassaux", "melee", ours, theirs, "--json").json["attack"]
    charged = heraut("odds", "vassaux", "melee", ours, theirs, "--charge", "--json").json["attack"]
    forted = heraut("odds", "vassaux", "melee", ours, theirs, "--fortified", "--json").json["attack"]
    assert plain["thresholds"]["6"]["exact"] == "11/36"  # Df 2; siege armour doubles it in a charge, as does a palisade
    assert charged == forted and charged["thresholds"]["6"]["exact"] == "671/1296"


def test_a_melee_returns_no_more_than_there_are(heraut: CommandLine) -> None:
    found = heraut("odds", "vassaux", "melee", "2 milicien", "10 barbares", "--json").json
    assert set(found["returned"]) == {"0", "1", "2"}
    assert abs(sum(share["value"] for share in found["returned"].values()) - 1) < 1e-12


def test_a_shot(heraut: CommandLine) -> None:
    clear = heraut("odds", "vassaux", "shot", "8 archers", "10 miliciens", "--json").json
    cover = heraut("odds", "vassaux", "shot", "8 archers", "10 miliciens", "--cover", "--json").json
    above = heraut("odds", "vassaux", "shot", "8 archers", "10 miliciens", "--above", "--json").json
    means = [found["mean_hits"]["value"] for found in (cover, clear, above)]
    assert means == sorted(means) and len(set(means)) == 3
    crossbows = heraut("odds", "vassaux", "shot", "2 arbalétriers", "10 miliciens", "--json").json
    assert max(map(int, crossbows["hits"])) == 6  # two dice more for each of them


def test_a_test_and_a_spell(heraut: CommandLine) -> None:
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
def test_a_force_that_cannot_be_read_is_misuse(heraut: CommandLine, words: tuple[str, ...], said: str) -> None:
    answer = heraut("odds", "vassaux", *words)
    assert answer.status == 2 and said in answer.err
