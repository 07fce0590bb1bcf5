"""The table in a browser without scripts: what a page asks, what its buttons and forms send."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from heraut.games.vassaux.state import Battle
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from tests.site.games.vassaux.conftest import new_match, placed
from tests.site.stored import stored_match

CARRIED = ("key", "unit", "held", "points")  # hidden fields that a page sends along


class Page:
    """The page of a player: read, pressed, read again."""

    def __init__(self, client: Client, match: Match) -> None:
        self.client, self.match, self.html = client, match, ""
        self.read()

    def read(self, **asked: str) -> Page:
        """The page anew."""
        response = self.client.get(f"/partie/{self.match.code}/", asked)
        assert response.status_code == 200
        self.html = response.content.decode()
        return self

    def send(self, **fields: Any) -> Page:
        """Sends fields with everything that the page carries along; a redirection is followed."""
        carried = {name: self.hidden(name) for name in CARRIED}
        everything = {**carried, "text": self.text, **fields}
        response = self.client.post(f"/partie/{self.match.code}/", everything, follow=True)
        assert response.status_code == 200
        self.html = response.content.decode()
        return self

    def declare(self) -> Battle:
        """Binds the draft; the battle after it."""
        assert self.binds, "there is nothing to declare"
        before = self.match.step
        self.send(do="send")
        battle = self.battle()
        assert self.match.step > before
        return battle

    def battle(self) -> Battle:
        """The battle as it stands."""
        self.match.refresh_from_db()
        realm = self.match.realm
        assert isinstance(realm, Battle)
        return realm

    def hidden(self, name: str) -> str:
        """A field that the page carries along."""
        found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', self.html)
        return unescape(found[1]) if found else ""

    @property
    def text(self) -> str:
        """The draft."""
        found = re.search(r'<textarea name="text" hidden>([^<]*)</textarea>', self.html)
        return unescape(found[1]) if found else ""

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return [line for line in self.text.splitlines() if line]

    @property
    def binds(self) -> bool:
        """Whether there is a button that binds."""
        return 'name="do" value="send"' in self.html

    @property
    def words(self) -> str:
        """The page without its tags."""
        return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", self.html)))

    def offers(self, field: str) -> list[str]:
        """What the buttons of one field send, those that may be pressed."""
        return [value for name, value, grey in self.buttons() if name == field and not grey]

    def grey(self) -> list[str]:
        """What the grey buttons would send."""
        return [value for _, value, grey in self.buttons() if grey]

    def buttons(self) -> list[tuple[str, str, bool]]:
        """The offers: field, value, whether it is grey."""
        found = re.findall(r'<button class="propose option[^"]*" name="(\w+)" value="([^"]*)"( disabled)?', self.html)
        return [(name, unescape(value), bool(grey)) for name, value, grey in found]


def page_of(client: Client, player: Player, battle: Battle, other: Player | None = None) -> Page:
    """A match that stands like this, this player in its first seat, the other or a bot in the second, and his page."""
    people = [player] if other is None else [player, other]
    match = stored_match(("vassaux", *(one.username for one in people)), lambda: new_match(*people))
    placed(match, battle)
    return Page(client, match)
