"""What cannot be done, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from heraut.site.common.words import say


class CannotBeDone(Exception):
    """What was asked cannot be done; `key` names the sentence of `group` that says why, `data` its figures."""

    group: ClassVar[str]

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key, self.data = key, data

    @property
    def words(self) -> str:
        """Why, for the present reader."""
        return say(f"{self.group}.{self.key}", **self.data)


class Refused(CannotBeDone):
    """Of a table, of a seat of it, by those who keep the peace."""

    group = "lobby_refusal"


def reason_of(check: Callable[[], None]) -> str:
    """Why a check refuses, in words; "" if it does not."""
    try:
        check()
    except CannotBeDone as refusal:
        return refusal.words
    return ""
