"""An article appears in the next issue, without its author's name, beside the chronicle of the turn."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.gazette.models import PRINTED, Article, Gazette, Issue
from heraut.site.gazette.publishing import due, publish, publish_due
from heraut.site.matches.models import Match
from heraut.site.notifications.models import Letter
from tests.site.gazette.conftest import Browser, at, hand_in, next_issue, read
from tests.site.matches.builders import pass_deadline

pytestmark = pytest.mark.django_db


@pytest.mark.rule("GP-SITE-31")
def test_an_article_appears_in_the_next_issue_for_all_to_read(match: Match, alice: Player, client_of: Browser) -> None:
    text = "Ils **volent** bas.\n\n## Présages\n\n- un\n- deux"
    hand_in(client_of(alice), match, "Les corbeaux", text, pseudonym="Un moine")
    assert "Les corbeaux" not in read(Client(), at(match))
    next_issue(match)
    page = read(Client(), at(match))
    assert "Les corbeaux" in page and "Un moine" in page
    assert "<strong>volent</strong>" in page and "<h4>Présages</h4>" in page and "<li>deux</li>" in page
    assert "Alice" not in page.partition('<div class="news">')[2].partition('class="colophon"')[0]
    assert read(Client(), at(match, "numero/1/")).count("Les corbeaux") == page.count("Les corbeaux")
    assert "Les corbeaux" in read(Client(), at(match, "archives/"))


def test_there_is_an_issue_a_turn_with_its_chronicle_in_both_languages(match: Match) -> None:
    next_issue(match)
    next_issue(match)
    assert publish_due() == 0
    issues = list(match.issues.order_by("number"))
    assert [(one.number, one.turn) for one in issues] == [(1, 1), (2, 2)]
    for one in issues:
        assert one.at == match.steps.get(number=one.turn).resolved
        assert one.lines["fr"] and len(one.lines["fr"]) == len(one.lines["en"])
        assert one.lines["fr"] != one.lines["en"]


def test_turns_without_a_worker_get_their_issues_later_and_articles_go_into_the_last(
    match: Match, alice: Player, client_of: Browser
) -> None:
    hand_in(client_of(alice), match)
    pass_deadline(match)
    pass_deadline(match)
    assert publish_due() == 2
    assert list(Article.objects.values_list("issue__number", "state")) == [(2, PRINTED)]


def test_an_issue_is_there_once_whoever_makes_it(match: Match, alice: Player, client_of: Browser) -> None:
    """Two workers have looked at the same gazette; the second one finds that its turn has an issue."""
    hand_in(client_of(alice), match)
    pass_deadline(match)
    mine, other = next(due()), Gazette.objects.select_related("match").get(match=match)
    assert publish(mine) and not publish(other)
    assert match.issues.count() == 1 and Article.objects.get().issue is not None


def test_what_fails_on_the_way_leaves_nothing_behind(
    match: Match, alice: Player, client_of: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies within its transaction: the next round makes the issue whole."""
    hand_in(client_of(alice), match)
    pass_deadline(match)

    def die(letters: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr("heraut.site.gazette.publishing.post", die)
        assert publish_due() == 0
    assert not Issue.objects.exists() and Gazette.objects.get().turn == 0
    assert Article.objects.get().state == "waiting"
    assert publish_due() == 1
    assert Article.objects.get().state == PRINTED


def test_articles_appear_in_an_order_that_tells_nothing(match: Match, alice: Player, client_of: Browser) -> None:
    """By codes of chance; nothing that is stored with an article tells when it was written."""
    orders = set()
    for number in range(6):
        for name in ("premier", "second", "troisième"):
            hand_in(client_of(alice), match, f"{name} {number}")
        next_issue(match)
        issue = match.issues.latest("number")
        found = list(issue.articles.order_by("place").values_list("headline", "code"))
        assert [code for _, code in found] == sorted(code for _, code in found)
        orders.add(tuple(headline.split()[0] for headline, _ in found))
    assert len(orders) > 1
    assert not [one for one in Article._meta.get_fields() if one.name in ("created", "written", "sent", "at")]


def test_a_new_issue_is_told_by_mail_with_its_headlines(
    match: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    hand_in(client_of(alice), match)
    Player.objects.filter(pk=bob.pk).update(mail_forum=False)
    next_issue(match)
    letters = Letter.objects.filter(kind="issue")
    assert sorted(letters.values_list("player__username", flat=True)) == ["Alice", "Dora"]
    one, other = letters
    assert "Les corbeaux" in one.text and f"/partie/{match.code}/gazette/numero/1/" in one.text
    assert "Ils volent" not in one.text and one.subject == other.subject and one.due.date() == timezone.now().date()
    next_issue(match)
    assert letters.count() == 2  # nobody has written anything: the report tells the turn already


def test_a_gazette_ends_with_its_match(match: Match, alice: Player, client_of: Browser) -> None:
    next_issue(match)
    Match.objects.filter(pk=match.pk).update(status="over", result_data={"scores": {"j1": 1.0}, "road": "renown"})
    assert publish_due() == 0 and Gazette.objects.get().closed
    answer = client_of(alice).post(at(match, "ecrire/"), {"headline": "Trop tard", "text": "x", "act": "hand_in"})
    assert answer.status_code == 200 and "La partie est finie" in answer.content.decode()
    assert read(Client(), at(match))


def test_a_rewound_turn_is_told_anew_and_its_first_issue_stays(match: Match) -> None:
    next_issue(match)
    next_issue(match)
    first = match.steps.get(number=1)
    match.steps.filter(number=2).delete()
    Match.objects.filter(pk=match.pk).update(step=1, branch=1, state=bytes(first.state), digest=first.digest)
    assert publish_due() == 0
    next_issue(match)
    assert list(match.issues.order_by("number").values_list("number", "turn")) == [(1, 1), (2, 2), (3, 2)]
    next_issue(match)
    assert match.issues.latest("number").turn == 3
