"""Templates as parts of pages."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe


def rendered(template: str, known: dict[str, Any]) -> SafeString:
    """What a template makes of what it is given, to be put into a page as it is: the template has escaped each part."""
    return mark_safe(render_to_string(template, known))  # noqa: S308
