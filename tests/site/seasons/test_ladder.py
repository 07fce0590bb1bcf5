"""Ladders follow from the finished matches that count, whatever the order in which these came to be known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from heraut.lab.ratings import START, Rating, points, rated
from heraut.site.accounts.models import Player
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Presence, Seat
from heraut.site.privacy.export import everything_about
from heraut.site.seasons.counting import Competitor, ranks, season_of, seats_of
from heraut.site.seasons.ladder import bring_up_to_date, rate_due
from heraut.site.seasons.models import RatedMatch, Standing
from heraut.site.seasons.standings import ladder_of
from heraut.site.seasons.trophies import award, crown_seasons
from tests.site.conftest import new_player
from tests.site.lobby.builders import new_table

DAY = datetime(2026, 11, 2, 12, tzinfo=UTC)


def played(
    host: Player, people: Sequence[Player | str | None], scores: Sequence[float], day: int = 0, **fields: object
) -> Match:
    """A match that is over: a player, a bot or nobody in each seat, and the score of each."""
    match = new_table(host, len(people), counted=True)
    for number, who in enumerate(people, start=1):
        holder = {"user": who} if isinstance(who, Player) else {"bot": who or ""}
        Seat.objects.create(match=match, name=f"j{number}", lord=f"Sire {number}", **holder)
    result = {"scores": {f"j{number}": score for number, score in enumerate(scores, start=1)}, "road": "renown"}
    ended = {"status": m.OVER, "ended": DAY + timedelta(days=day), "digest": f"d{match.pk}", "result_data": result}
    Match.objects.filter(pk=match.pk).update(**ended | fields)
    match.refresh_from_db()
    return match


def lines(season: str = "") -> list[tuple[str, int, int, int]]:
    """The ladder: who, points, matches, victories."""
    return [
        (one.player.username if one.player else f"bot:{one.bot}", one.points, one.played, one.won)
        for one in ladder_of("gloire", season)
    ]


def test_ranks_share_a_place_and_leave_the_next_one_out() -> None:
    assert ranks({"a": 3.0, "b": 5.0, "c": 3.0, "d": 1.0}) == {"b": 1, "a": 2, "c": 2, "d": 4}


def test_a_newcomer_is_shown_as_a_thousand() -> None:
    assert points(Rating()) == START == 1000


@given(st.lists(st.integers(1, 5), min_size=2, max_size=12))
def test_who_ends_before_another_never_gains_less(order: list[int]) -> None:
    seats = [(number, rank) for number, rank in enumerate(order)]
    after = rated({number: Rating() for number, _ in seats}, seats)
    for one, rank in seats:
        for other, below in seats:
            assert rank >= below or after[one].mu > after[other].mu
            assert rank != below or after[one].mu == pytest.approx(after[other].mu)


def test_a_bot_in_two_seats_has_one_rating() -> None:
    after = rated({"p1": Rating(), "bot": Rating()}, [("p1", 1), ("bot", 2), ("bot", 3)])
    assert set(after) == {"p1", "bot"} and after["p1"].mu > Rating().mu > after["bot"].mu


@pytest.mark.django_db
def test_players_and_bots_are_ranked_by_what_they_did(alice: Player, bob: Player) -> None:
    played(alice, [alice, bob, "player"], [1, 0, 0])
    assert rate_due() == 1 and rate_due() == 0
    assert [(name, count, won) for name, _, count, won in lines()] == [
        ("Alice", 1, 1),
        ("Bob", 1, 0),
        ("bot:player", 1, 0),
    ]
    assert lines() == lines("2026-4") and lines()[0][1] > 1000


@pytest.mark.django_db
def test_what_does_not_count_changes_nothing(alice: Player, bob: Player) -> None:
    guest = new_player("Passant", guest=True)
    played(alice, [alice, bob], [1, 0], counted=False)
    played(alice, [alice, bob], [1, 0], private=True)
    played(alice, [alice, bob], [1, 0], demo=True)
    played(alice, [alice, bob], [1, 0], status=m.RUNNING)
    assert rate_due() == 0
    for seated, scores in (([alice, guest], [1, 0]), ([alice, None], [1, 0]), ([alice, bob], [0, 0]), ([alice], [1])):
        assert seats_of(played(alice, seated, scores)) == []
    assert rate_due() == 4 and lines() == []


@pytest.mark.django_db
def test_an_empty_seat_comes_before_nobody(alice: Player, bob: Player) -> None:
    match = played(alice, [None, alice, bob], [1, 0.5, 0])
    assert [(who.key, rank) for who, rank in seats_of(match)] == [(f"p{alice.pk}", 1), (f"p{bob.pk}", 2)]


@pytest.mark.django_db
def test_the_order_in_which_matches_become_known_means_nothing(alice: Player, bob: Player, charlie: Player) -> None:
    made = [
        lambda: played(alice, [alice, bob], [1, 0], day=0),
        lambda: played(alice, [bob, charlie], [1, 0], day=1),
        lambda: played(alice, [charlie, alice], [1, 0], day=2),
    ]
    found = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        Match.objects.all().delete()
        Standing.objects.all().delete()
        for place in order:
            made[place]()
            rate_due()
        found.append(lines())
    assert found[0] == found[1] == found[2]


@pytest.mark.django_db
def test_a_match_with_another_end_is_rated_anew_and_all_after_it(alice: Player, bob: Player) -> None:
    first = played(alice, [alice, bob], [1, 0], day=0)
    played(alice, [alice, bob], [0, 1], day=1)
    rate_due()
    before = lines()
    result = {"scores": {"j1": 0.0, "j2": 1.0}, "road": "renown"}
    Match.objects.filter(pk=first.pk).update(result_data=result, digest="rewound")
    assert rate_due() == 2 and lines() != before
    assert [(name, won) for name, _, _, won in lines()] == [("Bob", 2), ("Alice", 0)]
    Match.objects.filter(pk=first.pk).update(status=m.RUNNING, ended=None, result_data=None)
    rate_due()
    assert [(name, count) for name, _, count, _ in lines()] == [("Bob", 1), ("Alice", 1)]
    assert RatedMatch.objects.count() == 1


@pytest.mark.django_db
def test_a_season_begins_anew_and_its_first_player_is_crowned_once(alice: Player, bob: Player) -> None:
    for day in (0, 1):
        played(alice, [alice, bob], [1, 0], day=day)
    played(alice, [bob, alice], [1, 0], day=70)
    rate_due()
    assert season_of(DAY) == "2026-4" and season_of(DAY + timedelta(days=70)) == "2027-1"
    assert [count for _, _, count, _ in lines("2027-1")] == [1, 1] and lines("2027-1")[0][0] == "Bob"
    assert crown_seasons(DAY) == 0
    assert crown_seasons(DAY + timedelta(days=61)) == 1 and crown_seasons(DAY + timedelta(days=61)) == 0
    (crown,) = alice.trophies.filter(kind="season")
    assert crown.words["fr"] == "Premier du classement, automne 2026"


@pytest.mark.django_db
def test_trophies_follow_the_end_of_a_match(alice: Player, bob: Player) -> None:
    match = played(alice, [alice, bob], [1, 0])
    rate_due()
    assert alice.trophies.get().kind == "victory" and not bob.trophies.exists()
    Match.objects.filter(pk=match.pk).update(
        result_data={"scores": {"j1": 0.0, "j2": 1.0}, "road": "x"}, digest="other"
    )
    rate_due()
    assert bob.trophies.get().kind == "victory" and not alice.trophies.exists()


@pytest.mark.django_db
def test_the_page_shows_the_ladder_and_ones_own_line(alice: Player, bob: Player, client: Client) -> None:
    played(alice, [alice, bob, "player"], [1, 0, 0])
    rate_due()
    client.force_login(bob)
    page = client.get("/classement/?jeu=gloire").content.decode()
    assert "Alice" in page and "automate aguerri" in page and "à confirmer" in page and "Vous êtes à la place 2" in page
    assert "Personne" in client.get(f"/classement/?jeu=fief&saison={season_of(timezone.now())}").content.decode()
    assert 'Place">2<' in page and 'Place">3<' not in page  # Bob and the bot have as many points
    profile = client.get("/joueurs/Alice/").content.decode()
    assert "Victoire" in profile and "1 partie" in profile.replace("\xa0", " ")


@pytest.mark.django_db
@pytest.mark.parametrize("season", ["zz", "2020-3"])
def test_a_season_that_there_is_not_is_no_page(season: str, client: Client) -> None:
    assert client.get(f"/classement/?jeu=gloire&saison={season}").status_code == 404


@pytest.mark.django_db
def test_ratings_are_exported_and_go_with_the_account(alice: Player, bob: Player) -> None:
    played(alice, [alice, bob], [1, 0])
    rate_due()
    told = everything_about(alice)
    assert told["standings"][0]["played"] == 1 and told["trophies"][0]["kind"] == "victory"
    alice.delete()
    assert [name for name, *_ in lines()] == ["Bob"]
    played(bob, [bob, "player"], [1, 0], day=3)
    rate_due()
    assert {name for name, *_ in lines()} == {"Bob", "bot:player"}


def test_competitors_have_a_name_that_is_read_back() -> None:
    for who in (Competitor(player=12), Competitor(bot="player")):
        assert Competitor.of(who.key) == who


@pytest.mark.django_db
def test_a_table_says_whether_it_counts(alice: Player, client: Client) -> None:
    public, private = new_table(alice, counted=True), new_table(alice, counted=True, private=True)
    assert public.counted and not private.counted
    assert "Compte pour le classement" in client.get(f"/table/{public.code}/").content.decode()
    assert bring_up_to_date("gloire") == 0


@pytest.mark.django_db
def test_a_player_keeps_what_he_is_remembered_for(finished: Match, alice: Player) -> None:
    award(finished)
    words = alice.trophies.get().words
    assert set(words) == {"fr", "en"} and words["fr"] != words["en"]


@pytest.mark.django_db
def test_the_ladder_says_how_reliable_a_player_is(alice: Player, bob: Player, client: Client) -> None:
    match = played(alice, [alice, bob], [1, 0])
    rate_due()
    Presence.objects.create(match=match, player=alice, owed=8, given=6)
    lines = client.get("/classement/?jeu=gloire").content.decode().partition("<tbody>")[2].split("</tr>")
    told = {name: next(line for line in lines if f">{name}<" in line) for name in ("Alice", "Bob")}
    assert "75" in told["Alice"].rpartition("<td")[2] and "–" in told["Bob"].rpartition("<td")[2]
