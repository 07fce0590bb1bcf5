"""Daifen from its opening to its proof: a fogged game, without a map, whose forms are taken whole or not at all."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from heraut.cli.files import part
from heraut.cli.screen import Screen
from heraut.engine.protocol import Seat
from heraut.games import daifen
from heraut.games.daifen.state import Continent, SpyReport
from tests.cli.command_line import SEED, CommandLine
from tests.games.daifen.builders import A, B, acquainted, continent, fell, kingdom

NAMES = '{"j1":"Aubelune","j2":"Brumeval","j3":"Corvaille"}'


def record(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def new(heraut: CommandLine, *words: object) -> Path:
    """A match of three human kingdoms with names of their own."""
    races = '{"j1":"humains","j2":"humains","j3":"humains"}'
    given = ("--seats", 3, "--option", f"kingdoms={NAMES}", "--option", f"races={races}")
    return heraut.new("partie.json", *given, *words, game="daifen")


def won(heraut: CommandLine) -> Path:
    """A match that j1 has won, being the only one to send a form."""
    match = new(heraut, "--option", "abandon_after=1")
    heraut("orders", match, "--seat", "j1", "-", typed="")
    assert heraut("advance", match).status == 0
    return match


@pytest.mark.rule("DA-RNG-04")
def test_a_whole_life(heraut: CommandLine) -> None:
    match = new(heraut)
    typed = "construire mine 1\nENTRAINER Espion 2\n"
    assert heraut("orders", match, "--seat", "Aubelune", "-", typed=typed).status == 0
    for _ in range(4):
        step = heraut("advance", match, "--bots", "random")
        assert step.status == 0
        assert "Chronique du tour" in step.out
    assert "Mine" in heraut("show", match, "--seat", "j1").out
    assert "Bilan du tour 4" in heraut("show", match, "--seat", "j1", "--report").out
    told = heraut("replay", match, "--seat", "j1")
    assert told.status == 0
    assert all(f"Bilan du tour {turn}" in told.out for turn in (1, 2, 3, 4))
    assert heraut("verify", match).status == 0
    tampered = record(match)
    tampered["steps"][1]["answers"][0]["text"] = "# rien"
    match.write_text(json.dumps(tampered), encoding="utf-8")
    refused = heraut("verify", match)
    assert (refused.status, "Étape 2" in refused.err) == (1, True)


# new


def test_whoever_opens_a_match_sees_who_sits_where(heraut: CommandLine) -> None:
    words = ("--seats", 3, "--option", 'races={"j2":"orcs"}', "--option", "continent=Ponant")
    answer = heraut("new", "daifen", "-o", "a.json", "--name", "j2=Jon Snow", *words)
    assert answer.status == 0
    assert "Ponant, 3 seigneurs" in answer.out
    line = next(line for line in answer.out.splitlines() if " j2 " in line)
    assert "Royaume de Jon Snow" in line and "Orcs" in line


def test_a_continent_takes_sixteen_kingdoms_when_nothing_is_said(heraut: CommandLine) -> None:
    heraut("new", "daifen", "-o", "a.json")
    assert len(record(heraut.folder / "a.json")["seats"]) == 16


def test_names_in_brackets_are_shown_as_they_are(heraut: CommandLine) -> None:
    assert "[bold]Jean" in heraut("new", "daifen", "-o", "a.json", "--seats", 2, "--name", "j1=[bold]Jean").out


@pytest.mark.parametrize(
    "words",
    [
        ("--map", "europe"),
        ("--seats", "1"),
        ("--seats", "99"),
        ("--seats", "0"),
        ("--seats", "-3"),
        ("--seats", "999999999"),
        ("--option", "lords=many"),
        ("--option", "pace=lune"),
        ("--option", "abandon_after=0"),
        ("--option", 'races={"j1":"nelrks"}'),
        ("--option", 'kingdoms={"j1":"Brumeval","j2":"brumeval"}'),
        ("--option", "no_such_option=1"),
        ("--name", "j77=Arthur"),
    ],
)
def test_options_that_cannot_be_played_are_explained(heraut: CommandLine, words: tuple[str, ...]) -> None:
    for command in (("new", "-o", "a.json"), ("simulate", "--matches", 1, "--bots", "random", "--seed", 1)):
        if command[0] == "simulate" and words[0] == "--name":
            continue
        answer = heraut(command[0], "daifen", *command[1:], *words)
        assert answer.status == 1, answer
        assert "DA-" in answer.err
    assert not (heraut.folder / "a.json").exists()


# seats


def test_a_seat_is_found_by_its_kingdom_and_by_its_lord(heraut: CommandLine) -> None:
    match = new(heraut)
    own = heraut("show", match, "--seat", "j1").out
    assert heraut("show", match, "--seat", "aubelune").out == own
    assert heraut("show", match, "--seat", "HAWKMOON").out == own


def test_a_name_that_a_lord_and_the_kingdom_of_another_bear_finds_neither(heraut: CommandLine) -> None:
    match = new(heraut, "--name", "j2=Aubelune")
    answer = heraut("show", match, "--seat", "Aubelune")
    assert answer.status == 2
    assert "j1, j2 et j3" in answer.err
    assert "Brumeval" not in answer.err


@pytest.mark.rule("DA-FOG-08")
def test_what_is_shown_names_no_kingdom_that_the_reader_does_not_know(heraut: CommandLine) -> None:
    match = new(heraut)
    heraut("advance", match)
    public, own = heraut("show", match), heraut("show", match, "--seat", "j1")
    assert "3 royaumes en vie" in public.out
    assert "Aubelune" in own.out
    assert "Aubelune" not in public.out
    for words in (("show", match, "--seat", "j1", "--report"), ("replay", match), ("replay", match, "--seat", "j1")):
        for out in (public.out, own.out, heraut(*words).out):
            assert "Brumeval" not in out and "Corvaille" not in out
    assert "own" not in heraut("show", match, "--json").json
    assert heraut("show", match, "--seat", "j1", "--json").json["own"]["gold"] == 100


@pytest.mark.rule("DA-FOG-08")
def test_a_copy_given_away_before_the_end_names_nobody(heraut: CommandLine) -> None:
    match = new(heraut)
    heraut("export", match, "-o", "copie.json")
    copy = (heraut.folder / "copie.json").read_text(encoding="utf-8")
    assert not any(name in copy for name in ("Aubelune", "Brumeval", "Hawkmoon", "humains"))


@pytest.mark.parametrize(("lang", "said"), [("fr", "sans carte"), ("en", "without a map")])
def test_there_is_no_map_to_draw(heraut: CommandLine, lang: str, said: str) -> None:
    answer = heraut("show", new(heraut), "--map", "carte.svg", "--lang", lang)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert not (heraut.folder / "carte.svg").exists()


# orders


@pytest.mark.rule("DA-ORD-06")
def test_a_form_with_a_fault_is_refused_whole_and_the_one_before_stays(heraut: CommandLine) -> None:
    match = new(heraut)
    heraut("orders", match, "--seat", "j1", "-", typed="CONSTRUIRE Temple 1")
    text = "construire mine 1\n\nATTAQUER Brumeval : Guerrier 1\nENTRAINER Troll 1\n"
    answer = heraut("orders", match, "--seat", "j1", "-", typed=text)
    assert answer.status == 1
    assert "Ligne 3" in answer.out and "Ligne 4" in answer.out
    assert "✓" not in answer.out
    assert "Rien n'est gardé" in answer.out
    assert record(match)["drafts"] == {"j1": "CONSTRUIRE Temple 1"}


@pytest.mark.rule("DA-ORD-06")
def test_every_fault_of_a_form_is_told_at_once(heraut: CommandLine) -> None:
    match = new(heraut)
    text = "DONNER Nulle-Part : OR 40\nCONSTRUIRE Chose deux\nCONSTRUIRE Temple 1\n"
    answer = heraut("orders", match, "--seat", "j1", "-", typed=text)
    lines = [line.replace("\u00a0", " ") for line in answer.out.splitlines() if "✗" in line]
    assert [re.findall(r"Ligne (\d) : .*\((DA-[A-Z]+-\d\d)\)", line)[0] for line in lines] == [
        ("1", "DA-FOG-09"),
        ("2", "DA-ORD-21"),
        ("2", "DA-ORD-16"),
        ("3", "DA-ORD-10"),
    ]


@pytest.mark.rule("DA-ORD-02", "DA-ORD-21")
def test_the_last_form_counts_and_every_line_is_answered(heraut: CommandLine) -> None:
    match = new(heraut)
    heraut("orders", match, "--seat", "j1", "-", typed="CONSTRUIRE Temple 1")
    text = "# de quoi bâtir\ndevelopper poulies\n\nDÉVELOPPER ARCHITECTURE # il y faut les poulies\nconstruire mine 1"
    answer = heraut("orders", match, "--seat", "j1", "-", typed=text)
    assert answer.status == 0
    kept = ["DEVELOPPER Poulies", "DEVELOPPER Architecture", "CONSTRUIRE Mine 1"]
    assert [line for line in answer.out.splitlines() if "✓" in line] == [
        f"✓  {number}  {line}" for number, line in zip((2, 4, 5), kept, strict=True)
    ]
    assert heraut("orders", match, "--seat", "j1").out.splitlines() == kept


@pytest.mark.rule("DA-ORD-07", "DA-ORD-04")
def test_an_empty_form_is_a_form_and_silence_is_none(heraut: CommandLine) -> None:
    match = new(heraut)
    heraut("orders", match, "--seat", "j1", "-", typed="CONSTRUIRE Temple 1")
    assert heraut("orders", match, "--seat", "j1", "-", typed="").status == 0
    assert record(match)["drafts"] == {"j1": "# rien"}
    heraut("orders", match, "--seat", "j2", "-", typed="")
    assert record(match)["drafts"] == {"j1": "# rien", "j2": "# rien"}
    answer = heraut("orders", match, "--seat", "j3", "-", typed="SILENCE")
    assert (answer.status, "« SILENCE » n'est pas un ordre" in answer.out.replace("\u00a0", " ")) == (1, True)
    assert record(match)["drafts"] == {"j1": "# rien", "j2": "# rien"}
    heraut("advance", match)
    missed = [heraut("show", match, "--seat", seat, "--json").json["own"]["missed"] for seat in ("j1", "j2", "j3")]
    assert missed == [0, 0, 1]
    assert "1 tour sans formulaire" in heraut("show", match, "--seat", "j3").out
    assert [answer.get("text") for answer in record(match)["steps"][0]["answers"]][:3] == ["# rien", "# rien", None]


def test_a_checked_form_is_not_kept(heraut: CommandLine) -> None:
    match = new(heraut)
    before = match.read_bytes()
    assert heraut("orders", match, "--seat", "j1", "-", "--check", typed="CONSTRUIRE Mine 1").status == 0
    assert heraut("orders", match, "--seat", "j1", "-", "--check", typed="CONSTRUIRE Mine 9").status == 1
    assert match.read_bytes() == before


def test_faults_are_told_in_the_language_of_the_player(heraut: CommandLine) -> None:
    match = new(heraut)
    answers = [heraut("orders", match, "--seat", "j1", "-", "--lang", lang, typed="VOTER").out for lang in ("fr", "en")]
    assert "Ligne 1" in answers[0] and "Line 1" in answers[1]


# the end


@pytest.mark.rule("DA-END-12", "DA-END-04")
def test_a_match_that_is_over_uncovers_everything(heraut: CommandLine) -> None:
    match = won(heraut)
    assert heraut("advance", match).status == 1
    assert heraut("orders", match, "--seat", "j1", "-", typed="").status == 1
    assert "Vainqueur : Aubelune (par la conquête)" in plain(heraut("verify", match).out)
    public, fallen = heraut("show", match).out, heraut("show", match, "--seat", "j2").out
    assert SEED in public
    assert "Brumeval et Corvaille" in public
    assert "n'est plus depuis le tour 1" in fallen
    assert "Hawkmoon" in fallen  # whom j2 never knew
    everything = heraut("replay", match, "--all", "--turn", 1).out
    assert all(f"« {name} »" in plain(everything) for name in ("Aubelune", "Brumeval", "Corvaille"))
    heraut("export", match, "-o", "copie.json")
    assert heraut("verify", "copie.json").status == 0
    assert record(heraut.folder / "copie.json")["seed"] == SEED


def test_a_match_that_nobody_has_won_says_so(heraut: CommandLine) -> None:
    match = new(heraut, "--option", "abandon_after=1")
    heraut("advance", match)
    assert "Vainqueur : — (faute de royaumes)" in plain(heraut("verify", match).out)
    assert "Winner: — (for want of kingdoms)" in heraut("show", match, "--lang", "en").out


def test_secrets_stay_closed_before_the_end(heraut: CommandLine) -> None:
    assert heraut("replay", new(heraut), "--all").status == 1


def test_a_kingdom_that_is_no_more_owes_nothing(heraut: CommandLine) -> None:
    match = new(heraut, "--option", "abandon_after=1")
    for seat in ("j1", "j2"):
        heraut("orders", match, "--seat", seat, "-", typed="")
    heraut("advance", match)
    gone = heraut("orders", match, "--seat", "j3", "-", typed="")
    assert (gone.status, "j3" in gone.err) == (1, True)
    assert "n'est plus depuis le tour 1" in heraut("show", match, "--seat", "Corvaille").out


def test_matches_between_bots_are_simulated(heraut: CommandLine) -> None:
    words = ("simulate", "daifen", "--matches", 2, "--bots", "random", "--seed", 7, "--max-turns", 3, "--seats", 4)
    one, two = (heraut(*words, "--json", "--jobs", jobs).json["matches"] for jobs in (1, 2))
    for match in (*one, *two):
        del match["seconds"]
        assert (match["road"], set(match["result"])) == ("turn_limit", {"j1", "j2", "j3", "j4"})
        assert sum(match["result"].values()) == pytest.approx(2)
    assert one == two
    assert "limite des tours" in heraut(*words).out


# what a lord is shown


def shown(heraut: CommandLine, state: Continent, seat: str | None, lang: str = "fr") -> str:
    """The screen of this seat, on one line."""
    part("daifen", "tables").show_view(Screen(lang), daifen.view(state, None if seat is None else Seat(seat)))
    return " ".join(plain(heraut.capsys.readouterr().out).split())


def plain(text: str) -> str:
    """Without the blanks that no line may be broken at."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_a_lord_sees_his_kingdom_and_what_his_spies_saw(heraut: CommandLine) -> None:
    state = acquainted(3)
    own = kingdom(state, "j1")
    own.gold, own.units, own.technologies = 1234, {"guerrier": 4, "mercenaire_nelrk": 2}, ["fleches"]
    own.reports[Seat("j2")] = SpyReport(7, 42, {"mur": 2}, {"archer": 3}, {"paladin": 1})
    fell(state, "j3")
    told = shown(heraut, state, "j1")
    assert "Or : 1 234" in told
    assert "Connaissances : Flèches" in told
    assert "Guerrier 4 1 1 1" in told
    assert "2 ? ? ?" in told  # how Nelrks fight is a secret
    assert "tour 7 : 42 or ; 3 Archers ; 2 Murs ; en soutien 1 Paladin" in told
    assert "n'est plus" in told
    assert "turn 7: 42 gold; 3 Archers; 2 Walls" in shown(heraut, state, "j1", "en")


