"""The table on its page: the drawing, its overlays, the hosts beside it, what is read of it, all for one reader.

`context` is everything that the templates `scene.html`, `hosts.html`, `state.html` and `reader.html` show; who keeps
the draft (`table.py`) says which group is chosen, and what the draft comes to.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import mark_safe

from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.identities import GroupId, unit_of
from heraut.games.vassaux.picture.layers import LAYERS
from heraut.games.vassaux.picture.scene import WIDTH, Looks, scene
from heraut.games.vassaux.preview import Preview, preview
from heraut.site.common.words import say
from heraut.site.games.vassaux import hosts, reader
from heraut.site.games.vassaux.drafts import draft
from heraut.site.games.vassaux.hands import lines_of
from heraut.site.games.vassaux.lookout import Lookout, group_named
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.match_access import MatchAccess


def context(access: MatchAccess, chosen: str = "", known: Preview | None = None, text: str = "") -> dict[str, Any]:
    """The drawing and everything around it.

    `chosen` is the group that the draft is about, else the one that was touched last; `text` is the draft, which the
    picture without scripts draws as well.
    """
    table = Lookout(access, group_named(chosen))
    looks = Looks(table.chosen, table.layer, known)
    return {
        "scene": mark_safe(scene(access.view, looks, lang=access.lang)),  # noqa: S308  the drawing escapes the names it holds
        "picture": picture_address(table, text),
        "picture_width": WIDTH,
        "chosen": name_of(table.chosen),
        "layer": table.layer,
        "layers": [(code, say(f"vassaux_scene.layer_{code}")) for code in LAYERS],
        "sentence": sentence(table, known),
        "state": hosts.state(table),
        "cards": hosts.cards(table),
        "rows": reader.rows(table),
        "pieces": reader.pieces(table),
        "seen_from": reader.seen_from(table),
        "deploying": not table.battle.turn,
    }


def name_of(group: GroupId) -> str:
    """A group as answers name it; "" for none."""
    return name_group(group) if group else ""


def picture_address(table: Lookout, text: str) -> str:
    """Where the same drawing is a picture."""
    looks = {"unite": name_of(table.chosen), "calque": table.layer, "brouillon": text}
    said = {"table": "1"} | {key: value for key, value in looks.items() if value}
    return f"{reverse('match_picture', args=[table.access.match.code])}?{urlencode(said)}"


def looks_asked(access: MatchAccess) -> Looks:
    """What the address of such a picture asks for: a group, an overlay, a draft."""
    table, decision = Lookout(access), Question(access).decision
    if decision is None:
        return Looks(table.chosen, table.layer)
    plan = draft(decision, lines_of(access.request.GET.get("brouillon", "")))
    known = preview(decision, plan.given, plan.next, unit_of(table.chosen))
    return Looks(table.chosen, table.layer, known)


def sentence(table: Lookout, known: Preview | None) -> str:
    """One sentence that says what is chosen and what the draft comes to; read aloud when it changes."""
    if not table.chosen:
        return ""
    if known is None or not (known.way or known.target):
        return reader.told(table, table.chosen)
    return reader.draft_told(table, known)
