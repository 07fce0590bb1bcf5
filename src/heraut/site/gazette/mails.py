"""The mail of a new issue: what stands in it by its headlines, the same for everybody at the table (choice `forum`)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.site.common.words import say
from heraut.site.gazette.models import Article, Issue
from heraut.site.notifications.match_mails import as_read_by, letter, match_url, reached
from heraut.site.notifications.models import Letter

CHOICE = "forum"
MOST_HEADLINES = 12


def issue_letters(issue: Issue, articles: Sequence[Article]) -> list[Letter]:
    """One letter for each player who holds a seat and wants such mails."""
    match, letters = issue.match, []
    headlines = [article.headline for article in articles[:MOST_HEADLINES]]
    for _, player in reached(match.seats.select_related("user"), CHOICE):
        with as_read_by(player):
            name = issue.title or say("gazette.unnamed")
            lead = [say("letter.issue", gazette=name, title=match.title, turn=issue.turn)]
            key = f"issue:{match.pk}:{issue.number}:{player.pk}"
            url = f"{match_url(match)}gazette/numero/{issue.number}/"
            letters.append(letter(player, match, "issue", key, lead, url=url, points=headlines, choice=CHOICE))
    return letters
