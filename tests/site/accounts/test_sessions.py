"""Sessions and accounts read by written queries: they end when Django's own would."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.accounts.sessions import SessionStore
from tests.site.conftest import PASSWORD

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def known(client: Client) -> bool:
    """Whether the site still knows who this is."""
    return client.get("/compte/").status_code == 200


def test_a_session_lasts_until_its_moment(alice: Player, client_of: Browser) -> None:
    client = client_of(alice)
    assert known(client)
    Session.objects.update(expire_date=timezone.now() + timedelta(seconds=60))
    assert known(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not known(client)


def test_a_session_that_was_deleted_is_not_made_again(alice: Player, client_of: Browser) -> None:
    client = client_of(alice)
    slow = SessionStore(client.cookies["sessionid"].value)
    slow["seen"] = True  # a page that has begun before its reader has logged out elsewhere
    Session.objects.all().delete()
    with pytest.raises(UpdateError):
        slow.save()
    assert not Session.objects.exists()
    assert not known(client)
    unheard = Client()
    unheard.cookies["sessionid"] = "a" * 32  # a key that nobody was given
    unheard.post("/compte/langue/", {"language": "en"})
    assert not Session.objects.filter(session_key="a" * 32).exists()


def test_a_closed_account_and_one_that_is_gone_are_nobody(alice: Player, bob: Player, client_of: Browser) -> None:
    hers, his = client_of(alice), client_of(bob)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    Player.objects.filter(pk=bob.pk).delete()
    assert not known(hers) and not known(his)


def test_another_password_ends_all_other_sessions(alice: Player, client_of: Browser) -> None:
    client, other = client_of(alice), client_of(alice)
    new = "un autre mot de passe de seigneur"
    sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/compte/password/change/", sent).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert known(client) and not known(other)


def test_who_comes_in_has_another_key_and_who_leaves_has_none(alice: Player) -> None:
    client = Client()
    client.get("/compte/login/")
    session = client.session
    session["before"] = True
    session.save()
    client.cookies["sessionid"] = first = session.session_key or ""
    client.post("/compte/login/", {"login": "Alice", "password": PASSWORD})
    assert known(client)
    second = client.cookies["sessionid"].value
    assert second != first and not Session.objects.filter(session_key=first).exists()
    client.post("/compte/logout/")
    assert not Session.objects.filter(session_key=second).exists()
    stolen = Client()
    stolen.cookies["sessionid"] = second
    assert not known(stolen)