def test_the_last_ones_are_asked_to_associate_and_a_passer_by_is_not(heraut: CommandLine) -> None:
    state = continent(4)
    fell(state, "j4")
    assert "ASSOCIATION OUI" in shown(heraut, state, "j1")
    assert "ASSOCIATION OUI" not in shown(heraut, state, None)


def test_winners_together_are_all_named(heraut: CommandLine) -> None:
    state = continent(3)
    fell(state, "j3")
    state.winners, state.road = [Seat("j1"), Seat("j2")], "association"
    assert f"{A} et {B} (par l'association des derniers royaumes)" in shown(heraut, state, None)


# odds


def odds(heraut: CommandLine, *words: object, status: int = 0) -> str:
    answer = heraut("odds", "daifen", "assault", *words)
    assert answer.status == status, answer
    assert len(answer.err.strip().splitlines()) == (0 if status == 0 else 1)
    return answer.out


@pytest.mark.rule("DA-ASS-13", "DA-ASS-14")
def test_the_chances_of_an_assault(heraut: CommandLine) -> None:
    answer = heraut("odds", "daifen", "assault", "--attack", "guerrier 1", "--against", "guerrier 1", "--json").json
    assert answer["runs"] == 10_000
    for ending, exact in (("repelled", 9 / 81), ("pillage", 8 / 81), ("stand_off", 64 / 81)):
        assert answer[ending]["share"] == pytest.approx(exact, abs=0.02), ending


