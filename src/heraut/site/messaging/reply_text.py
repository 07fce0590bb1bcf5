"""What a mail says of its own: plain text, or HTML made text, without what it quotes and without a signature."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html.parser import HTMLParser

QUOTED = ("blockquote",)  # what an answer in HTML says of others
UNSAID = {"style", "script", "title"}  # what it does not say at all
QUOTE_CLASSES = ("gmail_quote", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote")
VOID = ("br",)
BREAKING = ("p", "div", "br", "li", "tr", "h1", "h2", "h3", "ul", "ol", "table")

TAGS = {"blockquote", "span", *BREAKING}  # that are read

# the line by which mail programs introduce what they quote; it may be broken in two or three
INTRODUCES = re.compile(r"[ \t]*(?:Le|On|Am|El|Il)\b")
INTRODUCED = ("a écrit", "wrote", "schrieb", "escribió", "ha scritto")
DIVIDED = re.compile(
    r"^[ \t]*(?:-{2,} ?(?:Original Message|Message d'origine|Message original|Forwarded message|Message transféré)"
    r"[^\n]*|_{10,}|(?:From|De) ?:[^\n]+\n(?:[^\n]+\n)?(?:Sent|Date|Envoyé|To|À) ?:[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
SIGNATURE = re.compile(r"^-- $", re.MULTILINE)


def own_text(mail: EmailMessage) -> str:
    """What its sender has written. Raises LookupError or ValueError for a mail that cannot be read."""
    part = mail.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    content = part.get_content()
    if not isinstance(content, str):
        raise ValueError("no text")
    return unquoted(as_text(content) if part.get_content_subtype() == "html" else content)


def unquoted(text: str) -> str:
    """A text without quoted lines, without what stands below the line that introduces them, without a signature."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\N{NO-BREAK SPACE}", " ")
    for sign in (DIVIDED, SIGNATURE):
        if (found := sign.search(text)) is not None:
            text = text[: found.start()]
    lines = text.split("\n")
    end = next((place for place in range(len(lines)) if introduces(lines[place : place + 3])), len(lines))
    return "\n".join(line.rstrip() for line in lines[:end] if not line.startswith(">")).strip()


def introduces(lines: list[str]) -> bool:
    """Whether a quotation is introduced by the first of these lines, or by it and those that follow."""
    if INTRODUCES.match(lines[0]) is None:
        return False
    ends = (line.rstrip() for line in lines)
    return any(line.endswith(":") and line[:-1].rstrip().endswith(INTRODUCED) for line in ends)


class Reader(HTMLParser):
    """HTML as text, without what is quoted."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.hidden: list[str] = []  # the open elements of a quotation, the outermost first

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        classes = (dict(attrs).get("class") or "").split()
        if self.hidden or tag in QUOTED or any(one in QUOTE_CLASSES for one in classes):
            if tag not in VOID:
                self.hidden.append(tag)
        elif tag in BREAKING:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """An element ends; those that were left open inside it end with it."""
        if tag in self.hidden:
            while self.hidden.pop() != tag:
                pass
        elif tag in ("p", "div") and not self.hidden:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """A text."""
        if not self.hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def as_text(html: str) -> str:
    """HTML as plain text, without quotations. It is made well-formed first: Python reads anything else slowly."""
    import nh3  # for whoever is answered in HTML

    reader = Reader()
    reader.feed(nh3.clean(html, tags=TAGS, clean_content_tags=UNSAID, attributes={"*": {"class"}}, link_rel=None))
    reader.close()
    return re.sub(r"\n{3,}", "\n\n", "".join(reader.parts))
