"""What each kingdom hears of a battle: both lines as drawn up, slot by slot, and the fate of all (RO-BAT-40).

Of its own units it hears qualities and strengths; of all others types, races and numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.games.rois.battle.camps import Camp, realms
from heraut.games.rois.battle.fight import Battle, Fate, Line
from heraut.games.rois.battle.strength import Post, shown
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Character, Province


def tell_battle(
    turn: Turn,
    province: Province,
    battle: Battle,
    sides: Sequence[Sequence[Camp]],
    commanders: Sequence[Character | None],
) -> None:
    """One event for each kingdom that fought; who led the others becomes known to it."""
    lines = (battle.attacker, battle.defender)
    slots = [battle.slot_won(slot) for slot in range(battle.length)]
    for side, camps in enumerate(sides):
        for kingdom in realms(camps):
            if kingdom == NATIVES:
                continue
            foes = sides[1 - side]
            for camp in foes:
                if camp.leader is not None:
                    turn.meet(kingdom, camp.leader)
            foe = commanders[1 - side]
            own = commanders[side]
            turn.tell(
                kingdom,
                "RO-BAT-40",
                "battle",
                province=province.number,
                attacking=side == 0,
                won=battle.attacker_wins == (side == 0),
                commander=own.number if own is not None else 0,
                other=foe.number if foe is not None else 0,
                allies=[realm for realm in realms(camps) if realm != kingdom],
                foes=realms(foes),
                length=battle.length,
                slots=slots if side == 0 else [-each for each in slots],
                own=told(lines[side], kingdom),
                enemy=told(lines[1 - side], kingdom),
                lost=fallen(lines[side], kingdom),
                killed=fallen(lines[1 - side], None),
            )


def told(line: Line, reader: int) -> list[dict[str, Any]]:
    """A line, unit by unit, in the order of its rows."""
    fates = {fate.number: fate for fate in line.fates}
    posts = sorted(line.posts, key=lambda post: (post.row if not post.behind else 0, post.behind, post.slot))
    return [told_post(post, fates[post.unit.number], own=post.unit.realm == reader) for post in posts]


def told_post(post: Post, fate: Fate, *, own: bool) -> dict[str, Any]:
    """One unit where it stands, and what becomes of it."""
    unit = post.unit
    data: dict[str, Any] = {
        "kingdom": unit.realm,
        "type": unit.type,
        "race": unit.race,
        "row": post.row,
        "slot": post.slot,
        "behind": post.behind,
        "fate": "destroyed" if fate.destroyed else "fled" if fate.retreats else "stood",
    }
    if own:
        data |= {
            "unit": unit.number,
            "quality": unit.quality,
            "after": fate.quality,
            "fanatic": post.fanatic,
            "hampered": post.hampered,
            "strength": shown(post.strength),
        }
    return data


def fallen(line: Line, kingdom: int | None) -> int:
    """How many units of a line were destroyed: of one kingdom, or of all."""
    dead = {fate.number for fate in line.fates if fate.destroyed}
    if kingdom is None:
        return len(dead)
    return len([post for post in line.posts if post.unit.realm == kingdom and post.unit.number in dead])
