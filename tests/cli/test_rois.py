"""Rois aventuriers from the command line: a match by text, its pages and its map, its calculators."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from heraut import bots
from heraut.cli.reading import last_told
from heraut.cli.record_files import read_record, write_record
from heraut.cli.rois.chances import between
from heraut.cli.rois.match import cautions
from heraut.cli.screen import Screen
from heraut.engine.match import Match
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.calculators.chances import practice, pursuing, unnoticed
from heraut.games.rois.tables import MONSTERS
from tests.cli.command_line import SEED, CommandLine

player = bots.player("rois", "classic")

SIX = ("--seats", 6)
BATTLE = ("odds", "rois", "battle", "--runs", 200, "--seed", "siège")
DEN = ("odds", "rois", "encounter", "--runs", 200, "--seed", "antre")


def played(heraut: CommandLine, years: int) -> Path:
    """A match of six Kings after so many years of bots."""
    match = heraut.new("partie.json", *SIX, game="rois")
    for _ in range(years):
        assert heraut("advance", match, "--bots", "player").status == 0
    return match


def test_a_year_is_played_by_text_and_can_be_verified(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    king = heraut("show", match, "--seat", "j1", "--json").json["own"]["king"]
    sheet = f"@{king}\n1: re ga 1\n2: pr me\nplan {{fi, fl}}\n@royaume\ntraite 2\n"
    kept = heraut("orders", match, "--seat", "Hawkmoon", "-", typed=sheet)
    assert kept.status == 0, kept
    draft = json.loads(match.read_text(encoding="utf-8"))["drafts"]["j1"]
    assert draft == f"@{king}\n1: RE GA 1\n2: PR ME\nPLAN {{FI, FL}}\n@ROYAUME\nTRAITE 2"
    assert heraut("advance", match).status == 0
    told = heraut("replay", match, "--seat", "j1").out
    assert "Récit royal : Hawkmoon".replace(" :", "\N{NO-BREAK SPACE}:") in told and "Garnison humaine" not in told
    assert "rejoint nos couleurs" in " ".join(told.split())
    assert heraut("verify", match).status == 0
    tampered = json.loads(match.read_text(encoding="utf-8"))
    tampered["steps"][0]["answers"][0]["text"] = f"@{king}\n1: EX"
    match.write_text(json.dumps(tampered), encoding="utf-8")
    assert heraut("verify", match).status == 1


@pytest.mark.rule("RO-SET-04")
def test_whoever_creates_kings_is_advised_unless_they_were_chosen(heraut: CommandLine) -> None:
    words = ("new", "rois", "--seed", SEED, *SIX)
    told = heraut(*words, "-o", heraut.folder / "a.json").out
    assert "talents=" in told and "Tactique" in told and "océans" in told
    assert "Tactics" in heraut(*words, "-o", heraut.folder / "b.json", "--lang", "en").out
    chosen = heraut(*words, "-o", heraut.folder / "c.json", "--option", 'talents={"j1": "NA 2, DR 2"}')
    assert chosen.status == 0 and "océans" not in chosen.out
    own = heraut("show", heraut.folder / "c.json", "--seat", "j1", "--json").json["own"]["characters"][0]
    assert own["levels"] == {"NA": 2, "DR": 2}


def test_a_line_that_cannot_be_taken_is_refused_with_its_remedy(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    answer = heraut("orders", match, "--seat", "j1", "-", typed="@1\n1: MO 999\n2: EX\n")
    assert answer.status == 1 and "Ligne 2" in answer.out and "162" in answer.out and "RO-ORD-01" in answer.out
    english = heraut("orders", match, "--seat", "j1", "-", "--lang", "en", typed="@1\nPLAN {ME, ST}\n")
    assert english.status == 1 and "Line 2" in english.out and "Remedy" in english.out


def test_lines_are_answered_in_the_order_in_which_they_were_typed(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    sheet = "@7\n@1\n5: ex ; seasons in any order\nplan {fi}\n\n2: mo 999\n1: pr me\n@ROYAUME\nvote blanc\n"
    answer = heraut("orders", match, "--seat", "j1", "-", typed=sheet)
    assert answer.status == 1 and answer.err == ""
    shown = [line[1:].split(None, 1) for line in answer.out.splitlines() if line.startswith("✓")]
    assert shown == [["3", "5: EX"], ["4", "PLAN {FI}"], ["7", "1: PR ME"], ["9", "VOTE BLANC"]]
    assert "✗ Ligne 6" in answer.out and "4 ordres, 1 ligne refusée" in answer.out


def test_bots_fill_every_seat_and_a_king_sees_his_own_things_alone(heraut: CommandLine) -> None:
    match = played(heraut, 3)
    public, own = heraut("show", match), heraut("show", match, "--seat", "j1")
    assert "Les souverains" in public.out and "Trésor" not in public.out
    assert "Trésor" in own.out and "Le monde connu" in own.out and "Vos gens" in own.out
    english = heraut("show", match, "--seat", "j1", "--lang", "en").out
    assert "The sovereigns" in english and "The known world" in english
    assert "own" not in heraut("show", match, "--json").json


def test_the_map_is_written_as_a_picture_of_what_is_known(heraut: CommandLine) -> None:
    match = played(heraut, 2)
    assert heraut("show", match, "--seat", "j1", "--map", "monde.svg").status == 0
    drawn = (heraut.folder / "monde.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(drawn)
    known = heraut("show", match, "--seat", "j1", "--json").json["own"]["map"]
    assert 0 < len(known) < 162
    assert set(re.findall(r"\((\d+)\)", " ".join(re.findall("<title>(.*?)</title>", drawn)))) == set(known)
    assert heraut("show", match, "--map", "nuit.svg").status == 0
    assert "<g>" not in (heraut.folder / "nuit.svg").read_text(encoding="utf-8")


def test_a_whole_match_is_written_and_read_back_as_text() -> None:
    match, rng = Match.new(rois, [Seat("j1"), Seat("j2"), Seat("j3")], {"turns": 8}, bytes.fromhex(SEED)), Rng(b"text")
    while pending := match.pending():
        answers = {}
        for seat, decision in pending.items():
            answer = player(decision, decision.view, rng)
            answers[seat], refusals = match.answer(seat, decision.write(answer))
            assert refusals == () and decision.write(answers[seat]) == decision.write(answer)
        match.advance(answers)
    assert rois.result(match.state) is not None


def test_many_matches_between_bots_are_summed_up(heraut: CommandLine) -> None:
    words = ("simulate", "rois", "--matches", 2, "--seats", 2, "--seed", "essai", "--option", "short=true")
    answer = heraut(*words, "--bots", "player,random", "--json")
    assert answer.status == 0
    for match in answer.json["matches"]:
        levels = {name.partition(":")[0] for name in match["bots"].values()}
        assert match["turns"] <= 8 and levels == {"player", "random"}


# Calculators


def worth(rows: list[dict[str, Any]]) -> list[tuple[str, float]]:
    """The type and the strength of each unit."""
    return [(row["type"], row["strength"]) for row in rows]


def test_the_strengths_and_the_chances_of_a_battle(heraut: CommandLine) -> None:
    words = (*BATTLE, "--attack", "LE 3 human", "--against", "HC human, LE human", "--tactics", 2, "--explored", 50)
    told = heraut(*words)
    assert (told.status, told.err) == (0, "")
    assert "12,60" in told.out and "12,50" in told.out and "10,00" in told.out  # the worked example W23
    found = heraut(*words, "--json").json
    assert [worth(rows) for rows in found["strengths"]] == [[("LE", 12.6)] * 3, [("HC", 12.5), ("LE", 10.0)]]
    assert 0.5 < found["victory"] < 1 and found["victory"] == heraut(*words, "--json").json["victory"]
    assert "attacker" in heraut(*words, "--lang", "en").out


def test_an_estimate_says_how_sure_it_is(heraut: CommandLine) -> None:
    words = ("--attack", "LE 3 human", "--against", "HC human, LE human", "--seed", "marge")
    few, many = (heraut("odds", "rois", "battle", *words, "--runs", runs, "--json").json for runs in (100, 10_000))
    assert 0.08 < few["margin"] < 0.1 and many["margin"] < 0.0101 and (few["runs"], many["runs"]) == (100, 10_000)
    assert abs(few["victory"] - many["victory"]) < few["margin"] + many["margin"]
    said = heraut("odds", "rois", "battle", *words, "--runs", 100).out
    assert "près (100 batailles" in said and "give or take" in heraut(*DEN, "--monster", "troll", "--lang", "en").out


def test_next_year_s_gold(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    calm = heraut("odds", "rois", "budget", match, "--seat", "j1", "--json").json
    assert (calm["gold"], calm["taxes"], calm["units"], calm["heroes"]) == (10, 10, 7, 2) and calm["left"] == 11
    heraut("orders", match, "--seat", "j1", "-", typed="@1\n1: RE GA 2\n")
    spent = heraut("odds", "rois", "budget", match, "--seat", "Hawkmoon", "--json").json
    assert (spent["recruiting"], spent["units"], spent["left"]) == (2, 9, 7)
    told = " ".join(heraut("odds", "rois", "budget", match, "--seat", "j1").out.split())
    assert "recrutement" in told and "engagement de Héros" in told and "ni batailles" in told
    assert heraut("odds", "rois", "budget", match).status == 2
    assert heraut("odds", "rois", "budget", match, "--seat", "Personne").status == 2


@pytest.mark.rule("RO-TOOL-05")
def test_what_characters_may_hope_for_is_shown_before_orders_are_given(heraut: CommandLine) -> None:
    match = played(heraut, 2)
    view = heraut("show", match, "--seat", "j1", "--json").json
    found = heraut("odds", "rois", "chances", match, "--seat", "j1", "--json").json
    assert found.keys() == {str(each["number"]) for each in view["own"]["characters"]}
    for number, hope in found.items():
        assert hope["unnoticed"] == unnoticed(view, int(number))
        assert hope["practice"]["SP"] == practice(view, int(number), "SP") <= hope["taught"]["SP"]
        chances = {other: pursuing(view, int(number), int(other)) for other in view["own"]["met"]}
        assert hope["pursue"] == {other: chance and list(chance) for other, chance in chances.items()}
        assert all(view["own"]["met"][other]["kingdom"] == 0 for other in hope["hire"])
    shown = heraut("odds", "rois", "chances", match, "--seat", "j1").out
    assert "Hawkmoon" in shown and "talent nouveau" in shown
    assert heraut("odds", "rois", "chances", match).status == 2
    other = heraut.new("autre.json", "--seats", 4)
    assert "gloire" in heraut("odds", "rois", "chances", other, "--seat", "j1").err
    assert heraut("odds", "gloire", "finance", match, "--seat", "j1").status == 2


@pytest.mark.rule("RO-TOOL-05")
def test_the_dead_hope_for_nothing(heraut: CommandLine) -> None:
    path = heraut.new("partie.json", *SIX, game="rois")
    dead = heraut("show", path, "--seat", "j1", "--json").json["own"]["characters"][1]
    match = Match.resume(rois, read_record(path))
    body = match.state.characters[dead["number"]]
    body.died, body.hp = 1, 0
    match.record.start = match.keep((), match.state)
    write_record(path, match.record)
    assert str(dead["number"]) not in heraut("odds", "rois", "chances", path, "--seat", "j1", "--json").json
    shown = heraut("odds", "rois", "chances", path, "--seat", "j1")
    assert (shown.status, shown.err) == (0, "") and dead["name"] not in shown.out


def test_a_year_is_rehearsed_from_what_its_king_knows(heraut: CommandLine) -> None:
    match = played(heraut, 2)
    king = heraut("show", match, "--seat", "j1", "--json").json["own"]["king"]
    heraut("orders", match, "--seat", "j1", "-", typed=f"@{king}\n1: EX\n2: EX\n3: EX\n4: RE GA 9\n")
    words = ("odds", "rois", "rehearse", match, "--seat", "Hawkmoon", "--runs", 6, "--seed", "essai")
    found = heraut(*words, "--json").json
    assert found["trials"] == 6 and found["gold"]["least"] <= found["gold"]["mean"] <= found["gold"]["most"]
    assert heraut(*words, "--json").json == found, "the same seed, the same years"
    assert heraut(*words, "--bots", "player", "--json").json["trials"] == 6
    told = {lang: " ".join(heraut(*words, "--lang", lang).out.split()) for lang in ("fr", "en")}
    assert "au trésor" in told["fr"] and "6 répétitions" in told["fr"] and "n'envoient pas d'ordres" in told["fr"]
    assert "in the treasury" in told["en"] and "the others send no orders" in told["en"]
    assert 'played by "player"' in heraut(*words, "--bots", "player", "--lang", "en").out.replace("\n", " ")
    assert heraut(*words, "--bots", "personne").status == 2 and heraut(*words[:-6]).status == 2


def test_a_rehearsal_knows_the_events_of_the_year_before(heraut: CommandLine) -> None:
    """The record is played again to find what this seat was told, and nothing that others were."""
    match = played(heraut, 2)
    told = last_told(match, Seat("j2"))
    assert {event.seen_by for event in told} == {None, ("j2",)} and any(event.kind == "paid" for event in told)


@pytest.mark.rule("RO-TOOL-05")
def test_a_chance_that_depends_on_what_is_not_known_is_told_as_two() -> None:
    for lang, (both, one) in {"fr": ("25 % à 50 %", "25 %"), "en": ("25% to 50%", "25%")}.items():
        screen = Screen(lang)
        told = [between(screen, chances).replace(",0", "").replace(".0", "") for chances in ((25, 50), (25, 25))]
        assert told[0].replace("\u202f", " ").startswith(f"{both}, ") and told[1].replace("\u202f", " ") == one
    assert between(screen, None) == "?"


def test_units_are_named_in_either_language(heraut: CommandLine) -> None:
    french = heraut(*BATTLE, "--attack", "Légion 2 humain 3", "--against", "archers elfe", "--json").json
    english = heraut(*BATTLE, "--attack", "LEGION 2 human 3", "--against", "BO elf", "--json").json
    assert french == english and worth(french["strengths"][0]) == [("LE", 12.0)] * 2


def test_a_meeting_at_sea_and_terrains_count(heraut: CommandLine) -> None:
    fleets = (*BATTLE, "--attack", "FL 2", "--against", "FL 2", "--terrain", "mer", "--json")
    held, met = heraut(*fleets).json, heraut(*fleets, "--meeting").json
    assert [worth(each["strengths"][1])[0] for each in (held, met)] == [("FL", 10.0), ("FL", 8.0)]
    assert held["victory"] < met["victory"]


@pytest.mark.rule("RO-TOOL-01", "RO-BAT-20")
def test_fanatics_are_shown_with_their_chance(heraut: CommandLine) -> None:
    sides = (*BATTLE, "--attack", "LE 3", "--against", "LE 2")
    words = (*sides, "--with", "bon", "--against-with", "mauvais, domicile")
    told = " ".join(heraut(*words).out.split())
    assert "8,00 12,00 (40,0" in told and "15,00 20,00 (25,0" in told
    found = heraut(*words, "--json").json["strengths"]
    assert [rows[0] for rows in found] == [
        {"type": "LE", "strength": 8.0, "fanatic": 12.0, "zeal": 40},
        {"type": "LE", "strength": 15.0, "fanatic": 20.0, "zeal": 25},
    ]
    assert heraut(*sides, "--with", "good", "--against-with", "evil, home", "--json").json["strengths"] == found


@pytest.mark.rule("RO-TOOL-02", "RO-DUEL-06", "RO-BAT-24")
def test_duels_spells_and_inventions_count(heraut: CommandLine) -> None:
    sides = (*BATTLE, "--attack", "LE 3", "--against", "LE 3")
    plain = heraut(*sides, "--json").json
    assert not plain["duels"] and plain["supposed"] == []
    for favours in ("Bénédiction", "Acier trempé", "tempered steel", "BE"):
        assert worth(heraut(*sides, "--json", "--with", favours).json["strengths"][0])[0] == ("LE", 8.8)
    assert worth(heraut(*sides, "--json", "--with", "démoralisé").json["strengths"][0])[0] == ("LE", 6.0)
    duel = ("--leader", "roi, brave, ME 4, Excalibur", "--against-leader", "héros, couard, 5 PdV, {FL}")
    fought = heraut(*sides, *duel, "--json").json
    assert fought["duels"] == {"refused": 1.0} and fought["victory"] > plain["victory"]
    assert "refusé 100" in heraut(*sides, *duel).out
    duel = ("--leader", "king, brave, Melee 4, Excalibur", "--against-leader", "hero, coward, 5 hp, {FL}")
    assert heraut(*sides, *duel, "--json").json == fought


@pytest.mark.rule("RO-TOOL-02")
def test_a_battle_is_foreseen_from_what_a_king_knows(heraut: CommandLine) -> None:
    match = played(heraut, 3)
    own = heraut("show", match, "--seat", "j1", "--json").json["own"]
    king = next(each for each in own["characters"] if each["number"] == own["king"])
    seen = next(int(n) for n, each in own["map"].items() if each.get("forces", {}).get("0") and not each["home"])
    words = ("odds", "rois", "battle", match, "--seat", "j1", "--province", seen, "--runs", 50)
    lead = ("--lead", king["name"])
    led = sorted(unit["type"] for unit in own["units"] if unit["leader"] == king["number"])
    found = heraut(*words, *lead, "--json").json
    assert sorted(row["type"] for row in found["strengths"][0]) == led
    assert {each["code"] for each in found["supposed"]} == {"force", "commander"}
    told = " ".join(heraut(*words, *lead).out.split())
    assert "Supposé" in told and "--against-leader" in told
    assert "Assumed: " in heraut(*words, *lead, "--lang", "en").out
    better = heraut(*words, *lead, "--against", "LE 2, GA", "--against-leader", "TA 1, ME 1", "--json").json
    assert better["supposed"] == [] and worth(better["strengths"][1])[2][0] == "GA"
    draft = f"@{king['number']}\n1: MO {seen}\n"
    assert heraut("orders", match, "--seat", "j1", "-", typed=draft).status == 0
    assert heraut(*words, "--json").json["strengths"] == found["strengths"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--province", "60", "--attack", "LE", "--against", "LE"), "--province"),
        (("FILE", "--seat", "j1"), "--province"),
        (("FILE", "--seat", "j1", "--province", "60", "--attack", "LE"), "--attack"),
        (("FILE", "--province", "60"), "--seat"),
        (("FILE", "--seat", "j1", "--province", "HOME"), "--enemy"),
        (("FILE", "--seat", "j1", "--province", "HOME", "--enemy", "Personne"), "Personne"),
        (("FILE", "--seat", "j1", "--province", "HOME", "--enemy", "2"), "--against"),
        (("FILE", "--seat", "j1", "--province", "1", "--lead", "Personne"), "Personne"),
        (("--attack", "LE", "--against", "LE", "--with", "béni"), "Bénédiction"),
        (("--attack", "LE", "--against", "LE", "--with", "natifs"), "--against-with"),
        (("--attack", "LE", "--against", "LE", "--against-with", "natifs, bon"), "alignement"),
        (("--attack", "LE", "--against", "LE", "--leader", "ME 12"), "de 0 à 9"),
        (("--attack", "LE", "--against", "LE", "--leader", "{ST}"), "ST"),
    ],
)
def test_a_battle_that_cannot_be_foreseen_is_refused_with_a_reason(
    heraut: CommandLine, words: tuple[str, ...], told: str
) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    home = heraut("show", match, "--seat", "j1", "--json").json["own"]["home"]
    answer = heraut("odds", "rois", "battle", *[{"FILE": match, "HOME": home}.get(word, word) for word in words])
    assert answer.status == 2 and not answer.out and told in answer.err and "Traceback" not in answer.err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--attack", "LE"),
        ("--attack", "", "--against", "LE"),
        ("--attack", "ZZ", "--against", "LE"),
        ("--attack", "LE 61", "--against", "LE"),
        ("--attack", "LE 2 human 9", "--against", "LE"),
        ("--attack", "LE martien", "--against", "LE"),
        ("--attack", "LE", "--against", "LE", "--terrain", "lune"),
        ("--attack", "LE", "--against", "LE", "--tactics", "10"),
        ("--attack", "LE", "--against", "LE", "--runs", "0"),
    ],
)
def test_a_battle_that_cannot_be_read_is_misuse(heraut: CommandLine, words: tuple[str, ...]) -> None:
    answer = heraut("odds", "rois", "battle", *words)
    assert answer.status == 2 and not answer.out and "Traceback" not in answer.err


def test_the_chances_of_a_plan(heraut: CommandLine) -> None:
    words = (*DEN, "--monster", "squelette", "--plan", "ME, ME, ME, SC", "--levels", "ME 4")
    told = heraut(*words)
    assert (told.status, told.err) == (0, "") and "%" in told.out
    strong = heraut(*words, "--json").json
    weak = heraut(*DEN, "--monster", "SKELETON", "--plan", "ME", "--json").json
    assert strong["victory"] > weak["victory"] and sum(strong["endings"].values()) == pytest.approx(1)


@pytest.mark.parametrize("monster", MONSTERS)
def test_every_monster_can_be_met(heraut: CommandLine, monster: str) -> None:
    answer = heraut("odds", "rois", "encounter", "--runs", 5, "--monster", monster, "--plan", "FL, FL", "--json")
    assert answer.status == 0 and sum(answer.json["endings"].values()) == pytest.approx(1)


@pytest.mark.rule("RO-TOOL-03")
def test_the_plan_is_told_in_plain_words(heraut: CommandLine) -> None:
    words = (*DEN, "--monster", "troll", "--levels", "ME 2", "--items", "Épée runique", "--plan", "US-11, FL")
    told = heraut(*words).out
    assert "Prendre en main Épée runique (11)" in told and "Prendre la fuite." in told
    assert told.index("Prendre en main") < told.index("Prendre la fuite.") < told.index("Le plan épuisé")


def test_items_tempers_and_alignments_count(heraut: CommandLine) -> None:
    words = (*DEN, "--monster", "troll", "--levels", "ME 2", "--plan", "ME", "--json")
    plain = heraut(*words).json["victory"]
    assert heraut(*words, "--items", "Épée runique").json["victory"] > plain
    assert heraut(*words, "--temper", "couard").json["victory"] < plain
    assert heraut(*words, "--hp", 3).json["victory"] < plain


@pytest.mark.rule("RO-TOOL-03")
def test_talents_are_named_in_either_language(heraut: CommandLine) -> None:
    words = (*DEN, "--monster", "troll", "--plan", "ME", "--json", "--levels")
    found = [heraut(*words, levels) for levels in ("ME 2, MA 1", "Mêlée 2, marche forcée 1", "melee 2, Forced march 1")]
    assert [each.status for each in found] == [0, 0, 0] and found[0].out == found[1].out == found[2].out
    for text, words_fr in (("ME 12", "les talents vont de 0 à 9"), ("Mêlée", "« Mêlée 2 »"), ("ZZ 1", "Mêlée (ME)")):
        told = " ".join(heraut(*DEN, "--monster", "troll", "--levels", text).err.split())
        assert words_fr in told and "guerrier" not in told


@pytest.mark.parametrize(
    ("words", "shown", "hidden"),
    [
        (("odds", "rois", "encounter", "--monster", "chat"), "Araignée géante", "giant_spider"),
        (("odds", "rois", "encounter", "--monster", "troll", "--temper", "fou"), "couard", "coward"),
        (("odds", "rois", "encounter", "--monster", "troll", "--alignment", "divin"), "druidique", "druidic"),
        (("odds", "rois", "battle", "--attack", "LE", "--against", "LE", "--terrain", "lune"), "forêt", "forest"),
        (("odds", "rois", "battle", "--attack", "LE martien", "--against", "LE"), "elfe", "elf,"),
        (("odds", "rois", "battle", "--attack", "lapin", "--against", "LE"), "Légion (LE)", "Legion"),
        (("new", "rois", "-o", "refus.json", "--option", 'alignments={"j1": "divin"}'), "druidique", "druidic"),
        (("new", "rois", "-o", "refus.json", "--option", 'races={"j1": "divin"}'), "humain", "human"),
        (("new", "rois", "-o", "refus.json", "--option", 'tempers={"j1": "divin"}'), "couard", "coward"),
    ],
)
def test_what_there_is_is_listed_in_the_reader_s_language(
    heraut: CommandLine, words: tuple[str, ...], shown: str, hidden: str
) -> None:
    french, english = heraut(*words), heraut(*words, "--lang", "en")
    assert french.status and shown in " ".join(french.err.split()) and hidden not in french.err
    assert english.status and shown not in " ".join(english.err.split())


def test_every_word_that_a_refusal_lists_is_taken(heraut: CommandLine) -> None:
    for lang, temper in (("fr", "prudent"), ("en", "cautious")):
        options = ("--option", "tempers=" + json.dumps({"j1": temper}), "--lang", lang)
        assert heraut("new", "rois", *SIX, *options, "-o", heraut.folder / f"{lang}.json").status == 0
        assert heraut(*DEN, "--monster", "troll", "--temper", temper, "--json").status == 0
    for words in ("archers elfes 2", "elf archers 2", "BO 2 elfe"):
        answer = heraut(*BATTLE, "--attack", words, "--against", "LE", "--json")
        assert worth(answer.json["strengths"][0]) == [("BO", 6.0)] * 2
    named = ("--attack", "Light cavalry 2, archers elfes 2 3", "--against", "garnison", "--json")
    assert worth(heraut(*BATTLE, *named).json["strengths"][0])[::2] == [("LC", 6.0), ("BO", 9.0)]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--monster", "licorne rose"),
        ("--monster", "troll", "--plan", "ME, ST"),
        ("--monster", "troll", "--plan", "XX"),
        ("--monster", "troll", "--levels", "ZZ 2"),
        ("--monster", "troll", "--levels", "ME deux"),
        ("--monster", "troll", "--items", "grille-pain"),
        ("--monster", "troll", "--temper", "placide"),
        ("--monster", "troll", "--alignment", "divin"),
        ("--monster", "troll", "--hp", "12"),
    ],
)
def test_an_encounter_that_cannot_be_read_is_misuse(heraut: CommandLine, words: tuple[str, ...]) -> None:
    answer = heraut("odds", "rois", "encounter", *words)
    assert answer.status == 2 and not answer.out and "Traceback" not in answer.err


def test_a_frequent_mistake_is_pointed_out_and_the_order_is_taken(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    own = heraut("show", match, "--seat", "j1", "--json").json["own"]
    text = f"@{own['king']}\n1: PR ME\n2: EX\n@ROYAUME\nVOTE BLANC\n"
    for words in ((), ("--check",)):
        answer = heraut("orders", match, "--seat", "j1", "-", *words, typed=text)
        assert answer.status == 0 and answer.err == ""
        lines = answer.out.splitlines()
        place = lines.index("✓  3  2: EX")
        assert lines[place - 1].startswith("✓  2") and "!" not in lines[place - 1]
        assert lines[place + 1].startswith("  ! Exploration. ") and "(RO-EXPL-04)" in lines[place + 1]
        assert lines[place + 2].startswith("  ! Exploration. ") and "(RO-EXPL-07)" in lines[place + 2]
        assert lines[place + 4].startswith("  ! Élections. ")
    assert json.loads(match.read_text(encoding="utf-8"))["drafts"]["j1"].endswith("2: EX\n@ROYAUME\nVOTE BLANC")
    english = heraut("orders", match, "--seat", "j1", "-", "--check", "--lang", "en", typed=text)
    assert "  ! Elections. There is no vote this year" in english.out
    quiet = heraut("orders", match, "--seat", "j1", "-", "--check", typed=f"@{own['king']}\n1: PR ME\n")
    assert quiet.status == 0 and "!" not in quiet.out


def test_what_is_forgotten_in_the_whole_sheet_stands_below_it(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    record = Match.resume(rois, read_record(match))
    record.state.vote = record.state.turn
    asked = record.pending()[Seat("j1")]
    assert [*cautions(asked, "@ROYAUME\nTRAITE 2", "fr")] == [0]
    assert cautions(asked, "@ROYAUME\nVOTE 2", "fr") == cautions(asked, "", "fr") == {}


@pytest.mark.parametrize(("lang", "heading"), [("fr", "Fouilles de lieux"), ("en", "Searching places")])
def test_the_help_page_explains_the_ten_frequent_mistakes(heraut: CommandLine, lang: str, heading: str) -> None:
    answer = heraut("help", "rois", "--lang", lang)
    assert answer.status == 0 and f"── {heading} " in answer.out and answer.out.count("\n── ") == 10
    assert "RO-FEAT-02" in answer.out


def test_help_without_a_game_is_that_of_the_command_line(heraut: CommandLine) -> None:
    assert heraut("help").out == heraut("--help").out
    assert heraut("help", "echecs").status == 2


def test_one_region_of_the_map_is_drawn(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", *SIX, game="rois")
    home = heraut("show", match, "--seat", "j1", "--json").json["own"]["home"]
    svg = heraut.folder / "region.svg"
    drawn = {}
    for province in (home, (home + 80) % 162 + 1):
        assert heraut("show", match, "--seat", "j1", "--map", svg, "--around", province).status == 0
        drawn[province] = svg.read_text(encoding="utf-8")
        ElementTree.fromstring(drawn[province])
    assert [f"({home})" in text for text in drawn.values()] == [True, False]
    assert heraut("show", match, "--around", home).status == 2
    assert heraut("show", match, "--map", svg, "--around", 163).status == 2
    assert heraut("show", match, "--map", svg, "--around", 0).status == 2
    whole = heraut("show", heraut.new("autre.json"), "--map", svg, "--around", 1)
    assert whole.status == 2 and "gloire" in whole.err
