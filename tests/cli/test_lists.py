"""The games, the register of rules, simulations and calculators."""

from __future__ import annotations

import re

import pytest

from heraut.cli.screen import Screen
from heraut.cli.simulations import show_summary
from heraut.engine.protocol import Seat
from heraut.engine.rulebook import read_rules
from heraut.games import NAMES
from heraut.lab.simulate import MatchResult
from tests.cli.command_line import FIRST_ORDERS, CommandLine, every_game


@every_game
def test_the_games_are_listed(heraut: CommandLine, game: str) -> None:
    assert game in heraut("games").out


@every_game
def test_every_rule_is_proven_waived_or_missing(heraut: CommandLine, game: str) -> None:
    rules = read_rules(f"heraut.games.{game}")
    answer = heraut("rules", "--json").json
    assert set(answer) == set(NAMES)
    assert set(answer[game]) == {"proven", "waived", "missing"}
    assert sorted(id for ids in answer[game].values() for id in ids) == sorted(rules)
    assert heraut("rules", game, "--json").json == {game: answer[game]}


@every_game
def test_help_tells_the_orders_of_every_game_as_they_are_written(heraut: CommandLine, game: str) -> None:
    word = next(line for line in FIRST_ORDERS[game].splitlines() if not line.startswith("@")).split()[0]
    for lang in ("fr", "en"):
        answer = heraut("help", game, "--lang", lang)
        assert answer.status == 0 and word in answer.out and f"heraut rules {game}" in answer.out


def test_a_proof_counts_before_a_waiver() -> None:
    from heraut.cli.register import compliance
    from heraut.engine.rulebook import Rule

    rules = {id: Rule(0, "", "", "", waiver) for id, waiver in (("A", "site"), ("B", "site"), ("C", ""), ("D", ""))}
    assert compliance(rules, {"A": ["t"], "C": ["t"]}) == {"proven": ["A", "C"], "waived": ["B"], "missing": ["D"]}


@every_game
def test_the_register_is_shown_in_both_languages(heraut: CommandLine, game: str) -> None:
    for lang, title in (("fr", "preuve"), ("en", "proof")):
        answer = heraut("rules", game, "--lang", lang)
        assert answer.status == 0
        assert title in answer.out
        assert all(id in answer.out for id in read_rules(f"heraut.games.{game}"))


def test_one_rule_is_read(heraut: CommandLine) -> None:
    rule = read_rules("heraut.games.gloire")["GP-ATT-07"]
    assert rule.fr in heraut("rules", "gloire", "gp-att-07").out
    assert rule.en in heraut("rules", "gloire", "GP-ATT-07", "--lang", "en").out
    read = heraut("rules", "gloire", "gp-att-07", "--json").json
    assert read["GP-ATT-07"]["fr"] == rule.fr and read["GP-ATT-07"]["tests"]
    assert heraut("rules", "gloire", "GP-XXX-99").status == 2
    assert heraut("rules", "chess").status == 2


SMALL = ("simulate", "gloire", "--matches", 3, "--bots", "player,random", "--seed", "7", "--max-turns", 3)


def test_a_simulation_prints_one_result_a_match(heraut: CommandLine) -> None:
    answer = heraut(*SMALL, "--json").json
    assert set(answer) == {"matches"}
    assert len(answer["matches"]) == 3
    for match in answer["matches"]:
        assert set(match) == {"seed", "turns", "result", "road", "seconds", "bots", "entered"}
        assert (match["road"], match["turns"]) == ("turn_limit", 3)
        assert set(match["result"]) == {f"j{n}" for n in range(1, 11)}


def test_the_same_seed_gives_the_same_matches_whatever_the_jobs(heraut: CommandLine) -> None:
    one, two = (heraut(*SMALL, "--json", "--jobs", jobs).json["matches"] for jobs in (1, 2))
    for match in (*one, *two):
        del match["seconds"]
    assert one == two


def test_a_simulation_is_summed_up(heraut: CommandLine) -> None:
    answer = heraut(*SMALL, "--seats", 4, "--map", "europe")
    assert answer.status == 0
    assert "player" in answer.out
    assert "limite des tours" in answer.out
    assert not answer.err


