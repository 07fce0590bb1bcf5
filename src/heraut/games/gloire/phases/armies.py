"""Phase 6: garrisons put under a knight, men handed over, men left in garrison (§5.7)."""

from __future__ import annotations

from heraut.engine.names import plain
from heraut.games.gloire.orders import Assign, ForeignKnight, LeaveGarrison, Transfer
from heraut.games.gloire.phases.levy import happiness_after_departure
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import ArmyId, Knight, Lord, add_men, take_command, take_men


def assign_transfer_garrison(turn: Turn) -> None:
    """Phase 6, in four steps: AFF, TSF inside a house, TSF to another house, GAR (GP-AFF-01)."""
    assignments(turn)
    received: set[ArmyId] = set()
    transfers(turn, received, to_others=False)
    transfers(turn, received, to_others=True)
    garrisons(turn)


def assignments(turn: Turn) -> None:
    """A knight takes command of a whole garrison in his land or next to it (GP-AFF-02, GP-AFF-03)."""
    now = turn.now
    for lord, line, order in turn.orders(Assign):
        knight, army = turn.knight(order.knight), now.armies.get(order.army)
        if knight is None:
            turn.ignore(lord, line, "GP-AFF-02", "no_such_knight")
        elif army is None or army.knight is not None:
            turn.ignore(lord, line, "GP-AFF-02", "no_such_garrison", army=order.army)
        elif not turn.near(knight.land, army.land):
            turn.ignore(lord, line, "GP-AFF-02", "too_far", knight=knight.name, land=army.land)
        else:
            land = now.lands[army.land]
            if land.owner == lord.seat:
                land.happiness = happiness_after_departure(land, army.men, turn.snapshot.mean_happiness)
            men = army.men
            joined = take_command(turn.now, knight, army)
            turn.tell(
                lord.seat,
                "GP-AFF-02",
                "assigned",
                order=line,
                knight=knight.name,
                men=men,
                land=land.name,
                army=joined.id,
                happiness=land.happiness,
            )


def transfers(turn: Turn, received: set[ArmyId], *, to_others: bool) -> None:
    """Men pass from one knight to another, near him, of any lord not at war with his own (GP-TSF-01 to 04)."""
    for lord, line, order in turn.orders(Transfer):
        if isinstance(order.target, ForeignKnight) != to_others:
            continue
        source, target = turn.knight(order.source), transfer_target(turn, order)
        if source is None or source.army is None:
            turn.ignore(lord, line, "GP-TSF-01", "no_army_to_give", knight=source.name if source else "")
        elif isinstance(order.target, ForeignKnight) and order.target.lord in lord.enemies:
            turn.ignore(lord, line, "GP-TSF-01", "enemy_target", lord=order.target.lord)
        elif source.army in received:  # before any look at the target, of whom it would tell something
            turn.ignore(lord, line, "GP-TSF-02", "men_passed_on", knight=source.name)
        elif target is None or (to_others and not receives(turn, source, target)):
            # one reason for all: it must not tell whether the knight exists, where he is, what he leads (GP-INF-04)
            turn.ignore(lord, line, "GP-TSF-01", "no_such_target")
        elif not turn.near(source.land, target.land):
            turn.ignore(lord, line, "GP-TSF-01", "target_too_far", knight=source.name)
        elif source is target:
            turn.ignore(lord, line, "GP-TSF-01", "same_knight", knight=source.name)
        else:
            transfer(turn, lord, line, source, target, order.men, received)


def transfer_target(turn: Turn, order: Transfer) -> Knight | None:
    """The living knight that the order names; another lord's by the name he bore when the turn opened (GP-GEN-14)."""
    if not isinstance(order.target, ForeignKnight):
        return turn.knight(order.target)
    wanted = plain(order.target.name)
    for knight in turn.start.knights.values():
        if knight.lord == order.target.lord and plain(knight.name) == wanted:
            return turn.knight(knight.id)
    return None


def receives(turn: Turn, source: Knight, target: Knight) -> bool:
    """Whether another lord's knight can be given men: he is near, and no lord in person without army (GP-TSF-01).

    The latter, else an accomplice could make him stand and fight.
    """
    unarmed_lord = target.army is None and turn.now.lords[target.lord].knight == target.id
    return turn.near(source.land, target.land) and not unarmed_lord


def transfer(
    turn: Turn, lord: Lord, line: int, source: Knight, target: Knight, asked: int, received: set[ArmyId]
) -> None:
    """Hands the men over; an army that received some cannot be a source this turn (GP-TSF-02, GP-TSF-03)."""
    assert source.army is not None
    men = take_men(turn.now, turn.now.armies[source.army], asked)
    army = add_men(turn.now, target.lord, men, target.land, target)
    received.add(army.id)
    turn.tell(
        lord.seat,
        "GP-TSF-01",
        "transferred",
        order=line,
        knight=source.name,
        target=target.name,
        lord=target.lord,
        men=men,
        asked=asked,
    )
    if target.lord != lord.seat:
        turn.tell(
            target.lord, "GP-INF-12", "men_received", giver=lord.seat, knight=source.name, target=target.name, men=men
        )


def garrisons(turn: Turn) -> None:
    """A knight leaves men in garrison in a land of his lord where he stands (GP-GAR-01, GP-GAR-02)."""
    now = turn.now
    for lord, line, order in turn.orders(LeaveGarrison):
        knight = turn.knight(order.knight)
        if knight is None or knight.army is None:
            turn.ignore(lord, line, "GP-GAR-01", "no_army_to_give", knight=knight.name if knight else "")
        elif now.lands[knight.land].owner != lord.seat:
            turn.ignore(lord, line, "GP-GAR-01", "not_your_land", land=knight.land)
        else:
            men = take_men(now, now.armies[knight.army], order.men)
            garrison = add_men(now, lord.seat, men, knight.land, None)
            turn.tell(
                lord.seat,
                "GP-GAR-01",
                "garrisoned",
                order=line,
                knight=knight.name,
                men=men,
                asked=order.men,
                land=knight.land,
                army=garrison.id,
            )
