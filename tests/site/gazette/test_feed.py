"""The issues of a public match as a feed: what anybody may read, the same for all, and nothing of a private one."""

from __future__ import annotations

from xml.etree import ElementTree as Tree

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.gazette.articles import remove
from heraut.site.gazette.models import Article
from heraut.site.matches.models import Match
from tests.site.gazette.conftest import Browser, at, hand_in, next_issue, read

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(text: str) -> list[Tree.Element]:
    """The entries of a feed, the latest first."""
    return Tree.fromstring(text).findall("a:entry", ATOM)


def told(entry: Tree.Element) -> str:
    """What an entry says."""
    return entry.findtext("a:summary", "", ATOM)


def test_each_issue_is_an_entry_of_the_feed(match: Match, alice: Player, mediator: Player, client_of: Browser) -> None:
    place = at(match, "numeros.atom")
    assert Client().get(place).status_code == 404 and "numeros.atom" not in read(Client(), at(match))
    hand_in(client_of(alice), match, "Les <b>corbeaux</b>")
    next_issue(match)
    next_issue(match)
    answer = Client().get(place)
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    second, first = entries(answer.content.decode())
    assert first.findtext("a:title", "", ATOM).replace("\u00a0", " ") == "La Gazette, n° 1"
    link = first.find("a:link", ATOM)
    assert link is not None and Client().get(link.get("href")).status_code == 200
    assert first.findtext("a:updated", "", ATOM) == match.issues.get(number=1).at.isoformat()
    assert match.issues.get(number=1).lines["fr"][0] in told(first).replace("&#39;", "'")
    assert "<p>Les &lt;b&gt;corbeaux&lt;/b&gt;</p>" in told(first) and "corbeaux" not in told(second)
    english = read(Client(headers={"accept-language": "en"}), place)
    assert match.issues.get(number=1).lines["en"][0] in told(entries(english)[1]).replace("&#39;", "'")
    assert {read(client_of(player), place) for player in (alice, mediator)} == {answer.content.decode()}
    remove(Article.objects.get(), mediator, "une injure")
    assert "corbeaux" not in read(Client(), place)
    assert f'href="{place}"' in read(Client(), at(match))


def test_a_private_match_has_no_feed(match: Match, alice: Player, client_of: Browser) -> None:
    next_issue(match)
    Match.objects.filter(pk=match.pk).update(private=True)
    for client in (Client(), client_of(alice)):
        assert client.get(at(match, "numeros.atom")).status_code == 404
    assert "numeros.atom" not in read(client_of(alice), at(match, "archives/"))
