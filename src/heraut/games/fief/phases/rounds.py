"""One round of a battle: dice, aims, losses, all at the same time (FI-BAT-06 to 11, FI-AIM)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from heraut.games.fief.board.change import compose, lose
from heraut.games.fief.board.lords import ransom
from heraut.games.fief.board.pawns import lord, playing_order, refresh
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.identities import BESIEGER, FALLEN, FORTS, IN, OPEN, REBELS, RELIEF, LordNo, PlayerNo, VillageNo
from heraut.games.fief.instructions import plan_for
from heraut.games.fief.phases.camps import (
    COMBAT,
    ROWS,
    camps_left,
    dice,
    enemies,
    fighters_of,
    has_darc,
    is_camp_of,
    leader,
    points,
    row,
    soldiers_of,
    stacks_of,
    told_apart,
)
from heraut.games.fief.phases.revolt import rebel_series
from heraut.games.fief.resolution import Turn, lord_name, seat_name
from heraut.games.fief.state import Plan, Realm
from heraut.games.fief.tasks import AimedDice, Aiming, Battle, Camp, Party

Aims = tuple[AimedDice, ...]


class Shot(NamedTuple):
    """A die thrown at a lord."""

    lord: LordNo
    die: int


class Blow(msgspec.Struct, frozen=True):
    """What a camp throws in a round."""

    camp: Camp
    target: Camp
    thrown: tuple[int, ...]
    aimed: tuple[Shot, ...]
    bonus: int
    loss: int


def fight_round(turn: Turn, battle: Battle) -> None:
    """All camps throw before anything is removed (FI-BAT-06, FI-BAT-10)."""
    realm = turn.now
    left = camps_left(realm, battle)
    before = {id(camp): points(realm, battle.village, camp) for camp in battle.camps}
    blows = []
    for camp in left:
        foes = enemies(realm, battle, left, camp)
        if foes:
            blows.append(strike(turn, battle, camp, foes, dice(before[id(camp)])))
    killed = [number for blow in blows for number, die in blow.aimed if die == COMBAT.aimed_kills]
    for number in dict.fromkeys(killed):
        fell(realm, battle, number)
    lost = {
        id(camp): take_losses(realm, battle, camp, sum(blow.loss for blow in blows if blow.target is camp))
        for camp in battle.camps
    }
    turn.announce(
        "FI-BAT-06",
        "battle_round",
        village=VILLAGE_IDS[battle.village],
        round=battle.round,
        blows=[blow_data(realm, battle, blow, before, lost) for blow in blows],
        killed=[lord_name(number) for number in dict.fromkeys(killed)],
    )
    battle.idle = 0 if any(lost.values()) or killed else battle.idle + 1
    refresh(realm, battle.village)


def blow_data(
    realm: Realm, battle: Battle, blow: Blow, before: dict[int, int], lost: dict[int, int]
) -> dict[str, object]:
    """A camp's throw, in full (FI-BAT-16)."""
    return {
        "camp": [seat_name(realm, player) for player in dict.fromkeys(player for player, _ in blow.camp.parties)],
        "camp_place": told_apart(battle, blow.camp),
        "target": [seat_name(realm, player) for player in dict.fromkeys(player for player, _ in blow.target.parties)],
        "target_place": told_apart(battle, blow.target),
        "points": before[id(blow.camp)],
        "dice": list(blow.thrown),
        "aimed": [[lord_name(number), die] for number, die in blow.aimed],
        "bonus": blow.bonus,
        "sum": sum(blow.thrown) + blow.bonus,
        "row": FORTS[row(realm, battle.village, blow.target)],
        "loss": blow.loss,
        "lost": lost[id(blow.camp)],
    }


def strike(turn: Turn, battle: Battle, camp: Camp, foes: list[Camp], number: int) -> Blow:
    """A camp's dice: some aimed at lords, the others at the troop (FI-BAT-08, FI-AIM-02)."""
    realm = turn.now
    target, aims = choice_of(realm, battle, camp, foes, number)
    aimed: list[Shot] = []
    for victim, count in lawful_aims(realm, battle, target, aims, number):
        aimed += [Shot(victim, turn.die()) for _ in range(count)]
    thrown = tuple(turn.dice(number - len(aimed)))
    bonus = COMBAT.darc_bonus if has_darc(realm, battle.village, camp) else 0
    loss = ROWS[row(realm, battle.village, target)][sum(thrown) + bonus]
    return Blow(camp, target, thrown, tuple(aimed), bonus, loss)


def lawful_aims(realm: Realm, battle: Battle, target: Camp, aims: Aims, number: int) -> list[AimedDice]:
    """The aims that stand: at fighting lords in open ground, with the dice that there are (FI-AIM-01, FI-AIM-03)."""
    if not aims or row(realm, battle.village, target) != OPEN:
        return []
    there = fighting(realm, battle, target)
    found = []
    for victim, count in aims:
        count = min(count, number)
        if victim in there and count > 0:
            found.append(AimedDice(victim, count))
            number -= count
    return found


def fighting(realm: Realm, battle: Battle, camp: Camp) -> set[LordNo]:
    """The fighting lords of a camp."""
    return {one.number for party in camp.parties for one in fighters_of(realm, battle.village, party)}


# What a camp's leader does


