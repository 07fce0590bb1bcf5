"""Tags for all pages: the ways through a long list, parts of a page that are made only once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from heraut.site.common.left_behind import page_before, written
from heraut.site.common.words import lang

register = template.Library()


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


@register.simple_tag
def fixed(name: str, **given: str | bool) -> SafeString:
    """A part of a page that depends on the reader's language and on what it is given, on nothing else: made once."""
    made = _fixed.__wrapped__ if settings.DEBUG else _fixed
    return made(name, lang(), **given)


@lru_cache(maxsize=256)
def _fixed(name: str, language: str, **given: str | bool) -> SafeString:
    """The same, in the language of the reader, which is this one."""
    return render_to_string(name, {"lang": language, **given})


@register.inclusion_tag("parts/left_behind.html", takes_context=True)
def left_behind(context: Context, *, again: bool = False) -> dict[str, Any]:
    """The end of a page that says what went wrong: what he who reads it had written, and the way back to where.

    `again`: what is wrong now may not be so any more if the same page is asked for once more.
    """
    request = context["request"]
    asked = request.method == "GET"
    back = page_before(request) if again or not asked else ""
    return {"written": written(request), "back": back, "again": asked}
