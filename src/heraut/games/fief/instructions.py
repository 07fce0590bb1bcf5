"""Instructions (FI-DP-43, FI-DP-44): policies, battle plans, orders in advance, the ballot paper, conceding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.fief.entries import Permission
from heraut.games.fief.identities import CARDS, MOVE, PURCHASE, REBELS, LordNo, PlayerNo, Presents, VillageNo
from heraut.games.fief.orders.grammar import LORDS_NAMES, book, plain
from heraut.games.fief.orders.instructions import (
    AskLeave,
    AskReplacement,
    BallotPaper,
    Concede,
    Deposited,
    Forget,
    Instruction,
    Permit,
    Policy,
    SetPlan,
)
from heraut.games.fief.orders.order import Order
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Deposit, Paper, Plan, Realm, VillagePlan, replaced

ENTRY = {"demander": "ask", "passer": "pass", "camper": "camp", "refuser": "refuse"}
EXIT = {"demander": "ask", "accorder": "grant", "refuser": "refuse"}
DEPOSITS = {"cartes": CARDS, "achats": PURCHASE, "mouvements": MOVE}
PAPER = {"candidat": "candidate", "votes": "votes", "sacre": "crowns"}
INSIDE, OUTSIDE = "dedans", "dehors"  # a player's garrison, his relief
ASK, ASK_IF_HIT, NONE = "demander", "demander si touché", "rien"
MOST_DEPOSITED = 100  # orders in advance for one phase, in however many answers they come: well above what it can use

Reader = Callable[[Realm, str], object]


def _among(**words: str) -> Reader:
    def read(realm: Realm, text: str) -> object:
        return words.get(plain(text))

    return read


def _or_number(least: int, most: int, **words: str) -> Reader:
    def read(realm: Realm, text: str) -> object:
        if text.isdecimal() and text.isascii():
            return text if len(text) < 7 and least <= int(text) <= most else None
        return words.get(plain(text))

    return read


def _aim(realm: Realm, text: str) -> object:
    words = {"non": "none", "tous": "all", "1": "1", "2": "2", "3": "3"}
    lord = LORDS_NAMES[1].get(plain(text))
    return words.get(plain(text)) or (None if lord is None else f"lord {lord}")


def _seat(realm: Realm, text: str, words: dict[str, str]) -> object:
    player = book(realm).players[1].get(plain(text))
    return words.get(plain(text)) or (None if player is None else realm.seats[player] if player != REBELS else "rebels")


def _seats(realm: Realm, text: str) -> object:
    if plain(text) == "allie":
        return ""
    if plain(text) == "personne":
        return "none"
    found = [book(realm).players[1].get(plain(part)) for part in text.split("+")]
    if any(player is None or player == REBELS for player in found):
        return None
    return "+".join(realm.seats[player] for player in found if player is not None)


def _lords(realm: Realm, text: str) -> object:
    found = [LORDS_NAMES[1].get(plain(part)) for part in text.split("+")]
    return None if any(lord is None for lord in found) else tuple(found)


def _camp(realm: Realm, text: str) -> object:
    """The strongest camp, the weakest, or a player's; of his two, the one inside or outside the walls (FI-MUL-06)."""
    found = _seat(realm, text, {"plusfort": "strongest", "plusfaible": "weakest"})
    family, _, place = text.rpartition(" ")
    if found is not None or plain(place) not in (INSIDE, OUTSIDE):
        return found
    seat = _seat(realm, family, {})
    return None if seat is None else f"{seat} {plain(place)}"


# The lines of a battle plan: French field, field of `Plan`, and how its value is read
PLAN: dict[str, tuple[str, Reader]] = {
    "viser": ("aim", _aim),
    "cible": ("target", _camp),
    "grace": ("ask", _or_number(1, 99, jamais="never", dernier="last")),
    "merci": ("grant", _or_number(100, 9999, toujours="always", jamais="never", demander="ask")),
    "arret": ("run", _or_number(1, 99, fin="end", rounds="rounds")),
    "pertes": ("losses", _among(soldats="soldiers", gardes="guards")),
    "seigneurs": ("lords", _lords),
    "camp": ("join", lambda realm, text: _seat(realm, text, {"usage": "", "neutre": "out"})),
    "avec": ("combine", _seats),
    "place": ("holder", _among(tenir="hold", sortie="sortie")),
    "sommation": ("arrest", _among(combattre="fight", rendre="surrender")),
}


def read_plan(realm: Realm, order: SetPlan) -> tuple[str, object] | None:
    """The field of the plan and its value, or None if they mean nothing."""
    known = PLAN.get(plain(order.field))
    if known is None:
        return None
    value = known[1](realm, order.value)
    return None if value is None else (known[0], value)