def choice_of(realm: Realm, battle: Battle, camp: Camp, foes: list[Camp], number: int) -> tuple[Camp, Aims]:
    """The camp aimed at, and the dice for its lords: as its leader said, or as his plan has it (FI-DP-23)."""
    speaker = REBELS if camp.parties[0].player == REBELS else leader(realm, battle, camp)
    said = next((one for one in battle.choices if one.player == speaker), None)
    plan = plan_for(realm, speaker, battle.village) if speaker not in (REBELS, None) else Plan()
    if said is None:
        target = planned_target(realm, battle, plan, foes)
        return target, planned_aims(realm, battle, plan, target, number)
    return spoken_target(realm, battle, said, foes) or planned_target(realm, battle, plan, foes), said.aims


def spoken_target(realm: Realm, battle: Battle, said: Aiming, foes: list[Camp]) -> Camp | None:
    """The camp that a leader has named; it is enough to name a lord who fights in it (FI-AIM-01, FI-MUL-06)."""
    if said.target is not None:
        foes = [foe for foe in foes if is_camp_of(foe, said.target, said.place)]
    for victim, _ in said.aims:
        for foe in foes:
            if victim in fighting(realm, battle, foe):
                return foe
    return foes[0] if foes and said.target is not None else None


def planned_target(realm: Realm, battle: Battle, plan: Plan, foes: list[Camp]) -> Camp:
    """A player's camp (of his two the one named, else the stronger), that of the lord aimed at, or by strength."""
    seat, _, place = plan.target.partition(" ")
    for foe in foes:
        if any(seat_name(realm, player) == seat and is_camp_of(foe, player, place) for player, _ in foe.parties):
            return foe
    if plan.aim.startswith("lord "):
        for foe in foes:
            there = row(realm, battle.village, foe) == OPEN and fighting(realm, battle, foe)
            if there and int(plan.aim.removeprefix("lord ")) in there:
                return foe
    return foes[-1] if plan.target == "weakest" else foes[0]


def planned_aims(realm: Realm, battle: Battle, plan: Plan, target: Camp, number: int) -> Aims:
    """No die, some, or all of them, at the highest lord or at a given one."""
    if plan.aim == "none":
        return ()
    lords = [one for party in target.parties for one in fighters_of(realm, battle.village, party)]
    if not lords:
        return ()
    if plan.aim.startswith("lord "):
        wanted = int(plan.aim.removeprefix("lord "))
        return tuple(AimedDice(one.number, number) for one in lords if one.number == wanted)
    highest = max(lords, key=lambda one: (ransom(realm, one), -one.born))
    return (AimedDice(highest.number, number if plan.aim == "all" else min(number, int(plan.aim))),)


# Losses


def take_losses(realm: Realm, battle: Battle, camp: Camp, loss: int) -> int:
    """Points fall on soldiers, then on fighting lords, member by member (FI-BAT-11, FI-MUL-04). The points lost."""
    if not loss:
        return 0
    if camp.parties[0].player == REBELS:
        return lose_rebels(realm, loss)
    soldiers = {party: soldiers_of(realm, battle.village, party) for party in camp.parties}
    shares = share(soldiers, loss, playing_order(realm))
    lost = sum([lose_soldiers(realm, battle.village, party, number) for party, number in shares.items()])
    left = loss - sum(shares.values())
    if left > 0:
        lords = {party: len(fighters_of(realm, battle.village, party)) for party in camp.parties}
        for party, number in share(lords, left, playing_order(realm)).items():
            for one in fighters_of(realm, battle.village, party)[:number]:
                fell(realm, battle, one.number)
                lost += 1
    return lost


def share(have: dict[Party, int], loss: int, order: tuple[PlayerNo, ...]) -> dict[Party, int]:
    """Point by point from the member who has most left; equal members in playing order (FI-MUL-04)."""
    left, shares = dict(have), dict.fromkeys(have, 0)
    if len(have) == 1:
        (party,) = have
        return {party: min(loss, have[party])}
    for _ in range(min(loss, sum(have.values()))):
        party = max(left, key=lambda one: (left[one], -order.index(one.player), not one.outside))
        left[party] -= 1
        shares[party] += 1
    return shares


def lose_soldiers(realm: Realm, village: VillageNo, party: Party, loss: int) -> int:
    """A party loses soldiers, with change where it can be made (FI-MOD-13)."""
    player, outside = party
    guards_first = plan_for(realm, player, village).losses == "guards"
    lost = 0
    for position in (BESIEGER, RELIEF) if outside else (IN,):
        there = sum([stack.points for stack in stacks_of(realm, village, party) if stack.position == position])
        if lost < loss and there:
            lost += lose(realm, player, village, position, min(loss - lost, there), guards_first=guards_first)
    return lost


def lose_rebels(realm: Realm, loss: int) -> int:
    """The peasants' tokens, composed from their own series (FI-MOD-13)."""
    revolt = realm.revolt
    assert revolt is not None
    total = revolt.points
    rest = max(0, total - loss)
    left = compose(rest, rebel_series(realm), (revolt.ones, revolt.threes, revolt.sixes))
    assert left is not None  # every loss can be paid exactly (FI-MOD-15)
    revolt.ones, revolt.threes, revolt.sixes = left
    return total - rest


def fell(realm: Realm, battle: Battle, number: LordNo) -> None:
    """A lord is out of the fight at once; what his death means is seen when it is over (FI-DTH-04)."""
    one = lord(realm, number)
    one.village, one.position, one.road = None, FALLEN, None
    battle.fallen = (*battle.fallen, number)
