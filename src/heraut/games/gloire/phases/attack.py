"""Phase 7: attacks (§5.8). One attack is an `Assault`: the attacker meets the defenders of a land one by one."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.orders import Attack
from heraut.games.gloire.phases.battle import (
    Ground,
    Pass,
    Side,
    defender_renown,
    fight,
    loser_renown,
    victor_renown,
    won,
)
from heraut.games.gloire.phases.elimination import eliminate
from heraut.games.gloire.phases.felony import commit_felony
from heraut.games.gloire.phases.ownership import change_owner
from heraut.games.gloire.phases.retreat import defence_threshold, share_threshold
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.state import Army, ArmyId, Knight, KnightId, Land, LandName, Lord, move_knight, remove_knight
from heraut.games.gloire.tables import Constants


def attacks(turn: Turn) -> None:
    """Phase 7: lords in increasing order, the most renowned last; each lord's attacks in order of entry (GP-ATT-02)."""
    under_orders = {order.knight for _, _, order in turn.orders(Attack)}
    stationed = Stationed(turn)
    for lord, line, order in turn.orders(Attack):
        if order.knight in turn.attacked:
            turn.ignore(lord, line, "GP-ATT-03", "attacked_already", knight=turn.start.knights[order.knight].name)
        elif not cancelled(turn, lord, line, order):
            turn.attacked.add(order.knight)
            Assault(turn, lord, line, order, stationed, under_orders).carry_out()


def cancelled(turn: Turn, lord: Lord, line: int, order: Attack) -> bool:
    """Whether the attack comes to nothing before any contact, and is not counted as one (GP-ATT-04, GP-ATT-17)."""
    knight, owner = turn.knight(order.knight), turn.now.lands[order.land].owner
    if knight is None:
        turn.ignore(lord, line, "GP-ATT-04", "no_such_knight")
    elif owner == lord.seat:
        turn.ignore(lord, line, "GP-ATT-04", "own_land", knight=knight.name, land=order.land)
    elif owner in lord.allies:
        turn.ignore(lord, line, "GP-ATT-17", "allied_land", knight=knight.name, land=order.land, lord=owner)
    elif knight.army is None:
        turn.ignore(lord, line, "GP-ATT-04", "no_army", knight=knight.name, land=order.land)
    elif turn.now.armies[knight.army].men < (order.men or 0):
        men = turn.now.armies[knight.army].men
        turn.ignore(lord, line, "GP-ATT-04", "too_few_men", knight=knight.name, men=men, threshold=order.men)
    else:
        return False
    return True


