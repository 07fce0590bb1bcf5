"""Tags that spare each page some work: addresses found once a process, parts of a page that are made only once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as stock
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Django's own, `{% url "name" one two as there %}`: a page has some twenty of them."""
    node = stock(parser, token)
    return node if node.kwargs else KeptURL(node.view_name, node.args, node.kwargs, node.asvar)


class KeptURL(URLNode):
    """The tag, for addresses without named parts."""

    def render(self, context: Context) -> str:
        """The address, or "" if it goes into a variable."""
        args = [arg.resolve(context) for arg in self.args]
        try:
            found = address(get_script_prefix(), self.view_name.resolve(context), *args)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        if self.asvar is None:
            return found
        context[self.asvar] = found
        return ""


@lru_cache(maxsize=4000, typed=True)
def address(prefix: str, name: str, *args: Any) -> str:
    """Where a page is, below this prefix, as HTML has it. Raises NoReverseMatch."""
    return escape(reverse(name, args=args))


@register.simple_tag(takes_context=True)
def other_page(context: Context, listed: Any, number: int) -> str:
    """The address of another page of a list (`paging.py`); whatever else the address holds stays."""
    asked = context["request"].GET.copy()
    asked[listed.word] = number
    return f"?{asked.urlencode()}"


@register.simple_tag(takes_context=True)
def part(context: Context, name: str) -> SafeString:
    """A part that stands in several places of a page: `{% part "parts/menu.html" as menu %}`, then `{{ menu }}`."""
    assert context.template is not None  # within a page there is one
    found: SafeString = context.template.engine.get_template(name).render(context)
    return found
