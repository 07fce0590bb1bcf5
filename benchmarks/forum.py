"""The forum of a match in which much was written: its pages, deep ones too, a post, and the search.

    python -m benchmarks.forum               100,000 posts in 2,000 threads, one of them of 20,000, on SQLite
    python -m benchmarks.forum --postgres    the same on PostgreSQL (HERAUT_TEST_POSTGRES)

Thirty lords in Europe write; the words are drawn as those of a language are, few often and most seldom. Figures are
lines of JSON: the processor's time of each page without a server around it, beside a page of orders of the same match
(W1's page), and what a search takes by the clock. Exits with 1 when a page takes 2.5 times as much as that of orders,
or when one search in twenty takes 300 ms.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median, quantiles
from typing import TYPE_CHECKING

from benchmarks import postgres
from benchmarks.lines import figure
from benchmarks.tables import europe, site

if TYPE_CHECKING:
    from django.test import Client

    from heraut.site.forum.models import Forum
    from heraut.site.matches.models import Match

POSTS, THREADS, LONGEST, BATCH = 100_000, 2_000, 20_000, 5_000
VOCABULARY, WORDS = 8_000, 45  # different words; of a post
PAGES, SEARCHES = 25, 200  # times each
MOST_TIMES, MOST_SEARCH_MS = 2.5, 300.0
SYLLABLES = (
    "cha",
    "teau",
    "che",
    "va",
    "lier",
    "gar",
    "de",
    "lan",
    "ce",
    "roi",
    "ne",
    "ment",
    "tra",
    "hi",
    "son",
    "é",
    "pée",
)


def vocabulary(chance: random.Random) -> list[str]:
    """Words of two to five syllables, each once."""
    found: dict[str, None] = {}
    while len(found) < VOCABULARY:
        found["".join(chance.choices(SYLLABLES, k=chance.randint(2, 5)))] = None
    return list(found)


def sayings(chance: random.Random, words: list[str]) -> Iterator[str]:
    """Texts without end, in which the word of rank n comes once in n."""
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    while True:
        yield " ".join(chance.choices(words, weights, k=WORDS))


def fill(match: Match, chance: random.Random, words: list[str], posts: int) -> Forum:
    """A forum of so many posts: the long thread has a fifth of them, the others the rest in turn."""
    from django.utils import timezone

    from heraut.site.forum.formatting import formatted
    from heraut.site.forum.models import Forum, Post, Thread
    from heraut.site.forum.search import indexed

    forum, now = Forum.objects.create(match=match, posts=posts), timezone.now()
    seats, texts = list(match.seats.all()), sayings(chance, words)
    count = max(2, THREADS * posts // POSTS)
    threads = [Thread(forum=forum, number=n + 1, kind="lord", title=f"Fil {n}", last_at=now) for n in range(count)]
    Thread.objects.bulk_create(threads)
    rows = []
    for number in range(1, posts + 1):
        index = number - 1 if number <= count else 0 if number % 5 == 0 else number % (count - 1) + 1
        thread, seat, text = threads[index], seats[number % len(seats)], next(texts)
        thread.posts, thread.last = thread.posts + 1, number
        fields = {"kind": "lord", "seat": seat, "writer_id": seat.user_id, "at": now, "text": text}
        if number < BATCH:
            html = formatted(text)
        rows.append(
            Post(
                forum=forum,
                thread=thread,
                number=number,
                place=thread.posts,
                html=html,
                words=indexed(forum, text),
                **fields,
            )
        )
        if len(rows) == BATCH or number == posts:
            Post.objects.bulk_create(rows)
            rows.clear()
    Thread.objects.bulk_update(threads, ["posts", "last"], batch_size=500)
    return forum


def measured(client: Client, address: str) -> list[float]:
    """The processor's time of a page in milliseconds, so many times."""
    times = []
    for number in range(PAGES + 3):
        begun = time.process_time()
        assert client.get(address).status_code == 200, address
        if number >= 3:
            times.append((time.process_time() - begun) * 1e3)
    return times


def pages(client: Client, match: Match, posts: int, vendor: str) -> bool:
    """Tells of the pages; whether none takes too long."""
    root, long = f"/partie/{match.code}/", -(-(posts // 5) // 20)
    addresses = {
        "orders": f"{root}ordres/",
        "list": f"{root}forum/",
        "older list": f"{root}forum/?avant={posts // 2}",
        "thread": f"{root}forum/2/",
        "deep page": f"{root}forum/1/?page={long // 2}",
        "last page": f"{root}forum/1/?page={long}",
    }
    found = {case: measured(client, address) for case, address in addresses.items()}
    for case, times in found.items():
        figure(f"{vendor} {case}", "forum_page_cpu", "ms", times)
    return all(median(times) <= MOST_TIMES * median(found["orders"]) for times in found.values())


def searches(client: Client, match: Match, words: list[str], chance: random.Random, vendor: str) -> bool:
    """Tells of searches: frequent words and seldom ones, beginnings, several words; whether they are quick."""
    asked = []
    for number in range(SEARCHES):
        often, seldom = chance.choice(words[:50]), chance.choice(words[500:])
        asked.append(
            (often, seldom, f"{often} {seldom}", seldom[:4], f"{often} {chance.choice(words[:20])}")[number % 5]
        )
    times = []
    for typed in asked:
        begun = time.perf_counter()
        answer = client.get(f"/partie/{match.code}/forum/recherche/", {"q": typed})
        times.append((time.perf_counter() - begun) * 1e3)
        assert answer.status_code == 200
    slow = quantiles(times, n=20)[-1]
    figure(f"{vendor} search", "forum_search", "ms", times, p95=slow)
    return slow < MOST_SEARCH_MS


def posting(client: Client, match: Match, vendor: str) -> None:
    """Tells what a post costs."""
    times = []
    for number in range(PAGES):
        begun = time.process_time()
        sent = client.post(f"/partie/{match.code}/forum/2/", {"text": f"Message **{number}**", "kind": "lord"})
        times.append((time.process_time() - begun) * 1e3)
        assert sent.status_code == 302
    figure(f"{vendor} post", "forum_post_cpu", "ms", times)


def told(posts: int, vendor: str) -> bool:
    """Fills a forum and tells all of it; whether all is quick enough."""
    from django.conf import settings
    from django.test import Client

    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Match

    settings.ACCOUNT_RATE_LIMITS, settings.ALLOWED_HOSTS = False, ["*"]
    chance = random.Random(18)
    visitor = europe("Forum")[0]
    match, words = Match.objects.get(code=visitor.match), vocabulary(chance)
    fill(match, chance, words, posts)
    client = Client()
    client.force_login(Player.objects.get(username=visitor.name))
    quick = pages(client, match, posts, vendor)
    found = searches(client, match, words, chance, vendor)
    posting(client, match, vendor)
    return quick and found


def main() -> None:
    """Measures on one of the two databases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--posts", type=int, default=POSTS)
    asked = parser.parse_args()
    if asked.postgres and (why := postgres.missing()):
        print(why, file=sys.stderr)
        return
    with ExitStack() as stack:
        database = stack.enter_context(postgres.new_database()) if asked.postgres else ""
        stack.enter_context(site(database))
        quick = told(asked.posts, "postgresql" if asked.postgres else "sqlite")
    sys.exit(0 if quick else 1)


if __name__ == "__main__":
    main()