def test_an_assault_is_told_in_tables_in_both_languages(heraut: CommandLine) -> None:
    words = [
        "--attack",
        "guerriers 20, archer 5",
        "--attack",
        "Troll 4",
        "--against",
        "Chasseur de géants 10, espion 3",
    ]
    words += ["--support", "fée 3", "--buildings", "mur 3, tour de garde 2", "--gold", "100", "--runs", "200"]
    french = plain(odds(heraut, *words))
    for said in (
        "la place est pillée",
        "200 assauts",
        "attaquant 2",
        "royaume attaqué",
        "soutien",
        "Tour de garde",
        "or",
    ):
        assert said in french, said
    assert "Espion" not in french  # spies do not fight
    assert odds(heraut, *words) == odds(heraut, *words, "--seed", "")
    assert odds(heraut, *words) != odds(heraut, *words, "--seed", "7")
    english = odds(heraut, *words, "--lang", "en")
    assert "the place is pillaged" in english and "Giant hunter" in english


def test_both_languages_are_read_and_types_add_up(heraut: CommandLine) -> None:
    few = ("--runs", 50, "--json")
    one = heraut("odds", "daifen", "assault", "--attack", "warriors 2, Guerrier 1", "--buildings", "walls 2", *few)
    two = heraut("odds", "daifen", "assault", "--attack", "guerrier 3", "--buildings", "mur 1, MURS 1", *few)
    assert one.json == two.json
    assert one.json["pillage"]["share"] == 1


