"""A line that cannot be read: raised by the readers of orders and plans, caught where its refusal is made."""

from __future__ import annotations

from typing import Any


class Unread(Exception):
    """Why a line cannot be read: the code of its refusal, the rule, the figures."""

    def __init__(self, code: str, rule: str = "RO-ORD-22", **data: Any) -> None:
        self.code, self.rule, self.data = code, rule, data
