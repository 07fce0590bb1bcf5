"""Which templates made an answer, from what: Django's test client is told by Django's own language alone.

And no template forgets the brackets of a method: it would be shown as `<bound method …>`, and be taken for true.
"""

from __future__ import annotations

from inspect import isroutine
from typing import Any

from django.http import HttpRequest
from django.template.backends.jinja2 import Template
from django.test.signals import template_rendered
from jinja2 import Environment, TemplateRuntimeError, nodes
from jinja2.compiler import CodeGenerator, Frame


def tell_what_is_rendered() -> None:
    """From now on `templates` and `context` of an answer are there for templates of Jinja2 as well."""
    render = Template.render

    def telling(self: Template, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        known = {} if context is None else context
        made = render(self, known, request)
        template_rendered.send(sender=self, template=self.template, context=known)
        return made

    Template.render = telling  # type: ignore[method-assign]


class Watched(CodeGenerator):
    """Templates as Python, where what is read from something else is looked at, unless it is called or asked for."""

    free: nodes.Node | None = None  # what may be a method

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """What stands before brackets may be one."""
        self.free = node.node
        super().visit_Call(node, frame, forward_caller=forward_caller)

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        """So may what is asked whether it is there."""
        self.free = node.node
        super().visit_Test(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """All else may not."""
        if node is self.free:
            super().visit_Getattr(node, frame)
        else:
            self.write("environment.no_method(")
            super().visit_Getattr(node, frame)
            self.write(f", {node.attr!r})")


def no_method(value: object, name: str) -> object:
    """What was read. Raises TemplateRuntimeError: it should have been called."""
    if isroutine(value):
        raise TemplateRuntimeError(f'"{name}" is a method: {name}(), or ["{name}"] if a key is meant')
    return value


def forget_no_brackets() -> None:
    """From now on a method that a template reads and does not call is an error."""
    Environment.code_generator_class = Watched
    Environment.no_method = staticmethod(no_method)  # type: ignore[attr-defined]