def test_an_empty_place_is_looted_whole(heraut: CommandLine) -> None:
    found = heraut("odds", "daifen", "assault", "--attack", "dryade 1", "--gold", 77, "--runs", 9, "--json").json
    assert (found["loot"]["mean"], found["survivors"]["a1"]) == (77, {"dryade": 1})


@pytest.mark.parametrize(
    "words",
    [
        ("--attack", "guerrier"),
        ("--attack", "20 guerrier"),
        ("--attack", "guerrier 0"),
        ("--attack", "guerrier -2"),
        ("--attack", "guerrier 20,"),
        ("--attack", "guerrier 10001"),
        ("--attack", "guerrier 9999, guerrier 2"),
        ("--attack", "guerrier " + "9" * 5000),
        ("--attack", "licorne 2"),
        ("--attack", "espion 2"),
        ("--attack", "mercenaire nelrk 2"),
        ("--attack", "mercenaire nelrk 2", "--nelrk", "automate force"),
        ("--attack", "guerrier 2", "--nelrk", "guerrier force"),
        ("--attack", "guerrier 2", "--nelrk", "automate gentil"),
        ("--attack", "guerrier 2", "--nelrk", "automate"),
        ("--attack", "guerrier 2", "--support", "harpie 1"),
        ("--attack", "guerrier 2", "--buildings", "guerrier 1"),
        ("--attack", "guerrier 2", "--race", "nelrks"),
        ("--attack", "troll 2", "--race", "humains"),
        ("--attack", "guerrier 2", "--against", "troll 2", "--against-race", "dwarves"),
        ("--attack", "guerrier 2", "--buildings", "telhin 1", "--against-race", "nains"),
    ],
)
def test_an_assault_that_cannot_be_read_is_misuse(heraut: CommandLine, words: tuple[str, ...]) -> None:
    odds(heraut, "--runs", 9, *words, status=2)


