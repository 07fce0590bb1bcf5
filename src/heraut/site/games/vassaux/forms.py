"""Questions as forms: selects, steppers and boxes for whoever does not point at the table, and the line that they make.

`fields` is what a form shows for the open question, `line` the answer that it sends; both know the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.identities import FigureId, GroupId, UnitId, by_number
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import (
    Answer,
    Cast,
    Charge,
    Deploy,
    Fight,
    Leave,
    Lose,
    Move,
    Objective,
    React,
)
from heraut.games.vassaux.phases import charging, losses, melee, scenarios, spells
from heraut.games.vassaux.phases.deployment import infiltrates, unplaced
from heraut.games.vassaux.preview import Interruption
from heraut.games.vassaux.preview.reaches import snapped
from heraut.games.vassaux.prospects import REACTIONS, touching
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Losses
from heraut.games.vassaux.table.paths import reach, speed
from heraut.games.vassaux.tables import SPELLS, R
from heraut.geometry import Point, along
from heraut.site.common.input_cleaning import whole_number
from heraut.site.games.vassaux.draft_input import Open
from heraut.site.games.vassaux.naming import WINDS, Namer
from heraut.site.games.vassaux.placing import by_hand, movers

Posted = Mapping[str, str]
Fields = dict[str, Any]
FURTHEST = 100  # R: no field of a form says more


def number(posted: Posted, name: str) -> int:
    """A whole number that was posted; 0 where there is none."""
    return whole_number(posted.get(name, "")) or 0


def rulers(posted: Posted, name: str) -> int | None:
    """A length in R, a comma or a point before its tenths, as mR; None where there is none."""
    text = posted.get(name, "").strip().replace(",", ".")
    whole, _, part = text.partition(".")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= len(str(FURTHEST))):
        return None
    if part and not (part.isascii() and part.isdecimal()):
        return None
    return int(whole) * R + int(f"{part:0<3.3}" or 0)


# Marches and reorganisations

WIND: tuple[Point, ...] = (
    (0, 1000), (383, 924), (707, 707), (924, 383), (1000, 0), (924, -383), (707, -707), (383, -924),
    (0, -1000), (-383, -924), (-707, -707), (-924, -383), (-1000, 0), (-924, 383), (-707, 707), (-383, 924),
)  # fmt: skip
"""The sixteen winds as vectors: 0 is north, 4 east."""


def wind_fields(found: Open, namer: Namer) -> Fields:
    """Whither and how far."""
    field = found.decision.field
    if found.decision.kind == "regroup":
        most = R + 2 * melee.regrouping(field).sheet.radius
    else:
        act, unit, _ = hand(field)
        most = reach(unit, speed(field, unit, [field.now.at[unit.leader]], run=act.code == "CRS"))
    winds = [(one, namer.say("vassaux_wind", str(one))) for one in range(WINDS)]
    bends = isinstance(found.answer, Move) and found.answer.how == "move"
    return {"wind": {"most": most / R, "winds": winds, "bends": bends}}


def wind_line(found: Open, posted: Posted) -> Answer | None:
    """So far before this wind, or as far as may be; "bend": on from where the way has led so far."""
    far, vector = rulers(posted, "far"), WIND[number(posted, "wind") % WINDS]
    if not far:
        return None
    field, before = found.decision.field, found.answer
    if found.decision.kind == "regroup":
        return Move("reorganise", (along(field.now.at[melee.regrouping(field).leader], vector, far),))
    act, unit, _ = hand(field)
    if posted.get("do") == "bend" and isinstance(before, Move) and before.path:
        return Move("move", (*before.path, along(before.path[-1], vector, far)))
    end = along(field.now.at[unit.leader], vector, far)
    return snapped(field, unit, act.code, end) or Move("move", (end,))


# Charges


def charge_fields(found: Open, namer: Namer) -> Fields:
    """At whom, and how far: of each group the men who can be aimed at."""
    field = found.decision.field
    act, unit, chain = hand(field)
    known = charging.aims(field, unit, act.code, chain.against, chain.left)
    aims = [
        (aim.figure, f"{namer.unit(aim.target)} · {namer.man(aim.figure)}")
        for aim in known
        if charging.in_reach(field, unit, aim.figure)
    ]
    aimed = found.answer.aim if isinstance(found.answer, Charge) else None
    return {"charge": {"aims": aims, "aimed": aimed, "most": reach(unit, unit.sheet.mv) / R}}


def charge_line(found: Open, posted: Posted) -> Answer | None:
    """A charge at this man, of this length or the longest."""
    aim = FigureId(number(posted, "aim"))
    if aim not in found.decision.battle.at:
        return None
    return Charge(found.decision.field.group_of(aim), aim, rulers(posted, "length"))


# Melees of several


def fight_fields(found: Open, namer: Namer) -> Fields:
    """In which order the groups in contact are struck, and whom those strike who touch several."""
    field = found.decision.field
    touched, met = field.touched_groups(hand(field).unit.id), touching(field)
    if len(touched) < 2:
        return {}
    now = found.answer if isinstance(found.answer, Fight) else found.decision.default
    assert isinstance(now, Fight)
    ranks = [
        (group, namer.unit(group), now.targets.index(group) + 1 if group in now.targets else 0) for group in touched
    ]
    split = [
        (man, namer.man(man), [(group, namer.unit(group), now.split.get(man) == group) for group in groups])
        for man, groups in met.items()
        if len(groups) > 1
    ]
    return {"fight": {"ranks": ranks, "split": split, "numbers": range(len(touched) + 1)}}


def fight_line(found: Open, posted: Posted) -> Answer | None:
    """The groups by their rank, those of rank 0 left alone."""
    field = found.decision.field
    touched = field.touched_groups(hand(field).unit.id)
    ranks = {group: number(posted, f"rank-{name_group(group)}") for group in touched}
    chosen = sorted((group for group in touched if ranks[group]), key=lambda group: (ranks[group], by_number(group)))
    split = {
        man: group
        for man, groups in touching(field).items()
        for group in groups
        if len(groups) > 1 and group in chosen and posted.get(f"strikes-{man}") == name_group(group)
    }
    return Fight(tuple(chosen), split)


# Spells


def spell_fields(found: Open, namer: Namer) -> Fields:
    """The spells and their targets, the dice beyond the first, what a meteor is to reach."""
    field = found.decision.field
    unit = hand(field).unit
    host, now = field.now.hosts[unit.seat], found.answer if isinstance(found.answer, Cast) else None
    choices = [
        (f"{spell} {name_group(group)}", namer.say("vassaux_do", "spell_on", spell=spell, target=group),
         now is not None and (now.spell, now.target) == (spell, group))
        for spell, groups in spells.castable(field, unit)
        for group in groups
    ]  # fmt: skip
    ritual = any(SPELLS[spell].ritual for spell in spells.spells_of(field, unit))
    return {
        "spell": {
            "choices": choices, "extra": min(unit.sheet.cd, host.reserve), "now": now,
            "invocation": host.invocation if ritual else 0,
            "meteor": any(SPELLS[spell].power == 0 for spell in spells.spells_of(field, unit)),
            "power": now.power if now is not None and now.power else spells.METEOR_DEFAULT,
        }
    }  # fmt: skip


def spell_line(found: Open, posted: Posted) -> Answer | None:
    """The spell that was chosen, with its dice."""
    wanted = posted.get("spell", "")
    field = found.decision.field
    for spell, groups in spells.castable(field, hand(field).unit):
        for group in groups:
            if f"{spell} {name_group(group)}" == wanted:
                power = number(posted, "power") if SPELLS[spell].power == 0 else 0
                invocation = number(posted, "invocation") if SPELLS[spell].ritual else 0
                return Cast(spell, group, number(posted, "extra"), invocation, power)
    return None


# Reactions


def react_fields(found: Open, namer: Namer, able: Sequence[Interruption]) -> Fields:
    """A unit, its order, the point of the way: the slider stands on the best."""
    now = found.answer if isinstance(found.answer, React) and found.answer.unit else None
    if not able or not Outlook(found.decision.field).window.path:
        return {}
    choices = [
        (f"{one.unit} {each.order}", namer.say("vassaux_do", "react_now", unit=one.unit, order=namer.order(each.order)),
         now is not None and (now.unit, now.order) == (one.unit, each.order))
        for one in able
        for each in one.reactions
    ]  # fmt: skip
    best = now.point if now is not None else able[0].reactions[0].best
    spans = [span for one in able for span in one.spans]
    least, most = min(span.first for span in spans), max(span.last for span in spans)
    return {"react": {"choices": choices, "least": least, "most": most, "best": best}}


def react_line(found: Open, posted: Posted) -> Answer | None:
    """The reaction at the open point nearest to the one chosen."""
    word, _, order = posted.get("reaction", "").partition(" ")
    outlook, wanted = Outlook(found.decision.field), number(posted, "point")
    unit = next((one for one in outlook.able if str(one.id) == word), None)
    code = next((one for one in REACTIONS if one == order), None)
    if unit is None or code is None:
        return None
    able = [point for point in outlook.points if outlook.can(unit, point, code)]
    nearest = min(able, key=lambda point: (abs(point - wanted), point), default=wanted)
    return React(unit.id, code, nearest)


# Figures that are named (SV-DP-12, SV-DP-16)


def losses_fields(found: Open, namer: Namer) -> Fields:
    """Who may fall, those who would if nothing is said ticked."""
    field = found.decision.field
    frame = field.now.stack[-1]
    assert isinstance(frame, Losses)
    liable = losses.candidates(field, frame)
    now = found.answer if isinstance(found.answer, Lose) else found.decision.default
    assert isinstance(now, Lose)
    boxes = [(man, namer.man(man), man in now.figures) for man in sorted(liable)]
    return {"boxes": {"men": boxes, "number": losses.asked_number(frame, liable)}}


def leave_fields(found: Open, namer: Namer) -> Fields:
    """Who may leave the table."""
    field = found.decision.field
    now = found.answer if isinstance(found.answer, Leave) else found.decision.default
    assert isinstance(now, Leave)
    boxes = [(man, namer.man(man), man in now.figures) for man in scenarios.leavers(field)]
    return {"boxes": {"men": boxes, "number": scenarios.most_leavers(field)}}


def boxes_line(found: Open, posted: Any) -> Answer | None:
    """The figures that are ticked."""
    men = tuple(FigureId(man) for man in (whole_number(text) for text in posted.getlist("men")) if man)
    return Lose(men) if found.decision.kind == "losses" else Leave(men)


# Places


def place_fields(found: Open, namer: Namer) -> Fields:
    """A place by its distance from the west and from the south."""
    settings = found.decision.battle.settings
    shown: Fields = {"wide": settings.width / R, "high": settings.height / R, "units": []}
    if found.decision.kind == "deploy":
        able = unplaced(found.decision.field, found.decision.place)
        shown["units"] = [(unit.id, namer.unit(unit.id)) for unit in able if not infiltrates(unit)]
    return {"place": shown}


def place_line(found: Open, posted: Posted) -> Answer | None:
    """A unit, or a point, set down there."""
    x, y = rulers(posted, "x"), rulers(posted, "y")
    if x is None or y is None:
        return None
    if found.decision.kind == "objective":
        return Objective((x, y))
    return Deploy(UnitId(GroupId(number(posted, "deployed"))), (x, y))


# Men set down by hand


def hand_fields(found: Open, namer: Namer) -> Fields:
    """The men who may be set down, and where."""
    men = movers(found.decision, found.answer)
    return {"hand": [(man, namer.man(man)) for man in men]} if men else {}


def hand_line(found: Open, posted: Posted) -> Answer | None:
    """The answer with this man there."""
    x, y, man = rulers(posted, "hand-x"), rulers(posted, "hand-y"), FigureId(number(posted, "mover"))
    if x is None or y is None or found.answer is None:
        return None
    return by_hand(found.answer, man, (x, y))


FIELDS: dict[str, Callable[[Open, Namer], Fields]] = {
    "move": wind_fields, "regroup": wind_fields, "charge": charge_fields, "attack": fight_fields,
    "fight": fight_fields, "spell": spell_fields, "losses": losses_fields,
    "leave": leave_fields, "deploy": place_fields, "objective": place_fields,
}  # fmt: skip
LINES: dict[str, Callable[[Open, Any], Answer | None]] = {
    "march": wind_line, "bend": wind_line, "charge": charge_line, "fight": fight_line, "cast": spell_line,
    "react": react_line, "name": boxes_line, "set": place_line, "hand": hand_line,
}  # fmt: skip
FITS: dict[str, tuple[str, ...]] = {
    "march": ("move", "regroup"), "bend": ("move",), "charge": ("charge",), "fight": ("attack", "fight"),
    "cast": ("spell",), "react": ("react",), "name": ("losses", "leave"), "set": ("deploy", "objective"),
    "hand": ("move", "charge", "deploy", "arrive", "regroup"),
}  # fmt: skip
"""To which questions each button of a form speaks."""


def fields(found: Open, namer: Namer, able: Sequence[Interruption] = ()) -> Fields:
    """The form of the open question; nothing where buttons say it all. `able`: who may react."""
    if found.decision.kind == "react":
        return react_fields(found, namer, able)
    show = FIELDS.get(found.decision.kind)
    return (show(found, namer) if show is not None else {}) | hand_fields(found, namer)


def made(found: Open, asked: str, posted: Any) -> Answer | None:
    """The answer that a button of a form asks for; None where it makes none."""
    return LINES[asked](found, posted) if asked in LINES and found.decision.kind in FITS[asked] else None
