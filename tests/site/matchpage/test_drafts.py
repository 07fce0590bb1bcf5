"""Versions of a sheet: which page they were made in, what two windows do to each other, what is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from threading import Thread

import pytest
from django.db import connection
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.games.gloire.lines import both
from heraut.site.matches.models import Match, Sheet
from heraut.site.matches.orders import Outdated, save_orders

Browser = Callable[[Player], Client]
SCRIPT = {"HX-Request": "true", "HX-Target": "checked"}


class Window:
    """A page of orders that a script saves, as `static/play/draft.js` does."""

    def __init__(self, client: Client, match: Match, name: str) -> None:
        self.client, self.name, self.url = client, name, f"/partie/{match.code}/ordres/"
        self.base = self.read()

    def read(self) -> str:
        """The version that the page shows."""
        found = re.search(r'name="base" id="base" value="(\d+)"', self.client.get(self.url).content.decode())
        assert found is not None
        return found[1]

    def save(self, text: str, **more: str) -> str:
        """Saves what was typed; what is answered, the page going on from it."""
        answer = self.post(text=text, **more)
        found = re.search(r'id="base" value="(\d+)"', answer)
        assert found is not None
        self.base = found[1]
        return answer

    def post(self, **fields: str) -> str:
        """Sends something, and does not listen to the answer."""
        sent = {"base": self.base, "window": self.name, **fields}
        return unescape(self.client.post(self.url, sent, headers=SCRIPT).content.decode())


def last(match: Match) -> str:
    """The text that counts."""
    return Sheet.objects.filter(seat__match=match).latest("sequence").text


@pytest.fixture
def windows(match: Match, alice: Player, client_of: Browser) -> tuple[Window, Window]:
    """Two windows of Alice, opened at the same time."""
    return Window(client_of(alice), match, "ici"), Window(client_of(alice), match, "ailleurs")


pytestmark = pytest.mark.django_db


def test_a_page_that_did_not_hear_the_answer_goes_on(match: Match, windows: tuple[Window, Window]) -> None:
    here, _ = windows
    here.post(text="CHE 1")  # saved, and the answer lost on its way
    assert "stale" not in here.save("CHE 1\n; et plus") and last(match) == "CHE 1\n; et plus"


def test_another_window_is_not_taken_for_the_same(match: Match, windows: tuple[Window, Window]) -> None:
    here, there = windows
    there.save("CHE 2")
    answer = here.save("CHE 1")
    assert "Rien n'est perdu" in answer and "CHE 2" in answer and last(match) == "CHE 2"
    assert "Rien n'est perdu" in here.save("CHE 1\n; encore") and last(match) == "CHE 2"  # however long one types on
    there.post(text="CHE 3")  # and what was saved in both is no longer one's own alone
    assert "Rien n'est perdu" in here.save("CHE 4") and last(match) == "CHE 3"


def test_a_page_without_a_name_is_nobody_s(match: Match, windows: tuple[Window, Window]) -> None:
    here, there = windows
    there.name = here.name = ""
    there.post(text="CHE 2")
    assert "Rien n'est perdu" in here.save("CHE 1") and last(match) == "CHE 2"


@pytest.mark.parametrize(
    ("act", "kept"),
    [("keep", "; d'ici\nCHE 1"), ("both", "CHE 1\n; ailleurs\n; d'ici\n"), ("other", "CHE 1\n; ailleurs")],
)
def test_the_ways_out_say_what_they_do(match: Match, windows: tuple[Window, Window], act: str, kept: str) -> None:
    here, there = windows
    there.save("CHE 1\n; ailleurs")
    seen = re.search(r'name="seen" value="(\d+)"', here.save("; d'ici\nCHE 1"))
    assert seen is not None
    there.save("CHE 1\n; ailleurs")
    here.save("; d'ici\nCHE 1", do=act, seen=seen[1])
    assert last(match) == kept


def test_a_way_out_that_has_become_old_overwrites_nothing(match: Match, windows: tuple[Window, Window]) -> None:
    here, there = windows
    there.save("CHE 1")
    here.save("CHE 2")
    there.save("CHE 3")
    assert "CHE 3" in here.save("CHE 2", do="keep", seen="1") and last(match) == "CHE 3"


def test_what_is_added_is_added_to_what_there_is(match: Match, alice: Player, client_of: Browser) -> None:
    client, url = client_of(alice), f"/partie/{match.code}/ordres/"
    client.post(url, {"text": "CHE 1", "base": "0"})
    for base in ({"base": "0"}, {}, {"base": "77"}):
        client.post(url, {"do": "add", "line": "; de plus", **base})
    client.post(url, {"do": "add_lines", "lines": ["; une", "; deux"], "base": "0"})
    assert last(match).split("\n") == ["CHE 1", *["; de plus"] * 3, "; une", "; deux", ""]


def test_a_version_that_was_overtaken_is_not_written(match: Match, alice: Player) -> None:
    seat = match.seats.get(user=alice)
    save_orders(seat, "CHE 1", over=0)
    with pytest.raises(Outdated):
        save_orders(seat, "CHE 2", over=0)
    save_orders(seat, "CHE 3", over=1)
    save_orders(seat, "CHE 4")  # programs that name no version take the last word
    assert last(match) == "CHE 4"


@pytest.mark.django_db(transaction=True)
def test_lines_added_at_once_are_all_there(match: Match, alice: Player, client_of: Browser) -> None:
    client_of(alice).post(f"/partie/{match.code}/ordres/", {"text": "CHE 1", "base": "0"})

    def add(number: int) -> None:
        try:
            client_of(alice).post(f"/partie/{match.code}/ordres/", {"do": "add", "line": f"; ligne {number}"})
        finally:
            connection.close()

    threads = [Thread(target=add, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(last(match).strip().split("\n")) == sorted(["CHE 1", *(f"; ligne {number}" for number in range(6))])


def test_two_texts_put_together() -> None:
    assert both("A\nB", "B\nC\nA\nD") == "A\nB\nC\nD\n"
    assert both("A\nB", "B\nA") == "A\nB" and both("", "A") == "A\n" and both("A  1", "A 1") == "A  1"


# Sessions


def test_a_script_is_told_that_the_session_has_ended(match: Match, client: Client) -> None:
    answer = client.post(f"/partie/{match.code}/ordres/", {"text": "CHE 1", "base": "0"}, headers=SCRIPT)
    assert (answer.status_code, answer.content) == (401, b"")


def test_a_browser_is_shown_what_he_typed(match: Match, client: Client) -> None:
    answer = client.post(f"/partie/{match.code}/ordres/", {"text": "CHE 1 <&>", "base": "0"})
    page = answer.content.decode()
    assert answer.status_code == 401 and "CHE 1 &lt;&amp;&gt;" in page and "<&>" not in page
    assert f"/compte/login/?next=/partie/{match.code}/ordres/" in page
    assert client.get(f"/partie/{match.code}/ordres/").status_code == 302