def test_nelrks_fight_as_one_supposes_and_veterans_for_every_race(heraut: CommandLine) -> None:
    nelrks = ("--attack", "Hommes-lézards 6, vétéran 1", "--race", "nains", "--against", "automate 6")
    share = {
        way: heraut(
            "odds", "daifen", "assault", *nelrks, "--nelrk", f"homme-lézard {way}", "--nelrk", "automate Garde",
            "--runs", 400, "--json",
        ).json["pillage"]["share"]
        for way in ("force", "garde")
    }  # fmt: skip
    assert share["force"] > share["garde"] + 0.1
    assert "--nelrk" in heraut("odds", "daifen", "assault", "--attack", "automate 2").err


def test_a_race_is_named_in_either_language(heraut: CommandLine) -> None:
    for race in ("orcs", "Orcs"):
        odds(heraut, "--attack", "troll 2", "--race", race, "--runs", 9)
    odds(heraut, "--attack", "troll 2", "--against", "vampire 1", "--against-race", "undead", "--runs", 9)
    known = heraut("odds", "daifen", "assault", "--attack", "vampire 1", "--race", "orcs").err
    assert "Troll" in known and "Paladin" not in known


# rehearse


def test_a_turn_is_rehearsed_from_what_its_lord_knows(heraut: CommandLine) -> None:
    match = new(heraut, "--seed", SEED)
    for _ in range(9):
        assert heraut("advance", match, "--bots", "player").status == 0
    known = heraut("show", match, "--seat", "j1", "--json").json["own"]["known"]
    assert known, "explorers have found somebody by now"
    prey = next(iter(known))
    heraut("orders", match, "--seat", "j1", "-", typed=f'ATTAQUER "{prey}" : guerrier 3\nCONSTRUIRE carriere 1\n')
    words = ("odds", "daifen", "rehearse", match, "--seat", "Aubelune", "--runs", 6, "--seed", "essai")

    found = heraut(*words, "--json").json

    assert found["trials"] == 6 and found["gold"]["least"] <= found["gold"]["mean"] <= found["gold"]["most"]
    assert found["prospect"]["certain"] == {
        "gold": 35, "intellect": 0, "leaving": {"guerrier": 3}, "buildings": {"carriere": 1}, "units": {}
    }  # fmt: skip
    assert [(one["kingdom"], one["side"], one["fought"]) for one in found["battles"]] == [(prey, "attacker", 6)]
    assert heraut(*words, "--json").json == found, "the same seed, the same turns"
    hostile = ("--suppose", f"{prey} hostile 300", "--suppose", "? still")
    told = {lang: " ".join(heraut(*words, *hostile, "--lang", lang).out.split()) for lang in ("fr", "en")}
    assert "chez vous" in told["fr"] and "6 essais" in told["fr"] and "ce que vous supposez" in told["fr"]
    assert "at home" in told["en"] and "the others stay at home" in told["en"]
    assert 'played by "player"' in " ".join(heraut(*words, "--bots", "player", "--lang", "en").out.split())


@pytest.mark.parametrize(
    "words", [("--suppose", "Nulle-Part hostile"), ("--suppose", "hostile"), ("--suppose", "? furieux 3"),
              ("--suppose", "? hostile 99999"), ("--bots", "personne")],
)  # fmt: skip
def test_what_cannot_be_supposed_is_refused(heraut: CommandLine, words: tuple[str, str]) -> None:
    answer = heraut("odds", "daifen", "rehearse", new(heraut), "--seat", "j1", *words)
    assert answer.status == 2 and len(answer.err.strip().splitlines()) == 1
