"""What cannot be done at a table, and why."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """What was asked cannot be done; `key` names the sentence of group `lobby_refusal` that says why."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key, self.data = key, data
