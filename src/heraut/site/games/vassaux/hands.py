"""What a form or a touch that was sent makes of the draft: the desk before it, the desk after it."""

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
from heraut.site.games.vassaux.desk import Desk, open_question, written
from heraut.site.games.vassaux.drafts import MOST_LINES, Draft, Stage, continued, draft, said_by
from heraut.site.games.vassaux.forms import made
from heraut.site.games.vassaux.pointing import named, placed, touched


def changed(decision: BattleDecision, posted: Any, text: str) -> Desk:
    """The desk after what was sent: one thing at a time, a typed line last."""
    desk, asked = desk_of(decision.battle, posted, text), posted.get("do", "")
    if lines := said_by(asked):
        return replace(desk, lines=tuple(lines[:MOST_LINES]))
    if asked in ACTS:
        return ACTS[asked](decision, desk)
    for field, act in TOUCHES.items():
        if posted.get(field, "").strip():
            return act(decision, desk, posted)
    if "place.x" in posted:
        return pixel_touched(decision, desk, posted)
    found = open_question(decision, draft(decision, desk.lines))
    answer = made(found, asked, posted)
    if answer is not None:
        return replace(desk, lines=(*found.before, written(answer)))
    return desk


def desk_of(battle: Battle, posted: Any, text: str) -> Desk:
    """What the page sent along: the draft, the unit and the man that were pointed at, markers."""
    points = [point for word in posted.get("points", "").split() if (point := point_of(word)) is not None]
    unit = group_of(posted.get("unit", "")) or NO_UNIT
    man = FigureId(whole_number(posted.get("held", "")) or NO_FIGURE)
    held = man if home_of(man) in battle.units else NO_FIGURE
    return Desk(lines_of(text), UnitId(unit), held, tuple(points[:MOST_LINES]))


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


def group_touched(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """A group."""
    group = group_of(posted["touch"])
    return desk.saying("nobody") if group is None else touched(decision, desk, group)


def man_touched(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """A figure."""
    return named(decision, desk, FigureId(whole_number(posted["man"].strip()) or 0))


def place_touched(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """A place."""
    point = point_of(posted["place"])
    if point is None:
        return desk.saying("no_place")
    return placed(decision, desk, point, bend=posted.get("bend") == "1")


def pixel_touched(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """A pixel of the picture: whoever stands there, or the place."""
    x, y = (whole_number(posted.get(f"place.{axis}", "")) for axis in "xy")
    if x is None or y is None:
        return desk.saying("no_place")
    point = place_at(decision.battle, x, y)
    for man, *disc in decision.field.everyone():
        if within((disc[0], disc[1], disc[2]), (*point, 0), 0):
            return named(decision, desk, man)
    return placed(decision, desk, point)


def place_at(battle: Battle, x: int, y: int) -> Point:
    """The place of the table that a pixel of the picture shows, brought within the table."""
    settings = battle.settings
    unit = (settings.width + 2 * EDGE * SCALE) / WIDTH  # mR in a pixel
    east, north = x * unit - EDGE * SCALE, settings.height - (y * unit - EDGE * SCALE)
    return min(max(round(east), 0), settings.width), min(max(round(north), 0), settings.height)


def added(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """Lines behind those of the draft."""
    return replace(desk, lines=(*desk.lines, *lines_of(posted["add"])))


def instead(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """Another last line."""
    return replace(desk, lines=(*desk.lines[:-1], *lines_of(posted["instead"])))


def whole(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """Another draft."""
    return replace(desk, lines=lines_of(posted["whole"]))


def at_once(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """An answer that is given as it is."""
    return replace(desk, lines=lines_of(posted["now"]))


def typed_line(decision: BattleDecision, desk: Desk, posted: Any) -> Desk:
    """A line that was typed: behind the draft, or instead of it where it begins another act."""
    line = posted["line"].strip()
    plan = draft(decision, (*desk.lines, line))
    if plan.refusals and plan.refused == line and not draft(decision, (line,)).refusals:
        return replace(desk, lines=(line,))
    if desk.lines and draft(decision, desk.lines).next is None:
        return replace(desk, lines=(*desk.lines[:-1], line))
    return replace(desk, lines=(*desk.lines, line))


TOUCHES: dict[str, Callable[[BattleDecision, Desk, Any], Desk]] = {
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


def undone(decision: BattleDecision, desk: Desk) -> Desk:
    """Without its last line; without any, nobody is chosen any more."""
    return Desk(desk.lines[:-1], desk.unit) if desk.lines else Desk()


def cleared(decision: BattleDecision, desk: Desk) -> Desk:
    """Nothing is drafted."""
    return Desk()


def all_deployed(decision: BattleDecision, desk: Desk) -> Desk:
    """Everybody who is left is set down by default, after those whom the draft sets down."""
    plan = draft(decision, desk.lines)
    stages, now = list(plan.stages), plan.next
    while now is not None and now.kind == "deploy" and len(stages) < MOST_LINES:
        stages.append(Stage(written(now.default), now, now.default))
        now = continued(now, now.default)
    return Desk(tuple(stage.line for stage in stages), known=Draft(tuple(stages), now))


ACTS: dict[str, Callable[[BattleDecision, Desk], Desk]] = {
    "undo": undone,
    "clear": cleared,
    "deploy_all": all_deployed,
}
