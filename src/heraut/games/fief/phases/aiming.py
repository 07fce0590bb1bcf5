"""What the leader of a camp says in a round: the camp that his dice hit, and the lords aimed at (FI-AIM, FI-MUL-06)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import OPEN, REBELS, PlayerNo
from heraut.games.fief.orders.battles import Aim, Fight, Target
from heraut.games.fief.orders.grammar import PEASANTS, plain
from heraut.games.fief.orders.movements import Rouse
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.camps import (
    PLACES,
    camps_left,
    dice,
    enemies,
    is_camp_of,
    is_rebel_camp,
    leader,
    place_of,
    points,
    row,
)
from heraut.games.fief.phases.rounds import fighting
from heraut.games.fief.resolution import seat_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import AimedDice, Aiming, Battle, Camp


def led_camps(realm: Realm, battle: Battle, left: list[Camp], player: PlayerNo) -> list[Camp]:
    """The camps whose dice a player throws this round: his own, the peasants'."""
    return [camp for camp in left if leader(realm, battle, camp) == player]


def name_of(foe: Camp, foes: list[Camp]) -> tuple[PlayerNo, str]:
    """What an order calls a camp by: a player of it, and of his two camps the place (FI-MUL-06)."""
    player, outside = foe.parties[0]
    return player, place_of(outside) if sum(is_camp_of(one, player) for one in foes) > 1 else ""


def target_refusal(realm: Realm, battle: Battle, player: PlayerNo, order: Target | Rouse) -> Refusal | None:
    """A hostile camp; garrison and relief of one player are two (FI-MUL-06)."""
    named, place = order.player if isinstance(order, Target) else order.target, plain(order.place)
    if place not in PLACES:
        return Refusal("FI-MUL-06", "bad_camp_place", {"places": list(PLACES[1:])})
    left = camps_left(realm, battle)
    camps = [camp for camp in led_camps(realm, battle, left, player) if is_rebel_camp(camp) == isinstance(order, Rouse)]
    foes = [[foe for foe in enemies(realm, battle, left, camp) if is_camp_of(foe, named, place)] for camp in camps]
    if not any(foes):
        return Refusal("FI-MUL-06", "no_enemy_camp", {})
    if max(map(len, foes)) > 1:
        return Refusal("FI-MUL-06", "which_camp", {"seat": seat_name(realm, named), "places": list(PLACES[1:])})
    return None


def aim_refusal(realm: Realm, battle: Battle, player: PlayerNo, order: Aim, spent: dict[str, int]) -> Refusal | None:
    """Fighting lords of a camp in open ground, with the dice that there are.

    Who leads two camps, garrison and relief, says it for both: each aims so many of its dice, as far as it has them.
    """
    rebels = plain(order.by) == PEASANTS
    data = {"lord": LORD_IDS[order.lord]}
    left = camps_left(realm, battle)
    camps = [camp for camp in led_camps(realm, battle, left, player) if is_rebel_camp(camp) == rebels]
    if not camps:
        return Refusal("FI-MUL-03", "not_leader", {})
    foes = [foe for camp in camps for foe in enemies(realm, battle, left, camp)]
    foe = next((foe for foe in foes if order.lord in fighting(realm, battle, foe)), None)
    if foe is None:
        return Refusal("FI-AIM-03", "no_such_fighter", data)
    if row(realm, battle.village, foe) != OPEN:
        return Refusal("FI-AIM-03", "behind_walls", data)
    spent[order.by] = spent.get(order.by, 0) + order.dice
    number = max(dice(points(realm, battle.village, camp)) for camp in camps)
    if order.dice < 1 or spent[order.by] > number:
        return Refusal("FI-AIM-01", "too_many_dice", {"dice": number})
    return None


def elsewhere_refusal(realm: Realm, battle: Battle, player: PlayerNo, order: Aim, answer: Answer) -> Refusal | None:
    """All dice of a camp go to one camp: that of the first lord aimed at, which is the one named, if any is."""
    rebels = plain(order.by) == PEASANTS
    (said,) = [one for one in spoken_choices(player, answer) if (one.player == REBELS) == rebels]
    for foe in camps_left(realm, battle):
        named = said.target is None or is_camp_of(foe, said.target, said.place)
        if named and {order.lord, said.aims[0].lord} <= fighting(realm, battle, foe):
            return None
    return Refusal("FI-AIM-01", "aims_elsewhere", {"lord": LORD_IDS[order.lord]})


def spoken_choices(player: PlayerNo, said: Answer) -> list[Aiming]:
    """Targets and aims of a form: the player's own, and the peasants'."""
    if len(said) == 1 and isinstance(said[0], Fight):
        return [Aiming(player, None, "", ())]
    found = []
    for rebels in (False, True):
        aims = tuple(
            AimedDice(o.lord, o.dice) for o in said if isinstance(o, Aim) and (plain(o.by) == PEASANTS) == rebels
        )
        target, place = next((named_camp(o) for o in said if isinstance(o, Rouse if rebels else Target)), (None, ""))
        if aims or target is not None or (said and not rebels):
            found.append(Aiming(REBELS if rebels else player, target, place, aims))
    return found


def named_camp(order: Order) -> tuple[PlayerNo, str]:
    """The player and the place by which an order names a camp."""
    assert isinstance(order, (Target, Rouse))
    return order.player if isinstance(order, Target) else order.target, plain(order.place)
