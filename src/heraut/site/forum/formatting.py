"""The text of a post: Markdown without any HTML, cleaned by an allow-list once more before it is kept.

No pictures, nothing that is fetched from anywhere, no headings (a page has its own), no entities (they would write
signs that turn a text round). Links say that they are somebody else's.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

TAGS = {"p", "br", "em", "strong", "blockquote", "ul", "ol", "li", "code", "pre", "hr", "a"}
LEFT_OUT = ("image", "html_block", "html_inline", "entity", "heading", "lheading", "code", "reference")
WORD = re.compile(r"[^\W_]+")
QUOTED = 1_500  # characters of a post that an answer quotes


@cache
def parser() -> MarkdownIt:
    """CommonMark with fewer rules."""
    from markdown_it import MarkdownIt  # 40 ms and 3 MB, for processes in which somebody writes

    return MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(list(LEFT_OUT))


def formatted(text: str) -> str:
    """A text as pages show it: HTML of the tags above, links with their address alone."""
    import nh3  # loaded with the parser

    rules: dict[str, Any] = {"attributes": {"a": {"href"}, "*": set()}, "url_schemes": {"http", "https", "mailto"}}
    return nh3.clean(parser().render(text), tags=TAGS, link_rel="nofollow ugc noopener", **rules)


def quoted(text: str, name: str) -> str:
    """The beginning of an answer: what somebody has said, and who, as Markdown."""
    short = text if len(text) <= QUOTED else text[:QUOTED].rstrip() + " […]"
    lines = [line for line in short.split("\n") if not line.startswith(">")]  # not what he quoted himself
    said = "\n".join(f"> {line}".rstrip() for line in "\n".join(lines).strip().split("\n"))
    return f"> **{escaped(name)}**\n>\n{said}\n\n"


def escaped(name: str) -> str:
    """A name in Markdown, as it is written."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", name)
