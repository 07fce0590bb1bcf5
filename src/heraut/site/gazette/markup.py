"""What an author types becomes HTML: Markdown without HTML, links or code, then an allow-list (GP-SITE-31).

Nothing in it is fetched from elsewhere: pictures are those of the article, named by their number, `![legend](1)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import nh3
from django.utils.html import format_html
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {"p", "br", "h4", "strong", "em", "s", "blockquote", "ul", "ol", "li", "hr", "img", "span"}
CLASSES = {"span": {"figure", "legend"}}
ATTRIBUTES = {"img": {"src", "alt", "width", "height", "loading"}, "ol": {"start"}}
OFF = ["link", "autolink", "reference", "html_block", "html_inline", "code", "fence", "backticks"]
DEEPEST = 10  # quotations and lists within one another


class Picture(dict[str, Any]):
    """What a picture's sign is replaced by: `url`, `width`, `height`."""


@cache
def reader() -> MarkdownIt:
    """The Markdown that gazettes know."""
    found = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST, "breaks": True})
    found.enable("strikethrough").disable(OFF)
    found.add_render_rule("image", picture)
    return found


def picture(renderer: Any, tokens: Sequence[Token], place: int, options: Any, env: Mapping[str, Any]) -> str:
    """A picture of the article with its legend; of any other sign the legend alone."""
    token = tokens[place]
    legend = token.content
    found = env["pictures"].get(str(token.attrs.get("src", "")))
    if found is None:
        return format_html("{}", legend)
    size = format_html(' width="{}" height="{}"', found["width"], found["height"])
    shown = format_html('<img src="{}" alt="{}"{} loading="lazy">', found["url"], legend, size)
    said = format_html('<span class="legend">{}</span>', legend) if legend else ""
    return format_html('<span class="figure">{}{}</span>', shown, said)


def blocks(text: str) -> list[Token]:
    """The text as a list of Markdown's tokens; a heading of any depth is one below that of the article."""
    tokens = reader().parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h4"
    return tokens


def signs(tokens: Iterable[Token]) -> set[str]:
    """The pictures that a text names."""
    inline = [child for token in tokens for child in token.children or ()]
    return {str(child.attrs.get("src", "")) for child in inline if child.type == "image"}


def html_of(text: str, pictures: Mapping[str, Picture]) -> str:
    """The text as HTML, with these pictures by number; those that it does not name stand at its end."""
    tokens = blocks(text)
    env = {"pictures": pictures}
    shown = str(reader().renderer.render(tokens, reader().options, env))
    for number in sorted(pictures.keys() - signs(tokens), key=int):
        shown += reader().render(f"![{escaped(pictures[number]['legend'])}]({number})", env)
    return clean(shown, {one["url"] for one in pictures.values()})


def escaped(legend: str) -> str:
    """A legend that is nothing but text in Markdown."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()#+-.!~<>|&" else sign for sign in legend)


def clean(html: str, addresses: set[str]) -> str:
    """The HTML with nothing but what gazettes allow; a picture only from one of these addresses."""

    def allowed(tag: str, attribute: str, value: str) -> str | None:
        return None if attribute == "src" and value not in addresses else value

    return nh3.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, allowed_classes=CLASSES, attribute_filter=allowed, link_rel=None
    )
