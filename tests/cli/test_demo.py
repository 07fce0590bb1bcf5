"""The demonstration match: watched, played, or left to itself where nobody sits at the keyboard."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command_line import SEED, Answer, CommandLine


def demo(heraut: CommandLine, *words: object, typed: str | None = None) -> Answer:
    known = ("demo", "--seed", SEED, "--turns", 3, "-o", heraut.folder / "demo", *words)
    return heraut(*known, typed=typed or "", at_keyboard=typed is not None)


def kept(heraut: CommandLine) -> Path:
    return heraut.folder / "demo" / "demonstration.json"


def steps(heraut: CommandLine) -> list[dict[str, str | None]]:
    record = json.loads(kept(heraut).read_text(encoding="utf-8"))
    return [{answer["seat"]: answer.get("text") for answer in step["answers"]} for step in record["steps"]]


def test_without_a_keyboard_it_plays_to_the_end_and_can_be_verified(heraut: CommandLine) -> None:
    answer = demo(heraut)
    assert answer.status == 0
    assert all(f"Tour {turn}" in answer.out for turn in (1, 2, 3))
    assert "Roi :" in answer.out.replace("\u00a0", " ")
    assert len(steps(heraut)) == 3
    assert heraut("verify", kept(heraut)).status == 0
    assert (heraut.folder / "demo" / "carte.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_same_seed_tells_the_same_story(heraut: CommandLine) -> None:
    assert demo(heraut).out == demo(heraut, "--fast", typed="q\n").out


def test_it_speaks_english(heraut: CommandLine) -> None:
    answer = demo(heraut, "--lang", "en", "--watch", "j4")
    assert "The chronicle" in answer.out
    assert (heraut.folder / "demo" / "map.svg").exists()


def test_the_reader_turns_pages_reads_draws_and_leaves(heraut: CommandLine) -> None:
    answer = demo(heraut, typed="\nr\nm\nq\n")
    assert answer.status == 0
    assert len(steps(heraut)) == 2
    assert (heraut.folder / "demo" / "carte-3.svg").exists()
    assert "Votre domaine" in answer.out  # routine, which only the whole report tells
    assert "advance" in answer.out  # the whole command may be folded, behind a long path
    assert heraut("advance", kept(heraut), "--bots", "player").status == 0


def test_the_reader_takes_a_seat_and_hands_it_back(heraut: CommandLine) -> None:
    typed = ["s", "?", "odds", "map", "CHE 1", "CHE 2", "-", "XYZ", "ABD", "n", "", "fin", "", "q"]
    answer = demo(heraut, typed="\n".join(typed) + "\n")
    assert answer.status == 0
    _, mine, handed_back = steps(heraut)
    assert mine["j1"] == "CHE 1"
    assert handed_back["j1"] != ""
    assert "XYZ" in answer.out


def test_a_reader_whose_lord_is_gone_may_still_watch(heraut: CommandLine) -> None:
    answer = demo(heraut, "--play", typed="ABD\no\n\nr\nm\n\nq\n")
    assert answer.status == 0
    assert steps(heraut)[0]["j1"] == "ABD"
    assert len(steps(heraut)) == 2


def test_the_reader_may_follow_the_advice_of_the_bot(heraut: CommandLine) -> None:
    demo(heraut, "--play", typed="conseil\n\nq\n")
    advised = steps(heraut)[0]
    demo(heraut)
    assert steps(heraut)[0] == advised | {"j1": steps(heraut)[0]["j1"]}
    assert advised["j1"] == steps(heraut)[0]["j1"]


def test_a_keyboard_that_goes_silent_ends_the_demonstration(heraut: CommandLine) -> None:
    assert demo(heraut, typed="").status == 0
    assert len(steps(heraut)) == 1
    assert demo(heraut, "--play", typed="").status == 0


def test_wrong_words_are_misuse(heraut: CommandLine) -> None:
    assert demo(heraut, "--watch", "j77").status == 2
    assert heraut("demo", "--seed", "xyz").status == 2
    assert heraut("demo", "-o", "/proc/demo").status == 2


# The other game with a demonstration


def continent(heraut: CommandLine, *words: object, typed: str | None = None) -> Answer:
    return demo(heraut, "daifen", *words, typed=typed)


def test_a_continent_is_watched_over_one_shoulder_and_can_be_verified(heraut: CommandLine) -> None:
    answer = continent(heraut, "--watch", "j2")
    assert answer.status == 0, answer
    assert all(f"Tour {turn}" in answer.out for turn in (1, 2, 3)) and "Daifen" in answer.out
    assert len(steps(heraut)) == 3 and not list((heraut.folder / "demo").glob("*.svg"))
    assert heraut("verify", kept(heraut)).status == 0
    record = json.loads(kept(heraut).read_text(encoding="utf-8"))
    others = [heraut("show", kept(heraut), "--seat", seat, "--json").json["own"]["name"] for seat in record["seats"]]
    known = heraut("show", kept(heraut), "--seat", "j2", "--json").json["own"]["known"]
    hidden = {name for name in others if name not in known} - {others[1]}
    assert hidden and not [name for name in hidden if name in answer.out]  # the fog holds in the terminal too


def test_a_continent_is_played_from_the_desk(heraut: CommandLine) -> None:
    typed = ["s", "?", "odds", "carte", "CONSTRUIRE Mine 1", "CONSTRUIRE Mine 1", "CONSTRUIRE Mine 9", "# rien", "-"]
    answer = continent(heraut, typed="\n".join([*typed, "EXPLORER 0", "", "fin", "", "q"]) + "\n")
    assert answer.status == 0, answer
    _, mine, handed_back = steps(heraut)
    assert mine["j1"] == "CONSTRUIRE Mine 1"
    assert handed_back["j1"] not in ("", None)
    assert "bâtir" in answer.out and "Aucun espion" in answer.out and "DA-BLD-02" in answer.out


def test_the_advice_of_the_bot_is_a_form_of_daifen(heraut: CommandLine) -> None:
    continent(heraut, "--play", typed="conseil\n\nq\n")
    advised = steps(heraut)[0]
    continent(heraut)
    assert steps(heraut)[0] == advised


def test_a_continent_is_told_in_english(heraut: CommandLine) -> None:
    answer = continent(heraut, "--lang", "en", typed="r\nm\nq\n")
    assert answer.status == 0 and "A continent in the mist" in answer.out and "What remains" in answer.out
    assert "[m] map" not in answer.err


def test_a_game_that_does_not_exist_has_no_demonstration(heraut: CommandLine) -> None:
    assert heraut("demo", "echecs").status == 2


def test_a_seed_of_no_demonstration_is_refused_before_anything_is_made(heraut: CommandLine) -> None:
    answer = heraut("prepare", "--seed", "x")
    assert answer.status == 2 and "--demo" in answer.err
