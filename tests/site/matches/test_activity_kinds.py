"""Kinds of acts of the public chronicle: each has its sentence, each is written, and there are no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import heraut.site
from heraut.site.common.words import site_words
from heraut.site.matches.activity_kinds import ActivityKind

KINDS = set(get_args(ActivityKind))
CODE = {path: path.read_text(encoding="utf-8") for path in Path(heraut.site.__file__).parent.rglob("*.py")}
WRITERS = ("write_activity", "tell_all", "tell_tables", "chronicle")  # the second thing that each takes is a kind
ASKED = re.compile(r"(?:\bactivities|\bActivity\.objects)\.(?:filter|exclude|get)\([^\n]*\bkind(?:__\w+)?=")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_each_kind_has_its_sentence_and_no_sentence_is_of_another(lang: str) -> None:
    assert set(site_words(lang).groups["activity"]) == KINDS


@pytest.mark.slow
def test_each_kind_is_written_by_somebody() -> None:
    """As the code has it; that no other is, mypy sees."""
    assert KINDS - {kind for text in CODE.values() for kind in written(ast.parse(text))} == set()


def test_whoever_waits_for_a_kind_asks_so_that_mypy_sees_it() -> None:
    """By `of_kind`: what a query of Django is told is not looked at."""
    assert [str(path) for path, text in CODE.items() if ASKED.search(text)] == []


def written(code: ast.Module) -> Iterator[str]:
    """What a file gives to whoever writes, or keeps for him, alone or in a table; tuples wait for what others write."""
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WRITERS:
            yield from words(node.args[1])
        if isinstance(node, ast.AnnAssign) and node.value and not isinstance(node.value, ast.Tuple):
            yield from words(node.value) if "ActivityKind" in ast.unparse(node.annotation) else ()


def words(node: ast.expr) -> Iterator[str]:
    """Every word in an expression."""
    return (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))