def instruction_refusal(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an instruction cannot be kept."""
    match order:
        case Policy():
            return _policy_refusal(player, order.player, plain(order.entry), plain(order.exit))
        case Permit():
            return _policy_refusal(player, order.player, plain(order.entry), "demander")
        case SetPlan():
            if read_plan(realm, order) is None:
                data = {"field": order.field, "value": order.value, "fields": list(PLAN)}
                return Refusal("FI-DP-43", "bad_plan", data)
        case Deposited():
            if plain(order.phase) not in DEPOSITS:
                return Refusal("FI-TRN-06", "bad_deposit", {"text": order.phase, "phases": list(DEPOSITS)})
            if plain(order.line) not in map(plain, (ASK, ASK_IF_HIT, NONE)):
                read = book(realm).read(order.line)
                return read if isinstance(read, Refusal) else None
        case BallotPaper() | Forget():
            known = [*PAPER, "plan"] if isinstance(order, Forget) else list(PAPER)
            if plain(order.part) not in known:
                return Refusal("FI-DP-43", "bad_paper", {"text": order.part, "parts": known})
    return None


class Deposits:
    """Orders in advance as they pile up, behind those that the game holds already (FI-TRN-06)."""

    def __init__(self, held: tuple[Deposit, ...]) -> None:
        self.counts = {deposit.phase: len(deposit.lines) for deposit in held}

    def refusal(self, order: Deposited) -> Refusal | None:
        """Why there is no room for one more; it is counted if there is."""
        phase, line = DEPOSITS[plain(order.phase)], plain(order.line)
        if line == plain(NONE):
            self.counts[phase] = 0
        elif line not in (plain(ASK), plain(ASK_IF_HIT)):
            count = self.counts.get(phase, 0)
            if count >= MOST_DEPOSITED:
                return Refusal("FI-TRN-06", "too_many_deposited", {"most": MOST_DEPOSITED, "phase": order.phase})
            self.counts[phase] = count + 1
        return None


def instruction_refusals(realm: Realm, player: PlayerNo, orders: Iterable[Order]) -> Iterator[tuple[int, Refusal]]:
    """Why instructions cannot be kept, each with its place (from 1) among these orders."""
    deposits = Deposits(realm.families[player].deposits)
    for place, order in enumerate(orders, start=1):
        refusal = instruction_refusal(realm, player, order)
        if refusal is None and isinstance(order, Deposited):
            refusal = deposits.refusal(order)
        if refusal is not None:
            yield place, refusal


def _policy_refusal(player: PlayerNo, other: PlayerNo, entry: str, leaving: str) -> Refusal | None:
    if other in (player, REBELS):
        return Refusal("FI-PAS-09", "policy_to_whom", {})
    if entry not in ENTRY or leaving not in EXIT:
        return Refusal("FI-PAS-09", "bad_policy", {"entries": list(ENTRY), "exits": list(EXIT)})
    return None


def keep_instruction(turn: Turn, player: PlayerNo, order: Instruction) -> None:
    """An instruction is kept; only conceding and asking to be replaced are public."""
    realm = turn.now
    one = realm.families[player]
    match order:
        case Policy():
            one.entry = replaced(one.entry, order.player, ENTRY[plain(order.entry)])
            one.exit = replaced(one.exit, order.player, EXIT[plain(order.exit)])
        case Permit():
            permit(realm, player, order.player, order.village, ENTRY[plain(order.entry)])
        case SetPlan():
            _set_plan(realm, player, order)
        case Deposited():
            one.deposits = _deposited(one.deposits, order)
        case BallotPaper():
            one.paper = _paper(one.paper, PAPER[plain(order.part)], order.lords)
        case Forget():
            if plain(order.part) == "plan":
                one.plan, one.plans = Plan(), ()
            else:
                one.paper = msgspec.structs.replace(one.paper, **{PAPER[plain(order.part)]: None})
        case Concede():
            one.conceded = True
            turn.announce("FI-END-04", "conceded", seat=turn.seat(player))
        case AskReplacement():
            one.wants_out = True
            turn.announce("FI-DP-44", "wants_out", seat=turn.seat(player))
        case AskLeave():
            pass  # asked once the step's answers are taken
    return None


def permit(realm: Realm, keeper: PlayerNo, player: PlayerNo, village: VillageNo, entry: str) -> None:
    """Leave for one village and this turn, in the place of what was said before (FI-PAS-14)."""
    others = [one for one in realm.permits if (one.keeper, one.player, one.village) != (keeper, player, village)]
    realm.permits = (*others, Permission(keeper, player, village, entry))


def _set_plan(realm: Realm, player: PlayerNo, order: SetPlan) -> None:
    one, read = realm.families[player], read_plan(realm, order)
    assert read is not None
    field, value = read
    if order.village is None:
        one.plan = msgspec.structs.replace(one.plan, **{field: value})
    else:
        plan = msgspec.structs.replace(plan_for(realm, player, order.village), **{field: value})
        one.plans = (
            *[entry for entry in one.plans if entry.village != order.village],
            VillagePlan(order.village, plan),
        )


def plan_for(realm: Realm, player: PlayerNo, village: VillageNo) -> Plan:
    """A player's plan for a battle there."""
    one = realm.families[player]
    for place, plan in one.plans:
        if place == village:
            return plan
    return one.plan


def _deposited(deposits: tuple[Deposit, ...], order: Deposited) -> tuple[Deposit, ...]:
    phase, line = DEPOSITS[plain(order.phase)], plain(order.line)
    former = next((deposit for deposit in deposits if deposit.phase == phase), Deposit(phase))
    others = tuple(deposit for deposit in deposits if deposit.phase != phase)
    if line == plain(NONE):
        return others
    if line == plain(ASK):
        return (*others, msgspec.structs.replace(former, ask=True))
    if line == plain(ASK_IF_HIT):
        return (*others, msgspec.structs.replace(former, ask_if_hit=True))
    return (*others, msgspec.structs.replace(former, lines=(*former.lines, order.line)))


def _paper(paper: Paper, part: str, lords: tuple[LordNo, ...]) -> Paper:
    if part == "candidate":
        return msgspec.structs.replace(paper, candidate=lords[0] if lords else Presents.NOBODY)
    return msgspec.structs.replace(paper, **{part: lords})
