"""Which templates made an answer, from what: Django's test client is told by Django's own language alone."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.backends.jinja2 import Template
from django.test.signals import template_rendered


def tell_what_is_rendered() -> None:
    """From now on `templates` and `context` of an answer are there for templates of Jinja2 as well."""
    render = Template.render

    def telling(self: Template, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        known = {} if context is None else context
        made = render(self, known, request)
        template_rendered.send(sender=self, template=self.template, context=known)
        return made

    Template.render = telling  # type: ignore[method-assign]
