"""The search in a forum: words, or how they begin, without capitals and accents; one function, two back ends.

What is indexed is the present text of posts that stand, with the title in the first one. A removed post, a former
version and a draft are found by nobody; nor is who wrote something, so that no lord is found by his player's name.
Every search is of one forum, which its reader may read: a mark of that forum stands among the words of each post, for
speed, and its number is asked for besides, for a post could hold such a mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import connection
from django.db.models import QuerySet
from django.utils.html import escape
from django.utils.safestring import SafeString

from heraut.engine.tokens import bare_letters
from heraut.site.forum.formatting import WORD
from heraut.site.forum.models import Forum, Post

LONGEST, MOST_WORDS, SHORTEST = 80, 8, 2  # characters of a search, words of it, characters of a word
AROUND = 110  # characters of an excerpt before and behind the first word that was found
LENGTH = 20  # posts of a page
SPACE = re.compile(r"\s+")
SQLITE = """SELECT post.id FROM forum_words JOIN forum_post post ON post.id = forum_words.rowid
WHERE forum_words MATCH %s AND post.forum_id = %s AND forum_words.rowid < %s
ORDER BY forum_words.rowid DESC LIMIT %s"""
LAST = 2**63 - 1  # greater than any key


def words_of(typed: str) -> list[str]:
    """What somebody looks for: bare words of two letters and more, each once."""
    found = [word for word in WORD.findall(bare(typed[:LONGEST])) if len(word) >= SHORTEST]
    return list(dict.fromkeys(found))[:MOST_WORDS]


def bare(text: str) -> str:
    """A text without capitals and accents."""
    return bare_letters(text.casefold().replace("œ", "oe").replace("æ", "ae"))


def mark_of(forum: Forum) -> str:
    """What stands for a forum among the words of its posts."""
    return f"xforum{forum.pk}x"


def indexed(forum: Forum, *texts: str) -> str:
    """The words by which a post is found."""
    return " ".join([mark_of(forum), *WORD.findall(bare(" ".join(texts)))])


def search(forum: Forum, words: Sequence[str], before: int | None = None) -> list[Post]:
    """The posts of a forum that hold all these words (`words_of`), the latest first: a page, and one more if there is
    one; those before a post of this number.
    """
    if not words:
        return []
    key = LAST
    if before is not None:
        earlier = Post.objects.filter(forum=forum, number__lt=before).order_by("-number")
        key = (earlier.values_list("pk", flat=True).first() or 0) + 1
    find = in_postgresql if connection.vendor == "postgresql" else in_sqlite
    keys = find(forum, words, key, LENGTH + 1)
    rows: QuerySet[Post] = Post.objects.filter(pk__in=keys, forum=forum, removed=False)
    return list(rows.select_related("thread", "writer", "seat").defer("html", "words").order_by("-pk"))


def in_sqlite(forum: Forum, words: Sequence[str], key: int, most: int) -> list[int]:
    """The keys of posts below `key`, by FTS5."""
    wanted = " ".join([mark_of(forum), *(f'"{word}"*' for word in words)])
    with connection.cursor() as cursor:
        cursor.execute(SQLITE, [wanted, forum.pk, key, most])
        return [pk for (pk,) in cursor.fetchall()]


def in_postgresql(forum: Forum, words: Sequence[str], key: int, most: int) -> list[int]:
    """The same by tsvector and a GIN index."""
    from django.contrib.postgres.search import SearchQuery, SearchVector  # for those who have PostgreSQL

    wanted = SearchQuery(
        " & ".join([mark_of(forum), *(f"{word}:*" for word in words)]), config="simple", search_type="raw"
    )
    posts = Post.objects.annotate(found=SearchVector("words", config="simple"))
    posts = posts.filter(found=wanted, forum=forum, pk__lt=key)
    return list(posts.order_by("-pk").values_list("pk", flat=True)[:most])


def excerpt(text: str, words: Sequence[str]) -> SafeString:
    """Where in a text the first of these words stands, all of them marked, escaped for a page."""
    short = SPACE.sub(" ", text)
    hits = [found for found in WORD.finditer(short) if is_one_of(found[0], words)]
    middle = hits[0].start() if hits else 0
    begin, end = max(0, middle - AROUND), middle + AROUND
    pieces, at = ["…" if begin else ""], begin
    for found in hits:
        if begin <= found.start() and found.end() <= end:
            pieces += [escape(short[at : found.start()]), "<mark>", escape(found[0]), "</mark>"]
            at = found.end()
    pieces += [escape(short[at:end]), "…" if end < len(short) else ""]
    return SafeString("".join(pieces))


def is_one_of(word: str, wanted: Sequence[str]) -> bool:
    """Whether a word begins like one that is looked for."""
    return bare(word).startswith(tuple(wanted))
