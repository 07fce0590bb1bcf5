"""What the pages of a match and its table say to whoever is banned from it."""

from __future__ import annotations

from django import template

from heraut.site.moderation.sanctions import ban_from

register = template.Library()
register.simple_tag(ban_from)
