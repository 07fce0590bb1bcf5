"""What templates may call, and what they say of what there is not."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from inspect import getsource
from pathlib import Path

import pytest
from allauth import account
from django.core import paginator
from django.forms import boundfield, forms, utils
from django.http import request
from django.template import engines
from django.urls import NoReverseMatch
from jinja2 import TemplateRuntimeError, meta, nodes, runtime

import heraut
from heraut.site import templating
from heraut.site.templating import FILTERS, FUNCTIONS

PACKAGE = Path(heraut.__file__).parent
POSTED = re.compile(r"""\bmethod=["']post""")


def written(source: str, **known: object) -> str:
    """What a template makes of what it is given."""
    return str(engines["jinja2"].from_string(source).render(known))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ url('home') }}", "/"),
        ("{{ url('match', code) }}", "/partie/abc/"),
        ("{{ url('match_report', code=code, turn=2) }}", "/partie/abc/bilan/2/"),
    ],
)
def test_addresses_are_those_of_django(source: str, shown: str) -> None:
    assert written(source, code="abc") == shown


def test_an_address_that_there_is_not_is_an_error() -> None:
    with pytest.raises(NoReverseMatch):
        written("{{ url('match') }}")


def test_what_is_put_into_a_page_is_escaped() -> None:
    assert written("{{ name }} {{ say('bot.some', name=name) }}", name="<b>").count("&lt;b&gt;") == 2


def test_what_there_is_not_says_nothing() -> None:
    assert (
        written("[{{ nobody.name }}]{% for one in nobody.lands %}{{ one }}{% endfor %}{% if nobody %}!{% endif %}")
        == "[]"
    )


@pytest.mark.parametrize("source", ["{{ word.upper }}", "{% if word.isdigit %}!{% endif %}", "{{ known.items }}"])
def test_a_method_without_its_brackets_is_an_error(source: str) -> None:
    """In tests: a page would show it as something, and take it for true."""
    with pytest.raises(TemplateRuntimeError, match="is a method"):
        written(source, word="x", known={"items": 3})


def test_a_method_with_its_brackets_is_called() -> None:
    assert written("{{ word.strip().upper() }}{{ known['items'] }}{{ known.a }}", word="x ", known={"items": 3}) == "X3"


@cache
def trees() -> dict[str, nodes.Template]:
    """Every template of the site, as Jinja2 reads it."""
    environment = engines["jinja2"].env
    found = {name: environment.loader.get_source(environment, name) for name in environment.list_templates()}
    return {
        name: environment.parse(source) for name, (source, file, _) in found.items() if PACKAGE in Path(file).parents
    }


def test_no_template_has_something_else_by_the_name_of_a_function() -> None:
    """What a page hands to a template hides what it would call by the same name."""
    names = set(engines["jinja2"].env.globals)
    for template, tree in trees().items():
        called = {id(call.node) for call in tree.find_all(nodes.Call)}
        assert not [one.name for one in tree.find_all(nodes.Name) if one.name in names and id(one) not in called], (
            template
        )


def test_every_function_and_filter_that_is_listed_is_called_by_a_template() -> None:
    names = {one.name for tree in trees().values() for one in tree.find_all(nodes.Name)}
    filters = {one.name for tree in trees().values() for one in tree.find_all(nodes.Filter)}
    assert not [one.__name__ for one in FUNCTIONS if one.__name__ not in names]
    assert not FILTERS.keys() - filters


def floors() -> dict[str, int]:
    """The packages of the site, from the top down, as pyproject.toml has them."""
    contracts = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one.get("containers") == ["heraut.site"])
    return {name: floor for floor, layer in enumerate(layers) for name in re.findall(r"\w+", layer)}


def test_no_template_calls_what_stands_on_a_floor_above_its_own() -> None:
    """Nor what stands beside it: no import would tell."""
    above, environment = floors(), engines["jinja2"].env
    named = {one.__name__: one for one in FUNCTIONS if one.__module__ != templating.__name__} | FILTERS
    homes = {
        name: one.__module__.split(".")[2] for name, one in named.items() if one.__module__.startswith("heraut.site")
    }
    upward = set()
    for template, tree in trees().items():
        here = Path(environment.loader.get_source(environment, template)[1]).relative_to(PACKAGE / "site").parts[0]
        for one in tree.find_all((nodes.Name, nodes.Filter)):
            there = homes.get(one.name, here)
            if here in above and there != here and above[there] <= above[here]:
                upward.add((template, one.name))
    assert upward == set()


def test_no_template_asks_for_a_name_that_no_code_knows() -> None:
    """A slip would be seen nowhere: what there is not says nothing."""
    code = [file.read_text() for package in (PACKAGE, Path(account.__file__).parent) for file in package.rglob("*.py")]
    code += [getsource(library) for library in (boundfield, forms, utils, paginator, request, runtime)]
    known = {word for text in code for word in re.findall(r"\w+", text)}
    known |= {one.name for tree in trees().values() for one in tree.find_all(nodes.Name) if one.ctx != "load"}
    for template, tree in trees().items():
        asked = meta.find_undeclared_variables(tree) | {one.attr for one in tree.find_all(nodes.Getattr)}
        unknown = asked - known
        assert not unknown, template


def blocks(template: str) -> set[str]:
    """The blocks of a template, and of those that it extends."""
    tree = trees()[template]
    above = [blocks(one.value) for base in tree.find_all(nodes.Extends) for one in base.find_all(nodes.Const)]
    return {block.name for block in tree.find_all(nodes.Block)}.union(*above)


def test_what_a_template_puts_into_another_has_its_place_there() -> None:
    """What stands in no block of it is shown nowhere."""
    for template, tree in trees().items():
        places = [blocks(one.value) for base in tree.find_all(nodes.Extends) for one in base.find_all(nodes.Const)]
        if not places:
            continue  # a template of its own, or one whose frame is named by the page
        told = [one for part in tree.body if isinstance(part, nodes.Output) for one in part.nodes]
        assert not [one for one in told if not isinstance(one, nodes.TemplateData) or one.data.strip()], template
        assert {part.name for part in tree.body if isinstance(part, nodes.Block)} <= set.union(*places), template


def test_every_form_that_is_posted_has_its_token() -> None:
    for template, tree in trees().items():
        posted = [one for data in tree.find_all(nodes.TemplateData) for one in POSTED.findall(data.data)]
        tokens = [one for one in tree.find_all(nodes.Name) if one.name == "csrf_input"]
        assert len(posted) == len(tokens), template
