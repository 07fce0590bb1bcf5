"""Phase 15: desertion, knights' pay, armies' upkeep, the comfort that garrisons bring (§5.16, §5.6)."""

from __future__ import annotations

from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import up
from heraut.games.gloire.state import Army, Knight, Lord, remove_army, remove_knight
from heraut.games.gloire.tables import Constants


def wages(turn: Turn) -> None:
    """Phase 15, in four steps, lords in increasing order (GP-ENT-01 to 04)."""
    knights: dict[str, list[Knight]] = {}
    for knight in turn.now.knights.values():
        knights.setdefault(knight.lord, []).append(knight)
    for lord in turn.lords():
        desertions(turn, lord, knights[lord.seat])
    paid = {lord.seat: pay_knights(turn, lord, knights[lord.seat]) for lord in turn.lords()}
    armies: dict[str, list[Army]] = {}
    for army in turn.now.armies.values():
        armies.setdefault(army.lord, []).append(army)
    for lord in turn.lords():
        kept = pay_armies(turn, lord, armies.get(lord.seat, []))
        if kept or paid[lord.seat]:
            turn.tell(lord.seat, "GP-ENT-03", "wages", knights=paid[lord.seat], armies=kept, treasury=lord.treasury)
    garrison_comfort(turn)


def desertions(turn: Turn, lord: Lord, knights: list[Knight]) -> None:
    """A knight at least twice as renowned as his lord-knight leaves with his army, unpaid (GP-ENT-01)."""
    limit = turn.constants.desertion_ratio * turn.now.knights[lord.knight].renown
    for knight in knights:
        if knight.id != lord.knight and knight.renown >= limit:
            men = remove_knight(turn.now, knight)
            turn.tell(lord.seat, "GP-ENT-01", "knight_scorned", knight=knight.name, renown=knight.renown, men=men)


def pay_knights(turn: Turn, lord: Lord, knights: list[Knight]) -> int:
    """Pays the knights in the order of their numbers; who cannot be paid deserts (GP-ENT-02). The écus spent."""
    spent = 0
    for knight in knights:
        if knight.id not in turn.now.knights or knight.id == lord.knight or knight.hired == turn.number:
            continue
        if lord.treasury < knight.pay:
            men = remove_knight(turn.now, knight)
            turn.tell(lord.seat, "GP-ENT-02", "knight_unpaid", knight=knight.name, pay=knight.pay, men=men)
        else:
            lord.treasury -= knight.pay
            spent += knight.pay
    return spent


def pay_armies(turn: Turn, lord: Lord, armies: list[Army]) -> int:
    """Keeps commanded armies first, the lord-knight's before all, then garrisons (GP-ENT-03, 05). The écus spent."""
    spent = 0
    for army in sorted(armies, key=lambda army: pay_rank(army, lord)):
        cost = upkeep(army.men, turn.constants)
        if lord.treasury < cost:
            remove_army(turn.now, army)
            turn.tell(lord.seat, "GP-ENT-03", "army_unpaid", army=army.id, men=army.men, cost=cost, land=army.land)
        else:
            lord.treasury -= cost
            spent += cost
    return spent


def pay_rank(army: Army, lord: Lord) -> tuple[int, int]:
    """Who is paid before whom (GP-ENT-03)."""
    if army.knight is None:
        return 2, army.id
    return (0, 0) if army.knight == lord.knight else (1, army.knight)


def upkeep(men: int, constants: Constants) -> int:
    """The écus that an army costs a turn (GP-ENT-03)."""
    return up(men * constants.upkeep_share)


def garrison_comfort(turn: Turn) -> None:
    """The owner's garrison makes a land happier: a point for 1000 men, at most three (GP-ENT-04)."""
    constants = turn.constants
    for army in turn.now.armies.values():
        land = turn.now.lands[army.land]
        if army.knight is None and army.lord == land.owner:
            points = min(constants.garrison_points_max, army.men / constants.garrison_men_per_point)
            land.happiness = constants.capped_happiness(land.happiness + points)