@every_game
@pytest.mark.parametrize(("lang", "limit"), [("fr", "à la limite des tours"), ("en", "at the limit of turns")])
def test_every_game_is_simulated_and_may_be_stopped(heraut: CommandLine, game: str, lang: str, limit: str) -> None:
    words = ("simulate", game, "--matches", 2, "--bots", "random", "--seed", "abc", "--lang", lang)
    stopped = heraut(*words, "--max-turns", 1)
    assert stopped.status == 0 and limit in stopped.out and not stopped.err


@pytest.mark.parametrize(("lang", "end"), [("fr", "au dernier tour"), ("en", "on the last turn")])
def test_battles_are_simulated_to_their_end(heraut: CommandLine, lang: str, end: str) -> None:
    played = heraut("simulate", "vassaux", "--matches", 2, "--bots", "random", "--seed", "abc", "--lang", lang)
    assert played.status == 0 and end in played.out and not played.err


ROADS = {  # every way in which a match of each game may end
    "gloire": ("renown", "conquest", "alliance", "no_lord", "turn_limit"),
    "daifen": ("conquest", "association", "no_kingdom", "closed", "turn_limit"),
    "fief": ("alone", "pair", "last", "points", "conceded", "agreed", "nobody", "turn_limit"),
    "rois": ("threshold", "election", "turns", "survivor", "nobody"),
    "vassaux": (
        "marginal", "decisive", "lord_lost", "lords_lost", "nobody_left", "conceded", "agreed", "claimed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", ROADS)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_end_of_a_match_has_its_words(game: str, lang: str) -> None:
    screen = Screen(lang)
    assert len({screen.road(game, road) for road in ROADS[game]}) == len(ROADS[game])
    assert len({screen.victory(game, road) for road in ROADS[game]}) == len(ROADS[game])


@pytest.mark.rule("RO-VIC-05")
def test_a_world_is_won_on_points_however_its_emperor_was_crowned() -> None:
    assert Screen("fr").victory("rois", "election") == "aux points, après l'élection"
    assert Screen("en").victory("rois", "election") == "on points, after the election"


def test_a_simulation_that_cannot_be_played_is_refused(heraut: CommandLine) -> None:
    assert heraut(*SMALL, "--seats", 99).status == 1
    assert heraut(*SMALL, "--map", "Lune").status == 1
    assert heraut(*SMALL, "--option", "lords=many").status == 1
    assert heraut("simulate", "gloire", "--matches", 1, "--bots", "player,nobody", "--seed", "1").status == 2
    assert heraut("simulate", "chess", "--matches", 1, "--bots", "player", "--seed", "1").status == 2


def odds(heraut: CommandLine, *words: object, status: int = 0) -> str:
    answer = heraut("odds", "gloire", *words)
    assert answer.status == status, answer
    assert len(answer.err.strip().splitlines()) == (0 if status == 0 else 1)
    return answer.out


def test_the_chances_of_a_battle(heraut: CommandLine) -> None:
    battle = ("battle", "--men", 300, "--renown", 80, "--retreat", "80%")
    assert "Victoire" in odds(heraut, *battle, "--against", "300:80:100:garrison", "--fort", "muraille")
    assert "Victory" in odds(heraut, *battle, "--peasants", 16500, "--lang", "en")
    exact = heraut("odds", "gloire", *battle, "--against", "300:80", "--json").json
    assert exact["method"] == "exact"
    runs = heraut("odds", "gloire", *battle, "--against", "300:80", "--runs", 400, "--seed", "1", "--json").json
    assert (runs["method"], runs["effort"]) == ("simulated", 400)
    assert runs["success_interval"][0] <= exact["success"] <= runs["success_interval"][1]
    assert "19 fois sur 20" in odds(heraut, *battle, "--against", "300:80", "--runs", 100)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--against", "many"),
        ("--against", "300"),
        ("--against", "300:80:1:2"),
        ("--against", "0:80"),
        ("--against", "300:nan"),
        ("--against", "300:80", "--retreat", "half"),
        ("--against", "300:80", "--fort", "tower"),
    ],
)
def test_a_battle_that_cannot_be_read_is_misuse(heraut: CommandLine, words: tuple[str, ...]) -> None:
    odds(heraut, "battle", "--men", 400, *words, status=2)


