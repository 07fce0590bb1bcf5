"""A tournament from its opening to its trophy."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby.presets import PRESETS, WEEKLY
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.moderation.relations import declare
from heraut.site.moderation.sanctions import bar
from heraut.site.tournaments import models as t
from heraut.site.tournaments import tournaments
from heraut.site.tournaments.models import RUNNING, Tournament
from heraut.site.tournaments.rounds import rounds_due
from heraut.site.tournaments.standings import placings_of, share_of, table_of
from heraut.site.tournaments.tournaments import cancel, enter, leave
from tests.site.conftest import new_player

GLOIRE = {"map": "SCANDINAVIE"}


def opened(host: Player, *, kind: str = t.SWISS, size: int = 2, rounds: int = 2) -> Tournament:
    """A tournament of Gloire that waits for players."""
    return tournaments.open_tournament(
        host, "La Coupe", "gloire", kind, rounds, {**GLOIRE, "lords": size}, PRESETS[WEEKLY]
    )


def begin(tournament: Tournament) -> None:
    """Entries are closed, the worker begins the first round."""
    tournaments.begin(tournament)
    assert rounds_due() == 1


def end(match: Match, *order: Player) -> None:
    """The match is over; these players in this order, the first one has won."""
    score = {player.pk: 1.0 - place / 10 for place, player in enumerate(order)}
    scores = {seat.name: score.get(seat.user_id or 0, 0.0) for seat in match.seats.all()}
    Match.objects.filter(pk=match.pk).update(status=m.OVER, result_data={"scores": scores, "road": "renown"})


def matches(tournament: Tournament) -> list[Match]:
    """The matches of the present round."""
    tournament.refresh_from_db()
    found = placings_of(tournament).filter(round=tournament.round, match__isnull=False)
    return list(Match.objects.filter(pk__in=found.values("match")))


@pytest.fixture
def four(alice: Player, bob: Player, charlie: Player) -> list[Player]:
    """Four players."""
    return [alice, bob, charlie, new_player("Diane")]


@pytest.mark.django_db
def test_rounds_follow_each_other_and_the_first_is_crowned(four: list[Player]) -> None:
    alice, *_ = four
    cup = opened(alice)
    for player in four:
        enter(cup, player)
    begin(cup)
    first = matches(cup)
    assert len(first) == 2 and all(match.counted and match.status == m.RUNNING for match in first)
    for match in first:
        players = [seat.user for seat in match.seats.all() if seat.user]
        end(match, *players)
        assert rounds_due() == (0 if match == first[0] else 1)
    second = matches(cup)
    winners = {line.entrant.player for line in table_of(cup)[:2]}
    assert {frozenset(seat.user for seat in match.seats.all()) for match in second} == {
        frozenset(winners),
        frozenset(set(four) - winners),
    }
    for match in second:
        end(match, *[seat.user for seat in match.seats.all() if seat.user])
    assert rounds_due() == 1
    cup.refresh_from_db()
    best = table_of(cup)[0]
    assert cup.status == t.OVER and best.points == 2.0
    words = best.entrant.player.trophies.get(kind="tournament").words["fr"]
    assert words.replace("\xa0", " ") == "Premier de « La Coupe »"
    assert rounds_due() == 0


@pytest.mark.django_db
def test_an_odd_one_has_the_round_free_and_bots_take_seats_of_larger_tables(four: list[Player]) -> None:
    cup = opened(four[0])
    for player in four[:3]:
        enter(cup, player)
    begin(cup)
    (free,) = placings_of(cup).filter(free=True)
    assert free.points == 1.0 and len(matches(cup)) == 1
    larger = opened(four[0], size=3)
    for player in four:
        enter(larger, player)
    begin(larger)
    seats = [list(match.seats.all()) for match in matches(larger)]
    assert sorted(sum(bool(seat.bot) for seat in table) for table in seats) == [1, 1]
    assert all(len(table) == 3 for table in seats)


@pytest.mark.django_db
def test_who_withdraws_is_paired_no_more(four: list[Player]) -> None:
    cup = opened(four[0], kind=t.LEAGUE, rounds=9)
    for player in four:
        enter(cup, player)
    begin(cup)
    cup.refresh_from_db()
    assert cup.rounds == 3
    leave(cup, four[3])
    for match in matches(cup):
        end(match)
    rounds_due()
    cup.refresh_from_db()
    assert cup.round == 2
    assert not placings_of(cup).filter(round=2, entrant__player=four[3]).exists()
    assert placings_of(cup).filter(round=2, free=True).count() == 1


@pytest.mark.django_db
def test_only_matches_that_are_over_count_as_played_and_a_free_round_says_so(
    four: list[Player], client_of: Callable[[Player], Client]
) -> None:
    cup = opened(four[0])
    for player in four[:3]:
        enter(cup, player)
    address = f"/tournoi/{cup.code}/"
    tournaments.begin(cup)
    assert "Ronde 0" not in client_of(four[0]).get("/tournois/").content.decode()
    rounds_due()
    assert {line.played for line in table_of(cup)} == {0}
    (free,) = placings_of(cup).filter(free=True)
    told = client_of(free.entrant.player).get(address).content.decode()
    assert "Vous avez la ronde libre" in told and "dans la liste ci-dessous" not in told and "ronde suivante" in told
    (match,) = matches(cup)
    players = [seat.user for seat in match.seats.all() if seat.user]
    assert "dans la liste ci-dessous" in client_of(players[0]).get(address).content.decode()
    end(match, *players)
    rounds_due()
    assert sorted(line.played for line in table_of(cup)) == [0, 1, 1]
    told = client_of(four[0]).get(address).content.decode()
    assert "la dernière ronde" in told and "ronde suivante" not in told


@pytest.mark.django_db
def test_its_pages_name_the_winner_and_lead_to_and_fro(
    four: list[Player], client_of: Callable[[Player], Client]
) -> None:
    cup, at = opened(four[0], rounds=1), client_of(four[0])
    for player in four[:2]:
        enter(cup, player)
    begin(cup)
    (match,) = matches(cup)
    way = f'href="/tournoi/{cup.code}/"'
    assert way in at.get(f"/table/{match.code}/").content.decode()
    end(match, four[1], four[0])
    rounds_due()
    assert way in at.get(f"/partie/{match.code}/fin/").content.decode()
    told = at.get(f"/tournoi/{cup.code}/").content.decode()
    assert re.search(r"Vainqueur\W+<strong><a[^>]+>Bob", told)


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "size", "warned"), [(t.LEAGUE, 4, True), (t.SWISS, 2, True), (t.LEAGUE, 2, False)])
def test_few_entrants_are_told_that_they_meet_in_each_round_and_with_how_many_bots(
    four: list[Player], client_of: Callable[[Player], Client], kind: str, size: int, warned: bool
) -> None:
    cup, at = opened(four[0], kind=kind, size=size), client_of(four[0])
    for player in four[:2]:
        enter(cup, player)
    address = f"/tournoi/{cup.code}/"
    told = at.get(address).content.decode()
    assert ("les mêmes se rencontrent à chaque ronde" in told) == warned
    assert ("avec 2\xa0automates" in told.replace(" automates", "\xa0automates")) == (size == 4)
    begin(cup)
    told = at.get(address).content.decode()
    assert "les mêmes" not in told
    assert bool(re.search(r"</a>, 2.automates", told)) == (size == 4)


@pytest.mark.django_db
def test_what_is_agreed_for_its_matches_is_told_before_one_enters(alice: Player, client: Client) -> None:
    options = {**GLOIRE, "lords": 2, "turn_limit": 1}
    cup = tournaments.open_tournament(alice, "La Coupe", "gloire", t.SWISS, 2, options, PRESETS[WEEKLY])
    told = unescape(client.get(f"/tournoi/{cup.code}/").content.decode())
    match = Match(game="gloire", options=options, pace_data=cup.pace_data)
    agreed = list(adapter("gloire").chosen_options(match))
    assert agreed and all(words in told for words in agreed)


@pytest.mark.django_db
def test_a_league_says_when_its_rounds_are_too_few_for_all_to_meet(
    four: list[Player], client_of: Callable[[Player], Client]
) -> None:
    league = opened(four[0], kind=t.LEAGUE, rounds=2)
    at, address = client_of(four[0]), f"/tournoi/{league.code}/"
    told = []
    for player in four[:3]:
        enter(league, player)
        told.append("il faut 3 rondes pour que chacun rencontre chacun" in at.get(address).content.decode())
    assert told == [False, False, True]
    begin(league)
    assert "certains ne se rencontreront pas" in at.get(address).content.decode()


@pytest.mark.django_db
def test_what_cannot_be_undone_is_asked_and_what_follows_is_said(
    four: list[Player], client_of: Callable[[Player], Client]
) -> None:
    cup = opened(four[0])
    for player in four:
        enter(cup, player)
    begin(cup)
    page, host, guest = f"/tournoi/{cup.code}/", client_of(four[0]), client_of(four[3])
    asked = re.findall(r"<details.*?</details>", host.get(page).content.decode(), re.DOTALL)
    acts = [found for one in asked for found in re.findall(r"/(quitter|annuler)/", one)]
    assert acts == re.findall(r"/(quitter|annuler)/", host.get(page).content.decode()) == ["quitter", "annuler"]
    told = guest.post(f"{page}quitter/", follow=True).content.decode()
    assert "plus les rondes suivantes" in told and "commence d&#39;elle-même" not in told
    host.post(f"{page}annuler/")  # without a reason
    cup.refresh_from_db()
    assert cup.status == RUNNING
    told = host.post(f"{page}annuler/", {"reason": "Le toit fuit"}, follow=True).content.decode()
    assert "Les parties commencées continuent" in told and "/annuler/" not in told
    assert "Raison\xa0: Le toit fuit" in guest.get(page).content.decode()


@pytest.mark.django_db
def test_points_follow_a_match_that_is_rewound(four: list[Player]) -> None:
    cup = opened(four[0], rounds=3)
    for player in four[:2]:
        enter(cup, player)
    begin(cup)
    (first,) = matches(cup)
    end(first, four[0], four[1])
    rounds_due()
    assert table_of(cup)[0].entrant.player == four[0]
    end(first, four[1], four[0])
    rounds_due()
    assert table_of(cup)[0].entrant.player == four[1]


@pytest.mark.django_db
def test_who_gave_up_his_seat_has_nothing_of_it(four: list[Player]) -> None:
    cup = opened(four[0], rounds=1)
    for player in four[:2]:
        enter(cup, player)
    begin(cup)
    (match,) = matches(cup)
    match.seats.filter(user=four[0]).update(user=None)
    end(match, four[1])
    rounds_due()
    assert [(line.entrant.player, line.points) for line in table_of(cup)] == [(four[1], 1.0), (four[0], 0.0)]


@pytest.mark.django_db
def test_refusals(four: list[Player]) -> None:
    cup = opened(four[0])
    with pytest.raises(Refused):
        enter(cup, new_player("Passant", guest=True))
    enter(cup, four[0])
    enter(cup, four[0])
    assert cup.entrants.count() == 1
    with pytest.raises(Refused):
        tournaments.begin(cup)
    leave(cup, four[0])
    assert not cup.entrants.exists()
    cancel(cup, four[0], "personne")
    with pytest.raises(Refused):
        enter(cup, four[0])


def test_the_share_of_a_match() -> None:
    match = Match(result_data={"scores": {"j1": 1.0, "j2": 0.5, "j3": 0.5, "j4": 0.0}, "road": "x"})
    assert [share_of(match, f"j{number}") for number in (1, 2, 3, 4)] == [1.0, 0.5, 0.5, 0.0]
    assert share_of(Match(), "j1") == 0.5


@pytest.mark.django_db
def test_the_pages_lead_from_opening_to_the_first_round(
    alice: Player, bob: Player, charlie: Player, client: Client
) -> None:
    client.force_login(alice)
    form = client.get("/tournois/nouveau/?jeu=gloire").content.decode()
    assert 'name="kind"' in form and 'name="rounds"' in form
    fields = {
        "title": "La Coupe",
        "kind": "swiss",
        "rounds": "2",
        "preset": "daily",
        "lords": "2",
        "map": "SCANDINAVIE",
    }
    page = client.post("/tournois/nouveau/?jeu=gloire", fields, follow=True).content.decode()
    assert re.findall("errorlist.*", page) == []
    cup = Tournament.objects.get()
    assert cup.size == 2 and cup.game == "gloire"
    refused = client.post("/tournois/nouveau/?jeu=gloire", {**fields, "rounds": "99"})
    assert refused.status_code == 200 and Tournament.objects.count() == 1
    address = f"/tournoi/{cup.code}/"
    for player in (alice, bob):
        client.force_login(player)
        client.post(f"{address}entrer/")
    client.force_login(bob)
    assert client.post(f"{address}commencer/").status_code == 404
    client.force_login(alice)
    assert "Fermer" not in client.post(f"{address}commencer/", follow=True).content.decode()
    rounds_due()
    begun = client.get(address).content.decode()
    assert "Ronde 1" in begun and "Bob" in begun
    client.force_login(charlie)
    assert "ne le permet plus" in client.post(f"{address}entrer/", follow=True).content.decode()
    assert cup.title in client.get("/tournois/").content.decode()
    assert 'href="?jeu=daifen"' not in client.get("/tournois/nouveau/?jeu=daifen").content.decode()


@pytest.mark.django_db
@pytest.mark.rule("GP-RP-07")
@pytest.mark.parametrize(("kind", "size", "rounds"), [(t.SWISS, 2, 3), (t.SWISS, 3, 3), (t.LEAGUE, 3, 1)])
def test_those_who_are_close_sit_apart_while_the_others_suffice(
    four: list[Player], kind: str, size: int, rounds: int
) -> None:
    alice, bob, *_ = four
    cup = opened(alice, kind=kind, size=size, rounds=rounds)
    people = [*four, new_player("Eudes"), new_player("Flore")]
    for player in people:
        enter(cup, player)
    declare(alice, bob, "friends")
    declare(bob, alice, "friends")
    begin(cup)
    for _ in range(rounds):
        tables = [{seat.user for seat in match.seats.all()} for match in matches(cup)]
        assert tables and not any({alice, bob} <= table for table in tables)
        for match in matches(cup):
            end(match)
        rounds_due()


@pytest.mark.django_db
def test_who_is_banned_from_the_site_is_paired_no_more(four: list[Player]) -> None:
    cup = opened(four[0], rounds=1)
    for player in four:
        enter(cup, player)
    bar(four[3], four[0], "deux comptes", None)
    begin(cup)
    assert four[3] not in {one.entrant.player for one in placings_of(cup)}
    assert placings_of(cup).count() == 3


def test_nobody_comes_and_goes_without_end(alice: Player, bob: Player, client_of: Callable[[Player], Client]) -> None:
    tournament, at = opened(alice), client_of(bob)
    acts = [f"/tournoi/{tournament.code}/{act}/" for act in ("entrer", "quitter") * 11]
    assert [at.post(act).status_code for act in acts][-1] == 429
