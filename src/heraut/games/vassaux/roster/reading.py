"""A list as the options of a match give it: the code of a ready-made host, lines of text, JSON text, or plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.decoding import convert, decode
from heraut.engine.protocol import Refusal
from heraut.games.vassaux.roster.entries import Roster, ready_made
from heraut.games.vassaux.roster.lines import read_lines
from heraut.games.vassaux.tables import codes, hosts


def read_roster(data: Any, seat: str) -> Roster | list[Refusal]:
    """The list, or every reason why it cannot be read (SV-OST-10)."""
    if not isinstance(data, str):
        return _decoded(data, seat)
    if data in hosts():
        return ready_made(codes.HostCode(data))
    if data.lstrip().startswith("{"):
        return _decoded(data, seat)
    if len(data.split()) < 2:  # a code, or what was meant for one
        return [Refusal("SV-OST-10", "unknown_host", {"text": data, "hosts": list(hosts()), "seat": seat})]
    found = read_lines(data)
    if isinstance(found, Roster):
        return found
    return [Refusal(one.rule, one.code, {**one.data, "seat": seat}, one.line) for one in found]


def _decoded(data: Any, seat: str) -> Roster | list[Refusal]:
    """A list as data, or as JSON text."""
    try:
        return decode(data, Roster) if isinstance(data, str) else convert(data, Roster)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:  # half of a sign, or a well of brackets
        return [Refusal("SV-OST-10", "bad_host", {"reason": str(error), "seat": seat})]
