"""A battle: the questions before it and before each round, and mercy (FI-BAT, FI-MUL, FI-MER)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.asking import Asked, Handler, Offers
from heraut.games.fief.board.pawns import playing_order
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.identities import OPEN, REBELS, PlayerNo
from heraut.games.fief.instructions import plan_for
from heraut.games.fief.orders.answers import No, Pass, Yes
from heraut.games.fief.orders.battles import Aim, Fight, Mercy, Target
from heraut.games.fief.orders.grammar import PEASANTS
from heraut.games.fief.orders.movements import Rouse
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.aftermath import aftermath, break_off
from heraut.games.fief.phases.aiming import (
    aim_refusal,
    elsewhere_refusal,
    led_camps,
    name_of,
    spoken_choices,
    target_refusal,
)
from heraut.games.fief.phases.camps import (
    camp_of,
    camps_left,
    dice,
    enemies,
    has_enemy,
    is_over,
    is_rebel_camp,
    members,
    points,
    row,
)
from heraut.games.fief.phases.pleas import (
    answer_plea,
    asked_mercy,
    judge,
    may_plead,
    own_lords,
    plan_pleads,
    planned_mercy,
    plea_order,
)
from heraut.games.fief.phases.rounds import fight_round, fighting
from heraut.games.fief.phases.sides import (
    asked_sides,
    check_sides,
    side_offers,
    take_sides,
)
from heraut.games.fief.resolution import Turn, lord_names
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Aiming, Battle, Camp

# A round (FI-DP-23, 24)


def stops(realm: Realm, battle: Battle, player: PlayerNo) -> bool:
    """Whether a player wants to be asked in this round (FI-DP-R6)."""
    run = plan_for(realm, player, battle.village).run or ("rounds" if realm.settings.live else "end")
    if run == "rounds":
        return True
    if run == "end":
        return False
    camp = camp_of(realm, battle, camps_left(realm, battle), player)
    return camp is not None and points(realm, battle.village, camp) <= int(run)


def fighting_on(realm: Realm, battle: Battle, left: list[Camp]) -> list[PlayerNo]:
    """Every player of a camp that fights on, and the peasants' leader."""
    players: dict[PlayerNo, None] = {}
    for camp in left:
        if has_enemy(battle, left, camp):
            for player in members(realm, battle.village, camp):
                players[realm.revolt.controller if player == REBELS and realm.revolt else player] = None
    return [player for player in playing_order(realm) if player in players]


def asked_round(realm: Realm, battle: Battle, left: list[Camp]) -> Asked:
    """Those of them who want to be asked."""
    return {player: "round" for player in fighting_on(realm, battle, left) if stops(realm, battle, player)}


def round_offers(realm: Realm, battle: Battle, player: PlayerNo) -> list[Order]:
    """To fight on; mercy; another camp to hit; all dice at one lord."""
    found: list[Order] = [Fight()]
    left = camps_left(realm, battle)
    if may_plead(realm, battle, left, player):
        found.append(Mercy())
    for camp in led_camps(realm, battle, left, player):
        foes = enemies(realm, battle, left, camp)
        rebels = is_rebel_camp(camp)
        if len(foes) > 1:
            found += [(Rouse if rebels else Target)(*name_of(foe, foes)) for foe in foes]
        number = dice(points(realm, battle.village, camp))
        for foe in foes:
            if row(realm, battle.village, foe) == OPEN:
                # in an order of the cards: the one in which they take losses is their player's secret (FI-INF-01)
                found += [
                    Aim(victim, number, PEASANTS if rebels else "") for victim in sorted(fighting(realm, battle, foe))
                ]
    return found


