"""What each kingdom hears of a battle: both lines as drawn up, slot by slot, and the fate of all (RO-BAT-40).

Of its own units it hears qualities and strengths; of all others types, races and numbers alone.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from heraut.games.rois.battle.camps import Camp, realms
from heraut.games.rois.battle.fight import Battle, Fate, Line
from heraut.games.rois.battle.strength import Post, shown
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Character, Province

LOST = ("destroyed", "cut_off")  # what there is to mourn: on the field, and where no refuge was found (RO-BAT-34)


def introduce(turn: Turn, sides: Sequence[Sequence[Camp]]) -> None:
    """Whoever fights learns who leads the others, where they met."""
    for side, camps in enumerate(sides):
        for kingdom in realms(camps):
            for foe in sides[1 - side]:
                if foe.leader is not None:
                    turn.meet(kingdom, foe.leader)


def tell_battle(
    turn: Turn,
    province: Province,
    battle: Battle,
    sides: Sequence[Sequence[Camp]],
    commanders: Sequence[Character | None],
    cut_off: Container[int] = (),
) -> None:
    """One event for each kingdom that fought. `cut_off` are the units that fled and found no refuge."""
    lines = (battle.attacker, battle.defender)
    slots = [battle.slot_won(slot) for slot in range(battle.length)]
    for side, camps in enumerate(sides):
        allies, foes = realms(camps), sides[1 - side]
        for kingdom in allies:
            if kingdom == NATIVES:
                continue
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
                allies=[realm for realm in allies if realm != kingdom],
                foes=realms(foes),
                length=battle.length,
                slots=slots if side == 0 else [-each for each in slots],
                own=told(lines[side], kingdom, cut_off),
                enemy=told(lines[1 - side], kingdom, cut_off),
                lost=losses(lines[side], kingdom, cut_off),
                killed=losses(lines[1 - side], None, cut_off),
            )


def told(line: Line, reader: int, cut_off: Container[int] = ()) -> list[dict[str, Any]]:
    """A line, unit by unit, in the order of its rows."""
    ranks = list(zip(line.posts, line.fates, strict=True))
    ranks.sort(key=place_told)
    return [told_post(post, fate, reader, cut_off) for post, fate in ranks]


def place_told(rank: tuple[Post, Fate]) -> tuple[int, bool, int]:
    """Row by row; who strikes from behind stands with those whom he strikes."""
    post, _ = rank
    return 0 if post.behind else post.row, post.behind, post.slot


def told_post(post: Post, fate: Fate, reader: int, cut_off: Container[int]) -> dict[str, Any]:
    """One unit where it stands, and what becomes of it."""
    unit = post.unit
    outcome = fate_of(fate, cut_off)
    data: dict[str, Any] = {
        "kingdom": unit.realm,
        "type": unit.type,
        "race": unit.race,
        "row": post.row,
        "slot": post.slot,
        "behind": post.behind,
        "fate": outcome,
    }
    if unit.realm == reader:
        data |= {
            "unit": unit.number,
            "quality": unit.quality,
            "after": -1 if outcome in LOST else fate.quality,
            "fanatic": post.fanatic,
            "hampered": post.hampered,
            "strength": shown(post.strength),
        }
    return data


def fate_of(fate: Fate, cut_off: Container[int]) -> str:
    """What became of a unit: on the field, or on the roads away from it."""
    if fate.destroyed:
        return "destroyed"
    if fate.number in cut_off:
        return "cut_off"
    return "fled" if fate.retreats else "stood"


def losses(line: Line, kingdom: int | None, cut_off: Container[int]) -> int:
    """How many units of a line are no more: of one kingdom, or of all (RO-GEN-08)."""
    dead = [post for post, fate in zip(line.posts, line.fates, strict=True) if fate_of(fate, cut_off) in LOST]
    return len(dead) if kingdom is None else len([post for post in dead if post.unit.realm == kingdom])
