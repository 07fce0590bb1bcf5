"""A line that cannot be read: raised by the readers of orders and plans, caught where its refusal is made."""

from __future__ import annotations

from heraut.engine import sheets


class Unread(sheets.Unread):
    """Why a line cannot be read: the code of its refusal, the rule, the figures."""

    usual = "RO-ORD-22"
