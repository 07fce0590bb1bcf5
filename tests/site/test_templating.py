"""What templates may call, and what they say of what there is not."""

from __future__ import annotations

import pytest
from django.template import engines
from django.urls import NoReverseMatch
from jinja2 import nodes


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


def test_no_template_has_something_else_by_the_name_of_a_function() -> None:
    """What a page hands to a template hides what it would call by the same name."""
    environment = engines["jinja2"].env
    names = set(environment.globals)
    for template in environment.list_templates():
        tree = environment.parse(environment.loader.get_source(environment, template)[0])
        called = {id(call.node) for call in tree.find_all(nodes.Call)}
        assert not [one.name for one in tree.find_all(nodes.Name) if one.name in names and id(one) not in called], (
            template
        )


def test_no_block_stands_within_what_is_not_escaped() -> None:
    """It would be escaped all the same: a block knows nothing of what it stands in."""
    environment = engines["jinja2"].env
    for template in environment.list_templates():
        tree = environment.parse(environment.loader.get_source(environment, template)[0])
        for scope in tree.find_all(nodes.ScopedEvalContextModifier):
            assert not scope.find(nodes.Block), template
