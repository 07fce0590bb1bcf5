"""Fief from the command line: its odds, and a game from its opening to its proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heraut import bots
from heraut.engine.match import Match
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from tests.cli.command_line import SEED, CommandLine

player = bots.player("fief", "classic")
HOMES = ("Bourg, gueules", "Sigy, azur", "Tournus, sinople", "Beaujeu, sable")


def awaited(heraut: CommandLine, match: Path) -> list[str]:
    """Who has to decide something."""
    found: list[str] = heraut("show", match, "--json").json["awaited"]["seats"]
    return found


def all_type(heraut: CommandLine, match: Path, text: str) -> list[str]:
    """Everybody who is awaited types this, and the step is taken; who it was."""
    seats = awaited(heraut, match)
    for seat in seats:
        kept = heraut("orders", match, "--seat", seat, "-", typed=text)
        assert kept.status == 0, kept
    assert heraut("advance", match).status == 0
    return seats


def test_a_turn_is_played_by_text_and_can_be_verified(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    for home in HOMES:
        all_type(heraut, match, f"FONDER {home}\n")
    first = heraut("show", match, "--json").json["first"]
    bought = False
    for _ in range(40):
        view = heraut("show", match, "--json").json
        if view["turn"] == 2:
            break
        if view["phase"] == "purchase" and view["awaited"]["seats"] == [first]:
            village = next(name for name, seen in view["villages"].items() if seen["owner"] == first)
            all_type(heraut, match, f"bâtir Moulin, {village}\nfin\n")
            bought = heraut("show", match, "--json").json["villages"][village]["mills"] == 1
        else:
            all_type(heraut, match, "PRET\n" if view["phase"] == "negotiation" else "FIN\n")
    assert bought and view["turn"] == 2
    assert heraut("verify", match).status == 0
    told = heraut("replay", match, "--seat", "j1")
    assert told.status == 0
    tampered = json.loads(match.read_text(encoding="utf-8"))
    step = next(step for step in tampered["steps"] if any("BATIR" in (a.get("text") or "") for a in step["answers"]))
    step["answers"][0]["text"] = "FIN"
    match.write_text(json.dumps(tampered), encoding="utf-8")
    assert heraut("verify", match).status == 1


def test_a_line_that_cannot_be_taken_is_refused_and_nothing_is_kept(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    (seat,) = awaited(heraut, match)
    answer = heraut("orders", match, "--seat", seat, "-", typed="FONDER Camelot, gueules\n")
    assert answer.status == 1
    assert "drafts" not in json.loads(match.read_text(encoding="utf-8"))


def test_conceding_is_confirmed(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    (seat,) = awaited(heraut, match)
    assert heraut("orders", match, "--seat", seat, "-", typed="ABANDONNER\n").status == 1
    assert heraut("orders", match, "--seat", seat, "-", "--yes", typed="ABANDONNER\n").status == 0


def test_bots_fill_every_seat_and_the_tables_show_the_match(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    for _ in range(70):
        assert heraut("advance", match, "--bots", "player").status == 0
    public, own = heraut("show", match), heraut("show", match, "--seat", "Hawkmoon")
    assert "Les familles" in public.out and "Hawkmoon" in public.out
    assert "Votre trésor" in own.out and "Votre trésor" not in public.out
    english = heraut("show", match, "--seat", "j1", "--lang", "en").out
    assert "The families" in english and "Your purse" in english
    assert "?" in own.out  # soldiers that are not the reader's cannot be counted


def test_the_board_is_written_as_a_picture(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    for home in HOMES:
        all_type(heraut, match, f"FONDER {home}\n")
    assert heraut("show", match, "--seat", "j1", "--map", "plateau.svg").status == 0
    drawn = (heraut.folder / "plateau.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and 'data-village="bourg"' in drawn and "Hawkmoon" in drawn


def test_a_whole_match_is_written_and_read_back_as_text() -> None:
    options = {"mode": "points", "points_turns": 10}
    match, rng = Match.new(fief, [Seat("j1"), Seat("j2"), Seat("j3")], options, bytes.fromhex(SEED)), Rng(b"text")
    while pending := match.pending():
        answers = {}
        for seat, decision in pending.items():
            answer = player(decision, decision.view, rng)
            answers[seat], refusals = match.answer(seat, decision.write(answer))
            assert (answers[seat], refusals) == (answer, ())
        match.advance(answers)
    assert match.state.turn == 10


def test_the_chances_of_a_battle(heraut: CommandLine) -> None:
    words = ("odds", "fief", "battle", "--attack", "8+2", "--against", "5+1", "--place", "château")
    told = heraut(*words)
    assert (told.status, told.err) == (0, "")
    assert "85,6\N{NARROW NO-BREAK SPACE}%" in told.out
    assert "the attacker wins" in heraut(*words, "--lang", "en").out
    found = heraut(*words, "--json").json
    assert found["win"] == pytest.approx(0.856, abs=1e-3)
    assert sum(found["defender"]["left"]) == pytest.approx(1)


@pytest.mark.rule("FI-TOO-02")
def test_where_lords_can_arrive(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    for home in HOMES:
        all_type(heraut, match, f"FONDER {home}\n")
    public, own = heraut("odds", "fief", "reach", match), heraut("odds", "fief", "reach", match, "--seat", "j1")
    assert (public.status, public.err) == (0, "") and "?" in public.out and "libre" in public.out
    assert (
        "?" not in own.out and "8" in own.out and "free" in heraut("odds", "fief", "reach", match, "--lang", "en").out
    )
    found = heraut("odds", "fief", "reach", match, "--seat", "j1", "--json").json
    ((lord, walk),) = found.items()
    assert walk["seat"] == "j1" and all(len(arrival["way"]) < 3 for arrival in walk["arrivals"].values())
    assert {arrival["soldiers"] for arrival in walk["arrivals"].values()} == {8}
    village = next(iter(walk["arrivals"]))
    there = heraut("odds", "fief", "reach", match, "--village", village, "--json").json
    assert list(there[lord]["arrivals"]) == [village] and there[lord]["arrivals"][village]["soldiers"] is None
    assert list(heraut("odds", "fief", "reach", match, "--lord", lord, "--json").json) == [lord]
    assert heraut("odds", "fief", "reach", match, "--lord", "Perceval").status == 2
    other = heraut.new("autre.json", game="daifen")
    assert heraut("odds", "fief", "reach", other).status == 2


@pytest.mark.rule("FI-TOO-02")
def test_what_a_family_counts(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    for home in HOMES:
        all_type(heraut, match, f"FONDER {home}\n")
    told = heraut("odds", "fief", "ledger", match, "--seat", "j1")
    assert (told.status, told.err) == (0, "") and "Les revenus à venir" in told.out and "un château" in told.out
    assert "Income to come" in heraut("odds", "fief", "ledger", match, "--seat", "j1", "--lang", "en").out
    found = heraut("odds", "fief", "ledger", match, "--seat", "j1", "--json").json
    assert [line["money"] for line in found["incomes"]] == [100]  # the first castle
    assert set(found["points"]) == set(found["voices"]) == {"j1", "j2", "j3", "j4"}
    assert sum(region["castle"] for region in found["regions"].values()) == 2  # the four of them have one each
    assert heraut("odds", "fief", "ledger", match).status == 2
    assert heraut("odds", "fief", "ledger", heraut.new("autre.json", game="daifen"), "--seat", "j1").status == 2


def test_places_have_names_in_both_languages(heraut: CommandLine) -> None:
    battle = ("odds", "fief", "battle", "--attack", "8", "--against", "5", "--json")
    answers = [
        heraut(*battle, "--place", place, "--attack-place", place).json for place in ("cité", "CITE", "CITY", "city")
    ]
    assert answers[0] == answers[1] == answers[2] == answers[3] != heraut(*battle).json


def test_darc_and_aimed_dice_count(heraut: CommandLine) -> None:
    battle = ("odds", "fief", "battle", "--attack", "8+1", "--against", "9+1", "--json")
    plain, helped = heraut(*battle).json, heraut(*battle, "--darc").json
    assert helped["win"] > plain["win"]
    opposed = heraut(*battle, "--against-darc").json
    assert opposed["win"] < plain["win"]
    aimed = heraut(*battle, "--aim", "2").json
    assert aimed["defender"]["deaths"][0] > plain["defender"]["deaths"][0]
    assert heraut(*battle, "--against-aim", "2").json["attacker"]["deaths"] != plain["attacker"]["deaths"]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--attack", "8"),
        ("--attack", "many", "--against", "5"),
        ("--attack", "8+1+1", "--against", "5"),
        ("--attack", "200", "--against", "5"),
        ("--attack", "8+30", "--against", "5"),
        ("--attack", "8", "--against", "5", "--darc"),
        ("--attack", "8", "--against", "5", "--place", "forêt"),
        ("--attack", "8", "--against", "5", "--aim", "4"),
    ],
)
def test_a_battle_that_cannot_be_read_is_misuse(heraut: CommandLine, words: tuple[str, ...]) -> None:
    answer = heraut("odds", "fief", "battle", *words)
    assert answer.status == 2
    assert not answer.out


def test_what_is_asked_and_answers_to_it_are_told(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", game="fief")
    (seat,) = awaited(heraut, match)
    told = heraut("show", match, "--seat", seat).out
    assert "FONDER Beaujeu, gueules" in told and "heraut help fief" in told and "autres" in told
    all_type(heraut, match, "FONDER Bourg, azur\n")
    (second,) = awaited(heraut, match)
    asked = heraut("orders", match, "--seat", second)
    assert "FONDER Beaujeu, gueules" in asked.err and "FONDER Bourg" not in asked.err
    english = heraut("help", "fief", "--lang", "en").out
    assert "SOLLICITER villages" in english and "MARCHER lords, to, [tokens]" in english


def test_a_game_is_sat_out_to_its_end_by_what_is_told(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", "--option", "mode=points", "--option", "points_turns=10", game="fief")
    seat = awaited(heraut, match)[0]
    settled = heraut("sit", match, "--seat", seat, "--bots", "random", typed="?\nFONDER Bourg, azur\n\nq\n")
    assert settled.status == 0 and "FONDER Saint-Ciers-d'Abzac, argent" in settled.out  # ? tells all of them
    told = heraut("sit", match, "--seat", seat, "--bots", "random", typed="\n" * 3000)
    assert told.status == 0 and awaited_or_over(heraut, match) == "points"
    assert heraut("verify", match).status == 0


def awaited_or_over(heraut: CommandLine, match: Path) -> str:
    """The road by which a game has ended; "" while it has not."""
    return heraut("show", match, "--json").json["road"] or ""


@pytest.mark.rule("FI-AIM-01", "FI-AIM-03")
def test_dice_are_not_aimed_where_nobody_can_be_hit(heraut: CommandLine) -> None:
    nobody = heraut("odds", "fief", "battle", "--attack", "9", "--against", "5", "--aim", "1")
    assert nobody.status == 2 and "aucun seigneur" in nobody.err
    for place in ("city", "castle"):
        walls = heraut("odds", "fief", "battle", "--attack", "9", "--against", "5+1", "--place", place, "--aim", "1")
        assert walls.status == 2 and "FI-AIM-03" in walls.err
    behind = ("odds", "fief", "battle", "--attack", "9+1", "--against", "5+1", "--attack-place", "city")
    assert heraut(*behind, "--against-aim", "1").status == 2
    assert heraut(*behind, "--aim", "1").status == 0
