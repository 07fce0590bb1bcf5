"""From where players came: kept thirty days as hashes, looked at by the referee alone (GP-RP-07)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.moderation import relations
from heraut.site.moderation.models import StaffAct, Trace
from heraut.site.moderation.traces import family, forget_traces, home, shared
from heraut.site.privacy.export import everything_about
from heraut.site.worker import DUTIES
from tests.site.conftest import PASSWORD
from tests.site.lobby.builders import running
from tests.site.matches.builders import seat_of
from tests.site.moderation.builders import new_staff

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def login(player: Player, address: str, agent: str = FIREFOX) -> Client:
    """Somebody logs in from an address."""
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=agent)
    client.post("/compte/login/", {"login": player.username, "password": PASSWORD})
    return client


@pytest.mark.rule("GP-RP-07")
def test_the_referee_sees_accounts_that_share_an_address(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob, charlie)
    login(alice, "192.0.2.1")
    login(bob, "192.0.2.1")
    login(charlie, "192.0.2.2")
    kalan = new_staff("Kalan")
    at = client_of(kalan)
    page = at.post("/moderation/arbitre/", {"do": "traces"}).content.decode()
    assert "joueur/Alice/" in page and "joueur/Bob/" in page and "joueur/Charlie/" not in page
    relations.confirm(relations.declare(alice, bob, "family"), bob)
    page = at.post(f"/moderation/arbitre/partie/{match.code}/", {"do": "doubles"}).content.decode()
    assert "Alice" in page and "Bob" in page and "Charlie" not in page and "relation déclarée" in page
    page = at.post("/moderation/arbitre/joueur/Alice/", {"do": "traces"}).content.decode()
    assert "joueur/Bob/" in page and "192.0.2.1" not in page
    assert [act.kind for act in StaffAct.objects.all()] == ["traces_seen", "doubles_seen", "traces_seen"]
    assert client_of(alice).post("/moderation/arbitre/", {"do": "traces"}).status_code == 403


@pytest.mark.rule("GP-RP-07")
def test_nobody_looks_at_traces_of_a_match_in_which_he_plays(alice: Player, bob: Player, client_of: Browser) -> None:
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    match = running(alice, bob)
    for act in ("doubles", "index"):
        at = client_of(Player.objects.get(pk=alice.pk))
        assert at.post(f"/moderation/arbitre/partie/{match.code}/", {"do": act}).status_code == 403
    assert not StaffAct.objects.exists()


def test_hosts_and_mediators_see_no_traces(alice: Player, bob: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bob, host=charlie)
    address = f"/moderation/arbitre/partie/{match.code}/"
    assert client_of(charlie).get(address).status_code == 403
    type(match).objects.filter(pk=match.pk).update(status="over")
    assert client_of(charlie).get(address).status_code == 200
    assert client_of(charlie).post(address, {"do": "doubles"}).status_code == 404


def test_one_trace_a_day_and_nothing_but_hashes(alice: Player) -> None:
    at = login(alice, "192.0.2.1")
    at.post("/compte/langue/", {"language": "en"})
    assert Trace.objects.count() == 1
    trace = Trace.objects.get()
    assert "192.0.2" not in trace.address and "Firefox" not in trace.browser and len(trace.address) == 32
    login(alice, "192.0.2.1")
    assert Trace.objects.count() == 1
    login(alice, "192.0.2.9")
    assert Trace.objects.count() == 2


def test_reading_leaves_no_trace_nor_does_a_guest(alice: Player, client_of: Browser) -> None:
    client_of(alice).get("/")
    client_of(new_guest("fr")).post("/compte/langue/", {"language": "en"})
    Client().post("/compte/langue/", {"language": "en"})
    assert not Trace.objects.exists()


def test_saving_orders_leaves_one(alice: Player, bob: Player, client_of: Browser) -> None:
    match = running(alice, bob)
    client_of(alice).post(f"/partie/{match.code}/ordres/", {"text": "CHE 1", "base": 0})
    assert Trace.objects.get().player == seat_of(match, alice).user


def test_traces_are_forgotten_after_thirty_days(alice: Player) -> None:
    login(alice, "192.0.2.1")
    now = timezone.now()
    assert forget_traces(now + timedelta(days=30)) == 0
    assert forget_traces(now + timedelta(days=31)) == 1
    assert any(duty is forget_traces for _, duty in DUTIES["mail"])


def test_traces_are_in_the_export_and_go_with_the_account(alice: Player) -> None:
    login(alice, "192.0.2.1")
    assert everything_about(alice)["peace"]["traces"][0]["address"] == Trace.objects.get().address
    alice.delete()
    assert not Trace.objects.exists()


def test_the_legal_page_tells_of_them() -> None:
    page = Client().get("/mentions/").content.decode()
    assert "trente jours" in page and "empreinte" in page


def test_homes_and_families() -> None:
    assert home("2001:db8:1:2:3::4") == home("2001:db8:1:2:ffff::1") != home("2001:db8:1:3::1")
    assert home("192.0.2.1") == "192.0.2.1"
    edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0"
    assert (family(FIREFOX), family(edge), family("")) == ("Firefox Linux", "Edg Windows", "other other")
    assert shared() == []