def check_round(realm: Realm, battle: Battle, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """Why lines of a sheet for a battle round are refused (FI-AIM-01, FI-AIM-03, FI-MUL-06, FI-MER-05)."""
    refusals = []
    spent: dict[str, int] = {}
    for line, order in enumerate(answer, start=1):
        refusal = round_refusal(realm, battle, player, order, spent)
        if type(order) in (Target, Rouse) and any(type(other) is type(order) for other in answer[: line - 1]):
            refusal = Refusal("FI-DP-R1", "one_answer", {})
        elif refusal is None and isinstance(order, Aim):
            refusal = elsewhere_refusal(realm, battle, player, order, answer)
        if refusal is not None:
            refusals.append(Refusal(refusal.rule, refusal.code, refusal.data, line))
    return refusals


def round_refusal(
    realm: Realm, battle: Battle, player: PlayerNo, order: Order, spent: dict[str, int]
) -> Refusal | None:
    """Why one line of a round's form is refused."""
    left = camps_left(realm, battle)
    match order:
        case Fight():
            return None
        case Mercy():
            if not may_plead(realm, battle, left, player):
                return Refusal("FI-MER-05", "no_mercy_from_peasants", {})
            return None
        case Target() | Rouse():
            return target_refusal(realm, battle, player, order)
        case Aim():
            return aim_refusal(realm, battle, player, order, spent)
    return Refusal("FI-TRN-05", "not_now", {"order": order.code})


def take_round(turn: Turn, battle: Battle, answers: Mapping[PlayerNo, Answer]) -> None:
    """What was said; for the silent, their plans. Pleas for mercy come first (FI-DP-R11)."""
    realm = turn.now
    choices: list[Aiming] = []
    pleading = []
    left = camps_left(realm, battle)
    for player in dict.fromkeys([*answers, *players_in(realm, battle, left)]):
        said = answers.get(player, ())
        choices += spoken_choices(player, said)
        pleads = any(isinstance(order, Mercy) for order in said) if said else plan_pleads(realm, battle, left, player)
        if pleads and may_plead(realm, battle, left, player):
            pleading.append(player)
    battle.choices = tuple(choices)
    battle.pleas = plea_order(realm, battle, left, pleading)
    battle.stage = "mercy"


def players_in(realm: Realm, battle: Battle, left: list[Camp]) -> list[PlayerNo]:
    """The players who still fight."""
    return [p for camp in left for p in members(realm, battle.village, camp) if p != REBELS]


# Mercy (FI-DP-25)


def run_mercy(turn: Turn, battle: Battle) -> None:
    """The next plea as plans have it; without one, the round is fought."""
    realm = turn.now
    if not battle.pleas:
        fight_round(turn, battle)
        battle.stage, battle.round, battle.choices = "round", battle.round + 1, ()
        return
    found = judge(realm, battle)
    if found is None:
        battle.pleas = battle.pleas[1:]
    else:
        answer_plea(turn, battle, found, granted=planned_mercy(realm, battle, found.player) is not False)


# The task


def asked(realm: Realm, battle: Battle) -> Asked:
    """Who is asked depends on the stage."""
    if battle.stage == "sides":
        return asked_sides(realm, battle)
    left = camps_left(realm, battle)
    if is_over(battle, left) or battle.idle >= CONSTANTS.battle_rounds_max:
        return {}
    return asked_round(realm, battle, left) if battle.stage == "round" else asked_mercy(realm, battle)


def concerns(realm: Realm, battle: Battle) -> Sequence[PlayerNo]:
    """In a round, those too who fight by their plans: that they do is their secret (FI-INF-01)."""
    if battle.stage == "round":
        return fighting_on(realm, battle, camps_left(realm, battle))
    return tuple(asked(realm, battle))


def run(turn: Turn, battle: Battle) -> None:
    """What needs no answer."""
    if battle.stage == "sides":
        take_sides(turn, battle, {})
    elif is_over(battle, camps_left(turn.now, battle)):
        turn.done(battle)
        aftermath(turn, battle)
    elif battle.idle >= CONSTANTS.battle_rounds_max:
        turn.done(battle)
        break_off(turn, battle)
    elif battle.stage == "round":
        take_round(turn, battle, {})
    else:
        run_mercy(turn, battle)


def take(turn: Turn, battle: Battle, answers: Mapping[PlayerNo, Answer]) -> None:
    """The answers of the stage."""
    if battle.stage == "sides":
        take_sides(turn, battle, answers)
    elif battle.stage == "round":
        take_round(turn, battle, answers)
    else:
        (answer,) = answers.values()
        found = judge(turn.now, battle)
        assert found is not None
        answer_plea(turn, battle, found, granted=not (answer and isinstance(answer[0], No)))


def offers(realm: Realm, battle: Battle, player: PlayerNo) -> Offers:
    """What may stand in an answer."""
    if battle.stage == "sides":
        return [Pass(), *side_offers(realm, battle, player)]
    return round_offers(realm, battle, player) if battle.stage == "round" else [Yes(), No()]


def check(realm: Realm, battle: Battle, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """Why an answer is refused."""
    if battle.stage == "sides":
        return check_sides(realm, battle, player, answer)
    if battle.stage == "round":
        return check_round(realm, battle, player, answer)
    if len(answer) > 1:
        return [Refusal("FI-DP-R1", "one_answer", {}, 2)]
    if not isinstance(answer[0], (Yes, No)):
        return [Refusal("FI-DP-R1", "not_offered", {"order": answer[0].code}, 1)]
    return []


def subject(realm: Realm, battle: Battle, player: PlayerNo) -> dict[str, Any]:
    """The place, the round, and whose plea is heard."""
    data: dict[str, Any] = {
        "village": VILLAGE_IDS[battle.village],
        "round": battle.round,
        "stage": battle.stage,
    }
    if battle.pleas:
        data |= {
            "seat": realm.seats[battle.pleas[0]],
            "lords": lord_names(own_lords(realm, battle, battle.pleas[0])),
        }
    return data


def sample(realm: Realm, battle: Battle, player: PlayerNo, found: Offers, rng: Rng) -> Answer:
    """Fight on as a rule."""
    if battle.stage == "round" and rng.random() < 0.6:
        return (Fight(),)
    return (rng.choice(found),)


BATTLE = Handler(asked, run, take, offers, check, subject, sample, listed=False, concerns=concerns)
