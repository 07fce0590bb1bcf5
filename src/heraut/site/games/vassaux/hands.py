"""What a form or a touch that was sent makes of what was entered before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.grammar import GROUP, Misspelt
from heraut.games.vassaux.identities import NO_FIGURE, NO_UNIT, FigureId, GroupId, UnitId, home_of
from heraut.games.vassaux.picture.scene import WIDTH
from heraut.games.vassaux.picture.scenery import EDGE, SCALE
from heraut.games.vassaux.state import Battle
from heraut.geometry import Point, within
from heraut.site.common.input_cleaning import whole_number
from heraut.site.games.vassaux.draft_input import DraftInput, open_question, written
from heraut.site.games.vassaux.drafts import MOST_LINES, Draft, DraftLine, continued, draft, said_by
from heraut.site.games.vassaux.forms import made
from heraut.site.games.vassaux.pointing import named, placed, touched


def changed(decision: BattleDecision, posted: Any, text: str) -> DraftInput:
    """What is entered after what was sent: one thing at a time, a typed line last."""
    entered, asked = input_of(decision.battle, posted, text), posted.get("do", "")
    if lines := said_by(asked):
        return replace(entered, lines=tuple(lines[:MOST_LINES]))
    if asked in ACTS:
        return ACTS[asked](decision, entered)
    for field, act in TOUCHES.items():
        if posted.get(field, "").strip():
            return act(decision, entered, posted)
    if "place.x" in posted:
        return pixel_touched(decision, entered, posted)
    found = open_question(decision, draft(decision, entered.lines))
    answer = made(found, asked, posted)
    if answer is not None:
        return replace(entered, lines=(*found.before, written(answer)))
    return entered


def input_of(battle: Battle, posted: Any, text: str) -> DraftInput:
    """What the page sent along: the draft, the unit and the man that were pointed at, markers."""
    points = [point for word in posted.get("points", "").split() if (point := point_of(word)) is not None]
    unit = group_of(posted.get("unit", "")) or NO_UNIT
    man = FigureId(whole_number(posted.get("held", "")) or NO_FIGURE)
    held = man if home_of(man) in battle.units else NO_FIGURE
    return DraftInput(lines_of(text), UnitId(unit), held, tuple(points[:MOST_LINES]))


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a draft."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())[:MOST_LINES]


def group_of(word: str) -> GroupId | None:
    """A group as players write it: 52, or B52; None for anything else."""
    try:
        return GROUP.read([word.strip().upper()])  # type: ignore[no-any-return]
    except Misspelt:
        return None


def point_of(word: str) -> Point | None:
    """A place `x,y` in mR; None for anything else."""
    parts = [whole_number(part.strip()) for part in word.split(",")]
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    return parts[0], parts[1]


# Touches


def group_touched(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """A group."""
    group = group_of(posted["touch"])
    return entered.saying("nobody") if group is None else touched(decision, entered, group)


def man_touched(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """A figure."""
    return named(decision, entered, FigureId(whole_number(posted["man"].strip()) or 0))


def place_touched(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """A place."""
    point = point_of(posted["place"])
    if point is None:
        return entered.saying("no_place")
    return placed(decision, entered, point, bend=posted.get("bend") == "1")


def pixel_touched(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """A pixel of the picture: whoever stands there, or the place."""
    x, y = (whole_number(posted.get(f"place.{axis}", "")) for axis in "xy")
    if x is None or y is None:
        return entered.saying("no_place")
    point = place_at(decision.battle, x, y)
    for man, *disc in decision.field.everyone():
        if within((disc[0], disc[1], disc[2]), (*point, 0), 0):
            return named(decision, entered, man)
    return placed(decision, entered, point)


def place_at(battle: Battle, x: int, y: int) -> Point:
    """The place of the table that a pixel of the picture shows, brought within the table."""
    settings = battle.settings
    unit = (settings.width + 2 * EDGE * SCALE) / WIDTH  # mR in a pixel
    east, north = x * unit - EDGE * SCALE, settings.height - (y * unit - EDGE * SCALE)
    return min(max(round(east), 0), settings.width), min(max(round(north), 0), settings.height)


def added(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """Lines behind those of the draft."""
    return replace(entered, lines=(*entered.lines, *lines_of(posted["add"])))


def instead(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """Another last line."""
    return replace(entered, lines=(*entered.lines[:-1], *lines_of(posted["instead"])))


def whole(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """Another draft."""
    return replace(entered, lines=lines_of(posted["whole"]))


def at_once(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """An answer that is given as it is."""
    return replace(entered, lines=lines_of(posted["now"]))


def typed_line(decision: BattleDecision, entered: DraftInput, posted: Any) -> DraftInput:
    """A line that was typed: behind the draft, or instead of it where it begins another act."""
    line = posted["line"].strip()
    plan = draft(decision, (*entered.lines, line))
    if plan.refusals and plan.refused == line and not draft(decision, (line,)).refusals:
        return replace(entered, lines=(line,))
    if entered.lines and draft(decision, entered.lines).next is None:
        return replace(entered, lines=(*entered.lines[:-1], line))
    return replace(entered, lines=(*entered.lines, line))


TOUCHES: dict[str, Callable[[BattleDecision, DraftInput, Any], DraftInput]] = {
    "touch": group_touched,
    "man": man_touched,
    "place": place_touched,
    "add": added,
    "instead": instead,
    "whole": whole,
    "now": at_once,
    "line": typed_line,
}


# Buttons


def undone(decision: BattleDecision, entered: DraftInput) -> DraftInput:
    """Without its last line; without any, nobody is chosen any more."""
    return DraftInput(entered.lines[:-1], entered.unit) if entered.lines else DraftInput()


def cleared(decision: BattleDecision, entered: DraftInput) -> DraftInput:
    """Nothing is drafted."""
    return DraftInput()


def all_deployed(decision: BattleDecision, entered: DraftInput) -> DraftInput:
    """Everybody who is left is set down by default, after those whom the draft sets down."""
    plan = draft(decision, entered.lines)
    understood, now = list(plan.understood), plan.next
    while now is not None and now.kind == "deploy" and len(understood) < MOST_LINES:
        understood.append(DraftLine(written(now.default), now, now.default))
        now = continued(now, now.default)
    return DraftInput(tuple(one.text for one in understood), known=Draft(tuple(understood), now))


ACTS: dict[str, Callable[[BattleDecision, DraftInput], DraftInput]] = {
    "undo": undone,
    "clear": cleared,
    "deploy_all": all_deployed,
}
