"""Long lists: fifty entries a page, and as many questions to the database for fifty as for five."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import html5lib
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.engine.rng import commitment
from heraut.site.accounts.models import Player
from heraut.site.common.paging import LENGTH
from heraut.site.games.fief.table_forms import PACES
from heraut.site.lobby.presets import HOURLY, PRESETS
from heraut.site.lobby.tables import join, open_table
from heraut.site.lobby.takeover import offered_seats
from heraut.site.matches import models as m
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.matches.services import write_activity
from tests.site.conftest import new_player
from tests.site.lobby.builders import neighbours, new_table, running

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
FEW, MANY = 5, LENGTH + 8


def asked(client: Client, address: str) -> tuple[str, int]:
    """A page, and how many queries it took: the second time, when whatever is kept is kept."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode(), len(queries)


def grows_by_nothing(client: Client, address: str, make: Callable[[int], Any], mark: str) -> str:
    """Asks for a page over a few entries, then over many: as many queries, and fifty of them.

    `mark` stands once in each entry. The first page is returned.
    """
    make(FEW)
    page, few = asked(client, address)
    assert len(re.findall(mark, page)) == FEW
    make(MANY - FEW)
    page, many = asked(client, address)
    assert len(re.findall(mark, page)) == LENGTH
    assert many <= few + 1  # the other pages are counted
    return page


def other_page(page: str, rel: str = "next") -> str:
    """The address that leads to another page."""
    found = re.findall(rf'rel="{rel}" href="([^"]+)"', page)
    assert found
    return str(found[0]).replace("&amp;", "&")


def finished(number: int, host: Player) -> None:
    """So many public matches that are over, each with three lords."""
    for _ in range(number):
        match = Match.objects.create(
            code=f"over{Match.objects.count()}", game="gloire", title="Une partie finie", host=host, seed=b"",
            commitment=commitment(bytes(32)), status=m.OVER, started=timezone.now(), ended=timezone.now(), step=9,
            options={"lords": 3}, result_data={"scores": {"j1": 0.5, "j2": 0.5, "j3": 0.0}, "road": "renown"},
        )  # fmt: skip
        users = (host, None, None)
        Seat.objects.bulk_create(
            Seat(match=match, name=f"j{n}", lord=f"Roi{n}", user=users[n - 1], bot="" if n == 1 else "player")
            for n in (1, 2, 3)
        )


def test_the_hall_of_fame(alice: Player, client: Client) -> None:
    page = grows_by_nothing(client, "/palmares/", lambda number: finished(number, alice), "Une partie finie")
    assert page.count("Roi1") == page.count("Roi2") == LENGTH and "Roi3" not in page  # a crown that two share
    assert page.count('<td data-label="Joueur"><a href="/joueurs/Alice/">Alice') == LENGTH
    last, _ = asked(client, "/palmares/" + other_page(page))
    assert last.count("Une partie finie") == MANY - LENGTH
    html5lib.HTMLParser(strict=True).parse(last)
    assert other_page(last, "prev") == "?page=1"
    home, _ = asked(client, "/")
    assert home.count("Roi1") == home.count("Roi1 et Roi2") == 4


def test_a_list_of_matches_names_a_winner_once_where_lord_and_player_share_a_name(
    alice: Player, client: Client
) -> None:
    finished(1, alice)
    winner = re.compile(r'data-label="Vainqueur">(.*?)</td>', re.S)
    found = winner.findall(client.get("/joueurs/Alice/").content.decode())
    assert [re.sub("<[^>]+>", "", cell) for cell in found] == ["Roi1 · Alice Roi2 "]
    Seat.objects.filter(user=alice).update(lord="Alice")
    found = winner.findall(client.get("/joueurs/Alice/").content.decode())
    assert [re.sub("<[^>]+>", "", cell) for cell in found] == ["Alice Roi2 "]


@pytest.mark.parametrize("wrong", ["0", "-3", "999", "abc", "2.5", "", "9" * 400, "\u0663"])
def test_whatever_page_is_asked_for_there_is_one(alice: Player, client: Client, wrong: str) -> None:
    finished(2, alice)
    assert client.get("/palmares/", {"page": wrong}).status_code == 200


def test_tables_that_wait(alice: Player, client: Client) -> None:
    people = neighbours(4)

    def make(number: int) -> None:
        for count in range(number):
            table = new_table(alice, 5)
            for player in people[: count % 4]:
                join(table, player, f"{player.username} de Narvik")

    page = grows_by_nothing(client, "/tables/", make, '<li class="card royal" data-game')
    last, _ = asked(client, "/tables/" + other_page(page))
    assert last.count('<li class="card royal" data-game') == MANY - LENGTH
    codes = [code for one in (page, last) for code in re.findall(r'<h3><a href="/table/(\w+)/"', one)]
    assert len(set(codes)) == MANY  # none twice, none left out


def test_who_sits_at_a_table_is_not_offered_a_place_there(alice: Player, bob: Player, client_of: Browser) -> None:
    table = new_table(alice, 3)
    assert "Prendre place" in client_of(alice).get("/tables/").content.decode()  # the host does not play
    join(table, alice, "Aliénor")
    for address in ("/", "/tables/"):
        assert "Prendre place" not in client_of(alice).get(address).content.decode()
        assert "Prendre place" in client_of(bob).get(address).content.decode()


