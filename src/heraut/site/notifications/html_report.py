"""A report as HTML: the same words as in the text, with headings, lists and tables instead of columns of blanks.

Reports of all games are laid out alike (`games/*/report.py`): sections under `── a rule`, items behind a mark or a
number, columns two blanks apart. No sentence holds two blanks in a row, so that whatever does is a row of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.utils.html import escape

SECTION = re.compile(r"^── (.*?) ─*$")
MARK = re.compile(r"^(\s*)(?:([·!-]) |(\d+)  )(?=\S)(?!.*\S  )")
RULE_ID = re.compile(r"\(([A-Z]{2,3}-[A-Z]{3}-\d+)\)")  # behind every sentence of an event
COLUMNS = re.compile(r"\S  +\S")
HEAVY = "═"


class Line(NamedTuple):
    """One line of a report: what it is, its number or text, and where its text starts."""

    sort: str  # "section", "item", "row", "text", "blank"
    text: str
    margin: int
    number: str = ""


def read(line: str) -> Line:
    """What this line is."""
    if not line.strip() or line.startswith(HEAVY):
        return Line("blank", "", 0)
    if section := SECTION.match(line):
        return Line("section", section[1], 0)
    if mark := MARK.match(line):
        return Line("item", line[mark.end() :], mark.end(), mark[3] or "")
    sort = "row" if COLUMNS.search(line) else "text"
    return Line(sort, line, len(line) - len(line.lstrip()))


def html(report: str) -> str:
    """The report as HTML, without any page around it."""
    head, body = opening(report.split("\n"))
    return "".join([*head, *blocks(body)])


def opening(lines: list[str]) -> tuple[list[str], list[str]]:
    """The title between two heavy rules as headings, and the lines after it."""
    rules = [number for number, line in enumerate(lines) if line.startswith(HEAVY)]
    if len(rules) < 2:
        return [], lines
    game, *titles = [re.split(r"\s{2,}", line.strip()) for line in lines[rules[0] + 1 : rules[1]]]
    head = [f'<p class="scene">{escape(" · ".join(game))}</p>']
    return [*head, *(f"<h1>{escape(' '.join(title))}</h1>" for title in titles)], lines[rules[1] + 1 :]


def blocks(lines: Iterable[str]) -> Iterator[str]:
    """Everything between two blank lines, or two sections, one after the other."""
    read_lines = [read(line) for line in lines]
    for sort, group in groupby(read_lines, key=lambda line: line.sort if line.sort in ("blank", "section") else ""):
        if sort == "section":
            yield from (f"<h2>{escape(line.text)}</h2>" for line in group)
        elif not sort:
            yield from block(list(group))


def block(lines: list[Line]) -> Iterator[str]:
    """A heading of its own if it has one, then items, tables and paragraphs."""
    if len(lines) > 1 and lines[0].sort == "text" and lines[1].sort == "item":
        yield f"<h3>{escape(lines[0].text.strip())}</h3>"
        lines = lines[1:]
    place = 0
    while place < len(lines):
        end = place + 1
        if lines[place].sort == "item":
            while end < len(lines) and belongs(lines[end], lines[place]):
                end += 1
            yield item(lines[place], lines[place + 1 : end])
        elif lines[place].sort == "row":
            while end < len(lines) and lines[end].sort in ("row", "text"):
                end += 1
            yield table(lines[place:end])
        else:
            while end < len(lines) and lines[end].sort == "text" and not ends_sentence(lines[end - 1]):
                end += 1
            yield f"<p>{words(flowing(lines[place:end]))}</p>"
        place = end


def belongs(line: Line, item: Line) -> bool:
    """Whether a line is part of an item: it starts no other one at the same depth."""
    return line.sort != "item" or (not line.number and line.margin > item.margin)


def ends_sentence(line: Line) -> bool:
    """Whether the sentence of an event ends here: its rule stands last."""
    rules = list(RULE_ID.finditer(line.text))
    return bool(rules) and rules[-1].end() == len(line.text.rstrip())


def words(text: str) -> str:
    """A sentence, the rule behind it set apart."""
    return RULE_ID.sub(r'<span class="rule">\1</span>', escape(text))


def flowing(lines: Iterable[Line]) -> str:
    """Folded lines, unfolded."""
    return " ".join(line.text.strip() for line in lines)


def item(first: Line, others: list[Line]) -> str:
    """An order with its outcomes, or an event with its details."""
    while others and others[0].sort == "text" and not first.number and not ends_sentence(first):
        first = first._replace(text=f"{first.text} {others[0].text.strip()}")
        others = others[1:]
    number = f'<span class="number">{escape(first.number)}</span> ' if first.number else ""
    lead = f"<code>{escape(first.text)}</code>" if first.number else words(first.text)
    return f'<div class="item"><p>{number}{lead}</p>{"".join(block(others)) if others else ""}</div>'


def table(lines: list[Line]) -> str:
    """Columns that are two blanks apart in every line; a line without a first cell goes on with the row before."""
    texts = [line.text for line in lines]
    width = max(map(len, texts))
    padded = [text.ljust(width) for text in texts]
    blank = [all(text[column] == " " for text in padded) for column in range(width)]
    starts = [0] + [
        column for column in range(2, width) if not blank[column] and blank[column - 1] and blank[column - 2]
    ]
    ends = [*starts[1:], width]
    rows: list[list[str]] = []
    for text in padded:
        cells = [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
        cells = cells[1:] if starts[1:2] and not any(row[: starts[1]].strip() for row in padded) else cells
        if rows and not cells[0]:
            rows[-1] = [" ".join(filter(None, pair)) for pair in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return columns(rows)


def columns(rows: list[list[str]]) -> str:
    """Rows as a table: of names and values if there are two columns, under a head if there are more."""
    if len(rows[0]) == 2:
        return f'<table class="facts">{"".join(fact(*row) for row in rows)}</table>'
    sides = [side(column[1:]) for column in zip(*rows, strict=True)]
    head = "".join(cell("th", *pair) for pair in zip(rows[0], sides, strict=True))
    body = ["".join(headed(*one) for one in zip(row, sides, rows[0], strict=True)) for row in rows[1:]]
    lines = "".join(f"<tr>{row}</tr>" for row in (head, *body))
    return f'<div class="scroll" tabindex="0"><table>{lines}</table></div>'


def fact(name: str, value: str) -> str:
    """A row of a name and its value."""
    return f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>'


def side(cells: Iterable[str]) -> str:
    """The class of a column: figures stand on the right."""
    return ' class="figure"' if all(cell[:1] in "0123456789–-+" for cell in cells if cell) else ""


def headed(text: str, side: str, head: str) -> str:
    """One cell below the head of its column, which it says itself where a screen is too narrow for the table."""
    return cell("td", text, f'{side} data-head="{escape(head)}"' if head and text else side)


def cell(tag: str, text: str, side: str) -> str:
    """One cell."""
    return f"<{tag}{side}>{escape(text)}</{tag}>"
