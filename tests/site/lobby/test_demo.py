"""The demonstration: all its pieces are there, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from heraut.engine.match import verify
from heraut.site.accounts.guests import demo_player
from heraut.site.accounts.models import Player
from heraut.site.lobby.demo import insist, match_under_way, opened_at, prepare_demo, seeds, write_to
from heraut.site.lobby.my_matches import seats_of, told
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Activity, Match, Step
from heraut.site.matches.pace import deadline
from heraut.site.matches.records import record_of
from tests.site.matchpage.conftest import forget_views


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """A demonstration that was prepared twice, made once and taken back at the end: its player's number."""
    with django_db_blocker.unblock(), transaction.atomic():
        prepare_demo()
        yield prepare_demo().pk
        transaction.set_rollback(True)


@pytest.fixture
def demo(db: None, world: int) -> Iterator[Player]:
    """The player of the demonstration, as it was made."""
    forget_views()
    yield Player.objects.get(pk=world)
    forget_views()


def test_preparing_twice_makes_everything_once(demo: Player) -> None:
    statuses = sorted(Match.objects.filter(game="gloire").values_list("status", flat=True))
    assert statuses == [m.GATHERING, m.GATHERING, m.OVER, m.RUNNING]


def test_a_match_is_under_way_with_reports_to_read_and_orders_to_give(demo: Player) -> None:
    match = Match.objects.get(status=m.RUNNING, game="gloire")
    assert (match.step, match.steps.count(), match.seats.count()) == (3, 4, 10)
    own = match.seats.get(user=demo)
    assert own.bot == "" and match.seats.filter(bot__startswith="player:").count() == 9
    assert match.deadline is not None and match.deadline > match.steps.get(number=3).resolved


def test_the_finished_match_verifies_from_its_seed(demo: Player) -> None:
    match = Match.objects.get(status=m.OVER)
    assert match.result is not None
    verify(match.rules, record_of(match))


def test_every_page_of_the_lobby_opens_on_it(demo: Player, client: Client) -> None:
    for address in ("/", "/tables/", "/palmares/", *(f"/table/{code}/" for code in codes())):
        assert client.get(address).status_code == 200


def test_the_most_renowned_is_first(demo: Player) -> None:
    own = next(one for one in told(demo.pk, seats_of(demo)) if one.status and one.match.game == "gloire")
    lords = own.match.rules.view(own.match.realm, None)["lords"]
    mine = lords[own.seat.name]["global_renown"]
    assert own.rank == 1 + sum(lord["global_renown"] > mine for lord in lords.values())


def test_everything_shown_lies_in_the_past(demo: Player) -> None:
    now = timezone.now()
    assert not Step.objects.filter(resolved__gt=now).exists() and not Activity.objects.filter(at__gt=now).exists()
    running = Match.objects.filter(status=m.RUNNING)
    assert running.count() == len(names()) and all(match.deadline > now for match in running if match.deadline)


@pytest.mark.parametrize("game", names())
def test_the_turns_played_are_over_whenever_the_demonstration_is_prepared(game: str) -> None:
    """Every third hour of two weeks, those around a change of the clocks."""
    for pace in adapter(game).paces.values():
        for hours in range(0, 14 * 24, 3):
            now = datetime(2026, 10, 19, tzinfo=UTC) + timedelta(hours=hours)
            start = opened_at(pace, 6, now)
            assert start < now
            if not pace.by_decision:
                assert deadline(pace, start, 6) <= now
                assert pace.seconds or now < deadline(pace, start, 7)  # the one after is under way


def codes() -> list[str]:
    return list(Match.objects.values_list("code", flat=True))


def test_a_match_that_the_players_lord_has_not_survived_is_made_anew(demo: Player) -> None:
    match, made = Match.objects.get(status=m.RUNNING, game="daifen"), list[bytes]()

    def begun(seed: bytes) -> None:
        made.append(seed)
        if len(made) == 1:
            realm = match.rules.load(bytes(match.state))
            realm.kingdoms[match.seats.get(user=demo).name].fallen = 1
            match.state = match.rules.dump(realm)
            write_to(demo, match)

    insist(begun, seeds("daifen", None))
    assert len(set(made)) == 2


@pytest.mark.slow
def test_a_seed_gives_the_same_match_again_and_another_one_another(db: None) -> None:
    begun = []
    for seed in ("Thulé", "Thulé", "Ultima"):
        match_under_way(demo_player(), next(seeds("gloire", seed)))
        match = Match.objects.latest("pk")
        begun.append((match.digest, list(match.seats.values_list("lord", "bot"))))
        match.delete()
    assert begun[0] == begun[1] != begun[2]


def test_what_its_lords_write_is_read_in_the_readers_language(
    demo: Player, client_of: Callable[[Player], Client]
) -> None:
    client = client_of(demo)
    match = Match.objects.get(status=m.RUNNING, game="fief")
    thread = match.threads.get()
    for language, talk, letter in (
        ("fr", "Bon sacre à tous", "Je propose une trêve"),
        ("en", "A fine coronation", "a truce"),
    ):
        Player.objects.filter(pk=demo.pk).update(language=language)
        assert talk in client.get(f"/partie/{match.code}/propos/").content.decode()
        assert letter in client.get(f"/partie/{match.code}/lettres/{thread.code}/").content.decode()
    Match.objects.filter(pk=match.pk).update(demo=False)  # elsewhere letters stand as they were written
    assert "Bon sacre à tous" in client.get(f"/partie/{match.code}/propos/").content.decode()
