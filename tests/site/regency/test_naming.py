"""Who may be regent, how he is asked, when it begins and ends, to the minute and over changes of the clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.rewind import may_rewind
from heraut.site.common.refusals import CannotBeDone
from heraut.site.gazette.authorship import may_look
from heraut.site.lobby import takeover
from heraut.site.matches import host_actions
from heraut.site.matches.models import Match, Seat
from heraut.site.moderation import mediation
from heraut.site.moderation.sanctions import ban_from_match
from heraut.site.notifications.models import Letter
from heraut.site.regency import naming
from heraut.site.regency.export import kept_about
from heraut.site.regency.in_force import regency_of
from heraut.site.regency.models import Regency
from tests.site.conftest import new_player
from tests.site.games.daifen.conftest import new_continent as daifen_match
from tests.site.matches.builders import running, seat_of
from tests.site.moderation.builders import mediate, new_staff
from tests.site.regency.builders import in_force, offered, over

pytestmark = pytest.mark.django_db


def asked(client: Client, match: Match, regent: str, **more: Any) -> Any:
    """The form by which a player asks somebody, sent."""
    today = timezone.localdate()
    data = {"do": "regent", "regent": regent, "first": today, "last": today + timedelta(days=3), "orders": "on"}
    return client.post(f"/partie/{match.code}/regence/", {**data, **more}, follow=True)


def test_a_regent_is_asked_accepts_and_everybody_is_told(
    alice: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bots=1)
    page = asked(client_of(alice), match, "charlie", message="Tenez le Nord.")
    assert "La demande est partie" in page.content.decode()
    assert Letter.objects.get(kind="regent_asked").player == charlie
    assert regency_of(match.pk, charlie.pk) is None  # nothing before he has said yes
    first = client_of(charlie).get("/").content.decode()
    assert (
        "Alice vous demande d&#39;être son régent dans «" in first
        and match.title in first
        and "/compte/absence/" in first
    )
    home = client_of(charlie).get("/compte/absence/").content.decode()
    assert "Alice vous demande de jouer" in home
    number = Regency.objects.get().pk
    client_of(charlie).post(f"/compte/regences/{number}/accepter/")
    assert regency_of(match.pk, charlie.pk) is not None
    assert Letter.objects.get(kind="regent_accepted").player == alice
    entry = match.activities.get(kind="regency")
    assert (entry.author, entry.data["seats"]) == (charlie, ["j1"])
    regency = Regency.objects.get()
    told = datetime.fromisoformat(entry.data["until"]).astimezone(ZoneInfo(alice.time_zone))
    assert (told.date(), f"{told:%H:%M}") == (regency.ends, "23:59")  # as the page says, not the day after
    assert "23:59" in Letter.objects.get(kind="regent_asked").text
    assert "confie son siège à un régent" in client_of(alice).get(f"/table/{match.code}/").content.decode()


def test_a_match_of_secret_players_tells_nobody_of_a_regent(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match = daifen_match(alice, bob)
    in_force(seat_of(match, alice), charlie)
    assert not match.activities.filter(kind="regency").exists()
    named = asked(client_of(bob), match, "alice")
    fresh = new_player("Dora")
    other = asked(
        client_of(bob),
        match,
        "Dora",
        first=timezone.localdate() + timedelta(days=30),
        last=timezone.localdate() + timedelta(days=31),
    )
    assert "La demande est partie" in named.content.decode() and "La demande est partie" in other.content.decode()
    assert (
        "vous demande" not in client_of(alice).get("/compte/absence/").content.decode()
    )  # nor does alice learn of bob
    assert "vous demande" in client_of(fresh).get("/compte/absence/").content.decode()
    assert not Letter.objects.filter(player=alice, kind="regent_asked").exists()
    hidden = Regency.objects.get(regent=alice)
    assert client_of(alice).post(f"/compte/regences/{hidden.pk}/accepter/").status_code == 404
    assert client_of(alice).post(f"/compte/regences/{hidden.pk}/finir/").status_code == 404
    assert not [one for one in kept_about(alice)["regencies"] if one["regent__username"] == "Alice"]


@pytest.mark.parametrize(
    ("who", "key"), [("Bob", "unfit"), ("Alice", "yourself"), ("Visiteuse", "guest"), ("Personne", "nobody_so_named")]
)
def test_not_everybody_may_be_regent(alice: Player, bob: Player, who: str, key: str) -> None:
    Player.objects.create_user("Visiteuse", guest=True)
    match = running(alice, bob)
    with pytest.raises(CannotBeDone) as refusal:
        naming.name(seat_of(match, alice), who, timezone.localdate(), timezone.localdate(), orders=True)
    assert refusal.value.key == key


def test_whoever_was_banned_from_a_match_is_no_regent_in_it(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob, charlie)
    ban_from_match(seat_of(match, bob), charlie, "deux comptes")
    with pytest.raises(CannotBeDone):
        offered(seat_of(match, alice), bob)


def test_nobody_is_regent_of_two_lords_nor_takes_the_second_over(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    over(in_force(seat_of(match, alice), charlie))
    with pytest.raises(CannotBeDone, match="unfit"):
        offered(seat_of(match, bob), charlie)
    host_actions.offer(seat_of(match, bob), bob)
    with pytest.raises(CannotBeDone, match="was_regent"):
        takeover.take_over(seat_of(match, bob), charlie)
    host_actions.offer(seat_of(match, alice), alice)
    takeover.take_over(seat_of(match, alice), charlie)  # the seat that he knows already
    assert seat_of(match, charlie).name == "j1"


def test_two_offers_taken_one_after_the_other_make_one_regent(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    first, second = offered(seat_of(match, alice), charlie), offered(seat_of(match, bob), charlie)
    naming.accept(first.pk, charlie)
    with pytest.raises(Regency.DoesNotExist):
        naming.accept(second.pk, charlie)


@pytest.mark.parametrize(
    ("first", "last", "key"),
    [(2, 1, "backwards"), (-3, -1, "past"), (400, 401, "far"), (0, naming.LONGEST_REGENCY, "long")],
)
def test_days_lie_ahead_in_their_order_and_are_not_too_many(
    alice: Player, charlie: Player, first: int, last: int, key: str
) -> None:
    today = naming.today(alice)
    with pytest.raises(CannotBeDone) as refusal:
        naming.check_days(alice, today + timedelta(days=first), today + timedelta(days=last))
    assert refusal.value.key == key
    naming.check_days(alice, today, today + timedelta(days=naming.LONGEST_REGENCY - 1))


def test_regencies_follow_one_another_and_never_overlap(alice: Player, charlie: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    seat, today = seat_of(match, alice), naming.today(alice)
    naming.name(seat, "Charlie", today, today + timedelta(days=3), orders=True)
    with pytest.raises(CannotBeDone, match="overlap"):
        naming.name(seat, "Bob", today + timedelta(days=3), today + timedelta(days=5), orders=True)
    naming.name(seat, "Bob", today + timedelta(days=4), today + timedelta(days=5), orders=True)


@pytest.mark.parametrize(
    ("zone", "first", "last", "starts", "stops"),
    [
        # the night of March in which Paris loses an hour: its day has 23
        ("Europe/Paris", date(2027, 3, 28), date(2027, 3, 28),
         datetime(2027, 3, 27, 23, tzinfo=UTC), datetime(2027, 3, 28, 22, tzinfo=UTC)),
        # that of October, which has 25
        ("Europe/Paris", date(2026, 10, 25), date(2026, 10, 25),
         datetime(2026, 10, 24, 22, tzinfo=UTC), datetime(2026, 10, 25, 23, tzinfo=UTC)),
        ("Pacific/Noumea", date(2026, 12, 1), date(2026, 12, 2),
         datetime(2026, 11, 30, 13, tzinfo=UTC), datetime(2026, 12, 2, 13, tzinfo=UTC)),
    ],
)  # fmt: skip
def test_days_are_those_of_the_player(zone: str, first: date, last: date, starts: datetime, stops: datetime) -> None:
    assert naming.moments(first, last, zone) == (starts, stops)


def test_it_holds_from_its_first_minute_to_its_last(alice: Player, charlie: Player) -> None:
    match = running(alice, bots=1)
    regency = in_force(seat_of(match, alice), charlie)
    now = timezone.now()
    holds = Regency.objects.filter(pk=regency.pk)
    holds.update(starts=now + timedelta(minutes=1))
    assert regency_of(match.pk, charlie.pk) is None
    holds.update(starts=now - timedelta(minutes=1), stops=now + timedelta(minutes=1))
    assert regency_of(match.pk, charlie.pk) is not None
    holds.update(stops=now)
    assert regency_of(match.pk, charlie.pk) is None


def test_either_ends_it_and_strangers_do_not(
    alice: Player, charlie: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bots=1)
    regency = in_force(seat_of(match, alice), charlie)
    assert client_of(bob).post(f"/compte/regences/{regency.pk}/finir/").status_code == 404
    client_of(charlie).post(f"/compte/regences/{regency.pk}/finir/")
    assert regency_of(match.pk, charlie.pk) is None
    assert match.activities.filter(kind="regency_over", author=charlie).exists()
    assert Letter.objects.get(kind="regent_ended").player == alice
    again = in_force(seat_of(match, alice), charlie)
    client_of(alice).post(f"/compte/regences/{again.pk}/finir/")
    assert regency_of(match.pk, charlie.pk) is None


def test_what_has_ended_is_called_by_its_name(
    alice: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bots=1)
    for player, named, words in (
        (charlie, in_force, "La régence a pris fin"),
        (alice, offered, "La demande est retirée"),
        (charlie, offered, "Vous avez décliné la demande"),
    ):
        regency = named(seat_of(match, alice), charlie)
        answer = client_of(player).post(f"/compte/regences/{regency.pk}/finir/", follow=True)
        assert words in answer.content.decode()


def test_it_ends_with_the_hold_of_its_player(alice: Player, charlie: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    in_force(seat_of(match, alice), charlie)
    seat = seat_of(match, alice)
    Seat.objects.filter(pk=seat.pk).update(will="standing", standing="IMP 3 OULU")
    host_actions.offer(seat, alice)
    host_actions.take_over(seat, bob)
    assert regency_of(match.pk, charlie.pk) is None
    taken = seat_of(match, bob)
    assert (taken.will, taken.standing) == ("", "")


def test_bad_fields_keep_what_was_typed(alice: Player, charlie: Player, client_of: Callable[[Player], Client]) -> None:
    match = running(alice, bots=1)
    page = asked(client_of(alice), match, "Personne", message="Tenez <b>le</b> Nord").content.decode()
    assert "Personne ne s&#39;appelle Personne ici" in page and "Tenez &lt;b&gt;le&lt;/b&gt; Nord" in page
    assert "Donnez-lui au moins un droit" in asked(client_of(alice), match, "Charlie", orders="").content.decode()
    assert not Regency.objects.exists()


def test_who_was_banned_or_keeps_the_peace_is_no_regent(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bob)
    ban_from_match(seat_of(match, bob), charlie, "deux comptes")  # what he has seen of his own lord he knows
    with pytest.raises(CannotBeDone, match="unfit"):
        offered(seat_of(match, alice), bob)
    mediate(match, alice, charlie)
    with pytest.raises(CannotBeDone, match="unfit"):
        offered(seat_of(match, alice), charlie)
    mediation.dismiss(match, alice, charlie)  # what he has read he knows
    with pytest.raises(CannotBeDone, match="unfit"):
        offered(seat_of(match, alice), charlie)


def test_a_regent_keeps_no_peace_reads_no_author_and_rewinds_nothing(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    match.refresh_from_db()
    kalan = new_staff("Kalan")
    assert may_rewind(match, charlie) and may_look(match, kalan)
    reader, looker = mediation.keeper(match, charlie), mediation.keeper(match, kalan)
    assert reader is not None and reader.reads and looker is not None and looker.reads
    regencies = [in_force(seat_of(match, alice), charlie), in_force(seat_of(match, bob), kalan)]
    assert not may_rewind(match, charlie) and not may_look(match, kalan)
    for player in (charlie, kalan):
        keeper = mediation.keeper(match, player)
        assert keeper is not None and not keeper.reads and not keeper.bans
    for one in regencies:
        over(one)
    assert may_rewind(match, charlie)  # he sees no more there than a passer-by
    assert not may_look(match, kalan)
    with pytest.raises(CannotBeDone, match="no_mediator"):
        mediation.call(match, alice, charlie)
