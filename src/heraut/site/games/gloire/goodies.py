"""Tools to take along (GP-SITE-28): an order form to print, a card of all orders, the arms, made of the game's data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.utils.html import escape
from django.views.decorators.http import require_safe

from heraut.site.common.words import lang, say
from heraut.site.games.gloire.rules import chapters
from heraut.site.heraldry import arms_of_number
from heraut.site.heraldry.blazon import write
from heraut.site.heraldry.drawing import svg

WIDTH, LINE, MARGIN = 760, 17, 24  # of the card, in its own units
LORDS = 100  # whom a map may tell apart
COLUMNS, CELL = 10, 76  # of the sheet of arms
BLANKS = 3  # lines to fill in for an order that may be given several times
PAPER, INK, RED = "#fdf8ec", "#2b1d10", "#8f1d2b"


@require_safe
def order_form(request: HttpRequest) -> HttpResponse:
    """All orders, phase by phase, with lines to fill in by hand."""
    return told(form_text(lang()), "text/plain; charset=utf-8", say("rules.file_form") + ".txt")


@require_safe
def card(request: HttpRequest) -> HttpResponse:
    """How each order is written and in which phase it is played, on one page."""
    return told(card_svg(lang()), "image/svg+xml", say("rules.file_card") + ".svg")


@require_safe
def armorial(request: HttpRequest) -> HttpResponse:
    """The arms of the hundred lords that a map may have, each with its number and its blazon."""
    return told(arms_svg(lang()), "image/svg+xml", say("rules.file_arms") + ".svg")


def told(text: str, kind: str, name: str) -> HttpResponse:
    """A file to take along."""
    response = HttpResponse(text, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@cache
def form_text(language: str) -> str:
    """The form, as plain text."""
    lines = [say("rules.form_title"), "", say("rules.form_head"), ""]
    for chapter in chapters(language):
        if chapter.orders:
            lines += [f"{chapter.number}. {chapter.name}", ""]
            for order in chapter.orders:
                lines += [f"   {order.syntax}   ({order.name})", *[f"      {order.code} " + "." * 48] * BLANKS, ""]
    return "\n".join(lines)


@cache
def card_svg(language: str) -> str:
    """The card: a heading a phase, an order a line."""
    rows = list(card_rows(language))
    height = 2 * MARGIN + LINE * (len(rows) + 2)
    body = [text_at(MARGIN, MARGIN + LINE, say("rules.card_title"), f'font-size="19" fill="{RED}"')]
    for number, (heading, code, words) in enumerate(rows, start=2):
        y = MARGIN + LINE * (number + 1)
        if heading:
            body.append(text_at(MARGIN, y, heading, f'font-weight="bold" fill="{RED}"'))
        else:
            body += [text_at(MARGIN + 12, y, code, 'font-family="monospace"'), text_at(WIDTH // 2 + 40, y, words)]
    return sheet(WIDTH, height, body)


def card_rows(language: str) -> Iterator[tuple[str, str, str]]:
    """A heading, or an order as it is written and what it is."""
    for chapter in chapters(language):
        if chapter.orders:
            yield f"{chapter.number}. {chapter.name}", "", ""
            yield from (("", order.syntax, order.name) for order in chapter.orders)


@cache
def arms_svg(language: str) -> str:
    """The sheet of arms, in rows of ten."""
    body = []
    for number in range(1, LORDS + 1):
        row, column = divmod(number - 1, COLUMNS)
        x, y = MARGIN + column * CELL, MARGIN + row * (CELL + LINE)
        arms = arms_of_number(number)
        drawn = svg(arms, "arms").replace("<svg ", f'<svg x="{x}" y="{y}" width="{CELL - 16}" height="{CELL - 8}" ', 1)
        body += [f"<g><title>{escape(write(arms, language))}</title>{drawn}</g>"]
        body.append(text_at(x + CELL // 2 - 14, y + CELL + 4, str(number)))
    rows = -(-LORDS // COLUMNS)
    return sheet(2 * MARGIN + COLUMNS * CELL, 2 * MARGIN + rows * (CELL + LINE), body)


def sheet(width: int, height: int, body: list[str]) -> str:
    """A drawing that stands by itself."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Georgia, serif" font-size="12" fill="{INK}"><rect width="100%" height="100%" fill="{PAPER}"/>'
        f"{''.join(body)}</svg>"
    )


def text_at(x: int, y: int, words: str, style: str = "") -> str:
    """Words at a place."""
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'
