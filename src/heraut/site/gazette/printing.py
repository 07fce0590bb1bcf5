"""Printing: pages (PDF) and books of a match (EPUB) that readers want, made by the worker, kept by what is in them.

Both are the same for all who may read the gazette. A request only asks for one, and fetches it once it is there: what
takes longer than a request may is never made in one (docs/adr/0021). Maps for a book are drawn one a round.
"""

from __future__ import annotations

import gzip
import logging
from collections.abc import Iterator
from hashlib import blake2b
from importlib import import_module
from typing import Any

import msgspec

from heraut.site.common.slices import in_a_slice
from heraut.site.common.words import site_words
from heraut.site.gazette.models import BOOK, MAP, PAGE, Issue, Printing
from heraut.site.gazette.pieces import new_code
from heraut.site.gazette.sheets import sheet_of, words_of
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.matches.state_storage import state_after

log = logging.getLogger("heraut.gazette")

TYPES = {PAGE: ("application/pdf", "pdf"), BOOK: ("application/epub+zip", "epub")}
VERSION = 1  # of how pages and books are laid out
LARGEST_MAP, LARGEST_MAPS = 600_000, 12_000_000  # characters of SVG: of one, and of all that a book holds


def wanted(match: Match, kind: str, number: int, language: str) -> Printing:
    """The printing of an issue, or of the whole match (`number` 0), as it stands now; ordered if nobody has."""
    named = {"match": match, "kind": kind, "number": number, "language": language}
    digest = digest_of(match, number)
    found, new = Printing.objects.get_or_create(**named, digest=digest, defaults={"code": new_code()})
    if new:
        Printing.objects.filter(**named).exclude(pk=found.pk).delete()
    return found


def digest_of(match: Match, number: int) -> str:
    """All that a printing depends on besides its language: which issues, what was removed of them, the scores."""
    issues = match.issues.filter(number=number) if number else match.issues.all()
    shown = [
        (issue.number, sorted(issue.articles.values_list("code", "removed"))) for issue in issues.order_by("number")
    ]
    scores = None if number else match.result_data
    return blake2b(msgspec.json.encode((VERSION, shown, scores)), digest_size=20).hexdigest()


def print_due() -> int:
    """Makes what is to be printed, for a slice; how many pieces of work."""
    done = 0
    for printing in in_a_slice(due()):
        try:
            work(printing)
        except Exception:
            log.exception("%s of match %s cannot be printed", printing.kind, printing.match_id)
            Printing.objects.filter(pk=printing.pk).update(failed=True)
        done += 1
    return done


def due() -> Iterator[Printing]:
    """Printings that wait: each as often as there is something to do for it."""
    rows = Printing.objects.filter(data=None, failed=False).select_related("match").order_by("pk")
    while (found := rows.exclude(kind=MAP).first()) is not None:
        yield found


def work(printing: Printing) -> None:
    """The next piece of work for a printing: a map that its book lacks, or else itself."""
    match, lang = printing.match, printing.language
    issues = list(match.issues.order_by("number"))
    if printing.kind == PAGE:
        issue = next(one for one in issues if one.number == printing.number)
        data = import_module("heraut.site.gazette.pdf").pdf_of(sheet_of(issue, lang), issue.at)
    else:
        there = dict(maps_of(match, lang).values_list("number", "data"))
        missing = [issue for issue in issues if issue.number not in there]
        if missing:
            draw(missing[0], lang)
            return
        data = book_of(match, lang, issues, there)
    Printing.objects.filter(pk=printing.pk).update(data=data)


def maps_of(match: Match, lang: str) -> Any:
    """The maps that were drawn for the book of a match."""
    return Printing.objects.filter(match=match, kind=MAP, language=lang)


def draw(issue: Issue, lang: str) -> None:
    """Draws the map after the turn of an issue, as a passer-by sees it; an empty one where the game has none."""
    match = issue.match
    view = match.rules.view(match.rules.load(state_after(match.pk, issue.step)), None)
    svg = adapter(match.game).picture(view, lang, "")
    packed = gzip.compress(svg.encode(), compresslevel=6, mtime=0) if 0 < len(svg) <= LARGEST_MAP else b""
    made = {"data": packed, "code": new_code()}
    named = {"match": match, "kind": MAP, "language": lang, "number": issue.number, "digest": ""}
    Printing.objects.get_or_create(**named, defaults=made)


def book_of(match: Match, lang: str, issues: list[Issue], packed: dict[int, bytes]) -> bytes:
    """The book of a match."""
    epub, maps, room = import_module("heraut.site.gazette.epub"), {}, LARGEST_MAPS
    for number in sorted(packed, reverse=True):  # the latest first, as long as there is room
        svg = gzip.decompress(bytes(packed[number])).decode() if packed[number] else ""
        if svg and len(svg) <= room:
            maps[number], room = svg, room - len(svg)
    return bytes(
        epub.epub_of(
            epub.Book(
                key=match.code,
                title=words_of(lang, "book_title", title=match.title),
                lang=lang,
                game=site_words(lang).say("game", match.game),
                sheets=[sheet_of(issue, lang) for issue in issues],
                maps=maps,
                map_legend=words_of(lang, "map_legend"),
                scores_head=words_of(lang, "scores"),
                scores=scores_of(match),
            )
        )
    )


def scores_of(match: Match) -> list[tuple[str, str]]:
    """Lords and their scores once the match is over, the best first."""
    if match.result is None:
        return []
    names = adapter(match.game).letter_names(match.realm)
    rows = sorted(match.result.scores.items(), key=lambda one: (-one[1], one[0]))
    return [(names[seat][0], f"{score:.2f}".rstrip("0").rstrip(".")) for seat, score in rows]
