"""Keeping hosts and battlefields: named, copied, deleted, shared by a link; each is its owner's alone until then."""

from __future__ import annotations

import secrets
from typing import Any, TypeVar

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import one_line, whole_number
from heraut.site.common.refusals import CannotBeDone
from heraut.site.common.words import say
from heraut.site.games.vassaux.models import NAME_LENGTH, Kept, SavedField, SavedHost

MOST = 60  # hosts, and as many battlefields, that one player may keep
K = TypeVar("K", bound=Kept)


class NotKept(CannotBeDone):
    """What was asked cannot be kept."""

    group = "vassaux_kept"


def name_of(typed: str) -> str:
    """A name as it was typed, on one line. Raises NotKept."""
    name = one_line(typed)
    if not (0 < len(name) <= NAME_LENGTH and name.isprintable()):
        raise NotKept("bad_name", most=NAME_LENGTH)
    return name


def own(sort: type[K], player: Player, number: str) -> K:
    """One of the things that a player keeps. Raises Http404 for whoever else's."""
    found = sort._default_manager.filter(owner=player, pk=whole_number(number) or 0).first()
    if found is None:
        raise Http404
    return found


def own_or_none(sort: type[K], player: Player, number: str) -> K | None:
    """The same; None for whoever else's, or nothing."""
    try:
        return own(sort, player, number)
    except Http404:
        return None


def shared(sort: type[K], code: str) -> K:
    """What a link shows to anyone. Raises Http404."""
    found = sort._default_manager.filter(share=code).first() if code else None
    if found is None:
        raise Http404
    return found


@transaction.atomic
def keep(sort: type[K], player: Player, typed: str, number: str = "", **fields: Any) -> K:
    """Keeps a text under a name: in the place of that number, or as one more. Raises NotKept, Http404."""
    name = name_of(typed)
    if number:
        kept = own(sort, player, number)
        for field, value in {"name": name, **fields}.items():
            setattr(kept, field, value)
        kept.save()
        return kept
    check_room(sort, player)
    return sort._default_manager.create(owner=player, name=name, **fields)


def check_room(sort: type[Kept], player: Player) -> None:
    """Whether one more may be kept, counted while no other request of this player counts. Raises NotKept."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if sort._default_manager.filter(owner=player).count() >= MOST:
        raise NotKept("full", most=MOST)


@transaction.atomic
def copy(sort: type[K], player: Player, number: str) -> K:
    """One more of the same, not shared. Raises NotKept, Http404."""
    kept = own(sort, player, number)
    check_room(sort, player)
    kept.pk, kept.share = None, ""
    kept.name = say("vassaux_kept.copy_of", name=kept.name)[:NAME_LENGTH]
    kept._state.adding = True
    kept.save()
    return kept


def share(kept: Kept, *, open_to_all: bool) -> None:
    """Makes the link that shows it to anyone, or takes it back."""
    kept.share = (kept.share or secrets.token_urlsafe(9)) if open_to_all else ""
    kept.save(update_fields=["share"])


def act(sort: type[Kept], player: Player, number: str, word: str) -> None:
    """What a button beside something kept does. Raises NotKept, Http404."""
    if word == "copier":
        copy(sort, player, number)
    elif word == "supprimer":
        own(sort, player, number).delete()
    elif word in ("partager", "reprendre"):
        share(own(sort, player, number), open_to_all=word == "partager")
    else:
        raise Http404


def pressed(request: HttpRequest, sort: type[Kept], player: Player) -> None:
    """Does what a button of a list says (`do=<word>:<number>`), and has the next page say so. Raises Http404."""
    word, _, number = request.POST.get("do", "").partition(":")
    try:
        act(sort, player, number, word)
    except NotKept as refusal:
        messages.error(request, refusal.words)
    else:
        messages.success(request, say(f"vassaux_kept.done_{word}"))


def kept_about(player: Player) -> dict[str, Any]:
    """All that is kept for a player, for his export."""
    fields = ("name", "text", "made", "changed", "share")
    return {
        "hosts": list(SavedHost._default_manager.filter(owner=player).values(*fields, "brief")),
        "fields": list(SavedField._default_manager.filter(owner=player).values(*fields, "side")),
    }
