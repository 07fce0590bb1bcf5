"""Hints below a field that lead on to a page."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString


def led_on(hint: str, page: str, words: str) -> SafeString:
    """A hint, and the way to the page where what is asked for is made."""
    return format_html('{} <a href="{}">{}</a>', hint, reverse(page), words)
