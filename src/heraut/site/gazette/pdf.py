"""An issue as a printed page: PDF on A4, in the letters of the site. Loaded by the worker alone (`printing.py`)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from fpdf import FPDF
from markdown_it.token import Token

from heraut.site import notifications
from heraut.site.gazette.markup import blocks, signs
from heraut.site.gazette.sheets import Column, Print, Sheet

FAMILY = "Alegreya"
FONTS = Path(notifications.__file__).parent / "fonts"
FONT_FILES = {"": "400-normal", "B": "700-normal", "I": "400-italic", "BI": "700-normal"}
SIZE, SMALL, HEAD, TITLE = 10.5, 9, 15, 34  # points
LINE = 1.25  # heights of a line
GUTTER, COLUMNS = 8, 2  # millimetres
INDENT = 5
WIDE = 300  # pixels of a picture that fills its column
STYLES = {"strong": "B", "em": "I", "s": "S"}

for name in ("fpdf", "fontTools"):  # what they say of letters that a font lacks would repeat an article in the log
    logging.getLogger(name).setLevel(logging.ERROR)


class Page(FPDF):
    """A page with its number at the foot."""

    def footer(self) -> None:
        """The number."""
        self.set_y(-12)
        self.set_font(FAMILY, "", SMALL)
        self.cell(0, 6, f"– {self.page_no()} –", align="C")


def pdf_of(sheet: Sheet, at: datetime) -> bytes:
    """An issue; `at` is when it came out."""
    pdf = Page(format="A4")
    for style, file in FONT_FILES.items():
        pdf.add_font(FAMILY, style, FONTS / f"alegreya-latin-{file}.ttf")
    pdf.set_creation_date(at)
    pdf.set_title(f"{sheet.title}, {sheet.facts}")
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.add_page()
    masthead(pdf, sheet)
    if sheet.editorial:
        section(pdf, sheet.editorial_head, "", blocks(sheet.editorial), ())
    chronicle(pdf, sheet)
    for column in sheet.columns:
        article(pdf, column)
    return bytes(pdf.output())


def masthead(pdf: FPDF, sheet: Sheet) -> None:
    """Title, motto, number, turn and day between two rules."""
    pdf.set_font(FAMILY, "B", TITLE)
    pdf.multi_cell(0, 14, sheet.title, align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font(FAMILY, "I", SIZE + 1)
    if sheet.motto:
        pdf.multi_cell(0, 6, sheet.motto, align="C", new_x="LMARGIN", new_y="NEXT")
    rule(pdf, 0.7)
    pdf.set_font(FAMILY, "", SMALL)
    pdf.cell(0, 6, sheet.facts, align="C", new_x="LMARGIN", new_y="NEXT")
    rule(pdf, 0.3)


def rule(pdf: FPDF, width: float) -> None:
    """A line across the page."""
    pdf.set_line_width(width)
    pdf.line(pdf.l_margin, pdf.get_y() + 1, pdf.w - pdf.r_margin, pdf.get_y() + 1)
    pdf.ln(2.5)


def heading(pdf: FPDF, text: str, below: str) -> None:
    """A headline and the name below it; never alone at the foot of a page."""
    if pdf.will_page_break(40):
        pdf.add_page()
    pdf.ln(3)
    pdf.set_font(FAMILY, "B", HEAD)
    pdf.multi_cell(0, 7, text, new_x="LMARGIN", new_y="NEXT")
    pdf.set_font(FAMILY, "I", SMALL)
    if below:
        pdf.cell(0, 5, below, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(1)


def columns_of(pdf: FPDF) -> Any:
    """Columns to write in."""
    return pdf.text_columns(ncols=COLUMNS, gutter=GUTTER, balance=True, text_align="J", line_height=LINE)


def chronicle(pdf: FPDF, sheet: Sheet) -> None:
    """What the turn has brought, a paragraph a sentence."""
    heading(pdf, sheet.chronicle_head, "")
    with columns_of(pdf) as columns:
        pdf.set_font(FAMILY, "", SIZE)
        for line in sheet.chronicle:
            with columns.paragraph(first_line_indent=INDENT) as paragraph:
                paragraph.write(line)


def article(pdf: FPDF, column: Column) -> None:
    """One article."""
    if column.removed:
        section(pdf, column.headline, "", blocks(column.removed), ())
    else:
        section(pdf, column.headline, column.byline, blocks(column.text), column.prints)


def section(pdf: FPDF, head: str, below: str, tokens: Sequence[Token], prints: Sequence[Print]) -> None:
    """A headline and a text in columns; pictures that it does not name stand at its end."""
    heading(pdf, head, below)
    named = signs(tokens)
    with columns_of(pdf) as columns:
        written(pdf, columns, tokens, {one.number: one for one in prints})
        for one in prints:
            if one.number not in named:
                drawn(columns, one)


def written(pdf: FPDF, columns: Any, tokens: Sequence[Token], prints: dict[str, Print]) -> None:
    """Markdown's tokens, block by block."""
    mark, style = "", ""
    for token in tokens:
        if token.type == "list_item_open":
            mark = f"{token.info}{token.markup} " if token.info else "• "
        elif token.type == "blockquote_open":
            style = "I"
        elif token.type == "blockquote_close":
            style = ""
        elif token.type == "heading_open":
            style = "B"
        elif token.type == "heading_close":
            style = ""
        elif token.type == "hr":
            with columns.paragraph(text_align="C") as paragraph:
                paragraph.write("* * *")
        elif token.type == "inline":
            inline(pdf, columns, token.children or (), mark, style, prints)
            mark = ""


def inline(pdf: FPDF, columns: Any, tokens: Sequence[Token], mark: str, style: str, prints: dict[str, Print]) -> None:
    """One paragraph with its bold and slanted words; a picture ends it, and another one begins."""
    styles: list[str] = [style] if style else []
    shown = [token for token in tokens if is_print(token, prints)]
    named = [replace(prints[str(token.attrs.get("src"))], legend=token.content) for token in shown]
    with columns.paragraph(first_line_indent=0 if mark else INDENT, bottom_margin=1) as paragraph:
        pdf.set_font(FAMILY, style, SIZE)
        paragraph.write(mark)
        for token in tokens:
            name, _, end = token.type.rpartition("_")
            if name in STYLES:
                styles = [*styles, STYLES[name]] if end == "open" else styles[:-1]
                pdf.set_font(FAMILY, "".join(sorted(set("".join(styles)))), SIZE)
            elif token.type == "text" or (token.type == "image" and not is_print(token, prints)):
                paragraph.write(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                paragraph.write("\n")
        pdf.set_font(FAMILY, "", SIZE)
    for one in named:
        drawn(columns, one)


def is_print(token: Token, prints: dict[str, Print]) -> bool:
    """Whether a token is the sign of one of these pictures."""
    return token.type == "image" and str(token.attrs.get("src")) in prints


def drawn(columns: Any, one: Print) -> None:
    """A picture across its column, with its legend."""
    columns.image(BytesIO(one.jpeg), fill_width=one.width > WIDE, align="C", top_margin=1, alt_text=one.legend)
    if one.legend:
        with columns.paragraph(text_align="C", bottom_margin=2) as paragraph:
            paragraph.write(one.legend)
