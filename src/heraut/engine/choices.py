"""The options of a match, checked by their types: the same refusals in all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_origin

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Refusal
from heraut.engine.suggestions import closest


def sort_of(kind: Any) -> str:
    """What a value of this type is called in the catalogues: "whole", "number", "flag", "text", "names", "…_list"."""
    if get_origin(kind) is dict:
        return "names"
    listed = "_list" if get_origin(kind) is tuple else ""
    plainest = (get_args(kind) or (kind,))[0]  # of `int | None`, int
    while hasattr(plainest, "__supertype__"):  # of Seat, str; of a UnitId, which is a GroupId, int
        plainest = plainest.__supertype__
    return {int: "whole", float: "number", bool: "flag", str: "text"}[plainest] + listed


def choice_refusal(name: str, value: Any, kinds: Mapping[str, Any], rule: str) -> Refusal | None:
    """Why this option cannot be read: `kinds` has none of this name, or another type for its value."""
    if name not in kinds:
        return Refusal(rule, "unknown_option", {"name": name, "nearest": closest(name, kinds), "known": list(kinds)})
    try:
        convert(value, kinds[name])
    except msgspec.ValidationError:
        return Refusal(rule, "bad_option", {"name": name, "sort": sort_of(kinds[name])})
    return None


def unreadable_choices(options: Json, kinds: Mapping[str, Any], rule: str) -> list[Refusal]:
    """The refusals of all options that cannot be read (`choice_refusal`)."""
    read = (choice_refusal(name, value, kinds, rule) for name, value in options.items())
    return [refusal for refusal in read if refusal is not None]
