"""How a realm stands in JSON: -1 for what is None there, -2 or -3 for a vacant title, as in every match so far."""

from __future__ import annotations

from typing import Any, NamedTuple, NewType, get_args, get_type_hints

import msgspec

from heraut.games.fief.identities import Presents, Vacancy
from heraut.games.fief.state import Family, Lord, Realm, Revolt, Stack, copy
from heraut.games.fief.tasks import AnyTask, Battle, Election, Petition


class Code(NamedTuple):
    """What stands for what: where a number may be missing, in the holders of fiefs, on a ballot paper."""

    missing: dict[Any, Any]
    holders: dict[Any, Any]
    candidate: dict[Any, Any]


def _reverse(code: dict[Any, Any]) -> dict[Any, Any]:
    return {stored: meant for meant, stored in code.items()}


_MISSING = {None: -1}
WRITE = Code(_MISSING, _MISSING | {Vacancy.ABEYANCE: -2, Vacancy.VACANT: -3}, {Presents.NOBODY: -1})
READ = Code(*map(_reverse, WRITE))


def _may_miss(hint: Any) -> bool:
    """Whether this is the type of a number, or None."""
    parts = get_args(hint)
    return len(parts) == 2 and type(None) in parts and any(isinstance(part, NewType) for part in parts)


def _fields(kind: type[Any], *, listed: bool = False) -> tuple[str, ...]:
    """The fields of a struct in which a number may be missing; `listed`: those that are tuples of such numbers."""
    hints = {name: get_args(hint)[:1] if listed else (hint,) for name, hint in get_type_hints(kind).items()}
    return tuple(name for name, found in hints.items() if any(map(_may_miss, found)))


FIELDS = {kind: _fields(kind) for kind in (Realm, Family, Lord, Stack, Revolt, *get_args(AnyTask))}
LISTS = _fields(Realm, listed=True)


def stored(realm: Realm) -> Realm:
    """A copy, as it is written."""
    twin = copy(realm)
    translate(twin, WRITE)
    return twin


def restored(realm: Realm) -> Realm:
    """The realm that has just been read, as rules know it."""
    translate(realm, READ)
    return realm


def translate(realm: Realm, code: Code) -> None:
    """Puts everywhere the one in place of the other."""
    missing = code.missing
    lords = [one for one in realm.lords if one is not None]
    revolt = () if realm.revolt is None else (realm.revolt,)
    for one in (realm, *realm.families, *lords, *realm.stacks, *realm.tasks, *revolt):
        for name in FIELDS[type(one)]:
            value = getattr(one, name)
            if value in missing:
                setattr(one, name, missing[value])
    for name in LISTS:
        setattr(realm, name, tuple([missing.get(value, value) for value in getattr(realm, name)]))
    realm.holders = tuple([code.holders.get(holder, holder) for holder in realm.holders])
    realm.attacks = tuple(one._replace(target=missing.get(one.target, one.target)) for one in realm.attacks)
    for family in realm.families:
        candidate = family.paper.candidate
        if candidate in code.candidate:
            family.paper = msgspec.structs.replace(family.paper, candidate=code.candidate[candidate])
    for task in realm.tasks:
        translate_task(task, missing)


def translate_task(task: AnyTask, missing: dict[Any, Any]) -> None:
    """What lies deeper in a task."""
    if isinstance(task, Battle):
        task.choices = tuple(
            msgspec.structs.replace(one, target=missing.get(one.target, one.target)) for one in task.choices
        )
    elif isinstance(task, Election):
        task.votes = tuple(one._replace(candidate=missing.get(one.candidate, one.candidate)) for one in task.votes)
    elif isinstance(task, Petition):
        task.asked = tuple(one._replace(village=missing.get(one.village, one.village)) for one in task.asked)
