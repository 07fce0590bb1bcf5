"""Tags for all pages: the ways through a long list, parts of a page that are made only once."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

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
