"""What a player notes beside his sheet: tasks hushed, tasks of his own, notes on provinces. None of it is an order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from django.db import transaction

from heraut.games.rois.picture.grid import ALL
from heraut.site.accounts.models import Player
from heraut.site.games.rois.models import SUBJECT_LENGTH, TEXT_LENGTH, Jotting, KeptPlan, Sort
from heraut.site.games.rois.page_address import number
from heraut.site.matchpage.match_access import MatchAccess

MOST = 400  # jottings of one player on one match
MARK = 32  # signs
HUSHES = (Sort.HUSHED, Sort.HUSHED_KIND)

Jot = Callable[[MatchAccess, str], None]  # of the access, what stands behind the colon of its act


def of(access: MatchAccess) -> list[Jotting]:
    """Those of the visitor on this match. Asked for once a page."""
    known: list[Jotting] | None = vars(access).get("jottings")
    if known is None:
        found = Jotting.objects.filter(match=access.match, owner=access.request.user.pk)
        known = vars(access)["jottings"] = list(found)
    return known


def subjects(access: MatchAccess, sort: Sort) -> set[str]:
    """What the jottings of a sort are about."""
    return {one.subject for one in of(access) if one.sort == sort}


def note_on(access: MatchAccess, province: int) -> str:
    """What the visitor noted on a province; "" for nothing."""
    wanted = str(province)
    return next((one.text for one in of(access) if one.sort == Sort.PROVINCE and one.subject == wanted), "")


@transaction.atomic
def write(access: MatchAccess, sort: Sort, subject: str, text: str) -> None:
    """Writes one, over that on the same subject; a blank note is taken away."""
    owner = access.request.user
    assert isinstance(owner, Player)  # only a King writes
    # Jottings are counted while no other window writes one
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    owned = Jotting.objects.filter(match=access.match, owner=owner)
    if sort != Sort.TODO:
        owned.filter(sort=sort, subject=subject).delete()
    if sort in HUSHES and owned.count() >= MOST and (oldest := owned.filter(sort__in=HUSHES).first()) is not None:
        oldest.delete()  # of a year long past, like as not
    if (sort in HUSHES or text) and owned.count() < MOST:
        Jotting.objects.create(match=access.match, owner=owner, sort=sort, subject=subject, text=text)
    vars(access).pop("jottings", None)


def subject_of(identity: str) -> str:
    """What a jotting on a task is about: its identity, of a long one the beginning and a mark of the rest."""
    if len(identity) <= SUBJECT_LENGTH:
        return identity
    mark = blake2b(identity.encode(), digest_size=MARK // 2).hexdigest()
    return identity[: SUBJECT_LENGTH - MARK] + mark


def note_text(access: MatchAccess) -> str:
    """What was typed for a note, on one line."""
    return " ".join(access.request.POST.get("note", "").split())[:TEXT_LENGTH]


def hush(access: MatchAccess, identity: str) -> None:
    """A task is not shown any more while the same is wrong with the same order."""
    write(access, Sort.HUSHED, subject_of(identity), "")


def hush_kind(access: MatchAccess, kind: str) -> None:
    """Nor is any of its kind."""
    write(access, Sort.HUSHED_KIND, kind[:SUBJECT_LENGTH], "")


def speak(access: MatchAccess, nothing: str) -> None:
    """All tasks are shown again."""
    owned = Jotting.objects.filter(match=access.match, owner=access.request.user.pk)
    owned.filter(sort__in=HUSHES).delete()
    vars(access).pop("jottings", None)


def todo(access: MatchAccess, nothing: str) -> None:
    """A task of the player's own."""
    write(access, Sort.TODO, "", note_text(access))


def done(access: MatchAccess, place: str) -> None:
    """A task of his own is done."""
    Jotting.objects.filter(match=access.match, owner=access.request.user.pk, sort=Sort.TODO, pk=number(place)).delete()
    vars(access).pop("jottings", None)


def note(access: MatchAccess, province: str) -> None:
    """A note on a province."""
    if number(province) in ALL:
        write(access, Sort.PROVINCE, str(number(province)), note_text(access))


JOTS: Mapping[str, Jot] = {
    "hush": hush, "hush_kind": hush_kind, "speak": speak, "todo": todo, "done": done, "note": note,
}  # fmt: skip


def kept_about(player: Player) -> dict[str, Any]:
    """All that is kept for a player, for his export."""
    notes = Jotting.objects.filter(owner=player).values("match__code", "sort", "subject", "text", "made")
    plans = KeptPlan.objects.filter(owner=player).values("name", "text", "duel", "changed")
    return {"notes": list(notes), "plans": list(plans)}
