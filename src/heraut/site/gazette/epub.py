"""A whole match as a book: EPUB of all its issues, maps, final scores. Loaded by the worker alone (`printing.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from ebooklib import epub

from heraut.site.gazette.sheets import Column, Sheet

STYLE = """
body { font-family: serif; line-height: 1.4; } h1, h2, h3 { text-align: center; line-height: 1.2; }
.motto, .facts, .byline, .legend { text-align: center; font-style: italic; } img { max-width: 100%; height: auto; }
.chronicle p { text-indent: 1.2em; margin: 0; } .figure, .legend { display: block; text-align: center; }
table { margin: 1em auto; } td { padding: .1em .8em; }
"""


@dataclass(frozen=True)
class Book:
    """A match as a book: its name, what is said of it, its issues, a map (SVG) by the number of an issue, scores."""

    key: str
    title: str
    lang: str
    game: str
    sheets: Sequence[Sheet]
    maps: dict[int, str] = field(default_factory=dict)
    map_legend: str = ""
    scores_head: str = ""
    scores: Sequence[tuple[str, str]] = ()


def epub_of(book: Book) -> bytes:
    """The book as a file."""
    made = epub.EpubBook()
    made.set_identifier(f"heraut:{book.key}")
    made.set_title(book.title)
    made.set_language(book.lang)
    made.add_author("Héraut")
    style = epub.EpubItem(uid="style", file_name="style.css", media_type="text/css", content=STYLE)
    made.add_item(style)
    chapters = [title_page(book)]
    for sheet in book.sheets:
        chapters.append(chapter(made, book, sheet))
    if book.scores:
        chapters.append(page_of("scores", book.scores_head, book.lang, scores(book)))
    for one in chapters:
        one.add_item(style)
        made.add_item(one)
    made.toc = chapters
    made.add_item(epub.EpubNcx())
    made.add_item(epub.EpubNav())
    made.spine = ["nav", *chapters]
    out = BytesIO()
    epub.write_epub(out, made)
    return out.getvalue()


def page_of(name: str, title: str, lang: str, content: str) -> Any:
    """One page of the book."""
    found = epub.EpubHtml(uid=name, title=title, file_name=f"{name}.xhtml", lang=lang)
    found.content = content
    return found


def title_page(book: Book) -> Any:
    """The first page."""
    shown = format_html("<h1>{}</h1><p class='facts'>{}</p>", book.title, book.game)
    return page_of("title", book.title, book.lang, shown)


def chapter(made: Any, book: Book, sheet: Sheet) -> Any:
    """One issue, with the map after its turn."""
    parts = [head(sheet)]
    drawing = book.maps.get(sheet.number)
    if drawing:
        file = f"map-{sheet.number}.svg"
        made.add_item(epub.EpubItem(file_name=file, media_type="image/svg+xml", content=drawing.encode()))
        parts.append(format_html("<p class='figure'><img src='{}' alt='{}'/></p>", file, book.map_legend))
    if sheet.editorial_html:
        editorial = mark_safe(sheet.editorial_html)  # noqa: S308  cleaned when it was printed
        parts.append(format_html("<h2>{}</h2>{}", sheet.editorial_head, editorial))
    told = format_html_join("", "<p>{}</p>", ((line,) for line in sheet.chronicle))
    parts.append(format_html("<h2>{}</h2><div class='chronicle'>{}</div>", sheet.chronicle_head, told))
    parts += [column(made, one, f"{sheet.number}-{place}") for place, one in enumerate(sheet.columns, start=1)]
    return page_of(f"issue-{sheet.number}", f"{sheet.title}, {sheet.facts}", book.lang, "".join(parts))


def head(sheet: Sheet) -> SafeString:
    """Title, motto, number, turn and day."""
    motto = format_html("<p class='motto'>{}</p>", sheet.motto) if sheet.motto else ""
    return format_html("<h1>{}</h1>{}<p class='facts'>{}</p>", sheet.title, motto, sheet.facts)


def column(made: Any, one: Column, name: str) -> SafeString:
    """One article, its pictures put into the book."""
    if one.removed:
        return format_html("<h2>{}</h2><p>{}</p>", one.headline, one.removed)
    html = one.html
    for each in one.prints:
        file = f"picture-{name}-{each.number}.jpg"
        made.add_item(epub.EpubItem(file_name=file, media_type="image/jpeg", content=each.jpeg))
        html = html.replace(f'src="{each.url}"', f'src="{file}"')
    text = mark_safe(html.replace(' loading="lazy"', ""))  # noqa: S308  cleaned when it was saved
    return format_html("<h2>{}</h2><p class='byline'>{}</p>{}", one.headline, one.byline, text)


def scores(book: Book) -> SafeString:
    """Who has reached what."""
    rows = format_html_join("", "<tr><td>{}</td><td>{}</td></tr>", book.scores)
    return format_html("<h1>{}</h1><table>{}</table>", book.scores_head, rows)