class Stationed:
    """Which armies stand in which land, kept up to date through the phase."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.by_land: dict[LandName, list[ArmyId]] = {}
        for army in turn.now.armies.values():
            self.by_land.setdefault(army.land, []).append(army.id)

    def at(self, land: LandName) -> Iterator[Army]:
        """The armies that stand in this land now."""
        armies = self.turn.now.armies
        return (armies[id] for id in self.by_land.get(land, ()) if id in armies)

    def move(self, army: Army, land: LandName) -> None:
        """An army goes from its land to this one."""
        self.by_land[army.land].remove(army.id)
        self.by_land.setdefault(land, []).append(army.id)


class Defender:
    """One force that stands in the attacker's way: a knight's army, a garrison, or peasants."""

    def __init__(self, seat: Seat | None, army: Army | None, knight: Knight | None, side: Side, commander: str) -> None:
        self.seat = seat
        self.army = army
        self.knight = knight
        self.side = side
        self.commander = commander  # a name, "garrison" or "peasants"


def fighting_rank(renown: float, army: Army | None) -> tuple[float, bool, int]:
    """Who fights before whom: the less renowned, then the garrison, then the lower number (GP-ATT-10)."""
    return (renown, False, 0) if army is None else (renown, army.knight is not None, army.id)


def nameless_renown(mean_knight_renown: float) -> float:
    """The renown of whoever leads a garrison or peasants (GP-ATT-09, GP-PEA-02)."""
    return max(1.0, mean_knight_renown / 2)


def peasant_men(population: int, draw: float, constants: Constants) -> int:
    """The peasants who rise in a land, for a draw around 1 (GP-PEA-01)."""
    return max(constants.peasant_min, round_half_up(population * constants.peasant_share * draw))


class Assault:
    """One attack being carried out."""

    def __init__(
        self, turn: Turn, lord: Lord, line: int, order: Attack, stationed: Stationed, under_orders: set[KnightId]
    ) -> None:
        self.turn = turn
        self.lord = lord
        self.line = line
        self.land: Land = turn.now.lands[order.land]
        self.stationed = stationed
        self.under_orders = under_orders
        self.owner: Seat | None = self.land.owner
        self.knight = turn.now.knights[order.knight]
        assert self.knight.army is not None  # else the attack was cancelled
        self.army = turn.now.armies[self.knight.army]
        men = self.army.men
        threshold = share_threshold(lord.retreat.knight, men) if order.men is None else order.men
        self.side = Side(men, self.knight.renown, threshold)
        self.draws: Rng = turn.rng.at("attack", lord.seat, line)
        self.felonies: list[Seat] = []
        self.engaged: list[Seat] = []
        self.start_renown = self.knight.renown  # after any felony (GP-FEL-03)
        self.last_met = 0.0  # renown of the last commander fought, when that battle began
        self.passes = 0

    def carry_out(self) -> None:
        """Fights the defenders one after the other, then settles who holds the land (GP-ATT-10 to 14)."""
        if self.owner is not None and self.owner not in self.lord.enemies:
            self.felony_toward(self.owner)
        success = self.overcome(self.defenders())
        self.settle_renown(success)
        if success:
            self.conquer()
        else:
            self.fail()

    def overcome(self, defenders: list[Defender]) -> bool:
        """Whether no defender remains to be fought, the attacker having beaten those who did fight (GP-ATT-11, 12)."""
        for defender in defenders:
            if defender.army is not None and defender.army.id not in self.turn.now.armies:
                continue  # his lord died meanwhile
            if defender.side.out:
                self.stand_aside(defender)
                continue
            if self.side.out or not self.battle(defender):
                return False
            if self.owner is not None and not self.turn.now.lords[self.owner].alive:
                break  # the land is masterless: the allies present stop defending (GP-BAT-12)
        return True

    # Who defends

    def defenders(self) -> list[Defender]:
        """The forces of the owner and of his allies, or peasants, in the order in which they fight (GP-ATT-07, 08, 10).

        Increasing renown of the commander at the start of the attack; ties: garrison first, then lower army number.
        """
        if self.owner is None:
            return [self.peasants(self.turn.constants.retreat_peasants)]
        owner = self.turn.now.lords[self.owner]
        armies = [
            army
            for army in self.stationed.at(self.land.name)
            if (army.lord == owner.seat or army.lord in owner.allies) and not self.is_away(army)
        ]
        if not armies and self.turn.now.settings.militia:
            return [self.peasants(owner.retreat.peasants)]
        forces = [self.force(army) for army in armies]
        forces.sort(key=lambda force: fighting_rank(force.side.renown, force.army))
        return forces

    def is_away(self, army: Army) -> bool:
        """Its knight has an attack order and has conquered nothing yet: he does not defend (GP-ATT-05, 06)."""
        return army.knight in self.under_orders and army.knight not in self.turn.conquerors

    def force(self, army: Army) -> Defender:
        """An army as a defender."""
        knight = None if army.knight is None else self.turn.now.knights[army.knight]
        renown = nameless_renown(self.turn.snapshot.mean_knight_renown) if knight is None else knight.renown
        side = Side(army.men, renown, defence_threshold(self.turn, army))
        return Defender(army.lord, army, knight, side, knight.name if knight else "garrison")

    def peasants(self, percent: int) -> Defender:
        """The peasants of the land, led by one of their own (GP-PEA-01 to 03)."""
        constants = self.turn.constants
        draw = self.draws.uniform(1 - constants.peasant_spread, 1 + constants.peasant_spread)
        men = peasant_men(self.land.population, draw, constants)
        side = Side(men, nameless_renown(self.turn.snapshot.mean_knight_renown), share_threshold(percent, men))
        return Defender(self.owner, None, None, side, "peasants")

    # The fight

    def battle(self, defender: Defender) -> bool:
        """One battle against one defender; whether the attacker holds the field and lives."""
        if defender.seat is not None and defender.seat not in self.lord.enemies:
            self.felony_toward(defender.seat)
        self.last_met = defender.side.renown
        before = (self.side.men, defender.side.men, self.side.renown, defender.side.renown)
        ground = Ground(self.land.fortification, defender.commander == "peasants")
        passes = fight(self.side, defender.side, ground, self.draws.uniform, self.turn.constants)
        self.passes += len(passes)
        victory = won(self.side, defender.side, passes)
        self.report(defender, before, passes, victory)
        self.army.men, self.knight.renown = self.side.men, self.side.renown
        self.settle_defender(defender, initial_renown=before[3])
        if self.side.men == 0:
            self.knight_dies(self.knight)
        return victory

    def report(
        self, defender: Defender, before: tuple[int, int, float, float], passes: list[Pass], victory: bool
    ) -> None:
        """The battle, pass by pass, to the attacker, the owner, and the lord of the force engaged (GP-INF-05)."""
        if defender.seat is not None and defender.seat not in self.engaged:
            self.engaged.append(defender.seat)
        self.turn.tell(
            self.witnesses((defender.seat,)),
            "GP-BAT-01",
            "battle",
            land=self.land.name,
            lord=self.lord.seat,
            knight=self.knight.name,
            defender=defender.seat,
            commander=defender.commander,
            fortification=self.land.fortification,
            attacker_men=before[0],
            defender_men=before[1],
            attacker_renown=before[2],
            defender_renown=before[3],
            attacker_left=self.side.men,
            defender_left=defender.side.men,
            won=victory,
            passes=[list(msgspec.structs.astuple(blows)) for blows in passes],
        )

    def witnesses(self, engaged: tuple[Seat | None, ...]) -> tuple[Seat, ...]:
        """Attacker, owner of the land, lords engaged; each once."""
        seats = (self.lord.seat, self.owner, *engaged)
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None))

    def stand_aside(self, defender: Defender) -> None:
        """A defender below his own threshold does not fight (GP-ATT-11)."""
        self.turn.tell(
            self.witnesses((defender.seat,)),
            "GP-ATT-11",
            "stood_aside",
            land=self.land.name,
            lord=self.lord.seat,
            defender=defender.seat,
            commander=defender.commander,
        )

    def settle_defender(self, defender: Defender, initial_renown: float) -> None:
        """A defender keeps no renown won in battle; without men he is dead (GP-BAT-10, GP-BAT-11)."""
        if defender.army is None or defender.seat is None:
            return
        now = self.turn.now
        defender.army.men = defender.side.men
        if defender.knight is None:
            if defender.side.men == 0:
                del now.armies[defender.army.id]
            return
        defender.knight.renown = defender_renown(defender.side.renown, initial_renown)
        if defender.side.men == 0:
            self.knight_dies(defender.knight)

    def knight_dies(self, knight: Knight) -> None:
        """A knight whose last man fell is dead; a lord in person takes his realm with him (GP-BAT-11, GP-BAT-12)."""
        lord = self.turn.now.lords[knight.lord]
        witnesses = self.witnesses((knight.lord,))
        self.turn.tell(witnesses, "GP-BAT-11", "knight_died", knight=knight.name, lord=knight.lord, land=self.land.name)
        remove_knight(self.turn.now, knight)
        if lord.knight == knight.id:
            eliminate(self.turn, lord, "death")

    def felony_toward(self, victim: Seat) -> None:
        """The attacker's lord becomes a felon, once an attack; the lord in person fights on diminished (GP-FEL-03)."""
        first = not self.felonies
        self.felonies.append(victim)
        rule = "GP-FEL-01" if victim == self.owner else "GP-FEL-02"
        commit_felony(self.turn, rule, self.lord, victim, first=first)
        if first and self.knight.id == self.lord.knight:
            self.side.renown = self.knight.renown
            self.start_renown = max(1.0, self.start_renown / self.turn.constants.felony_divisor)

    # The outcome

    def settle_renown(self, success: bool) -> None:
        """The attacker's renown once the attack is over, if he fought at all and lives (GP-BAT-09)."""
        if self.passes == 0 or self.knight.id not in self.turn.now.knights:
            return
        settle = victor_renown if success else loser_renown
        self.knight.renown = settle(self.knight.renown, self.start_renown, self.last_met, self.turn.constants)

    def conquer(self) -> None:
        """The land changes hands, its works fall, the knight moves in with his army (GP-ATT-14)."""
        former = self.land.owner
        change_owner(self.turn, self.land, self.lord.seat)
        self.land.fortification = 0
        self.stationed.move(self.army, self.land.name)
        move_knight(self.turn.now, self.knight, self.land.name)
        self.turn.conquerors.add(self.knight.id)
        self.tell_outcome("GP-ATT-14", "attack_won")
        self.turn.announce("GP-ATT-14", "land_taken", land=self.land.name, lord=self.lord.seat, former=former)

    def fail(self) -> None:
        """The attacker, if alive, stays where he was (GP-ATT-13)."""
        alive = self.knight.id in self.turn.now.knights
        self.tell_outcome("GP-ATT-13", "attack_failed" if alive else "attack_fatal")
        others = tuple(seat for seat in self.witnesses(tuple(self.engaged)) if seat != self.lord.seat)
        if others:
            self.turn.tell(others, "GP-ATT-13", "attack_repelled", land=self.land.name, lord=self.lord.seat)

    def tell_outcome(self, rule: str, kind: str) -> None:
        """What became of the order, to its author."""
        self.turn.tell(
            self.lord.seat,
            rule,
            kind,
            order=self.line,
            knight=self.knight.name,
            land=self.land.name,
            men=self.side.men,
            renown=self.knight.renown,
        )