def test_a_filter_stays_from_page_to_page(alice: Player, client: Client) -> None:
    for number in range(MANY + 10):
        new_table(alice, 3, pace=PRESETS[HOURLY] if number % 8 == 0 else PRESETS["weekly"])
    _, few = asked(client, f"/tables/?pace={HOURLY}")
    page, many = asked(client, "/tables/?pace=weekly&game=gloire&place=SCANDINAVIE")
    assert abs(many - few) <= 1
    following = other_page(page)
    assert "pace=weekly" in following and "game=gloire" in following and "page=2" in following


def test_tables_that_name_no_number_of_lords(alice: Player, client: Client) -> None:
    """Four queries a card, before: how many seats there are."""

    def make(number: int) -> None:
        for _ in range(number):
            table = open_table(alice, "Sans nombre", {}, PRESETS["weekly"], game="fief")
            Seat.objects.create(match=table, name="s1", user=alice)
            Seat.objects.create(match=table, name="b1", bot="player")

    page = grows_by_nothing(client, "/tables/", make, '<li class="card royal" data-game')
    assert page.count('<i class="taken">') == page.count("<i></i>") == LENGTH


def test_a_live_table_says_how_long_its_delays_are(alice: Player, client: Client) -> None:
    table = open_table(alice, "Ce soir", {}, PACES["live"], game="fief")
    assert "3 par joueur pour toute la partie, de 3 min chacun" in client.get(f"/table/{table.code}/").content.decode()


def test_lords_who_want_a_player(alice: Player, client: Client) -> None:
    def make(number: int) -> None:
        for _ in range(number):
            match = running(alice, bots=2)
            Seat.objects.filter(match=match).exclude(user=alice).update(offered=True)
            Seat.objects.filter(match=match).exclude(user=alice).last().delete()  # type: ignore[union-attr]

    page = grows_by_nothing(client, "/tables/", make, '<li class="card"><h3 class="with-arms">')
    assert "seigneurs=2" in other_page(page)


def test_where_players_are_a_secret_one_lord_is_offered_however_many_wait(alice: Player, bob: Player) -> None:
    secret, open_one = (
        Match.objects.create(code=game, game=game, title=game, seed=b"", commitment="", status=m.RUNNING)
        for game in ("daifen", "gloire")
    )
    for match in (secret, open_one):
        for number in range(4):
            Seat.objects.create(match=match, name=f"j{number}", offered=number > 0)
    Seat.objects.filter(match=secret, name="j1").update(meant_for=bob)
    assert set(names()) >= {"daifen", "gloire"}
    assert [(seat.match.game, seat.name) for seat in offered_seats()] == [
        ("daifen", "j2"), ("gloire", "j1"), ("gloire", "j2"), ("gloire", "j3"),
    ]  # fmt: skip


def test_the_chronicle_of_a_table(alice: Player, client: Client) -> None:
    match = running(alice, bots=2)
    Activity.objects.filter(match=match).delete()

    def make(number: int) -> None:
        for turn in range(number):
            write_activity(match, "silent", alice if turn % 2 else None, seats=["j1"], turn=turn)

    address = f"/table/{match.code}/"
    page = grows_by_nothing(client, address, make, '<li><span class="quiet"><time')
    last, _ = asked(client, address + other_page(page))
    assert last.count('<li><span class="quiet"><time') == MANY - LENGTH


def test_those_who_wait_behind_a_table(alice: Player, client: Client) -> None:
    table = new_table(alice, 3)
    people: list[Player] = []

    def make(number: int) -> None:
        for _ in range(number + (0 if people else 3)):
            people.append(new_player(f"Voisin{len(people)}"))
            join(table, people[-1], f"Lord{len(people)}", behind=True)

    table.refresh_from_db()
    page = grows_by_nothing(client, f"/table/{table.code}/", make, "<strong>Lord(?!1<|2<|3<)")
    assert '<ol class="seat-list" start="4">' in page
    last, _ = asked(client, f"/table/{table.code}/" + other_page(page))
    assert f'<ol class="seat-list" start="{4 + LENGTH}">' in last


def test_one_s_own_matches(alice: Player, client_of: Browser) -> None:
    client = client_of(alice)
    running(alice, bots=2)
    running(alice, bots=2)
    _, few = asked(client, "/")
    for _ in range(12):
        running(alice, bots=2)
    page, many = asked(client, "/")
    assert many <= few + 1
    assert page.count('<li class="card due') == 12 and "page=2" in other_page(page)
    rest, _ = asked(client, "/" + other_page(page))
    assert rest.count('<li class="card due') == 2


def test_the_page_of_mails_on_a_machine_of_one_s_own(alice: Player, client: Client, settings: Any) -> None:
    from heraut.site.notifications.models import Letter

    settings.MAIL = "page"

    def make(number: int) -> None:
        now = timezone.now() - timedelta(hours=1)
        first = Letter.objects.count()
        Letter.objects.bulk_create(
            Letter(key=f"k{first + n}", player=alice, kind="turn", address="a@example.org", subject="Un bilan", due=now)
            for n in range(number)
        )

    grows_by_nothing(client, "/lettres/", make, "<summary><strong>Un bilan")
