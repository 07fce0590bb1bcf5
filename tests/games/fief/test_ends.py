"""The end of a turn, victory, points, absence (FI-TRN-07, FI-END, FI-VIC, FI-PTS, FI-DP-R7)."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.protocol import Seat
from heraut.games import fief
from heraut.games.fief.board.lords import score
from heraut.games.fief.board.places import REGION_IDS, VILLAGE_OF
from heraut.games.fief.entries import Guest
from heraut.games.fief.identities import Vacancy
from heraut.games.fief.phases.ending import eliminate
from heraut.games.fief.state import replaced
from tests.games.fief.builders import Table

FIEFS = (
    ("r_bourg", "villeneuve"), ("r_tournus", "tournus"), ("r_beaujeu", "beaujeu"), ("r_st_gerome", "st_andre"),
    ("r_sennecy", "chateauneuf"), ("r_sigy", "marcamps"),
)  # fmt: skip


def court(players: int = 3, **options: object) -> Table:
    table = Table(players, **options)
    homes = (("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"), ("roland", "marcamps"))
    for player, (name, home) in enumerate(homes[:players]):
        table.lord(name, player, home)
    return table


def fiefs(table: Table, player: int, number: int, start: int = 0) -> None:
    for region, city in FIEFS[start : start + number]:
        table.fief(region, player, city)


def end(table: Table, turn: int = 1) -> Table:
    """The end of a turn, without a word."""
    table.realm.turn = turn
    table.phase("negotiation")
    told = list(table.events)
    while table.realm.turn == turn and table.realm.road is None:
        table.silence()
        told += table.events
    table.events = tuple(told)
    return table


# FI-END


@pytest.mark.rule("FI-END-01", "FI-END-02", "FI-END-03", "FI-VIC-06")
def test_without_lord_and_soldier_a_player_is_out() -> None:
    table = court(4)
    table.realm.lords[6] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["sigy"], ())
    table.own(1, "sigy", fort="castle", mills=1)
    table.fief("r_tournus", 1, "tournus")
    table.hand(1, "sun", "taille")
    table.purse(1, 900)
    table["roland"].captor = 0  # a captive counts as being on the board
    table["roland"].village = VILLAGE_OF["bourg"]
    end(table)
    families = table.realm.families
    assert [one.alive for one in families] == [True, False, True, True] and families[1].left == 1
    assert families[1].hand == () and families[1].purse == 0 and len(table.realm.dropped) + 2 >= 2
    assert (
        table.owner("sigy") is None
        and table.buildings("sigy") == (1, 0, "castle")
        and table.holder("r_tournus") is Vacancy.VACANT
    )
    assert "j2" not in table.asked and fief.view(table.realm, Seat("j2"))["own"]["hand"] == []
    last = court(2)
    last.realm.lords[6] = None
    assert end(last).realm.road == "last" and last.realm.winners == [0]
    nobody = court(2)
    nobody.realm.lords = [None] * 16
    assert end(nobody).realm.road == "nobody" and nobody.realm.winners == []


@pytest.mark.rule("FI-END-02", "FI-MOD-18")
def test_whoever_is_out_is_nobody_s_guest_and_nobody_s_host() -> None:
    table = court(3)
    kept = Guest(VILLAGE_OF["bourg"], 2, 0)
    table.realm.guests = (Guest(VILLAGE_OF["bourg"], 1, 0), kept, Guest(VILLAGE_OF["sigy"], 0, 1))
    eliminate(table.turn, 1)
    assert table.realm.guests == (kept,)


@pytest.mark.rule("FI-TRN-07")
def test_eliminations_then_points_then_victory_then_the_regency() -> None:
    table = court(3, mode="points", points_turns=10)
    table.lord("blanche", 1, "sigy")
    table.king("arnaud")
    table.queen("blanche", regent=True)
    table.realm.minor, table.realm.majority = True, 5
    table.realm.lords[11] = None
    end(table, 5)
    kinds = [event.kind for event in table.events]
    assert kinds.index("eliminated") < kinds.index("points_counted") < kinds.index("king_of_age")
    assert "j3" not in table.told("points_counted")[0]["counts"]
    assert table.realm.first == 1


@pytest.mark.rule("FI-END-04", "FI-DP-44")
def test_conceding_defaults_everything_until_somebody_answers_again() -> None:
    table = court().phase("cards")
    table.say("j1", "ABANDONNER", "FIN")
    assert table.realm.families[0].conceded and table.told("conceded")
    assert fief.view(table.realm, None)["seats"]["j1"]["conceded"]
    table.until(kind="window")
    assert table.pending[Seat("j1")].at_once and not table.pending[Seat("j2")].at_once
    table.say("j1", "PRET")  # a substitute
    assert not table.realm.families[0].conceded
    table.until(kind="cards")
    lonely = court().phase("negotiation")
    lonely.say("j1", "ABANDONNER", "PRET", j2="ABANDONNER\nPRET", j3="PRET")
    assert lonely.realm.road == "conceded" and lonely.realm.winners == [2]
    asking = court().phase("cards").say("j1", "REMPLACER", "FIN")
    assert fief.view(asking.realm, None)["seats"]["j1"]["wants_out"]


@pytest.mark.rule("FI-DP-R7")
def test_two_turns_of_silence_make_a_player_absent() -> None:
    table = court().phase("cards")
    while table.realm.turn < 3:
        seat = table.asked[0]
        if table.kind == "window":
            table.say("j1", "PRET", j2="PRET")
            table.silence()
        elif seat == "j3":
            table.silence()
        else:
            table.say(seat, "FIN")
    seats = fief.view(table.realm, None)["seats"]
    assert [seats[seat]["absent"] for seat in ("j1", "j2", "j3")] == [False, False, True]
    assert [one.silent for one in table.realm.families] == [0, 0, 2]  # who has spoken in a turn begins anew at its end
    while table.asked != ["j3"]:
        table.say(table.asked[0], "FIN")
    assert table.pending[Seat("j3")].at_once
    table.say("j3", "FIN")
    assert not fief.view(table.realm, None)["seats"]["j3"]["absent"]


@pytest.mark.rule("FI-END-04")
@pytest.mark.parametrize("mode", ["normal", "points"])
def test_when_all_have_conceded_nobody_wins(mode: str) -> None:
    table = court(mode=mode).phase("negotiation")
    table.say("j1", "ABANDONNER", "PRET", j2="ABANDONNER\nPRET", j3="ABANDONNER\nPRET")
    assert table.realm.road == "deserted" and table.realm.winners == [] and table.pending == {}
    result = fief.result(table.realm)
    assert result is not None and result.scores == {"j1": 0.0, "j2": 0.0, "j3": 0.0}
    text = fief.chronicle(fief.view(table.realm, None), table.events, "fr")
    assert "La partie est finie, tous l'ont délaissée. Personne ne l'emporte." in " ".join(text.split())


@pytest.mark.rule("FI-DP-R7", "FI-END-04")
def test_a_game_without_a_term_that_all_have_deserted_is_over() -> None:
    def silent(**options: Any) -> Table:
        table = court(**options).phase("cards")
        for _ in range(400):
            if table.realm.road:
                break
            table.silence()
        return table

    table = silent(mode="normal")
    assert (table.realm.road, table.realm.turn, table.realm.winners) == ("deserted", 2, [])
    assert len(table.told("absent")) == 3 and table.told("game_over")[0]["road"] == "deserted"
    limited = silent(mode="normal", turn_limit=10)  # one that has a term is played to it
    assert (limited.realm.road, limited.realm.turn) == ("turn_limit", 10)
    assert silent(mode="points", points_turns=10).realm.road == "points"
    mixed = court(mode="normal").phase("cards").say("j1", "ABANDONNER", "FIN").until(phase="negotiation")
    mixed.until(phase="cards")
    assert mixed.realm.road is None
    for _ in range(30):
        if mixed.realm.road is None:
            mixed.silence()
    assert (mixed.realm.road, mixed.realm.turn) == ("deserted", 2)


@pytest.mark.rule("FI-DP-R7")
def test_a_turn_in_which_he_speaks_begins_the_count_anew() -> None:
    table = court(mode="normal")
    for turn, (speaks, silent) in enumerate([(False, 1), (True, 0), (False, 1), (False, 2)], start=1):
        table.realm.families[2].spoke = speaks
        for other in table.realm.families[:2]:
            other.spoke = True
        end(table, turn)
        assert table.realm.families[2].silent == silent and bool(table.told("absent")) == (silent == 2)


@pytest.mark.rule("FI-DP-R7")
def test_one_who_still_answers_keeps_the_game_alive() -> None:
    table = court(mode="normal").phase("cards")
    while table.realm.turn < 5 and table.realm.road is None:
        if "j2" in table.asked and table.kind != "window":
            table.say("j2", "FIN")
        else:
            table.silence()
    assert table.realm.road is None and [one.silent >= 2 for one in table.realm.families] == [True, False, True]


# FI-VIC


@pytest.mark.rule("FI-VIC-01", "FI-VIC-02", "FI-VIC-04", "FI-EX-12")
def test_a_king_or_queen_with_three_fiefs_wins_alone_at_the_end_of_a_turn() -> None:
    def played(crown: str, number: int) -> Table:
        table = court(4)
        table.lord("blanche", 0, "bourg")
        fiefs(table, 0, number)
        if crown == "king":
            table.king("arnaud")
        elif crown:
            table.queen("blanche", regent=crown == "regent")
        table["arnaud"].captor = 3  # captive or not
        return end(table)

    for crown in ("king", "queen", "regent"):
        assert (played(crown, 3).realm.road, played(crown, 3).realm.winners) == ("alone", [0])
        assert played(crown, 2).realm.road is None
    assert played("", 4).realm.road is None
    abeyance = court(4)
    abeyance.king("arnaud")
    fiefs(abeyance, 0, 3)
    abeyance.realm.holders = replaced(abeyance.realm.holders, REGION_IDS.index("r_bourg"), Vacancy.ABEYANCE)
    assert end(abeyance).realm.road is None
    early = court(4)
    early.king("arnaud")
    fiefs(early, 0, 3)
    assert early.phase("cards").realm.road is None  # not before the end of the turn


@pytest.mark.rule("FI-VIC-03", "FI-VIC-05", "FI-MAR-06", "FI-EX-12")
def test_a_royal_couple_with_four_fiefs_wins_together() -> None:
    def played(mine: int, hers: int, *, married: bool = True, players: int = 4) -> Table:
        table = court(players, mode="normal")
        table.lord("blanche", 1, "sigy")
        if married:
            table.marry("arnaud", "blanche")
        table.king("arnaud")
        table.queen("blanche")
        fiefs(table, 0, mine)
        fiefs(table, 1, hers, mine)
        return end(table)

    assert (played(2, 2).realm.road, played(2, 2).realm.winners) == ("pair", [0, 1])
    assert played(1, 2).realm.road is None and played(2, 2, married=False).realm.road is None
    assert played(2, 2, players=2).realm.road is None
    both = played(3, 1)  # alone and as a pair: all who reach an aim
    assert (both.realm.road, sorted(both.realm.winners)) == ("several", [0, 1])
    text = " ".join(fief.chronicle(fief.view(both.realm, None), both.events, "en").split())
    assert "The game is over, two houses have reached their goals. Victory: F0 and F1!" in text
    assert played(3, 3).realm.road == "several" == played(3, 3, married=False).realm.road
    result = fief.result(played(2, 2).realm)
    assert result is not None and result.scores == {"j1": 1.0, "j2": 1.0, "j3": 0.0, "j4": 0.0}


@pytest.mark.rule("FI-VIC-07")
def test_a_turn_limit_is_decided_by_one_count() -> None:
    table = court(4, turn_limit=10)
    fiefs(table, 2, 1)
    table.purse(1, 2400)
    assert end(table, 9).realm.road is None
    table = court(4, turn_limit=10)
    fiefs(table, 2, 1)
    table.purse(1, 2400)
    end(table, 10)
    assert table.realm.road == "turn_limit" and table.realm.winners == [2]
    assert table.told("points_counted")[0]["counts"] == {"j1": 0, "j2": 40, "j3": 50, "j4": 0}


@pytest.mark.rule("FI-VIC-08", "FI-DP-31")
def test_all_may_agree_to_end_the_game_with_this_turn() -> None:
    table = court(3, mode="normal")
    table.purse(1, 500)
    table.phase("negotiation").say("j1", "CLORE")
    assert table.refused("j1", "CLORE") == [("FI-VIC-08", "agreed_already")]
    assert [(event.data, event.seen_by) for event in table.events if event.kind == "end_wanted"] == [
        ({"seat": "j1"}, None)
    ]
    table.say("j2", "CLORE", j3="CLORE").silence()
    assert table.realm.road == "agreed" and table.realm.winners == [1]
    not_all = court(3, mode="normal").phase("negotiation").say("j1", "CLORE", j2="CLORE").silence()
    assert not_all.realm.road is None
    points = court(3, mode="points", points_turns=15)
    points.realm.families[0].score = 70
    points.purse(1, 2500)
    points.phase("negotiation").say("j1", "CLORE", j2="CLORE", j3="CLORE").silence()
    assert points.realm.winners == [0] and points.realm.families[1].score == 50  # the counts so far, with a last one
    fifth = court(3, mode="points", points_turns=15)
    fifth.realm.turn = 5
    fifth.purse(1, 2500)
    fifth.phase("negotiation").say("j1", "CLORE", j2="CLORE", j3="CLORE").silence()
    assert fifth.realm.road == "agreed" and fifth.realm.families[1].score == 50  # counted once


# FI-PTS


@pytest.mark.rule("FI-PTS-01", "FI-PTS-02")
def test_every_five_turns_fortune_and_titles_are_counted() -> None:
    table = court(3, mode="points", points_turns=10)
    table.lord("blanche", 0, "bourg")
    table.lord("eric", 0, "bourg")
    table.fief("r_bourg", 0, "villeneuve", "arnaud")
    table.fief("r_beaujeu", 0, "beaujeu", "blanche")
    table.fief("r_st_gerome", 0, "st_andre", "blanche")
    table["eric"].bishop, table["eric"].cardinal = 1, True
    table.king("arnaud")
    table.queen("blanche")
    table.purse(0, 1400)
    table["eric"].purse = 5000  # set aside: not counted
    assert score(table.realm, 0) == 20 + 50 + 40 + 30 + 20 + 10 + 50 + 30
    table.realm.king = None
    table.prince("arnaud")
    assert score(table.realm, 0) == 250 - 50 + 10
    assert end(table, 4).told("points_counted") == []
    counted = court(3, mode="points", points_turns=10)
    counted.purse(0, 999)
    end(counted, 5)
    assert counted.told("points_counted") == [{"counts": {"j1": 10, "j2": 0, "j3": 0}}]
    assert counted.realm.families[0].score == 10
    left = court(3, mode="points", points_turns=10)
    left.realm.families[2].alive = False
    assert end(left, 5).told("points_counted") == [{"counts": {"j1": 0, "j2": 0}}]  # survivors alone
    kept = court(3, mode="points", points_turns=10)
    kept.fief("r_bourg", 0, "villeneuve")
    assert score(kept.realm, 0) == 50  # kept without a lord


@pytest.mark.rule("FI-PTS-03", "FI-PTS-04")
def test_the_sum_of_all_counts_decides_then_fiefs_then_purses() -> None:
    def played(scores: tuple[int, ...], purses: tuple[int, ...] = (0, 0, 0), fief_of: int | None = None) -> Table:
        table = court(3, mode="points", points_turns=10)
        for player, (points, money) in enumerate(zip(scores, purses, strict=True)):
            table.realm.families[player].score = points
            table.purse(player, money)
        if fief_of is not None:
            fiefs(table, fief_of, 1)
        return end(table, 10)

    assert played((100, 120, 90)).realm.winners == [1] and played((100, 120, 90)).realm.road == "points"
    assert played((100, 50, 0), fief_of=1).realm.winners == [1]  # equal sums: more fiefs
    assert played((100, 100, 0), (300, 400, 0)).realm.winners == [1]
    assert played((100, 50, 0), (400, 0, 0), fief_of=1).realm.winners == [1]  # fiefs before the purse
    assert played((101, 50, 0), (0, 400, 0), fief_of=1).realm.winners == [0]  # and the sum before both
    assert played((100, 100, 100), (300, 400, 400)).realm.winners == [1, 2]
    assert played((100, 100, 0)).realm.winners == [0, 1]
    royal = court(3, mode="points", points_turns=10)
    royal.king("arnaud")
    fiefs(royal, 0, 4)
    assert end(royal, 6).realm.road is None  # three fiefs and a crown do not end a points game
    ranked = court(3, mode="points", points_turns=10)
    ranked.realm.families[1].score = 500
    ranked.realm.lords[6] = None
    assert end(ranked, 10).realm.winners != [1]  # the eliminated rank after survivors