def test_the_grand_argentier_of_an_imagined_land(heraut: CommandLine) -> None:
    assert "2 749" in odds(heraut, "finance").replace("\u202f", " ")
    plan = heraut("odds", "gloire", "finance", "--happiness", 20, "--mean", 20, "--json").json
    assert (plan["steady"], plan["levels"][5]["alone"]["tax"]) == (5, 2749)


def test_the_grand_argentier_of_a_seat(heraut: CommandLine) -> None:
    match = heraut.new()
    fief = heraut.fief(match)
    heraut("orders", match, "--seat", "j1", "-", typed=f"IMP 5 {fief}\nRED 1375 {fief}\nCHE 5\nFOR {fief} enceinte\n")
    told = odds(heraut, "finance", match, "--seat", "j1")
    assert "redistribution" in told
    assert "Ordre 4" in told
    both = heraut("odds", "gloire", "finance", match, "--seat", "j1", "--json").json
    assert set(both) == {"estate", "forecast"}
    assert both["forecast"]["start"] == 5000
    odds(heraut, "finance", match, status=2)
    odds(heraut, "finance", match, "--seat", "j77", status=2)
    odds(heraut, "finance", "absent.json", "--seat", "j1", status=2)


def test_a_levy_by_money_or_by_men(heraut: CommandLine) -> None:
    match = heraut.new()
    levy = ("levy", match, "--seat", "j1", "--land", heraut.fief(match).lower())
    assert "200 hommes" in odds(heraut, *levy, "--amount", 1000)
    assert heraut("odds", "gloire", *levy, "--men", 200, "--json").json["amount"] == 1000
    assert "5 000" in odds(heraut, *levy, "--men", 2000).replace("\u202f", " ")
    odds(heraut, *levy, status=2)
    odds(heraut, *levy, "--men", 1, "--amount", 1, status=2)
    odds(heraut, *levy, "--men", 10**12, status=2)


def test_the_price_of_knights(heraut: CommandLine) -> None:
    match = heraut.new()
    assert "101" in odds(heraut, "knights", match, "--seat", "j1")
    plain = heraut("odds", "gloire", "knights", "--renown", 100, "--mean", 100, "--treasury", 1020, "--json").json
    assert (plain["highest_price"], plain["all_paid"][0]) == (1020, 1.0)


def test_the_way_home(heraut: CommandLine) -> None:
    assert "Lappland" in odds(heraut, "retreat", "scandinavie", "thule", "lappland", "kola", "--men", 500)
    far = heraut("odds", "gloire", "retreat", "scandinavie", "THULE", "SCANIE", "--men", 500, "--json").json
    assert (far["refuges"], far["left"]) == (["SCANIE"], 0)
    assert "se disperse" in odds(heraut, "retreat", "scandinavie", "thule", "--garrison")
    odds(heraut, "retreat", "lune", "thule", status=2)
    odds(heraut, "retreat", "scandinavie", "atlantide", status=2)


def test_nine_matches_in_ten_are_as_long_as_the_summary_says_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    """Each figure is the least that so many matches do not exceed, however few they are."""
    for lengths in ([7], [3, 9], [*range(1, 11)], [*range(1, 12)], [5] * 9 + [50], [5] * 8 + [40, 50], [*range(97)]):
        results = [
            MatchResult(
                "00", turns, {Seat("j1"): 1.0}, "renown", 0.0, {Seat("j1"): "player:loyal"}, {Seat("j1"): "player"}
            )
            for turns in reversed(lengths)
        ]
        show_summary(Screen("fr"), "gloire", results)
        (told,) = [line for line in capsys.readouterr().out.splitlines() if "neuf sur dix" in line]
        figures = re.findall(r"(\d+) au plus", told)
        for figure, tenths in zip(map(int, figures), (1, 5, 9), strict=True):
            assert 10 * sum(turns <= figure for turns in lengths) >= tenths * len(lengths)
            assert 10 * sum(turns < figure for turns in lengths) < tenths * len(lengths)
        assert f"de {min(lengths)} à {max(lengths)}" in told
