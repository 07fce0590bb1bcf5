"""What is still to be done: the tasks below the open question, by the phase, and the question itself on top."""

from __future__ import annotations

from heraut.engine.rng import Rng
from heraut.games.fief.board.pawns import playing_order
from heraut.games.fief.guess.battles import battle, declaring, fought, summons
from heraut.games.fief.guess.known import SEE_NUMBER, Known, lord
from heraut.games.fief.guess.questions import QUESTIONS
from heraut.games.fief.identities import CARDS, COMBAT, MOVE, NEGOTIATION, PURCHASE, SETUP, CardNo, PlayerNo
from heraut.games.fief.phases.refill import lordless
from heraut.games.fief.state import Realm, players
from heraut.games.fief.tasks import (
    Act,
    AnyTask,
    Battles,
    ChooseLord,
    ChooseVillage,
    Closing,
    Deadlines,
    Election,
    Refill,
    Sale,
    Shopping,
    Vote,
    Wheel,
    Window,
)

OWN_TURN = ("cards", "purchase", "move")
STAGES = {"candidate": "candidates", "vote": "ballot", "crown": "coronation"}


def pile(known: Known, realm: Realm, moving: tuple[CardNo, ...], rng: Rng) -> list[AnyTask]:
    """All tasks, the next one last. `moving` are cards on their way to the board."""
    actor = acting(known, realm, rng)
    tasks: list[AnyTask] = [Wheel(), *below(known, realm, actor)]
    if known.view["battle"] is not None:
        tasks.append(battle(known, realm))
    question = QUESTIONS.get(known.kind)
    if question is not None:
        tasks.append(question(known, realm, actor, moving, rng))
    return tasks


def acting(known: Known, realm: Realm, rng: Rng) -> PlayerNo:
    """Whose turn it is: who is asked what to do; else who asks; else anybody."""
    if known.kind in OWN_TURN:
        return known.awaited[0]
    asker = known.subject.get("murderer") or known.subject.get("seat")
    if asker is not None and not (known.kind == "leave" and known.subject["stage"] == "insist"):
        return known.number[asker]
    if known.kind in ("leave", "lodge", "petition", "justice"):
        others = [player for player in playing_order(realm) if player not in known.awaited or known.kind == "justice"]
        return rng.choice(others or playing_order(realm))
    return known.awaited[0]


def below(known: Known, realm: Realm, actor: PlayerNo) -> list[AnyTask]:
    """What the phase still brings, down to the question of its own that is open."""
    phase = realm.phase
    if phase == SETUP:
        return settling(known, realm)
    if known.kind == "shopping":
        return [Shopping()]
    if known.kind == "take_lord":
        waiting = lordless(realm)
        rest = waiting[waiting.index(known.awaited[0]) :] if known.awaited[0] in waiting else known.awaited
        return [*turns(realm, realm.first, begun=False), Refill(waiting=rest, asked=True)]
    if phase in (CARDS, PURCHASE, MOVE):
        return turns(realm, actor, begun=True)
    if phase == COMBAT:
        return [Battles(fought(known, realm)), *declared(known, realm)]
    return negotiating(known, realm) if phase == NEGOTIATION else []


def settling(known: Known, realm: Realm) -> list[AnyTask]:
    """Villages, and perhaps first lords, are chosen in the order of the dice, which is not told any more."""
    everyone = [*known.awaited, *(player for player in players(realm) if player not in known.awaited)]
    if known.kind == "first_lord":
        lordless_ones = [p for p in everyone if not any(one is not None and one.player == p for one in realm.lords)]
        return [ChooseLord(tuple(lordless_ones))]
    waiting = tuple([player for player in everyone if realm.families[player].blazon is None])
    settled = [player for player in everyone if player not in waiting]
    settled.sort(key=lambda player: player != realm.first)
    later: list[AnyTask] = [ChooseLord((*settled, *waiting))] if realm.settings.choose_lord else []
    return [*later, ChooseVillage(waiting)]


def turns(realm: Realm, actor: PlayerNo, *, begun: bool) -> list[AnyTask]:
    """The turns of the phase from this player's on: he is the next."""
    order = playing_order(realm)
    rest = order[order.index(actor) :] if actor in order else order
    spent = realm.settings.batch and realm.phase == PURCHASE  # lists have been given already
    tasks: list[AnyTask] = [Act(player, realm.phase, begun=spent, ends=spent) for player in reversed(rest)]
    if begun and isinstance(tasks[-1], Act):
        tasks[-1].begun = True
    return tasks


def declared(known: Known, realm: Realm) -> list[AnyTask]:
    """Attacks or summons that are asked for before any battle."""
    if known.kind == "attacks":
        return [declaring(known, realm)]
    return [summons(known, realm)] if known.kind == "summons" else []


def negotiating(known: Known, realm: Realm) -> list[AnyTask]:
    """From the end of the turn upwards: the ballot, deadlines, the window, sales."""
    tasks: list[AnyTask] = [Closing(), election(known, realm)]
    if known.kind in STAGES:
        return tasks
    tasks += [Deadlines(), Window()]
    if known.view["sale"] is not None:
        tasks.append(sale(known))
    return tasks


def election(known: Known, realm: Realm) -> Election:
    """The ballot as all see it; who still waits follows from the votes."""
    seen = known.view["election"] or {"stage": "candidates", "candidates": [], "votes": [], "elected": None}
    votes = tuple([Vote(known.number[seat], lord(name), number) for seat, name, number in seen["votes"]])
    waiting: tuple[PlayerNo, ...] = ()
    if known.kind == "crown":
        waiting = known.awaited
    elif known.kind == "vote":
        voted = [vote.player for vote in votes]
        counts = known.view["seats"]
        rest = [
            p for p in playing_order(realm) if p not in (*voted, *known.awaited) and counts[realm.seats[p]]["votes"]
        ]
        waiting = (*known.awaited, *rest)
    return Election(seen["stage"], known.lords(seen["candidates"]), waiting, votes, lord(seen["elected"]))


def sale(known: Known) -> Sale:
    """The auction that the view tells of. It tells of the one under way; those that wait are not guessed."""
    seen = known.view["sale"]
    return Sale(
        SEE_NUMBER[seen["see"]],
        seen["stage"],
        lord(seen["president"]),
        known.player(seen["winner"]),
        lord(seen["nominee"]),
    )
