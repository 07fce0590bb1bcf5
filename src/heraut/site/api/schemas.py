"""What goes in and what comes out. A field that is not here does not leave."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from ninja import Schema
from pydantic import BaseModel, ConfigDict, Field

from heraut.site.common.input_cleaning import CONTROL
from heraut.site.matchpage.saving import LONGEST_TEXT

ANYWHERE = (401, 422, 429, 503)  # a token that is none of ours, an odd query, too many requests, a site out of order
# What comes in has the type that the document names, no "1" or true for 1, and no field that it does not name: what
# that asks for would not be done
TAKEN = ConfigDict(strict=True, extra="forbid")
Text = Annotated[str, Field(max_length=LONGEST_TEXT, pattern=f"^[^{CONTROL.pattern[1:-1]}]*$")]  # as no page brings any


class FaultShape(Schema):
    """Why a request was not answered as asked: a code, a sentence for people, and the fields at fault, if any."""

    code: str
    message: str
    where: list[str]


def answers(shape: Any, *faults: int) -> dict[Any, Any]:
    """What a route may answer: this shape, or a fault of these statuses or of those that may come anywhere."""
    return {200: shape, frozenset({*ANYWHERE, *faults}): FaultShape}


class Me(Schema):
    """Whose token this is, and what it is good for."""

    name: str
    language: str
    guest: bool
    token: str
    scope: str


class MatchLine(Schema):
    """A match in a list. `turn` is the coming one (None before the start), `seat` the caller's own.

    Where a match goes decision by decision, `turn` is that of its rulebook, 0 during the setup; that of orders,
    receipts and `/turns` counts its steps.
    """

    code: str
    title: str
    game: str
    status: str
    private: bool
    host: str | None
    lords: int
    turn: int | None
    deadline: datetime | None
    seat: str | None


class MatchList(Schema):
    """A page of a list: `total` is how many there are."""

    total: int
    matches: list[MatchLine]


class SeatLine(Schema):
    """A seat as everyone sees it. `seat` is None before the start; `bot_name` is the level and the temper of its bot.

    `orders`: whether they came, never what they are.
    """

    seat: str | None
    lord: str
    player: str | None
    bot: bool
    bot_name: str | None
    offered: bool
    orders: str | None


class OwnSeat(Schema):
    """The caller's own seat, and what follows if the turn ended now, in a sentence."""

    seat: str
    received: bool
    sealed: bool
    orders: int
    missed: int
    delays: int
    outcome: str
    message: str


class MatchSheet(MatchLine):
    """A match. Secret options are left out until it is over; `open`: orders may be changed now; `rewinds`: how often
    turns that were published have been set aside, and others have taken their place.
    """

    rules_version: str
    options: dict[str, Any]
    pace: dict[str, Any]
    pace_text: str
    commitment: str
    created: datetime
    started: datetime | None
    ended: datetime | None
    paused_until: datetime | None
    open: bool
    rewinds: int
    result: dict[str, Any] | None
    seats: list[SeatLine]
    own: OwnSeat | None


class Act(Schema):
    """An entry of the public chronicle of the host's and the clock's acts."""

    at: datetime
    text: str
    author: str


class Turn(Schema):
    """A turn that was resolved (0: the setup). `sealed_hashes`: those of the receipts of the orders that were used.

    `sealed_root` is the SHA-256 of all of them, one after the other by the names of the seats. Where it is a secret who
    gives orders, the caller's own alone are here until the match is over, and the root is an HMAC under its seed.
    """

    turn: int
    resolved: datetime
    sealed_root: str
    sealed_hashes: dict[str, str]


class Told(Schema):
    """An event that the caller may know; `private`: not everyone may."""

    rule: str
    kind: str
    data: dict[str, Any]
    private: bool


class Prose(Schema):
    """A text of a turn, in the language asked for."""

    turn: int
    lang: str
    text: str


class Orders(Schema):
    """Orders to be checked, one a line."""

    model_config = TAKEN

    text: Text


class OrdersToSave(Orders):
    """Orders to be saved. `base`: the version that they were made from, to be refused if it is no longer the last one.

    `turn`: the one that they are meant for, as the answer to a reading names it, to be refused once it is over.
    `confirm`: the word of an order that cannot be undone ("ABD"), which is not taken without it.
    """

    seal: bool = False
    base: int | None = None
    turn: int | None = None
    confirm: str = ""


class Warned(BaseModel):
    """What there is to fear about a line, and the rule."""

    text: str
    rule: str


class Line(BaseModel):
    """A line of the orders. `state`: good, doubtful, refused or silent; `left`: the treasury after it, if known.

    `cost`: what it takes from the treasury; below 0, what it brings.
    """

    number: int
    text: str
    state: str
    code: str
    phase: int
    refusal: str
    rule: str
    cost: int
    left: int | None
    warnings: list[Warned]


class Checked(Schema):
    """Orders as they were understood: every line, and what belongs to none."""

    understood: int
    refused: int
    lines: list[Line]
    warnings: list[Warned]


class ReceiptShape(Schema):
    """A signed receipt. All of it is needed, to the letter, to check it."""

    model_config = TAKEN

    match: str
    turn: int
    seat: str
    sequence: int
    saved: str
    orders: str
    hash: str
    signature: str


class OwnOrders(Schema):
    """The version of the caller's orders that counts for the coming turn; `sequence` is 0 before the first, `open` says
    whether they would be taken now.
    """

    turn: int
    open: bool
    sequence: int
    sealed: bool
    text: str
    kept: str
    receipt: ReceiptShape | None


class AskedOrders(OwnOrders):
    """The same, and what the caller is asked now: `kind` as a program of the lab reads it ("": nothing), all legal
    `answers` as text (null: they cannot be listed), and `offers`, the usual orders, each as an answer that holds
    it alone.
    """

    kind: str
    answers: list[str] | None
    offers: list[str]


class SavedOrders(OwnOrders):
    """What was saved, with what was understood of it."""

    checked: Checked


class Verdict(Schema):
    """What a receipt is worth: forged, lost, replaced, used, set_aside, unused or waiting; and that in words."""

    verdict: str
    message: str


class GameLine(Schema):
    """A game that is played here."""

    name: str
    rules_version: str


class RuleLine(Schema):
    """A rule in our own words; `phase` 0: none, `section`: the rulebook's, "" for a decision of ours.

    `example` is "" where there is none; orders in it stand between backticks.
    """

    id: str
    phase: int
    section: str
    text: str
    example: str
