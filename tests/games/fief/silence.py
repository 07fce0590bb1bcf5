"""What a step without answers brings to light by the rules, read off the realm: it may not be scrambled (FI-INF).

Everything else that is hidden stays hidden through such a step. Each exception says why it is one.
"""

from __future__ import annotations

import msgspec

from heraut.engine.rng import Rng
from heraut.games.fief.board.lords import clergy, votes_of
from heraut.games.fief.board.pawns import family, free_lords_at, free_pawns, points_of
from heraut.games.fief.identities import CARDS, COMBAT, MOVE, NEGOTIATION, PURCHASE, REBELS, SETUP, SOLDIER
from heraut.games.fief.phases.camps import parties_at
from heraut.games.fief.phases.election import eligible
from heraut.games.fief.state import Deposit, Plan, Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import (
    Act,
    Battle,
    ChooseLord,
    Crossing,
    Dispose,
    Election,
    Manning,
    Petition,
    Refill,
    Summons,
    Window,
)

UNIT, HAND = CONSTANTS.unit, CONSTANTS.hand
POINTS = CONSTANTS.points
EVERY_FIELD = frozenset(field.name for field in msgspec.structs.fields(Plan))
BEFORE_BATTLE = {"join", "combine", "holder"}
IN_ADVANCE = (CARDS, PURCHASE, MOVE)  # phases for which orders may be deposited


