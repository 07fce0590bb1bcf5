"""What an act has changed of the sheet, in a few words for whoever hears the page and does not see the list change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heraut.games.gloire.herald import Herald
from heraut.site.common.words import say
from heraut.site.games.gloire.checked import draft_of
from heraut.site.games.gloire.draft import Placed
from heraut.site.games.gloire.order_words import sentence
from heraut.site.matchpage.match_access import MatchAccess

MOST_NAMED = 3  # orders that are told one by one


def heard(access: MatchAccess, former: str, act: str) -> str:
    """What this act made of the former text; "" of letters that are being typed, for which their refusals are told."""
    if access.request.headers.get("HX-Target") == "checked":
        return ""
    draft = draft_of(access)
    before, after = draft_of(access, former).placed, draft.placed
    herald = Herald(access.view, access.lang)
    changes = list(changes_of(but(after, before), but(before, after), herald))
    if not changes and [one.order for one in before] != [one.order for one in after]:
        changes.append(say("heard.moved"))
    if act == "undo":
        changes.insert(0, say("bar.undone"))
    if act in ("save", "seal"):
        changes.append(say("sheet.sealed_now" if act == "seal" else "sheet.saved_now"))
        if refused := len(draft.reading.refusals):
            changes.append(say("sheet.counts", understood=len(after), refused=refused) + ".")
    return " ".join(changes)


def changes_of(added: Sequence[Placed], gone: Sequence[Placed], herald: Herald) -> Iterator[str]:
    """What has come and what has gone; an order that stands where another stood is that one changed."""
    if [one.disc for one in added] == [one.disc for one in gone] and len(added) == 1:
        yield say("heard.changed", number=added[0].disc, order=named(added, herald))
        return
    for key, orders in (("dropped", gone), ("added", added)):
        if len(orders) == 1:
            yield say(f"heard.{key}", number=orders[0].disc, order=named(orders, herald))
        elif orders:
            yield say(f"heard.{key}_more", count=len(orders), orders=named(orders, herald))


def but(orders: Sequence[Placed], others: Sequence[Placed]) -> list[Placed]:
    """Those that do not stand among the others, each of which stands for one."""
    left = Counter(one.order for one in others)
    left.subtract(one.order for one in reversed(orders))
    missing = []
    for one in reversed(orders):
        if left[one.order] < 0:
            left[one.order] += 1
            missing.append(one)
    return missing[::-1]


def named(orders: Sequence[Placed], herald: Herald) -> str:
    """The first of them in words."""
    words = ". ".join([sentence(one.order, herald) for one in orders[:MOST_NAMED]])
    return f"{words}…" if len(orders) > MOST_NAMED else f"{words}."
