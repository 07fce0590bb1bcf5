"""A match from its opening to its proof: new, orders, advance, show, replay, verify, export."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import FIRST_ORDERS, SEED, CommandLine, every_game


def record(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def sheet(folder: Path, text: str) -> Path:
    path = folder / "ordres.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("GP-GEN-04")
def test_a_whole_life(heraut: CommandLine) -> None:
    match = heraut.new()
    fief = heraut.fief(match)
    kept = heraut("orders", match, "--seat", "j1", sheet(heraut.folder, f"IMP 5 {fief}\nCHE 1\n"))
    assert kept.status == 0
    for _ in range(3):
        step = heraut("advance", match, "--bots", "player")
        assert step.status == 0
        assert "Chronique" in step.out
    assert "Hawkmoon" in heraut("show", match, "--seat", "j1", "--report").out
    told = heraut("replay", match)
    assert told.status == 0
    assert all(f"Tour {turn}" in told.out for turn in (1, 2, 3))
    assert heraut("verify", match).status == 0
    tampered = record(match)
    tampered["steps"][1]["answers"][0]["text"] = "CHE 5"
    match.write_text(json.dumps(tampered), encoding="utf-8")
    refused = heraut("verify", match)
    assert refused.status == 1
    assert "Étape 2" in refused.err


# new


def test_a_new_match_tells_its_commitment_its_seats_and_its_map_but_not_its_seed(heraut: CommandLine) -> None:
    answer = heraut("new", "gloire", "-o", "a.json", "--seed", SEED, "--name", "j2=Jon Snow", "--word", "j2=rose")
    assert answer.status == 0
    made = record(heraut.folder / "a.json")
    assert made["commitment"] in answer.out
    assert "Jon Snow" in answer.out
    assert "Scandinavie" in answer.out
    assert SEED not in answer.out
    assert (made["seed"], made["words"]) == (SEED, {"j2": "rose"})


@every_game
def test_without_a_seed_nobody_can_guess_it(heraut: CommandLine, game: str) -> None:
    seeds = set()
    for name in ("a.json", "b.json"):
        assert heraut("new", game, "-o", name).status == 0
        seeds.add(record(heraut.folder / name)["seed"])
    assert {len(seed) for seed in seeds} == {64}
    assert len(seeds) == 2


def test_map_seats_and_options_are_chosen(heraut: CommandLine) -> None:
    match = heraut.new(
        "a.json", "--map", "europe", "--seats", 4, "--option", "militia=true", "--option", "turn_limit=7"
    )
    view = heraut("show", match, "--json").json
    assert (view["map"], len(view["lords"])) == ("EUROPE", 4)
    assert (view["settings"]["militia"], view["settings"]["turn_limit"]) == (True, 7)


def test_the_number_of_seats_is_that_of_the_map(heraut: CommandLine) -> None:
    match = heraut.new("a.json", "--option", "map=MOYEN-ORIENT")
    assert len(heraut("show", match, "--json").json["lords"]) == 20


@pytest.mark.parametrize(
    "words",
    [
        ("--map", "Lune"),
        ("--seats", "1"),
        ("--seats", "99"),
        ("--option", "tax_factor=none"),
        ("--option", "no_such_figure=1"),
        ("--option", "lords=many"),
        ("--seats", "0"),
        ("--seats", "-3"),
        ("--seats", "999999999"),
        ("--name", "j77=Arthur"),
        ("--name", "j1=  "),
    ],
)
def test_options_that_cannot_be_played_are_explained(heraut: CommandLine, words: tuple[str, ...]) -> None:
    answer = heraut("new", "gloire", "-o", "a.json", *words)
    assert answer.status == 1
    assert "GP-" in answer.err
    assert not (heraut.folder / "a.json").exists()


@every_game
@pytest.mark.parametrize(
    "words",
    [("--seed", "xyz"), ("--word", "j77=rose"), ("--option", "militia"), ("--name", "=Arthur")],
)
def test_options_that_cannot_be_read_are_misuse(heraut: CommandLine, words: tuple[str, ...], game: str) -> None:
    assert heraut("new", game, "-o", "a.json", *words).status == 2
    assert heraut("new", "chess", "-o", "a.json").status == 2


def test_a_short_seed_is_taken_with_a_warning(heraut: CommandLine) -> None:
    answer = heraut("new", "gloire", "-o", "a.json", "--seed", "00")
    assert answer.status == 0
    assert "courte" in answer.err


@every_game
def test_an_existing_file_is_not_replaced(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    before = match.read_bytes()
    assert heraut("new", game, "-o", match).status == 2
    assert heraut("export", match, "-o", match).status == 2
    assert heraut("replay", match, "-o", match).status == 2
    assert match.read_bytes() == before


# orders


@pytest.mark.rule("GP-GEN-13")
def test_each_line_is_answered_and_only_the_legal_ones_are_kept(heraut: CommandLine) -> None:
    match = heraut.new()
    fief = heraut.fief(match)
    text = f"; feuille\nimp 05 {fief.lower()}\n\nATT Personne {fief}\nche 2\n"
    answer = heraut("orders", match, "--seat", "j1", sheet(heraut.folder, text))
    assert answer.status == 1
    assert f"2  IMP 5 {fief}" in answer.out
    assert "Ligne 4" in answer.out
    assert record(match)["drafts"] == {"j1": f"IMP 5 {fief}\nCHE 2"}
    assert heraut("orders", match, "--seat", "j1").out == f"IMP 5 {fief}\nCHE 2\n"


def test_refusals_are_told_in_the_language_of_the_player(heraut: CommandLine) -> None:
    match = heraut.new()
    french = heraut("orders", match, "--seat", "j1", "-", typed="ATT Personne X\n").out
    english = heraut("orders", match, "--seat", "j1", "-", "--lang", "en", typed="ATT Personne X\n").out
    assert "Ligne 1" in french
    assert "Line 1" in english


@every_game
def test_a_sheet_comes_from_the_standard_input_too(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    seat = heraut.asked(match)
    assert heraut("orders", match, "--seat", seat, "-", typed=f"{FIRST_ORDERS[game].lower()}\r\n").status == 0
    assert record(match)["drafts"] == {seat: FIRST_ORDERS[game]}


def test_a_checked_sheet_is_not_kept(heraut: CommandLine) -> None:
    match = heraut.new()
    before = match.read_bytes()
    assert heraut("orders", match, "--seat", "j1", "-", "--check", typed="CHE 3\nABD\n").status == 0
    assert heraut("orders", match, "--seat", "j1", "-", "--check", typed="CHE 9\n").status == 1
    assert match.read_bytes() == before


@every_game
@pytest.mark.parametrize("filling", ["order", "", "; rien", "z" * 300])
def test_a_sheet_beyond_all_bounds_is_answered(heraut: CommandLine, game: str, filling: str) -> None:
    match = heraut.new(game=game)
    *head, order = FIRST_ORDERS[game].split("\n")
    text = "\n".join([*head, order, *[filling if filling != "order" else order] * 3000, order])
    checked = heraut("orders", match, "--seat", heraut.asked(match), "-", "--check", typed=text)
    assert checked.status == 1 and "lignes n'ont pas été lues" in checked.out
    assert order in checked.out or game in ("daifen", "vassaux")  # which take a sheet whole only
    assert "✓ 3002" not in checked.out and "✗ Ligne 3 002" not in checked.out
    assert heraut("orders", match, "--seat", heraut.asked(match), "-", typed=text).status == 1


@pytest.mark.rule("GP-GEN-02", "GP-GEN-04")
def test_a_draft_keeps_its_place_in_the_order_of_entry(heraut: CommandLine) -> None:
    match = heraut.new()
    for seat, text in (("j3", "CHE 1"), ("j1", "CHE 1"), ("j3", "CHE 2")):
        heraut("orders", match, "--seat", seat, "-", typed=text)
    assert list(record(match)["drafts"].items()) == [("j3", "CHE 2"), ("j1", "CHE 1")]
    heraut("advance", match)
    assert [answer["seat"] for answer in record(match)["steps"][0]["answers"]][:2] == ["j3", "j1"]


@pytest.mark.rule("GP-GEN-10")
def test_a_draft_takes_its_place_by_the_oldest_order_that_still_stands_in_it(heraut: CommandLine) -> None:
    match = heraut.new()

    def places(*drafts: tuple[str, str]) -> list[str]:
        for seat, text in drafts:
            assert heraut("orders", match, "--seat", seat, "-", typed=text).status == 0
        return list(record(match)["drafts"])

    assert places(("j3", "CHE 1"), ("j1", "INI 1 2 3"), ("j3", "CHE 1\nINI 1 2 3")) == ["j3", "j1"]
    assert places(("j3", "INI 1 2 3\nCHE 2")) == ["j3", "j1"]  # moved and edited
    assert places(("j3", "INI 1 2 3")) == ["j1", "j3"]  # the first one deleted
    assert places(("j1", "CHE 1")) == ["j3", "j1"]  # another order in its stead
    assert places(("j1", "; rien"), ("j1", "INI 1 2 3")) == ["j3", "j1"]
    heraut("advance", match)
    assert [answer["seat"] for answer in record(match)["steps"][0]["answers"]][:2] == ["j3", "j1"]
    assert "entered" not in record(match)


@pytest.mark.rule("GP-GEN-10")
def test_drafts_of_a_record_that_does_not_tell_their_times_keep_their_places(heraut: CommandLine) -> None:
    match = heraut.new()
    for seat in ("j3", "j1", "j2"):
        heraut("orders", match, "--seat", seat, "-", typed="CHE 1")
    told = record(match)
    del told["entered"]
    match.write_text(json.dumps(told), encoding="utf-8")
    heraut("orders", match, "--seat", "j1", "-", typed="CHE 2\nINI 1 2 3")
    assert list(record(match)["drafts"]) == ["j3", "j1", "j2"]


@pytest.mark.rule("GP-GEN-02")
def test_an_empty_sheet_removes_the_draft_a_sheet_of_nonsense_does_not(heraut: CommandLine) -> None:
    match = heraut.new()
    heraut("orders", match, "--seat", "j1", "-", typed="CHE 1")
    assert heraut("orders", match, "--seat", "j1", "-", typed="XYZ 1").status == 1
    assert record(match)["drafts"] == {"j1": "CHE 1"}
    assert heraut("orders", match, "--seat", "j1", "-", typed="; rien\n").status == 0
    assert "drafts" not in record(match)
    assert "pas de brouillon" in heraut("orders", match, "--seat", "j1").err


@pytest.mark.rule("GP-ABD-01")
@pytest.mark.parametrize(("typed", "kept"), [("o\n", True), ("yes\n", True), ("n\n", False), ("", False)])
def test_abdication_is_confirmed(heraut: CommandLine, typed: str, kept: bool) -> None:
    match = heraut.new()
    answer = heraut("orders", match, "--seat", "j1", sheet(heraut.folder, "ABD\n"), typed=typed)
    assert answer.status == (0 if kept else 1)
    assert ("drafts" in record(match)) == kept


def test_abdication_on_the_standard_input_needs_the_option_yes(heraut: CommandLine) -> None:
    match = heraut.new()
    assert heraut("orders", match, "--seat", "j1", "-", typed="ABD\n").status == 1
    assert heraut("orders", match, "--seat", "j1", "-", "--yes", typed="ABD\n").status == 0
    heraut("advance", match)
    gone = heraut("orders", match, "--seat", "j1", "-", typed="CHE 1\n")
    assert gone.status == 1
    assert "j1" in gone.err


@every_game
def test_unknown_seats_and_unreadable_sheets_are_misuse(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    (heraut.folder / "latin").write_bytes(b"\xff\xfe\x00")
    seat = heraut.asked(match)
    for words in (("j77", "-"), (seat, "absent.txt"), (seat, "latin"), (seat, "/")):
        answer = heraut("orders", match, "--seat", *words, typed=FIRST_ORDERS[game])
        assert answer.status == 2, words
        assert len(answer.err.strip().splitlines()) == 1
    assert heraut("show", match, "--seat", "").status == 2


# advance


@every_game
def test_silence_passes_and_bots_fill_empty_seats(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    first = heraut.asked(match)
    heraut("orders", match, "--seat", first, "-", typed=FIRST_ORDERS[game])
    heraut("advance", match)
    second = heraut.asked(match)
    heraut("orders", match, "--seat", second, "-", typed=FIRST_ORDERS[game])
    heraut("advance", match, "--bots", "random")
    silent, filled = ({a["seat"]: a.get("text") for a in step["answers"]} for step in record(match)["steps"])
    assert silent == {first: FIRST_ORDERS[game], **dict.fromkeys(set(silent) - {first})}
    assert filled[second] == FIRST_ORDERS[game]
    assert all(text is not None for text in filled.values())
    assert heraut("advance", match, "--bots", "nobody").status == 2


@pytest.mark.rule("GP-INF-11")
def test_a_match_that_is_over_opens_its_secrets_and_takes_no_more_orders(heraut: CommandLine) -> None:
    match = heraut.new("a.json", "--option", "turn_limit=2")
    assert heraut("replay", match, "--all").status == 1
    assert SEED not in heraut("show", match).out
    heraut("advance", match, "--bots", "player")
    heraut("advance", match, "--bots", "player")
    assert heraut("advance", match).status == 1
    assert heraut("orders", match, "--seat", "j1", "-", typed="CHE 1").status == 1
    assert SEED in heraut("show", match).out
    everything = heraut("replay", match, "--all", "--turn", 1)
    assert everything.status == 0
    assert everything.out.count("Trésor") + everything.out.count("trésor") > 10
    assert "Vainqueur" in heraut("verify", match).out
    copy = heraut.folder / "copie.json"
    heraut("export", match, "-o", copy)
    assert record(copy)["seed"] == SEED
    assert heraut("verify", copy).status == 0


# show, replay, verify, export


def test_a_passer_by_sees_less_than_a_seat(heraut: CommandLine) -> None:
    match = heraut.new()
    public, own = heraut("show", match), heraut("show", match, "--seat", "j1")
    assert (public.status, own.status) == (0, 0)
    assert "Vos chevaliers" not in public.out
    assert "Vos chevaliers" in own.out
    assert "own" not in heraut("show", match, "--json").json
    assert heraut("show", match, "--seat", "j1", "--json").json["own"]["treasury"] == 5000


def test_the_map_is_written_as_a_picture(heraut: CommandLine) -> None:
    match = heraut.new()
    assert heraut("show", match, "--seat", "j1", "--map", "carte.svg").status == 0
    assert (heraut.folder / "carte.svg").read_text(encoding="utf-8").startswith("<svg")
    assert heraut("show", match, "--map", match).status == 2
    assert heraut("show", match, "--map", "absent/carte.svg").status == 2


def test_a_turn_is_told_to_one_seat(heraut: CommandLine) -> None:
    match = heraut.new()
    heraut("orders", match, "--seat", "j1", "-", typed="CHE 1")
    heraut("advance", match)
    mine, public = heraut("replay", match, "--turn", 1, "--seat", "j1"), heraut("replay", match, "--turn", 1)
    assert "GP-CHE-" in mine.out
    assert "GP-CHE-" not in public.out
    assert heraut("replay", match, "--turn", 2).status == 2
    assert heraut("replay", match, "--seat", "j77").status == 2
    assert heraut("replay", match, "--seat", "hawkmoon").out == heraut("replay", match, "--seat", "j1").out


@every_game
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_option_that_does_not_exist_has_all_others_named(heraut: CommandLine, game: str, lang: str) -> None:
    told = heraut("new", game, "--option", "x=1", "-o", heraut.folder / "a.json", "--lang", lang)
    options = import_module(f"heraut.games.{game}.options").kinds()
    assert told.status and all(name in told.err for name in options)


def test_why_a_file_will_not_do_is_told_of_what_is_wrong(heraut: CommandLine) -> None:
    match, absent = heraut.new(), heraut.folder / "absent"
    for words, said in [
        (("odds", "daifen", "rehearse", match, "--seat", "j1"), "est une partie de gloire ; ce calculateur"),
        (
            ("new", "gloire", "-o", absent / "a.json"),
            f"{absent}\N{NO-BREAK SPACE}: rien",
        ),
    ]:
        told = heraut(*words)
        assert told.status == 2 and said in told.err.replace("\N{NARROW NO-BREAK SPACE}", " "), told.err


@every_game
def test_verification_says_what_was_verified(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    heraut("advance", match)
    answer = heraut("verify", match)
    assert answer.status == 0
    assert record(match)["commitment"] in answer.out
    assert len(answer.out.strip().splitlines()) == 3
    assert "commitment" in heraut("verify", match, "--lang", "en").out


@every_game
def test_a_copy_given_away_before_the_end_holds_no_secret(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    heraut("orders", match, "--seat", heraut.asked(match), "-", typed=FIRST_ORDERS[game])
    heraut("advance", match)
    heraut("orders", match, "--seat", heraut.asked(match), "-", typed=FIRST_ORDERS[game])
    copy = heraut.folder / "copie.json"
    assert heraut("export", match, "-o", copy).status == 0
    assert not {"seed", "state", "drafts"} & set(record(copy))
    assert FIRST_ORDERS[game] not in copy.read_text(encoding="utf-8")
    for words in (("show", copy), ("advance", copy), ("orders", copy, "--seat", "j1"), ("replay", copy)):
        assert heraut(*words).status == 2, words
    assert heraut("verify", copy).status == 1


@every_game
def test_a_damaged_state_is_rebuilt_from_the_steps(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    heraut("advance", match)
    damaged = record(match)
    damaged["state"]["turn"] = 99
    match.write_text(json.dumps(damaged), encoding="utf-8")
    assert heraut("show", match).status == 2
    assert heraut("replay", match, "-o", "bon.json").status == 0
    assert heraut("verify", "bon.json").status == 0
    assert heraut("advance", "bon.json").status == 0