class Silence:
    """What the coming step comes to if nobody answers."""

    def __init__(self, realm: Realm) -> None:
        self.realm = realm
        self.top = realm.tasks[-1]
        self.alive = [player for player, one in enumerate(realm.families) if one.alive]
        self.closes_turn = self._closes_turn()
        self._near = self._near_phases()
        self.carries_out = any(map(self.obeys, self.alive))
        self.places = {village for village, _, _ in realm.attacks}
        self.places |= {task.village for task in realm.tasks if isinstance(task, Battle)}
        self.places |= {village for task in realm.tasks if isinstance(task, Summons) for village, _, _ in task.arrests}
        self.fighters = self._fighters()
        self.strikes = any(self.obeys(player, (CARDS, MOVE)) for player in self.alive)

    def _closes_turn(self) -> bool:
        """Whether the window is over with this step: the ballot, the end of the turn and the next deal follow."""
        realm = self.realm
        if realm.phase != NEGOTIATION:
            return False
        return realm.closed or isinstance(self.top, Window) or not any(isinstance(task, Window) for task in realm.tasks)

    # Orders in advance

    def _near_phases(self) -> list[int]:
        """Phases whose orders in advance may be carried out: up to the first where somebody has to be asked."""
        realm = self.realm
        if realm.phase == NEGOTIATION and not self.closes_turn:
            return []
        near = [realm.phase]
        for phase in (CARDS, PURCHASE, MOVE, COMBAT):  # after combat, the window asks everybody
            if phase > realm.phase or realm.phase == NEGOTIATION:
                near.append(phase)
                if phase in (CARDS, PURCHASE) and any(not self.deposit(player, phase) for player in self.alive):
                    break
        return near

    def deposit(self, player: int, phase: int) -> Deposit | None:
        """What a player has deposited for a phase."""
        return next((one for one in self.realm.families[player].deposits if one.phase == phase), None)

    def obeys(self, player: int, phases: tuple[int, ...] = IN_ADVANCE) -> bool:
        """Whether orders that a player has given in advance may be carried out: all see what comes of them.

        Cards and marches bring others to light too: they kill soldiers, and lead to battles. Purchases do not.
        """
        for task in self.realm.tasks:
            if isinstance(task, Act) and task.player == player and task.phase in phases and (task.lines or task.ends):
                return True
        return any(self.deposit(player, phase) for phase in self._near if phase in phases)

    def at_gates(self, me: int) -> set[tuple[int, int]]:
        """The (keeper, mover) whose policy this step reads: of whoever marches by orders given in advance; of a group
        that is let out, and asks at the next gate at once; and of a petition of this reader, who is told the answer.
        """
        movers = {player for player in self.alive if self.obeys(player, (MOVE,))}
        if isinstance(self.top, Crossing) and self.top.stage == "exit":
            movers.add(self.top.player)
        found = {(keeper, mover) for keeper in self.alive for mover in movers}
        mine = [task for task in self.realm.tasks if isinstance(task, Petition) and task.player == me]
        return found | {(keeper, me) for task in mine for keeper, _ in task.asked}

    def later_phases(self) -> list[int]:
        """Phases whose orders in advance stay where they are."""
        return [phase for phase in IN_ADVANCE if phase not in self._near]

    # Money

    def purse(self, player: int, rng: Rng) -> int:
        """Another purse that nobody can tell from this one.

        It is published where it counts: hundreds that make no five hundred are not counted (FI-PTS-02), but decide
        between equals at the end (FI-PTS-03). What a silent player posts in his new city depends on it (FI-INH-07).
        """
        realm, money = self.realm, self.realm.families[player].purse
        if isinstance(self.top, Manning) and self.top.player == player:
            return money
        if self.closes_turn:
            last = realm.settings.points_turns if realm.settings.mode == "points" else realm.settings.turn_limit
            if realm.closing or realm.turn == last:
                return money
            if realm.settings.mode == "points" and realm.turn % POINTS.every == 0:
                return money - money % POINTS.per_purse + UNIT * rng.randint(0, POINTS.per_purse // UNIT - 1)
        return UNIT * rng.randint(0, 30)

    # Cards

    def dealt(self, me: int) -> int | None:
        """How many cards of the pile may be dealt: each is told to whoever gets it, and he may play it at once, if he
        has ordered it in advance. None if the pile may be shuffled anew: what is dealt is then what the discards hold;
        and if the discards are shown to this reader, who may take a lord out of them (FI-CRD-03).
        """
        if isinstance(self.top, Refill) and self.top.waiting[:1] == (me,):
            return None
        refill = next((task for task in self.realm.tasks if isinstance(task, Refill)), None)
        coming = refill is not None or self.closes_turn or self.realm.phase == SETUP
        more = refill.extra if refill is not None else ()  # a lord out of the discards is a card more (FI-CRD-03)
        lacks = {player: HAND - len(self.realm.families[player].hand) + (player in more) for player in self.alive}
        if not coming or (lacks.get(me, 0) <= 0 and not self.carries_out):
            return 0
        due = sum(max(0, lack) for lack in lacks.values())
        if isinstance(self.top, ChooseLord):
            due += len(self.top.waiting)  # a lord is taken out of the pile, wherever he lies (FI-DP-02)
        return due if due <= len(self.realm.draw) else None

    def closed_hands(self, me: int) -> set[int]:
        """Hands that orders in advance are played from; of the eliminated, which may be among cards shuffled anew."""
        closed = {player for player in self.alive if self.obeys(player)}
        if self.dealt(me) is None and self.closes_turn:
            closed |= {player for player in self.alive if self._doomed(player)}
        return closed

    def _doomed(self, player: int) -> bool:
        """Whether a player will be eliminated (FI-END-01), or may be: his captives are due to die (FI-VC-08)."""
        return not points_of(self.realm, player) and (not family(self.realm, player) or self._due(player))

    def _due(self, player: int) -> bool:
        return 0 < self.realm.families[player].deadline <= self.realm.turn

    # The ballot

    def dead_papers(self, player: int) -> list[str]:
        """The parts of a ballot paper that this step does not read: the others answer at once, in public (FI-DP-R3)."""
        realm = self.realm
        if not self.closes_turn or (realm.king is not None and not any(map(self._due, self.alive))):
            return ["candidate", "votes", "crowns"]
        if any(map(self._due, self.alive)):
            return []
        ballot = next((task for task in realm.tasks if isinstance(task, Election)), None)
        stage = ballot.stage if ballot is not None else "over"
        dead = {
            "candidate": stage != "candidates" or not eligible(realm, player),
            "votes": stage not in ("candidates", "ballot") or not votes_of(realm, player),
            "crowns": stage == "over" or not any(clergy(realm, player)),
        }
        return [part for part, unread in dead.items() if unread]

    # Battles

    def _fighters(self) -> set[int]:
        """Players with a pawn where a battle may be fought in this step; whoever leads the peasants is asked or not."""
        found = {player for player in self.alive for village in self.places if free_pawns(self.realm, player, village)}
        if self.places and self.realm.revolt is not None:
            found.add(self.realm.revolt.controller)
        return found

    def free_fields(self, player: int) -> dict[int, frozenset[str]]:
        """The fields of a player's plan that this step cannot show, by the village where it may be fought.

        A plan that nobody fights by is seen by nobody. Where a battle may be fought it is carried out at once, in
        everybody's sight; but a field without an object changes nothing there.
        """
        realm = self.realm
        summoned = {
            (village, target)
            for task in realm.tasks
            if isinstance(task, Summons)
            for village, _, target in task.arrests
        }  # fmt: skip
        found = {village: EVERY_FIELD - {"arrest"} for village, target in summoned if target == player}
        if player in self.fighters:
            for village in self.places:
                found[village] = self._unread(player, village) - (
                    {"arrest"} if (village, player) in summoned else set()
                )
        return found

    def _unread(self, player: int, village: int) -> frozenset[str]:
        """The fields that a battle there would not read, or could not follow."""
        realm = self.realm
        battle = next((task for task in realm.tasks if isinstance(task, Battle) and task.village == village), None)
        mine = free_lords_at(realm, player, village)
        theirs = any(free_lords_at(realm, other, village) for other in self.alive if other != player)
        parties = [party for other in (*self.alive, REBELS) for party in parties_at(realm, village, other)]
        if realm.revolt is None or realm.revolt.village != village:
            parties = [party for party in parties if party[0] != REBELS]
        guards = any(s.series != SOLDIER for s in realm.stacks if s.player == player and s.village == village)
        unread = {"arrest"}  # but for summons, which were asked about before
        if battle is not None and battle.stage != "sides":
            unread |= BEFORE_BATTLE
        if not mine:
            unread.add("ask")
        if len(mine) < 2:
            unread.add("lords")
        if not guards:
            unread.add("losses")
        if not theirs:
            unread.add("aim")
        if not theirs and (battle is None or not battle.pleas):
            unread.add("grant")
        if len(parties) < 3:
            unread.add("target")
        return frozenset(unread)

    # Soldiers

    def leaves_alone(self, player: int) -> bool:
        """Whether this step does not count a player's soldiers: they fight nowhere, no new city is manned from them
        (FI-INH-07), none are removed from a lost fief (FI-INH-06), none stand at a gate.
        """
        realm, top = self.realm, self.top
        if player in self.fighters or (isinstance(top, (Manning, Crossing)) and top.player == player):
            return False
        inheritance = realm.phase in (MOVE, COMBAT) or isinstance(top, Dispose)
        return not inheritance or bool(family(realm, player))

    @property
    def counts_crowds(self) -> bool:
        """Whether mills are about to tell how many pawns crowd their villages (FI-VB-01)."""
        return self.realm.settings.population_pressure and self.realm.phase == CARDS
