"""Receipts: what the site signs for each time that orders are saved, and what became of them (issue 3, point 7).

line       code | step | seat | sequence | time | SHA-256 of the orders that were understood
signature  HMAC-SHA-256 of the line under the site's secret key: nobody else can make it
hash       SHA-256 of line and signature: published with the turn for every set that was used. The signature in it is
           known to the player alone, so that nobody can find his orders by trying out likely ones.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.conf import settings
from django.utils.crypto import constant_time_compare

from heraut.site.matches.models import Sheet, Step

# what a receipt that is shown to us is worth
FORGED = "forged"  # this site never signed it
LOST = "lost"  # signed, but the orders are not there, or not the same: the site is at fault
REPLACED = "replaced"  # signed; a later version was used, or will be
SET_ASIDE = "set_aside"  # signed, and exactly these orders were used, before the match was rewound
USED = "used"  # signed, and exactly these orders were used for the turn
UNUSED = "unused"  # signed, the last version, but the turn was resolved without it
WAITING = "waiting"  # signed, and what will be used if nothing else is saved


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What a player gets for a save. `orders` is the SHA-256 of the orders that were understood."""

    match: str
    turn: int
    seat: str
    sequence: int
    saved: datetime
    orders: str
    hash: str
    signature: str


def receipt_line(code: str, step: int, seat: str, sequence: int, saved: datetime, orders: str) -> str:
    """What a receipt certifies, as one text; `orders` is their SHA-256."""
    return f"{code}|{step}|{seat}|{sequence}|{saved.isoformat()}|{orders}"


def sha256(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def sign(line: str) -> str:
    """The site's signature under a line."""
    return hmac.new(settings.SECRET_KEY.encode(), line.encode(), hashlib.sha256).hexdigest()


def seal_hash(line: str, signature: str) -> str:
    """What is published of a set of orders: it proves which one it was, and betrays nothing of it."""
    return sha256(f"{line}|{signature}")


def root_of(sealed: Mapping[str, str]) -> str:
    """One hash for all the sets that were used for a step; "" if there were none."""
    return sha256("".join(sealed[seat] for seat in sorted(sealed))) if sealed else ""


def keyed_root_of(sealed: Mapping[str, str], step: int, seed: bytes) -> str:
    """The same where nobody may know before the end who has given orders (DA-FOG-08, FI-INF-01).

    Keyed by the match's seed, so that no player can try whether his own hash is the only one; another for each step, so
    that steps without any are not told from the others.
    """
    hashes = "".join(sealed[seat] for seat in sorted(sealed))
    return hmac.new(seed, f"{step}|{hashes}".encode(), hashlib.sha256).hexdigest()


def receipt(sheet: Sheet) -> Receipt:
    """The receipt of this version of the orders."""
    return Receipt(
        match=sheet.seat.match.code,
        turn=sheet.step,
        seat=sheet.seat.name,
        sequence=sheet.sequence,
        saved=sheet.saved,
        orders=sha256(sheet.kept),
        hash=sheet.hash,
        signature=sheet.signature,
    )


def receipt_text(sheet: Sheet) -> str:
    """The receipt as a player keeps it, and as the page that checks receipts reads it: one line of JSON."""
    return msgspec.json.encode(receipt(sheet)).decode()


def check_receipt(shown: Receipt) -> str:
    """What became of the orders of a receipt: one of the words above."""
    line = receipt_line(shown.match, shown.turn, shown.seat, shown.sequence, shown.saved, shown.orders)
    genuine = constant_time_compare(sign(line), shown.signature)
    if not genuine or shown.hash != seal_hash(line, shown.signature):
        return FORGED
    sheets = Sheet.objects.filter(seat__match__code=shown.match, seat__name=shown.seat, step=shown.turn)
    sheet = sheets.select_related("seat__match").filter(sequence=shown.sequence, hash=shown.hash).first()
    if sheet is None or sha256(sheet.kept) != shown.orders:
        return LOST
    step = Step.objects.filter(match__code=shown.match, number=shown.turn).only("sealed_hashes").first()
    if step is not None and step.sealed_hashes.get(shown.seat) == shown.hash:
        return USED
    former = sheet.seat.match.branches.filter(steps__number=shown.turn)
    if any(used.get(shown.seat) == shown.hash for used in former.values_list("steps__sealed_hashes", flat=True)):
        return SET_ASIDE
    if sheets.filter(sequence__gt=shown.sequence).exists():
        return REPLACED
    return UNUSED if step is not None else WAITING
